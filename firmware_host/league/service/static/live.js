// Puts what the server sends in its place: a card for each table, and the standings. Everything was escaped there.
const live = new EventSource("live");
const made = (html) => document.createRange().createContextualFragment(html);

live.addEventListener("table", (told) => {
  const card = JSON.parse(told.data);
  const old = document.getElementById(card.id);
  if (old) old.replaceWith(made(card.html));
  else document.querySelector(".tables").append(made(card.html));
});
live.addEventListener("standings", (told) => {
  document.querySelector(".standings").replaceChildren(made(JSON.parse(told.data)));
});
