"""Somebody types on every keypad while somebody else listens."""

from hardware.config.keymaps import CODES
from tests.kernel.machine import Machine

A, DELETE, KP2, KP_DOT, F1 = (CODES[f"KEY_{name}"] for name in ("A", "BACKSPACE", "KP2", "KPDOT", "F1"))
LETTERS, DIGITS = (A, A, DELETE, DELETE), (KP2, KP2, KP_DOT, KP_DOT)
KEYPADS = {1: LETTERS, 2: LETTERS, 3: LETTERS, 4: LETTERS, 5: DIGITS, 6: DIGITS}


def heard_by_others(machine: Machine) -> dict[str, int]:
    """How much another reader hears of it, by node, and the virtual console."""
    machine.ask("listen")
    for seat, codes in KEYPADS.items():
        machine.ask("type", device=f"seat{seat}.keypad", codes=codes)
    for down in (True, False):  # the second node of the keypad that has two
        machine.ask("key", device="seat3.keypad", node=1, code=F1, down=down)
    machine.ask("wait", seconds=0.5)
    heard: dict[str, int] = machine.ask("heard")["heard"]
    return heard
