"""Who needs the private screen, and what for: to hide a word, or to read what stands on no other screen."""

from firmware_host.console.keypads.lost import LostKeypads
from firmware_host.console.screens.glass import Claim, Why
from firmware_host.console.screens.open_texts import Asked, AskedSeats, needs_text
from firmware_host.games.shared.tasks import ListTask
from hardware.ports import Table


class Claims:
    def __init__(self, table: Table, asked: AskedSeats, lost_keypads: LostKeypads) -> None:
        self._table = table
        self._asked = asked
        self._lost_keypads = lost_keypads
        # A seat with a hood and a panel does and reads everything there.
        self._seats = sorted(number for number, seat in table.seats.items() if not seat.hooded or seat.panel is None)

    def now(self) -> list[Claim]:
        """Secrets come before texts. Whoever cannot type comes last, and is not called to read something."""
        if self._table.private is None or not self._seats:
            return []
        cannot_type = self._lost_keypads.cannot_type
        seats = sorted(self._seats, key=cannot_type.__contains__)
        asked = {seat: self._asked.at(seat) for seat in seats}
        secrets = [self._secret(seat, each) for seat, each in asked.items() if self._has_a_secret(seat, each)]
        texts = [
            _text(seat, each)
            for seat, each in asked.items()
            if seat not in cannot_type and self._needs_text(seat, each, bool(secrets))
        ]
        return secrets + texts

    def _has_a_secret(self, seat: int, asked: Asked) -> bool:
        return not self._table.seats[seat].hooded and asked.sitting.asks_privately

    def _secret(self, seat: int, asked: Asked) -> Claim:
        """With a menu open, a seat that can read it nowhere else wants the screen before its turn."""
        nowhere_else = self._table.seats[seat].panel is None and not self._table.public_is_seen
        return Claim(seat, Why.HIDING, asked.opened if nowhere_else else ())

    def _needs_text(self, seat: int, asked: Asked, in_use: bool) -> bool:
        """Whether the seat needs the private screen to read something. Open texts stand there while nobody has it."""
        if self._table.seats[seat].panel is not None:
            return False
        if asked.sitting.asks_privately or not needs_text(asked):
            return False
        openly = self._table.public_is_seen or not in_use
        return not openly or asked.text is None


def _text(seat: int, asked: Asked) -> Claim:
    question = isinstance(asked.task, ListTask) or bool(asked.desk.open)
    about = (*asked.opened, asked.desk.message)
    return Claim(seat, Why.QUESTION if question else Why.MESSAGE, about)
