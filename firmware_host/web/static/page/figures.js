// A player's own figures, as a sheet over their seat: the content of their page on /evenings, without leaving the game.

import { make } from "../elements.js";
import { say } from "../texts.js";
import { button } from "./parts.js";

/**
 * The code of a seat lets a player read this. The page knows the code, so nobody has to type it again.
 *
 * @param {string} name
 * @param {string} code
 */
function told(name, code) {
  const to = `/evenings/person/${name}`;
  return code ? fetch("/evenings/code", { method: "POST", body: new URLSearchParams({ to, code }) }) : fetch(encodeURI(to));
}

/**
 * What is shown of an answer: its sections, but nothing to fill in.
 *
 * @param {Response} answer
 * @returns {Promise<(Node | string)[]>}
 */
async function sections(answer) {
  if (answer.status === 404) return [make("p", "lead", say("No finished game yet. Your figures appear after the first one."))];
  if (!answer.ok) return [make("p", "lead", say("The table does not show figures to this page."))];
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const link of page.querySelectorAll("main a")) link.replaceWith(link.textContent ?? "");
  return [...page.querySelectorAll("main > :not(details)")];
}

/** @param {string} name @param {string} code */
export async function showFigures(name, code) {
  const dialog = make("dialog", "figures evenings"),
    close = button("icon", "✕", () => dialog.close());
  close.ariaLabel = say("Close");
  const body = make("div", "sheet-body");
  dialog.append(make("header", "sheet-bar", make("h2", "", name), close), body);
  dialog.ariaLabel = say("My figures");
  dialog.onclose = () => dialog.remove();
  document.body.append(dialog);
  dialog.showModal();
  body.append(...(await told(name, code).then(sections, () => [make("p", "lead", say("Looking for the table …"))])));
}
