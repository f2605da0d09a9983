// What can be sent around after a round: coloured squares without a letter, as text and as a picture. The page itself sends
// nothing anywhere; browsers share and copy only with encryption, so there is always a text to select and a file to save.

import { make } from "../elements.js";
import { say } from "../texts.js";
import { button } from "./parts.js";

/** @type {Record<string, Record<string, string>>} */
const SQUARES = { "green-yellow": { G: "🟩", Y: "🟨", "-": "⬛" }, "orange-blue": { G: "🟧", Y: "🟦", "-": "⬛" } };
/** @type {Record<string, string>} */
const COLOURS = { G: "--in-place", Y: "--elsewhere", "-": "--absent" };
const CELL = 40,
  SPACE = 6,
  MARGIN = 32; // pixels

/** The marks of all rows that were used. @param {BoardData} board */
const marked = ({ rows }) => rows.map(([, marks]) => marks).filter((marks) => /^[GY-]+$/.test(marks));

/**
 * Whose they are, and the squares: the title of the page would tell the word.
 *
 * @param {BoardData[]} boards
 * @param {string} palette
 */
export function squares(boards, palette) {
  const signs = SQUARES[palette] ?? SQUARES["green-yellow"];
  const parts = boards.map((board) => {
    const rows = marked(board).map((marks) => [...marks].map((mark) => signs[mark]).join(""));
    return rows.length ? [board.owner ?? "", ...rows].filter(Boolean).join("\n") : "";
  });
  return ["wordtable", ...parts.filter(Boolean)].join("\n\n");
}

/** The same as a picture. @param {BoardData[]} boards @returns {Promise<Blob | null>} */
export function pictureOf(boards) {
  const shown = boards.map(marked).filter((rows) => rows.length),
    canvas = document.createElement("canvas"),
    brush = canvas.getContext("2d"),
    look = getComputedStyle(document.body);
  const step = CELL + SPACE,
    widths = shown.map((rows) => rows[0].length * step - SPACE);
  canvas.width = widths.reduce((sum, width) => sum + width + MARGIN, MARGIN);
  canvas.height = Math.max(0, ...shown.map((rows) => rows.length)) * step - SPACE + 2 * MARGIN;
  if (!brush) return Promise.resolve(null);
  brush.fillStyle = look.getPropertyValue("--paper");
  brush.fillRect(0, 0, canvas.width, canvas.height);
  let left = MARGIN;
  for (const [place, rows] of shown.entries()) {
    for (const [row, marks] of rows.entries())
      for (const [column, mark] of [...marks].entries()) {
        brush.fillStyle = look.getPropertyValue(COLOURS[mark]);
        brush.fillRect(left + column * step, MARGIN + row * step, CELL, CELL);
      }
    left += widths[place] + MARGIN;
  }
  return new Promise((done) => canvas.toBlob(done));
}

/**
 * A button that opens a sheet with the squares.
 *
 * @param {BoardData[]} boards
 * @param {string} palette
 */
export function sharing(boards, palette) {
  if (!boards.some((board) => marked(board).length)) return null;
  return button("button share", say("Share"), () => open(squares(boards, palette), boards));
}

/** @param {string} text @param {BoardData[]} boards */
async function open(text, boards) {
  const dialog = make("dialog", "squares"),
    shown = make("textarea", ""),
    told = make("p", "about");
  shown.value = text;
  shown.readOnly = true;
  shown.rows = text.split("\n").length;
  shown.ariaLabel = say("Squares to share");
  told.role = "status";
  const picture = await pictureOf(boards),
    file = picture && new File([picture], "wordtable.png", { type: "image/png" });
  const save = make("a", "button", say("Save as a picture"));
  if (file) Object.assign(save, { href: URL.createObjectURL(file), download: file.name });
  const copy = button("button", say("Copy"), () => {
    shown.select();
    told.textContent = copied(shown) ? say("Copied.") : say("Select the squares and copy them.");
  });
  const send = () => navigator.share({ text, files: file && navigator.canShare?.({ files: [file] }) ? [file] : undefined }).catch(() => {});
  const shares = "share" in navigator ? [button("button strong", say("Share"), send)] : [];
  const close = button("button", say("Close"), () => dialog.close());
  dialog.append(shown, told, make("div", "sharing", ...shares, copy, save, close));
  dialog.ariaLabel = say("Share");
  dialog.onclose = () => dialog.remove();
  document.body.append(dialog);
  dialog.showModal();
}

/** Without encryption there is no clipboard, but a selected text can be copied as with a key. @param {HTMLTextAreaElement} shown */
function copied(shown) {
  if (navigator.clipboard) {
    navigator.clipboard.writeText(shown.value).catch(() => {});
    return true;
  }
  return document.execCommand("copy");
}
