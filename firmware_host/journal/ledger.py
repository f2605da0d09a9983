"""What a journal keeps: games and everything done in them, names, house words, settings of seats. All of it in rows.

They hold secrets. Nothing here puts a row into a log, a repr or the text of an error.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from firmware_host.frozen import frozen, replace
from firmware_host.journal.contents import (
    Ended,
    Finished,
    list_of,
    moment_of,
    names_of,
    object_of,
    real,
    text_of,
    whole,
)
from firmware_host.journal.keeper import Unfinished
from firmware_host.journal.rows import (
    CLOCK,
    COMFORT,
    ENTRY,
    GAME,
    NAME,
    PERSON,
    PLEDGES,
    RESULT,
    SEATS,
    SUMS,
    TOLD,
    WORD,
    Rows,
)
from firmware_host.journal.seals import Row

MEMORY = Path(":memory:")
NAMES_OFFERED = 6


@frozen
class _Place:
    """How far the writing has come: the game (0 for none), the length of its log, and the rows that can be replaced."""

    game: int = 0
    length: int = 0
    began: float = 0.0
    computers: tuple[str, ...] = ()
    replaceable: Mapping[tuple[object, ...], int] = field(default_factory=dict, repr=False)
    untold: Mapping[str, str] = field(default_factory=dict, repr=False)  # as JSON by its key


class Reader:
    """Reads a journal for those who look back. It may be a second connection, on another thread."""

    def __init__(self, rows: Rows) -> None:
        self.rows = rows

    def results(self, after: int = 0, last: int | None = None) -> Iterator[Ended]:
        """Of every game that is over, in their order, as far as they make sense; those in the rows between these."""
        return _ended(self.rows.of_kind(RESULT, after, last))

    def newest_results(self, most: int, skipped: int = 0) -> Iterator[Ended]:
        """Of the last games, the newest first, without so many newer ones."""
        return _ended(self.rows.newest_of_kind(RESULT, most, skipped))

    def result_of(self, game: int) -> Ended | None:
        """Of the game with this number; None if it is not over, or its result cannot be read."""
        after = next(self.rows.of_kind(GAME, game), None)  # the game after it
        last = None if after is None else after.number
        return next((each for each in self.results(game, last) if each.game == game), None)

    def finished(self) -> Iterator[Finished]:
        """Every game that is over, the newest first; those whose rows are damaged or make no sense are left out."""
        for played in reversed(list(_games(self.rows.all()))):
            with suppress(ValueError):
                if played.result is not None:
                    yield _finished(played, played.result)

    def with_log(self, ended: Ended) -> Finished | None:
        """The whole game that ended like this; None if its rows are damaged or make no sense."""
        played = next(_games(self.rows.between(ended.game, ended.row)), None)
        with suppress(ValueError):
            if played is not None and played.number == ended.game and played.result is not None:
                return _finished(played, played.result)
        return None

    def sums(self) -> list[object] | None:
        """What was counted last, as `sum_up` was told; None if nothing was."""
        for row in self.rows.newest_of_kind(SUMS, 1):
            with suppress(ValueError):
                return list_of(row.content, 3)
        return None

    def persons(self) -> dict[str, str]:
        """Of names that were typed, whose they are."""
        persons = {}
        for row in self.rows.of_kind(PERSON):
            with suppress(ValueError):
                name, person, *_ = list_of(row.content, _KEYS[PERSON] + 1)
                persons[str(name)] = str(person)
        return persons

    def house_words(self) -> dict[str, str]:
        """What was agreed about each word: allow or bar."""
        return {str(word): str(verdict) for word, verdict in self._contents(WORD, 2)}

    def comforts(self) -> dict[int, dict[str, str]]:
        comforts: dict[int, dict[str, str]] = {}
        for seat, name, value in self._contents(COMFORT, 3):
            comforts.setdefault(whole(seat), {})[str(name)] = str(value)
        return comforts

    def pledges(self) -> dict[str, str]:
        """What the league has committed to, by evening, as `pledge` was told."""
        for row in self.rows.newest_of_kind(PLEDGES, 1):
            with suppress(ValueError):
                return names_of(list_of(row.content, 1)[0])
        return {}

    def _contents(self, kind: str, parts: int) -> list[list[object]]:
        """So many parts of what the rows of this kind say, in the order in which they were written, without those that
        make no sense. A newer version may say more."""
        contents = []
        for row in self.rows.needed():
            if row.kind == kind:
                with suppress(ValueError):
                    contents.append(list_of(row.content, parts)[:parts])
        return contents

    def close(self) -> None:
        self.rows.close()


class Ledger(Reader):
    """Every change is made inside `together`, and is safe when that is over; errors are SQLite's own.

    `file` is None for a ledger in memory.
    """

    def __init__(self, database: sqlite3.Connection, date: Callable[[], float], file: Path | None = None) -> None:
        super().__init__(Rows(database, file))
        self.date = date
        self._place = self._find_place()

    def _find_place(self) -> _Place:
        """Where to go on writing. Raises `Damaged` if a row that is needed for it is not what was written."""
        rows = self.rows.needed()
        replaceable = {_about(row): row.number for row in rows if row.kind in _KEYS}
        untold = {str(key): text_of(facts) for key, facts in self._contents(TOLD, 2)}
        nobody_plays = _Place(replaceable=replaceable, untold=untold)
        played = _newest(rows)
        if played is None or played.result is not None:
            return nobody_plays
        try:
            began, computers = real(played.begun[0]), tuple(names_of(played.begun[4]))
        except ValueError:  # a game that makes no sense is not gone on with
            return nobody_plays
        return replace(nobody_plays, game=played.number, length=len(played.log), began=began, computers=computers)

    @contextmanager
    def together(self) -> Iterator[None]:
        """All of it is kept, or nothing."""
        before = self._place
        try:
            with self.rows.together():
                yield
        except BaseException:
            self._place = before
            raise

    def look_again(self) -> None:
        """Rows were changed or removed that were written long ago: what is known of them is read again."""
        now = self._find_place()
        self._place = replace(self._place, replaceable=now.replaceable, untold=now.untold)

    # ── the game ─────────────────────────────────────────────────────────────────────────────────

    def begin(self, save: Mapping[str, object], seats: Mapping[int, str], computers: Mapping[str, str]) -> None:
        header = {name: part for name, part in save.items() if name not in ("clock", "log")}
        began = self.date()
        game = self._add(GAME, began, header, save["clock"], dict(seats), dict(computers))
        self._place = replace(self._place, game=game, length=0, began=began, computers=tuple(computers))
        log = save["log"]
        assert isinstance(log, list), "a save has a log"
        for entry in log:
            self.add(text_of(entry))

    def sit(self, seats: Mapping[int, str]) -> None:
        if self._place.game:
            self._add(SEATS, self._place.game, dict(seats))

    def add(self, entry: str, told: Iterable[Mapping[str, object]] = ()) -> None:
        """With what the league is to be told of it: both are kept, or neither."""
        place, number = self._place, self.rows.next_number()
        assert place.game, "only a game that has begun goes on"
        rows = [Row(number, ENTRY, f"[{place.game},{place.length + 1},{entry}]")]
        self._place = replace(place, length=place.length + 1)
        for each in told:
            key = f"{self.played()}.{each['round']}"
            facts = text_of({"key": key, "ended": self.date(), "computers": place.computers, **each})
            row = Row(number + len(rows), TOLD, f"[{text_of(key)},{facts}]")
            rows.append(row)
            self._replace_with(row, (TOLD, key))
            self._place = replace(self._place, untold={**self._place.untold, key: facts})
        self.rows.keep(rows)

    def clock(self, now: float) -> None:
        if self._place.game:
            self._add(CLOCK, self._place.game, now)

    def finish(self, result: Mapping[str, object]) -> None:
        if self._place.game:
            self._add(RESULT, self._place.game, self.date(), dict(result), self._place.length)

    def unfinished(self) -> Unfinished | None:
        """The newest game, if it has no result. A ValueError if its rows make no sense."""
        played = _newest(self.rows.needed())
        if played is None or played.result is not None:
            return None
        by_seat = {int(seat): name for seat, name in names_of(played.seats or played.begun[3]).items()}
        return Unfinished(played.save(), by_seat, names_of(played.begun[4]))

    def played(self) -> str:
        """The name of the running game, or of the last one: no other game of this table has it."""
        return f"{self._place.game}.{self._place.began * 1000:.0f}"

    def untold(self) -> Mapping[str, str]:
        """What the league has yet to be told, as JSON by its key, the oldest first."""
        return self._place.untold

    def taken(self, key: str) -> None:
        """The league has it: nobody needs this row any more."""
        replaceable, untold = dict(self._place.replaceable), dict(self._place.untold)
        if untold.pop(key, None) is not None:
            self.rows.remove(replaceable.pop((TOLD, key)))
            self._place = replace(self._place, replaceable=replaceable, untold=untold)

    # ── what outlives a game ─────────────────────────────────────────────────────────────────────

    def names(self) -> dict[int, list[str]]:
        """The names used at each seat, the last one first."""
        names: dict[int, list[str]] = {}
        for seat, name in reversed(self._contents(NAME, 2)):
            if name not in names.setdefault(whole(seat), []):
                names[whole(seat)].append(str(name))
        return names

    def remember_name(self, seat: int, name: str) -> None:
        self._add(NAME, seat, name)

    def call(self, name: str, person: str) -> None:
        """This name is from now on, and has always been, that person's."""
        self._add(PERSON, name, person)

    def agree(self, word: str, verdict: str) -> None:
        self._add(WORD, word, verdict)

    def remember_comfort(self, seat: int, name: str, value: str) -> None:
        self._add(COMFORT, seat, name, value)

    def pledge(self, pledges: Mapping[str, str]) -> None:
        """What the league has committed to. What was kept of it before goes."""
        for row in self.rows.of_kind(PLEDGES):
            self.rows.remove(row.number)
        self._add(PLEDGES, dict(pledges))

    def sum_up(self, last: int, persons: Mapping[str, str], counted: object) -> None:
        """What was counted of all games whose results are in rows up to the last. What was counted before goes."""
        for row in self.rows.of_kind(SUMS):
            self.rows.remove(row.number)
        self._add(SUMS, last, dict(persons), counted)

    # ── the file ─────────────────────────────────────────────────────────────────────────────────

    def take_in(self, rows: Iterable[Row]) -> None:
        """Adds rows that were found somewhere else, if they are newer than all that are here."""
        newer = [row for row in rows if row.number >= self.rows.next_number()]
        if newer:
            with self.together():
                self.rows.keep(newer)
                self._place = self._find_place()

    def _add(self, kind: str, *content: object) -> int:
        return self._write(kind, text_of(content))

    def _write(self, kind: str, content: str) -> int:
        """Adds a row, in place of an older one about the same thing."""
        row = Row(self.rows.next_number(), kind, content)
        self.rows.keep([row])
        if kind in _KEYS:
            self._replace_with(row, _about(row))
        return row.number

    def _replace_with(self, row: Row, about: tuple[object, ...]) -> None:
        """Whatever was said about the same before goes."""
        if about in self._place.replaceable:
            self.rows.remove(self._place.replaceable[about])
        self._place = replace(self._place, replaceable={**self._place.replaceable, about: row.number})


