"""A finished game once more, row by row: at its own pace, or step by step. Pure."""

from firmware_host.frozen import frozen, replace
from firmware_host.remembered.played import Played
from firmware_host.remembered.rounds import Board, Round

PACE = 0.25  # seconds here for a second then
SHORTEST, LONGEST = 0.8, 3.0  # seconds between two rows
TO_READ = 6.0  # seconds at the end of a round


@frozen
class Replay:
    """How far it has come. A game without rows cannot be replayed."""

    played: Played
    place: int = 0  # of the round
    shown: int = 0  # rows of this round

    @property
    def round(self) -> Round:
        return self.played.rounds[self.place]

    @property
    def ends(self) -> bool:
        """Whether all of the round is there: then its words are told."""
        return self.shown == len(self._order)

    @property
    def newest(self) -> Board:
        """The board with the newest row; at the beginning the first."""
        place = self._order[self.shown - 1][1] if self.shown else 0
        return self._told(place)

    def board_of(self, name: str) -> Board:
        """As far as it has come: their own, or where something has just happened."""
        for place, board in enumerate(self.round.boards):
            if board.side and name in self.round.people(board.side):
                return self._told(place)
        return self.newest

    @property
    def boards(self) -> tuple[Board, ...]:
        return tuple(map(self._told, range(len(self.round.boards))))

    def rows_of(self, board: Board) -> int:
        """How many it has in the end."""
        return next(len(each.rows) for each in self.round.boards if each[:2] == board[:2])

    def next(self) -> "Replay | None":
        """One row further; None at the end."""
        if not self.ends:
            return replace(self, shown=self.shown + 1)
        return replace(self, place=self.place + 1, shown=0) if self.place + 1 < len(self.played.rounds) else None

    @property
    def pause(self) -> float:
        """Seconds until the next row, as long as it took then, but quicker."""
        if self.ends:
            return TO_READ
        before = self._order[self.shown - 1][0] if self.shown else 0.0
        return min(LONGEST, max(SHORTEST, PACE * (self._order[self.shown][0] - before)))

    @property
    def _order(self) -> list[tuple[float, int]]:
        """The moments of all rows, each with its board."""
        moments = []
        for place, board in enumerate(self.round.boards):
            now = 0.0
            for row in board.rows:
                now += row.seconds
                moments.append((now, place))
        return sorted(moments)

    def _told(self, place: int) -> Board:
        board = self.round.boards[place]
        rows = sum(each == place for _, each in self._order[: self.shown])
        return board._replace(rows=board.rows[:rows])


def replay_of(played: Played) -> Replay | None:
    rounds = tuple(each for each in played.rounds if any(board.rows for board in each.boards))
    return Replay(replace(played, rounds=rounds)) if rounds else None
