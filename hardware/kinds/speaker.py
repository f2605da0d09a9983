"""The speaker: espeak-ng, started once for each sentence, one after the other.

A sentence is written to standard input, because every user of the computer can read command lines.
"""

import asyncio
import logging
import os
import shutil
import subprocess
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from firmware_host.frozen import frozen
from firmware_host.texts.language import english
from firmware_host.texts.text import NOTHING, Text, all_of, say
from hardware.kinds.kind import Kind, Needs
from hardware.names import DeviceName
from hardware.ports import Alarm
from hardware.workbench.findings import Finding, well, wrong

if TYPE_CHECKING:
    from hardware.config.settings import TableSettings
    from hardware.workbench.machine import Machine

log = logging.getLogger(__name__)

PROGRAM = "espeak-ng"
MISSING = say("espeak-ng is not installed, so nothing is spoken. Install it: `sudo apt install espeak-ng`.")
AT_LEAST, A_LETTER = 10.0, 0.2  # seconds that a sentence may take: after that, the sound card hangs
LONGEST = 4000  # characters: what a pipe takes at once, whatever they are
MOST_WAITING = 4  # sentences: nobody remembers what the first of more was about
OLD_AFTER = 15.0  # seconds: news that has waited so long is on every screen already
PATIENCE = 0.2  # seconds for a killed process to end when the table is closed


@frozen
class SpeakerSettings:
    voice: str = "en"
    device: str = ""  # a sound card, by the name that the kernel gives it, or anything that ALSA knows

    @property
    def alsa(self) -> str:
        """As ALSA names it. A card is asked to convert whatever it cannot play."""
        return self.device if ":" in self.device or not self.device else f"plughw:CARD={self.device}"


class EspeakSpeaker:
    """Speaks without making anybody wait. `problem` says why it is silent, or is `NOTHING`."""

    def __init__(self, settings: SpeakerSettings, loop: asyncio.AbstractEventLoop) -> None:
        self._settings = settings
        self._loop = loop
        self._program = shutil.which(PROGRAM)
        self.problem = NOTHING if self._program else MISSING
        self._waiting: deque[tuple[float, str]] = deque(maxlen=MOST_WAITING)  # each with the moment it was news
        self._process: subprocess.Popen[bytes] | None = None
        self._ended = -1  # a descriptor that can be read when the process has ended
        self._hangs: Alarm | None = None
        self._hushed = False
        if self.problem != NOTHING:
            log.warning(english(self.problem))

    def say(self, sentence: str) -> None:
        if self._program is not None:
            self._waiting.append((self._loop.time(), sentence[:LONGEST]))
            self._speak()

    def hush(self) -> None:
        self._waiting.clear()
        if self._process is not None:
            self._hushed = True
            self._process.kill()  # `_has_ended` does the rest

    def close(self) -> None:
        self.hush()
        if self._process is not None:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(PATIENCE)
            self._forget()
        self._program = None

    def _speak(self) -> None:
        """Begins the next sentence, unless one is being spoken."""
        while self._waiting and self._loop.time() - self._waiting[0][0] > OLD_AFTER:
            self._waiting.popleft()
        if self._process is not None or not self._waiting or self._program is None:
            return
        _, sentence = self._waiting.popleft()
        command = [self._program, "-v", self._settings.voice, *self._on_device(), "--stdin"]
        quiet = subprocess.DEVNULL
        try:
            # The program is found on the PATH, and nothing but the settings is handed to it.
            self._process = subprocess.Popen(  # noqa: S603
                command, stdin=subprocess.PIPE, stdout=quiet, stderr=subprocess.PIPE
            )
        except OSError as error:
            self._silent(
                say(
                    "espeak-ng cannot be started ({error}). Try `espeak-ng hello` in a terminal.",
                    error=error.strerror or "?",
                )
            )
            self._waiting.clear()
            return
        self._ended = os.pidfd_open(self._process.pid)
        self._loop.add_reader(self._ended, self._has_ended)
        self._hangs = self._loop.call_later(AT_LEAST + A_LETTER * len(sentence), self._process.kill)
        assert self._process.stdin is not None
        with suppress(OSError):  # it has ended already; its exit code says why
            self._process.stdin.write(sentence.encode())
            self._process.stdin.close()

    def _on_device(self) -> Iterator[str]:
        if self._settings.alsa:
            yield from ("-d", self._settings.alsa)

    def _has_ended(self) -> None:
        assert self._process is not None
        code = self._process.wait()
        complained = code != 0 or self._complaint()
        hushed, self._hushed = self._hushed, False
        self._forget()
        if complained and not hushed:
            self._silent(
                say("espeak-ng could not speak. Is there a sound card (`aplay -l`), and is no other program using it?")
            )
        self._speak()

    def _complaint(self) -> bool:
        """Without a sound card espeak-ng still exits with 0, and says so only in a line of its standard error."""
        assert self._process is not None
        assert self._process.stderr is not None
        os.set_blocking(self._process.stderr.fileno(), False)
        return any(line.startswith(b"error:") for line in (self._process.stderr.read() or b"").splitlines())

    def _forget(self) -> None:
        assert self._process is not None
        if self._hangs is not None:
            self._hangs.cancel()
        self._loop.remove_reader(self._ended)
        os.close(self._ended)
        for pipe in (self._process.stdin, self._process.stderr):
            with suppress(OSError):  # what could not be written is of no use any more
                if pipe is not None:
                    pipe.close()
        self._process = None

    def _silent(self, problem: Text) -> None:
        """Logged once, not at every sentence."""
        if self.problem != problem:
            log.warning(english(problem))
        self.problem = problem


def cards(machine: "Machine") -> list[str]:
    """The names of this computer's sound cards."""
    return [machine.line(file) for file in sorted(machine.sys.glob("class/sound/card*/id"))]


def _ask(name: DeviceName, settings: SpeakerSettings, _table: "TableSettings", machine: "Machine") -> Finding:
    if machine.program(PROGRAM) is None:
        return wrong(name, MISSING)
    found = cards(machine)
    if not found:
        return wrong(name, say("there is no sound card. A Pi 5 has none for headphones: plug one in on USB."))
    if settings.device and ":" not in settings.device and settings.device not in found:
        return wrong(
            name,
            say("there is no sound card {card}, only {cards}.", card=settings.device, cards=all_of(found)),
        )
    if settings.device:
        return well(name, say("{program} speaks on {card}.", program=PROGRAM, card=settings.device))
    if len(found) == 1:
        return well(name, say("{program} speaks on {card}.", program=PROGRAM, card=found[0]))
    return well(
        name,
        say(
            "{program} speaks on the first sound card. If you hear nothing, write `device = "
            '"…"` in [speaker] with one of these: {cards}.',
            program=PROGRAM,
            cards=all_of(found),
        ),
    )


KIND = Kind[SpeakerSettings](ask=_ask, needs=Needs(("audio",)))
