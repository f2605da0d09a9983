"""What a journal keeps: games and everything done in them, names, house words, settings of seats. All of it in rows.

They hold secrets. Nothing here puts a row into a log, a repr or the text of an error.
"""

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from firmware_host.journal.keeper import Unfinished
from firmware_host.journal.rows import CLOCK, COMFORT, ENTRY, GAME, NAME, PERSON, RESULT, SEATS, TOLD, WORD, Rows
from firmware_host.journal.seals import Row

MEMORY = Path(":memory:")
NAMES_OFFERED = 6


@dataclass(frozen=True)
class Finished:
    """A game that was played to its end, or ended."""

    number: int
    began: float
    ended: float
    save: Mapping[str, object] = field(repr=False)  # with its log, or None in its place if a part of that is lost
    result: Mapping[str, object]
    computers: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Ended:
    """The result of a game: its row, the game that it is about, when it ended and how."""

    row: int
    game: int
    ended: float
    result: Mapping[str, object] = field(repr=False)


@dataclass(frozen=True, slots=True)
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

    def newest_results(self, most: int) -> Iterator[Ended]:
        """Of the last games, the newest first."""
        return _ended(self.rows.newest_of_kind(RESULT, most))

    def finished(self) -> Iterator[Finished]:
        """Every game that is over, the newest first; those whose rows are damaged or make no sense are left out."""
        for played in reversed(list(_games(self.rows.all()))):
            with suppress(ValueError):
                if played.result is not None:
                    yield _finished(played, played.result)

    def persons(self) -> dict[str, str]:
        """Of names that were typed, whose they are."""
        persons = {}
        for row in self.rows.of_kind(PERSON):
            with suppress(ValueError):
                name, person, *_ = _list(row.content, _KEYS[PERSON] + 1)
                persons[str(name)] = str(person)
        return persons

    def close(self) -> None:
        self.rows.close()


class Ledger(Reader):
    """Every change is made inside `together`, and is safe when that is over; errors are SQLite's own.

    `file` is None for a ledger in memory.
    """

    def __init__(self, database: sqlite3.Connection, date: Callable[[], float], file: Path | None = None) -> None:
        super().__init__(Rows(database, file))
        self._date = date
        self._place = self._find_place()

    def _find_place(self) -> _Place:
        """Where to go on writing. Raises `Damaged` if a row that is needed for it is not what was written."""
        rows = self.rows.needed()
        replaceable = {_about(row): row.number for row in rows if row.kind in _KEYS}
        untold = {str(key): _text(facts) for key, facts in self._contents(TOLD, 2)}
        played = _newest(rows)
        if played is None or played.result is not None:
            return _Place(replaceable=replaceable, untold=untold)
        began, computers = _real(played.begun[0]), tuple(_names(played.begun[4]))
        return _Place(played.number, len(played.log), began, computers, replaceable, untold)

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

    # ── the game ─────────────────────────────────────────────────────────────────────────────────

    def begin(self, save: Mapping[str, object], seats: Mapping[int, str], computers: Mapping[str, str]) -> None:
        header = {name: part for name, part in save.items() if name not in ("clock", "log")}
        began = self._date()
        game = self._add(GAME, began, header, save["clock"], dict(seats), dict(computers))
        self._place = replace(self._place, game=game, length=0, began=began, computers=tuple(computers))
        log = save["log"]
        assert isinstance(log, list), "a save has a log"
        for entry in log:
            self.add(_text(entry))

    def sit(self, seats: Mapping[int, str]) -> None:
        if self._place.game:
            self._add(SEATS, self._place.game, dict(seats))

    def add(self, entry: str, told: Iterable[Mapping[str, object]] = ()) -> None:
        """With what the league is to be told of it: both are kept, or neither."""
        assert self._place.game, "only a game that has begun goes on"
        self._place = replace(self._place, length=self._place.length + 1)
        self._write(ENTRY, f"[{self._place.game},{self._place.length},{entry}]")
        for each in told:
            key = f"{self.played()}.{each['round']}"
            facts = {"key": key, "ended": self._date(), "computers": self._place.computers, **each}
            self._add(TOLD, key, facts)
            self._place = replace(self._place, untold={**self._place.untold, key: _text(facts)})

    def clock(self, now: float) -> None:
        if self._place.game:
            self._add(CLOCK, self._place.game, now)

    def date(self) -> float:
        return self._date()

    def finish(self, result: Mapping[str, object]) -> None:
        if self._place.game:
            self._add(RESULT, self._place.game, self._date(), dict(result), self._place.length)

    def unfinished(self) -> Unfinished | None:
        """The newest game, if it has no result. A ValueError if its rows make no sense."""
        played = _newest(self.rows.needed())
        if played is None or played.result is not None:
            return None
        by_seat = {int(seat): name for seat, name in _names(played.seats or played.begun[3]).items()}
        return Unfinished(played.save(), by_seat, _names(played.begun[4]))

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
            if name not in names.setdefault(_whole(seat), []):
                names[_whole(seat)].append(str(name))
        return names

    def remember_name(self, seat: int, name: str) -> None:
        self._add(NAME, seat, name)

    def persons(self) -> dict[str, str]:
        return {str(name): str(person) for name, person in self._contents(PERSON, 2)}

    def call(self, name: str, person: str) -> None:
        """This name is from now on, and has always been, that person's."""
        self._add(PERSON, name, person)

    def house_words(self) -> dict[str, str]:
        """What was agreed about each word: allow or bar."""
        return {str(word): str(verdict) for word, verdict in self._contents(WORD, 2)}

    def agree(self, word: str, verdict: str) -> None:
        self._add(WORD, word, verdict)

    def comforts(self) -> dict[int, dict[str, str]]:
        comforts: dict[int, dict[str, str]] = {}
        for seat, name, value in self._contents(COMFORT, 3):
            comforts.setdefault(_whole(seat), {})[str(name)] = str(value)
        return comforts

    def remember_comfort(self, seat: int, name: str, value: str) -> None:
        self._add(COMFORT, seat, name, value)

    # ── the file ─────────────────────────────────────────────────────────────────────────────────

    def take_in(self, rows: Iterable[Row]) -> None:
        """Adds rows that were found somewhere else, if they are newer than all that are here."""
        newer = [row for row in rows if row.number >= self.rows.next_number()]
        if newer:
            with self.together():
                self.rows.keep(newer)
                self._place = self._find_place()

    def _contents(self, kind: str, parts: int) -> list[list[object]]:
        """What the rows of this kind say, in the order in which they were written, without those that make no sense."""
        contents = []
        for row in self.rows.needed():
            if row.kind == kind:
                with suppress(ValueError):
                    contents.append(_list(row.content, parts))
        return contents

    def _add(self, kind: str, *content: object) -> int:
        return self._write(kind, _text(content))

    def _write(self, kind: str, content: str) -> int:
        """Adds a row, in place of an older one about the same thing."""
        row = Row(self.rows.next_number(), kind, content)
        self.rows.keep([row])
        if kind in _KEYS:
            about = _about(row)
            if about in self._place.replaceable:
                self.rows.remove(self._place.replaceable[about])
            self._place = replace(self._place, replaceable={**self._place.replaceable, about: row.number})
        return row.number


