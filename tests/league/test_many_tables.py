"""A club's evening with a real broker and a real database, in which anything may be killed at any time.

`make test-league` plays it with 50 tables and 200 kills; `.ci/run` with 5 tables and 10 kills.
"""

import json
import os
import signal
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Collection, Iterator
from pathlib import Path
from random import Random

import paho.mqtt.client as mqtt
import psycopg
import pytest

from firmware_host import dictionaries
from firmware_host.journal.opening import read_ledger
from firmware_host.league.line import _client
from firmware_host.league.service.ratings import Ratings, rated_games
from firmware_host.league.service.results import Result, Unreadable, read_result
from firmware_host.league.service.standings import totals
from firmware_host.league.service.store import KeptEvening, Store
from firmware_host.league.story import LeagueStory
from firmware_host.session import retell
from tests.league.network import LOOPBACK, ROOT_MAY, Disk, Weather, club_network, house, weather
from tests.league.relay import Relay
from tests.league.servers import ROOT, Server, league_service, mosquitto, postgres, wait_for

pytestmark = pytest.mark.league

TABLES = int(os.environ.get("LEAGUE_TABLES", "5"))
KILLS = int(os.environ.get("LEAGUE_KILLS", "10"))
GAMES = int(os.environ.get("LEAGUE_GAMES", "0")) or 4 + KILLS // 20  # at each table: they play while things are killed
WORDS = dictionaries.load("en").common(5)[:100]  # the same at every table
FAR_AWAY = 1e11  # seconds: the evening does not end by itself
PACE = 0.05  # seconds between two moves
A_YEAR = 365 * 24 * 3600.0
LONG = 1800.0  # real seconds: only a failure comes near it
FAR = (0.03, 0.25)  # seconds, each way: every third table, and a service, are so far from the broker
WAITS = 60.0  # seconds, at most, for the league before a game
NAMES = frozenset(f"table-{number}" for number in range(TABLES))
EVERYWHERE = "0.0.0.0" if ROOT_MAY else LOOPBACK


class Table(Server):
    """A process that plays, in a house of its own. It listens at no port."""

    def __init__(self, number: int, port: int, folder: Path) -> None:
        self.name, self.house = f"table-{number}", house(number)
        self.journal, self._notes = folder / f"{self.name}.db", folder / f"{self.name}.notes"
        told = {"name": self.name, "broker": f"mqtt://{self.house.club}:{port}", "journal": str(self.journal)}
        late = (0.0, A_YEAR, -A_YEAR)[number % 3]
        more = {"password": "", "games": GAMES, "late": late, "pace": PACE, "waits": WAITS, "notes": str(self._notes)}
        plays = [sys.executable, "-m", "tools.league.table_of_computers", json.dumps({**told, **more})]
        super().__init__([*self.house.enter, *plays], 0, folder)

    def start(self) -> None:
        self.process = subprocess.Popen(
            self._command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True, cwd=ROOT
        )

    def restart(self) -> None:
        self.kill()
        self.start()

    def played(self) -> Iterator[tuple[Result, Collection[str]]]:
        """What its journal says: each finished game once more from its beginning. With each round, what was hidden."""
        ledger = read_ledger(self.journal)
        try:
            finished = list(ledger.finished())
        finally:
            ledger.close()
        for each in finished:
            story = LeagueStory()
            for game, events in retell(each.save):
                for facts in story.to_tell(game, events):
                    key = f"{each.began * 1000:.0f}.{facts['round']}"
                    more = {"key": key, "ended": each.ended, "computers": []}
                    told = read_result(self.name, json.dumps({**more, **facts}))
                    yield told, frozenset(game.revealed.values()) if told.round else ()

    def has_checked(self) -> frozenset[int]:
        """The boards of the evening that were opened as the league had committed to. Nobody may have complained."""
        try:
            notes = json.loads(self._notes.read_text())
        except OSError:
            return frozenset()
        assert notes["complaints"] == []
        return frozenset(notes["opened"].get("1", ()))

    def has_told_everything(self) -> bool:
        ledger = read_ledger(self.journal)
        try:
            return sum(1 for _ in ledger.finished()) >= GAMES and not ledger.untold()
        finally:
            ledger.close()


