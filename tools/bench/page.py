"""Writes the tables and pictures of docs/benchmarks.md from the JSON of a run.

Run as a module, it copies the newest run from build/bench to docs/ and replaces everything between the marks.
"""

import json
import re
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tools.bench import pictures

ROOT = Path(__file__).parents[2]
NEWEST = ROOT / "build" / "bench" / "bench.json"
FOLDER = ROOT / "docs" / "bench"
PAGE = ROOT / "docs" / "benchmarks.md"
PLACE = re.compile(r"(<!-- bench: (?P<name>\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


class Forgotten(Exception):
    """A result for which the page has no place."""


def main() -> int:
    if not NEWEST.exists():
        sys.stderr.write("There are no results yet. Run `make bench` first (about eight minutes).\n")
        return 1
    FOLDER.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(NEWEST, FOLDER / "bench.json")
    pictures.draw_all(kept(), FOLDER)
    PAGE.write_text(with_tables(PAGE.read_text(encoding="utf-8"), kept()), encoding="utf-8")
    print(f"Written: {PAGE.relative_to(ROOT)} and {FOLDER.relative_to(ROOT)}/. Look at the pictures, then commit them.")
    return 0


def kept() -> Mapping[str, Any]:
    """The run that the page shows."""
    bench: Mapping[str, Any] = json.loads((FOLDER / "bench.json").read_text(encoding="utf-8"))
    return bench


def with_tables(page: str, bench: Mapping[str, Any]) -> str:
    """The page with the tables of this run."""
    tables = {result["name"]: result for result in bench["results"]}
    places = {found["name"] for found in PLACE.finditer(page)}
    forgotten = tables.keys() - places
    if forgotten:
        raise Forgotten(f"The page has no place for {', '.join(sorted(forgotten))}: give it a <!-- bench: … --> mark.")

    def fill(found: re.Match[str]) -> str:
        match found["name"]:
            case "machine":
                said = _machine(bench)
            case "verdicts":
                said = _verdicts(bench)
            case name:
                said = _table(tables[name]) if name in tables else "Not measured in this run."
        return f"{found[1]}\n{said}\n\n{found[3]}"

    return PLACE.sub(fill, page)


def _machine(bench: Mapping[str, Any]) -> str:
    rows = [f"| {what} | {value} |" for what, value in bench["machine"].items()]
    return "\n".join(["| | |", "|---|---|", *rows, f"| took | {bench['minutes']:g} minutes |"])


def _verdicts(bench: Mapping[str, Any]) -> str:
    """Every verdict, the bad ones first."""
    lines = []
    for result in bench["results"]:
        title = result["sheet"]["title"].partition(",")[0].partition(":")[0]
        lines += [
            (verdict[0] != "✗", f"- {verdict[0]} **{title}**: {verdict[2:]}") for verdict in result["sheet"]["verdict"]
        ]
    return "\n".join(line for _, line in sorted(lines, key=lambda line: line[0]))


def _table(result: Mapping[str, Any]) -> str:
    sheet = result["sheet"]
    head = [*sheet["head"]]
    ruler = [":---", *(["---:"] * (len(head) - 2)), ":---"]
    rows = [_row(cells) for cells in (head, ruler, *sheet["rows"])] if sheet["rows"] else []
    verdict = "<br>".join(sheet["verdict"])
    return "\n\n".join(part for part in (sheet["note"], "\n".join(rows), verdict) if part)


def _row(cells: list[str]) -> str:
    escaped = (cell.replace("|", "\\|") for cell in cells)
    return f"| {' | '.join(escaped)} |"


if __name__ == "__main__":
    sys.exit(main())
