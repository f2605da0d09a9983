"""An evening at the keyboard, with computer players in the other seats."""

import re
from io import StringIO

from firmware_host.games.shared.declaration import TerminalSeat
from firmware_host.terminal import Screen, play
from firmware_host.texts.language import language
from tests.support.evening import english

ENTER = ""


def evening(*typed: str, opponents: int = 2, name: str = "Zoe") -> str:
    """What is written when somebody types these lines and then closes the terminal."""
    paper = StringIO()
    keyboard = StringIO("".join(f"{line}\n" for line in typed))
    play(TerminalSeat(name, english(), opponents, "fair", seed=3), Screen(keyboard, paper, language("en")))
    return paper.getvalue()


def test_a_newcomer_guesses_first_and_sees_the_marks_without_colour() -> None:
    written = evening("crane")
    assert "Ada is the Host." in written
    assert "C  R  A (N)(E)" in written
    assert "\033" not in written


def test_others_are_only_counted() -> None:
    assert re.search(r"Bo: \d green, \d yellow\n", evening("crane"))


def test_a_non_word_costs_no_row() -> None:
    assert evening("zzzzz", "crane").count("Row 1:") == 2


def test_giving_up_scores_seven_and_shows_the_word() -> None:
    written = evening("give up")
    assert "You give up." in written
    assert "The word was SINEW." in written
    assert "Zoe 7 (+7)" in written


def test_the_host_may_take_an_idea_or_type_a_word_of_their_own() -> None:
    assert "The word was ROBOT." in evening("give up", ENTER, "robot")
    assert "not in the dictionary" in evening("give up", ENTER, "zzzzz", "robot")


def test_everybody_hosts_once_and_somebody_wins() -> None:
    written = evening("give up", ENTER, ENTER, ENTER, "give up", ENTER)
    assert "Round 3 of 3" in written
    assert " won. Play again?" in written


def test_whoever_gives_no_name_is_spoken_to_in_good_english() -> None:
    written = evening("give up", ENTER, ENTER, ENTER, "give up", ENTER, name="You")
    assert "you are the Host." in written
    assert not re.search(r"You('s|s)? (hosts|has|is|gives|word)\b", written)


def test_help_is_a_question_mark_away() -> None:
    assert evening("?").count("six rows to find it") == 2


def test_leaving_is_always_possible() -> None:
    assert evening("quit").endswith("Good night!\n")
    assert evening().endswith("Good night!\n")
