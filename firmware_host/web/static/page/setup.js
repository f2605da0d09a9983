// Sets up a table: shows what the interview says, and sends what is tapped.

import { byId, make } from "../elements.js";
import { Live } from "../live.js";

/** @type {Record<string, string>} */
const SIGNS = { well: "✓", wrong: "✗", note: "·" };
const GOES_ON = new Set(["y", "save"]); // what most people tap

/** What is indented is a line of the file, or something to remember. @param {string} line */
function said(line) {
  return line.startsWith("  ") ? make("p", "detail", line.slice(2)) : make("p", "", line);
}

/** @param {SetupChoice} offered */
function choice({ say, line }) {
  const button = make("button", GOES_ON.has(line) ? "button strong" : "button", say);
  button.type = "button";
  button.onclick = () => {
    for (const each of byId("choices").querySelectorAll("button")) each.disabled = true;
    live.send({ answer: line });
  };
  return button;
}

/** Something to type, such as a password; nothing is kept in the page. @param {string} label */
function asked(label) {
  const form = make("form", "typed");
  const field = make("input");
  field.type = "password";
  field.autocomplete = "off";
  field.maxLength = 63;
  field.setAttribute("aria-label", label);
  const button = make("button", "button strong", "⏎");
  button.type = "submit";
  button.setAttribute("aria-label", label);
  form.onsubmit = (event) => {
    event.preventDefault();
    button.disabled = true;
    live.send({ answer: field.value });
    field.value = "";
  };
  form.append(field, button);
  return form;
}

/** @param {Finding} found */
function finding({ device, state, say }) {
  return make("li", state, make("b", "", `${SIGNS[state] ?? ""} ${device}`), make("span", "", say));
}

/** @type {Map<string, string>} */
const drawn = new Map(); // what each part shows

/**
 * What is the same as before stays: a finger may be on it, or a password half typed.
 *
 * @param {string} id
 * @param {unknown} told
 * @param {() => HTMLElement[]} draw
 */
function fill(id, told, draw) {
  const now = JSON.stringify(told);
  if (drawn.get(id) !== now) byId(id).replaceChildren(...draw());
  drawn.set(id, now);
  for (const button of byId(id).querySelectorAll("button")) button.disabled = false;
}

/** @param {SetupHello} told */
function show({ lines, choices, asks, findings }) {
  fill("said", [lines, asks], () => [...lines.map(said), ...(asks ? [asked(asks)] : [])]);
  fill("choices", choices, () => choices.map(choice));
  fill("findings", findings, () => findings.map(finding));
}

const live = new Live("setup", { hello: show });
