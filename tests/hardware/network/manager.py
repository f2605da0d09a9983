"""A stand-in for NetworkManager on a real bus, for tests: a radio, networks in the air, and the table's own hotspot."""

from collections.abc import Callable
from dataclasses import dataclass, field

from dbus_fast import Message, MessageType, Variant
from dbus_fast.aio import MessageBus

MANAGER = "org.freedesktop.NetworkManager"
SECURITY = "802-11-wireless-security"
PATH = "/org/freedesktop/NetworkManager"
RADIO, CABLE = f"{PATH}/Devices/2", f"{PATH}/Devices/1"
OWN, OWN_ACTIVE = f"{PATH}/Settings/1", f"{PATH}/ActiveConnection/1"
NEW, NEW_ACTIVE = f"{PATH}/Settings/2", f"{PATH}/ActiveConnection/2"
ACTIVATING, ACTIVATED, DEACTIVATED = 1, 2, 4


@dataclass
class StandIn:
    """What NetworkManager would answer. `profiles` are remembered connections; nothing joined means hotspot."""

    passwords: dict[str, str] = field(default_factory=dict)
    has_radio: bool = True
    silent: bool = False
    asked: Callable[[], None] = lambda: None  # is called in place of an answer by one that is silent
    has_hotspot: bool = True
    is_open: bool = False  # everybody may join the hotspot
    joined: str = ""
    profiles: list[str] = field(default_factory=lambda: ["hotspot"])
    _state: int = ACTIVATING
    _asked: int = 0
    _bus: MessageBus | None = None

    async def come(self, address: str) -> "StandIn":
        self._bus = await MessageBus(bus_address=address).connect()
        self._bus.add_message_handler(self._answer)
        await self._bus.request_name(MANAGER)
        return self

    def go(self) -> None:
        if self._bus is not None:
            self._bus.disconnect()

    def _answer(self, message: Message) -> Message | bool | None:
        if message.message_type is not MessageType.METHOD_CALL or message.destination != MANAGER:
            return None
        if self.silent:
            self.asked()
            return True
        match message.member:
            case "GetDevices":
                return _told(message, "ao", [CABLE, *([RADIO] if self.has_radio else [])])
            case "Get":
                return _told(message, "v", self._property(message.path or "", message.body[1]))
            case "GetAllAccessPoints":
                return _told(
                    message, "ao", [f"{PATH}/AccessPoint/{number}" for number in range(2 * len(self.passwords))]
                )
            case "GetAll":
                return _told(message, "a{sv}", self._access_point(int(str(message.path).rpartition("/")[2])))
            case "GetSettings":
                return _told(message, "a{sa{sv}}", self._settings())
            case "GetSecrets" if self.is_open:
                why = "The setting '802-11-wireless-security' is not in this connection"
                return Message.new_error(message, f"{MANAGER}.Settings.Connection.SettingNotFound", why)
            case "GetSecrets":
                secret = {"802-11-wireless-security": {"psk": Variant("s", "kiwi;bird")}}
                return _told(message, "a{sa{sv}}", secret)
            case "AddAndActivateConnection":
                return self._join(message)
            case "Delete":
                self.profiles.remove("wordtable home")
                return _told(message, "")
        return None

    def _property(self, path: str, name: str) -> Variant:
        match name:
            case "DeviceType":
                return Variant("u", 2 if path == RADIO else 1)
            case "ActiveConnection":
                return Variant("o", OWN_ACTIVE if self.has_hotspot and not self.joined else "/")
            case "Connection":
                return Variant("o", OWN)
            case _:  # State: it takes a moment
                self._asked += 1
                return Variant("u", self._state if self._asked > 1 else ACTIVATING)

    def _access_point(self, number: int) -> dict[str, Variant]:
        """Each network has two: many homes have a second one upstairs."""
        name, password = list(self.passwords.items())[number // 2]
        return {
            "Ssid": Variant("ay", name.encode()),
            "Strength": Variant("y", 80 - 20 * (number % 2) - number),
            "WpaFlags": Variant("u", 0),
            "RsnFlags": Variant("u", 0x188 if password else 0),
        }

    def _settings(self) -> dict[str, dict[str, Variant]]:
        settings = {"802-11-wireless": {"ssid": Variant("ay", b"wordtable-xyz"), "mode": Variant("s", "ap")}}
        return settings if self.is_open else {**settings, SECURITY: {"key-mgmt": Variant("s", "wpa-psk")}}

    def _join(self, message: Message) -> Message:
        profile = message.body[0]
        name = bytes(profile["802-11-wireless"]["ssid"].value).decode()
        given = profile["802-11-wireless-security"]["psk"].value if "802-11-wireless-security" in profile else ""
        right = self.passwords.get(name) == given
        self._state, self._asked = ACTIVATED if right else DEACTIVATED, 0
        self.joined = name if right else ""
        self.profiles.append(profile["connection"]["id"].value)
        return _told(message, "oo", NEW, NEW_ACTIVE)


def _told(message: Message, signature: str, *body: object) -> Message:
    return Message.new_method_return(message, signature, [*body])
