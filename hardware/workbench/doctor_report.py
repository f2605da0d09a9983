"""The doctor's findings on paper: a line each with its sign, in colour where that can be seen, or all as JSON."""

import json
import os
import shutil
import textwrap
from dataclasses import asdict
from typing import TextIO

from hardware.doctor import Diagnosis
from hardware.findings import Finding

SIGNS = {"well": ("✓", "32"), "wrong": ("✗", "31;1"), "note": ("·", "2")}
PLAIN = {"✓": "ok", "✗": "!!", "·": "--"}  # where the paper has no such letters
NARROW = 60


def as_json(diagnosis: Diagnosis) -> str:
    content = {
        "well": diagnosis.well,
        "table": None if diagnosis.table is None else str(diagnosis.table),
        "findings": [asdict(finding) for finding in diagnosis.findings],
    }
    return json.dumps(content, ensure_ascii=False, indent=2)


def report(diagnosis: Diagnosis, paper: TextIO) -> None:
    """One line a finding; on a terminal long ones are wrapped under their beginning."""
    on_terminal = paper.isatty()
    colours = on_terminal and not os.environ.get("NO_COLOR")
    width = max(NARROW, shutil.get_terminal_size().columns) if on_terminal else 0
    room = max((len(finding.device) for finding in diagnosis.findings), default=0)
    for finding in diagnosis.findings:
        sign, colour = SIGNS[finding.state]
        mark = _writable(sign, paper)
        painted = f"\033[{colour}m{mark}\033[0m" if colours else mark
        before = " " * (len(mark) + room + 3)
        for number, line in enumerate(_lines(finding, width - len(before) if width else 0)):
            start = f"{painted} {finding.device:<{room}}  " if number == 0 else before
            paper.write(_fitting(f"{start}{line}", paper) + "\n")
    paper.write(_fitting(f"\n{_verdict(diagnosis)}\n", paper))


def _lines(finding: Finding, width: int) -> list[str]:
    """The sentence, and what there is to copy: never broken, so that it can be marked in one go."""
    said = textwrap.wrap(finding.say, width, break_long_words=False, break_on_hyphens=False) if width else [finding.say]
    return [*said, *(f"  {detail}" for detail in finding.details)]


def _verdict(diagnosis: Diagnosis) -> str:
    count = sum(finding.state == "wrong" for finding in diagnosis.findings)
    if not count:
        return "All is well."
    return "One thing is wrong." if count == 1 else f"{count} things are wrong."


def _writable(sign: str, paper: TextIO) -> str:
    try:
        sign.encode(paper.encoding or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return PLAIN[sign]
    return sign


def _fitting(text: str, paper: TextIO) -> str:
    encoding = paper.encoding or "utf-8"
    return text.encode(encoding, "replace").decode(encoding)
