"""Whoever the evening asks to look at a display may know all of what is on it, at every kind of table.

`test_shipped_tables` plays evenings at the tables that we ship. These are others that people may build.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random

import pytest

from firmware_host.console.screens import looks, open_texts, page_screens
from firmware_host.console.screens.claims import Claims
from firmware_host.console.screens.glass import Glass
from firmware_host.console.screens.looks import Looks
from firmware_host.console.screens.page_frames import AtSeat, Reader, seat_frame
from firmware_host.console.screens.public_screen import OpenText
from firmware_host.console.screens.screens import Screens
from firmware_host.games.shared.page import Audience, Page
from firmware_host.games.shared.tasks import WordTask
from firmware_host.texts.text import verbatim
from hardware.ports import PageFrame
from tests.support.random_evening import GAMES
from tests.support.secrecy import Leak
from tests.support.shipped import EVERYTHING
from tests.support.who_looks import KINDS_OF_TABLES, evenings_compared, is_offered

EVENINGS, EVENINGS_IN_SOAK = 3, 1000  # for each kind of table and game
OFFERED = [(kind, game) for kind in KINDS_OF_TABLES for game in GAMES if is_offered(kind, game)]


@pytest.mark.proof
@pytest.mark.parametrize(("kind", "game"), OFFERED)
def test_nobody_is_asked_to_look_at_what_they_may_not_know(kind: str, game: str, soak: bool) -> None:
    evenings = EVENINGS_IN_SOAK if soak else EVENINGS
    assert evenings_compared(kind, game, evenings, Random(f"{kind}, {game}"), EVERYTHING)


# ── planted leaks ────────────────────────────────────────────────────────────────────────────────

Plant = Callable[[pytest.MonkeyPatch], None]


def no_cover_on_the_way_back(plant: pytest.MonkeyPatch) -> None:
    """Whoever has had the screen once gets it back uncovered."""
    pass_to, had = Glass._pass_to, set[int]()

    def leaky(glass: Glass, seat: int | None) -> bool:
        if glass.taken and glass.holder is not None:
            had.add(glass.holder)
        passed = pass_to(glass, seat)
        glass.taken = glass.taken or seat in had
        return passed

    plant.setattr(Glass, "_pass_to", leaky)


def anybodys_key_uncovers(plant: pytest.MonkeyPatch) -> None:
    plant.setattr(Glass, "called_to", lambda glass, _seat: glass.holder is not None and not glass.taken)


def a_refusal_without_a_cover(plant: pytest.MonkeyPatch) -> None:
    """What a seat without a panel is told stands on the screen that somebody else holds."""
    private_page = Screens._private_page
    plant.setattr(Claims, "_needs_text", lambda *_: False)

    def leaky(screens: Screens, texts: Mapping[int, OpenText]) -> tuple[Page, int | None]:
        told = [seat for seat, place in screens._table.seats.items() if place.panel is None]
        messages = {screens._sittings.name_at(seat): screens._seats[seat].desk.message for seat in told}
        said = next((Page(title=verbatim(name), message=text) for name, text in messages.items() if text), None)
        return private_page(screens, texts) if said is None else (said, None)

    plant.setattr(Screens, "_private_page", leaky)


def typed_letters_for_all(plant: pytest.MonkeyPatch) -> None:
    plant.setattr(open_texts, "_as_all_may_read", lambda _task, typed: typed)


def a_look_that_stays(plant: pytest.MonkeyPatch) -> None:
    plant.setattr(looks, "LASTS", 1e9)
    plant.setattr(Looks, "release", lambda *_: None)


def a_secret_in_a_title_for_all(plant: pytest.MonkeyPatch) -> None:
    """A list that says more than it should, though only its owner was meant to read it."""
    said = open_texts._said

    def leaky(asked: open_texts.Asked) -> Page:
        page, task = said(asked), asked.task
        typed = asked.desk.typed_for(task) if isinstance(task, WordTask) else ""
        return replace(page, title=verbatim(typed) if typed else page.title, audience=Audience.EVERYBODY)

    plant.setattr(open_texts, "_said", leaky)


def a_free_screen_that_is_not_covered(plant: pytest.MonkeyPatch) -> None:
    """A look is possible while the screen lies there for everybody."""
    plant.setattr(Glass, "may_be_looked_at_by", lambda *_: True)
    plant.setattr(Glass, "reads", lambda *_: True)


def a_phone_that_shows_all_where_others_look(plant: pytest.MonkeyPatch) -> None:
    """The page of a seat without a hood shows what is private."""

    def leaky(reader: Reader, at: AtSeat) -> PageFrame:
        return seat_frame(reader, replace(at, private=at.sitting.asks_privately))

    plant.setattr(page_screens, "seat_frame", leaky)


SECRET, HALF_TYPED = frozenset({"secret"}), frozenset({"half-typed"})
PLANTED: Mapping[str, tuple[str, str, frozenset[str], Plant]] = {
    "no cover on the way back": ("grids and a private screen", "party", SECRET, no_cover_on_the_way_back),
    "anybody's key uncovers": ("panels without hoods", "wqrdles", SECRET, anybodys_key_uncovers),
    "a refusal without a cover": (
        "grids and a private screen",
        "party",
        SECRET,
        a_refusal_without_a_cover,
    ),
    "typed letters for all": (
        "grids and both screens",
        "three-words",
        HALF_TYPED,
        typed_letters_for_all,
    ),
    "a look that stays": ("panels without hoods", "wqrdles", SECRET, a_look_that_stays),
    "a secret in a title for all": ("grids and both screens", "three-words", HALF_TYPED, a_secret_in_a_title_for_all),
    "a phone that shows all": (
        "some of each, a public screen, and phones",
        "party",
        SECRET,
        a_phone_that_shows_all_where_others_look,
    ),
    "a screen that is not covered": ("panels without hoods", "wqrdles", SECRET, a_free_screen_that_is_not_covered),
}


@pytest.mark.proof
@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_leak_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kind, game, what, plant = PLANTED[name]
    plant(monkeypatch)
    with pytest.raises(Leak):
        evenings_compared(kind, game, 500, Random(name), what)
