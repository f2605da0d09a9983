"""What a player may see, as numbers: what every game has in common, and every board as far as its letters are shown."""

from string import ascii_uppercase

import numpy as np
import numpy.typing as npt

from firmware_host.games.shared.declaration import AnyGame
from firmware_host.games.shared.views import View

Seen = npt.NDArray[np.int16]
_LETTERS = {letter: number for number, letter in enumerate(ascii_uppercase, 1)}
_MARKS = {mark: number for number, mark in enumerate("-YG", 1)}


class Sight:
    """Looks at the views of one game at a table of these players.

    First come: the player's own place, the phase, the round, how many rounds there are (0: nobody knows), everybody's
    points, and for each kind of action whether it can be done now. Then each player's board: for every row and place a
    letter (1 to 26) and a mark (1 grey, 2 yellow, 3 green); 0 is nothing, or nothing that this player may see.
    """

    def __init__(self, game: AnyGame, players: tuple[str, ...], letters: int) -> None:
        self._game = game
        self._places = {player: place for place, player in enumerate(players)}
        self._phases = {phase: number for number, phase in enumerate(game.rules.phases)}
        self._facts = 4 + len(players) + len(game.forms)
        self._boards = (len(players), game.history.most_tries, letters, 2)
        self.size = self._facts + int(np.prod(self._boards))

    def see(self, view: View) -> Seen:
        table = view.table
        assert table.you is not None, "somebody's own view"
        seen = np.zeros(self.size, np.int16)
        seen[: self._facts] = (
            self._places[table.you],
            self._phases.get(table.phase, len(self._phases)),
            table.round,
            table.rounds or 0,
            *(table.scores.get(player, 0) for player in self._places),
            *(name in table.actions for name in self._game.forms),
        )
        boards = seen[self._facts :].reshape(self._boards)
        for board in self._game.history.boards(view):
            for number, row in enumerate(board.rows[: self._boards[1]]):
                tiles = [
                    (_LETTERS[letter], _MARKS.get(mark, 0)) for letter, mark in zip(row.letters, row.marks, strict=True)
                ]
                if tiles:
                    boards[self._places[board.side or board.owner], number, : len(tiles)] = tiles
        return seen
