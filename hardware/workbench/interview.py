"""The questions of `wordtable setup`, and what the answers make of the table. Pure: `setup` finds and lights devices.

Everything can be answered on the keypads, because the only keyboard of a Pi may be one of them. Whoever has a terminal
may type there too.
"""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from firmware_host.frozen import frozen, replace
from firmware_host.texts.text import NOTHING, Text, say, say_count, sentences, verbatim
from hardware.config.checks import check
from hardware.config.saving import as_toml
from hardware.config.settings import GridSettings, PanelSettings, SeatSettings, TableSettings
from hardware.kinds import GRIDS, PANELS
from hardware.kinds.keypad import Pad
from hardware.kinds.speaker import SpeakerSettings
from hardware.ports import DELETE, ENTER, ESCAPE
from hardware.workbench.key_listener import Stroke
from hardware.workbench.usual_pins import questions, with_pins

SIGNS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"  # what the displays show, one after the other
STOP = say("Esc (− on a number pad) stops, and nothing is written.")
SKIP = say("Backspace (. on a number pad)")
Display = GridSettings | PanelSettings


@frozen
class Found:
    """What is plugged in, and whether a file is there already."""

    pads: tuple[Pad, ...]
    displays: tuple[Display, ...]
    file: str = "table.toml"
    exists: bool = False
    sound: bool = False  # there is a sound card
    pins: bool = False  # for buttons and a buzzer


@frozen
class Typed:
    """A line typed at the terminal."""

    line: str


@frozen
class Light:
    """A display that is to show a sign."""

    display: Display
    sign: str


@frozen
class Choice:
    """An answer to tap on a phone: what stands on it, and what it types."""

    say: Text
    line: str


@frozen
class Ask:
    lines: tuple[Text, ...]
    light: Light | None = None
    choices: tuple[Choice, ...] = ()  # without any, only a key on a keypad answers
    brief: tuple[Text, ...] = ()  # in place of the lines, where there is little room


YES, NO = Choice(say("Yes"), "y"), Choice(say("No"), "n")
EVERYBODY = Choice(say("That was everybody"), "y")
WHICH_SCREEN = (Choice(say("The private screen"), "y"), Choice(say("The public screen"), "n"))
ANOTHER_WAY = (YES, Choice(say("Try another way"), "n"))
WRITE = Choice(say("Write it"), "y")

Event = Stroke | Typed
T = TypeVar("T")
Talk = Generator[Ask, Event, T]


class Stopped(Exception):
    """Somebody has pressed Esc."""


@dataclass
class _Plan:
    """What is known so far: which keypad is at which seat, and which displays are."""

    pads: tuple[Pad, ...]
    seat_of: dict[int, int] = field(default_factory=dict)  # by the pad's place in what was found
    seats: dict[int, SeatSettings] = field(default_factory=dict)
    private: PanelSettings | None = None
    public: PanelSettings | None = None
    news: list[Text] = field(default_factory=list)  # what was understood, printed before the next question

    @property
    def has_both_screens(self) -> bool:
        return self.private is not None and self.public is not None

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
        brief = (*plan.news, *(ask.brief or ask.lines))
        event = yield replace(ask, lines=(*plan.news, *ask.lines), brief=brief)
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
    there = yield from _on_pins(found)
    speaker = yield from _speaker(found)
    table = with_pins(TableSettings(plan.seats, private=plan.private, public=plan.public, speaker=speaker), there)
    yield from _agree(table, found)
    return table


# ── keypads ──────────────────────────────────────────────────────────────────────────────────────


def _who_sits_where(plan: _Plan) -> Talk[None]:
    count = len(plan.pads)
    found = say_count(
        "Found {count} keypad. Is one missing? Plug it in or wake it up, and start again.",
        "Found {count} keypads. Is one missing? Plug it in or wake it up, and start again.",
        count,
    )
    plan.news.append(sentences(found, STOP))
    while len(plan.seats) < count:
        number = len(plan.seats) + 1
        question = say("Seat {seat}: press any key on its keypad.", seat=number)
        if plan.seats:
            question = sentences(question, say("If that was everybody, press Enter on a keypad that has a seat."))
        event = yield Ask((question,), choices=(EVERYBODY,) if plan.seats else ())
        key = _key(event)
        if isinstance(event, Typed) or event.pad in plan.seat_of:
            if plan.seats and key == ENTER:
                return
            if isinstance(event, Stroke):
                plan.news.append(say("That keypad is already at seat {seat}.", seat=plan.seat_of[event.pad]))
            continue
        pad = plan.pads[event.pad]
        plan.seat_of[event.pad] = number
        keys = "numeric" if pad.numeric else "qwerty"
        plan.seats[number] = SeatSettings(keypad=replace(pad.settings, keys=keys))
        called = verbatim(pad.name) if pad.name else say("a keypad")
        if pad.numeric:
            plan.news.append(say("  Seat {seat}: {keypad}, a number pad.", seat=number, keypad=called))
        else:
            plan.news.append(say("  Seat {seat}: {keypad}.", seat=number, keypad=called))


