"""What LED grids show: boards by colour, letters full size, and what moves by itself."""

import pytest

from firmware_host.drawing.grids import SOLVED_LASTS, board_frame, idle_frame, letter_frame, solved_frame
from firmware_host.drawing.palettes import GREEN_YELLOW, ORANGE_BLUE, ORANGE_BLUE_GREY, PALETTES
from firmware_host.games.shared.page import BoardPicture, BoardRow
from hardware.ports import DARK, Colour

CELL = (5, 6)
PLAYED = BoardPicture(
    (
        BoardRow("SMILE", "G--YG"),
        BoardRow("     ", "xxxxx"),
        BoardRow("CLO  ", "www.."),
        *(BoardRow("     ", "....."),) * 3,
    ),
    writing=2,
)


def brightness(colour: Colour) -> int:
    return sum(colour)


def test_a_board_reads_as_rows_of_marks() -> None:
    frame = board_frame(PLAYED, GREEN_YELLOW, CELL, 0.0)
    assert frame.text == ("G--YG", "xxxxx", "www..", ".....", ".....", ".....")


def test_marks_have_the_colours_of_the_palette() -> None:
    top = board_frame(PLAYED, ORANGE_BLUE, CELL, 0.0).rows[0]
    faint = ORANGE_BLUE.absent_led
    assert top == (ORANGE_BLUE.in_place, faint, faint, ORANGE_BLUE.elsewhere, ORANGE_BLUE.in_place)


def test_typed_letters_are_white_dots_and_what_is_empty_is_dark() -> None:
    assert board_frame(PLAYED, GREEN_YELLOW, CELL, 0.0).rows[2] == ((255, 255, 255),) * 3 + (DARK,) * 2


@pytest.mark.parametrize("palette", PALETTES.values(), ids=list(PALETTES))
def test_no_two_signs_of_a_board_shine_alike(palette: object) -> None:
    chosen = ORANGE_BLUE if palette is ORANGE_BLUE else GREEN_YELLOW
    rows = board_frame(PLAYED, chosen, CELL, 0.0).rows
    assert len({rows[0][0], rows[0][1], rows[0][3], rows[1][0], rows[2][0], rows[5][0]}) == 6


def test_three_words_has_its_own_colours() -> None:
    picture = BoardPicture((BoardRow("SMILE", "G--YG"),), colours="orange-blue-grey")
    lit = {colour for row in board_frame(picture, GREEN_YELLOW, CELL, 0.0).rows for colour in row}
    assert lit == {DARK, ORANGE_BLUE_GREY.in_place, ORANGE_BLUE_GREY.elsewhere, ORANGE_BLUE_GREY.absent_led}


def test_a_short_board_stands_in_the_middle() -> None:
    picture = BoardPicture((BoardRow("SMILE", "G--YG"), *(BoardRow("     ", "....."),) * 2))
    assert board_frame(picture, GREEN_YELLOW, CELL, 0.0).text[1] == "G--YG"


def test_a_word_of_four_letters_begins_at_the_left() -> None:
    picture = BoardPicture((BoardRow("WIDE", "G-Y-"), *(BoardRow("    ", "...."),) * 5), columns=4)
    assert board_frame(picture, GREEN_YELLOW, CELL, 0.0).text[0] == "G-Y-."


def test_on_a_larger_grid_a_board_stands_in_the_middle() -> None:
    frame = board_frame(PLAYED, GREEN_YELLOW, (8, 8), 0.0)
    assert frame.text[1] == ".G--YG.."
    assert {len(row) for row in frame.rows} == {8}


def test_a_grid_too_low_shows_the_newest_rows() -> None:
    assert board_frame(PLAYED, GREEN_YELLOW, (5, 2), 0.0).text == ("xxxxx", "www..")


# ── time ─────────────────────────────────────────────────────────────────────────────────────────


def test_in_the_last_ten_seconds_a_board_blinks() -> None:
    lit, faint = (board_frame(PLAYED, GREEN_YELLOW, CELL, now, time_left=9.0).rows[0][0] for now in (1.0, 1.5))
    assert brightness(lit) > brightness(faint) > 0


def test_before_the_last_ten_seconds_a_board_stands_still() -> None:
    one, other = (board_frame(PLAYED, GREEN_YELLOW, CELL, now, time_left=11.0) for now in (1.0, 1.5))
    assert one == other


def test_where_elsewhere_pulses_nothing_else_does() -> None:
    bright, faint = (board_frame(PLAYED, GREEN_YELLOW, CELL, now, pulse=True).rows for now in (0.0, 1.0))
    assert brightness(bright[0][3]) > brightness(faint[0][3]) > 0
    assert bright[0][:3] == faint[0][:3]


def test_elsewhere_does_not_pulse_unless_asked() -> None:
    assert len({board_frame(PLAYED, GREEN_YELLOW, CELL, quarter / 4) for quarter in range(8)}) == 1


# ── letters ──────────────────────────────────────────────────────────────────────────────────────


def test_a_letter_fills_the_grid() -> None:
    assert letter_frame("T", CELL).text == ("wwwww", "..w..", "..w..", "..w..", "..w..", "..w..")


def test_on_a_larger_grid_a_letter_is_larger() -> None:
    frame = letter_frame("T", (10, 12))
    assert frame.text[0] == frame.text[1] == "w" * 10


@pytest.mark.parametrize("key", ["é", " ", "", "词"])
def test_what_is_no_letter_is_shown_as_something(key: str) -> None:
    assert any(colour != DARK for row in letter_frame(key, CELL).rows for colour in row)


# ── invitation and celebration ───────────────────────────────────────────────────────────────────


def test_a_light_walks_once_round_the_edge() -> None:
    seen = [idle_frame(CELL, step / 2).text for step in range(18)]
    assert len(set(seen)) == 18
    assert idle_frame(CELL, 9.0) == idle_frame(CELL, 0.0)


@pytest.mark.parametrize("size", [(1, 1), (5, 1), (1, 6), (16, 16)], ids=str)
def test_a_light_walks_on_a_grid_of_any_shape(size: tuple[int, int]) -> None:
    frame = idle_frame(size, 3.0)
    assert (len(frame.rows[0]), len(frame.rows)) == size


def test_a_solved_grid_fills_from_the_bottom() -> None:
    filled = [solved_frame(CELL, moment / 100) for moment in (1, 13, 71)]
    assert [frame.text.count("GGGGG") for frame in filled if frame] == [1, 2, 6]


def test_a_celebration_flashes_and_ends() -> None:
    colours = {frame.rows[0][0] for moment in range(72, 240, 5) if (frame := solved_frame(CELL, moment / 100))}
    assert len(colours) == 2
    assert solved_frame(CELL, SOLVED_LASTS) is None
