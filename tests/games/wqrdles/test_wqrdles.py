"""Wqrdles for three and more: words are hidden, called onto every board, and attempted in the window."""

import pytest

from firmware_host.games.shared.table import RuleError
from tests.support.evening import Evening, proves
from tests.support.games.wqrdles import DULL, THREE, Wqrdles

SIX = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn")
SEVEN = (*SIX, "Gwen")


# ── the table ────────────────────────────────────────────────────────────────────────────────────


@proves("W1")
@pytest.mark.parametrize("count", [2, 3, 6])
def test_two_to_six_sit_down_and_each_hides_a_word(count: int) -> None:
    table = Evening("wqrdles", *SIX[:count])
    assert all("secret" in table.view(who)["actions"] for who in SIX[:count])


@proves("W1")
def test_a_seventh_finds_no_seat() -> None:
    with pytest.raises(RuleError) as refusal:
        Evening("wqrdles", *SEVEN)
    assert refusal.value.code == "bad-request"


@proves("W1")
def test_nobody_plays_in_teams() -> None:
    with pytest.raises(RuleError) as refusal:
        Evening("wqrdles", "Ann", "Bob", teams={"Red": ("Ann",), "Blue": ("Bob",)})
    assert refusal.value.code == "bad-request"


@proves("W2")
@pytest.mark.parametrize("word", ["LAMP", "CARROT", ""])
def test_a_word_of_another_length_than_five_is_refused(word: str) -> None:
    assert Evening("wqrdles", *THREE).refuses("Ann", "secret", word=word) == "wrong-length"


@proves("W2")
def test_the_easier_game_is_played_with_four_letters() -> None:
    table = Wqrdles({"Ann": "LENS", "Bob": "LAMP", "Cleo": "FISH"}, letters=4)
    table.calls("NEWS")
    assert table.marks("Ann") == ["YG-G"]
    table.attempts("Bob", "Ann", "LENS")
    assert table.view()["revealed"] == {"Ann": "LENS"}


@proves("W2")
def test_five_letters_are_one_too_many_for_the_easier_game() -> None:
    table = Wqrdles({"Ann": "LENS", "Bob": "LAMP", "Cleo": "FISH"}, letters=4)
    assert table.refuses("Ann", "query", word="HOUSE") == "wrong-length"
    table.calls("NEWS")
    assert table.refuses("Ann", "attempt", target="Bob", word="HOUSE") == "wrong-length"


@proves("W3")
def test_a_plural_may_be_hidden() -> None:
    table = Evening("wqrdles", *THREE)
    table.does("Bob", "secret", word="NEWTS")
    assert table.view("Bob")["secret"] == "NEWTS"


@proves("W3")
def test_words_may_be_typed_in_small_letters() -> None:
    table = Wqrdles({"Ann": "house", "Bob": "newts", "Cleo": "roast"})
    table.calls("shape")
    table.attempts("Bob", "Ann", "house")
    assert table.view()["revealed"] == {"Ann": "HOUSE"}
    assert table.rows("Cleo")[0]["word"] == "SHAPE"


@proves("W3")
def test_what_is_not_in_the_dictionary_is_neither_hidden_nor_called_nor_attempted() -> None:
    table = Evening("wqrdles", *THREE, queries="free")
    assert table.refuses("Ann", "secret", word="ZZZZZ") == "not-a-word"
    for who, word in THREE.items():
        table.does(who, "secret", word=word)
    assert table.refuses("Ann", "query", word="PARIS") == "not-a-word"
    table.does("Ann", "query", word="SHAPE")
    assert table.refuses("Bob", "attempt", target="Ann", word="ZZZZZ") == "not-a-word"


@proves("W3", "W17")
def test_a_word_that_is_refused_does_not_spend_the_attempt() -> None:
    table = Wqrdles(THREE)
    table.calls("SHAPE")
    table.refuses("Bob", "attempt", target="Ann", word="ZZZZZ")
    table.attempts("Bob", "Ann", "HOUSE")
    assert table.scores()["Bob"] == 6


@proves("W3")
def test_a_word_that_the_table_has_allowed_may_be_hidden_and_one_it_has_barred_may_not() -> None:
    table = Evening("wqrdles", *THREE, queries="free", allow=["ZZZZZ"], bar=["HOUSE"])
    table.does("Ann", "secret", word="ZZZZZ")
    assert table.refuses("Bob", "secret", word="HOUSE") == "not-a-word"


@proves("W5")
def test_the_rows_are_worth_six_points_down_to_one() -> None:
    table = Wqrdles(THREE)
    values = []
    for word in DULL:
        values.append(table.calls(word)[0]["value"])
        table.all_pass()
    assert values == [6, 5, 4, 3, 2, 1]
    assert [row["value"] for row in table.rows("Bob")] == values


