"""What BlueZ says about the devices that it hears. Pure."""

from collections.abc import Mapping

KEYBOARD = "input-keyboard"
HUMAN_INPUT = ("00001124-", "00001812-")  # how the services of keypads begin, classic and low energy
LONGEST_NAME = 24

Facts = dict[str, object]


def plain(kinds: Mapping[str, Mapping[str, object]]) -> dict[str, Facts]:
    """An object's interfaces and their properties, without the bus's own wrapping."""
    return {
        kind: {name: getattr(value, "value", value) for name, value in facts.items()} for kind, facts in kinds.items()
    }


def can_be_paired(facts: Facts) -> bool:
    """A keyboard that is in reach right now and not connected. Not all have an icon that says what they are."""
    services = facts.get("UUIDs")
    is_input = isinstance(services, list) and any(str(each).startswith(HUMAN_INPUT) for each in services)
    is_keyboard = facts.get("Icon", KEYBOARD if is_input else "") == KEYBOARD
    return is_keyboard and "RSSI" in facts and not facts.get("Connected") and bool(facts.get("Address"))


def name_of(facts: Facts) -> str:
    """The name it gives itself, which may contain anything."""
    written = "".join(letter for letter in str(facts.get("Name") or "") if letter.isprintable()).strip()
    return written[:LONGEST_NAME] or f"Keypad {str(facts['Address'])[-5:]}"
