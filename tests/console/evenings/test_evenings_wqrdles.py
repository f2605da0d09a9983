"""Whole evenings of wqrdles, from the lobby to the winner, through keypads only."""

from collections.abc import Sequence

from hardware.ports import PAGE_DOWN
from tests.support.evening import proves
from tests.support.evening_table import EveningTable, Place, grids_only, with_numeric_pads, without_hoods

WORDS = ("HOUSE", "NEWTS", "ROAST")


def three(table: EveningTable, **options: str) -> list[Place]:
    people = table.join("Ann", "Bob", "Cy")
    people[0].starts("wqrdles", **options)
    return people


def hide(people: Sequence[Place], words: Sequence[str] = WORDS) -> None:
    """Everybody hides a word: behind their hoods, or one after the other on the private screen."""
    for person, word in zip(people, words, strict=True):
        person.hides(word)


def a_round(table: EveningTable, people: list[Place], starter: int, finds: Sequence[tuple[int, int, str]]) -> None:
    """The starter calls the first word of their card, and each of these finds the word of another."""
    hide(people)
    table.passes(8)
    people[starter].brings_up_the_list().enter()
    table.passes(8)
    for finder, owner, word in finds:
        people[finder].chooses(people[owner].name.upper()).guesses(word)
        table.passes(8)
    for number, person in enumerate(people):
        if number not in {finder for finder, _, _ in finds} and person.sees("pass"):
            person.chooses("pass")
    table.passes(8)


FOUND = ((0, 1, "NEWTS"), (1, 2, "ROAST"), (2, 0, "HOUSE"))


def test_a_tie_is_played_off_and_there_is_a_winner(table: EveningTable) -> None:
    people = three(table, rounds="1")
    a_round(table, people, 0, FOUND)  # six points each
    people[0].enter()
    assert "Round 2: BOB begins." in table.said
    hide(people)
    table.passes(8)
    people[1].enter()
    table.passes(8)
    people[0].chooses("BOB").guesses("NEWTS")
    people[1].chooses("pass")
    people[2].chooses("pass")
    table.passes(8)
    for caller in (2, 0, 1, 2, 0):  # the other words stay hidden to the end
        people[caller].brings_up_the_list().enter()
        table.passes(125)
    people[0].enter()
    assert table.said[-1] == "ANN won!"


def test_a_word_goes_on_every_board_and_stands_in_plain_sight(table: EveningTable) -> None:
    people = three(table)
    hide(people)
    table.passes(8)
    called = people[0].panel.chosen
    people[0].enter()
    assert f"ANN calls {called}." in table.said
    assert [person.grid.top_row for person in people] == ["-Y-GG", "---YY", "--YG-"]
    assert called == "PURSE"


def test_the_boards_of_the_others_are_paged_through(table: EveningTable) -> None:
    people = three(table)
    hide(people)
    table.passes(8)
    owners = []
    for _ in range(3):
        owners.append(next(line for line in people[1].panel.text if line.startswith("←")))
        people[1].presses("RIGHT")
    assert owners == ["← CY", "← ANN", "← yours"]


def test_a_card_is_swapped_once(table: EveningTable) -> None:
    people = three(table)
    hide(people)
    table.passes(8)
    before = people[0].panel.chosen
    people[0].chooses("swap").chooses("yes")
    assert people[0].panel.chosen not in (before, "swap")
    people[0].chooses("swap").chooses("yes")
    assert people[0].panel.says("The card can be swapped once a turn")


# ── what lies open on the table ──────────────────────────────────────────────────────────────────


def cards(person: Place) -> dict[str, list[str]]:
    """The cards as somebody reads them, page by page from the menu: the words by the title of the page."""
    person.from_the_menu("cards").presses(*["LEFT"] * 5)
    read: dict[str, list[str]] = {}
    while person.panel.title not in read:
        title, *lines, _ = person.panel.text
        read[title] = " ".join(lines).split()
        person.presses("RIGHT")
    person.presses("ESC", "ESC")
    return read


