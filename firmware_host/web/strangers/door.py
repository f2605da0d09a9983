"""The door: every connection passes it, and stays outside until its page has been opened.

Strangers share a limited number of places outside. Whoever has given a code, or sits at the table's own computer, has
other places, so strangers cannot keep players out.
"""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from firmware_host.frozen import frozen
from firmware_host.web.strangers.limits import (
    BYTES_OF_A_VISIT,
    CONNECTIONS,
    REQUESTS,
    WRONG_CODES,
    Allowance,
    Debts,
    Frames,
    Places,
    names_of,
)
from firmware_host.web.strangers.turns import PAUSE, InTurn, Later, Line, Turns

KEPT_FREE, KEPT_FREE_EACH = 128, 48  # for addresses that have given a code
MOST_KNOWN = 256  # addresses that have given a code

Client = tuple[str, int]  # address and port: no two connections have the same


@frozen
class Outside:
    """Where strangers wait: connections in all and of one address, and the seconds from one of them to the next."""

    places: int = 64
    each: int = 16
    pause: float = PAUSE


@dataclass(eq=False, slots=True)
class Visit:
    """One connection, from the first byte to the last."""

    client: Client
    line: Line
    bytes: Allowance
    frames: Frames = field(repr=False)
    in_turn: InTurn = field(repr=False)  # what it sends is read through this
    stays: bool = False  # its answer goes on for as long as the page is open


OUTSIDE = Outside()


class Door:
    def __init__(self, now: Callable[[], float], later: Later, outside: Outside = OUTSIDE) -> None:
        self._now = now
        self._turns = Turns(now, later, outside.pause)
        self._visits: dict[Client, Visit] = {}
        self._strangers: Places[Client] = Places(outside.places, outside.each, last_in_stays=True)
        self._guests: Places[Client] = Places(KEPT_FREE, KEPT_FREE_EACH, last_in_stays=True)
        self._known: OrderedDict[str, None] = OrderedDict()
        self._connected = Debts(CONNECTIONS)
        self._asked = Debts(REQUESTS)
        self._wrong = Debts(WRONG_CODES)

    # ── connections ──────────────────────────────────────────────────────────────────────────────

    def knocks(self, address: str) -> bool:
        """Somebody wants to connect. False: they have done so too often, or have too many connections already."""
        known = self._knows(address)
        return self._connected.spend(address, self._now(), known=known) and self._places(address).room_for(address)

    def comes(self, client: Client, line: Line) -> Visit:
        """A connection is made; another may have to end for it, or this one."""
        now = self._now()
        in_turn = InTurn(self._turns, line, partial(self._is_stranger, client[0]))
        visit = Visit(client, line, Allowance(BYTES_OF_A_VISIT, now), Frames(now), in_turn)
        self._visits[client] = visit
        goes = self._places(client[0]).take(client, client[0])
        if goes is not None:
            self._visits.pop(goes).line.abort()
        return visit

    def goes(self, visit: Visit) -> None:
        visit.in_turn.drop()
        if self._visits.get(visit.client) is visit:
            del self._visits[visit.client]
            self.is_inside(visit.client)

    def sends(self, visit: Visit, data: bytes, *, frames: bool) -> bool:
        """Whether what a connection has sent is still within its limits."""
        now = self._now()
        return visit.frames.may_come(data, now) if frames else visit.bytes.spend(now, len(data))

    # ── people ───────────────────────────────────────────────────────────────────────────────────

    def asks(self, address: str) -> bool:
        """One more request. False: too many."""
        return self._asked.spend(address, self._now(), known=self._knows(address))

    async def turn_of(self, address: str) -> None:
        """Returns when this address is to be answered: strangers wait for each other, players for nobody."""
        if self._is_stranger(address):
            await self._turns.mine()

    def enters(self, client: Client) -> None:
        """They have given the right code, or sit at this computer."""
        self.is_inside(client)
        if client in self._visits:
            self._visits[client].frames.allow_more(self._now())
        own, _ = names_of(client[0])
        self._known[own] = None
        self._known.move_to_end(own)
        if len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)

    def is_inside(self, client: Client) -> None:
        """Their page is open, and pages have limits of their own."""
        for places in (self._strangers, self._guests):
            places.leave(client)

    def stays(self, client: Client) -> None:
        """What they are sent does not end by itself, and has a place of its own."""
        self.is_inside(client)
        if client in self._visits:
            self._visits[client].stays = True

    def may_try_a_code(self, address: str) -> bool:
        return self._wrong.may(address, self._now(), known=self._knows(address))

    def tried_a_wrong_code(self, address: str) -> None:
        self._wrong.spend(address, self._now(), known=self._knows(address))

    def _places(self, address: str) -> Places[Client]:
        return self._guests if self._knows(address) else self._strangers

    def _is_stranger(self, address: str) -> bool:
        return not self._knows(address)

    def _knows(self, address: str) -> bool:
        return names_of(address)[0] in self._known
