"""Which of the kernel's I²C buses a panel is on.

A Pi's own adapters keep their numbers. Those on USB get whichever is free, so that two can change places overnight, and
a multiplexer's channels get what comes next: both have better names.
"""

import re
from contextlib import suppress
from pathlib import Path

from hardware.ports import DeviceLost
from hardware.settings import PanelSettings

SYSFS = Path("/sys/bus/i2c/devices")
# A USB device in the tree of devices: its controller, its way through the hubs, and the adapter somewhere below it.
ON_USB = re.compile(r".*/([^/]+)/usb\d+/(?:[^/]+/)*?\d+-([\d.]+)/[^/]+:[\d.]+/(?:(?!i2c-)[^/]+/)*i2c-(\d+)")


def bus_number(name: str, panel: PanelSettings, sysfs: Path = SYSFS) -> int:
    """The number of a panel's bus: the adapter's own, or that of the multiplexer's channel."""
    adapter = _adapter_in(name, panel.usb, sysfs) if panel.usb else panel.i2c
    if panel.multiplexer is None or panel.channel is None:
        return adapter
    channel = sysfs / f"{adapter}-{panel.multiplexer:04x}" / f"channel-{panel.channel}"
    try:
        return int(channel.resolve(strict=True).name.removeprefix("i2c-"))
    except (OSError, ValueError):
        say = (
            f"the multiplexer at {panel.multiplexer:#x} on {panel.adapter} has no channel {panel.channel}. Is "
            f"«dtoverlay=i2c-mux,pca9548,addr={panel.multiplexer:#x}» in the Pi's config.txt?"
        )
        raise DeviceLost(name, say) from None


def usb_socket(number: int, sysfs: Path = SYSFS) -> str:
    """Where an adapter on USB is plugged in, in the kernel's words for a keypad's socket. Empty for every other bus."""
    found = ON_USB.fullmatch(str((sysfs / f"i2c-{number}").resolve()))
    return f"usb-{found[1]}-{found[2]}" if found else ""


def shared_adapter(number: int, sysfs: Path = SYSFS) -> int:
    """The adapter whose wires this bus is on: a multiplexer's channel hangs on its parent's."""
    with suppress(OSError, ValueError):
        multiplexer = (sysfs / f"i2c-{number}" / "mux_device").resolve(strict=True).name  # such as 1-0070
        return shared_adapter(int(multiplexer.partition("-")[0]), sysfs)
    return number


def _adapter_in(name: str, socket: str, sysfs: Path) -> int:
    numbers = sorted(int(number) for bus in sysfs.glob("i2c-*") if (number := bus.name[4:]).isdigit())
    sockets = {there: number for number in numbers if (there := usb_socket(number, sysfs))}
    if socket in sockets:
        return sockets[socket]
    instead = f"There is one in {', '.join(sockets)}." if sockets else "There is none on USB."
    raise DeviceLost(name, f"no I²C adapter is in {socket}. Plug it in there. {instead}")
