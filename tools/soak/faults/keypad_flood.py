"""A keypad that sends tens of thousands of events without a pause, beside others on which people type."""

import os
import time
from random import Random
from string import ascii_uppercase

from firmware_host.console.grids import letter_frame
from hardware.keymaps import CODES
from hardware.settings import GridSettings
from hardware.wireformats import adalight, wire_colours
from tools.bench.hands import EVENT, PATIENCE, TAKE_BACK, WORD, FarTable, Seat, far_table
from tools.soak.tally import Tally

TITLE = "A keypad floods the table"
EXPECTS = "Whoever types on another keypad sees every letter light up on their grid, and the table stays alive."
COUNTS = "events"
SHARE = 1.0
BURST = 400  # strokes at a time; the pipe holds about as many
LETTERS = {key: adalight(wire_colours(GridSettings())(letter_frame(key[-1], (5, 6)))) for key in WORD}  # on the wire
KEYS = tuple(CODES[f"KEY_{letter}"] for letter in ascii_uppercase)


def run(tally: Tally) -> None:
    rng = Random(tally.seed)
    while tally.goes_on():
        with far_table("-m", "tools.bench.lit_table", "game") as table:
            for _ in range(20):
                _typed_beside_a_flood(table, rng, tally)
                if not tally.goes_on():
                    return


def _typed_beside_a_flood(table: FarTable, rng: Random, tally: Tally) -> None:
    """Seat 1's keypad floods; seat 2 types a word and takes it back, each letter seen full size on its grid."""
    broken, hand = table.seats[0], table.seats[1]
    os.set_blocking(broken._keys, False)
    for key in WORD:
        _flood(broken, rng, tally)
        _stroke(hand, key)
        end = time.monotonic() + PATIENCE
        while (letter := LETTERS[key]) != hand.shown and time.monotonic() < end:
            _flood(broken, rng, tally)
            table.watch(0.01)
        tally.expect(hand.shown == letter, f"after {tally.count} events a letter of another seat was not seen")
        tally.add("letters seen beside it")
    for _ in WORD:
        _stroke(hand, TAKE_BACK)


def _stroke(hand: Seat, key: str) -> None:
    hand.event(key, True)
    hand.event(key, False)


def _flood(broken: Seat, rng: Random, tally: Tally) -> None:
    seconds, nanoseconds = divmod(time.monotonic_ns(), 1_000_000_000)
    when = (seconds, nanoseconds // 1000)
    events = b"".join(
        EVENT.pack(*when, 1, code, down) + EVENT.pack(*when, 0, 0, 0)
        for code in rng.choices(KEYS, k=BURST)
        for down in (1, 0)
    )
    try:
        written = os.write(broken._keys, events)
    except BlockingIOError:  # the pipe is full: the table has all it can take
        return
    tally.done(written // EVENT.size)
    rest = written % EVENT.size  # a pipe may take half an event, and then wants the other half
    if rest:
        os.set_blocking(broken._keys, True)
        os.write(broken._keys, events[written : written + EVENT.size - rest])
        os.set_blocking(broken._keys, False)
