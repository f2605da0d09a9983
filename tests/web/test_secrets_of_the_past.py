"""Two worlds that differ only in a word that is still hidden: every page about past evenings is the same in both."""

import asyncio
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

import pytest

from firmware_host.journal.journal import Journal
from firmware_host.web.evenings.pages import Writer
from hardware.clock import VirtualClock
from tests.remembered.recounted import raw_games
from tests.support.evening import Evening
from tests.support.three_evenings import play_three_evenings
from tests.web.pages import SHARING, Served, really, table
from tests.web.test_secrets_on_pages import HIDDEN

PEOPLE = ("BOB", "ANN", "ZOE")  # ZOE plays here for the first time
Answers = dict[str, tuple[int, dict[str, str], bytes]]


def begins(file: Path, game: str, words: Mapping[int, str]) -> int:
    """A game on top of the three evenings: the words are hidden, and something of each comes out. Its number."""
    journal = Journal.on_the_spot(file, VirtualClock(), lambda: 2e9)
    evening = Evening(game, *PEOPLE, queries="free") if game == "wqrdles" else Evening(game, *PEOPLE)
    journal.begin(evening.session.save(), {1: "BOB", 2: "ANN", 3: "ZOE"}, {}, lambda: None)
    moves = [(PEOPLE[seat - 1], "secret", word) for seat, word in words.items()]
    moves += {
        "party": [("ANN", "guess", "PLUMB")],
        "wqrdles": [("BOB", "query", "BUSES")],
        "three-words": [("ANN", "propose", "SMILE")],
    }[game]
    for who, action, word in moves:
        evening.does(who, action, word=word)
        journal.add(evening.session.newest_entry(), lambda: None)
    number = journal.newest_game()
    journal.close()
    return number


def addresses(file: Path, unfinished: int) -> list[str]:
    games = [*(game["number"] for game in raw_games(file)[:5:2]), unfinished]  # one of each kind
    return [
        "/evenings",
        "/evenings?page=1",
        "/evenings/table",
        *(f"/evenings/person/{name}" for name in ("ANN", "ANNE", "BOB", "CY", "DORA", "EMIL", "ZOE")),
        *(f"/evenings/game/{number}{end}" for number in games for end in ("", "/squares.txt", "/squares.png")),
        *(f"/s/{SHARING.address(number).rpartition('/')[2]}{end}" for number in games for end in ("", "/squares.png")),
    ]


def answered(file: Path, paths: list[str]) -> Answers:
    answers: Answers = {}

    def ask(pages: Served) -> None:
        with closing(HTTPConnection("127.0.0.1", pages.port, timeout=30)) as connection:
            for path in paths:
                connection.request("GET", path, headers={"Host": f"localhost:{pages.port}"})
                answer = connection.getresponse()
                headers = {name: value for name, value in answer.getheaders() if name.lower() != "date"}
                answers[path] = answer.status, headers, answer.read()

    async def evening() -> None:
        async with table(file=file) as pages:
            await asyncio.to_thread(ask, pages)

    really(evening())
    return answers


def worlds(folder: Path, game: str) -> tuple[Answers, Answers, Answers]:
    """Before the game, and while it goes on with one word or with another."""
    told = []
    for name, words in (("before", {}), ("one", HIDDEN[game].words), ("other", HIDDEN[game].others)):
        file = folder / f"{name}.db"
        play_three_evenings(file)
        unfinished = raw_games(file)[-1]["number"] + 1
        paths = addresses(file, begins(file, game, words) if words else unfinished)
        told.append(answered(file, paths))
    before, one, other = told
    return before, one, other


@pytest.mark.parametrize("game", ["party", *(pytest.param(game, marks=pytest.mark.proof) for game in [*HIDDEN][1:])])
def test_no_page_and_no_picture_tells_two_hidden_words_apart(game: str, tmp_path: Path) -> None:
    before, one, other = worlds(tmp_path, game)
    assert one == other
    assert {path: one[path] for path in before if path in one} == {path: before[path] for path in before if path in one}
    assert sum(status == 200 for status, _, _ in one.values()) == 3 + 6 + 3 * 5  # all but ZOE and the game itself


@pytest.mark.proof
def test_a_page_that_tells_them_apart_would_be_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    summary = Writer._summary

    def leaking(writer: Writer, *given: object) -> str:
        file = max(tmp_path.glob("*.db"), key=lambda each: each.stat().st_mtime_ns)
        with closing(sqlite3.connect(file)) as database:
            hidden = "SELECT sealed FROM rows WHERE sealed LIKE '%secret%' ORDER BY number DESC LIMIT 1"
            [(row,)] = database.execute(hidden).fetchall()
        return summary(writer, *given) + str(row)  # type: ignore[arg-type]  # as given

    monkeypatch.setattr(Writer, "_summary", leaking)
    _, one, other = worlds(tmp_path, "party")
    assert one != other
