"""What goes wrong in a kernel with real devices: cables that are pulled, programs in the way, floods of keys, a kill.

One game of four goes on through all of it. Ann hosts; what is typed and not entered is taken back by its test.
"""

import json
from collections.abc import Iterator
from dataclasses import asdict

import pytest

from hardware.config.settings import TableSettings
from tests.kernel.bad_evening import BadEvening, Recovery
from tests.kernel.frozen import FrozenPc
from tests.kernel.honest_disk import HonestDisk
from tests.kernel.machine import CACHE
from tests.kernel.seen import SeenTable
from tests.kernel.two_worlds import SEED, Step

pytestmark = pytest.mark.kernel

BEGINNING = (
    Step(1, ("ENTER", *"ANN", "ENTER")),
    Step(2, ("ENTER", *"BOB", "ENTER")),
    Step(3, ("ENTER", *"CY", "ENTER")),
    Step(4, ("ENTER", *"DOT", "ENTER")),
    Step(1, ("ENTER",)),  # the first item of the captain's menu begins the game
    Step(1, (*"SOLVE", "ENTER")),
    Step(4, (*"SMILE", "ENTER")),
)
MARKS = 5  # lines of the public screen: the round, the host, and how far each of the others is
GO_ON = Step(1, ("ENTER",))
SEATS, HOSTS = "usb-vhci_hcd.0-1", "usb-vhci_hcd.0-3"  # adapters: of Ann's and Bob's panels, of the shared screens
OTHERS = {"seat2.keypad": 3, SEATS: 3, "seat2.panel": 3, "seat4.grid": 2}  # who plays on while it is away
LONG_AWAY = 2.5  # seconds: by then it is looked for at the slowest pace
FIGURES = CACHE / "recoveries.json"


@pytest.fixture(scope="module")
def game(frozen: FrozenPc, tmp_path_factory: pytest.TempPathFactory, settings: TableSettings) -> Iterator[BadEvening]:
    """A machine and a game of their own: what happens here would spoil any other."""
    seen = SeenTable(settings)
    machine = frozen.thaw(HonestDisk(tmp_path_factory.mktemp("faults")), seen.hear)
    try:
        evening = BadEvening(machine, seen, settings, SEED)
        evening.agree()
        for step in BEGINNING:
            evening.do(step)
        yield evening
        FIGURES.write_text(json.dumps([asdict(each) for each in evening.recoveries], indent=1) + "\n")
        evening.close()
    finally:
        machine.end()


@pytest.fixture(autouse=True)
def _all_is_put_back(game: BadEvening) -> Iterator[None]:
    yield
    game.heal()


def typed(seat: int, word: str) -> Step:
    return Step(seat, tuple(word))


def taken_back(seat: int, letters: int) -> Step:
    return Step(seat, ("DELETE",) * letters)


def in_time(recovery: Recovery) -> bool:
    return recovery.took < recovery.allowed


# ── pulled and put back ──────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("device", OTHERS)
def test_others_play_on_while_it_is_away(game: BadEvening, device: str) -> None:
    game.unplug(device)
    game.do(typed(OTHERS[device], "CRA"))
    game.do(taken_back(OTHERS[device], 3))


@pytest.mark.parametrize("device", OTHERS)
def test_it_is_back_within_two_seconds(game: BadEvening, device: str) -> None:
    game.unplug(device)
    game.passes(LONG_AWAY)
    game.plug(device)
    assert in_time(game.recoveries[-1])


def test_a_keypad_pulled_in_mid_word_comes_back_to_it(game: BadEvening) -> None:
    game.do(typed(2, "SMI"))
    game.unplug("seat2.keypad")
    game.plug("seat2.keypad")
    game.do(typed(2, "LE"))
    assert "SMILE" in game.says("seat2.panel")
    game.do(taken_back(2, 5))


def test_a_keypad_that_comes_back_under_another_number_is_the_same_keypad(game: BadEvening) -> None:
    before = game.nodes("seat2.keypad")
    game.do(typed(2, "SMI"))
    game.unplug("seat2.keypad")
    game.something_else(plugged=True)  # which takes the number
    game.plug("seat2.keypad")
    game.something_else(plugged=False)
    assert game.nodes("seat2.keypad") != before
    game.do(typed(2, "LE"))
    game.do(taken_back(2, 5))


