"""Whoever cannot go on reads for whom they wait, on a display that they may look at."""

from dataclasses import replace

import pytest

from hardware.config.settings import KeypadSettings, TableSettings
from hardware.ports import DOWN, ESCAPE
from tests.support.evening_table import (
    EveningTable,
    grids_only,
    grids_without_table_screen,
    with_numeric_pads,
)

NEWS = 8.0  # seconds, until every message has been read


def with_digits(table: TableSettings) -> TableSettings:
    pad = KeypadSettings(usb="simulated", keys="numeric")
    return replace(table, seats={number: replace(seat, keypad=pad) for number, seat in table.seats.items()})


# ── party ────────────────────────────────────────────────────────────────────────────────────────


def test_at_grids_everybody_reads_that_the_host_ends_the_round() -> None:
    table = EveningTable(grids_only())
    ann, bob = table.join("Ann", "Bob")
    ann.starts("party", check="challenge")
    ann.hides("SOLVE")
    bob.guesses("SOLVE")
    table.passes(NEWS)
    assert table.public.says("ANN ends the round.")


def test_in_step_the_title_names_whose_row_is_open() -> None:
    table = EveningTable()
    ann, bob, cid, dot = table.join("Ann", "Bob", "Cid", "Dot")
    ann.starts("party", pace="lockstep")
    ann.hides("SOLVE")
    bob.guesses("SMILE")
    assert bob.panel.title == "Wait: CID, DOT"
    cid.guesses("SMILE")
    assert bob.panel.title == "Wait for DOT"
    dot.guesses("SMILE")
    assert "guess 2" in bob.panel.title.lower()


# ── wqrdles ──────────────────────────────────────────────────────────────────────────────────────


def test_whoever_has_hidden_a_word_reads_who_has_not() -> None:
    table = EveningTable()
    ann, bob, _cid = table.join("Ann", "Bob", "Cid")
    ann.starts("wqrdles")
    ann.hides("SOLVE")
    assert ann.panel.says("Wait for BOB, CID.")
    table.passes(NEWS)
    assert table.public.says("BOB, CID: hide a word.")
    bob.hides("NEWTS")
    assert ann.panel.says("Wait for CID.")


def test_whoever_has_marked_reads_who_has_not() -> None:
    table = EveningTable()
    ann, bob, cid = table.join("Ann", "Bob", "Cid")
    ann.starts("wqrdles", marking="hand", queries="free")
    for person, word in ((ann, "SOLVE"), (bob, "NEWTS"), (cid, "ROAST")):
        person.hides(word)
    ann.guesses("PECAN")
    ann.marks("-Y---")
    assert ann.panel.title == "Wait: BOB, CID"
    table.passes(NEWS)
    assert table.public.says("BOB, CID: mark your row.")


def test_whoever_has_passed_reads_who_still_guesses() -> None:
    table = EveningTable()
    ann, bob, cid = table.join("Ann", "Bob", "Cid")
    ann.starts("wqrdles", queries="free")
    for person, word in ((ann, "SOLVE"), (bob, "NEWTS"), (cid, "ROAST")):
        person.hides(word)
    ann.guesses("PECAN")
    ann.chooses("pass")
    assert ann.panel.title.startswith("Wait: BOB, CID")
    bob.chooses("pass")
    assert ann.panel.title.startswith("Wait for CID")
    table.passes(NEWS)
    assert any("CID: guess." in page for page in pages_of(table))


def pages_of(table: EveningTable) -> list[str]:
    """What the public screen shows in the next half minute."""
    return ["\n".join(table.passes(1.0).public.text) for _ in range(30)]


# ── three words ──────────────────────────────────────────────────────────────────────────────────


def test_the_public_screen_names_those_who_guess() -> None:
    table = EveningTable()
    ann, _bob, _cid = table.join("Ann", "Bob", "Cid")
    ann.starts("three-words")
    ann.hides("SOLVE")
    table.passes(NEWS)
    assert table.public.says("All but ANN: type a word.")


