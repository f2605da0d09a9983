"""What may be on the Pi's own pins, where the guide puts it. Other pins can be chosen on the page for settings."""

from collections.abc import Mapping, Sequence

from firmware_host.frozen import replace
from firmware_host.texts.text import Text, say
from hardware.config.settings import ButtonSettings, TableSettings
from hardware.workbench.machine import Machine

BUZZER = "buzzer"
PINS = {"pause": 17, "power": 27, BUZZER: 12}


def has_pins(machine: Machine) -> bool:
    return any(machine.dev.glob("gpiochip*"))


def questions(skip: Text) -> Mapping[str, Text]:
    """What is asked about each of them."""
    return {
        "pause": say("A pause button, at GPIO 17 (pin 11)? Enter: yes. {skip}: no.", skip=skip),
        "power": say("A power button, at GPIO 27 (pin 13)? Enter: yes. {skip}: no.", skip=skip),
        BUZZER: say("A buzzer, at GPIO 12 (pin 32)? Enter: yes. {skip}: no.", skip=skip),
    }


def with_pins(table: TableSettings, there: Sequence[str]) -> TableSettings:
    """The table with those of them that are there."""
    buttons = {name: ButtonSettings(PINS[name]) for name in there if name != BUZZER}
    return replace(table, buttons=buttons, buzzer=PINS[BUZZER] if BUZZER in there else None)
