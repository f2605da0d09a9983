"""What is known about a hidden word, and which words that leaves."""

from hypothesis import given
from hypothesis import strategies as st

from firmware_host.bots.clues import Clues, Order, Row, possible
from firmware_host.games.shared.marks import mark, order

FEW_LETTERS = "ABCE"  # so that copies of a letter are the rule and not the exception
words_of_five = st.text(FEW_LETTERS, min_size=5, max_size=5)
marks_of_five = st.text("GY-", min_size=5, max_size=5)
some_words = st.lists(words_of_five, max_size=20)


@given(some_words, st.lists(st.tuples(words_of_five, marks_of_five), max_size=3))
def test_exactly_the_words_whose_marks_agree_are_possible(words: list[str], rows: list[tuple[str, str]]) -> None:
    agree = [word for word in words if all(mark(word, guess) == marks for guess, marks in rows)]
    assert possible(words, Clues.of(*rows)) == agree


@given(some_words, words_of_five, st.lists(words_of_five, max_size=3))
def test_the_secret_is_always_possible(words: list[str], secret: str, guesses: list[str]) -> None:
    clues = Clues()
    for guess in guesses:
        clues = clues.and_row(guess, mark(secret, guess))
    assert secret in possible([*words, secret], clues)


@given(some_words, words_of_five, words_of_five)
def test_an_order_clue_keeps_the_words_on_its_side_of_the_query(words: list[str], secret: str, query: str) -> None:
    seen: Order = "<" if secret < query else ">" if secret > query else "="
    agree = [word for word in words if mark(word, query) == mark(secret, query) and order(word, query) == seen]
    assert possible(words, Clues((Row(query, mark(secret, query), seen),))) == agree


def test_a_letter_shown_in_its_place_stays_there() -> None:
    clues = Clues(at=frozenset({(1, "H")}))
    assert possible(["HOUSE", "SHAPE", "HEART"], clues) == ["HOUSE", "HEART"]


def test_a_letter_shown_in_the_wrong_place_is_somewhere_else() -> None:
    clues = Clues(not_at=frozenset({(1, "H")}))
    assert possible(["HOUSE", "SHAPE", "TABLE"], clues) == ["SHAPE"]


def test_wrong_letters_are_nowhere() -> None:
    clues = Clues(out=frozenset("TUX"))
    assert possible(["HOUSE", "SHAPE", "TABLE"], clues) == ["SHAPE"]


def test_a_lifeline_and_a_row_count_together() -> None:
    clues = Clues(at=frozenset({(5, "E")}), out=frozenset("V")).and_row("SMILE", "G--YG")
    assert possible(["SOLVE", "SALVE", "STOLE", "SLOPE", "SLATE"], clues) == ["SLOPE", "SLATE"]


def test_marks_that_no_secret_gives_leave_no_word() -> None:
    assert possible(["THOSE", "GEESE", "ELEGY"], Clues.of(("GEESE", "--Y--"))) == []


def test_nothing_known_leaves_every_word() -> None:
    assert possible(["HOUSE", "SHAPE"], Clues()) == ["HOUSE", "SHAPE"]
