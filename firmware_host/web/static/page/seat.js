// A seat on a phone, a tablet or a laptop, or the private screen in the hands of the player it was passed to: draws the page
// that the table sends, and sends back what is touched.

import { byId, make } from "../elements.js";
import { Live } from "../live.js";
import { play } from "../sound.js";
import { say } from "../texts.js";
import { arrows, entries, ideas, notes, reading, words } from "./choices.js";
import { Keyboard, known, listen } from "./keyboard.js";
import { coverWhenLeft, stayAwake } from "./leaving.js";
import { Board, button, Clock, part, showLetters, spoken, TableTime, tallies, used } from "./parts.js";
import { Phone } from "./phone.js";
import { sharing } from "./sharing.js";
import { typedRow, Waiting } from "./waiting.js";

const own = location.pathname.startsWith("/seat/"),
  number = Number(location.pathname.split("/").pop());
const name = own ? `seat${number}` : "private",
  device = `${name}.page`;
const main = byId("seat");
/** @type {SeatFrame & { asked: AskedData }} */
let frame = { page: {}, asked: {} };
const time = new TableTime(),
  waiting = new Waiting();

// ── what is sent ─────────────────────────────────────────────────────────────────────────────────

const live = new Live(name, {
  hello: (hello) => time.set(hello),
  device: (message) => message.device === device && (message.dark ? dark() : show(message)),
  tone: play,
});

/** @type {Press} */
function press(key) {
  if (key === "ESC" && !frame.menu && !frame.sheet && !frame.asked.leaves) return;
  if (key === "ENTER" && frame.asked.kind === "list") return; // a list has buttons; no entry is under a cursor
  if (live.open || key === "ENTER" || frame.asked.kind !== "word") return tap(key);
  waiting.add(key, frame.asked.name);
  draw();
}

/** A seat's page presses its own keys; the private screen those of the player who has it, and none while it is covered. @type {Send} */
function send(message) {
  const seat = own ? number : frame.seat;
  if (seat) live.send({ seat, ...message });
}

/** @type {Press} */
function tap(key) {
  send({ key, down: true });
  send({ key, down: false });
}

/** @param {string} key @param {string | number} entry */
const choose = (key, entry) => send({ key, task: frame.asked.name, entry: String(entry) });
const hold = (/** @type {boolean} */ down) => (frame.asked.spaces ? down && tap("SPACE") : look(down));

let held = false;
/** @param {boolean} down */
function look(down) {
  if (down === held) return;
  held = down;
  document.body.classList.toggle("lifted", down);
  if (frame.look || frame.looking || !down) send({ key: "SPACE", down });
  draw();
  tellSecret();
}

// ── the parts of the page ────────────────────────────────────────────────────────────────────────

const plate = make("h1", "plate"),
  title = make("p", "title"),
  clock = new Clock(time.now);
const menu = button("icon menu", "☰", () => press("ESC"));
menu.ariaLabel = say("Menu");
const said = make("p", "said"),
  boards = make("div", "boards"),
  around = make("div", "around"),
  choices = make("div", "choices");
said.role = "status";
const stage = make("div", "stage", boards, around),
  keyboard = new Keyboard(press),
  phone = new Phone(() => draw());
const secret = button("button secret", "", null),
  sheet = make("section", "sheet"),
  veil = make("div", "veil");
sheet.role = "dialog";
sheet.ariaModal = "true";
sheet.tabIndex = -1;
const heard = make("div", "unseen");
heard.ariaLive = "polite";
const spokenSecret = make("div", "unseen");
spokenSecret.ariaLive = "assertive";
const bar = make("header", "bar", plate, title, clock.box, menu);
main.append(bar, said, stage, secret, choices, keyboard.box);
document.body.append(veil, sheet, heard, spokenSecret);
/** @type {Map<number, Board>} */
const drawn = new Map(); // boards by their place

