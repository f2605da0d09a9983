"""How a computer plays between: it halves the alphabet."""

from firmware_host.bots.thinking import Thinking
from firmware_host.games.shared.declaration import ComputerSeat
from firmware_host.games.shared.table import Action

from .rules import LETTERS, BetweenView, Try


class BetweenComputer:
    def __init__(self, seat: ComputerSeat) -> None:
        self._head = Thinking(seat)

    def notice(self, view: BetweenView) -> None:
        """Whatever has happened can be seen in the view."""

    def act(self, view: BetweenView) -> Action | None:
        if "secret" in view.table.actions:
            return self._head.hide()
        if "guess" not in view.table.actions:
            return None
        tried = view.tried[self._head.name]
        return Action(self._head.name, "guess", word=self._guess(tried if isinstance(tried, tuple) else ()))

    def _guess(self, tried: tuple[Try, ...]) -> str:
        after = max((each.word for each in tried if each.order == ">"), default="")
        before = min((each.word for each in tried if each.order == "<"), default="~")
        likely = self._head.words.common(LETTERS) if self._head.level == "strong" else ()
        for words in (likely, self._head.words.words(LETTERS)):
            if between := [word for word in sorted(words) if after < word < before]:
                break
        careless = self._head.level == "easy" and self._head.rng.random() < 0.5
        return self._head.rng.choice(between) if careless else between[len(between) // 2]
