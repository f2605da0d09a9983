"""Whole evenings of wqrdles, from the lobby to the winner, through keypads only."""

from collections.abc import Sequence

from tests.console.evening_table import EveningTable, Place, with_numeric_pads, without_hoods

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
    people[starter].enter()
    table.passes(8)
    for finder, owner, word in finds:
        people[finder].chooses(people[owner].name.upper()).guesses(word)
        table.passes(8)
    for number, person in enumerate(people):
        if number not in {finder for finder, _, _ in finds} and person.sees("pass"):
            person.chooses("pass")
    table.passes(8)


FOUND = ((0, 1, "NEWTS"), (1, 2, "ROAST"), (2, 0, "HOUSE"))


def test_a_tie_is_played_off_and_there_is_a_winner(any_table: EveningTable) -> None:
    people = three(any_table, rounds="1")
    a_round(any_table, people, 0, FOUND)  # six points each
    people[0].enter()
    assert "Round 2: BOB begins." in any_table.said
    hide(people)
    any_table.passes(8)
    people[1].enter()
    any_table.passes(8)
    people[0].chooses("BOB").guesses("NEWTS")
    people[1].chooses("pass")
    people[2].chooses("pass")
    any_table.passes(8)
    for caller in (2, 0, 1, 2, 0):  # the other words stay hidden to the end
        people[caller].enter()
        any_table.passes(125)
    people[0].enter()
    assert any_table.said[-1] == "ANN won!"


def test_a_word_goes_on_every_board_and_stands_in_plain_sight(table: EveningTable) -> None:
    people = three(table)
    hide(people)
    table.passes(8)
    called = people[0].panel.chosen
    people[0].enter()
    assert f"ANN calls {called}." in table.said
    assert [person.grid.top_row for person in people] == ["-Y---", "-G---", "-----"]
    assert called == "GEEKY"


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
    people[0].chooses("swap")
    assert people[0].panel.chosen not in (before, "swap")
    people[0].chooses("swap")
    assert people[0].panel.says("The card can be swapped once a turn")


def test_a_right_attempt_scores_the_row_and_reveals_the_word(any_table: EveningTable) -> None:
    people = three(any_table)
    hide(people)
    any_table.passes(8)
    people[0].enter()
    any_table.passes(8)
    people[1].chooses("ANN").guesses("HOUSE")
    assert any_table.said[-2:] == ["BOB says ANN has HOUSE: right!", "ANN's word was HOUSE."]


def test_a_wrong_attempt_is_spent(table: EveningTable) -> None:
    people = three(table)
    hide(people)
    table.passes(8)
    people[0].enter()
    people[1].chooses("ANN").guesses("MOUSE")
    assert table.said[-1] == "BOB says ANN has MOUSE: no."
    assert people[1].panel.title.startswith("Wait")


def test_the_window_closes_when_its_time_is_up(table: EveningTable) -> None:
    people = three(table, window="60")
    hide(people)
    table.passes(8)
    people[0].enter()
    table.passes(61)
    assert people[1].panel.title == "Your turn"


def test_the_time_left_is_seen_while_an_attempt_is_typed(table: EveningTable) -> None:
    people = three(table)
    hide(people)
    table.passes(8)
    people[0].enter()
    people[1].chooses("ANN").types("HO")
    assert people[1].panel.title == "Try  2:00"


def test_who_sits_out_passes_until_their_own_turn(table: EveningTable) -> None:
    people = three(table)
    hide(people)
    table.passes(8)
    people[0].enter()
    people[2].chooses("sit out")
    for person in people[:2]:
        person.chooses("pass")
    people[1].enter()  # Bob's turn
    table.passes(8)
    assert people[2].panel.title.startswith("Wait")
    for person in people[:2]:
        person.chooses("pass")
    table.passes(8)
    assert people[2].panel.title == "Your turn"
    people[2].enter()
    assert people[2].panel.title.startswith("Try?")


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


def test_four_letters_make_an_easier_game(any_table: EveningTable) -> None:
    people = three(any_table, letters="4", queries="free")
    hide(people, ("HOME", "NEWT", "ROSE"))
    any_table.passes(8)
    people[0].guesses("HOLE")
    assert "ANN calls HOLE." in any_table.said
    people[1].chooses("ANN").guesses("HOME")
    assert "BOB says ANN has HOME: right!" in any_table.said


def test_everybody_agrees_to_a_word_that_is_in_no_dictionary(table: EveningTable) -> None:
    people = three(table, queries="free")
    hide(people)
    table.passes(8)
    people[0].guesses("XYLOX").enter()
    people[1].chooses("Yes")
    people[2].chooses("Yes")
    people[0].enter()
    assert "ANN calls XYLOX." in table.said


def test_one_no_is_enough(table: EveningTable) -> None:
    people = three(table, queries="free")
    hide(people)
    table.passes(8)
    people[0].guesses("XYLOX").enter()
    people[1].chooses("No")
    assert people[0].panel.says("The answer is no.")
    assert not people[2].panel.says("allow XYLOX?")


# ── secrets ──────────────────────────────────────────────────────────────────────────────────────


def test_without_hoods_the_screen_is_handed_from_one_to_the_next() -> None:
    table = EveningTable(without_hoods())
    ann, bob, cy = three(table)
    assert table.private.text[:3] == ("Screen to ANN", "ANN:", "press ENTER.")
    ann.enter().types("HOU")
    assert table.private.says("HOU__")
    assert not any(person.panel.says("HOU") for person in (ann, bob, cy))
    ann.types("SE").enter()
    assert table.private.title == "Screen to BOB"
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


def test_on_a_pad_the_key_to_hold_is_nought() -> None:
    table = EveningTable(with_numeric_pads())
    people = three(table)
    hide(people)
    table.passes(8)
    people[1].holds("0", 2)
    assert people[1].panel.says("NEWTS")


# ── marking by hand ──────────────────────────────────────────────────────────────────────────────


def test_rows_are_marked_by_hand(any_table: EveningTable) -> None:
    people = three(any_table, queries="free", marking="hand", rounds="1")
    hide(people)
    any_table.passes(8)
    people[0].guesses("CRANE")
    for person, marks in zip(people, ("----G", "---YY", "-YY--"), strict=True):
        person.takes_the_screen().marks(marks)
    any_table.passes(8)
    people[1].chooses("ANN").guesses("HOUSE")
    assert not any("wrongly" in said for said in any_table.said)


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


def test_two_players_race_to_more_than_twenty(any_table: EveningTable) -> None:
    ann, bob = any_table.join("Ann", "Bob")
    ann.starts("wqrdles")
    for number in range(4):
        ann.hides("HOUSE")
        bob.hides("NEWTS")
        any_table.passes(8)
        starter, other = (ann, bob) if number % 2 == 0 else (bob, ann)
        for player in (starter, other):
            player.guesses("CRANE")
            any_table.passes(8)
            if player is ann:
                ann.chooses("BOB").guesses("NEWTS")
            else:
                bob.chooses("pass")
            any_table.passes(8)
        for _ in range(5):
            bob.guesses("CRANE")
            any_table.passes(8)
            bob.chooses("pass")
            any_table.passes(8)
        ann.enter()
    assert any_table.said[-1] == "ANN won!"


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
    cy.chooses("sit out")
    dan.chooses("sit out")
    for person in (ann, bob):
        person.chooses("pass")
    table.passes(8)
    bob.enter()
    table.passes(1)
    assert not cy.panel.says("You have had your attempt")
    assert not dan.panel.says("You have had your attempt")
