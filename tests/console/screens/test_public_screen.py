"""The public screen shows all that lies open on the table, page by page."""

from dataclasses import replace

import pytest

from firmware_host.console.screens.public_screen import STAYS, TURNS_EVERY
from hardware.ports import ESCAPE, LEFT, RIGHT
from tests.support.evening_table import EveningTable, Place, grids_only, grids_without_table_screen


@pytest.fixture
def table() -> EveningTable:
    return EveningTable(grids_only())


@pytest.fixture
def people(table: EveningTable) -> list[Place]:
    """Ann has called a word; nobody has tried to name one yet."""
    people = table.join("Ann", "Bob", "Cid")
    people[0].starts("wqrdles", queries="free", order_clues="on")
    for person, word in zip(people, ("HOUSE", "NEWTS", "ROAST"), strict=True):
        person.hides(word)
    people[0].guesses("PECAN")
    table.passes(STAYS)
    return people


def pages_by_themselves(table: EveningTable) -> list[str]:
    """All that the public screen shows within a minute and a half, if nobody does anything."""
    seen = []
    for _ in range(15):
        seen.append("\n".join(table.public.text))
        table.passes(TURNS_EVERY)
    return seen


@pytest.mark.usefixtures("people")
def test_every_board_comes_up_by_itself_with_its_value_and_its_order(table: EveningTable) -> None:
    pages = pages_by_themselves(table)
    for name in ("ANN", "BOB", "CID"):
        assert any(f"← {name}" in page and "P" in page and "6" in page for page in pages)


@pytest.mark.usefixtures("people")
def test_what_is_known_of_each_letter_comes_up_by_itself(table: EveningTable) -> None:
    assert any("out: " in page for page in pages_by_themselves(table))


@pytest.mark.usefixtures("people")
def test_the_clock_of_the_window_is_always_in_sight(table: EveningTable) -> None:
    assert all(":" in page.splitlines()[0] for page in pages_by_themselves(table))


def test_whoever_presses_a_key_sees_their_own_page_at_once(table: EveningTable, people: list[Place]) -> None:
    people[2].presses(ESCAPE)
    assert table.public.title.startswith("CID: Menu")
    people[1].presses(ESCAPE)
    assert table.public.title.startswith("BOB: Menu")


def test_a_seat_that_is_asked_nothing_turns_the_pages(table: EveningTable, people: list[Place]) -> None:
    for person in people:
        person.chooses("pass")
    people[1].brings_up_the_list()
    people[1].types("SHAPE").enter()
    people[2].chooses("pass")
    people[0].chooses("pass")
    before, after = table.public.text[1:], people[2].presses(RIGHT) and table.public.text[1:]
    assert before != after
    people[2].presses(LEFT)
    assert table.public.text[1:] == before


def test_the_hint_is_read_by_everybody_for_the_whole_round(table: EveningTable) -> None:
    ann, _ = table.join("Ann", "Bob")
    ann.starts("party")
    ann.hides("SOLVE")
    ann.from_the_menu("hint").types("do a sum").enter()
    table.passes(60)
    assert any("Do a sum" in page for page in pages_by_themselves(table))


# ── games that a table cannot show ───────────────────────────────────────────────────────────────


@pytest.mark.parametrize("game", ["wqrdles", "three-words"])
def test_a_game_that_nobody_could_read_is_not_started(game: str) -> None:
    table = EveningTable(grids_without_table_screen())
    ann, _ = table.join("Ann", "Bob")
    ann.starts(game)
    assert table.private.says("needs a public screen, or a panel at every seat")
    assert not table.evening.snapshot().playing


def test_the_captain_reads_what_is_missing_when_turning_to_the_game() -> None:
    table = EveningTable(grids_without_table_screen())
    ann, _ = table.join("Ann", "Bob")
    ann.sets("game", "Wqrdles")
    assert table.private.says("needs a public screen, or a panel at every seat")
    ann.sets("game", "Party")
    assert not table.private.says("needs")


# ── in the order of what matters ─────────────────────────────────────────────────────────────────


@pytest.fixture
def six() -> EveningTable:
    """Six people play wqrdles with cards at a table with grids."""
    seat = grids_only().seats[1]
    table = EveningTable(replace(grids_only(), seats=dict.fromkeys(range(1, 7), seat)))
    people = table.join("Ann", "Bob", "Cid", "Dan", "Eva", "Fay")
    people[0].starts("wqrdles")
    for person, word in zip(people, ("HOUSE", "NEWTS", "ROAST", "PLANT", "CRISP", "MOUTH"), strict=True):
        person.hides(word)
    return table


def test_the_card_of_whoever_is_on_turn_and_the_top_card_come_first(six: EveningTable) -> None:
    titles = [page.splitlines()[0] for page in pages_by_themselves(six)]
    assert titles[titles.index("ANN's turn") :][:3] == ["ANN's turn", "ANN's card", "Top card"]


def test_while_six_guess_every_board_comes_round_within_a_minute_and_a_half(six: EveningTable) -> None:
    six.seat("Ann").brings_up_the_list().enter()
    six.passes(STAYS)
    shown = []
    for _ in range(13):  # six questions, how everybody stands, six boards
        shown.append("\n".join(six.public.text))
        six.passes(TURNS_EVERY)
    assert all(any(f"← {name}" in page for page in shown) for name in ("ANN", "BOB", "CID", "DAN", "EVA", "FAY"))


def test_a_new_turn_brings_its_first_page_up(six: EveningTable) -> None:
    six.seat("Ann").brings_up_the_list().enter()
    six.passes(121)
    assert six.public.title == "BOB's turn"


# ── three words without panels ───────────────────────────────────────────────────────────────────


@pytest.fixture
def guessers(table: EveningTable) -> list[Place]:
    """Ann has hidden SOLVE, and SMILE stands on the board."""
    ann, bob, cid = table.join("Ann", "Bob", "Cid")
    ann.starts("three-words")
    ann.hides("SOLVE")
    bob.guesses("SMILE")
    cid.chooses("agree")
    table.passes(8)
    return [bob, cid]


def test_whoever_is_asked_to_agree_reads_the_word_and_the_board(table: EveningTable, guessers: list[Place]) -> None:
    bob, cid = guessers
    bob.guesses("SOLVE")
    cid.brings_up_the_list()
    assert table.public.title == "CID: agree?"
    assert table.public.says("BOB says SOLVE")
    assert table.public.says("[S] M I (L)[E]")


def test_whoever_proposes_a_word_keeps_the_board_in_sight(table: EveningTable, guessers: list[Place]) -> None:
    guessers[0].types("SOL")
    assert table.public.title == "BOB: Propose a word"
    assert table.public.says("[S] M I (L)[E]")
    assert table.public.says("***__")
    assert not table.public.says("SOL")