def _what_is_printed_on_the_keys(plan: _Plan) -> Talk[None]:
    """Keypads of one model have the same letters, so only the first of each is asked about."""
    known: dict[str, str] = {}
    for place, number in plan.seat_of.items():
        pad, seat = plan.pads[place], plan.seats[number]
        if pad.numeric or seat.keypad is None:
            continue
        if not pad.name or pad.name not in known:
            known[pad.name] = yield from _layout(place, number)
        plan.seats[number] = replace(seat, keypad=replace(seat.keypad, keys=known[pad.name]))


def _layout(place: int, seat: int) -> Talk[str]:
    first = yield from _press(place, say("Seat {seat}: press the key labelled A.", seat=seat))
    if first == "KEY_Q":
        return "azerty"
    second = yield from _press(place, say("Seat {seat}: press the key labelled Z.", seat=seat))
    if first == "KEY_A" and second == "KEY_Z":
        return "qwerty"
    if first == "KEY_A" and second == "KEY_Y":
        return "qwertz"
    unknown = say("This is not a known keyboard layout. Enter: try again. {skip}: use QWERTY.", skip=SKIP)
    again = yield from _again(unknown, choices=(Choice(say("Try again"), "y"), Choice(say("Use QWERTY"), "n")))
    return (yield from _layout(place, seat)) if again else "qwerty"


def _press(place: int, question: Text) -> Talk[str]:
    """The kernel's name of the next key on this keypad."""
    while True:
        event = yield Ask((question,))
        _key(event)
        if isinstance(event, Stroke) and event.pad == place:
            return event.name


# ── displays ─────────────────────────────────────────────────────────────────────────────────────


def _what_stands_where(plan: _Plan, displays: tuple[Display, ...]) -> Talk[None]:
    for display, sign in zip(displays, SIGNS, strict=False):
        yield from _whose(plan, display, sign)


def _whose(plan: _Plan, display: Display, sign: str) -> Talk[None]:
    light = Light(display, sign)
    lines = [_shows(display, sign)]
    if isinstance(display, PanelSettings) and not plan.has_both_screens:
        lines.append(say("If it belongs to no seat, because it is the private or the public screen, press 0."))
    lines.append(say("If nobody can see it: {skip}.", skip=SKIP))
    choices = _places_for(plan, display)
    while True:
        event = yield Ask(tuple(lines), light, choices)
        key, seat = _key(event), plan.seat(event)
        if key == DELETE:
            return
        if key == "0" and isinstance(display, PanelSettings) and not plan.has_both_screens:
            yield from _which_screen(plan, display, sign)
            return
        if seat is None:
            lines = [say("Press a key on a keypad that has a seat.")]
        elif (taken := _taken(plan.seats[seat], seat, display)) != NOTHING:
            lines = [taken]
        elif isinstance(display, GridSettings):
            plan.seats[seat] = replace(plan.seats[seat], grid=(yield from _which_grid(display, sign)))
            return
        else:
            plan.seats[seat] = replace(plan.seats[seat], panel=(yield from _which_panel(display, sign)))
            return


def _places_for(plan: _Plan, display: Display) -> tuple[Choice, ...]:
    free = (number for number, seat in plan.seats.items() if _taken(seat, number, display) == NOTHING)
    seats = tuple(Choice(say("Seat {seat}", seat=number), str(number)) for number in free)
    may_be_shared = isinstance(display, PanelSettings) and not plan.has_both_screens
    shared = (Choice(say("It belongs to no seat"), "0"),) if may_be_shared else ()
    return (*seats, *shared, Choice(say("Nobody can see it"), "n"))


def _which_screen(plan: _Plan, panel: PanelSettings, sign: str) -> Talk[None]:
    """The private or the public screen; where one of them is known already, it is the other one."""
    question = say(
        "Is it the private screen, which players hand to each other? Enter: yes. "
        "{skip}: no, it is the public screen, which everybody sees.",
        skip=SKIP,
    )
    if plan.public is not None or (
        plan.private is None and (yield from _again(question, Light(panel, sign), WHICH_SCREEN))
    ):
        plan.news.append(say("  It is the private screen."))
        plan.private = yield from _which_panel(panel, sign)
    else:
        plan.news.append(say("  It is the public screen."))
        plan.public = yield from _which_panel(panel, sign)


def _shows(display: Display, sign: str) -> Text:
    if isinstance(display, GridSettings):
        return say(
            "An LED grid now shows {sign} ({where}). Press a key on the keypad of the seat where it is.",
            sign=sign,
            where=GRIDS.of(display).where(display),
        )
    return say(
        "A panel now shows {sign} ({where}). Press a key on the keypad of the seat where it is.",
        sign=sign,
        where=PANELS.of(display).where(display),
    )


