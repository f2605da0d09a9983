"""Computer players: each is given its own view and says what it does next; they know no more than a person there."""

from collections.abc import Iterable, Iterator
from random import Random
from string import ascii_uppercase
from typing import NamedTuple

from firmware_host.bots.clues import Clues, Order, Row, possible
from firmware_host.bots.solver import Level, Solver
from firmware_host.rules import party, three_words, wqrdles
from firmware_host.rules.games import View
from firmware_host.rules.marks import mark
from firmware_host.rules.table import Action
from firmware_host.rules.views import Absent
from firmware_host.rules.words import Dictionary

# With so many words still possible a bot ventures an attempt; a wrong one costs it nothing but the chance.
VENTURES = {"easy": 2, "fair": 6, "strong": 20}
ORDERS: tuple[Order, ...] = ("<", ">", "=")
LIFELINE_FROM = 4  # words still possible before the last guess make a lifeline worth its price


class Guess(NamedTuple):
    """A word on a board of the party game."""

    side: str
    row: int
    word: str

    def __repr__(self) -> str:
        return f"Guess(side={self.side!r}, row={self.row})"


class Bot:
    """One computer player. Its moods come from the seed, so that the same evening plays the same way twice."""

    def __init__(self, name: str, words: Dictionary, level: Level = "fair", *, letters: int = 5, seed: int = 0) -> None:
        self.name = name
        self.level = level
        self._words = words
        self._letters = letters  # of the words in this game
        self._rng = Random(f"wordtable bot {name} {seed}")
        self._solvers: dict[bool, Solver] = {}
        self._tried: set[tuple[int, str, str]] = set()  # wrong attempts: round, whose word, what
        self._challenged: set[Guess] = set()  # of the guesses on the boards

    def notice(self, view: View) -> None:
        """Something has happened. A guess that was challenged and is gone may be challenged when it is made again."""
        if isinstance(view, party.PartyView):
            self._challenged &= set(_guesses(view))

    def act(self, view: View) -> Action | None:
        """What to do now; None when there is nothing, or when people should decide."""
        match view:
            case party.PartyView():
                return self._party(view)
            case wqrdles.WqrdlesView():
                return self._wqrdles(view)
            case three_words.ThreeWordsView():
                return self._three_words(view)

    # ── party ────────────────────────────────────────────────────────────────────────────────────

    def _party(self, view: party.PartyView) -> Action | None:
        actions = view.table.actions
        if "secret" in actions:
            return self._hide()
        if "challenge" in actions and (target := self._doubtful(view)):
            return Action(self.name, "challenge", target=target)
        if "reveal" in actions:
            return Action(self.name, "reveal")
        if "guess" not in actions:
            return None
        rows = view.boards[_own_side(view)].rows
        clues = _board(row for row in rows if isinstance(row, party.WholeRow))
        word = self._solver(plurals=False).next_guess(clues, party.ROWS - len(rows), self._rng)
        return Action(self.name, "guess", word=word, row=len(rows) + 1)

    def _doubtful(self, view: party.PartyView) -> str | None:
        """Whose newest guess is no word. Once is enough: one that stays was too old, or its player has left, or the
        table has come to allow it."""
        self.notice(view)
        for guess in _guesses(view):
            newest = guess.row == len(view.boards[guess.side].rows)
            if newest and guess not in self._challenged and not self._words.may_guess(guess.word):
                self._challenged.add(guess)
                return guess.side
        return None

    # ── wqrdles ──────────────────────────────────────────────────────────────────────────────────

    def _wqrdles(self, view: wqrdles.WqrdlesView) -> Action | None:
        actions = view.table.actions
        if "secret" in actions:
            return self._hide()
        if "query" in actions:
            return Action(self.name, "query", word=self._query(view))
        if "mark" in actions and isinstance(view.query, str) and isinstance(view.secret, str):
            return Action(self.name, "mark", marks=mark(view.secret, view.query))
        if "attempt" in actions and self.name not in view.attempted:
            return self._attempt(view)
        return None

    def _query(self, view: wqrdles.WqrdlesView) -> str:
        """The word that tells the words still possible on the others' boards apart best."""
        boards = [_board(view.boards[board].rows) for board, _ in self._hidden(view)] or [Clues()]
        if isinstance(view.cards, Absent):
            narrowest = min(boards, key=lambda clues: len(self._possible(clues)))
            return self._solver(plurals=True).next_guess(narrowest, wqrdles.ROWS, self._rng)
        called = {row.word for board in view.boards.values() for row in board.rows}
        fresh = [word for word in view.cards[self.name] if word not in called] or list(view.cards[self.name])
        pools = [self._possible(clues)[:200] for clues in boards]
        return max(fresh, key=lambda word: sum(len({mark(secret, word) for secret in pool}) for pool in pools))

    def _attempt(self, view: wqrdles.WqrdlesView) -> Action:
        """At the word with the fewest possibilities, if they are few; otherwise pass."""
        chances = []
        for board, owner in self._hidden(view):
            words = self._possible(_board(view.boards[board].rows))
            words = [word for word in words if (view.table.round, owner, word) not in self._tried]
            if words:
                chances.append((len(words), owner, words[0]))
        fewest, owner, word = min(chances, default=(0, "", ""))
        if not 1 <= fewest <= VENTURES[self.level]:
            return Action(self.name, "pass")
        self._tried.add((view.table.round, owner, word))
        return Action(self.name, "attempt", target=owner, word=word)

    def _hidden(self, view: wqrdles.WqrdlesView) -> list[tuple[str, str]]:
        """The boards about hidden words that are not its own, each with the word's owner."""
        if view.table.rounds is None:  # the game for two: the board is its own, the word the other's
            other = next(player for player in view.table.players if player != self.name)
            return [(self.name, other)] if view.boards[self.name].revealed is None else []
        others = (player for player in view.table.players if player != self.name)
        return [(player, player) for player in others if view.boards[player].revealed is None]

    # ── three words ──────────────────────────────────────────────────────────────────────────────

    def _three_words(self, view: three_words.ThreeWordsView) -> Action | None:
        actions = view.table.actions
        if "secret" in actions:
            return self._hide()
        if "answer" in actions:
            return self._answer(view)
        if "confirm" in actions:
            return Action(self.name, "confirm")
        if "propose" not in actions or view.proposal is not None:
            return None
        clues = _with_lifelines(view)
        last = view.guesses_left == 1 and self.level != "easy"
        if last and len(self._possible(clues)) >= LIFELINE_FROM and (lifeline := self._lifeline(view)):
            return lifeline
        solver = self._solver(plurals=True)
        return Action(self.name, "propose", word=solver.next_guess(clues, view.guesses_left, self._rng))

    def _lifeline(self, view: three_words.ThreeWordsView) -> Action | None:
        """The letter at a place that no guess has found yet, if that card is still there."""
        rows = [row.marks for row in view.board.rows if isinstance(row, three_words.RowView)]
        unknown = [place for place in range(1, three_words.LETTERS + 1) if all(row[place - 1] != "G" for row in rows)]
        if any(used.card == 1 for used in view.lifelines) or not unknown:
            return None
        place = self._rng.choice(unknown)
        return Action(self.name, "lifeline", card=1, side=three_words.RIGHT_PLACE, position=place)

    def _answer(self, view: three_words.ThreeWordsView) -> Action | None:
        """As Word Master: what fits, and helps the guessers least."""
        asked, secret = view.pending, view.secret
        if asked is None or not isinstance(secret, str):
            return None
        if isinstance(asked.position, int):
            known = view.board.letters.known_in
            fitting = sorted(set(secret) - {secret[asked.position - 1]}, key=lambda letter: letter not in known)
            return Action(self.name, "answer", letter=fitting[0])
        shown = {letter for used in view.lifelines if isinstance(used.letters, str) for letter in used.letters}
        wrong = [letter for letter in ascii_uppercase if letter not in secret and letter not in shown]
        wrong.sort(key=lambda letter: letter not in view.board.letters.known_out)
        return Action(self.name, "answer", letters="".join(wrong[: three_words.WRONG_LETTERS]))

    # ── all games ────────────────────────────────────────────────────────────────────────────────

    def _hide(self) -> Action:
        return Action(self.name, "secret", word=self._rng.choice(self._words.common(self._letters)))

    def _solver(self, *, plurals: bool) -> Solver:
        if plurals not in self._solvers:
            likely, allowed = self._words.common(self._letters, plurals=plurals), self._words.words(self._letters)
            self._solvers[plurals] = Solver(likely, allowed, self.level)
        return self._solvers[plurals]

    def _possible(self, clues: Clues) -> list[str]:
        likely, allowed = self._words.common(self._letters, plurals=True), self._words.words(self._letters)
        return possible(likely, clues) or possible(allowed, clues)


