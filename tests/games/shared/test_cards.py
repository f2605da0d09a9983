"""Query cards and their pile: what a player is dealt, swaps and sees on top."""

from pathlib import Path
from random import Random
from string import ascii_uppercase

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_host.dictionaries import load
from firmware_host.games.shared.cards import PRINTED, Card, CardError, Deck, Side, make_side, make_sides, shuffled

OFFENSIVE = Path(__file__).parents[3] / "tools" / "words" / "offensive.txt"
FIVES = tuple(sorted({word for card in PRINTED for word in card}))
FOUR_LETTER_WORDS = (
    "ABLE BACK BOXY CHEF CLAW COZY DUKE EXIT FIRM FLUX FOLK GAVE GLOW HAZE JADE JOBS JUMP KING LYNX MAZE MYTH NEXT "
    "OVEN PAVE PLUM QUAY QUIT QUIZ RUBY SHOW SIGN TAXI TRIM VERB VOTE WASH WIND YARD ZERO ZINC"
)
FOURS = tuple(FOUR_LETTER_WORDS.split())
CARDS = tuple(map(Card, PRINTED, reversed(PRINTED)))


def holds_the_alphabet(card: Side) -> bool:
    return set("".join(card)) == set(ascii_uppercase)


@pytest.mark.parametrize("card", PRINTED)
def test_a_printed_card_has_twelve_words_and_every_letter(card: Side) -> None:
    assert len(set(card)) == 12
    assert all(len(word) == 5 for word in card)
    assert holds_the_alphabet(card)


@pytest.mark.parametrize("words", [FIVES, FOURS], ids=["five letters", "four letters"])
@given(seed=st.integers())
def test_a_card_has_twelve_different_words_of_the_list_and_every_letter(words: tuple[str, ...], seed: int) -> None:
    card = make_side(words, Random(seed))
    assert len(set(card)) == len(card) == 12
    assert set(card) <= set(words)
    assert holds_the_alphabet(card)


def test_the_same_seed_makes_the_same_card_on_every_machine() -> None:
    fives = "AFTER BLACK BEARD JOWLS AXING HYENA MARCH QUIPS FIXER ZINGS CIVET BREAK"
    fours = "FLUX BACK JADE ABLE ZERO SIGN MYTH QUIZ GLOW PLUM DUKE VOTE"
    assert " ".join(make_side(FIVES, Random(7))) == fives
    assert " ".join(make_side(FOURS, Random(7))) == fours


def test_the_same_seed_lays_the_same_pile_on_every_machine() -> None:
    assert [PRINTED.index(card) for card in shuffled(PRINTED, Random(7))] == [1, 0, 3, 2]


def test_another_seed_makes_another_card() -> None:
    assert len({make_side(FIVES, Random(seed)) for seed in range(20)}) == 20


def test_the_words_of_a_card_stand_in_no_order() -> None:
    first_words = {make_side(FIVES, Random(seed))[0] for seed in range(50)}
    assert len(first_words) > 10


def test_no_two_cards_of_a_deck_hold_the_same_words() -> None:
    cards = make_sides(FIVES, 24, Random(3))
    assert len({frozenset(card) for card in cards}) == 24
    assert all(holds_the_alphabet(card) for card in cards)


def test_a_word_that_was_on_a_card_stands_back_for_a_fresh_one() -> None:
    pairs_of_a_deck = [make_sides(FIVES, 2, Random(seed)) for seed in range(50)]
    strangers = [(make_side(FIVES, rng), make_side(FIVES, rng)) for rng in map(Random, range(50))]
    shared_in_a_deck = sum(len(set(first) & set(second)) for first, second in pairs_of_a_deck)
    shared_by_strangers = sum(len(set(first) & set(second)) for first, second in strangers)
    assert shared_in_a_deck < shared_by_strangers


def test_a_word_listed_twice_is_still_on_a_card_once() -> None:
    card = make_side((*PRINTED[0], *PRINTED[0]), Random(1))
    assert sorted(card) == sorted(PRINTED[0])


def test_twelve_words_that_hold_the_alphabet_make_one_card_and_no_second() -> None:
    assert sorted(make_side(PRINTED[1], Random(1))) == sorted(PRINTED[1])
    with pytest.raises(CardError, match="Only one card could be made"):
        make_sides(PRINTED[1], 2, Random(1))


def test_a_list_that_barely_makes_a_card_is_tried_until_it_does() -> None:
    barely = "CHEF COZY FEEL GAVE JADE JOBS KICK LULL MAMA PAVE QUIT SIGN TAXI WASH WOOS ZERO"
    assert all(holds_the_alphabet(make_side(barely.split(), Random(seed))) for seed in range(20))


