"""Limits for whoever is in the network: frames, bytes, wrong codes, connections. The time is passed in, never read.

An IPv6 address is counted twice: by itself, and with its whole /64, which may belong to one stranger or to everybody
in the house. So the limit of a /64 is higher than that of one address.
"""

from collections import Counter
from collections.abc import Hashable, Iterator
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import Generic, TypeVar

from firmware_host.frozen import frozen

MOST_REMEMBERED = 512  # debts
A_HOUSEHOLD, EVERYBODY = 4, 8  # times the limit of one address
Who = TypeVar("Who", bound=Hashable)


@frozen
class Limit:
    """So much at once, and so much a second after that."""

    at_once: float
    a_second: float


A_PAGE = Limit(
    400, 80
)  # frames: a key is two, and what a phone has kept back while the network stood still comes at once
BYTES_OF_A_PAGE = Limit(32_768, 8_192)
A_STRANGER = Limit(12, 1)  # frames before a code is given, and of a page that only looks
BYTES_OF_A_STRANGER = Limit(2_048, 256)
BYTES_OF_A_VISIT = Limit(32_768, 4_096)  # requests for pages, on one connection
CONNECTIONS = Limit(40, 4)  # from one address: a page needs up to seven
REQUESTS = Limit(120, 12)  # from one address: a page needs about twenty
WRONG_CODES = Limit(8, 4 / 60)  # from one address


class Allowance:
    """A token bucket: it fills with time up to a limit, and whatever is sent takes from it."""

    __slots__ = ("_left", "_limit", "_when")

    def __init__(self, limit: Limit, now: float) -> None:
        self._limit = limit
        self._left = limit.at_once
        self._when = now

    def left(self, now: float) -> float:
        self._left = min(self._limit.at_once, self._left + (now - self._when) * self._limit.a_second)
        self._when = now
        return self._left

    def owes(self, now: float) -> float:
        return self._limit.at_once - self.left(now)

    def spend(self, now: float, much: float = 1) -> bool:
        """False when there is not enough left."""
        if self.left(now) < much:
            return False
        self._left -= much
        return True


# ── who asks ─────────────────────────────────────────────────────────────────────────────────────


@lru_cache(maxsize=1024)
def names_of(address: str) -> tuple[str, str]:
    """An address and its network, which is the same for IPv4: how it is written makes no difference."""
    try:
        read = ip_address(address.partition("%")[0])
    except ValueError:
        return address, address
    if not isinstance(read, IPv6Address):
        return str(read), str(read)
    if read.ipv4_mapped is not None:
        return str(read.ipv4_mapped), str(read.ipv4_mapped)
    return str(read), f"{int(read) >> 64:x}/64"


