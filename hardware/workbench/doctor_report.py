"""Prints the doctor's findings, one line each with a sign, in colour on a terminal; or all of them as JSON."""

import json
import os
import shutil
import textwrap
from typing import TextIO

from firmware_host.texts.language import Language, english
from firmware_host.texts.text import Text, say, say_count
from hardware.workbench.doctor import Diagnosis
from hardware.workbench.findings import Finding

SIGNS = {"well": ("✓", "32"), "wrong": ("✗", "31;1"), "note": ("·", "2")}
PLAIN = {"✓": "ok", "✗": "!!", "·": "--"}  # for terminals without these characters
NARROW = 60


def as_json(diagnosis: Diagnosis) -> str:
    content = {
        "well": diagnosis.well,
        "table": None if diagnosis.table is None else str(diagnosis.table),
        "findings": [
            {"device": each.device, "state": each.state, "say": english(each.say), "details": each.details}
            for each in diagnosis.findings
        ],
    }
    return json.dumps(content, ensure_ascii=False, indent=2)


def report(diagnosis: Diagnosis, paper: TextIO, language: Language) -> None:
    """One line for each finding; on a terminal, long ones are wrapped and indented."""
    on_terminal = paper.isatty()
    colours = on_terminal and not os.environ.get("NO_COLOR")
    width = max(NARROW, shutil.get_terminal_size().columns) if on_terminal else 0
    room = max((len(finding.device) for finding in diagnosis.findings), default=0)
    for finding in diagnosis.findings:
        sign, colour = SIGNS[finding.state]
        mark = _writable(sign, paper)
        painted = f"\033[{colour}m{mark}\033[0m" if colours else mark
        before = " " * (len(mark) + room + 3)
        for number, line in enumerate(_lines(finding, language, width - len(before) if width else 0)):
            start = f"{painted} {finding.device:<{room}}  " if number == 0 else before
            paper.write(_fitting(f"{start}{line}", paper) + "\n")
    paper.write(_fitting(f"\n{language.read(_verdict(diagnosis))}\n", paper))


def _lines(finding: Finding, language: Language, width: int) -> list[str]:
    """The sentence, and lines to copy, which are never wrapped."""
    sentence = language.read(finding.say)
    said = textwrap.wrap(sentence, width, break_long_words=False, break_on_hyphens=False) if width else [sentence]
    return [*said, *(f"  {detail}" for detail in finding.details)]


def _verdict(diagnosis: Diagnosis) -> Text:
    count = sum(finding.state == "wrong" for finding in diagnosis.findings)
    if not count:
        return say("All is well.")
    return say_count("{count} problem found.", "{count} problems found.", count)


def _writable(sign: str, paper: TextIO) -> str:
    try:
        sign.encode(paper.encoding or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return PLAIN[sign]
    return sign


def _fitting(text: str, paper: TextIO) -> str:
    encoding = paper.encoding or "utf-8"
    return text.encode(encoding, "replace").decode(encoding)
