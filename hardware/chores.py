"""Asks systemd for chores that the console may not do itself: a note in its own folder, and an answer in root's.

`wordtable-chore.path` sees the note and runs `wordtable chore` as root, which knows a few chores and nothing else.
"""

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from firmware_host.texts.text import Fact, Text, say
from hardware.clock import LoopClock
from hardware.files import NotAFile, read_file
from hardware.ports import BACK_UP, OWN_WIFI, SSH_OFF, SSH_ON, UPDATE, Done

NOTE, ANSWER = "chore", Path("/run/wordtable-chore/answer")
SSH_SWITCH = Path("/usr/lib/wordtable/ssh")  # only on our own card
UNITS = tuple(Path(each, "systemd/system/wordtable-chore.path") for each in ("/usr/lib", "/etc"))
LOOKS_EVERY = 0.5  # seconds
PATIENCE = 900.0  # an update checks itself, which takes minutes on the slowest Pi
NO_ANSWER = Done(say("That failed: the computer does not answer. Restart it, then try again."))


@dataclass(frozen=True, slots=True)
class Places:
    """Where the note goes, where its answer appears, and what tells which chores there are."""

    notes: Path
    answer: Path = ANSWER
    units: tuple[Path, ...] = UNITS  # of the package, or of `make install`
    ssh: Path = SSH_SWITCH


class ServiceChores:
    """For a console that runs as a service."""

    def __init__(self, clock: LoopClock, places: Places) -> None:
        self._clock = clock
        self._places = places

    @property
    def offered(self) -> tuple[str, ...]:
        if not any(unit.exists() for unit in self._places.units):
            return ()
        return (BACK_UP, UPDATE, OWN_WIFI, SSH_ON, SSH_OFF) if self._places.ssh.exists() else (BACK_UP, UPDATE)

    def do(self, chore: str, told: Callable[[Done], None]) -> None:
        before = self._stamp()
        try:
            self._leave_note(chore)
        except OSError:
            self._clock.call_soon(lambda: told(NO_ANSWER))
            return
        self._look(told, before, self._clock.time() + PATIENCE)

    def _leave_note(self, chore: str) -> None:
        """Whole or not at all, and in place of whatever is there: a link is not followed, and a pipe stops nobody."""
        note = self._places.notes / NOTE
        part = note.with_suffix(".part")
        part.unlink(missing_ok=True)
        with part.open("x", encoding="utf-8") as file:
            file.write(f"{chore}\n")
        part.replace(note)

    def _look(self, told: Callable[[Done], None], before: int, deadline: float) -> None:
        if self._stamp() != before and (answer := self._read()) is not None:
            self._clock.call_soon(lambda: told(answer))
        elif self._clock.time() >= deadline:
            self._clock.call_soon(lambda: told(NO_ANSWER))
        else:
            self._clock.call_later(LOOKS_EVERY, lambda: self._look(told, before, deadline))

    def _stamp(self) -> int:
        """Differs from answer to answer: each is a new file."""
        with suppress(OSError):
            about = self._places.answer.stat()
            return about.st_mtime_ns ^ about.st_ino
        return 0

    def _read(self) -> Done | None:
        with suppress(OSError, NotAFile, ValueError, KeyError, TypeError):
            told = json.loads(read_file(self._places.answer))
            return Done(unpacked(told["say"]), str(told["code"]))
        return None


def packed_answer(done: Done) -> str:
    return json.dumps({"say": packed(done.say), "code": done.code})


def packed(text: Text) -> dict[str, object]:
    """A sentence as JSON, so that the table can read it in its own language."""
    facts = {name: packed(fact) if isinstance(fact, Text) else fact for name, fact in text.facts}
    return {"say": text.template, "facts": facts, "plural": text.plural}


def unpacked(told: dict[str, object]) -> Text:
    facts = told["facts"]
    if not isinstance(facts, dict):
        raise TypeError("Facts have names.")
    return Text(str(told["say"]), tuple((str(name), _fact(fact)) for name, fact in facts.items()), str(told["plural"]))


def _fact(fact: object) -> Fact:
    if isinstance(fact, dict):
        return unpacked(fact)
    if isinstance(fact, str | int | float):
        return fact
    raise TypeError("This is not a fact.")
