// The settings of this phone, in the menu: its sound and the layout of its keys.

import { make } from "../elements.js";
import { switchSound } from "../sound.js";
import { say } from "../texts.js";
import { entry } from "./choices.js";
import { showFigures } from "./figures.js";
import { LAYOUTS, ofThisLanguage } from "./keyboard.js";

const KEPT = "keyboard"; // the layout that somebody has chosen on this phone

export class Phone {
  #changed;
  #sounds = false;

  /** @param {() => void} changed */
  constructor(changed) {
    this.#changed = changed;
  }

  get layout() {
    const kept = localStorage.getItem(KEPT) ?? "";
    return kept in LAYOUTS ? kept : ofThisLanguage(navigator.language);
  }

  /** What the menu is drawn from, so that it is drawn again when this changes. */
  get state() {
    return [this.#sounds, this.layout];
  }

  /** Its entries in the menu of a seat; `name` is empty if nobody sits there. @param {string} name @param {string} code */
  menu(name, code) {
    const items = [
      { id: "own sound", label: say("Sound on this phone"), value: this.#sounds ? say("on") : say("off") },
      { id: "own keyboard", label: say("Keyboard"), value: this.layout, turns: true },
      ...(name ? [{ id: "own figures", label: say("My figures"), opens: true }] : []),
    ];
    const list = make("ul", "entries own");
    for (const item of items)
      list.append(
        make(
          "li",
          "",
          entry(item, (key, id) => this.#choose(key, id, name, code)),
        ),
      );
    list.querySelector('[data-id="own sound"]')?.setAttribute("aria-pressed", String(this.#sounds));
    return list;
  }

  /** @param {string} key @param {string} id @param {string} name @param {string} code */
  #choose(key, id, name, code) {
    if (id === "own figures") return showFigures(name, code);
    if (id === "own sound") switchSound((this.#sounds = !this.#sounds));
    else this.#turn(key === "LEFT" ? -1 : 1);
    this.#changed();
  }

  /** @param {number} step */
  #turn(step) {
    const names = Object.keys(LAYOUTS),
      now = names.indexOf(this.layout);
    localStorage.setItem(KEPT, names[(now + step + names.length) % names.length]);
  }
}