def test_the_others_read_that_the_speaker_proposes() -> None:
    table = EveningTable()
    ann, bob, cid = table.join("Ann", "Bob", "Cid")
    ann.starts("three-words", agreement="speaker")
    ann.hides("SOLVE")
    table.passes(NEWS)
    assert cid.panel.says("BOB proposes a word.")
    assert not bob.panel.says("BOB proposes a word.")
    assert table.public.says("BOB: type a word.")


# ── what no longer holds is not said ─────────────────────────────────────────────────────────────


def test_a_refusal_in_a_pause_does_not_outlast_it() -> None:
    table = EveningTable()
    ann, bob = table.join("Ann", "Bob")
    ann.starts("party", check="challenge")
    ann.hides("SOLVE")
    bob.guesses("SOLVE")
    bob.from_the_menu("pause")
    ann.enter()  # to reveal the word
    assert ann.panel.says("Paused by BOB.")
    bob.from_the_menu("resume")
    table.passes(NEWS)
    assert ann.panel.says("ENTER reveal")


def test_a_question_about_a_round_closes_with_the_round() -> None:
    table = EveningTable()
    ann, bob = table.join("Ann", "Bob")
    ann.starts("party", mode="fast")
    ann.hides("SOLVE")
    ann.from_the_menu("redo")
    ann.presses(DOWN)
    assert ann.panel.says("Restart this round?")
    bob.guesses("SOLVE")
    assert not ann.panel.says("Restart this round?")


def test_what_was_said_about_a_key_goes_with_the_question_it_answered() -> None:
    table = EveningTable()
    ann, bob, cy = table.join("Ann", "Bob", "Cy")
    ann.starts("three-words").hides("SOLVE")
    bob.guesses("CRANE").hurries("ENTER")
    assert bob.panel.text[-1] == "! type a word first"
    cy.chooses("other").guesses("SMILE")
    table.passes(NEWS)
    assert bob.panel.title == "Agree?"
    assert not bob.panel.says("type a word first")


def test_what_was_said_about_a_word_is_not_said_about_the_result() -> None:
    table = EveningTable()
    ann, bob, cy = table.join("Ann", "Bob", "Cy")
    ann.starts("party", mode="fast").hides("SOLVE")
    cy.types("CRA").enter()
    bob.guesses("SOLVE")
    table.passes(NEWS)
    assert cy.panel.title == "It was SOLVE"
    assert not cy.panel.says("2 more to go")


# ── number pads ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("settings", "display"),
    [
        (with_numeric_pads(), "seat2.panel"),
        (with_digits(grids_only()), "public"),
        (with_digits(grids_without_table_screen()), "private"),
    ],
)
def test_a_number_pad_is_told_how_letters_are_typed(settings: TableSettings, display: str) -> None:
    table = EveningTable(settings)
    table.seat(2).presses("5")
    assert "2 is A, 22 is B, 222 is C." in shown_on(table, display)


def test_in_the_middle_of_a_word_a_number_pad_is_told_how_a_letter_ends() -> None:
    table = EveningTable(with_numeric_pads())
    ann, bob = table.join("Ann", "Bob")
    ann.starts("party").types("CAB")
    assert ann.panel.text[-1] == "+ next letter, ENTER"
    ann.types("LE")
    assert ann.panel.text[-1] == "ENTER hide it  / ideas"
    ann.enter()
    bob.types("CAB")
    assert bob.panel.text[-1] == "+ next letter, ENTER"


@pytest.mark.parametrize("settings", [None, grids_only()])
def test_a_keyboard_is_not(settings: TableSettings | None) -> None:
    table = EveningTable(settings)
    table.seat(2).presses("A")
    shown = shown_on(table, "public" if settings else "seat2.panel")
    assert "Your name?" in shown[0]
    assert not any("22" in line for line in shown)


def shown_on(table: EveningTable, display: str) -> tuple[str, ...]:
    frame = table.evening.table.showing(display)
    assert frame is not None
    return frame.text


# ── leaving a menu ───────────────────────────────────────────────────────────────────────────────


def test_a_menu_in_front_of_the_screen_says_how_to_leave_it() -> None:
    table = EveningTable(grids_only())
    (ann, _bob) = table.join("Ann", "Bob")
    ann.starts("party")
    ann.presses(ESCAPE)
    assert ann.private_screen.says("leave the menu first")
