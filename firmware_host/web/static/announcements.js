// What the speaker says, in writing, for a few seconds.

const SHOWN_FOR = 6000; // milliseconds

export function announcements() {
  const line = document.getElementById("announcement");
  let fading = 0;
  return (sentence) => {
    line.textContent = sentence;
    line.classList.add("fresh");
    clearTimeout(fading);
    fading = setTimeout(() => line.classList.remove("fresh"), SHOWN_FOR);
  };
}
