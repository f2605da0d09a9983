"""`wordtable simulate`: plays a script of key presses in virtual time, and prints a line for every change of a display.

The whole script is read before the first key is pressed, so that a mistake in its last line leaves nothing half done.
"""

import json
import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TextIO

from PIL import Image, ImageDraw

from firmware_host.frozen import frozen
from firmware_host.journal.ledger import MEMORY
from firmware_host.simulator.choosing import NoSuchEntry
from firmware_host.simulator.evening import SimulatedEvening
from firmware_host.simulator.recording import Recording
from firmware_host.texts.errors import TextError
from firmware_host.texts.text import Text, all_of, listed, one_of, say
from firmware_host.texts.text import lines as lines_of
from hardware.config.keymaps import KEYS
from hardware.config.settings import TableSettings
from hardware.names import PRIVATE, PUBLIC, DeviceName
from hardware.ports import GridFrame, PanelFrame, Tone
from hardware.simulated.table import Happening

TAP = 0.1  # seconds that a button is held unless a line says longer
LONGEST = 7 * 24 * 3600.0  # an evening is over by then
LONGEST_NAME = 24  # of a keypad
LED, GAP, PIXEL = 24, 6, 4  # in pixels of a picture

Line = Mapping[str, object]
Step = Callable[[SimulatedEvening], None]


class ScriptError(TextError):
    """Everything that is wrong with a script, as `script:line: sentence`, a line each."""


class Mistake(TextError):
    """What is wrong with one line."""


@frozen
class Moment:
    """When something is done, and what; None only looks at the displays."""

    at: float
    does: Step | None


# ── reading ──────────────────────────────────────────────────────────────────────────────────────


def read_script(lines: Iterable[str], settings: TableSettings, where: str = "script") -> list[Moment]:
    """The whole script, or a `ScriptError` with all its mistakes. Blank lines and lines with # in front are skipped."""
    moments: list[Moment] = []
    mistakes: list[Text] = []
    before = 0.0
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            moment = _moment(line, before, settings)
        except Mistake as mistake:
            mistakes.append(say("{file}:{line}: {mistake}", file=where, line=number, mistake=mistake.say))
            continue
        before = moment.at
        moments.append(moment)
    if mistakes:
        raise ScriptError(lines_of(mistakes))
    return moments


EXAMPLE = '{"at": 2, "seat": 1, "keys": ["A"]}'


def _moment(line: str, before: float, settings: TableSettings) -> Moment:
    try:
        read = json.loads(line)
    except (ValueError, RecursionError):
        raise Mistake(say("not JSON. Write one object per line, such as {example}.", example=EXAMPLE)) from None
    if not isinstance(read, dict):
        raise Mistake(say("not an object. Write one object per line, such as {example}.", example=EXAMPLE))
    at = _seconds(read, "at", before, LONGEST)
    if at is None:
        raise Mistake(say("“at” is missing: the time in seconds from the start."))
    if at < before:
        raise Mistake(say("earlier than the line before, which is at {seconds:g}. Put lines in order.", seconds=before))
    kinds = [kind for kind in _KINDS if kind in read]
    if len(kinds) > 1:
        raise Mistake(say("a line can do only one of {kinds}. Write several lines.", kinds=all_of(kinds)))
    allowed = {"at", *kinds, *(_KINDS[kinds[0]][0] if kinds else ())}
    if read.keys() - allowed:
        known = listed((*sorted(allowed), *(() if kinds else _KINDS)))
        raise Mistake(say("unknown field; allowed here: {fields}.", fields=known))
    return Moment(at, _KINDS[kinds[0]][1](read, settings) if kinds else None)


def _keys(line: Line, settings: TableSettings) -> Step:
    seat = _seat(line, settings)
    written = line["keys"]
    names = written.split() if isinstance(written, str) else written
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise Mistake(
            say(
                "“keys” must be a list of keys, such as {keys}, or of words, such as {words}.",
                keys='["S", "M", "ENTER"]',
                words='["SMILE", "ENTER"]',
            )
        )
    keys = [key for name in names for key in spelt(name)]
    return lambda evening: evening.keys(seat, *keys)


def _choose(line: Line, settings: TableSettings) -> Step:
    seat, written = _seat(line, settings), line["choose"]
    entries = [written] if isinstance(written, str) else written
    if not isinstance(entries, list) or not entries or not all(isinstance(entry, str) for entry in entries):
        raise Mistake(say("“choose” must be an entry of a list by its id, such as {entry}, or several.", entry="start"))
    return lambda evening: evening.choose(seat, *entries)


def spelt(name: str) -> Iterable[str]:
    """A key by its name; any other word in capital letters is typed letter by letter."""
    if name in KEYS:
        return (name,)
    if re.fullmatch(r"[A-Z]+", name):
        return name
    named = listed(key for key in KEYS if len(key) > 1)
    raise Mistake(say("no such key; keys are A to Z, 0 to 9, {keys}, and words in capital letters.", keys=named))


def _hold(line: Line, settings: TableSettings) -> Step:
    seat, key = _seat(line, settings), line["hold"]
    if not isinstance(key, str) or key not in KEYS:
        raise Mistake(say("“hold” must be one key, such as {key}.", key="SPACE"))
    seconds = _seconds(line, "for", 0.0, LONGEST)
    if seconds is None:
        raise Mistake(say("“for” is missing: how many seconds the key is held."))
    return lambda evening: evening.hold(seat, key, seconds)