def _guesses(view: party.PartyView) -> Iterator[Guess]:
    """All whose letters are to be seen."""
    for side, board in view.boards.items():
        for number, row in enumerate(board.rows, 1):
            if isinstance(row, party.WholeRow):
                yield Guess(side, number, row.word)


def _own_side(view: party.PartyView) -> str:
    you, teams = view.table.you, view.table.teams
    if isinstance(teams, Absent):
        return you or ""
    return next(team for team, members in teams.items() if you in members)


def _board(rows: Iterable[party.WholeRow | wqrdles.RowView | three_words.RowView]) -> Clues:
    return Clues(tuple(Row(row.word, row.marks, _order(row)) for row in rows))


def _order(row: party.WholeRow | wqrdles.RowView | three_words.RowView) -> Order | None:
    clue = row.order if isinstance(row, wqrdles.RowView) else None
    return next((order for order in ORDERS if order == clue), None)


def _with_lifelines(view: three_words.ThreeWordsView) -> Clues:
    rows = _board(row for row in view.board.rows if isinstance(row, three_words.RowView)).rows
    at: set[tuple[int, str]] = set()
    not_at: set[tuple[int, str]] = set()
    out: set[str] = set()
    for used in view.lifelines:
        if isinstance(used.letters, str):
            out |= set(used.letters)
        elif isinstance(used.position, int) and isinstance(used.letter, str):
            (at if used.side == three_words.RIGHT_PLACE else not_at).add((used.position, used.letter))
    return Clues(rows, frozenset(at), frozenset(not_at), frozenset(out))