@proves("W9")
def test_everybody_reads_all_cards_before_a_word_is_called(table: EveningTable) -> None:
    ann, bob, _ = people = three(table)
    hide(people)
    table.passes(8)
    read = cards(bob)
    assert list(read) == ["Your card", "Your card, other side", "Top card", "ANN's card", "CY's card"]
    assert {len(words) for words in read.values()} == {12}
    assert ann.panel.chosen == read["ANN's card"][0]


@proves("W9")
def test_cards_are_read_while_words_are_still_being_hidden(table: EveningTable) -> None:
    _, bob, _ = three(table)
    bob.hides("NEWTS")
    assert "Your card" in cards(bob)


@proves("W9")
def test_a_seat_without_a_panel_reads_the_cards_on_the_public_screen() -> None:
    table = EveningTable(grids_only())
    _, bob, _ = people = three(table)
    hide(people)
    table.passes(8)
    bob.from_the_menu("cards")
    assert table.public.title == "BOB: Your card"


@proves("W9", "W10")
def test_the_top_card_is_read_before_one_swaps(table: EveningTable) -> None:
    ann, bob, _ = people = three(table)
    hide(people)
    table.passes(8)
    top = cards(bob)["Top card"]
    ann.chooses("swap")
    assert all(ann.panel.says(word) for word in top)
    ann.chooses("yes")
    assert cards(bob)["ANN's card"] == top


@proves("W11")
def test_a_word_is_called_from_the_other_side_of_the_card(table: EveningTable) -> None:
    ann, _, _ = people = three(table)
    hide(people)
    table.passes(8)
    back = cards(ann)["Your card, other side"]
    ann.chooses("other side").chooses(back[3])
    assert f"ANN calls {back[3]}." in table.said


def owner(person: Place) -> str:
    """Whose board is on the panel, where that is said."""
    return next((line for line in person.panel.text if line.startswith("←")), "")


def test_the_board_is_that_of_the_name_under_the_cursor(table: EveningTable) -> None:
    ann, bob, _ = people = three(table, queries="free")
    hide(people)
    table.passes(8)
    ann.guesses("PEACH")
    table.passes(8)
    assert bob.goes_to("ANN").panel.says("P (E) A C (H) 6")
    assert bob.goes_to("CY").panel.says("P E [A] C H 6")
    bob.presses("RIGHT")
    assert owner(bob) == "← ANN"
    bob.goes_to("ANN").goes_to("CY")
    assert bob.panel.says("P E [A] C H 6")


def test_boards_that_were_paged_to_before_a_word_was_called_are_forgotten(table: EveningTable) -> None:
    ann, _, _ = people = three(table, queries="free")
    hide(people)
    table.passes(8)
    ann.presses("RIGHT").guesses("PEACH")
    table.passes(8)
    assert ann.goes_to("BOB").panel.says("P [E] A C H 6")


def test_whoever_looked_through_the_boards_is_asked_beside_the_board_of_the_first_name(table: EveningTable) -> None:
    ann, bob, _ = people = three(table, queries="free")
    hide(people)
    table.passes(8)
    bob.presses("RIGHT", "RIGHT")
    ann.guesses("PEACH")
    table.passes(8)
    assert bob.panel.chosen == "ANN"
    assert bob.panel.says("P (E) A C (H) 6")


def test_sitting_out_is_explained_where_it_is_offered(table: EveningTable) -> None:
    ann, bob, _ = people = three(table, queries="free")
    hide(people)
    table.passes(8)
    ann.guesses("PEACH")
    table.passes(8)
    assert bob.goes_to("sit-out").panel.says("Passes until it is your turn.")


def test_who_has_guessed_reads_whom_they_wait_for(table: EveningTable) -> None:
    ann, _, cy = people = three(table, queries="free")
    hide(people)
    table.passes(8)
    ann.guesses("PEACH").chooses("pass")
    assert ann.panel.title.startswith("Wait: BOB, CY")
    cy.chooses("pass")
    assert ann.panel.title.startswith("Wait for BOB")


def test_a_right_attempt_scores_the_row_and_reveals_the_word(open_table: EveningTable) -> None:
    people = three(open_table)
    hide(people)
    open_table.passes(8)
    people[0].brings_up_the_list().enter()
    open_table.passes(8)
    people[1].chooses("ANN").guesses("HOUSE")
    assert open_table.said[-2:] == ["BOB tries HOUSE for ANN: right!", "ANN's word was HOUSE."]


