// The public screen, for everybody and from four metres away: who plays, how they stand, and what is happening.

import { byId, make } from "../elements.js";
import { Live } from "../live.js";
import { say } from "../texts.js";
import { pictures } from "./choices.js";
import { Board, Clock, card, part, scannable, showLetters, TableTime, tallies, used } from "./parts.js";

const device = "public.page",
  RULES = 4,
  MANY = 3, // pictures of the rules in the lobby; players whose scores have a column of their own
  WIDE = 1.5, // times as wide as high: not an older television, nor a phone
  LINES = 8, // of the recap
  FEWER = 5, // where several boards need the room
  TO_READ = 8000, // milliseconds for so many lines
  ENDED = new Set(["result", "over"]);
const box = byId("television");
/** @type {PublicFrame} */
let frame = { phase: "off" };
const time = new TableTime();

new Live("public", {
  hello: (hello) => time.set(hello),
  device: (message) => {
    if (message.device === device) {
      frame = message;
      draw();
    }
  },
});

const title = make("h1", "title"),
  round = make("p", "round"),
  clock = new Clock(time.now);
const send = make("div", "to-send"),
  body = make("div", "body"),
  scores = make("aside", "ranking"),
  news = make("p", "news");
news.role = "status";
scores.ariaLabel = say("Scores");
box.append(make("header", "head", make("div", "headline", title, round), send, clock.box), make("div", "middle", body, scores), news);

function draw() {
  if (frame.dark) frame = { phase: "off", title: "wordtable" };
  document.body.dataset.phase = frame.phase;
  document.body.classList.toggle("orange-blue", frame.palette === "orange-blue");
  document.body.classList.toggle("cheers", Boolean(frame.cheers));
  title.textContent = frame.title ?? "";
  round.textContent = [frame.round === frame.title ? "" : (frame.round ?? ""), ...(frame.about ?? [])].filter(Boolean).join(" · ");
  clock.show(frame.deadline);
  news.textContent = frame.news ?? "";
  drawSend(frame.share);
  drawBody(bodyOf(frame));
  drawScores(frame.phase === "lobby" || onCards(frame) ? [] : (frame.scores ?? []), frame.wins ?? "", frame.phase);
}

/** Whether the points stand on the cards, instead of in a column that takes the room of many. @param {PublicFrame} frame */
function onCards({ phase, boards = [], others = [], cards = [] }) {
  const most = innerWidth < innerHeight * WIDE ? 1 : MANY;
  if (phase !== "playing") return false;
  return (cards.length > 0 && others.length > 0) || (boards.length > 1 ? boards.length > 2 : others.length > most && !boards.length);
}

/** What the body is drawn from, the shape of the screen too. @param {PublicFrame} frame */
const bodyOf = ({ phase, players, teams, join, standing, teach, others, boards, lines, alphabet, cards, asked }) => ({
  phase,
  players,
  teams,
  join,
  standing,
  teach,
  others,
  boards,
  lines,
  alphabet,
  cards,
  asked,
  shape: [innerWidth, innerHeight],
});

const drawSend = part(send, (/** @type {JoinData | undefined} */ share) => share && invitation(share));

const drawBody = part(body, (/** @type {PublicFrame} */ shown) => {
  if (shown.phase === "lobby") return lobby(shown);
  const points = new Map((onCards(frame) ? (frame.scores ?? []) : []).map((each) => [each.name, each]));
  return [
    ...(shown.asked ?? []).map((page) => make("p", "asked", page.title)),
    shown.lines ? recap(shown.lines, shown.boards && shown.boards.length > 1 ? FEWER : LINES) : null,
    shown.boards
      ? boards(shown, points)
      : shown.others
        ? cells(
            "players",
            shown.others.map((other) => player(other, points.get(other.name))),
          )
        : null,
    shown.cards ? make("div", "cards", ...shown.cards.map((each) => card(each.title, each.table))) : null,
  ];
});

// ── the lines of a recap, so many at a time ──────────────────────────────────────────────────────

/** As evenly as possible, at most so many. @param {string[]} lines @param {number} most */
function recap(lines, most) {
  const made = make("div", "lines", ...lines.map((line) => make("p", "line", line)));
  turnTo(made, 0, Math.ceil(lines.length / Math.ceil(lines.length / most)));
  return made;
}

/** @param {HTMLElement} lines @param {number} first @param {number} room */
function turnTo(lines, first, room) {
  lines.dataset.first = String(first);
  lines.dataset.room = String(room);
  for (const [place, line] of [...lines.children].entries()) line.toggleAttribute("hidden", place < first || place >= first + room);
}