def test_a_list_too_short_for_a_card_says_how_many_words_it_has() -> None:
    with pytest.raises(CardError, match="needs 12 different words, and this list has 2"):
        make_side(("CRANE", "CRANE", "SLATE"), Random(1))


def test_a_list_without_a_letter_says_which() -> None:
    without = [word for word in FIVES if "Q" not in word and "X" not in word]
    with pytest.raises(CardError, match="no word in this list has Q or X"):
        make_side(without, Random(1))


def test_a_list_whose_letters_need_more_than_twelve_words_names_the_rare_ones() -> None:
    thirteen = [ascii_uppercase[place : place + 2] * 2 for place in range(0, 26, 2)]
    few = r"No 12 of these 13 words together have every letter A–Z\. Add words with the rarest letters: A, B, C, D\."
    with pytest.raises(CardError, match=few):
        make_side(thirteen, Random(1))


def test_a_list_that_runs_out_of_cards_says_how_many_it_made() -> None:
    thirteen = (*PRINTED[1], "AAAAA")
    with pytest.raises(CardError, match=r"^Only \d+ different cards could be made from these 13 words\. Ask for fewer"):
        make_sides(thirteen, 20, Random(1))


@pytest.mark.parametrize("letters", [5, 4])
def test_hundreds_of_cards_from_the_dictionary_hold_common_words_and_every_letter(letters: int) -> None:
    common = load("en").common(letters, plurals=True)
    cards = make_sides(common, 300, Random(letters))
    assert all(holds_the_alphabet(card) for card in cards)
    assert all(len(set(card)) == 12 for card in cards)
    assert len({frozenset(card) for card in cards}) == 300
    assert {word for card in cards for word in card} <= set(common)


@pytest.mark.parametrize("letters", [5, 4])
def test_nothing_on_the_list_of_offensive_words_is_ever_on_a_card(letters: int) -> None:
    lines = OFFENSIVE.read_text(encoding="utf-8").splitlines()
    offensive = {line.split()[0].upper() for line in lines if line and not line.startswith("#")}
    cards = make_sides(load("en").common(letters, plurals=True), 300, Random(letters))
    assert any(len(word) == letters for word in offensive)
    assert offensive.isdisjoint(word for card in cards for word in card)


def test_every_word_of_the_printed_cards_may_be_called() -> None:
    words = load("en")
    assert [word for word in FIVES if not words.may_guess(word)] == []


def test_everybody_sees_the_top_card_and_it_is_the_one_dealt() -> None:
    deck = Deck(CARDS)
    seen = deck.top
    dealt, deck = deck.deal()
    assert dealt == seen == CARDS[0]
    assert deck.top == CARDS[1]


def test_a_swapped_card_goes_under_the_pile() -> None:
    mine, deck = Deck(CARDS).deal()
    new, deck = deck.swap(mine)
    assert new == CARDS[1]
    assert deck.pile == (CARDS[2], CARDS[3], mine)


def test_dealing_leaves_the_pile_it_was_dealt_from_as_it_was() -> None:
    deck = Deck(CARDS)
    deck.deal()
    deck.under(CARDS[0])
    assert deck.pile == CARDS


def test_an_empty_pile_shows_nothing_and_deals_nothing() -> None:
    deck = Deck(())
    assert deck.top is None
    with pytest.raises(CardError, match=r"^The pile is empty"):
        deck.deal()
    with pytest.raises(CardError, match=r"^The pile is empty"):
        deck.swap(CARDS[0])


def test_a_card_holds_the_words_of_both_its_sides() -> None:
    assert CARDS[0].words == (*PRINTED[0], *PRINTED[3])


@given(seed=st.integers(), moves=st.lists(st.sampled_from(["deal", "swap", "under"]), max_size=30))
def test_an_evening_of_dealing_and_swapping_neither_loses_nor_doubles_a_card(seed: int, moves: list[str]) -> None:
    deck = Deck(shuffled(CARDS, Random(seed)))
    hands: list[Card] = []
    for move in moves:
        if move == "deal" and deck.pile:
            card, deck = deck.deal()
            hands.append(card)
        elif move == "swap" and deck.pile and hands:
            card, deck = deck.swap(hands.pop(0))
            hands.append(card)
        elif move == "under" and hands:
            deck = deck.under(hands.pop(0))
        assert sorted([*deck.pile, *hands]) == sorted(CARDS)


def test_every_card_comes_up_on_top_sooner_or_later() -> None:
    assert {Deck(shuffled(CARDS, Random(seed))).top for seed in range(40)} == set(CARDS)
