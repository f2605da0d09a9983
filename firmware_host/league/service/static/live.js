// Puts what the server sends in its place: a card for each table, and the standings. Everything was escaped there.
const AGAIN = 5000; // milliseconds
const made = (/** @type {string} */ html) => document.createRange().createContextualFragment(html);
const warning = document.querySelector(".lost");
let isLost = false;

/** What happened while the line was down: the whole page, in place, because a page that fails to load shows nothing. */
async function renew() {
  const answer = await fetch(location.href);
  if (!answer.ok) throw new Error(answer.statusText);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const part of [".tables", "aside"]) {
    const now = page.querySelector(part);
    if (now) document.querySelector(part)?.replaceWith(now);
  }
  lost(false);
}

function lost(/** @type {boolean} */ so) {
  isLost = so;
  warning?.toggleAttribute("hidden", !so);
}

function follow() {
  const live = new EventSource("live");
  live.addEventListener("open", () => {
    if (isLost) renew().catch(() => again(live));
  });
  live.addEventListener("error", () => {
    lost(true);
    if (live.readyState === EventSource.CLOSED) again(live); // the browser itself tries again only if nobody answers
  });
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
}

function again(/** @type {EventSource} */ live) {
  live.close();
  setTimeout(follow, AGAIN);
}
follow();

// A television cannot be scrolled: whatever does not fit is shown in turn, from the first card or line that was cut off.
const TURN = 12000; // milliseconds
const turn = (/** @type {Element} */ box) => {
  const { top, bottom } = box.getBoundingClientRect();
  const below = [...box.querySelectorAll(".table, tr, li, p")].map((each) => each.getBoundingClientRect());
  const cut = below.find((each) => each.bottom > bottom + 1 && each.top > top + 1);
  box.scrollTo(0, cut ? box.scrollTop + cut.top - top : 0);
};
setInterval(() => document.querySelectorAll(".tables, aside").forEach(turn), TURN);
