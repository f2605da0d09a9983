"""What the parts of the console may ask of the evening as a whole."""

from collections.abc import Callable, Mapping
from typing import Protocol

from firmware_host.console.announce import News
from firmware_host.console.tasks import ListTask
from firmware_host.rules.games import View
from firmware_host.rules.table import Action


class Evening(Protocol):
    @property
    def players(self) -> Mapping[int, str]:
        """The people of the running game, by seat, whoever joined first in front."""

    def view_of(self, name: str) -> View | None: ...
    def asks_privately(self, seat: int) -> bool:
        """Whether they have something private to do, with or without a screen for it."""

    def reads_privately(self, seat: int) -> bool:
        """Whether they do it now, and what they are asked stands where nobody else reads it."""

    def now(self) -> float: ...
    def act(self, seat: int, action: Action) -> bool: ...
    def tell(self, news: News) -> None: ...
    def say_to(self, seat: int, say: str) -> None: ...
    def put_up(self, say: str) -> None:
        """On the message line of every seat, when it is drawn next; empty takes it away."""

    def draw(self) -> None:
        """Every display, as everything is now."""

    def ask(self, seat: int, question: ListTask) -> None: ...
    def take_back(self, question: str) -> None:
        """Closes a question of this name wherever it stands."""

    def alarm(self, name: str, when: float | None, call: Callable[[], None]) -> None:
        """Rings once, at that moment; a new one of the same name takes its place, None only removes it."""
