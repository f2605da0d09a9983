"""A grid of another package's kind: installed as a stranger would, configured, checked, opened, lost, played on."""

import shutil
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from firmware_host.console.console import Console
from firmware_host.console.settings import EveningSettings
from firmware_host.dictionaries import load
from firmware_host.journal.journal import Journal
from firmware_host.journal.ledger import MEMORY
from firmware_host.texts.language import english
from hardware.clock import VirtualClock
from hardware.config.reading import ConfigError, read_table
from hardware.config.saving import as_toml
from hardware.config.settings import TableSettings
from hardware.kinds import GRIDS
from hardware.ports import DeviceBack, DeviceGone, GridFrame, Input, PanelFrame, Table
from hardware.simulated.table import SimulatedTable
from hardware.simulated.wire.keypad import PipedNodes
from hardware.table import open_table
from hardware.workbench.doctor import diagnose
from hardware.workbench.setup import displays_found
from tests.docs.pages import GUIDE, blocks
from tests.hardware.table_loop import TableLoop
from tests.hardware.workbench.pi import FolderPi

PACKAGE = Path(__file__).with_name("stranger")
RED = GridFrame((((255, 0, 0),) * 5,) * 6)


@pytest.fixture(autouse=True)
def _installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What an installer makes of the package's pyproject.toml, in a folder of its own."""
    project = tomllib.loads((PACKAGE / "pyproject.toml").read_text())["project"]
    site = tmp_path / "site-packages"
    info = site / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n")
    groups = project["entry-points"].items()
    lines = [f"[{group}]\n" + "".join(f"{k} = {v}\n" for k, v in points.items()) for group, points in groups]
    (info / "entry_points.txt").write_text("\n".join(lines))
    shutil.copy(PACKAGE / "wordtable_tapestry.py", site)
    monkeypatch.syspath_prepend(site)
    monkeypatch.delitem(sys.modules, "wordtable_tapestry", raising=False)


@pytest.fixture
def loom(tmp_path: Path) -> Path:
    file = tmp_path / "dev" / "looms" / "1"
    file.parent.mkdir(parents=True)
    file.touch()
    return file


def a_pi(folder: Path) -> FolderPi:
    (folder / "pi").mkdir()
    return FolderPi(folder / "pi")


def written(loom: Path, more: str = "") -> str:
    return (
        '[seat.1]\nkeypad = { usb = "usb-1.1" }\n'
        f'grid = {{ protocol = "tapestry", loom = "{loom}"{more} }}\n'
        "[private]\n"
    )


class AtTheLoom:
    """A real table with a keypad at a pipe and a tapestry."""

    def __init__(self, settings: TableSettings) -> None:
        self.loop = TableLoop()
        self.nodes = PipedNodes()
        self.keypad = self.nodes.plug("/dev/input/event1", phys="usb-1.1/input0")
        self.table: Table = open_table(settings, self.loop, nodes=self.nodes)
        self.heard: list[Input] = []

    def close(self) -> None:
        self.table.close()
        self.nodes.unplug("/dev/input/event1")
        self.loop.close()


@pytest.fixture
def table(loom: Path) -> Iterator[AtTheLoom]:
    opened = AtTheLoom(replace(read_table(written(loom)), private=None))
    yield opened
    opened.close()


def colours(loom: Path) -> set[str]:
    return set(loom.read_text().split())


# ── as the guide teaches it ──────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("file", "name"),
    [("wordtable_tapestry.py", "wordtable_tapestry.py"), ("pyproject.toml", "tapestry/pyproject.toml")],
)
def test_the_guide_shows_its_files(file: str, name: str) -> None:
    shown = [block.text for block in blocks() if block.page == GUIDE / "extend.md" and block.name == name]
    taught = [line for text in shown for line in text.splitlines() if line]
    assert taught == [line for line in (PACKAGE / file).read_text().splitlines() if line]


# ── configured and checked ───────────────────────────────────────────────────────────────────────


