"""Hard mode: a guess uses what the board has shown."""

import pytest

from firmware_host.games.shared.table import RuleError
from tests.support.evening import proves
from tests.support.games.party import ann_hides, rows


@proves("P34")
def test_without_the_variation_a_guess_may_ignore_the_marks() -> None:
    evening = ann_hides("SOLVE")
    evening.does("Bob", "guess", word="SMILE")
    evening.does("Bob", "guess", word="CRUMB")
    assert rows(evening, "Bob") == ["G--YG", "-----"]


@proves("P34")
@pytest.mark.parametrize(
    ("word", "missing"),
    [("LEAVE", "S must stay in place 1."), ("SOLID", "E must stay in place 5."), ("STAGE", "Use the L.")],
)
def test_a_hard_guess_keeps_greens_in_place_and_uses_yellows(word: str, missing: str) -> None:
    evening = ann_hides("SOLVE", hard=True)
    evening.does("Bob", "guess", word="SMILE")
    with pytest.raises(RuleError) as refusal:
        evening.does("Bob", "guess", word=word)
    assert (refusal.value.code, str(refusal.value)) == ("does-not-fit", missing)


@proves("P34")
def test_a_refused_hard_guess_costs_nothing() -> None:
    evening = ann_hides("SOLVE", hard=True)
    evening.does("Bob", "guess", word="SMILE")
    evening.refuses("Bob", "guess", word="CRUMB")
    evening.does("Bob", "guess", word="SOLVE")
    assert rows(evening, "Bob") == ["G--YG", "GGGGG"]


@proves("P34")
def test_a_letter_that_was_shown_twice_is_used_twice() -> None:
    evening = ann_hides("SHEEP", hard=True)
    evening.does("Bob", "guess", word="ELDER")
    with pytest.raises(RuleError) as refusal:
        evening.does("Bob", "guess", word="WOMEN")
    assert str(refusal.value) == "Use the E 2 times."


@proves("P34")
def test_a_yellow_may_be_tried_in_the_same_place_again() -> None:
    evening = ann_hides("SOLVE", hard=True)
    evening.does("Bob", "guess", word="CLOTH")
    evening.does("Bob", "guess", word="BLOOM")
    assert len(rows(evening, "Bob")) == 2


@proves("P34")
def test_only_what_ones_own_board_has_shown_counts() -> None:
    evening = ann_hides("SOLVE", hard=True)
    evening.does("Cy", "guess", word="SMILE")
    evening.does("Bob", "guess", word="CRUMB")
    assert rows(evening, "Bob") == ["-----"]


@proves("P34")
def test_a_crossed_row_shows_nothing() -> None:
    evening = ann_hides("SOLVE", hard=True, timer=60)
    evening.waits(60)
    evening.does("Bob", "guess", word="CRUMB")
    assert rows(evening, "Bob") == ["x", "-----"]


@proves("P34")
def test_after_a_correction_the_new_marks_count() -> None:
    evening = ann_hides("SOLVE", hard=True)
    evening.does("Bob", "guess", word="SMILE")
    evening.does("Ann", "correct", word="CRANE")
    evening.does("Bob", "guess", word="CRATE")
    assert rows(evening, "Bob") == ["----G", "GGG-G"]


@proves("P34")
def test_a_guess_that_was_challenged_and_removed_no_longer_counts() -> None:
    evening = ann_hides("SOLVE", hard=True, check="challenge")
    evening.does("Bob", "guess", word="SXXXX")
    assert evening.refuses("Bob", "guess", word="CRUMB") == "does-not-fit"
    evening.does("Ann", "challenge", target="Bob")
    evening.does("Bob", "guess", word="CRUMB")
    assert rows(evening, "Bob") == ["-----"]
