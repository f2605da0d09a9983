"""Who is asked to look where, read from the displays alone; and that nobody is shown what they may not know.

An evening is played in two worlds that differ in one secret, which fits all that was published. Where a display differs
between them, everybody whom the evening asked to look at it since it was last covered has to know that secret anyway.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from firmware_host.games import registry
from firmware_host.games.shared.declaration import Need
from hardware.config.settings import SeatSettings
from hardware.names import PRIVATE_PAGE
from hardware.ports import ENTER, SPACE, PanelFrame
from tests.support.at_table import GRID, KINDS, LETTERS, Held, OnPhone, Plug, PowerCut, Seen, Wait, settings
from tests.support.random_evening import RandomEvening
from tests.support.random_play import CHOICES
from tests.support.secrecy import Leak
from tests.support.wire_secrecy import NAMES, Choice, Played, Wire, compare, play

PASSED = "Pass the screen to "
COVER = ("wordtable", "Private screen")
SWAPS = 2  # with each evening
LONGEST_LOOK = 10.0  # seconds, after which nobody can know whether the hand is still there

# Kinds of tables: which seats there are, and whether there is a public screen.
HOODED, OPEN, GRIDS = (4, 5), (1, 2, 6), (3,)
KINDS_OF_TABLES: Mapping[str, tuple[tuple[int, ...], bool]] = {
    "hooded panels": (HOODED, True),
    "panels without hoods": (OPEN, False),
    "grids and a private screen": (GRIDS, False),
    "grids and both screens": (GRIDS, True),
    "phones and a television": (HOODED, True),
    "some of each": ((1, 3, 3, 5), False),
    "some of each, a public screen, and phones": ((2, 3, 4), True),
}


def any_evening(rng: Random, kind: str, game: str) -> Wire:
    seats, public = KINDS_OF_TABLES[kind]
    teams = game == "party" and rng.random() < 0.2
    players = 4 if teams else rng.choice((2, 3, 3, 4))
    chosen = {place: _with_letters(KINDS[rng.choice(seats)]) for place in range(1, players + 1)}
    options = {option: rng.choice(values) for option, values in CHOICES[game].items()}
    return Wire(game, settings(chosen, public=public), options, teams, rng.randrange(1000), "phones" in kind)


def _with_letters(seat: SeatSettings) -> SeatSettings:
    return seat if seat.grid is not GRID or seat.panel is not None else SeatSettings(LETTERS, GRID, None)


def is_offered(kind: str, game: str) -> bool:
    """Whether everybody at such a table can read what lies open in this game."""
    seats, public = KINDS_OF_TABLES[kind]
    return public or Need.OPEN_TEXT not in registry.named(game).needs or not set(seats) & set(GRIDS)


# ── an evening in which everything happens ───────────────────────────────────────────────────────


class UnrulyEvening(RandomEvening):
    """Keypads are lost and lent, the power fails, looks overlap, and a release is credited to somebody else."""

    def step(self) -> None:
        rng, chance = self.rng, self.rng.random()
        seat = rng.choice(self._seats())
        if chance < 0.10:
            self._looks_on_a_phone(seat)
        elif chance < 0.14:
            self._loses_a_keypad(seat)
        elif chance < 0.16:
            self.at.does(PowerCut(), Wait(0.5))
        elif chance < 0.20:
            self.at.does(Held(seat, SPACE, rng.choice((0.3, 3.0, 15.0))))
        elif chance < 0.26:
            self.at.press(seat, ENTER)  # whether or not anything is asked
        else:
            super().step()

    def _looks_on_a_phone(self, seat: int) -> None:
        """Meanwhile others play; in the end the release goes to anybody, or nowhere."""
        self.at.does(OnPhone(seat, SPACE, True, seat), Wait(0.3))
        for _ in range(self.rng.randint(0, 2)):
            super().step()
        self.at.does(OnPhone(seat, SPACE, False, self.rng.choice((seat, None, *self._seats()))))
        self.at.does(Wait(self.rng.choice((0.2, 2.0, 12.0))))

    def _loses_a_keypad(self, seat: int) -> None:
        self.at.does(Plug(f"seat{seat}.keypad", False), Wait(self.rng.choice((0.5, 31.0))))
        for _ in range(self.rng.randint(1, 6)):
            super().step()
        self.at.does(Plug(f"seat{seat}.keypad", True), Wait(0.5))


# ── who is asked to look ─────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Sight:
    """What a display shows from some moment on, and who was asked to look at it since it was last covered."""

    at: float
    shown: object
    readers: frozenset[str]
    until: float = float("inf")  # a look: afterwards it lies open to everybody


class PrivateScreenReader:
    """Somebody in the room who watches only what the private screen says, and whose hand is at a key."""

    def __init__(self, played: Played) -> None:
        self._everybody = frozenset(played.wire.names)
        self._readers: frozenset[str] = frozenset()
        self._called = ""
        self._covered = True

    def sees(self, seen: Seen) -> Sight:
        frame, at = seen.happening.what, seen.happening.at
        text = frame.text if isinstance(frame, PanelFrame) else _on_a_page(frame) if isinstance(frame, str) else ()
        title = text[0] if text else ""
        until = float("inf")
        if title.startswith(PASSED) or not text or text[:2] == COVER:
            self._called = title.removeprefix(PASSED) if title.startswith(PASSED) else ""
            self._readers, self._covered = frozenset(), True
        else:
            addressed = self._addressed(title)
            if self._covered:
                self._uncovered(seen, addressed)
            if addressed:
                self._readers |= {addressed}
            elif not self._called:
                self._readers = self._everybody
            self._covered = False
            if title.endswith(": your word") and not self._called:
                until = at + LONGEST_LOOK
        return Sight(at, (frame, text), self._readers, until)

    def _uncovered(self, seen: Seen, addressed: str) -> None:
        """Whoever was called reads it, and so does whoever pressed the key that uncovered it."""
        hand = getattr(seen.doing, "seat", None)
        who = NAMES[hand - 1] if hand is not None else ""
        self._readers = frozenset({self._called} if self._called else {addressed} if addressed else self._everybody)
        if self._called and who:
            self._readers |= {who}

    def _addressed(self, title: str) -> str:
        name = title.partition(":")[0].strip()
        return name if name in self._everybody else ""


def _on_a_page(shown: str) -> tuple[str, ...]:
    """What a page of the private screen says to whom, as a panel would."""
    frame = json.loads(shown)
    if "seat" in frame:
        return (f"{frame['name']}: your word" if frame.get("looking") else f"{frame['name']}:", "")
    page = frame["page"]
    return (page.get("title", ""), *page.get("lines", ()))


def sights(played: Played, device: str, choice: Choice) -> Iterator[Sight]:
    """What a display shows, one after the other. A secret of its own seat is everybody's if there is no hood."""
    everybody = frozenset(played.wire.names)
    reader = PrivateScreenReader(played)
    for seen in played.seen:
        if seen.happening.device != device:
            continue
        if device in ("private", PRIVATE_PAGE):
            yield reader.sees(seen)
            continue
        what = seen.happening.what
        readers = everybody
        if device.startswith("seat"):
            seat = int(device[4 : device.index(".")])
            hooded = device.endswith(("panel", "page")) and played.wire.seats[seat].hooded
            alone = hooded or not choice.private or seat not in choice.knowing
            readers = frozenset({NAMES[seat - 1]}) if alone else everybody
        yield Sight(seen.happening.at, (what, getattr(what, "text", ())), readers)


