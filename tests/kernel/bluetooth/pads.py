"""Bluetooth keyboards made of Python, for the guest: one of low energy (HID over GATT), one classic.

Both are typed on by the codes that keyboards have on USB, too, and know who sits at them: `digits` are typed when they
are asked for.
"""

import asyncio
from collections.abc import Iterable
from typing import Protocol

from bumble import gatt, hci, keys
from bumble.core import UUID, AdvertisingData, PhysicalTransport
from bumble.device import Connection, Device, DeviceConfiguration
from bumble.gatt import Characteristic, CharacteristicValue, Descriptor, Service
from bumble.hid import Device as HidDevice
from bumble.pairing import PairingConfig, PairingDelegate
from bumble.profiles.gap import GenericAccessService
from bumble.sdp import DataElement, ServiceAttribute
from bumble.transport.common import AsyncPipeSink

from tests.kernel.bluetooth.radio import Air, Radio

HELD = 0.03  # seconds from one report to the next
TELL = 1  # the bit with which a table asks to be told of a report
KEYBOARD = 0x03C1  # its appearance; and the class of a classic one
CLASS_OF_KEYBOARD = 0x002540
# What a report is made of: eight modifiers, a byte of nothing, five lights (the other way), six keys.
REPORT_MAP = bytes.fromhex(
    "05010906a1018501050719e029e71500250175019508810295017508810195057501050819012905910295017503 9101".replace(" ", "")
    + "95067508150026ff00050719002aff008100"
    "c0"
)
READ, NOTIFY, WRITE, SEND = (
    Characteristic.Properties.READ,
    Characteristic.Properties.NOTIFY,
    Characteristic.Properties.WRITE,
    Characteristic.Properties.WRITE_WITHOUT_RESPONSE,
)
OPEN_READ, OPEN_WRITE = Characteristic.READABLE, Characteristic.WRITEABLE
SAFE_READ = OPEN_READ | Characteristic.READ_REQUIRES_ENCRYPTION
SAFE_WRITE = OPEN_WRITE | Characteristic.WRITE_REQUIRES_ENCRYPTION
INPUT, OUTPUT = bytes([1, 1]), bytes([1, 2])  # the number of a report, and which way it goes


class Pad(Protocol):
    """What a hand can do with a keyboard."""

    hands: "Hands"

    async def appear(self) -> None:
        """Switched on, and ready to be paired."""

    async def stroke(self, code: int) -> None: ...
    async def leave(self) -> None:
        """Switched off: it says goodbye."""

    async def vanish(self) -> None:
        """Carried away: it says nothing."""

    async def come(self) -> None:
        """Back at the table that it knows."""

    def connected(self) -> bool: ...


class Hands(PairingDelegate):
    """Whoever sits at a keyboard, and types the digits that somebody else's screen shows."""

    def __init__(self, *, has_digits: bool) -> None:
        abilities = PairingDelegate.KEYBOARD_INPUT_ONLY if has_digits else PairingDelegate.NO_OUTPUT_NO_INPUT
        super().__init__(abilities)
        self.digits: asyncio.Queue[int] = asyncio.Queue()

    async def accept(self) -> bool:
        return True

    async def get_number(self) -> int:
        return await self.digits.get()


