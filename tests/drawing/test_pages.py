"""What stands on whose display: a secret, and whatever is typed of one, on the private page and nowhere else."""

import pytest

from firmware_host.games.shared.page import Page
from firmware_host.games.shared.sitting import Comfort
from firmware_host.games.shared.tasks import Desk
from firmware_host.texts.language import english
from tests.support.evening import Evening
from tests.support.gallery import sitting, typing

ANN, BOB, CY = "ANN", "BOB", "CY"


def hiding(game: str) -> Evening:
    return Evening(game, ANN, BOB, CY)


def asked_for_letters() -> Evening:
    """Three words, the Master asked for a letter elsewhere."""
    evening = Evening("three-words", ANN, BOB)
    evening.does(ANN, "secret", word="SOLVE")
    evening.does(BOB, "lifeline", card=2, side="wrong-place", position=1)
    return evening


def marking_by_hand(secret: str = "HOUSE") -> Evening:
    evening = Evening("wqrdles", ANN, BOB, CY, marking="hand", queries="free")
    for who, word in ((ANN, secret), (BOB, "NEWTS"), (CY, "ROAST")):
        evening.does(who, "secret", word=word)
    evening.does(ANN, "query", word="SHAPE")
    return evening


PRIVATELY = {
    "the Host's word": (hiding("party"), "SOL"),
    "a player's word": (hiding("wqrdles"), "SOL"),
    "the Master's word": (hiding("three-words"), "SOL"),
    "the Master's answer": (asked_for_letters(), "V"),
    "marks made by hand": (marking_by_hand(), "YY--G"),
}


@pytest.mark.parametrize("what", PRIVATELY)
def test_what_is_typed_in_private_is_on_the_private_page(what: str) -> None:
    evening, typed = PRIVATELY[what]
    before, after = sitting(evening, ANN), sitting(evening, ANN, typing(evening, ANN, typed))
    assert after.asks_privately
    assert after.private != before.private


@pytest.mark.parametrize("what", PRIVATELY)
def test_what_is_typed_in_private_is_not_on_ones_own_page(what: str) -> None:
    evening, typed = PRIVATELY[what]
    assert sitting(evening, ANN, typing(evening, ANN, typed)).own == sitting(evening, ANN).own


def own_pages(game: str, secret: str) -> dict[str, Page]:
    """Everybody's own page after Ann has hidden this word and nothing was said of it."""
    evening = hiding(game)
    evening.does(ANN, "secret", word=secret)
    return {who: sitting(evening, who).own for who in (ANN, BOB, CY)}


@pytest.mark.parametrize("game", ["party", "wqrdles", "three-words"])
def test_no_own_page_depends_on_a_hidden_word(game: str) -> None:
    assert own_pages(game, "SOLVE") == own_pages(game, "CRANE")


def test_no_own_page_depends_on_the_word_that_is_marked_by_hand() -> None:
    one, other = (sitting(marking_by_hand(secret), ANN).own for secret in ("HOUSE", "CRANE"))
    assert one == other


@pytest.mark.parametrize("game", ["party", "wqrdles", "three-words"])
def test_a_hidden_word_is_on_its_owners_private_page(game: str) -> None:
    evening = hiding(game)
    evening.does(ANN, "secret", word="SOLVE")
    private = sitting(evening, ANN).private
    assert private is not None
    assert "SOLVE" in f"{english(private.title)} {private.big}"


def test_a_word_of_four_letters_is_asked_for_with_four_lines() -> None:
    private = sitting(Evening("wqrdles", ANN, BOB, letters=4), ANN, Desk(), Comfort(letters=4)).private
    assert private is not None
    assert private.slots == 4
