"""Whoever follows the evening from outside, such as a league: is told what everybody may see, after it is saved."""

from typing import Protocol

from firmware_host.console.referee import NoStory, Referee, Story
from firmware_host.games import registry as games
from firmware_host.games.shared.table import Action, Event
from firmware_host.games.shared.views import View


class Onlooker(Protocol):
    """Must return at once: the displays are drawn after it."""

    @property
    def story(self) -> Story: ...
    def happened(self, view: View | None, events: tuple[Event, ...] = ()) -> None:
        """What everybody may see has changed; None in the lobby."""

    def device(self, name: str, *, lost: bool) -> None: ...
    def holds_back(self, view: View) -> bool:
        """Whether the word that this player is to hide will come from outside: a computer player waits for it."""


class Nobody:
    story = NoStory()

    def happened(self, view: View | None, events: tuple[Event, ...] = ()) -> None: ...
    def device(self, name: str, *, lost: bool) -> None: ...
    def holds_back(self, view: View) -> bool:
        del view  # every word is chosen at the table
        return False


class Waiting(Protocol):
    """Whoever waits for a word, such as the computer players."""

    def look_again(self) -> None: ...


class GivenWords:
    """Hides words that were chosen outside, for whoever is to hide one."""

    def __init__(self, referee: Referee, computers: Waiting) -> None:
        self._referee = referee
        self._computers = computers

    def wanted(self) -> int:
        """How many letters the word has that one side is to hide now; 0 if there is none, or if several hide one."""
        hiders = self._hiders()
        sides = {self._referee.game.side_of(name) for name in hiders}
        return self._referee.letters if len(sides) == 1 else 0

    def give(self, word: str) -> None:
        for name, action in list(self._hiders().items())[:1]:
            self._referee.act(0, Action(name, action, word=word))

    def go_on_without(self) -> None:
        """It did not come: computers choose one."""
        self._computers.look_again()

    def _hiders(self) -> dict[str, str]:
        """Who is to hide a word, and by which action."""
        found = {}
        for name, view in self._referee.players.views.items():
            game = games.of(view)
            if name is not None and game.asks_for_a_secret(view):
                found[name] = next(each for each in view.table.actions if game.hides(each) and game.form(each).awaited)
        return found
