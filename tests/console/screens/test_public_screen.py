"""The public screen shows all that lies open on the table, page by page."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from firmware_host.console.screens.public_screen import STAYS
from hardware.ports import ESCAPE, LEFT, RIGHT
from tests.support.evening_table import EveningTable, Place, grids_only, grids_without_table_screen
from tests.support.reading import pages_by_themselves
from tests.support.shipped import SHIPPED


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


@pytest.mark.parametrize("who", ["Ann", "Bob", "Cid"])
def test_any_seat_turns_the_pages_while_others_guess(table: EveningTable, who: str) -> None:
    ann, _, _ = table.join("Ann", "Bob", "Cid")
    ann.starts("party")
    ann.hides("SOLVE")
    ann.from_the_menu("hint").types("do a sum").enter()
    table.passes(STAYS)
    before = table.public.text
    table.seat(who).presses(RIGHT)
    assert table.public.text != before
    table.seat(who).presses(LEFT)
    assert table.public.text == before


@pytest.mark.parametrize("who", ["Ann", "Bob", "Cid"])
def test_any_seat_turns_to_all_boards_after_a_round(table: EveningTable, who: str) -> None:
    ann, bob, cid = table.join("Ann", "Bob", "Cid")
    ann.starts("party")
    ann.hides("SOLVE")
    bob.guesses("SMILE", "SOLVE")
    cid.guesses("CRANE", "SOLVE")
    table.passes(STAYS)
    began, seen = table.now, set[str]()
    for _ in range(8):
        seen.update(line for line in table.public.text if line.startswith("← "))
        table.seat(who).presses(RIGHT)
    assert seen == {"← BOB", "← CID"}
    assert table.now - began < 2


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
    pages = {page.splitlines()[0]: page for page in pages_by_themselves(six)}
    assert list(pages)[list(pages).index("ANN's turn") + 1] == "ANN's card"
    assert "\nTop card\n" in pages["ANN's card"]


def test_while_six_guess_every_board_comes_round_twice_before_the_window_closes(six: EveningTable) -> None:
    six.seat("Ann").brings_up_the_list().enter()
    six.passes(STAYS)
    began, pages = six.now, pages_by_themselves(six)
    assert six.now - began < 18
    assert all(any(f"6 {name}" in page for page in pages) for name in ("ANN", "BOB", "CID", "DAN", "EVA", "FAY"))


def test_those_who_are_asked_the_same_are_asked_on_one_page(six: EveningTable) -> None:
    six.seat("Ann").brings_up_the_list().enter()
    six.passes(STAYS)
    titles = [page.splitlines()[0].split("  ")[0] for page in pages_by_themselves(six)]
    assert titles.count("Guess a word") == 1
    assert not any("BOB:" in title for title in titles)
    six.seat("Bob").enter()
    assert six.public.title.startswith("BOB: guess")


def test_what_is_to_do_comes_up_first_and_then_how_everybody_stands(six: EveningTable) -> None:
    six.seat("Ann").brings_up_the_list().enter()
    six.passes(STAYS)
    first, second, *_ = pages_by_themselves(six)
    assert "ANN, BOB, CID, DAN, EVA, FAY: press ENTER." in first
    assert [line.split()[0] for line in second.splitlines()[1:7]] == ["ANN", "BOB", "CID", "DAN", "EVA", "FAY"]


def test_boards_with_one_row_give_way_sooner_than_cards(six: EveningTable) -> None:
    six.seat("Ann").brings_up_the_list().enter()
    six.passes(121 + STAYS)
    pages = pages_by_themselves(six)
    assert stays_of(pages, "6 FAY") < stays_of(pages, "DAN's card")


@pytest.mark.parametrize(("calls", "most"), [(1, 1), (2, 2), (3, 3), (4, 6)])
def test_as_many_boards_of_six_stand_on_one_page_as_have_room(six: EveningTable, calls: int, most: int) -> None:
    for name in ("Ann", "Bob", "Cid", "Dan")[:calls]:
        six.seat(name).brings_up_the_list().enter()
        six.passes(121)
    six.passes(STAYS)
    began, pages = six.now, pages_by_themselves(six)
    first_rows = [page for page in pages if "] 6" in page or ") 6" in page or "  6" in page]
    assert len([page for page in first_rows if "Call a word" not in page]) == most
    assert six.now - began < (36, 40, 45, 56)[calls - 1]


@pytest.mark.usefixtures("people")
def test_the_rows_of_few_boards_have_what_is_known_of_their_letters_beside_them(table: EveningTable) -> None:
    assert all("out: " in page for page in pages_by_themselves(table) if "← " in page)


def stays_of(pages: Mapping[str, float], words: str) -> float:
    """For how long the page with these words was shown."""
    came, gone = next(
        (came, gone)
        for (page, came), gone in zip(pages.items(), list(pages.values())[1:], strict=False)
        if words in page
    )
    return gone - came


def test_a_new_turn_brings_its_first_page_up(six: EveningTable) -> None:
    six.seat("Ann").brings_up_the_list().enter()
    six.passes(121)
    assert six.public.title == "BOB's turn"


def test_whoever_types_a_guess_is_named_once_and_so_is_the_board(six: EveningTable) -> None:
    six.seat("Ann").brings_up_the_list().enter()
    bob = six.seat("Bob").brings_up_the_list()
    bob.enter().types("HO")
    assert six.public.title.startswith("BOB: Guess  ")  # and then the clock
    assert six.public.says("← ANN")
    assert six.public.says("**___")


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


def test_the_public_screen_says_who_still_has_to_agree(table: EveningTable, guessers: list[Place]) -> None:
    guessers[0].guesses("SOLVE")
    table.passes(STAYS)
    assert any("CID: do you agree?" in page for page in pages_by_themselves(table))


def test_whoever_proposes_a_word_keeps_the_board_in_sight(table: EveningTable, guessers: list[Place]) -> None:
    guessers[0].types("SOL")
    assert table.public.title == "BOB: Propose a word"
    assert table.public.says("[S] M I (L)[E]")
    assert table.public.says("***__")
    assert not table.public.says("SOL")


# ── everything comes round soon, and people can turn on ──────────────────────────────────────────


def test_while_one_of_six_calls_a_word_everything_comes_round_soon(six: EveningTable) -> None:
    six.passes(STAYS)
    began, pages = six.now, pages_by_themselves(six)
    assert six.now - began < 32  # no board has a row yet
    six.seat("Ann").brings_up_the_list().enter()
    six.passes(121 + STAYS)
    began, pages = six.now, pages_by_themselves(six)
    assert six.now - began < 35
    assert all(any(f"6 {name}" in page for page in pages) for name in ("ANN", "BOB", "CID", "DAN", "EVA", "FAY"))


def test_two_cards_stand_on_one_page_each_under_its_name_and_longer_than_one(six: EveningTable) -> None:
    six.passes(STAYS)
    pages = pages_by_themselves(six)
    page = next(page for page in pages if page.startswith("BOB's card"))
    assert [line for line in page.splitlines() if "card" in line] == ["BOB's card", "CID's card"]
    assert len(page.split()) == 4 + 2 * 12
    assert stays_of(pages, "BOB's card") > 5 > stays_of(pages, "FAY's card")  # which stands alone


def test_the_boards_say_how_to_turn_on(table: EveningTable, people: list[Place]) -> None:
    assert all("↔ next page" in page for page in pages_by_themselves(table) if "← " in page)
    assert people  # somebody without a panel


def test_boards_say_nothing_of_turning_where_everybody_has_a_panel() -> None:
    table = EveningTable()
    people = table.join("Ann", "Bob", "Cid")
    people[0].starts("wqrdles", queries="free")
    for person, word in zip(people, ("HOUSE", "NEWTS", "ROAST"), strict=True):
        person.hides(word)
    people[0].guesses("PECAN")
    pages = pages_by_themselves(table)
    assert any("← BOB" in page for page in pages)
    assert not any("next page" in page for page in pages)


# ── how a latecomer joins ────────────────────────────────────────────────────────────────────────

TO_COME = "Free seat? ENTER to join"
INVITATION = "Press ENTER at a free seat to join after this round."


@pytest.mark.parametrize("game", ["party", "wqrdles", "three-words"])
def test_a_free_grid_is_told_how_to_join_while_a_game_runs(table: EveningTable, game: str) -> None:
    ann, _, _ = table.join("Ann", "Bob", "Cid")
    ann.starts(game)
    ann.hides("HOUSE")
    table.passes(STAYS)
    assert any(TO_COME in page or INVITATION in page for page in pages_by_themselves(table))
    table.seat(4).enter()
    assert table.public.title == "Your name? (seat 4)"


def test_the_invitation_takes_no_page_where_the_first_has_room_for_it(table: EveningTable) -> None:
    ann, _ = table.join("Ann", "Bob")
    ann.starts("party")
    ann.hides("SOLVE")
    table.passes(STAYS)
    assert table.public.says("Type a word, then ENTER")
    assert table.public.says(TO_COME)
    table.passes(20)
    assert table.public.says("Type a word, then ENTER")


def test_it_has_a_page_of_its_own_where_many_names_stand_on_the_first(six: EveningTable) -> None:
    six.seat("Fay").from_the_menu("leave", "yes")
    six.passes(STAYS)
    assert any(INVITATION in page for page in pages_by_themselves(six))


def test_nobody_is_invited_where_no_seat_is_free(table: EveningTable) -> None:
    ann, _, _, _ = table.join("Ann", "Bob", "Cid", "Dan")
    ann.starts("party")
    ann.hides("SOLVE")
    assert not any("join" in page for page in pages_by_themselves(table))


def test_nobody_is_invited_to_the_last_round(table: EveningTable) -> None:
    people = table.join("Ann", "Bob", "Cid")
    people[0].starts("wqrdles", queries="free", rounds="1")
    for person, word in zip(people, ("HOUSE", "NEWTS", "ROAST"), strict=True):
        person.hides(word)
    assert not any("join" in page for page in pages_by_themselves(table))


def test_whoever_left_a_seat_without_a_panel_reads_how_to_come_back(table: EveningTable, people: list[Place]) -> None:
    people[2].from_the_menu("leave", "yes")
    table.passes(STAYS)
    assert any("Free seat? ENTER to join" in page for page in pages_by_themselves(table))


# ── on the mixed table ───────────────────────────────────────────────────────────────────────────


@pytest.fixture
def attempting() -> EveningTable:
    """Wqrdles at the mixed table. Bob has a number pad and a grid, and is about to guess somebody's word."""
    table = EveningTable(SHIPPED["mixed"])
    people = table.join("Ann", "Bob", "Cid")
    people[0].starts("wqrdles")
    for person, word in zip(people, ("HOUSE", "NEWTS", "ROAST"), strict=True):
        person.hides(word)
    people[0].brings_up_the_list().enter()
    table.passes(8)
    people[1].brings_up_the_list()
    return table


def test_the_page_of_a_seat_names_the_keys_of_its_pad(attempting: EveningTable) -> None:
    assert attempting.public.title.startswith("BOB: guess")
    assert attempting.public.text[-1] == "+ ENTER  / boards"


def test_what_is_for_everybody_names_the_keys_of_keyboards(attempting: EveningTable) -> None:
    attempting.passes(STAYS + 4)
    assert any("↔ next page" in page for page in pages_by_themselves(attempting))