class LowEnergyPad:
    """It waits to be connected, and advertises until it is."""

    def __init__(self, air: Air, number: int, name: str, *, has_digits: bool) -> None:
        self._air = air
        self._radio = Radio(f"pad {number}", link=air, public_address=f"00:AA:01:00:00:{number:02X}")
        self.hands = Hands(has_digits=has_digits)
        self._in_range = True
        self._connection: Connection | None = None
        self.device = _device(self._radio, name, f"C0:11:22:33:44:{number:02X}", low_energy=True)
        self.device.pairing_config_factory = lambda _connection: PairingConfig(
            sc=True,
            mitm=has_digits,
            bonding=True,
            delegate=self.hands,
            identity_address_type=PairingConfig.AddressType.RANDOM,
        )
        self._report = Characteristic(
            gatt.GATT_REPORT_CHARACTERISTIC, READ | NOTIFY, SAFE_READ, bytes(8), [_reference(INPUT)]
        )
        self.device.add_services(_services(name, self._report))
        self.device.advertising_data = _advertisement(name)
        self.device.on("connection", self._is_connected)

    async def appear(self) -> None:
        await self.device.power_on()
        await self._advertise()

    async def _advertise(self) -> None:
        if not self.device.is_advertising:
            await self.device.start_advertising(auto_restart=False)

    def _is_connected(self, connection: Connection) -> None:
        self._connection = connection
        connection.on("disconnection", self._is_disconnected)

    def _is_disconnected(self, _reason: int) -> None:
        self._connection = None
        if self._in_range:
            asyncio.get_running_loop().create_task(self._advertise())

    def connected(self) -> bool:
        return self._connection is not None

    def _is_heard(self) -> bool:
        """The table has asked to be told of keys, as it does anew in every connection."""
        asked = (each.get(self._report.handle, b"\0") for each in self.device.gatt_server.subscribers.values())
        return self.connected() and any(bits[0] & TELL for bits in asked)

    async def stroke(self, code: int) -> None:
        """As real ones do, it keeps its keys until somebody listens."""
        while not self._is_heard():
            await asyncio.sleep(HELD)  # noqa: TID251  # the guest is a real machine
        for key in (code, 0):
            report = bytes([0, 0, key, 0, 0, 0, 0, 0])
            self._report.value = report
            await self.device.notify_subscribers(self._report, report)
            await asyncio.sleep(HELD)  # noqa: TID251  # the guest is a real machine

    async def leave(self) -> None:
        await self._go()
        if self._connection is not None:
            await self._connection.disconnect()

    async def vanish(self) -> None:
        await self._go()
        self._air.lose(self._radio)

    async def _go(self) -> None:
        self._in_range = False
        if self.device.is_advertising:
            await self.device.stop_advertising()

    async def come(self) -> None:
        self._in_range = True
        if self._connection is None:
            await self._advertise()


class ClassicPad:
    """It is found by an inquiry, and calls the table by itself when it comes back."""

    def __init__(self, air: Air, number: int, name: str, *, has_digits: bool) -> None:
        self._radio = Radio(f"pad {number}", link=air, public_address=f"00:AA:01:00:00:{number:02X}")
        self.hands = Hands(has_digits=has_digits)
        self._connection: Connection | None = None
        self._table: hci.Address | None = None
        self.device = _device(self._radio, name, None, low_energy=False)
        self.device.pairing_config_factory = lambda _connection: PairingConfig(
            mitm=has_digits, bonding=True, delegate=self.hands
        )
        self.device.sdp_service_records = _records(name)
        self._hid = HidDevice(self.device)
        self.device.on("connection", self._is_connected)

    async def appear(self) -> None:
        await self.device.power_on()
        await self.device.set_discoverable(True)
        await self.device.set_connectable(True)

    def _is_connected(self, connection: Connection) -> None:
        self._connection, self._table = connection, connection.peer_address
        connection.on("disconnection", self._is_disconnected)

    def _is_disconnected(self, _reason: int) -> None:
        self._connection = None

    def connected(self) -> bool:
        return self._connection is not None

    async def stroke(self, code: int) -> None:
        for key in (code, 0):
            self._hid.send_data(bytes([1, 0, 0, key, 0, 0, 0, 0, 0]))
            await asyncio.sleep(HELD)  # noqa: TID251  # the guest is a real machine

    async def leave(self) -> None:
        await self.device.set_connectable(False)
        await self.device.set_discoverable(False)
        if self._connection is not None:
            await self._connection.disconnect()

    vanish = leave

    async def come(self) -> None:
        await self.device.set_connectable(True)
        connection = await self.device.connect(self._table, transport=PhysicalTransport.BR_EDR)
        await connection.authenticate()
        await connection.encrypt()
        await self._hid.connect_control_channel()
        await self._hid.connect_interrupt_channel()


KINDS: dict[str, type[LowEnergyPad] | type[ClassicPad]] = {"low energy": LowEnergyPad, "classic": ClassicPad}


def _device(radio: Radio, name: str, address: str | None, *, low_energy: bool) -> Device:
    config = DeviceConfiguration(
        name=name,
        class_of_device=CLASS_OF_KEYBOARD,
        le_enabled=low_energy,
        classic_enabled=not low_energy,
        le_simultaneous_enabled=False,
        classic_sc_enabled=False,
        classic_smp_enabled=False,
        classic_interlaced_scan_enabled=False,
        advertising_interval_min=100,
        advertising_interval_max=100,
        address_resolution_offload=False,
        gap_service_enabled=False,
        **({"address": hci.Address(address)} if address else {}),
    )
    device = Device.from_config_with_hci(config, radio, AsyncPipeSink(radio))
    device.keystore = keys.MemoryKeyStore()
    return device


# ── low energy ───────────────────────────────────────────────────────────────────────────────────


def _reference(report: bytes) -> Descriptor:
    return Descriptor(gatt.GATT_REPORT_REFERENCE_DESCRIPTOR, Descriptor.READABLE, report)


