"""Query cards at the table: dealt, swapped, called from, and done without."""

import json
from string import ascii_uppercase
from typing import Any

import pytest

from firmware_host.games.shared.cards import PRINTED, Card, Side
from firmware_host.games.shared.table import RuleError
from firmware_host.games.wqrdles.rules import Wqrdles as State
from tests.support.evening import Evening, english, proves
from tests.support.games.wqrdles import THREE, Wqrdles

FOUR_LETTERS = {"Ann": "LENS", "Bob": "LAMP", "Cleo": "FISH"}


def with_cards(**options: Any) -> Wqrdles:
    return Wqrdles(THREE, queries="cards", **options)


def all_cards(table: Evening) -> list[Card]:
    """Every card of the game: those in front of the players and the pile, from its top."""
    game = table.session.game
    assert isinstance(game, State)
    assert game.deck is not None
    return [*game.cards.values(), *game.deck.pile]


def all_sides(table: Evening) -> list[Side]:
    return [side for card in all_cards(table) for side in card]


def pile(table: Evening) -> list[list[str]]:
    """The fronts, from the top of the pile."""
    return [list(card.front) for card in all_cards(table)[len(table.view()["cards"]) :]]


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
    word = next(word for word in theirs if word not in (*mine, *table.view()["backs"]["Ann"]))
    assert table.refuses("Ann", "query", word=word) == "not-on-card"


@proves("W11")
def test_after_a_swap_the_old_card_is_no_longer_called_from() -> None:
    table = with_cards()
    old = table.view()["cards"]["Ann"]
    table.does("Ann", "swap-card")
    now = table.view()
    word = next(word for word in old if word not in (*now["cards"]["Ann"], *now["backs"]["Ann"]))
    assert table.refuses("Ann", "query", word=word) == "not-on-card"


@proves("W11")
def test_a_word_is_called_from_the_back_of_ones_card_too() -> None:
    table = with_cards()
    word = table.view("Bob")["backs"]["Ann"][0]
    table.calls(word)
    assert table.rows("Bob")[0]["word"] == word


@proves("W10", "W11")
def test_a_swapped_card_is_gone_with_both_its_sides() -> None:
    table = with_cards()
    old, top = all_cards(table)[0], all_cards(table)[3]
    table.does("Ann", "swap-card")
    assert table.view()["backs"]["Ann"] == list(top.back)
    word = next(word for word in old.back if word not in top.words)
    assert table.refuses("Ann", "query", word=word) == "not-on-card"


@proves("W12")
def test_the_two_sides_of_a_card_are_different() -> None:
    assert all(set(card.front) != set(card.back) for card in all_cards(Evening("wqrdles", *THREE)))


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
def test_every_side_of_a_card_has_twelve_words_and_all_letters(letters: int) -> None:
    table = Evening("wqrdles", *THREE, letters=letters)
    assert len(set(all_cards(table))) == 12
    for side in all_sides(table):
        assert {len(word) for word in side} == {letters}
        assert len(set(side)) == 12
        assert set("".join(side)) == set(ascii_uppercase)


@proves("W12")
def test_the_printed_cards_are_in_the_pile_and_the_others_are_of_common_words() -> None:
    sides = all_sides(Evening("wqrdles", *THREE))
    assert set(PRINTED) <= set(sides)
    common = set(english().common(5, plurals=True))
    assert all(set(side) <= common for side in sides if side not in PRINTED)


@proves("W12", "W3")
def test_the_cards_that_are_made_have_plurals_too() -> None:
    made = [side for side in all_sides(Evening("wqrdles", *THREE)) if side not in PRINTED]
    assert any(english().judge(word).why == "plural" for side in made for word in side)


@proves("W12")
def test_a_printed_card_with_a_word_that_the_table_has_barred_stays_in_the_box() -> None:
    table = Evening("wqrdles", *THREE, bar=["CRAWL"])
    assert set(PRINTED) - set(all_sides(table)) == {PRINTED[0]}
    assert len(all_cards(table)) == 12


@proves("W12")
def test_the_pile_is_shuffled_by_the_games_own_seed() -> None:
    piles = [all_cards(Evening("wqrdles", *THREE, seed=seed)) for seed in (1, 1, 2)]
    assert piles[0] == piles[1]
    assert piles[0] != piles[2]


@proves("W12")
def test_the_printed_cards_do_not_always_lie_in_the_same_place() -> None:
    places = {all_sides(Evening("wqrdles", *THREE, seed=seed)).index(PRINTED[0]) for seed in range(8)}
    assert len(places) > 1


@proves("W12")
def test_a_dictionary_that_cannot_make_cards_says_so() -> None:
    words_with_q = [word for word in english().common(5, plurals=True) if "Q" in word]
    with pytest.raises(RuleError, match=r"no word in this list has Q.* Or play with free queries") as refusal:
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


@proves("S27", "W11")
def test_a_game_saved_when_cards_had_one_side_goes_on_with_them() -> None:
    table = with_cards()
    save = json.loads(json.dumps(table.session.save()))
    save["deck"] = [front for front, _ in save["deck"]]
    table.session.load(save)
    table.does("Ann", "resume")
    assert table.view()["cards"]["Ann"] == save["deck"][0]
    assert table.view()["backs"]["Ann"] == []
    table.calls(save["deck"][0][0])
    assert table.phase() == "attempts"
