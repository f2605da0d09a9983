"""The league's pages: one for a television and one for phones. They are made here, of what is public. Pure."""

from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

from firmware_host.league.service.league import Shown
from firmware_host.league.service.standings import Total
from firmware_host.texts.language import Language
from firmware_host.texts.text import Text, say, say_count

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
        rows = " ".join(_row(row) for row in board["rows"])
        points = scores.get(board["name"], "")
        state = STATES.get(board["state"], "")
        return (
            f'<div class="board"><b>{escape(board["name"])}</b><span class="rows">{rows} {state}</span>{points}</div>'
        )

    def standings(self, totals: Mapping[str, Total]) -> str:
        heads = (say("Place"), say("Name"), say("Won"), say("Games"), say("Beaten"), say("Tries"))
        head = "".join(f"<th>{self._say(text)}</th>" for text in heads)
        rows = "".join(self._standing(place, name, totals[name]) for place, name in _placed(totals))
        return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"

    def _standing(self, place: int, name: str, total: Total) -> str:
        rating = "" if total.rating is None else f"{total.rating:.0f} %"
        tries = f"{total.tries / total.words:.1f}" if total.words else ""
        cells = (place, escape(name), total.wins, total.games, rating, tries)
        return f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"

    def television(self, cards: Iterable[str], standings: str) -> str:
        tables = f'<section><div class="tables">{"".join(cards)}</div></section>'
        side = f'<section><h2>{self._say(say("Standings"))}</h2><div class="standings">{standings}</div></section>'
        return self._page(f'<main class="television">{tables}{side}</main>', live=True)

    def phone(self, standings: str, games: Iterable[tuple[str, Mapping[str, Any]]], tables: int) -> str:
        """Small and without a script: it is read once, in a corner with one bar of reception."""
        newest = "".join(f"<li>{self._game(table, told)}</li>" for table, told in games)
        here = self._say(say_count("{count} table is playing.", "{count} tables are playing.", tables))
        return self._page(
            f"<main><p>{here}</p><h2>{self._say(say('Standings'))}</h2>{standings}"
            f"<h2>{self._say(say('Last games'))}</h2><ul>{newest}</ul></main>"
        )

    def _game(self, table: str, told: Mapping[str, Any]) -> str:
        winners = told.get("winners")
        names = ", ".join(map(str, winners)) if isinstance(winners, list) else ""
        if not names:
            return self._say(say("{table}: broken off", table=table))
        return self._say(say("{table}: {names} won", table=table, names=names))

    def _page(self, body: str, *, live: bool = False) -> str:
        script = '<script src="live.js" defer></script>' if live else ""
        return (
            f'<!doctype html><html lang="{escape(self._language.name)}"><head><meta charset="utf-8">'
            f'<meta name="viewport" content="width=device-width,initial-scale=1"><title>{escape(self._league)}</title>'
            f'<link rel="stylesheet" href="style.css">{script}</head>'
            f"<body><h1>{escape(self._league)}</h1>{body}</body></html>"
        )


def card_id(table: str) -> str:
    return f"table-{table}"


def _row(row: tuple[int, int] | None) -> str:
    if row is None:
        return "×"
    return f'<span class="g">{row[0]}</span>·<span class="y">{row[1]}</span>'


def _placed(totals: Mapping[str, Total]) -> Iterable[tuple[int, str]]:
    """In the order given; those with as many wins and the same rating share a place."""
    last: tuple[object, ...] = ()
    place = 0
    for number, (name, total) in enumerate(totals.items(), 1):
        worth = (total.wins, total.rating)
        if worth != last:
            place, last = number, worth
        yield place, name