def _taken(there: SeatSettings, seat: int, display: Display) -> Text:
    """Why a seat cannot have this display as well, or `NOTHING`."""
    if isinstance(display, GridSettings) and there.grid is not None:
        return say("Seat {seat} has a grid already. Where is this one?", seat=seat)
    if isinstance(display, PanelSettings) and there.panel is not None:
        return say("Seat {seat} has a panel already. Where is this one?", seat=seat)
    return NOTHING


def _which_grid(grid: GridSettings, sign: str) -> Talk[GridSettings]:
    ways: Sequence[GridSettings] = GRIDS.of(grid).ways(grid)
    return (yield from _which(ways, sign))


def _which_panel(panel: PanelSettings, sign: str) -> Talk[PanelSettings]:
    ways: Sequence[PanelSettings] = PANELS.of(panel).ways(panel)
    return (yield from _which(ways, sign))


D = TypeVar("D", GridSettings, PanelSettings)


def _which(ways: Sequence[D], sign: str) -> Talk[D]:
    """Turned, wired differently or with another chip: the first way in which it can be read."""
    question = say("Can you read the {sign}, and is it upright? Enter: yes. Any other key: try another way.", sign=sign)
    place = 0
    while True:
        event = yield Ask((question,), Light(ways[place], sign), ANOTHER_WAY)
        if _key(event) == ENTER:
            return ways[place]
        place = (place + 1) % len(ways)


def _hoods(plan: _Plan) -> Talk[None]:
    with_panel = [number for number, seat in plan.seats.items() if seat.panel is not None]
    question = say(
        "Does every panel have a hood, so that only its own player can see it? Enter: yes. {skip}: no.", skip=SKIP
    )
    if with_panel and (yield from _again(question)):
        for number in with_panel:
            plan.seats[number] = replace(plan.seats[number], hooded=True)


def _on_pins(found: Found) -> Talk[list[str]]:
    any_there = say("Does the table have buttons or a buzzer on the Pi's own pins? Enter: yes. {skip}: no.", skip=SKIP)
    there: list[str] = []
    if found.pins and (yield from _again(any_there)):
        for name, question in questions(SKIP).items():
            there += [name] if (yield from _again(question)) else []
    return there


def _speaker(found: Found) -> Talk[SpeakerSettings | None]:
    question = say("Should the table speak, through a speaker or a television? Enter: yes. {skip}: no.", skip=SKIP)
    return SpeakerSettings() if found.sound and (yield from _again(question)) else None


# ── the end ──────────────────────────────────────────────────────────────────────────────────────


def _agree(table: TableSettings, found: Found) -> Talk[None]:
    file = tuple(verbatim(f"  {line}".rstrip()) for line in as_toml(table).splitlines())
    question = say("Enter writes this to {file}.", file=found.file)
    if found.exists:
        question = sentences(question, say("The old one is kept as {file}.bak.", file=found.file))
    question = sentences(question, STOP)
    missing = _still_missing(table)
    lines = (say("This is your table:"), NOTHING, *file, *missing, NOTHING, question)
    brief = (say_count("Your table has {count} seat.", "Your table has {count} seats.", len(table.seats)), *missing)
    while True:
        event = yield Ask(lines, choices=(WRITE,), brief=(question, *brief))
        if _key(event) == ENTER:
            return
        lines = (question,)


def _still_missing(table: TableSettings) -> tuple[Text, ...]:
    complaints = tuple(say("  ! {complaint}", complaint=complaint.say) for complaint in check(table))
    if not complaints:
        return _nowhere_to_read(table)
    missing = say("Something is still missing. Add it to the file later; docs/config.md explains how:")
    return (NOTHING, missing, *complaints)


def _nowhere_to_read(table: TableSettings) -> tuple[Text, ...]:
    """Such a table works, but some games show more than LED grids can."""
    without = [number for number, seat in table.seats.items() if seat.panel is None]
    if table.public is not None or not without:
        return ()
    return (
        NOTHING,
        say(
            "Seat {seat} has no panel, and there is no public screen, so the lobby offers fewer games.", seat=without[0]
        ),
        say("Add [public] or [web] to the file for all of them; docs/config.md explains how."),
    )


def _again(question: Text, light: Light | None = None, choices: tuple[Choice, ...] = (YES, NO)) -> Talk[bool]:
    """Enter or Backspace; after any other key the question is asked again."""
    while True:
        key = _key((yield Ask((question,), light, choices)))
        if key in (ENTER, DELETE):
            return key == ENTER


_AT_THE_TERMINAL: Mapping[str, str] = {"": ENTER, "y": ENTER, "yes": ENTER, "n": DELETE, "no": DELETE, "s": DELETE}


def _key(event: Event) -> str:
    """The key, also of what is typed at the terminal, where q stops."""
    key = event.key if isinstance(event, Stroke) else _AT_THE_TERMINAL.get(event.line.lower(), event.line.lower())
    if key in (ESCAPE, "q", "quit"):
        raise Stopped
    return key
