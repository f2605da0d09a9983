"""Pairs Bluetooth keypads, by asking BlueZ over the system's D-Bus; the library for that is imported when it is needed.

A connection to the bus lives as long as one look for keypads. When it is closed, BlueZ by itself gives up what it was
doing for it: the search, the agent, and a pairing that is not done.
"""

import asyncio
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING

from hardware.drivers.keypads import address_of
from hardware.ports import FoundPad, NotPaired, PadsInReach, Paired, PairingNews, Passkey

if TYPE_CHECKING:
    from dbus_fast import Message
    from dbus_fast.aio import MessageBus

LOOKS_FOR = 120.0  # seconds: a search takes time on the air from keypads that are at the table already
ANSWERS_WITHIN = 10.0  # whatever needs nobody at the table
COMES_BACK_IN = 30.0  # a keypad that BlueZ was told to forget is found anew
PAIRS_WITHIN = 60.0
CONNECTS_WITHIN = 15.0
DIGITS = 6

BLUEZ, OBJECTS, PROPERTIES = "org.bluez", "org.freedesktop.DBus.ObjectManager", "org.freedesktop.DBus.Properties"
ADAPTER, DEVICE, AGENT, AGENTS = (f"org.bluez.{kind}" for kind in ("Adapter1", "Device1", "Agent1", "AgentManager1"))
OUR_AGENT = "/wordtable/pairing"
# The table shows, the keypad types: with any other ability BlueZ might ask for what nobody here can compare or type.
ABILITY = "DisplayOnly"
KEYBOARD = "input-keyboard"
HUMAN_INPUT = ("00001124-", "00001812-")  # how the services of keypads begin, classic and low energy
LONGEST_NAME = 24
NO_REASON = "org.bluez.Error.Failed"

TIRED = "No keypad was chosen in two minutes. Look again when yours is in pairing mode."
TOO_SLOW = "The digits were not typed in a minute. Look again, and type them on the new keypad."
GONE_AGAIN = "It has left pairing mode. Hold its pairing key until it blinks, and look again."
NO_LIBRARY = "dbus-fast is not installed. `sudo apt install python3-dbus-fast` brings it."
NO_BUS = "There is no system bus here. `sudo apt install dbus` brings it."
NOT_KNOWN = "The system bus does not know this user. `sudo apt install libnss-systemd` helps."
NOT_RUNNING = "Bluetooth is not running. `sudo systemctl enable --now bluetooth` starts it."
NOT_ALLOWED = "Bluetooth may not be used. `sudo usermod -aG bluetooth $USER` allows it."
NO_ADAPTER = "There is no Bluetooth here. Plug in a Bluetooth stick, or allow it in config.txt."
SWITCHED_OFF = "Bluetooth is switched off. `sudo rfkill unblock bluetooth` switches it on."
NO_ANSWER = "Bluetooth does not answer. `sudo systemctl restart bluetooth` helps."
STOPPED = "Bluetooth has stopped. Look again in a moment."
BUSY = "Bluetooth is busy. Look again in a moment."
# What BlueZ and the bus call what went wrong, and what is said about it.
SENTENCES = {
    "org.freedesktop.DBus.Error.ServiceUnknown": NOT_RUNNING,
    "org.freedesktop.DBus.Error.NameHasNoOwner": NOT_RUNNING,
    "org.freedesktop.DBus.Error.Spawn.ChildExited": NOT_RUNNING,
    "org.freedesktop.DBus.Error.NoReply": STOPPED,
    "org.freedesktop.DBus.Error.AccessDenied": NOT_ALLOWED,
    "org.bluez.Error.NotReady": SWITCHED_OFF,
    "org.bluez.Error.Blocked": SWITCHED_OFF,
    "org.bluez.Error.InProgress": BUSY,
    "org.bluez.Error.AuthenticationFailed": "Those were other digits. Look again, and type those that are shown.",
    "org.bluez.Error.AuthenticationTimeout": TOO_SLOW,
    "org.bluez.Error.AuthenticationCanceled": "The keypad has given up. Look again.",
    "org.bluez.Error.AuthenticationRejected": "The keypad does not want to. Is it paired with something else?",
    "org.bluez.Error.ConnectionAttemptFailed": GONE_AGAIN,
    "org.freedesktop.DBus.Error.UnknownObject": GONE_AGAIN,
}
OTHERWISE = "It did not work. Hold the keypad's pairing key until it blinks, and look again."

