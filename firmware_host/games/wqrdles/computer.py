"""How a computer plays wqrdles."""

from collections.abc import Iterable

from firmware_host.bots.clues import Clues, Order, Row
from firmware_host.bots.thinking import Thinking
from firmware_host.games.shared.cards import Side
from firmware_host.games.shared.declaration import ComputerSeat
from firmware_host.games.shared.marks import mark
from firmware_host.games.shared.table import Action
from firmware_host.games.shared.views import Absent
from firmware_host.games.wqrdles.rules import ROWS, RowView, WqrdlesView, is_for_two

# With so many words still possible a computer ventures an attempt; a wrong one costs it nothing but the chance.
VENTURES = {"easy": 2, "fair": 6, "strong": 20}
ORDERS: tuple[Order, ...] = ("<", ">", "=")


class WqrdlesComputer:
    def __init__(self, seat: ComputerSeat) -> None:
        self._head = Thinking(seat)
        self._tried: set[tuple[int, str, str]] = set()  # wrong attempts: round, whose word, what

    def notice(self, view: WqrdlesView) -> None:
        """Whatever has happened can be seen on the boards."""

    def act(self, view: WqrdlesView) -> Action | None:
        actions = view.table.actions
        if "secret" in actions:
            return self._head.hide()
        if "query" in actions:
            return Action(self._head.name, "query", word=self._query(view))
        if "mark" in actions and isinstance(view.query, str) and isinstance(view.secret, str):
            return Action(self._head.name, "mark", marks=mark(view.secret, view.query))
        if "attempt" in actions and self._head.name not in view.attempted:
            return self._attempt(view)
        return None

    def _query(self, view: WqrdlesView) -> str:
        """The word that tells the words still possible on the others' boards apart best."""
        boards = [_board(view.boards[board].rows) for board, _ in self._hidden(view)] or [Clues()]
        if isinstance(view.cards, Absent):
            narrowest = min(boards, key=lambda clues: len(self._head.possible(clues)))
            return self._head.next_guess(narrowest, ROWS, plurals=True)
        called = {row.word for board in view.boards.values() for row in board.rows}
        card = (*view.cards[self._head.name], *_back(view, self._head.name))
        fresh = [word for word in card if word not in called] or card
        pools = [self._head.possible(clues)[:200] for clues in boards]
        return max(fresh, key=lambda word: sum(len({mark(secret, word) for secret in pool}) for pool in pools))

    def _attempt(self, view: WqrdlesView) -> Action:
        """At the word with the fewest possibilities, if they are few; otherwise pass."""
        chances = []
        for board, owner in self._hidden(view):
            words = self._head.possible(_board(view.boards[board].rows))
            words = [word for word in words if (view.table.round, owner, word) not in self._tried]
            if words:
                chances.append((len(words), owner, words[0]))
        fewest, owner, word = min(chances, default=(0, "", ""))
        if not 1 <= fewest <= VENTURES[self._head.level]:
            return Action(self._head.name, "pass")
        self._tried.add((view.table.round, owner, word))
        return Action(self._head.name, "attempt", target=owner, word=word)

    def _hidden(self, view: WqrdlesView) -> list[tuple[str, str]]:
        """The boards about hidden words that are not its own, each with the word's owner."""
        if is_for_two(view):
            other = next(player for player in view.table.players if player != self._head.name)
            return [(self._head.name, other)] if view.boards[self._head.name].revealed is None else []
        others = (player for player in view.table.players if player != self._head.name)
        return [(player, player) for player in others if view.boards[player].revealed is None]


def _back(view: WqrdlesView, player: str) -> Side:
    return () if isinstance(view.backs, Absent) else view.backs[player]


def _board(rows: Iterable[RowView]) -> Clues:
    return Clues(tuple(Row(row.word, row.marks, _order(row)) for row in rows))


def _order(row: RowView) -> Order | None:
    return next((order for order in ORDERS if order == row.order), None)
