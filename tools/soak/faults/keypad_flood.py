"""A keypad sends tens of thousands of events without a pause, while people type on others."""

import os
import time
from random import Random
from string import ascii_uppercase

from firmware_host.drawing.grids import letter_frame
from hardware.config.keymaps import CODES
from hardware.config.settings import SerialGridSettings
from hardware.kinds.leds import wire_colours
from hardware.kinds.serial_grid import adalight
from tools.bench.hands import EVENT, PATIENCE, TAKE_BACK, WORD, FarTable, Seat, far_table
from tools.soak.tally import Tally

TITLE = "A keypad floods the console with keys"
EXPECTS = "A player on another keypad sees every letter appear on their grid, and the console keeps running."
COUNTS = "events"
SHARE = 1.0
BURST = 400  # strokes at a time; about as many as the pipe holds
COLOURS = wire_colours(SerialGridSettings())
LETTERS = {key: adalight(COLOURS(letter_frame(key[-1], (5, 6)))) for key in WORD}  # on the wire
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
    """The keypad of seat 1 floods. Seat 2 types a word and deletes it; each letter must appear on its grid."""
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
        tally.add("letters seen at the other seat")
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
    except BlockingIOError:  # the pipe is full
        return
    tally.done(written // EVENT.size)
    rest = written % EVENT.size  # a pipe may take half an event and then needs the other half
    if rest:
        os.set_blocking(broken._keys, True)
        os.write(broken._keys, events[written : written + EVENT.size - rest])
        os.set_blocking(broken._keys, False)
