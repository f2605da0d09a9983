"""`wordtable update FILE`: a newer version in a folder of its own, tried before one link makes it the console's.

At every moment of a power cut, the link names a version that is complete and has passed its own check. If the console
does not start with it, `tools/package/versions` puts the link back.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from firmware_host import __version__
from firmware_host.frozen import frozen
from firmware_host.journal.backup import back_up
from firmware_host.service.versions import CURRENT, PREVIOUS, UNPROVEN, VERSIONS
from firmware_host.texts.errors import TextError
from firmware_host.texts.text import Text, all_of, say, verbatim
from hardware.files import check_ordinary

PACKAGES = "wordtable_*_all.deb"
PATIENCE = 300  # seconds for a new version to check itself, on the slowest Pi
TOOK_TOO_LONG = 124  # the exit code of timeout(1)
PYTHON = "/usr/bin/python3"

Reached = Callable[[str], None]


class UpdateError(TextError):
    """Nothing has changed for the table; the sentence says why."""


@frozen
class Table:
    """What a new version must be able to run."""

    config: Path | None
    journal: Path


def update(package: Path, table: Table, versions: Path = VERSIONS, reached: Reached = lambda _step: None) -> str:
    """Makes this package's version the console's, from the next start on. Returns the version.

    In a folder, such as a USB stick's, it takes the newest package.
    """
    if package.is_dir():
        package = _newest_in(package)
    version = _check(package)
    if (versions / UNPROVEN).exists():
        raise UpdateError(say("The last update has not been started yet. Run: sudo systemctl restart wordtable"))
    try:
        versions.mkdir(mode=0o755, exist_ok=True)
        _clear_away(versions)
        _unpack(package, version, versions, reached)
        reached("unpacked")
        _try(versions / version, table)
        reached("tried")
        _move_link(version, versions, reached)
    except OSError as error:
        reason = error.strerror or ""
        text = say("The update could not be saved ({reason}). The table stays as it is.", reason=reason)
        raise UpdateError(text) from None
    return version


# ── the package ──────────────────────────────────────────────────────────────────────────────────


def _newest_in(folder: Path) -> Path:
    newest: Path | None = None
    for each in folder.glob(PACKAGES):
        if newest is None or not _run(["dpkg", "--compare-versions", _named(each), "gt", _named(newest)]).returncode:
            newest = each
    if newest is None:
        raise UpdateError(say("{folder}: no package of wordtable ({name}).", folder=str(folder), name=PACKAGES))
    return newest


def _named(package: Path) -> str:
    """The version in the name of a package's file."""
    return package.name.split("_")[1]


def _check(package: Path) -> str:
    """The version in this package. It must be ours, and newer."""
    try:
        check_ordinary(package)
        said = _run(["dpkg-deb", "--show", "--showformat=${Package} ${Version}", str(package)])
        name, _, version = said.stdout.partition(" ")
    except OSError as error:
        reason = error.strerror or ""
        raise UpdateError(say("{file}: cannot be read ({reason}).", file=str(package), reason=reason)) from None
    if said.returncode or name != "wordtable" or not _is_plain(version):
        raise UpdateError(say("{file} is not a package of wordtable, or it is damaged.", file=str(package)))
    if _run(["dpkg", "--compare-versions", version, "gt", __version__]).returncode:
        text = say(
            "{file} has version {version}. This is {own} already.", file=str(package), version=version, own=__version__
        )
        raise UpdateError(text)
    return version


def _is_plain(version: str) -> bool:
    return version[:1].isdigit() and all(letter.isalnum() or letter in ".+~-" for letter in version)


def _clear_away(versions: Path) -> None:
    """What is neither this version nor the one before: older ones, and what a power cut has left."""
    kept = {link.readlink().name for link in (versions / CURRENT, versions / PREVIOUS) if link.is_symlink()}
    for each in versions.iterdir():
        if each.is_dir() and not each.is_symlink() and each.name not in kept:
            shutil.rmtree(each)


