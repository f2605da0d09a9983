"""How much a page may ask for: messages a second, and wrong codes a minute. Time is given, never read."""

from collections import OrderedDict
from ipaddress import IPv6Address, ip_address

BURST, A_SECOND = 60.0, 40.0  # messages of one page: quicker than any two hands
TRIES, TRIES_A_MINUTE = 8.0, 4.0  # wrong codes of one address
MOST_ADDRESSES = 512


class Allowance:
    """Fills up with time, and is spent. What is not used is kept, up to so much."""

    __slots__ = ("_a_second", "_left", "_most", "_when")

    def __init__(self, most: float, a_second: float, now: float) -> None:
        self._most = self._left = most
        self._a_second = a_second
        self._when = now

    def left(self, now: float) -> bool:
        self._left = min(self._most, self._left + (now - self._when) * self._a_second)
        self._when = now
        return self._left >= 1

    def spend(self, now: float) -> bool:
        """False when nothing is left to spend."""
        if not self.left(now):
            return False
        self._left -= 1
        return True


class Doorkeeper:
    """Counts wrong codes by address, so that nobody finds one by trying. A whole IPv6 network is one address."""

    def __init__(self) -> None:
        self._tries: OrderedDict[str, Allowance] = OrderedDict()

    def may_try(self, address: str, now: float) -> bool:
        return self._of(address, now).left(now)

    def was_wrong(self, address: str, now: float) -> None:
        self._of(address, now).spend(now)

    def _of(self, address: str, now: float) -> Allowance:
        name = _network(address)
        if name not in self._tries:
            self._tries[name] = Allowance(TRIES, TRIES_A_MINUTE / 60, now)
            if len(self._tries) > MOST_ADDRESSES:
                self._tries.popitem(last=False)
        self._tries.move_to_end(name)
        return self._tries[name]


def _network(address: str) -> str:
    try:
        read = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    return str(int(read) >> 64) if isinstance(read, IPv6Address) and read.ipv4_mapped is None else str(read)
