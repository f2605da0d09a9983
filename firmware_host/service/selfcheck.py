"""Whether this version can run this table: it reads the table, opens a copy of the journal, and plays a round.

An update asks the new version this before anything is changed. It touches only the copies it is given.
"""

from contextlib import closing
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

from firmware_host.game_settings import load
from firmware_host.journal.opening import open_ledger, read_ledger
from firmware_host.simulator.script import read_script, simulate
from firmware_host.texts.errors import TextError
from firmware_host.texts.text import say
from hardware.config.reading import ConfigError, simulated_table

# Two players join; the first one starts the first game and hides a word, and the second one finds it.
ROUND = (
    '{"at": 0, "seat": 1, "keys": "ENTER ANN ENTER"}',
    '{"at": 1, "seat": 2, "keys": "ENTER BOB ENTER"}',
    '{"at": 2, "seat": 1, "keys": "1"}',
    '{"at": 4, "seat": 1, "keys": "ENTER"}',
    '{"at": 6, "seat": 1, "keys": "SOLVE ENTER"}',
    '{"at": 9, "seat": 2, "keys": "SOLVE ENTER"}',
)
DONE_IN_IT = 2  # the word was hidden, and it was guessed


class SelfCheckError(TextError):
    """This version cannot run this table; the sentence says why."""


def self_check(config: Path | None, journal: Path | None) -> None:
    """Raises `SelfCheckError` if anything is wrong. The journal is a copy, which may be moved to a newer format."""
    try:
        load(config)
    except ConfigError as mistakes:
        text = say("This version finds a mistake in your table: {mistake}", mistake=mistakes.lines()[0])
        raise SelfCheckError(text) from None
    if journal is not None:
        _open(journal)
    _play()


def _open(journal: Path) -> None:
    with closing(read_ledger(journal)) as before:
        finished = len(list(before.finished()))
    ledger, trouble = open_ledger(journal, lambda: 0.0)
    with closing(ledger):
        if trouble or len(list(ledger.finished())) != finished:
            raise SelfCheckError(say("This version cannot read your games. {trouble}", trouble=trouble))


def _play() -> None:
    settings = simulated_table()
    with TemporaryDirectory() as folder:
        kept = Path(folder, "journal.db")
        simulate(read_script(list(ROUND), settings, "selfcheck"), settings, StringIO(), journal=kept)
        with closing(read_ledger(kept)) as ledger:
            found = ledger.unfinished()
    log = None if found is None else found.save["log"]
    if not isinstance(log, list) or len(log) < DONE_IN_IT:
        raise SelfCheckError(say("This version cannot play a round."))
