// One seat alone, large, for a phone.

import { announcements } from "./announcements.js";
import { Live } from "./live.js";
import { Place, listenToKeyboard } from "./place.js";
import { say } from "./texts.js";

const number = Number(location.pathname.split("/").pop());
document.title = say("Seat {seat} · wordtable", { seat: number });
let place = null;
const live = new Live(`seat${number}`, {
  hello(hello) {
    place = new Place(hello.seats[0], hello, (message) => live.send(message));
    document.getElementById("place").replaceChildren(place.box);
  },
  device: (message) => place?.show(message),
  announce: announcements(),
  away: () => place?.forget(),
});
listenToKeyboard(() => place);
