"""The finished games in the journal, read for those who look back. Only reads."""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path

from firmware_host.journal.ledger import Ended, Finished, Ledger
from firmware_host.journal.opening import NotOurs, read_ledger, why_not
from firmware_host.remembered.played import Played, has_rounds, read_played
from firmware_host.texts.errors import TextError
from firmware_host.texts.text import say


class HistoryError(TextError):
    """A journal that cannot be read; its text says what to do."""


def read_history(file: Path) -> tuple[Played, ...]:
    """The finished games, oldest first."""
    try:
        file.stat()
        with closing(read_ledger(file)) as ledger:
            return tuple(games_of(ledger))
    except FileNotFoundError:
        return ()
    except NotOurs as problem:
        text = say("{file}: {problem} Is it the right file?", file=str(file), problem=problem.say)
        raise HistoryError(text) from None
    except (sqlite3.Error, OSError) as error:
        text = say(
            "{file}: cannot be read ({reason}). May this user read it? Try again with sudo.",
            file=str(file),
            reason=why_not(error),
        )
        raise HistoryError(text) from None


def games_of(ledger: Ledger, after: int = 0) -> Iterator[Played]:
    """The finished games whose results are in rows after this number, oldest first. Games that were given up are left
    out, and so are damaged ones."""
    ended = list(ledger.results(after))
    old = {} if all(has_rounds(each.result) for each in ended) else {each.number: each for each in ledger.finished()}
    for each in ended:
        played = _played(each, old.get(each.game))
        if played is not None:
            yield played


def _played(each: Ended, finished: Finished | None) -> Played | None:
    if has_rounds(each.result) or finished is None:
        return read_played(each.game, each.ended, each.result)
    return read_played(each.game, each.ended, _as_today(finished), finished.save)


def _as_today(finished: Finished) -> Mapping[str, object]:
    """The result that an older version has saved, with what a newer one adds."""
    return {"game": finished.save.get("game"), "computers": list(finished.computers), **finished.result}
