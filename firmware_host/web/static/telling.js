// Tells a screen reader what is new on a panel: never what it has said already, and never a clock that ticks.

import { spokenLine } from "./displays.js";
import { make } from "./elements.js";

const CURSOR = "> ";
const entry = (/** @type {string} */ line) => (line.startsWith(CURSOR) ? line.slice(CURSOR.length) : line);

/** A part of the page that is never seen, and a function that tells it the lines of a panel. @param {number} patience */
export function telling(patience) {
  const region = make("div", "unseen");
  region.setAttribute("aria-live", "polite");
  /** @type {string[][]} */
  let [shown, before, newest] = [[], [], []],
    waiting = 0;

  function tellNews() {
    const known = new Set(shown.map(entry)),
      chosen = shown.find((line) => line.startsWith(CURSOR));
    const hint = before.at(-1); // it comes back when a message has taken its place for a while
    const isNew = (/** @type {string} */ line) => (line.startsWith(CURSOR) ? line !== chosen : !known.has(line) && line !== hint);
    const news = newest.filter(isNew);
    [before, shown] = [shown, newest];
    const words = news.map(spokenLine).filter(Boolean);
    if (words.length) region.replaceChildren(...words.map((each) => make("p", "", each)));
  }

  return {
    region,
    /** @param {string[]} lines */
    tell(lines) {
      if (lines.join("\n") === newest.join("\n")) return; // only the clock has moved
      newest = lines;
      clearTimeout(waiting);
      waiting = setTimeout(tellNews, patience);
    },
  };
}