# ── two worlds ───────────────────────────────────────────────────────────────────────────────────


def nobody_is_shown_too_much(before: Played, after: Played, choice: Choice, eyes: frozenset[int]) -> None:
    devices = sorted({seen.happening.device for seen in before.seen})
    may_not = {NAMES[seat - 1] for seat in eyes}
    for device in devices:
        one, other = (list(sights(each, device, choice)) for each in (before, after))
        for sight, reader in _differing(one, other, before):
            if reader & may_not:
                names = ", ".join(sorted(reader & may_not))
                raise Leak(f"{before.wire.game}: {names} can tell two secrets apart by {device}: {sight.shown}")
    if before.logged != after.logged:
        raise Leak(f"{before.wire.game}: two secrets can be told apart in the log")


def _differing(one: Sequence[Sight], other: Sequence[Sight], played: Played) -> Iterator[tuple[Sight, frozenset[str]]]:
    """Whatever is seen in only one of the two worlds, and who was asked to look at it."""
    everybody = frozenset(played.wire.names)
    ends = [*(sight.at for sight in one[1:]), played.seen[-1].happening.at]
    common = {(sight.at, sight.shown) for sight in other}
    for sight, end in zip(one, ends, strict=True):
        if (sight.at, sight.shown) in common:
            continue
        yield sight, sight.readers if end <= sight.until else everybody


def evenings_compared(kind: str, game: str, evenings: int, rng: Random, what: frozenset[str]) -> int:
    """Plays so many evenings; how many comparisons they gave."""
    made = 0
    for _ in range(evenings):
        played = play(any_evening(rng, kind, game), rng, dawdling=0.1, kind=UnrulyEvening)
        made += len(list(compare(played, rng, what, nobody_is_shown_too_much, SWAPS)))
    return made
