"""Wqrdles for two: each asks about the other's word on their own board, until somebody has more than 20 points."""

import pytest

from firmware_host.games.shared.table import RuleError
from tests.support.evening import Evening, proves
from tests.support.games.wqrdles import DULL, TWO, Wqrdles


class ForTwo(Wqrdles):
    def __init__(self, **options: object) -> None:
        super().__init__(TWO, **options)

    def finds(self, who: str) -> None:
        """Who is on turn calls a word and then has the other's."""
        self.does(who, "query", word="PECAN")
        self.does(who, "attempt", word="NEWTS" if who == "Ann" else "HOUSE")

    def both_find_at_once(self) -> None:
        """A round of 6 points each."""
        first, second = ("Ann", "Bob") if self.turn() == "Ann" else ("Bob", "Ann")
        self.finds(first)
        self.finds(second)

    def only_one_finds(self, who: str) -> None:
        """A round of 6 points for one, and none for the other in six rows."""
        other = "Bob" if who == "Ann" else "Ann"
        if self.turn() == other:
            self.plays("BRICK")
        self.finds(who)
        while self.phase() == "query":
            self.plays("BRICK")

    def goes_on(self) -> None:
        self.does("Ann", "next")
        self.hides(**TWO)


@proves("W30", "W13")
def test_two_play_without_cards() -> None:
    table = Evening("wqrdles", *TWO)
    assert "cards" not in table.view()
    for who, word in TWO.items():
        table.does(who, "secret", word=word)
    assert table.refuses("Ann", "swap-card") == "not-now"


@proves("W30")
def test_two_play_as_many_rounds_as_it_takes_whatever_was_chosen() -> None:
    assert ForTwo(rounds=1).view()["rounds"] is None


@proves("W30")
def test_two_play_without_a_window() -> None:
    table = ForTwo(window=10)
    table.calls("SHAPE")
    assert table.view()["deadlines"] == {}


@proves("W30", "W15")
def test_order_clues_are_as_chosen() -> None:
    table = ForTwo(order_clues=True)
    table.calls("PECAN")
    assert table.rows("Ann")[0]["order"] == "<"


@proves("W31")
def test_they_take_turns_and_the_first_of_the_list_begins() -> None:
    table = ForTwo()
    turns = []
    for word in DULL:
        turns.append(table.turn())
        table.plays(word)
    assert turns == ["Ann", "Bob", "Ann", "Bob", "Ann", "Bob"]


@proves("W31")
def test_they_take_turns_at_beginning() -> None:
    table = ForTwo()
    starters = []
    for _ in range(3):
        starters.append(table.turn())
        table.both_find_at_once()
        table.goes_on()
    assert starters == ["Ann", "Bob", "Ann"]


@proves("W31")
def test_the_other_waits_for_their_turn() -> None:
    table = ForTwo()
    assert table.refuses("Bob", "query", word="SHAPE") == "not-yours"


@proves("W32")
def test_a_called_word_goes_on_ones_own_board_marked_against_the_others_word() -> None:
    table = ForTwo()
    assert table.calls("SHAPE") == [
        {"event": "queried", "to": "all", "player": "Ann", "word": "SHAPE", "value": 6},
        {"event": "marked", "to": "all", "player": "Ann", "row": 1, "word": "SHAPE", "marks": "Y---Y", "value": 6},
    ]
    assert (table.marks("Ann"), table.marks("Bob")) == (["Y---Y"], [])


@proves("W32")
def test_each_board_fills_at_its_own_pace() -> None:
    table = ForTwo()
    table.plays("SHAPE", "MOIST", "PECAN")
    assert [[row["value"] for row in table.rows(who)] for who in TWO] == [[6, 5], [6]]


@proves("W32", "W3")
def test_what_is_no_word_is_not_called() -> None:
    assert ForTwo().refuses("Ann", "query", word="ZZZZZ") == "not-a-word"