def test_its_settings_are_read_and_written(loom: Path) -> None:
    settings = read_table(written(loom, ", threads = 60, width = 10"))
    grid = settings.seats[1].grid
    assert grid is not None
    assert (type(grid).__name__, grid.protocol, grid.size) == ("TapestrySettings", "tapestry", (10, 6))
    assert f'grid = {{ protocol = "tapestry", loom = "{loom}", threads = 60, width = 10 }}' in as_toml(settings)
    assert read_table(as_toml(settings)) == settings


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ((", threads = 3", ""), "3: seat 1, grid: 3 threads are too few for 5 LEDs."),
        ((', threads = "3"', ""), "3: seat 1, grid, threads: must be a whole number, without quotes: write 3."),
        ((", thread = 3", ""), "3: seat 1, grid: no setting “thread”; did you mean threads?"),
        ((', loom = ""', "loom"), "3: seat 1, grid: a tapestry needs a loom, such as /dev/looms/1."),
        ((", rotation = 45", ""), "3: seat 1, grid, rotation: must be 0, 90, 180 or 270."),
    ],
)
def test_what_is_wrong_with_them_is_reported_with_its_line(loom: Path, change: tuple[str, str], complaint: str) -> None:
    more, without = change
    text = written(loom, more)
    if without:
        text = text.replace(f'loom = "{loom}", ', "")
    with pytest.raises(ConfigError) as error:
        read_table(text)
    assert str(error.value) == f"table.toml:{complaint}"


def test_two_of_them_cannot_have_one_loom(loom: Path) -> None:
    seat_2 = written(loom).replace("[seat.1]", "[seat.2]").replace("usb-1.1", "usb-1.2").replace("[private]\n", "")
    with pytest.raises(ConfigError, match=f"7: seat 2, grid: the loom {loom} is already used by seat 1, grid."):
        read_table(written(loom).replace("[private]\n", "") + "\n" + seat_2 + "[private]\n")


def test_a_protocol_that_nobody_has_is_told_with_all_that_there_are(loom: Path) -> None:
    with pytest.raises(ConfigError) as error:
        read_table(written(loom).replace('"tapestry"', '"crochet"'))
    assert "seat 1, grid, protocol: must be tapestry, adalight, tpm2, ddp or ws2812." in str(error.value)


# ── opened ───────────────────────────────────────────────────────────────────────────────────────


def test_it_shows_frames_and_is_dark_in_the_end(table: AtTheLoom, loom: Path) -> None:
    grid = table.table.seats[1].grid
    assert grid is not None
    grid.show(RED)
    table.loop.fly(0.1)
    assert colours(loom) == {"ff0000"}
    table.table.close()
    assert colours(loom) == {"000000"}


def test_it_is_lost_and_comes_back_by_itself(table: AtTheLoom, loom: Path) -> None:
    table.table.listen(table.heard.append)
    grid = table.table.seats[1].grid
    assert grid is not None
    grid.show(RED)
    table.loop.fly(0.1)
    loom.unlink()
    table.loop.fly(3)
    loom.touch()
    table.loop.fly(3)
    gone, back = [each for each in table.heard if isinstance(each, DeviceGone | DeviceBack)]
    assert isinstance(gone, DeviceGone)
    assert (gone.device, english(gone.say)) == ("seat1.grid", f"no loom at {loom}. Plug it in, and it comes back.")
    assert back == DeviceBack("seat1.grid")
    assert colours(loom) == {"ff0000"}


def test_a_simulated_table_has_one_too(loom: Path) -> None:
    clock = VirtualClock()
    table = SimulatedTable(read_table(written(loom)), clock)
    grid = table.seats[1].grid
    assert grid is not None
    grid.show(RED)
    clock.advance(1)
    assert table.showing("seat1.grid") == RED
    assert colours(loom) == set()


# ── played on ────────────────────────────────────────────────────────────────────────────────────