secret.onpointerdown = (/** @type {PointerEvent} */ event) => {
  event.preventDefault();
  secret.setPointerCapture?.(event.pointerId);
  look(true);
};
for (const over of ["pointerup", "pointercancel", "lostpointercapture"]) secret.addEventListener(over, () => look(false));
// With a keyboard it is held as well. A screen reader clicks: once to lift the cover, once more to put it back.
for (const type of ["keydown", "keyup"])
  secret.addEventListener(type, (event) => {
    const { key, repeat } = /** @type {KeyboardEvent} */ (event);
    if (key !== "Enter" && key !== " ") return;
    event.preventDefault();
    if (!repeat) look(type === "keydown");
  });
secret.onblur = () => look(false);
secret.onclick = (/** @type {MouseEvent} */ event) => event.detail || look(!held);
secret.oncontextmenu = (/** @type {Event} */ event) => event.preventDefault();
veil.onclick = () => press("ESC");

// ── drawing ──────────────────────────────────────────────────────────────────────────────────────

function dark() {
  frame = { page: { lines: [say("The table is off.")] }, asked: {} };
  draw();
}

/** @param {SeatFrame} message */
function show(message) {
  const before = frame;
  frame = { ...message, asked: message.asked ?? {} }; // a covered screen asks nothing
  draw();
  if (message.said && message.said !== before.said && frame.asked.kind === "word") refuse();
  if (message.called && !before.called) navigator.vibrate?.([30, 60, 30]);
  tell(before);
  tellSecret();
  if (waiting.any) waiting.take(frame.asked.name).forEach(tap);
}

function refuse() {
  for (const board of drawn.values()) board.shake();
  navigator.vibrate?.(60);
}

function draw() {
  const { page, palette = "green-yellow" } = frame,
    asked = waiting.in(frame.asked);
  document.title = frame.name ? say("{name} · wordtable", { name: frame.name }) : "wordtable";
  document.body.classList.toggle("orange-blue", palette === "orange-blue");
  document.body.classList.toggle("called", Boolean(frame.called));
  document.body.classList.toggle("cheers", Boolean(page.cheers));
  main.dataset.asked = asked.kind ?? "";
  plate.textContent = frame.name || (own ? say("Seat {seat}", { seat: number }) : say("Private screen"));
  title.textContent = page.title === frame.name ? "" : (page.title ?? "");
  clock.show(page.deadline);
  menu.hidden = !frame.menu;
  said.textContent = frame.said || frame.news || "";
  said.classList.toggle("refusal", Boolean(frame.said));
  drawBoards(shownBoards(asked));
  drawAround(page, boards.childElementCount > 0);
  drawChoices(frame.sheet ? {} : asked, frame.sheet ? "" : frame.resumes);
  drawSecret();
  const typing = asked.kind === "word" || asked.kind === "elsewhere";
  keyboard.box.hidden = !typing;
  keyboard.lay(phone.layout);
  keyboard.space.hidden = !asked.spaces;
  keyboard.box.classList.toggle("orange-blue-grey", (frame.sheet ?? page).board?.colours === "orange-blue-grey");
  keyboard.colour(known((frame.sheet ?? page).board ?? page.board, (frame.sheet ?? page).alphabet ?? page.board?.alphabet));
  main.inert = Boolean(frame.sheet) && !typing;
  for (const box of [bar, stage, choices]) box.inert = Boolean(frame.sheet);
  drawSheet(frame.sheet ?? null, asked);
  if (around.scrollHeight > around.clientHeight) around.tabIndex = 0;
  else around.removeAttribute("tabindex"); // a keyboard scrolls only what it can reach
}

// The board that is written on; otherwise all that may be looked at, the one that the table has turned to first.
function shownBoards(asked = frame.asked) {
  const { page, private: hidden } = frame;
  const typing = frame.sheet ? null : asked.kind === "word" ? asked : null;
  if (page.board?.writing != null) return [waiting.on(page.board)];
  if (asked.kind === "marks" && page.board) return [page.board];
  const many = page.boards?.length ? page.boards : page.board ? [page.board] : [];
  if (typing || (page.big && !many.length)) return [...many, word(typing, page, hidden)];
  return asked.name === "result" ? used(many) : many;
}

