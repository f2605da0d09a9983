"""Random evenings at every table that we ship: nobody reads too much, no key is misunderstood, nobody is stuck."""

from collections.abc import Callable, Mapping

import pytest

from firmware_host.console.keypads import attention
from firmware_host.console.keypads.attention import Attention
from firmware_host.console.screens import glass, open_texts
from firmware_host.console.screens.claims import Claims
from firmware_host.console.screens.results import Results
from firmware_host.games.party import seat as party
from firmware_host.games.three_words import seat as three_words
from firmware_host.games.wqrdles import seat as wqrdles
from firmware_host.texts.text import verbatim
from tests.support.haste import TooSoon
from tests.support.random_evening import GAMES
from tests.support.shipped import SHIPPED, evening_at
from tests.support.told import Stuck

EVENINGS, EVENINGS_IN_SOAK = 3, 1000  # for each table and game
ALL = [(table, game) for table in SHIPPED for game in GAMES]
# So many in the quick tests: all of one game at each table, one less of the others.
QUICK = [
    (table, game, EVENINGS - (game != GAMES[place % len(GAMES)]))
    for place, table in enumerate(SHIPPED)
    for game in GAMES
]


@pytest.mark.parametrize(("table", "game", "quick"), QUICK)
def test_nobody_reads_too_much_or_is_misunderstood_or_stuck(table: str, game: str, quick: int, soak: bool) -> None:
    evenings(table, game, EVENINGS_IN_SOAK if soak else quick)


@pytest.mark.proof
@pytest.mark.parametrize(("table", "game"), ALL)
def test_nor_in_the_other_evenings(table: str, game: str) -> None:
    evenings(table, game, EVENINGS)


def evenings(table: str, game: str, how_many: int) -> None:
    for number in range(how_many):
        evening_at(table, game, number)


def test_there_are_forty_evenings() -> None:
    assert sum(quick for _table, _game, quick in QUICK) >= 40


# ── planted faults ───────────────────────────────────────────────────────────────────────────────

Plant = Callable[[pytest.MonkeyPatch], None]


def every_key_counts(plant: pytest.MonkeyPatch) -> None:
    plant.setattr(Attention, "counts", lambda *_: True)


def people_read_at_once(plant: pytest.MonkeyPatch) -> None:
    plant.setattr(attention, "TO_READ", 0.01)


@pytest.mark.proof
@pytest.mark.parametrize("plant", [every_key_counts, people_read_at_once])
@pytest.mark.parametrize("game", GAMES)
def test_a_key_that_is_misunderstood_is_noticed(game: str, plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    with pytest.raises(TooSoon):
        evenings("oled-seats", game, 100)


@pytest.mark.proof
@pytest.mark.parametrize("game", GAMES)
def test_a_table_that_cannot_go_on_is_noticed(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Results, "go_on", lambda *_: None)
    with pytest.raises(Stuck):
        evenings("oled-seats", game, 100)


def nobody_is_called(plant: pytest.MonkeyPatch) -> None:
    """The cover does not say whom the private screen is for."""
    plant.setattr(glass, "cover", lambda *_, **__: glass.COVER)


def questions_stand_nowhere(plant: pytest.MonkeyPatch) -> None:
    """What the game asks of seats without a panel is on no screen."""
    open_page = open_texts.open_page
    plant.setattr(open_texts, "open_page", lambda asked: None if asked.task.name == "attempts" else open_page(asked))
    plant.setattr(Claims, "_needs_text", lambda *_: False)


def nobody_says_for_whom(plant: pytest.MonkeyPatch) -> None:
    """Whoever waits is not told for whom."""
    for game in (party, wqrdles, three_words):
        plant.setattr(game, "_to_do", lambda _: ())
    plant.setattr(wqrdles, "wait_for", lambda _: verbatim("Wait"))
    plant.setattr(three_words, "_lines", lambda _: ())


UNTOLD: Mapping[Plant, tuple[str, str]] = {
    nobody_is_called: ("grid-seats", "party"),
    questions_stand_nowhere: ("grid-seats", "wqrdles"),
    nobody_says_for_whom: ("strip-seats", "three-words"),
}


@pytest.mark.proof
@pytest.mark.parametrize("plant", UNTOLD)
def test_somebody_who_is_not_told_is_noticed(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    with pytest.raises(Stuck):
        evenings(*UNTOLD[plant], 20)


@pytest.mark.proof
def test_a_panel_that_does_not_say_for_whom_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    nobody_says_for_whom(monkeypatch)
    with pytest.raises(Stuck):
        evenings("oled-seats", "wqrdles", 20)
