"""Any keys, in any order, at any seat, with cables coming off in between: nothing breaks, and there is a way home."""

import gc
import tracemalloc
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import _lru_cache_wrapper
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from firmware_host.games.shared.table import OVER
from hardware.config.keymaps import KEYS
from hardware.config.settings import SeatSettings
from hardware.ports import DELETE, DOWN, ENTER, ESCAPE, LEFT, NEXT, RIGHT, SPACE, UP
from tests.support.at_table import KINDS, OLED, AtTable, Button, Held, Plug, Press, Wait
from tests.support.random_evening import GAMES, RandomEvening

pytestmark = pytest.mark.proof

PRESSES, PRESSES_IN_SOAK = 20_000, 1_000_000
HOME_EVERY = 400  # presses
DEVICES = (
    *(f"seat{number}.keypad" for number in KINDS),
    *(f"seat{number}.panel" for number, seat in KINDS.items() if seat.panel is not None),
    *(f"seat{number}.grid" for number, seat in KINDS.items() if seat.grid is not None),
    "private",
    "public",
)
OFTEN = (ENTER, ENTER, ENTER, ENTER, DOWN, DOWN, UP, RIGHT, LEFT, ESCAPE, DELETE, NEXT, SPACE)


class Children:
    """They press anything, and sometimes what they are asked for, or nothing would ever happen."""

    def __init__(self, rng: Random, seats: Mapping[int, SeatSettings] = KINDS) -> None:
        self.rng = rng
        self.at = AtTable(seats, seed=rng.randrange(1000))
        self.players = RandomEvening(self.at, rng)
        self.unplugged: set[str] = set()
        self.presses = 0

    def press(self, how_many: int) -> None:
        for _ in range(how_many):
            self.presses += 1
            self._something()
        self._forget()

    def _something(self) -> None:
        rng, at = self.rng, self.at
        chance, seat = rng.random(), rng.choice(list(KINDS))
        if chance < 0.60:
            at.does(Press(seat, rng.choice(OFTEN) if rng.random() < 0.5 else rng.choice(KEYS)))
        elif chance < 0.90:
            self.players.plays(rng.choice(list(at.snapshot.players) or [seat]))
        elif chance < 0.93:
            at.does(Held(seat, rng.choice(KEYS), rng.choice((0.05, 0.5, 2.0))))
        elif chance < 0.96:
            at.does(Wait(rng.choice((0.1, 1.0, 6.0, 61.0))))
        elif chance < 0.97:
            at.does(Button(rng.choice(("pause", "power")), rng.choice((0.1, 4.0))))
        else:
            self._pull_or_plug(rng.choice(DEVICES))

    def _pull_or_plug(self, device: str) -> None:
        there = device in self.unplugged
        (self.unplugged.discard if there else self.unplugged.add)(device)
        self.at.does(Plug(device, there))

    def _forget(self) -> None:
        """The simulator remembers everything that ever happened; an evening this long should not."""
        at = self.at
        at.script.clear()
        at.seen.clear()
        at.table.happenings.clear()
        for board in at.table.devices.boards.values():
            board.shown.clear()
        for oled in at.table.devices.oleds.values():
            oled.shown.clear()
        assert at.table.buzzer is not None
        assert at.table.speaker is not None
        at.table.buzzer.played.clear()
        at.table.speaker.said.clear()

    def want(self, game: str) -> None:
        """The captain, if there is one, turns the menu to this game, and starts it if enough are there."""
        captain = self.at.snapshot.lobby.captain
        if captain is None:
            return
        self.at.closes_everything(captain)
        self.at.goes_to(captain, "game")
        while self.at.snapshot.lobby.game != game:
            self.at.press(captain, RIGHT)
        self.at.chooses(captain, "start")

    # ── the way home ─────────────────────────────────────────────────────────────────────────────

    def go_home(self) -> None:
        """Everything is plugged in; the captain: ESC, “End the game”, “Yes”, ENTER. From anywhere this leads home."""
        for device in sorted(self.unplugged):
            self.at.does(Plug(device, True))
        self.unplugged.clear()
        self.at.does(Wait(3.0))
        if not self.at.snapshot.playing:
            return
        captain = next(iter(self.at.snapshot.players), next(iter(KINDS)))
        if self.at.snapshot.phase != OVER:
            self._end_the_game(captain)
        self.at.closes_everything(captain)
        self.at.press(captain, ENTER)
        assert not self.at.snapshot.playing, self._where(captain)

    def _end_the_game(self, captain: int) -> None:
        at = self.at
        screen = at.snapshot.private_screen
        if screen.called == captain and not screen.taken:
            at.press(captain, ENTER)
        at.closes_everything(captain)
        at.press(captain, ESCAPE)
        at.chooses(captain, "end", "yes")
        assert at.snapshot.phase == OVER, self._where(captain)

    def _where(self, captain: int) -> str:
        table = self.at.snapshot.views[None].table
        shown = {device: self.at.text(device) for device in (*self.at.table.devices.oleds,)}
        return f"{table.game} {table.phase} paused={table.paused} captain={captain} {self.at.task(captain)} {shown}"


