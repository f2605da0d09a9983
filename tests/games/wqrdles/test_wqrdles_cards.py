"""Query cards at the table: dealt, swapped, called from, and done without."""

import json
from string import ascii_uppercase
from typing import Any

import pytest

from firmware_host.rules.cards import PRINTED
from firmware_host.rules.table import RuleError
from firmware_host.rules.wqrdles import Wqrdles as State
from tests.evening import Evening, english, proves
from tests.wqrdles_evening import THREE, Wqrdles

FOUR_LETTERS = {"Ann": "LENS", "Bob": "LAMP", "Cleo": "FISH"}


def with_cards(**options: Any) -> Wqrdles:
    return Wqrdles(THREE, queries="cards", **options)


def all_cards(table: Evening) -> list[tuple[str, ...]]:
    """Every card of the game: those in front of the players and the pile, from its top."""
    game = table.session.game
    assert isinstance(game, State)
    assert game.deck is not None
    return [*game.cards.values(), *game.deck.pile]


def pile(table: Evening) -> list[list[str]]:
    return [list(card) for card in all_cards(table)[len(table.view()["cards"]) :]]


@proves("W9")
def test_cards_are_what_is_played_with_unless_the_table_says_otherwise() -> None:
    table = Evening("wqrdles", *THREE)
    assert list(table.view()["cards"]) == ["Ann", "Bob", "Cleo"]


@proves("W9")
def test_everybody_has_a_card_of_their_own_before_any_word_is_hidden() -> None:
    cards = Evening("wqrdles", *THREE).view("Ann")["cards"]
    assert len({tuple(card) for card in cards.values()}) == 3


@proves("W9")
def test_a_new_round_brings_new_cards_from_the_top_and_the_old_ones_go_under() -> None:
    table = with_cards()
    old, waiting = list(table.view()["cards"].values()), pile(table)
    for who, target in {"Ann": "Bob", "Bob": "Cleo", "Cleo": "Ann"}.items():
        if table.phase() == "query":
            table.calls(table.view()["cards"]["Ann"][0])
        table.attempts(who, target, THREE[target])
    table.does("Ann", "next")
    assert list(table.view()["cards"].values()) == waiting[:3]
    assert pile(table) == [*waiting[3:], *old]


@proves("W9")
def test_everybody_sees_the_top_of_the_pile() -> None:
    table = with_cards()
    assert table.view()["top_card"] == pile(table)[0]


@proves("W10")
def test_a_swap_takes_the_top_card_and_puts_the_old_one_under_the_pile() -> None:
    table = with_cards()
    old, waiting = table.view()["cards"], pile(table)
    assert table.does("Ann", "swap-card") == [{"event": "swapped", "to": "all", "player": "Ann"}]
    assert table.view()["cards"] == {**old, "Ann": waiting[0]}
    assert pile(table) == [*waiting[1:], old["Ann"]]


@proves("W10")
def test_a_card_is_swapped_once_a_turn() -> None:
    table = with_cards()
    table.does("Ann", "swap-card")
    assert table.refuses("Ann", "swap-card") == "spent"


@proves("W10")
def test_the_next_player_may_swap_again() -> None:
    table = with_cards()
    table.does("Ann", "swap-card")
    table.plays(table.view()["cards"]["Ann"][0])
    table.does("Bob", "swap-card")
    assert table.view()["turn"] == "Bob"


@proves("W10", "W39")
def test_a_round_begun_again_brings_the_swap_back() -> None:
    table = with_cards()
    table.does("Ann", "swap-card")
    table.does("Ann", "redo")
    table.hides(**THREE)
    assert table.does("Ann", "swap-card") != []


@proves("W10")
def test_only_the_one_on_turn_swaps() -> None:
    table = with_cards()
    assert table.refuses("Bob", "swap-card") == "not-yours"
    assert "swap-card" not in table.view("Bob")["actions"]


@proves("W10")
def test_after_the_word_is_called_it_is_too_late_to_swap() -> None:
    table = with_cards()
    table.calls(table.view()["cards"]["Ann"][0])
    assert table.refuses("Ann", "swap-card") == "not-now"


@proves("W11")
def test_any_word_of_ones_card_may_be_called() -> None:
    table = with_cards()
    word = table.view()["cards"]["Ann"][11]
    table.calls(word)
    assert table.rows("Bob")[0]["word"] == word


@proves("W11")
def test_a_word_of_another_card_may_not_be_called() -> None:
    table = with_cards()
    mine, theirs = table.view()["cards"]["Ann"], table.view()["cards"]["Bob"]
    word = next(word for word in theirs if word not in mine)
    assert table.refuses("Ann", "query", word=word) == "not-on-card"


