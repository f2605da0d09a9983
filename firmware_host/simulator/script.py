"""`wordtable simulate`: a script of key presses in, a line for every change of every display out, in virtual time.

The whole script is read before the first key is pressed, so a mistake in its last line leaves nothing half-done.
"""

import json
import os
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from PIL import Image, ImageDraw

from firmware_host.console.ledger import MEMORY
from firmware_host.recording import Recording
from firmware_host.simulated_evening import SimulatedEvening
from hardware.keymaps import KEYS
from hardware.ports import GridFrame, PanelFrame, Tone
from hardware.settings import TableSettings
from hardware.simulated.table import Happening

TAP = 0.1  # seconds that a button is held unless a line says longer
LONGEST = 7 * 24 * 3600.0  # an evening is over by then
LONGEST_NAME = 24  # of a keypad
LED, GAP, PIXEL = 24, 6, 4  # in pixels of a picture

Line = Mapping[str, object]
Step = Callable[[SimulatedEvening], None]


class ScriptError(Exception):
    """Everything that is wrong with a script, as `script:line: sentence`, a line each."""


class Mistake(Exception):
    """What is wrong with one line: a sentence."""


@dataclass(frozen=True, slots=True)
class Moment:
    """When something is done, and what; nothing is a moment to look."""

    at: float
    does: Step | None


# ── reading ──────────────────────────────────────────────────────────────────────────────────────


def read_script(lines: Iterable[str], settings: TableSettings, where: str = "script") -> list[Moment]:
    """The whole script, or a `ScriptError` with all that is wrong. Blank lines and lines from a # on say nothing."""
    moments: list[Moment] = []
    mistakes: list[str] = []
    before = 0.0
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            moment = _moment(line, before, settings)
        except Mistake as mistake:
            mistakes.append(f"{where}:{number}: {mistake}")
            continue
        before = moment.at
        moments.append(moment)
    if mistakes:
        raise ScriptError("\n".join(mistakes))
    return moments


def _moment(line: str, before: float, settings: TableSettings) -> Moment:
    try:
        read = json.loads(line)
    except (ValueError, RecursionError):
        raise Mistake(
            'this is not JSON. Write one object a line, such as {"at": 2, "seat": 1, "keys": ["A"]}.'
        ) from None
    if not isinstance(read, dict):
        raise Mistake('a line is an object, such as {"at": 2, "seat": 1, "keys": ["A"]}.')
    at = _seconds(read, "at", before, LONGEST)
    if at is None:
        raise Mistake('"at" is missing: say when, in seconds from the beginning.')
    if at < before:
        raise Mistake(f"this is earlier than the line before, which was at {before:g}. Put lines in order.")
    kinds = [kind for kind in _KINDS if kind in read]
    if len(kinds) > 1:
        raise Mistake(f"a line does one thing, and this does {len(kinds)}: {', '.join(kinds)}. Make lines of them.")
    allowed = {"at", *kinds, *(_KINDS[kinds[0]][0] if kinds else ())}
    if read.keys() - allowed:
        known = ", ".join(f'"{name}"' for name in (*sorted(allowed), *(() if kinds else _KINDS)))
        raise Mistake(f"there is something here that a line of this kind does not have. It may have {known}.")
    return Moment(at, _KINDS[kinds[0]][1](read, settings) if kinds else None)


def _keys(line: Line, settings: TableSettings) -> Step:
    seat = _seat(line, settings)
    written = line["keys"]
    names = written.split() if isinstance(written, str) else written
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise Mistake('"keys" is a list of keys, such as ["S", "M", "ENTER"], or words: ["SMILE", "ENTER"].')
    keys = [key for name in names for key in spelt(name)]
    return lambda evening: evening.keys(seat, *keys)


def spelt(name: str) -> Iterable[str]:
    """A key by its name; anything else of capital letters is typed letter by letter."""
    if name in KEYS:
        return (name,)
    if re.fullmatch(r"[A-Z]+", name):
        return name
    named = ", ".join(key for key in KEYS if len(key) > 1)
    raise Mistake(f"there is no such key. There is A to Z, 0 to 9, {named}; and words in capital letters.")


