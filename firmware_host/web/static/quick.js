// A quick game: the keys that a newcomer would press to play with two computer players, pressed for them. Nothing else.

const COMPUTERS = 2;

export async function quickGame(place) {
  if (!await place.says((lines) => lines.length > 0)) return "This seat is dark. Is its panel plugged in?";
  if (place.lines.some((line) => line.startsWith("Press a key to join"))) {
    place.tap("ENTER");
    if (!await place.says(title("Your name?"))) return "This seat does not answer. Is its keypad plugged in?";
  }
  if (place.lines.some((line) => line.startsWith("Your name?"))) {
    for (const letter of "YOU") place.tap(letter);
    place.tap("ENTER");
    if (!await place.says((lines) => !title("Your name?")(lines))) return "This seat did not take its name.";
  }
  if (!/: captain$/.test(place.lines[0] ?? "")) return "The captain starts: sit at the seat that came first.";
  const chose = await choose(place, "Game", "Party") && await choose(place, "Computers", String(COMPUTERS));
  if (!chose || !await goTo(place, "Start")) return "The menu is in the way: press Escape, then try again.";
  place.tap("ENTER");
  return "Hide a word or guess one: type it, then Enter. Escape is the menu.";
}

const title = (words) => (lines) => lines.some((line) => line.startsWith(words));
const cursor = (lines) => lines.find((line) => line.startsWith("> ")) ?? "";

// The cursor goes to this entry of the menu, down and round.
async function goTo(place, entry) {
  for (let step = 0; step < 24; step++) {
    const before = cursor(place.lines);
    if (before.slice(2).startsWith(entry)) return true;
    place.tap("DOWN");
    await place.says((lines) => cursor(lines) !== before, 1000);
  }
  return false;
}

async function choose(place, entry, value) {
  if (!await goTo(place, entry)) return false;
  for (let step = 0; step < 12; step++) {
    const before = cursor(place.lines);
    if (before.endsWith(`: ${value}`)) return true;
    place.tap("RIGHT");
    await place.says((lines) => cursor(lines) !== before, 1000);
  }
  return false;
}