def _button(line: Line, settings: TableSettings) -> Step:
    name = _one_of(line, "button", list(settings.buttons))
    seconds = _seconds(line, "for", 0.0, LONGEST)
    return lambda evening: evening.button(name, TAP if seconds is None else seconds)


def _unplug(line: Line, settings: TableSettings) -> Step:
    device = _device(line, "unplug", settings)
    return lambda evening: evening.unplug(device)


def _plug(line: Line, settings: TableSettings) -> Step:
    device = _device(line, "plug", settings)
    return lambda evening: evening.plug(device)


def _pad(line: Line, _settings: TableSettings) -> Step:
    name = line["pad"]
    if not isinstance(name, str) or not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
        raise Mistake(
            say("“pad” must be the name of a new Bluetooth keypad, {longest} letters at most.", longest=LONGEST_NAME)
        )
    return lambda evening: evening.pad(name)


def _power(line: Line, _settings: TableSettings) -> Step:
    if _one_of(line, "power", ["cut", "on"]) == "cut":
        return lambda evening: evening.power_cut()
    return lambda evening: evening.power_on()


_KINDS: Mapping[str, tuple[tuple[str, ...], Callable[[Line, TableSettings], Step]]] = {
    "keys": (("seat",), _keys),
    "choose": (("seat",), _choose),
    "hold": (("seat", "for"), _hold),
    "button": (("for",), _button),
    "unplug": ((), _unplug),
    "plug": ((), _plug),
    "pad": ((), _pad),
    "power": ((), _power),
}


def devices(settings: TableSettings) -> list[DeviceName]:
    """What can be unplugged."""
    names = [
        DeviceName(kind, number)
        for number, seat in settings.seats.items()
        for kind in ("keypad", "grid", "panel")
        if getattr(seat, kind) is not None
    ]
    screens = {PRIVATE: settings.private, PUBLIC: settings.public}
    return names + [name for name, panel in screens.items() if panel is not None]


def _device(line: Line, field: str, settings: TableSettings) -> str:
    """The name of a device. Scripts may still use the old names of the shared screens."""
    written = line[field]
    named = DeviceName.parse(written) if isinstance(written, str) else written
    return _one_of({**line, field: named}, field, list(devices(settings)))


def _seat(line: Line, settings: TableSettings) -> int:
    seat = line.get("seat")
    seats = [number for number, each in settings.seats.items() if each.keypad is not None]
    if isinstance(seat, bool) or not isinstance(seat, int) or seat not in seats:
        raise Mistake(say("“seat” must be a seat with a keypad: {seats}.", seats=one_of(seats)))
    return seat


def _one_of(line: Line, name: str, known: Sequence[str]) -> str:
    value = line[name]
    if not isinstance(value, str) or value not in known:
        if not known:
            raise Mistake(say("“{field}”: this table has none.", field=name))
        raise Mistake(say("“{field}” must be {choices}.", field=name, choices=one_of(known)))
    return value


def _seconds(line: Line, name: str, least: float, most: float) -> float | None:
    if name not in line:
        return None
    value = line[name]
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= most:
        raise Mistake(
            say("“{field}” must be a number of seconds from {least:g} to {most:g}.", field=name, least=least, most=most)
        )
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
    """Plays the script and writes what is shown and announced. The same script always gives the same bytes."""
    evening = SimulatedEvening(settings, journal, seed)
    watch = Watch(settings, out, pictures, recording)
    try:
        watch.look(evening)
        for moment in script:
            evening.run_until(moment.at)
            watch.look(evening)
            if moment.does is not None:
                _do(moment.does, evening)
                watch.look(evening)
    finally:
        evening.close()


def _do(step: Step, evening: SimulatedEvening) -> None:
    try:
        step(evening)
    except NoSuchEntry as mistake:  # only then is it known what there is to choose
        at = evening.clock.time()
        raise ScriptError(say("at {seconds:g} s: {mistake}", seconds=at, mistake=mistake.say)) from None


class Watch:
    """Looks at every display after every event, and writes a line for each change."""

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
    """A frame as it looks at the table, enlarged."""
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
    """Makes a folder for pictures. It must be empty, so that pictures of two evenings are not mixed."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        used = next(iter(folder.iterdir()), None) is not None
    except OSError as error:
        text = say(
            "{folder}: pictures cannot be written there ({reason}). Choose another folder.",
            folder=str(folder),
            reason=error.strerror or "",
        )
        raise ScriptError(text) from None
    if used:
        raise ScriptError(say("{folder}: this folder is not empty. Choose a new or an empty one.", folder=str(folder)))


def check_gif(file: Path) -> None:
    """Checks that a GIF can be written there, before a whole evening is played for it."""
    if file.suffix.lower() != ".gif":
        raise ScriptError(say("{file}: the picture is a GIF. Choose a name that ends in .gif.", file=str(file)))
    if not os.access(file if file.exists() else file.parent, os.W_OK):
        raise ScriptError(
            say("{file}: cannot be written. Does the folder exist, and may you write to it?", file=str(file))
        )
