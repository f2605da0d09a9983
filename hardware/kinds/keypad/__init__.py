"""Keypads, by the USB socket they are plugged into or by their Bluetooth address.

The driver (`driver`), the kernel's input nodes (`nodes`) and Bluetooth pairing (`pairing`) are files of their own,
because together they would be over a thousand lines.
"""

import re
import struct
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from firmware_host.frozen import frozen
from firmware_host.texts.text import Text, all_of, say, sentences
from hardware.config.keymaps import BUILT_IN, CODES
from hardware.kinds.keypad.nodes import (
    KeyHeld,
    LinuxNodes,
    NodeName,
    Nodes,
    away,
    belongs,
    grab_quietly,
    in_sentences,
    socket_of,
)  # fmt: skip
from hardware.kinds.kind import Kind, Library, Mistake, Needs, Wire
from hardware.names import DeviceName
from hardware.ports import DeviceLost
from hardware.workbench.findings import Finding, in_use, note, well, wrong

if TYPE_CHECKING:
    from hardware.config.settings import TableSettings
    from hardware.workbench.machine import Machine

NONE_TO_BORROW = say("this seat has no keypad to borrow. Choose another seat.")
BLUETOOTH = "0005"  # the kernel's bus type
LETTERS = [CODES[f"KEY_{letter}"] for letter in "AEIOQWZ"]
DIGITS = [CODES["KEY_KP1"], CODES["KEY_KP9"]]
# Of /sys/bus/usb/devices, `lsusb`, /dev/input and its folders; or in somebody's own words.
OTHER_NAMES = re.compile(
    r"[0-9]+-[0-9]+(\.[0-9]+)*(:[0-9.]+)?|[0-9a-f]{4}:[0-9a-f]{4}|event[0-9]+|by-(id|path)/.*|(?!usb-).*\s.*",
    re.IGNORECASE,
)
BLUETOOTH_ADDRESS = re.compile(r"[0-9A-Fa-f]{2}([:-][0-9A-Fa-f]{2}){5}")


# ── settings ─────────────────────────────────────────────────────────────────────────────────────


@frozen
class KeypadSettings:
    """A keypad, by the socket it is plugged into or by its Bluetooth address."""

    usb: str = ""  # the start of evdev's `phys`, without what comes after the last slash
    bluetooth: str = ""
    keys: str = "qwerty"  # qwerty, azerty, qwertz, numeric, or the name of a map in [keymaps]

    @property
    def timely(self) -> bool:
        """Whether the kernel's times are those of its contacts: a radio hands on several strokes at once."""
        return not self.bluetooth


def _mistakes(keypad: KeypadSettings, table: "TableSettings") -> Iterator[Mistake]:
    if bool(keypad.usb) == bool(keypad.bluetooth):
        yield Mistake(say("give either usb (its socket) or bluetooth (its address)."))
    if not table.simulated:
        yield from _odd_names(keypad)
    known = (*BUILT_IN, *table.keymaps)
    if keypad.keys not in known:
        yield Mistake(say("no key map “{name}”; available: {known}.", name=keypad.keys, known=all_of(known)), "keys")


def _odd_names(keypad: KeypadSettings) -> Iterator[Mistake]:
    """Names that Linux uses elsewhere, and that no keypad here ever has."""
    if keypad.usb.startswith("/"):
        changes = say("usb must name a socket: paths change. `wordtable doctor` lists the keypads with their sockets.")
        yield Mistake(changes, "usb")
    elif OTHER_NAMES.fullmatch(keypad.usb):
        other = say(
            "usb must begin with {start}. `wordtable doctor` lists the keypads with their sockets.", start="usb-"
        )
        yield Mistake(other, "usb")
    if keypad.bluetooth and not BLUETOOTH_ADDRESS.fullmatch(keypad.bluetooth):
        six = say("bluetooth must be an address with six parts, such as {example}.", example="DC:2C:26:01:02:03")
        yield Mistake(six, "bluetooth")


def _wires(keypad: KeypadSettings) -> list[Wire]:
    """The same for the same keypad, however it was written down."""
    socket = keypad.usb if keypad.usb.startswith("/") else keypad.usb.partition("/")[0]
    return [Wire(say("the keypad {where}", where=socket or _address(keypad)))]


def _address(keypad: KeypadSettings) -> str:
    return keypad.bluetooth.replace("-", ":").upper()


# ── for doctor and setup ─────────────────────────────────────────────────────────────────────────


@frozen
class Pad:
    """A keypad that is plugged in, however many nodes it has."""

    name: str
    settings: KeypadSettings  # as table.toml has to name it
    numeric: bool

    @property
    def written(self) -> str:
        """The value to copy into table.toml."""
        pad = self.settings
        return f'bluetooth = "{pad.bluetooth}"' if pad.bluetooth else f'usb = "{pad.usb}"'


def input_nodes(machine: "Machine") -> Nodes:
    return machine.nodes or LinuxNodes(machine.sys / "class" / "input", machine.dev / "input", machine.udev)