/**
 * A word that has no board: a name, a secret, a hint.
 *
 * @param {AskedData | null} asked
 * @param {PageData} page
 * @param {boolean | undefined} hidden
 * @returns {BoardData}
 */
function word(asked, { big = "", slots = 0 }, hidden) {
  const letters = asked ? (asked.typed ?? "") : big,
    columns = Math.max(asked?.longest ?? slots, letters.length, 1);
  return { columns, rows: [typedRow(letters, columns)], writing: asked ? 0 : null, covered: hidden && !frame.looking };
}

/** @param {BoardData[]} list */
function drawBoards(list) {
  while (boards.childElementCount > list.length) {
    boards.lastChild?.remove();
    drawn.delete(boards.childElementCount);
  }
  list.forEach((data, place) => {
    const board = drawn.get(place) ?? new Board();
    drawn.set(place, board);
    if (board.box.parentNode !== boards) boards.append(board.box);
    board.box.classList.toggle("long", data.columns > 8);
    board.show(data, { covered: data.covered && !held });
  });
  stage.classList.toggle("many", list.length > 1);
  boards.tabIndex = list.length > 1 ? 0 : -1; // a keyboard can swipe as well
  boards.role = list.length > 1 ? "group" : null;
  boards.ariaLabel = list.length > 1 ? say("Boards") : null;
  stage.classList.toggle("bare", list.length === 0);
  markable();
}

// Marking by hand: the tiles of the row to mark are buttons.
function markable() {
  const { kind, word = "", marks = "" } = frame.asked;
  for (const tile of boards.querySelectorAll(".tile.marking")) tile.classList.remove("marking");
  if (kind !== "marks") return;
  const place = frame.page.board?.rows.findLastIndex(([letters]) => letters === word) ?? -1;
  const row = boards.querySelectorAll(".row")[place];
  const tiles = /** @type {HTMLElement[]} */ ([...(row?.querySelectorAll(".tile") ?? [])]);
  tiles.forEach((tile, at) => {
    tile.classList.add("marking");
    tile.role = "button";
    tile.tabIndex = 0;
    tile.ariaHidden = null;
    tile.ariaLabel = spoken([word[at], marks[at], ""]);
    tile.onclick = () => choose("UP", at);
    tile.onkeydown = (event) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        event.stopPropagation();
        choose("UP", at);
      }
    };
  });
}

const drawAround = part(around, (/** @type {PageData} */ { others = [], alphabet, ...page }, /** @type {boolean} */ beside) => {
  const made = words(frame.name || !page.big ? page : {});
  if (others.length && boards.childElementCount < 2)
    made.push(
      make(
        "ul",
        "others",
        ...others.map((other) =>
          make("li", `other ${other.state}`, make("b", "", other.name), tallies(other.rows), make("span", "told", other.told)),
        ),
      ),
    );
  if (alphabet && keyboard.box.hidden && !boards.querySelector(".letters:not([hidden])")) {
    const letters = make("p", "letters");
    showLetters(letters, alphabet);
    made.push(letters);
  }
  around.classList.toggle("beside", beside);
  return made;
});

const drawChoices = part(choices, (/** @type {AskedData} */ asked, /** @type {string | undefined} */ menuName) => {
  if (menuName) return button("button strong go", say("Go on"), () => resume(menuName));
  switch (asked.kind) {
    case "list":
      return entries(asked, choose);
    case "wait":
      return [
        asked.name === "result" ? sharing(shownBoards(), frame.palette ?? "") : null,
        asked.button ? button("button strong go", asked.button, () => choose("ENTER", "")) : null,
      ];
    case "marks":
      return button("button strong go", say("Done"), () => choose("ENTER", ""));
    case "word":
      return ideas(asked, choose);
    case "elsewhere":
      return arrows(tap);
    default:
      return null;
  }
});

/** As in the menu, which says so too. @param {string} task */
function resume(task) {
  tap("ESC");
  send({ key: "ENTER", task, entry: "resume" });
}

