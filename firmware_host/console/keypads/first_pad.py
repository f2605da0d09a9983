"""The first keypad of a table that has none: it is looked for, paired and given to a seat without a key being pressed.

The search begins some seconds after the start, if nobody can type at any seat and none was ever paired here. It is all
shown at the first seat, whose keypad it becomes. It ends with the first key, keypad or phone that comes from anywhere.
"""

from firmware_host.console.alarms import Alarms
from firmware_host.console.keypads.lost import LostKeypads
from firmware_host.console.keypads.pairing import Failed, Looking, Pads, Whose
from firmware_host.console.seats import Seats
from firmware_host.games.shared.wishes import AssignPad, PairPad
from hardware.ports import PadsInTurn, Table

STARTS_AFTER = 10.0  # seconds: keypads that are there, and Bluetooth itself, need some of them
AGAIN_AFTER = 6.0  # so long a failure can be read
ALARM = "first pad"


class FirstPad:
    """Answers for the seat what would need keys, until the seat has some."""

    def __init__(self, table: Table, pads: Pads, lost_keypads: LostKeypads, seats: Seats, alarms: Alarms) -> None:
        self._table = table
        self._pads = pads
        self._lost_keypads = lost_keypads
        self._seats = seats
        self._alarms = alarms
        self._seat: int | None = None
        self._in_turn = PadsInTurn()

    def start(self) -> None:
        self._alarms.set(ALARM, self._alarms.now() + STARTS_AFTER, self._begin)

    def not_needed(self) -> None:
        """Something was pressed or has come. A keypad whose digits are being typed is not disturbed."""
        searches = self._seat is not None
        if searches and not isinstance(self._pads.step, Looking | Failed):
            return
        self._end()
        if searches:
            self._pads.stop()

    def follow(self) -> None:
        """The search has come a step further."""
        if self._seat is None or self._pads.seat != self._seat or not self._pads.alone:
            self._end()
            return
        match self._pads.step:
            case Looking(pads) if pads:
                self._pads.wish(self._seat, PairPad(self._in_turn.next(pads).address))
            case Whose(pad):
                self._pads.guess(pad, self._seat)
                self._pads.wish(self._seat, AssignPad(self._seat))
                self._end()
            case Failed():
                self._alarms.set(ALARM, self._alarms.now() + AGAIN_AFTER, self._look)

    def _begin(self) -> None:
        if self._is_needed():
            self._seat = min(self._table.seats)
            self._look()

    def _is_needed(self) -> bool:
        lost = self._lost_keypads.cannot_type
        types = any(seat.has_keypad and number not in lost for number, seat in self._table.seats.items())
        shared = (self._table.private, self._table.public)
        shows = any(shared) or any(seat.panel for seat in self._table.seats.values())
        return self._pads.possible and shows and not types and not self._pads.any_given and not self._seats.lobby.joined

    def _look(self) -> None:
        if self._seat is not None:
            self._pads.look_alone(self._seat)

    def _end(self) -> None:
        self._seat = None
        self._alarms.set(ALARM, None, self._begin)
