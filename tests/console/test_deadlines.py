"""Keys around the last moment of a row, at a table whose disk takes its time, as an SD card does."""

from collections.abc import Callable

import pytest

from firmware_host.console.console import Console
from firmware_host.console.settings import EveningSettings
from firmware_host.games.party.rules import PartyView
from firmware_host.games.shared.views import CrossedRow
from firmware_host.journal.journal import Journal
from firmware_host.journal.ledger import MEMORY
from firmware_host.journal.opening import open_ledger
from firmware_host.session import Session
from hardware.clock import VirtualClock
from hardware.simulated.table import SimulatedTable
from tests.support.at_table import KINDS, load, settings

WRITING = 0.05  # seconds
ANN, BOB, CY = 1, 2, 3


class SlowDisk:
    """What is written is safe a while later."""

    def __init__(self, clock: VirtualClock) -> None:
        self._clock = clock

    def write(self, work: Callable[[], None], done: Callable[[], None]) -> None:
        work()
        self._clock.call_later(WRITING, done)

    def tell(self, call: Callable[[], None]) -> None:
        self._clock.call_soon(call)

    def beside(self, work: Callable[[], None]) -> None:
        work()

    def close(self, _seconds: float) -> bool:
        return True


class LastMoment:
    """Ann hosts, Bob and Cy have typed their first words, and the row's time is nearly up."""

    def __init__(self) -> None:
        self.clock = VirtualClock()
        self.table = SimulatedTable(settings(dict.fromkeys((ANN, BOB, CY), KINDS[4])), self.clock)
        self.ledger, _ = open_ledger(MEMORY, lambda: 0.0)
        journal = Journal(self.ledger, SlowDisk(self.clock))
        self.console = Console(
            self.table, self.clock, journal, load, EveningSettings(seed=1, defaults={"party": {"timer": 10}})
        )
        self.console.start()
        for seat, name in ((ANN, "ANN"), (BOB, "BOB"), (CY, "CY")):
            self.types(seat, "ENTER", *name, "ENTER")
        self.types(ANN, "ENTER")
        self.types(ANN, *"SOLVE", "ENTER")
        self.types(BOB, *"SMILE")
        self.types(CY, *"CRANE")
        self.bell = min(self.console.snapshot().views[None].table.deadlines.values())

    def types(self, seat: int, *keys: str) -> None:
        for key in keys:
            self.table.press(seat, key)
            self.clock.advance(0.1)

    def enters(self, seat: int, after_the_bell: float) -> None:
        self.clock.run_until(self.bell + after_the_bell)
        self.table.press(seat, "ENTER")

    def rows_of(self, name: str) -> tuple[object, ...]:
        """As its player sees them."""
        view = self.console.snapshot().view_of(name)
        assert isinstance(view, PartyView)
        return tuple(view.boards[name].rows)

    def kept(self) -> object:
        unfinished = self.ledger.unfinished()
        assert unfinished is not None
        return unfinished.save["log"]


@pytest.fixture
def last_moment() -> LastMoment:
    return LastMoment()


def test_a_word_entered_in_time_counts_however_long_the_disk_takes(last_moment: LastMoment) -> None:
    last_moment.enters(CY, -0.02)
    last_moment.enters(BOB, -0.01)  # and waits until Cy's is safe, which is after the bell
    last_moment.clock.advance(1)
    assert not isinstance(last_moment.rows_of("BOB")[0], CrossedRow)


def test_a_word_entered_too_late_finds_its_row_crossed_out_and_is_not_lost(last_moment: LastMoment) -> None:
    last_moment.enters(CY, -0.02)
    last_moment.enters(BOB, 0.01)  # the bell has rung, but the disk was busy
    last_moment.clock.advance(1)
    frame = last_moment.table.showing("seat2.panel")
    assert isinstance(last_moment.rows_of("BOB")[0], CrossedRow)
    assert frame is not None
    assert any("S" in line and "M" in line for line in frame.text)


@pytest.mark.parametrize("moment", [-0.01, 0.0, 0.01])
def test_what_the_journal_has_is_what_was_played(last_moment: LastMoment, moment: float) -> None:
    last_moment.enters(CY, -0.02)
    last_moment.enters(BOB, moment)
    last_moment.clock.advance(1)
    assert last_moment.kept() == last_moment.console.save()["log"]


@pytest.mark.parametrize("moment", [-0.01, 0.0, 0.01])
def test_a_pause_in_the_last_moment_can_be_played_on_after_a_power_cut(last_moment: LastMoment, moment: float) -> None:
    last_moment.enters(CY, -0.02)
    last_moment.clock.run_until(last_moment.bell + moment)
    last_moment.table.button("pause")
    last_moment.clock.advance(1)
    unfinished = last_moment.ledger.unfinished()
    assert unfinished is not None
    again = Session(load)
    again.load(dict(unfinished.save))
    assert again.game.paused
