"""The speaker: espeak-ng, one sentence after the other, each in a process of its own; silent where it is missing.

A sentence goes in by standard input: what stands on a command line, every user of the computer can read.
"""

import asyncio
import logging
import os
import shutil
import subprocess
from collections import deque
from contextlib import suppress

from hardware.ports import Alarm

log = logging.getLogger(__name__)

PROGRAM = "espeak-ng"
MISSING = "espeak-ng is not installed, so nothing is spoken. `sudo apt install espeak-ng` brings it."
AT_LEAST, A_LETTER = 10.0, 0.2  # seconds that a sentence may take: beyond them the sound card hangs
LONGEST = 4000  # characters: what a pipe takes at once, whatever they are
PATIENCE = 0.2  # seconds for a killed process to end when the table is closed


class EspeakSpeaker:
    """Speaks without making anybody wait. `problem` says why it is silent, if it is."""

    def __init__(self, voice: str, loop: asyncio.AbstractEventLoop) -> None:
        self._voice = voice
        self._loop = loop
        self._program = shutil.which(PROGRAM)
        self.problem = "" if self._program else MISSING
        self._waiting: deque[str] = deque()
        self._process: subprocess.Popen[bytes] | None = None
        self._ended = -1  # a descriptor that can be read when the process has ended
        self._hangs: Alarm | None = None
        self._hushed = False
        if self.problem:
            log.warning(self.problem)

    def say(self, sentence: str) -> None:
        if self._program is not None:
            self._waiting.append(sentence[:LONGEST])
            self._speak()

    def hush(self) -> None:
        self._waiting.clear()
        if self._process is not None:
            self._hushed = True
            self._process.kill()  # and it is buried when its end is heard of

    def close(self) -> None:
        self.hush()
        if self._process is not None:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(PATIENCE)
            self._forget()
        self._program = None

    def _speak(self) -> None:
        """Begins the next sentence, unless one is being spoken."""
        if self._process is not None or not self._waiting or self._program is None:
            return
        sentence = self._waiting.popleft()
        command = [self._program, "-v", self._voice, "--stdin"]
        quiet = subprocess.DEVNULL
        try:
            # The program is found on the PATH, and nothing but the configured voice is handed to it.
            self._process = subprocess.Popen(  # noqa: S603
                command, stdin=subprocess.PIPE, stdout=quiet, stderr=subprocess.PIPE
            )
        except OSError as error:
            self._silent(f"espeak-ng cannot be started ({error.strerror}). `espeak-ng hello` in a terminal says more.")
            self._waiting.clear()
            return
        self._ended = os.pidfd_open(self._process.pid)
        self._loop.add_reader(self._ended, self._has_ended)
        self._hangs = self._loop.call_later(AT_LEAST + A_LETTER * len(sentence), self._process.kill)
        assert self._process.stdin is not None
        with suppress(OSError):  # it ended already; why, its exit code says
            self._process.stdin.write(sentence.encode())
            self._process.stdin.close()

    def _has_ended(self) -> None:
        assert self._process is not None
        code = self._process.wait()
        complained = code != 0 or self._complaint()
        hushed, self._hushed = self._hushed, False
        self._forget()
        if complained and not hushed:
            self._silent("espeak-ng could not speak. Is there a sound card (`aplay -l`), and does nobody else use it?")
        self._speak()

    def _complaint(self) -> bool:
        """It ends well even when there is no sound card, and says so only here, among much that means nothing."""
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
            with suppress(OSError):  # what could not be written is nobody's any more
                if pipe is not None:
                    pipe.close()
        self._process = None

    def _silent(self, problem: str) -> None:
        """Said to the log once, not at every sentence."""
        if self.problem != problem:
            log.warning(problem)
        self.problem = problem
