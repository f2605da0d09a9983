"""The Wi-Fi of this computer, through NetworkManager and D-Bus. The library for that is imported when it is needed.

Every call uses a connection to the bus of its own, and ends in time.
"""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from firmware_host.texts.text import Text, say
from hardware.ports import FoundNetwork, Hotspot, NetworkError

if TYPE_CHECKING:
    from dbus_fast import Message
    from dbus_fast.aio import MessageBus

ANSWERS_WITHIN = 10.0  # seconds
JOINS_WITHIN = 60.0
LOOKS_EVERY = 0.5
SHORTEST_PASSWORD = 8

MANAGER = "org.freedesktop.NetworkManager"
PATH = "/org/freedesktop/NetworkManager"
PROPERTIES = "org.freedesktop.DBus.Properties"
WIFI, ACTIVATED, DEACTIVATED = 2, 2, 4  # NetworkManager's numbers
NOWHERE = "/"
SECURITY = "802-11-wireless-security"
OURS = "wordtable "  # before the names of the connections that we make

NOT_RUNNING = say("NetworkManager is not running, so the table cannot look for networks.")
NO_WIFI = say("This computer has no Wi-Fi.")
NO_ANSWER = say("NetworkManager does not answer. Restart the Pi, then try again.")
TOO_SHORT = say("A Wi-Fi password has at least {count} characters.", count=SHORTEST_PASSWORD)


class NetworkManager:
    """Real networks. `bus` is another address than the system's, for tests."""

    def __init__(self, bus: str | None = None) -> None:
        self._bus = bus

    async def hotspot(self) -> Hotspot | None:
        async with _talking(self._bus) as talk:
            device = await talk.wifi()
            active = await talk.get(device, f"{MANAGER}.Device", "ActiveConnection")
            if active == NOWHERE:
                return None
            profile = await talk.get(active, f"{MANAGER}.Connection.Active", "Connection")
            told = await talk.call(profile, f"{MANAGER}.Settings.Connection", "GetSettings")
            if told["802-11-wireless"].get("mode", _Value("")).value != "ap":
                return None
            return Hotspot(_name(told["802-11-wireless"]["ssid"].value), await talk.password(profile, told))

    async def networks(self) -> tuple[FoundNetwork, ...]:
        """The strongest first; each name once. While the table's own network is open, the last seen before it."""
        own = await self.hotspot()
        async with _talking(self._bus) as talk:
            device = await talk.wifi()
            found: dict[str, FoundNetwork] = {}
            for point in await talk.call(device, f"{MANAGER}.Device.Wireless", "GetAllAccessPoints"):
                about = await talk.call(point, PROPERTIES, "GetAll", "s", f"{MANAGER}.AccessPoint")
                name, strength = _name(about["Ssid"].value), int(about["Strength"].value)
                locked = bool(about["WpaFlags"].value or about["RsnFlags"].value)
                is_own = own is not None and name == own.name
                if name and not is_own and strength > found.get(name, FoundNetwork(name, -1)).strength:
                    found[name] = FoundNetwork(name, strength, locked)
            return tuple(sorted(found.values(), key=lambda each: -each.strength))

    async def join(self, name: str, password: str) -> None:
        """Joins it, and remembers it. If that fails, nothing is remembered, and the table's own network opens again."""
        if password and len(password) < SHORTEST_PASSWORD:
            raise NetworkError(TOO_SHORT)
        async with _talking(self._bus) as talk:
            device = await talk.wifi()
            profile, active = await talk.call(
                PATH, MANAGER, "AddAndActivateConnection", "a{sa{sv}}oo", _profile(name, password), device, NOWHERE
            )
            try:
                async with asyncio.timeout(JOINS_WITHIN):
                    await talk.until_active(active)
            except (NetworkError, TimeoutError):
                await talk.call(profile, f"{MANAGER}.Settings.Connection", "Delete")
                told = say("{name} could not be joined. Check its password, then try again.", name=name)
                raise NetworkError(told) from None


def _profile(name: str, password: str) -> dict[str, dict[str, Any]]:
    from dbus_fast import Variant

    profile = {
        "connection": {"id": Variant("s", f"{OURS}{name}"), "type": Variant("s", "802-11-wireless")},
        "802-11-wireless": {"ssid": Variant("ay", name.encode()), "mode": Variant("s", "infrastructure")},
    }
    if password:
        profile[SECURITY] = {"key-mgmt": Variant("s", "wpa-psk"), "psk": Variant("s", password)}
    return profile


def _name(ssid: bytes) -> str:
    return bytes(ssid).decode("utf-8", "replace")


class _Value:
    """A variant that is not there."""

    def __init__(self, value: str) -> None:
        self.value = value


# ── the bus ──────────────────────────────────────────────────────────────────────────────────────


class _Talk:
    """Questions to NetworkManager, one after the other."""

    def __init__(self, bus: "MessageBus") -> None:
        self._bus = bus

    async def call(self, path: str, interface: str, member: str, signature: str = "", *body: object) -> Any:
        from dbus_fast import Message, MessageType

        message = Message(
            destination=MANAGER, path=path, interface=interface, member=member, signature=signature, body=[*body]
        )
        async with asyncio.timeout(ANSWERS_WITHIN):
            answer: Message | None = await self._bus.call(message)
        if answer is None or answer.message_type is MessageType.ERROR:
            raise NetworkError(_sentence(answer))
        return answer.body[0] if len(answer.body) == 1 else answer.body

    async def get(self, path: str, interface: str, name: str) -> Any:
        return (await self.call(path, PROPERTIES, "Get", "ss", interface, name)).value

    async def wifi(self) -> str:
        for device in await self.call(PATH, MANAGER, "GetDevices"):
            if await self.get(device, f"{MANAGER}.Device", "DeviceType") == WIFI:
                return str(device)
        raise NetworkError(NO_WIFI)

    async def password(self, profile: str, settings: Mapping[str, object]) -> str:
        """Of a network that we have opened; none if everybody may join. NetworkManager refuses to tell what is not
        there, and may not have been given one."""
        if SECURITY not in settings:
            return ""
        secrets = await self.call(profile, f"{MANAGER}.Settings.Connection", "GetSecrets", "s", SECURITY)
        return str(secrets.get(SECURITY, {}).get("psk", _Value("")).value)

    async def until_active(self, active: str) -> None:
        """NetworkManager forgets a connection that has failed."""
        while (state := await self.get(active, f"{MANAGER}.Connection.Active", "State")) != ACTIVATED:
            if state == DEACTIVATED:
                raise NetworkError(NO_ANSWER)
            await asyncio.sleep(LOOKS_EVERY)


def _sentence(answer: "Message | None") -> Text:
    gone = "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner"
    return NOT_RUNNING if answer is not None and answer.error_name in gone else NO_ANSWER


@asynccontextmanager
async def _talking(address: str | None) -> AsyncIterator[_Talk]:
    try:
        from dbus_fast import BusType
        from dbus_fast.aio import MessageBus

        bus = MessageBus(address) if address else MessageBus(bus_type=BusType.SYSTEM)
        async with asyncio.timeout(ANSWERS_WITHIN):
            await bus.connect()
    except (ImportError, OSError, TimeoutError):
        raise NetworkError(NOT_RUNNING) from None
    try:
        yield _Talk(bus)
    except (TimeoutError, EOFError, OSError):  # or the bus has gone
        raise NetworkError(NO_ANSWER) from None
    finally:
        bus.disconnect()
