"""A new Bluetooth keypad comes to the table: found, paired by six digits, given to a seat, and there again tomorrow."""

import logging
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from firmware_host.console.keypads.pairing import PRINTED, Failed, Pads
from firmware_host.console.lobby.lobby import Lobby
from firmware_host.console.screens.public_screen import STAYS
from firmware_host.console.seats import Seats
from firmware_host.games.shared.tasks import Desk
from firmware_host.journal.journal import Journal
from firmware_host.journal.ledger import MEMORY
from firmware_host.simulator.evening import SimulatedEvening
from firmware_host.texts.language import english
from firmware_host.texts.text import Text, verbatim
from hardware.config.keymaps import keymap
from hardware.config.settings import TableSettings
from hardware.kinds.keypad import troubles
from hardware.kinds.keypad.pairing import LOOKS_FOR, PAIRS_WITHIN
from hardware.kinds.keypad.troubles import NOT_RUNNING
from hardware.simulated.pairing import SimulatedPad, SimulatedPairing
from tests.support.at_table import Ears
from tests.support.drawn import lay_out
from tests.support.evening_table import EveningTable, Place, grids_only, usual, with_bluetooth

NUMPAD = SimulatedPad("Numpad")
SLOW = SimulatedPad("Numpad", by_itself=False)  # nobody types on it unless the test does


def seat_three_without_keypad() -> TableSettings:
    return replace(usual(), seats={**usual().seats, 3: replace(usual().seats[3], keypad=None)})


def air(table: EveningTable) -> SimulatedPairing:
    return table.evening.table.air


def captain_and_pad(table: EveningTable, pad: SimulatedPad = NUMPAD) -> Place:
    """Ann and Bob have joined; a keypad blinks beside the table."""
    air(table).switch_on(pad)
    return table.join("Ann", "Bob")[0]


def pairs(table: EveningTable, captain: Place, seat: str, keys: str) -> None:
    captain.chooses("pair").reads_and_chooses("Numpad")
    table.passes(10)
    captain.chooses(seat).chooses(keys)
    table.passes(1)


def digits_on(table: EveningTable) -> str:
    return next(line for line in table.seat(1).panel.text if line.isdigit())


# ── an evening ───────────────────────────────────────────────────────────────────────────────────


def test_the_captain_is_told_how_to_be_found() -> None:
    table = EveningTable()
    ann = captain_and_pad(table)
    air(table).switch_off("Numpad")
    ann.chooses("pair")
    assert ann.panel.says("Hold its pairing key until it blinks.")


def test_keypads_appear_as_they_are_found(table: EveningTable) -> None:
    ann = captain_and_pad(table)
    ann.chooses("pair")
    air(table).switch_on(SimulatedPad("K380"))
    table.passes(1)
    assert ann.panel.text[:3] == ("Which keypad?", "> Numpad", "  K380")


def test_six_digits_stand_on_the_captains_display(table: EveningTable) -> None:
    ann = captain_and_pad(table, SLOW)
    ann.chooses("pair").reads_and_chooses("Numpad")
    table.passes(2)
    assert len(digits_on(table)) == 6
    assert ann.panel.says("Type this on it")


def test_the_digits_typed_so_far_are_counted(table: EveningTable) -> None:
    ann = captain_and_pad(table, SLOW)
    ann.chooses("pair").reads_and_chooses("Numpad")
    table.passes(2)
    air(table).type_on_it("4", "2", "1")
    table.passes(0.1)
    assert ann.panel.says("3 of 6")


def test_a_seat_without_a_keypad_joins_with_the_new_one() -> None:
    table = EveningTable(seat_three_without_keypad())
    ann = captain_and_pad(table)
    pairs(table, ann, "3", "qwerty")
    assert ann.panel.says("Assigned to seat 3.")
    cy = table.seat(3)
    cy.name = "Cy"
    assert cy.joins().panel.says("Hello CY")


def test_a_seat_whose_keypad_is_broken_plays_on_with_the_new_one(table: EveningTable) -> None:
    ann = captain_and_pad(table)
    table.evening.unplug("seat2.keypad")
    pairs(table, ann, "2", "qwerty")
    ann.starts("party").hides("SOLVE")
    assert table.seat("Bob").guesses("SMILE").grid.top_row == "G--YG"


def test_a_pad_with_digits_is_told_its_own_keys() -> None:
    table = EveningTable(seat_three_without_keypad())
    pairs(table, captain_and_pad(table), "3", "numeric")
    cy = table.seat(3)
    cy.name, cy.numeric = "Cy", True
    assert cy.joins().panel.text[-1] == "- menu"


