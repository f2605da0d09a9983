"""What of each step of a game the league is to be told: a round that is over, a game that is over. Touches nothing."""

from collections.abc import Mapping

from firmware_host.games import registry as games
from firmware_host.games.shared.table import OVER, Event, Game, RuleError
from firmware_host.journal.keeper import ToTell
from firmware_host.league.facts import Facts, game_result, round_result
from firmware_host.session import retell


class LeagueStory:
    """Remembers the events of the running round, because some games count what happened in it."""

    def __init__(self) -> None:
        self._round: list[Event] = []
        self._given: dict[int, str] = {}  # the league's words, by round
        self._redone: set[int] = set()  # rounds that were begun again

    def begins(self, save: Mapping[str, object] | None = None) -> None:
        self._round, self._given, self._redone = [], {}, set()
        if save is not None:
            self._remember(save)

    def knows(self, number: int) -> bool:
        """Whether the league's word of this round has come."""
        return number in self._given

    def given(self, number: int, word: str) -> None:
        self._given[number] = word

    def to_tell(self, game: Game, events: tuple[Event, ...]) -> ToTell:
        told: list[Facts] = []
        for event in events:
            if event.name == "redone":
                self._redone.add(game.round)
            if event.name == "round-begins":
                self._round = []
            self._round.append(event)
            if event.name == "round-ends":
                told.append(self._round_ended(game))
        if game.phase == OVER and any(event.name == "game-ends" for event in events):
            told.append(game_result(games.view(game, None).table))
        return told

    def _round_ended(self, game: Game) -> Facts:
        """Whether the word was the league's is known when it is revealed: a Host may have chosen another.

        In a round that was begun again it counts as another: people had guessed at it already.
        """
        used = game.round not in self._redone and self._given.get(game.round) in game.revealed.values()
        return {**round_result(game, self._round, game.round_scores or {}), "given": used}

    def _remember(self, save: Mapping[str, object]) -> None:
        """A power cut came in the middle of a round: what happened in it is played again from the log."""
        try:
            for game, events in retell(save):
                self.to_tell(game, events)
        except RuleError:  # the game itself was loaded; only the start of this round is not known
            self._round = []
