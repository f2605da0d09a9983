// A quick game: presses the keys that a newcomer would press to play against two computer players.

import { say } from "./texts.js";

/** @typedef {import("./place.js").Place} Place */

const COMPUTERS = 2;
const NAME = "GUEST"; // as in “GUEST hosts”

// What the server tells of the lobby: the game, the computer players, and what each seat is asked, all by ids.
export class Lobby {
  /** @type {InLobby | null} */
  state = null; // null during a game

  /** @param {number} seat */
  asked(seat) {
    return this.state?.asked[seat]?.task ?? "";
  }

  /** @param {number} seat */
  entry(seat) {
    return this.state?.asked[seat]?.entry ?? "";
  }
}

/** Whether this comes true before `patience` milliseconds have passed. @param {() => boolean} isTrue */
async function until(isTrue, patience = 4000) {
  for (const late = Date.now() + patience; !isTrue(); ) {
    if (Date.now() > late) return false;
    await new Promise((later) => setTimeout(later, 30));
  }
  return true;
}

/** Returns what to tell the person who pressed the button. @param {Place} place @param {Lobby} lobby */
export async function quickGame(place, lobby) {
  const seat = place.number,
    asked = () => lobby.asked(seat);
  if (!(await until(() => !place.dark))) return say("This seat is dark. Is its panel plugged in?");
  if (!lobby.state) return say("Game in progress. Join the next one.");
  if (asked() === "join") {
    place.tap("ENTER");
    if (!(await until(() => asked() === "name"))) return say("This seat does not answer. Is its keypad plugged in?");
  }
  if (asked() === "name") {
    for (const letter of NAME) place.tap(letter);
    place.tap("ENTER");
    if (!(await until(() => asked() !== "name"))) return say("This seat did not accept its name.");
  }
  if (lobby.state?.captain !== seat) return say("Only the captain can start a game: the player who joined first.");
  const ready =
    (await choose(place, lobby, "game", () => lobby.state?.game === lobby.state?.usual_game)) &&
    (await choose(place, lobby, "computers", () => lobby.state?.computers === COMPUTERS)) &&
    (await goTo(place, lobby, "start"));
  if (!ready) return say("Another menu is open: press Escape, then try again.");
  place.tap("ENTER");
  return say("Find the hidden word: type a guess, then press Enter. Escape opens the menu.");
}

/** Moves the cursor of the captain's menu down, and round, to this entry. @param {Place} place @param {Lobby} lobby @param {string} entry */
async function goTo(place, lobby, entry) {
  const seat = place.number;
  for (let step = 0; step < 24 && lobby.asked(seat) === "captain"; step++) {
    const before = lobby.entry(seat);
    if (before === entry) return true;
    place.tap("DOWN");
    await until(() => lobby.entry(seat) !== before, 1000);
  }
  return false;
}

/** @param {Place} place @param {Lobby} lobby @param {string} entry @param {() => boolean} chosen */
async function choose(place, lobby, entry, chosen) {
  if (!(await goTo(place, lobby, entry))) return false;
  for (let step = 0; step < 12; step++) {
    if (chosen()) return true;
    const before = lobby.state;
    place.tap("RIGHT");
    await until(() => lobby.state !== before, 1000);
  }
  return false;
}
