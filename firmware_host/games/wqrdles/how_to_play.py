"""How to play wqrdles, in short pages for any display."""

from firmware_host.games.shared.examples import HIDDEN, MARKED, THE_MARKS, marked, picture, typed
from firmware_host.games.shared.page import Page
from firmware_host.texts.text import say

PAGES = (
    Page(
        title=say("The game"),
        lines=(
            say("Everybody hides a word, and tries to find the words of all the others."),
            say("All boards are open."),
        ),
        boards=HIDDEN * 2,
    ),
    Page(
        title=say("Your turn"),
        lines=(say("Call a word from your card. It is marked on every board, against the word hidden there."),),
        boards=picture(marked("STAIR")) + picture(marked("STAIR", "TULIP")),
    ),
    Page(
        title=say("The marks"),
        lines=THE_MARKS,
        boards=MARKED,
    ),
    Page(
        title=say("Guessing a word"),
        lines=(say("After each call, everybody may guess one hidden word, or pass."),),
        boards=picture(marked("STAIR"), typed("SCO")),
    ),
    Page(
        title=say("Points"),
        lines=(
            say("A word found early is worth more: six points in the first row, one in the last."),
            say("Most points win."),
        ),
    ),
    Page(
        title=say("Playing well"),
        lines=(
            say("Call words without the letters of your own."),
            say("Close to a word? Swap one known letter at a time."),
        ),
    ),
)
