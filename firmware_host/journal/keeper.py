"""What the console wants kept: every accepted action before its effect is shown, and what outlives an evening."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from firmware_host.rules.views import TableView


@dataclass(frozen=True)
class Unfinished:
    """A game that was going on when the power went."""

    save: Mapping[str, object] = field(repr=False)  # as `Session.load` takes it
    seats: Mapping[int, str]
    computers: Mapping[str, str]  # the computer players and how well each plays


class Keeper(Protocol):
    """`done` is called, on the loop, when what was given is safe; never from within the call itself."""

    def unfinished(self) -> Unfinished | None: ...
    def begin(
        self,
        save: Mapping[str, object],
        seats: Mapping[int, str],
        computers: Mapping[str, str],
        done: Callable[[], None],
    ) -> None: ...
    def add(self, entry: str, done: Callable[[], None]) -> None: ...
    def clock(self, now: float) -> None: ...
    def finish(self, result: Mapping[str, object], done: Callable[[], None]) -> None: ...
    def last_names(self, seat: int) -> tuple[str, ...]: ...
    def remember_name(self, seat: int, name: str) -> None: ...
    def house_words(self) -> tuple[tuple[str, ...], tuple[str, ...]]: ...
    def allow_word(self, word: str) -> None: ...
    def comforts(self, seat: int) -> Mapping[str, str]: ...
    def remember_comfort(self, seat: int, name: str, value: str) -> None: ...


def result_of(table: TableView) -> dict[str, object]:
    """What is kept of a game that is over, beside its log."""
    return {
        "game": table.game,
        "scores": dict(table.scores),
        "winners": list(table.winners or ()),
        "rounds": table.round,
    }
