"""What the league has yet to be told: kept with the evening, until the league says that it has it."""

from collections.abc import Mapping, Sequence

from firmware_host.journal.ledger import Ledger
from firmware_host.journal.saving import Saving, Writer
from firmware_host.texts.text import NOTHING, Text


class Outbox(Saving):
    def __init__(self, ledger: Ledger, writer: Writer, trouble: Text = NOTHING) -> None:
        super().__init__(ledger, writer, trouble)
        self._untold: Mapping[str, str] = ledger.untold()
        self._pledges = ledger.pledges()
        self.played = ledger.played()  # the name of the running game, as the league knows it

    def untold(self) -> Mapping[str, str]:
        """As JSON by its key, the oldest first: all of it is on the disk."""
        return self._untold

    def taken(self, keys: Sequence[str]) -> None:
        """The league has these: they need not be told again."""

        def take(ledger: Ledger) -> None:
            for key in keys:
                ledger.taken(key)

        self._keep(take)

    def pledges(self) -> Mapping[str, str]:
        """What the league has committed to, by evening."""
        return self._pledges

    def pledge(self, pledges: Mapping[str, str]) -> None:
        kept = self._pledges = dict(pledges)
        self._keep(lambda ledger: ledger.pledge(kept))

    def _has_written(self) -> None:
        self._untold, self.played = self._ledger.untold(), self._ledger.played()
