// The drawer "Break things": unplug a device of the simulated table, slow down a display, or cut the power.

import { byId, make } from "./elements.js";
import { say } from "./texts.js";

/** @type {[string, number][]} */
const SPEEDS = [
  [say("fast"), 0],
  [say("slow"), 0.4],
  [say("very slow"), 2],
];
/** @type {Record<string, string>} */
const KINDS = { keypad: say("keypad"), grid: say("grid"), panel: say("panel") };
const kindOf = (/** @type {string} */ device) => device.replace(/^seat\d+\./, "");
/** @param {string} one @param {string} other */
const inOrder = (one, other) => Object.keys(KINDS).indexOf(kindOf(one)) - Object.keys(KINDS).indexOf(kindOf(other));

/** @param {TableHello} hello @param {{ send: Send }} live */
export function drawer({ breaks, seats, sizes, screens }, live) {
  /** @type {Map<string, { plug: HTMLButtonElement, slow?: HTMLButtonElement }>} */
  const rows = new Map();
  const groups = [...seats.map(({ number }) => [say("Seat {seat}", { seat: number }), `seat${number}.`]), [say("Screens"), ""]];
  const left = new Set(breaks);
  byId("devices").replaceChildren(
    ...groups
      .map(([name, start]) => {
        const group = make("fieldset");
        group.append(make("legend", "", name));
        for (const device of [...left].filter((each) => each.startsWith(start)).sort(inOrder)) {
          left.delete(device);
          group.append(row(device));
        }
        return group;
      })
      .filter((group) => group.children.length > 1),
  );
  byId("mischief").hidden = !breaks.length;
  let powered = true;
  byId("power").onclick = () => live.send({ power: !powered });

  /** @param {string} device */
  function row(device) {
    /** @type {Record<string, string>} */
    const names = { ...KINDS, [screens.private]: say("private screen"), [screens.public]: say("public screen") };
    const called = names[kindOf(device)] ?? device;
    const line = make("div", "device");
    const plug = make("button", "plug", called);
    plug.type = "button";
    plug.dataset.device = device;
    plug.setAttribute("aria-pressed", "true");
    const seat = device.startsWith("seat") ? parseInt(device.slice(4), 10) : 0;
    const whole = seat ? say("seat {seat}, {device}", { seat, device: called }) : called;
    plug.setAttribute("aria-label", say("{device}: plugged in", { device: whole }));
    plug.onclick = () => live.send({ plug: device, there: plug.getAttribute("aria-pressed") !== "true" });
    line.append(plug);
    if (device in sizes) {
      const slow = make("button", "slow", SPEEDS[0][0]);
      slow.type = "button";
      slow.dataset.name = whole;
      slow.onclick = () => {
        const now = SPEEDS.findIndex(([, seconds]) => seconds === Number(slow.dataset.seconds ?? 0));
        live.send({ slow: device, seconds: SPEEDS[(now + 1) % SPEEDS.length][1] });
      };
      line.append(slow);
      rows.set(device, { plug, slow });
    } else rows.set(device, { plug });
    return line;
  }

  return {
    /**
     * @param {Condition} condition
     * @param {Map<string, { box: HTMLElement }>} displays
     * @param {Map<number, { item: HTMLElement }>} places
     */
    show(condition, displays, places) {
      powered = condition.powered;
      document.body.classList.toggle("no-power", !powered);
      byId("power").textContent = powered ? say("Cut the power") : say("Turn the power on");
      byId("power").classList.toggle("cut", !powered);
      for (const [device, { plug, slow }] of rows) {
        const there = !condition.unplugged.includes(device),
          seconds = condition.slow[device] ?? 0;
        plug.setAttribute("aria-pressed", String(there));
        const box = displays.get(device)?.box;
        box?.classList.toggle("unplugged", !there);
        if (box) box.dataset.unplugged = say("unplugged");
        if (device.endsWith(".keypad")) places.get(parseInt(device.slice(4), 10))?.item.classList.toggle("no-keypad", !there);
        if (!slow) continue;
        slow.dataset.seconds = String(seconds);
        slow.textContent = SPEEDS.find(([, each]) => each === seconds)?.[0] ?? say("{seconds} s", { seconds });
        slow.setAttribute("aria-label", say("Speed of {device}: {speed}", { device: slow.dataset.name ?? "", speed: slow.textContent }));
        slow.classList.toggle("is-slow", seconds > 0);
      }
    },
  };
}