function drawSecret() {
  const { page, look: mayLook, looking } = frame;
  secret.hidden = !(page.secret || mayLook || looking || (frame.private && frame.asked.kind === "word" && !frame.sheet));
  const shown = held ? page.secret || "" : "";
  const label = shown || (frame.asked.kind === "word" && !page.secret ? say("Hold to see what you typed") : say("Hold to see your word"));
  if (secret.textContent !== label) secret.textContent = label;
  secret.classList.toggle("shown", Boolean(shown));
}

const sheetBody = make("div", "sheet-body"),
  sheetTitle = make("h2", ""),
  back = button("icon", "✕", () => press("ESC"));
back.ariaLabel = say("Back");
sheet.append(make("header", "sheet-bar", sheetTitle, back), sheetBody);
const fillSheet = part(sheetBody, (/** @type {PageData} */ page, /** @type {AskedData} */ asked) => {
  switch (asked.kind) {
    case "read":
      return (asked.pages ?? []).map(reading);
    case "word":
      return [
        ...words(page),
        page.board ? reading({ board: used([page.board])[0], alphabet: page.alphabet }) : null,
        typedBoard(page, asked),
      ];
    case "notes":
      return notes(page.notes, asked, tap);
    default:
      return [
        ...words({ ...page, table: [] }),
        page.board || page.table ? reading({ ...page, title: "", lines: [], about: [] }) : null,
        entries(asked, choose),
        inMenu() ? phone.menu(own ? (frame.name ?? "") : "", localStorage.getItem(`code ${name}`) ?? "") : null,
      ];
  }
});

/** @param {PageData | null} page @param {AskedData} asked */
function drawSheet(page, asked) {
  const opens = sheet.hidden && page,
    leaves = !page && sheet.contains(document.activeElement);
  sheet.hidden = veil.hidden = !page;
  if (leaves) menu.focus({ preventScroll: true }); // where they came from
  if (!page) return;
  sheetTitle.textContent = (asked.kind === "read" ? asked.ask : page.title) || asked.ask || "";
  sheet.ariaLabel = sheetTitle.textContent;
  sheet.classList.toggle("typing", asked.kind === "word");
  fillSheet(page, asked, inMenu() ? phone.state : null);
  if (opens) (sheetBody.querySelector("button") ?? sheet).focus({ preventScroll: true });
}

/** @param {PageData} page @param {AskedData} asked */
function typedBoard(page, asked) {
  const board = new Board(),
    box = make("div", "typed-board");
  board.show(word(asked, page, false), { still: true });
  board.box.classList.toggle("long", (asked.longest ?? 0) > 8);
  box.append(board.box);
  return box;
}

const inMenu = () => Boolean(frame.asked.name?.includes("menu"));

// ── for screen readers ─────────────────────────────────────────────────────────────────────────────

/** What is new, in words: the question, a row that was marked. What stands in the status line is told by itself. @param {SeatFrame} before */
function tell(before) {
  const lines = [],
    now = frame.sheet ?? frame.page,
    then = before.sheet ?? before.page;
  if (now.title && now.title !== then.title) lines.push(now.title);
  for (const line of now.lines ?? []) if (!then.lines?.includes(line)) lines.push(line);
  (frame.page.board?.rows ?? []).forEach((row, place) => {
    const was = before.page.board?.rows[place];
    if (was && /^[GYx-]+$/.test(row[1]) && was[1] !== row[1]) lines.push(spoken(row));
  });
  if (lines.length) heard.replaceChildren(...lines.map((line) => make("p", "", line)));
}

/** Their own word, to those who cannot see it, and only while it is held. */
function tellSecret() {
  const told = held ? (frame.page.secret ?? "") : "";
  if (told !== spokenSecret.textContent) spokenSecret.textContent = told;
}

// ── leaving and coming back ──────────────────────────────────────────────────────────────────────

coverWhenLeft(() => look(false));
stayAwake();

listen(
  (key) => {
    if (key === "ENTER" && ["wait", "marks"].includes(frame.asked.kind ?? "")) choose("ENTER", "");
    else press(key);
  },
  { hold },
);
draw();
