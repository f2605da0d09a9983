// Sets up a table: shows what the interview says, and sends what is tapped.

import { byId } from "../elements.js";
import { Live } from "../live.js";

/** @type {Record<string, string>} */
const SIGNS = { well: "✓", wrong: "✗", note: "·" };
const GOES_ON = new Set(["y", "save"]); // what most people tap

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} kind
 * @param {string} text
 * @returns {HTMLElementTagNameMap[T]}
 */
function made(kind, text, className = "") {
  const element = document.createElement(kind);
  element.textContent = text;
  element.className = className;
  return element;
}

/** What is indented is a line of the file, or something to remember. @param {string} line */
function said(line) {
  return line.startsWith("  ") ? made("p", line.slice(2), "detail") : made("p", line);
}

/** @param {SetupChoice} offered */
function choice({ say, line }) {
  const button = made("button", say, GOES_ON.has(line) ? "button strong" : "button");
  button.type = "button";
  button.onclick = () => {
    for (const each of byId("choices").querySelectorAll("button")) each.disabled = true;
    live.send({ answer: line });
  };
  return button;
}

/** Something to type, such as a password; nothing is kept in the page. @param {string} label */
function asked(label) {
  const form = made("form", "", "typed");
  const field = made("input", "");
  field.type = "password";
  field.autocomplete = "off";
  field.maxLength = 63;
  field.setAttribute("aria-label", label);
  const button = made("button", "⏎", "button strong");
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
  const entry = made("li", "", state);
  entry.append(made("b", `${SIGNS[state] ?? ""} ${device}`), made("span", say));
  return entry;
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
