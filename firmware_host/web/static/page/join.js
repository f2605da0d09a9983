// Choosing a free seat: the captain is asked, or the seat's own code is typed. A seat that is taken stays taken.

import { byId, make } from "../elements.js";
import { askFor, askForCode, Live } from "../live.js";
import { say } from "../texts.js";
import { stayAwake } from "./leaving.js";
import { button, part } from "./parts.js";
import { plain } from "./plain.js";

const LONGEST = 8, // letters of a name
  KEPT = "name"; // where this phone keeps its player's name
const said = byId("said"),
  seats = byId("seats");

let wanted = 0,
  name = "",
  asking = false,
  shown = /^\/j\/(\w{1,12})$/i.exec(location.pathname)?.[1] ?? "";

const live = new Live("join", {
  device: (message) => draw(message.seats ?? []),
  hello: () => asking && ask(wanted), // the line was lost before the captain answered
  away: () => {
    said.textContent = "";
  },
  admitted({ admitted, code, why = "", again }) {
    asking = false;
    if (!admitted) {
      said.textContent = why;
      if (again)
        askForCode(why, (typed) => {
          shown = typed;
          if (wanted) ask(wanted);
        });
      return;
    }
    if (code) localStorage.setItem(`code seat${admitted}`, code);
    location.assign(`/seat/${admitted}`);
  },
});

/** First who they are, so that the captain knows who asks. @param {number} number */
function wants(number) {
  const take = (/** @type {string} */ typed) => {
    name = plain(typed).slice(0, LONGEST);
    if (!name) return wants(number);
    localStorage.setItem(KEPT, name);
    ask(number);
  };
  askFor(say("Your name?"), take, { button: say("Ask for seat {seat}", { seat: number }), before: localStorage.getItem(KEPT) ?? "" });
}

/** With the code that the screens show: it is in the address that was scanned or typed. @param {number} number */
function ask(number) {
  wanted = number;
  asking = true;
  said.textContent = say("Asking the captain …");
  live.send({ ask: number, code: shown, name });
}

const draw = part(seats, (/** @type {SeatData[]} */ list) =>
  list.map(({ number, name }) => make("li", "", name ? taken(number, name) : free(number))),
);

/** @param {number} number @param {string} name */
const taken = (number, name) => make("p", "taken", make("b", "", name), make("span", "", say("Seat {seat}", { seat: number })));

/** @param {number} number */
function free(number) {
  const made = button("button strong", say("Ask for seat {seat}", { seat: number }), () => wants(number));
  const own = make("a", "button", say("I have its code"));
  own.href = `/seat/${number}`;
  return make("div", "free", made, own);
}

stayAwake(); // the captain may take a while
