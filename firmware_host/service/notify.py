"""Tells systemd that the service is ready, alive, or stopping. Does nothing when systemd did not start it."""

import os
import socket
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Protocol

TIMEOUT = 0.2  # seconds: the table must not wait for systemd


class Later(Protocol):
    def call_later(self, delay: float, call: Callable[[], object]) -> object: ...


class Systemd:
    """The other end of `$NOTIFY_SOCKET`."""

    def __init__(self, surroundings: Mapping[str, str] = os.environ) -> None:
        self._address = surroundings.get("NOTIFY_SOCKET", "").replace("@", "\0", 1)
        for_us = surroundings.get("WATCHDOG_PID", "") in ("", str(os.getpid()))
        self._watchdog = int(surroundings.get("WATCHDOG_USEC", "0")) / 1_000_000 if for_us else 0.0

    def ready(self, status: str) -> None:
        self._send("READY=1", f"STATUS={status}")

    def stopping(self) -> None:
        self._send("STOPPING=1")

    def feed_watchdog(self, clock: Later) -> None:
        """Twice as often as systemd wants. If the loop hangs, this stops, and systemd restarts the service."""
        if self._watchdog:
            self._send("WATCHDOG=1")
            clock.call_later(self._watchdog / 2, lambda: self.feed_watchdog(clock))

    def _send(self, *lines: str) -> None:
        if not self._address:
            return
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as wire:
            wire.settimeout(TIMEOUT)
            wire.sendto("\n".join(lines).encode(), self._address)
