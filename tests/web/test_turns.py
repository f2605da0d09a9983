"""Strangers take turns, and players do not wait for them."""

import pytest

from firmware_host.web.strangers.turns import PAUSE, InTurn, Turns
from hardware.clock import VirtualClock


class Line:
    """A connection that only says whether it is read."""

    def __init__(self) -> None:
        self.is_read = True

    def pause_reading(self) -> None:
        self.is_read = False

    def resume_reading(self) -> None:
        self.is_read = True

    def abort(self) -> None:
        """Nothing depends on it here."""


class Table:
    def __init__(self) -> None:
        self.clock = VirtualClock()
        self.turns = Turns(self.clock.time, self.clock.call_at)
        self.done: list[str] = []

    def sends(self, what: str, line: InTurn) -> None:
        line.do(lambda: self.done.append(what))

    def connects(self, *, stranger: bool, line: Line | None = None) -> InTurn:
        return InTurn(self.turns, line or Line(), lambda: stranger)


@pytest.fixture
def table() -> Table:
    return Table()


def test_one_stranger_is_dealt_with_at_a_time_and_then_there_is_a_pause(table: Table) -> None:
    for number in range(3):
        table.sends(f"stranger {number}", table.connects(stranger=True))
    table.clock.advance(PAUSE / 10)
    assert table.done == ["stranger 0"]
    table.clock.advance(PAUSE)
    assert table.done == ["stranger 0", "stranger 1"]


def test_strangers_who_come_one_by_one_leave_the_same_pauses(table: Table) -> None:
    for number in range(50):
        table.sends(f"stranger {number}", table.connects(stranger=True))
        table.clock.advance(PAUSE / 5)
    assert 10 <= len(table.done) <= 11


def test_a_player_does_not_wait_for_strangers(table: Table) -> None:
    table.sends("stranger", table.connects(stranger=True))
    table.sends("player", table.connects(stranger=False))
    assert table.done == ["player"]


def test_a_stranger_who_waits_is_not_read_any_further(table: Table) -> None:
    line = Line()
    table.sends("stranger", table.connects(stranger=True, line=line))
    before = line.is_read
    table.clock.advance(PAUSE / 10)
    assert (before, line.is_read) == (False, True)


def test_what_somebody_sent_before_their_code_was_read_comes_first(table: Table) -> None:
    strange = [True]
    line = InTurn(table.turns, Line(), lambda: strange[0])
    table.sends("code", line)
    strange[0] = False
    table.sends("key", line)
    table.clock.advance(PAUSE)
    assert table.done == ["code", "key"]


def test_nothing_of_a_connection_that_has_ended_is_read(table: Table) -> None:
    line = table.connects(stranger=True)
    table.sends("stranger", line)
    line.drop()
    table.clock.advance(PAUSE / 10)
    assert table.done == []


def test_an_error_about_one_stranger_does_not_stop_the_others(table: Table) -> None:
    def fails() -> None:
        raise OSError("gone")

    table.connects(stranger=True).do(fails)
    table.sends("next", table.connects(stranger=True))
    with pytest.raises(OSError, match="gone"):
        table.clock.advance(PAUSE / 10)
    table.clock.advance(PAUSE)
    assert table.done == ["next"]