def test_a_pad_that_the_tables_file_names_is_asked_nothing() -> None:
    table = EveningTable(with_bluetooth())
    ann = captain_and_pad(table, SimulatedPad("Numpad", "DC:2C:26:0A:0B:0C"))
    ann.chooses("pair").reads_and_chooses("Numpad")
    table.passes(10)
    assert ann.panel.says("It belongs to seat 4.")
    assert ann.panel.title == "ANN: captain"


def test_a_pad_without_digits_is_paired_all_the_same(table: EveningTable) -> None:
    ann = captain_and_pad(table, SimulatedPad("Numpad", digits=False))
    ann.chooses("pair").reads_and_chooses("Numpad")
    table.passes(2)
    assert ann.panel.title == "Whose is it?"


def test_a_captain_with_nothing_but_a_grid_reads_the_digits_on_the_table_screen() -> None:
    table = EveningTable(grids_only())
    ann = captain_and_pad(table, SLOW)
    ann.chooses("pair").reads_and_chooses("Numpad")
    table.passes(2)
    assert table.public.says("Type this on it")
    assert any(line.isdigit() and len(line) == 6 for line in table.public.text)


def test_digits_that_are_typed_slowly_stay_on_the_table_screen() -> None:
    """Nobody at the table has pressed a key for a while: only the new keypad is typed on."""
    table = EveningTable(grids_only())
    ann = captain_and_pad(table, SLOW)
    ann.chooses("pair").reads_and_chooses("Numpad")
    table.passes(STAYS + 5)
    air(table).type_on_it("1", "2", "3")
    table.passes(1)
    assert table.public.says("3 of 6")


# ── tomorrow ─────────────────────────────────────────────────────────────────────────────────────


def test_after_a_power_cut_the_pad_still_types_for_its_seat() -> None:
    table = EveningTable(seat_three_without_keypad())
    pairs(table, captain_and_pad(table), "3", "qwerty")
    table.evening.power_cut()
    table.evening.power_on()
    cy = table.seat(3)
    cy.name = "Cy"
    assert cy.joins().panel.says("CY: captain")


def test_a_pad_given_to_another_seat_is_that_ones_tomorrow() -> None:
    table = EveningTable(seat_three_without_keypad())
    ann = captain_and_pad(table)
    pairs(table, ann, "3", "qwerty")
    air(table).switch_on(NUMPAD)
    pairs(table, ann, "4", "qwerty")
    table.evening.power_cut()
    table.evening.power_on()
    assert 3 not in table.evening.table.keypads


# ── what goes wrong ──────────────────────────────────────────────────────────────────────────────


def test_other_digits_pair_nothing_and_it_can_be_tried_again(table: EveningTable) -> None:
    ann = captain_and_pad(table, SLOW)
    ann.chooses("pair").reads_and_chooses("Numpad")
    table.passes(2)
    air(table).type_on_it(*"000000", "ENTER")
    table.passes(1)
    assert ann.panel.says("Those were the wrong digits.")
    ann.enter()
    assert ann.panel.title == "Which keypad?"


def test_digits_typed_on_the_captains_own_keypad_change_nothing(table: EveningTable) -> None:
    ann = captain_and_pad(table, SLOW)
    ann.chooses("pair").reads_and_chooses("Numpad")
    table.passes(2)
    digits = digits_on(table)
    ann.presses(*digits, "ENTER")
    assert digits_on(table) == digits


def test_a_minute_without_digits_is_too_long(table: EveningTable) -> None:
    ann = captain_and_pad(table, SLOW)
    ann.chooses("pair").reads_and_chooses("Numpad")
    table.passes(PAIRS_WITHIN + 2)
    assert ann.panel.says("The digits were not typed within a minute.")


def test_nobody_looks_for_keypads_all_night(table: EveningTable) -> None:
    ann = captain_and_pad(table)
    ann.chooses("pair")
    table.passes(LOOKS_FOR + 1)
    assert ann.panel.says("No keypad was chosen within two minutes.")


def test_where_there_is_no_bluetooth_the_captain_reads_why(table: EveningTable) -> None:
    ann = captain_and_pad(table)
    air(table).trouble = NOT_RUNNING
    ann.chooses("pair")
    assert ann.panel.says("Bluetooth is not running.")
    ann.presses("ESC")
    assert ann.panel.title == "ANN: captain"


@pytest.mark.parametrize("presses", [0, 1])
def test_esc_leads_back_to_the_menu_at_any_time(table: EveningTable, presses: int) -> None:
    ann = captain_and_pad(table, SLOW)
    ann.chooses("pair").presses(*["ENTER"] * presses)
    table.passes(2)
    ann.presses("ESC")
    table.passes(PAIRS_WITHIN + LOOKS_FOR)
    assert ann.panel.title == "ANN: captain"


