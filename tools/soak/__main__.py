"""Runs all faults, one per core, with a progress bar. Prints a table at the end and writes build/soak/soak.json."""

import argparse
import json
import pkgutil
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from secrets import randbits
from typing import TextIO

from tools.bench.machine import machine
from tools.soak import faults, lanes, report
from tools.soak.one import Fault
from tools.soak.page import KEPT
from tools.soak.tally import Outcome

ROOT = Path(__file__).parents[2]
BUILD = ROOT / "build" / "soak"
MINUTES = 17.0
WIDTH = 24
LONGEST = 3600.0  # seconds for each part of a share: nothing takes so long


class Bar:
    """The progress of a soak: one line that is updated on a terminal, or a line for each fault in a log."""

    def __init__(self, minutes: float, out: TextIO = sys.stderr) -> None:
        self._began = time.monotonic()
        self._seconds = 60 * minutes
        self._out = out
        self._counts: dict[str, str] = {}
        self._busy = threading.Lock()

    def begins(self, fault: Fault) -> None:
        self.counts(fault, 0)

    def counts(self, fault: Fault, count: int) -> None:
        with self._busy:
            of_all = f" of {fault.enough:,}" if fault.enough is not None else ""
            self._counts[fault.name] = f"{fault.name} {count:,}{of_all}"
            if self._out.isatty():
                part = min(1.0, (time.monotonic() - self._began) / self._seconds)
                bar = "█" * round(part * WIDTH) + "░" * (WIDTH - round(part * WIDTH))
                self._say(f"\r\033[K{bar} {100 * part:3.0f} %  {'  '.join(self._counts.values())}")

    def ends(self, fault: Fault, outcome: Outcome) -> None:
        with self._busy:
            self._counts.pop(fault.name, None)
            row = {"counts": fault.counts, **outcome}
            minutes = (time.monotonic() - self._began) / 60
            erased = "\r\033[K" if self._out.isatty() else ""
            self._say(
                f"{erased}[{minutes:4.1f} min] {fault.title}: {row['count']:,} {fault.counts}, {report.result(row)}\n"
            )

    def _say(self, text: str) -> None:
        self._out.write(text)
        self._out.flush()


def main(arguments: Sequence[str] | None = None) -> int:
    asked = _asked(arguments)
    chosen = [Fault.called(name) for name in (asked.only or names())]
    began = time.monotonic()
    cores = len(lanes.cores())
    print(f"Causing every fault on purpose, for about {asked.minutes:g} minutes on {cores} cores (seed {asked.seed}).")
    earlier = saved(asked) if asked.more else {}
    seconds = shares(chosen, asked.minutes, cores, full=asked.full)
    outcomes = lanes.run_all(chosen, seconds, asked.seed, Bar(asked.minutes), earlier)
    data = report.as_json(chosen, outcomes, machine(), (time.monotonic() - began) / 60)
    print("\n".join(["", *report.table(data)]))
    keep(asked.out / "soak.json", data, only=bool(asked.only))
    print(f"\nSaved to {asked.out / 'soak.json'}. `make soak-docs` copies it to docs/faults.md.")
    return 0 if report.all_is_well(data) else 1


def _asked(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make soak", description="Cause faults on purpose, and count what happens.")
    parser.add_argument("only", nargs="*", metavar="FAULT", help="only these faults (default: all)")
    parser.add_argument("--minutes", type=float, default=MINUTES, help=f"how long, roughly (default: {MINUTES:g})")
    parser.add_argument("--seed", type=int, default=randbits(31), help="random seed, to repeat a run")
    parser.add_argument(
        "--full", action="store_true", help="go on until every fault that has a full number has reached it"
    )
    parser.add_argument("--more", action="store_true", help="add to the saved counts of these faults")
    parser.add_argument(
        "--out", type=Path, default=BUILD, metavar="FOLDER", help="save the results here (default: build/soak)"
    )
    asked = parser.parse_args(arguments)
    unknown = [name for name in asked.only if name not in names()]
    if unknown:
        parser.error(f"No such fault. Faults: {', '.join(names())}.")
    if asked.minutes <= 0:
        parser.error("--minutes must be more than 0.")
    return asked


def keep(file: Path, data: dict[str, object], *, only: bool) -> None:
    """If only some faults were run, their results replace those in the file, or else those of the newest page."""
    file.parent.mkdir(parents=True, exist_ok=True)
    earlier = file if file.exists() else KEPT
    if only and earlier.exists():
        data = report.renewed(json.loads(earlier.read_text(encoding="utf-8")), data)
    file.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def saved(asked: argparse.Namespace) -> dict[str, Outcome]:
    """What was counted before, for each fault."""
    file = asked.out / "soak.json"
    rows = json.loads(file.read_text(encoding="utf-8"))["faults"] if file.exists() else []
    by_title = {row["fault"]: row for row in rows}
    return {name: by_title[title] for name in names() if (title := Fault.called(name).title) in by_title}


def names() -> list[str]:
    """All faults: every module in `faults/`."""
    return [module.name for module in pkgutil.iter_modules(faults.__path__)]


def shares(chosen: Sequence[Fault], minutes: float, cores: int, *, full: bool = False) -> dict[str, float]:
    """How many seconds each fault gets: all cores are busy for this many minutes, and no fault takes longer.

    In a full soak, a fault that ends by itself has as long as it needs.
    """
    each = 60 * minutes * cores / sum(fault.share for fault in chosen)
    return {
        fault.name: LONGEST * fault.share if full and fault.ends else min(60 * minutes, each * fault.share)
        for fault in chosen
    }


if __name__ == "__main__":
    sys.exit(main())
