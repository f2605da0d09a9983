// The whole table from above: every seat in small, the one that you sit at in large, and what lies in the middle.

import { Grid, Panel, element } from "./displays.js";
import { drawer } from "./drawer.js";
import { Live } from "./live.js";
import { Place, listenToKeyboard } from "./place.js";
import { quickGame } from "./quick.js";
import { keepSaid } from "./said.js";
import { play, switchSound } from "./sound.js";

const $ = (id) => document.getElementById(id);
let table = null, chosen = null, seats = new Map(), covers = new Map(), pads = null;
const small = new Map(); // displays on the table, by device
const newest = new Map(); // what each last showed

const live = new Live("all", {
  hello: layTable,
  device: show,
  say: keepSaid(),
  tone: play,
  places: showWho,
  condition: (message) => pads?.show(message, small, seats),
  away: () => chosen?.forget(),
});

function layTable(hello) {
  const before = chosen?.number;
  const lifted = [...covers].filter(([, cover]) => cover.up).map(([device]) => device);
  table = hello;
  seats = new Map();
  covers = new Map();
  small.clear();
  newest.clear();
  $("seats").replaceChildren(...hello.seats.map((seat, at) => laySeat(seat, at, hello)));
  $("seats").dataset.many = hello.seats.length;
  layMiddle(hello);
  pads = drawer(hello, live);
  sitAt(hello.seats.some(({ number }) => number === before) ? before : hello.seats[0].number);
  for (const device of lifted) turn(device, true);
  $("quick").disabled = false; // from now on there is a place to press keys at
}

function laySeat(seat, at, { seats: all, sizes, turns }) {
  const { number } = seat;
  const item = element("li", "seat");
  const angle = (120 + at * 360 / all.length) * Math.PI / 180;
  item.style.setProperty("--x", Math.cos(angle).toFixed(4));
  item.style.setProperty("--y", Math.sin(angle).toFixed(4));
  const button = element("button", "sit free", `Seat ${number}`);
  button.type = "button";
  button.setAttribute("aria-pressed", "false");
  button.onclick = () => { sitAt(number); $("place").focus({ preventScroll: true }); };
  const board = element("div", "board");
  board.onclick = (event) => { if (!event.target.closest("button")) button.click(); };
  for (const device of [`seat${number}.grid`, `seat${number}.panel`]) {
    if (!(device in sizes)) continue;
    const display = device.endsWith(".grid")
      ? new Grid(`Lights of seat ${number}`, sizes[device]) : new Panel(`Panel of seat ${number}`, sizes[device], { most: 1 });
    small.set(device, display);
    board.append(turns.includes(device) ? cover(device, display, `the panel of seat ${number}`, "Lift") : display.box);
  }
  item.append(board, button);
  seats.set(number, { item, button });
  return item;
}

// A display that lies face down: nothing of it is sent to this page until it is turned over.
function cover(device, display, name, word) {
  const card = element("div", "card");
  const back = element("button", "back");
  back.type = "button";
  back.append(element("span", "", word));
  back.setAttribute("aria-label", `Turn over ${name}`);
  back.setAttribute("aria-pressed", "false");
  back.onclick = () => turn(device, !covers.get(device).up);
  card.append(back, display.box);
  covers.set(device, { card, back, up: false, name });
  return card;
}

function turn(device, up) {
  const lies = covers.get(device);
  if (!lies || lies.up === up) return;
  lies.up = up;
  lies.card.classList.toggle("up", up);
  lies.back.setAttribute("aria-pressed", String(up));
  lies.back.setAttribute("aria-label", `Turn ${up ? "face down" : "over"} ${lies.name}`);
  if (!up) { newest.delete(device); small.get(device).dark(); }
  live.send({ turn: device, up });
}

