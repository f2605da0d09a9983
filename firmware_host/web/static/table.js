// The whole table from above: every seat small, your own place large, and the shared screens in the middle.

import { announcements } from "./announcements.js";
import { countsInWords, Grid, Panel } from "./displays.js";
import { drawer } from "./drawer.js";
import { byId, make, within } from "./elements.js";
import { Live } from "./live.js";
import { listenToKeyboard, Place } from "./place.js";
import { Lobby, quickGame } from "./quick.js";
import { play, switchSound } from "./sound.js";
import { say } from "./texts.js";

/** @type {TableHello} */
let table;
/** @type {Place | null} */
let chosen = null;
/** @type {Map<number, { item: HTMLLIElement, button: HTMLButtonElement }>} */
let seats = new Map();
/** @type {Map<string, { card: HTMLElement, back: HTMLButtonElement, up: boolean, labels: { over: string, back: string } }>} */
let covers = new Map();
/** @type {ReturnType<typeof drawer> | null} */
let pads = null;
/** @type {Map<string, Panel | Grid>} */
const small = new Map(); // displays on the table, by device
/** @type {Map<string, DeviceMessage>} */
const newest = new Map(); // what each showed last
const lobby = new Lobby();
const NO_ROWS = say("none yet");
/** @type {Record<string, string>} */
const BUTTONS = { pause: say("pause"), power: say("power") };

const live = new Live("all", {
  hello: layTable,
  device: show,
  announce: announcements(),
  tone: play,
  occupants: showWho,
  lobby: (state) => {
    lobby.state = state;
  },
  condition: (message) => pads?.show(message, small, seats),
  away: () => chosen?.forget(),
});

/** @param {TableHello} hello */
function layTable(hello) {
  const before = chosen?.number;
  const lifted = [...covers].filter(([, cover]) => cover.up).map(([device]) => device);
  table = hello;
  seats = new Map();
  covers = new Map();
  small.clear();
  newest.clear();
  byId("seats").replaceChildren(...hello.seats.map((seat, at) => laySeat(seat, at, hello)));
  layMiddle(hello);
  makeRoom();
  pads = drawer(hello, live);
  sitAt(hello.seats.find(({ number }) => number === before)?.number ?? hello.seats[0].number);
  for (const device of lifted) turn(device, true);
  byId("quick", HTMLButtonElement).disabled = false; // now there is a place whose keys it can press
}

/** @param {TableSeat} seat @param {number} at @param {TableHello} table */
function laySeat(seat, at, { seats: all, sizes, turns }) {
  const { number } = seat;
  const item = make("li", "seat");
  const angle = ((120 + (at * 360) / all.length) * Math.PI) / 180;
  item.style.setProperty("--x", Math.cos(angle).toFixed(4));
  item.style.setProperty("--y", Math.sin(angle).toFixed(4));
  item.style.setProperty("--side", at < all.length / 2 ? "0" : "2"); // of a long table; its middle is 1
  const button = make("button", "sit free", say("Seat {seat}", { seat: number }));
  button.type = "button";
  button.dataset.you = say("you");
  button.dataset.noKeypad = say("no keypad");
  button.setAttribute("aria-pressed", "false");
  button.onclick = () => {
    sitAt(number);
    byId("place").focus({ preventScroll: true });
  };
  const board = make("div", "board");
  board.onclick = (event) => {
    if (!within(event, "button")) button.click();
  };
  for (const device of [`seat${number}.grid`, `seat${number}.panel`]) {
    if (!(device in sizes)) continue;
    const display = device.endsWith(".grid")
      ? new Grid(say("Lights of seat {seat}", { seat: number }), sizes[device])
      : new Panel(say("Panel of seat {seat}", { seat: number }), sizes[device], { most: 1 });
    small.set(device, display);
    board.append(turns.includes(device) ? cover(device, display, say("Lift"), labelsOfPanel(number)) : display.box);
  }
  item.append(board, button);
  seats.set(number, { item, button });
  return item;
}

const labelsOfPanel = (/** @type {number} */ seat) => ({
  over: say("Turn over the panel of seat {seat}", { seat }),
  back: say("Turn the panel of seat {seat} face down", { seat }),
});
const labelsOfPrivateScreen = { over: say("Turn over the private screen"), back: say("Turn the private screen face down") };

/**
 * A display that lies face down: nothing of it is sent to this page until it is turned over.
 *
 * @param {string} device
 * @param {Panel | Grid} display
 * @param {string} word
 * @param {{ over: string, back: string }} labels
 */
function cover(device, display, word, labels) {
  const card = make("div", "card");
  const back = make("button", "back");
  back.type = "button";
  back.append(make("span", "", word));
  back.setAttribute("aria-label", labels.over);
  back.setAttribute("aria-pressed", "false");
  back.onclick = () => turn(device, !covers.get(device)?.up);
  card.append(back, display.box);
  covers.set(device, { card, back, up: false, labels });
  return card;
}

/** @param {string} device @param {boolean} up */
function turn(device, up) {
  const lies = covers.get(device);
  if (!lies || lies.up === up) return;
  lies.up = up;
  lies.card.classList.toggle("up", up);
  lies.back.setAttribute("aria-pressed", String(up));
  lies.back.setAttribute("aria-label", up ? lies.labels.back : lies.labels.over);
  if (!up) {
    newest.delete(device);
    small.get(device)?.dark();
  }
  live.send({ turn: device, up });
}

