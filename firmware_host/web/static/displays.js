// Panels and grids: the same pixels and lights that the real ones show, and their text for screen readers.

import { make } from "./elements.js";
import { say } from "./texts.js";

const LIT = [214, 238, 255, 255]; // dark pixels stay transparent, so that lit ones can glow
/** @type {Record<string, string>} */
const MARKS = {
  G: say("in place"),
  Y: say("elsewhere"),
  "-": say("absent"),
  w: say("lit"),
  x: say("crossed out"),
  ".": say("dark"),
};

export class Panel {
  /** @type {string[]} */
  text = [];
  /** @type {string[]} */
  still = [];

  /**
   * `fill`: whether the picture may grow to the width of its box, or to its width and height.
   *
   * @param {string} name
   * @param {Size} size
   */
  constructor(name, size, { fill = "width", most = 12 } = {}) {
    this.size = size;
    this.fill = fill;
    this.most = most;
    this.box = make("div", "panel");
    this.canvas = make("canvas");
    this.canvas.setAttribute("role", "img");
    this.name = name;
    this.small = document.createElement("canvas");
    this.box.append(this.canvas);
    this.dark();
    new ResizeObserver(() => this.#draw()).observe(this.box);
  }

  /** @param {PanelData} data */
  show({ mode, size, pixels, text, still = text }) {
    const bytes = Uint8Array.from(atob(pixels), (each) => each.charCodeAt(0));
    const [width, height] = size;
    const image = new ImageData(width, height);
    const stride = Math.ceil(width / 8);
    for (let y = 0, at = 0; y < height; y++) {
      for (let x = 0; x < width; x++, at += 4) {
        if (mode === "1") {
          const on = bytes[y * stride + (x >> 3)] & (0x80 >> (x & 7));
          if (on) image.data.set(LIT, at);
        } else {
          const from = (y * width + x) * 3;
          const colour = bytes.subarray(from, from + 3);
          if (Math.max(...colour)) image.data.set([...colour, 255], at);
        }
      }
    }
    this.#take(size, image, text, still);
    this.box.classList.remove("dark");
  }

  dark() {
    this.#take(this.size, new ImageData(this.size[0], this.size[1]), [], []);
    this.box.classList.add("dark");
  }

  /** @param {Size} size @param {ImageData} image @param {string[]} text @param {string[]} still */
  #take(size, image, text, still) {
    this.size = size;
    [this.small.width, this.small.height] = size;
    this.small.getContext("2d")?.putImageData(image, 0, 0);
    this.text = text;
    this.still = still;
    this.canvas.setAttribute("aria-label", say("{name}: {text}", { name: this.name, text: spoken(text) || MARKS["."] }));
    this.#draw();
  }

  // Each pixel of the panel is a whole number of screen pixels: anything else would blur.
  #draw() {
    const [width, height] = this.size,
      dense = devicePixelRatio || 1;
    const room = [(this.box.clientWidth * dense) / width];
    if (this.fill === "both") room.push((this.box.clientHeight * dense) / height);
    const times = Math.max(1, Math.floor(Math.min(this.most * dense, ...room) + 0.02));
    const { canvas } = this;
    canvas.width = width * times;
    canvas.height = height * times;
    canvas.style.width = `${canvas.width / dense}px`;
    canvas.style.height = `${canvas.height / dense}px`;
    const pen = canvas.getContext("2d");
    if (!pen) return;
    pen.imageSmoothingEnabled = false;
    pen.drawImage(this.small, 0, 0, canvas.width, canvas.height);
    if (times < 3) return;
    const gap = Math.max(1, Math.floor(times / 6));
    pen.globalCompositeOperation = "source-atop"; // the gaps between pixels
    pen.fillStyle = `rgba(3, 5, 8, ${times < 5 ? 0.26 : 0.42})`;
    for (let x = 1; x <= width; x++) pen.fillRect(x * times - gap, 0, gap, canvas.height);
    for (let y = 1; y <= height; y++) pen.fillRect(0, y * times - gap, canvas.width, gap);
  }
}

export class Grid {
  /** @type {string[]} */
  text = [];

  /** @param {string} name @param {Size} size */
  constructor(name, [width, height]) {
    this.name = name;
    this.box = make("div", "leds");
    this.box.setAttribute("role", "img");
    this.box.style.setProperty("--columns", String(width));
    this.lights = Array.from({ length: width * height }, () => make("i"));
    this.box.append(...this.lights);
    this.dark();
  }

  /** @param {GridData} data */
  show({ rows, text }) {
    const colours = rows.flatMap((row) => row.match(/.{6}/g) ?? []);
    const marks = text.join("");
    this.lights.forEach((light, at) => {
      const [red, green, blue] = ((colours[at] ?? "000000").match(/../g) ?? []).map((part) => parseInt(part, 16));
      const most = Math.max(red, green, blue);
      const lift = most ? (255 * (most / 255) ** 0.5) / most : 0; // faint light looks brighter to the eye than on a screen
      light.className = most ? (most > 60 ? "on" : "faint") : "";
      light.style.setProperty("--light", `rgb(${red * lift} ${green * lift} ${blue * lift})`);
      light.dataset.mark = marks[at] ?? ".";
    });
    this.text = text;
    const lines = text
      .map((row, at) => (/^\.+$/.test(row) ? "" : say("row {row}: {marks}", { row: at + 1, marks: markWords(row) })))
      .filter(Boolean);
    this.box.setAttribute("aria-label", say("{name}: {text}", { name: this.name, text: lines.join("; ") || MARKS["."] }));
  }

  dark() {
    const width = Number(this.box.style.getPropertyValue("--columns"));
    const height = this.lights.length / width;
    this.show({ rows: Array(height).fill("000000".repeat(width)), text: Array(height).fill(".".repeat(width)) });
  }
}

/** @param {string} row */
function markWords(row) {
  return [...row].map((mark) => MARKS[mark] ?? MARKS["."]).join(", ");
}

/** A row of counts in words: 2G1Y (2o1b in orange and blue), or x for a row that was crossed out. @param {string} row */
export function countsInWords(row) {
  const [, green, yellow] = row.match(/^(\d)[Go](\d)[Yb]$/) ?? [];
  return green === undefined ? (MARKS[row] ?? row) : say("{green} in place, {yellow} elsewhere", { green, yellow });
}

/** What a screen reader says of a panel: its lines, with the cursor and the marks in words. @param {string[]} lines */
function spoken(lines) {
  return lines.map(spokenLine).filter(Boolean).join(". ");
}

/** @param {string} line */
export function spokenLine(line) {
  if (/^[\s.]+$/.test(line)) return "";
  const words = TILES.test(line)
    ? tilesInWords(line)
    : line
        .replace(/^! /, "")
        .replace(/\d[Go]\d[Yb]/g, (counts) => `${countsInWords(counts)};`)
        .replace(/_+/g, "");
  return (words.startsWith("> ") ? say("chosen: {entry}", { entry: words.slice(2) }) : words).trim();
}

// A row of a board, as a panel writes it: [A] in place, (B) elsewhere, C absent; perhaps with a note behind it.
const TILES = /^(?:\[\w\]|\(\w\)| \w | \. |xxx)+(?: \S+)?$/;

/** @param {string} line */
function tilesInWords(line) {
  return line
    .replace(/\[(\w)\]/g, (_, letter) => say("{letter} in place, ", { letter }))
    .replace(/\((\w)\)/g, (_, letter) => say("{letter} elsewhere, ", { letter }));
}
