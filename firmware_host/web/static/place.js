// A seat, large: its panel, its lights, and a keypad to click, to touch, or to type on.

import { Grid, Panel } from "./displays.js";
import { byId, make, within } from "./elements.js";
import { telling } from "./telling.js";
import { say } from "./texts.js";

const LETTERS = ["QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM"];
const DIGITS = [
  ["7", "pqrs"],
  ["8", "tuv"],
  ["9", "wxyz"],
  ["4", "ghi"],
  ["5", "jkl"],
  ["6", "mno"],
  ["1", ""],
  ["2", "abc"],
  ["3", "def"],
];
/** @type {Record<string, string[]>} */
const NAMES = {
  // of each key: what is printed on it, and what a screen reader says
  ENTER: [say("Enter"), say("Enter")],
  ESC: [say("Menu"), say("Menu, Escape")],
  DELETE: ["⌫", say("Delete")],
  UP: ["▲", say("Up")],
  DOWN: ["▼", say("Down")],
  LEFT: ["◀", say("Left")],
  RIGHT: ["▶", say("Right")],
  SPACE: [say("Look"), say("Look at your word, Space")],
  NEXT: ["+", say("Next")],
  PAGE_UP: ["*", say("Page up")],
  PAGE_DOWN: ["/", say("Page down")],
};
/** @type {Record<string, string>} */
const TYPED = {
  Enter: "ENTER",
  Escape: "ESC",
  Backspace: "DELETE",
  Delete: "DELETE",
  ArrowUp: "UP",
  ArrowDown: "DOWN",
  ArrowLeft: "LEFT",
  ArrowRight: "RIGHT",
  PageUp: "PAGE_UP",
  PageDown: "PAGE_DOWN",
  " ": "SPACE",
  "+": "NEXT",
};

export class Place {
  #seat;
  #send;
  /** @type {Panel | null} */
  #panel = null;
  #held = new Map();
  #news = telling(350);

