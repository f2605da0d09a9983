// A page that shows one shared screen and nothing else: the public one, or the private one.

import { announcements } from "./announcements.js";
import { Panel } from "./displays.js";
import { Live } from "./live.js";
import { telling } from "./telling.js";
import { say } from "./texts.js";

const page = document.body.dataset.page;
const NAMES = { public: say("The public screen"), private: say("The private screen") };
const news = telling(500);
document.body.append(news.region);
let panel = null;

new Live(page, {
  hello({ screens, sizes }) {
    const box = document.getElementById("screen"), device = screens[page];
    if (!(device in sizes)) { box.textContent = say("This table has no such screen."); return; }
    panel = new Panel(NAMES[page], sizes[device], { fill: "both", most: 40 });
    box.replaceChildren(panel.box);
  },
  device(message) {
    if (message.dark) panel?.dark(); else panel?.show(message);
    news.tell(panel?.still ?? []);
  },
  announce: announcements(),
});