def _unpack(package: Path, version: str, versions: Path, reached: Reached) -> None:
    """Into a folder of its own, which gets its name when it is complete and on the disk."""
    part, there = versions / f".{version}.part", versions / version
    said = _run(["dpkg-deb", "--extract", str(package), str(part)])
    program = part / "usr" / "lib" / "wordtable" / version
    if said.returncode or not (program / "firmware_host").is_dir():
        shutil.rmtree(part, ignore_errors=True)
        text = say("{file} is damaged, or there is no room for it. The table stays as it is.", file=str(package))
        raise UpdateError(text)
    _run([PYTHON, "-m", "compileall", "-q", str(program)])
    os.sync()
    reached("half unpacked")
    program.rename(there)
    shutil.rmtree(part)


# ── the trial ────────────────────────────────────────────────────────────────────────────────────


def _try(program: Path, table: Table) -> None:
    """Its own check with a copy of the journal, and a doctor who finds nothing that was not there before."""
    with TemporaryDirectory() as folder:
        asked = ["selfcheck"]
        if table.journal.exists():
            copy = back_up(table.journal, Path(folder, "journal.db"), 0.0).file
            asked += ["--journal", str(copy)]
        said = _ask(program, [*asked, *_config(table)])
    if said.returncode:
        shutil.rmtree(program, ignore_errors=True)
        text = say("The new version cannot run this table. {reason} The table stays as it is.", reason=_why(said))
        raise UpdateError(text)
    if new := _problems(program, table) - _problems(Path(__file__).parents[2], table):
        shutil.rmtree(program, ignore_errors=True)
        devices = all_of(sorted(new))
        raise UpdateError(
            say("The new version does not work with {devices}. The table stays as it is.", devices=devices)
        )


def _why(failed: subprocess.CompletedProcess[str]) -> Text:
    """Why it cannot: that is the last line it has written."""
    if failed.returncode == TOOK_TOO_LONG:
        return say("Its check takes too long.")
    return verbatim("".join(failed.stderr.strip().splitlines()[-1:]))


def _problems(program: Path, table: Table) -> set[str]:
    """The devices with which the doctor of this version finds something wrong."""
    try:
        findings = json.loads(_ask(program, ["doctor", "--json", *_config(table)]).stdout)["findings"]
        return {each["device"] for each in findings if each["state"] == "wrong"}
    except (ValueError, KeyError, TypeError):
        return {"doctor"}


def _config(table: Table) -> list[str]:
    return [] if table.config is None else ["--config", str(table.config)]


def _ask(program: Path, command: list[str]) -> subprocess.CompletedProcess[str]:
    own = sys.executable if program == Path(__file__).parents[2] else PYTHON
    return _run([own, "-P", "-m", "firmware_host", *command], {"PYTHONPATH": str(program)})


def _run(command: list[str], surroundings: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(  # noqa: S603  # no shell, and nothing that somebody has typed
            command, env={**os.environ, **(surroundings or {})}, capture_output=True, text=True, check=False,
            timeout=PATIENCE, cwd="/",
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, TOOK_TOO_LONG, "", "")


# ── the link ─────────────────────────────────────────────────────────────────────────────────────


def _move_link(version: str, versions: Path, reached: Reached) -> None:
    """First how to go back, then that it may be needed, then the link."""
    current = versions / CURRENT
    if current.is_symlink():
        _link(versions / PREVIOUS, str(current.readlink()))
    else:
        (versions / PREVIOUS).unlink(missing_ok=True)
    reached("remembered the version before")
    part = versions / f".{UNPROVEN}.part"
    part.write_text("0\n", encoding="utf-8")
    part.rename(versions / UNPROVEN)
    os.sync()
    reached("noted that it is unproven")
    _link(current, version)
    os.sync()
    reached("moved the link")


def _link(place: Path, to: str) -> None:
    part = place.with_name(f".{place.name}.part")
    part.unlink(missing_ok=True)
    part.symlink_to(to)
    part.rename(place)
