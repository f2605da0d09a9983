"""The address at which people join with a phone, with a short code in it. Every screen that everybody sees shows it.

It lets them ask for a seat. It is no code for one: those stay with the seats.
"""

import hmac
import socket
from contextlib import suppress
from dataclasses import field
from secrets import choice

from firmware_host.frozen import frozen
from firmware_host.games.shared.sitting import Address

LETTERS = "BCDFGHJKLMNPQRSTVWXZ23456789"  # none that looks like another, and no words
LENGTH = 4
USUAL_PORT = 80  # that browsers leave out
AVAHI = "/run/avahi-daemon/socket"
LONGEST_FOR_A_NAME = 1.0  # seconds


@frozen
class Invitation:
    host: str
    port: int
    code: str = field(default_factory=lambda: "".join(choice(LETTERS) for _ in range(LENGTH)))
    name: str = ""  # that phones in the same network find, if there is one

    @property
    def address(self) -> Address:
        number = self._at(self.host)
        return Address(self._at(self.name), number) if self.name else Address(number)

    def _at(self, host: str) -> str:
        """Without http://, which nobody types."""
        place = host if self.port == USUAL_PORT else f"{host}:{self.port}"
        return f"{place}/j/{self.code}"

    def is_for(self, code: str) -> bool:
        return hmac.compare_digest(code.strip().upper().encode(), self.code.encode())


def invitation_to(host: str, port: int) -> Invitation:
    """To the table that listens there."""
    number = lan_name(host)
    return Invitation(number, port, name=local_name(number))


def lan_name(host: str) -> str:
    """How other devices reach this computer: at the address it listens on, or at its usual one if it listens on all."""
    if host in ("0.0.0.0", "::"):  # noqa: S104  # compared, not bound
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
            try:
                asked.connect(("192.0.2.1", 9))  # sends nothing: only finds out which address a packet would leave from
                return str(asked.getsockname()[0])
            except OSError:
                return socket.gethostname()
    return f"[{host}]" if ":" in host else host


def local_name(number: str, avahi: str = AVAHI) -> str:
    """The name that Avahi tells others in the network for this number, such as wordtable.local; empty without Avahi."""
    answer = ""
    with suppress(OSError), socket.socket(socket.AF_UNIX) as asked:
        asked.settimeout(LONGEST_FOR_A_NAME)
        asked.connect(avahi)
        asked.sendall(f"RESOLVE-ADDRESS {number}\n".encode())
        answer = asked.makefile(encoding="utf-8", errors="replace").readline()
    match answer.split():
        case ["+", _, _, name] if name.endswith(".local") and name.isascii():
            return name
    return ""
