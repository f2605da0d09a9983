"""No page is sent a hidden word that is not its own: searched for, and swapped and compared byte for byte."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache

import pytest

from firmware_host.console.screens import showing
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
    "wqrdles": Hidden({1: "HOUSE", 2: "NEWTS", 3: "ROAST"}, {1: "MOUSE", 2: "NEEDS", 3: "WORST"}),  # BUSES is called
    "three-words": Hidden({1: "SOLVE"}, {1: "SLATE"}),  # SMILE is guessed
}
SECRETS = [(game, seat) for game in GAMES for seat in HIDDEN[game].words]
each_secret = pytest.mark.parametrize(("game", "owner"), SECRETS)
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


def written_on(owner: int, hooded: bool) -> list[str]:
    """The page on which the owner hides and reads their word."""
    return [f"seat{owner}" if hooded else "private"]


@behind_hoods
@each_secret
def test_another_secret_would_have_sent_the_same_bytes(game: str, owner: int, hooded: bool) -> None:
    one, other = evening(game, hooded), evening(game, hooded, owner)
    assert [page for page in PAGES if one.sent[page] != other.sent[page]] == written_on(owner, hooded)


@behind_hoods
@each_secret
def test_a_hidden_word_is_written_on_its_owners_page_only(game: str, owner: int, hooded: bool) -> None:
    word, sent = HIDDEN[game].words[owner], evening(game, hooded).sent
    assert [page for page in PAGES if any(word in _letters(text) for text in sent[page])] == written_on(owner, hooded)


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


def told_of_a_private_word(page: str) -> bool:
    """Somebody at a seat without a hood types a word on the private screen that is none: is that said on this page?"""
    table = StillTable(len(NAMES), hooded=False)
    for seat, name in enumerate(NAMES, 1):
        table.joins(seat, name)
    table.types(1, "ENTER")
    table.types(1, "ENTER", *"ZZZZZ", "ENTER")
    return any("not in the dictionary" in text for text in table.sent[page])


def test_what_is_said_about_a_private_word_is_said_only_where_it_was_typed() -> None:
    assert [page for page in PAGES if page != WHOLE_TABLE and told_of_a_private_word(page)] == ["private"]


def test_a_message_that_is_planted_on_every_page_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(showing, "message_to", lambda _sitting, desk, _private: desk.message)
    assert told_of_a_private_word("seat1")


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
