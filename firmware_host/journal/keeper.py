"""What the console wants kept: every accepted action before its effect is shown, and what outlives an evening."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import Protocol

from firmware_host.frozen import frozen
from firmware_host.remembered.chronicle import Evening
from firmware_host.remembered.played import Played
from firmware_host.texts.text import Text


@frozen
class Unfinished:
    """A game that was going on when the power went."""

    save: Mapping[str, object] = field(repr=False)  # as `Session.load` takes it
    seats: Mapping[int, str]
    computers: Mapping[str, str]  # the computer players and how well each plays


Done = Callable[[], None]
PersonChange = Callable[[Callable[[Text], None]], None]  # changes who is who, and tells what became of it
ToTell = Sequence[Mapping[str, object]]  # what a league is to be told: facts that everybody may know
Comforts = Mapping[int, Mapping[str, str]]  # by seat, each by its name


class Memory(Protocol):
    """What was kept, to be read. Only the referee has the `Keeper`, so nobody else can change anything unsaved."""

    def unfinished(self) -> Unfinished | None: ...
    def last_names(self, seat: int) -> tuple[str, ...]: ...
    def house_words(self) -> tuple[tuple[str, ...], tuple[str, ...]]: ...
    def comforts(self, seat: int) -> Mapping[str, str]: ...
    def tonight(self) -> Evening | None:
        """The games of this evening that came to their end."""

    def lately(self) -> Sequence[Played]:
        """The last games that came to their end, the newest first, without their rounds."""

    def has_older_games(self) -> bool:
        """Whether there are games before those."""

    def look_back(self, pages: int, done: Callable[[Sequence[Played]], None]) -> None:
        """Older games, so many pages before those, the newest first. They are told later."""

    def people(self) -> tuple[str, ...]:
        """Everybody who has typed a name or played lately, by their names of today."""

    def look_up(self, game: int, done: Callable[[Played | None], None]) -> None:
        """A finished game with its rounds, by its number. It is told later: nobody waits for the disk."""

    def newest_game(self) -> int:
        """The number of the game that was begun last; 0 if there is none."""


class Keeper(Memory, Protocol):
    """`done` is called, on the loop, when what was given is safe; never from within the call itself."""

    def begin(
        self,
        save: Mapping[str, object],
        seats: Mapping[int, str],
        computers: Mapping[str, str],
        done: Done,
    ) -> None: ...
    def sit(self, seats: Mapping[int, str], done: Done) -> None: ...
    def add(self, entry: str, done: Done, told: ToTell = ()) -> None: ...
    def clock(self, now: float) -> None: ...
    def finish(self, result: Mapping[str, object], done: Done) -> None: ...
    def remember_name(self, seat: int, name: str, done: Done) -> None: ...
    def who_is_who(self, how: str, name: str, other: str, found: Callable[[PersonChange], None]) -> None:
        """Looks through all games, and nobody waits for that; then `found` is given what is to be saved."""

    def allow_word(self, word: str, done: Done) -> None: ...
    def remember_comforts(self, changes: Comforts, done: Done) -> None: ...
    def checkpoint(self) -> None:
        """Nobody is busy: a good moment to tidy up what was written. Nobody waits for it."""