class Muddler:
    """Sends results that it has seen again, in another order, as a broker that was cut off would.

    It hears every byte that reaches the broker, and notes every word that is told too early or too late.
    """

    def __init__(self, broker: Server, rng: Random) -> None:
        self._rng = rng
        self._seen: dict[tuple[str, str], tuple[str, bytes]] = {}
        self._opened: set[str] = set()
        self._known: set[tuple[str, str]] = set()  # rounds whose word or result was heard: the second service's is late
        self.handed = 0
        self.late: set[tuple[str, str]] = set()  # table and round of a word that was handed out when all knew it
        self.given: set[tuple[str, str]] = set()  # table and round of a word of the league's that was played with
        self.wrong: list[str] = []  # topics on which a hidden word was told
        self.repeated = 0
        self.halves = 0
        self._client = _client("muddler")
        self._client.on_connect = lambda client, *_: client.subscribe("#", 1)
        self._client.on_message = self._message
        self._client.connect_async("127.0.0.1", broker.port, 5)
        self._client.reconnect_delay_set(1, 1)
        self._client.loop_start()

    def _message(self, client: mqtt.Client, _data: object, message: mqtt.MQTTMessage) -> None:
        """A broker whose disk was full may have saved half a message, and tells it as if it were whole."""
        try:
            self._hear(client, message.topic, bytes(message.payload))
        except (ValueError, Unreadable):
            self.halves += 1

    def _hear(self, client: mqtt.Client, topic: str, payload: bytes) -> None:
        what = topic.rpartition("/")[2]
        if what == "word":
            told = json.loads(payload)
            self.handed += 1
            round_ = (topic.split("/")[3], f"{told['played']}.{told['round']}")
            if told["word"] in self._opened and round_ not in self._known:  # it was under way for long
                self.late.add(round_)
            self._known.add(round_)
        elif what in ("evening", "before"):
            self._opened |= {word for _, word in json.loads(payload)["opened"].values()}
        else:
            self.wrong += [topic for word in WORDS if word.encode() in payload]
        if what == "result":
            result = read_result(topic.split("/")[3], payload)
            self._known.add((result.table, result.key))
            if result.given:
                self.given.add((result.table, result.key))
            if (result.table, result.key) not in self._seen:  # its own repeats would be repeated without end
                self._seen[result.table, result.key] = topic, payload
                self._repeat(client)

    def _repeat(self, client: mqtt.Client) -> None:
        for again in self._rng.choices(list(self._seen.values()), k=2):
            self.repeated += 1
            client.publish(*again, 1)

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


class Club:
    """Fifty houses with a table each, two with a league service each, and a broker and a database in the middle."""

    def __init__(self, folder: Path) -> None:
        self.done: Counter[str] = Counter()
        self.disk = Disk(folder / "disk")
        keeps = ("persistence true", f"persistence_location {self.disk.folder}/", "autosave_interval 1")
        self.broker = mosquitto(folder, extra=keeps, host=EVERYWHERE)
        self.database, self.address = postgres(folder, "*" if ROOT_MAY else LOOPBACK)
        self.database.start()
        self.broker.start()
        boards = tuple((f"{number:032x}", word) for number, word in enumerate(WORDS))
        with Store(self.address, "club") as store:
            store.begin_evening(KeptEvening("1", 1.0, FAR_AWAY, False, "duplicate", boards, NAMES))
        self.relay = Relay(EVERYWHERE, self.broker.port, FAR, Random("far"))
        near, far = self.broker.port, self.relay.port
        self.service_houses = [house(number) for number in (201, 202)]
        self.services = [
            league_service(folder, port, self.address, house=each)
            for each, port in zip(self.service_houses, (near, far), strict=True)
        ]
        self.tables = [Table(number, far if number % 3 == 2 else near, folder) for number in range(TABLES)]
        for each in (*self.services, *self.tables):
            each.start()

    def kill_something(self, rng: Random) -> None:
        """Mostly tables, as there are more of them."""
        who = rng.choices(("table", "service", "broker", "database"), (55, 20, 15, 10))[0]
        self.done[who] += 1
        match who:
            case "table":
                rng.choice(self.tables).restart()
            case "service":
                number = rng.randrange(2)
                self.services[number].kill()
                self.service_houses[number].becomes(Weather.FINE)  # the test itself looks whether it is back
                self.services[number].start()
            case "broker":
                self.broker.restart()
            case "database":
                self.database.restart()

    def spoil_something(self, rng: Random) -> None:
        """A cable changes, or the broker stands still for a moment. What is spoilt stays so until its turn comes."""
        if rng.random() < 0.1:
            self.done["frozen"] += 1
            self.freeze(self.broker, rng.uniform(0.2, 2.0))
            return
        change = weather(rng)
        self.done[change.value] += 1
        rng.choice([*self.service_houses, *(table.house for table in self.tables)]).becomes(change)

    def freeze(self, server: Server, seconds: float) -> None:
        assert server.process is not None
        os.killpg(server.process.pid, signal.SIGSTOP)
        threading.Event().wait(seconds)
        os.killpg(server.process.pid, signal.SIGCONT)

    def broker_forgets(self) -> None:
        """Its disk has been full for a while. It is killed, starts with what it could save, and then has room again."""
        self.disk.fill()
        assert self.disk.is_full
        self.done["broker with a full disk"] += 1
        self.broker.restart()
        self.disk.empty()

    def mend(self) -> None:
        self.disk.empty()
        for each in (*self.service_houses, *(table.house for table in self.tables)):
            each.becomes(Weather.FINE)

    def close(self) -> None:
        for each in (*self.tables, *self.services, self.broker, self.database):
            each.kill()
        for place in (*self.service_houses, *(table.house for table in self.tables)):
            place.close()
        self.relay.close()
        self.disk.close()


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    with club_network():
        opened = Club(tmp_path)
        yield opened
        opened.close()


