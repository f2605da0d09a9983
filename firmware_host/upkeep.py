"""The commands that look after an installed table: backups, updates and a report. Each imports what it needs."""

import argparse
import os
from pathlib import Path

from firmware_host.texts.language import of_this_terminal
from firmware_host.texts.text import Text, say
from firmware_host.workbench import Commands

PACKAGED = Path("/usr/lib/wordtable/packaged")  # the version that came with the Debian package
REPORT = Path("wordtable-report.txt")
LOG = ("journalctl", "--unit=wordtable", "--lines=500", "--output=short-iso", "--no-hostname", "--no-pager", "--quiet")


def add_commands(commands: Commands) -> None:
    backup = commands.add_parser("backup", help=_read(say("copy games, names and house words to a file")))
    about_backup = say("a new file, an earlier backup, or a folder, such as a USB stick")
    backup.add_argument("file", type=Path, metavar=_read(say("FILE")), help=_read(about_backup))
    _add_journal(backup)
    backup.set_defaults(command=_backup)

    restore = commands.add_parser("restore", help=_read(say("restore games, names and house words from a backup")))
    restore.add_argument("file", type=Path, metavar=_read(say("FILE")), help=_read(say("the backup")))
    _add_journal(restore)
    restore.set_defaults(command=_restore)

    report = commands.add_parser("report", help=_read(say("write a file to send when you ask for help")))
    about_report = say("the file to write (default {file})", file=str(REPORT))
    report.add_argument(
        "file", type=Path, nargs="?", default=REPORT, metavar=_read(say("FILE")), help=_read(about_report)
    )
    about_config = say("the table.toml to use (default: the one in this folder, or in /etc/wordtable)")
    report.set_defaults(command=_report)

    update = commands.add_parser("update", help=_read(say("try a newer version, and use it if it works")))
    about_package = say("a Debian package of wordtable, or a folder with one, such as a USB stick")
    update.add_argument("file", type=Path, metavar=_read(say("FILE")), help=_read(about_package))
    update.set_defaults(command=_update)

    about_chore = say("do what the captain chose in the menu (what the service runs)")
    chore = commands.add_parser("chore", help=_read(about_chore))
    about_notes = say("the folder where the console writes its request")
    chore.add_argument("folder", type=Path, metavar=_read(say("FOLDER")), help=_read(about_notes))
    chore.set_defaults(command=_chore)

    about_check = say("check that this version can run a table (what an update runs first)")
    check = commands.add_parser("selfcheck", help=_read(about_check))
    check.set_defaults(command=_selfcheck)
    for each in (report, update, chore, check):
        each.add_argument("--config", type=Path, metavar=_read(say("FILE")), help=_read(about_config))
    for each in (report, update, chore):
        _add_journal(each)
    about_copy = say("a copy of the journal, which may be changed")
    check.add_argument("--journal", type=Path, metavar=_read(say("FILE")), help=_read(about_copy))


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
        _tell(say("The previous journal is kept as {aside}, in the same folder.", aside=copied.aside))
    return 0


def _report(options: argparse.Namespace) -> int:
    from firmware_host.service.report import Sources, write_report
    from hardware.config.places import table_file

    config: Path | None = options.config or table_file()
    write_report(options.file, Sources(config, _journal(options), lambda: _findings(config), _log))
    _tell(say("Written to {file}. Read it before you send it to anybody.", file=str(options.file)))
    return 0


def _findings(config: Path | None) -> str:
    from io import StringIO

    from firmware_host.game_settings import check_more
    from firmware_host.texts.language import ENGLISH, language
    from hardware.workbench.doctor import diagnose
    from hardware.workbench.doctor_report import report
    from hardware.workbench.machine import Machine

    report(diagnose(config, Machine(), "", check_more), paper := StringIO(), language(ENGLISH))
    return paper.getvalue()


def _log() -> str:
    return _run(LOG)


def _run(command: tuple[str, ...]) -> str:
    import subprocess

    try:
        said = subprocess.run(command, capture_output=True, check=False, timeout=90)  # noqa: S603  # nothing is typed
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"{command[0]} failed ({type(error).__name__})"
    return said.stdout.decode("utf-8", "replace") or said.stderr.decode("utf-8", "replace")


def _update(options: argparse.Namespace) -> int:
    from firmware_host.service.update import Table, UpdateError, update
    from firmware_host.service.versions import VERSIONS
    from hardware.config.places import table_file

    if not PACKAGED.exists():
        from_a_clone = say(
            "This console was not installed from a package. Run `git pull` and `sudo make install` there."
        )
        raise UpdateError(from_a_clone)
    if os.geteuid() != 0:
        raise UpdateError(say("Only root can update. Run: sudo wordtable update FILE"))
    version = update(options.file, Table(options.config or table_file(), _journal(options)), VERSIONS)
    _tell(say("Version {version} has passed its check.", version=version))
    if Path("/run/systemd/system").exists():
        _run(("systemctl", "restart", "wordtable"))
    return 0


def _chore(options: argparse.Namespace) -> int:
    from firmware_host.service.chores import Home, answer_note, run_as_root
    from firmware_host.service.update import Table
    from hardware.config.places import table_file
    from hardware.network import NetworkManager

    table = Table(options.config or table_file(), _journal(options))
    answer_note(options.folder, Home(table, run_as_root, NetworkManager()))
    return 0


def _selfcheck(options: argparse.Namespace) -> int:
    from firmware_host.service.selfcheck import self_check
    from hardware.config.places import table_file

    self_check(options.config or table_file(), options.journal)
    _tell(say("This version can run this table."))
    return 0


def _read(text: Text) -> str:
    return of_this_terminal().read(text)


def _tell(text: Text) -> None:
    print(_read(text))
