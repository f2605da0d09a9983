// The public screen, for everybody and from four metres away: who plays, how they stand, and what is happening.

import { Live } from "../live.js";
import { say } from "../texts.js";
import { Board, Clock, card, make, part, showLetters, tallies } from "./parts.js";

const device = "public.page", RULES = 4, MANY = 4; // pictures of the rules in the lobby; players whose scores have a column of their own
const box = document.getElementById("television");
let frame = null, offset = 0, invitation = null;

const live = new Live("public", {
  hello: ({ clock, join }) => { offset = clock - performance.now() / 1000; invitation = join ?? null; if (frame) draw(); },
  device: (message) => { if (message.device === device) { frame = message; draw(); } },
});

const title = make("h1", "title"), round = make("p", "round"), clock = new Clock(() => performance.now() / 1000 + offset);
const body = make("div", "body"), scores = make("aside", "ranking"), news = make("p", "news");
news.role = "status";
scores.ariaLabel = say("Scores");
box.append(make("header", "head", make("div", "headline", title, round), clock.box), make("div", "middle", body, scores), news);

function draw() {
  if (frame.dark) frame = { phase: "off", title: "wordtable", dark: true };
  document.body.dataset.phase = frame.phase;
  document.body.classList.toggle("orange-blue", frame.palette === "orange-blue");
  title.textContent = frame.title ?? "";
  round.textContent = frame.round === frame.title ? "" : frame.round ?? "";
  clock.show(frame.deadline);
  news.textContent = frame.news ?? "";
  drawBody(bodyOf(frame), frame.phase === "lobby" ? invitation : null);
  const cards = frame.boards?.length > 1 ? frame.boards.length > 2 : frame.others?.length > MANY; // with their points on them
  const onCards = frame.phase === "playing" && cards;
  drawScores(frame.phase === "lobby" || onCards ? [] : frame.scores ?? [], frame.wins ?? "", frame.phase);
}

const bodyOf = ({ phase, players, teams, teach, others, boards, lines, alphabet, cards, asked }) =>
  ({ phase, players, teams, teach, others, boards, lines, alphabet, cards, asked });

const drawBody = part(body, (shown, join) => {
  if (shown.phase === "lobby") return lobby(shown, join);
  const points = new Map((frame.scores ?? []).map((each) => [each.name, each]));
  return [
    ...(shown.asked ?? []).map((page) => make("p", "asked", page.title)),
    shown.lines ? make("div", "lines", ...shown.lines.map((line) => make("p", "line", line))) : null,
    shown.boards ? boards(shown, points) : shown.others ? cells("players", shown.others.map((other) => player(other, points.get(other.name)))) : null,
    shown.cards ? make("div", "cards", ...shown.cards.map((each) => card(each.title, each.table))) : null,
  ];
});

// ── who plays ────────────────────────────────────────────────────────────────────────────────────

// As many columns as fill the screen best.
function cells(name, list) {
  const upright = innerWidth < innerHeight, wide = innerWidth > innerHeight * 1.5, columns = list.length <= 3 ? list.length : list.length === 4 ? 4 : Math.ceil(list.length / 2);
  const grid = make("div", `cells ${name}`, ...list.map((each) => make("div", "cell", each)));
  grid.style.setProperty("--across", upright ? Math.min(list.length, 2) : wide ? columns : Math.min(columns, list.length > 6 ? 4 : 3));
  return grid;
}

function player(other, score) {
  const made = make("section", `player ${other.state}`, make("h2", "", make("span", "name", other.name), make("span", "told", other.told)), tallies(other.rows));
  if (score) made.querySelector("h2").append(make("b", "points", String(score.points)));
  return made;
}

function boards({ phase, boards: list, others = [], alphabet }, points) {
  const states = new Map(others.map((other) => [other.name, other]));
  return cells("boards", list.map((data) => {
    const board = new Board(), other = states.get(data.owner);
    board.show(data, { still: true });
    if (other) { board.box.classList.add(other.state); board.box.querySelector(".owner").append(make("span", "told", other.told)); }
    if (phase === "playing" && points.has(data.owner)) board.box.querySelector(".owner").append(make("b", "points", String(points.get(data.owner).points)));
    if (list.length === 1 && alphabet) showLetters(board.letters, alphabet);
    return board.box;
  }));
}

const drawScores = part(scores, (list, wins, phase) => {
  scores.hidden = list.length === 0;
  const rows = list.map(({ place, name, points, gained, word }) => make("li", place === 1 && phase === "over" ? "winner" : "",
    make("span", "place", `${place}`), make("span", "name", name, word ? make("small", "", word) : ""),
    gained === undefined || phase === "playing" ? "" : make("span", "gained", gained > 0 ? `+${gained}` : `${gained}`), make("b", "points", String(points))));
  return [make("ol", "", ...rows), wins ? make("p", "wins", wins) : null];
});

// ── the lobby ────────────────────────────────────────────────────────────────────────────────────

function lobby({ players = [], teams = [], teach = [] }, join) {
  const groups = teams.length ? teams : [{ name: "", players: players.map(({ name }) => name) }];
  const people = groups.map((team) => make("section", "team", team.name ? make("h2", "", team.name) : "", make("ul", "people", ...team.players.map((name) => make("li", "", name)))));
  const rules = teach.slice(0, RULES).map((page, at) => make("li", "rule", make("h2", "", make("b", "", String(at + 1)), page.title), ...(page.lines ?? []).map((line) => make("p", "", line))));
  const invited = players.length ? null : make("p", "nobody", say("Take a seat: press a key, or open your seat on a phone."));
  const left = make("div", "lobby", make("div", "there", ...people, invited ?? ""), make("ol", "rules", ...rules));
  return join?.rows.length ? [make("div", "with-code", left, code(join))] : left;
}

// A QR code as one path of squares, with the address in words beside it.
function code({ rows, address }) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg"), path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  const size = rows.length, edge = 4;
  svg.setAttribute("viewBox", `${-edge} ${-edge} ${size + 2 * edge} ${size + 2 * edge}`);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", say("A code to scan: {address}", { address }));
  path.setAttribute("d", rows.flatMap((row, y) => [...row].map((cell, x) => (cell === "1" ? `M${x} ${y}h1v1h-1z` : ""))).join(""));
  svg.append(path);
  return make("aside", "code", svg, make("p", "", say("Play on your phone")), make("p", "address", address));
}

addEventListener("resize", () => frame && drawBody({ ...bodyOf(frame), width: innerWidth }, frame.phase === "lobby" ? invitation : null));
