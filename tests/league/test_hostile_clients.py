"""Strangers at the broker: a table's password reaches its own topics only, and nonsense stops nobody."""

import json
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from time import perf_counter  # noqa: TID251  # real processes take real time; only ratios are looked at
from urllib.request import urlopen

import paho.mqtt.client as mqtt
import pytest

from firmware_host.league.line import _client
from firmware_host.league.service.results import Unreadable, read_result
from firmware_host.league.service.store import KeptEvening, Store
from firmware_host.league.words import commitment
from tests.league.servers import ROOT, Server, league_service, mosquitto, wait_for
from tests.league.test_standings import GAME
from tests.web.strangers import AT_A_LEAGUE
from tests.web.test_beside_strangers import LOOKED_AT

pytestmark = pytest.mark.league

PASSWORD = "a password of the test"
TABLE = "wordtable/club/table"
MALFORMED = 10_000
FLOOD = 20_000
INVENTED = {**GAME, "players": ["EVE", "MAL"], "winners": ["EVE"], "computers": []}
FALSE_VIEW = {"game": "party", "round": 1, "boards": [{"name": "666", "state": "playing", "rows": []}], "scores": {}}
BOARDS = (("aa", "HOUSE"), ("bb", "CRANE"), ("cc", "SPEED"), ("dd", "TRAIN"))
FAR_AWAY = 1e11  # seconds: an evening that does not end by itself


class Client:
    """Logs in at the broker, and remembers what it hears."""

    def __init__(self, broker: Server, user: str, *topics: str) -> None:
        self.heard: list[tuple[str, bytes]] = []
        self._connected = threading.Event()
        self._client = client = _client(f"test of {user}")
        client.username_pw_set(user, PASSWORD)
        client.max_inflight_messages_set(1000)

        def connected(client: mqtt.Client, *_more: object) -> None:
            for topic in topics:
                client.subscribe(topic, 1)
            self._connected.set()

        client.on_connect = connected
        client.on_message = lambda _client, _data, message: self.heard.append((message.topic, bytes(message.payload)))
        client.connect_async("127.0.0.1", broker.port)
        client.loop_start()
        assert self._connected.wait(30)

    def says(self, topic: str, payload: str | bytes, *, kept: bool = False) -> None:
        self._client.publish(topic, payload, 1, kept).wait_for_publish(30)

    def floods(self, topic: str, payload: bytes) -> mqtt.MQTTMessageInfo:
        return self._client.publish(topic, payload, 0)

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


@dataclass
class Club:
    broker: Server
    service: Server
    database: str

    def totals(self) -> dict[str, int]:
        with Store(self.database, "club") as store:
            return {name: total.games for name, total in store.totals().items()}

    def page(self) -> str:
        with urlopen(f"http://127.0.0.1:{self.service.port}/") as answer:
            return str(answer.read().decode())


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    """One for all tests: whatever a stranger does, it goes on as before."""
    tmp_path: Path = tmp_path_factory.mktemp("club")
    password = tmp_path / "password"
    password.write_text(PASSWORD)
    broker = mosquitto(tmp_path, "club", ["table-1", "table-2"], PASSWORD)
    broker.start()
    database = str(tmp_path / "league.db")
    with Store(database, "club") as store:
        store.begin_evening(KeptEvening("7", 1.0, FAR_AWAY, False, "duplicate", BOARDS))
    service = league_service(tmp_path, broker, database, password)
    service.start()
    opened = Club(broker, service, database)
    plays(opened)  # now the service is at the broker, and hears whatever is said there
    yield opened
    service.kill()
    broker.kill()


def until(table: Client, answer: str, says: Callable[[], None]) -> None:
    """Says it again and again, as a table does, until it is answered."""

    def answered() -> bool:
        says()
        threading.Event().wait(0.2)
        return any(topic.endswith(f"/{answer}") for topic, _ in table.heard)

    wait_for(answered, 5)


