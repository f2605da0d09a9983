"""Random evenings: a key pressed just after a change by others does nothing that its player cannot have meant.

And nobody is ever stuck: from every state somebody is asked something, and whoever waits is told so.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

import pytest

from firmware_host.console.keypads.attention import TO_READ
from firmware_host.console.keypads.keys import press
from firmware_host.console.snapshot import SeatSnapshot, Snapshot
from firmware_host.games.shared.table import Action
from firmware_host.games.shared.tasks import Command, WaitTask
from hardware.ports import ENTER, ESCAPE, LEFT, RIGHT, KeyPress
from tests.support.at_table import KINDS, AtTable, Held, Press, Submit, Typed, Wait
from tests.support.random_evening import GAMES, RandomEvening, seats_of

EVENINGS, EVENINGS_IN_SOAK = 14, 1000  # for each game
STEPS = 12
SOON = 0.3  # seconds after the change
DECIDING = (ENTER, ENTER, ENTER, ESCAPE, LEFT, RIGHT, "1", "2")
TABLES = (seats_of(KINDS, 4, 4, 5), seats_of(KINDS, 1, 2, 6), seats_of(KINDS, 3, 3, 1))


@dataclass(frozen=True)
class Done:
    """Everything about an evening that a key can decide."""

    log: tuple[Mapping[str, object], ...]
    lobby: object
    comfort: object
    private_screen: object
    open: tuple[str, ...]


def done(at: AtTable, seat: int) -> Done:
    evening = at.snapshot
    log = at.console.save()["log"]
    assert isinstance(log, list)
    there = evening.seats[seat]
    screen = evening.private_screen.called == seat and evening.private_screen.taken
    names = tuple(task.name for task in there.desk.open)
    return Done(tuple(log), evening.lobby, there.comfort, screen, names)


def meant(before: SeatSnapshot, key: str) -> tuple[Command | None, tuple[str, ...]]:
    """What the key would have done a moment ago."""
    pressed = KeyPress(1, key, 0.0, True, key if key.isdigit() else "")
    desk, command = press(before.sitting.task, before.desk, pressed, before.sitting.menu)
    return command, tuple(task.name for task in desk.open)


def by(player: str, entries: tuple[Mapping[str, object], ...]) -> list[object]:
    return [entry["action"] for entry in entries if entry.get("player") == player]


def changed_by_others(before: Snapshot, after: Snapshot) -> list[int]:
    """The seats at which something has changed since, so lately that nobody can have read it before the next key."""
    if after.now - before.now > TO_READ - SOON:
        return []
    return [seat for seat in after.players if after.seats[seat].since > before.now and seat in before.players]


def press_soon(at: AtTable, seat: int, before: Snapshot, rng: Random) -> None:
    """Presses a deciding key, and compares what comes of it with what it meant before the change."""
    at.clock.advance(rng.uniform(0.0, SOON - 0.1))
    key, earlier = rng.choice(DECIDING), done(at, seat)
    at.table.press(seat, key)
    at.clock.advance(0.05)
    later, (command, opened) = done(at, seat), meant(before.seats[seat], key)
    acted = by(before.players[seat], later.log[len(earlier.log) :])
    assert acted in ([], [command.name] if isinstance(command, Action) else [])
    assert later.lobby == earlier.lobby
    assert later.comfort == earlier.comfort or command is not None
    assert later.private_screen in (earlier.private_screen, False) or at_hand(before, seat)
    assert acted or later.open in (earlier.open, opened) or len(later.open) < len(earlier.open)


def at_hand(before: Snapshot, seat: int) -> bool:
    """The private screen had been called to this seat before."""
    return before.private_screen.called == seat


@pytest.mark.parametrize("game", GAMES)
def test_a_key_just_after_a_change_does_only_what_it_meant_before(game: str, soak: bool) -> None:
    tried = 0
    for number in range(EVENINGS_IN_SOAK if soak else EVENINGS):
        rng = Random(f"in flight {game} {number}")
        at = AtTable(TABLES[number % len(TABLES)], seed=number)
        evening = RandomEvening(at, rng)
        evening.begins(game, 3)
        for _ in range(STEPS):
            at.does(Wait(TO_READ + 0.1))  # everybody has read everything
            before, place = at.snapshot, len(at.script)
            evening.step()
            pressed = {each.seat for each in at.script[place:] if isinstance(each, Press | Typed | Submit | Held)}
            for seat in [each for each in changed_by_others(before, at.snapshot) if each not in pressed][:1]:
                tried += 1
                press_soon(at, seat, before, rng)
    assert tried > EVENINGS // 2


@pytest.mark.parametrize("game", GAMES)
def test_nobody_is_ever_stuck(game: str, soak: bool) -> None:
    for number in range((EVENINGS_IN_SOAK if soak else EVENINGS) // 3):
        at = AtTable(TABLES[number % len(TABLES)], seed=number)
        evening = RandomEvening(at, Random(f"stuck {game} {number}"))
        evening.begins(game, 3)
        for _ in range(2 * STEPS):
            evening.step()
            snapshot = at.snapshot
            assert any(can_do_something(snapshot.seats[seat]) for seat in snapshot.players or snapshot.seats)
            for seat in snapshot.players:
                assert snapshot.seats[seat].sitting.own.title, f"seat {seat} is told nothing"


def can_do_something(there: SeatSnapshot) -> bool:
    """Asked for something, or able to go on from the menu."""
    if not isinstance(there.task, WaitTask) or there.task.enter is not None or there.sitting.waits:
        return True
    menu = there.sitting.menu
    return menu is not None and any(item.id == "resume" for item in menu.items)
