"""Fuzzes one target after the other, guided by coverage (atheris): `python -m tools.fuzz [TARGET …] --seconds N`.

Each runs in its own process, because the fuzzer ends it at the first finding. What it found is kept in build/fuzz.
"""

import argparse
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "build" / "fuzz"
TARGETS = ("config", "words", "script", "engine", "save", "journal", "page", "keypad", "grid", "panel")
SECONDS = 60
LONGEST_INPUT = 20  # seconds before an input counts as a hang
GRACE = 400.0  # seconds to start and to end; generous, because a busy machine may take a minute to start


@dataclass(frozen=True, slots=True)
class Fuzzed:
    executions: int
    finding: str  # empty if there is none


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="make fuzz", description="Bytes that nobody would write.")
    parser.add_argument("only", nargs="*", metavar="TARGET", help=f"of {', '.join(TARGETS)} (default: all)")
    parser.add_argument("--seconds", type=int, default=SECONDS, help=f"for each target (default: {SECONDS})")
    asked = parser.parse_args(arguments)
    if set(asked.only) - set(TARGETS):
        parser.error(f"There is no such target. There are {', '.join(TARGETS)}.")
    found = 0
    for name in asked.only or TARGETS:
        fuzzed = fuzz(name, asked.seconds)
        found += bool(fuzzed.finding)
        print(
            f"{'✗' if fuzzed.finding else '✓'} {name:<8} {fuzzed.executions:>10,} inputs  {fuzzed.finding}", flush=True
        )
    return 1 if found else 0


def fuzz(name: str, seconds: float) -> Fuzzed:
    corpus, findings = KEPT / name / "corpus", KEPT / name / "findings"
    for folder in (corpus, findings):
        folder.mkdir(parents=True, exist_ok=True)
    try:
        said, code = _run(name, corpus, findings, seconds)
    except subprocess.TimeoutExpired:
        return Fuzzed(0, "it did not end by itself")
    counts = re.findall(r"^#(\d+)\t", said, re.MULTILINE) + re.findall(r"number_of_executed_units: (\d+)", said)
    finding = ""
    if code:
        (KEPT / name / "said").write_text(said)
        finding = finding_in(said)
    return Fuzzed(max(map(int, counts), default=0), finding)


def _run(name: str, corpus: Path, findings: Path, seconds: float) -> tuple[str, int]:
    done = subprocess.run(
        [
            sys.executable, "-m", "tools.fuzz.one", name, str(corpus), f"-max_total_time={max(1, round(seconds))}",
            f"-timeout={LONGEST_INPUT}", f"-artifact_prefix={findings}/", "-print_final_stats=1", "-max_len=8192",
        ],
        cwd=ROOT, env=os.environ | {"PYTHONHASHSEED": "0"}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        timeout=seconds + GRACE, check=False,
    )  # fmt: skip
    return done.stdout.decode(errors="replace"), done.returncode


def finding_in(text: str) -> str:
    """What went wrong, in one line. The bytes that caused it are in a file."""
    errors = re.findall(r"^(?:\S+: )?([A-Za-z_.]*(?:Error|Exception|Finding|Interrupt)\b.*)$", text, re.MULTILINE)
    slow = re.search(r"ERROR: libFuzzer: (timeout[^\n]*|out-of-memory[^\n]*)", text)
    return slow[1] if slow else errors[-1] if errors else text.strip().splitlines()[-1]


if __name__ == "__main__":
    sys.exit(main())
