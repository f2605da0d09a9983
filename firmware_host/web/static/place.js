// A place at the table: its panel, its lights and its keypad, to click, to touch, or to type on.

import { Grid, Panel, element, spoken } from "./displays.js";

const LETTERS = ["QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM"];
const DIGITS = [["7", "pqrs"], ["8", "tuv"], ["9", "wxyz"], ["4", "ghi"], ["5", "jkl"], ["6", "mno"], ["1", ""], ["2", "abc"], ["3", "def"]];
const NAMES = {
  ENTER: ["Enter", "Enter"], ESC: ["Menu", "Menu, Escape"], DELETE: ["⌫", "Delete"], UP: ["▲", "Up"], DOWN: ["▼", "Down"],
  LEFT: ["◀", "Left"], RIGHT: ["▶", "Right"], SPACE: ["Look", "Look at your word, Space"], NEXT: ["+", "Next"],
  PAGE_UP: ["*", "Page up"], PAGE_DOWN: ["/", "Page down"],
};
const TYPED = {
  Enter: "ENTER", Escape: "ESC", Backspace: "DELETE", Delete: "DELETE", ArrowUp: "UP", ArrowDown: "DOWN", ArrowLeft: "LEFT",
  ArrowRight: "RIGHT", PageUp: "PAGE_UP", PageDown: "PAGE_DOWN", " ": "SPACE", "+": "NEXT",
};

export class Place {
  #seat; #send; #held = new Map(); #telling = 0; #told = "";

  constructor(seat, sizes, send) {
    const { number } = seat;
    this.#seat = seat;
    this.#send = send;
    this.box = element("div", "at-place");
    this.devices = new Map();
    this.waiting = new Set();
    this.plate = element("h2", "plate", `Seat ${number}`);
    this.live = element("p", "unseen");
    this.live.setAttribute("aria-live", "polite");
    const shows = element("div", "shows");
    for (const device of [`seat${number}.panel`, "table.screen", `seat${number}.grid`]) {
      if (!(device in sizes) || (device === "table.screen" && `seat${number}.panel` in sizes)) continue;
      const display = device.endsWith(".grid") ? new Grid("Lights", sizes[device]) : new Panel("Panel", sizes[device]);
      this.devices.set(device, display);
      shows.append(display.box);
    }
    this.keypad = seat.numeric ? numberPad() : letterPad();
    this.keypad.setAttribute("role", "group");
    this.keypad.setAttribute("aria-label", `Keypad of seat ${number}`);
    this.box.append(this.plate, shows, this.keypad, this.live);
    this.#listenToFingers();
  }

