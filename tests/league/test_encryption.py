"""A real Mosquitto with certificates: a table joins the one it may trust, and says what to do about any other."""

import asyncio
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from firmware_host.league.process import LineProcess
from hardware.config.settings import LeagueSettings
from tests.docs.pages import blocks
from tests.league.servers import Server, free_port, league_service, mosquitto, wait_for
from tests.league.test_bad_brokers import Ear

pytestmark = pytest.mark.league

NEW_KEY = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes")
HERE = "DNS:localhost,IP:127.0.0.1"


def openssl(folder: Path, *arguments: str) -> None:
    subprocess.run(["openssl", *arguments], check=True, capture_output=True, cwd=folder)


def make_authority(folder: Path, name: str) -> None:
    names = ("-subj", f"/CN={name}", "-keyout", f"{name}.key", "-out", f"{name}.crt")
    openssl(folder, "req", "-x509", *NEW_KEY, "-days", "30", *names)


def make_certificate(folder: Path, name: str, names: str = HERE, days: int = 30) -> None:
    (folder / "names").write_text(f"subjectAltName={names}")
    openssl(folder, "req", *NEW_KEY, "-subj", "/CN=broker", "-keyout", f"{name}.key", "-out", "request")
    by = ("-CA", "club.crt", "-CAkey", "club.key", "-CAcreateserial", "-days", str(days), "-extfile", "names")
    openssl(folder, "x509", "-req", "-in", "request", *by, "-out", f"{name}.crt")


@dataclass
class Brokers:
    folder: Path
    running: list[Server]

    def with_certificate(self, name: str) -> Server:
        return self.of(self.folder, name)

    def of(self, certificates: Path, name: str) -> Server:
        folder = certificates / f"broker {name} {len(self.running)}"
        folder.mkdir(mode=0o755)
        files = (f"certfile {certificates / name}.crt", f"keyfile {certificates / name}.key")
        self.running.append(mosquitto(folder, extra=files))
        self.running[-1].start()
        return self.running[-1]


@pytest.fixture(scope="module")
def brokers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Brokers]:
    folder = tmp_path_factory.mktemp("certificates")
    make_authority(folder, "club")
    make_authority(folder, "another")
    make_certificate(folder, "good")
    make_certificate(folder, "elsewhere", "DNS:elsewhere.example")
    make_certificate(folder, "old", days=-1)
    for key in folder.glob("*.key"):
        key.chmod(0o644)  # Mosquitto gives up root before it reads them
    opened = Brokers(folder, [])
    yield opened
    for each in opened.running:
        each.kill()


async def _joins(settings: LeagueSettings, log: pytest.LogCaptureFixture) -> str:
    """How it ends: with a connection, or with what is said about it."""
    line, ear = LineProcess(settings), Ear()
    line.start(ear)
    for _ in range(3000):
        if True in ear.ups or log.messages:
            break
        turn = asyncio.Event()
        asyncio.get_running_loop().call_later(0.02, turn.set)
        await turn.wait()
    await line.close()
    return "joined" if True in ear.ups else log.messages[0]


@dataclass
class Table:
    folder: Path
    log: pytest.LogCaptureFixture

    def joins(self, address: str, trusts: str = "club") -> str:
        self.log.set_level("WARNING")
        certificates = str(self.folder / f"{trusts}.crt") if address.startswith("mqtts") and trusts else ""
        settings = LeagueSettings(address, "club", "table-1", certificates=certificates)
        return asyncio.run(_joins(settings, self.log))


@pytest.fixture
def table(brokers: Brokers, caplog: pytest.LogCaptureFixture) -> Table:
    return Table(brokers.folder, caplog)


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1"])
def test_a_table_joins_a_broker_that_its_authority_vouches_for(table: Table, brokers: Brokers, host: str) -> None:
    assert table.joins(f"mqtts://{host}:{brokers.with_certificate('good').port}") == "joined"


