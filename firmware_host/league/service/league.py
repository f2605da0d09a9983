"""The league service: takes results in, hands out the words of an evening, and knows what every table shows.

MQTT is heard on paho's thread, which only puts what came into a queue. One worker thread has the database. What does
not fit into the queue, or cannot be saved, is not acknowledged, and so its table sends it again.
"""

import json
import logging
import re
import threading
from collections import Counter, deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import field
from typing import Any, Protocol

from firmware_host.frozen import frozen
from firmware_host.league.address import NAME
from firmware_host.league.service.results import (
    Question,
    Result,
    Unreadable,
    read_json,
    read_question,
    read_result,
    read_view,
)
from firmware_host.league.service.store import Store, StoreError
from firmware_host.league.topics import Topics
from firmware_host.league.words import Evening
from hardware.clock import wall_clock

log = logging.getLogger(__name__)

MOST_WAITING = 5_000  # results and questions
MOST_OF_A_TABLE = 200  # of them: a table that floods the league does not crowd out the others
MOST_TABLES = 20_000
AT_ONCE = 200  # results in one transaction
LOOK_AGAIN = 2.0  # seconds: for an evening that was begun elsewhere
PAUSE = 1.0  # seconds before a database that failed is tried again
TOLD = 60.0  # seconds between two warnings


class Say(Protocol):
    def __call__(self, topic: str, payload: str, *, kept: bool = False) -> None: ...


@frozen
class Shown:
    """What a table shows, as far as the league knows."""

    here: bool = False
    view: Mapping[str, Any] = field(default_factory=dict)


class Tables:
    """What all tables show. `changed` is called on the thread that hears of it."""

    def __init__(self) -> None:
        self._shown: dict[str, Shown] = {}
        self.changed: Callable[[str], None] = lambda _table: None

    def all(self) -> Mapping[str, Shown]:
        """In the order in which people would count them: table-10 after table-9."""
        return dict(sorted(self._shown.items(), key=lambda each: _counted(each[0])))

    def of(self, table: str) -> Shown:
        return self._shown.get(table, Shown())

    def hear(self, table: str, what: str, payload: bytes) -> None:
        if table not in self._shown and len(self._shown) >= MOST_TABLES:
            return
        before = self.of(table)
        if what == "here":
            after = Shown(read_json(payload) == {"here": True}, before.view)
        else:
            after = Shown(before.here, read_view(payload))
        if after != before:
            self._shown[table] = after
            self.changed(table)


class Waiting:
    """Results and questions that nobody has dealt with yet. The line puts them in, and the worker takes them out."""

    def __init__(self) -> None:
        self._messages: deque[tuple[str, str, bytes]] = deque()
        self._of_table: Counter[str] = Counter()  # how many of them are from each table that has any
        self._counting = threading.Lock()

    def __len__(self) -> int:
        return len(self._messages)

    def put(self, table: str, what: str, payload: bytes) -> bool:
        """Unless too many wait: a table tells its results again."""
        with self._counting:
            if self._of_table[table] >= MOST_OF_A_TABLE or len(self._messages) >= MOST_WAITING:
                return False
            self._of_table[table] += 1
            self._messages.append((table, what, payload))
            return True

    def take(self) -> tuple[str, str, bytes]:
        with self._counting:
            table, what, payload = self._messages.popleft()
            self._of_table[table] -= 1
            if not self._of_table[table]:
                del self._of_table[table]
            return table, what, payload