def test_a_wrong_attempt_is_spent(table: EveningTable) -> None:
    people = three(table)
    hide(people)
    table.passes(8)
    people[0].brings_up_the_list().enter()
    people[1].chooses("ANN").guesses("MOUSE")
    assert table.said[-1] == "BOB tries MOUSE for ANN: wrong."
    assert people[1].panel.title.startswith("Wait")


def test_the_window_closes_when_its_time_is_up(table: EveningTable) -> None:
    people = three(table, window="60")
    hide(people)
    table.passes(8)
    people[0].brings_up_the_list().enter()
    table.passes(61)
    assert people[1].panel.title == "Call a word"


def test_the_time_left_is_seen_while_an_attempt_is_typed(table: EveningTable) -> None:
    people = three(table)
    hide(people)
    table.passes(8)
    people[0].brings_up_the_list().enter()
    people[1].chooses("ANN").types("HO")
    assert people[1].panel.title == "Guess  2:00"


def test_who_sits_out_passes_until_their_own_turn(table: EveningTable) -> None:
    people = three(table)
    hide(people)
    table.passes(8)
    people[0].brings_up_the_list().enter()
    people[2].chooses("sit-out")
    for person in people[:2]:
        person.chooses("pass")
    people[1].enter()  # Bob's turn
    table.passes(8)
    assert people[2].panel.title.startswith("Wait")
    for person in people[:2]:
        person.chooses("pass")
    table.passes(8)
    assert people[2].panel.title == "Call a word"
    people[2].enter()
    assert people[2].panel.title.startswith("Guess a word")


def test_free_queries_are_typed(table: EveningTable) -> None:
    people = three(table, queries="free")
    hide(people)
    table.passes(8)
    people[0].guesses("CRANE")
    assert "ANN calls CRANE." in table.said
    assert people[1].grid.top_row == "---YY"


def test_order_clues_stand_beside_the_rows(table: EveningTable) -> None:
    people = three(table, queries="free", order_clues="on")
    hide(people)
    table.passes(8)
    people[0].guesses("PEACH")
    assert people[0].panel.says("P [E] A C H 6<")


def test_four_letters_make_an_easier_game(open_table: EveningTable) -> None:
    people = three(open_table, letters="4", queries="free")
    hide(people, ("HOME", "NEWT", "ROSE"))
    open_table.passes(8)
    people[0].guesses("HOLE")
    assert "ANN calls HOLE." in open_table.said
    people[1].chooses("ANN").guesses("HOME")
    assert "BOB tries HOME for ANN: right!" in open_table.said


def test_everybody_agrees_to_a_word_that_is_in_no_dictionary(table: EveningTable) -> None:
    people = three(table, queries="free")
    hide(people)
    table.passes(8)
    people[0].guesses("XYLOX").enter()
    people[1].chooses("yes")
    people[2].chooses("yes")
    people[0].brings_up_the_list().enter()
    assert "ANN calls XYLOX." in table.said


def test_one_no_is_enough(table: EveningTable) -> None:
    people = three(table, queries="free")
    hide(people)
    table.passes(8)
    people[0].guesses("XYLOX").enter()
    people[1].chooses("no")
    assert people[0].panel.says("The answer is no.")
    assert not people[2].panel.says("ANN's XYLOX?")


# ── secrets ──────────────────────────────────────────────────────────────────────────────────────


def test_without_hoods_the_screen_is_handed_from_one_to_the_next() -> None:
    table = EveningTable(without_hoods())
    ann, bob, cy = three(table)
    assert table.private.text[:2] == ("Pass the screen to ANN", "ANN: press ENTER.")
    ann.enter().types("HOU")
    assert table.private.says("HOU__")
    assert not any(person.panel.says("HOU") for person in (ann, bob, cy))
    ann.types("SE").enter()
    assert table.private.title == "Pass the screen to BOB"
    assert not table.private.says("HOUSE")


def test_nobody_else_types_on_the_screen() -> None:
    table = EveningTable(without_hoods())
    ann, bob, _ = three(table)
    ann.enter().types("HOU")
    bob.presses("X", "ENTER", "DELETE")
    assert table.private.says("HOU__")


