"""`make bench-league`: how quick a league is, and what it costs. Prints one JSON object; run it on a quiet computer."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter, sleep

from firmware_host.league.line import Line
from firmware_host.league.process import encoded
from firmware_host.league.service.results import Result, read_result
from firmware_host.league.service.store import Store
from firmware_host.league.topics import Message, Topics
from tools.league import bench_keys
from tools.league.__main__ import free_port

TABLES, SOLVES = 100, 600
MANY_TABLES, MANY_RESULTS, PEOPLE = 1_000, 100_000, 4_000
TOPICS = Topics("club")
NAMES = ["ANN", "BOB", "CID", "DORA"]
VIEW = {
    "game": "party", "phase": "guessing", "paused": False, "round": 2, "rounds": 4, "players": NAMES,
    "scores": dict.fromkeys(NAMES, 3), "wins": "fewest", "winners": None, "leaders": ["CID"], "turn": None,
    "boards": [{"name": name, "state": "playing", "rows": [[1, 2], [2, 2], [3, 1]]} for name in NAMES], "lost": [],
}  # fmt: skip


@contextmanager
def running(*command: str) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(10)


def wait_for(what: Callable[[], bool]) -> None:
    for _ in range(2_000):
        if what():
            return
        sleep(0.02)
    raise TimeoutError


def line(
    name: str, port: int, *topics: str, heard: Callable[[str, bytes], None] = lambda _topic, _payload: None
) -> Line:
    up = threading.Event()
    made = Line({"id": name, "host": "127.0.0.1", "port": port, "topics": topics}, lambda _up: up.set(), heard)
    made.start()
    assert up.wait(30)
    return made


def percentile(seconds: list[float]) -> dict[str, float]:
    hundredths = quantiles(seconds, n=100)
    return {"median_ms": round(1e3 * median(seconds), 2), "p99_ms": round(1e3 * hundredths[98], 2)}


def bare(port: int) -> list[float]:
    """Publish and receive, and nothing else: what the broker and the library cost."""
    came = threading.Event()
    listener = line("listener", port, "bare", heard=lambda _topic, _payload: came.set())
    speaker = line("speaker", port)
    sleep(0.3)
    taken = []
    for number in range(SOLVES):
        came.clear()
        began = perf_counter()
        speaker.say("bare", json.dumps({**VIEW, "round": number}))
        assert came.wait(10)
        taken.append(perf_counter() - began)
        sleep(0.005)
    listener.close()
    speaker.close()
    return taken


def to_television(port: int, page: int) -> tuple[list[float], int]:
    """From a table's line to a browser's: 100 tables play, and one of them is watched. And how many views that took."""
    crowd = [line(f"table-{number}", port) for number in range(TABLES)]
    for number, table in enumerate(crowd):
        table.say(TOPICS.of_table(f"table-{number}", "here"), '{"here":true}', kept=True)
    over = threading.Event()
    others: list[int] = []

    def play() -> None:
        """The others: each tells its view about once a second, as in a fast game."""
        number = 0
        while not over.wait(1 / TABLES):
            number += 1
            others.append(number)
            who = number % (TABLES - 1) + 1
            crowd[who].say(
                TOPICS.of_table(f"table-{who}", "view"), json.dumps({**VIEW, "round": number % 900}), kept=True
            )

    threading.Thread(target=play, daemon=True).start()
    watching = HTTPConnection("127.0.0.1", page)
    watching.request("GET", "/live")
    stream = watching.getresponse()
    shown: dict[int, float] = {}

    def watch() -> None:
        while raw := stream.readline():
            if b"table-table-0" in raw:
                for number in range(1, SOLVES + 1):
                    if f"round {number} of".encode() in raw:
                        shown[number] = perf_counter()

    threading.Thread(target=watch, daemon=True).start()
    sleep(1)
    taken = []
    for number in range(1, SOLVES + 1):
        began = perf_counter()
        crowd[0].say(TOPICS.of_table("table-0", "view"), json.dumps({**VIEW, "round": number}), kept=True)
        wait = 0
        while number not in shown and wait < 10_000:
            sleep(0.0005)
            wait += 1
        taken.append(shown[number] - began)
        sleep(0.005)
    over.set()
    for table in crowd:
        table.close()
    return taken, SOLVES + len(others)


def page_times(port: int, broker: int, database: str) -> dict[str, object]:
    """The television's page with 1,000 tables and 100,000 results, ten times."""
    told = line("filler", broker)
    for number in range(MANY_TABLES):
        told.say(TOPICS.of_table(f"table-{number}", "here"), '{"here":true}', kept=True)
        told.say(TOPICS.of_table(f"table-{number}", "view"), json.dumps(VIEW), kept=True)
        if number % 100 == 0:
            sleep(0.1)
    with Store(database, "club") as store:
        for start in range(0, MANY_RESULTS, 1_000):
            store.take([result(number) for number in range(start, start + 1_000)])
    sleep(2)
    taken, size = [], 0
    for path in ("/", "/phone") * 10:
        asked = HTTPConnection("127.0.0.1", port)
        began = perf_counter()
        asked.request("GET", path)
        size = max(size, len(asked.getresponse().read()))
        taken.append((path, perf_counter() - began))
        asked.close()
    told.close()
    return {
        "television_ms": round(1e3 * max(seconds for path, seconds in taken if path == "/"), 1),
        "phone_ms": round(1e3 * max(seconds for path, seconds in taken if path == "/phone"), 1),
        "largest_page_bytes": size,
    }


