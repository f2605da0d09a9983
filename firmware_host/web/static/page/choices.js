// What can be chosen, as buttons with their names: a list on the page, or a sheet over it.

import { say } from "../texts.js";
import { Board, button, card, make, showLetters } from "./parts.js";

/** The entries of a list. `choose(key, entry)` is told ENTER, or LEFT and RIGHT for one that has a value to change. */
export function entries({ items = [] }, choose) {
  const short = items.length > 6 && items.every((item) => !item.turns && item.label.length < 7);
  return make("ul", `entries ${items.some((item) => item.turns) ? "settings" : "plain"}${short ? " words" : ""}`, ...items.map((item) => make("li", "", entry(item, choose))));
}

function entry(item, choose) {
  if (!item.turns) {
    const made = button("button choice", make("span", "label", item.label), () => choose("ENTER", item.id));
    if (item.value) made.append(make("span", "value", item.value));
    if (item.opens) made.append(make("span", "opens", "›"));
    made.dataset.id = item.id;
    return made;
  }
  const less = button("step", "‹", () => choose("LEFT", item.id)), more = button("step", "›", () => choose("RIGHT", item.id));
  less.ariaLabel = say("{label}: before", { label: item.label });
  more.ariaLabel = say("{label}: next", { label: item.label });
  less.dataset.id = `${item.id} less`;
  more.dataset.id = `${item.id} more`;
  const made = make("div", "setting", make("span", "label", item.label), less, make("span", "value", item.value ?? ""), more);
  made.role = "group";
  made.ariaLabel = item.label;
  return made;
}

/** What a page says besides its title and its boards. */
export function words({ lines = [], table = [], own, about = [] }) {
  return [
    ...lines.map((line) => make("p", "line", line)),
    table.length ? rows(table, own) : null,
    ...about.map((line) => make("p", "about", line)),
  ].filter(Boolean);
}

function rows(table, own) {
  const body = make("tbody", "", ...table.map((cells, place) => make("tr", place === own ? "own" : "", ...cells.map((cell) => make("td", "", cell)))));
  return make("table", "scores", body);
}

/** A page to read, in a sheet: a picture of a board, a card, or lines. */
export function reading(page) {
  const made = make("article", "reading");
  if (page.table && page.table[0]?.length > 3) made.append(card(page.title ?? "", page.table));
  else made.append(make("h2", "", page.title ?? ""), ...words(page));
  if (page.board) {
    const board = new Board();
    board.show(page.board, { still: true });
    made.append(board.box);
  }
  if (page.alphabet && !page.board?.alphabet) {
    const letters = make("p", "letters");
    showLetters(letters, page.alphabet);
    made.append(letters);
  }
  return made;
}
