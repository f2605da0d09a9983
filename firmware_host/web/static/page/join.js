// Choosing a free seat: the captain is asked, or the seat's own code is typed. A seat that is taken stays taken.

import { Live } from "../live.js";
import { say } from "../texts.js";
import { button, make, part } from "./parts.js";

const said = document.getElementById("said"), seats = document.getElementById("seats");

const live = new Live("join", {
  device: (message) => draw(message.seats ?? []),
  admitted({ admitted, code, why }) {
    if (!admitted) { said.textContent = why; return; }
    if (code) localStorage.setItem(`code seat${admitted}`, code);
    location.assign(`/seat/${admitted}`);
  },
});

const draw = part(seats, (list) => list.map(({ number, name }) => make("li", "", name ? taken(number, name) : free(number))));

const taken = (number, name) => make("p", "taken", make("b", "", name), make("span", "", say("Seat {seat}", { seat: number })));

function free(number) {
  const ask = button("button strong", say("Ask for seat {seat}", { seat: number }), () => {
    said.textContent = say("Asking the captain …");
    live.send({ ask: number });
  });
  const own = make("a", "button", say("I have its code"));
  own.href = `/seat/${number}`;
  return make("div", "free", ask, own);
}
