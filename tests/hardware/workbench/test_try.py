"""Trying out a seat: its keys by name, every LED, every pixel, a tone, until Esc."""

import io
import os
import pty
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from firmware_host.cli import main
from firmware_host.drawing import patterns as cards
from firmware_host.drawing.canvas import as_image
from firmware_host.texts.language import language
from hardware.clock import VirtualClock
from hardware.config.reading import simulated_table
from hardware.config.settings import (
    I2cPanelSettings,
    KeypadSettings,
    SeatSettings,
    SerialGridSettings,
    TableSettings,
)
from hardware.ports import Tone
from hardware.simulated.wire.boards import as_seen
from hardware.simulated.wire.keypad import PipedNode
from hardware.simulated.wire.oled import Ssd1306
from hardware.simulated.wire.serial_grid import SerialBoard
from hardware.workbench.trial import COLOUR_LASTS, KEY_LASTS, LED_LASTS, LOOK_AGAIN, SCALE, Slides, Trying
from tests.hardware.kinds.grid_table import open_files
from tests.hardware.kinds.keypad.keypad_table import SOCKET_1
from tests.hardware.table_loop import TableLoop
from tests.hardware.workbench.pi import FolderPi

AZERTY = KeypadSettings(usb=SOCKET_1, keys="azerty")


class Trial:
    """A trial of seat 2 on a Pi of folders, and what is printed."""

    def __init__(self, pi: FolderPi, loop: TableLoop) -> None:
        self.pi = pi
        self.loop = loop
        self.paper = io.StringIO()
        self.codes: list[int] = []
        self.trying: Trying | None = None

    def begin(self, seat: SeatSettings, **others: int) -> "Trial":
        table = TableSettings({2: seat}, **others)  # type: ignore[arg-type]  # a pin for the buzzer
        self.trying = Trying(table, 2, self.pi.machine, cards, self.loop, self.paper, language("en"), self.codes.append)
        self.trying.begin()
        return self

    @property
    def said(self) -> str:
        return self.paper.getvalue()


@pytest.fixture
def pi(tmp_path: Path) -> FolderPi:
    return FolderPi(tmp_path)


@pytest.fixture
def loop() -> Iterator[TableLoop]:
    with closing(TableLoop()) as loop:
        yield loop


@pytest.fixture
def keypad(pi: FolderPi) -> PipedNode:
    return pi.plug(3, f"{SOCKET_1}/input0")


@pytest.fixture
def trial(pi: FolderPi, loop: TableLoop) -> Iterator[Trial]:
    files = open_files()
    trial = Trial(pi, loop)
    yield trial
    if trial.trying is not None:
        trial.trying.close()
    for node in pi.nodes.present():
        pi.nodes.unplug(node.path)
    assert open_files() <= files  # fewer: something that an earlier test dropped has gone


# ── keys ─────────────────────────────────────────────────────────────────────────────────────────


def test_a_key_is_named_as_the_kernel_does_and_as_it_is_printed(trial: Trial, keypad: PipedNode) -> None:
    trial.begin(SeatSettings(AZERTY))
    keypad.tap("KEY_Q", 1.0)
    trial.loop.wait(lambda: "KEY_Q" in trial.said)
    assert trial.said.splitlines()[-1].split() == ["KEY_Q", "A"]


def test_a_key_that_does_nothing_is_named_all_the_same(trial: Trial, keypad: PipedNode) -> None:
    trial.begin(SeatSettings(AZERTY))
    keypad.tap("KEY_F11", 1.0)
    trial.loop.wait(lambda: "KEY_F11" in trial.said)
    assert trial.said.endswith("(does nothing)\n")


def test_escape_ends_it(trial: Trial, keypad: PipedNode) -> None:
    trial.begin(SeatSettings(AZERTY))
    keypad.tap("KEY_ESC", 1.0)
    trial.loop.wait(lambda: bool(trial.codes))
    assert trial.codes == [0]


def test_a_keypad_that_the_console_has_is_not_listened_to(trial: Trial, keypad: PipedNode) -> None:
    keypad.grabbed_elsewhere = True
    trial.begin(SeatSettings(AZERTY))
    assert (trial.codes, "systemctl stop wordtable" in trial.said) == ([1], True)


