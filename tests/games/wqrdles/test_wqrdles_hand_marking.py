"""Marking by hand: everybody marks their own row, and a wrong one costs the round."""

from typing import Any

import pytest

from tests.support.evening import proves
from tests.support.games.wqrdles import THREE, TWO, Wqrdles

# What an honest hand marks: HOUSE, NEWTS and ROAST against SHAPE, then against MOIST.
SHAPE = {"Ann": "YY--G", "Bob": "Y---Y", "Cleo": "Y-G--"}
MOIST = {"Ann": "-G-G-", "Bob": "---YY", "Cleo": "-G-GG"}


class ByHand(Wqrdles):
    def __init__(self, hidden: dict[str, str] | None = None, **options: Any) -> None:
        super().__init__(hidden or THREE, marking="hand", **options)

    def marked(self, word: str, marks: dict[str, str], **slips: str) -> None:
        """This word is called, and marked by everybody who may; `slips` are the hands that err."""
        self.calls(word)
        for who, row in (marks | slips).items():
            if "mark" in self.view(who)["actions"]:
                self.does(who, "mark", marks=row)


# ── marking ──────────────────────────────────────────────────────────────────────────────────────


@proves("W26")
def test_a_called_word_waits_for_its_marks() -> None:
    table = ByHand()
    said = table.calls("SHAPE")
    assert [event["event"] for event in said] == ["queried"]
    assert (table.phase(), table.rows("Ann"), table.view()["deadlines"]) == ("marking", [], {})


@proves("W26")
def test_everybody_sees_the_word_that_is_to_be_marked() -> None:
    table = ByHand()
    assert table.view()["query"] is None
    table.calls("SHAPE")
    assert table.view()["query"] == "SHAPE"


@proves("W26")
def test_everybody_hears_who_has_marked_but_not_what() -> None:
    table = ByHand()
    table.calls("SHAPE")
    said = table.does("Bob", "mark", marks="Y---Y")
    assert said == [{"event": "row-marked", "to": "all", "player": "Bob"}]
    assert table.rows("Bob") == []


@proves("W26", "W16")
def test_the_rows_appear_together_when_all_have_marked_and_the_window_opens() -> None:
    table = ByHand()
    table.calls("SHAPE")
    table.does("Cleo", "mark", marks="Y-G--")
    table.does("Ann", "mark", marks="YY--G")
    table.waits(33)
    said = table.does("Bob", "mark", marks="Y---Y")
    assert [event["player"] for event in said if event["event"] == "marked"] == ["Ann", "Bob", "Cleo"]
    assert [table.marks(who) for who in THREE] == [["YY--G"], ["Y---Y"], ["Y-G--"]]
    assert (table.phase(), table.view()["deadlines"]) == ("attempts", {"table": 153})


@proves("W26")
def test_a_row_is_marked_once() -> None:
    table = ByHand()
    table.calls("SHAPE")
    table.does("Bob", "mark", marks="Y---Y")
    assert table.refuses("Bob", "mark", marks="YY--Y") == "not-now"
    assert "mark" not in table.view("Bob")["actions"]


@proves("W26")
def test_the_next_word_is_marked_anew() -> None:
    table = ByHand()
    table.marked("SHAPE", SHAPE)
    table.all_pass()
    table.marked("MOIST", MOIST)
    assert table.marks("Cleo") == ["Y-G--", "-G-GG"]


@proves("W26")
def test_somebody_whose_word_is_out_has_nothing_to_mark() -> None:
    table = ByHand()
    table.marked("SHAPE", SHAPE)
    table.attempts("Ann", "Bob", "NEWTS")
    table.all_pass()
    table.calls("MOIST")
    assert table.refuses("Bob", "mark", marks="---YY") == "not-yours"
    table.does("Ann", "mark", marks=MOIST["Ann"])
    table.does("Cleo", "mark", marks=MOIST["Cleo"])
    assert table.phase() == "attempts"


@proves("W26")
def test_nobody_attempts_before_the_marks_are_there() -> None:
    table = ByHand()
    table.calls("SHAPE")
    assert table.refuses("Ann", "attempt", target="Bob", word="NEWTS") == "not-now"


