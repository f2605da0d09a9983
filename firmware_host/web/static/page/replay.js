// A finished game once more, row by row: at its own pace (but no row takes longer than three seconds), or step by step.

const LONGEST = 3000;
const PACE = 250; // milliseconds on the page for a second at the table

const controls = /** @type {HTMLElement | null} */ (document.querySelector(".replay"));
const rounds = [...document.querySelectorAll(".boards")];
const order = rounds.flatMap((round) =>
  [.../** @type {NodeListOf<HTMLElement>} */ (round.querySelectorAll(".row"))].sort(
    (one, other) => Number(one.dataset.at) - Number(other.dataset.at),
  ),
);
let shown = order.length;
let timer = 0;

const show = (/** @type {number} */ count) => {
  shown = count;
  for (const [place, row] of order.entries()) row.classList.toggle("hidden", place >= count);
};

const pause = (/** @type {number} */ place) => {
  const [before, next] = [order[place - 1], order[place]];
  const sameRound = before && before.closest(".boards") === next.closest(".boards");
  const seconds = Number(next.dataset.at) - (sameRound ? Number(before.dataset.at) : 0);
  return Math.min(LONGEST, Math.max(PACE, seconds * PACE));
};

const play = () => {
  if (shown >= order.length) return;
  timer = setTimeout(() => {
    show(shown + 1);
    order[shown - 1].scrollIntoView({ block: "nearest" });
    play();
  }, pause(shown));
};

/** @type {Record<string, () => void>} */
const actions = {
  play: () => {
    if (shown >= order.length) show(0);
    play();
  },
  step: () => show(shown >= order.length ? 1 : shown + 1),
  all: () => show(order.length),
};

if (controls) {
  controls.hidden = false;
  controls.addEventListener("click", (event) => {
    const action = event.target instanceof HTMLElement && actions[event.target.dataset.replay ?? ""];
    if (action) {
      clearTimeout(timer);
      action();
    }
  });
}
