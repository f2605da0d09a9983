"""No page is sent a hidden word that is not its own: searched for, and swapped and compared byte for byte."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache

import pytest

from firmware_host.web.broadcast import Watcher
from firmware_host.web.pages import WHOLE_TABLE, WebPage, pages_of
from firmware_host.web.simulated_table import SimulatedWebTable
from hardware.config.keymaps import KEYS
from hardware.names import PRIVATE, DeviceName
from tests.web.pages import StillTable

GAMES = ("party", "wqrdles", "three-words")
NAMES = ("ANN", "BOB", "CAT")
PAGES = ("seat1", "seat2", "seat3", "public", "join", "private", WHOLE_TABLE)


@dataclass(frozen=True)
class Hidden:
    """Words that are hidden by seat, and for each another that is marked alike by all that is called or guessed."""

    words: Mapping[int, str]
    others: Mapping[int, str]


HIDDEN = {
    "party": Hidden({1: "STONE"}, {1: "SHONE"}),  # PLUMB finds nothing in either
    "wqrdles": Hidden({1: "HOUSE", 2: "NEWTS", 3: "ROAST"}, {1: "HOLES", 2: "NESTS", 3: "WORST"}),  # SHORT is called
    "three-words": Hidden({1: "SOLVE"}, {1: "SLATE"}),  # SMILE is guessed
}
SECRETS = [(game, seat) for game in GAMES for seat in HIDDEN[game].words]
each_secret = pytest.mark.parametrize(("game", "owner"), SECRETS)
on_each_page = pytest.mark.parametrize("page", PAGES)
behind_hoods = pytest.mark.parametrize("hooded", [True, False], ids=["hoods", "one private screen"])


def play(game: str, words: Mapping[int, str], hooded: bool) -> StillTable:
    """All join, hide their words, and something of each word comes out; whoever hid one looks at it again."""
    table = StillTable(len(NAMES), hooded=hooded)
    for seat, name in enumerate(NAMES, 1):
        table.joins(seat, name)
    table.types(1, "DOWN", *["RIGHT"] * GAMES.index(game), "UP", "ENTER")
    for seat, word in words.items():
        table.types(seat, *(() if hooded else ("ENTER",)), *word, "ENTER")
    table.passes(8)
    match game:
        case "party":
            table.types(2, *"PLUMB", "ENTER")
        case "wqrdles":
            table.types(1, "ENTER")
        case _:
            table.types(2, *"SMILE", "ENTER")
            table.types(3, "ENTER")
    table.passes(8)
    for seat in words:
        table.holds(seat, "SPACE")
    return table


@cache
def evening(game: str, hooded: bool, swapped: int = 0) -> StillTable:
    """`swapped` is whose word is another one."""
    hidden = HIDDEN[game]
    return play(
        game, {seat: (hidden.others if seat == swapped else hidden.words)[seat] for seat in hidden.words}, hooded
    )


def writes(page: str, owner: int, hooded: bool) -> bool:
    """Whether the owner hides and reads their word on this page."""
    return page == (f"seat{owner}" if hooded else "private")


@behind_hoods
@each_secret
@on_each_page
def test_another_secret_would_have_sent_the_same_bytes(game: str, owner: int, page: str, hooded: bool) -> None:
    one, other = evening(game, hooded), evening(game, hooded, owner)
    assert (one.sent[page] == other.sent[page]) is not writes(page, owner, hooded)


@behind_hoods
@each_secret
@on_each_page
def test_a_hidden_word_is_written_on_its_owners_page_only(game: str, owner: int, page: str, hooded: bool) -> None:
    word = HIDDEN[game].words[owner]
    assert any(word in _letters(text) for text in evening(game, hooded).sent[page]) is writes(page, owner, hooded)


@pytest.mark.parametrize("game", GAMES)
def test_something_of_each_word_came_out(game: str) -> None:
    """Or two words would hardly differ in anything that could be told."""
    grids = [evening(game, True).showing(WHOLE_TABLE, f"seat{seat}.grid")["text"] for seat in (1, 2, 3)]
    shown = "".join(row for rows in grids for row in rows)
    says = "".join(evening(game, True).sent["public"])
    assert ("G" in shown and "Y" in shown) or "BOB: 0 green, 0 yellow" in says


def _letters(text: str) -> str:
    """Without what stands between the letters of a board, and without the pixels."""
    _, _, said = text.partition('"text"')
    return "".join(letter for letter in (said or text) if letter.isalpha())


# ── planted leaks ────────────────────────────────────────────────────────────────────────────────


def a_page_that_sees_too_much(plant: pytest.MonkeyPatch) -> None:
    def leaky(*arguments: object) -> dict[str, WebPage]:
        found = pages_of(*arguments)  # type: ignore[arg-type]  # as they came
        table = found["public"]
        return {**found, "public": replace(table, sees=table.sees | {DeviceName("panel", 1), PRIVATE})}

    plant.setattr("firmware_host.web.simulated_table.pages_of", leaky)


def nothing_lies_face_down(plant: pytest.MonkeyPatch) -> None:
    plant.setattr(Watcher, "sees", lambda watcher, device: device in watcher.page.sees)


def keys_that_each_click_their_own_way(plant: pytest.MonkeyPatch) -> None:
    key = SimulatedWebTable.key

    def leaky(at: SimulatedWebTable, seat: int, pressed: str, down: bool) -> None:
        key(at, seat, pressed, down)
        at.broadcast.announce("click" * KEYS.index(pressed))

    plant.setattr(SimulatedWebTable, "key", leaky)


PLANTED = {
    "a page that sees too much": (a_page_that_sees_too_much, "public"),
    "nothing lies face down": (nothing_lies_face_down, WHOLE_TABLE),
    "keys that each click their own way": (keys_that_each_click_their_own_way, "seat3"),
}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_leak_is_noticed(name: str, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plant, page = PLANTED[name]
    plant(monkeypatch)
    hidden = HIDDEN[game]
    one, other = (play(game, words, hooded=True) for words in (hidden.words, {**hidden.words, 1: hidden.others[1]}))
    assert one.sent[page] != other.sent[page]
