"""A word is told to everybody when all tables have found it, or when the league's clock says so; never before."""

import json
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware_host.league.service.league import MOST_OF_A_TABLE, League, Waiting
from firmware_host.league.service.results import read_result
from firmware_host.league.service.store import KeptEvening, Store
from firmware_host.league.words import Evening, read_evening
from tests.league.servers import postgres
from tests.league.test_standings import ROUND

BOARDS = (("aa", "HOUSE"), ("bb", "CRANE"))
ENDS = 1000.0


class Broker:
    """What a league says, and a clock that the test moves."""

    def __init__(self, file: Path | str, tables: frozenset[str] = frozenset()) -> None:
        self.now = 0.0
        self.said: list[tuple[str, str]] = []
        self._store = Store(str(file), "club")
        self.begin("7", *BOARDS, tables=tables)
        self.league = self.new_service()

    def begin(self, name: str, *boards: tuple[str, str], tables: frozenset[str] = frozenset()) -> None:
        self._store.begin_evening(KeptEvening(name, float(name), ENDS, False, "duplicate", boards, tables))

    def close(self) -> None:
        self._store.close()

    def new_service(self) -> League:
        return League("club", self._store, self._say, lambda: self.now)

    def _say(self, topic: str, payload: str, *, kept: bool = False) -> None:
        del kept
        self.said.append((topic, payload))

    def heard(self, table: str, what: str, told: object) -> None:
        self.league.heard(f"wordtable/club/table/{table}/{what}", json.dumps(told).encode())
        self.works()

    def works(self) -> None:
        """One turn of the worker's thread."""
        self.league.look()

    @property
    def evening(self) -> Evening:
        told = [payload for topic, payload in self.said if topic == "wordtable/club/evening"]
        evening = read_evening(json.loads(told[-1]))
        assert evening is not None
        return evening

    @property
    def opened(self) -> list[str]:
        return [word for _, word in self.evening.opened.values()]

    def words_of(self, table: str) -> list[str]:
        return [json.loads(payload)["word"] for topic, payload in self.said if topic.endswith(f"/{table}/word")]

    def begins(self, table: str, number: int) -> None:
        self.heard(table, "here", {"here": True})
        self.heard(table, "asks", {"played": f"{table}.1", "round": number})

    def finishes(self, table: str, number: int, **other: Any) -> None:
        self.heard(table, "result", {**ROUND, "key": f"{table}.1.{number}", "round": number, **other})


@pytest.fixture
def broker(tmp_path: Path) -> Broker:
    return Broker(tmp_path / "league.db")


def test_a_word_is_told_when_the_last_table_has_found_it(broker: Broker) -> None:
    broker.begins("table-1", 1)
    broker.begins("table-2", 1)
    broker.finishes("table-1", 1)
    assert broker.opened == []
    broker.finishes("table-2", 1)
    assert broker.opened == ["HOUSE"]
    assert not broker.evening.over


def test_the_league_says_which_results_it_did_not_have_yet(broker: Broker) -> None:
    """So a table knows of one that somebody else has made up in its name."""
    for _ in range(2):
        broker.finishes("table-1", 1)
    taken = [json.loads(payload) for topic, payload in broker.said if topic.endswith("/table-1/taken")]
    assert taken == [{"keys": ["table-1.1.1"], "new": new} for new in (["table-1.1.1"], [])]


def test_a_result_and_the_next_question_may_come_together(broker: Broker) -> None:
    broker.begins("table-1", 1)
    for what, told in (("result", {**ROUND, "key": "table-1.1.1"}), ("asks", {"played": "table-1.1", "round": 2})):
        broker.league.heard(f"wordtable/club/table/table-1/{what}", json.dumps(told).encode())
    broker.works()
    assert broker.words_of("table-1") == ["HOUSE", "CRANE"]


def test_a_table_that_is_away_may_still_come_back_for_its_word(broker: Broker) -> None:
    broker.heard("table-2", "here", {"here": True})
    broker.heard("table-2", "here", {"here": False})
    broker.begins("table-1", 1)
    broker.finishes("table-1", 1)
    assert broker.opened == []


def test_only_tables_that_are_expected_are_waited_for(tmp_path: Path) -> None:
    broker = Broker(tmp_path / "league.db", frozenset({"table-1"}))
    broker.heard("table-2", "here", {"here": True})
    broker.begins("table-1", 1)
    broker.finishes("table-1", 1)
    assert broker.opened == ["HOUSE"]


def test_a_table_that_comes_later_is_not_handed_a_word_that_is_told(tmp_path: Path) -> None:
    broker = Broker(tmp_path / "league.db", frozenset({"table-1"}))
    broker.begins("table-1", 1)
    broker.finishes("table-1", 1)
    broker.begins("table-2", 1)
    assert broker.words_of("table-2") == ["CRANE"]


