// A page that is one screen: the score for a television, or the private screen.

import { Panel, spoken } from "./displays.js";
import { Live } from "./live.js";
import { keepSaid } from "./said.js";

export function screen(door, device, name) {
  const said = keepSaid();
  const live = document.createElement("p");
  live.className = "unseen";
  live.setAttribute("aria-live", "polite");
  document.body.append(live);
  let panel = null, telling = 0;
  new Live(door, {
    hello({ sizes }) {
      const box = document.getElementById("screen");
      if (!(device in sizes)) { box.textContent = "This table has no such screen."; return; }
      panel = new Panel(name, sizes[device], { fill: "both", most: 40 });
      box.replaceChildren(panel.box);
    },
    device(message) {
      if (message.dark) panel?.dark(); else panel?.show(message);
      clearTimeout(telling);
      telling = setTimeout(() => { live.textContent = spoken(panel?.text ?? []); }, 500);
    },
    say: said,
  });
}
