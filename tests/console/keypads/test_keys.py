"""What keys do to what a player is asked: typing, choosing, marking by hand, and the menus over all of it."""

import pytest

from firmware_host.console.keypads.keys import press
from firmware_host.games.shared.page import Page
from firmware_host.games.shared.table import Action
from firmware_host.games.shared.tasks import (
    Command,
    Desk,
    Item,
    ListTask,
    MarksTask,
    ReadTask,
    Task,
    WaitTask,
    WordTask,
)
from firmware_host.games.shared.wishes import GoOn, Join, TurnOption, Vote
from firmware_host.texts.language import english
from firmware_host.texts.text import NOTHING, Text, say, verbatim
from hardware.config.keymaps import BUILT_IN, CODES, Typist
from hardware.ports import DELETE, DOWN, ENTER, ESCAPE, LEFT, NEXT, PAGE_DOWN, PAGE_UP, RIGHT, SPACE, UP, KeyPress


class Player:
    """Somebody at a desk with one task, and perhaps a menu behind ESC."""

    def __init__(self, task: Task, menu: ListTask | None = None) -> None:
        self.task = task
        self.menu = menu
        self.desk = Desk()
        self.command: Command | None = None

    def presses(self, *keys: str) -> "Player":
        for key in keys:
            self.feels(KeyPress(1, key, 0.0, True, key if key.isdigit() else ""))
        return self

    def taps(self, digits: str, *, every: float = 0.3) -> "Player":
        """On a numeric pad: digits that are letters; `-` is a moment's rest."""
        typist, when = Typist(1, BUILT_IN["numeric"]), 0.0
        for digit in digits:
            when += every if digit != "-" else 2.0
            code = CODES.get(f"KEY_KP{digit}", 0)
            tapped = typist.press(code, when)
            typist.let_go(code, when + 0.05)
            if tapped is not None:
                self.feels(tapped)
        return self

    def feels(self, key: KeyPress) -> None:
        self.desk, self.command = press(self.task, self.desk, key, self.menu)

    @property
    def typed(self) -> str:
        return self.desk.typed_for(self.task)


def a_guess(**more: object) -> WordTask:
    return WordTask("guess", say("Row 1"), 5, lambda word: Action("Ann", "guess", word=word), **more)  # type: ignore[arg-type]


def a_list(*labels: str, name: str = "list") -> ListTask:
    return ListTask(name, say("Which?"), tuple(Item(verbatim(label), Join(label)) for label in labels))


# ── typing ───────────────────────────────────────────────────────────────────────────────────────


def test_letters_are_typed_and_enter_takes_the_word() -> None:
    ann = Player(a_guess()).presses(*"SOLVE", ENTER)
    assert ann.command == Action("Ann", "guess", word="SOLVE")


def test_a_word_has_no_room_for_a_letter_too_many() -> None:
    assert Player(a_guess()).presses(*"SOLVES").typed == "SOLVE"


def test_delete_takes_back_one_letter() -> None:
    assert Player(a_guess()).presses(*"SOX", DELETE, "L").typed == "SOL"


def test_delete_on_an_empty_word_is_harmless() -> None:
    assert Player(a_guess()).presses(DELETE, "S").typed == "S"


@pytest.mark.parametrize(("keys", "say"), [("", "type a word first"), ("SOL", "2 more to go")])
def test_enter_too_early_says_what_is_missing(keys: str, say: str) -> None:
    ann = Player(a_guess()).presses(*keys, ENTER)
    assert isinstance(ann.desk.message, Text)
    assert (ann.command, english(ann.desk.message)) == (None, say)


def test_a_message_goes_with_the_next_key() -> None:
    assert Player(a_guess()).presses(ENTER, "S").desk.message == NOTHING


def test_a_space_is_typed_where_there_are_several_words() -> None:
    hint = WordTask("hint", say("A hint"), 40, lambda text: Action("Ann", "hint", text=text), 1, spaces=True)
    assert Player(hint).presses(*"NOT", SPACE, *"YET", ENTER).command == Action("Ann", "hint", text="NOT YET")


def test_a_space_is_no_letter_of_a_word() -> None:
    assert Player(a_guess()).presses("S", SPACE, "O").typed == "SO"


def test_digits_are_no_letters_of_a_word() -> None:
    assert Player(a_guess()).presses("S", "4", "O").typed == "SO"


def test_ideas_are_typed_for_whoever_pages_through_them() -> None:
    ann = Player(a_guess(ideas=("CRANE", "HOUSE", "MOUTH")))
    assert [ann.presses(DOWN).typed for _ in range(4)] == ["CRANE", "HOUSE", "MOUTH", "CRANE"]


def test_the_last_idea_is_one_key_up() -> None:
    assert Player(a_guess(ideas=("CRANE", "HOUSE", "MOUTH"))).presses(UP).typed == "MOUTH"