def pads(machine: "Machine") -> list[Pad]:
    """Every keypad that is plugged in. Mice, power buttons and the like are none."""
    found: dict[KeypadSettings, Pad] = {}
    for node in input_nodes(machine).present():
        letters, digits, bluetooth = _what_it_has(machine, node)
        if not (letters or digits):
            continue
        settings = KeypadSettings(bluetooth=node.uniq) if bluetooth else KeypadSettings(usb=socket_of(node.phys))
        if not (settings.usb or settings.bluetooth):
            continue
        before = found.get(settings)
        numeric = not letters and (before is None or before.numeric)
        found[settings] = Pad(before.name if before else node.name, settings, numeric)
    return list(found.values())


def _what_it_has(machine: "Machine", node: NodeName) -> tuple[bool, bool, bool]:
    """Whether a node has letters, has the digits of a pad, and is on Bluetooth."""
    device = machine.sys / "class" / "input" / Path(node.path).name / "device"
    keys = _bits(machine.line(device / "capabilities" / "key"))
    letters, digits = (all(keys >> code & 1 for code in codes) for codes in (LETTERS, DIGITS))
    return letters, digits, machine.line(device / "id" / "bustype") == BLUETOOTH and bool(node.uniq)


def _bits(text: str) -> int:
    """The kernel writes a long row of bits as words of its own size, the highest first."""
    number = 0
    with suppress(ValueError):
        for word in text.split():
            number = number << 8 * struct.calcsize("l") | int(word, 16)
    return number


def _ask(name: DeviceName, settings: KeypadSettings, table: "TableSettings", machine: "Machine") -> Finding:
    nodes = input_nodes(machine)
    mine = [node for node in nodes.present() if belongs(node, settings)]
    if not mine:
        return _not_there(name, settings, table, machine)
    try:
        for each in mine:
            with in_sentences(name, each.path):
                node = nodes.open(each.path)
                try:
                    grab_quietly(name, node)
                finally:
                    node.close()
    except KeyHeld:  # perhaps the Enter of this very command
        return note(name, say("{keypad} is there, and one of its keys is held down.", keypad=_called(mine[0])))
    except DeviceLost as lost:
        if machine.console_runs and in_use(lost):
            busy = say(
                "{keypad} is there. It was not opened: the running console is using it.", keypad=_called(mine[0])
            )
            return well(name, busy)
        return wrong(name, lost.say)
    return well(name, say("{keypad} is there, and no other program is using it.", keypad=_called(mine[0])))


def _called(node: NodeName) -> str | Text:
    return node.name or say("the keypad")


def _not_there(name: DeviceName, settings: KeypadSettings, table: "TableSettings", machine: "Machine") -> Finding:
    free = _free_pads(table, machine)
    if free:
        return wrong(name, sentences(away(settings), say("These are plugged in but not assigned to a seat:")), free)
    return wrong(name, sentences(away(settings), say("No other keypad is plugged in.")))


def _free_pads(table: "TableSettings", machine: "Machine") -> tuple[str, ...]:
    taken = [seat.keypad for seat in table.seats.values() if seat.keypad is not None]
    present = list(input_nodes(machine).present())
    here = [(pad, [each for each in present if belongs(each, pad.settings)]) for pad in pads(machine)]
    return tuple(
        f"{pad.written}  {pad.name}".rstrip()
        for pad, nodes in here
        if not any(belongs(node, settings) for node in nodes for settings in taken)
    )


def _plugged_in(machine: "Machine") -> Iterator[Finding]:
    if found := pads(machine):
        lines = tuple(f"{pad.written}  {pad.name}".rstrip() for pad in found)
        yield note("keypads", say("these are plugged in:"), lines)


def _blocked(machine: "Machine") -> Iterator[Finding]:
    """Fresh systems have their radios blocked, and BlueZ cannot unblock them."""
    for radio in sorted(machine.sys.glob("class/rfkill/rfkill*")):
        if machine.line(radio / "type") != "bluetooth":
            continue
        if machine.line(radio / "hard") == "1":
            yield wrong("bluetooth", say("Bluetooth is switched off by a switch on this computer."))
        elif machine.line(radio / "soft") == "1":
            yield wrong("bluetooth", say("Bluetooth is switched off. Switch it on: `sudo rfkill unblock bluetooth`."))


def _remarks(keypads: Sequence[KeypadSettings], machine: "Machine") -> Iterator[Finding]:
    if any(keypad.bluetooth for keypad in keypads):
        yield from _blocked(machine)
    if keypads and not machine.udev.exists():
        yield note("keypads", say("udev is not running: a keypad that you plug in is noticed a second or two later."))


KIND = Kind[KeypadSettings](
    mistakes=_mistakes,
    wires=_wires,
    needs=Needs(("input",), (Library("evdev", "evdev"),)),
    ask=_ask,
    remarks=_remarks,
    plugged_in=_plugged_in,
)
