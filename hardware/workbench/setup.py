"""Sets up a table together with the people at it: finds what is plugged in, lights it up, writes a `table.toml`."""

import asyncio
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TextIO

from firmware_host.frozen import frozen, replace
from firmware_host.texts.language import Language
from firmware_host.texts.text import NOTHING, Text, say, sentences, verbatim
from hardware.config.keymaps import BUILT_IN
from hardware.config.saving import as_toml, save
from hardware.config.settings import GridSettings, TableSettings
from hardware.kinds import GRIDS, PANELS, Kinds
from hardware.kinds.keypad import Pad, input_nodes, pads
from hardware.kinds.keypad.nodes import KeyHeld
from hardware.ports import Alarm, DeviceGone, DeviceLost, Input
from hardware.workbench.interview import Ask, Choice, Display, Event, Found, Stopped, Talk, Typed, interview
from hardware.workbench.key_listener import KeyListener, Stroke
from hardware.workbench.machine import Machine
from hardware.workbench.setup_displays import SIGNS_AT, Cards, SetupDisplays
from hardware.workbench.usual_pins import has_pins

LOOK_AGAIN, LET_GO_WITHIN = 0.2, 10  # seconds between looks at a keypad with a key down, and how many of them
HEADING = (
    "# Made by `wordtable setup`. docs/config.md explains every setting, and `wordtable doctor` checks the table.\n\n"
)
NO_KEYPAD = say("No keypad found. Plug in the keypads, or pair them, then start again.")
NO_DISPLAY = say(
    "No board on USB and no panel on I²C found, so only the keypads are set up. `wordtable doctor` shows what is "
    "switched off."
)
BOARDS = say(
    "Every board on USB is sent a picture now. Unplug anything that is not an LED grid (a printer, a radio stick): "
    "the picture may confuse it."
)
BUSY = say("The console is running and is using the devices. Run `sudo systemctl stop wordtable`, then try again.")


@frozen
class Shown:
    """What somebody who sets up with a phone sees: what was said since the last answer, and what can be tapped."""

    lines: tuple[Text, ...] = ()
    choices: tuple[Choice, ...] = ()
    asks: Text = NOTHING  # for something to type, such as a password
    over: bool = False
    brief: tuple[Text, ...] = ()  # in place of the lines, where there is little room


def displays_found(machine: Machine) -> tuple[Display, ...]:
    """Every grid and panel, of any kind, that can be found."""
    return (*_found(GRIDS, machine), *_found(PANELS, machine))


def a_keypad_is_there(machine: Machine) -> bool:
    return bool(pads(machine))


def _found(kinds: Kinds[Any], machine: Machine) -> Iterator[Display]:
    for kind in {id(each): each for each in kinds.every().values()}.values():
        yield from kind.found(machine)


