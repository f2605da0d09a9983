"""The command: run every race, show how it goes, print the tables; its exit code is 1 when we miss a bar or a limit."""

import argparse
import importlib
import json
import pkgutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from tools.bench import races, report
from tools.bench.limits import Limits, Measured, measure
from tools.bench.race import Race, Result, run


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.bench", description="Speed beside our peers, in one run.")
    parser.add_argument("only", nargs="*", metavar="RACE", help="run only these races (default: all there are)")
    parser.add_argument(
        "--rounds", type=int, default=15, help="everybody runs this often, the best counts (default: 15)"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results to this file too")
    asked = parser.parse_args(arguments)

    known = names()
    unknown = [name for name in asked.only if name not in known]
    if unknown:
        parser.error(f"There is no race called {' or '.join(unknown)}. There are: {', '.join(known)}.")
    if asked.rounds < 1:
        parser.error("A race needs at least one round.")

    results: list[Result | Measured] = []
    for name in asked.only or known:
        progress(f"{name}: getting ready")
        made = make(name)
        result = run(made, asked.rounds, progress) if isinstance(made, Race) else measure(made, progress)
        progress("")
        print(report.table(result), end="\n\n")
        results.append(result)
    if asked.json:
        asked.json.write_text(
            json.dumps(report.as_data(results), indent=2, ensure_ascii=False) + "\n", encoding="utf-8"
        )
    return 0 if all(result.passed for result in results) else 1


def names() -> list[str]:
    """The races there are: every module in `races/`."""
    return [module.name for module in pkgutil.iter_modules(races.__path__)]


def make(name: str) -> Race | Limits:
    race: Callable[[], Race | Limits] = importlib.import_module(f"{races.__name__}.{name}").race
    return race()


def progress(line: str) -> None:
    """One line that is written over again on a terminal; nothing where it would fill a log."""
    if sys.stderr.isatty():
        print(f"\r\033[K{line}", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
