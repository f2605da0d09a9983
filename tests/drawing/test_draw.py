"""What panels show: every screen against its golden picture, nothing cut off, and a clock that ticks by itself.

`pytest tests/drawing/test_draw.py --renew-goldens` draws the pictures anew, on purpose. Look at them before you commit.
"""

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from firmware_host.drawing import font
from firmware_host.drawing.canvas import as_image
from firmware_host.drawing.palettes import GREEN_YELLOW, ORANGE_BLUE, ORANGE_BLUE_GREY, PALETTES
from firmware_host.games.shared.marks import Letters
from firmware_host.games.shared.page import BoardPicture, BoardRow, Entry, Page, Progress, Tally
from firmware_host.texts.text import say, verbatim
from tests.support import gallery
from tests.support.drawn import draw, lay_out

GOLDEN = Path(__file__).parents[1] / "golden" / "screens"
LEFT = 47  # seconds on every golden clock
USUAL = (128, 64)
OTHER_SIZES = {"128x128": ((128, 128), True), "96x64": ((96, 64), True), "128x32": ((128, 32), False)}
# On the other panels the screens that are hardest to fit.
ELSEWHERE = (
    "lobby-captain-party-5", "message-longest", "party-first-row", "party-hinted", "party-host-private", "party-result",
    "party-typed", "three-proposed", "three-typing", "wqrdles-attempt", "wqrdles-attempts", "wqrdles-card-late",
    "wqrdles-result",
)  # fmt: skip


@cache
def pages() -> dict[str, Page]:
    return gallery.pages()


def picture(name: str) -> Image.Image:
    """A golden's page as it is drawn now."""
    folder, _, page = name.rpartition("/")
    size, colour = OTHER_SIZES.get(folder, (USUAL, False))
    shown = pages()[page]
    return as_image(draw(shown, size, colour, (shown.deadline or 0) - LEFT))


def golden_names() -> list[str]:
    return sorted(str(file.relative_to(GOLDEN).with_suffix("")) for file in GOLDEN.rglob("*.png"))


def wanted_names() -> list[str]:
    return sorted([*pages(), *(f"{folder}/{page}" for folder in OTHER_SIZES for page in ELSEWHERE)])


# ── golden pictures ──────────────────────────────────────────────────────────────────────────────


