"""The league service: takes results in, hands out the words of an evening, and knows what every table shows.

MQTT is heard on paho's thread, which only puts what came into a queue. One worker thread has the database. What does
not fit into the queue, or cannot be saved, is not acknowledged, and so its table sends it again.
"""

import json
import logging
import threading
from collections import Counter, deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Protocol

from firmware_host.league.address import NAME
from firmware_host.league.service.results import Result, Unreadable, read_json, read_result, read_view
from firmware_host.league.service.store import Store, StoreError
from firmware_host.league.topics import Topics
from firmware_host.league.words import Evening, commitment

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


@dataclass(frozen=True, slots=True)
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
        return dict(sorted(self._shown.items()))

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


class League:
    """`heard` is called by the line; `run` is the worker's thread, and ends when `close` is called."""

    def __init__(self, name: str, store: Store, say: Say) -> None:
        self.tables = Tables()
        self._name = name
        self._topics = Topics(name)
        self._store = store
        self._say = say
        self._waiting: deque[tuple[str, str, bytes]] = deque()
        self._of_table: Counter[str] = Counter()  # how many of them are from each table
        self._something = threading.Event()
        self._closed = False
        self._evening: tuple[Evening, list[tuple[str, str]]] | None = None
        self._told = ""
        self.counted: Callable[[], None] = lambda: None  # is called when the standings may have changed

    @property
    def subscribed(self) -> tuple[str, ...]:
        return tuple(self._topics.every_table(what) for what in ("here", "view", "result", "asks"))

    def up(self, is_up: bool) -> None:
        if is_up:
            self._say(self._topics.of_league("here"), '{"here":true}')
            self._evening = None  # is told again
            self._something.set()

    def heard(self, topic: str, payload: bytes) -> None:
        table, what = self._topics.read(topic)
        if not NAME.fullmatch(table):
            return
        if what in ("result", "asks"):
            if self._of_table[table] < MOST_OF_A_TABLE and len(self._waiting) < MOST_WAITING:
                self._of_table[table] += 1
                self._waiting.append((table, what, payload))
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
                self._look_at_evening()
                while self._waiting and not self._closed:
                    self._take_some()
            except StoreError as error:
                self._warn(str(error))
                threading.Event().wait(PAUSE)
            except Exception as error:  # one bad message must not stop a league; its text might hold a word
                log.error("A message could not be dealt with (%s).", type(error).__name__)
        self._store.close()

    def close(self) -> None:
        self._closed = True
        self._something.set()

    def _take_some(self) -> None:
        results: list[tuple[Result, str]] = []
        while self._waiting and len(results) < AT_ONCE:
            table, what, payload = self._waiting.popleft()
            self._of_table[table] -= 1
            with suppress(Unreadable, UnicodeDecodeError):
                if what == "result":
                    results.append((read_result(table, payload), payload.decode()))
                else:
                    self._hand(table, read_json(payload))
        if results:
            self._store.take(results)
            self._acknowledge([result for result, _ in results])
            self.counted()

    def _acknowledge(self, results: list[Result]) -> None:
        keys: dict[str, list[str]] = {}
        for result in results:
            keys.setdefault(result.table, []).append(result.key)
        for table, taken in keys.items():
            self._say(self._topics.of_table(table, "taken"), json.dumps({"keys": taken}))

    def _warn(self, sentence: str) -> None:
        if sentence != self._told:
            self._told = sentence
            log.warning("%s", sentence)

    # ── the words of an evening ──────────────────────────────────────────────────────────────────

    def _look_at_evening(self) -> None:
        """Tells everybody what is committed to, and opens it when the evening is over."""
        found = self._store.evening()
        if found is None:
            return
        name, over, _, boards = found
        opened = dict(enumerate(boards, 1)) if over else {}
        evening = Evening(name, tuple(commitment(*board) for board in boards), opened, over)
        if self._evening is None or self._evening[0] != evening:
            self._evening = evening, boards
            self._say(self._topics.of_league("evening"), json.dumps(evening.as_json()), kept=True)

    def _hand(self, table: str, asked: Any) -> None:
        """The secret of a round, to the table that begins it and to nobody else."""
        if self._evening is None or self._evening[0].over:
            return
        evening, boards = self._evening
        match asked:
            case {"played": str(played), "round": int(number)} if len(played) <= 80 and 0 < number <= 1000:
                new = 0 if asked.get("again") else len(boards)  # a table that is back gets what it had, and no more
                board = self._store.hand(evening.name, table, played, number, new)
                if board is not None:
                    nonce, word = boards[board - 1]
                    told = {"evening": evening.name, "board": board, "played": played, "round": number}
                    secret = json.dumps({**told, "nonce": nonce, "word": word})
                    self._say(self._topics.of_table(table, "word"), secret)