  get number() { return this.#seat.number; }

  get lines() { return this.devices.get(`seat${this.number}.panel`)?.text ?? []; }

  show(message) {
    if (message.device === `seat${this.number}.lamp`) this.box.classList.toggle("turn", message.lit);
    const display = this.devices.get(message.device);
    if (!display) return;
    if (message.dark) display.dark(); else display.show(message);
    if (!message.device.endsWith(".grid")) this.#tellSoon(display);
    for (const look of [...this.waiting]) look();
  }

  // Calls back when the panel says this, or never: `true` if it came in time.
  says(what, patience = 4000) {
    return new Promise((resolve) => {
      const done = (came) => { this.waiting.delete(look); clearTimeout(late); resolve(came); };
      const look = () => { if (what(this.lines)) done(true); };
      const late = setTimeout(() => done(false), patience);
      this.waiting.add(look);
      look();
    });
  }

  press(key, down) {
    if (down === this.#held.has(key)) return;
    if (down) this.#held.set(key, true); else this.#held.delete(key);
    this.keypad.querySelector(`[data-key="${key}"]`)?.classList.toggle("down", down);
    this.#send({ seat: this.number, key, down });
  }

  tap(key) { this.press(key, true); this.press(key, false); }

  letAllGo() { for (const key of [...this.#held.keys()]) this.press(key, false); }

  forget() { this.#held.clear(); }

  #tellSoon(display) {
    clearTimeout(this.#telling);
    this.#telling = setTimeout(() => {
      const words = spoken(display.text);
      if (words !== this.#told) this.live.textContent = this.#told = words;
    }, 350);
  }

  #listenToFingers() {
    const pressed = new Map(); // by finger
    const keyOf = (event) => event.target.closest?.("[data-key]")?.dataset.key;
    this.keypad.addEventListener("pointerdown", (event) => {
      const key = keyOf(event);
      if (!key || event.button) return;
      event.preventDefault(); // the focus stays where it is, so that typing goes on
      event.target.releasePointerCapture?.(event.pointerId);
      pressed.set(event.pointerId, key);
      this.press(key, true);
      navigator.vibrate?.(8);
    });
    const up = (event) => {
      const key = pressed.get(event.pointerId);
      pressed.delete(event.pointerId);
      if (key) this.press(key, false);
    };
    addEventListener("pointerup", up);
    addEventListener("pointercancel", up);
    this.keypad.addEventListener("click", (event) => { // by a screen reader, which has no finger
      const key = keyOf(event);
      if (key && event.detail === 0) this.tap(key);
    });
    this.keypad.addEventListener("contextmenu", (event) => event.preventDefault());
  }
}

// The physical keyboard goes to the place that `chosen` gives. A focused button keeps its own Enter and Space.
export function listenToKeyboard(chosen) {
  const keyOf = (event) => TYPED[event.key] ?? (/^[a-z0-9]$/i.test(event.key) ? event.key.toUpperCase() : "");
  const elsewhere = (event) => event.target.closest?.("dialog, input, select, textarea")
    || ((event.key === "Enter" || event.key === " ") && event.target.closest?.("button, a"));
  addEventListener("keydown", (event) => {
    const key = keyOf(event);
    if (!key || event.ctrlKey || event.metaKey || event.altKey || elsewhere(event)) return;
    event.preventDefault();
    if (!event.repeat) chosen()?.press(key, true);
  });
  addEventListener("keyup", (event) => {
    const key = keyOf(event);
    if (key) chosen()?.press(key, false);
  });
  addEventListener("blur", () => chosen()?.letAllGo());
}

function key(name, shown = name, className = "") {
  const button = element("button", `key ${className}`.trim(), NAMES[name]?.[0] ?? shown);
  button.type = "button";
  button.tabIndex = -1; // a keyboard has these keys itself
  button.dataset.key = name;
  if (NAMES[name]) button.setAttribute("aria-label", NAMES[name][1]);
  return button;
}

function row(...keys) {
  const line = element("div", "row");
  line.append(...keys);
  return line;
}

function letterPad() {
  const pad = element("div", "keypad letters");
  const [first, second, third] = LETTERS.map((letters) => [...letters].map((letter) => key(letter)));
  const arrows = element("div", "arrows");
  arrows.append(...["UP", "LEFT", "DOWN", "RIGHT"].map((name) => key(name, "", `to-${name.toLowerCase()}`)));
  pad.append(
    row(...first), row(...second), row(...third, key("DELETE", "", "wide")),
    row(key("ESC", "", "wide soft"), key("SPACE", "", "wide soft"), arrows, key("ENTER", "", "wide enter")),
  );
  return pad;
}

function numberPad() {
  const pad = element("div", "keypad numbers");
  const digits = DIGITS.map(([digit, letters]) => {
    const button = key(digit, digit, "digit");
    button.append(element("small", "", letters));
    return button;
  });
  pad.append(
    row(key("ESC", "", "soft"), key("PAGE_UP", "", "soft"), key("PAGE_DOWN", "", "soft")),
    row(...digits.slice(0, 3)), row(...digits.slice(3, 6)), row(...digits.slice(6)),
    row(key("NEXT"), key("0"), key("DELETE")), row(key("ENTER", "", "wide enter")),
  );
  return pad;
}
