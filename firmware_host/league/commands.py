"""The command `wordtable league`. Each part imports what it needs when it runs."""

import argparse
import sys
from pathlib import Path

from firmware_host.texts.language import of_this_terminal
from firmware_host.texts.text import Text, say
from firmware_host.workbench import Commands

PORT = 8380
FORMATS = ("points", "duplicate", "swiss")


def add_commands(commands: Commands) -> None:
    league = commands.add_parser("league", help=_read(say("run a league of many tables, and manage it")))
    parts = league.add_subparsers(title=_read(say("commands")), metavar=_read(say("COMMAND")), required=True)

    run = parts.add_parser("run", help=_read(say("collect results and show them (what the service runs)")))
    _add_name(run)
    _add_database(run)
    _add_broker(run)
    run.add_argument("--host", default="127.0.0.1", help=_read(say("serve the pages on this address")))
    run.add_argument("--port", type=int, default=PORT, help=_read(say("serve the pages on this port")))
    run.set_defaults(command=_run)

    acl = parts.add_parser("acl", help=_read(say("print the access list for Mosquitto")))
    _add_name(acl)
    acl.add_argument("tables", nargs="+", metavar=_read(say("TABLE")), help=_read(say("the names of all tables")))
    acl.add_argument("--home", action="store_true", help=_read(say("let Home Assistant see the tables")))
    acl.set_defaults(command=_acl)

    evening = parts.add_parser("evening", help=_read(say("begin an evening with the same words at every table")))
    _add_name(evening)
    _add_database(evening)
    evening.add_argument("--boards", type=int, default=12, help=_read(say("how many words (default 12)")))
    evening.add_argument(
        "--words", type=Path, metavar=_read(say("FILE")), help=_read(say("a list of words (default: random)"))
    )
    evening.add_argument("--format", choices=FORMATS, default="duplicate", help=_read(say("how tables are compared")))
    hours = say("end the evening and reveal all its words after this many hours (default 4)")
    tables = say("who plays (default: every table that the league has seen)")
    evening.add_argument("--tables", nargs="+", default=[], metavar=_read(say("TABLE")), help=_read(tables))
    evening.add_argument("--hours", type=float, default=4.0, help=_read(hours))
    evening.add_argument("--end", action="store_true", help=_read(say("end the evening, and reveal its words")))
    evening.set_defaults(command=_evening)

    standings = parts.add_parser("standings", help=_read(say("print the standings")))
    _add_name(standings)
    _add_database(standings)
    standings.add_argument("--evening", action="store_true", help=_read(say("rank the tables of the newest evening")))
    standings.set_defaults(command=_standings)


def _add_name(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--name", required=True, help=_read(say("the name of the league")))


def _add_database(parser: argparse.ArgumentParser) -> None:
    about = say("an SQLite file (default {file}), or the address of a PostgreSQL database", file="league.db")
    parser.add_argument("--database", default="league.db", metavar=_read(say("WHERE")), help=_read(about))


def _add_broker(parser: argparse.ArgumentParser) -> None:
    broker = say("the broker's address, such as {example}", example="mqtt://127.0.0.1")
    parser.add_argument("--broker", default="mqtt://127.0.0.1", metavar=_read(say("ADDRESS")), help=_read(broker))
    password = say("a file with the league's password at the broker; the user is the league's name")
    parser.add_argument("--password", metavar=_read(say("FILE")), default="", help=_read(password))
    certificates = say("with {scheme}: the certificate authorities to trust", scheme="mqtts://")
    parser.add_argument("--certificates", metavar=_read(say("FILE")), default="", help=_read(certificates))


def _run(options: argparse.Namespace) -> int:
    from firmware_host.league.service.running import run

    return run(options)


def _acl(options: argparse.Namespace) -> int:
    from firmware_host.league.service.acl import access_list, check_users

    check_users(options.name, options.tables)
    _print(*access_list(options.name, options.tables, home=options.home))
    return 0


def _evening(options: argparse.Namespace) -> int:
    from firmware_host.league.service.evenings import begin, end

    text = end(options) if options.end else begin(options)
    _print(_read(text))
    return 0


def _standings(options: argparse.Namespace) -> int:
    from firmware_host.league.service.evenings import tell_evening, tell_standings

    tell = tell_evening if options.evening else tell_standings
    _print(*tell(options, of_this_terminal()))
    return 0


def _print(*lines: str) -> None:
    sys.stdout.writelines(f"{line}\n" for line in lines)


def _read(text: Text) -> str:
    return of_this_terminal().read(text)