def alarms(children: Children) -> int:
    """How many things wait for their time."""
    return sum(1 for *_, alarm in children.at.clock._alarms if alarm.call is not None)


@pytest.mark.parametrize("game", GAMES)
def test_any_keys_at_all(game: str, soak: bool) -> None:
    children = Children(Random(f"any keys {game}"))
    played = 0
    for _ in range((PRESSES_IN_SOAK if soak else PRESSES) // len(GAMES) // HOME_EVERY + 1):
        children.want(game)
        children.press(HOME_EVERY)
        view = children.at.snapshot.view_of(None)
        played += view is not None and view.table.game == game
        children.go_home()
        assert alarms(children) < 60
    assert played >= 3


@pytest.mark.parametrize("people", [1, 2])
def test_computers_do_not_keep_the_table_when_all_people_have_left(people: int) -> None:
    at = AtTable(KINDS)
    for seat in range(1, people + 1):
        at.press(seat, SPACE)
        at.types(seat, "ABC"[seat])
    at.press(1, DOWN, DOWN, RIGHT, RIGHT, UP, UP, ENTER)
    for seat in range(1, people + 1):
        at.chooses(seat, "leave", "yes")
    at.does(Wait(1.0))
    at.press(1, ENTER)
    assert not at.snapshot.playing


@pytest.mark.usefixtures("tracing")
def test_memory_stays_as_it_is() -> None:
    mono = {number: replace(seat, panel=seat.panel and OLED) for number, seat in KINDS.items()}  # a frame is 1 kB
    sizes = list(measured(Children(Random("memory"), mono), rounds=4))
    assert sizes[-1] - sizes[1] < 200_000, sizes


@pytest.fixture
def tracing() -> Iterator[None]:
    gc.unfreeze()  # what is kept is looked for below
    tracemalloc.start()
    yield
    tracemalloc.stop()


def measured(children: Children, rounds: int) -> Iterator[int]:
    """Bytes in use, back in the lobby, after so many presses again and again."""
    for _ in range(rounds):
        children.press(300)
        children.go_home()
        for kept in [each for each in gc.get_objects() if isinstance(each, _lru_cache_wrapper)]:
            ours = kept.__module__.startswith("firmware_host")
            if ours and kept.cache_parameters()["maxsize"] is not None:  # it fills up to its limit, and no further
                kept.cache_clear()
        children.press(0)
        gc.collect()
        yield tracemalloc.get_traced_memory()[0]


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(st.lists(st.tuples(st.sampled_from(list(KINDS)), st.sampled_from((*OFTEN, *KEYS))), max_size=60), st.data())
def test_any_few_keys_in_the_middle_of_a_game(keys: list[tuple[int, str]], data: st.DataObject) -> None:
    children = Children(Random(data.draw(st.integers(0, 10_000))))
    children.players.begins(data.draw(st.sampled_from(("party", "wqrdles", "three-words"))), 4)
    for _ in range(data.draw(st.integers(0, 12))):
        children.players.step()
    children.at.does(*(Press(seat, key) for seat, key in keys))
    children.go_home()
