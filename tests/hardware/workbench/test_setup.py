"""Setting up a table: people press keys, displays light up, and in the end there is a table.toml."""

import errno
import io
import itertools
import os
import pty
import select
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_host import cards
from hardware.config import load_table, read_table, simulated_table
from hardware.fingers import Stroke
from hardware.interview import Ask, Display, Found, Stopped, Typed, interview
from hardware.machine import Pad
from hardware.saving import as_toml, save
from hardware.setting_up import LET_GO_WITHIN, LOOK_AGAIN, SettingUp, panels_found
from hardware.settings import (
    ButtonSettings,
    GridSettings,
    KeypadSettings,
    PanelSettings,
    SeatSettings,
    TableSettings,
    WebSettings,
)
from hardware.simulated.wire.adalight import SerialBoard
from hardware.simulated.wire.oled import Ssd1306
from tests.hardware.grid_table import open_files
from tests.hardware.keypad_table import SOCKET_1, SOCKET_2
from tests.hardware.pi import NUMBER_PAD, FolderPi
from tests.hardware.table_loop import TableLoop

EXAMPLES = sorted((Path(__file__).parents[2] / "config").glob("*.toml"))
KEYBOARD_A = Pad("Board", KeypadSettings(usb="usb-1"), numeric=False)
KEYBOARD_B = Pad("Board", KeypadSettings(usb="usb-2"), numeric=False)
OTHER = Pad("Clavier", KeypadSettings(usb="usb-3"), numeric=False)
NUMBERS = Pad("Pad", KeypadSettings(bluetooth="DC:2C:26:0A:0B:0C"), numeric=True)
GRID = GridSettings(port="/dev/serial/by-path/board")
PANEL = PanelSettings()


class Talking:
    """A talk with people who answer one question after the other."""

    def __init__(self, *pads: Pad, displays: tuple[Display, ...] = (), exists: bool = False) -> None:
        self._talk = interview(Found(pads, displays, exists=exists))
        self.asked: Ask = next(self._talk)
        self.table: TableSettings | None = None

    def press(self, pad: int, name: str, key: str | None = None) -> "Talking":
        return self._answer(Stroke(pad, name, name.removeprefix("KEY_") if key is None else key))

    def type(self, line: str) -> "Talking":
        return self._answer(Typed(line))

    def _answer(self, event: Stroke | Typed) -> "Talking":
        try:
            self.asked = self._talk.send(event)
        except StopIteration as end:
            self.table = end.value
        return self

    @property
    def question(self) -> str:
        return " ".join(self.asked.say)

    def seats(self, *pads: int) -> "Talking":
        """Everybody sits down."""
        for pad in pads:
            self.press(pad, "KEY_T")
        return self

    def qwerty(self, pad: int) -> "Talking":
        return self.press(pad, "KEY_A").press(pad, "KEY_Z")

    @property
    def done(self) -> TableSettings:
        assert self.table is not None, self.question
        return self.table


# ── who sits where ───────────────────────────────────────────────────────────────────────────────


def test_whoever_presses_first_is_seat_one() -> None:
    talk = Talking(NUMBERS, KEYBOARD_A).seats(1, 0).qwerty(1).press(0, "KEY_KPENTER", "ENTER")
    seats = {number: seat.keypad for number, seat in talk.done.seats.items()}
    assert seats == {1: KEYBOARD_A.settings, 2: replace(NUMBERS.settings, keys="numeric")}


def test_who_sits_where_is_confirmed_at_once() -> None:
    assert "Seat 1: Pad, a number pad." in Talking(NUMBERS).seats(0).question


def test_a_keypad_pressed_twice_is_still_one_seat() -> None:
    talk = Talking(NUMBERS, KEYBOARD_A).seats(0, 0)
    assert "at seat 1 already" in talk.question
    assert "Seat 2: press any key" in talk.question


@pytest.mark.parametrize("end", ["at a keypad", "at the terminal"])
def test_a_keypad_that_nobody_wants_stays_free(end: str) -> None:
    talk = Talking(NUMBERS, KEYBOARD_A).seats(0)
    talk = talk.press(0, "KEY_KPENTER", "ENTER") if end == "at a keypad" else talk.type("")
    assert list(talk.press(0, "KEY_KPENTER", "ENTER").done.seats) == [1]


# ── what is printed on the keys ──────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("keys", "layout"),
    [(["KEY_A", "KEY_Z"], "qwerty"), (["KEY_A", "KEY_Y"], "qwertz"), (["KEY_Q"], "azerty")],
)
def test_two_keys_tell_the_layout(keys: list[str], layout: str) -> None:
    talk = Talking(KEYBOARD_A).seats(0)
    for key in keys:
        talk.press(0, key)
    keypad = talk.press(0, "KEY_ENTER").done.seats[1].keypad
    assert keypad is not None
    assert keypad.keys == layout