def test_an_idea_can_be_changed_by_hand() -> None:
    assert Player(a_guess(ideas=("CRANE",))).presses(DOWN, DELETE, "K").typed == "CRANK"


def test_what_is_typed_for_one_thing_is_kept_while_another_is_done() -> None:
    ann = Player(a_guess(), a_list("Pause")).presses(*"SOL", ESCAPE, DOWN, ESCAPE, "V")
    assert ann.typed == "SOLV"


def test_a_word_that_was_taken_is_gone_from_the_desk() -> None:
    task = a_guess()
    assert Player(task).presses(*"SOLVE", ENTER).desk.without(task).typed_for(task) == ""


# ── a numeric pad ────────────────────────────────────────────────────────────────────────────────


def test_digits_tapped_again_are_the_next_letter_on_them() -> None:
    assert Player(a_guess()).taps("7777-666-555-888-33").typed == "SOLVE"


def test_a_letter_tapped_too_many_changes_nothing() -> None:
    """Not even its second tap, which would replace the first, for which there was no room."""
    assert Player(a_guess()).taps("7777-666-555-888-33-222").typed == "SOLVE"
    assert Player(a_guess()).taps("7777-666-555-888-33-333").typed == "SOLVE"


def test_a_digit_chooses_from_a_list_though_it_is_a_letter_too() -> None:
    assert Player(a_list("one", "two", "three")).taps("2").command == Join("two")


# ── lists ────────────────────────────────────────────────────────────────────────────────────────


def test_arrows_choose_and_enter_takes() -> None:
    assert Player(a_list("one", "two", "three")).presses(DOWN, DOWN, UP, ENTER).command == Join("two")


def test_a_list_goes_round() -> None:
    assert Player(a_list("one", "two", "three")).presses(UP, ENTER).command == Join("three")


def test_pages_stop_at_the_ends_of_a_list() -> None:
    many = Player(a_list(*"abcdefg"))
    assert many.presses(PAGE_DOWN, PAGE_DOWN, ENTER).command == Join("g")
    assert many.presses(PAGE_UP, PAGE_UP, ENTER).command == Join("a")


def test_the_next_key_of_a_pad_walks_down_a_list() -> None:
    assert Player(a_list("one", "two")).presses(NEXT, ENTER).command == Join("two")


def test_a_digit_beyond_the_list_does_nothing() -> None:
    assert Player(a_list("one", "two")).presses("3").command is None


def test_an_empty_list_bears_every_key() -> None:
    empty = Player(ListTask("empty", say("Whose guess?"), ()))
    assert empty.presses(DOWN, RIGHT, PAGE_DOWN, "1", ENTER).command is None


def test_left_and_right_change_an_entry() -> None:
    turning = ListTask(
        "captain", say(""), (Item(say("Timer: 60"), less=TurnOption(-1, "timer"), more=TurnOption(1, "timer")),)
    )
    assert Player(turning).presses(LEFT).command == TurnOption(-1, "timer")
    assert Player(turning).presses(RIGHT).command == TurnOption(1, "timer")
    assert Player(turning).presses(ENTER).command == TurnOption(1, "timer")


def test_left_and_right_page_through_boards_where_an_entry_has_no_use_for_them() -> None:
    assert Player(a_list("one")).presses(RIGHT, RIGHT, LEFT).desk.page == 1


def test_an_entry_can_ask_for_more() -> None:
    ask = ListTask("tries", say("Try whose?"), (Item(say("Bob"), a_guess()),))
    ann = Player(ask).presses(ENTER, *"SOLVE", ENTER)
    assert ann.command == Action("Ann", "guess", word="SOLVE")


def test_a_command_closes_the_menus_it_came_from() -> None:
    sure = a_list("No", "Yes", name="sure")
    menu = ListTask("menu", say("Menu"), (Item(say("End the game"), sure),))
    ann = Player(WaitTask(), menu).presses(ESCAPE, ENTER, DOWN, ENTER)
    assert (ann.command, ann.desk.open) == (Join("Yes"), ())


# ── menus ────────────────────────────────────────────────────────────────────────────────────────


def test_esc_opens_the_menu_and_closes_it_again() -> None:
    ann = Player(a_guess(), a_list("Pause"))
    assert [task.name for task in ann.presses(ESCAPE).desk.open] == ["list"]
    assert ann.presses(ESCAPE).desk.open == ()


def test_esc_goes_back_one_step_at_a_time() -> None:
    menu = ListTask("menu", say("Menu"), (Item(say("Hint"), a_guess()),))
    assert Player(WaitTask(), menu).presses(ESCAPE, ENTER, ESCAPE).desk.open == (menu,)


def test_esc_without_a_menu_does_nothing() -> None:
    assert Player(a_guess()).presses("S", ESCAPE).desk.open == ()