def _hold(line: Line, settings: TableSettings) -> Step:
    seat, key = _seat(line, settings), line["hold"]
    if not isinstance(key, str) or key not in KEYS:
        raise Mistake('"hold" is one key, such as "SPACE".')
    seconds = _seconds(line, "for", 0.0, LONGEST)
    if seconds is None:
        raise Mistake('"for" is missing: say how many seconds the key is held.')
    return lambda evening: evening.hold(seat, key, seconds)


def _button(line: Line, settings: TableSettings) -> Step:
    name = _one_of(line, "button", list(settings.buttons))
    seconds = _seconds(line, "for", 0.0, LONGEST)
    return lambda evening: evening.button(name, TAP if seconds is None else seconds)


def _unplug(line: Line, settings: TableSettings) -> Step:
    device = _one_of(line, "unplug", devices(settings))
    return lambda evening: evening.unplug(device)


def _plug(line: Line, settings: TableSettings) -> Step:
    device = _one_of(line, "plug", devices(settings))
    return lambda evening: evening.plug(device)


def _pad(line: Line, _settings: TableSettings) -> Step:
    name = line["pad"]
    if not isinstance(name, str) or not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
        raise Mistake(f'"pad" is what a new Bluetooth keypad calls itself, in {LONGEST_NAME} letters at most.')
    return lambda evening: evening.pad(name)


def _power(line: Line, _settings: TableSettings) -> Step:
    if _one_of(line, "power", ["cut", "on"]) == "cut":
        return lambda evening: evening.power_cut()
    return lambda evening: evening.power_on()


_KINDS: Mapping[str, tuple[tuple[str, ...], Callable[[Line, TableSettings], Step]]] = {
    "keys": (("seat",), _keys),
    "hold": (("seat", "for"), _hold),
    "button": (("for",), _button),
    "unplug": ((), _unplug),
    "plug": ((), _plug),
    "pad": ((), _pad),
    "power": ((), _power),
}


def devices(settings: TableSettings) -> list[str]:
    """What can be unplugged."""
    names = [
        f"seat{number}.{kind}"
        for number, seat in settings.seats.items()
        for kind in ("keypad", "grid", "panel")
        if getattr(seat, kind) is not None
    ]
    screens = {"host.screen": settings.private, "table.screen": settings.public}
    return names + [name for name, panel in screens.items() if panel is not None]


def _seat(line: Line, settings: TableSettings) -> int:
    seat = line.get("seat")
    seats = [number for number, each in settings.seats.items() if each.keypad is not None]
    if isinstance(seat, bool) or not isinstance(seat, int) or seat not in seats:
        raise Mistake(f'"seat" is the number of a seat with a keypad. There is {", ".join(map(str, seats))}.')
    return seat


def _one_of(line: Line, name: str, known: list[str]) -> str:
    value = line[name]
    if not isinstance(value, str) or value not in known:
        raise Mistake(f'"{name}" names none of those here. There is {", ".join(known) or "none"}.')
    return value


def _seconds(line: Line, name: str, least: float, most: float) -> float | None:
    if name not in line:
        return None
    value = line[name]
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= most:
        raise Mistake(f'"{name}" is a number of seconds, from {least:g} to {most:g}.')
    return float(value)


# ── running ──────────────────────────────────────────────────────────────────────────────────────


def simulate(
    script: list[Moment],
    settings: TableSettings,
    out: TextIO,
    *,
    journal: Path = MEMORY,
    seed: int = 0,
    pictures: Path | None = None,
    recording: Recording | None = None,
) -> None:
    """Plays the script, and writes what is seen and heard as it happens. The same script gives the same bytes."""
    evening = SimulatedEvening(settings, journal, seed)
    watch = Watch(settings, out, pictures, recording)
    try:
        watch.look(evening)
        for moment in script:
            evening.run_until(moment.at)
            watch.look(evening)
            if moment.does is not None:
                moment.does(evening)
                watch.look(evening)
    finally:
        evening.close()


