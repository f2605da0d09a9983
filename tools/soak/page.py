"""Writes the table of docs/faults.md from the JSON of a soak.

Run as a module, it copies the newest soak from build/soak to docs/ and replaces everything between the two marks in the
page.
"""

import json
import re
import shutil
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tools.soak import report

ROOT = Path(__file__).parents[2]
NEWEST = ROOT / "build" / "soak" / "soak.json"
KEPT = ROOT / "docs" / "soak" / "soak.json"
PAGE = ROOT / "docs" / "faults.md"
PLACE = re.compile(r"(<!-- soak -->\n).*?(<!-- end -->)", re.DOTALL)


def main() -> int:
    if not NEWEST.exists():
        sys.stderr.write("There are no results yet. Run `make soak` first (17 minutes).\n")
        return 1
    KEPT.parent.mkdir(exist_ok=True)
    shutil.copyfile(NEWEST, KEPT)
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8"), json.loads(KEPT.read_text(encoding="utf-8"))))
    return 0


def written(page: str, data: Mapping[str, Any]) -> str:
    """The page with the results of this soak."""
    made = "\n".join(_paragraphs(data))
    return PLACE.sub(lambda place: f"{place[1]}{made}\n{place[2]}", page)


def _paragraphs(data: Mapping[str, Any]) -> Iterator[str]:
    machine = data["machine"]
    yield f"On {machine['date']}, in {data['minutes']:.0f} minutes, on {machine['processor']}, {machine['memory']},"
    yield f"{machine['system']}, {machine['python']}; {machine['busy with']}.\n"
    alone = [row["fault"] for row in data["faults"] if row.get("alone")]
    if alone:
        yield f"These faults were run again later, one at a time, on the same machine: {'; '.join(alone)}.\n"
    yield "| Fault | What should happen | How often | Result |\n|---|---|---|---|"
    for row in data["faults"]:
        yield f"| {row['fault']} | {row['expects']} | {row['count']:,} {row['counts']} | {report.result(row)} |"
    yield from _notes("Also counted", [(row["fault"], fact) for row in data["faults"] for fact in _facts(row)])
    short = [(row["fault"], mishap) for row in data["faults"] for mishap in row["mishaps"]]
    short += [(row["fault"], row["not here"]) for row in data["faults"] if row["not here"]]
    yield from _notes("What went wrong", short)


def _facts(row: Mapping[str, Any]) -> Iterator[str]:
    for fact, value in row["facts"].items():
        yield f"{fact}: {value:,}" if isinstance(value, int) else f"{fact}: {value}"


def _notes(heading: str, notes: list[tuple[str, str]]) -> Iterator[str]:
    if notes:
        yield f"\n{heading}:\n"
        yield from (f"- {fault}: {note}" for fault, note in notes)


if __name__ == "__main__":
    sys.exit(main())
