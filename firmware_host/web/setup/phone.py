"""`wordtable setup --phone`: finds the devices, shows the address and the captain's code, and talks to the page.

The interview is the terminal's own. When it has ended without a file, it can be started again from the page.
"""

import asyncio
import signal
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from secrets import choice
from socket import gethostname
from typing import Protocol, TextIO

from firmware_host.frozen import frozen, replace
from firmware_host.game_settings import check_more
from firmware_host.texts.language import Language
from firmware_host.texts.text import Text, say, verbatim
from firmware_host.web.invitation import lan_name
from firmware_host.web.play import CODE_LENGTH, CODE_LETTERS
from firmware_host.web.server import WebServer, listen
from firmware_host.web.setup.keys_alone import KeysAlone
from firmware_host.web.setup.offers import offered
from firmware_host.web.setup.pages import Session, SetupPages
from firmware_host.web.setup.wifi import ChoosingNetwork
from hardware.config.reading import ConfigError, load_table
from hardware.config.settings import PanelSettings, TableSettings
from hardware.ports import Alarm, Hotspot, Network, NetworkError, Pairing
from hardware.table import bluetooth
from hardware.workbench.changing import ChangingSettings, settings_of
from hardware.workbench.doctor import diagnose
from hardware.workbench.findings import Finding
from hardware.workbench.interview import Choice
from hardware.workbench.machine import Machine
from hardware.workbench.setup import SettingUp, Shown, displays_found
from hardware.workbench.setup_displays import Cards, Invitation, SetupDisplays

AGAIN = Choice(say("Start again"), "again")
LOOKS_EVERY = 5.0  # seconds, for the table's own network
LAST_LOOK = 3.0  # seconds in which the page can still say that the file is written
CHANGE = Choice(say("Change settings"), "change")
ANEW = Choice(say("Set up everything again"), "again")
STOP = Choice(say("Stop"), "q")
WIFI = Choice(say("Choose a Wi-Fi network"), "wifi")


