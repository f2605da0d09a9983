// Letters to tap, in the colours of what is known of them. A laptop's own keyboard types as well.

import { make, within } from "../elements.js";
import { say } from "../texts.js";
import { button, SPOKEN } from "./parts.js";
import { plain } from "./plain.js";

/** @type {Record<string, string[]>} */
export const LAYOUTS = {
  QWERTY: ["QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM"],
  QWERTZ: ["QWERTZUIOP", "ASDFGHJKL", "YXCVBNM"],
  AZERTY: ["AZERTYUIOP", "QSDFGHJKLM", "WXCVBN"],
  ABC: ["ABCDEFGHIJ", "KLMNOPQRS", "TUVWXYZ"],
};
/** @type {Record<string, string>} */
const USUAL = { de: "QWERTZ", cs: "QWERTZ", hu: "QWERTZ", fr: "AZERTY" };

/** What people of this language are used to. @param {string} language */
export const ofThisLanguage = (language) => USUAL[language.slice(0, 2)] ?? "QWERTY";

/** @type {Record<string, string>} */
const NAMES = { G: "in-place", Y: "elsewhere", "-": "absent" };
/** @type {Record<string, string>} */
const TYPED = {
  Enter: "ENTER",
  Escape: "ESC",
  Backspace: "DELETE",
  ArrowUp: "UP",
  ArrowDown: "DOWN",
  ArrowLeft: "LEFT",
  ArrowRight: "RIGHT",
};

export class Keyboard {
  /** @type {Map<string, HTMLButtonElement>} */
  #keys = new Map();
  #marks = "";
  #press;
  /** @type {HTMLDivElement[]} */
  #rows = [];

  /** `press` is told the name of each key. @param {Press} press */
  constructor(press) {
    this.#press = press;
    this.box = make("div", "keyboard");
    this.box.role = "group";
    this.box.ariaLabel = say("Keyboard");
    this.space = this.#key("SPACE", say("Space"));
    this.space.hidden = true;
    this.#rows = [0, 1, 2].map(() => make("div", "keys"));
    this.box.append(...this.#rows, make("div", "keys", this.space));
    const ends = { ENTER: say("Enter"), DELETE: "⌫" };
    for (const [name, shown] of Object.entries(ends)) this.#key(name, shown);
    for (const letter of LAYOUTS.ABC.join("")) this.#key(letter, letter);
    this.lay("QWERTY");
  }

  /** Lays the keys out. @param {string} layout */
  lay(layout) {
    if (layout === this.box.dataset.layout) return;
    this.box.dataset.layout = layout;
    const keys = LAYOUTS[layout].map((letters) => [...letters]);
    keys[2] = ["ENTER", ...keys[2], "DELETE"];
    keys.forEach((names, place) => this.#rows[place].replaceChildren(...names.flatMap((name) => this.#keys.get(name) ?? [])));
  }

  /** @param {string} name @param {string} shown */
  #key(name, shown) {
    const press = this.#press;
    const made = button(`key${name.length > 1 ? " wide" : ""}`, shown, (event) => event.detail || press(name)); // by a screen reader
    made.onpointerdown = (event) => {
      if (event.button) return;
      event.preventDefault();
      press(name);
      navigator.vibrate?.(6);
    };
    made.dataset.key = name;
    if (name === "DELETE") made.ariaLabel = say("Delete");
    this.#keys.set(name, made);
    return made;
  }

  /** Colours the keys by a mark for each letter. @param {Map<string, string>} marks */
  colour(marks) {
    const now = [...marks]
      .map(([letter, mark]) => letter + mark)
      .sort()
      .join();
    if (now === this.#marks) return;
    this.#marks = now;
    for (const [letter, key] of this.#keys) {
      if (letter.length > 1) continue;
      const mark = marks.get(letter) ?? "";
      for (const [each, name] of Object.entries(NAMES)) key.classList.toggle(name, each === mark);
      key.setAttribute("aria-description", SPOKEN[mark] ?? "");
    }
  }
}

/**
 * What a board says of each letter, the best mark first.
 *
 * @param {BoardData | undefined} board
 * @param {KnownLetters | undefined} alphabet
 */
export function known(board, alphabet) {
  /** @type {Map<string, string>} */
  const marks = new Map();
  for (const letter of alphabet?.out ?? "") marks.set(letter, "-");
  for (const letter of alphabet?.in ?? "") marks.set(letter, "Y");
  if (!alphabet) return marks;
  for (const [letters, row] of board?.rows ?? [])
    for (const [at, letter] of [...letters].entries()) if (row[at] === "G") marks.set(letter, "G");
  return marks;
}

/**
 * Keys of a real keyboard. A button that has the focus keeps its own Enter and Space.
 *
 * @param {Press} press
 * @param {{ hold: (down: boolean) => void }} more
 */
export function listen(press, { hold }) {
  const elsewhere = (/** @type {KeyboardEvent} */ event) =>
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    within(event, "input, dialog[open]") ||
    ((event.key === "Enter" || event.key === " ") && within(event, "button, a"));
  addEventListener("keydown", (event) => {
    if (elsewhere(event)) return;
    if (event.key === " ") {
      event.preventDefault();
      if (!event.repeat) hold(true);
      return;
    }
    const letters = event.key.length === 1 ? plain(event.key) : "", // one, but two for a German ß
      keys = TYPED[event.key] ? [TYPED[event.key]] : [...letters];
    if (!keys.length) return;
    event.preventDefault();
    if (letters) leave(event); // so that the ENTER that follows is for the word
    if (!event.repeat || event.key === "Backspace") keys.forEach(press);
  });
  addEventListener("keyup", (event) => event.key === " " && hold(false));
  addEventListener("blur", () => hold(false));
  addEventListener("click", (event) => event.detail && leave(event)); // clicked with a pointer: the next ENTER is for the seat
}

/** The button at which this happened has the focus no more. @param {Event} event */
const leave = (event) => within(event, "button:not(dialog *)")?.blur();