# ── reading rows ─────────────────────────────────────────────────────────────────────────────────

_PARTS = {GAME: 5, ENTRY: 3, CLOCK: 2, SEATS: 2, RESULT: 4}  # of the rows that make a game
# How many parts say what a row is about; a newer row replaces it
_KEYS = {CLOCK: 1, SEATS: 1, NAME: 2, PERSON: 1, WORD: 1, COMFORT: 2, TOLD: 1}


def _about(row: Row) -> tuple[object, ...]:
    """What a row is about; only about itself if it makes no sense."""
    parts: list[object] = []
    with suppress(ValueError):
        parts = list_of(row.content, _KEYS[row.kind])[: _KEYS[row.kind]]
    plain = bool(parts) and all(isinstance(part, str | int) for part in parts)
    return (row.kind, *parts) if plain else (row.kind, row.number)


@dataclass
class _Played:
    """The rows of one game, put together."""

    number: int
    begun: list[object]
    log: list[dict[str, object]] = field(default_factory=list)
    clock: object = None
    seats: object = None  # None as long as everybody sits where they began
    result: list[object] | None = None
    torn: bool = False  # the newest entry does not follow from those that are left

    def take(self, row: Row) -> None:
        """What this row says about the game. A ValueError if it makes no sense."""
        match row.kind, list_of(row.content, _PARTS[row.kind])[1:]:
            case "entry", [place, dict(entry)]:
                # After an entry that is lost nothing can be played again, until the game goes on from there.
                self.torn = place != len(self.log) + 1
                if not self.torn:
                    self.log.append(entry)
                    self.clock = moment_of(entry)
            case "clock", [now] if not self.torn:
                self.clock = now
            case "seats", [seats]:
                self.seats = seats
            case "result", result:
                self.result = result

    def save(self) -> dict[str, object]:
        clock = self.begun[2] if self.clock is None else self.clock
        return {**object_of(self.begun[1]), "clock": clock, "log": self.log}


def _games(rows: Iterable[Row]) -> Iterator[_Played]:
    """The games that these rows tell of, in the order in which they began. Rows of a game that is lost are left out."""
    games: dict[object, _Played] = {}
    for row in rows:
        with suppress(ValueError):
            if row.kind == GAME:
                games[row.number] = _Played(row.number, list_of(row.content, _PARTS[GAME]))
            elif row.kind in _PARTS:
                game = whole(list_of(row.content, 1)[0])
                if game in games:
                    games[game].take(row)
    return iter(games.values())


def _newest(rows: Iterable[Row]) -> _Played | None:
    return max(_games(rows), key=lambda played: played.number, default=None)


def _ended(rows: Iterable[Row]) -> Iterator[Ended]:
    for row in rows:
        with suppress(ValueError):
            game, ended, result, *_ = list_of(row.content, _PARTS[RESULT])
            yield Ended(row.number, whole(game), real(ended), object_of(result))


def _finished(played: _Played, over: list[object]) -> Finished:
    ended, result, length = over
    save = played.save()
    if length != len(played.log):
        save["log"] = None
    return Finished(
        played.number, real(played.begun[0]), real(ended), save, object_of(result), names_of(played.begun[4])
    )