@proves("W5")
def test_a_board_shows_which_letters_are_in_and_which_are_out() -> None:
    table = Wqrdles(THREE)
    table.plays("SHAPE", "MOIST")
    assert table.view()["boards"]["Ann"]["letters"] == {"in": "EHOS", "out": "AIMPT"}


# ── hiding ───────────────────────────────────────────────────────────────────────────────────────


@proves("W7")
def test_words_are_hidden_in_any_order_and_everybody_hears_who_has_hidden_one() -> None:
    table = Evening("wqrdles", *THREE)
    said = table.does("Cleo", "secret", word="ROAST")
    assert said == [{"event": "secret-set", "to": "all", "player": "Cleo"}]


@proves("W7")
def test_the_first_turn_waits_for_the_last_word() -> None:
    table = Evening("wqrdles", *THREE)
    table.does("Cleo", "secret", word="ROAST")
    table.does("Ann", "secret", word="HOUSE")
    assert table.refuses("Ann", "query", word="SHAPE") == "not-now"
    said = table.does("Bob", "secret", word="NEWTS")
    assert said[1:] == [{"event": "turn", "to": "all", "player": "Ann"}]
    assert table.view()["phase"] == "query"


@proves("W7")
def test_a_hidden_word_cannot_be_changed() -> None:
    table = Evening("wqrdles", *THREE)
    table.does("Ann", "secret", word="HOUSE")
    assert table.refuses("Ann", "secret", word="SHAPE") == "not-now"
    assert "secret" not in table.view("Ann")["actions"]


# ── turns ────────────────────────────────────────────────────────────────────────────────────────


@proves("W8")
def test_turns_go_round_the_table() -> None:
    table = Wqrdles(THREE)
    turns = []
    for word in DULL[:5]:
        turns.append(table.turn())
        table.plays(word)
    assert turns == ["Ann", "Bob", "Cleo", "Ann", "Bob"]


@proves("W8")
def test_only_the_one_on_turn_calls_a_word() -> None:
    table = Wqrdles(THREE)
    assert table.refuses("Bob", "query", word="SHAPE") == "not-yours"
    assert "query" not in table.view("Bob")["actions"]
    assert "query" in table.view("Ann")["actions"]


# ── rows ─────────────────────────────────────────────────────────────────────────────────────────


@proves("W14")
def test_a_called_word_goes_on_every_board_marked_against_its_own_word() -> None:
    table = Wqrdles(THREE)
    table.calls("SHAPE")
    assert [table.marks(who) for who in THREE] == [["YY--G"], ["Y---Y"], ["Y-G--"]]


@proves("W14")
def test_everybody_hears_the_word_its_value_and_the_marks_of_every_board() -> None:
    table = Wqrdles(THREE)
    table.plays("PECAN")
    assert table.calls("SHAPE") == [
        {"event": "queried", "to": "all", "player": "Bob", "word": "SHAPE", "value": 5},
        {"event": "marked", "to": "all", "player": "Ann", "row": 2, "word": "SHAPE", "marks": "YY--G", "value": 5},
        {"event": "marked", "to": "all", "player": "Bob", "row": 2, "word": "SHAPE", "marks": "Y---Y", "value": 5},
        {"event": "marked", "to": "all", "player": "Cleo", "row": 2, "word": "SHAPE", "marks": "Y-G--", "value": 5},
    ]


@proves("W14")
def test_the_next_word_goes_into_the_next_row() -> None:
    table = Wqrdles(THREE)
    table.plays("SHAPE", "MOIST")
    assert [row["word"] for row in table.rows("Cleo")] == ["SHAPE", "MOIST"]


@proves("W15")
def test_an_order_clue_tells_where_the_hidden_word_stands() -> None:
    table = Wqrdles({"Ann": "HOUSE", "Bob": "SHAPE", "Cleo": "THOSE"}, order_clues=True)
    said = table.calls("SHAPE")
    assert [event["order"] for event in said if event["event"] == "marked"] == ["<", "=", ">"]
    assert [table.rows(who)[0]["order"] for who in THREE] == ["<", "=", ">"]


@proves("W15")
def test_without_order_clues_there_are_none() -> None:
    table = Wqrdles(THREE)
    table.calls("SHAPE")
    assert table.rows("Ann") == [{"word": "SHAPE", "marks": "YY--G", "value": 6}]


# ── the window ───────────────────────────────────────────────────────────────────────────────────


@proves("W16")
def test_the_window_is_open_for_two_minutes() -> None:
    table = Wqrdles(THREE)
    table.waits(7)
    table.calls("SHAPE")
    assert table.view()["deadlines"] == {"table": 127}
    assert table.waits(119.5) == []
    assert table.phase() == "attempts"