def cpu_of(process: int) -> float:
    """Seconds of processor time that it has taken so far."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def line_cpu(port: int, messages: int) -> float:
    """Seconds that a table's line takes for so many views, with its start."""
    settings = {"id": "bench", "host": "127.0.0.1", "port": port, "topics": []}
    process = subprocess.Popen([sys.executable, "-m", "firmware_host.league.line"], stdin=-1, stdout=-1)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(json.dumps(settings).encode() + b"\n")
    process.stdin.flush()
    process.stdout.readline()  # it is up
    for number in range(messages):
        said = Message(TOPICS.of_table("bench", "view"), json.dumps({**VIEW, "round": number}), kept=True)
        process.stdin.write(encoded(said))
        process.stdin.flush()
        sleep(0.002)
    taken = cpu_of(process.pid)
    process.stdin.close()
    process.stdout.close()
    process.wait(10)
    return taken


def result(number: int) -> tuple[Result, str]:
    people = [f"P{(number * 7 + place) % PEOPLE}" for place in range(4)]
    told = json.dumps({
        "key": f"{number}.1.0", "round": 0, "game": "party", "ended": float(number), "players": people, "computers": [],
        "scores": {name: place for place, name in enumerate(people)}, "winners": [people[0]], "wins": "fewest",
    })  # fmt: skip
    return read_result(f"table-{number % MANY_TABLES}", told), told


def main() -> int:
    broker = shutil.which("mosquitto") or "/usr/sbin/mosquitto"
    figures: dict[str, object] = {"cores": os.cpu_count()}
    with tempfile.TemporaryDirectory(prefix="wordtable-bench-") as made:
        folder, port, page = Path(made), free_port(), free_port()
        database = str(folder / "league.db")
        folder.chmod(0o755)
        (folder / "mosquitto.conf").write_text(
            f"listener {port} 127.0.0.1\nallow_anonymous true\nset_tcp_nodelay true\nmax_queued_messages 0\n"
        )
        league = [sys.executable, "-m", "firmware_host", "league", "run", "--name", "club", "--database", database]
        with (
            running(broker, "-c", str(folder / "mosquitto.conf")) as mosquitto,
            running(*league, "--broker", f"mqtt://127.0.0.1:{port}", "--port", str(page)) as service,
        ):
            wait_for(lambda: _answers(page))
            figures["bare"] = percentile(bare(port))
            before = cpu_of(mosquitto.pid), cpu_of(service.pid)
            taken, views = to_television(port, page)
            figures["solve_to_television"] = percentile(taken)
            figures["views"] = views
            figures["broker_us_a_view"] = round(1e6 * (cpu_of(mosquitto.pid) - before[0]) / views)
            figures["league_us_a_view"] = round(1e6 * (cpu_of(service.pid) - before[1]) / views)
            figures["line_cpu_ms_a_message"] = round(line_cpu(port, 2_000) - line_cpu(port, 1_000), 3)
            figures.update(page_times(page, port, database))
    figures["keys"] = bench_keys.measure()
    figures["view_bytes"] = len(json.dumps(VIEW, separators=(",", ":")))
    print(json.dumps(figures, indent=1))
    return 0


def _answers(port: int) -> bool:
    try:
        asked = HTTPConnection("127.0.0.1", port)
        asked.request("GET", "/phone")
        return asked.getresponse().status == 200
    except OSError:
        return False


if __name__ == "__main__":
    sys.exit(main())