def test_keyboards_of_one_kind_are_asked_once() -> None:
    talk = Talking(KEYBOARD_A, KEYBOARD_B).seats(0, 1).press(0, "KEY_Q").press(0, "KEY_ENTER")
    assert [seat.keypad and seat.keypad.keys for seat in talk.done.seats.values()] == ["azerty", "azerty"]


def test_another_kind_is_asked_too() -> None:
    assert "Seat 2: press the key that is labelled A." in Talking(KEYBOARD_A, OTHER).seats(0, 1).qwerty(0).question


def test_only_the_keyboard_in_question_is_heard() -> None:
    talk = Talking(KEYBOARD_A, OTHER).seats(0, 1).press(1, "KEY_Q")
    assert "Seat 1: press the key that is labelled A." in talk.question


def test_an_order_that_nobody_knows_can_be_taken_for_qwerty() -> None:
    talk = Talking(KEYBOARD_A).seats(0).press(0, "KEY_A").press(0, "KEY_SLASH").press(0, "KEY_BACKSPACE", "DELETE")
    keypad = talk.press(0, "KEY_ENTER").done.seats[1].keypad
    assert keypad is not None
    assert keypad.keys == "qwerty"


# ── what stands where ────────────────────────────────────────────────────────────────────────────


def at_displays(*displays: Display) -> Talking:
    """Two numeric pads have their seats, and the first display is lit."""
    other = replace(NUMBERS, settings=KeypadSettings(bluetooth="DC:2C:26:0A:0B:0D"))
    return Talking(NUMBERS, other, displays=displays).seats(0, 1)


def enter(talk: Talking, pad: int = 0) -> Talking:
    return talk.press(pad, "KEY_KPENTER", "ENTER")


def test_each_display_shows_a_sign_of_its_own() -> None:
    talk = at_displays(GRID, PANEL)
    signs = [talk.asked.light and talk.asked.light.sign]
    enter(talk.press(0, "KEY_KP5", "J"))
    assert [*signs, talk.asked.light and talk.asked.light.sign] == ["1", "2"]


def test_the_seat_whose_key_is_pressed_has_the_display() -> None:
    talk = enter(enter(at_displays(GRID).press(1, "KEY_KP5", "J")))
    assert [seat.grid for seat in talk.done.seats.values()] == [None, GRID]


def test_a_sign_that_cannot_be_read_is_tried_another_way() -> None:
    talk = at_displays(GRID).press(0, "KEY_KP5", "J").press(0, "KEY_KP5", "J").press(0, "KEY_KP5", "J")
    grid = enter(enter(talk)).done.seats[1].grid
    assert grid == replace(GRID, wiring="straight", rotation=180)


def test_a_panel_that_cannot_be_read_may_have_another_chip() -> None:
    talk = enter(at_displays(PANEL).press(0, "KEY_KP5", "J").press(0, "KEY_KP5", "J"))
    panel = enter(enter(talk)).done.seats[1].panel
    assert panel == replace(PANEL, chip="sh1106")


def test_nought_makes_a_panel_the_private_screen() -> None:
    talk = enter(enter(at_displays(PANEL).press(0, "KEY_KP0", "0")))
    assert talk.done.private == PANEL


def test_a_grid_is_never_the_private_screen() -> None:
    talk = enter(enter(at_displays(GRID).press(0, "KEY_KP0", "0")))
    assert (talk.done.private, talk.done.seats[1].grid) == (None, GRID)


def test_a_display_that_nobody_sees_is_left_out() -> None:
    talk = enter(at_displays(GRID).press(0, "KEY_KPDOT", "DELETE"))
    assert all(seat.grid is None for seat in talk.done.seats.values())


def test_a_seat_has_one_grid() -> None:
    talk = enter(at_displays(GRID, replace(GRID, port="other")).press(0, "KEY_KP5", "J")).press(0, "KEY_KP5", "J")
    assert "Seat 1 has a grid already" in talk.question


def test_a_seat_can_be_typed_at_the_terminal() -> None:
    talk = at_displays(GRID).type("2").type("").type("")
    assert talk.done.seats[2].grid == GRID


def test_hoods_are_asked_for_once() -> None:
    talk = at_displays(PANEL, replace(PANEL, address=0x3D))
    for pad in (0, 1):
        enter(talk.press(pad, "KEY_KP5", "J"))
    assert [seat.hooded for seat in enter(enter(talk)).done.seats.values()] == [True, True]