/** @param {TableHello} table */
function layMiddle({ sizes, buttons, screens }) {
  /** @type {["public" | "private", string, number][]} */
  const shared = [
    ["public", say("The public screen"), 2.5],
    ["private", say("The private screen"), 1],
  ];
  for (const [place, name, most] of shared) {
    const device = screens[place];
    byId(place).replaceChildren();
    if (!(device in sizes)) continue;
    const panel = new Panel(name, sizes[device], { most });
    small.set(device, panel);
    byId(place).append(table.turns.includes(device) ? cover(device, panel, say("Private"), labelsOfPrivateScreen) : panel.box);
  }
  byId("buttons").replaceChildren(
    ...buttons.map((name) => {
      const button = make("button", `push ${name}`, BUTTONS[name] ?? name);
      button.type = "button";
      if (name === "power") button.title = say("Hold for three seconds to shut down");
      const press = (/** @type {boolean} */ down) => live.send({ button: name, down });
      button.onpointerdown = () => press(true);
      button.onpointerup = button.onpointercancel = () => press(false);
      button.onpointerleave = (event) => {
        if (event.buttons) press(false);
      };
      button.onclick = (event) => {
        if (event.detail === 0) {
          press(true);
          setTimeout(() => press(false), 100);
        }
      };
      return button;
    }),
  );
}

// Everybody sits round the table if there is room for that, otherwise along the two sides of a long one.
function makeRoom() {
  const round = byId("round");
  round.classList.remove("long");
  const boxes = [...round.querySelectorAll(".seat, .middle .panel, .push")].map((each) => each.getBoundingClientRect());
  /** @param {DOMRect} one @param {DOMRect} other */
  const overlap = (one, other) =>
    one !== other && one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
  round.classList.toggle(
    "long",
    boxes.some((one) => boxes.some((other) => overlap(one, other))),
  );
}

/** @param {number} number */
function sitAt(number) {
  const seat = table.seats.find((each) => each.number === number);
  if (seat && (chosen?.number !== number || !byId("place").contains(chosen.box))) {
    chosen?.letAllGo();
    if (chosen && chosen.number !== number) turn(`seat${chosen.number}.panel`, false);
    chosen = new Place(seat, table, (message) => live.send(message));
    byId("place").replaceChildren(chosen.box);
    byId("place").setAttribute("aria-label", say("Your seat, number {seat}: type here", { seat: number }));
  }
  for (const [each, { item, button }] of seats) {
    item.classList.toggle("yours", each === number);
    button.setAttribute("aria-pressed", String(each === number));
  }
  turn(`seat${number}.panel`, true); // your own panel is always face up
  for (const message of newest.values()) chosen?.show(message);
}

/** @param {DeviceMessage} message */
function show(message) {
  newest.set(message.device, message);
  const seat = seats.get(seatOf(message.device));
  if (seat && "lit" in message) light(seat, message.lit);
  const display = small.get(message.device);
  if (message.dark) display?.dark();
  else display?.show(message);
  chosen?.show(message);
}

/** @param {{ item: HTMLElement, button: HTMLElement }} seat @param {boolean} on */
function light({ item, button }, on) {
  item.classList.toggle("turn", on);
  button.setAttribute("aria-description", on ? say("the game is waiting for this seat") : "");
}

const seatOf = (/** @type {string} */ device) => parseInt(device.slice(4), 10);

/** Names on the plates; a computer player has a card with its name and rows instead of displays. @param {Occupant[]} occupants */
function showWho(occupants) {
  const at = new Map(occupants.map((occupant) => [occupant.seat, occupant]));
  for (const [number, { item, button }] of seats) {
    const who = at.get(number);
    item.classList.toggle("computer", Boolean(who?.computer));
    button.classList.toggle("free", !who);
    button.textContent = who ? say("Seat {seat} · {name}", { seat: number, name: who.name }) : say("Seat {seat}", { seat: number });
    item.querySelector(".guest")?.remove();
    if (who?.computer) item.querySelector(".board")?.append(guest(who));
  }
}

/** @param {Occupant} who */
function guest({ name, rows, state }) {
  const card = make("div", "guest");
  card.append(make("b", "", name), make("span", "", state || say("computer")));
  const pegs = make("div", "pegs");
  pegs.setAttribute("role", "img");
  const inWords = rows.map(countsInWords).join("; ") || NO_ROWS;
  pegs.setAttribute("aria-label", say("Rows of {name}: {rows}", { name, rows: inWords }));
  for (const row of rows) {
    const [green, yellow] = (row.match(/\d+/g) ?? [0, 0]).map(Number);
    for (let at = 0; at < 5; at++) pegs.append(make("i", at < green ? "in" : at < green + yellow ? "off" : ""));
  }
  if (rows.length) card.append(pegs);
  return card;
}

/** @param {string} id @param {(on: boolean) => void} change */
function toggle(id, change) {
  byId(id).onclick = () => {
    const on = byId(id).getAttribute("aria-pressed") !== "true";
    byId(id).setAttribute("aria-pressed", String(on));
    change(on);
  };
}

toggle("sound", switchSound);
toggle("shapes", (on) => void document.body.classList.toggle("shapes", on));
byId("quick").onclick = async () => {
  if (!chosen) return;
  byId("quick", HTMLButtonElement).disabled = true;
  byId("hint").textContent = await quickGame(chosen, lobby);
  byId("quick", HTMLButtonElement).disabled = false;
  byId("place").focus({ preventScroll: true });
};
byId("mischief").onclick = byId("shut").onclick = () => {
  const open = byId("drawer").hidden;
  byId("drawer").hidden = !open;
  byId("mischief").setAttribute("aria-expanded", String(open));
  (open ? byId("shut") : byId("mischief")).focus(); // after a key; after a click, the keyboard types at the seat again
};
listenToKeyboard(() => chosen);
let resizing = 0;
addEventListener("resize", () => {
  // displays take their new size first
  clearTimeout(resizing);
  resizing = setTimeout(makeRoom, 100);
});