@proves("W16")
def test_when_time_is_up_it_is_the_next_players_turn() -> None:
    table = Wqrdles(THREE)
    table.calls("SHAPE")
    assert table.waits(120) == [
        {"event": "window-closed", "to": "all"},
        {"event": "turn", "to": "all", "player": "Bob"},
    ]
    assert (table.phase(), table.turn(), table.view()["deadlines"]) == ("query", "Bob", {})


@proves("W16")
def test_an_attempt_after_the_window_comes_too_late() -> None:
    table = Wqrdles(THREE)
    table.calls("SHAPE")
    table.waits(120)
    assert table.refuses("Bob", "attempt", target="Ann", word="HOUSE") == "not-now"


@proves("W16")
@pytest.mark.parametrize("seconds", [10, 600])
def test_the_window_is_as_long_as_the_table_chooses(seconds: int) -> None:
    table = Wqrdles(THREE, window=seconds)
    table.calls("SHAPE")
    assert table.view()["deadlines"] == {"table": seconds}


@proves("W16")
@pytest.mark.parametrize("seconds", [9, 601, True, "long"])
def test_a_window_too_short_or_too_long_is_no_choice(seconds: object) -> None:
    with pytest.raises(RuleError) as refusal:
        Evening("wqrdles", *THREE, window=seconds)
    assert refusal.value.code == "bad-option"


@proves("W16")
def test_without_a_limit_the_window_stays_open() -> None:
    table = Wqrdles(THREE, window=None)
    table.calls("SHAPE")
    assert table.view()["deadlines"] == {}
    table.waits(100_000)
    assert table.phase() == "attempts"


@proves("W16")
def test_the_window_closes_early_when_all_have_attempted_or_passed() -> None:
    table = Wqrdles(THREE)
    table.calls("SHAPE")
    assert table.does("Cleo", "pass") == [{"event": "passed", "to": "all", "player": "Cleo"}]
    table.attempts("Ann", "Bob", "SHAPE")
    assert table.phase() == "attempts"
    said = table.does("Bob", "pass")
    assert said[-1] == {"event": "turn", "to": "all", "player": "Bob"}
    assert (table.phase(), table.view()["deadlines"]) == ("query", {})


@proves("W16")
def test_no_word_can_be_called_while_the_window_is_open() -> None:
    table = Wqrdles(THREE)
    table.calls("SHAPE")
    assert table.refuses("Ann", "query", word="MOIST") == "not-now"


# ── attempts ─────────────────────────────────────────────────────────────────────────────────────


@proves("W17")
@pytest.mark.parametrize("who", ["Ann", "Bob"])
def test_everybody_may_attempt_whoevers_turn_it_is(who: str) -> None:
    table = Wqrdles(THREE)
    table.calls("SHAPE")
    table.attempts(who, "Cleo", "ROAST")
    assert table.view()["revealed"] == {"Cleo": "ROAST"}


@proves("W17")
def test_a_second_attempt_at_the_same_row_is_refused() -> None:
    table = Wqrdles(THREE)
    table.calls("SHAPE")
    table.attempts("Bob", "Ann", "HOUSE")
    assert table.refuses("Bob", "attempt", target="Cleo", word="ROAST") == "spent"
    assert table.refuses("Bob", "pass") == "spent"


@proves("W17")
def test_who_has_passed_may_not_attempt_after_all() -> None:
    table = Wqrdles(THREE)
    table.calls("SHAPE")
    table.does("Bob", "pass")
    assert table.refuses("Bob", "attempt", target="Ann", word="HOUSE") == "spent"


@proves("W17")
def test_the_next_row_brings_everybody_a_new_attempt() -> None:
    table = Wqrdles(THREE)
    table.calls("SHAPE")
    table.attempts("Bob", "Ann", "MOUSE")
    table.all_pass()
    table.calls("MOIST")
    table.attempts("Bob", "Ann", "HOUSE")
    assert table.scores() == {"Ann": 0, "Bob": 5, "Cleo": 0}


@proves("W17")
def test_ones_own_word_cannot_be_attempted() -> None:
    table = Wqrdles(THREE)
    table.calls("SHAPE")
    assert table.refuses("Ann", "attempt", target="Ann", word="HOUSE") == "does-not-fit"


@proves("W17")
def test_an_attempt_says_whose_word_it_means() -> None:
    table = Wqrdles(THREE)
    table.calls("SHAPE")
    assert table.refuses("Ann", "attempt", word="NEWTS") == "bad-request"
    assert table.refuses("Ann", "attempt", target="Zoe", word="NEWTS") == "unknown-player"