setInterval(() => {
  const lines = /** @type {HTMLElement | null} */ (body.querySelector(".lines"));
  if (!lines) return;
  const room = Number(lines.dataset.room),
    next = Number(lines.dataset.first) + room;
  turnTo(lines, next < lines.children.length ? next : 0, room);
}, TO_READ);

// ── who plays ────────────────────────────────────────────────────────────────────────────────────

/** As many columns as fill the screen best. @param {string} name @param {HTMLElement[]} list */
function cells(name, list) {
  const upright = innerWidth < innerHeight,
    wide = innerWidth > innerHeight * WIDE,
    columns = list.length <= 3 ? list.length : list.length === 4 ? 4 : Math.ceil(list.length / 2);
  const grid = make("div", `cells ${name}`, ...list.map((each) => make("div", "cell", each)));
  const across = upright ? Math.min(list.length, 2) : wide ? columns : list.length === 4 ? 2 : Math.min(columns, list.length > 6 ? 4 : 3);
  grid.style.setProperty("--across", String(across));
  return grid;
}

/** @param {ProgressData} other @param {ScoreData} [score] */
function player(other, score) {
  const made = make(
    "section",
    `player ${other.state}`,
    make("h2", "", make("span", "name", other.name), make("span", "told", other.told)),
    tallies(other.rows),
  );
  if (score) made.querySelector("h2")?.append(make("b", "points", String(score.points)));
  return made;
}

/** @param {PublicFrame} frame @param {Map<string, ScoreData>} points */
function boards({ phase, boards: list = [], others = [], alphabet }, points) {
  const states = new Map(others.map((other) => [other.name, other]));
  return cells(
    "boards",
    (ENDED.has(phase) ? used(list) : list).map((data) => {
      const board = new Board(),
        other = states.get(data.owner ?? ""),
        score = points.get(data.owner ?? "");
      board.show(data, { still: true });
      if (other) {
        board.box.classList.add(other.state);
        board.box.querySelector(".owner")?.append(make("span", "told", other.told));
      }
      if (score) board.box.querySelector(".owner")?.append(make("b", "points", String(score.points)));
      if (list.length === 1 && alphabet) showLetters(board.letters, alphabet);
      return board.box;
    }),
  );
}

const drawScores = part(scores, (/** @type {ScoreData[]} */ list, /** @type {string} */ wins, /** @type {string} */ phase) => {
  scores.hidden = list.length === 0;
  const rows = list.map(({ place, name, points, gained, word }) =>
    make(
      "li",
      place === 1 && phase === "over" ? "winner" : "",
      make("span", "place", `${place}`),
      make("span", "name", name, word ? make("small", "", word) : ""),
      gained === undefined || phase === "playing" ? "" : make("span", "gained", gained > 0 ? `+${gained}` : `${gained}`),
      make("b", "points", String(points)),
    ),
  );
  return [make("ol", "", ...rows), wins ? make("p", "wins", wins) : null];
});

// ── the lobby ────────────────────────────────────────────────────────────────────────────────────

/** @param {PublicFrame} frame */
function lobby({ players = [], teams = [], teach = [], join, standing }) {
  const groups = teams.length ? teams : [{ name: "", players: players.map(({ name }) => name) }];
  const people = groups.map((team) =>
    make(
      "section",
      "team",
      team.name ? make("h2", "", team.name) : "",
      make("ul", "people", ...team.players.map((name) => make("li", "", name))),
    ),
  );
  const rules = teach
    .slice(0, RULES)
    .map((page, at) =>
      make(
        "li",
        "rule",
        make("h2", "", make("b", "", String(at + 1)), page.title),
        page.boards ? pictures(page.boards) : null,
        ...(page.lines ?? []).map((line) => make("p", "", line)),
      ),
    );
  const invited = players.length ? null : make("p", "nobody", say("Take a seat: press a key, or open your seat on a phone."));
  const left = make("div", "lobby", make("div", "there", ...people, invited ?? ""), make("ol", "rules", ...rules));
  const right = make("div", "beside", standing ? tonight(standing) : null, join ? invitation(join) : null);
  return join || standing ? make("div", "with-code", left, right) : left;
}

/** How the evening stands between two games. @param {PageData} page */
function tonight({ title = "", lines = [], table = [] }) {
  const rows = table.map(([name, won]) => make("li", "", make("span", "name", name), make("b", "points", won)));
  return make("section", "standing", make("h2", "", title), ...lines.map((line) => make("p", "", line)), make("ol", "", ...rows));
}

/** @param {JoinData} join */
const invitation = ({ address, code, told }) =>
  make("aside", "join", code ? scannable(code) : "", make("p", "", told ?? say("Play on your phone")), make("p", "address", address));

addEventListener("resize", draw);
