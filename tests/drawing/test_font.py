"""The letters of the panels, of tiles and of LED grids: all are there, all are told apart, none is cut off."""

import unicodedata
from itertools import combinations

import pytest

from firmware_host.drawing import font
from firmware_host.drawing.canvas import as_image
from firmware_host.games.shared.page import Page
from firmware_host.texts.text import verbatim
from tests.support.drawn import draw

LATIN = [chr(code) for code in range(0xC0, 0x180)]  # Latin-1 and Latin Extended-A, with × and ÷
PUNCTUATION = "¡¢£¤¥¦§¨©ª«¬®¯°±²³´µ¶·¸¹º»¼½¾¿‘’‚“”„‹›–—…•†€"
ASCII = [chr(code) for code in range(0x21, 0x7F)]
SAME = {frozenset(pair) for pair in ("ÐĐ", "'’", "x×")}  # one shape on paper too


def test_the_font_has_all_of_them() -> None:
    every = "".join([*LATIN, *PUNCTUATION, *ASCII])
    assert "".join(each for each in every if font.plain(each) == each and any(font.glyphs(each).rows)) == every


def test_no_two_characters_look_the_same() -> None:
    drawn = {each: font.glyphs(each) for each in (*ASCII, *LATIN, *PUNCTUATION)}
    same = {frozenset(pair) for pair in combinations(drawn, 2) if drawn[pair[0]] == drawn[pair[1]]}
    assert same <= SAME


def test_an_accented_letter_is_its_letter_and_more() -> None:
    for letter in LATIN:
        base, accent = unicodedata.normalize("NFD", letter)[:1], unicodedata.normalize("NFD", letter)[1:]
        if accent:
            assert font.glyphs(letter) != font.glyphs(base), letter
            assert abs(font.width(letter) - font.width(base)) <= 2, letter


def test_an_accent_typed_on_its_own_joins_its_letter() -> None:
    assert font.plain("e\u0301") == "é"


def test_on_a_full_panel_no_accent_is_cut_off_by_the_line_above() -> None:
    lines = tuple(("gjpqy" * 4, "ÉÅŮÄÑŐĞŽ" * 2)[number % 2] for number in range(8))
    shown = as_image(draw(Page(lines=tuple(map(verbatim, lines))), (128, 64), False, 0.0))
    alone = [as_image(draw(Page(lines=(verbatim(line),)), (128, font.HEIGHT), False, 0.0)) for line in lines]
    for number, line in enumerate(alone):
        top = number * font.HEIGHT
        assert shown.crop((0, top, 128, top + font.HEIGHT)).tobytes() == line.tobytes()


@pytest.mark.parametrize(("written", "shown"), [("Ǽ", "Æ"), ("ﬁ", "fi"), ("a\tb", "a b"), ("ẽ", "e"), ("词", "▢")])
def test_what_the_font_lacks_is_written_in_what_it_has(written: str, shown: str) -> None:
    assert font.plain(written) == shown
    assert font.width(written) == font.width(shown) > 0


def test_digits_are_all_as_wide_so_that_a_clock_does_not_tremble() -> None:
    assert len({font.width(digit) for digit in "0123456789"}) == 1


def test_no_two_letters_of_a_tile_look_alike() -> None:
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
    assert len({font.letter(letter).rows for letter in letters}) == len(letters)


def test_a_tile_has_the_letter_without_its_accent() -> None:
    assert font.letter("é") == font.letter("E")


def test_text_is_broken_between_words() -> None:
    assert font.wrapped("press a key to join", 60) == ("press a key", "to join")


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("Best guess: ANN, CRANE in 2", ("Best guess:", "ANN, CRANE in 2")),
        ("Filled: right letter, right place.", ("Filled: right letter,", "right place.")),
        ("It was SOLVE", ("It was SOLVE",)),
        ("", ()),
    ],
)
def test_no_word_is_left_alone_in_the_last_line(text: str, lines: tuple[str, ...]) -> None:
    assert font.balanced(text, 128) == lines
