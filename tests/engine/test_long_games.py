"""Long games stay small and quick: no state outlives its successor, and late actions take the steps of early ones."""

import gc
import sys
import weakref
from collections import Counter
from collections.abc import Callable
from types import FrameType, FunctionType, ModuleType

import pytest

from firmware_host.games import registry
from firmware_host.games.shared.table import Action
from firmware_host.session import Session
from tests.support.evening import english
from tools.bench.random_play import LONG, play_long

# One round of each game for Ann, Bob and Cleo that can be played again and again, because somebody calls it off.
ROUNDS = {
    "party": (
        Action("Ann", "secret", word="crane"),
        Action("Bob", "guess", word="slate"),
        Action("Cleo", "guess", word="crane"),
        Action("Ann", "redo"),
    ),
    "wqrdles": (
        Action("Ann", "secret", word="crane"),
        Action("Bob", "secret", word="slate"),
        Action("Cleo", "secret", word="house"),
        Action("Ann", "query", word="plant"),
        Action("Bob", "attempt", target="Ann", word="crane"),
        Action("Cleo", "pass"),
        Action("Ann", "redo"),
    ),
    "three-words": (
        Action("Ann", "secret", word="crane"),
        Action("Bob", "propose", word="slate"),
        Action("Cleo", "confirm"),
        Action("Bob", "lifeline", card=1, side="right-place", position=1),
        Action("Cleo", "confirm"),
        Action("Ann", "redo"),
    ),
}
every_game = pytest.mark.parametrize("game", registry.games())


def begin(game: str) -> Session:
    session = Session(lambda _name: english())
    session.new(game, ("Ann", "Bob", "Cleo"), {"queries": "free"} if game == "wqrdles" else {})
    return session


def weight(thing: object) -> int:
    """Bytes of everything that can be reached from here, except code and the dictionary."""
    seen = {id(english())}
    waiting, total = [thing], 0
    while waiting:
        found = waiting.pop()
        if id(found) in seen or isinstance(found, type | ModuleType | FunctionType):
            continue
        seen.add(id(found))
        total += sys.getsizeof(found)
        waiting += gc.get_referents(found)
    return total


def steps(session: Session, actions: tuple[Action, ...]) -> Counter[str]:
    """How often each function is called to do these."""

    def act() -> None:
        for action in actions:
            session.act(action)

    return calls(act)


def calls(does: Callable[[], object]) -> Counter[str]:
    """How often each function is called to do this."""
    called: Counter[str] = Counter()

    def count(frame: FrameType, event: str, function: object) -> None:
        if event == "call":
            called[frame.f_code.co_qualname] += 1
        elif event == "c_call":
            called[getattr(function, "__qualname__", "")] += 1

    sys.setprofile(count)
    try:
        does()
    finally:
        sys.setprofile(None)
    return called


@every_game
def test_no_earlier_state_is_kept(game: str) -> None:
    session = begin(game)
    earlier = []
    for action in ROUNDS[game] * 3:
        earlier.append(weakref.ref(session.game))
        session.act(action)
    gc.collect()
    assert [state for state in earlier if state() is not None] == []


def test_twice_the_players_whose_time_is_up_take_at_most_five_times_the_steps() -> None:
    """Four times would be quadratic, eight times cubic."""
    few, many = timed(24), timed(48)
    assert calls(lambda: many.time(601)).total() < 5 * calls(lambda: few.time(601)).total()


def timed(players: int) -> Session:
    """A party with a timer of ten minutes, in which everybody's first row has just opened."""
    session = Session(lambda _name: english())
    session.new("party", tuple(f"P{number}" for number in range(players)), {"timer": 600})
    session.act(Action("P0", "secret", word="crane"))
    return session


@every_game
def test_the_hundredth_round_takes_the_steps_of_the_second(game: str) -> None:
    session = begin(game)
    steps(session, ROUNDS[game])  # what is worked out once and kept is worked out here
    second = steps(session, ROUNDS[game])
    for action in ROUNDS[game] * 97:
        session.act(action)
    assert steps(session, ROUNDS[game]) == second


@every_game
def test_a_state_weighs_the_same_after_a_hundred_rounds(game: str) -> None:
    session = begin(game)
    for action in ROUNDS[game] * 2:
        session.act(action)
    early = weight(session.game)
    for action in ROUNDS[game] * 98:
        session.act(action)
    assert weight(session.game) == early


@every_game
def test_the_longest_evening_takes_less_than_100_kb_with_its_log(game: str) -> None:
    evening = play_long(game, english())
    session = Session(lambda _name: english())
    session.new(game, evening.setup.players, LONG[game][1], seed=evening.setup.seed)
    for action in evening.actions:
        session.act(action)
    assert weight(session) < 100 * 1024
