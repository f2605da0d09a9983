"""The commands that look after an installed table: `backup` and `restore`. Each imports what it needs when it runs."""

import argparse
from pathlib import Path

from firmware_host.texts.language import of_this_terminal
from firmware_host.texts.text import Text, say
from firmware_host.workbench import Commands


def add_commands(commands: Commands) -> None:
    backup = commands.add_parser("backup", help=_read(say("copy games, names and house words to a file")))
    about_backup = say("a new file, an earlier backup, or a folder such as a USB stick's")
    backup.add_argument("file", type=Path, metavar=_read(say("FILE")), help=_read(about_backup))
    _add_journal(backup)
    backup.set_defaults(command=_backup)

    restore = commands.add_parser("restore", help=_read(say("bring back what `backup` has copied")))
    restore.add_argument("file", type=Path, metavar=_read(say("FILE")), help=_read(say("the backup")))
    _add_journal(restore)
    restore.set_defaults(command=_restore)


def _add_journal(parser: argparse.ArgumentParser) -> None:
    about = say("the journal (default: the service's, or your own)")
    parser.add_argument("--journal", type=Path, metavar=_read(say("FILE")), help=_read(about))


def _journal(options: argparse.Namespace) -> Path:
    from hardware.config.places import journal_to_read

    given: Path | None = options.journal
    return given or journal_to_read() / "journal.db"


def _backup(options: argparse.Namespace) -> int:
    from firmware_host.journal.backup import back_up
    from hardware.clock import wall_clock

    copied = back_up(_journal(options), options.file, wall_clock())
    _tell(say("Saved in {file}: {content}.", file=str(copied.file), content=copied.told))
    return 0


def _restore(options: argparse.Namespace) -> int:
    from firmware_host.journal.backup import restore

    copied = restore(options.file, _journal(options))
    _tell(say("Restored: {content}.", content=copied.told))
    if copied.aside:
        _tell(say("What was there before is kept as {aside}, beside the journal.", aside=copied.aside))
    return 0


def _read(text: Text) -> str:
    return of_this_terminal().read(text)


def _tell(text: Text) -> None:
    print(_read(text))
