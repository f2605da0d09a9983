"""Runs on the emulated Pi: two keypads made by the kernel's uinput, which type what they are told, line by line.

A line is `SEAT KEYS…`; after each it says `typed`.
"""

import sys
import time
from collections.abc import Sequence

from evdev import UInput, ecodes

NAMES = {"ENTER": "KEY_ENTER"}
BETWEEN_KEYS = 0.15  # seconds


def press(pad: UInput, key: str) -> None:
    code = ecodes.ecodes[NAMES.get(key, f"KEY_{key}")]
    for value in (1, 0):
        pad.write(ecodes.EV_KEY, code, value)
        pad.syn()
        time.sleep(BETWEEN_KEYS)  # noqa: TID251  # a finger


def keys_of(words: list[str]) -> list[str]:
    return [key for word in words for key in ([word] if word in NAMES else word)]


letters = [ecodes.ecodes[f"KEY_{letter}"] for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"]
every: dict[int, Sequence[int]] = {
    ecodes.EV_KEY: [*letters, ecodes.KEY_ENTER, ecodes.KEY_ESC, ecodes.KEY_UP, ecodes.KEY_DOWN]
}
pads = {number: UInput(every, name=f"keypad {number}", phys=f"table-{number}/input0") for number in (1, 2)}
sys.stdout.write("ready\n")
sys.stdout.flush()
for line in sys.stdin:
    seat, *words = line.split()
    for key in keys_of(words):
        press(pads[int(seat)], key)
    sys.stdout.write("typed\n")
    sys.stdout.flush()
