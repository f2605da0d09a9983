"""The commands of those who build a table: `doctor`, `setup` and `try`. Each imports what it needs when it runs."""

import argparse
import asyncio
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Protocol

from firmware_host.texts.language import of_this_terminal
from firmware_host.texts.text import Text, all_of, say


class Commands(Protocol):
    """What argparse makes of `add_subparsers`."""

    def add_parser(self, name: str, *, help: str) -> argparse.ArgumentParser: ...  # noqa: A002  # argparse's own name


def add_commands(commands: Commands) -> None:
    about_doctor = say("check the table: what is there, what is wrong, and what to do about it")
    doctor = commands.add_parser("doctor", help=_read(about_doctor))
    only = say("check only this seat or device: {example}", example="seat2.panel")
    doctor.add_argument("device", nargs="?", default="", metavar=_read(say("DEVICE")), help=_read(only))
    doctor.add_argument("--json", action="store_true", help=_read(say("print the findings as JSON")))
    _add_config(doctor)
    doctor.set_defaults(command=_doctor)

    setup = commands.add_parser("setup", help=_read(say("make a table.toml by pressing keys")))
    about_file = say("the file to make (default: the table's own)")
    setup.add_argument("--config", type=Path, metavar=_read(say("FILE")), help=_read(about_file))
    about_phone = say("answer on a phone; the panels show its address and a code")
    setup.add_argument("--phone", action="store_true", help=_read(about_phone))
    setup.add_argument("--port", type=int, default=8377, help=_read(say("the page's port (with --phone)")))
    setup.set_defaults(command=_setup)

    about_trial = say("try out a seat: it names each key you press, and lights every LED and pixel")
    trial = commands.add_parser("try", help=_read(about_trial))
    trial.add_argument("seat", metavar=_read(say("SEAT")), help=_read(say("its number")))
    _add_config(trial)
    trial.set_defaults(command=_try)


def _add_config(parser: argparse.ArgumentParser) -> None:
    about = say("the table.toml to use (default: the one in this folder, or in /etc/wordtable)")
    parser.add_argument("--config", type=Path, metavar=_read(say("FILE")), help=_read(about))


def _read(text: Text) -> str:
    return of_this_terminal().read(text)


def _doctor(options: argparse.Namespace) -> int:
    from firmware_host.game_settings import check_more
    from hardware.config.places import table_file
    from hardware.workbench.doctor import NoSuchDevice, diagnose
    from hardware.workbench.doctor_report import as_json, report
    from hardware.workbench.machine import Machine

    try:
        diagnosis = diagnose(options.config or table_file(), Machine(), options.device, check_more)
    except NoSuchDevice as sorry:
        return refuse(_read(sorry.say))
    if options.json:
        sys.stdout.write(as_json(diagnosis) + "\n")
    else:
        report(diagnosis, sys.stdout, of_this_terminal())
    return 0 if diagnosis.well else 1


def _setup(options: argparse.Namespace) -> int:
    from firmware_host.drawing import patterns as cards
    from hardware.config.places import TABLE, table_file
    from hardware.workbench.machine import Machine
    from hardware.workbench.setup import SettingUp

    file: Path = options.config or table_file() or TABLE
    if not os.access(file.parent, os.W_OK):
        not_allowed = say(
            "this user may not write {file}. Run `sudo wordtable setup`, or choose another with --config FILE.",
            file=str(file),
        )
        return refuse(_read(not_allowed))
    if options.phone:
        try:
            from firmware_host.web.setup.phone import Place, set_up_with_a_phone
            from hardware.network import NetworkManager
        except ImportError:
            missing = say("the page needs a library that is not installed. Run `sudo make install` again.")
            return refuse(_read(missing))
        place = Place(file, port=options.port)
        network = NetworkManager()
        return asyncio.run(set_up_with_a_phone(Machine(), place, cards, sys.stdout, of_this_terminal(), network))
    with _session() as (loop, ended, run):
        session = SettingUp(Machine(), file, cards, loop, sys.stdout, of_this_terminal(), ended)
        return run(partial(session.begin, sys.stdin), session.close)


def _try(options: argparse.Namespace) -> int:
    from firmware_host.drawing import patterns as cards
    from hardware.config.places import table_file
    from hardware.config.reading import ConfigError, load_table, simulated_table
    from hardware.workbench.machine import Machine
    from hardware.workbench.trial import Trying

    file = options.config or table_file()
    try:
        table = simulated_table() if file is None else load_table(file)
    except ConfigError as sorry:
        return refuse("\n".join(sorry.lines(of_this_terminal())))
    written = options.seat.removeprefix("seat")
    if not written.isdecimal() or int(written) not in table.seats:
        return refuse(_read(say("no such seat; this table has seats {seats}.", seats=all_of(table.seats))))
    with _session() as (loop, ended, run):
        session = Trying(table, int(written), Machine(), cards, loop, sys.stdout, of_this_terminal(), ended)
        try:
            return run(session.begin, session.close)
        except KeyboardInterrupt:  # which is how it may end
            sys.stdout.write("\n")
            return 0


Run = Callable[[Callable[[], None], Callable[[], None]], int]


@contextmanager
def _session() -> Iterator[tuple[asyncio.AbstractEventLoop, Callable[[int], None], Run]]:
    """A loop that runs from a session's beginning to its end, and closes the session however it ended."""
    loop = asyncio.new_event_loop()
    codes: list[int] = []

    def ended(code: int) -> None:
        codes.append(code)
        loop.stop()

    def run(begin: Callable[[], None], close: Callable[[], None]) -> int:
        try:
            begin()
            if not codes:
                loop.run_forever()
        finally:
            close()
        return codes[0]

    try:
        yield loop, ended, run
    finally:
        loop.close()


def refuse(sentence: str) -> int:
    sys.stderr.write(f"wordtable: {sentence}\n")
    return 1
