"""Pairs Bluetooth keypads, through BlueZ and the system's D-Bus. The library for that is imported when it is needed.

There is one connection to the bus for each search. When it is closed, BlueZ stops all that it was doing for it.
"""

import asyncio
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING

from hardware.kinds.keypad.heard import Facts, can_be_paired, name_of, plain
from hardware.kinds.keypad.new_pads import NewPads
from hardware.kinds.keypad.nodes import address_of
from hardware.kinds.keypad.troubles import (
    GONE_AGAIN,
    NO_ADAPTER,
    NO_ANSWER,
    NO_BUS,
    NO_LIBRARY,
    NO_REASON,
    NOT_ALLOWED,
    NOT_KNOWN,
    STOPPED,
    SWITCHED_OFF,
    TIRED,
    TOO_SLOW,
    Refused,
    Silence,
    Trouble,
)
from hardware.ports import FoundPad, NotPaired, PadsInReach, Paired, PairingNews, Passkey

if TYPE_CHECKING:
    from dbus_fast import Message
    from dbus_fast.aio import MessageBus

LOOKS_FOR = 120.0  # seconds: a search takes time on the air from keypads that are at the table already
ANSWERS_WITHIN = 10.0  # for whatever needs nobody at the table
COMES_BACK_IN = 30.0  # a keypad that BlueZ was told to forget is found anew
PAIRS_WITHIN = 60.0
CONNECTS_WITHIN = 15.0
TRIES = 3  # to connect one anew that has none
DIGITS = 6

BLUEZ, OBJECTS, PROPERTIES = "org.bluez", "org.freedesktop.DBus.ObjectManager", "org.freedesktop.DBus.Properties"
ADAPTER, DEVICE, AGENT, AGENTS = (f"org.bluez.{kind}" for kind in ("Adapter1", "Device1", "Agent1", "AgentManager1"))
OUR_AGENT = "/wordtable/pairing"
# The table shows, the keypad types: with any other ability BlueZ might ask for what nobody here can compare or type.
ABILITY = "DisplayOnly"


