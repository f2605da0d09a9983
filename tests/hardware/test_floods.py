"""Keypads that flood the table, and noise on its wires: everybody else plays on."""

import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random

import luma.oled.device  # noqa: F401  # it starts four threads of its own when it is imported, for good
import pytest

from hardware.clock import VirtualClock
from hardware.config.keymaps import CODES
from hardware.config.reading import read_table
from hardware.inbox import Inbox
from hardware.kinds.keypad.driver import EV_KEY, EV_SYN, SYN_REPORT
from hardware.kinds.keypad.nodes import AT_ONCE, EVENT
from hardware.ports import Input, KeyPress
from hardware.simulated.wire.keypad import key_event
from tests.hardware.bad_evening import DISPLAYS, MIXED, STEP, BadEvening
from tests.hardware.kinds.grid_table import open_files
from tests.hardware.table_loop import LIMIT
from tests.hardware.workshop import opened

pytestmark = pytest.mark.proof


@pytest.fixture(autouse=True)
def _nothing_is_left_behind() -> Iterator[None]:
    files, threads = open_files(), set(threading.enumerate())
    yield
    for thread in set(threading.enumerate()) - threads:
        thread.join(LIMIT)
        assert not thread.is_alive(), thread.name
    assert open_files() <= files  # fewer: something that an earlier test dropped has gone


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[BadEvening]:
    with opened(read_table(MIXED), tmp_path) as workshop:
        evening = BadEvening(workshop, tmp_path)
        evening.passes(3)
        yield evening


# ── floods and noise ─────────────────────────────────────────────────────────────────────────────


def test_a_flood_of_events_leaves_the_others_their_turn(evening: BadEvening) -> None:
    """At each wake-up a flooding pad gives way after one queue full of events, so what comes last is heard soon."""
    strokes = [key_event("KEY_A", 1, 10 + n / 5) + key_event("KEY_A", 0, 10.1 + n / 5) for n in range(1_500)]
    for piece in range(100):
        evening.shop.keypads[1].write(b"".join(strokes[15 * piece : 15 * piece + 15]))
        before = len(evening.shop.heard)
        evening.shop.keypads[2].tap("KEY_B", 10.0 * (piece + 1))
        evening.loop.wait(partial(_has_typed, evening, 2, piece + 1))
        waited_for = [each for each in evening.shop.heard[before:] if isinstance(each, KeyPress) and each.seat == 1]
        assert len(waited_for) <= AT_ONCE // EVENT.size
        evening.loop.wait(partial(_has_typed, evening, 1, 15 * piece + 15))
    assert (evening.typed(1), evening.typed(2)) == ("A" * 1_500, "B" * 100)


def _has_typed(evening: BadEvening, seat: int, letters: int) -> bool:
    return len(evening.typed(seat)) == letters


def test_a_listener_that_fails_over_one_key_still_hears_the_others() -> None:
    clock = VirtualClock()
    inbox = Inbox(clock)
    heard: list[Input] = []

    def listen(each: Input) -> None:
        heard.append(each)
        if each == KeyPress(1, "A", 1.0):
            raise ZeroDivisionError

    inbox.listen(listen)
    for seat, key in ((1, "A"), (2, "B"), (3, "C")):
        inbox.put(KeyPress(seat, key, float(seat)))
    with pytest.raises(ZeroDivisionError):
        clock.settle()
    clock.settle()
    assert heard == [KeyPress(1, "A", 1.0), KeyPress(2, "B", 2.0), KeyPress(3, "C", 3.0)]


@pytest.mark.parametrize("seed", range(5))
def test_noise_on_every_wire_is_survived(evening: BadEvening, seed: int) -> None:
    rng = Random(seed)
    for _ in range(20):
        for pad in evening.shop.keypads.values():
            pad.write(_noise(rng))
        for name in ("seat3.grid", "seat4.grid"):
            evening.board(name).hear(bytes(rng.randrange(0x41) for _ in range(rng.randrange(300))))
            evening.board(name).chatter(rng.randbytes(rng.randrange(1, 300)))
        evening.passes(STEP)
    for pad in evening.shop.keypads.values():
        pad.write(EVENT.pack(0, 0, EV_SYN, SYN_REPORT, 0))  # the noise may have said that events were lost up to here
    evening.passes(3)
    for seat in DISPLAYS:
        evening.show(seat, 20 + seat)
        evening.sees(seat, 20 + seat)
        before = len(evening.typed(seat))
        evening.shop.keypads[seat].key("KEY_M" if seat != 4 else "KEY_N", 1, 1e6)
        evening.loop.wait(partial(_has_typed, evening, seat, before + 1))
    assert evening.shop.gone == []


def _noise(rng: Random) -> bytes:
    """Events of all kinds, with any time and any value; but for the keys that are typed afterwards."""
    events = []
    for _ in range(rng.randrange(8)):
        code = rng.randrange(0x300)
        kind = rng.randrange(0x20)
        if kind == EV_KEY and code in (CODES["KEY_M"], CODES["KEY_N"]):
            continue
        moment = rng.randrange(2**31), rng.randrange(10**6)
        events.append(EVENT.pack(*moment, kind, code, rng.choice((0, 1, 2, -1, 2**31 - 1))))
    return b"".join(events)
