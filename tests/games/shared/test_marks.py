"""Marks, order clues and the letters of a board, as a careful player with tiles would lay them."""

from collections.abc import Iterator
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_host.games.shared.marks import Letters, letters, mark, order


def lay_tiles(secret: str, guess: str) -> str:
    """The rule said letter by letter: a letter gets one tile for each copy that both words hold.

    Tiles go first where the two words agree (green), the rest on the leftmost other copies in the guess (yellow).
    """
    row = ["-"] * len(guess)
    for letter in set(guess) & set(secret):
        tiles = min(secret.count(letter), guess.count(letter))
        places = [place for place, called in enumerate(guess) if called == letter]
        in_place = [place for place in places if secret[place] == letter]
        elsewhere = [place for place in places if secret[place] != letter]
        for place in in_place:
            row[place] = "G"
        for place in elsewhere[: tiles - len(in_place)]:
            row[place] = "Y"
    return "".join(row)


def words_of(alphabet: str, length: int) -> list[str]:
    return ["".join(word) for word in product(alphabet, repeat=length)]


def shapes(length: int, used: str = "") -> Iterator[str]:
    """Every word of that length up to renaming its letters: AAAAA, AAAAB, AAABA … ABCDE."""
    if length == 0:
        yield used
        return
    for letter in "ABCDE"[: len(set(used)) + 1]:
        yield from shapes(length - 1, used + letter)


@pytest.mark.parametrize(
    ("secret", "guess", "marks"),
    [
        ("SOLVE", "SMILE", "G--YG"),
        ("HOUSE", "SHAPE", "YY--G"),
        ("NEWTS", "PECAN", "-G--Y"),
        ("ROAST", "PEALS", "--G-Y"),
        ("ABBEY", "KEBAB", "-YGYY"),
        ("STEAL", "TEASE", "YYYY-"),
        ("SPEED", "ERASE", "Y--YY"),
        ("ALLOW", "LLAMA", "YGY--"),
        ("THOSE", "GEESE", "---GG"),
        ("MANIA", "INDIA", "-Y-GG"),
        ("DREAD", "ADDED", "YY-YG"),
        ("BANAL", "ANNAL", "Y-GGG"),
        ("CRANE", "CRANE", "GGGGG"),
        ("CRANE", "MOIST", "-----"),
        ("LENS", "NEWS", "YG-G"),
        ("BOOK", "KOOK", "-GGG"),
        ("BANANA", "CABANA", "-GYGGG"),
    ],
)
def test_a_guess_is_marked_as_the_rulebook_marks_it(secret: str, guess: str, marks: str) -> None:
    assert mark(secret, guess) == marks
    assert lay_tiles(secret, guess) == marks


# The letters that marks are written with are among them: they must be letters like any other.
@pytest.mark.parametrize(("alphabet", "length"), [("GY", 6), ("GY", 5), ("GREY", 4), ("GREYS", 3), ("GREYISH", 2)])
def test_every_guess_at_every_secret_of_a_small_alphabet_gets_its_tiles(alphabet: str, length: int) -> None:
    words = words_of(alphabet, length)
    wrong = [(secret, guess) for secret in words for guess in words if mark(secret, guess) != lay_tiles(secret, guess)]
    assert wrong == []


def test_every_shape_of_a_five_letter_secret_gives_every_guess_its_tiles() -> None:
    wrong = [
        (secret, guess)
        for secret in shapes(5)
        for guess in words_of("".join(sorted(set(secret))) + "Z", 5)
        if mark(secret, guess) != lay_tiles(secret, guess)
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("secret", "guess"), [("CRANE", "BOOK"), ("BOOK", "CRANE"), ("CRANE", ""), ("BOOK", "LAMPREY")]
)
def test_a_guess_of_another_length_is_refused_without_showing_either_word(secret: str, guess: str) -> None:
    with pytest.raises(ValueError, match="as many letters as the secret") as refusal:
        mark(secret, guess)
    sentence = str(refusal.value)
    assert secret not in sentence
    assert not guess or guess not in sentence


@pytest.mark.parametrize(
    ("secret", "query", "clue"),
    [
        ("HOUSE", "SHAPE", "<"),
        ("NEWTS", "PECAN", "<"),
        ("SHAPE", "HOUSE", ">"),
        ("ROAST", "ROBOT", "<"),
        ("ROAST", "ROAST", "="),
    ],
)
def test_the_order_clue_tells_where_the_secret_stands(secret: str, query: str, clue: str) -> None:
    assert order(secret, query) == clue


def board(secret: str, *guesses: str) -> list[tuple[str, str]]:
    return [(guess, mark(secret, guess)) for guess in guesses]


def test_an_empty_board_leaves_every_letter_open() -> None:
    assert letters([]) == Letters(known_in="", known_out="")


def test_a_guess_rules_letters_in_and_out() -> None:
    assert letters(board("SOLVE", "SMILE")) == Letters(known_in="ELS", known_out="IM")


def test_a_letter_green_once_and_without_a_tile_once_is_in() -> None:
    assert board("THOSE", "GEESE") == [("GEESE", "---GG")]
    assert letters(board("THOSE", "GEESE")) == Letters(known_in="ES", known_out="G")


def test_a_letter_found_in_one_row_and_without_a_tile_in_another_is_in() -> None:
    rows = [("EERIE", "----G"), ("GEESE", "---GG"), ("LEVEL", "-----")]
    assert letters(rows) == Letters(known_in="ES", known_out="GILRV")


def test_a_board_lists_its_letters_in_the_order_of_the_alphabet() -> None:
    known = letters(board("WALTZ", "ZONAL", "WHELK"))
    assert known == Letters(known_in="ALWZ", known_out="EHKNO")


@given(st.lists(st.text("ABCDE", min_size=5, max_size=5), max_size=6), st.text("ABCDE", min_size=5, max_size=5))
def test_what_a_board_says_of_a_letter_is_true_of_the_secret(guesses: list[str], secret: str) -> None:
    known = letters(board(secret, *guesses))
    assert set(known.known_in) <= set(secret)
    assert set(known.known_out).isdisjoint(secret)
    assert set(known.known_in) | set(known.known_out) == set("".join(guesses))
