"""Simulated panels in virtual time: they remember, they are slow, they are pulled and cut off, and they come back."""

import pytest

from hardware.clock import VirtualClock
from hardware.config.settings import I2cPanelSettings
from hardware.displays import Heartbeat
from hardware.ports import DeviceBack, DeviceGone, Input, PanelFrame
from hardware.simulated.panel import RememberingPanel, simulated_panel

A, B, C = (PanelFrame("1", (8, 1), bytes((byte,))) for byte in (1, 2, 3))


class Table:
    """One panel, open and dark."""

    def __init__(self) -> None:
        self.clock = VirtualClock()
        self.told: list[Input] = []
        self.heartbeat = Heartbeat(self.clock)
        self.panel, self.oled, self.wires = simulated_panel("seat1.panel", self.clock, self.heartbeat, self.told.append)
        self.clock.settle()

    def shows(self, frame: PanelFrame) -> None:
        self.panel.show(frame)
        self.clock.settle()

    @property
    def news(self) -> list[type[Input]]:
        return [type(told) for told in self.told]


@pytest.fixture
def table() -> Table:
    return Table()


def test_a_remembering_panel_keeps_every_frame_that_changed_something() -> None:
    clock = VirtualClock()
    panel = RememberingPanel(clock)
    for frame in (A, A, B):
        panel.show(frame)
        clock.advance(1)
    assert [(shown.at, shown.frame) for shown in panel.shown] == [(0.0, A), (2.0, B)]


def test_a_remembering_panel_is_as_large_as_its_settings_say() -> None:
    panel = RememberingPanel(VirtualClock(), I2cPanelSettings(chip="ssd1331", width=96, rotation=90))
    assert (panel.size, panel.colour) == ((64, 96), True)


def test_a_frame_is_seen_at_once(table: Table) -> None:
    table.shows(A)
    assert table.oled.visible == A


def test_on_a_slow_bus_a_frame_is_seen_two_seconds_later_and_those_between_never(table: Table) -> None:
    table.oled.seconds_a_frame = 2.0
    for frame in (A, B, C):
        table.shows(frame)
    table.clock.advance(1.9)
    before = table.oled.visible
    table.clock.advance(2.2)
    assert before is None
    assert [shown.frame for shown in table.oled.shown] == [A, C]


def test_dimming_reaches_the_panel(table: Table) -> None:
    table.panel.dim(0.25)
    table.clock.settle()
    assert table.oled.contrast == 0.25


def test_a_panel_pulled_while_nothing_changes_is_told_within_a_second(table: Table) -> None:
    table.shows(A)
    table.oled.unplug()
    table.clock.advance(1.0)
    assert table.news == [DeviceGone]


def test_a_panel_is_back_with_its_newest_frame_within_two_seconds(table: Table) -> None:
    table.shows(A)
    table.oled.unplug()
    table.clock.advance(60)
    table.shows(B)
    table.oled.plug()
    table.clock.advance(2.0)
    assert (table.oled.visible, table.news) == (B, [DeviceGone, DeviceBack])


def test_a_panel_that_was_dim_is_dim_when_it_is_back(table: Table) -> None:
    table.panel.dim(0.25)
    table.shows(A)
    table.oled.unplug()
    table.clock.advance(10)
    table.oled.contrast = 1.0
    table.oled.plug()
    table.clock.advance(2)
    assert table.oled.contrast == 0.25


def test_a_panel_without_power_is_dark_and_takes_nothing(table: Table) -> None:
    table.shows(A)
    table.oled.cut_power()
    table.shows(B)
    assert (table.oled.visible, table.news) == (None, [DeviceGone])


def test_power_that_comes_back_brings_the_frame_back(table: Table) -> None:
    table.shows(A)
    table.oled.cut_power()
    table.clock.advance(10)
    table.oled.restore_power()
    table.clock.advance(2)
    assert table.oled.visible == A


def test_a_panel_put_back_at_once_takes_a_frame_and_stays_dark(table: Table) -> None:
    """As the real ones do: they answer, and have never been told to light up."""
    table.shows(A)
    table.oled.unplug()
    table.oled.plug()
    table.shows(B)
    assert table.oled.visible is None


def test_a_panel_put_back_at_once_is_lit_again_within_two_seconds(table: Table) -> None:
    table.shows(A)
    table.oled.unplug()
    table.oled.plug()
    table.clock.advance(2)
    assert table.oled.visible == A


def test_a_panel_that_is_asked_after_is_not_opened_again(table: Table) -> None:
    table.shows(A)
    table.clock.advance(60)
    assert (table.oled.openings, len(table.oled.shown)) == (1, 1)


def test_a_closed_panel_is_dark(table: Table) -> None:
    table.shows(A)
    table.heartbeat.close()
    table.wires.close()
    assert table.oled.visible is None
