// What the speaker says, in writing, for a while.

const LASTS = 6000; // milliseconds

export function keepSaid() {
  const line = document.getElementById("said");
  let fading = 0;
  return (sentence) => {
    line.textContent = sentence;
    line.classList.add("fresh");
    clearTimeout(fading);
    fading = setTimeout(() => line.classList.remove("fresh"), LASTS);
  };
}
