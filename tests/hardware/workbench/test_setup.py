"""Setting up a table: people press keys, displays light up, and in the end there is a table.toml."""

import errno
import io
import os
import pty
import select
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from firmware_host.drawing import patterns as cards
from firmware_host.texts.language import language as language_named
from hardware.config.reading import read_table
from hardware.config.settings import (
    I2cPanelSettings,
    KeypadSettings,
    SerialGridSettings,
)
from hardware.kinds.oled_i2c import panels_found
from hardware.simulated.wire.oled import Ssd1306
from hardware.simulated.wire.serial_grid import SerialBoard
from hardware.workbench.setup import LET_GO_WITHIN, LOOK_AGAIN, SettingUp
from tests.hardware.config.test_saving import stopping_at
from tests.hardware.kinds.grid_table import open_files
from tests.hardware.kinds.keypad.keypad_table import SOCKET_1, SOCKET_2
from tests.hardware.table_loop import TableLoop
from tests.hardware.workbench.pi import NUMBER_PAD, FolderPi

# ── with devices ─────────────────────────────────────────────────────────────────────────────────


class Session:
    """A whole session on a Pi of folders: real pipes, real ptys, and what is printed."""

    def __init__(self, pi: FolderPi, loop: TableLoop) -> None:
        self.file = pi.dev.parent / "table.toml"
        self.paper = io.StringIO()
        self.codes: list[int] = []
        self.loop = loop
        self.up = SettingUp(pi.machine, self.file, cards, loop, self.paper, language_named("en"), self.codes.append)

    def until(self, said: str) -> "Session":
        self.loop.wait(lambda: said in self.paper.getvalue())
        self.paper.seek(0)
        self.paper.truncate()
        return self


@pytest.fixture
def loop() -> Iterator[TableLoop]:
    with closing(TableLoop()) as loop:
        yield loop


@pytest.fixture
def pi(tmp_path: Path) -> FolderPi:
    return FolderPi(tmp_path)


@pytest.fixture
def session(pi: FolderPi, loop: TableLoop) -> Iterator[Session]:
    files = open_files()
    session = Session(pi, loop)
    yield session
    session.up.close()
    for node in pi.nodes.present():
        pi.nodes.unplug(node.path)
    assert open_files() <= files  # fewer: something that an earlier test dropped has gone


def test_a_whole_table_is_set_up_by_pressing_keys(pi: FolderPi, session: Session, loop: TableLoop) -> None:
    first = pi.plug(3, f"{SOCKET_1}/input0", keys=NUMBER_PAD)
    second = pi.plug(5, f"{SOCKET_2}/input0", keys=NUMBER_PAD)
    board = SerialBoard(pi.port("board-port0"), loop, reset=0.0)
    chip = Ssd1306()
    pi.switch_i2c_on().solder(chip, 1)
    with pi.i2c.fitted():
        session.up.begin()
        second.tap("KEY_KP1", 1.0)
        session.until("Seat 2: press any key")
        first.tap("KEY_KP1", 2.0)
        session.until("An LED grid now shows 1")
        loop.wait(lambda: bool(board.lit))
        first.tap("KEY_KP5", 3.0)
        session.until("Can you read the 1")
        first.tap("KEY_KPENTER", 4.0)
        session.until("A panel now shows 2")
        loop.wait(lambda: chip.on and chip.bytes_of_data > 0)
        second.tap("KEY_KP0", 5.0)
        session.until("Is it the private screen")
        second.tap("KEY_KPENTER", 5.5)
        session.until("Can you read the 2")
        second.tap("KEY_KPENTER", 6.0)
        session.until("Enter writes this to")
        second.tap("KEY_KPENTER", 7.0)
        loop.wait(lambda: bool(session.codes))
    board.unplug()
    table = read_table(session.file.read_text().replace("[seat.1]", "[seat.1]\npanel = { i2c = 3 }"))
    assert session.codes == [0]
    assert (table.seats[1].keypad, table.seats[2].keypad) == (
        KeypadSettings(usb=SOCKET_2, keys="numeric"),
        KeypadSettings(usb=SOCKET_1, keys="numeric"),
    )
    assert (table.seats[2].grid, table.private) == (SerialGridSettings(port=str(board.port)), I2cPanelSettings())


def test_a_display_goes_dark_when_it_has_its_place(pi: FolderPi, session: Session, loop: TableLoop) -> None:
    node = pi.plug(3, f"{SOCKET_1}/input0", keys=NUMBER_PAD)
    chip = Ssd1306()
    pi.switch_i2c_on().solder(chip, 1)
    with pi.i2c.fitted():
        session.up.begin()
        node.tap("KEY_KP1", 1.0)
        session.until("A panel now shows 1")
        loop.wait(lambda: chip.on)
        node.tap("KEY_KPDOT", 2.0)
        session.until("Enter writes this to")
        assert not chip.on