# ── the end ──────────────────────────────────────────────────────────────────────────────────────


def test_what_is_still_missing_is_said_before_it_is_written() -> None:
    assert "seat 1: has no display" in at_displays().question


def test_an_old_file_is_kept_and_that_is_said() -> None:
    assert "The old one is kept as table.toml.bak." in Talking(NUMBERS, exists=True).seats(0).question


def test_escape_stops_at_any_time() -> None:
    with pytest.raises(Stopped):
        at_displays(GRID).press(0, "KEY_KPMINUS", "ESC")


# ── the file ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
def test_every_example_is_the_same_table_when_it_is_written_again(file: Path) -> None:
    assert read_table(as_toml(load_table(file))) == load_table(file)


def test_the_simulated_table_can_be_written_down() -> None:
    grid = GridSettings(port="simulated")
    seats = {number: replace(seat, grid=grid) for number, seat in simulated_table().seats.items()}
    table = replace(simulated_table(), seats=seats)
    assert read_table(as_toml(table)) == table


def test_everything_that_can_be_set_can_be_written_down() -> None:
    seat = SeatSettings(
        KeypadSettings(usb="a", keys="mine"), GridSettings(port="p", baud=500_000), PanelSettings(), True, 4
    )
    table = TableSettings(
        {1: seat},
        palette="orange-blue",
        pulse=True,
        private=PanelSettings(address=0x3D),
        public=PanelSettings(bus="spi", chip="ssd1351", height=128),
        buttons={"pause": ButtonSettings(17), "power": ButtonSettings(27, active_high=True)},
        buzzer=12,
        speaker=True,
        voice="fr",
        keymaps={"mine": {"like": "azerty", "KEY_Q": "A"}},
        games={"party": {"timer": 90, "fast": True, "words": "en"}},
        dictionary="fr",
        web=WebSettings("0.0.0.0", 80, {"1": "LAMP42", "host": "OWL911X"}),
    )
    assert [each.name for each in fields(table) if getattr(table, each.name) == each.default] == ["simulated"]
    assert read_table(as_toml(table)) == table


def test_pages_with_nothing_else_said_of_them_can_be_written_down() -> None:
    seat = SeatSettings(panel=PanelSettings(), hooded=True)
    table = TableSettings({1: seat}, web=WebSettings())
    assert read_table(as_toml(table)) == table


@given(st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1))
def test_any_name_of_a_socket_survives(name: str) -> None:
    seat = SeatSettings(KeypadSettings(usb=name), panel=PanelSettings(), hooded=True)
    assert read_table(as_toml(TableSettings({1: seat}))).seats[1] == seat


class PulledPlug(BaseException):
    """Nothing runs any more."""


def stopping_at(place: int, monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    """Of all that is done to the disk, this step leaves an empty file, or nothing, and is the last."""
    write_text = Path.write_text
    steps = itertools.count()

    def or_stop(step: Callable[..., object]) -> Callable[..., object]:
        def try_it(*files: Any, **others: object) -> object:
            if next(steps) < place:
                return step(*files, **others)
            if step is write_text:
                files[0].touch()
            raise error

        return try_it

    for owner, name in ((os, "fsync"), (shutil, "copy2"), (Path, "write_text"), (Path, "replace")):
        monkeypatch.setattr(owner, name, or_stop(getattr(owner, name)))


@pytest.mark.parametrize("place", range(7))
def test_wherever_the_plug_is_pulled_there_is_a_whole_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: int
) -> None:
    file = tmp_path / "table.toml"
    file.write_text("# the old one\n")
    stopping_at(place, monkeypatch, PulledPlug())
    with pytest.raises(PulledPlug):
        save("# the new one\n", file)
    assert file.read_text() in ("# the old one\n", "# the new one\n")


@pytest.mark.parametrize("place", range(6))
def test_where_the_disk_is_full_the_old_file_stays_and_nothing_lies_about(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: int
) -> None:
    file = tmp_path / "table.toml"
    file.write_text("# the old one\n")
    stopping_at(place, monkeypatch, OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)))
    with pytest.raises(OSError, match="No space left"):
        save("# the new one\n", file)
    assert {each.name: each.read_text() for each in tmp_path.iterdir() if each.suffix != ".bak"} == {
        "table.toml": "# the old one\n"
    }


def test_a_file_that_only_its_owner_may_read_is_kept_that_way(tmp_path: Path) -> None:
    """There may be join codes in it."""
    file = tmp_path / "table.toml"
    file.touch(mode=0o600)
    save("# the new one\n", file)
    assert Path(f"{file}.bak").stat().st_mode & 0o777 == 0o600


