"""A network of the test's own: the club's, and one for each house, joined by cables that can be cut, slowed or filled.

Everything is inside this computer, in namespaces that end with the test. They need root; without it, everybody is on
the loopback, where nothing can be cut.
"""

import ctypes
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from pathlib import Path
from random import Random

ROOT_MAY = os.getuid() == 0
NEW_NETWORK = 0x40000000  # CLONE_NEWNET
LOOPBACK = "127.0.0.1"
_libc = ctypes.CDLL(None, use_errno=True)


class Weather(Enum):
    """What becomes of a cable."""

    FINE = "fine"
    CUT = "cut"
    SLOW = "slow"  # eight kilobytes a second, with a queue of two seconds
    LOSSY = "lossy"  # whatever comes while another packet waits is dropped


SHAPES = {
    Weather.SLOW: ("rate", "64kbit", "burst", "1600", "latency", "2s"),
    Weather.LOSSY: ("rate", "512kbit", "burst", "1600", "limit", "1600"),
}


def _do(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True)


class House:
    """Where a table or a service is: on the loopback, or at the other end of a cable."""

    club, here = LOOPBACK, LOOPBACK  # the addresses of both ends
    enter: tuple[str, ...] = ()  # a command's beginning that runs it there

    def becomes(self, weather: Weather) -> None:
        """On the loopback it is always fine."""

    def close(self) -> None: ...


class HouseWithCable(House):
    def __init__(self, number: int) -> None:
        self._cable = f"house{number}"
        self.club, self.here = f"10.9.{number}.1", f"10.9.{number}.2"
        self._holder = subprocess.Popen(["unshare", "--net", "sh", "-c", "echo; exec sleep infinity"], stdout=-1)
        assert self._holder.stdout is not None
        self._holder.stdout.readline()
        self.enter = ("nsenter", f"--net=/proc/{self._holder.pid}/ns/net")
        _do("ip", "link", "add", self._cable, "type", "veth", "peer", "name", "club", "netns", str(self._holder.pid))
        _do("ip", "address", "add", f"{self.club}/24", "dev", self._cable)
        _do("ip", "link", "set", self._cable, "up")
        for command in ("address add {}/24 dev club", "link set club up", "link set lo up"):
            _do(*self.enter, "ip", *command.format(self.here).split())

    def becomes(self, weather: Weather) -> None:
        _do("ip", "link", "set", self._cable, "down" if weather is Weather.CUT else "up")
        for device, enter in ((self._cable, ()), ("club", self.enter)):
            subprocess.run([*enter, "tc", "qdisc", "del", "dev", device, "root"], capture_output=True, check=False)
            if weather in SHAPES:
                _do(*enter, "tc", "qdisc", "add", "dev", device, "root", "tbf", *SHAPES[weather])

    def close(self) -> None:
        """The namespace goes with its last process, and the cable with it."""
        self._holder.kill()
        self._holder.communicate()


class Disk:
    """A small disk of the broker's own, which can be full. Without root it is a folder like any other."""

    def __init__(self, folder: Path, size: str = "1m") -> None:
        self.folder = folder
        folder.mkdir()
        if ROOT_MAY:
            _do("mount", "-t", "tmpfs", "-o", f"size={size},mode=0777", "tmpfs", str(folder))

    def fill(self) -> None:
        if ROOT_MAY:
            with (self.folder / "ballast").open("ab", buffering=0) as ballast:
                try:
                    while True:
                        ballast.write(bytes(4096))
                except OSError:
                    pass

    @property
    def is_full(self) -> bool:
        return not ROOT_MAY or not shutil.disk_usage(self.folder).free

    def empty(self) -> None:
        (self.folder / "ballast").unlink(missing_ok=True)

    def close(self) -> None:
        if ROOT_MAY:
            _do("umount", "--lazy", str(self.folder))


@contextmanager
def club_network() -> Iterator[None]:
    """While it lasts, this thread and whatever it starts are in a network that nobody else is in."""
    if not ROOT_MAY:
        yield
        return
    with Path("/proc/thread-self/ns/net").open() as before:
        if _libc.unshare(NEW_NETWORK):
            raise OSError(ctypes.get_errno(), "no network of its own")
        try:
            _do("ip", "link", "set", "lo", "up")
            yield
        finally:
            _libc.setns(before.fileno(), NEW_NETWORK)


def house(number: int) -> House:
    return HouseWithCable(number) if ROOT_MAY else House()


def weather(rng: Random) -> Weather:
    """A bad cable is mended about as often as a good one breaks."""
    return rng.choice((Weather.FINE, Weather.FINE, Weather.CUT, Weather.SLOW, Weather.LOSSY))