def _services(name: str, report: Characteristic) -> list[Service]:
    ignored = CharacteristicValue(read=lambda _: b"\0", write=lambda _, __: None)
    lights = Characteristic(
        gatt.GATT_REPORT_CHARACTERISTIC, READ | WRITE | SEND, SAFE_READ | SAFE_WRITE, ignored, [_reference(OUTPUT)]
    )
    human_input = [
        Characteristic(gatt.GATT_PROTOCOL_MODE_CHARACTERISTIC, READ | SEND, OPEN_READ | OPEN_WRITE, b"\1"),
        Characteristic(gatt.GATT_HID_INFORMATION_CHARACTERISTIC, READ, SAFE_READ, bytes.fromhex("11010003")),
        Characteristic(gatt.GATT_HID_CONTROL_POINT_CHARACTERISTIC, SEND, SAFE_WRITE, ignored),
        Characteristic(gatt.GATT_REPORT_MAP_CHARACTERISTIC, READ, SAFE_READ, REPORT_MAP),
        report,
        lights,
    ]
    about = [
        Characteristic(gatt.GATT_MANUFACTURER_NAME_STRING_CHARACTERISTIC, READ, OPEN_READ, b"Nobody"),
        Characteristic(gatt.GATT_PNP_ID_CHARACTERISTIC, READ, OPEN_READ, bytes.fromhex("02341278560100")),
    ]
    battery = [Characteristic(gatt.GATT_BATTERY_LEVEL_CHARACTERISTIC, READ | NOTIFY, OPEN_READ, bytes([87]))]
    return [
        GenericAccessService(name, KEYBOARD),
        Service(gatt.GATT_DEVICE_INFORMATION_SERVICE, about),
        Service(gatt.GATT_HUMAN_INTERFACE_DEVICE_SERVICE, human_input),
        Service(gatt.GATT_BATTERY_SERVICE, battery),
    ]


def _advertisement(name: str) -> bytes:
    """With the name in it: bumble's air carries no responses to scans."""
    return bytes(
        AdvertisingData(
            [
                (AdvertisingData.FLAGS, bytes([0x05])),
                (AdvertisingData.APPEARANCE, KEYBOARD.to_bytes(2, "little")),
                (AdvertisingData.COMPLETE_LIST_OF_16_BIT_SERVICE_CLASS_UUIDS, (0x1812).to_bytes(2, "little")),
                (AdvertisingData.COMPLETE_LOCAL_NAME, name.encode()),
            ]
        )
    )


# ── classic ──────────────────────────────────────────────────────────────────────────────────────


def _list(*elements: DataElement) -> DataElement:
    return DataElement.sequence(elements)


def _uuid(short: int) -> DataElement:
    return DataElement.uuid(UUID.from_16_bits(short))


def _numbers(*numbers: int) -> Iterable[DataElement]:
    return (DataElement.unsigned_integer_16(number) for number in numbers)


def _channel(psm: int) -> DataElement:
    return _list(_list(_uuid(0x0100), *_numbers(psm)), _list(_uuid(0x0011)))


def _records(name: str) -> dict[int, list[ServiceAttribute]]:
    """What the table is told when it asks for services: the record of a human interface device, by its numbers."""
    handle, small, yes = 0x00010002, DataElement.unsigned_integer_8, DataElement.boolean(True)
    text = {0x0100: name.encode(), 0x0101: b"Keyboard", 0x0102: b"Nobody"}
    described = _list(small(0x22), DataElement(DataElement.TEXT_STRING, REPORT_MAP))
    attributes = {
        0x0000: DataElement.unsigned_integer_32(handle),
        0x0001: _list(_uuid(0x1124)),
        0x0004: _channel(0x11),
        0x0005: _list(_uuid(0x1002)),
        0x0006: _list(*_numbers(0x656E, 0x006A, 0x0100)),
        0x0009: _list(_list(_uuid(0x1124), *_numbers(0x0101))),
        0x000D: _list(_channel(0x13)),
        **{number: DataElement(DataElement.TEXT_STRING, value) for number, value in text.items()},
        0x0201: next(iter(_numbers(0x0111))),
        0x0202: small(0x40),
        0x0203: small(0),
        0x0206: _list(described),
        0x0207: _list(_list(*_numbers(0x0409, 0x0100))),
        **dict.fromkeys((0x0204, 0x0205, 0x0209, 0x020A, 0x020D, 0x020E), yes),
    }
    return {handle: [ServiceAttribute(number, value) for number, value in sorted(attributes.items())]}
