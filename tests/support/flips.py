"""A small journal in which single bits are flipped, for tests and for the soak."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from firmware_host.journal.history import read_history
from firmware_host.journal.journal import Journal
from firmware_host.journal.opening import read_ledger
from firmware_host.journal.seals import seal
from hardware.clock import VirtualClock
from tests.support.night import RESULT, Night, a_round, nothing, party


def small_journal(file: Path) -> bytes:
    """Names, a house word, a comfort, a finished game and one that goes on, all in the file itself."""
    night = Night(file)
    night.journal.remember_name(1, "Ann", nothing)
    night.journal.remember_name(2, "Bob", nothing)
    night.journal.remember_name(2, "Cy", nothing)
    night.journal.allow_word("ZIZZY", nothing)
    night.journal.remember_comforts({3: {"palette": "orange-blue"}}, nothing)
    a_round(night)
    night.journal.finish(RESULT, nothing)
    night.begins(party())
    night.plays("Ann", "secret", word="SOLVE")
    night.plays("Bob", "guess", word="CRUMB")
    night.journal.clock(5.0)
    night.journal.close()
    return file.read_bytes()


def with_a_long_row(file: Path) -> bytes:
    """A game with so many cards that its row goes on in other pages."""
    night = Night(file)
    night.journal.remember_name(1, "Ann", nothing)
    night.journal.begin({**party().session.save(), "deck": [["CRANE", "SOLVE"]] * 500}, {1: "Ann"}, {}, nothing)
    night.journal.close()
    return file.read_bytes()


class SpoiltJournals:
    """Journals with one flipped bit, one after the other in the same place."""

    def __init__(self, file: Path, content: bytes) -> None:
        self.file = file
        self._content = content
        with closing(read_ledger(file)) as ledger:
            self._rows = {row.number: row for row in ledger.rows.all()}
        self._spans = {number: self._span(seal(row).encode()) for number, row in self._rows.items()}

    @property
    def bits(self) -> int:
        return 8 * len(self._content)

    def _span(self, sealed: bytes) -> range:
        start = self._content.find(sealed)
        return range(start, start + len(sealed)) if start >= 0 else range(len(self._content))  # it goes on elsewhere

    def what_went_wrong(self, bit: int) -> Iterator[str]:
        """Opens the journal with this bit flipped, as the console does, and looks for everything that was in it."""
        for old in self.file.parent.iterdir():
            old.unlink()
        content = bytearray(self._content)
        content[bit // 8] ^= 1 << bit % 8
        self.file.write_bytes(content)
        before = bytes(content)
        list(read_history(self.file))
        if self.file.read_bytes() != before:
            yield "history changed the file"
        journal = Journal.on_the_spot(self.file, VirtualClock())
        journal.unfinished()
        journal.remember_name(1, "Dot", nothing)
        journal.close()
        yield from self._missing(bit // 8)

    def _missing(self, byte: int) -> Iterator[str]:
        with closing(read_ledger(self.file)) as ledger:
            there = {row.number: row for row in ledger.rows.all()}
        lost = {number for number, row in self._rows.items() if there.get(number) != row}
        if len(lost) > 1:
            yield f"{len(lost)} rows are lost"
        if not any("Dot" in row.content for row in there.values()):
            yield "the evening is not saved"
        for number in lost:
            if byte not in self._spans[number]:
                yield f"row {number} is lost, and it was not damaged"
