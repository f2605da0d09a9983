// Leaving the page and coming back: it is covered whenever it is left, and keeps the screen on while it is looked at.

const STEP = 1000; // milliseconds between two pictures of the smallest film

/**
 * The switcher of a phone takes a picture of the page when it is left: by then the page is covered.
 *
 * @param {() => void} left
 */
export function coverWhenLeft(left) {
  const cover = (/** @type {boolean} */ on) => {
    document.body.classList.toggle("covered", on);
    if (on) left();
  };
  addEventListener("pagehide", () => cover(true));
  addEventListener("pageshow", () => cover(false));
  document.addEventListener("visibilitychange", () => cover(document.hidden));
}

/** From the first touch on the screen stays on. Browsers want that touch. */
export function stayAwake() {
  const wake = () => !document.hidden && keepOn();
  addEventListener("pointerdown", wake);
  addEventListener("keydown", wake);
  document.addEventListener("visibilitychange", wake);
}

/** @type {{ released: boolean } | null} */
let lock = null;
/** @type {HTMLVideoElement | null} */
let film = null;

/** Wake Lock is there only with encryption (or on this computer itself). Without it, a film that is shown does the same. */
async function keepOn() {
  if (lock && !lock.released) return;
  if (!navigator.wakeLock) {
    playFilm();
    return;
  }
  try {
    lock = await navigator.wakeLock.request("screen");
  } catch {
    lock = null; // refused, for example to save the battery
  }
}

/**
 * A film without a file: one grey pixel that is painted again and again. Browsers keep the screen on for a stream that is
 * in sight, even a small and silent one (they take it for a call), but not for a small file without sound.
 */
function playFilm() {
  film ??= makeFilm();
  film?.play().catch(() => {}); // refused: the phone's own time applies
}

function makeFilm() {
  const canvas = document.createElement("canvas"),
    made = document.createElement("video"),
    brush = canvas.getContext("2d");
  if (!canvas.captureStream || !brush) return null;
  canvas.width = canvas.height = 2;
  const paint = () => brush.fillRect(0, 0, 2, 2);
  paint();
  setInterval(paint, STEP);
  made.className = "film";
  made.muted = made.playsInline = true;
  made.ariaHidden = "true";
  made.srcObject = canvas.captureStream(1);
  document.body.append(made);
  return made;
}
