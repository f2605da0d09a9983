"""Runs one fault in its own process: `python -m tools.soak.one NAME SECONDS SEED` prints its count as it goes.

A fourth argument is what an earlier run has counted, as JSON: this one adds to it.
"""

import importlib
import json
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import ModuleType

from tools.soak import faults
from tools.soak.tally import NotHere, Outcome, Tally

OFTEN = 0.5  # seconds between two counts


@dataclass(frozen=True, slots=True)
class Fault:
    """What its module says about it."""

    name: str
    title: str
    expects: str
    counts: str
    share: float  # of the time, relative to the others
    mounts: bool  # it mounts disks, and needs its own mount namespace
    ends: bool = False  # by itself, when it has been caused often enough
    enough: int | None = None  # so often, if that is known before

    @classmethod
    def called(cls, name: str) -> "Fault":
        module = _module(name)
        mounts, ends, enough = (
            getattr(module, "MOUNTS", False),
            hasattr(module, "ENOUGH"),
            getattr(module, "ENOUGH", None),
        )
        return cls(name, module.TITLE, module.EXPECTS, module.COUNTS, module.SHARE, mounts, ends, enough)


def _module(name: str) -> ModuleType:
    return importlib.import_module(f"{faults.__name__}.{name}")


def outcome(name: str, tally: Tally) -> Outcome:
    """Runs the fault until its time is up. An error in the fault itself counts as a mishap too."""
    run: Callable[[Tally], None] = _module(name).run
    not_here = ""
    began = tally.clock()
    try:
        if tally.goes_on():
            run(tally)
    except NotHere as sorry:
        not_here = str(sorry)
    except Exception as problem:  # the other faults must still run
        where = problem.__traceback__
        while where is not None and where.tb_next is not None:
            where = where.tb_next
        place = "" if where is None else f" ({where.tb_frame.f_code.co_filename.rpartition('/')[2]}:{where.tb_lineno})"
        tally.missed(f"It broke off with {type(problem).__name__}{place}: {problem}")
    return {
        "count": tally.count,
        "lost": tally.lost,
        "mishaps": tally.mishaps,
        "facts": tally.facts,
        "not here": not_here,
        "seconds": round(tally.clock() - began, 1),
        "seed": tally.seed,
    }


def main(name: str, seconds: str, seed: str, earlier: str = "{}") -> int:
    next_time = time.monotonic()

    def say(count: int) -> None:
        nonlocal next_time
        if time.monotonic() >= next_time:
            next_time = time.monotonic() + OFTEN
            _tell({"count": count})

    enough = Fault.called(name).enough
    _tell({"outcome": outcome(name, Tally(float(seconds), int(seed), say, enough=enough, **json.loads(earlier)))})
    return 0


def _tell(message: Mapping[str, object]) -> None:
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
