"""The page of faults in the docs: its table is written from the JSON of a soak, never by hand.

Run as a module it takes the newest soak from build/soak into docs/; between the two marks of the page nothing else is
kept.
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
        sys.stderr.write("There is no soak to take over yet: run `make soak` first (17 minutes).\n")
        return 1
    KEPT.parent.mkdir(exist_ok=True)
    shutil.copyfile(NEWEST, KEPT)
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8"), json.loads(KEPT.read_text(encoding="utf-8"))))
    return 0


def written(page: str, data: Mapping[str, Any]) -> str:
    """The page with this soak in its place."""
    made = "\n".join(_paragraphs(data))
    return PLACE.sub(lambda place: f"{place[1]}{made}\n{place[2]}", page)


def _paragraphs(data: Mapping[str, Any]) -> Iterator[str]:
    machine = data["machine"]
    yield f"On {machine['date']}, in {data['minutes']:.0f} minutes, on {machine['processor']}, {machine['memory']},"
    yield f"{machine['system']}, {machine['python']}; {machine['busy with']}.\n"
    alone = [row["fault"] for row in data["faults"] if row.get("alone")]
    if alone:
        yield f"Not from that run, but from later ones of one fault each, on the same machine: {'; '.join(alone)}.\n"
    yield "| what is done | what is expected | how often | result |\n|---|---|---|---|"
    for row in data["faults"]:
        yield f"| {row['fault']} | {row['expects']} | {row['count']:,} {row['counts']} | {report.result(row)} |"
    yield from _notes(
        "What was counted beside that", [(row["fault"], fact) for row in data["faults"] for fact in _facts(row)]
    )
    short = [(row["fault"], mishap) for row in data["faults"] for mishap in row["mishaps"]]
    short += [(row["fault"], row["not here"]) for row in data["faults"] if row["not here"]]
    yield from _notes("Where it falls short", short)


def _facts(row: Mapping[str, Any]) -> Iterator[str]:
    for fact, value in row["facts"].items():
        yield f"{fact}: {value:,}" if isinstance(value, int) else f"{fact}: {value}"


def _notes(heading: str, notes: list[tuple[str, str]]) -> Iterator[str]:
    if notes:
        yield f"\n{heading}:\n"
        yield from (f"- {fault}: {note}" for fault, note in notes)


if __name__ == "__main__":
    sys.exit(main())