@proves("W26")
@pytest.mark.parametrize("marks", ["Y---", "Y---YY", "Y--XY", "", "12345"])
def test_marks_that_are_no_row_of_marks_are_refused(marks: str) -> None:
    table = ByHand()
    table.calls("SHAPE")
    assert table.refuses("Bob", "mark", marks=marks) == "does-not-fit"


@proves("W26", "W2")
def test_four_letters_have_four_marks() -> None:
    table = ByHand({"Ann": "LENS", "Bob": "LAMP", "Cleo": "FISH"}, letters=4)
    table.calls("NEWS")
    assert table.refuses("Ann", "mark", marks="YG-G-") == "does-not-fit"
    table.does("Ann", "mark", marks="yg-g")
    table.does("Bob", "mark", marks="----")
    table.does("Cleo", "mark", marks="--Y-")
    assert table.marks("Ann") == ["YG-G"]


@proves("W26")
def test_the_console_marks_unless_the_table_chooses_otherwise() -> None:
    table = Wqrdles(THREE)
    table.calls("SHAPE")
    assert table.refuses("Bob", "mark", marks="Y---Y") == "not-now"


@proves("W26")
def test_a_wrong_row_lies_there_as_it_was_marked_and_nothing_is_said() -> None:
    table = ByHand()
    table.marked("SHAPE", SHAPE, Bob="-----")
    assert table.heard("penalty") == []
    shown = table.view("Bob")
    assert shown["boards"]["Bob"]["rows"][0]["marks"] == "-----"
    assert shown["boards"]["Bob"]["letters"] == {"in": "", "out": "AEHPS"}
    assert shown["penalised"] == []


@proves("W29")
def test_the_order_clue_is_the_consoles_whatever_is_marked() -> None:
    table = ByHand(order_clues=True)
    table.marked("MOIST", MOIST, Ann="-----")
    assert [table.rows(who)[0]["order"] for who in THREE] == ["<", ">", ">"]


# ── the penalty ──────────────────────────────────────────────────────────────────────────────────


@proves("W28")
def test_a_wrong_row_is_announced_when_the_word_is_shown() -> None:
    table = ByHand()
    table.marked("SHAPE", SHAPE)
    table.all_pass()
    table.marked("MOIST", MOIST, Bob="----Y")
    said = table.attempts("Ann", "Bob", "NEWTS")
    assert said[1:] == [
        {"event": "revealed", "to": "all", "owner": "Bob", "word": "NEWTS"},
        {"event": "penalty", "to": "all", "player": "Bob", "rows": [2]},
    ]
    assert table.view()["penalised"] == ["Bob"]


@proves("W28")
def test_every_wrong_row_is_named() -> None:
    table = ByHand()
    table.marked("SHAPE", SHAPE, Bob="-----")
    table.all_pass()
    table.marked("MOIST", MOIST, Bob="-----")
    table.attempts("Ann", "Bob", "NEWTS")
    assert table.heard("penalty")[0]["rows"] == [1, 2]


@proves("W28")
def test_the_rounds_points_are_taken_back() -> None:
    table = ByHand()
    table.marked("SHAPE", SHAPE, Bob="-----")
    table.attempts("Bob", "Ann", "HOUSE")
    assert table.scores() == {"Ann": 0, "Bob": 6, "Cleo": 0}
    table.attempts("Ann", "Bob", "NEWTS")
    assert table.scores() == {"Ann": 6, "Bob": 0, "Cleo": 0}


@proves("W28")
def test_no_points_of_the_round_come_after_a_penalty() -> None:
    table = ByHand()
    table.marked("SHAPE", SHAPE, Bob="-----")
    table.attempts("Ann", "Bob", "NEWTS")
    assert table.attempts("Bob", "Ann", "HOUSE")[0]["right"] is True
    assert table.scores() == {"Ann": 6, "Bob": 0, "Cleo": 0}
    assert table.view()["revealed"] == {"Bob": "NEWTS", "Ann": "HOUSE"}


@proves("W28")
def test_points_of_earlier_rounds_are_safe() -> None:
    table = ByHand()
    table.marked("SHAPE", SHAPE)
    win_the_round(table)
    table.does("Ann", "next")
    table.hides(**THREE)
    table.marked("SHAPE", SHAPE, Bob="-----")
    win_the_round(table)
    assert table.scores() == {"Ann": 12, "Bob": 6, "Cleo": 12}
    assert table.view()["round_scores"] == {"Ann": 6, "Bob": 0, "Cleo": 6}


