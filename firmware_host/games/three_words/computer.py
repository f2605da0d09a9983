"""How a computer plays three words."""

from string import ascii_uppercase

from firmware_host.bots.clues import Clues
from firmware_host.bots.thinking import Thinking, clues_of
from firmware_host.games.shared.declaration import ComputerSeat
from firmware_host.games.shared.table import Action
from firmware_host.games.three_words.rules import LETTERS, RIGHT_PLACE, WRONG_LETTERS, RowView, ThreeWordsView

LIFELINE_FROM = 4  # words still possible before the last guess make a lifeline worth its price


class ThreeWordsComputer:
    def __init__(self, seat: ComputerSeat) -> None:
        self._head = Thinking(seat)

    def notice(self, view: ThreeWordsView) -> None:
        """Whatever has happened can be seen on the board."""

    def act(self, view: ThreeWordsView) -> Action | None:
        actions = view.table.actions
        if "secret" in actions:
            return self._head.hide()
        if "answer" in actions:
            return self._answer(view)
        if "confirm" in actions:
            return Action(self._head.name, "confirm")
        if "propose" not in actions or view.proposal is not None:
            return None
        clues = _with_lifelines(view)
        last = view.guesses_left == 1 and self._head.level != "easy"
        if last and len(self._head.possible(clues)) >= LIFELINE_FROM and (lifeline := self._lifeline(view)):
            return lifeline
        word = self._head.next_guess(clues, view.guesses_left, plurals=True)
        return Action(self._head.name, "propose", word=word)

    def _lifeline(self, view: ThreeWordsView) -> Action | None:
        """The letter at a place that no guess has found yet, if that card is still there."""
        rows = [row.marks for row in view.board.rows if isinstance(row, RowView)]
        unknown = [place for place in range(1, LETTERS + 1) if all(row[place - 1] != "G" for row in rows)]
        if any(used.card == 1 for used in view.lifelines) or not unknown:
            return None
        place = self._head.rng.choice(unknown)
        return Action(self._head.name, "lifeline", card=1, side=RIGHT_PLACE, position=place)

    def _answer(self, view: ThreeWordsView) -> Action | None:
        """As Word Master: what fits, and helps the guessers least."""
        asked, secret = view.pending, view.secret
        if asked is None or not isinstance(secret, str):
            return None
        if isinstance(asked.position, int):
            known = view.board.letters.known_in
            fitting = sorted(set(secret) - {secret[asked.position - 1]}, key=lambda letter: letter not in known)
            return Action(self._head.name, "answer", letter=fitting[0])
        shown = {letter for used in view.lifelines if isinstance(used.letters, str) for letter in used.letters}
        wrong = [letter for letter in ascii_uppercase if letter not in secret and letter not in shown]
        wrong.sort(key=lambda letter: letter not in view.board.letters.known_out)
        return Action(self._head.name, "answer", letters="".join(wrong[:WRONG_LETTERS]))


def _with_lifelines(view: ThreeWordsView) -> Clues:
    rows = clues_of(row for row in view.board.rows if isinstance(row, RowView)).rows
    at: set[tuple[int, str]] = set()
    not_at: set[tuple[int, str]] = set()
    out: set[str] = set()
    for used in view.lifelines:
        if isinstance(used.letters, str):
            out |= set(used.letters)
        elif isinstance(used.position, int) and isinstance(used.letter, str):
            (at if used.side == RIGHT_PLACE else not_at).add((used.position, used.letter))
    return Clues(rows, frozenset(at), frozenset(not_at), frozenset(out))