def plays(club: Club) -> None:
    """Table 1 is given its word, and tells a result, which is counted."""
    table = Client(club.broker, "table-1", f"{TABLE}/table-1/word", f"{TABLE}/table-1/taken", "wordtable/club/evening")
    wait_for(lambda: any(topic.endswith("/evening") for topic, _ in table.heard))
    table.says(f"{TABLE}/table-1/here", '{"here":true}', kept=True)
    until(table, "word", lambda: table.says(f"{TABLE}/table-1/asks", json.dumps({"played": "4.1700", "round": 1})))
    until(table, "taken", lambda: table.says(f"{TABLE}/table-1/result", json.dumps(GAME)))
    table.close()


@pytest.mark.parametrize("user", ["stranger", "table-2"])
def test_whoever_listens_to_everything_learns_nothing_of_another_table(club: Club, user: str) -> None:
    spy = Client(club.broker, user, "#", "wordtable/#", f"{TABLE}/+/word", f"{TABLE}/table-1/#", "$SYS/#")
    plays(club)
    assert [topic for topic, _ in spy.heard if "/table-1/" in topic] == []
    assert not any(b"HOUSE" in payload for _, payload in spy.heard)
    spy.close()


def test_nobody_can_speak_for_another_table_or_for_the_league(club: Club) -> None:
    victim = Client(club.broker, "table-1", f"{TABLE}/table-1/#", "wordtable/club/#")
    hostile = Client(club.broker, "table-2")
    for what in ("result", "view", "here", "event", "asks", "taken", "word"):
        hostile.says(f"{TABLE}/table-1/{what}", json.dumps({**INVENTED, "key": "666.1.0"}))
    hostile.says(f"{TABLE}/table-1/view", json.dumps(FALSE_VIEW), kept=True)
    hostile.says(
        "wordtable/club/evening", json.dumps({"evening": "8", "boards": [commitment("x", "SPEED")]}), kept=True
    )
    plays(club)
    assert club.totals() == {"ANN": 1, "BOB": 1}
    own = {**FALSE_VIEW, "boards": [{"name": "MAL", "state": "playing", "rows": []}]}
    hostile.says(f"{TABLE}/table-2/view", json.dumps(own), kept=True)
    wait_for(lambda: "MAL" in club.page())  # so whatever was said before has arrived, too
    assert "666" not in club.page()
    assert [topic for topic, payload in victim.heard if b"666" in payload or b'"8"' in payload] == []
    hostile.close()
    victim.close()


def test_whoever_has_a_tables_password_learns_none_of_its_later_words(club: Club) -> None:
    thief = Client(club.broker, "table-2", f"{TABLE}/table-2/word")
    for number in range(1, 50):
        for played, round_ in (("9.1700", number), (f"{number}.1", 1), (f"{number}.1", number)):
            thief.says(f"{TABLE}/table-2/asks", json.dumps({"played": played, "round": round_}))
    plays(club)  # so whatever was asked before has been dealt with
    until(thief, "word", lambda: None)
    assert {json.loads(payload)["word"] for _, payload in thief.heard} == {"HOUSE"}
    thief.close()


def test_a_replayed_result_counts_once(club: Club) -> None:
    table = Client(club.broker, "table-1", f"{TABLE}/table-1/taken")
    until(table, "taken", lambda: table.says(f"{TABLE}/table-1/result", json.dumps(GAME)))
    for _ in range(50):
        table.says(f"{TABLE}/table-1/result", json.dumps(GAME))
    table.close()
    plays(club)
    assert club.totals() == {"ANN": 1, "BOB": 1}


def test_ten_thousand_malformed_messages_stop_nobody_and_count_for_nobody(club: Club) -> None:
    rng = Random("malformed")
    plays(club)
    before = club.totals()
    hostile = Client(club.broker, "table-2")
    good = json.dumps(GAME).encode()
    for _ in range(MALFORMED):
        what = rng.choice(("result", "view", "here", "asks"))
        last = hostile.floods(f"{TABLE}/table-2/{what}", malformed(good, rng))
    plays(club)
    last.wait_for_publish(30)
    plays(club)
    assert club.totals() == before
    assert "table-1" in club.page()
    hostile.close()


def test_a_table_that_floods_the_league_does_not_crowd_out_another(club: Club) -> None:
    """Twenty thousand games that were never played count at its own table; nobody else waits for them."""
    hostile = Client(club.broker, "table-2")
    for number in range(FLOOD):
        mine = {**INVENTED, "key": f"{number}.1.0"}
        last = hostile.floods(f"{TABLE}/table-2/result", json.dumps(mine).encode())
    plays(club)
    last.wait_for_publish(30)
    assert club.totals()["ANN"] == 1
    assert "table-1" in club.page()
    hostile.close()