function layMiddle({ sizes, buttons }) {
  const screens = [["table.screen", "public", "The score", 2.5], ["host.screen", "private", "The private screen", 1]];
  for (const [device, place, name, most] of screens) {
    $(place).replaceChildren();
    if (!(device in sizes)) continue;
    const panel = new Panel(name, sizes[device], { most });
    small.set(device, panel);
    $(place).append(table.turns.includes(device) ? cover(device, panel, "the private screen", "Private") : panel.box);
  }
  $("buttons").replaceChildren(...buttons.map((name) => {
    const button = element("button", `push ${name}`, name);
    button.type = "button";
    if (name === "power") button.title = "Hold for three seconds to shut down";
    const press = (down) => live.send({ button: name, down });
    button.onpointerdown = () => press(true);
    button.onpointerup = button.onpointerleave = (event) => { if (event.type === "pointerup" || event.buttons) press(false); };
    button.onclick = (event) => { if (event.detail === 0) { press(true); setTimeout(() => press(false), 100); } };
    return button;
  }));
}

function sitAt(number) {
  if (chosen?.number !== number || !$("place").contains(chosen?.box)) {
    chosen?.letAllGo();
    if (chosen && chosen.number !== number) turn(`seat${chosen.number}.panel`, false);
    chosen = new Place(table.seats.find((seat) => seat.number === number), table.sizes, (message) => live.send(message));
    $("place").replaceChildren(chosen.box);
    $("place").setAttribute("aria-label", `Your place, seat ${number}: type here`);
  }
  for (const [each, { item, button }] of seats) {
    item.classList.toggle("yours", each === number);
    button.setAttribute("aria-pressed", String(each === number));
  }
  turn(`seat${number}.panel`, true); // it is yours: you look at it
  for (const message of newest.values()) chosen.show(message);
}

function show(message) {
  newest.set(message.device, message);
  if ("lit" in message) light(seats.get(seatOf(message.device)), message.lit);
  const display = small.get(message.device);
  if (message.dark) display?.dark(); else display?.show(message);
  chosen?.show(message);
}

function light({ item, button }, on) {
  item.classList.toggle("turn", on);
  button.setAttribute("aria-description", on ? "the game waits here" : "");
}

const seatOf = (device) => parseInt(device.slice(4));

// Names on the plates; a computer player, who needs no displays, has its name and its rows on the hood.
function showWho(places) {
  const at = new Map(places.map((place) => [place.seat, place]));
  for (const [number, { item, button }] of seats) {
    const who = at.get(number);
    item.classList.toggle("computer", Boolean(who?.computer));
    button.classList.toggle("free", !who);
    button.textContent = who ? `Seat ${number} · ${who.name}` : `Seat ${number}`;
    item.querySelector(".guest")?.remove();
    if (who?.computer) item.querySelector(".board").append(guest(who));
  }
}

function guest({ name, rows, state }) {
  const card = element("div", "guest");
  card.append(element("b", "", name), element("span", "", state || "computer"));
  const pegs = element("div", "pegs");
  pegs.setAttribute("role", "img");
  pegs.setAttribute("aria-label", `Rows of ${name}: ${rows.map(inWords).join("; ") || "none yet"}`);
  for (const row of rows) {
    const [green, yellow] = (row.match(/\d+/g) ?? [0, 0]).map(Number);
    for (let at = 0; at < 5; at++) pegs.append(element("i", at < green ? "in" : at < green + yellow ? "off" : ""));
  }
  if (rows.length) card.append(pegs);
  return card;
}

const inWords = (row) => row.replace(/(\d+)G(\d+)Y/, "$1 in place, $2 elsewhere").replace(/^x$/, "crossed out");

function toggle(id, change) {
  $(id).onclick = () => {
    const on = $(id).getAttribute("aria-pressed") !== "true";
    $(id).setAttribute("aria-pressed", String(on));
    change(on);
  };
}

toggle("sound", switchSound);
toggle("shapes", (on) => document.body.classList.toggle("shapes", on));
$("quick").onclick = async () => {
  $("quick").disabled = true;
  $("hint").textContent = await quickGame(chosen);
  $("quick").disabled = false;
  $("place").focus({ preventScroll: true });
};
$("mischief").onclick = $("shut").onclick = () => {
  const open = $("drawer").hidden;
  $("drawer").hidden = !open;
  $("mischief").setAttribute("aria-expanded", String(open));
  (open ? $("shut") : $("mischief")).focus();
};
listenToKeyboard(() => chosen);