class League:
    """`heard` is called by the line; `run` is the worker's thread, and ends when `close` is called."""

    def __init__(self, name: str, store: Store, say: Say, clock: Callable[[], float] = wall_clock) -> None:
        self.tables = Tables()
        self._clock = clock
        self._name = name
        self._topics = Topics(name)
        self._store = store
        self._say = say
        self._waiting = Waiting()
        self._something = threading.Event()
        self._closed = False
        self._evenings: dict[str, Evening] = {}  # this one and the one before, as they were told last
        self._finished = False  # a table may have finished a board
        self._has_looked = False  # at boards that were finished before this service started
        self._told = ""
        self.counted: Callable[[], None] = lambda: None  # is called when the standings may have changed

    @property
    def subscribed(self) -> tuple[str, ...]:
        return tuple(self._topics.every_table(what) for what in ("here", "view", "result", "asks"))

    def up(self, is_up: bool) -> None:
        if is_up:
            self._say(self._topics.of_league("here"), '{"here":true}')
            self._evenings.clear()  # they are told again
            self._something.set()

    def heard(self, topic: str, payload: bytes) -> None:
        table, what = self._topics.read(topic)
        if not NAME.fullmatch(table):
            return
        if what in ("result", "asks"):
            if self._waiting.put(table, what, payload):
                self._something.set()
        elif what in ("here", "view"):
            with suppress(Unreadable):
                self.tables.hear(table, what, payload)

    # ── the worker ───────────────────────────────────────────────────────────────────────────────

    def run(self) -> None:
        while not self._closed:
            self._something.wait(LOOK_AGAIN)
            self._something.clear()
            try:
                self.look()
            except StoreError as error:
                self.warn(str(error))
                threading.Event().wait(PAUSE)
            except Exception as error:  # one bad message must not stop a league; its text might hold a word
                log.error("A message could not be dealt with (%s).", type(error).__name__)
        self._store.close()

    def look(self) -> None:
        """Deals with all that waits, and with the evening. Raises a `StoreError`."""
        self._look_at_evening()
        while self._waiting and not self._closed:
            self._take_some()
            self._look_at_evening()

    def close(self) -> None:
        self._closed = True
        self._something.set()

    def _take_some(self) -> None:
        results: list[tuple[Result, str]] = []
        questions: list[tuple[str, Question]] = []
        while self._waiting and len(results) < AT_ONCE:
            table, what, payload = self._waiting.take()
            with suppress(Unreadable):
                if what == "result":
                    results.append((read_result(table, payload), payload.decode()))
                else:
                    questions.append((table, read_question(payload)))
        if results:
            self._acknowledge([result for result, _ in results], self._store.take(results))
            self._finished |= any(result.round for result, _ in results)
            self.counted()
        for table, asked in questions:  # last, because the next word needs the result of the one before
            self._hand(table, asked)

    def _acknowledge(self, results: list[Result], new: list[Result]) -> None:
        """A table that reads of a new one knows whether it has told it."""
        for table in sorted({result.table for result in results}):
            keys, counted = ([each.key for each in some if each.table == table] for some in (results, new))
            self._say(self._topics.of_table(table, "taken"), json.dumps({"keys": keys, "new": counted}))

    def warn(self, sentence: str) -> None:
        """Once, until something else is wrong."""
        if sentence != self._told:
            self._told = sentence
            log.warning("%s", sentence)

    # ── the words of an evening ──────────────────────────────────────────────────────────────────

    def _look_at_evening(self) -> None:
        """Tells everybody what is committed to. Opens a word when every table has found it, and all when time is up."""
        found = self._store.evenings(2)
        if not found:
            return
        kept, *before = found
        evening = kept.told(self._clock())
        # Until tables have been heard, only an evening that names its tables says for whom a word must stay hidden.
        if not evening.over and (self._finished or (kept.tables and not self._has_looked)):
            self._finished, self._has_looked = False, True
            self._store.open_boards(kept.name, kept.tables or self.tables.all())
            kept = self._store.evening() or kept
            evening = kept.told(self._clock())
        for earlier in before:  # first: it may have ended because this one has begun
            self._tell("before", earlier.told(self._clock()))
        self._tell("evening", evening)

    def _tell(self, which: str, evening: Evening) -> None:
        if self._evenings.get(which) != evening:
            self._evenings[which] = evening
            self._say(self._topics.of_league(which), json.dumps(evening.as_json()), kept=True)
            self.counted()

    def _hand(self, table: str, asked: Question) -> None:
        """The secret of a round, to the table that begins it and to nobody else."""
        kept = self._store.evening()  # it may have ended a moment ago
        if kept is None or (evening := kept.told(self._clock())).over:
            return
        new = 0 if asked.again else len(kept.boards)  # a table that is back gets what it had, and no more
        board = self._store.hand(evening.name, table, asked.played, asked.round, new, self._clock())
        if board is not None and evening.still_hidden(board):
            nonce, word = kept.boards[board - 1]
            told = {"evening": evening.name, "board": board, "played": asked.played, "round": asked.round}
            secret = json.dumps({**told, "nonce": nonce, "word": word})
            self._say(self._topics.of_table(table, "word"), secret)


def _counted(table: str) -> list[tuple[int, str]]:
    return [(int(part), "") if part.isdecimal() else (0, part) for part in re.split(r"(\d+)", table)]
