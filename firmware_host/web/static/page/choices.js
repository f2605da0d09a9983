// What can be chosen, as buttons with their names: a list on the page, or a sheet over it.

import { make } from "../elements.js";
import { say } from "../texts.js";
import { Board, button, card, scannable, showLetters } from "./parts.js";

/**
 * The entries of a list. `choose(key, entry)` is told ENTER, or LEFT and RIGHT for one that has a value to change. Entries
 * that are printed on one card are shown on it.
 *
 * @param {AskedData} asked
 * @param {(key: string, entry: string) => void} choose
 */
export function entries({ items = [] }, choose) {
  const kind = items.some((item) => item.turns) ? "settings" : "plain";
  const cards = new Map(); // by their names
  const list = make("ul", `entries ${kind}`);
  for (const item of items) {
    const made = make("li", "", entry(item, choose));
    if (item.card && !cards.has(item.card)) {
      const printed = make("ul", `printed${item.label.length < 7 ? " words" : ""}`);
      cards.set(item.card, printed);
      list.append(make("li", "on-card", make("h3", "", item.card), printed));
    }
    (cards.get(item.card) ?? list).append(made);
  }
  return list;
}

/** One of them. @param {ItemData} item @param {(key: string, entry: string) => void} choose */
export function entry(item, choose) {
  if (!item.turns) {
    const made = button("button choice", make("span", "label", item.label), () => choose("ENTER", item.id));
    if (item.value) made.append(make("span", "value", item.value));
    if (item.opens) made.append(sign("›"));
    made.dataset.id = item.id;
    return made;
  }
  const less = button("step", "‹", () => choose("LEFT", item.id)),
    more = button("step", "›", () => choose("RIGHT", item.id));
  less.ariaLabel = say("{label}: previous", { label: item.label });
  more.ariaLabel = say("{label}: next", { label: item.label });
  less.dataset.id = `${item.id} less`;
  more.dataset.id = `${item.id} more`;
  const turns = make("span", "turns-to", less, make("span", "value", item.value ?? ""), more),
    made = make("div", "setting", make("span", "label", item.label), turns);
  made.role = "group";
  made.ariaLabel = item.label;
  return made;
}

/** That something opens: to look at, not to be read out. @param {string} shown */
function sign(shown) {
  const made = make("span", "opens", shown);
  made.ariaHidden = "true";
  return made;
}

/**
 * What a page says besides its title and its boards.
 *
 * @param {PageData} page
 * @returns {HTMLElement[]}
 */
export function words({ lines = [], table = [], own, about = [] }) {
  return [
    ...lines.map((line) => make("p", "line", line)),
    ...(table.length ? [rows(table, own)] : []),
    ...about.map((line) => make("p", "about", line)),
  ];
}

/** @param {string[][]} table @param {number} [own] */
function rows(table, own) {
  const body = make(
    "tbody",
    "",
    ...table.map((cells, place) => make("tr", place === own ? "own" : "", ...cells.map((cell) => make("td", "", cell)))),
  );
  return make("table", "scores", body);
}

/**
 * A page to read, in a sheet: a picture of a board, a card, or lines.
 *
 * @param {PageData} page
 */
export function reading(page) {
  const made = make("article", "reading");
  if (page.table && page.table[0]?.length > 3) made.append(card(page.title ?? "", page.table));
  else made.append(make("h2", "", page.title ?? ""), ...words(page));
  if (page.board) {
    const board = new Board();
    board.show(page.board, { still: true });
    made.append(board.box);
  }
  if (page.boards?.length) made.append(pictures(page.boards));
  if (page.code) made.append(scannable(page.code));
  if (page.alphabet && !page.board?.alphabet) {
    const letters = make("p", "letters");
    showLetters(letters, page.alphabet);
    made.append(letters);
  }
  return made;
}

/**
 * Small boards that explain something.
 *
 * @param {BoardData[]} list
 */
export function pictures(list) {
  return make(
    "div",
    "pictures",
    ...list.map((data) => {
      const board = new Board();
      board.show(data, { still: true });
      return board.box;
    }),
  );
}

/** For a list on another screen, that has a cursor. @param {(key: string) => void} tap */
export function arrows(tap) {
  const keys = { LEFT: ["◀", say("Left")], UP: ["▲", say("Up")], DOWN: ["▼", say("Down")], RIGHT: ["▶", say("Right")] };
  return make(
    "div",
    "arrows",
    ...Object.entries(keys).map(([key, [sign, label]]) => {
      const made = button("button", sign, () => tap(key));
      made.ariaLabel = label;
      return made;
    }),
  );
}

/** Words and names to choose from. @param {AskedData} asked @param {(key: string, entry: string | number) => void} choose */
export function ideas(asked, choose) {
  if (asked.suggests) return button("button idea", say("Suggest a word"), () => choose("DOWN", "next"));
  if (!asked.ideas) return null;
  return make(
    "ul",
    "entries names",
    ...asked.ideas.map((idea, at) =>
      make(
        "li",
        "",
        button("button", idea, () => choose("DOWN", at)),
      ),
    ),
  );
}

/** @type {[mark: string, look: string, told: string][]} */
const NOTED = [
  ["G", "in-place", say("yes")],
  ["Y", "elsewhere", say("maybe")],
  [".", "absent", say("no")],
];

/**
 * A letter for each of the alphabet, to mark by tapping.
 *
 * @param {string | undefined} marks
 * @param {AskedData} asked
 * @param {Press} tap
 */
export function notes(marks = "", { about = 0 }, tap) {
  const legend = NOTED.map(([, look, told]) => make("span", "", make("i", `tile note-tile ${look}`), told));
  const letters = [...marks].map((mark, at) => {
    const letter = String.fromCharCode(65 + at),
      [, look, told] = NOTED.find(([each]) => each === mark) ?? ["", "", ""],
      made = button(`tile note-tile ${look}`, letter, () => tap(letter));
    made.dataset.id = letter;
    if (told) made.setAttribute("aria-description", told);
    return made;
  });
  const turn = about > 1 ? button("button", say("Next word"), () => tap("RIGHT")) : null;
  return make(
    "div",
    "notes",
    make("p", "line", say("Tap a letter to mark it for yourself.")),
    make("p", "legend", ...legend),
    make("div", "note-tiles", ...letters),
    turn,
  );
}
