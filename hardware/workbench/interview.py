"""How a table is set up: questions, and what the answers make of it. Pure: devices are found and lit by `setting_up`.

Everything can be answered on the keypads themselves, for the only keyboard of a Pi may well be one of them. Whoever has
a terminal may type there too.
"""

from collections.abc import Generator, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeVar

from hardware.checks import check
from hardware.fingers import Stroke
from hardware.machine import Pad
from hardware.ports import DELETE, ENTER, ESCAPE
from hardware.saving import as_toml
from hardware.settings import GridSettings, PanelSettings, Rotation, SeatSettings, TableSettings, Wiring

SIGNS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"  # what the displays show, one after the other
STOP = "Esc (− on a number pad) stops, and nothing is written."
TURNS: tuple[Rotation, ...] = (0, 180, 90, 270)
WIRINGS: tuple[Wiring, ...] = ("straight", "serpentine")
Display = GridSettings | PanelSettings


@dataclass(frozen=True, slots=True)
class Found:
    """What is plugged in, and whether a file is there already."""

    pads: tuple[Pad, ...]
    displays: tuple[Display, ...]
    file: str = "table.toml"
    exists: bool = False


@dataclass(frozen=True, slots=True)
class Typed:
    """A line typed at the terminal."""

    line: str


@dataclass(frozen=True, slots=True)
class Light:
    """A display that is to show a sign."""

    display: Display
    sign: str


@dataclass(frozen=True, slots=True)
class Ask:
    say: tuple[str, ...]
    light: Light | None = None


Event = Stroke | Typed
T = TypeVar("T")
Talk = Generator[Ask, Event, T]


class Stopped(Exception):
    """Somebody has had enough."""


@dataclass
class _Plan:
    """What is known so far: who sits where, and what stands there."""

    pads: tuple[Pad, ...]
    seat_of: dict[int, int] = field(default_factory=dict)  # by the pad's place in what was found
    seats: dict[int, SeatSettings] = field(default_factory=dict)
    private: PanelSettings | None = None
    news: list[str] = field(default_factory=list)  # what was understood, told before the next question

    def seat(self, event: Event) -> int | None:
        """Whose key this was; at the terminal, a seat's number."""
        if isinstance(event, Stroke):
            return self.seat_of.get(event.pad)
        number = int(event.line) if event.line.isdecimal() else 0
        return number if number in self.seats else None


def interview(found: Found) -> Talk[TableSettings]:
    """From the first key to a table that somebody agreed to; `Stopped` if nobody did."""
    plan = _Plan(found.pads)
    talk = _questions(plan, found)
    ask = next(talk)
    while True:
        event = yield replace(ask, say=(*plan.news, *ask.say))
        plan.news.clear()
        try:
            ask = talk.send(event)
        except StopIteration as agreed:
            table: TableSettings = agreed.value
            return table


def _questions(plan: _Plan, found: Found) -> Talk[TableSettings]:
    yield from _who_sits_where(plan)
    yield from _what_is_printed_on_the_keys(plan)
    yield from _what_stands_where(plan, found.displays)
    yield from _hoods(plan)
    table = TableSettings(plan.seats, private=plan.private)
    yield from _agree(table, found)
    return table


# ── keypads ──────────────────────────────────────────────────────────────────────────────────────


def _who_sits_where(plan: _Plan) -> Talk[None]:
    count = len(plan.pads)
    there = "is 1 keypad" if count == 1 else f"are {count} keypads"
    plan.news.append(f"There {there}. Is one missing? Plug it in or wake it up, and start again. {STOP}")
    while len(plan.seats) < count:
        number = len(plan.seats) + 1
        more = " If that was everybody, press Enter on a keypad that has a seat." if plan.seats else ""
        event = yield Ask((f"Seat {number}: press any key on its keypad.{more}",))
        key = _key(event)
        if isinstance(event, Typed) or event.pad in plan.seat_of:
            if plan.seats and key == ENTER:
                return
            if isinstance(event, Stroke):
                plan.news.append(f"That keypad is at seat {plan.seat_of[event.pad]} already.")
            continue
        pad = plan.pads[event.pad]
        plan.seat_of[event.pad] = number
        keys = "numeric" if pad.numeric else "qwerty"
        plan.seats[number] = SeatSettings(keypad=replace(pad.settings, keys=keys))
        plan.news.append(f"  Seat {number}: {pad.name or 'a keypad'}{', a number pad' if pad.numeric else ''}.")


def _what_is_printed_on_the_keys(plan: _Plan) -> Talk[None]:
    """Keypads of one kind have the same letters, so only the first of each is asked."""
    known: dict[str, str] = {}
    for place, number in plan.seat_of.items():
        pad, seat = plan.pads[place], plan.seats[number]
        if pad.numeric or seat.keypad is None:
            continue
        if not pad.name or pad.name not in known:
            known[pad.name] = yield from _layout(place, number)
        plan.seats[number] = replace(seat, keypad=replace(seat.keypad, keys=known[pad.name]))


def _layout(place: int, seat: int) -> Talk[str]:
    where = f"Seat {seat}: press the key that is labelled"
    first = yield from _press(place, f"{where} A.")
    if first == "KEY_Q":
        return "azerty"
    second = yield from _press(place, f"{where} Z.")
    if first == "KEY_A" and second == "KEY_Z":
        return "qwerty"
    if first == "KEY_A" and second == "KEY_Y":
        return "qwertz"
    again = yield from _again(f"These keys are in no order that is known here. Enter: once more. {_SKIP}: as QWERTY.")
    return (yield from _layout(place, seat)) if again else "qwerty"