@proves("W11")
def test_after_a_swap_the_old_card_is_no_longer_called_from() -> None:
    table = with_cards()
    old = table.view()["cards"]["Ann"]
    table.does("Ann", "swap-card")
    word = next(word for word in old if word not in table.view()["cards"]["Ann"])
    assert table.refuses("Ann", "query", word=word) == "not-on-card"


@proves("W11", "W3")
def test_what_is_no_word_is_refused_as_no_word_before_the_card_is_looked_at() -> None:
    assert with_cards().refuses("Ann", "query", word="ZZZZZ") == "not-a-word"


@proves("W3")
def test_an_attempt_need_not_be_on_any_card() -> None:
    table = with_cards()
    table.calls(table.view()["cards"]["Ann"][0])
    table.attempts("Ann", "Bob", "NEWTS")
    assert table.scores()["Ann"] == 6


@proves("W12")
@pytest.mark.parametrize("letters", [5, 4])
def test_every_card_of_the_pile_has_twelve_words_and_all_letters(letters: int) -> None:
    cards = all_cards(Evening("wqrdles", *THREE, letters=letters))
    assert len(set(cards)) == 24
    for card in cards:
        assert {len(word) for word in card} == {letters}
        assert len(set(card)) == 12
        assert set("".join(card)) == set(ascii_uppercase)


@proves("W12")
def test_the_printed_cards_are_in_the_pile_and_the_others_are_of_common_words() -> None:
    cards = all_cards(Evening("wqrdles", *THREE))
    assert set(PRINTED) <= set(cards)
    common = set(english().common(5, plurals=True))
    assert all(set(card) <= common for card in cards if card not in PRINTED)


@proves("W12", "W3")
def test_the_cards_that_are_made_have_plurals_too() -> None:
    made = [card for card in all_cards(Evening("wqrdles", *THREE)) if card not in PRINTED]
    assert any(english().judge(word).why == "plural" for card in made for word in card)


@proves("W12")
def test_a_printed_card_with_a_word_that_the_table_has_barred_stays_in_the_box() -> None:
    cards = all_cards(Evening("wqrdles", *THREE, bar=["CRAWL"]))
    assert set(PRINTED) - set(cards) == {PRINTED[0]}
    assert len(cards) == 24


@proves("W12")
def test_the_pile_is_shuffled_by_the_games_own_seed() -> None:
    piles = [all_cards(Evening("wqrdles", *THREE, seed=seed)) for seed in (1, 1, 2)]
    assert piles[0] == piles[1]
    assert piles[0] != piles[2]


@proves("W12")
def test_the_printed_cards_do_not_always_lie_in_the_same_place() -> None:
    places = {all_cards(Evening("wqrdles", *THREE, seed=seed)).index(PRINTED[0]) for seed in range(8)}
    assert len(places) > 1


@proves("W12")
def test_a_dictionary_that_cannot_make_cards_says_so() -> None:
    words_with_q = [word for word in english().common(5, plurals=True) if "Q" in word]
    with pytest.raises(RuleError, match=r"no word of this list has Q.* Play with queries free") as refusal:
        Evening("wqrdles", *THREE, bar=words_with_q)
    assert refusal.value.code == "bad-option"


@proves("W12", "W13")
def test_a_dictionary_that_cannot_make_cards_is_good_enough_for_free_queries() -> None:
    words_with_q = [word for word in english().common(5, plurals=True) if "Q" in word]
    table = Evening("wqrdles", *THREE, bar=words_with_q, queries="free")
    assert table.view()["phase"] == "secrets"


@proves("W13")
def test_with_free_queries_any_word_may_be_called() -> None:
    table = Wqrdles(THREE, queries="free")
    table.calls("LLAMA")
    assert table.rows("Ann")[0]["word"] == "LLAMA"


@proves("W13")
def test_with_free_queries_there_is_no_card_to_swap() -> None:
    table = Wqrdles(THREE, queries="free")
    assert table.refuses("Ann", "swap-card") == "not-now"
    assert "swap-card" not in table.view("Ann")["actions"]


@proves("W2", "W11")
def test_the_easier_game_has_cards_of_four_letters() -> None:
    table = Wqrdles(FOUR_LETTERS, queries="cards", letters=4)
    table.calls(table.view()["cards"]["Ann"][0])
    assert {len(row["marks"]) for row in table.rows("Bob")} == {4}


@proves("W39")
def test_a_round_begun_again_brings_fresh_cards() -> None:
    table = with_cards()
    old = table.view()["cards"]
    table.does("Ann", "redo")
    assert all(table.view()["cards"][who] not in old.values() for who in THREE)


@proves("W9")
def test_a_saved_game_goes_on_with_the_same_cards() -> None:
    table = with_cards()
    table.does("Ann", "swap-card")
    before = all_cards(table)
    table.session.load(json.loads(json.dumps(table.session.save())))
    assert all_cards(table) == before
