// Letters to tap, in the colours of what is known of them. A laptop's own keyboard types as well.

import { say } from "../texts.js";
import { button, make } from "./parts.js";

const ROWS = ["QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM"];
const NAMES = { G: "in-place", Y: "elsewhere", "-": "absent" };
const TYPED = { Enter: "ENTER", Escape: "ESC", Backspace: "DELETE", ArrowUp: "UP", ArrowDown: "DOWN", ArrowLeft: "LEFT", ArrowRight: "RIGHT" };

export class Keyboard {
  #keys = new Map(); #marks = "";

  /** `press` is told the name of each key. */
  constructor(press) {
    this.box = make("div", "keyboard");
    this.box.role = "group";
    this.box.ariaLabel = say("Keyboard");
    ROWS.forEach((letters, place) => {
      const row = make("div", "keys");
      if (place === 2) row.append(this.#key("ENTER", say("Enter"), press));
      row.append(...[...letters].map((letter) => this.#key(letter, letter, press)));
      if (place === 2) row.append(this.#key("DELETE", "⌫", press));
      this.box.append(row);
    });
    this.#keys.get("DELETE").ariaLabel = say("Delete");
    this.space = this.#key("SPACE", say("Space"), press);
    this.space.hidden = true;
    this.box.append(make("div", "keys", this.space));
  }

  #key(name, shown, press) {
    const made = button(`key${name.length > 1 ? " wide" : ""}`, shown, (event) => event.detail || press(name)); // by a screen reader
    made.onpointerdown = (event) => {
      if (event.button) return;
      event.preventDefault();
      press(name);
      navigator.vibrate?.(6);
    };
    made.dataset.key = name;
    this.#keys.set(name, made);
    return made;
  }

  /** Colours the keys by a mark for each letter. */
  colour(marks) {
    const now = [...marks].map(([letter, mark]) => letter + mark).sort().join();
    if (now === this.#marks) return;
    this.#marks = now;
    for (const [letter, key] of this.#keys) {
      if (letter.length > 1) continue;
      for (const name of Object.values(NAMES)) key.classList.toggle(name, NAMES[marks.get(letter)] === name);
    }
  }
}

/** What a board says of each letter, the best mark first. */
export function known({ rows = [] } = {}, alphabet) {
  const marks = new Map();
  for (const letter of alphabet?.out ?? "") marks.set(letter, "-");
  for (const letter of alphabet?.in ?? "") marks.set(letter, "Y");
  if (!alphabet) return marks;
  for (const [letters, row] of rows) [...letters].forEach((letter, at) => row[at] === "G" && marks.set(letter, "G"));
  return marks;
}

/** Keys of a keyboard with wires. Buttons that have the focus keep their own Enter and Space. */
export function listen(press, { hold }) {
  const elsewhere = (event) => event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("input, dialog[open]")
    || ((event.key === "Enter" || event.key === " ") && event.target.closest?.("button, a"));
  addEventListener("keydown", (event) => {
    if (elsewhere(event)) return;
    if (event.key === " ") { event.preventDefault(); if (!event.repeat) hold(true); return; }
    const key = TYPED[event.key] ?? (/^[a-z]$/i.test(event.key) ? event.key.toUpperCase() : "");
    if (!key) return;
    event.preventDefault();
    if (!event.repeat || key === "DELETE") press(key);
  });
  addEventListener("keyup", (event) => event.key === " " && hold(false));
  addEventListener("blur", () => hold(false));
}
