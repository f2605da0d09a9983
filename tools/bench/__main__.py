"""Runs every race with a progress bar, prints the tables, and saves them as JSON and pictures.

The exit code is 1 if we are too slow or over a limit.
"""

import argparse
import importlib
import json
import pkgutil
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from tools.bench import pictures, races, report
from tools.bench.growth import Growth, grow
from tools.bench.limits import Limits, measure
from tools.bench.machine import machine
from tools.bench.progress import Bar
from tools.bench.race import Race, run

BUILD = Path(__file__).parents[2] / "build" / "bench"
Show = Callable[[str, float], None]


def main(arguments: Sequence[str] | None = None) -> int:
    asked = _asked(arguments)
    started, where = time.monotonic(), machine()
    outcomes: dict[str, report.Outcome] = {}
    bar = Bar({name: takes(name) for name in asked.only or names()})
    for name in asked.only or names():
        bar.begin(name)
        outcomes[name] = attempt(name, asked.rounds, bar.show)
        bar.end()
        print(report.text(report.sheet(outcomes[name])), end="\n\n", flush=True)
    results = [report.as_data(name, outcome) for name, outcome in outcomes.items()]
    passed = report.all_passed(tuple(outcomes.values()))
    minutes = round((time.monotonic() - started) / 60, 1)
    if asked.out is not None:
        keep(asked.out, {"machine": where, "minutes": minutes, "passed": passed, "results": results})
        print(f"Saved to {asked.out}: bench.json and its pictures. `make bench-docs` copies them to docs/.")
    missed = [name for name, outcome in outcomes.items() if not outcome.passed]
    over = (
        f"✗ Too slow or over a limit: {', '.join(missed)}."
        if missed
        else "✓ Fast enough, and everything is within its limit."
    )
    print(f"{over} {minutes:g} minutes on {where['processor']}.")
    return 0 if passed else 1


def _asked(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tools.bench", description="Measure speed, compared with other libraries in the same run."
    )
    parser.add_argument("only", nargs="*", metavar="RACE", help="run only these races (default: all)")
    parser.add_argument("--rounds", type=int, default=15, help="number of rounds in a race (default: 15)")
    parser.add_argument(
        "--out", type=Path, metavar="FOLDER", help="save the results here (default if all races run: build/bench)"
    )
    asked = parser.parse_args(arguments)
    unknown = [name for name in asked.only if name not in names()]
    if unknown:
        parser.error(f"No race called {' or '.join(unknown)}. Races: {', '.join(names())}.")
    if asked.rounds < 1:
        parser.error("A race needs at least one round.")
    if asked.out is None and not asked.only:
        asked.out = BUILD
    return asked


def names() -> list[str]:
    """All races: every module in `races/`."""
    return [module.name for module in pkgutil.iter_modules(races.__path__)]


def takes(name: str) -> float:
    """Roughly how many seconds it takes."""
    return float(importlib.import_module(f"{races.__name__}.{name}").TAKES)


def make(name: str) -> Race | Limits | Growth:
    race: Callable[[], Race | Limits | Growth] = importlib.import_module(f"{races.__name__}.{name}").race
    return race()


def attempt(name: str, rounds: int, show: Show) -> report.Outcome:
    """Runs one race. If it fails, the results of the others must not be lost."""
    try:
        made = make(name)
        match made:
            case Race():
                return run(made, rounds, show)
            case Limits():
                return measure(made, show)
            case Growth():
                return grow(made, show)
    except Exception as problem:
        return report.Failed(name, f"{type(problem).__name__}: {problem}")


def keep(folder: Path, data: dict[str, object]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    written = json.dumps(data, indent=1, ensure_ascii=False)
    (folder / "bench.json").write_text(written + "\n", encoding="utf-8")
    pictures.draw_all(json.loads(written), folder)


if __name__ == "__main__":
    sys.exit(main())
