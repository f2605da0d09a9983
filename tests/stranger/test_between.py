"""A game that wordtable has never heard of goes through everything that its own games go through."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from firmware_host.bots import Level
from firmware_host.bots.players import Bot
from firmware_host.games import registry
from firmware_host.games.shared.marks import order
from firmware_host.games.shared.table import OVER, RESULT, Action
from firmware_host.journal.history import read_history
from firmware_host.session import Session
from hardware.config.settings import TableSettings
from tests.docs.pages import GUIDE, blocks
from tests.engine.test_secrecy import compared
from tests.stranger.conftest import HERE
from tests.support import random_play, secrecy, wire_secrecy
from tests.support.evening import english
from tests.support.evening_table import EveningTable, grids_only, usual, with_numeric_pads, without_hoods
from tests.support.random_play import Variation

FILES = sorted(path for path in (HERE / "game").rglob("*") if path.suffix in (".py", ".toml"))


# ── it is found, and it is what the guide teaches ────────────────────────────────────────────────


def test_it_is_offered_after_our_own_games(between: str) -> None:
    assert list(registry.games()) == ["party", "wqrdles", "three-words", between]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_the_guide_shows_its_files(file: Path) -> None:
    name = str(file.relative_to(HERE / "game"))
    shown = [block.text for block in blocks() if block.page == GUIDE / "extend.md" and block.name == name]
    taught = [line for text in shown for line in text.splitlines() if line]
    assert taught == [line for line in file.read_text().splitlines() if line]


def test_a_broken_game_costs_itself_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "broken_game.py").write_text("raise RuntimeError('no such thing')")
    info = tmp_path / "broken_game-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: broken-game\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[wordtable.games]\nbroken = broken_game:GAME\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    registry.games.cache_clear()
    try:
        assert "party" in registry.games()
        assert "broken" in caplog.text
    finally:
        registry.games.cache_clear()


# ── on keypads ───────────────────────────────────────────────────────────────────────────────────

TABLES: dict[str, Callable[[], TableSettings]] = {
    "hooded panels": usual,
    "one screen for all": without_hoods,
    "numeric pads": with_numeric_pads,
}


@pytest.mark.usefixtures("between")
@pytest.mark.parametrize("table", TABLES)
def test_it_is_played_from_the_lobby_to_the_winner(table: str) -> None:
    at = EveningTable(TABLES[table]())
    ann, bob, cy = at.join("Ann", "Bob", "Cy")
    ann.starts("between", tries="5")
    for host, finder, other, word in ((ann, bob, cy, "MOUSE"), (bob, cy, ann, "LEMON"), (cy, bob, ann, "PIANO")):
        host.hides(word)
        finder.guesses("HOUSE")
        assert finder.panel.says("after HOUSE")
        finder.guesses(word)
        assert not other.panel.says(word)
        other.guesses("ZEBRA", "YACHT", "WORLD", "TABLE", "RIVER")
        ann.enter()
    assert at.said[-1] == "BOB won!"


@pytest.mark.usefixtures("between")
def test_a_refused_guess_is_shown_to_nobody_but_the_host() -> None:
    """A party-like game with a computer Host once showed a refused guess to another guesser."""
    at = EveningTable()
    ann, bob = at.join("Ann", "Bob")
    ann.sets("computers", "1").starts("between")
    ann.hides("MOUSE")
    bob.types("QQQQQ").enter().enter()
    assert ann.panel.says("'s QQQQQ?")
    ann.chooses("no")
    bob.deletes(5).guesses("MOUSE")
    at.passes(60)
    ann.enter()
    at.passes(1)
    bob.hides("HOUSE")
    at.passes(60)
    ann.guesses("HOUSE")
    at.passes(1)
    ann.enter()
    at.passes(30)  # the computer hides a word
    bob.types("QQQQQ").enter().enter()
    assert not ann.panel.says("QQQQQ")
    assert not bob.panel.says("ask anyway")


@pytest.mark.usefixtures("between")
def test_a_table_that_cannot_show_it_says_so() -> None:
    at = EveningTable(grids_only())
    ann, _ = at.join("Ann", "Bob")
    ann.starts("between")
    assert at.public.says("needs a panel at every seat")


@pytest.mark.usefixtures("between")
def test_a_power_cut_loses_nothing_and_the_game_is_remembered(tmp_path: Path) -> None:
    journal = tmp_path / "journal.db"
    at = EveningTable(journal=journal)
    ann, bob = at.join("Ann", "Bob")
    ann.starts("between")
    ann.hides("MOUSE")
    bob.guesses("HOUSE")
    at.evening.power_cut()
    at.passes(5)
    at.evening.power_on()
    at.passes(2)
    ann.chooses("resume")
    assert bob.panel.says("after HOUSE")
    bob.guesses("MOUSE")
    ann.enter()
    bob.hides("CRANE")
    ann.guesses("CRANE").enter()
    at.passes(1)
    (played,) = read_history(journal)
    assert (played.game, played.won) == ("between", ("ANN",))
    assert played.tries == {"ANN": (1,), "BOB": (2,)}


# ── by computers, and over the line protocol ─────────────────────────────────────────────────────


@pytest.mark.parametrize("level", ["easy", "fair", "strong"])
def test_computers_play_it_at_each_level(between: str, level: Level) -> None:
    session = Session(lambda _name: english())
    session.new(between, ("Ada", "Bo", "Cleo"), {"tries": 20})
    bots = [Bot(name, english(), level, seed=1) for name in ("Ada", "Bo", "Cleo")]
    found = 0
    for _ in range(200):
        if session.game.phase == OVER:
            break
        if session.game.phase == RESULT:
            found += sum(score > 0 for score in (session.game.round_scores or {}).values())
            session.act(Action("Ada", "next"))
            continue
        acted = next(act for bot in bots if (act := bot.act(session.view(bot.name))) is not None)
        session.act(acted)
    assert session.game.phase == OVER
    assert found >= (3 if level == "easy" else 5), "of six"


def test_the_engine_plays_it(installed_game: Path) -> None:
    requests: list[dict[str, Any]] = [
        {"do": "hello"},
        {"do": "describe", "game": "between"},
        {"do": "new", "game": "between", "players": ["Ann", "Bob"]},
        {"do": "act", "player": "Ann", "action": "secret", "word": "MOUSE"},
        {"do": "act", "player": "Bob", "action": "guess", "word": "HOUSE"},
        {"do": "view", "for": "Ann"},
    ]
    replies = engine(installed_game, requests)
    assert "between" in replies[0]["games"]
    assert replies[1]["actions"]["guess"] == ["word"]
    assert replies[4]["events"][0] == {
        "event": "told", "to": ["Ann", "Bob"], "player": "Bob", "row": 1, "word": "HOUSE", "order": ">",
    }  # fmt: skip
    assert replies[5]["view"]["secret"] == "MOUSE"


def engine(installed: Path, requests: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """`wordtable engine`, in a process of its own."""
    spoken = subprocess.run(
        [sys.executable, "-m", "firmware_host", "engine"],
        input="".join(json.dumps(request) + "\n" for request in requests),
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(installed), str(HERE.parents[1])))},
        capture_output=True,
        text=True,
        check=True,
    )
    return [json.loads(line) for line in spoken.stdout.splitlines()]


# ── nobody learns more than they may ─────────────────────────────────────────────────────────────


def asked_in_between(
    _variation: Variation, played: secrecy.Round, at: int, audience: str
) -> Iterator[secrecy.Question]:
    """On which side the word lies of one's own guesses; of the others', only whether they were right."""
    for n, each in played:
        if n > at and each.request.get("action") == "guess":
            own = each.request["player"] == audience
            yield partial(_told, secrecy.typed(each), own)


def _told(guess: str, own: bool, secret: str) -> object:
    return order(secret, guess) if own else secret == guess


@pytest.fixture
def known_to_the_swap_tests(between: str, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setitem(random_play.CHOICES, between, {"tries": (3, 5, 8)})
    monkeypatch.setitem(secrecy.ASKED, between, asked_in_between)
    return between


def test_no_audience_can_tell_its_secret_from_another(known_to_the_swap_tests: str) -> None:
    assert compared(known_to_the_swap_tests, 60, Random("between")).total() >= 60


@pytest.mark.proof
def test_no_display_tells_its_secret_from_another(known_to_the_swap_tests: str) -> None:
    looks = wire_secrecy.compared(known_to_the_swap_tests, 30, Random("between on the wire"), frozenset({"secret"}))
    assert len(looks) >= 30
    looks = wire_secrecy.compared(known_to_the_swap_tests, 10, Random("guesses between"), frozenset({"guess"}))
    assert len(looks) >= 10
