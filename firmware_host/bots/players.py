"""A computer player for any game. It gets a view, so it knows no more than a person in its seat."""

from firmware_host.bots import Level
from firmware_host.games import registry
from firmware_host.games.shared.declaration import ComputerPlayer, ComputerSeat
from firmware_host.games.shared.table import Action
from firmware_host.games.shared.views import View
from firmware_host.games.shared.words import Dictionary


class Bot:
    """One computer player at one table."""

    def __init__(self, name: str, words: Dictionary, level: Level = "fair", *, letters: int = 5, seed: int = 0) -> None:
        self.name = name
        self._seat = ComputerSeat(name, words, level, letters, seed)
        self._playing = ""
        self._player: ComputerPlayer[View] | None = None

    def notice(self, view: View) -> None:
        """Something has happened."""
        self._at(view).notice(view)

    def act(self, view: View) -> Action | None:
        """What to do now; None when there is nothing, or when people should decide."""
        return self._at(view).act(view)

    def _at(self, view: View) -> ComputerPlayer[View]:
        if self._player is None or self._playing != view.table.game:
            self._playing = view.table.game
            self._player = registry.computer(self._playing, self._seat)
        return self._player