def test_leaving_a_question_can_be_an_answer() -> None:
    ballot = ListTask("ballot", say("Allow it?"), (Item(say("Yes"), Vote(1, yes=True)),), leaving=Vote(1, yes=False))
    ann = Player(WaitTask())
    ann.desk = ann.desk.opened(ballot)
    assert ann.presses(ESCAPE).command == Vote(1, yes=False)


def test_an_open_menu_is_as_it_is_by_now() -> None:
    ann = Player(WaitTask(), a_list("Pause")).presses(ESCAPE)
    ann.menu = a_list("Go on")
    assert ann.presses(ENTER).command == Join("Go on")


def test_what_was_opened_closes_when_it_cannot_be_done_any_more() -> None:
    ann = Player(WaitTask(), ListTask("menu", say("Menu"), (Item(say("Hint"), a_guess(needs="hint")),))).presses(
        ESCAPE, ENTER
    )
    assert [task.name for task in ann.desk.still_open(("pause",)).open] == ["menu"]
    assert [task.name for task in ann.desk.still_open(("pause", "hint")).open] == ["menu", "guess"]


# ── waiting ──────────────────────────────────────────────────────────────────────────────────────


def test_whoever_waits_pages_through_the_boards() -> None:
    assert Player(WaitTask()).presses(RIGHT, RIGHT, NEXT, LEFT).desk.page == 2


def test_enter_means_what_the_wait_says() -> None:
    assert Player(WaitTask(enter=GoOn())).presses(ENTER).command == GoOn()
    assert Player(WaitTask()).presses(ENTER).command is None


# ── marks by hand ────────────────────────────────────────────────────────────────────────────────


def a_row() -> MarksTask:
    return MarksTask("mark", say("Mark your row"), "PECAN", does=lambda marks: Action("Ann", "mark", marks=marks))


def test_marks_are_set_one_after_the_other() -> None:
    assert Player(a_row()).presses(*"XGXXY", ENTER).command == Action("Ann", "mark", marks="-G--Y")


def test_digits_mark_on_a_numeric_pad() -> None:
    assert Player(a_row()).presses(*"31332", ENTER).command == Action("Ann", "mark", marks="-G--Y")


def test_a_mark_can_be_put_right() -> None:
    assert Player(a_row()).presses("G", "G", LEFT, "Y", ENTER).command == Action("Ann", "mark", marks="GY---")


def test_up_and_down_turn_a_mark() -> None:
    ann = Player(a_row())
    assert ann.presses(UP).desk.marks_for(a_row()) == "Y----"
    assert ann.presses(UP).desk.marks_for(a_row()) == "G----"
    assert ann.presses(DOWN, DOWN, DOWN).desk.marks_for(a_row()) == "G----"


def test_a_row_left_alone_has_no_tiles() -> None:
    assert Player(a_row()).presses(ENTER).command == Action("Ann", "mark", marks="-----")


def test_other_letters_mark_nothing() -> None:
    assert Player(a_row()).presses("A", "Q", "G").desk.marks_for(a_row()) == "G----"


# ── what is never printed ────────────────────────────────────────────────────────────────────────


def test_what_is_typed_is_no_part_of_what_a_desk_prints() -> None:
    ann = Player(a_guess(ideas=("HOUSE",))).presses(*"SOLVE")
    assert "SOLVE" not in repr(ann.desk)
    assert "HOUSE" not in repr(ann.task)


# ── pages to look through ────────────────────────────────────────────────────────────────────────


def reading(*keys: str) -> Player:
    """Somebody who has opened three pages from the menu, and pressed these keys there."""
    pages = tuple(Page(title=verbatim(title)) for title in ("one", "two", "three"))
    to_read = ReadTask("read", say("Three pages"), pages)
    ann = Player(WaitTask(), ListTask("menu", say("Menu"), (Item(say("Three pages"), to_read, id="read"),)))
    return ann.presses(ESCAPE, ENTER, *keys)


@pytest.mark.parametrize(
    ("keys", "page"),
    [((), 0), ((RIGHT,), 1), ((ENTER, ENTER), 2), ((RIGHT,) * 5, 2), ((RIGHT, LEFT), 0), ((LEFT,), 0), ((NEXT,), 1)],
)
def test_pages_are_turned_and_stay_within_what_there_is(keys: tuple[str, ...], page: int) -> None:
    ann = reading(*keys)
    task = ann.desk.open[-1]
    assert isinstance(task, ReadTask)
    assert ann.desk.page_in(task) == page


def test_enter_on_the_last_page_closes_it_and_it_begins_anew_the_next_time() -> None:
    ann = reading(ENTER, ENTER, ENTER)
    assert [task.name for task in ann.desk.open] == ["menu"]
    assert reading().desk.cursor.get("read", 0) == ann.desk.cursor.get("read", 0) == 0


def test_menu_leaves_the_pages_from_any_of_them() -> None:
    assert [task.name for task in reading(RIGHT, ESCAPE).desk.open] == ["menu"]
