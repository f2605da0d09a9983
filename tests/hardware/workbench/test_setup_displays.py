"""Setting up a table with keypads and panels alone: somebody reads the panels, presses keys, and has nothing else."""

import io
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from firmware_host.drawing import patterns
from firmware_host.texts.language import language
from firmware_host.texts.text import Text, say, verbatim
from hardware.config.reading import read_table
from hardware.config.settings import I2cPanelSettings, KeypadSettings, PanelSettings
from hardware.ports import GridFrame, Panel, PanelFrame
from hardware.simulated.wire.oled import Ssd1306
from hardware.simulated.wire.serial_grid import SerialBoard
from hardware.workbench.interview import Light
from hardware.workbench.machine import Machine
from hardware.workbench.setup import SettingUp, displays_found
from hardware.workbench.setup_displays import TURNS_EVERY, Cards, Invitation, SetupDisplays
from tests.hardware.kinds.keypad.keypad_table import SOCKET_1, SOCKET_2
from tests.hardware.table_loop import TableLoop
from tests.hardware.workbench.pi import NUMBER_PAD, FolderPi

PAGES = 20  # more than any question has
SIZES = [(128, 64), (128, 32), (96, 64), (128, 128)]


class Eyes:
    """Draws as always, and knows what a picture says."""

    def __init__(self) -> None:
        self._said: dict[bytes, str] = {}

    def sign_on_grid(self, sign: str, size: tuple[int, int]) -> GridFrame:
        return patterns.sign_on_grid(sign, size)

    def sign_on_panel(self, sign: str, size: tuple[int, int], colour: bool) -> PanelFrame:
        return self._drawn(patterns.sign_on_panel(sign, size, colour))

    def words_on_panel(self, lines: tuple[Text, ...], size: tuple[int, int], colour: bool) -> tuple[PanelFrame, ...]:
        return tuple(self._drawn(page) for page in patterns.words_on_panel(lines, size, colour))

    def code_on_panel(self, code: str, size: tuple[int, int], colour: bool) -> tuple[PanelFrame, ...]:
        return tuple(self._drawn(page) for page in patterns.code_on_panel(code, size, colour))

    def _drawn(self, frame: PanelFrame) -> PanelFrame:
        self._said[frame.pixels] = " ".join(frame.text)
        return frame

    def read(self, chip: Ssd1306, turned: int = 0) -> str:
        return self._said.get(chip.image().convert("1").rotate(turned).tobytes(), "") if chip.on else ""


class Asked:
    """A panel, and what it was last asked to show."""

    def __init__(self, panel: Panel) -> None:
        self._panel = panel
        self.frame: PanelFrame | None = None
        self.size, self.colour = panel.size, panel.colour

    def show(self, frame: PanelFrame) -> None:
        self.frame = frame
        self._panel.show(frame)

    def dim(self, contrast: float) -> None:
        self._panel.dim(contrast)


class WatchedDisplays(SetupDisplays):
    """Knows what its panels were last asked to show: threads draw it, and may take as long as they like."""

    def __init__(self, machine: Machine, cards: Cards, loop: TableLoop) -> None:
        super().__init__(machine, cards, loop)
        self.asked: dict[int, Asked] = {}

    def close(self) -> None:
        self.asked.clear()
        super().close()

    def _show(self, number: int, panel: Panel) -> int:
        self.asked[number] = Asked(panel)
        return super()._show(number, self.asked[number])


class Room:
    """A Pi without a screen, its panels, and somebody in front of them."""

    def __init__(self, pi: FolderPi, loop: TableLoop, panels: int) -> None:
        self.pi = pi
        self.loop = loop
        self.eyes = Eyes()
        self.chips = [Ssd1306() for _ in range(panels)]
        i2c = pi.switch_i2c_on()
        for place, chip in enumerate(self.chips):
            i2c.solder(chip, 1, 0x3C + place)
        self.file = pi.dev.parent / "table.toml"
        self.codes: list[int] = []
        self.displays = WatchedDisplays(pi.machine, self.eyes, loop)
        self.up = SettingUp(
            pi.machine, self.file, self.eyes, loop, io.StringIO(), language("en"), self.codes.append,
            displays=self.displays,
        )  # fmt: skip

    def begins(self) -> "Room":
        panels = (each for each in displays_found(self.pi.machine) if isinstance(each, PanelSettings))
        self.displays.use(tuple(panels))
        self.up.begin()
        return self

    def shown(self) -> list[str]:
        return [self.eyes.read(chip) for chip in self.chips]

    def is_drawn(self) -> bool:
        asked = (" ".join(panel.frame.text) for panel in self.displays.asked.values() if panel.frame)
        return sorted(self.shown()) == sorted(asked)

    def reads(self, words: str) -> "Room":
        """Looks at the panels until one of them says this, as their pages turn."""
        seen = []
        for _ in range(PAGES):
            self.loop.wait(self.is_drawn)
            seen += self.shown()
            if any(words in said for said in seen):
                return self
            self.loop.fly(TURNS_EVERY)
        raise AssertionError(f"no panel said “{words}”, only {seen}")


@pytest.fixture
def loop() -> Iterator[TableLoop]:
    with closing(TableLoop()) as loop:
        yield loop


