"""`wordtable run` as a process of its own: ready, alive, ended, and really killed."""

import asyncio
import errno
import logging
import os
import pty
import random
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from firmware_host.journal.journal import Journal
from firmware_host.service.daemon import BAD_CONFIG, IN_USE, SHUT_DOWN, DiscreetFormatter, LoopErrors, _shut_down
from firmware_host.service.notify import Systemd
from hardware.clock import VirtualClock
from tests.support import journal_child
from tests.support.flips import small_journal
from tests.support.night import spoil

pytestmark = pytest.mark.proof

ROOT = Path(__file__).parents[2]
LIMIT = 60.0  # real seconds, generous: only a failure comes near it
HEADER = bytes.fromhex("41646100 1d48")  # of a frame for 30 LEDs
FRAME = 96


class Listener:
    """Systemd's end of the notify socket."""

    def __init__(self, folder: Path, patience: float = LIMIT) -> None:
        self.address = str(folder / "notify")
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.settimeout(patience)
        self._socket.bind(self.address)

    def hears(self) -> list[str]:
        return self._socket.recv(4096).decode().splitlines()

    def waits_for(self, line: str) -> None:
        while line not in self.hears():
            pass

    def close(self) -> None:
        self._socket.close()


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[Listener]:
    listener = Listener(tmp_path)
    yield listener
    listener.close()


@contextmanager
def console(
    tmp_path: Path, config: Path, systemd: Listener | None = None, **surroundings: str
) -> Iterator[subprocess.Popen[bytes]]:
    """The real thing, ended at the end whatever happens."""
    notify = {} if systemd is None else {"NOTIFY_SOCKET": systemd.address}
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "firmware_host",
            "run",
            "--config",
            str(config),
            "--journal",
            str(tmp_path / "state" / "journal.db"),
        ],
        cwd=ROOT,
        env=os.environ | notify | surroundings,
        stderr=subprocess.PIPE,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


SIMULATED = ROOT / "config" / "simulated.toml"


# ── a service ────────────────────────────────────────────────────────────────────────────────────


def test_it_says_when_the_table_is_ready(tmp_path: Path, systemd: Listener) -> None:
    with console(tmp_path, SIMULATED, systemd):
        assert systemd.hears()[0] == "READY=1"


def test_it_tells_of_an_update_that_went_back(tmp_path: Path, systemd: Listener) -> None:
    (tmp_path / "went-back").write_text("2.0\n")
    with console(tmp_path, SIMULATED, systemd, WORDTABLE_VERSIONS=str(tmp_path)) as process:
        systemd.waits_for("READY=1")
        process.terminate()
        process.wait(LIMIT)
        assert process.stderr is not None
        assert b"The update to 2.0 did not start." in process.stderr.read()


