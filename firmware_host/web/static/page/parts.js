// The parts that pages are made of: elements, boards of tiles, a clock. They know no game.

import { make } from "../elements.js";
import { say } from "../texts.js";

/** @type {Record<string, string>} */
const MARKS = { G: "in-place", Y: "elsewhere", "-": "absent", w: "typed", x: "crossed", ".": "empty" };
/** @type {Record<string, string>} */
export const SPOKEN = { G: say("in place"), Y: say("elsewhere"), "-": say("not in it") };

/**
 * @param {string} className
 * @param {Node | string} label
 * @param {((event: PointerEvent | MouseEvent) => void) | null} press
 */
export function button(className, label, press) {
  const made = make("button", className, label);
  made.type = "button";
  made.onclick = press;
  return made;
}

/**
 * Draws a part of the page again only when what it shows has changed. Where somebody has scrolled to, and what has the
 * focus, stays.
 *
 * @param {HTMLElement} box
 * @param {(data: any, ...more: any[]) => (Node | null | undefined | (Node | null | undefined)[])} draw
 * @returns {(data: any, ...more: any[]) => void}
 */
export function part(box, draw) {
  let before = "";
  return (data, ...more) => {
    const now = JSON.stringify([data ?? null, ...more]);
    if (now === before) return;
    before = now;
    const active = document.activeElement;
    const focused = active instanceof HTMLElement && box.contains(active) ? active.dataset.id : null;
    const scrolled = box.scrollTop;
    box.replaceChildren(...[draw(data, ...more)].flat().filter((each) => each instanceof Node));
    box.scrollTop = scrolled;
    if (focused) /** @type {HTMLElement | null} */ (box.querySelector(`[data-id="${CSS.escape(focused)}"]`))?.focus();
  };
}

/**
 * A row as a screen reader says it.
 *
 * @param {Row} row
 */
export function spoken([letters, marks, note]) {
  if (marks.includes("x")) return say("crossed out");
  const marked = [...letters].map((letter, at) => (SPOKEN[marks[at]] ? `${letter} ${SPOKEN[marks[at]]}` : letter.trim()));
  return [marked.filter(Boolean).join(", "), note].filter(Boolean).join("; ");
}

/** Without the last rows that nobody has used: other things need the room. @param {BoardData[]} boards */
export function used(boards) {
  const most = Math.max(...boards.map(({ rows }) => rows.findLastIndex(([, marks]) => /[^.]/.test(marks)) + 1));
  return boards.map((board) => ({ ...board, rows: board.rows.slice(0, most) }));
}

/** A board that is drawn once and then changed tile by tile: a row that has just been marked turns over. */
export class Board {
  /** @type {HTMLLIElement[]} */
  #rows = [];
  /** @type {Row[]} */
  #shown = [];
  #title;

