"""The commands that look back: `history`, `scores`, `export`. Each imports what it needs."""

import argparse
from collections.abc import Callable, Iterable
from pathlib import Path

from firmware_host.texts.language import of_this_terminal
from firmware_host.texts.text import Text, say
from firmware_host.workbench import Commands, refuse

Printed = Callable[..., Iterable[str]]


def add_commands(commands: Commands) -> None:
    for name, about, run in (
        ("history", say("list the finished games of this table, newest first"), _history),
        ("scores", say("show every player's results, with bar charts"), _scores),
    ):
        parser = commands.add_parser(name, help=_read(about))
        parser.add_argument("--json", action="store_true", help=_read(say("print one JSON object per line")))
        _add_journal(parser)
        parser.set_defaults(command=run)
    export = commands.add_parser("export", help=_read(say("print all past games, for other programs")))
    about_format = say("csv: a line for each guess, for spreadsheets; jsonl: everything, one JSON object per line")
    export.add_argument("format", nargs="?", default="jsonl", choices=("csv", "jsonl"), help=_read(about_format))
    _add_journal(export)
    export.set_defaults(command=_export)
    _add_person(commands)


def _add_person(commands: Commands) -> None:
    person = commands.add_parser("person", help=_read(say("rename, join or forget players")))
    what = person.add_subparsers(metavar=_read(say("WHAT")), required=True)
    renamed = {"NAME": say("the name until now"), "NEW": say("the new name")}
    joined = {"NAME": say("the spelling that goes"), "PERSON": say("the spelling that stays")}
    forgotten = {"NAME": say("the name to remove")}
    for name, about, given, run in (
        ("rename", say("give a player another name, in past games too"), renamed, _rename),
        ("join", say("merge two spellings of one person's name"), joined, _join),
        ("forget", say("remove a player's name from the journal"), forgotten, _forget),
    ):
        parser = what.add_parser(name, help=_read(about))
        for each, explained in given.items():
            parser.add_argument(each.lower(), metavar=each, help=_read(explained))
        _add_journal(parser)
        parser.set_defaults(command=run)


def _rename(options: argparse.Namespace) -> int:
    from firmware_host.journal.people import change_file, renaming

    return _tell(change_file(_journal(options), renaming(options.name, options.new)))


def _join(options: argparse.Namespace) -> int:
    from firmware_host.journal.people import change_file, joining

    return _tell(change_file(_journal(options), joining(options.name, options.person)))


def _forget(options: argparse.Namespace) -> int:
    from firmware_host.journal.people import change_file, forgetting

    return _tell(change_file(_journal(options), forgetting(options.name)))


def _tell(text: Text) -> int:
    print(_read(text))
    return 0


def _journal(options: argparse.Namespace) -> Path:
    from hardware.config.places import journal_to_read

    given: Path | None = options.journal
    return given or journal_to_read() / "journal.db"


def _add_journal(parser: argparse.ArgumentParser) -> None:
    about = say("the journal to read (default: the service's, or your own)")
    parser.add_argument("--journal", type=Path, metavar=_read(say("FILE")), help=_read(about))


def _history(options: argparse.Namespace) -> int:
    from firmware_host.remembered.terminal import tell_history

    return _print(options, lambda played: tell_history(played, of_this_terminal(), as_json=options.json))


def _scores(options: argparse.Namespace) -> int:
    from firmware_host.remembered.terminal import tell_scores

    return _print(options, lambda played: tell_scores(played, of_this_terminal(), as_json=options.json))


def _export(options: argparse.Namespace) -> int:
    from firmware_host.remembered.terminal import export_csv, export_lines

    return _print(options, export_csv if options.format == "csv" else export_lines)


def _print(options: argparse.Namespace, tell: Printed) -> int:
    from firmware_host.journal.history import read_history

    given: Path | None = options.journal
    played = read_history(_journal(options))
    if given and not given.exists():
        text = say("{file}: no such file. Leave out --journal to read the table's own.", file=str(given))
        return refuse(_read(text))
    for line in tell(played):
        print(line)
    return 0


def _read(text: Text) -> str:
    return of_this_terminal().read(text)
