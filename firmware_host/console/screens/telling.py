"""What the table is told after a round: what each word means, and what was remarkable. Made when the words lie open."""

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import field

from firmware_host.frozen import frozen
from firmware_host.games import registry as games
from firmware_host.games.shared.page import Audience, Page
from firmware_host.games.shared.sitting import round_title, to_scan
from firmware_host.games.shared.table import RESULT
from firmware_host.games.shared.views import View
from firmware_host.remembered.chronicle import Evening
from firmware_host.remembered.played import Played
from firmware_host.remembered.recap import highlights, ratings_of, score_of
from firmware_host.remembered.remarkable import remarkable
from firmware_host.texts.language import english
from firmware_host.texts.text import Text, say, say_count, verbatim

A_LINE = 16  # characters of English on a panel; other languages are up to a third longer
AROUND = 2  # lines for the title and the hint


@frozen
class Part:
    """What is told under one title, on as many pages as it takes."""

    title: Text
    lines: tuple[Text, ...] = field(repr=False)


@frozen
class Told:
    parts: tuple[Part, ...] = ()
    share: str = ""  # where the game can be fetched to send around, without http://
    standing: Page | None = field(default=None, repr=False)  # of the evening: it stays until the next game is over


TO_SEND_AROUND = say("To share:")
NOTHING_TO_TELL = Told()


def told_of(view: View, meaning: Callable[[str], str]) -> Told:
    """`view` is that for everybody, and its round is over: only words that it shows are looked up."""
    if view.table.phase != RESULT:
        return NOTHING_TO_TELL
    words = view.table.revealed
    boards = games.of(view).history.boards(view)
    title, explained = round_title(view.table), tuple(_meanings(words.values(), meaning))
    return Told((Part(title, explained), Part(title, remarkable(boards, words))))


def recap_of(view: View, played: Played, tonight: Evening | None, share: str = "") -> Told:
    """After a game: the best guess and the closest race in it, how the evening stands, and where to fetch it."""
    recap = Part(round_title(view.table), tuple(highlights(played)))
    if tonight is None:
        return Told((recap,), share)
    score = Part(_games_of(tonight), tuple(score_of(tonight)))
    ratings = Part(say("Tonight's ratings"), tuple(ratings_of(tonight)))
    return Told((recap, score, ratings), share, standing_of(tonight))


def _games_of(evening: Evening) -> Text:
    return say_count("Tonight: {count} game", "Tonight: {count} games", len(evening.games))


def standing_of(evening: Evening) -> Page:
    """How many games everybody has won tonight, the most first."""
    won = tuple((name, str(wins)) for name, wins in evening.wins.items())
    return Page(title=_games_of(evening), lines=(say("Games won"),), table=won, audience=Audience.EVERYBODY)


def _meanings(words: Iterable[str], meaning: Callable[[str], str]) -> Iterator[Text]:
    """Where there is only one word, it is in the title."""
    explained = [(word, told) for word in words if (told := meaning(word))]
    for word, told in explained:
        yield verbatim(told) if len(explained) == 1 else say("{word}: {meaning}", word=word, meaning=told)


def told_pages(told: Told, lines: int) -> tuple[Page, ...]:
    """On a display with so many lines: one part after the other, as many lines to a page as fit."""
    pages = tuple(
        Page(title=part.title, lines=fitting, audience=Audience.EVERYBODY)
        for part in told.parts
        for fitting in _fitting(part.lines, lines - AROUND)
    )
    return (*pages, share_page(told.share)) if told.share else pages


def share_page(address: str) -> Page:
    lines = TO_SEND_AROUND, verbatim(address)
    return Page(lines=lines, code=to_scan(address), audience=Audience.EVERYBODY)


def _fitting(texts: Iterable[Text], room: int) -> Iterator[tuple[Text, ...]]:
    part: tuple[Text, ...] = ()
    left = room
    for text in texts:
        takes = math.ceil(len(english(text)) / A_LINE)
        if part and takes > left:
            yield part
            part, left = (), room
        part, left = (*part, text), left - takes
    if part:
        yield part
