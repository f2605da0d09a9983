"""Where a broker is, and as whom to log in. Reads the address and the password's file, and opens nothing else."""

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import field
from pathlib import Path
from urllib.parse import urlsplit

from firmware_host.frozen import frozen
from firmware_host.texts.errors import TextError
from firmware_host.texts.text import say
from hardware.config.checks import Complaint
from hardware.config.settings import TableSettings

PORTS = {"mqtt": 1883, "mqtts": 8883}
NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")  # of a league or a table: a part of a topic, a file or an address
LONGEST_PASSWORD = 1024


class AddressError(TextError):
    """A broker's address, a name or a password that cannot be used; its text says what to do."""


@frozen
class Broker:
    host: str
    port: int
    encrypted: bool
    user: str = ""
    password: str = field(default="", repr=False)
    certificates: str = ""


def read_address(address: str) -> Broker:
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), None
    if parts.scheme not in PORTS or not parts.hostname or parts.username or parts.path not in ("", "/"):
        raise AddressError(
            say(
                "A broker's address looks like {example}, or {encrypted} with encryption. The password goes in a file.",
                example="mqtt://192.168.1.20",
                encrypted="mqtts://club.example:8883",
            )
        )
    return Broker(parts.hostname, port or PORTS[parts.scheme], parts.scheme == "mqtts")


def check_name(name: str) -> None:
    if not NAME.fullmatch(name):
        raise AddressError(
            say(
                "“{name}” cannot be a name in a league. Use small letters, digits and hyphens, such as {example}.",
                name=name[:40],
                example="table-3",
            )
        )


def read_password(file: str, environment: Mapping[str, str] = os.environ) -> str:
    """What this file says. A bare name is a credential that systemd has loaded for the service."""
    folder = environment.get("CREDENTIALS_DIRECTORY") if "/" not in file else None
    try:
        with (Path(folder or "") / file).open() as opened:
            return opened.read(LONGEST_PASSWORD).strip()
    except (OSError, UnicodeDecodeError):
        raise AddressError(
            say(
                "{file}: the password cannot be read. Write it there, in one line, and let this user read the file.",
                file=file,
            )
        ) from None


def check_league(settings: TableSettings) -> Iterator[Complaint]:
    """What is wrong with the section `[league]`. The password is looked for only when the table opens."""
    league = settings.league
    if league is None:
        return
    for setting, name in (("name", league.name), ("table", league.table)):
        try:
            check_name(name)
        except AddressError as error:
            yield Complaint(("league", setting), say("league: {problem}", problem=error.say))
    try:
        broker = read_address(league.broker)
    except AddressError as error:
        yield Complaint(("league", "broker"), say("league: {problem}", problem=error.say))
        return
    if league.certificates and not broker.encrypted:
        unused = say("league: certificates are only checked with a broker at {scheme}.", scheme="mqtts://")
        yield Complaint(("league", "certificates"), unused)
