"""The league's pages: one for a television and one for phones. They are made here, of what is public. Pure."""

from collections import Counter
from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

from firmware_host.league.service.league import Shown
from firmware_host.league.service.standings import Scores, Total, compared, places
from firmware_host.league.words import Evening
from firmware_host.remembered.rating import Rating
from firmware_host.texts.language import Language
from firmware_host.texts.text import Text, say, say_count

NO_RATINGS: Mapping[str, Rating] = {}
IN_PLACE, ELSEWHERE = "<i></i>", '<i class="y"></i>'
HOSTS = "hosts"
STATES: Mapping[str, str] = {"solved": "✓", "out of rows": "✗", "gave up": "–", "on turn": "▶"}


class Pages:
    def __init__(self, league: str, language: Language) -> None:
        self._league = league
        self._language = language

    def _say(self, text: Text) -> str:
        return escape(self._language.read(text))

    def card(self, table: str, shown: Shown) -> str:
        """One table: who plays, how far everybody has come, and the score."""
        view = shown.view
        gone = "" if shown.here else " gone"
        boards = "".join(self._board(board, view.get("scores", {})) for board in view.get("boards", ()))
        return (
            f'<div class="table{gone}" id="{escape(card_id(table))}"><h3><span>{escape(table)}</span>'
            f"<span>{self._where(shown)}</span></h3>{boards}{self._won(view)}</div>"
        )

    def _where(self, shown: Shown) -> str:
        view = shown.view
        if not shown.here:
            return self._say(say("away"))
        if not view.get("game"):
            return self._say(say("in the lobby"))
        if view.get("paused"):
            return self._say(say("paused"))
        if not view.get("rounds"):
            return self._say(say("round {round}", round=view["round"]))
        return self._say(say("round {round} of {rounds}", round=view["round"], rounds=view["rounds"]))

    def _won(self, view: Mapping[str, Any]) -> str:
        winners = view.get("winners") or ()
        return f"<p>{self._say(say('Won by {names}', names=', '.join(winners)))}</p>" if winners else ""

    def _board(self, board: Mapping[str, Any], scores: Mapping[str, int]) -> str:
        """Somebody's guesses, one beside the other, as the table's own television has them: shapes without letters."""
        rows, name = board["rows"], escape(board["name"])
        told = self._say(say_count("{count} guess", "{count} guesses", len(rows)))
        shown = f'<span class="rows" role="img" aria-label="{told}">{"".join(map(_row, rows))}</span>'
        hosts = f'<span class="hosts">{self._say(say("hosts"))}</span>' if board["state"] == HOSTS else ""
        state = f'<span class="state">{STATES.get(board["state"], "")}</span>'
        points = f'<span class="points">{scores.get(board["name"], "")}</span>'
        return f'<div class="board"><b>{name}</b>{hosts or shown}{state}{points}</div>'

    def standings(self, totals: Mapping[str, Total], ratings: Mapping[str, Rating] = NO_RATINGS) -> str:
        if not totals:
            return f"<p>{self._say(say('No game has been finished in this league yet.'))}</p>"
        heads = (say("Place"), say("Name"), say("Won"), say("Games"), say("Beaten"), say("Tries"), say("Rating"))
        rows = (self._standing(place, name, totals[name], ratings.get(name)) for place, name in _placed(totals))
        return self._table(heads, rows)

    def _table(self, heads: Iterable[Text], rows: Iterable[Iterable[object]]) -> str:
        """`rows` of cells that are escaped already; the second one is a name."""
        head = "".join(f'<th scope="col">{self._say(text)}</th>' for text in heads)
        body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>" for cells in rows)
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"

    def _standing(self, place: int, name: str, total: Total, rating: Rating | None) -> tuple[object, ...]:
        beaten = "" if total.percentage is None else f"{total.percentage:.0f} %"
        tries = f"{total.tries / total.words:.1f}" if total.words else ""
        skill = "" if rating is None else f"{rating.skill:.0f} ± {2 * rating.unsure:.0f}"
        return place, escape(name), total.wins, total.games, beaten, tries, skill

    # ── evenings with the same words ─────────────────────────────────────────────────────────────

    def evening(self, evening: Evening, form: str, boards: Mapping[int, Scores]) -> str:
        """How the tables stand, how many words each has played, and the words that every table has found."""
        heads = (say("Place"), say("Table"), say("Words"), self._points(form))
        played = Counter(table for scores in boards.values() for table in scores)
        ranked = compared(form, boards)
        rows = [(place, escape(table), played[table], f"{points:.1f}") for place, table, points in ranked]
        revealed = say("Words revealed: {count} of {all}.", count=len(evening.opened), all=len(evening.commitments))
        how = f'<p class="how">{self._say(self._how(form))} {self._say(revealed)}</p>'
        return self._table(heads, rows) + how + self._words(evening, boards) if rows else self._nothing_yet(evening)

    def _points(self, form: str) -> Text:
        return {"swiss": say("Points"), "points": say("Tries")}.get(form, say("Percent"))

    def _how(self, form: str) -> Text:
        hows = {
            "swiss": say("A point for each word found in fewer tries than one other table."),
            "points": say("Tries for all words. The fewest win."),
        }
        return hows.get(form, say("How many of the other tables needed more tries for the same words."))

    def _nothing_yet(self, evening: Evening) -> str:
        told = say("Nobody has finished a word yet.") if not evening.over else say("Nobody finished a word.")
        return f"<p>{self._say(told)}</p>"

    def _words(self, evening: Evening, boards: Mapping[int, Scores]) -> str:
        told = (
            self._word(number, word, boards.get(number, {})) for number, (_, word) in sorted(evening.opened.items())
        )
        return f'<ol class="words">{"".join(told)}</ol>' if evening.opened else ""

    def _word(self, number: int, word: str, scores: Scores) -> str:
        best = places(scores, most=False)
        names = ", ".join(table for place, table, _ in best if place == 1)
        by = f" {self._say(say('{tables}, {tries:.1f} tries', tables=names, tries=best[0][2]))}" if best else ""
        return f'<li value="{number}"><b>{escape(word)}</b>{by}</li>'

    # ── whole pages ──────────────────────────────────────────────────────────────────────────────

    def television(self, cards: Iterable[str], standings: str, evening: str = "") -> str:
        tables = f'<section class="tables"><h2 class="unseen">{self._say(say("Tables"))}</h2>{"".join(cards)}</section>'
        side = (
            f'<aside><section class="evening">{self.tonight(evening)}</section>'
            f'<section><h2>{self._say(say("Standings"))}</h2><div class="standings">{standings}</div></section></aside>'
        )
        lost = self._say(say("No connection to the league. This may be out of date."))
        warning = f'<p class="lost" role="status" hidden>{lost}</p>'
        return self._page(f'{warning}<main class="television">{tables}{side}</main>{self._legend()}', live=True)

    def _legend(self) -> str:
        """What the marks mean: somebody who comes in has never seen them."""
        in_place, elsewhere = self._say(say("letter in its place")), self._say(say("letter elsewhere"))
        marks = f'<span class="rows"><span>{IN_PLACE}</span></span> {in_place} '
        marks += f'<span class="rows"><span>{ELSEWHERE}</span></span> {elsewhere}'
        return f"<footer>{marks} · {self._say(say('Each column is a guess.'))}</footer>"

    def tonight(self, evening: str) -> str:
        return f"<h2>{self._say(say('Same words everywhere'))}</h2>{evening}" if evening else ""

    def phone(
        self,
        standings: str,
        games: Iterable[tuple[str, Mapping[str, Any]]],
        tables: int,
        cards: Iterable[str] = (),
        evenings: Iterable[tuple[str, str]] = (),
    ) -> str:
        """Small and without a script: it is read once, in a corner with one bar of reception.

        Evenings are the newest first, each with its day.
        """
        here = self._say(say_count("{count} table is connected.", "{count} tables are connected.", tables))
        newest = "".join(f"<li>{self._game(table, told)}</li>" for table, told in games)
        last = f"<h2>{self._say(say('Last games'))}</h2><ul>{newest}</ul>" if newest else ""
        boards = f'<div class="tables">{"".join(cards)}</div>'
        past = "".join(
            f"<details{'' if number else ' open'}><summary>{escape(day)}</summary>{told}</details>"
            for number, (day, told) in enumerate(evenings)
        )
        same = f"<h2>{self._say(say('Same words everywhere'))}</h2>{past}" if past else ""
        return self._page(
            f"<main><p>{here}</p>{same}<h2>{self._say(say('Standings'))}</h2>"
            f'<div class="standings">{standings}</div>'
            f"<h2>{self._say(say('Tables'))}</h2>{boards}{self._legend()}{last}</main>"
        )

    def _game(self, table: str, told: Mapping[str, Any]) -> str:
        winners = told.get("winners")
        names = ", ".join(map(str, winners)) if isinstance(winners, list) else ""
        if not names:
            return self._say(say("{table}: abandoned", table=table))
        return self._say(say("{table}: {names} won", table=table, names=names))

    def _page(self, body: str, *, live: bool = False) -> str:
        script = '<script src="live.js" defer></script>' if live else ""
        return (
            f'<!doctype html><html lang="{escape(self._language.name)}"><head><meta charset="utf-8">'
            f'<meta name="viewport" content="width=device-width,initial-scale=1"><title>{escape(self._league)}</title>'
            f'<link rel="stylesheet" href="style.css">{script}</head>'
            f'<body class="{"on-television" if live else "on-a-phone"}">'
            f"<header><h1>{escape(self._league)}</h1></header>{body}</body></html>"
        )


def card_id(table: str) -> str:
    return f"table-{table}"


def _row(row: tuple[int, int] | None) -> str:
    if row is None:
        return '<span class="refused"></span>'
    return f"<span>{IN_PLACE * row[0]}{ELSEWHERE * row[1]}</span>"


def _placed(totals: Mapping[str, Total]) -> Iterable[tuple[int, str]]:
    """In the order given; those with as many wins and the same percentage share a place."""
    last: tuple[object, ...] = ()
    place = 0
    for number, (name, total) in enumerate(totals.items(), 1):
        worth = (total.wins, total.percentage)
        if worth != last:
            place, last = number, worth
        yield place, name