Facts = dict[str, object]


class _Trouble(Exception):
    """What is said when a look is over without a keypad."""

    def __init__(self, say: str) -> None:
        super().__init__(say)
        self.say = say


class _Refused(_Trouble):
    """BlueZ, or the bus, has answered with an error."""

    def __init__(self, error: str) -> None:
        super().__init__(SENTENCES.get(error, OTHERWISE))
        self.error = error


class _Silence(_Trouble):
    """Nobody has answered in time."""


class BluezPairing:
    """The keypads in reach of this computer. `owners` are those that the table's file gives to a seat already."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        owners: Mapping[str, int],
        give: Callable[[str, int, str], None],
        bus: str | None = None,
    ) -> None:
        self._loop = loop
        self._owners = {address_of(written): seat for written, seat in owners.items()}
        self._bus = bus
        self._look: _Look | None = None
        self._task: asyncio.Task[None] | None = None
        self._give = give

    def look(self, told: Callable[[PairingNews], None]) -> None:
        self.stop()
        self._look = _Look(told, self._owners, self._bus, self._loop.create_future())
        self._task = self._loop.create_task(self._look.run())

    def pair(self, address: str) -> None:
        if self._look is not None:
            self._look.choose(address)

    def stop(self) -> None:
        if self._look is not None and self._task is not None:
            self._look.tell = _say_nothing
            self._task.cancel()
        self._look = self._task = None

    def give(self, address: str, seat: int, keys: str) -> None:
        if address_of(address) not in self._owners:  # the table's file has the last word
            self._give(address, seat, keys)

    close = stop


def _say_nothing(_news: PairingNews) -> None:
    """Nobody listens any more."""


class _Look:
    """One look for keypads, from the first question to the bus until one of them is paired."""

    def __init__(
        self,
        tell: Callable[[PairingNews], None],
        owners: Mapping[str, int],
        address: str | None,
        chosen: asyncio.Future[str],
    ) -> None:
        self.tell = tell
        self._owners = owners
        self._address = address
        self._bus: MessageBus | None = None
        self._bluez = ""  # the connection that BlueZ has; nobody else's messages are believed
        self._adapter = ""
        self._devices: dict[str, Facts] = {}  # by the paths of their objects
        self._shown: tuple[FoundPad, ...] | None = None
        self._changed = asyncio.Event()
        self._chosen = chosen  # to be: the path of a device

    def choose(self, address: str) -> None:
        path = next((path for path, facts in self._devices.items() if facts.get("Address") == address), None)
        if path is not None and not self._chosen.done():
            self._chosen.set_result(path)

    async def run(self) -> None:
        try:
            self._bus = await _connected(self._address)
            self._bus.add_message_handler(self._hear)
            await self._until_the_bus_is_gone()
        except _Trouble as trouble:
            self.tell(NotPaired(trouble.say))
        finally:
            if self._bus is not None:
                self._bus.disconnect()

    async def _until_the_bus_is_gone(self) -> None:
        assert self._bus is not None, "it is connected"
        gone = asyncio.ensure_future(self._bus.wait_for_disconnect())  # type: ignore[no-untyped-call]  # older ones
        work = asyncio.ensure_future(self._work())
        try:
            await asyncio.wait((work, gone), return_when=asyncio.FIRST_COMPLETED)
            if not work.done():
                raise _Trouble(STOPPED)
            try:
                work.result()
            except (OSError, EOFError):
                raise _Trouble(STOPPED) from None
        finally:
            for task in (work, gone):
                task.cancel()
            await asyncio.gather(work, gone, return_exceptions=True)

    async def _work(self) -> None:
        await self._begin()
        try:
            async with asyncio.timeout(LOOKS_FOR):
                path = await self._chosen
        except TimeoutError:
            raise _Trouble(TIRED) from None
        if self._devices.get(path, {}).get("Paired"):
            await self._forget(path)
        with suppress(_Refused):  # pairing is surer while nothing is looked for
            await self._ask(self._adapter, ADAPTER, "StopDiscovery")
        await self._pair(path)
        self.tell(Paired(str(self._devices[path]["Address"])))

    # ── steps ────────────────────────────────────────────────────────────────────────────────────

    async def _begin(self) -> None:
        for rule in (f"type='signal',sender='{BLUEZ}'", f"type='signal',member='NameOwnerChanged',arg0='{BLUEZ}'"):
            await self._call("org.freedesktop.DBus", "/org/freedesktop/DBus", "AddMatch", "s", rule)
        answer = await self._ask("/", OBJECTS, "GetManagedObjects")
        self._bluez = answer.sender or ""
        objects = {path: _plain(kinds) for path, kinds in answer.body[0].items()}
        self._adapter = next((path for path in sorted(objects) if ADAPTER in objects[path]), "")
        if not self._adapter:
            raise _Trouble(NO_ADAPTER)
        self._devices.update({path: kinds[DEVICE] for path, kinds in objects.items() if DEVICE in kinds})
        if not objects[self._adapter][ADAPTER].get("Powered"):
            await self._switch_on()
        await self._ask("/org/bluez", AGENTS, "RegisterAgent", "os", OUR_AGENT, ABILITY)
        await self._ask(self._adapter, ADAPTER, "StartDiscovery")
        self._tell_what_is_in_reach()

    async def _switch_on(self) -> None:
        try:
            await self._set(self._adapter, ADAPTER, "Powered")
        except _Refused as refused:
            if refused.say == NOT_ALLOWED:
                raise
            raise _Trouble(SWITCHED_OFF) from None

    async def _forget(self, path: str) -> None:
        """BlueZ still knows a keypad that has forgotten this computer. They begin anew."""
        await self._ask(self._adapter, ADAPTER, "RemoveDevice", "o", path)
        try:
            async with asyncio.timeout(COMES_BACK_IN):
                while path not in self._devices or self._devices[path].get("Paired"):
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            raise _Trouble(GONE_AGAIN) from None

    async def _pair(self, path: str) -> None:
        try:
            await self._ask(path, DEVICE, "Pair", within=PAIRS_WITHIN)
        except _Silence:
            raise _Trouble(TOO_SLOW) from None
        await self._set(path, DEVICE, "Trusted")
        with suppress(_Refused, _Silence):  # it may be connected already; if not, it comes with its next key
            await self._ask(path, DEVICE, "Connect", within=CONNECTS_WITHIN)

    # ── asking ───────────────────────────────────────────────────────────────────────────────────

    async def _set(self, path: str, kind: str, name: str) -> None:
        from dbus_fast import Variant

        await self._ask(path, PROPERTIES, "Set", "ssv", kind, name, Variant("b", True))

    async def _ask(
        self, path: str, kind: str, member: str, signature: str = "", *body: object, within: float = ANSWERS_WITHIN
    ) -> "Message":
        return await self._call(BLUEZ, path, member, signature, *body, kind=kind, within=within)

    async def _call(
        self,
        to: str,
        path: str,
        member: str,
        signature: str = "",
        *body: object,
        kind: str = "org.freedesktop.DBus",
        within: float = ANSWERS_WITHIN,
    ) -> "Message":
        from dbus_fast import Message, MessageType

        assert self._bus is not None, "it is connected"
        question = Message(
            destination=to, path=path, interface=kind, member=member, signature=signature, body=list(body)
        )
        try:
            async with asyncio.timeout(within):
                answer = await self._bus.call(question)
        except TimeoutError:
            raise _Silence(NO_ANSWER) from None
        if answer is None or answer.message_type is MessageType.ERROR:
            raise _Refused((answer.error_name if answer else None) or NO_REASON)
        return answer

    # ── hearing ──────────────────────────────────────────────────────────────────────────────────

    def _hear(self, message: "Message") -> "Message | bool | None":
        from dbus_fast import MessageType

        if message.message_type is MessageType.SIGNAL:
            self._take_note(message)
        elif message.message_type is MessageType.METHOD_CALL and message.path == OUR_AGENT:
            return self._answer(message)
        return None

    def _take_note(self, message: "Message") -> None:
        if message.member == "NameOwnerChanged" and message.sender == "org.freedesktop.DBus":
            if self._bluez and self._bus is not None:
                self._bus.disconnect()  # BlueZ itself has ended, and what it was asked for with it
            return
        if not self._bluez or message.sender != self._bluez:
            return
        body = message.body
        match message.interface, message.member:
            case "org.freedesktop.DBus.ObjectManager", "InterfacesAdded" if DEVICE in body[1]:
                self._devices[body[0]] = _plain(body[1])[DEVICE]
            case "org.freedesktop.DBus.ObjectManager", "InterfacesRemoved" if DEVICE in body[1]:
                self._devices.pop(body[0], None)
            case "org.freedesktop.DBus.Properties", "PropertiesChanged" if message.path in self._devices:
                facts = self._devices[message.path or ""]
                facts.update({name: value.value for name, value in body[1].items()})
                for name in body[2]:
                    facts.pop(name, None)
            case _:
                return
        self._changed.set()
        if not self._chosen.done() and self._adapter:
            self._tell_what_is_in_reach()

    def _tell_what_is_in_reach(self) -> None:
        pads = tuple(
            FoundPad(str(facts["Address"]), _name(facts), self._owners.get(address_of(str(facts["Address"]))))
            for path, facts in self._devices.items()
            if path.startswith(f"{self._adapter}/") and _can_be_paired(facts)
        )
        if pads != self._shown:
            self._shown = pads
            self.tell(PadsInReach(pads))

    # ── the agent ────────────────────────────────────────────────────────────────────────────────

    def _answer(self, message: "Message") -> "Message":
        """What BlueZ asks while it pairs: about the chosen keypad, and by BlueZ alone."""
        from dbus_fast import Message

        if message.sender == self._bluez and message.interface == AGENT:
            about_it = (
                self._chosen.done() and not self._chosen.cancelled() and message.body[:1] == [self._chosen.result()]
            )
            match message.member:
                case "DisplayPasskey" if about_it:
                    self.tell(Passkey(f"{message.body[1]:0{DIGITS}}", min(message.body[2], DIGITS)))
                    return Message.new_method_return(message)
                case "DisplayPinCode" if about_it:
                    self.tell(Passkey(str(message.body[1])))
                    return Message.new_method_return(message)
                case "RequestPinCode" if about_it:  # of an old keypad that BlueZ has no digits for
                    digits = f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"
                    self.tell(Passkey(digits))
                    return Message.new_method_return(message, "s", [digits])
                case "RequestAuthorization" | "AuthorizeService" if about_it:
                    return Message.new_method_return(message)
                case "Cancel" | "Release":  # the answer to Pair says the rest
                    return Message.new_method_return(message)
        return Message.new_error(message, "org.bluez.Error.Rejected", "The table does not do this.")


async def _connected(address: str | None) -> "MessageBus":
    try:
        from dbus_fast import AuthError, BusType
        from dbus_fast.aio import MessageBus
    except ImportError:
        raise _Trouble(NO_LIBRARY) from None
    try:
        return await MessageBus(bus_address=address, bus_type=BusType.SYSTEM).connect()
    except (AuthError, EOFError, ConnectionResetError, BrokenPipeError):  # what the daemon does to a stranger
        raise _Trouble(NOT_KNOWN) from None
    except OSError:
        raise _Trouble(NO_BUS) from None


def _plain(kinds: Mapping[str, Mapping[str, object]]) -> dict[str, Facts]:
    """An object's interfaces and their properties, without the bus's own wrapping."""
    return {
        kind: {name: getattr(value, "value", value) for name, value in facts.items()} for kind, facts in kinds.items()
    }


def _can_be_paired(facts: Facts) -> bool:
    """A keyboard that is heard right now and not connected. Not all say by an icon what they are."""
    services = facts.get("UUIDs")
    is_input = isinstance(services, list) and any(str(each).startswith(HUMAN_INPUT) for each in services)
    is_keyboard = facts.get("Icon", KEYBOARD if is_input else "") == KEYBOARD
    return is_keyboard and "RSSI" in facts and not facts.get("Connected") and bool(facts.get("Address"))


def _name(facts: Facts) -> str:
    """What it calls itself, which may be anything."""
    written = "".join(letter for letter in str(facts.get("Name") or "") if letter.isprintable()).strip()
    return written[:LONGEST_NAME] or f"Keypad {str(facts['Address'])[-5:]}"
