"""What `wordtable league evening` and `wordtable league standings` do: begin an evening, end it, tell how all stand."""

import argparse
from collections.abc import Iterator, Sequence
from random import SystemRandom

from firmware_host import dictionaries
from firmware_host.games.shared.words import Dictionary
from firmware_host.league.address import check_name
from firmware_host.league.service.ratings import Ratings
from firmware_host.league.service.standings import compared
from firmware_host.league.service.store import KeptEvening, Store
from firmware_host.league.words import Board, committed
from firmware_host.texts.errors import TextError
from firmware_host.texts.language import Language
from firmware_host.texts.text import Text, say, say_count
from hardware.clock import wall_clock

LETTERS = 5
MOST_BOARDS = 100
MOST_HOURS = 7 * 24


class EveningError(TextError):
    """An evening that cannot begin; its text says why."""


def begin(options: argparse.Namespace) -> Text:
    for name in (options.name, *options.tables):
        check_name(name)
    boards = _boards(options)
    if not 0 < options.hours <= MOST_HOURS:
        raise EveningError(say("An evening lasts at most {most} hours.", most=MOST_HOURS))
    now = wall_clock()
    with Store(options.database, options.name) as store:
        before = store.evening()
        began = now if before is None else max(now, before.began + 1)  # the newest, also by a clock that is late
        name, lifts = f"{began:.0f}", now + 3600 * options.hours
        tables = frozenset(options.tables)
        store.begin_evening(KeptEvening(name, began, lifts, False, options.format, boards, tables))
    begun = say_count(
        "The evening {name} has begun with {count} word. The league tells every table within two seconds.",
        "The evening {name} has begun with {count} words. The league tells every table within two seconds.",
        len(boards),
        name=name,
    )
    return say(
        "{begun} A word is revealed when every table has found it. After {hours:g} hours, all words are revealed.",
        begun=begun,
        hours=options.hours,
    )


def _boards(options: argparse.Namespace) -> tuple[Board, ...]:
    """The words of the file in their order, or random ones."""
    words: Sequence[str] = _from_file(options) if options.words else dictionaries.load("en").common(LETTERS)
    boards = len(words) if options.words else options.boards
    if not 1 <= boards <= min(MOST_BOARDS, len(words)):
        raise EveningError(say("An evening has 1 to {most} boards.", most=MOST_BOARDS))
    rng = SystemRandom()
    return tuple(committed(words if options.words else rng.sample(words, boards), rng))


def _from_file(options: argparse.Namespace) -> list[str]:
    from hardware.files import NotAFile, read_file

    known = dictionaries.load("en")
    try:
        words = [line.strip().upper() for line in read_file(options.words).decode("utf-8-sig").splitlines()]
    except (OSError, NotAFile, UnicodeDecodeError):
        raise EveningError(
            say("{file}: cannot be read. Give a file with one word per line.", file=str(options.words))
        ) from None
    words = [word for word in words if word]
    wrong = next(
        (number for number, word in enumerate(words) if word in words[:number] or not _fits(word, known)), None
    )
    if wrong is not None:
        raise EveningError(
            say("{file}: word {number} cannot be hidden, or appears twice.", file=str(options.words), number=wrong + 1)
        )
    return words


def _fits(word: str, known: Dictionary) -> bool:
    return len(word) == LETTERS and known.may_hide(word, plurals=False)


def end(options: argparse.Namespace) -> Text:
    with Store(options.database, options.name) as store:
        store.end_evening()
    return say("The evening is over. The league reveals its words, and every table checks them.")


def tell_standings(options: argparse.Namespace, language: Language) -> Iterator[str]:
    with Store(options.database, options.name) as store:
        totals, ratings = store.totals(), Ratings(store)
        ratings.look()
    for name, total in totals.items():
        text = say_count(
            "{name}: {count} game, {won} won",
            "{name}: {count} games, {won} won",
            total.games,
            name=name,
            won=total.wins,
        )
        rating = ratings.now.get(name)
        yield language.read(text if rating is None else say("{text}, {rating}", text=text, rating=rating.in_words))
    if not totals:
        yield language.read(say("No game has been finished in this league yet."))


def tell_evening(options: argparse.Namespace, language: Language) -> Iterator[str]:
    with Store(options.database, options.name) as store:
        evening = store.evening()
        played = {} if evening is None else store.boards(evening.name)
    if evening is None:
        yield language.read(say("There has been no evening with the same words yet."))
        return
    for place, table, value in compared(evening.format, played):
        yield language.read(say("{place}. {table}: {points:.1f}", place=place, table=table, points=value))