def test_a_pad_that_was_given_to_nobody_is_said_to_be_nobodys(table: EveningTable) -> None:
    ann = captain_and_pad(table)
    ann.chooses("pair").reads_and_chooses("Numpad")
    table.passes(10)
    ann.presses("ESC")
    assert ann.panel.says("not assigned to a seat. Pair it again")


# ── and nobody else ──────────────────────────────────────────────────────────────────────────────


def test_the_others_see_nothing_of_it(table: EveningTable) -> None:
    ann = captain_and_pad(table)
    seen = table.seat("Bob").panel.text
    ann.chooses("pair").reads_and_chooses("Numpad")
    table.passes(10)
    assert table.seat("Bob").panel.text == seen


def test_somebody_may_join_meanwhile(table: EveningTable) -> None:
    ann = captain_and_pad(table, SLOW)
    ann.chooses("pair")
    cy = table.seat("Cy").joins()
    assert cy.panel.says("Hello CY")
    assert ann.panel.title == "Which keypad?"


def test_only_the_captain_is_offered_it(table: EveningTable) -> None:
    captain_and_pad(table)
    assert "Pair a keypad" not in table.seat("Bob").whole_list("ESC")


def test_during_a_game_nobody_is_offered_it(table: EveningTable) -> None:
    ann = captain_and_pad(table)
    ann.starts("party").hides("SOLVE")
    assert "Pair a keypad" not in ann.whole_list("ESC")


def test_a_table_that_cannot_pair_does_not_offer_it(table: EveningTable) -> None:
    (ann,) = table.join("Ann")
    assert "Pair a keypad" not in ann.whole_list()


@pytest.fixture
def ears() -> Iterator[Ears]:
    ears = Ears()
    root = logging.getLogger()
    level = root.level
    root.addHandler(ears)
    root.setLevel(logging.NOTSET)
    yield ears
    root.removeHandler(ears)
    root.setLevel(level)


def test_nothing_of_the_digits_is_logged(table: EveningTable, ears: Ears) -> None:
    ann = captain_and_pad(table, SLOW)
    ann.chooses("pair").reads_and_chooses("Numpad")
    table.passes(2)
    digits = digits_on(table)
    air(table).type_on_it(*digits, "ENTER")
    table.passes(1)
    assert not [line for line in ears.heard if digits in line]


# ── on a small panel ─────────────────────────────────────────────────────────────────────────────

SENTENCES = sorted(
    {english(value) for name, value in vars(troubles).items() if name.isupper() and isinstance(value, Text)}
    | {english(value) for value in troubles.SENTENCES.values()}
)


@pytest.mark.parametrize("say", SENTENCES)
def test_every_sentence_fits_a_small_panel(say: str) -> None:
    evening = SimulatedEvening(usual())
    journal = Journal.on_the_spot(MEMORY, evening.clock)
    pads = Pads(evening.table, journal, journal.remember_comforts, Seats({}, Lobby()), lambda: None)
    pads.step = Failed(verbatim(say))
    page = pads.sit(Desk(), {}).own
    sheet = lay_out(page, (128, 64))
    assert (sheet.canvas.problems, sheet.shortened) == ([], [])


def test_the_keys_of_a_keypad_are_those_that_a_tables_file_may_name() -> None:
    assert [keymap(keys, {}).name for keys in PRINTED] == list(PRINTED)


@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_pressed_while_keypads_come_and_go_the_captain_finds_back(seed: int) -> None:
    table, rng = EveningTable(seat_three_without_keypad()), Random(seed)
    ann = captain_and_pad(table)
    for _ in range(80):
        match rng.randrange(6):
            case 0:
                air(table).switch_on(rng.choice((NUMPAD, SLOW, SimulatedPad("K380", digits=False))))
            case 1:
                air(table).switch_off("Numpad")
            case 2:
                ann.chooses("pair") if ann.panel.title == "ANN: captain" else ann.presses("ENTER")
            case 3:
                air(table).type_on_it(rng.choice("0123456789"))
            case _:
                ann.presses(
                    rng.choice(("DOWN", "ENTER", "ENTER", "2", "A")) if ann.panel.title != "ANN: captain" else "DOWN"
                )
        table.passes(rng.choice((0.1, 0.1, 1.0, 8.0)))
    while ann.panel.title != "ANN: captain" and table.now < 10_000:
        ann.presses("ESC")
        table.passes(100)
    assert ann.panel.title == "ANN: captain"