def test_a_table_that_chose_another_word_has_finished_too(broker: Broker) -> None:
    broker.begins("table-1", 1)
    broker.finishes("table-1", 1, given=False)
    assert broker.opened == ["HOUSE"]


def test_the_leagues_clock_tells_all_words_and_hands_out_no_more(broker: Broker) -> None:
    broker.begins("table-1", 1)
    broker.now = ENDS
    broker.works()
    assert broker.opened == ["HOUSE", "CRANE"]
    assert broker.evening.over
    broker.begins("table-2", 1)
    assert broker.words_of("table-2") == []


def test_a_service_that_starts_again_tells_what_was_told(broker: Broker) -> None:
    broker.begins("table-1", 1)
    broker.finishes("table-1", 1)
    broker.league = broker.new_service()
    broker.works()
    assert broker.opened == ["HOUSE"]


def test_a_service_that_starts_again_opens_nothing_before_it_knows_who_is_there(broker: Broker) -> None:
    broker.heard("table-2", "here", {"here": True})
    broker.begins("table-1", 1)
    broker.finishes("table-1", 1)
    broker.league = broker.new_service()
    broker.works()
    assert broker.opened == []


def test_a_service_that_starts_again_opens_what_all_that_are_named_have_found(tmp_path: Path) -> None:
    broker = Broker(tmp_path / "league.db", frozenset({"table-1"}))
    broker.begins("table-1", 1)
    payload = json.dumps({**ROUND, "key": "table-1.1.1", "round": 1})
    with Store(str(tmp_path / "league.db"), "club") as store:  # of a service that was killed then
        store.take([(read_result("table-1", payload.encode()), payload)])
    broker.league = broker.new_service()
    broker.works()
    assert broker.opened == ["HOUSE"]


def test_nothing_but_the_tables_own_topic_says_a_word_that_is_hidden(broker: Broker) -> None:
    for table in ("table-1", "table-2"):
        broker.begins(table, 1)
    broker.finishes("table-1", 1)
    broker.begins("table-1", 2)
    tells = [topic for topic, payload in broker.said if any(word in payload for _, word in BOARDS)]
    assert {topic.rpartition("/")[2] for topic in tells} == {"word"}


def test_the_words_of_an_evening_that_a_new_one_has_ended_are_opened_too(broker: Broker) -> None:
    broker.works()
    broker.begin("8", ("cc", "TRAIN"))
    broker.works()
    before = read_evening(json.loads(next(payload for topic, payload in broker.said if topic.endswith("/before"))))
    assert before is not None
    assert (before.name, before.over, before.broken()) == ("7", True, [])
    assert before.opened == dict(enumerate(BOARDS, 1))
    assert (broker.evening.name, broker.opened) == ("8", [])


# ── tables that send what a database cannot keep ─────────────────────────────────────────────────

POISON = [
    ("result", json.dumps(ROUND).encode("utf-16")),
    ("result", json.dumps({**ROUND, "round": True}).encode()),
    ("asks", b'{"played":"a\\u0000","round":1}'),
    ("asks", b'{"played":"a\\ud800","round":1}'),
    ("asks", b'{"played":"1.1","round":true}'),
]


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.league)])
def shared(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Broker]:
    if request.param == "sqlite":
        yield Broker(tmp_path / "league.db")
        return
    server, address = postgres(tmp_path)
    server.start()
    opened = Broker(address)
    yield opened
    opened.close()
    server.kill()


def test_what_a_database_cannot_keep_costs_nobody_else_a_result(shared: Broker) -> None:
    for number, (what, payload) in enumerate(POISON):
        honest = {**ROUND, "key": f"{number}.1.1"}
        shared.league.heard(f"wordtable/club/table/table-2/{what}", payload)
        shared.heard("table-1", "result", honest)
        taken = [payload for topic, payload in shared.said if topic.endswith("/table-1/taken")]
        assert taken[-1] == json.dumps({"keys": [honest["key"]], "new": [honest["key"]]})
    assert not any("/table-2/" in topic for topic, _ in shared.said)


# ── what waits for the worker ────────────────────────────────────────────────────────────────────


def test_whoever_was_dealt_with_may_tell_as_much_again() -> None:
    """The line puts messages in on one thread while the worker takes them out on another."""
    before, waiting, most = sys.getswitchinterval(), Waiting(), 5_000
    sys.setswitchinterval(1e-6)
    try:
        line = threading.Thread(target=lambda: put_in(waiting, most))
        line.start()
        taken = 0
        while taken < most:
            if waiting:
                assert waiting.take()[0] == "table-1"
                taken += 1
        line.join()
    finally:
        sys.setswitchinterval(before)
    assert [waiting.put("table-1", "result", b"") for _ in range(MOST_OF_A_TABLE + 1)] == [True] * MOST_OF_A_TABLE + [
        False
    ]


def put_in(waiting: Waiting, left: int) -> None:
    while left:
        left -= waiting.put("table-1", "result", b"")
