"""Strangers take turns, and players do not wait for them."""

import pytest

from firmware_host.web.strangers.turns import InTurn, Turns, Work


class Loop:
    """An event loop that turns when a test says so."""

    def __init__(self) -> None:
        self._soon: list[Work] = []

    def call_soon(self, work: Work) -> None:
        self._soon.append(work)

    def turns(self) -> None:
        now, self._soon = self._soon, []
        for work in now:
            work()


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
        self.loop = Loop()
        self.turns = Turns(self.loop.call_soon)
        self.done: list[str] = []

    def sends(self, what: str, line: InTurn) -> None:
        line.do(lambda: self.done.append(what))

    def connects(self, *, stranger: bool, line: Line | None = None) -> InTurn:
        return InTurn(self.turns, line or Line(), lambda: stranger)


@pytest.fixture
def table() -> Table:
    return Table()


def test_one_stranger_is_dealt_with_in_each_turn(table: Table) -> None:
    for number in range(3):
        table.sends(f"stranger {number}", table.connects(stranger=True))
    table.loop.turns()
    assert table.done == ["stranger 0"]
    table.loop.turns()
    assert table.done == ["stranger 0", "stranger 1"]


def test_a_player_does_not_wait_for_strangers(table: Table) -> None:
    table.sends("stranger", table.connects(stranger=True))
    table.sends("player", table.connects(stranger=False))
    assert table.done == ["player"]


def test_a_stranger_who_waits_is_not_read_any_further(table: Table) -> None:
    line = Line()
    table.sends("stranger", table.connects(stranger=True, line=line))
    before = line.is_read
    table.loop.turns()
    assert (before, line.is_read) == (False, True)


def test_what_somebody_sent_before_their_code_was_read_comes_first(table: Table) -> None:
    strange = [True]
    line = InTurn(table.turns, Line(), lambda: strange[0])
    table.sends("code", line)
    strange[0] = False
    table.sends("key", line)
    table.loop.turns()
    table.loop.turns()
    assert table.done == ["code", "key"]


def test_nothing_of_a_connection_that_has_ended_is_read(table: Table) -> None:
    line = table.connects(stranger=True)
    table.sends("stranger", line)
    line.drop()
    table.loop.turns()
    assert table.done == []


def test_an_error_about_one_stranger_does_not_stop_the_others(table: Table) -> None:
    def fails() -> None:
        raise OSError("gone")

    table.connects(stranger=True).do(fails)
    table.sends("next", table.connects(stranger=True))
    with pytest.raises(OSError, match="gone"):
        table.loop.turns()
    table.loop.turns()
    assert table.done == ["next"]