@frozen
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

    def __init__(
        self,
        machine: Machine,
        place: Place,
        drawing: Cards,
        paper: TextIO,
        language: Language,
        network: Network | None = None,
        pairing: Pairing | None = None,
    ) -> None:
        self._machine = machine
        self._keys_alone = KeysAlone(machine, pairing, lambda: self._up is None, self._start, self._show_what_to_type)
        self._network = network
        self._hotspot: Hotspot | None = None
        self._asking: asyncio.Task[None] | None = None
        self._ask_again: Alarm | None = None
        self._address = ""
        self._place = place
        self._drawing = drawing
        self._paper = paper
        self._language = language
        self._loop = asyncio.get_running_loop()
        self._displays = SetupDisplays(machine, drawing, self._loop)
        self._up: Talking | None = None
        self._changed: Callable[[], None] = lambda: None
        self._findings: tuple[Finding, ...] = ()
        self._settings: TableSettings | None = None  # of a file that is there already
        self.code = "".join(choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
        self.shown = Shown()
        self.done = asyncio.Event()

    @property
    def session(self) -> Session:
        return Session(
            self.code,
            self._language,
            lambda: self.shown,
            lambda: self._findings,
            self.answer,
            self._watch,
            lambda: self._invitation,
        )

    def begin(self, address: str) -> None:
        """Tells everybody where the page is, and asks the first question."""
        self._address = address
        for line in self.told:
            self._paper.write(f"{self._language.read(line)}\n")
        self._paper.flush()
        self._tell()
        self._ask_for_hotspot()
        self._look()
        if self._settings is None:
            self._start()
        else:
            self.shown = Shown((say("There is a table already."),), (CHANGE, ANEW, *self._wifi))

    @property
    def told(self) -> tuple[Text, ...]:
        """Where the page is; with the table's own network, if it has opened one."""
        code = say("Code {code}", code=self.code)
        if self._hotspot is None:
            return say("Set up this table with a phone:"), verbatim(self._address), code
        return self._hotspot.say, verbatim(self._address), code

    def _tell(self) -> None:
        """On every panel that is not the running console's."""
        found = () if self._machine.console_has_devices else displays_found(self._machine)
        self._displays.use(tuple(each for each in found if isinstance(each, PanelSettings)))
        self._invite()

    @property
    def _invitation(self) -> Invitation:
        return Invitation(self.told, self._hotspot.code if self._hotspot else self._address)

    def _invite(self) -> None:
        """Until somebody presses a key instead."""
        self._displays.invite(self._invitation)
        self._changed()

    def _ask_for_hotspot(self) -> None:
        """NetworkManager may start after us, and opens the network when it has looked for others."""
        if self._network is not None:
            self._asking = self._loop.create_task(self._look_for_hotspot(self._network))
            self._ask_again = self._loop.call_later(LOOKS_EVERY, self._ask_for_hotspot)

    async def _look_for_hotspot(self, network: Network) -> None:
        with suppress(NetworkError):
            if (found := await network.hotspot()) != self._hotspot:
                self._hotspot = found
                self._invite()
                self._offer_wifi()

    def _offer_wifi(self) -> None:
        if WIFI not in self.shown.choices and not isinstance(self._up, ChoosingNetwork):
            self.shown = replace(self.shown, choices=(*self.shown.choices, *self._wifi))
            self._changed()

    def answer(self, line: str) -> None:
        if line == WIFI.line and self._network is not None:
            self._end()
            self._up = up = ChoosingNetwork(self._network, self._address, self._show_wifi, self._joined)
            up.begin()
        elif self._up is not None:
            self._up.type(line)
        elif line == AGAIN.line:
            self._start()
        elif line == CHANGE.line and self._settings is not None:
            self._change(self._settings)

    def _show_wifi(self, shown: Shown) -> None:
        self.shown = shown
        self._changed()

    def _joined(self, name: str) -> None:
        """Back to where it was before. The panels say it to those whose phones have lost the page."""
        self._loop.call_soon(self._end)
        told = say("The table has joined {name}.", name=name) if name else say("Set up this table with a phone:")
        self.shown = Shown((told,), (AGAIN if self._settings is None else CHANGE, *self._wifi))
        self._changed()

    @property
    def _wifi(self) -> tuple[Choice, ...]:
        """Another network can be chosen while the table has its own."""
        return (WIFI,) if self._hotspot is not None else ()

    def close(self) -> None:
        for each in (self._asking, self._ask_again):
            if each is not None:
                each.cancel()
        self._keys_alone.close()
        if self._up is not None:
            self._up.close()
        self._displays.close()

    def _watch(self, changed: Callable[[], None]) -> None:
        self._changed = changed

    def _start(self) -> None:
        if isinstance(self._up, ChoosingNetwork):
            return
        self._end()
        self._look()
        self._up = up = SettingUp(
            self._machine,
            self._place.file,
            self._drawing,
            self._loop,
            self._paper,
            self._language,
            self._ended,
            self._show,
            self._displays,
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
        if isinstance(self._up, SettingUp) and self._up.begun:
            self._keys_alone.stop()
        stop = () if shown.over else (STOP,)
        self.shown = replace(shown, choices=(*shown.choices, *self._wifi, *stop))
        self._changed()

    def _ended(self, code: int) -> None:
        """Written, or not: then it can be tried again."""
        self._loop.call_soon(self._end)
        if code == 0:
            self._look()
            self.done.set()
        else:
            change = () if self._settings is None else (CHANGE,)
            self.shown = replace(self.shown, choices=(*change, AGAIN, *self._wifi))
            if self._settings is None:
                self._keys_alone.wait()
        self._changed()

    def _show_what_to_type(self, lines: tuple[Text, ...]) -> None:
        """On a keypad that is being paired. Saying the same again would turn the panels back to their first page."""
        if lines != self.shown.lines and (self._up is None or isinstance(self._up, SettingUp)):
            self.shown = replace(self.shown, lines=lines, brief=())
            self._displays.ask(lines)
            self._changed()

    def _end(self) -> None:
        """The panels still say what was said last, and how it goes on."""
        if self._up is not None:
            self._up.close()
            self._up = None
            self._tell()
            self._displays.ask(self.shown.lines)


def _reached_at(host: str) -> str:
    """Without a network yet, by the name that Avahi tells: that stays the same whatever network comes."""
    name = lan_name(host)
    return f"{name}.local" if name == gethostname() and "." not in name else name


async def set_up_with_a_phone(
    machine: Machine,
    place: Place,
    drawing: Cards,
    paper: TextIO,
    language: Language,
    network: Network | None = None,
) -> int:
    """Until a file is written, or somebody ends it. May raise `PortTakenError`."""
    listening = listen(place.host, place.port)
    loop, stopped = asyncio.get_running_loop(), asyncio.Event()
    for asked in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(asked, stopped.set)
    pairing = bluetooth(loop, {}, lambda _address, _seat, _keys: None)
    setup = PhoneSetup(machine, place, drawing, paper, language, network, pairing)
    server = WebServer(partial(SetupPages, setup.session), listening)
    try:
        setup.begin(f"http://{_reached_at(place.host)}:{server.port}")
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