def test_one_looks_at_ones_own_word_by_holding_a_key(table: EveningTable) -> None:
    people = three(table)
    hide(people)
    table.passes(8)
    people[1].holds("SPACE", 2)
    assert people[1].panel.says("NEWTS")
    table.passes(2.1)
    assert not people[1].panel.says("NEWTS")


def test_on_a_pad_boards_are_turned_while_a_list_is_open() -> None:
    table = EveningTable(with_numeric_pads())
    people = three(table)
    hide(people)
    table.passes(8)
    people[0].enter()
    bob = people[1]
    table.passes(2)
    before = bob.panel.text
    bob.presses(PAGE_DOWN)
    assert bob.panel.text[1] != before[1], "another board"
    assert bob.panel.chosen == "ANN"


def test_on_a_pad_the_key_to_hold_is_nought() -> None:
    table = EveningTable(with_numeric_pads())
    people = three(table)
    hide(people)
    table.passes(8)
    people[1].holds("0", 2)
    assert people[1].panel.says("NEWTS")


# ── marking by hand ──────────────────────────────────────────────────────────────────────────────


def test_rows_are_marked_by_hand(open_table: EveningTable) -> None:
    people = three(open_table, queries="free", marking="hand", rounds="1")
    hide(people)
    open_table.passes(8)
    people[0].guesses("CRANE")
    for person, marks in zip(people, ("----G", "---YY", "-YY--"), strict=True):
        person.takes_the_screen().marks(marks)
    open_table.passes(8)
    people[1].chooses("ANN").guesses("HOUSE")
    assert not any("wrongly" in said for said in open_table.said)


def test_a_wrong_mark_is_announced_when_the_word_is_out(table: EveningTable) -> None:
    people = three(table, queries="free", marking="hand")
    hide(people)
    table.passes(8)
    people[0].guesses("CRANE")
    for person, marks in zip(people, ("GGGGG", "---YY", "-YY--"), strict=True):
        person.marks(marks)
    people[1].chooses("ANN").guesses("HOUSE")
    assert "ANN marked a row wrongly: no points this round." in table.said


# ── two players ──────────────────────────────────────────────────────────────────────────────────


def test_two_players_race_to_more_than_twenty(table: EveningTable) -> None:
    ann, bob = table.join("Ann", "Bob")
    ann.starts("wqrdles")
    for number in range(4):
        ann.hides("HOUSE")
        bob.hides("NEWTS")
        table.passes(8)
        starter, other = (ann, bob) if number % 2 == 0 else (bob, ann)
        for player in (starter, other):
            player.guesses("CRANE")
            table.passes(8)
            if player is ann:
                ann.chooses("BOB").guesses("NEWTS")
            else:
                bob.chooses("pass")
            table.passes(8)
        for _ in range(5):
            bob.guesses("CRANE")
            table.passes(8)
            bob.chooses("pass")
            table.passes(8)
        ann.enter()
    assert table.said[-1] == "ANN won!"


def test_a_pause_while_words_are_hidden_takes_none_out_of_its_owner_s_hands() -> None:
    table = EveningTable(without_hoods())
    ann, bob, _ = three(table)
    ann.takes_the_screen().types("HOU")
    table.button("pause")
    assert bob.panel.says("Hide a word on the private screen.") or bob.panel.says("has the screen")
    assert not bob.panel.says("Your word is hidden.")
    table.button("pause")
    ann.types("SE").enter()
    assert ann.panel.says("Your word is hidden.")


def test_two_who_sit_out_are_told_nothing_for_it(table: EveningTable) -> None:
    ann, bob, cy, dan = people = table.join("Ann", "Bob", "Cy", "Dan")
    ann.starts("wqrdles")
    hide(people, (*WORDS, "SOLVE"))
    table.passes(8)
    ann.enter()
    table.passes(8)
    cy.chooses("sit-out")
    dan.chooses("sit-out")
    for person in (ann, bob):
        person.chooses("pass")
    table.passes(8)
    bob.enter()
    table.passes(1)
    assert not cy.panel.says("You have had your attempt")
    assert not dan.panel.says("You have had your attempt")
