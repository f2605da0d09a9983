"""What hangs on pins: the pause button is heard, and the buzzer answers it."""

import pytest

from hardware.config.settings import TableSettings
from tests.kernel.machine import Machine
from tests.kernel.two_worlds import Step, TwoWorlds

pytestmark = pytest.mark.kernel

PAUSE = Step(0, (), "pause")
# Somebody beside the buzzer, who notes when it swings: read without starting a program each time, for tones are short.
LISTEN = """
(for pin in /sys/devices/platform/gpio-sim.*/gpiochip*/sim_gpio{pin}/value; do :; done
while [ ! -e /run/hush ]; do
    read -r high <"$pin"
    [ "$high" = 1 ] && echo swings >/run/heard
done) >/dev/null 2>&1 &
"""


@pytest.fixture(scope="module")
def heard(guessing: TwoWorlds, machine: Machine, settings: TableSettings) -> str:
    """What was heard while somebody paused the game and went on; the displays said so in both worlds."""
    machine.ask("run", command=["sh", "-c", LISTEN.format(pin=settings.buzzer)])
    guessing.do(PAUSE)
    guessing.do(PAUSE)
    return str(machine.ask("run", command=["sh", "-c", "touch /run/hush; cat /run/heard"])["output"])


def test_the_buzzer_sounds(heard: str) -> None:
    assert heard == "swings\n"