# ── reading rows ─────────────────────────────────────────────────────────────────────────────────

_PARTS = {GAME: 5, ENTRY: 3, CLOCK: 2, SEATS: 2, RESULT: 4}  # of the rows that make a game
_KEYS = {
    CLOCK: 1,
    SEATS: 1,
    NAME: 2,
    PERSON: 1,
    WORD: 1,
    COMFORT: 2,
    TOLD: 1,
}  # how many parts say what a row is about; a newer row replaces it


def _about(row: Row) -> tuple[object, ...]:
    try:
        return (row.kind, *_list(row.content, _KEYS[row.kind])[: _KEYS[row.kind]])
    except ValueError:
        return (row.kind, row.number)


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
        match row.kind, _list(row.content, _PARTS[row.kind])[1:]:
            case "entry", [place, dict(entry)]:
                # After an entry that is lost nothing can be played again, until the game goes on from there.
                self.torn = place != len(self.log) + 1
                if not self.torn:
                    self.log.append(entry)
                    self.clock = _moment(entry)
            case "clock", [now] if not self.torn:
                self.clock = now
            case "seats", [seats]:
                self.seats = seats
            case "result", result:
                self.result = result

    def save(self) -> dict[str, object]:
        clock = self.begun[2] if self.clock is None else self.clock
        return {**_object(self.begun[1]), "clock": clock, "log": self.log}


def _games(rows: Iterable[Row]) -> Iterator[_Played]:
    """The games that these rows tell of, in the order in which they began. Rows of a game that is lost are left out."""
    games: dict[object, _Played] = {}
    for row in rows:
        with suppress(ValueError):
            if row.kind == GAME:
                games[row.number] = _Played(row.number, _list(row.content, _PARTS[GAME]))
            elif row.kind in _PARTS:
                game = _whole(_list(row.content, 1)[0])
                if game in games:
                    games[game].take(row)
    return iter(games.values())


def _newest(rows: Iterable[Row]) -> _Played | None:
    return max(_games(rows), key=lambda played: played.number, default=None)


def _ended(rows: Iterable[Row]) -> Iterator[Ended]:
    for row in rows:
        with suppress(ValueError):
            game, ended, result, *_ = _list(row.content, _PARTS[RESULT])
            yield Ended(row.number, _whole(game), _real(ended), _object(result))


def _finished(played: _Played, over: list[object]) -> Finished:
    ended, result, length = over
    save = played.save()
    if length != len(played.log):
        save["log"] = None
    return Finished(played.number, _real(played.begun[0]), _real(ended), save, _object(result), _names(played.begun[4]))


# ── rows as text ─────────────────────────────────────────────────────────────────────────────────


def _text(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def _list(text: str, parts: int) -> list[object]:
    """A row as a list of so many parts, or more."""
    try:
        read = json.loads(text)
    except RecursionError:  # no row of ours is nested so deeply
        read = None
    if not isinstance(read, list) or len(read) < parts:
        raise ValueError("A row of the journal makes no sense.")
    return read


def _object(value: object) -> dict[str, object]:
    if not isinstance(value, dict):
        raise ValueError("A row of the journal makes no sense.")
    return value


def _names(value: object) -> dict[str, str]:
    return {name: str(text) for name, text in _object(value).items()}


def _real(value: object) -> float:
    if not isinstance(value, int | float):
        raise ValueError("A row of the journal makes no sense.")
    return float(value)


def _whole(value: object) -> int:
    return value if isinstance(value, int) else 0


def _moment(entry: Mapping[str, object]) -> float:
    """When it was: each kind of entry says it in its own way."""
    moments: Iterable[object] = (entry.get(name) for name in ("at", "time", "loaded"))
    return next((float(moment) for moment in moments if isinstance(moment, int | float)), 0.0)