def test_a_keypad_whose_name_cannot_be_read_is_told(trial: Trial, keypad: PipedNode) -> None:
    keypad.misnamed = True
    trial.begin(SeatSettings(AZERTY))
    assert "seat2.keypad: /dev/input/event3 has a name that evdev cannot read" in trial.said


def test_while_the_console_runs_nothing_is_touched(trial: Trial, keypad: PipedNode) -> None:
    trial.pi.start_the_console()
    trial.begin(SeatSettings(AZERTY))
    assert (trial.codes, keypad.times_grabbed) == ([1], 0)


def test_a_console_that_plays_a_simulated_table_is_in_nobodys_way(trial: Trial, keypad: PipedNode) -> None:
    trial.pi.start_the_console()
    trial.pi.machine.table.write_text("simulated = true\n[seat.1]\nhooded = true\npanel = {}\n")
    trial.begin(SeatSettings(AZERTY))
    assert (trial.codes, keypad.times_grabbed) == ([], 1)


@pytest.mark.usefixtures("keypad")
def test_a_keypad_that_was_pulled_is_looked_for_until_it_is_back(trial: Trial) -> None:
    trial.begin(SeatSettings(AZERTY))
    trial.pi.nodes.unplug("/dev/input/event3")
    trial.loop.wait(lambda: "no keypad in socket" in trial.said)
    trial.pi.nodes.plug("/dev/input/event3", phys=f"{SOCKET_1}/input0")
    trial.loop.fly(LOOK_AGAIN)
    assert trial.said.endswith("it is back.\n")


def test_a_simulated_table_has_nothing_to_try(trial: Trial) -> None:
    trying = Trying(
        simulated_table(), 1, trial.pi.machine, cards, trial.loop, trial.paper, language("en"), trial.codes.append
    )
    trying.begin()
    trying.close()
    assert (trial.codes, "simulated" in trial.said) == ([1], True)


# ── displays ─────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def board(pi: FolderPi, loop: TableLoop) -> Iterator[SerialBoard]:
    board = SerialBoard(pi.port("board"), loop, reset=0.0)
    yield board
    board.unplug()


def test_a_grid_lights_each_of_its_leds_and_then_all(trial: Trial, board: SerialBoard) -> None:
    settings = SerialGridSettings(port=str(board.port))
    trial.begin(SeatSettings(grid=settings))
    trial.loop.wait(lambda: bool(board.lit))
    trial.loop.fly(30 * LED_LASTS + 4 * COLOUR_LASTS)
    trial.loop.wait(lambda: any(lit.leds == ((64, 64, 64),) * 30 for lit in board.lit))
    seen = [as_seen(lit.leds, settings) for lit in board.lit]
    single = {
        next((x, y) for y, row in enumerate(rows) for x, led in enumerate(row) if any(led))
        for rows in seen
        if sum(any(led) for row in rows for led in row) == 1
    }
    whole = {rows[0][0] for rows in seen if all(any(led) for row in rows for led in row)}
    assert (len(single), whole) == (30, {(64, 0, 0), (0, 64, 0), (0, 0, 64), (64, 64, 64)})


def test_a_key_is_shown_on_the_grid_of_its_seat(trial: Trial, board: SerialBoard, keypad: PipedNode) -> None:
    settings = SerialGridSettings(port=str(board.port), brightness=255, milliamperes=2000)
    trial.begin(SeatSettings(AZERTY, grid=settings))
    keypad.tap("KEY_Q", 1.0)
    letter = cards.sign_on_grid("A", (5, 6)).rows
    trial.loop.wait(lambda: any(as_seen(lit.leds, settings) == letter for lit in board.lit))


def test_a_panel_shows_its_card_and_the_key(trial: Trial, keypad: PipedNode) -> None:
    chip = Ssd1306()
    trial.pi.switch_i2c_on().solder(chip, 1)
    card = as_image(cards.panel_card(2, (128, 64), colour=False)).tobytes()
    key = as_image(cards.key_on_panel("KEY_Q", "A", (128, 64), colour=False)).tobytes()
    with trial.pi.i2c.fitted():
        trial.begin(SeatSettings(AZERTY, panel=I2cPanelSettings()))
        trial.loop.wait(lambda: chip.image().tobytes() == card)
        keypad.tap("KEY_Q", 1.0)
        trial.loop.wait(lambda: chip.image().tobytes() == key)
        assert trial.trying is not None
        trial.trying.close()


