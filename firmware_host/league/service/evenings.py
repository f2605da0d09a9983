"""What `wordtable league evening` and `wordtable league standings` do: begin an evening, end it, tell how all stand."""

import argparse
from collections.abc import Iterator
from random import SystemRandom

from firmware_host import dictionaries
from firmware_host.league.address import check_name
from firmware_host.league.service.standings import duplicate, places, swiss
from firmware_host.league.service.store import Store
from firmware_host.league.words import draw
from firmware_host.texts.errors import TextError
from firmware_host.texts.language import Language
from firmware_host.texts.text import Text, say, say_count
from hardware.clock import wall_clock

LETTERS = 5
MOST_BOARDS = 100


class EveningError(TextError):
    """An evening that cannot begin; its text says why."""


def begin(options: argparse.Namespace) -> Text:
    check_name(options.name)
    words = _from_file(options) if options.words else dictionaries.load("en").common(LETTERS)
    boards = len(words) if options.words else options.boards
    if not 1 <= boards <= min(MOST_BOARDS, len(words)):
        raise EveningError(say("An evening has 1 to {most} boards.", most=MOST_BOARDS))
    rng = SystemRandom()
    drawn = draw(words, boards, rng)
    if options.words:  # in the order of the file
        drawn = [(nonce, word) for (nonce, _), word in zip(drawn, words, strict=True)]
    now = wall_clock()
    name = f"{now:.0f}"
    with Store(options.database, options.name) as store:
        store.begin_evening(name, now, options.format, drawn)
    return say_count(
        "The evening {name} has begun with {count} word. The league tells every table within two seconds.",
        "The evening {name} has begun with {count} words. The league tells every table within two seconds.",
        boards,
        name=name,
    )


def _from_file(options: argparse.Namespace) -> list[str]:
    from hardware.files import NotAFile, read_file

    known = dictionaries.load("en")
    try:
        words = [line.strip().upper() for line in read_file(options.words).decode("utf-8-sig").splitlines()]
    except (OSError, NotAFile, UnicodeDecodeError):
        raise EveningError(
            say("{file}: cannot be read. Give a file with a word in each line.", file=str(options.words))
        ) from None
    words = [word for word in words if word]
    wrong = next(
        (n for n, word in enumerate(words, 1) if len(word) != LETTERS or not known.may_hide(word, plurals=False)), 0
    )
    if wrong or len(set(words)) != len(words):
        raise EveningError(
            say("{file}: word {number} cannot be hidden, or is there twice.", file=str(options.words), number=wrong)
        )
    return words


def end(options: argparse.Namespace) -> Text:
    with Store(options.database, options.name) as store:
        store.end_evening()
    return say("The evening is over. The league opens its words, and every table checks them.")


def tell_standings(options: argparse.Namespace, language: Language) -> Iterator[str]:
    with Store(options.database, options.name) as store:
        totals = store.totals()
    for name, total in totals.items():
        rating = "" if total.rating is None else f", {total.rating:.0f} %"
        text = say_count(
            "{name}: {count} game, {won} won",
            "{name}: {count} games, {won} won",
            total.games,
            name=name,
            won=total.wins,
        )
        yield language.read(text) + rating
    if not totals:
        yield language.read(say("No game has been finished in this league yet."))


def tell_evening(options: argparse.Namespace, language: Language) -> Iterator[str]:
    with Store(options.database, options.name) as store:
        evening = store.evening()
        played = {} if evening is None else store.boards(evening[0])
    if evening is None:
        yield language.read(say("There has been no evening with the same words yet."))
        return
    form, boards = evening[2], [scores for _, scores in sorted(played.items())]
    points = swiss(boards) if form == "swiss" else duplicate(boards)
    if form == "points":
        tables = {table for scores in boards for table in scores}
        points = {table: sum(scores.get(table, 0.0) for scores in boards) for table in tables}
    for place, table, value in places(points, most=form != "points"):
        yield language.read(say("{place}. {table}: {points:.1f}", place=place, table=table, points=value))
