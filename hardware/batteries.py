"""How full the batteries of wireless keypads are, as far as the kernel knows. Reads sysfs.

The kernel may ask the keypad itself, which takes seconds if it is asleep: call this on a thread of its own.
"""

import re
from pathlib import Path

SUPPLIES = Path("/sys/class/power_supply")
OF_A_KEYPAD = re.compile(r"hid-((?:[0-9a-f]{2}:){5}[0-9a-f]{2})-battery.*", re.IGNORECASE)


def batteries(supplies: Path = SUPPLIES) -> dict[str, int]:
    """In percent, by the keypad's Bluetooth address in capitals."""
    found = {}
    for supply in supplies.glob("hid-*"):
        of_keypad = OF_A_KEYPAD.fullmatch(supply.name)
        percent = _percent(supply) if of_keypad else None
        if of_keypad and percent is not None:
            found[of_keypad[1].upper()] = percent
    return found


def _percent(supply: Path) -> int | None:
    """None if it does not say, or is just going away."""
    try:
        percent = int((supply / "capacity").read_text())
    except (OSError, ValueError):
        return None
    return percent if 0 <= percent <= 100 else None
