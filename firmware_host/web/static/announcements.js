// What the speaker says, in writing, for a few seconds.

import { byId } from "./elements.js";

const SHOWN_FOR = 6000; // milliseconds

export function announcements() {
  const line = byId("announcement");
  let fading = 0;
  return (/** @type {string} */ sentence) => {
    line.textContent = sentence;
    line.classList.add("fresh");
    clearTimeout(fading);
    fading = setTimeout(() => line.classList.remove("fresh"), SHOWN_FOR);
  };
}