def test_every_screen_has_a_golden_picture_and_every_picture_a_screen(request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--renew-goldens"):
        for old in GOLDEN.rglob("*.png"):
            old.unlink()
        for name in wanted_names():
            (GOLDEN / name).parent.mkdir(parents=True, exist_ok=True)
            picture(name).save(GOLDEN / f"{name}.png", optimize=True)
    assert golden_names() == wanted_names()


@pytest.mark.parametrize("name", golden_names())
def test_a_screen_is_drawn_as_in_its_golden_picture(name: str) -> None:
    now = picture(name)
    with Image.open(GOLDEN / f"{name}.png") as golden:
        assert golden.size == now.size
        assert golden.convert(now.mode).tobytes() == now.tobytes(), (
            f"{name} looks different: look, then --renew-goldens"
        )


# ── nothing cut off ──────────────────────────────────────────────────────────────────────────────


def test_on_the_usual_panel_the_longest_names_words_and_sentences_fit() -> None:
    sheets = {name: lay_out(page, USUAL) for name, page in pages().items()}
    cut = {name: (sheet.canvas.problems, sheet.shortened) for name, sheet in sheets.items()}
    assert {name: told for name, told in cut.items() if any(told)} == {}


def test_on_the_usual_panel_every_key_is_explained() -> None:
    left_out = {name: lay_out(page, USUAL).left_out for name, page in pages().items()}
    assert {name for name, parts in left_out.items() if parts} == {"message-longest"}  # which leaves out the alphabet


@pytest.mark.parametrize("size", [size for size, _ in OTHER_SIZES.values()], ids=str)
def test_on_other_panels_nothing_is_cut_off_or_overlaps(size: tuple[int, int]) -> None:
    problems = {name: lay_out(page, size).canvas.problems for name, page in pages().items()}
    assert {name: told for name, told in problems.items() if told} == {}


@pytest.mark.parametrize("page", ["three-asked", "three-proposed", "three-place", "three-typing"])
def test_on_a_narrow_panel_the_board_stays_beside_what_is_asked(page: str) -> None:
    sheet = lay_out(pages()[page], (96, 64))
    assert "the board" not in sheet.left_out
    assert not sheet.shortened


def test_what_lies_over_something_else_is_noticed() -> None:
    sheet = lay_out(Page(title=say("Ann")), USUAL)
    sheet.canvas.text("Bob", 0, 4)
    assert sheet.canvas.problems == ["overlaps: Bob"]


def test_what_sticks_out_is_noticed() -> None:
    sheet = lay_out(Page(), USUAL)
    sheet.canvas.text("Bob", 120, 0)
    assert sheet.canvas.problems == ["cut off: Bob"]


def test_a_text_that_does_not_fit_ends_in_an_ellipsis_and_is_told() -> None:
    sheet = lay_out(Page(title=say("Ann"), lines=(verbatim("much too long a story " * 20),)), USUAL)
    assert sheet.shortened
    assert not sheet.canvas.problems


DATA = st.text(max_size=60)
TEXTS = DATA.map(verbatim)
LETTERS, MARKS = (st.text(alphabet, min_size=5, max_size=5) for alphabet in ("ABCXYZ ", "GY-wx."))
ROWS = st.builds(BoardRow, LETTERS, MARKS)
PAGES = st.builds(
    Page,
    title=TEXTS,
    board=st.none() | st.builds(BoardPicture, st.lists(ROWS, min_size=1, max_size=6).map(tuple), owner=TEXTS),
    alphabet=st.none() | st.just(Letters("AE", "XZ")),
    big=DATA,
    slots=st.integers(0, 40),
    lines=st.lists(TEXTS, max_size=8).map(tuple),
    table=st.lists(st.tuples(DATA, DATA), max_size=4).map(tuple),
    items=st.lists(st.builds(Entry, DATA, TEXTS, TEXTS), max_size=14).map(tuple),
    chosen=st.integers(0, 13),
    others=st.lists(st.builds(Progress, DATA, st.just((Tally(2, 1), None)), note=TEXTS), max_size=6).map(tuple),
    deadline=st.none() | st.floats(-5, 700),
    message=TEXTS,
    hint=st.lists(TEXTS, max_size=3).map(tuple),
)


@pytest.mark.parametrize(
    "examples", [pytest.param(15, id="quickly"), pytest.param(100, id="deeply", marks=pytest.mark.proof)]
)
def test_no_text_whatever_stops_a_panel(examples: int) -> None:
    @settings(max_examples=examples, deadline=None)
    @given(PAGES, st.sampled_from([USUAL, (96, 64), (128, 32)]))
    def is_drawn(page: Page, size: tuple[int, int]) -> None:
        assert len(draw(page, size, False, 0.0).pixels) == size[0] * size[1] // 8

    is_drawn()


# ── the clock ────────────────────────────────────────────────────────────────────────────────────


def listed(labels: Iterable[str]) -> tuple[Entry, ...]:
    return tuple(Entry(label, verbatim(label)) for label in labels)


TIMED = Page(title=say("Row 3"), lines=(say("Think."),), deadline=100.0)


def test_the_time_left_is_told_beside_the_title() -> None:
    assert draw(TIMED, USUAL, False, 10.5).text[0] == "Row 3  1:30"


def test_a_clock_that_has_run_out_stands_at_zero() -> None:
    assert draw(TIMED, USUAL, False, 104.0).text[0] == "Row 3  0:00"


def test_a_tick_changes_nothing_but_the_corner_of_the_clock() -> None:
    one, other = (as_image(draw(TIMED, USUAL, False, now)) for now in (10.0, 11.0))
    changed = {(x, y) for x in range(128) for y in range(64) if one.getpixel((x, y)) != other.getpixel((x, y))}
    assert changed
    assert all(x >= 100 and y < font.HEIGHT for x, y in changed)


def test_in_the_last_ten_seconds_the_clock_is_inverted() -> None:
    calm, hurried = (sum(draw(TIMED, USUAL, False, now).pixels) for now in (89.0, 90.0))
    assert hurried > calm


def test_a_page_without_a_clock_is_drawn_once() -> None:
    page = Page(title=say("Ann"))
    assert draw(page, USUAL, False, 1.0) is draw(page, USUAL, False, 2.0)


# ── boards ───────────────────────────────────────────────────────────────────────────────────────


def tile(mark: str, colour: bool = False, colours: str = "marks") -> Image.Image:
    page = Page(board=BoardPicture((BoardRow("S    ", f"{mark}...."),), colours=colours))
    return as_image(draw(page, USUAL, colour, 0.0)).crop((0, 0, 9, 10))


def test_marks_are_told_apart_without_colour() -> None:
    assert len({tile(mark).tobytes() for mark in "GY-wx"}) == 5


def test_a_letter_in_place_fills_its_tile() -> None:
    lit = {mark: sum(1 for value in tile(mark).tobytes() for bit in range(8) if value >> bit & 1) for mark in "GY-"}
    assert lit["G"] > lit["-"]
    assert lit["Y"] > lit["-"]


@pytest.mark.parametrize("palette", PALETTES.values(), ids=list(PALETTES))
def test_in_colour_marks_have_the_colours_of_the_palette(palette: object) -> None:
    chosen = ORANGE_BLUE if palette is ORANGE_BLUE else GREEN_YELLOW
    page = Page(board=BoardPicture((BoardRow("SMILE", "G--YG"),)))
    colours = as_image(draw(page, USUAL, True, 0.0, chosen)).getcolors()
    assert {colour for _, colour in colours or ()} >= {chosen.in_place, chosen.elsewhere, chosen.absent}


def test_three_words_keeps_its_colours_whatever_the_palette() -> None:
    page = replace(pages()["three-typing"], deadline=None)
    frames = {draw(page, USUAL, True, 0.0, palette).pixels for palette in PALETTES.values()}
    assert len(frames) == 1
    assert ORANGE_BLUE_GREY.in_place in {
        colour for _, colour in as_image(draw(page, USUAL, True, 0.0)).getcolors() or ()
    }


def test_a_board_is_told_in_words_too() -> None:
    assert draw(pages()["party-typing"], USUAL, False, 0.0).text[1:4] == (
        "[S] M  I (L)[E]",
        " W  A [L] T  Z ",
        " .  .  .  .  . ",
    )


def test_a_word_being_typed_is_told_as_its_letters() -> None:
    told = draw(pages()["party-typing"], USUAL, False, 0.0).text
    assert [line for line in told if "C" in line and "L" in line] == ["CLO__"]


def test_a_proposed_word_is_told_as_its_letters() -> None:
    assert "CRANE" in draw(pages()["three-proposed"], USUAL, False, 0.0).text


def test_an_alphabet_is_told_in_words_too() -> None:
    assert "in: E L S  out: A I M T W Z" in draw(pages()["party-typing"], USUAL, False, 0.0).text


# ── lists and messages ───────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("size", [USUAL, (96, 64), (128, 32)], ids=str)
def test_the_chosen_entry_of_a_long_list_is_always_in_sight(size: tuple[int, int]) -> None:
    entries = tuple(f"entry {number}" for number in range(20))
    for chosen, entry in enumerate(entries):
        shown = draw(
            Page(title=say("Menu"), items=listed(entries), chosen=chosen, hint=(say("ENTER"),)), size, False, 0.0
        )
        assert f"> {entry}" in shown.text


def test_a_long_list_says_that_there_is_more_above_and_below() -> None:
    entries = tuple(f"entry {number}" for number in range(20))
    corner = [
        as_image(draw(Page(title=say("Menu"), items=listed(entries), chosen=chosen), USUAL, False, 0.0)).crop(
            (122, 10, 128, 64)
        )
        for chosen in (0, 10, 19)
    ]
    assert len({image.tobytes() for image in corner}) == 3


def test_a_message_takes_the_place_of_the_hint() -> None:
    page = Page(title=say("Ann"), hint=(say("ENTER ok"),), message=say("Not a word here."))
    assert draw(page, USUAL, False, 0.0).text == ("Ann", "! Not a word here.")


def test_a_long_message_leaves_the_newest_rows_in_sight() -> None:
    sheet = lay_out(pages()["message-long"], USUAL)
    assert not sheet.canvas.problems
    assert sheet.board_bottom == 3 * 9 + 1


SQUARE = (128, 128)
WITH_VALUES = BoardPicture(tuple(BoardRow("SMILE", "G--YG", str(value)) for value in (6, 5, 4, 3, 2, 1)))
ASKED = {
    "a list": Page(
        title=say("Guess"), board=WITH_VALUES, items=(Entry("1", verbatim("GRAN")), Entry("2", say("pass")))
    ),
    "a word": Page(title=say("Guess"), board=WITH_VALUES, big="SOL", slots=5),
}


@pytest.mark.parametrize("asked", ASKED)
def test_large_tiles_give_way_to_what_is_asked_where_a_word_would_be_broken(asked: str) -> None:
    assert lay_out(replace(ASKED[asked], items=(), slots=0, big=""), SQUARE).style.tiles == 2
    sheet = lay_out(ASKED[asked], SQUARE)
    assert sheet.style.tiles == 1
    assert sheet.style.board
    assert not sheet.shortened
