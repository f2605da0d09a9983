"""`wordtable setup --phone`: finds the devices, shows the address and the captain's code, and talks to the page.

The interview is the terminal's own. When it has ended without a file, it can be started again from the page.
"""

import asyncio
import signal
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from secrets import choice
from typing import Protocol, TextIO

from firmware_host.texts.language import Language
from firmware_host.texts.text import say, verbatim
from firmware_host.web.play import CODE_LENGTH, CODE_LETTERS, lan_name
from firmware_host.web.server import WebServer, listen
from firmware_host.web.setup.pages import Session, SetupPages
from hardware.config.settings import PanelSettings
from hardware.workbench.billboard import Billboard, Words
from hardware.workbench.doctor import diagnose
from hardware.workbench.findings import Finding
from hardware.workbench.interview import Choice
from hardware.workbench.machine import Machine
from hardware.workbench.setup import Cards, SettingUp, Shown, displays_found

AGAIN = Choice(say("Start again"), "again")
LAST_LOOK = 3.0  # seconds in which the page can still say that the file is written
STOP = Choice(say("Stop"), "q")


class Drawing(Cards, Words, Protocol):
    """What is drawn on the displays."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where the page is, and which file it is about."""

    file: Path
    host: str = "0.0.0.0"  # noqa: S104  # phones have to reach it; the page asks for a code
    port: int = 8377


class PhoneSetup:
    """One table being set up. `begin` it, tell it what was tapped, and `close` it."""

    def __init__(self, machine: Machine, place: Place, drawing: Drawing, paper: TextIO, language: Language) -> None:
        self._machine = machine
        self._place = place
        self._drawing = drawing
        self._paper = paper
        self._language = language
        self._loop = asyncio.get_running_loop()
        self._billboard = Billboard(machine, drawing, self._loop)
        self._up: SettingUp | None = None
        self._changed: Callable[[], None] = lambda: None
        self._findings: tuple[Finding, ...] = ()
        self.code = "".join(choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
        self.shown = Shown()
        self.done = asyncio.Event()

    @property
    def session(self) -> Session:
        return Session(self.code, self._language, lambda: self.shown, lambda: self._findings, self.answer, self._watch)

    def begin(self, address: str) -> None:
        """Tells everybody where the page is, and asks the first question."""
        told = (say("Set up this table with a phone:"), verbatim(address), say("Code {code}", code=self.code))
        for line in told:
            self._paper.write(f"{self._language.read(line)}\n")
        panels = tuple(each for each in displays_found(self._machine) if isinstance(each, PanelSettings))
        self._billboard.show(told, panels)
        self._start()

    def answer(self, line: str) -> None:
        if line == AGAIN.line and self._up is None:
            self._start()
        elif self._up is not None:
            self._up.type(line)

    def close(self) -> None:
        self._billboard.close()
        self._end()

    def _watch(self, changed: Callable[[], None]) -> None:
        self._changed = changed

    def _start(self) -> None:
        self._look()
        file = self._place.file
        self._up = SettingUp(
            self._machine, file, self._drawing, self._loop, self._paper, self._language, self._ended, self._show
        )
        self._up.begin()

    def _look(self) -> None:
        file = self._place.file
        self._findings = diagnose(file if file.exists() else None, self._machine).findings

    def _show(self, shown: Shown) -> None:
        if shown.lit:
            self._billboard.close()
        stop = () if shown.over else (STOP,)
        self.shown = replace(shown, choices=(*shown.choices, *stop))
        self._changed()

    def _ended(self, code: int) -> None:
        """Written, or not: then it can be tried again."""
        self._loop.call_soon(self._end)
        if code == 0:
            self._look()
            self.done.set()
        else:
            self.shown = replace(self.shown, choices=(AGAIN,))
        self._changed()

    def _end(self) -> None:
        if self._up is not None:
            self._up.close()
            self._up = None


async def set_up_with_a_phone(
    machine: Machine, place: Place, drawing: Drawing, paper: TextIO, language: Language
) -> int:
    """Until a file is written, or somebody ends it. May raise `PortTakenError`."""
    listening = listen(place.host, place.port)
    loop, stopped = asyncio.get_running_loop(), asyncio.Event()
    for asked in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(asked, stopped.set)
    setup = PhoneSetup(machine, place, drawing, paper, language)
    server = WebServer(partial(SetupPages, setup.session), listening)
    try:
        setup.begin(f"http://{lan_name(place.host)}:{server.port}")
        ended = asyncio.create_task(stopped.wait())
        written = asyncio.create_task(setup.done.wait())
        await asyncio.wait((ended, written), return_when=asyncio.FIRST_COMPLETED)
        if not stopped.is_set():
            await asyncio.wait((ended,), timeout=LAST_LOOK)
        for each in (ended, written):
            each.cancel()
        return 0 if setup.done.is_set() else 1
    finally:
        await server.close()
        setup.close()
