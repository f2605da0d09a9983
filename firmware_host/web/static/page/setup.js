// Sets up a table: shows what the interview says, and sends what is tapped.

import { Live } from "../live.js";

const SIGNS = { well: "✓", wrong: "✗", note: "·" };
const GOES_ON = new Set(["y", "save"]); // what most people tap
const find = (id) => document.getElementById(id);

function made(kind, text, className = "") {
  const element = document.createElement(kind);
  element.textContent = text;
  element.className = className;
  return element;
}

// What is indented is a line of the file, or something to remember.
function said(line) {
  return line.startsWith("  ") ? made("p", line.slice(2), "detail") : made("p", line);
}

function choice({ say, line }) {
  const button = made("button", say, GOES_ON.has(line) ? "button strong" : "button");
  button.type = "button";
  button.onclick = () => {
    for (const each of find("choices").children) each.disabled = true;
    live.send({ answer: line });
  };
  return button;
}

function finding({ device, state, say }) {
  const entry = made("li", "", state);
  entry.append(made("b", `${SIGNS[state] ?? ""} ${device}`), made("span", say));
  return entry;
}

function show({ lines, choices, findings }) {
  find("said").replaceChildren(...lines.map(said));
  find("choices").replaceChildren(...choices.map(choice));
  find("findings").replaceChildren(...findings.map(finding));
}

const live = new Live("setup", { hello: show });
