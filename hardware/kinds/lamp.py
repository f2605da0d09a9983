"""The lamp of a seat, which shows whose turn it is. Its setting is its pin."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from hardware.kinds.kind import Kind
from hardware.kinds.pins import NEEDS, Output, ask_pin, maker, pin_mistakes, pin_wire
from hardware.names import DeviceName
from hardware.ports import Input
from hardware.workbench.findings import Finding

if TYPE_CHECKING:
    from hardware.config.settings import TableSettings
    from hardware.workbench.machine import Machine


class GpioLamp:
    """An LED with its resistor between its pin and ground. It is dark until somebody's turn comes."""

    def __init__(self, device: str, pin: int, tell: Callable[[Input], None]) -> None:
        self._led = Output(device, pin, maker("LED"), tell)
        self.close = self._led.close

    def light(self, on: bool) -> None:
        self._led.do(lambda led: led.on() if on else led.off())


def _ask(name: DeviceName, pin: int, _table: "TableSettings", machine: "Machine") -> Finding:
    return ask_pin(name, pin, machine)


KIND = Kind[int](
    ask=_ask,
    needs=NEEDS,
    mistakes=lambda pin, _table: pin_mistakes(pin),
    wires=lambda pin: [pin_wire(pin)],
)