def test_the_commands_of_our_page_make_certificates_that_a_table_trusts(
    brokers: Brokers, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (commands,) = (block.text for block in blocks("sh") if "openssl" in block.text)
    here = commands.replace("club.example", "localhost").replace("192.168.1.20", "127.0.0.1")
    subprocess.run(["sh", "-e", "-c", here], check=True, capture_output=True, cwd=tmp_path)
    (tmp_path / "broker.key").chmod(0o644)
    port = brokers.of(tmp_path, "broker").port
    assert Table(tmp_path, caplog).joins(f"mqtts://localhost:{port}") == "joined"


def test_a_broker_that_somebody_else_vouches_for_is_refused(table: Table, brokers: Brokers) -> None:
    port = brokers.with_certificate("good").port
    assert "not from an authority that this machine trusts" in table.joins(f"mqtts://localhost:{port}", "another")


def test_a_broker_of_no_known_authority_is_refused(table: Table, brokers: Brokers) -> None:
    port = brokers.with_certificate("good").port
    assert "put its certificate in `certificates`" in table.joins(f"mqtts://localhost:{port}", "")


def test_a_broker_with_the_certificate_of_another_name_is_refused(table: Table, brokers: Brokers) -> None:
    port = brokers.with_certificate("elsewhere").port
    assert "is for another name than localhost" in table.joins(f"mqtts://localhost:{port}")


def test_a_broker_whose_certificate_has_expired_is_refused(table: Table, brokers: Brokers) -> None:
    port = brokers.with_certificate("old").port
    assert "has expired. Renew it" in table.joins(f"mqtts://localhost:{port}")


def test_a_broker_without_encryption_is_refused(table: Table, brokers: Brokers, tmp_path: Path) -> None:
    plain = mosquitto(tmp_path)
    plain.start()
    brokers.running.append(plain)
    assert "does not use encryption" in table.joins(f"mqtts://localhost:{plain.port}")


def test_a_table_without_encryption_is_told_that_the_broker_wants_it(table: Table, brokers: Brokers) -> None:
    port = brokers.with_certificate("good").port
    assert "Perhaps it requires encryption" in table.joins(f"mqtt://localhost:{port}")


def test_a_file_that_is_no_certificate_is_named(table: Table) -> None:
    assert "missing.crt: this is not a file of certificates" in table.joins("mqtts://localhost", "missing")


def test_a_broker_that_is_not_running_is_said_to_be_so(table: Table) -> None:
    assert "No broker answers at localhost" in table.joins(f"mqtt://localhost:{free_port()}")


def test_a_name_that_nobody_has_is_said_to_be_so(table: Table) -> None:
    assert "No device named nobody.invalid" in table.joins("mqtt://nobody.invalid")


def test_a_wrong_password_is_said_to_be_so(brokers: Brokers, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    guarded = mosquitto(tmp_path, "club", ["table-1"], "the right one")
    guarded.start()
    brokers.running.append(guarded)
    (tmp_path / "password").write_text("a wrong one")
    caplog.set_level("WARNING")
    told = LeagueSettings(f"mqtt://localhost:{guarded.port}", "club", "table-1", str(tmp_path / "password"))
    assert "does not accept the password of table-1" in asyncio.run(_joins(told, caplog))


@pytest.mark.parametrize(("authority", "said"), [("another", "not from an authority"), ("club", "connected")])
def test_the_league_says_the_same_as_a_table(brokers: Brokers, tmp_path: Path, authority: str, said: str) -> None:
    broker = brokers.with_certificate("good")
    service = league_service(tmp_path, broker, str(tmp_path / "league.db"))
    trusts = str(brokers.folder / f"{authority}.crt")
    service.uses("--broker", f"mqtts://localhost:{broker.port}", "--certificates", trusts)
    service.start()
    try:
        wait_for(lambda: said in service.log() or f"{said} from 127.0.0.1" in broker.log())
    finally:
        service.kill()
