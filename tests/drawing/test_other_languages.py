"""Pages in a language that is a third longer than English, with accents: on a panel of 128×64 nothing is cut off."""

from functools import cache

import pytest

from firmware_host.drawing import draw as drawing
from firmware_host.drawing.sheet import Sheet
from firmware_host.drawing.shown import ShownPage, progress_in, shown_in
from firmware_host.games.shared.page import BoardPicture, BoardRow, Entry, Page, Progress, State
from firmware_host.texts.language import ENGLISH, Language, language
from firmware_host.texts.text import NOTHING, Keys, Text, say, verbatim
from tests.support import gallery
from tests.support.nonsense import NONSENSE, NONSENSE_ON_A_PAD

USUAL = (128, 64)
IN_ENGLISH, ON_A_PAD = language(ENGLISH), language(ENGLISH, number_pad=True)


@cache
def pages() -> dict[str, Page]:
    return gallery.pages()


def laid_out(page: Page, reader: Language = IN_ENGLISH) -> Sheet:
    return drawing.lay_out(shown_in(reader, page), USUAL)


@pytest.mark.parametrize("reader", [NONSENSE, NONSENSE_ON_A_PAD], ids=["keyboard", "number pad"])
def test_nothing_is_cut_off(reader: Language) -> None:
    sheets = {name: laid_out(page, reader) for name, page in pages().items()}
    cut = {name: (sheet.canvas.problems, sheet.shortened) for name, sheet in sheets.items()}
    assert {name: told for name, told in cut.items() if any(told)} == {}


def test_the_first_part_of_every_hint_is_shown() -> None:
    """Beside a board there may be no room for all: then the least important goes, which is the way to the menu."""
    for name, page in pages().items():
        left_out = laid_out(page, NONSENSE).left_out
        parts = shown_in(NONSENSE, page).hint
        assert set(parts[:1]).isdisjoint(left_out), name
        assert page.board is not None or set(parts).isdisjoint(left_out), name


# ── long words ───────────────────────────────────────────────────────────────────────────────────

LONG = say("an entry with a name that is much too long for a line")


def listed(*entries: Entry, chosen: int = 0) -> Page:
    return Page(title=say("Menu"), items=entries, chosen=chosen, hint=(say("{enter} next", enter=Keys.ENTER),))


def test_a_long_entry_of_a_list_takes_two_lines() -> None:
    sheet = laid_out(listed(Entry("long", LONG), Entry("short", say("short"))))
    assert (sheet.canvas.problems, sheet.shortened) == ([], [])
    assert sheet.text[1:3] == ["> an entry with a name that is much too long for a line", "  short"]


@pytest.mark.parametrize("chosen", range(9))
def test_the_chosen_entry_of_a_list_of_long_ones_is_in_sight(chosen: int) -> None:
    entries = [Entry(str(number), LONG if number % 2 else say("short")) for number in range(9)]
    sheet = laid_out(listed(*entries, chosen=chosen))
    assert len([line for line in sheet.text if line.startswith("> ")]) == 1
    assert sheet.canvas.problems == []


def test_a_value_that_has_no_room_beside_its_name_stands_beneath_it() -> None:
    long_value = Entry("level", say("how strong they are"), say("as strong as can be"))
    sheet = laid_out(listed(long_value, Entry("short", say("short"))))
    assert (sheet.canvas.problems, sheet.shortened) == ([], [])


def test_a_word_longer_than_a_line_is_broken() -> None:
    sheet = laid_out(Page(lines=(say("Donaudampfschifffahrtsgesellschaftskapitän"),)))
    assert (sheet.canvas.problems, sheet.shortened) == ([], [])


def test_a_hint_too_long_for_a_line_takes_two() -> None:
    sheet = laid_out(Page(title=say("Menu"), hint=(say("everyone else at the table, look away"), say("on"))))
    assert (sheet.canvas.problems, sheet.shortened, sheet.left_out) == ([], [], [])


# ── what is read ─────────────────────────────────────────────────────────────────────────────────


def read(page: Page, reader: Language = IN_ENGLISH) -> ShownPage:
    return shown_in(reader, page)


def test_a_hint_names_the_keys_that_are_there() -> None:
    list_hint = say("{choose} {enter}", choose=Keys.LIST, enter=Keys.ENTER)
    boards = say("{boards} boards", boards=Keys.BOARDS)
    assert read(Page(hint=(list_hint, boards))).hint == ("↕ ENTER", "↔ boards")
    assert read(Page(hint=(list_hint, boards)), ON_A_PAD).hint == ("+ ENTER", "/ boards")


def test_an_entry_is_told_with_its_value() -> None:
    (entry,) = read(listed(Entry("sound", say("Sound"), say("on")))).items
    assert (entry.id, entry.label, entry.value, entry.whole) == ("sound", "Sound", "on", "Sound: on")


@pytest.mark.parametrize(
    ("state", "note", "told"),
    [(State.SOLVED, NOTHING, "solved!"), (State.PLAYING, NOTHING, ""), (State.PLAYING, say("hosts"), "hosts")],
)
def test_how_somebody_stands_is_told(state: State, note: Text, told: str) -> None:
    assert progress_in(IN_ENGLISH, Progress("ANN", (), state, note)).told == told


def test_whose_board_is_shown_is_marked_among_the_others() -> None:
    board = BoardPicture((BoardRow("     ", "....."),), owner=verbatim("BOB"))
    others = read(Page(board=board, others=(Progress("ANN", ()), Progress("BOB", ())))).others
    assert [each.looked_at for each in others] == [False, True]


def test_what_people_typed_is_the_same_in_every_language() -> None:
    page = Page(title=verbatim("ANN"), big="SOLVE", table=(("ANN", "3"),))
    shown = read(page, NONSENSE)
    assert (shown.title, shown.big, shown.table) == ("ANN", "SOLVE", (("ANN", "3"),))