  /** @param {TableSeat} seat @param {TableHello} table @param {Send} send */
  constructor(seat, { sizes, screens }, send) {
    const { number } = seat;
    this.#seat = seat;
    this.#send = send;
    this.box = make("div", "at-place");
    /** @type {Map<string, Panel | Grid>} */
    this.devices = new Map();
    this.plate = make("h2", "plate", say("Seat {seat}", { seat: number }));
    const shows = make("div", "shows");
    const panel = `seat${number}.panel` in sizes ? `seat${number}.panel` : screens.public; // where its menus are
    for (const device of [panel, `seat${number}.grid`]) {
      if (!(device in sizes)) continue;
      const display = device === panel ? new Panel(say("Panel"), sizes[device]) : new Grid(say("Lights"), sizes[device]);
      if (display instanceof Panel) this.#panel = display;
      this.devices.set(device, display);
      shows.append(display.box);
    }
    this.keypad = seat.numeric ? numberPad() : letterPad();
    this.keypad.setAttribute("role", "group");
    this.keypad.setAttribute("aria-label", say("Keypad of seat {seat}", { seat: number }));
    this.box.append(this.plate, shows, this.keypad, this.#news.region);
    this.#listenToFingers();
  }

  get number() {
    return this.#seat.number;
  }

  get dark() {
    return this.#panel?.box.classList.contains("dark") ?? true;
  }

  /** @param {DeviceMessage} message */
  show(message) {
    if (message.device === `seat${this.number}.lamp`) this.box.classList.toggle("turn", message.lit);
    const display = this.devices.get(message.device);
    if (!display) return;
    if (message.dark) display.dark();
    else display.show(message);
    if (display === this.#panel) this.#news.tell(this.#panel.still);
  }

  /** @param {string} key @param {boolean} down */
  press(key, down) {
    if (down === this.#held.has(key)) return;
    if (down) this.#held.set(key, true);
    else this.#held.delete(key);
    this.keypad.querySelector(`[data-key="${key}"]`)?.classList.toggle("down", down);
    this.#send({ seat: this.number, key, down });
  }

  /** @param {string} key */
  tap(key) {
    this.press(key, true);
    this.press(key, false);
  }

  letAllGo() {
    for (const key of [...this.#held.keys()]) this.press(key, false);
  }

  forget() {
    this.#held.clear();
  }

  #listenToFingers() {
    const pressed = new Map(); // by finger
    const keyOf = (/** @type {Event} */ event) => within(event, "[data-key]")?.dataset.key;
    this.keypad.addEventListener("pointerdown", (event) => {
      const key = keyOf(event);
      if (!key || event.button) return;
      event.preventDefault(); // keeps the focus where it is, so that typing still works
      if (event.target instanceof Element) event.target.releasePointerCapture?.(event.pointerId);
      pressed.set(event.pointerId, key);
      this.press(key, true);
      navigator.vibrate?.(8);
    });
    const up = (/** @type {PointerEvent} */ event) => {
      const key = pressed.get(event.pointerId);
      pressed.delete(event.pointerId);
      if (key) this.press(key, false);
    };
    addEventListener("pointerup", up);
    addEventListener("pointercancel", up);
    this.keypad.addEventListener("click", (event) => {
      // pressed by a screen reader
      const key = keyOf(event);
      if (key && event.detail === 0) this.tap(key);
    });
    this.keypad.addEventListener("contextmenu", (event) => event.preventDefault());
  }
}

/**
 * The keyboard types at the place that `chosen` returns. A button that was reached with Tab keeps its own Enter and Space.
 *
 * @param {() => Place | null} chosen
 */
export function listenToKeyboard(chosen) {
  const keyOf = (/** @type {KeyboardEvent} */ event) => TYPED[event.key] ?? (/^[a-z0-9]$/i.test(event.key) ? event.key.toUpperCase() : "");
  const elsewhere = (/** @type {KeyboardEvent} */ event) =>
    within(event, "dialog, input, select, textarea") || ((event.key === "Enter" || event.key === " ") && within(event, "button, a"));
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
  addEventListener("click", (event) => {
    // whatever was clicked, the next Enter is for the seat again
    const clicked = event.detail > 0 && within(event, "button");
    if (clicked && !clicked.closest("dialog, .keypad")) byId("place").focus({ preventScroll: true });
  });
}

/** @param {string} name */
function key(name, shown = name, className = "") {
  const button = make("button", `key ${className}`.trim(), NAMES[name]?.[0] ?? shown);
  button.type = "button";
  button.tabIndex = -1; // a real keyboard has these keys anyway
  button.dataset.key = name;
  if (NAMES[name]) button.setAttribute("aria-label", NAMES[name][1]);
  return button;
}

/** @param {...HTMLElement} keys */
function row(...keys) {
  const line = make("div", "row");
  line.append(...keys);
  return line;
}

function letterPad() {
  const pad = make("div", "keypad letters");
  const [first, second, third] = LETTERS.map((letters) => [...letters].map((letter) => key(letter)));
  const arrows = make("div", "arrows");
  arrows.append(...["UP", "LEFT", "DOWN", "RIGHT"].map((name) => key(name, "", `to-${name.toLowerCase()}`)));
  pad.append(
    row(...first),
    row(...second),
    row(...third, key("DELETE", "", "wide")),
    row(key("ESC", "", "wide soft"), key("SPACE", "", "wide soft"), arrows, key("ENTER", "", "wide enter")),
  );
  return pad;
}

function numberPad() {
  const pad = make("div", "keypad numbers");
  const digits = DIGITS.map(([digit, letters]) => {
    const button = key(digit, digit, "digit");
    button.append(make("small", "", letters));
    return button;
  });
  pad.append(
    row(key("ESC", "", "soft"), key("PAGE_UP", "", "soft"), key("PAGE_DOWN", "", "soft")),
    row(...digits.slice(0, 3)),
    row(...digits.slice(3, 6)),
    row(...digits.slice(6)),
    row(key("NEXT"), key("0"), key("DELETE")),
    row(key("ENTER", "", "wide enter")),
  );
  return pad;
}
