// What a panel and a grid look like: the very pixels and lights that the real ones would show, and their text for those who listen.

const LIT = [214, 238, 255, 255]; // what is not lit is left clear, so that light has something to glow on
const OF_MARKS = { G: "in place", Y: "elsewhere", "-": "absent", w: "lit", x: "crossed out", ".": "dark" };

export class Panel {
  // `fill` is how much of its surroundings the picture may take: its width alone, or its height as well.
  constructor(name, size, { fill = "width", most = 12 } = {}) {
    this.text = [];
    this.size = size;
    this.fill = fill;
    this.most = most;
    this.frame = null;
    this.box = element("div", "panel");
    this.canvas = element("canvas");
    this.canvas.setAttribute("role", "img");
    this.name = name;
    this.small = document.createElement("canvas");
    this.box.append(this.canvas);
    this.dark();
    new ResizeObserver(() => this.#draw()).observe(this.box);
  }

  show({ mode, size, pixels, text }) {
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
    this.#take(size, image, text);
    this.box.classList.remove("dark");
  }

  dark() {
    this.#take(this.size, new ImageData(...this.size), []);
    this.box.classList.add("dark");
  }

  #take(size, image, text) {
    this.size = size;
    [this.small.width, this.small.height] = size;
    this.small.getContext("2d").putImageData(image, 0, 0);
    this.text = text;
    this.canvas.setAttribute("aria-label", `${this.name}: ${spoken(text) || "dark"}`);
    this.#draw();
  }

  // Whole screen pixels for each of the panel's: anything else would blur.
  #draw() {
    const [width, height] = this.size, dense = devicePixelRatio || 1;
    const room = [this.box.clientWidth * dense / width];
    if (this.fill === "both") room.push(this.box.clientHeight * dense / height);
    const times = Math.max(1, Math.floor(Math.min(this.most * dense, ...room) + 0.02));
    const { canvas } = this;
    canvas.width = width * times;
    canvas.height = height * times;
    canvas.style.width = `${canvas.width / dense}px`;
    canvas.style.height = `${canvas.height / dense}px`;
    const pen = canvas.getContext("2d");
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
  constructor(name, [width, height]) {
    this.name = name;
    this.text = [];
    this.box = element("div", "leds");
    this.box.setAttribute("role", "img");
    this.box.style.setProperty("--columns", width);
    this.lights = Array.from({ length: width * height }, () => element("i"));
    this.box.append(...this.lights);
    this.dark();
  }

  show({ rows, text }) {
    const colours = rows.flatMap((row) => row.match(/.{6}/g) ?? []);
    const marks = text.join("");
    this.lights.forEach((light, at) => {
      const [red, green, blue] = (colours[at] ?? "000000").match(/../g).map((part) => parseInt(part, 16));
      const most = Math.max(red, green, blue);
      const lift = most ? 255 * (most / 255) ** 0.5 / most : 0; // eyes see faint light better than screens show it
      light.className = most ? (most > 60 ? "on" : "faint") : "";
      light.style.setProperty("--light", `rgb(${red * lift} ${green * lift} ${blue * lift})`);
      light.dataset.mark = marks[at] ?? ".";
    });
    this.text = text;
    const lines = text.map((row, at) => (/^\.+$/.test(row) ? "" : `row ${at + 1}: ${markWords(row)}`)).filter(Boolean);
    this.box.setAttribute("aria-label", `${this.name}: ${lines.join("; ") || "dark"}`);
  }

  dark() {
    const width = Number(this.box.style.getPropertyValue("--columns"));
    const height = this.lights.length / width;
    this.show({ rows: Array(height).fill("000000".repeat(width)), text: Array(height).fill(".".repeat(width)) });
  }
}

function markWords(row) {
  return [...row].map((mark) => OF_MARKS[mark] ?? "dark").join(", ");
}

// What is said of a panel: its lines, with the cursor and the marks in words.
export function spoken(lines) {
  return lines
    .map((line) => line.replace(/\[(\w)\]/g, "$1 in place, ").replace(/\((\w)\)/g, "$1 elsewhere, ").replace(/[_]{2,}/g, "")
      .replace(/(\d)G(\d)Y/g, "$1 in place, $2 elsewhere;").replace(/^[\s.]+$/, "")
      .replace(/^> /, "chosen: ").replace(/^! /, "").trim())
    .filter(Boolean).join(". ");
}

export function element(tag, className = "", text = "") {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
}
