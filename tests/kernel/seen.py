"""What can be seen on the displays of the emulated machine: bytes from its wires, taken apart by the product's own
models of panels and boards."""

from collections.abc import Mapping

from PIL import Image

from hardware.config.settings import GridSettings, OledSettings, TableSettings
from hardware.kinds.leds import wire_colours
from hardware.ports import GridFrame, PanelFrame
from hardware.simulated.wire.oled import Sh1106, Ssd1306, Ssd1309
from hardware.simulated.wire.oled_i2c import COMMANDS
from hardware.simulated.wire.serial_grid import Firmware

CHIPS = {"ssd1306": Ssd1306, "sh1106": Sh1106, "ssd1309": Ssd1309}

Picture = bytes  # of a panel its pixels, of a grid three bytes for each LED along the wire


class SeenPanel:
    """A panel's glass."""

    def __init__(self, settings: OledSettings) -> None:
        self._settings = settings
        self._chip = CHIPS[settings.chip]((settings.width, settings.height))
        self._image: Image.Image | None = None

    def take(self, data: bytes) -> bool:
        """Whether there may be another picture now: nothing is sent to a panel that it shows already."""
        self._image = None
        take = self._chip.command if data[0] == COMMANDS else self._chip.data
        for byte in data[1:]:
            take(byte)
        return data[0] != COMMANDS

    def lose_power(self) -> None:
        self._image = None
        self._chip.reset()

    @property
    def shows(self) -> Picture:
        if self._image is None:
            self._image = self._chip.image()
        return self._image.tobytes()

    def wants(self, frame: GridFrame | PanelFrame) -> Picture:
        """How the glass looks when it shows this frame."""
        assert isinstance(frame, PanelFrame)
        return frame.pixels

    def drawn(self, picture: Picture) -> list[str]:
        """For people: a character for each pixel, two rows to a line."""
        width, height = self._settings.size
        image = Image.frombytes("1", (width, height), picture)
        pixels = [[bool(image.getpixel((x, y))) for x in range(width)] for y in range(height)]
        return [
            "".join(" ▄▀█"[2 * above + below] for above, below in zip(pixels[y], pixels[y + 1], strict=True)).rstrip()
            for y in range(0, height, 2)
        ]


class SeenGrid:
    """The LEDs of a board, and every frame that they showed."""

    def __init__(self, settings: GridSettings) -> None:
        self._settings = settings
        self._colours = wire_colours(settings)
        self.firmware = Firmware()

    def take(self, data: bytes) -> bool:
        """Whether there is another picture now: the same is sent again and again."""
        before = self.shows
        self.firmware.take(data)
        return self.shows != before

    def lose_power(self) -> None:
        self.firmware.frames.clear()
        self.firmware.restart()

    @property
    def shows(self) -> Picture:
        return self.firmware.frames[-1] if self.firmware.frames else bytes(3 * self._leds)

    def wants(self, frame: GridFrame | PanelFrame) -> Picture:
        assert isinstance(frame, GridFrame)
        return self._colours(frame)

    def drawn(self, picture: Picture) -> list[str]:
        """For people: each LED along the wire, a row of the grid to a line."""
        leds = [picture[place : place + 3].hex() for place in range(0, len(picture), 3)]
        width = self._settings.width
        return [" ".join(leds[place : place + width]) for place in range(0, len(leds), width)]

    @property
    def _leds(self) -> int:
        return self._settings.width * self._settings.height


Display = SeenPanel | SeenGrid


class SeenTable:
    """Every display of a table by its name. `hear` is what a machine is given to tell of its wires."""

    def __init__(self, settings: TableSettings) -> None:
        displays: dict[str, Display] = {}
        for number, seat in settings.seats.items():
            if isinstance(seat.panel, OledSettings):
                displays[f"seat{number}.panel"] = SeenPanel(seat.panel)
            if seat.grid is not None:
                displays[f"seat{number}.grid"] = SeenGrid(seat.grid)
        for name, panel in (("private", settings.private), ("public", settings.public)):
            if isinstance(panel, OledSettings):
                displays[name] = SeenPanel(panel)
        self.displays: Mapping[str, Display] = displays
        self.grids = {name: display for name, display in displays.items() if isinstance(display, SeenGrid)}
        self.now = 0.0  # the guest's time when it was last heard
        self.since = dict.fromkeys(displays, 0.0)  # the guest's time when a display last changed

    def hear(self, device: str, data: bytes, at: float) -> None:
        self.now = at
        if self.displays[device].take(data):
            self.since[device] = at
