"""How to play three words, in short pages for any display."""

from firmware_host.games.shared.examples import HIDES, marked, picture, typed
from firmware_host.games.shared.page import ORANGE_BLUE_GREY, BoardRow, Page
from firmware_host.texts.text import say

PAGES = (
    Page(
        title=say("The game"),
        lines=(
            say("The Word Master hides a word of five letters."),
            say("All the others guess together, three times."),
        ),
        boards=picture(typed(), typed(), typed()),
    ),
    Page(
        title=say("Agreeing"),
        lines=(say("One of you proposes a word. It counts when all the others have agreed."),),
        boards=picture(typed("STAIR")),
    ),
    Page(
        title=say("Lifelines"),
        lines=(
            say("Two cards in the menu show you a letter, or seven wrong ones."),
            say("Each one costs points."),
        ),
        boards=picture(BoardRow("S    ", "G...."), colours=ORANGE_BLUE_GREY),
    ),
    Page(
        title=say("Points"),
        lines=(
            say("The sooner you find it, the more you get."),
            say("Not found: the Master scores."),
            say("Most points win."),
        ),
        boards=picture(marked("STAIR"), marked(HIDES), colours=ORANGE_BLUE_GREY),
    ),
    Page(
        title=say("Guessing well"),
        lines=(say("Ask for a lifeline before you guess, not after: then it helps every guess."),),
    ),
    Page(
        title=say("As Word Master"),
        lines=(
            say("Hide a word they will not think of."),
            say("Choose wrong letters that are not neighbours."),
        ),
    ),
)
