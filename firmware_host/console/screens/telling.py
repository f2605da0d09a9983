"""What the table is told after a round: what each word means, and what was remarkable. Made when the words lie open."""

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from firmware_host.games import registry as games
from firmware_host.games.shared.page import Audience, Page
from firmware_host.games.shared.sitting import round_title
from firmware_host.games.shared.table import RESULT
from firmware_host.games.shared.views import View
from firmware_host.remembered.chronicle import Evening
from firmware_host.remembered.played import Played
from firmware_host.remembered.recap import highlights, score_of
from firmware_host.remembered.remarkable import remarkable
from firmware_host.texts.language import english
from firmware_host.texts.text import NOTHING, Text, say, verbatim

A_LINE = 16  # characters of English on a panel; other languages are up to a third longer
AROUND = 2  # lines for the title and the hint


@dataclass(frozen=True, slots=True)
class Told:
    title: Text = NOTHING
    meanings: tuple[Text, ...] = field(default=(), repr=False)
    remarkable: tuple[Text, ...] = field(default=(), repr=False)


NOTHING_TO_TELL = Told()


def told_of(view: View, meaning: Callable[[str], str]) -> Told:
    """`view` is that for everybody, and its round is over: only words that it shows are looked up."""
    if view.table.phase != RESULT:
        return NOTHING_TO_TELL
    words = view.table.revealed
    boards = games.of(view).history.boards(view)
    return Told(round_title(view.table), tuple(_meanings(words.values(), meaning)), remarkable(boards, words))


def recap_of(view: View, played: Played, tonight: Evening | None) -> Told:
    """After a game: the best guess and the closest race in it, and how the evening stands."""
    return Told(round_title(view.table), tuple(highlights(played)), tuple(score_of(tonight)) if tonight else ())


def _meanings(words: Iterable[str], meaning: Callable[[str], str]) -> Iterator[Text]:
    """Where there is only one word, it is in the title."""
    explained = [(word, told) for word in words if (told := meaning(word))]
    for word, told in explained:
        yield verbatim(told) if len(explained) == 1 else say("{word}: {meaning}", word=word, meaning=told)


def told_pages(told: Told, lines: int) -> tuple[Page, ...]:
    """On a display with so many lines: the meanings, then the rest, as many to a page as fit."""
    parts = (*_fitting(told.meanings, lines - AROUND), *_fitting(told.remarkable, lines - AROUND))
    return tuple(Page(title=told.title, lines=part, audience=Audience.EVERYBODY) for part in parts)


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
