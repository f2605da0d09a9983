"""The first keypad of a table without any, from the console down to BlueZ's stand-in on a real bus."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_host import dictionaries
from firmware_host.console.console import Console
from firmware_host.console.keypads.first_pad import AGAIN_AFTER, STARTS_AFTER
from firmware_host.console.settings import evening_settings
from firmware_host.games.shared.page import Page
from firmware_host.journal.journal import Journal
from firmware_host.journal.ledger import MEMORY
from firmware_host.journal.opening import open_ledger
from firmware_host.journal.saving import WriterOnTheSpot
from firmware_host.texts.language import english
from hardware.ports import Pairing
from hardware.simulated.table import SimulatedTable
from tests.console.keypads.test_first_pad import without_keypads
from tests.hardware.kinds.keypad.air import Air
from tests.hardware.kinds.keypad.bluez import NUMPAD, Bluez

pytestmark = pytest.mark.proof

DIGITS = 271828


class TableOnTheAir(SimulatedTable):
    """Its displays are simulated, and its radio speaks to a bus."""

    def __init__(self, air: Air) -> None:
        super().__init__(without_keypads(), air.loop)
        self._radio = air.pairing

    @property
    def pairing(self) -> Pairing:
        return self._radio


class FirstEvening:
    """A console that has just been switched on, and a keypad that blinks beside it."""

    def __init__(self, folder: Path) -> None:
        self.air = Air(folder)
        self.air.bluez.appears()
        self.air.bluez.asks = self._type_the_digits
        self.typed = DIGITS
        table, settings = TableOnTheAir(self.air), without_keypads()
        ledger, trouble = open_ledger(MEMORY, lambda: 0.0)
        journal = Journal(ledger, WriterOnTheSpot(self.air.loop), trouble)
        self.console = Console(table, self.air.loop, journal, dictionaries.load, evening_settings(settings, 0))
        self.console.start()
        self.pages: list[Page] = []

    @property
    def page(self) -> Page:
        """What the first seat's panel says."""
        return self.console.snapshot().seats[1].sitting.own

    async def _type_the_digits(self, bluez: Bluez, path: str) -> str:
        await bluez.ask("DisplayPasskey", "ouq", path, DIGITS, 0)
        self.pages.append(self.page)
        return "" if self.typed == DIGITS else "org.bluez.Error.AuthenticationFailed"

    def waits_for(self, title: str) -> None:
        self.air.loop.wait(lambda: english(self.page.title) == title)

    def close(self) -> None:
        self.console.close()
        self.air.close()


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[FirstEvening]:
    made = FirstEvening(tmp_path)
    made.air.loop.fly(STARTS_AFTER)
    yield made
    made.close()


def test_it_shows_the_digits_that_bluez_wants(evening: FirstEvening) -> None:
    evening.waits_for("Which key layout?")
    assert [page.big for page in evening.pages] == [str(DIGITS)]


def test_it_is_given_to_the_first_seat(evening: FirstEvening) -> None:
    evening.waits_for("Which key layout?")
    assert [(address, seat) for address, seat, _ in evening.air.given] == [(NUMPAD, 1)]


def test_wrong_digits_are_told_and_asked_for_anew(evening: FirstEvening) -> None:
    evening.typed = 0
    evening.waits_for("Not paired")
    evening.typed = DIGITS
    evening.air.loop.fly(AGAIN_AFTER)
    evening.waits_for("Which key layout?")
    assert len(evening.pages) == 2