def test_an_old_file_is_kept_beside_the_new(pi: FolderPi, session: Session, loop: TableLoop) -> None:
    node = pi.plug(3, f"{SOCKET_1}/input0", keys=NUMBER_PAD)
    session.file.write_text("# the old one\n")
    session.up.begin()
    node.tap("KEY_KP1", 1.0)
    session.until("Enter writes this to")
    node.tap("KEY_KPENTER", 2.0)
    loop.wait(lambda: bool(session.codes))
    assert Path(f"{session.file}.bak").read_text() == "# the old one\n"


def test_a_file_that_cannot_be_written_is_told_and_the_old_one_stays(
    pi: FolderPi, session: Session, loop: TableLoop, monkeypatch: pytest.MonkeyPatch
) -> None:
    node = pi.plug(3, f"{SOCKET_1}/input0", keys=NUMBER_PAD)
    session.file.write_text("# the old one\n")
    session.up.begin()
    node.tap("KEY_KP1", 1.0)
    session.until("Enter writes this to")
    stopping_at(0, monkeypatch, OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)))
    node.tap("KEY_KPENTER", 2.0)
    loop.wait(lambda: bool(session.codes))
    assert "cannot be written (No space left on device)" in session.paper.getvalue()
    assert session.file.read_text() == "# the old one\n"


def test_stopping_writes_nothing(pi: FolderPi, session: Session, loop: TableLoop) -> None:
    node = pi.plug(3, f"{SOCKET_1}/input0", keys=NUMBER_PAD)
    session.up.begin()
    node.tap("KEY_KPMINUS", 1.0)
    loop.wait(lambda: bool(session.codes))
    assert (session.codes, session.file.exists()) == ([1], False)


def test_a_keypad_pulled_in_between_ends_it_with_nothing_written(
    pi: FolderPi, session: Session, loop: TableLoop
) -> None:
    pi.plug(3, f"{SOCKET_1}/input0", keys=NUMBER_PAD)
    session.up.begin()
    pi.nodes.unplug("/dev/input/event3")
    loop.wait(lambda: bool(session.codes))
    assert (session.codes, session.file.exists()) == ([1], False)


def test_a_keypad_that_cannot_be_had_is_left_out_and_the_reason_said(pi: FolderPi, session: Session) -> None:
    pi.plug(3, f"{SOCKET_1}/input0", name="Mine", keys=NUMBER_PAD).grabbed_elsewhere = True
    session.up.begin()
    assert "Mine" in session.paper.getvalue()
    assert "another program is using /dev/input/event3" in session.paper.getvalue()


def test_a_keypad_whose_name_cannot_be_read_is_left_out(pi: FolderPi, session: Session) -> None:
    pi.plug(3, f"{SOCKET_1}/input0", name="Odd", keys=NUMBER_PAD).misnamed = True
    pi.plug(4, f"{SOCKET_2}/input0", keys=NUMBER_PAD)
    session.up.begin()
    assert f'Odd (usb = "{SOCKET_1}") is left out: /dev/input/event3 has a name' in session.paper.getvalue()
    assert "Found 1 keypad." in session.paper.getvalue()


def test_the_enter_that_started_it_may_still_be_down(pi: FolderPi, session: Session, loop: TableLoop) -> None:
    node = pi.plug(3, f"{SOCKET_1}/input0")
    node.hold("KEY_ENTER", True)
    session.up.begin()
    node.hold("KEY_ENTER", False)
    loop.fly(LOOK_AGAIN)
    assert "Seat 1: press any key" in session.paper.getvalue()


def test_a_key_that_is_never_let_go_is_told_in_the_end(pi: FolderPi, session: Session, loop: TableLoop) -> None:
    pi.plug(3, f"{SOCKET_1}/input0").hold("KEY_ENTER", True)
    session.up.begin()
    loop.fly(LOOK_AGAIN * (LET_GO_WITHIN + 1))
    assert (session.codes, "a key is held down" in session.paper.getvalue()) == ([1], True)


def test_with_no_keypad_it_says_what_to_plug_in(session: Session) -> None:
    session.up.begin()
    assert (session.codes, "Plug in the keypads" in session.paper.getvalue()) == ([1], True)