class SettingUp:
    """One session: `begin` it, let the loop run until `ended` is called with an exit code, then `close` it."""

    def __init__(
        self,
        machine: Machine,
        file: Path,
        cards: Cards,
        loop: asyncio.AbstractEventLoop,
        paper: TextIO,
        language: Language,
        ended: Callable[[int], None],
        show: Callable[[Shown], None] = lambda _shown: None,
        displays: SetupDisplays | None = None,
    ) -> None:
        self._machine = machine
        self._file = file
        self._displays = SetupDisplays(machine, cards, loop) if displays is None else displays
        self._loop = loop
        self._paper = paper
        self._language = language
        self._ended = ended
        self._show = show
        self._shown = Shown()
        self._listener = KeyListener(loop, input_nodes(machine), self._hear, self._lose)
        self._talk: Talk[TableSettings] | None = None
        self._keyboard: int | None = None
        self._line = b""
        self._pads: list[Pad] = []
        self._left_out: list[Pad] = []
        self._later: Alarm | None = None
        self.begun = False  # somebody has pressed a key

    def begin(self, keyboard: TextIO | None = None) -> None:
        if self._machine.console_has_devices:
            self._end(1, BUSY)
            return
        self._listen_to(keyboard)
        self._gather(LET_GO_WITHIN)

    def _gather(self, tries: int) -> None:
        """Holds every keypad. One may still have the Enter down that started this: it is tried again."""
        waiting = []
        for pad in pads(self._machine):
            if pad in self._pads or pad in self._left_out:
                continue
            try:
                self._listener.take(len(self._pads), pad.settings, BUILT_IN["numeric" if pad.numeric else "qwerty"])
            except DeviceLost as lost:
                if isinstance(lost, KeyHeld) and tries:
                    waiting.append(pad)
                    continue
                self._left_out.append(pad)
                called = verbatim(pad.name) if pad.name else say("A keypad")
                self._print(
                    say("{keypad} ({where}) is left out: {why}", keypad=called, where=pad.written, why=lost.say)
                )
            else:
                self._pads.append(pad)
        if waiting:
            self._later = self._loop.call_later(LOOK_AGAIN, self._gather, tries - 1)
        elif self._pads:
            self._ask_everybody()
        else:
            self._end(1, NO_KEYPAD)

    def _ask_everybody(self) -> None:
        displays = displays_found(self._machine)
        if not displays:
            self._print(NO_DISPLAY)
        if any(isinstance(display, GridSettings) for display in displays):
            self._print(BOARDS)
        sound = any((self._machine.sys / "class" / "sound").glob("card[0-9]*"))
        file, exists, pins = str(self._file), self._file.exists(), has_pins(self._machine)
        self._talk = interview(Found(tuple(self._pads), displays, file, exists, sound, pins))
        self._put(next(self._talk))

    def close(self) -> None:
        """Every display dark, every keypad free."""
        if self._later is not None:
            self._later.cancel()
        self._listener.close()
        self._displays.close()
        if self._keyboard is not None:
            self._loop.remove_reader(self._keyboard)
            self._keyboard = None

    # ── keypads and the terminal ─────────────────────────────────────────────────────────────────

    def _hear(self, stroke: Stroke) -> None:
        self.begun = True
        self._displays.invite(None)
        self._answer(stroke)

    def _lose(self, _pad: int, why: Text) -> None:
        self._end(1, say("A keypad was unplugged: {why} Nothing was written.", why=why))

    def _listen_to(self, keyboard: TextIO | None) -> None:
        if keyboard is None:
            return
        try:
            number = keyboard.fileno()
            self._loop.add_reader(number, self._type)
        except (OSError, ValueError):  # no descriptor, or a plain file: then only the keypads are used
            return
        self._keyboard = number

    def _type(self) -> None:
        assert self._keyboard is not None
        try:
            data = os.read(self._keyboard, 1024)
        except OSError:  # the terminal was closed
            data = b""
        if not data:
            self._loop.remove_reader(self._keyboard)
            self._keyboard = None
            return
        *lines, self._line = (self._line + data).split(b"\n")
        for line in lines:
            self._answer(Typed(line.decode(errors="replace").strip()))

    def type(self, line: str) -> None:
        """A line from somewhere else than the terminal."""
        self._answer(Typed(line))

    # ── the talk ─────────────────────────────────────────────────────────────────────────────────

    def _answer(self, event: Event) -> None:
        if self._talk is None:
            return
        self._shown = Shown()
        try:
            self._put(self._talk.send(event))
        except StopIteration as agreed:
            self._write(agreed.value)
        except Stopped:
            self._end(1, say("Stopped. Nothing was written."))

    def _put(self, ask: Ask) -> None:
        self._shown = replace(self._shown, choices=ask.choices, brief=ask.brief)
        for line in ask.lines:
            self._print(line)
        self._displays.ask(ask.brief, ask.light, self._complain)

    def _write(self, table: TableSettings) -> None:
        try:
            save(HEADING + as_toml(table), self._file)
        except OSError as error:
            cannot = say(
                "{file} cannot be written ({error}). Choose another with --config FILE.",
                file=str(self._file),
                error=error.strerror or "?",
            )
            self._end(1, cannot)
            return
        if self._file == self._machine.table:
            then = say("To use it: `sudo systemctl restart wordtable`. To check it: `sudo wordtable doctor`.")
        else:
            then = say("To check it: `wordtable doctor --config {file}`.", file=str(self._file))
        self._end(0, sentences(say("Written to {file}.", file=str(self._file)), then))

    def _end(self, code: int, sentence: Text) -> None:
        self._talk = None
        self._shown = replace(self._shown, choices=(), over=True, brief=())
        self._print(sentence)
        self._ended(code)

    def _print(self, line: Text) -> None:
        self._paper.write(f"{self._language.read(line)}\n")
        self._paper.flush()
        self._shown = replace(self._shown, lines=(*self._shown.lines, line))
        self._show(self._shown)

    def _complain(self, heard: Input) -> None:
        if isinstance(heard, DeviceGone) and heard.device in SIGNS_AT:
            self._print(say("  It does not light up: {why}", why=heard.say))
