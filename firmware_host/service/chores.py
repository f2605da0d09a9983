"""`wordtable chore`: what root does for the captain. It knows these few chores, and takes nothing from the console but
the name of one. The answer is a sentence in a file that only the console can read.
"""

import asyncio
import json
import logging
import os
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from stat import S_ISREG
from tempfile import mkdtemp

from firmware_host import __version__
from firmware_host.journal.backup import back_up
from firmware_host.service.update import Table, UpdateError, update
from firmware_host.service.versions import VERSIONS
from firmware_host.texts.errors import TextError
from firmware_host.texts.text import say
from hardware.chores import ANSWER, NOTE, SSH_SWITCH, packed_answer
from hardware.clock import wall_clock
from hardware.ports import BACK_UP, OWN_WIFI, SSH_OFF, SSH_ON, UPDATE, Done, Network, NetworkError

log = logging.getLogger(__name__)

LONGEST_NOTE = 20  # bytes
UPDATES = Path(os.environ.get("WORDTABLE_UPDATES", "/etc/wordtable/updates"))  # packages may lie here, too
STICKS = ("lsblk", "--json", "--output", "PATH,TRAN,FSTYPE")
FILE_SYSTEMS = ("vfat", "exfat", "ext4")

Run = Callable[[tuple[str, ...]], str]


class ChoreError(TextError):
    """A chore failed; the sentence says why."""


@dataclass(frozen=True, slots=True)
class Home:
    """The computer that the chores are for."""

    table: Table
    run: Run
    network: Network
    versions: Path = VERSIONS
    updates: Path = UPDATES


def answer_note(notes: Path, home: Home, answer: Path = ANSWER) -> None:
    """Does the chore that the console has noted down, and writes what became of it."""
    chore = _take_note(notes / NOTE)
    if chore not in CHORES:
        return
    try:
        done = CHORES[chore](home)
    except (TextError, NetworkError) as trouble:
        done = Done(trouble.say)
    except (OSError, subprocess.SubprocessError) as error:
        done = Done(
            say("That failed ({reason}). Try again, or run `sudo wordtable doctor`.", reason=type(error).__name__)
        )
    _write(answer, packed_answer(done), owner=notes.stat().st_uid)


def _take_note(note: Path) -> str:
    """The console can put anything there: no link is followed, and little is read, of an ordinary file only."""
    told = b""
    with suppress(OSError):
        descriptor = os.open(note, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            if S_ISREG(os.fstat(descriptor).st_mode):
                told = os.read(descriptor, LONGEST_NOTE)
        finally:
            os.close(descriptor)
    _put_away(note)
    return told.decode("ascii", "replace").strip()


def _put_away(note: Path) -> None:
    """Whatever it is: as long as it is there, systemd asks again and again."""
    try:
        note.unlink(missing_ok=True)
    except OSError:
        aside = note.with_name(f"{note.name}.{wall_clock():.0f}.{os.getpid()}")
        with suppress(OSError):
            note.rename(aside)
            log.warning("%s is a folder, not a note. It is now %s, with all that is in it.", note, aside)


def _write(answer: Path, told: str, owner: int) -> None:
    part = answer.with_suffix(".part")
    part.unlink(missing_ok=True)
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o400), "w", encoding="utf-8") as file:
        file.write(told)
    os.chown(part, owner, -1)
    part.rename(answer)


# ── USB sticks ───────────────────────────────────────────────────────────────────────────────────


def sticks(listed: str) -> tuple[str, ...]:
    """The partitions of USB sticks, or sticks without partitions, as lsblk lists them."""
    found: list[str] = []

    def look(each: Mapping[str, object], usb: bool) -> None:
        usb = usb or each.get("tran") == "usb"
        if usb and each.get("fstype") in FILE_SYSTEMS:
            found.append(str(each["path"]))
        children = each.get("children")
        for child in children if isinstance(children, list) else ():
            look(child, usb)

    for each in json.loads(listed)["blockdevices"]:
        look(each, usb=False)
    return tuple(found)


@contextmanager
def _mounted(home: Home, *, writable: bool) -> Iterator[Path]:
    """The first stick, as a folder; whatever happens, it can be pulled out afterwards."""
    found = sticks(home.run(STICKS))
    if not found:
        raise ChoreError(say("No USB stick found. Plug one in, then try again."))
    folder = mkdtemp()
    how = "rw,sync" if writable else "ro"
    try:
        home.run(("mount", "-o", f"{how},nosuid,nodev,noexec", found[0], folder))
        try:
            yield Path(folder)
        finally:
            home.run(("umount", folder))
    finally:
        with suppress(OSError):  # never with what is in it: a stick that is busy is still mounted there
            Path(folder).rmdir()


# ── the chores ───────────────────────────────────────────────────────────────────────────────────


def _back_up(home: Home) -> Done:
    with _mounted(home, writable=True) as stick:
        copied = back_up(home.table.journal, stick, wall_clock())
    return Done(say("Saved on the USB stick: {content}. You can pull it out.", content=copied.told))


def _update(home: Home) -> Done:
    version = _update_from_stick(home)
    home.run(("systemctl", "restart", "--no-block", "wordtable"))
    return Done(say("Version {version} has passed its check. The table restarts.", version=version))


def _update_from_stick(home: Home) -> str:
    """From a stick, or from the folder beside table.toml. A stick without a package is no reason to stop looking."""
    trouble: TextError
    try:
        with _mounted(home, writable=False) as stick:
            return update(stick, home.table, home.versions)
    except (ChoreError, UpdateError) as error:
        trouble = error
    if not home.updates.is_dir() or not any(home.updates.iterdir()):
        if isinstance(trouble, ChoreError):
            raise ChoreError(
                say(
                    "This is version {version}. Put a newer package on a USB stick, then try again.",
                    version=__version__,
                )
            )
        raise trouble
    return update(home.updates, home.table, home.versions)


def _own_wifi(home: Home) -> Done:
    """For phones that are to join the table's own network while the console runs."""
    hotspot = asyncio.run(home.network.hotspot())
    if hotspot is None:
        return Done(say("The table has joined another network, so its own is closed."))
    return Done(hotspot.say, hotspot.code)


def _ssh_on(home: Home) -> Done:
    host, _, password = home.run((str(SSH_SWITCH), "on")).strip().partition(" ")
    return Done(
        say(
            "SSH is on until you switch it off or restart. ssh root@{host}, password {password}",
            host=host,
            password=password,
        )
    )


def _ssh_off(home: Home) -> Done:
    home.run((str(SSH_SWITCH), "off"))
    return Done(say("SSH is off."))


CHORES: Mapping[str, Callable[[Home], Done]] = {
    BACK_UP: _back_up,
    UPDATE: _update,
    OWN_WIFI: _own_wifi,
    SSH_ON: _ssh_on,
    SSH_OFF: _ssh_off,
}


def run_as_root(command: tuple[str, ...]) -> str:
    said = subprocess.run(command, capture_output=True, check=True, timeout=120, text=True)  # noqa: S603  # our own words
    return said.stdout