@proves("W18")
def test_a_right_attempt_scores_the_newest_row_and_shows_the_word() -> None:
    table = Wqrdles(THREE)
    table.plays("SHAPE")
    table.calls("MOIST")
    assert table.attempts("Cleo", "Bob", "NEWTS") == [
        {"event": "attempted", "to": "all", "player": "Cleo", "target": "Bob", "word": "NEWTS", "right": True},
        {"event": "revealed", "to": "all", "owner": "Bob", "word": "NEWTS"},
    ]
    assert table.scores() == {"Ann": 0, "Bob": 0, "Cleo": 5}
    assert table.view()["boards"]["Bob"]["revealed"] == "NEWTS"


@proves("W18")
def test_points_of_several_attempts_add_up() -> None:
    table = Wqrdles(THREE)
    table.calls("SHAPE")
    table.attempts("Cleo", "Bob", "NEWTS")
    table.all_pass()
    table.calls("MOIST")
    table.attempts("Cleo", "Ann", "HOUSE")
    assert table.scores() == {"Ann": 0, "Bob": 0, "Cleo": 11}


@proves("W19")
def test_everybody_hears_a_wrong_attempt_and_it_is_spent() -> None:
    table = Wqrdles(THREE)
    table.calls("SHAPE")
    assert table.attempts("Cleo", "Ann", "MOUSE") == [
        {"event": "attempted", "to": "all", "player": "Cleo", "target": "Ann", "word": "MOUSE", "right": False}
    ]
    assert table.view()["attempted"] == ["Cleo"]
    assert table.scores() == {"Ann": 0, "Bob": 0, "Cleo": 0}
    assert table.view()["revealed"] == {}


@proves("W20", "W17")
def test_the_quicker_attempt_counts_and_the_slower_is_not_spent() -> None:
    table = Wqrdles(THREE)
    table.calls("SHAPE")
    table.attempts("Bob", "Ann", "HOUSE")
    assert table.refuses("Cleo", "attempt", target="Ann", word="HOUSE") == "does-not-fit"
    table.attempts("Cleo", "Bob", "NEWTS")
    assert table.scores() == {"Ann": 0, "Bob": 6, "Cleo": 6}


@proves("W21")
def test_who_has_only_their_own_word_left_to_attempt_counts_as_having_passed() -> None:
    table = Wqrdles(THREE)
    table.calls("SHAPE")
    table.attempts("Bob", "Ann", "HOUSE")
    table.attempts("Ann", "Bob", "NEWTS")
    assert table.phase() == "query"
    table.calls("MOIST")
    assert table.view()["attempted"] == ["Cleo"]
    assert table.refuses("Cleo", "pass") == "spent"


@proves("W21")
def test_the_window_does_not_wait_for_somebody_with_nothing_to_attempt() -> None:
    table = Wqrdles(THREE)
    table.calls("SHAPE")
    table.attempts("Cleo", "Ann", "HOUSE")
    table.does("Ann", "pass")
    table.does("Bob", "pass")
    table.calls("MOIST")
    table.attempts("Cleo", "Bob", "NEWTS")
    assert table.view()["attempted"] == ["Cleo"]
    table.does("Ann", "pass")
    table.does("Bob", "pass")
    assert table.phase() == "query"


@proves("W22")
def test_somebody_whose_word_is_out_still_calls_and_attempts() -> None:
    table = Wqrdles(THREE)
    table.calls("SHAPE")
    table.attempts("Ann", "Bob", "NEWTS")
    table.all_pass()
    table.does("Bob", "query", word="MOIST")
    table.attempts("Bob", "Ann", "HOUSE")
    assert table.scores() == {"Ann": 6, "Bob": 5, "Cleo": 0}


@proves("W22", "W5")
def test_a_row_is_worth_the_same_whoever_calls_it() -> None:
    table = Wqrdles(THREE)
    table.calls("SHAPE")
    table.attempts("Bob", "Ann", "HOUSE")
    table.all_pass()
    table.plays("MOIST", "PECAN")
    assert table.does("Ann", "query", word="BRICK")[0]["value"] == 3
    table.attempts("Ann", "Cleo", "ROAST")
    assert table.scores()["Ann"] == 3


@proves("W22", "W14")
def test_a_board_whose_word_is_out_gets_no_more_rows() -> None:
    table = Wqrdles(THREE)
    table.calls("SHAPE")
    table.attempts("Ann", "Bob", "NEWTS")
    table.all_pass()
    said = table.calls("MOIST")
    assert [event["player"] for event in said if event["event"] == "marked"] == ["Ann", "Cleo"]
    assert [len(table.rows(who)) for who in THREE] == [2, 1, 2]
