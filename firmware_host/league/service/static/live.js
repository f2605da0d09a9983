// Puts what the server sends in its place: a card for each table, and the standings. Everything was escaped there.
const live = new EventSource("live");
const made = (/** @type {string} */ html) => document.createRange().createContextualFragment(html);

live.addEventListener("table", (told) => {
  const card = JSON.parse(told.data);
  const old = document.getElementById(card.id);
  if (old) old.replaceWith(made(card.html));
  else document.querySelector(".tables")?.append(made(card.html));
});
live.addEventListener("standings", (told) => {
  document.querySelector(".standings")?.replaceChildren(made(JSON.parse(told.data)));
});
live.addEventListener("evening", (told) => {
  document.querySelector(".evening")?.replaceChildren(made(JSON.parse(told.data)));
});

// A television cannot be scrolled: whatever does not fit is shown in turn, from the first card or line that was cut off.
const TURN = 12000; // milliseconds
const turn = (/** @type {Element} */ box) => {
  const { top, bottom } = box.getBoundingClientRect();
  const below = [...box.querySelectorAll(".table, tr, li, p")].map((each) => each.getBoundingClientRect());
  const cut = below.find((each) => each.bottom > bottom + 1 && each.top > top + 1);
  box.scrollTo(0, cut ? box.scrollTop + cut.top - top : 0);
};
setInterval(() => document.querySelectorAll(".tables, aside").forEach(turn), TURN);