def test_what_is_typed_is_seen_on_it(table: AtTheLoom, loom: Path) -> None:
    """A whole console at a real table: its lobby asks for a name, and lights the letters of it."""
    journal = Journal.open(MEMORY, table.loop, lambda: 0.0)
    console = Console(table.table, table.loop, journal, load, EveningSettings(seed=1))
    console.start()
    seen = []
    for key in ("KEY_ENTER", "KEY_A", "KEY_N"):
        table.keypad.tap(key, table.loop.time())
        table.loop.fly(0.5)
        seen.append(loom.read_text())
    assert len(set(seen)) == 3
    assert all(set(each.split()) != {"000000"} for each in seen)


# ── doctor and setup ─────────────────────────────────────────────────────────────────────────────


def test_the_doctor_asks_after_it(loom: Path, tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text(written(loom))
    pi = a_pi(tmp_path)
    found = {each.device: (each.state, english(each.say)) for each in diagnose(file, pi.machine).findings}
    assert found["seat1.grid"] == ("well", "the loom is threaded.")
    loom.unlink()
    found = {each.device: (each.state, english(each.say)) for each in diagnose(file, pi.machine, "seat1").findings}
    assert found["seat1.grid"] == ("wrong", f"no loom at {loom}. Plug it in, and it comes back.")


def test_setup_finds_it(tmp_path: Path) -> None:
    pi = a_pi(tmp_path)
    there = pi.dev / "looms" / "7"
    there.parent.mkdir()
    there.touch()
    [grid] = displays_found(pi.machine)
    assert english(GRIDS.of(grid).where(grid)) == str(there)


def test_a_package_that_cannot_be_imported_costs_nobody_else(
    loom: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "site-packages" / "wordtable_tapestry.py").write_text("import nothing_that_is_there\n")
    with pytest.raises(ConfigError, match="must be adalight, tpm2, ddp or ws2812"):
        read_table(written(loom))
    assert "The device kind tapestry" in caplog.text


# ── a panel ──────────────────────────────────────────────────────────────────────────────────────

PAPER = """
from dataclasses import dataclass
from pathlib import Path
from firmware_host.texts.text import say, verbatim
from hardware.kinds.kind import PanelKind, PanelSettings
from hardware.workbench.findings import well

@dataclass(frozen=True, slots=True)
class PaperSettings(PanelSettings):
    bus: str = "paper"
    sheet: str = ""

class Paper:
    def __init__(self, settings): self.file = Path(settings.sheet)
    def open(self): pass
    def show(self, frame): self.file.write_bytes(frame.pixels)
    def dim(self, contrast): pass
    def probe(self): pass
    def close(self): pass

KIND = PanelKind(
    names=("paper",), settings=PaperSettings, driver=lambda name, settings, shared: Paper(settings),
    ask=lambda name, settings, table, machine: well(name, say("blank.")), where=lambda panel: verbatim(panel.sheet),
    bus=lambda panel, sysfs: "paper",
)
"""


def test_a_panel_of_its_own_kind_is_opened_too(tmp_path: Path, loom: Path) -> None:
    """On a thread, because it says that it has a bus."""
    site, sheet = tmp_path / "site-packages", tmp_path / "sheet"
    (site / "wordtable_paper.py").write_text(PAPER)
    points = next(site.glob("*.dist-info")) / "entry_points.txt"
    points.write_text(points.read_text() + "paper = wordtable_paper:KIND\n")
    text = written(loom).replace(
        "[private]\n", f'[private]\nbus = "paper"\nsheet = "{sheet}"\nwidth = 16\nheight = 8\n'
    )
    table = AtTheLoom(read_table(text))
    try:
        assert table.table.private is not None
        table.table.private.show(PanelFrame("1", (16, 8), b"\xaa" * 16))
        table.loop.wait(lambda: sheet.exists() and sheet.stat().st_size == 16)
    finally:
        table.close()
    assert sheet.read_bytes() == b"\xaa" * 16