@proves("W33")
def test_only_the_one_on_turn_may_attempt_or_pass() -> None:
    table = ForTwo()
    table.calls("SHAPE")
    assert table.refuses("Bob", "attempt", word="HOUSE") == "not-yours"
    assert table.refuses("Bob", "pass") == "not-yours"
    assert "attempt" in table.view("Ann")["actions"]


@proves("W33")
def test_the_turn_waits_for_the_attempt_or_the_pass() -> None:
    table = ForTwo()
    table.calls("SHAPE")
    assert (table.phase(), table.view()["attempted"]) == ("attempts", [])
    table.does("Ann", "pass")
    assert (table.phase(), table.turn()) == ("query", "Bob")


@proves("W33", "W19")
def test_a_wrong_attempt_ends_the_turn() -> None:
    table = ForTwo()
    table.calls("SHAPE")
    assert table.does("Ann", "attempt", word="PECAN") == [
        {"event": "attempted", "to": "all", "player": "Ann", "target": "Bob", "word": "PECAN", "right": False},
        {"event": "turn", "to": "all", "player": "Bob"},
    ]
    assert table.scores() == {"Ann": 0, "Bob": 0}


@proves("W33")
def test_the_target_may_be_named_all_the_same_but_not_oneself() -> None:
    table = ForTwo()
    table.calls("SHAPE")
    assert table.refuses("Ann", "attempt", target="Ann", word="HOUSE") == "does-not-fit"
    table.attempts("Ann", "Bob", "NEWTS")
    assert table.view()["revealed"] == {"Bob": "NEWTS"}


@proves("W34")
def test_a_right_attempt_scores_the_row_just_used() -> None:
    table = ForTwo()
    table.plays("SHAPE", "SHAPE", "MOIST")
    table.finds("Bob")
    assert table.scores() == {"Ann": 0, "Bob": 5}
    assert table.view()["boards"]["Bob"]["revealed"] == "HOUSE"


@proves("W34")
def test_the_other_goes_on_alone_until_they_have_it_too() -> None:
    table = ForTwo()
    table.finds("Ann")
    table.plays("SHAPE", "MOIST")
    assert (table.phase(), table.turn()) == ("query", "Bob")
    table.finds("Bob")
    assert table.view()["round_scores"] == {"Ann": 6, "Bob": 4}


@proves("W34", "W33")
def test_while_the_other_goes_on_alone_nobody_has_passed_for_having_nothing_to_find() -> None:
    table = ForTwo()
    table.finds("Ann")
    table.calls("SHAPE")
    assert table.view()["attempted"] == []


@proves("W34")
def test_the_first_of_the_list_goes_on_alone_as_well() -> None:
    table = ForTwo()
    table.plays("SHAPE")
    table.finds("Bob")
    table.plays("MOIST")
    assert table.turn() == "Ann"
    table.finds("Ann")
    assert table.view()["round_scores"] == {"Ann": 4, "Bob": 6}


@proves("W34", "W35")
def test_the_other_goes_on_alone_until_the_sixth_row() -> None:
    table = ForTwo()
    table.finds("Ann")
    table.plays(*DULL[:5])
    assert table.turn() == "Bob"
    table.plays(DULL[5])
    assert table.view()["round_scores"] == {"Ann": 6, "Bob": 0}


@proves("W34")
def test_who_has_used_six_rows_waits_while_the_other_uses_the_last() -> None:
    table = ForTwo()
    table.plays(*DULL[:5], *DULL[:5])
    table.plays("SHAPE")
    table.finds("Bob")
    assert table.view()["round_scores"] == {"Ann": 0, "Bob": 1}


@proves("W35")
def test_words_that_nobody_found_are_shown_and_score_nobody() -> None:
    table = ForTwo()
    table.plays(*DULL, *DULL)
    assert table.phase() == "result"
    assert table.view()["revealed"] == {"Ann": "HOUSE", "Bob": "NEWTS"}
    assert table.view()["round_scores"] == {"Ann": 0, "Bob": 0}