def _press(place: int, question: str) -> Talk[str]:
    """The kernel's name of the next key on this keypad."""
    while True:
        event = yield Ask((question,))
        _key(event)
        if isinstance(event, Stroke) and event.pad == place:
            return event.name


# ── displays ─────────────────────────────────────────────────────────────────────────────────────

_SKIP = "Backspace (. on a number pad)"


def _what_stands_where(plan: _Plan, displays: tuple[Display, ...]) -> Talk[None]:
    for display, sign in zip(displays, SIGNS, strict=False):
        yield from _whose(plan, display, sign)


def _whose(plan: _Plan, display: Display, sign: str) -> Talk[None]:
    is_grid = isinstance(display, GridSettings)
    light = Light(display, sign)
    what = "An LED grid" if is_grid else "A panel"
    say = [f"{what} shows {sign} now ({_where(display)}). Press a key on the keypad of the seat where it stands."]
    if not is_grid and plan.private is None:
        say.append("Is it the private screen? Press 0, on any keypad.")
    say.append(f"Does nobody see it? {_SKIP}.")
    while True:
        event = yield Ask(tuple(say), light)
        key, seat = _key(event), plan.seat(event)
        if key == DELETE:
            return
        if key == "0" and isinstance(display, PanelSettings) and plan.private is None:
            plan.private = yield from _which_panel(display, sign)
            return
        if seat is None:
            say = ["Press a key on a keypad that has a seat."]
        elif (plan.seats[seat].grid if is_grid else plan.seats[seat].panel) is not None:
            say = [f"Seat {seat} has {'a grid' if is_grid else 'a panel'} already. Where does this one stand?"]
        elif isinstance(display, GridSettings):
            plan.seats[seat] = replace(plan.seats[seat], grid=(yield from _which_grid(display, sign)))
            return
        else:
            plan.seats[seat] = replace(plan.seats[seat], panel=(yield from _which_panel(display, sign)))
            return


def _which_grid(grid: GridSettings, sign: str) -> Talk[GridSettings]:
    ways = [replace(grid, wiring=wiring, rotation=turned) for turned in TURNS for wiring in WIRINGS]
    return (yield from _which(ways, sign))


def _which_panel(panel: PanelSettings, sign: str) -> Talk[PanelSettings]:
    upright, upside_down = panel, replace(panel, rotation=180)
    ways = [upright, replace(upright, chip="sh1106"), upside_down, replace(upside_down, chip="sh1106")]
    return (yield from _which(ways, sign))


D = TypeVar("D", GridSettings, PanelSettings)


def _which(ways: list[D], sign: str) -> Talk[D]:
    """Turned, wired otherwise or with another chip: the first way in which it can be read."""
    place = 0
    while True:
        say = f"Can you read the {sign}, and is it upright? Enter: yes. Any other key: try it another way."
        event = yield Ask((say,), Light(ways[place], sign))
        if _key(event) == ENTER:
            return ways[place]
        place = (place + 1) % len(ways)


def _where(display: Display) -> str:
    if isinstance(display, GridSettings):
        return display.port
    behind = "" if display.channel is None else f", channel {display.channel}"
    return f"{display.address:#x} on {display.adapter}{behind}"


def _hoods(plan: _Plan) -> Talk[None]:
    with_panel = [number for number, seat in plan.seats.items() if seat.panel is not None]
    if with_panel and (yield from _again(f"Does every panel stand where only its own player sees it, behind a hood? "
                                         f"Enter: yes. {_SKIP}: no.")):  # fmt: skip
        for number in with_panel:
            plan.seats[number] = replace(plan.seats[number], hooded=True)


# ── the end ──────────────────────────────────────────────────────────────────────────────────────


def _agree(table: TableSettings, found: Found) -> Talk[None]:
    complaints = tuple(f"  ! {complaint.say}" for complaint in check(table))
    if complaints:
        complaints = (
            "",
            "Something is still missing; write it into the file later, docs/config.md says how:",
            *complaints,
        )
    kept = f" The old one is kept as {found.file}.bak." if found.exists else ""
    file = tuple(f"  {line}".rstrip() for line in as_toml(table).splitlines())
    question = f"Enter writes this to {found.file}.{kept} {STOP}"
    say = ("This is your table:", "", *file, *complaints, "", question)
    while True:
        event = yield Ask(say)
        if _key(event) == ENTER:
            return
        say = (question,)


def _again(question: str) -> Talk[bool]:
    """Enter or Backspace; anything else is asked once more."""
    while True:
        key = _key((yield Ask((question,))))
        if key in (ENTER, DELETE):
            return key == ENTER


_AT_THE_TERMINAL: Mapping[str, str] = {"": ENTER, "y": ENTER, "yes": ENTER, "n": DELETE, "no": DELETE, "s": DELETE}


def _key(event: Event) -> str:
    """The key, also of what is typed at the terminal, where q stops."""
    key = event.key if isinstance(event, Stroke) else _AT_THE_TERMINAL.get(event.line.lower(), event.line.lower())
    if key in (ESCAPE, "q", "quit"):
        raise Stopped
    return key