def test_no_result_is_lost_and_none_is_counted_twice(club: Club, capsys: pytest.CaptureFixture[str]) -> None:
    rng = Random("club")
    muddler = Muddler(club.broker, rng)
    for number in range(KILLS):
        if KILLS // 3 <= number < 2 * KILLS // 3:
            club.disk.fill()  # also what the broker has given up since
        if number == 2 * KILLS // 3:
            club.broker_forgets()
        threading.Event().wait(rng.uniform(0.1, 1.0))
        club.spoil_something(rng)
        club.kill_something(rng)
    club.mend()
    wait_for(lambda: all(table.has_told_everything() for table in club.tables), LONG, look=0.5)
    opened = evening_ends(club)
    muddler.close()
    played = {(each.table, each.key): (each, words) for table in club.tables for each, words in table.played()}
    results = [each for each, _ in played.values()]
    with Store(club.address, "club") as store:
        kept, standings, ratings = store.keys(), store.totals(), Ratings(store)
        ratings.look()
    given = words_given(club.address)
    with capsys.disabled():
        print(f"\n{TABLES} tables, {len(results)} results, {muddler.repeated} repeated; {dict(club.done)}")
        late = 1000 * club.relay.late / club.relay.chunks
        print(f"{muddler.handed} words handed out, {len(given)} rounds played with them, {opened} opened by all")
        print(f"{TABLES} tables checked {len(WORDS)} words each; {club.relay.chunks} chunks came {late:.0f} ms late")
    assert len(kept) == len(results) >= TABLES * GAMES
    assert {(table, key.partition(".")[2]) for table, key in kept} == set(played)
    assert standings == totals(results)
    assert ratings.now == rated_games(result for result in results if not result.round)
    assert muddler.wrong == []
    assert not muddler.late & muddler.given
    assert muddler.repeated > 0
    for table, key, board in given:  # the same words everywhere: in each table's own journal
        assert played[table, key][1] == {WORDS[board - 1]}
    assert 2 * len(given) >= TABLES * GAMES  # a quarter of all rounds
    assert opened > 0


def evening_ends(club: Club) -> int:
    """How many words were open before it did. Afterwards every table checks them all."""
    with Store(club.address, "club") as store:
        wait_for(lambda: bool(_opened(store)), LONG, look=0.5)
        before = len(_opened(store))
        store.end_evening()
    everything = frozenset(range(1, len(WORDS) + 1))
    wait_for(lambda: all(table.has_checked() == everything for table in club.tables), LONG, look=0.5)
    return before


def _opened(store: Store) -> frozenset[int]:
    evening = store.evening()
    assert evening is not None
    return evening.opened


def words_given(address: str) -> list[tuple[str, str, int]]:
    """Table, round and board of each round that was played with the league's word, as the league has it."""
    with psycopg.connect(address) as database:
        found = database.execute(
            "SELECT place, key, board FROM handed JOIN results USING (league, place, played, round) WHERE given = 1"
        ).fetchall()
    return [(table, key.partition(".")[2], board) for table, key, board in found]