class BluezPairing:
    """The keypads in reach of this computer. `owners` has the seats of those that table.toml names."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        owners: Mapping[str, int],
        give: Callable[[str, int, str], None],
        new_pads: NewPads,
        bus: str | None = None,
    ) -> None:
        self._loop = loop
        self._owners = {address_of(written): seat for written, seat in owners.items()}
        self._bus = bus
        self._look: _Look | None = None
        self._task: asyncio.Task[None] | None = None
        self._give = give
        self._new_pads = new_pads

    def look(self, told: Callable[[PairingNews], None]) -> None:
        self.stop()
        self._look = _Look(told, self._owners, self._new_pads, self._bus, self._loop.create_future())
        self._task = self._loop.create_task(self._look.run())

    def pair(self, address: str, *, chosen: bool = True) -> None:
        if self._look is not None:
            self._look.choose(address, by_hand=chosen)

    def stop(self) -> None:
        if self._look is not None and self._task is not None:
            self._look.tell = _tell_nobody
            self._task.cancel()
        self._look = self._task = None

    def give(self, address: str, seat: int, keys: str) -> None:
        if address_of(address) not in self._owners:  # what table.toml says wins
            self._give(address, seat, keys)

    close = stop


def _tell_nobody(_news: PairingNews) -> None:
    """Nobody listens any more."""


class _Look:
    """One search for keypads, from the first question to the bus until one of them is paired."""

    def __init__(
        self,
        tell: Callable[[PairingNews], None],
        owners: Mapping[str, int],
        new_pads: NewPads,
        address: str | None,
        chosen: asyncio.Future[str],
    ) -> None:
        self.tell = tell
        self._owners = owners
        self._new_pads = new_pads
        self._address = address
        self._bus: MessageBus | None = None
        self._bluez = ""  # BlueZ's connection to the bus; messages from any other are ignored
        self._adapter = ""
        self._devices: dict[str, Facts] = {}  # by the paths of their objects
        self._shown: tuple[FoundPad, ...] | None = None
        self._changed = asyncio.Event()
        self._chosen = chosen  # will be the path of a device
        self._is_ours = False  # somebody has chosen it from a list, or digits from our screen are typed on it

    def choose(self, address: str, *, by_hand: bool) -> None:
        self._is_ours = by_hand
        path = next((path for path, facts in self._devices.items() if facts.get("Address") == address), None)
        if path is not None and not self._chosen.done():
            self._chosen.set_result(path)

    async def run(self) -> None:
        try:
            self._bus = await _connected(self._address)
            self._bus.add_message_handler(self._hear)
            await self._until_the_bus_is_gone()
        except Trouble as trouble:
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
                raise Trouble(STOPPED)
            try:
                work.result()
            except (OSError, EOFError):
                raise Trouble(STOPPED) from None
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
            raise Trouble(TIRED) from None
        if self._devices.get(path, {}).get("Paired"):
            await self._forget(path)
        with suppress(Refused):  # pairing is more reliable while no search is under way
            await self._ask(self._adapter, ADAPTER, "StopDiscovery")
        await self._pair(path)
        if not self._is_ours:
            await self._ask_for_digits(path)
        self.tell(Paired(str(self._devices[path]["Address"])))

    # ── steps ────────────────────────────────────────────────────────────────────────────────────

    async def _begin(self) -> None:
        for rule in (f"type='signal',sender='{BLUEZ}'", f"type='signal',member='NameOwnerChanged',arg0='{BLUEZ}'"):
            await self._call("org.freedesktop.DBus", "/org/freedesktop/DBus", "AddMatch", "s", rule)
        answer = await self._ask("/", OBJECTS, "GetManagedObjects")
        self._bluez = answer.sender or ""
        objects = {path: plain(kinds) for path, kinds in answer.body[0].items()}
        self._adapter = next((path for path in sorted(objects) if ADAPTER in objects[path]), "")
        if not self._adapter:
            raise Trouble(NO_ADAPTER)
        self._devices.update({path: kinds[DEVICE] for path, kinds in objects.items() if DEVICE in kinds})
        if not objects[self._adapter][ADAPTER].get("Powered"):
            await self._switch_on()
        await self._ask("/org/bluez", AGENTS, "RegisterAgent", "os", OUR_AGENT, ABILITY)
        await self._ask(self._adapter, ADAPTER, "StartDiscovery")
        self._tell_what_is_in_reach()

    async def _switch_on(self) -> None:
        try:
            await self._set(self._adapter, ADAPTER, "Powered")
        except Refused as refused:
            if refused.say == NOT_ALLOWED:
                raise
            raise Trouble(SWITCHED_OFF) from None

    async def _forget(self, path: str) -> None:
        """BlueZ still knows a keypad that has forgotten this computer: make BlueZ forget it too, and begin anew."""
        await self._ask(self._adapter, ADAPTER, "RemoveDevice", "o", path)
        if not await self._becomes(lambda: not self._devices.get(path, {"Paired": True}).get("Paired"), COMES_BACK_IN):
            raise Trouble(GONE_AGAIN)

    async def _pair(self, path: str) -> None:
        try:
            await self._ask(path, DEVICE, "Pair", within=PAIRS_WITHIN)
        except Silence:
            raise Trouble(TOO_SLOW) from None
        await self._set(path, DEVICE, "Trusted")
        await self._connect(path)
        if not await self._gets_a_node(path):
            await self._connect_anew(path)

    async def _connect_anew(self, path: str) -> None:
        """BlueZ may connect a keypad before it has noted the bond: no input. While it disconnects, it refuses."""
        with suppress(Refused, Silence):
            await self._ask(path, DEVICE, "Disconnect")
        await self._becomes(lambda: not self._devices.get(path, {}).get("Connected"), ANSWERS_WITHIN)
        for _ in range(TRIES):
            await self._connect(path)
            if await self._gets_a_node(path):
                break

    async def _ask_for_digits(self, path: str) -> None:
        """Of a keypad that pairs without any. A neighbour's is left in peace: BlueZ forgets it again."""
        digits, typed = _some_digits(), False
        self.tell(Passkey(digits))
        try:
            address = str(self._devices[path]["Address"])
            typed = await self._new_pads.types(address, digits, lambda n: self.tell(Passkey(digits, n)), PAIRS_WITHIN)
        finally:
            if not typed:
                with suppress(Trouble):
                    await self._ask(self._adapter, ADAPTER, "RemoveDevice", "o", path)
        if not typed:
            raise Trouble(TOO_SLOW)

    async def _becomes(self, true: Callable[[], bool], within: float) -> bool:
        """Whether something that BlueZ tells becomes true in time."""
        with suppress(TimeoutError):
            async with asyncio.timeout(within):
                while not true():
                    self._changed.clear()
                    await self._changed.wait()
        return true()

    async def _connect(self, path: str) -> None:
        with suppress(Refused, Silence):  # it may be connected already; if not, it comes with its next key
            await self._ask(path, DEVICE, "Connect", within=CONNECTS_WITHIN)

    async def _gets_a_node(self, path: str) -> bool:
        return await self._new_pads.comes(str(self._devices.get(path, {}).get("Address", "")))

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
            raise Silence(NO_ANSWER) from None
        if answer is None or answer.message_type is MessageType.ERROR:
            raise Refused((answer.error_name if answer else None) or NO_REASON)
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
                self._devices[body[0]] = plain(body[1])[DEVICE]
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
            FoundPad(str(facts["Address"]), name_of(facts), self._owners.get(address_of(str(facts["Address"]))))
            for path, facts in self._devices.items()
            if path.startswith(f"{self._adapter}/") and can_be_paired(facts)
        )
        if pads != self._shown:
            self._shown = pads
            self.tell(PadsInReach(pads))

    # ── the agent ────────────────────────────────────────────────────────────────────────────────

    def _answer(self, message: "Message") -> "Message":
        """Answers BlueZ, and nobody else, about the chosen keypad, and no other, while it pairs."""
        from dbus_fast import Message

        if message.sender == self._bluez and message.interface == AGENT:
            about_it = (
                self._chosen.done() and not self._chosen.cancelled() and message.body[:1] == [self._chosen.result()]
            )
            match message.member:
                case "DisplayPasskey" if about_it:
                    self._show(f"{message.body[1]:0{DIGITS}}", min(message.body[2], DIGITS))
                    return Message.new_method_return(message)
                case "DisplayPinCode" if about_it:
                    self._show(str(message.body[1]))
                    return Message.new_method_return(message)
                case "RequestPinCode" if about_it:  # of an old keypad that BlueZ has no digits for
                    digits = _some_digits()
                    self._show(digits)
                    return Message.new_method_return(message, "s", [digits])
                case "RequestAuthorization" | "AuthorizeService" if about_it:
                    return Message.new_method_return(message)
                case "Cancel" | "Release":  # the answer to Pair reports the rest
                    return Message.new_method_return(message)
        return Message.new_error(message, "org.bluez.Error.Rejected", "The table does not do this.")

    def _show(self, digits: str, typed: int = 0) -> None:
        self._is_ours = True
        self.tell(Passkey(digits, typed))


def _some_digits() -> str:
    return f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"


async def _connected(address: str | None) -> "MessageBus":
    try:
        from dbus_fast import AuthError, BusType
        from dbus_fast.aio import MessageBus
    except ImportError:
        raise Trouble(NO_LIBRARY) from None
    try:
        return await MessageBus(bus_address=address, bus_type=BusType.SYSTEM).connect()
    except (AuthError, EOFError, ConnectionResetError, BrokenPipeError):  # how the bus refuses an unknown user
        raise Trouble(NOT_KNOWN) from None
    except OSError:
        raise Trouble(NO_BUS) from None
