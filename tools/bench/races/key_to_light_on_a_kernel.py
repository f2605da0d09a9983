"""Key to light on a real kernel, emulated: the result of the last `make test-kernel`, which is not measured here."""

import json
import os
from pathlib import Path

from tools.bench.limits import Limit, Limits

TAKES = 0.1
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
FIGURES = CACHE / "wordtable" / "kernel" / "key-to-light.json"
TITLE = "Key to light on a real kernel"
MOST = 20  # as in the test; an emulated machine has hiccups

NOTE = (
    "The time from the write that presses a uinput key to the last byte of its frame at a USB board, on a booted "
    "kernel with its real drivers (evdev, udev, cdc-acm). The machine is emulated without hardware support, and so "
    "many times slower than a real one. The bare script ran in the same boot. These are the figures from the last "
    "`make test-kernel` on this machine"
)


def race() -> Limits:
    try:
        found = json.loads(FIGURES.read_text(encoding="utf-8"))
        bare, ours, ratio = (float(found[name]) for name in ("bare", "ours", "ratio"))
        kernel = str(found["kernel"])
    except (OSError, ValueError, KeyError):
        return Limits(TITLE, f"{NOTE}; it has not run yet. Run `make test-kernel`, then run this again.", ())
    rows = (
        Limit("median, bare", lambda: bare, "µs", None, "only reads and writes"),
        Limit("median, ours", lambda: ours, "µs", None, "the whole console"),
        Limit("median", lambda: ratio, "×", MOST, "the bare script's time"),
    )
    return Limits(TITLE, f"{NOTE}, on Linux {kernel}.", rows)
