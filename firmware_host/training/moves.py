"""The moves of a game as numbers: every action that its forms allow, with every word, and which of them are legal."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from firmware_host.games.shared.declaration import AnyGame
from firmware_host.games.shared.fields import Field, Fields, Form, Readers
from firmware_host.games.shared.table import Action, Game, RuleError, actions, apply
from firmware_host.games.shared.views import View
from firmware_host.texts.text import say

Mask = npt.NDArray[np.int8]
BY_COMPUTER = 0  # the move that leaves it to the game's own computer player: legal when there is no other


@dataclass(frozen=True)
class Kind:
    """Moves that differ only in their word: one for each word, or a single one without."""

    name: str
    form: Form
    given: Mapping[str, Any]  # the fields besides the word
    first: int  # its first number
    words: Sequence[str]  # empty where it has none

    def __len__(self) -> int:
        return len(self.words) or 1

    def action(self, player: str, number: int) -> Action:
        if not self.words:
            return Action(player, self.name, **self.given)
        return Action(player, self.name, word=self.words[number - self.first], **self.given)


class Moves:
    """All moves of one game at a table of these players."""

    def __init__(self, game: AnyGame, players: tuple[str, ...], words: Sequence[str]) -> None:
        self._game, self._players = game, players
        self._words = tuple(words)
        self._numbers = {word: number for number, word in enumerate(self._words)}
        self.kinds = tuple(self._number(game.forms))
        self._hidden: dict[str, Mask] = {}
        self._actions: dict[tuple[str, int], Action] = {}

    def _number(self, forms: Mapping[str, Form]) -> Iterator[Kind]:
        first = BY_COMPUTER + 1
        for name, form in forms.items():
            words = self._words if form.readers is not None else ()
            for given in self._fillings(name, form):
                kind = Kind(name, form, given, first, words)
                first += len(kind)
                yield kind

    def _fillings(self, name: str, form: Form) -> Iterator[dict[str, Any]]:
        """Every way to fill in the fields besides the word, as far as the form allows it."""
        others = [field for field in form.fields if field.readers is None]
        for values in product(*map(self._values, others)):
            given = {field.name: value for field, value in zip(others, values, strict=True) if value is not None}
            if _allows(form, {"action": name, **given, **({"word": "WORD"} if form.readers else {})}):
                yield given

    def _values(self, field: Field) -> tuple[object, ...]:
        known = self._players if field.name == "target" else field.values
        return (None, *known) if field.optional else known

    @cached_property
    def count(self) -> int:
        return self.kinds[-1].first + len(self.kinds[-1])

    def action(self, player: str, number: int) -> Action:
        """The action of this number; what was made once is kept, because making it takes longer than playing it."""
        made = self._actions.get((player, number))
        if made is None:
            kind = next(kind for kind in self.kinds if kind.first <= number < kind.first + len(kind))
            made = self._actions[player, number] = kind.action(player, number)
        return made

    def number_of(self, action: Action) -> int | None:
        """The move that does this, if there is one: an action of our computer players, for example."""
        for kind in self.kinds:
            if kind.name != action.name or not self._is_filled_in_alike(kind, action):
                continue
            if not kind.words:
                return kind.first
            if action.word in self._numbers:
                return kind.first + self._numbers[action.word]
        return None

    def _is_filled_in_alike(self, kind: Kind, action: Action) -> bool:
        """In all fields that moves can differ in, besides the word."""
        numbered = [field.name for field in kind.form.fields if any(value is not None for value in self._values(field))]
        mine = kind.action(action.player, kind.first)
        return all(getattr(mine, name) == getattr(action, name) for name in numbered)

    def draw(self, mask: Mask, rng: Random) -> int:
        """A legal move by chance: first what to do, then with which word. There are far more words than other moves."""
        parts = [(kind.first, mask[kind.first : kind.first + len(kind)]) for kind in self.kinds]
        possible = [first + part.nonzero()[0] for first, part in parts if part.any()]
        return int(rng.choice(rng.choice(possible))) if possible else BY_COMPUTER

    def legal(self, game: Game, view: View) -> Mask:
        """Which moves the rules take from whoever has this view. `game` is asked, and nothing of it is shown."""
        player = view.table.you
        assert player is not None, "somebody's own view"
        mask = np.zeros(self.count, np.int8)
        possible = set(actions(game, player))
        for kind in self.kinds:
            if kind.name in possible:
                self._mark(mask, kind, game, view, player)
        mask[BY_COMPUTER] = not mask.any()
        return mask

    def _mark(self, mask: Mask, kind: Kind, game: Game, view: View, player: str) -> None:
        if not kind.words:
            mask[kind.first] = _takes(game, kind.action(player, kind.first))
            return
        part = mask[kind.first : kind.first + len(kind)]
        fitting = kind.form.words(view, self._words)
        if fitting is not self._words:
            part[[self._numbers[word] for word in fitting if word in self._numbers]] = 1
        else:
            part[:] = 1
        if kind.form.readers is Readers.NOBODY:
            part &= self._that_can_be_hidden(kind, game, player)
        if part.any() and not _takes(game, kind.action(player, kind.first + int(part.argmax()))):
            part[:] = 0

    def _that_can_be_hidden(self, kind: Kind, game: Game, player: str) -> Mask:
        """Asked once: it depends on the dictionary, and not on what has been played."""
        if kind.name not in self._hidden:
            numbers = range(kind.first, kind.first + len(kind))
            self._hidden[kind.name] = np.array([_takes(game, kind.action(player, n)) for n in numbers], np.int8)
        return self._hidden[kind.name]


def _takes(game: Game, action: Action) -> bool:
    try:
        apply(game, action)
    except RuleError:
        return False
    return True


def _allows(form: Form, sent: dict[str, object]) -> bool:
    if form.check is None:
        return True
    try:
        form.check(Fields(sent, say("A move")))
    except RuleError:
        return False
    return True
