"""How to play the party game, in short pages for any display."""

from firmware_host.games.shared.examples import FOUND, MARKED, THE_MARKS, picture, typed
from firmware_host.games.shared.page import Page
from firmware_host.texts.text import say

PAGES = (
    Page(
        title=say("The game"),
        lines=(
            say("One player is the Host and hides a word of five letters."),
            say("The others have six rows to find it."),
        ),
        boards=picture(typed(), typed()),
    ),
    Page(
        title=say("The marks"),
        lines=THE_MARKS,
        boards=MARKED,
    ),
    Page(
        title=say("Points"),
        lines=(
            say("Each row you use costs a point."),
            say("Not found: seven."),
            say("The fewest points win."),
        ),
        boards=FOUND,
    ),
    Page(
        title=say("Guessing well"),
        lines=(
            say("Begin with many vowels, then try new letters."),
            say("A letter can be in the word twice."),
        ),
        boards=picture(typed("ADIEU"), typed("STORY")),
    ),
    Page(
        title=say("Hosting well"),
        lines=(
            say("Hide a word that everybody knows."),
            say("If they are stuck, send a hint from the menu."),
        ),
    ),
    Page(
        title=say("Think of the Host"),
        lines=(
            say("What word would they choose?"),
            say("No idea left? Give up in the menu."),
        ),
    ),
)