def test_a_keypad_with_two_nodes_comes_back_with_both(game: BadEvening) -> None:
    game.unplug("seat3.keypad")
    game.plug("seat3.keypad")  # which waits until both are taken
    game.do(typed(3, "CRA"))
    game.do(taken_back(3, 3))


def test_a_panel_pulled_for_a_moment_is_drawn_again(game: BadEvening) -> None:
    """Too short to be missed, but it has lost its picture and is off."""
    game.unplug("seat2.panel")
    game.plug("seat2.panel")
    assert in_time(game.recoveries[-1])


def test_adapters_put_back_in_the_other_order_keep_their_panels(game: BadEvening) -> None:
    """Each gets the other's number. By numbers, the seats' panels would be the Host's."""
    before = game.bus(SEATS), game.bus(HOSTS)
    game.unplug(SEATS)
    game.unplug(HOSTS)
    game.plug(HOSTS)
    game.plug(SEATS)
    assert (game.bus(HOSTS), game.bus(SEATS)) == before
    assert all(in_time(recovery) for recovery in game.recoveries[-2:])


# ── in the way ───────────────────────────────────────────────────────────────────────────────────


def test_a_keypad_that_another_program_has_is_named_in_the_log(game: BadEvening) -> None:
    game.unplug("seat2.keypad")
    game.seize("seat2.keypad")
    try:
        game.wait_for_log("seat2.keypad: another program is using /dev/input/event")
    finally:
        game.release("seat2.keypad")


def test_a_keypad_is_the_consoles_within_two_seconds_of_being_let_go_of(game: BadEvening) -> None:
    game.unplug("seat2.keypad")
    game.seize("seat2.keypad")
    game.passes(LONG_AWAY)
    game.release("seat2.keypad")
    assert in_time(game.recoveries[-1])


def test_no_key_is_stuck_after_a_flood_of_keys(game: BadEvening) -> None:
    """A held space spells the rows of a grid letter by letter; its end was in the part that the kernel dropped."""
    game.flood(4, "A", held="SPACE")
    game.do(taken_back(4, 5))
    assert len(game.frames_in("seat4.grid", seconds=2.0)) == 1


def test_what_is_typed_after_a_flood_of_keys_is_not_lost(game: BadEvening) -> None:
    game.flood(2, "A", held="B")
    game.do(taken_back(2, 5))
    game.do(typed(2, "CRANE"))
    game.do(taken_back(2, 5))


def test_others_play_on_during_a_flood_of_keys(game: BadEvening) -> None:
    game.flood(4, "A", held="B")
    game.do(typed(3, "CRA"), besides="seat4.grid")
    game.do(taken_back(4, 5))
    game.do(taken_back(3, 3))


# ── the console itself ───────────────────────────────────────────────────────────────────────────


def test_a_console_that_was_killed_goes_on_with_the_same_pictures(game: BadEvening) -> None:
    game.do(Step(3, (*"CRANE", "ENTER")))
    before = game.says("public")[:MARKS]
    game.kill()
    game.do(GO_ON)
    assert game.says("public")[:MARKS] == before


# ── at last: the round ends ──────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def next_round(game: BadEvening) -> BadEvening:
    """It cannot begin without Bob's word."""
    game.do(Step(2, (*"SOLVE", "ENTER")))
    game.do(GO_ON)
    return game


def test_a_game_that_waits_for_a_pulled_keypad_asks_what_to_do(next_round: BadEvening) -> None:
    next_round.unplug("seat2.keypad")
    next_round.agree("pulling the keypad that the game waits for")
    assert next_round.says("seat1.panel")[0] == "BOB's keypad?"


def test_a_game_that_waited_for_a_keypad_goes_on_when_it_is_back(next_round: BadEvening) -> None:
    next_round.unplug("seat2.keypad")
    next_round.agree("pulling the keypad that the game waits for")
    next_round.plug("seat2.keypad")
    next_round.agree("putting it back")
    assert next_round.says("seat3.panel")[0] == "CY"