  constructor() {
    this.box = make("section", "board");
    this.#title = make("h2", "owner");
    this.list = make("ol", "rows");
    this.letters = make("p", "letters");
    this.box.append(this.#title, this.list, this.letters);
  }

  /** @param {BoardData} data @param {{ covered?: boolean, still?: boolean }} how */
  show({ owner = "", columns, rows, writing, colours = "", alphabet }, { covered = false, still = false } = {}) {
    this.box.classList.toggle("orange-blue-grey", colours === "orange-blue-grey");
    this.#title.textContent = owner;
    this.box.style.setProperty("--rows", String(rows.length));
    this.box.style.setProperty("--columns", String(columns));
    this.box.classList.toggle(
      "noted",
      rows.some(([, , note]) => note),
    );
    while (this.#rows.length > rows.length) this.#rows.pop()?.remove();
    while (this.#rows.length < rows.length) this.list.append(this.#rows[this.#rows.push(make("li", "row")) - 1]);
    for (const [place, row] of rows.entries())
      this.#row(this.#rows[place], row, this.#shown[place], { covered, still, open: place === writing });
    this.#shown = rows;
    showLetters(this.letters, alphabet);
  }

  shake() {
    const row = this.list.querySelector(".open");
    row?.classList.remove("shake");
    void (/** @type {HTMLElement | null} */ (row)?.offsetWidth); // begins the movement again
    row?.classList.add("shake");
  }

  /**
   * @param {HTMLLIElement} box
   * @param {Row} row
   * @param {Row | undefined} before
   * @param {{ covered: boolean, still: boolean, open: boolean }} how
   */
  #row(box, row, before, { covered, still, open }) {
    const [letters, marks, note] = row;
    box.classList.toggle("open", open);
    const turns = !still && before && marks !== before[1] && /^[GY-]+$/.test(marks) && !/[GY-]/.test(before[1]);
    if (before && before.join() === row.join() && box.dataset.covered === String(covered)) return;
    box.dataset.covered = String(covered);
    const tiles = [...letters].map((letter, at) => {
      const made = make(
        "span",
        `tile ${MARKS[marks[at]] ?? "empty"}${turns ? " turns" : ""}${turns && /^G+$/.test(marks) ? " solved" : ""}`,
        covered && letter.trim() ? "•" : letter.trim(),
      );
      made.style.setProperty("--place", String(at));
      made.ariaHidden = "true";
      if (before && marks[at] === "w" && before[1][at] === ".") made.classList.add("pops");
      return made;
    });
    const said = covered ? "" : spoken(row);
    box.replaceChildren(...tiles, ...(note ? [make("span", "note", note)] : []), ...(said ? [make("span", "unseen", said)] : []));
  }
}

/**
 * What is known of the alphabet: letters that are in the word, and letters that are not.
 *
 * @param {HTMLElement} box
 * @param {KnownLetters} [alphabet]
 */
export function showLetters(box, alphabet) {
  box.hidden = !(alphabet?.in || alphabet?.out);
  if (!alphabet || box.hidden) return;
  const known = make("b", "known-in", [...alphabet.in].join(" "));
  const out = make("s", "known-out", [...alphabet.out].join(" "));
  known.ariaLabel = say("In the word: {letters}", { letters: [...alphabet.in].join(" ") });
  out.ariaLabel = say("Not in the word: {letters}", { letters: [...alphabet.out].join(" ") });
  box.replaceChildren(...(alphabet.in ? [known, " "] : []), ...(alphabet.out ? [out] : []));
}

/**
 * Somebody's rows as everybody may know them: squares in place first, then elsewhere. It does not say which letters.
 *
 * @param {TallyData[]} rows
 */
export function tallies(rows, columns = 5) {
  const list = make("ol", "tallies");
  for (const row of rows) {
    const marks = row ? "G".repeat(row[0]) + "Y".repeat(row[1]) : "x".repeat(columns);
    const line = make("span", "tally", ...[...marks.padEnd(columns, "-")].map((mark) => make("i", `square ${MARKS[mark]}`)));
    line.role = "img";
    line.ariaLabel = row ? say("{in} in place, {else} elsewhere", { in: row[0], else: row[1] }) : say("crossed out");
    list.append(make("li", "", line));
  }
  return list;
}

/** The table's time. A page is told it when it connects, and counts on by itself. */
export class TableTime {
  #then = 0;
  #when = 0;
  #pace = 1;

  /** @param {Hello} hello */
  set({ clock, pace }) {
    [this.#then, this.#when, this.#pace] = [clock, performance.now(), pace];
  }

  now = () => this.#then + ((performance.now() - this.#when) / 1000) * this.#pace;
}

/** A clock that runs down: a ring, and the seconds in it. `now` tells the table's time. */
export class Clock {
  #now;
  /** @type {number | null} */
  #deadline = null;
  #whole = 0;
  #ring;
  #left = document.createElementNS("http://www.w3.org/2000/svg", "circle");
  #text;

  /** @param {() => number} now */
  constructor(now) {
    this.#now = now;
    this.box = make("div", "clock");
    this.box.hidden = true;
    this.box.role = "timer";
    this.#ring = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    this.#ring.setAttribute("viewBox", "0 0 40 40");
    this.#ring.setAttribute("aria-hidden", "true");
    for (const name of ["track", "left"]) {
      const circle = document.createElementNS("http://www.w3.org/2000/svg", "circle");
      for (const [key, value] of Object.entries({ cx: 20, cy: 20, r: 17, pathLength: 100, class: name }))
        circle.setAttribute(key, String(value));
      this.#ring.append(circle);
      this.#left = circle;
    }
    this.#text = make("b", "");
    this.box.append(this.#ring, this.#text);
    setInterval(() => this.#draw(), 250);
  }

  /** @param {number | null} deadline */
  show(deadline = null) {
    if (deadline !== this.#deadline) this.#whole = deadline === null ? 0 : Math.max(1, deadline - this.#now());
    this.#deadline = deadline;
    this.#draw();
  }

  #draw() {
    this.box.hidden = this.#deadline === null;
    if (this.#deadline === null) return;
    const left = Math.max(0, this.#deadline - this.#now()),
      seconds = Math.ceil(left);
    const shown = seconds < 60 ? `${seconds}` : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    if (this.#text.textContent !== shown) this.#text.textContent = shown;
    this.#left.style.strokeDasharray = `${Math.min(100, (100 * left) / this.#whole)} 100`;
    this.box.classList.toggle("hurry", seconds <= 10);
    this.box.classList.toggle("minutes", seconds >= 60);
  }
}

/**
 * A card of a game: a few words in columns.
 *
 * @param {string} title
 * @param {string[][]} table
 */
export function card(title, table) {
  const made = make("section", "card", make("h2", "", title), make("ul", "words", ...table.flat().map((word) => make("li", "", word))));
  made.style.setProperty("--columns", String(table[0].length));
  return made;
}

/**
 * A code to scan (a QR code): one path of squares.
 *
 * @param {CodeData} code
 */
export function scannable({ text, rows }) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg"),
    path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  const size = rows.length,
    edge = 4;
  svg.setAttribute("class", "scannable");
  svg.setAttribute("viewBox", `${-edge} ${-edge} ${size + 2 * edge} ${size + 2 * edge}`);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", say("A code to scan: {text}", { text }));
  path.setAttribute("d", rows.flatMap((row, y) => [...row].map((cell, x) => (cell === "1" ? `M${x} ${y}h1v1h-1z` : ""))).join(""));
  svg.append(path);
  return svg;
}
