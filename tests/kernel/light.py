"""Key to light on a real kernel: from the write that makes a key go down to the last byte of its frame at the board."""

from statistics import median

from hardware.config.keymaps import CODES
from tests.kernel.machine import CACHE, GUESTS_FOLDER, Machine

SEAT = 4
TIMES = 25  # an odd number: the first and the last are letters
KEYS = [CODES["KEY_A"], CODES["KEY_BACKSPACE"]]  # one lights a letter, the other the board again
BARE = GUESTS_FOLDER / "tools" / "bench" / "bare_table.py"
FIGURES = CACHE / "key-to-light.json"


def microseconds(machine: Machine) -> float:
    took: list[float] = machine.ask("light", seat=SEAT, codes=KEYS, times=TIMES)["took"]
    return 1_000_000 * median(took)
