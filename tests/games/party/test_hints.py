"""Hints that contain the secret in disguise, and hints that do not."""

from random import Random

import pytest

from firmware_host.games.party.hints import LOOK_ALIKES, gives_away
from firmware_host.games.party.rules import HINT_LENGTH
from tests.support.evening import english, proves
from tests.support.games.party import ann_hides
from tests.support.wire import guessing

SENTENCES = (
    "You do it every day.",
    "4 legs and 2 ears!",
    "Not before 10:30",
    "It costs $5 (or 3€)",
    "Rhymes with nothing",
    "My sister has two of them",
    "In the kitchen, left of the stove",
    "Think of a ship. A big one!",
    "Bob said it 5 minutes ago",
    "Colour of the sky?",
    "Äh … like a garçon's hat",
    "Το είπε ο Μπομπ",
    "Это любит Боб",
)


@proves("P15")
@pytest.mark.parametrize(
    "text",
    [
        *("5alv3", "S 4 L V E", "$@£v€", "s/a|v3"),  # digits and signs
        *("sа1ve", "ЅΑLVЕ", "ѕаlvе", "sаłνё", "§ΛLVΣ", "SΛLVЗ"),  # letters of other alphabets
        *("ｓａｌｖｅ", "ꜱᴀʟᴠᴇ", "🅢🅐🅛🅥🅔", "🇸🇦🇱🇻🇪", "Ⓢⓐⓛⓥⓔ"),  # wide, small, in circles, on flags
    ],
)
def test_a_hint_that_contains_the_secret_in_disguise_is_refused(text: str) -> None:
    assert ann_hides("SALVE").refuses("Ann", "hint", text=text) == "does-not-fit"


@pytest.mark.parametrize("text", ["5olv3 it", "SОLVЕ", "s.o.l.v.e"])
def test_a_hint_in_disguise_is_refused_over_the_line_too(text: str) -> None:
    wire = guessing("party")
    reply = wire.tries(do="act", player="Ann", action="hint", text=text)
    assert (reply["ok"], reply["error"]["code"]) == (False, "does-not-fit")
    assert wire.asks("view", **{"for": "Bob"})["view"]["hint"] is None


@proves("P15")
def test_every_letter_is_recognised_in_each_of_its_disguises() -> None:
    secret = "ZZZZZ"
    for letter, signs in LOOK_ALIKES.items():
        word = letter + secret[1:]
        assert [sign for sign in signs if not gives_away(sign + secret[1:], word)] == []


@proves("P15")
def test_the_word_backwards_is_a_fair_hint() -> None:
    ann_hides("LIVED").does("Ann", "hint", text="The DEVIL, backwards")


@proves("P15")
@pytest.mark.parametrize("every", [pytest.param(8, id="quickly"), pytest.param(1, id="all", marks=pytest.mark.proof)])
def test_common_sentences_give_no_common_word_away(every: int) -> None:
    words = english().common(5)[::every]
    refused = {(word, text) for word in words for text in SENTENCES if gives_away(text, word)}
    assert {(word, text) for word, text in refused if word not in "".join(filter(str.isalpha, text.upper()))} == set()


@proves("P15")
def test_a_hint_of_other_words_is_hardly_ever_refused() -> None:
    rng, common = Random(15), english().common(5)
    refused = 0
    for _ in range(500):
        secret, *others = rng.sample(common, 7)
        refused += gives_away(" ".join(others)[:HINT_LENGTH], secret)
    assert refused <= 1