@pytest.mark.parametrize("asked", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_well_when_it_is_asked_to(tmp_path: Path, systemd: Listener, asked: signal.Signals) -> None:
    with console(tmp_path, SIMULATED, systemd) as process:
        systemd.waits_for("READY=1")
        process.send_signal(asked)
        systemd.waits_for("STOPPING=1")
        assert process.wait(LIMIT) == 0


def test_nothing_of_the_journal_is_left_open(tmp_path: Path, systemd: Listener) -> None:
    """A write-ahead log beside the file would say that nobody closed it."""
    with console(tmp_path, SIMULATED, systemd) as process:
        systemd.waits_for("READY=1")
        process.terminate()
        process.wait(LIMIT)
    assert [each.name for each in (tmp_path / "state").iterdir()] == ["journal.db"]


def test_the_loop_feeds_the_watchdog(tmp_path: Path, systemd: Listener) -> None:
    with console(tmp_path, SIMULATED, systemd, WATCHDOG_USEC="100000"):
        for _ in range(3):
            systemd.waits_for("WATCHDOG=1")


def test_the_watchdog_is_fed_twice_as_often_as_it_wants(systemd: Listener) -> None:
    clock = VirtualClock()
    Systemd({"NOTIFY_SOCKET": systemd.address, "WATCHDOG_USEC": "20000000"}).feed_watchdog(clock)
    fed: list[float] = []
    for now in (0.0, 9.9, 10.0, 20.0):
        clock.run_until(now)
        systemd._socket.setblocking(False)
        try:
            while systemd.hears() == ["WATCHDOG=1"]:
                fed.append(now)
        except BlockingIOError:
            continue
    assert fed == [0.0, 10.0, 20.0]


def test_a_watchdog_of_another_process_is_not_ours_to_feed(systemd: Listener) -> None:
    clock = VirtualClock()
    others = Systemd({"NOTIFY_SOCKET": systemd.address, "WATCHDOG_USEC": "20000000", "WATCHDOG_PID": "1"})
    others.feed_watchdog(clock)
    others.stopping()
    assert systemd.hears() == ["STOPPING=1"]


def test_without_systemd_nobody_is_told_and_nothing_is_wrong() -> None:
    clock = VirtualClock()
    alone = Systemd({})
    alone.ready("Nobody listens.")
    alone.feed_watchdog(clock)
    assert clock._alarms == []


def test_a_second_console_at_the_same_journal_is_sent_away(tmp_path: Path, systemd: Listener) -> None:
    with console(tmp_path, SIMULATED, systemd):
        systemd.waits_for("READY=1")
        with console(tmp_path, SIMULATED) as second:
            _, said = second.communicate(timeout=LIMIT)
            assert (second.returncode, b"Another console already uses" in said) == (IN_USE, True)


def test_a_killed_console_leaves_no_lock_behind(tmp_path: Path, systemd: Listener) -> None:
    for _ in range(2):
        with console(tmp_path, SIMULATED, systemd) as process:
            systemd.waits_for("READY=1")
            process.kill()
            process.wait(LIMIT)


def test_all_mistakes_of_a_config_are_told_at_once(tmp_path: Path) -> None:
    config = tmp_path / "table.toml"
    config.write_text("[seat.1]\nhoodded = true\n\n[seat.2]\nkeypad = { usb = 7 }\n")
    with console(tmp_path, config) as process:
        _, said = process.communicate(timeout=LIMIT)
    assert process.returncode == BAD_CONFIG
    assert {line.split(b": ")[0] for line in said.splitlines()} >= {f"{config}:{line}".encode() for line in (2, 5)}


def test_what_will_not_look_as_it_is_written_is_logged(tmp_path: Path, systemd: Listener) -> None:
    config = tmp_path / "table.toml"
    config.write_text(
        'simulated = true\n[seat.1]\nhooded = true\npanel = {}\ngrid = { port = "/dev/ttyUSB0", brightness = 255 }\n'
    )
    with console(tmp_path, config, systemd) as process:
        systemd.waits_for("READY=1")
        process.terminate()
        _, said = process.communicate(timeout=LIMIT)
    assert b"with brightness = 255, 30 white LEDs would draw 1.8 A" in said


def test_mistakes_about_games_are_told_at_once_too(tmp_path: Path) -> None:
    config = tmp_path / "table.toml"
    config.write_text(
        SIMULATED.read_text().replace("simulated = true", 'simulated = true\ndictionary = "nn"')
        + "\n[games.party]\ntimer = 5\n\n[games.chess]\ntimer = 60\n"
    )
    with console(tmp_path, config) as process:
        _, said = process.communicate(timeout=LIMIT)
    assert process.returncode == BAD_CONFIG
    assert all(place in said for place in (b"dictionary: ", b"games.party.timer: ", b"games.chess: "))


def test_a_console_without_chance_says_so(tmp_path: Path) -> None:
    """A seed is for tests: whoever knows it knows every card, so nobody shall play with one by mistake."""
    run = [sys.executable, "-m", "firmware_host", "run", "--config", str(tmp_path / "none.toml"), "--seed", "7"]
    done = subprocess.run(run, cwd=ROOT, stderr=subprocess.PIPE, timeout=LIMIT, check=False)
    assert b"Started with --seed" in done.stderr


def test_a_broken_journal_is_told_and_does_not_stop_the_table(tmp_path: Path, systemd: Listener) -> None:
    (tmp_path / "state").mkdir()
    small_journal(tmp_path / "state" / "journal.db")
    spoil(tmp_path / "state" / "journal.db", "word")
    with console(tmp_path, SIMULATED, systemd) as process:
        systemd.waits_for("READY=1")
        process.terminate()
        _, said = process.communicate(timeout=LIMIT)
    assert b"journal.db was damaged: a house word cannot be read." in said


def test_a_pipe_in_place_of_the_journal_is_left_alone_and_the_table_ends_when_asked(
    tmp_path: Path, systemd: Listener
) -> None:
    (tmp_path / "state").mkdir()
    os.mkfifo(tmp_path / "state" / "journal.db", 0o644)
    with console(tmp_path, SIMULATED, systemd) as process:
        systemd.waits_for("READY=1")
        process.terminate()
        _, said = process.communicate(timeout=LIMIT)
        assert process.returncode == 0
    assert b"It was left alone, and this evening is not saved." in said


# ── what it says, and how it is switched off ─────────────────────────────────────────────────────


def a_mishap(word: str) -> Exception:
    """An error whose text repeats what was typed, raised while another one was dealt with."""
    try:
        try:
            raise KeyError(word)
        except KeyError as error:
            raise ValueError(f"{word} is no word") from error
    except ValueError as error:
        return error


def logged(mishap: Exception) -> str:
    record = logging.LogRecord(
        "console", logging.ERROR, __file__, 1, "It failed.", (), (type(mishap), mishap, mishap.__traceback__)
    )
    return DiscreetFormatter().format(record)


def test_a_log_never_repeats_what_was_typed() -> None:
    assert "SOLVE" not in logged(a_mishap("SOLVE"))


def test_a_log_says_what_failed_and_where() -> None:
    said = logged(a_mishap("SOLVE"))
    assert all(part in said for part in ("It failed.", "KeyError", "ValueError", "in a_mishap"))


def test_what_fails_on_the_loop_is_logged_without_what_was_called(caplog: pytest.LogCaptureFixture) -> None:
    async def evening() -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(LoopErrors())
        loop.call_soon(int, "SOLVE")  # raises, and asyncio would show the call with its argument
        over = loop.create_future()
        loop.call_soon(over.set_result, None)
        await over

    asyncio.run(evening())
    (record,) = caplog.records
    assert "SOLVE" not in DiscreetFormatter().format(record)


def test_a_table_out_of_files_says_so_once_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    """asyncio tries to let pages in hundreds of times a second: the log on an SD card must not."""
    loop = asyncio.new_event_loop()
    errors = LoopErrors()
    for _ in range(1000):
        errors(loop, {"exception": OSError(errno.EMFILE, "Too many open files")})
    loop.close()
    assert [record.levelname for record in caplog.records] == ["WARNING"]


def test_as_a_service_it_asks_for_the_pi_to_be_switched_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    ended = asyncio.Event()
    _shut_down(ended)
    assert (ended.is_set(), (tmp_path / SHUT_DOWN).exists()) == (False, True)


def test_without_a_service_switching_off_just_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RUNTIME_DIRECTORY", raising=False)
    ended = asyncio.Event()
    _shut_down(ended)
    assert ended.is_set()


# ── displays ─────────────────────────────────────────────────────────────────────────────────────


def frames_until_closed(board: int) -> list[bytes]:
    """What an LED board hears until its other end lets go of the port."""
    heard = bytearray()
    while True:
        assert select.select([board], [], [], LIMIT)[0], "the board hears nothing"
        try:
            heard += os.read(board, 65536)
        except OSError:  # nobody holds the other end any more
            break
    return [bytes(heard[at : at + FRAME]) for at in range(0, len(heard), FRAME)]


def test_displays_are_dark_when_it_has_ended(tmp_path: Path, systemd: Listener) -> None:
    board, port = pty.openpty()
    config = tmp_path / "table.toml"
    config.write_text(
        f'[seat.1]\nkeypad = {{ usb = "usb-1" }}\ngrid = {{ port = "{os.ttyname(port)}" }}\n'
        '[seat.2]\nkeypad = { usb = "usb-2" }\ngrid = { protocol = "ddp", host = "127.0.0.1" }\n[private]\ni2c = 99\n'
    )
    with console(tmp_path, config, systemd) as process:
        systemd.waits_for("READY=1")
        assert select.select([board], [], [], LIMIT)[0], "the grid is never lit"
        os.close(port)
        process.terminate()
        frames = frames_until_closed(board)
        assert process.wait(LIMIT) == 0
    os.close(board)
    assert frames[-1] == HEADER + bytes(90)


# ── really killed ────────────────────────────────────────────────────────────────────────────────


class KilledJournal:
    """A table whose plug is pulled again and again, in the middle of whatever its disk is being told."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self.before = self._after = 0  # entries found after the kill before the last, and after the last

    def again(self, at_least: int) -> tuple[int, int]:
        """Killed after so many entries or a few more: how many of all were told to be safe, and how many are found."""
        self.before = self._after
        safe = max(self._kill(at_least), self.before + at_least)
        journal = Journal.on_the_spot(self._file, VirtualClock())
        found = journal.unfinished()
        journal.close()
        assert found is not None
        log = found.save["log"]
        assert isinstance(log, list)
        journal_child.session().load(dict(found.save))  # and it makes sense from beginning to end
        self._after = len(log)
        return safe, self._after

    def _kill(self, moment: int) -> int:
        child = subprocess.Popen(
            [sys.executable, journal_child.__file__, str(self._file)],
            cwd=ROOT,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
        )
        assert child.stdout is not None
        try:
            for _ in range(moment):
                assert child.stdout.readline(), "the child gave up by itself"
            child.kill()
            rest = child.stdout.read().split()
        finally:
            child.kill()
            child.wait(LIMIT)
            child.stdout.close()
        return int(rest[-1]) if rest else 0


def test_killed_at_any_moment_it_loses_nothing_and_does_nothing_twice(tmp_path: Path, soak: bool) -> None:
    killed = KilledJournal(tmp_path / "journal.db")
    seed = random.getrandbits(32)
    chance = random.Random(seed)
    for _ in range(500 if soak else 10):
        safe, kept = killed.again(chance.randint(1, 40))
        assert safe <= kept <= safe + 1, f"one entry was under way; seed {seed}"
