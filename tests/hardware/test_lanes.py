"""Where drivers do their work: on a thread of their own, or on the loop."""

import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from firmware_host.texts.language import english
from firmware_host.texts.text import verbatim
from hardware.lanes import LoopLane, ThreadLane, Unfinished, as_lost
from hardware.ports import DeviceLost
from tests.hardware.table_loop import TableLoop

# ── lanes ────────────────────────────────────────────────────────────────────────────────────────


def run(lane: LoopLane | ThreadLane, loop: TableLoop, work: Callable[[], Unfinished | None]) -> DeviceLost | None:
    outcome: list[DeviceLost | None] = []
    lane.run(work, outcome.append)
    loop.wait(lambda: bool(outcome))
    return outcome[0]


@pytest.fixture
def loop() -> TableLoop:
    return TableLoop()


def broken() -> None:
    raise KeyError("a driver's own mistake")


@pytest.mark.parametrize("kind", ["loop", "thread"])
def test_a_drivers_own_mistake_costs_its_display_only(loop: TableLoop, kind: str) -> None:
    lane = LoopLane(loop) if kind == "loop" else ThreadLane(loop, "i2c-1")
    lost = run(lane, loop, broken)
    lane.close()
    assert lane.wait(30)
    loop.close()
    assert lost is not None
    assert "KeyError" in english(lost.say)


def test_a_loss_is_handed_on_as_it_is() -> None:
    lost = DeviceLost("seat1.grid", verbatim("was unplugged."))
    assert as_lost(lost) is lost


class Busy:
    """Work that takes until it may end."""

    def __init__(self) -> None:
        self.begun, self.may_end = threading.Event(), threading.Event()

    def __call__(self) -> None:
        self.begun.set()
        self.may_end.wait(30)


def test_a_closed_thread_does_its_last_work_after_the_work_in_hand_and_drops_the_rest(loop: TableLoop) -> None:
    busy, did = Busy(), list[str]()
    lane = ThreadLane(loop, "i2c-1")
    lane.run(busy, lambda _lost: did.append("told"))
    lane.run(lambda: did.append("waited in line"), lambda _lost: did.append("told"))
    busy.begun.wait(30)
    lane.close(lambda: did.append("let go"))
    busy.may_end.set()
    assert lane.wait(30)
    loop.fly(0)
    loop.close()
    assert did == ["let go"]


def test_a_thread_that_hangs_is_not_waited_for(loop: TableLoop) -> None:
    busy = Busy()
    lane = ThreadLane(loop, "i2c-1")
    lane.run(busy, lambda _lost: None)
    busy.begun.wait(30)
    lane.close()
    assert not lane.wait(0.001)
    busy.may_end.set()
    assert lane.wait(30)
    loop.close()


def test_a_thread_outlives_its_loop_in_silence(loop: TableLoop, caplog: pytest.LogCaptureFixture) -> None:
    busy, next_one = Busy(), Busy()
    lane = ThreadLane(loop, "i2c-1")
    loop.close()
    for work in (busy, next_one):
        work.may_end.set()
        lane.run(work, lambda _lost: None)
    assert next_one.begun.wait(30)
    lane.close()
    assert lane.wait(30)
    assert caplog.records == []


def test_the_end_of_python_does_not_wait_for_a_bus_that_hangs() -> None:
    program = (
        "import asyncio, threading; from hardware.lanes import ThreadLane\n"
        "lane, begun = ThreadLane(asyncio.new_event_loop(), 'i2c-1'), threading.Event()\n"
        "lane.run(lambda: begun.set() or threading.Event().wait(), print)\n"
        "begun.wait(); lane.close(); print(lane.wait(0))"
    )
    root = Path(__file__).parents[2]
    ended = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, cwd=root, timeout=30, check=True
    )
    assert ended.stdout == "False\n"
