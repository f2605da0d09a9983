// One seat alone, large, for a phone.

import { Live } from "./live.js";
import { Place, listenToKeyboard } from "./place.js";
import { keepSaid } from "./said.js";

const number = Number(location.pathname.split("/").pop());
document.title = `Seat ${number} · wordtable`;
let place = null;
const live = new Live(`seat${number}`, {
  hello({ seats, sizes }) {
    place = new Place(seats[0], sizes, (message) => live.send(message));
    document.getElementById("place").replaceChildren(place.box);
  },
  device: (message) => place?.show(message),
  say: keepSaid(),
  away: () => place?.forget(),
});
listenToKeyboard(() => place);
