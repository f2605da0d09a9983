"""The line to a broker. Touches the network and nothing of the table.

A table runs it as a process of its own, with little memory and at low priority: whatever a broker sends, or does not
answer, the process that plays the evening never waits for a socket, a certificate or somebody else's bytes.
paho-mqtt does the talking: it is small, in Debian, and reconnects by itself.
"""

import json
import os
import resource
import socket
import ssl
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

import paho.mqtt.client as mqtt

from firmware_host.league.topics import LONGEST

KEEPALIVE = 20  # seconds; after one and a half times as long the broker says that the table has gone
SLOWEST_RETRY = 60  # seconds
MEMORY = 128 << 20  # bytes: a message that is larger ends this process, and nothing else
PACE = 0.02  # seconds that the line takes for a message: more wait at the broker
MOST_UNSENT = 2_000  # messages that wait for a broker which takes none
MOST_EVENTS = 20  # that wait: an event that comes late is worth nothing
LONGEST_GOODBYE = 0.5  # seconds, for what is still to be said
# What OpenSSL says of a certificate that it refuses (X509_V_ERR_…).
NOT_YET, EXPIRED, WRONG_NAMES = 9, 10, (62, 64)
WRONG_PASSWORDS = (4, 5, 134, 135)  # of a CONNACK, in MQTT 3 and as paho 2 translates it

Heard = Callable[[str, bytes], None]


class NoCertificates(Exception):
    """The file that names whom to trust cannot be used."""


class Line:
    """Stays connected as well as it can. Everything is called on paho's own thread."""

    def __init__(
        self,
        settings: Mapping[str, Any],
        up: Callable[[bool], None],
        heard: Heard,
        pace: float = 0.0,
        trouble: Callable[[str], None] = lambda _trouble: None,
    ) -> None:
        self._settings = settings
        self._up = up
        self._trouble = trouble
        self._heard = heard
        self._pace = pace
        self._rest = threading.Event()  # set by `close`: waiting for it is a pause that ends then
        self._client = client = _client(settings["id"])
        self.connected = False
        self._answered = False  # with a no
        self._events: list[mqtt.MQTTMessageInfo] = []
        client.max_queued_messages_set(MOST_UNSENT)
        client.reconnect_delay_set(1, SLOWEST_RETRY)
        if settings.get("user"):
            client.username_pw_set(settings["user"], settings.get("password") or None)
        if settings.get("encrypted"):
            client.tls_set_context(_trust(settings.get("certificates") or None))
        if will := settings.get("will"):
            client.will_set(will["topic"], will["payload"], qos=1, retain=True)
        client.on_connect = self._connected
        client.on_connect_fail = self._failed
        client.on_disconnect = self._disconnected
        client.on_message = self._message

    def start(self) -> None:
        self._client.connect_async(self._settings["host"], self._settings["port"], KEEPALIVE)
        self._client.loop_start()

    def say(self, topic: str, payload: str, *, kept: bool = False, once: bool = False) -> None:
        """Sends it if the broker is there: whoever has something that must arrive repeats it until it has."""
        if not self.connected:
            return
        if not once:
            self._client.publish(topic, payload, qos=1, retain=kept)
            return
        self._events = [event for event in self._events if not event.is_published()]
        if len(self._events) < MOST_EVENTS:
            self._events.append(self._client.publish(topic, payload, qos=0))

    def close(self) -> None:
        self._rest.set()
        if self.connected and (will := self._settings.get("will")):
            with suppress(ValueError, RuntimeError):
                said = self._client.publish(will["topic"], will["payload"], qos=1, retain=True)
                said.wait_for_publish(LONGEST_GOODBYE)
        self._client.disconnect()
        self._client.loop_stop()

    def _connected(self, client: mqtt.Client, _data: object, _flags: object, code: Any, *_more: object) -> None:
        if answer := getattr(code, "value", code):  # a wrong password: paho tries again, ever more slowly
            self._answered = True
            self._trouble(trouble_of_answer(answer))
            return
        topics = [(topic, 1) for topic in self._settings["topics"]]
        if topics:
            client.subscribe(topics)
        self.connected = True
        self._up(True)

    def _failed(self, *_what: object) -> None:
        """paho calls this while it deals with the error."""
        self._trouble(trouble_of(sys.exc_info()[1], encrypted=bool(self._settings.get("encrypted"))))

    def _disconnected(self, *_what: object) -> None:
        if not self.connected and not self._answered:
            self._trouble("hangs up")
        self.connected = self._answered = False
        self._up(False)

    def _message(self, _client: mqtt.Client, _data: object, message: mqtt.MQTTMessage) -> None:
        if len(message.payload) <= LONGEST and not self._rest.wait(self._pace):
            self._heard(message.topic, bytes(message.payload))


def _trust(certificates: str | None) -> ssl.SSLContext:
    """Those whom this machine trusts, or only the authority in this file. The name is checked, too."""
    try:
        return ssl.create_default_context(cafile=certificates)
    except OSError:  # no such file, or no certificate in it
        raise NoCertificates from None


def _client(name: str) -> mqtt.Client:
    """Debian 12 has paho 1.6, later ones have 2: they differ in how callbacks are called."""
    if hasattr(mqtt, "CallbackAPIVersion"):
        return mqtt.Client(mqtt.CallbackAPIVersion.VERSION2, client_id=name)
    return mqtt.Client(client_id=name)


# ── what goes wrong, in a word: `trouble.py` has the sentences ────────────────────────────────────


def trouble_of(error: BaseException | None, *, encrypted: bool) -> str:
    """What went wrong when a connection was opened."""
    match error:
        case ssl.SSLCertVerificationError():
            return _of_certificate(error.verify_code)
        case ssl.SSLError() | ConnectionResetError() if encrypted:
            return "not encrypted"
        case socket.gaierror():
            return "no such name"
        case ConnectionRefusedError():
            return "refused"
    return "silent"


def _of_certificate(code: int) -> str:
    if code in WRONG_NAMES:
        return "wrong name"
    return {NOT_YET: "not yet valid", EXPIRED: "expired"}.get(code, "unknown authority")


def trouble_of_answer(code: int) -> str:
    return "wrong password" if code in WRONG_PASSWORDS else "refused"


# ── as a process ─────────────────────────────────────────────────────────────────────────────────


def main() -> None:
    """The first line says where to connect to. Every other line is a message to send, until the table closes it."""
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
        os.nice(5)
    threading.excepthook = lambda _failed: os._exit(1)  # without paho's thread there is no line: it is started again
    writing = threading.Lock()

    def tell(*facts: object) -> None:
        with writing, suppress(OSError, ValueError):  # the table has gone
            sys.stdout.write(json.dumps(facts) + "\n")
            sys.stdout.flush()

    def heard(topic: str, payload: bytes) -> None:
        tell("heard", topic, payload.decode("utf-8", "replace"))

    settings = json.loads(sys.stdin.readline())
    try:
        line = Line(settings, lambda up: tell("up", up), heard, PACE, lambda trouble: tell("trouble", trouble))
    except NoCertificates:
        tell("trouble", "no certificates")
        return
    line.start()
    for said in sys.stdin:
        topic, payload, kept, once = _message(json.loads(said))
        line.say(topic, payload, kept=kept, once=once)
    line.close()


def _message(said: Sequence[Any]) -> tuple[str, str, bool, bool]:
    topic, payload, kept, once = said
    return str(topic), str(payload), bool(kept), bool(once)


if __name__ == "__main__":
    main()
