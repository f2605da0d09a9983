"""Random evenings at every table that we ship: nobody reads too much, no key is misunderstood, nobody is stuck."""

from collections.abc import Callable

import pytest

from firmware_host.console.keypads import attention
from firmware_host.console.keypads.attention import Attention
from firmware_host.console.screens.results import Results
from tests.support.haste import Stuck, TooSoon
from tests.support.random_evening import GAMES
from tests.support.shipped import SHIPPED, evening_at

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