@proves("W28")
def test_a_penalty_is_over_with_its_round() -> None:
    table = ByHand()
    table.marked("SHAPE", SHAPE, Bob="-----")
    win_the_round(table)
    table.does("Ann", "next")
    assert table.view()["penalised"] == []
    table.hides(**THREE)
    table.marked("SHAPE", SHAPE)
    win_the_round(table)
    assert table.scores() == {"Ann": 12, "Bob": 6, "Cleo": 12}


@proves("W28", "W24")
def test_a_word_that_nobody_found_is_held_against_its_owner_too() -> None:
    table = ByHand()
    table.marked("SHAPE", SHAPE, Cleo="-----", Ann="-----")
    table.attempts("Cleo", "Bob", "NEWTS")
    table.all_pass()
    for _ in range(5):
        table.marked("MOIST", MOIST)
        table.all_pass()
    assert [(said["player"], said["rows"]) for said in table.heard("penalty")] == [("Ann", [1]), ("Cleo", [1])]
    assert table.view()["round_scores"] == {"Ann": 0, "Bob": 0, "Cleo": 0}
    assert table.view()["penalised"] == ["Ann", "Cleo"]


@proves("W28")
def test_an_honest_hand_pays_nothing() -> None:
    table = ByHand()
    table.marked("SHAPE", SHAPE)
    win_the_round(table)
    assert table.heard("penalty") == []
    assert table.scores() == {"Ann": 6, "Bob": 6, "Cleo": 6}


@proves("W27")
@pytest.mark.parametrize(("marks", "wrong"), [("YY-Y-", True), ("Y--YY", False)])
def test_a_yellow_belongs_on_the_left_copy(marks: str, wrong: bool) -> None:
    table = ByHand({**THREE, "Bob": "SPEED"})
    table.calls("ERASE")
    table.does("Ann", "mark", marks="Y--YG")
    table.does("Bob", "mark", marks=marks)
    table.does("Cleo", "mark", marks="-YGY-")
    table.attempts("Ann", "Bob", "SPEED")
    assert bool(table.heard("penalty")) is wrong


def win_the_round(table: Wqrdles) -> None:
    """Everybody finds the word of the next."""
    for who, target in {"Ann": "Bob", "Bob": "Cleo", "Cleo": "Ann"}.items():
        table.attempts(who, target, THREE[target])


# ── for two ──────────────────────────────────────────────────────────────────────────────────────


@proves("W37")
def test_for_two_the_one_who_is_asked_about_marks_the_row() -> None:
    table = ByHand(TWO)
    table.calls("SHAPE")
    assert table.refuses("Ann", "mark", marks="YY--G") == "not-yours"
    table.does("Bob", "mark", marks="Y---Y")
    assert (table.marks("Ann"), table.marks("Bob"), table.phase()) == (["Y---Y"], [], "attempts")


@proves("W37", "W28")
def test_for_two_the_one_who_marked_wrongly_pays() -> None:
    table = ByHand(TWO)
    table.marked("SHAPE", {"Bob": "-----"})
    table.does("Ann", "pass")
    table.marked("SHAPE", {"Ann": "YY--G"})
    table.does("Bob", "attempt", word="HOUSE")
    assert table.scores() == {"Ann": 0, "Bob": 6}
    table.marked("MOIST", {"Bob": "---YY"})
    said = table.does("Ann", "attempt", word="NEWTS")
    assert said[2] == {"event": "penalty", "to": "all", "player": "Bob", "rows": [1]}
    assert table.scores() == {"Ann": 5, "Bob": 0}


@proves("W37", "W35")
def test_for_two_a_word_that_was_not_found_is_held_against_its_owner_too() -> None:
    table = ByHand(TWO)
    table.marked("SHAPE", {"Bob": "Y---Y"})
    table.does("Ann", "attempt", word="NEWTS")
    for _ in range(6):
        table.marked("SHAPE", {"Ann": "-----"})
        table.does("Bob", "pass")
    assert table.heard("penalty")[0]["rows"] == [1, 2, 3, 4, 5, 6]
    assert table.view()["round_scores"] == {"Ann": 0, "Bob": 0}
