"""A club's evening with a real broker and a real database, in which anything may be killed at any time.

`make test-league` plays it with 50 tables and 200 kills; `.ci/run` with 5 tables and 10 kills.
"""

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random

import paho.mqtt.client as mqtt
import pytest

from firmware_host.journal.opening import read_ledger
from firmware_host.league.line import _client
from firmware_host.league.service.results import Result, read_result
from firmware_host.league.service.standings import totals
from firmware_host.league.service.store import Store
from firmware_host.league.story import LeagueStory
from firmware_host.session import retell
from tests.league.servers import ROOT, Server, league_service, mosquitto, postgres, wait_for

pytestmark = pytest.mark.league

TABLES = int(os.environ.get("LEAGUE_TABLES", "5"))
KILLS = int(os.environ.get("LEAGUE_KILLS", "10"))
GAMES = int(os.environ.get("LEAGUE_GAMES", "6"))  # at each table
A_YEAR = 365 * 24 * 3600.0
LONG = 600.0  # real seconds: only a failure comes near it


class Table(Server):
    """A process that plays. It listens at no port."""

    def __init__(self, name: str, broker: Server, folder: Path, late: float) -> None:
        self.name, self.journal = name, folder / f"{name}.db"
        told = {"name": name, "port": broker.port, "journal": str(self.journal), "password": "", "games": GAMES}
        command = [
            sys.executable,
            "-m",
            "tools.league.table_of_computers",
            json.dumps({**told, "late": late, "pace": 0.01}),
        ]
        super().__init__(command, 0, folder)

    def start(self) -> None:
        self.process = subprocess.Popen(
            self._command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True, cwd=ROOT
        )

    def restart(self) -> None:
        self.kill()
        self.start()

    def results(self) -> list[Result]:
        """What its journal says it has played: each finished game once more from its beginning."""
        ledger = read_ledger(self.journal)
        try:
            finished = list(ledger.finished())
        finally:
            ledger.close()
        told = []
        for each in finished:
            story = LeagueStory()
            for game, events in retell(each.save):
                for facts in story.to_tell(game, events):
                    key = f"{each.began * 1000:.0f}.{facts['round']}"
                    more = {"key": key, "ended": each.ended, "computers": []}
                    told.append(read_result(self.name, json.dumps({**more, **facts})))
        return told

    def has_told_everything(self) -> bool:
        ledger = read_ledger(self.journal)
        try:
            return sum(1 for _ in ledger.finished()) >= GAMES and not ledger.untold()
        finally:
            ledger.close()


class Muddler:
    """Sends every result that it has seen again, in another order, as a broker that was cut off would."""

    def __init__(self, broker: Server, rng: Random) -> None:
        self._rng = rng
        self._seen: list[tuple[str, bytes]] = []
        self._client = _client("muddler")
        self._client.on_connect = lambda client, *_: client.subscribe("wordtable/club/table/+/result", 1)
        self._client.on_message = self._message
        self._client.connect_async("127.0.0.1", broker.port, 5)
        self._client.reconnect_delay_set(1, 1)
        self._client.loop_start()
        self.repeated = 0

    def _message(self, client: mqtt.Client, _data: object, message: mqtt.MQTTMessage) -> None:
        self._seen.append((message.topic, bytes(message.payload)))
        if self._rng.random() < 0.3:
            for topic, payload in self._rng.sample(self._seen, min(2, len(self._seen))):
                self.repeated += 1
                client.publish(topic, payload, 1)

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


class Club:
    def __init__(self, folder: Path) -> None:
        self.broker = mosquitto(folder)
        self.database, self.address = postgres(folder)
        self.database.start()
        self.broker.start()
        self.services = [league_service(folder, self.broker, self.address) for _ in range(2)]
        late = (0.0, A_YEAR, -A_YEAR)
        self.tables = [Table(f"table-{n}", self.broker, folder, late[n % 3]) for n in range(TABLES)]
        for each in (*self.services, *self.tables):
            each.start()

    def kill_something(self, rng: Random) -> None:
        """Mostly tables, as there are more of them; the broker is frozen for a while as often as it is killed."""
        chance = rng.random()
        if chance < 0.55:
            rng.choice(self.tables).restart()
        elif chance < 0.75:
            rng.choice(self.services).restart()
        elif chance < 0.85:
            self.broker.restart()
        elif chance < 0.93:
            self.freeze(self.broker, rng.uniform(0.2, 2.0))
        else:
            self.database.restart()

    def freeze(self, server: Server, seconds: float) -> None:
        assert server.process is not None
        os.killpg(server.process.pid, signal.SIGSTOP)
        threading.Event().wait(seconds)
        os.killpg(server.process.pid, signal.SIGCONT)

    def close(self) -> None:
        for each in (*self.tables, *self.services, self.broker, self.database):
            each.kill()


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    opened = Club(tmp_path)
    yield opened
    opened.close()


def test_no_result_is_lost_and_none_is_counted_twice(club: Club) -> None:
    rng = Random("club")
    muddler = Muddler(club.broker, rng)
    for _ in range(KILLS):
        threading.Event().wait(rng.uniform(0.1, 1.0))
        club.kill_something(rng)
    wait_for(lambda: all(table.has_told_everything() for table in club.tables), LONG)
    muddler.close()
    played = [result for table in club.tables for result in table.results()]
    with Store(club.address, "club") as store:
        kept, standings = store.keys(), store.totals()
    assert len(kept) == len(played) >= TABLES * GAMES
    assert {(table, key.partition(".")[2]) for table, key in kept} == {(each.table, each.key) for each in played}
    assert standings == totals(played)
    assert muddler.repeated > 0