class Watch:
    """Looks at every display after everything that happened, and writes a line for each change."""

    def __init__(
        self, settings: TableSettings, out: TextIO, pictures: Path | None = None, recording: Recording | None = None
    ) -> None:
        self._out = out
        self._pictures = pictures
        self._recording = recording
        self._screens = [name for name in devices(settings) if not name.endswith(".keypad")]
        self._seen: dict[str, GridFrame | PanelFrame | None] = dict.fromkeys(self._screens)
        self._lines = 0

    def look(self, evening: SimulatedEvening) -> None:
        happenings, table = evening.table.happenings, evening.table
        for happening in happenings:
            self._happened(happening)
        happenings.clear()
        for device in self._screens:
            if table.showing(device) is None and self._seen[device] is not None:
                self._goes_dark(evening.clock.time(), device)

    def _happened(self, happening: Happening) -> None:
        at, device, what = happening.at, happening.device, happening.what
        match what:
            case GridFrame() | PanelFrame():
                if what == self._seen[device]:
                    return
                self._seen[device] = what
                shown = {"rows": list(what.text)} if isinstance(what, GridFrame) else {"text": list(what.text)}
                self._write(at, device, shown)
                if self._recording is not None:
                    self._recording.see(at, device, what)
                if self._pictures is not None:
                    picture(what).save(self._pictures / f"{self._lines:06}-{device}.png")
            case Tone():
                self._write(at, device, {"tone": what.name})
            case str():
                self._write(at, device, {"say": what})

    def _goes_dark(self, at: float, device: str) -> None:
        last = self._seen[device]
        self._seen[device] = None
        if self._recording is not None:
            self._recording.see(at, device, None)
        dark = {"rows": ["." * len(row) for row in last.text]} if isinstance(last, GridFrame) else {"text": []}
        self._write(at, device, dark)

    def _write(self, at: float, device: str, what: Mapping[str, object]) -> None:
        self._lines += 1
        self._out.write(json.dumps({"at": round(at, 3), "device": device, **what}, ensure_ascii=False) + "\n")


# ── pictures ─────────────────────────────────────────────────────────────────────────────────────


def picture(frame: GridFrame | PanelFrame) -> Image.Image:
    """A frame as somebody at the table sees it, large enough to look at."""
    if isinstance(frame, PanelFrame):
        panel = Image.frombytes(frame.mode, frame.size, frame.pixels).convert("RGB")
        return panel.resize((panel.width * PIXEL, panel.height * PIXEL), Image.Resampling.NEAREST)
    width, height = len(frame.rows[0]), len(frame.rows)
    grid = Image.new("RGB", (width * (LED + GAP) + GAP, height * (LED + GAP) + GAP), (20, 20, 20))
    draw = ImageDraw.Draw(grid)
    for y, row in enumerate(frame.rows):
        for x, colour in enumerate(row):
            left, top = GAP + x * (LED + GAP), GAP + y * (LED + GAP)
            draw.ellipse((left, top, left + LED, top + LED), fill=colour, outline=(70, 70, 70))
    return grid


def make_picture_folder(folder: Path) -> None:
    """A folder for pictures alone, so that none of another evening is taken for one of this."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        used = next(iter(folder.iterdir()), None) is not None
    except OSError as error:
        raise ScriptError(f"{folder}: no pictures can be put there ({error.strerror}). Give another folder.") from None
    if used:
        raise ScriptError(f"{folder}: there is something in this folder already. Give a new or an empty one.")


def check_gif(file: Path) -> None:
    """Whether a moving picture can be written there, before an evening is played for it."""
    if file.suffix.lower() != ".gif":
        raise ScriptError(f"{file}: the moving picture is a GIF. Give it a name that ends in .gif.")
    if not os.access(file if file.exists() else file.parent, os.W_OK):
        raise ScriptError(f"{file}: no picture can be put there. Is there such a folder, and may you write to it?")
