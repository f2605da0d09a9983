"""A stand-in for BlueZ on a real bus, for tests: an adapter, keypads in the air, and the same questions to the agent.

It speaks org.bluez as its documentation has it. The bus is a real dbus-daemon of its own, with a policy of its own.
"""

import asyncio
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

from dbus_fast import Message, MessageType, Variant
from dbus_fast.aio import MessageBus

DAEMON = shutil.which("dbus-daemon")
ADAPTER, DEVICE = "org.bluez.Adapter1", "org.bluez.Device1"
OBJECTS, PROPERTIES = "org.freedesktop.DBus.ObjectManager", "org.freedesktop.DBus.Properties"
HCI0 = "/org/bluez/hci0"
NUMPAD, KEYBOARD = "DC:2C:26:0A:0B:0C", "34:88:5D:11:22:33"
POLICY = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <listen>unix:path={socket}</listen><auth>EXTERNAL</auth>
  <policy context="default">
    <allow user="*"/><allow own="*"/><allow eavesdrop="false"/>
    <allow send_destination="*"/><allow receive_sender="*"/>
    {rule}
  </policy>
</busconfig>
"""
FORBIDDEN = '<deny send_destination="org.bluez"/>'


class Bus:
    """A bus daemon in a folder of its own; `rule` makes its policy stricter."""

    def __init__(self, folder: Path, rule: str = "") -> None:
        assert DAEMON is not None, "There is no dbus-daemon here. `sudo apt install dbus-daemon` brings it."
        socket, config = folder / "bus", folder / "bus.conf"
        config.write_text(POLICY.format(socket=socket, rule=rule))
        self.address = f"unix:path={socket}"
        self._daemon = subprocess.Popen(
            [DAEMON, f"--config-file={config}", "--nofork", "--print-address"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        assert self._daemon.stdout is not None
        assert self._daemon.stdout.readline(), "it listens as soon as it has said where"

    def end(self) -> None:
        self._daemon.kill()
        self._daemon.wait()
        if self._daemon.stdout is not None:
            self._daemon.stdout.close()


def path_of(address: str) -> str:
    return f"{HCI0}/dev_{address.replace(':', '_')}"


class Bluez:
    """What bluetoothd would answer. `asks` is what it asks the agent while it pairs; `called` is what it was asked."""

    def __init__(self) -> None:
        self.adapter: dict[str, Variant] | None = {"Powered": Variant("b", True)}
        self.devices: dict[str, dict[str, Variant]] = {}
        self.called: list[str] = []
        self.refuses: dict[str, str] = {}  # a method, and the error it ends with
        self.silent_at = ""  # a method that it never answers
        self.agent: tuple[str, str, str] | None = None  # whose, where, and what it can do
        self.asks: Callable[[Bluez, str], object] | None = None  # a coroutine function, about the device at this path
        self.answers: list[Message] = []
        self.gone: list[str] = []  # clients that have left the bus
        self._bus: MessageBus | None = None
        self._pairing: set[asyncio.Task[None]] = set()

    async def come(self, address: str) -> "Bluez":
        self._bus = await MessageBus(bus_address=address).connect()
        self._bus.add_message_handler(self._answer)
        await self._bus.request_name("org.bluez")
        rule = "type='signal',member='NameOwnerChanged'"
        await self._bus.call(
            Message(
                "org.freedesktop.DBus",
                "/org/freedesktop/DBus",
                "org.freedesktop.DBus",
                "AddMatch",
                signature="s",
                body=[rule],
            )
        )
        return self

    def go(self) -> None:
        for task in self._pairing:
            task.cancel()
        if self._bus is not None:
            self._bus.disconnect()

    # ── the air ──────────────────────────────────────────────────────────────────────────────────

    def appears(self, address: str = NUMPAD, **facts: Variant | None) -> None:
        """A device is heard: by default a keypad that was never paired. None is a fact that nobody knows."""
        usual = {
            "Address": Variant("s", address),
            "Name": Variant("s", "Numpad"),
            "Icon": Variant("s", "input-keyboard"),
            "Paired": Variant("b", False),
            "Connected": Variant("b", False),
            "RSSI": Variant("n", -50),
        }
        device = self.devices[path_of(address)] = {
            name: fact for name, fact in {**usual, **facts}.items() if fact is not None
        }
        self._signal("/", OBJECTS, "InterfacesAdded", "oa{sa{sv}}", path_of(address), {DEVICE: device})

    def vanishes(self, address: str = NUMPAD) -> None:
        del self.devices[path_of(address)]
        self._signal("/", OBJECTS, "InterfacesRemoved", "oas", path_of(address), [DEVICE])

    def falls_silent(self, address: str = NUMPAD) -> None:
        self._signal(path_of(address), PROPERTIES, "PropertiesChanged", "sa{sv}as", DEVICE, {}, ["RSSI"])

    def becomes(self, address: str = NUMPAD, **facts: Variant) -> None:
        self.devices[path_of(address)].update(facts)
        self._signal(path_of(address), PROPERTIES, "PropertiesChanged", "sa{sv}as", DEVICE, facts, [])

    async def is_heard(self) -> None:
        """What it has said so far has reached whom it was said to: the bus passes on one thing after the other."""
        assert self._bus is not None
        await self._bus.introspect("org.freedesktop.DBus", "/org/freedesktop/DBus")

    def _signal(self, path: str, kind: str, member: str, signature: str, *body: object) -> None:
        if self._bus is not None:
            self._bus.send(Message.new_signal(path, kind, member, signature, list(body)))

    async def ask(self, member: str, signature: str = "", *body: object, sender: MessageBus | None = None) -> Message:
        """The agent that was registered, as BlueZ does, or as somebody else would."""
        assert self.agent is not None
        bus = sender or self._bus
        assert bus is not None
        answer = await bus.call(
            Message(self.agent[0], self.agent[1], "org.bluez.Agent1", member, signature=signature, body=list(body))
        )
        assert answer is not None
        self.answers.append(answer)
        return answer

    # ── answering ────────────────────────────────────────────────────────────────────────────────

    def _answer(self, message: Message) -> Message | bool | None:
        if message.member == "NameOwnerChanged" and message.message_type is MessageType.SIGNAL:
            if not message.body[2]:
                self.gone.append(message.body[0])
            return None
        if message.message_type is not MessageType.METHOD_CALL or message.destination not in ("org.bluez", self._name):
            return None
        called = message.member or ""
        if called == "Set":
            called = f"{message.body[1]} = {message.body[2].value}"
        self.called.append(called)
        if called == self.silent_at:
            return True
        if called in self.refuses:
            return Message.new_error(message, self.refuses[called], "not now")
        if called == "GetManagedObjects":
            return Message.new_method_return(message, "a{oa{sa{sv}}}", [self._objects()])
        if called == "RegisterAgent":
            self.agent = (message.sender or "", *message.body)
        elif called == "RemoveDevice":
            known = {path: device for path, device in self.devices.items() if path == message.body[0]}
            for device in known.values():
                self.vanishes(device["Address"].value)
        elif called == "Pair" and self.asks is not None:
            task = asyncio.ensure_future(self._pair(message))
            self._pairing.add(task)
            return True
        return Message.new_method_return(message)

    async def _pair(self, message: Message) -> None:
        assert self.asks is not None
        assert self._bus is not None
        error = await self.asks(self, message.path or "")  # type: ignore[misc]  # a coroutine function
        self._bus.send(Message.new_error(message, error, "no") if error else Message.new_method_return(message))

    def _objects(self) -> dict[str, dict[str, dict[str, Variant]]]:
        adapter = {} if self.adapter is None else {HCI0: {ADAPTER: self.adapter}}
        return {**adapter, **{path: {DEVICE: device} for path, device in self.devices.items()}}

    @property
    def _name(self) -> str:
        assert self._bus is not None
        return self._bus.unique_name or ""
