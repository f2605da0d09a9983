"""Simulated LED grids: one that remembers, and a board that misbehaves in virtual time behind the real display."""

import pytest

from hardware.clock import VirtualClock
from hardware.displays import Heartbeat
from hardware.ports import DeviceBack, DeviceGone, Grid, Input
from hardware.simulated.grid import RememberingGrid, Shown, simulated_grid
from tests.hardware.kinds.grid_table import numbered

A, B, C = numbered(1), numbered(2), numbered(3)


class Table:
    def __init__(self) -> None:
        self.clock = VirtualClock()
        self.told: list[Input] = []
        self.heartbeat = Heartbeat(self.clock)
        self.grid, self.board, self.wires = simulated_grid("seat1.grid", self.clock, self.heartbeat, self.told.append)


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture
def awake(table: Table) -> Table:
    """A table whose board has started."""
    table.clock.advance(10)
    return table


def test_a_grid_that_remembers_has_every_change_with_its_time() -> None:
    clock = VirtualClock()
    grid: Grid = (remembering := RememberingGrid(clock))
    for frame in (A, A, B, A):
        grid.show(frame)
        clock.advance(1)
    assert remembering.shown == [Shown(0, A), Shown(2, B), Shown(3, A)]


def test_a_grid_that_remembers_has_a_last_frame() -> None:
    grid = RememberingGrid(VirtualClock())
    grid.show(A)
    grid.show(B)
    assert grid.last == B


def test_a_board_that_starts_shows_its_frame_as_soon_as_it_is_awake(table: Table) -> None:
    table.grid.show(A)
    table.clock.advance(3)
    assert table.board.shown[0] == Shown(2.0, A)


def test_an_awake_board_shows_a_frame_at_once(awake: Table) -> None:
    awake.grid.show(A)
    awake.clock.settle()
    assert awake.board.visible == A


def test_an_idle_board_is_kept_from_its_own_effects(awake: Table) -> None:
    awake.grid.show(A)
    seen = []
    for _ in range(100):
        awake.clock.advance(0.3)
        seen.append(awake.board.visible)
    assert seen == [A] * 100


def test_a_board_without_its_heartbeat_goes_back_to_its_own_effects(awake: Table) -> None:
    awake.grid.show(A)
    awake.clock.settle()
    awake.heartbeat.close()
    awake.clock.advance(2.6)
    assert awake.board.visible is None


def test_a_slow_board_shows_the_newest_frame_next(awake: Table) -> None:
    awake.heartbeat.close()
    awake.board.seconds_a_frame = 2.0
    for frame in (A, B, C):
        awake.grid.show(frame)
    awake.clock.advance(10)
    assert [shown.frame for shown in awake.board.shown] == [A, C]


def test_a_pulled_board_is_told_and_comes_back_with_its_newest_frame(awake: Table) -> None:
    awake.grid.show(A)
    awake.board.unplug()
    awake.clock.advance(60)
    awake.grid.show(B)
    awake.board.plug()
    awake.clock.advance(4)
    assert awake.board.visible == B
    assert [type(told) for told in awake.told] == [DeviceGone, DeviceBack]


def test_a_board_whose_power_was_cut_is_lit_again_when_it_has_started(awake: Table) -> None:
    awake.grid.show(A)
    awake.board.cut_power()
    awake.clock.advance(5)
    assert awake.board.visible is None
    awake.board.restore_power()
    awake.clock.advance(3)
    assert awake.board.visible == A


def test_a_closed_table_shows_nothing_more(awake: Table) -> None:
    awake.heartbeat.close()
    awake.wires.close()
    awake.grid.show(A)
    awake.clock.advance(10)
    assert A not in [shown.frame for shown in awake.board.shown]