# ── with devices ─────────────────────────────────────────────────────────────────────────────────


class Session:
    """A whole session on a Pi of folders: real pipes, real ptys, and what is printed."""

    def __init__(self, pi: FolderPi, loop: TableLoop) -> None:
        self.file = pi.dev.parent / "table.toml"
        self.paper = io.StringIO()
        self.codes: list[int] = []
        self.loop = loop
        self.up = SettingUp(pi.machine, self.file, cards, loop, self.paper, self.codes.append)

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
        session.until("An LED grid shows 1 now")
        loop.wait(lambda: bool(board.lit))
        first.tap("KEY_KP5", 3.0)
        session.until("Can you read the 1")
        first.tap("KEY_KPENTER", 4.0)
        session.until("A panel shows 2 now")
        loop.wait(lambda: chip.on and chip.bytes_of_data > 0)
        second.tap("KEY_KP0", 5.0)
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
    assert (table.seats[2].grid, table.private) == (GridSettings(port=str(board.port)), PanelSettings())


def test_a_display_goes_dark_when_it_has_its_place(pi: FolderPi, session: Session, loop: TableLoop) -> None:
    node = pi.plug(3, f"{SOCKET_1}/input0", keys=NUMBER_PAD)
    chip = Ssd1306()
    pi.switch_i2c_on().solder(chip, 1)
    with pi.i2c.fitted():
        session.up.begin()
        node.tap("KEY_KP1", 1.0)
        session.until("A panel shows 1 now")
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
    assert "has /dev/input/event3 to itself" in session.paper.getvalue()


def test_a_keypad_whose_name_cannot_be_read_is_left_out(pi: FolderPi, session: Session) -> None:
    pi.plug(3, f"{SOCKET_1}/input0", name="Odd", keys=NUMBER_PAD).misnamed = True
    pi.plug(4, f"{SOCKET_2}/input0", keys=NUMBER_PAD)
    session.up.begin()
    assert f'Odd (usb = "{SOCKET_1}") is left out: /dev/input/event3 has a name' in session.paper.getvalue()
    assert "There is 1 keypad." in session.paper.getvalue()


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
    pi.machine.table.write_text((Path(__file__).parents[2] / "config" / "simulated.toml").read_text())
    session.up.begin()
    assert (session.codes, node.times_grabbed) == ([], 1)


# ── panels that answer ───────────────────────────────────────────────────────────────────────────


def test_panels_behind_a_multiplexer_are_found_on_their_channels(pi: FolderPi) -> None:
    i2c = pi.switch_i2c_on(multiplexer=True)
    i2c.solder(Ssd1306(), 12)
    i2c.solder(Ssd1306(), 14)
    assert list(panels_found(pi.machine)) == [
        PanelSettings(multiplexer=0x70, channel=1),
        PanelSettings(multiplexer=0x70, channel=3),
    ]


def test_a_panel_on_the_wires_of_a_multiplexer_is_found_once(pi: FolderPi) -> None:
    """It answers on every channel too, for they hang on the same wires."""
    i2c = pi.switch_i2c_on(multiplexer=True)
    for bus in (1, *range(11, 19)):
        i2c.solder(Ssd1306(), bus, 0x3D)
    i2c.solder(Ssd1306(), 12)
    assert list(panels_found(pi.machine)) == [
        PanelSettings(address=0x3D),
        PanelSettings(multiplexer=0x70, channel=1),
    ]


def test_a_channel_left_open_does_not_move_its_panel(pi: FolderPi) -> None:
    """A multiplexer leaves its last channel connected: its panel then answers on the adapter's own bus as well."""
    i2c = pi.switch_i2c_on(multiplexer=True)
    for bus in (1, 12):
        i2c.solder(Ssd1306(), bus)
    assert list(panels_found(pi.machine)) == [PanelSettings(multiplexer=0x70, channel=1)]


def test_a_panel_on_an_adapter_on_usb_is_named_by_its_socket(pi: FolderPi) -> None:
    pi.i2c.adapters[1].usb = SOCKET_1
    pi.switch_i2c_on().solder(Ssd1306(), 1)
    assert list(panels_found(pi.machine)) == [PanelSettings(usb=SOCKET_1)]


def test_a_panel_behind_a_multiplexer_on_usb_is_named_by_both(pi: FolderPi) -> None:
    pi.i2c.adapters[1].usb = SOCKET_1
    pi.switch_i2c_on(multiplexer=True).solder(Ssd1306(), 12)
    assert list(panels_found(pi.machine)) == [PanelSettings(usb=SOCKET_1, multiplexer=0x70, channel=1)]


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
