"""The commands of those who build a table: `doctor`, `setup` and `try`. Each imports what it needs when it runs."""

import argparse
import sys
from pathlib import Path
from typing import Protocol


class Commands(Protocol):
    """What argparse makes of `add_subparsers`."""

    def add_parser(self, name: str, *, help: str) -> argparse.ArgumentParser: ...  # noqa: A002  # argparse's own name


def add_commands(commands: Commands) -> None:
    doctor = commands.add_parser("doctor", help="look at the table: what is there, what is wrong, what to do about it")
    doctor.add_argument("device", nargs="?", default="", metavar="DEVICE", help="only this seat or device: seat2.panel")
    doctor.add_argument("--json", action="store_true", help="the findings as JSON")
    _add_config(doctor)
    doctor.set_defaults(command=_doctor)


def _add_config(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--config", type=Path, metavar="FILE", help="the table's file (default table.toml, if there is one)"
    )


def _doctor(options: argparse.Namespace) -> int:
    from hardware.doctor import NoSuchDevice, diagnose
    from hardware.doctor_report import as_json, report
    from hardware.machine import Machine
    from hardware.places import table_file

    try:
        diagnosis = diagnose(options.config or table_file(), Machine(), options.device)
    except NoSuchDevice as sorry:
        return _refuse(str(sorry))
    if options.json:
        sys.stdout.write(as_json(diagnosis) + "\n")
    else:
        report(diagnosis, sys.stdout)
    return 0 if diagnosis.well else 1


def _refuse(sentence: str) -> int:
    sys.stderr.write(f"wordtable: {sentence}\n")
    return 1