def test_a_running_console_keeps_its_devices(pi: FolderPi, session: Session) -> None:
    node = pi.plug(3, f"{SOCKET_1}/input0", keys=NUMBER_PAD)
    pi.start_the_console()
    session.up.begin()
    assert (session.codes, node.times_grabbed) == ([1], 0)


def test_a_console_at_a_simulated_table_is_in_nobodys_way(pi: FolderPi, session: Session) -> None:
    node = pi.plug(3, f"{SOCKET_1}/input0", keys=NUMBER_PAD)
    pi.start_the_console()
    pi.machine.table.write_text((Path(__file__).parents[3] / "config" / "simulated.toml").read_text())
    session.up.begin()
    assert (session.codes, node.times_grabbed) == ([], 1)


# ── panels that answer ───────────────────────────────────────────────────────────────────────────


def test_panels_behind_a_multiplexer_are_found_on_their_channels(pi: FolderPi) -> None:
    i2c = pi.switch_i2c_on(multiplexer=True)
    i2c.solder(Ssd1306(), 12)
    i2c.solder(Ssd1306(), 14)
    assert list(panels_found(pi.machine)) == [
        I2cPanelSettings(multiplexer=0x70, channel=1),
        I2cPanelSettings(multiplexer=0x70, channel=3),
    ]


def test_a_panel_on_the_wires_of_a_multiplexer_is_found_once(pi: FolderPi) -> None:
    """It answers on every channel too, for they hang on the same wires."""
    i2c = pi.switch_i2c_on(multiplexer=True)
    for bus in (1, *range(11, 19)):
        i2c.solder(Ssd1306(), bus, 0x3D)
    i2c.solder(Ssd1306(), 12)
    assert list(panels_found(pi.machine)) == [
        I2cPanelSettings(address=0x3D),
        I2cPanelSettings(multiplexer=0x70, channel=1),
    ]


def test_a_channel_left_open_does_not_move_its_panel(pi: FolderPi) -> None:
    """A multiplexer leaves its last channel connected: its panel then answers on the adapter's own bus as well."""
    i2c = pi.switch_i2c_on(multiplexer=True)
    for bus in (1, 12):
        i2c.solder(Ssd1306(), bus)
    assert list(panels_found(pi.machine)) == [I2cPanelSettings(multiplexer=0x70, channel=1)]


def test_a_panel_on_an_adapter_on_usb_is_named_by_its_socket(pi: FolderPi) -> None:
    pi.i2c.adapters[1].usb = SOCKET_1
    pi.switch_i2c_on().solder(Ssd1306(), 1)
    assert list(panels_found(pi.machine)) == [I2cPanelSettings(usb=SOCKET_1)]


def test_a_panel_behind_a_multiplexer_on_usb_is_named_by_both(pi: FolderPi) -> None:
    pi.i2c.adapters[1].usb = SOCKET_1
    pi.switch_i2c_on(multiplexer=True).solder(Ssd1306(), 12)
    assert list(panels_found(pi.machine)) == [I2cPanelSettings(usb=SOCKET_1, multiplexer=0x70, channel=1)]


# ── at a terminal ────────────────────────────────────────────────────────────────────────────────


def test_it_can_be_answered_at_a_terminal(pi: FolderPi, session: Session, loop: TableLoop) -> None:
    node = pi.plug(3, f"{SOCKET_1}/input0", keys=NUMBER_PAD)
    hand, terminal = pty.openpty()
    with os.fdopen(terminal, encoding="utf-8") as keyboard:
        session.up.begin(keyboard)
        node.tap("KEY_KP1", 1.0)
        session.until("Enter writes this to")
        os.write(hand, b"\n")
        loop.wait(lambda: bool(session.codes))
        session.up.close()
    os.close(hand)
    assert session.file.read_text().endswith(f'[seat.1]\nkeypad = {{ usb = "{SOCKET_1}", keys = "numeric" }}\n')


def test_the_command_runs_at_a_terminal_whatever_is_plugged_in(tmp_path: Path) -> None:
    """On this very machine: with no keypads it says so; with some, q stops it. Nothing is written either way."""
    hand, terminal = pty.openpty()
    command = [sys.executable, "-m", "firmware_host", "setup", "--config", str(tmp_path / "table.toml")]
    with subprocess.Popen(command, stdin=terminal, stdout=terminal, stderr=terminal) as process:
        os.close(terminal)
        os.write(hand, b"q\n")
        said = b""
        while select.select([hand], [], [], 60)[0]:
            try:
                said += os.read(hand, 4096)
            except OSError:  # the other end is closed
                break
    os.close(hand)
    assert (process.returncode, list(tmp_path.iterdir())) == (1, [])
    assert b"Traceback" not in said
