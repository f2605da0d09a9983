"""Computer players at the table: they take their time, think away from the loop, and act like anybody else."""

import logging
import traceback
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random

from firmware_host.bots.players import Bot
from firmware_host.bots.solver import Level
from firmware_host.console.evening import Evening
from firmware_host.rules.games import View
from firmware_host.rules.table import Action
from firmware_host.rules.words import Dictionary

log = logging.getLogger(__name__)

THINKS = (1.5, 4.0)  # seconds: quick enough not to bore, slow enough to be followed
LEVELS: Mapping[str, Level] = {"easy": "easy", "fair": "fair", "strong": "strong"}

Thought = Callable[[], Action | None]
# Runs a thought somewhere and hands its outcome back on the loop. On a small Pi a move may take half a second.
Think = Callable[[Thought, Callable[[Action | None], None]], None]


def think_here(thought: Thought, then: Callable[[Action | None], None]) -> None:
    """At once, on the loop: for virtual time."""
    then(thought())


class Computers:
    """Whoever fills the empty seats."""

    def __init__(self, evening: Evening, rng: Random, think: Think) -> None:
        self._evening = evening
        self._rng = rng
        self._think = think
        self._bots: dict[str, Bot] = {}
        self._waiting = False  # for a moment to pass, or for a thought

    def sit_down(self, levels: Mapping[str, str], words: Dictionary, letters: int) -> None:
        """These computer players, each as good as its level says; nobody stays from an earlier game."""
        self._bots = {
            name: Bot(name, words, LEVELS.get(level, "fair"), letters=letters, seed=self._rng.getrandbits(31))
            for name, level in levels.items()
        }

    def look_again(self) -> None:
        """Something has happened: after a while, one of them may have something to do. Who thinks is not disturbed."""
        if self._bots and not self._waiting:
            self._waiting = True
            for bot, view in self._looking():
                bot.notice(view)
            self._evening.alarm("computers", self._evening.now() + self._rng.uniform(*THINKS), self._begin)

    def _begin(self) -> None:
        self._think(self._next_action, self._done)

    def _next_action(self) -> Action | None:
        """What the first of them does that has anything to do."""
        for bot, view in self._looking():
            action = _thought_of(bot, view)
            if action is not None:
                return action
        return None

    def _looking(self) -> Iterator[tuple[Bot, View]]:
        """Each of them at the table, with what it sees."""
        for name, bot in list(self._bots.items()):
            view = self._evening.view_of(name)
            if view is not None:
                yield bot, view

    def _done(self, action: Action | None) -> None:
        self._waiting = False
        if action is None or action.player not in self._bots:
            return
        if not self._evening.act(0, action):  # it thought too long, and what it thought of is refused
            self._bots[action.player] = self._bots.pop(action.player)  # the others are asked first now
            self.look_again()


def _thought_of(bot: Bot, view: View) -> Action | None:
    """None from one that fails: the others play on, and it is asked again when something has happened."""
    try:
        return bot.act(view)
    except Exception as error:  # whatever it is, the evening goes on; its text might hold a word
        where = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{Path(where.filename).name}, line {where.lineno}"
        log.error("A computer player failed (%s in %s). Please report this.", type(error).__name__, place)
        return None
