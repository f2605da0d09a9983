"""Who needs the private screen, and what for: to hide a word, or to read what stands on no other screen."""

from firmware_host.console.keypads.lost import LostKeypads
from firmware_host.console.screens.glass import Claim, Why
from firmware_host.console.screens.open_texts import asked_at, needs_text, open_page
from firmware_host.console.sittings import Sittings
from firmware_host.games.shared.tasks import ListTask
from hardware.ports import Table


class Claims:
    def __init__(self, table: Table, sittings: Sittings, lost_keypads: LostKeypads) -> None:
        self._table = table
        self._sittings = sittings
        self._seats = sittings.seats
        self._lost_keypads = lost_keypads

    def now(self) -> list[Claim]:
        """Secrets come before texts. Whoever cannot type comes last, and is not called to read something."""
        if self._table.private is None:
            return []
        cannot_type = self._lost_keypads.cannot_type
        seats = sorted(self._seats, key=lambda seat: (seat in cannot_type, seat))
        secrets = [self._secret(seat) for seat in seats if self._has_a_secret(seat)]
        texts = [
            self._text(seat) for seat in seats if seat not in cannot_type and self._needs_text(seat, bool(secrets))
        ]
        return secrets + texts

    def _has_a_secret(self, seat: int) -> bool:
        return not self._table.seats[seat].hooded and self._sittings.asks_privately(seat)

    def _secret(self, seat: int) -> Claim:
        """With a menu open, a seat that can read it nowhere else wants the screen before its turn."""
        nowhere_else = self._table.seats[seat].panel is None and not self._table.public_is_seen
        return Claim(seat, Why.HIDING, asked_at(self._sittings, seat).opened if nowhere_else else ())

    def _needs_text(self, seat: int, in_use: bool) -> bool:
        """Whether the seat needs the private screen to read something. Open texts stand there while nobody has it."""
        if self._table.seats[seat].panel is not None:
            return False
        asked = asked_at(self._sittings, seat)
        if asked.sitting.asks_privately or not needs_text(asked):
            return False
        openly = self._table.public_is_seen or not in_use
        return not openly or open_page(asked) is None

    def _text(self, seat: int) -> Claim:
        asked = asked_at(self._sittings, seat)
        question = isinstance(asked.task, ListTask) or bool(asked.desk.open)
        about = (*asked.opened, asked.desk.message)
        return Claim(seat, Why.QUESTION if question else Why.MESSAGE, about)
