"""Runs on the emulated Pi: a home network and a phone, each with a radio and a network namespace of its own.

The phone joins the table's own Wi-Fi, opens the setup page, chooses the home network there, joins it too, and finds the
table again by its name. Radios are the kernel's own (mac80211_hwsim). Prints what has happened, line by line.
"""

import asyncio
import json
import re
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect

HOME, HOME_PASSWORD = "Attic", "longenough"
HOME_ADDRESS, OWN_ADDRESS = "10.77.0.1", "10.42.0.1"
PORT = 8377
PATIENCE = 600.0  # seconds; an emulated Pi on a busy computer
SET_NAMESPACE, WIPHY, NAMESPACE_OF = 49, 1, 82  # nl80211's numbers
MDNS = ("224.0.0.251", 5353)
LEASE = """#!/bin/busybox sh
case $1 in bound|renew)
    busybox ip address flush dev $interface
    busybox ip address add $ip/24 dev $interface
    echo ${router%% *} >/run/wifi-$interface.router;;
esac
"""


def tell(what: str) -> None:
    sys.stdout.write(f"{what}\n")
    sys.stdout.flush()


def until(true: Callable[[], Any]) -> Any:
    deadline = time.monotonic() + PATIENCE  # noqa: TID251  # a real radio's time
    while time.monotonic() < deadline:  # noqa: TID251
        if found := true():
            return found
        time.sleep(0.5)  # noqa: TID251
    raise TimeoutError


# ── radios ───────────────────────────────────────────────────────────────────────────────────────


def _attribute(kind: int, value: bytes) -> bytes:
    head = struct.pack("=HH", 4 + len(value), kind)
    return head + value + bytes(-len(value) % 4)


def _asked(family: int, command: int, *attributes: bytes) -> bytes:
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 16) as kernel:
        kernel.bind((0, 0))
        body = struct.pack("=BBH", command, 1, 0) + b"".join(attributes)
        kernel.send(struct.pack("=IHHII", 16 + len(body), family, 5, 1, 0) + body)
        return kernel.recv(65536)


def move_radio(device: str, process: int) -> None:
    """Into the network namespace of a process, which is all that tells one computer from another here."""
    number = int(Path(f"/sys/class/net/{device}/phy80211/index").read_text())
    about = _asked(16, 3, _attribute(2, b"nl80211\0"))
    family = struct.unpack_from("=H", about, about.index(struct.pack("=HH", 6, 1)) + 4)[0]
    answer = _asked(family, SET_NAMESPACE, _attribute(WIPHY, struct.pack("=I", number)),
                    _attribute(NAMESPACE_OF, struct.pack("=I", process)))  # fmt: skip
    (error,) = struct.unpack_from("=i", answer, 16)
    assert error == 0, f"{device} stays where it is: {error}"


class Somewhere:
    """A network namespace with one radio."""

    def __init__(self, radio: str) -> None:
        self.radio = radio
        self._shell = subprocess.Popen(("unshare", "--net", "sleep", "infinity"))
        here = Path("/proc/self/ns/net").readlink()
        until(lambda: Path(f"/proc/{self._shell.pid}/ns/net").readlink() != here)
        move_radio(radio, self._shell.pid)
        self.run("busybox", "ip", "link", "set", "lo", "up")
        self.run("busybox", "ip", "link", "set", radio, "up")
        self._radio_program: subprocess.Popen[bytes] | None = None

    def _there(self, *command: str) -> tuple[str, ...]:
        return ("nsenter", "--target", str(self._shell.pid), "--net", *command)

    def run(self, *command: str) -> str:
        return subprocess.run(self._there(*command), check=True, capture_output=True, text=True).stdout

    def start(self, *command: str) -> "subprocess.Popen[bytes]":
        return subprocess.Popen(self._there(*command), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def uses(self, network: str) -> None:
        """Joins a network, or is one."""
        if self._radio_program is not None:
            self._radio_program.terminate()
            self._radio_program.wait()
        settings, log = Path(f"/run/{self.radio}.conf"), Path(f"/run/{self.radio}.log")
        settings.write_text(f"network={{\n{network}\nkey_mgmt=WPA-PSK\nproto=RSN\npairwise=CCMP\n}}\n")
        log.unlink(missing_ok=True)
        self._radio_program = self.start(
            "wpa_supplicant", "-i", self.radio, "-D", "nl80211", "-c", str(settings), "-f", str(log)
        )  # fmt: skip
        until(lambda: log.exists() and re.search("CTRL-EVENT-CONNECTED|AP-ENABLED", log.read_text(errors="replace")))

    def joins(self, name: str, password: str) -> str:
        """Returns the address of whoever gave it one."""
        self.uses(f'ssid="{name}"\npsk="{password}"')
        script, told = Path("/run/lease.sh"), Path(f"/run/wifi-{self.radio}.router")
        script.write_text(LEASE)
        script.chmod(0o755)
        told.unlink(missing_ok=True)
        until(lambda: self._leases(script) and told.exists())
        return told.read_text().strip()

    def _leases(self, script: Path) -> bool:
        with suppress(subprocess.CalledProcessError):
            self.run("busybox", "udhcpc", "-i", self.radio, "-s", str(script), "-n", "-q", "-t", "10")
            return True
        return False


# ── the phone ────────────────────────────────────────────────────────────────────────────────────


async def on_the_page(address: str, code: str) -> None:
    """As somebody taps who wants the table in the home network. Runs in the phone's namespace."""
    host = f"{address}:{PORT}"
    told: dict[str, Any] = {}
    async with asyncio.timeout(PATIENCE), connect(f"ws://{host}/live/setup", origin=f"http://{host}") as page:  # type: ignore[arg-type]

        async def sends(**what: str) -> None:
            await page.send(json.dumps(what))

        while not told.get("asks"):
            told = json.loads(await page.recv())
            offered = [each["line"] for each in told.get("choices", ())]
            if told.get("code"):
                await sends(code=code)
            for line in (each for each in (HOME, "wifi") if each in offered):
                await sends(answer=line)
                break
        await sends(answer=HOME_PASSWORD)
        await page.recv()


def addresses() -> list[str]:
    """Of this namespace's radio."""
    command = ("busybox", "ip", "-4", "-o", "address")
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return re.findall(r"inet (10\.[\d.]+)", said)


def addresses_at_home() -> list[str]:
    return [each for each in addresses() if each.startswith("10.77.")]


def address_of(name: str) -> str:
    """Asks everybody in the network, as phones do. Runs in the phone's namespace."""
    labels = b"".join(bytes([len(each)]) + each.encode() for each in name.split("."))
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asks:
        (own,) = addresses_at_home()
        asks.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(own))
        asks.settimeout(5)
        for _ in range(60):
            asks.sendto(struct.pack(">6H", 0, 0, 1, 0, 0, 0) + labels + b"\0" + struct.pack(">2H", 1, 0x8001), MDNS)
            with suppress(TimeoutError):
                answer = asks.recv(4096)
                if b"\x0a\x4d\x00" in answer:
                    return socket.inet_ntoa(answer[answer.index(b"\x0a\x4d\x00") :][:4])
    raise TimeoutError


