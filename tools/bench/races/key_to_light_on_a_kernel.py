"""Key to light on a real kernel, emulated: not measured here, but shown as `make test-kernel` last found it."""

import json
import os
from pathlib import Path

from tools.bench.limits import Limit, Limits

TAKES = 0.1
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
FIGURES = CACHE / "wordtable" / "kernel" / "key-to-light.json"
TITLE = "Key to light on a real kernel"
MOST = 20  # as the test has it: an emulated machine has hiccups

NOTE = (
    "From the write that makes a uinput key go down to the last byte of its frame at a USB board, on a booted kernel "
    "with its real drivers (evdev, udev, cdc-acm), emulated without hardware help and so many times slower than a "
    "machine; the bare script ran in the same boot. These are the figures of the last `make test-kernel` here"
)


def race() -> Limits:
    try:
        found = json.loads(FIGURES.read_text(encoding="utf-8"))
        bare, ours, ratio = (float(found[name]) for name in ("bare", "ours", "ratio"))
        kernel = str(found["kernel"])
    except (OSError, ValueError, KeyError):
        return Limits(TITLE, f"{NOTE}; there has been none yet: run `make test-kernel`, then this again.", ())
    rows = (
        Limit("median, bare", lambda: bare, "µs", None, "only reads and writes"),
        Limit("median, ours", lambda: ours, "µs", None, "the whole console"),
        Limit("median", lambda: ratio, "×", MOST, "as long as the bare script"),
    )
    return Limits(TITLE, f"{NOTE}, on Linux {kernel}.", rows)