@pytest.fixture
def pi(tmp_path: Path) -> Iterator[FolderPi]:
    pi = FolderPi(tmp_path)
    with pi.i2c.fitted():
        yield pi
    for node in pi.nodes.present():
        pi.nodes.unplug(node.path)


@pytest.mark.parametrize("panels", [1, 2])
def test_a_table_is_set_up_by_reading_its_panels_and_pressing_keys(pi: FolderPi, loop: TableLoop, panels: int) -> None:
    first = pi.plug(3, f"{SOCKET_1}/input0", keys=NUMBER_PAD)
    second = pi.plug(5, f"{SOCKET_2}/input0", keys=NUMBER_PAD)
    board = SerialBoard(pi.port("board-port0"), loop, reset=0.0)
    room = Room(pi, loop, panels).begins().reads("Seat 1: press any key")
    first.tap("KEY_KP1", 1.0)
    room.reads("Seat 2: press any key")
    second.tap("KEY_KP1", 2.0)
    room.reads("An LED grid now shows 1")
    first.tap("KEY_KP1", 3.0)
    room.reads("Can you read the 1")
    first.tap("KEY_KPENTER", 4.0)
    for place in range(panels):
        room.reads(f"A panel now shows {place + 2}")
        (first, second)[place].tap("KEY_KP1", 5.0 + place)
        room.reads(f"Can you read the {place + 2}")
        first.tap("KEY_KPENTER", 7.0 + place)
    room.reads("Does every panel have a hood")
    first.tap("KEY_KPENTER", 10.0)
    room.reads("Enter writes this")
    first.tap("KEY_KPENTER", 11.0)
    loop.wait(lambda: bool(room.codes))
    room.up.close()
    board.unplug()
    assert room.codes == [0]
    table = read_table(room.file.read_text() + "\n[web]\n")
    assert table.seats[1].keypad == KeypadSettings(usb=SOCKET_1, keys="numeric")
    assert [table.seats[seat].panel for seat in (1, 2)][:panels] == [
        I2cPanelSettings(address=0x3C + place) for place in range(panels)
    ]


def test_a_panel_that_is_asked_about_shows_its_sign_and_the_others_the_question(pi: FolderPi, loop: TableLoop) -> None:
    node = pi.plug(3, f"{SOCKET_1}/input0", keys=NUMBER_PAD)
    room = Room(pi, loop, 2).begins().reads("Seat 1: press any key")
    node.tap("KEY_KP1", 1.0)
    room.reads("A panel now shows 1")
    for _ in range(PAGES):
        loop.fly(TURNS_EVERY)
        loop.wait(room.is_drawn)
        assert room.shown()[0] == "1"
        assert room.shown()[1] != "1"
    room.up.close()


def test_a_panel_that_turned_out_to_be_upside_down_is_used_that_way(pi: FolderPi, loop: TableLoop) -> None:
    room = Room(pi, loop, 1)
    room.displays.use((I2cPanelSettings(),))
    room.displays.ask((say("Which way?"),), Light(I2cPanelSettings(), "1"))
    room.displays.ask((say("Which way?"),), Light(I2cPanelSettings(rotation=180), "1"))
    room.displays.ask((say("Yes"),))
    loop.wait(lambda: room.eyes.read(room.chips[0], 180) == "wordtable Yes")
    room.displays.close()


def test_whoever_has_a_phone_is_told_where_until_somebody_presses_a_key(pi: FolderPi, loop: TableLoop) -> None:
    node = pi.plug(3, f"{SOCKET_1}/input0", keys=NUMBER_PAD)
    room = Room(pi, loop, 2)
    room.displays.invite(Invitation((verbatim("http://table"), say("Code {code}", code="AB12CD")), "http://table"))
    room.begins().reads("AB12CD").reads("Scan this").reads("Seat 1: press any key")
    node.tap("KEY_KP2", 1.0)
    room.reads("A panel now shows 1")
    node.tap("KEY_KPDOT", 2.0)
    for _ in range(PAGES):
        loop.fly(TURNS_EVERY)
        loop.wait(room.is_drawn)
        assert not any("AB12CD" in said for said in room.shown())
    room.up.close()


# ── pages ────────────────────────────────────────────────────────────────────────────────────────

LONG = say(
    "Is it the private screen, which players hand to each other? Enter: yes. Backspace (. on a number pad): no, it is "
    "the public screen, which everybody sees."
)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("lines", [(LONG,), (say("Yes"), LONG, LONG), (say("Yes"), say("No"))], ids=len)
def test_no_word_is_lost_however_small_the_panel(lines: tuple[Text, ...], size: tuple[int, int]) -> None:
    pages = patterns.words_on_panel(lines, size, False)
    said = " ".join(" ".join(page.text) for page in pages).removeprefix("wordtable ")
    assert said.split() == " ".join(language("en").read(line) for line in lines).split()


def test_a_panel_too_small_for_a_code_shows_none() -> None:
    assert patterns.code_on_panel("http://wordtable.local:8377", (128, 32), False) == ()
    assert len(patterns.code_on_panel("http://wordtable.local:8377", (128, 64), False)) == 1
