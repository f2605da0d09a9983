"""Key to light on a real kernel: from the write that makes a key go down to the last byte of its frame at the board.

A ratio to a script that only reads and writes, in the same boot. `make bench` shows the figures of the last run.
"""

import json
from statistics import median

from hardware.keymaps import CODES
from tests.kernel.machine import CACHE, ROOT, Machine

SEAT = 4
TIMES = 25
FIGURES = CACHE / "key-to-light.json"
MOST = 20.0  # times as long as the bare script: far beyond what an emulated machine shows, so no hiccup fails it
LETTERS = [CODES["KEY_A"], CODES["KEY_M"]]


def microseconds(machine: Machine) -> float:
    took: list[float] = machine.ask("light", seat=SEAT, codes=LETTERS, times=TIMES)["took"]
    return 1_000_000 * median(took)


def test_a_key_lights_up_not_much_later_than_with_a_bare_script(machine: Machine) -> None:
    machine.ask("bare", seat=SEAT, script=str(ROOT / "tools" / "bench" / "bare_table.py"))
    machine.ask("wait", seconds=2.0)
    bare = microseconds(machine)
    machine.ask("bare_end")
    assert machine.ask("start", journal="light.db")["ready"], machine.last_words()
    try:
        machine.ask("type", device=f"seat{SEAT}.keypad", codes=[CODES["KEY_ENTER"]])
        ours = microseconds(machine)
    finally:
        machine.ask("signal", signal="SIGTERM")
    kernel = str(machine.ask("run", command=["uname", "-r"])["output"]).strip()
    figures = {"bare": round(bare), "ours": round(ours), "ratio": round(ours / bare, 2), "kernel": kernel}
    FIGURES.write_text(json.dumps(figures) + "\n")
    assert ours / bare < MOST, figures
