// The socket to the table: it reconnects by itself, asks for a join code where one is needed, and passes messages on.

import { make } from "./elements.js";
import { say } from "./texts.js";

const PATIENCE = [300, 600, 1200, 2500, 4000]; // milliseconds between tries
const LATE = 1000; // milliseconds without an answer, after which people are told so
const SLEPT = 5000; // milliseconds out of sight, after which a line may be dead without knowing it
const NOT_YOURS = 4400,
  WRONG_CODE = 4401,
  TOO_MUCH = 4429,
  FULL = 4503;

const LOOKING = say("Looking for the table …");
const SENDS_TOO_MUCH = say("This page sends too much. Reload the page.");

export class Live {
  #page;
  #hear;
  /** @type {WebSocket | null} */
  #socket = null;
  #tries = 0;
  #why = "";
  #asked = false;
  #left = 0;
  #late = 0;

  /** @param {string} page @param {Hearing} hear */
  constructor(page, hear) {
    this.#page = page;
    this.#hear = hear;
    takeCodeFromAddress(page);
    document.body.classList.add("away");
    this.#open();
    addEventListener("online", () => this.#openAgain());
    document.addEventListener("visibilitychange", () => (document.hidden ? this.#leave() : this.#comeBack()));
  }

  #leave() {
    this.#left = Date.now(); // which counts on while the phone sleeps
  }

  #comeBack() {
    if (Date.now() - this.#left > SLEPT) this.#openAgain();
    else this.#open();
  }

  /** A line that was asleep looks open, and swallows every letter. A new one is right after its first message. */
  #openAgain() {
    if (isAway() && document.querySelector("dialog.code")) return; // somebody is typing a code
    if (this.#socket) {
      this.#socket.onmessage = this.#socket.onclose = null;
      this.#socket.close();
      this.#socket = null;
      clearTimeout(this.#late);
      this.#lost();
    }
    this.#open();
  }

  #lost() {
    document.body.classList.add("away");
    this.#hear.away?.();
  }

  /** Whether the table hears this page. It hears nothing before it has answered, and a key before the code ends the line. */
  get open() {
    return this.#socket?.readyState === WebSocket.OPEN && !isAway();
  }

  /** @param {object} message */
  send(message) {
    if (this.open) this.#socket?.send(JSON.stringify(message));
  }

  #open() {
    if (this.#socket && this.#socket.readyState <= WebSocket.OPEN) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/live/${this.#page}`);
    this.#socket = socket;
    this.#asked = false;
    this.#late = setTimeout(() => notice(LOOKING), LATE);
    socket.onmessage = ({ data }) => {
      clearTimeout(this.#late);
      this.#take(JSON.parse(data));
    };
    socket.onclose = ({ code }) => {
      clearTimeout(this.#late);
      this.#closed(code);
    };
  }

  /** @param {any} message as JSON has it; each kind is declared in Hearing */
  #take(message) {
    if ("hello" in message) {
      this.#tries = 0;
      this.#why = "";
      notice("");
      document.body.classList.remove("away");
      this.#hear.hello?.(message);
    } else if ("device" in message) this.#hear.device?.(message);
    else if ("say" in message) this.#hear.announce?.(message.say);
    else if ("tone" in message) this.#hear.tone?.(message.tone);
    else if ("powered" in message) this.#hear.condition?.(message);
    else if ("occupants" in message) this.#hear.occupants?.(message.occupants);
    else if ("lobby" in message) this.#hear.lobby?.(message.lobby);
    else if ("admitted" in message) this.#hear.admitted?.(message);
    else if ("language" in message) speak(message.language);
    else if (message.code && !this.#asked) this.#giveCode(message.refused);
    else if ("refused" in message) this.#why = message.refused;
  }

  /** @param {string} sentence */
  #giveCode(sentence) {
    this.#asked = true;
    const known = localStorage.getItem(`code ${this.#page}`);
    if (known) this.#socket?.send(JSON.stringify({ code: known }));
    else
      askForCode(this.#why || sentence, (code) => {
        localStorage.setItem(`code ${this.#page}`, code);
        if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify({ code }));
        else this.#open(); // which gives it
      });
  }

  /** @param {number} how */
  #closed(how) {
    this.#lost();
    if (how === WRONG_CODE) {
      localStorage.removeItem(`code ${this.#page}`);
      setTimeout(() => this.#open(), 400);
    } else if ([NOT_YOURS, TOO_MUCH, FULL].includes(how)) {
      notice(this.#why || (how === TOO_MUCH ? SENDS_TOO_MUCH : say("The table has closed this page.")), () => this.#open());
    } else {
      notice(LOOKING);
      setTimeout(() => this.#open(), PATIENCE[Math.min(this.#tries++, PATIENCE.length - 1)]);
    }
  }
}

/** Until the table has answered, no key can reach it. */
const isAway = () => document.body.classList.contains("away");

/** The page was loaded in another language than its seat has chosen by now. @param {string} language */
function speak(language) {
  if (language !== document.documentElement.lang) location.reload();
}

/** @param {string} page */
function takeCodeFromAddress(page) {
  const code = decodeURIComponent(location.hash.slice(1));
  if (!/^[a-z0-9]{4,32}$/i.test(code) || document.getElementById(code)) return;
  localStorage.setItem(`code ${page}`, code);
  history.replaceState(null, "", location.pathname); // or others could read it on the screen
}

/** @param {string} sentence @param {(() => void) | null} again */
function notice(sentence, again = null) {
  document.querySelector(".notice.live")?.remove();
  if (!sentence) return;
  const box = make("div", "notice live", sentence);
  box.role = "alert";
  if (again) {
    const button = make("button", "brass", say("Try again"));
    button.type = "button";
    button.onclick = again;
    box.append(button);
  }
  document.body.append(box);
}

/** @param {string} sentence @param {(code: string) => void} take */
export const askForCode = (sentence, take) => askFor(sentence, take, { button: say("Open") });

/**
 * Asks for something short to type: a code, a name.
 *
 * @param {string} sentence
 * @param {(typed: string) => void} take
 * @param {{ button: string, longest?: number, before?: string }} how
 */
export function askFor(sentence, take, { button: told, longest = 32, before = "" }) {
  document.querySelector("dialog")?.remove();
  const field = make("input");
  Object.assign(field, { autocomplete: "off", autocapitalize: "characters", spellcheck: false, maxLength: longest, value: before });
  const form = make("form", "", make("label", "", sentence, field), make("button", "brass strong", told)),
    dialog = make("dialog", "code", form);
  form.onsubmit = (event) => {
    event.preventDefault();
    if (!field.value.trim()) return;
    dialog.close();
    dialog.remove();
    take(field.value.trim());
  };
  document.body.append(dialog);
  dialog.showModal();
  field.focus();
}
