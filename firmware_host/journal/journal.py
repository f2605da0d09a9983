"""Saves a real evening: every accepted action is on the disk before anybody sees its effect. `Saving` says how."""

import asyncio
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from firmware_host.journal.history import Past, newest_games
from firmware_host.journal.keeper import Comforts, Done, ToTell, Unfinished
from firmware_host.journal.ledger import NAMES_OFFERED, Ledger
from firmware_host.journal.opening import PATIENCE, open_ledger
from firmware_host.journal.rows import Damaged
from firmware_host.journal.saving import Saving, Soon, Writer, WriterOnTheSpot, WriterThread, both
from firmware_host.remembered.chronicle import Chronicle, Evening
from firmware_host.remembered.persons import known_as, with_persons
from firmware_host.remembered.played import read_played
from firmware_host.texts.text import NOTHING, Text, say


class Journal(Saving):
    """A `Keeper` on SQLite. `trouble` is the newest sentence about the disk, or NOTHING."""

    def __init__(self, ledger: Ledger, writer: Writer, trouble: Text = NOTHING) -> None:
        super().__init__(ledger, writer, trouble)
        self._names = ledger.names()
        self._house_words = ledger.house_words()
        self._comforts = ledger.comforts()
        self._persons = ledger.persons()
        self._lately = Chronicle(newest_games(ledger, self._persons))
        self._untold: Mapping[str, str] = ledger.untold()
        self.played = ledger.played()  # the name of the running game, as the league knows it

    @classmethod
    def open(
        cls, file: Path, loop: asyncio.AbstractEventLoop, date: Callable[[], float], patience: float = PATIENCE
    ) -> "Journal":
        """For a real evening. `date` is the wall clock."""
        ledger, trouble = open_ledger(file, date, patience)
        return cls(ledger, WriterThread(loop), trouble)

    @classmethod
    def on_the_spot(
        cls, file: Path, clock: Soon, date: Callable[[], float] = lambda: 0.0, patience: float = PATIENCE
    ) -> "Journal":
        """For virtual time."""
        ledger, trouble = open_ledger(file, date, patience)
        return cls(ledger, WriterOnTheSpot(clock), trouble)

    def past(self) -> Past:
        """All finished games, for those who look back."""
        return Past(self.reading, self.persons)

    # ── the game ─────────────────────────────────────────────────────────────────────────────────

    def unfinished(self) -> Unfinished | None:
        with self._busy:
            try:
                return self._ledger.unfinished()
            except (ValueError, Damaged, sqlite3.Error):
                pass
        self._trouble(say("The last game cannot be read from the journal: start a new one."))
        return None

    def begin(
        self,
        save: Mapping[str, object],
        seats: Mapping[int, str],
        computers: Mapping[str, str],
        done: Callable[[], None],
    ) -> None:
        kept, by_seat, levels = dict(save), dict(seats), dict(computers)  # as they are now: they go to another thread
        self._keep(lambda ledger: ledger.begin(kept, by_seat, levels), done)

    def sit(self, seats: Mapping[int, str], done: Done) -> None:
        """Who sits where from now on, in the running game."""
        by_seat = dict(seats)
        self._keep(lambda ledger: ledger.sit(by_seat), done)

    def add(self, entry: str, done: Callable[[], None], told: ToTell = ()) -> None:
        self._keep(lambda ledger: ledger.add(entry, told), done)

    def clock(self, now: float) -> None:
        self._keep(lambda ledger: ledger.clock(now))

    def finish(self, result: Mapping[str, object], done: Callable[[], None]) -> None:
        kept = dict(result)
        played = read_played(len(self._lately.games) + 1, self._ledger.date(), kept)
        if played is not None:
            self._lately.take_in(with_persons(played, self._persons))
        self._keep(lambda ledger: ledger.finish(kept), done)

    def tonight(self) -> Evening | None:
        return self._lately.evenings[-1] if self._lately.evenings else None

    # ── what the league has yet to be told ───────────────────────────────────────────────────────

    def untold(self) -> Mapping[str, str]:
        """As JSON by its key, the oldest first: all of it is on the disk."""
        return self._untold

    def taken(self, keys: Sequence[str]) -> None:
        """The league has these: they need not be told again."""

        def take(ledger: Ledger) -> None:
            for key in keys:
                ledger.taken(key)

        self._keep(take)

    def persons(self) -> Mapping[str, str]:
        """Of names that were typed, whose they are."""
        return self._persons

    # ── what outlives a game ─────────────────────────────────────────────────────────────────────

    def last_names(self, seat: int) -> tuple[str, ...]:
        """Typed at this seat, the last one first, and then typed elsewhere; everybody by their name of today."""
        elsewhere = (name for other, names in self._names.items() if other != seat for name in names)
        typed = (*self._names.get(seat, ()), *elsewhere)
        return tuple(dict.fromkeys(known_as(name, self._persons) for name in typed))[:NAMES_OFFERED]

    def remember_name(self, seat: int, name: str, done: Done) -> None:
        def remember() -> None:
            self._names[seat] = [name, *(other for other in self._names.get(seat, ()) if other != name)]

        self._keep(lambda ledger: ledger.remember_name(seat, name), both(remember, done))

    def house_words(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        allow, bar = (
            tuple(sorted(word for word, agreed in self._house_words.items() if agreed == verdict))
            for verdict in ("allow", "bar")
        )
        return allow, bar

    def allow_word(self, word: str, done: Done) -> None:
        def remember() -> None:
            self._house_words[word] = "allow"

        self._keep(lambda ledger: ledger.agree(word, "allow"), both(remember, done))

    def comforts(self, seat: int) -> Mapping[str, str]:
        return dict(self._comforts.get(seat, {}))

    def remember_comforts(self, changes: Comforts, done: Done) -> None:
        kept = [(seat, name, value) for seat, changed in changes.items() for name, value in changed.items()]

        def remember() -> None:
            for seat, name, value in kept:
                self._comforts.setdefault(seat, {})[name] = value

        def write(ledger: Ledger) -> None:
            for seat, name, value in kept:
                ledger.remember_comfort(seat, name, value)

        self._keep(write, both(remember, done))

    def _has_written(self) -> None:
        self._untold, self.played = self._ledger.untold(), self._ledger.played()