def test_a_display_that_is_not_there_is_told_and_the_keys_go_on(trial: Trial, keypad: PipedNode) -> None:
    trial.begin(SeatSettings(AZERTY, grid=SerialGridSettings(port="/dev/serial/by-path/of-no-board")))
    trial.loop.fly(0.1)
    assert "seat2.grid: there is no /dev/serial/by-path/of-no-board" in trial.said
    keypad.tap("KEY_Q", 1.0)
    trial.loop.wait(lambda: "KEY_Q" in trial.said)


def test_the_buzzer_plays_a_scale(trial: Trial, keypad: PipedNode, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[Tone] = []

    class Buzzer:
        def __init__(self, *_anything: object) -> None: ...

        def play(self, tone: Tone) -> None:
            played.append(tone)

        def close(self) -> None: ...

    monkeypatch.setattr("hardware.kinds.buzzer.GpioBuzzer", Buzzer)
    trial.begin(SeatSettings(AZERTY), buzzer=12)
    assert (played, keypad.grabbed) == ([SCALE], True)


def test_a_key_stays_on_the_display_for_its_time_and_then_the_slides_go_on() -> None:
    clock, shown = VirtualClock(), []
    slides = Slides(clock, lambda frame: shown.append((clock.time(), frame)), [("one", 1.0), ("two", 1.0)])
    clock.advance(0.9)
    slides.interrupt("key")
    clock.advance(KEY_LASTS)
    assert shown == [(0.0, "one"), (0.9, "key"), (0.9 + KEY_LASTS, "two")]


# ── cards ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("size", "colour"), [((128, 64), False), ((64, 128), False), ((96, 64), True)])
def test_a_card_is_lit_along_every_edge(size: tuple[int, int], colour: bool) -> None:
    picture = as_image(cards.panel_card(2, size, colour)).convert("1")
    width, height = size
    edge = [(x, y) for x in range(width) for y in range(height) if x in (0, width - 1) or y in (0, height - 1)]
    assert all(picture.getpixel(place) for place in edge)


def test_greys_get_brighter_step_by_step() -> None:
    picture = as_image(cards.panel_card(2, (128, 64), colour=False))
    lit = [sum(bool(picture.getpixel((x, y))) for x in range(at, at + 8) for y in range(55, 63)) for at in (8, 40, 72)]
    assert lit == [16, 32, 48]


def test_a_colour_panel_shows_its_colours() -> None:
    picture = as_image(cards.panel_card(2, (128, 128), colour=True))
    assert [picture.getpixel((x, 120)) for x in (30, 62, 94)] == [(255, 0, 0), (0, 255, 0), (0, 0, 255)]


# ── the command ──────────────────────────────────────────────────────────────────────────────────


def test_a_seat_that_is_not_there_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["try", "9"]) == 1
    assert "this table has seats 1, 2, 3, 4, 5 and 6." in capsys.readouterr().err


def test_control_c_ends_it_in_peace(tmp_path: Path) -> None:
    """At a real terminal, with a board on a real pty; the keypad is one that no computer has."""
    board, port = pty.openpty()
    hand, terminal = pty.openpty()
    config = tmp_path / "table.toml"
    seat = f'[seat.1]\nkeypad = {{ usb = "usb-of-no-computer" }}\ngrid = {{ port = "{os.ttyname(port)}" }}\n'
    config.write_text(seat + "[private]\ni2c = 99\n")
    command = [sys.executable, "-m", "firmware_host", "try", "1", "--config", str(config)]
    with subprocess.Popen(command, stdin=terminal, stdout=terminal, stderr=terminal) as process:
        os.close(terminal)
        assert select.select([board], [], [], 60)[0], "nothing lights up"
        process.send_signal(signal.SIGINT)
        while select.select([board], [], [], 0)[0]:
            os.read(board, 4096)
    said = os.read(hand, 4096)
    for file in (hand, board, port):
        os.close(file)
    assert (process.returncode, b"Traceback" in said) == (0, False)
