"""The evening's own time: it begins at 0, whenever that is, and alarms ring in it."""

from firmware_host.console.alarms import Alarms
from hardware.clock import VirtualClock

# An evening that went on after a power cut, and the moment a letter left a grid: begun and moment, added and taken
# apart again, are 1e-14 less than the moment was.
BEGUN, MOMENT = 162.33450274999995, 20.612472855000004


def test_an_alarm_does_not_ring_a_hair_too_early() -> None:
    clock = VirtualClock(BEGUN)
    alarms = Alarms(clock)
    rung: list[float] = []
    alarms.set("a letter leaves", MOMENT, lambda: rung.append(alarms.now()))
    clock.advance(MOMENT + 1)
    assert rung[0] >= MOMENT
