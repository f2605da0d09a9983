"""A tapestry: an LED grid whose controller (its loom) reads the colours, row by row, from a file."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from firmware_host.texts.text import Text, say, verbatim
from hardware.kinds.kind import GridKind, GridSettings, Mistake, Shared, Wire
from hardware.names import DeviceName
from hardware.ports import DeviceLost, GridFrame
from hardware.workbench.findings import Finding, well, wrong

if TYPE_CHECKING:
    from hardware.config.settings import TableSettings
    from hardware.workbench.machine import Machine

LOOMS = "looms"  # a folder under /dev


@dataclass(frozen=True, slots=True)
class TapestrySettings(GridSettings):
    """Where the loom is, and how many threads it has. Size, rotation and brightness come from `GridSettings`."""

    protocol: str = "tapestry"
    loom: str = ""
    threads: int = 40


def mistakes(grid: TapestrySettings, _table: "TableSettings") -> Iterator[Mistake]:
    if not grid.loom:
        yield Mistake(say("a tapestry needs a loom, such as /dev/looms/1."))
    if grid.threads < grid.width:
        yield Mistake(
            say("{threads} threads are too few for {width} LEDs.", threads=grid.threads, width=grid.width), "threads"
        )


def wires(grid: TapestrySettings) -> list[Wire]:
    return [Wire(say("the loom {loom}", loom=grid.loom))]


class Loom:
    """The driver. Everything that goes wrong becomes a `DeviceLost`."""

    def __init__(self, name: DeviceName, settings: TapestrySettings) -> None:
        self._name = name
        self._file = Path(settings.loom)

    def open(self) -> None:
        if not self._file.exists():
            raise DeviceLost(self._name, missing(self._file))

    def show(self, frame: GridFrame) -> None:
        self.open()
        rows = (" ".join(f"{red:02x}{green:02x}{blue:02x}" for red, green, blue in row) for row in frame.rows)
        self._file.write_text("\n".join(rows) + "\n")

    def dim(self, contrast: float) -> None:
        """A tapestry has no contrast."""

    def close(self) -> None:
        """There is nothing to let go of."""


def missing(file: Path) -> Text:
    return say("no loom at {file}. Plug it in, and it comes back.", file=str(file))


def driver(name: DeviceName, settings: TapestrySettings, _shared: Shared) -> Loom:
    return Loom(name, settings)


def ask(name: DeviceName, settings: TapestrySettings, _table: "TableSettings", _machine: "Machine") -> Finding:
    file = Path(settings.loom)
    return well(name, say("the loom is threaded.")) if file.exists() else wrong(name, missing(file))


def found(machine: "Machine") -> list[TapestrySettings]:
    return [TapestrySettings(loom=str(file)) for file in sorted((machine.dev / LOOMS).glob("*"))]


KIND = GridKind[TapestrySettings](
    names=("tapestry",),
    settings=TapestrySettings,
    mistakes=mistakes,
    wires=wires,
    driver=driver,
    ask=ask,
    found=found,
    where=lambda grid: verbatim(grid.loom),
)
