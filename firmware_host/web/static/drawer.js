// Break things: every device of the simulated table has its plug here, every display its bus, and there is one lever for all.

import { element } from "./displays.js";

const SLOWER = [["quick", 0], ["slow", 0.4], ["very slow", 2]];

const ORDER = ["keypad", "grid", "panel", "screen"];
const inOrder = (one, other) => ORDER.findIndex((each) => one.endsWith(each)) - ORDER.findIndex((each) => other.endsWith(each));

export function drawer({ breaks, seats, sizes }, live) {
  const $ = (id) => document.getElementById(id);
  const rows = new Map();
  const groups = [...seats.map(({ number }) => [`Seat ${number}`, `seat${number}.`]), ["Screens", ""]];
  const left = new Set(breaks);
  $("devices").replaceChildren(...groups.map(([name, start]) => {
    const group = element("fieldset");
    group.append(element("legend", "", name));
    for (const device of [...left].filter((each) => each.startsWith(start)).sort(inOrder)) {
      left.delete(device);
      group.append(row(device));
    }
    return group;
  }).filter((group) => group.children.length > 1));
  $("mischief").hidden = !breaks.length;
  let powered = true;
  $("power").onclick = () => live.send({ power: !powered });

  function row(device) {
    const called = device.replace(/^seat\d+\./, "").replace("host.screen", "private screen").replace("table.screen", "television");
    const line = element("div", "device");
    const plug = element("button", "plug", called);
    plug.type = "button";
    plug.setAttribute("aria-pressed", "true");
    const whole = device.startsWith("seat") ? `seat ${parseInt(device.slice(4))}, ${called}` : called;
    plug.setAttribute("aria-label", `${whole}: plugged in`);
    plug.onclick = () => live.send({ plug: device, there: plug.getAttribute("aria-pressed") !== "true" });
    line.append(plug);
    if (device in sizes) {
      const slow = element("button", "slow", SLOWER[0][0]);
      slow.type = "button";
      slow.dataset.name = `Speed of ${whole}`;
      slow.onclick = () => {
        const now = SLOWER.findIndex(([, seconds]) => seconds === Number(slow.dataset.seconds ?? 0));
        live.send({ slow: device, seconds: SLOWER[(now + 1) % SLOWER.length][1] });
      };
      line.append(slow);
      rows.set(device, { plug, slow });
    } else rows.set(device, { plug });
    return line;
  }

  return {
    show(condition, displays, places) {
      powered = condition.powered;
      document.body.classList.toggle("no-power", !powered);
      $("power").textContent = powered ? "Cut the power" : "Power on";
      $("power").classList.toggle("cut", !powered);
      for (const [device, { plug, slow }] of rows) {
        const there = !condition.unplugged.includes(device), seconds = condition.slow[device] ?? 0;
        plug.setAttribute("aria-pressed", String(there));
        displays.get(device)?.box.classList.toggle("unplugged", !there);
        if (device.endsWith(".keypad")) places.get(parseInt(device.slice(4)))?.item.classList.toggle("no-keypad", !there);
        if (!slow) continue;
        slow.dataset.seconds = seconds;
        slow.textContent = SLOWER.find(([, each]) => each === seconds)?.[0] ?? `${seconds} s`;
        slow.setAttribute("aria-label", `${slow.dataset.name}: ${slow.textContent}`);
        slow.classList.toggle("is-slow", seconds > 0);
      }
    },
  };
}
