"""A real Mosquitto and a real PostgreSQL on free ports of this computer, with their data in folders of the test."""

import atexit
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

import psycopg

from firmware_host.league.service.acl import access_list
from tests.league.network import LOOPBACK, House

LOOK = 0.02  # seconds
LIMIT = 300.0  # real seconds, generous: only a failure comes near it
ROOT = Path(__file__).parents[2]
POSTGRES = sorted(Path("/usr/lib/postgresql").glob("*/bin"))


def free_port() -> int:
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        return int(asked.getsockname()[1])


def wait_for(what: Callable[[], bool], limit: float = LIMIT, look: float = LOOK) -> None:
    """Looks again and again, until it is so."""
    for _ in range(int(limit / look)):
        if what():
            return
        threading.Event().wait(look)
    raise AssertionError("it took too long")


def answers(port: int, host: str = LOOPBACK) -> bool:
    try:
        with socket.create_connection((host, port), 1):
            return True
    except OSError:
        return False


class Server:
    """A process that can be ended, killed and started again at the same port."""

    def __init__(self, command: Iterable[str], port: int, folder: Path, host: str = LOOPBACK) -> None:
        self.port = port
        self.host = host  # where a test finds it
        self._command = list(command)
        self._folder = folder
        self.process: subprocess.Popen[bytes] | None = None

    def uses(self, *arguments: str) -> None:
        """Of the same option, the last one counts."""
        self._command += arguments

    def start(self) -> None:
        self._begin()
        wait_for(lambda: answers(self.port, self.host))

    def _begin(self) -> None:
        with (self._folder / f"{self.port}.log").open("ab") as log:
            self.process = subprocess.Popen(
                self._command, stdout=log, stderr=log, stdin=subprocess.DEVNULL, start_new_session=True, cwd=ROOT
            )

    def kill(self, how: signal.Signals = signal.SIGKILL) -> None:
        """The whole group: PostgreSQL and a table have children."""
        if self.process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, how)
            self.process.wait(LIMIT)
            self.process = None

    def restart(self) -> None:
        self.kill()
        wait_for(lambda: not answers(self.port, self.host))
        self.start()

    def log(self) -> str:
        return (self._folder / f"{self.port}.log").read_text(errors="replace")


def mosquitto(
    folder: Path, league: str = "", tables: Iterable[str] = (), password: str = "", extra: Iterable[str] = (),
    host: str = LOOPBACK,
) -> Server:  # fmt: skip
    """Open to everybody; or, with a league, with the access list that we make, where everybody has this password."""
    port, tables = free_port(), list(tables)
    config = [f"listener {port} {host}", "set_tcp_nodelay true", *extra]
    if league:
        users, access = folder / "users", folder / "access"
        users.touch(mode=0o600)
        for user in (league, *tables, "stranger"):
            subprocess.run(["mosquitto_passwd", "-b", str(users), user, password], check=True, capture_output=True)
        access.write_text("\n".join(access_list(league, tables)) + "\n")
        config += ["allow_anonymous false", f"password_file {users}", f"acl_file {access}"]
        for file in (users, access):
            file.chmod(0o644)
    else:
        config += ["allow_anonymous true"]
    (folder / "mosquitto.conf").write_text("\n".join(config) + "\n")
    for each in (folder, *folder.parents):
        if each.is_relative_to("/tmp") and each != Path("/tmp") and each.owner() == "root":
            each.chmod(0o755)  # Mosquitto gives up root before it reads its files
    return Server(
        [shutil.which("mosquitto") or "/usr/sbin/mosquitto", "-c", str(folder / "mosquitto.conf")], port, folder
    )


class Postgres(Server):
    """After a kill it first reads again what it had written. Until its children have noticed, it refuses to start."""

    def start(self) -> None:
        self._begin()
        wait_for(self._is_ready, look=0.2)

    def _is_ready(self) -> bool:
        if self.process is not None and self.process.poll() is not None:
            self._begin()
        try:
            psycopg.connect(f"postgresql://league@127.0.0.1:{self.port}/postgres").close()
        except psycopg.OperationalError:
            return False
        return True


def postgres(folder: Path, hosts: str = LOOPBACK) -> tuple[Server, str]:
    """The server, and its address. It refuses to run as root, so then it runs as the user that Debian made for it."""
    port, data = free_port(), Path("/tmp") / f"wordtable-postgres-{os.getpid()}-{free_port()}"
    as_postgres = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.getuid() == 0 else []
    data.mkdir(mode=0o700)
    atexit.register(shutil.rmtree, data, ignore_errors=True)
    if as_postgres:
        shutil.chown(data, "postgres", "postgres")
    subprocess.run(
        [*as_postgres, str(POSTGRES[-1] / "initdb"), "-D", str(data), "-A", "trust", "-U", "league", "--no-sync"],
        check=True, capture_output=True, cwd="/",
    )  # fmt: skip
    with (data / "pg_hba.conf").open("a") as trusted:
        trusted.write("host all all samenet trust\n")
    options = [
        "-c", f"listen_addresses={hosts}", "-c", f"port={port}", "-c", f"unix_socket_directories={data}",
        "-c", "max_connections=50",
    ]  # fmt: skip
    command = [*as_postgres, str(POSTGRES[-1] / "postgres"), "-D", str(data), *options]
    return Postgres(command, port, folder), f"postgresql://league@127.0.0.1:{port}/postgres"


def league_service(
    folder: Path, broker: Server | int, database: str, password: Path | None = None, house: House | None = None
) -> Server:
    """A service on the loopback, or in a house from which it reaches both the broker and the database by its cable."""
    port, place = free_port(), house or House()
    at = broker if isinstance(broker, int) else broker.port
    command = [*place.enter, sys.executable, "-m", "firmware_host", "league", "run", "--name", "club"]
    command += ["--database", database.replace(LOOPBACK, place.club), "--port", str(port), "--host", place.here]
    command += ["--broker", f"mqtt://{place.club}:{at}"]
    return Server([*command, *(["--password", str(password)] if password else [])], port, folder, place.here)