class Debts:
    """What each address, each network and everybody together have used up of a limit.

    Only so many are remembered. Those who owe least are forgotten first, so nobody gets rid of a debt by asking from
    many other addresses.
    """

    def __init__(self, limit: Limit) -> None:
        self._limit = limit
        self._owing: dict[str, Allowance] = {}

    def may(self, address: str, now: float, *, known: bool = False) -> bool:
        """`known`: this address has given a code. It may do more, and does not pay for what others do."""
        return all(self._left(name, now) >= 1 for name, _ in self._payers(address, known))

    def spend(self, address: str, now: float, *, known: bool = False) -> bool:
        if not self.may(address, now, known=known):
            return False
        for name, times in self._payers(address, known):
            if name not in self._owing:
                self._owing[name] = Allowance(Limit(self._limit.at_once * times, self._limit.a_second * times), now)
            self._owing[name].spend(now)
        if len(self._owing) > MOST_REMEMBERED:
            self._forget_some(now)
        return True

    def _left(self, name: str, now: float) -> float:
        return self._owing[name].left(now) if name in self._owing else 1

    def _payers(self, address: str, known: bool) -> Iterator[tuple[str, int]]:
        """Whose limit is used, each with how many times as high it is."""
        own, network = names_of(address)
        if known:
            yield f"known {own}", A_HOUSEHOLD
            return
        yield own, 1
        yield "everybody", EVERYBODY
        if network != own:
            yield network, A_HOUSEHOLD

    def _forget_some(self, now: float) -> None:
        """A quarter at a time, so that it is not done with every request."""
        owing = sorted(self._owing.items(), key=lambda item: item[1].owes(now), reverse=True)
        self._owing = dict(owing[: MOST_REMEMBERED * 3 // 4])


class Places(Generic[Who]):
    """A number of places, and at most so many of them for one address. A crowd makes room for others.

    `last_in_stays`: among equals, whoever has been there longest has to go; otherwise whoever came last.
    """

    def __init__(self, most: int, each: int, *, last_in_stays: bool) -> None:
        self._most = most
        self._each = each
        self._last_in_stays = last_in_stays
        self._there: dict[Who, tuple[str, str]] = {}  # in the order in which they came

    def __len__(self) -> int:
        return len(self._there)

    def room_for(self, address: str) -> bool:
        """Whether one more from this address would stay: others may have to go for it."""
        own, network = names_of(address)
        return self._crowd(0)[own] < self._each and self._crowd(1)[network] < self._each * A_HOUSEHOLD

    def take(self, who: Who, address: str) -> Who | None:
        """Who has to go for that: nobody, somebody else, or whoever has just come."""
        fits = self.room_for(address)
        self._there[who] = names_of(address)
        if fits and len(self._there) <= self._most:
            return None
        goes = self._too_many() if fits else who
        del self._there[goes]
        return goes

    def leave(self, who: Who) -> None:
        self._there.pop(who, None)

    def _crowd(self, part: int) -> Counter[str]:
        return Counter(names[part] for names in self._there.values())

    def _too_many(self) -> Who:
        addresses, networks = self._crowd(0), self._crowd(1)
        in_order = list(self._there.items())
        candidates = in_order if self._last_in_stays else in_order[::-1]
        return max(candidates, key=lambda item: (networks[item[1][1]], addresses[item[1][0]]))[0]


# ── what is sent ─────────────────────────────────────────────────────────────────────────────────


class Frames:
    """Counts the frames and bytes of a socket as they come in, control frames and empty fragments too.

    It reads only the head of each frame (RFC 6455, section 5.2): what is in it is for others.
    """

    def __init__(self, now: float, frames: Limit = A_STRANGER, much: Limit = BYTES_OF_A_STRANGER) -> None:
        self._frames = Allowance(frames, now)
        self._bytes = Allowance(much, now)
        self._head = bytearray()
        self._to_come = 0  # bytes of the frame that has begun

    def may_come(self, data: bytes, now: float) -> bool:
        """False as soon as it is too much."""
        return self._bytes.spend(now, len(data)) and all(self._frames.spend(now) for _ in self._begun_in(data))

    def allow_more(self, now: float) -> None:
        """From now on it is the page of a player."""
        self._frames = Allowance(A_PAGE, now)
        self._bytes = Allowance(BYTES_OF_A_PAGE, now)

    def _begun_in(self, data: bytes) -> Iterator[None]:
        """Once for each frame whose head is complete."""
        at = 0
        while at < len(data):
            if self._to_come:
                step = min(self._to_come, len(data) - at)
                self._to_come -= step
                at += step
                continue
            self._head.append(data[at])
            at += 1
            if len(self._head) >= 2 and len(self._head) == _length_of_head(self._head[1]):
                self._to_come = _length_of_frame(self._head)
                self._head.clear()
                yield


def _length_of_head(second: int) -> int:
    return 2 + {126: 2, 127: 8}.get(second & 0x7F, 0) + (4 if second & 0x80 else 0)


def _length_of_frame(head: bytearray) -> int:
    short = head[1] & 0x7F
    return short if short < 126 else int.from_bytes(head[2 : 4 if short == 126 else 10], "big")
