"""A table with nothing but Bluetooth keypads, with a real BlueZ and a real kernel: only the radio is made of Python.

One evening, in the order of this file.
"""

from collections.abc import Iterator

import pytest

from hardware.config.reading import load_table
from tests.kernel.bluetooth.evening import Evening, table
from tests.kernel.machine import Machine, Pc, initramfs, kernel, make_disk
from tests.kernel.seen import SeenTable

pytestmark = pytest.mark.kernel

ANN, BOB, CY, EVE = "Ann's pad", "Bob's pad", "Cy's pad", "Eve's pad"
IDA = "IDA"  # Ann's other name: of two equal letters in a row, the air of a busy machine may make one
PROMISED = 2.0  # seconds from the input node until its keys count
EMULATED = 4.0  # on an emulated machine, the work itself takes longer than the waiting that is meant


@pytest.fixture(scope="session")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    """A console that was switched on with no keypad anywhere, and a radio."""
    folder = tmp_path_factory.mktemp("bluetooth")
    settings = load_table(table())
    seen = SeenTable(settings)
    pc = Pc(kernel(), initramfs(folder))
    machine = Machine(make_disk(folder / "disk"), folder / "console.log", seen.hear, pc)
    try:
        machine.set_up(table().read_text())
        machine.ask("load", module="tests.kernel.bluetooth.requests")
        machine.ask("radio")
        machine.ask("start")
        yield Evening(machine, seen, settings)
    finally:
        machine.end()


@pytest.fixture(scope="session")
def ann(evening: Evening) -> Evening:
    """The first keypad of the table has been paired, and Ann has joined with it."""
    with evening.step("no keypad: the table searches"):
        evening.reads(1, "No keypad yet")
    with evening.step("found, and its digits on the panel"):
        evening.appears(ANN)
        digits = evening.digits(1)
    with evening.step("typed: paired, and an input node"):
        evening.order(ANN, "digits", digits=digits)
        evening.reads(1, "Which key layout?")
        evening.is_ready(ANN)
    with evening.step("given to seat 1 with its keys"):
        evening.presses(ANN, "DOWN", "ENTER")
        evening.reads(1, "Assigned to seat 1.")
    evening.pads[1] = ANN
    with evening.step("joined"):
        evening.at(1, f"ENTER {IDA} ENTER")
        evening.reads(1, f"{IDA}: captain")
    return evening


@pytest.fixture(scope="session")
def bob(ann: Evening) -> Evening:
    """The second was paired from the captain's menu, after wrong digits, and Bob has joined with it."""
    ann.appears(BOB)
    with ann.step("second pad: found from the menu, its digits on the panel"):
        ann.is_chosen(BOB, fails=True)
        digits = ann.digits(1)
    with ann.step("wrong digits are told"):
        ann.fails_to_pair(BOB, digits=f"{(int(digits) + 1) % 1000000:06}")
    with ann.step("the right ones pair it"):
        ann.is_chosen(BOB, again=True)
        ann.order(BOB, "digits", digits=ann.digits(1))
        ann.reads(1, "Whose is it?")
    with ann.step("given to seat 2"):
        ann.at(1, "DOWN ENTER")
        ann.reads(1, "Which key layout?")
        ann.at(1, "ENTER")
        ann.reads(1, "Assigned to seat 2.")
        ann.is_ready(BOB)
    ann.pads[2] = BOB
    with ann.step("two pads at once: joined"):
        ann.at(2, "ENTER BOB ENTER")
        ann.reads(2, "Hello BOB")
    return ann


@pytest.fixture(scope="session")
def game(bob: Evening) -> Evening:
    """Ann has hidden a word."""
    bob.chooses(1, "start")
    bob.at(1, "SOLVE ENTER")
    return bob


def pairs_another(evening: Evening, pad: str, kind: str = "low energy", *, has_digits: bool = True) -> None:
    """In the lobby, for seat 1, which has more than one keypad then."""
    evening.appears(pad, kind, has_digits=has_digits)
    evening.is_chosen(pad)
    if has_digits:
        evening.order(pad, "digits", digits=evening.digits(1))
    evening.reads(1, "Whose is it?")
    evening.at(1, "ENTER ENTER")
    evening.reads(1, "Assigned to seat 1.")


# ── pairing ──────────────────────────────────────────────────────────────────────────────────────


def test_the_first_keypad_of_a_table_is_paired_without_a_key(ann: Evening) -> None:
    assert ann.pads == {1: ANN}


def test_wrong_digits_are_told_and_the_right_ones_pair_it(bob: Evening) -> None:
    assert bob.pads == {1: ANN, 2: BOB}


def test_a_pad_without_digits_just_works(bob: Evening) -> None:
    with bob.step("“just works”: paired without digits"):
        pairs_another(bob, CY, has_digits=False)
    bob.machine.ask("pad_taken", pad=CY)


def test_a_classic_pad_is_paired_by_its_digits(bob: Evening) -> None:
    with bob.step("a classic pad: paired with digits"):
        pairs_another(bob, EVE, "classic")
    bob.machine.ask("pad_taken", pad=EVE)


# ── a game ───────────────────────────────────────────────────────────────────────────────────────


def test_guesses_typed_on_it_look_as_on_any_keypad(game: Evening) -> None:
    with game.step("a guess, seen on both panels"):
        game.at(2, "SMILE ENTER")
        game.agrees(1, 2)


def test_a_pad_that_was_switched_off_is_back_within_two_seconds_of_its_node(game: Evening) -> None:
    with game.step("switched off: told"):
        game.order(BOB, "leave")
        game.reads(2, "asleep")
    with game.step("switched on again, without pairing"):
        took = game.comes_back(BOB)
    game.took["from the node to its keys"] = round(took, 2)
    assert took <= PROMISED + EMULATED


def test_a_pad_that_was_carried_away_is_back_with_another_number(game: Evening) -> None:
    """Its connection times out; meanwhile somebody plugs in a keyboard, which gets its number."""
    before = game.machine.ask("node", pad=BOB)["nodes"]
    with game.step("carried away: the connection times out"):
        game.order(BOB, "vanish")
        game.machine.ask("no_node", pad=BOB)
        game.reads(2, "asleep")
    game.machine.ask("plug", device="spare.keypad")
    with game.step("carried back, with another number"):
        took = game.comes_back(BOB)
    assert game.machine.ask("node", pad=BOB)["nodes"] != before
    assert took <= PROMISED + EMULATED


def test_its_guesses_count_as_before(game: Evening) -> None:
    with game.step("a guess after that"):
        game.at(2, "SALVE ENTER")
        game.agrees(2)


def test_a_pad_that_is_forgotten_does_not_come_back_by_itself(game: Evening) -> None:
    with game.step("forgotten"):
        game.machine.ask("forget", pad=BOB)
        game.machine.ask("no_node", pad=BOB)
        game.reads(2, "asleep")
    game.machine.ask("wait", seconds=5)
    assert not game.order(BOB, "connected")["connected"]
