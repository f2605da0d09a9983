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

from firmware_host.game_settings import check_more
from firmware_host.texts.language import Language
from firmware_host.texts.text import say, verbatim
from firmware_host.web.play import CODE_LENGTH, CODE_LETTERS, lan_name
from firmware_host.web.server import WebServer, listen
from firmware_host.web.setup.offers import offered
from firmware_host.web.setup.pages import Session, SetupPages
from hardware.config.reading import ConfigError, load_table
from hardware.config.settings import PanelSettings, TableSettings
from hardware.workbench.billboard import Billboard, Words
from hardware.workbench.changing import ChangingSettings, settings_of
from hardware.workbench.doctor import diagnose
from hardware.workbench.findings import Finding
from hardware.workbench.interview import Choice
from hardware.workbench.machine import Machine
from hardware.workbench.setup import Cards, SettingUp, Shown, displays_found

AGAIN = Choice(say("Start again"), "again")
LAST_LOOK = 3.0  # seconds in which the page can still say that the file is written
CHANGE = Choice(say("Change settings"), "change")
ANEW = Choice(say("Set up everything again"), "again")
STOP = Choice(say("Stop"), "q")


class Drawing(Cards, Words, Protocol):
    """What is drawn on the displays."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where the page is, and which file it is about."""

    file: Path
    host: str = "0.0.0.0"  # noqa: S104  # phones have to reach it; the page asks for a code
    port: int = 8377


class Talking(Protocol):
    """What is being asked: the interview, or the settings."""

    def type(self, line: str) -> None: ...
    def close(self) -> None: ...


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
        self._up: Talking | None = None
        self._changed: Callable[[], None] = lambda: None
        self._findings: tuple[Finding, ...] = ()
        self._settings: TableSettings | None = None  # of a file that is there already
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
        self._paper.flush()
        if not self._machine.console_has_devices:
            panels = tuple(each for each in displays_found(self._machine) if isinstance(each, PanelSettings))
            self._billboard.show(told, panels)
        self._look()
        if self._settings is None:
            self._start()
        else:
            self.shown = Shown((say("There is a table already."),), (CHANGE, ANEW))

    def answer(self, line: str) -> None:
        if self._up is not None:
            self._up.type(line)
        elif line == AGAIN.line:
            self._start()
        elif line == CHANGE.line and self._settings is not None:
            self._change(self._settings)

    def close(self) -> None:
        self._billboard.close()
        self._end()

    def _watch(self, changed: Callable[[], None]) -> None:
        self._changed = changed

    def _start(self) -> None:
        self._look()
        file = self._place.file
        self._up = up = SettingUp(
            self._machine, file, self._drawing, self._loop, self._paper, self._language, self._ended, self._show
        )
        up.begin()

    def _change(self, table: TableSettings) -> None:
        settings = (*settings_of(table), *offered(table))
        self._up = up = ChangingSettings(self._place.file, settings, check_more, self._ended, self._show)
        up.begin()

    def _look(self) -> None:
        file = self._place.file
        self._findings = diagnose(file if file.exists() else None, self._machine, more=check_more).findings
        try:
            self._settings = load_table(file, check_more) if file.exists() else None
        except ConfigError:
            self._settings = None  # the doctor says why

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
            change = () if self._settings is None else (CHANGE,)
            self.shown = replace(self.shown, choices=(*change, AGAIN))
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
