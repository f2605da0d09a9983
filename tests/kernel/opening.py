"""The beginning of a game on a machine: two players join, one hides a word. The simulator knows where menus have it."""

from firmware_host.simulator.evening import SimulatedEvening
from hardware.config.keymaps import keymap
from hardware.config.settings import TableSettings
from tests.kernel.machine import Machine

CODE_OF = {key: code for code, key in reversed(list(keymap("qwerty", {}).keys.items()))}
PAUSE = 1.0  # of the machine's seconds between two keys: nobody types ahead of a question


class Opening:
    """Keys at seats with keyboards, in the machine and in a simulator beside it."""

    def __init__(self, machine: Machine, settings: TableSettings) -> None:
        self._machine = machine
        self._simulated = SimulatedEvening(settings)

    def game(self) -> None:
        """Ann hosts and has not hidden a word yet."""
        self.press(1, "ENTER", *"ANN", "ENTER")
        self.press(2, "ENTER", *"BOB", "ENTER")
        while True:
            way = self._simulated.way_to("start", 1)
            self.press(1, *way.keys)
            if way.takes_it:
                return

    def hide(self, word: str) -> None:
        """On her own panel, behind its hood."""
        self.press(1, *word, "ENTER")

    def press(self, seat: int, *keys: str) -> None:
        for key in keys:
            self._simulated.keys(seat, key)
            self._machine.ask("type", device=f"seat{seat}.keypad", codes=[CODE_OF[key]])
            self._machine.ask("wait", seconds=PAUSE)