@proves("W35")
def test_the_round_is_over_when_both_have_found_it() -> None:
    table = ForTwo()
    table.both_find_at_once()
    assert [said["event"] for said in table.said] == ["attempted", "revealed", "round-ends"]
    assert table.view()["deadlines"] == {}


@proves("W36")
def test_more_than_twenty_points_at_the_end_of_a_round_win() -> None:
    table = ForTwo()
    for _ in range(3):
        table.only_one_finds("Bob")
        table.goes_on()
    table.only_one_finds("Bob")
    assert table.scores() == {"Ann": 0, "Bob": 24}
    table.does("Ann", "next")
    assert (table.phase(), table.view()["winners"]) == ("over", ["Bob"])


@proves("W36")
def test_twenty_points_are_not_enough() -> None:
    table = ForTwo()
    for row in (6, 6, 6, 2):
        while table.turn() != "Ann" or len(table.rows("Ann")) < 6 - row:
            table.plays("BRICK")
        table.finds("Ann")
        while table.phase() == "query":
            table.plays("BRICK")
        table.does("Ann", "next")
        assert table.phase() == "secrets"
        table.hides(**TWO)
    assert table.scores() == {"Ann": 20, "Bob": 0}


@proves("W36")
def test_the_end_is_looked_at_only_when_a_round_ends() -> None:
    table = ForTwo()
    for _ in range(3):
        table.both_find_at_once()
        table.goes_on()
    table.plays("BRICK")
    table.finds("Ann")
    assert table.scores() == {"Ann": 24, "Bob": 18}
    assert (table.phase(), table.turn()) == ("query", "Bob")


@proves("W36")
def test_two_who_are_level_play_another_round() -> None:
    table = ForTwo()
    for _ in range(3):
        table.both_find_at_once()
        table.goes_on()
    table.both_find_at_once()
    assert table.scores() == {"Ann": 24, "Bob": 24}
    table.goes_on()
    assert (table.phase(), table.view()["round"], table.view()["rounds"]) == ("query", 5, None)
    table.only_one_finds("Ann")
    table.does("Bob", "next")
    assert table.view()["winners"] == ["Ann"]


@proves("W40")
def test_ending_before_anybody_has_more_than_twenty_leaves_no_winner() -> None:
    table = ForTwo()
    table.only_one_finds("Ann")
    table.does("Bob", "end")
    assert table.view()["winners"] == []


@proves("W40")
def test_ending_after_a_round_with_somebody_above_twenty_gives_the_leader_the_win() -> None:
    table = ForTwo()
    for _ in range(3):
        table.only_one_finds("Bob")
        table.goes_on()
    table.only_one_finds("Bob")
    table.does("Ann", "end")
    assert table.view()["winners"] == ["Bob"]


@proves("W39")
def test_a_round_of_two_begun_again_has_the_same_starter_and_clear_boards() -> None:
    table = ForTwo()
    table.both_find_at_once()
    table.goes_on()
    table.finds("Bob")
    table.does("Ann", "redo")
    assert (table.turn(), table.scores(), table.rows("Bob")) == ("Bob", {"Ann": 6, "Bob": 6}, [])


@proves("W46", "W41")
@pytest.mark.parametrize("who", ["Ann", "Bob"])
def test_when_one_of_two_leaves_the_other_wins(who: str) -> None:
    table = ForTwo()
    table.does(who, "leave")
    assert table.view()["winners"] == ["Bob" if who == "Ann" else "Ann"]


@proves("W2", "W32")
def test_two_may_play_with_four_letters() -> None:
    table = Wqrdles({"Ann": "LENS", "Bob": "LAMP"}, letters=4)
    table.calls("NEWS")
    assert table.marks("Ann") == ["----"]


@proves("W1")
def test_one_alone_cannot_play() -> None:
    with pytest.raises(RuleError) as refusal:
        Evening("wqrdles", "Ann")
    assert refusal.value.code == "bad-request"