def malformed(good: bytes, rng: Random) -> bytes:
    """Some bytes that no table sends: with another one in its place, a message may still be one."""
    while True:
        made = mangled(good, rng)
        try:
            read_result("table-2", made)
        except Unreadable:
            return made


def mangled(good: bytes, rng: Random) -> bytes:
    """Cut short, with other bytes in it, nested without end, or too long."""
    match rng.randrange(5):
        case 0:
            return good[: rng.randrange(len(good))]
        case 1:
            spoilt = bytearray(good)
            for _ in range(rng.randrange(1, 20)):
                spoilt[rng.randrange(len(spoilt))] = rng.randrange(256)
            return bytes(spoilt)
        case 2:
            return b"[" * rng.randrange(5000)
        case 3:
            return rng.randbytes(rng.randrange(300))
    return good[:-1] + b" " * 20_000


# ── strangers at its pages ───────────────────────────────────────────────────────────────────────

CHANGES, ROUNDS, TRIES = 50, 2, 5
MOST_TIMES = 3  # as late as without strangers; on a quiet computer, a change takes a millisecond and a page as long
LASTS = 60.0  # seconds at most, for one attack


class Television:
    """A page that stays open, at another computer than the league's own."""

    def __init__(self, club: Club) -> None:
        self._table = Client(club.broker, "table-1")
        self._page = HTTPConnection("127.0.0.1", club.service.port)
        self._page.request("GET", "/live", headers={"Host": "club.local"})
        self._lines = self._page.getresponse()
        self._round = 0

    def seconds_of_changes(self) -> list[float]:
        """Of each, from what a table tells to the line of the page that shows it."""
        took = []
        for _ in range(CHANGES):
            self._round += 1
            before = perf_counter()
            self._table.says(f"{TABLE}/table-1/view", json.dumps({**FALSE_VIEW, "round": self._round}), kept=True)
            while f"round {self._round}<".encode() not in self._lines.readline():
                pass
            took.append(perf_counter() - before)
            threading.Event().wait(0.02)
        return took

    def close(self) -> None:
        self._table.close()
        self._page.close()


@contextmanager
def attacked(club: Club, attack: str) -> Iterator[None]:
    command = (sys.executable, "-m", "tests.web.strangers", str(club.service.port), str(LASTS), attack)
    with subprocess.Popen(command, cwd=ROOT) as strangers:
        threading.Event().wait(0.5)  # another process starts, in real time
        yield
        strangers.kill()


@pytest.mark.parametrize("attack", AT_A_LEAGUE)
def test_a_television_is_hardly_later_beside_an_attack_on_the_pages(club: Club, attack: str) -> None:
    """In turn, the league is left alone and attacked, so that whatever else this computer does disturbs both."""
    television, told = Television(club), []
    for _ in range(TRIES):
        alone: list[float] = []
        beside: list[float] = []
        for _ in range(ROUNDS):
            alone += television.seconds_of_changes()
            with attacked(club, attack):
                beside += television.seconds_of_changes()
        ratios = {name: of_many(beside) / of_many(alone) for name, of_many in LOOKED_AT.items()}
        told.append(", ".join(f"{name} {ratio:.2f}×" for name, ratio in ratios.items()))
        if max(ratios.values()) <= MOST_TIMES:
            break
    else:
        pytest.fail("\n".join(told))
    television.close()
    print(attack, *told, sep="\n")


def test_the_page_shows_names_as_they_are_written(club: Club) -> None:
    """Whatever a table calls its players, a television shows it and does not run it."""
    table = Client(club.broker, "table-1")
    board = {"name": "<script>x", "state": "playing", "rows": [[1, 2], None]}
    view = {"game": "party", "round": 1, "boards": [board], "scores": {"<b>": 1}}
    table.says(f"{TABLE}/table-1/here", '{"here":true}', kept=True)
    table.says(f"{TABLE}/table-1/view", json.dumps(view), kept=True)
    wait_for(lambda: "&lt;script&gt;x" in club.page())
    assert "<script>x" not in club.page()
    table.close()