def opens(address: str) -> None:
    with socket.create_connection((address, PORT), PATIENCE) as page:
        page.sendall(f"GET / HTTP/1.1\r\nHost: {address}:{PORT}\r\nConnection: close\r\n\r\n".encode())
        assert b"200 OK" in page.recv(4096)


# ── an evening ───────────────────────────────────────────────────────────────────────────────────


def hotspot() -> tuple[str, str]:
    profile = Path("/var/lib/NetworkManager/system-connections/hotspot.nmconnection").read_text()
    name, password = re.findall(r"^(?:ssid|psk)=(.*)$", profile, re.M)
    return name, password


def code_on_the_screen() -> str:
    command = ("journalctl", "--boot", "--unit", "wordtable-first-boot", "--output", "cat")
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return str(re.findall(r"^Code (\w+)$", said, re.M)[-1])


def evening() -> None:
    subprocess.run(("systemctl", "stop", "NetworkManager"), check=True)  # the home network is there before the table
    subprocess.run(("modprobe", "mac80211_hwsim", "radios=3"), check=True)
    until(lambda: Path("/sys/class/net/wlan2").exists())
    home, phone = Somewhere("wlan2"), Somewhere("wlan1")
    home.run("busybox", "ip", "address", "add", f"{HOME_ADDRESS}/24", "dev", "wlan2")
    home.uses(f'ssid="{HOME}"\npsk="{HOME_PASSWORD}"\nmode=2\nfrequency=2412')
    home.start(
        "dnsmasq", "--no-daemon", "--conf-file=/dev/null", "--port=0", "--interface=wlan2",
        "--dhcp-range=10.77.0.10,10.77.0.99,1h", "--dhcp-leasefile=/run/home.leases",
    )  # fmt: skip
    subprocess.run(("systemctl", "start", "NetworkManager"), check=True)
    tell("the home network is open")
    while not addresses_at_home():  # an emulated radio may be too slow for it, and whoever sees that tries again
        gateway = phone.joins(*hotspot())
        tell(f"the phone has joined the table's own Wi-Fi at {gateway}")
        phone.run(sys.executable, __file__, "opens", gateway)
        tell("the phone has opened the page")
        phone.run(sys.executable, __file__, "page", gateway, code_on_the_screen())
        tell("the phone has chosen the home network")
        until(lambda: OWN_ADDRESS not in addresses())
        until(addresses)
    tell("the table has joined it")
    phone.joins(HOME, HOME_PASSWORD)
    found = phone.run(sys.executable, __file__, "name", "wordtable.local").strip()
    phone.run(sys.executable, __file__, "opens", found)
    tell("the phone has found wordtable.local")


if __name__ == "__main__":
    match sys.argv[1:]:
        case []:
            evening()
        case ["opens", address]:
            opens(address)
        case ["page", address, code]:
            asyncio.run(on_the_page(address, code))
        case ["name", name]:
            tell(address_of(name))
