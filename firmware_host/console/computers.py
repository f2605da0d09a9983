"""Computer players: they wait a moment before they act, think on another thread, and then act like everybody else."""

import asyncio
import logging
import traceback
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random

from firmware_host.bots import level_named
from firmware_host.bots.players import Bot
from firmware_host.console.alarms import Alarms
from firmware_host.console.referee import Referee, Refused
from firmware_host.games.shared.table import Action
from firmware_host.games.shared.views import View

log = logging.getLogger(__name__)

THINKS = (1.5, 4.0)  # seconds: short enough not to bore people, long enough for them to follow

Thought = Callable[[], Action | None]
# Runs a thought on some thread and calls back on the loop. On a small Pi a move can take half a second.
Think = Callable[[Thought, Callable[[Action | None], None]], None]


def think_here(thought: Thought, then: Callable[[Action | None], None]) -> None:
    """Thinks at once, on the loop; for virtual time."""
    then(thought())


def think_apart(loop: asyncio.AbstractEventLoop, thought: Thought, then: Callable[[Action | None], None]) -> None:
    """Thinks on another thread, so that keys and pages need not wait."""
    thinking = loop.run_in_executor(None, thought)
    thinking.add_done_callback(lambda done: then(done.result()))


class Computers:
    """The computer players of the running game."""

    def __init__(
        self, referee: Referee, alarms: Alarms, rng: Random, think: Think, holds_back: Callable[[View], bool]
    ) -> None:
        self._referee = referee
        self._alarms = alarms
        self._rng = rng
        self._think = think
        self._holds_back = holds_back  # from hiding a word: it comes from elsewhere
        self._bots: dict[str, Bot] = {}
        self._waiting = False  # one of them is about to act, or thinking
        self._missed_something = False  # since it began to think

    def sit_down(self, levels: Mapping[str, str]) -> None:
        """Replaces all computer players by these; each has a level."""
        words, letters = self._referee.words(), self._referee.letters
        self._bots = {
            name: Bot(name, words, level_named(level), letters=letters, seed=self._rng.getrandbits(31))
            for name, level in levels.items()
        }

    def look_again(self) -> None:
        """Something has happened: in a moment one of them may act, unless one is about to already."""
        self._missed_something = self._waiting
        if self._bots and not self._waiting:
            self._waiting = True
            for bot, view in self._looking():
                bot.notice(view)
            self._alarms.set("computers", self._alarms.now() + self._rng.uniform(*THINKS), self._begin)

    def _begin(self) -> None:
        self._missed_something = False
        self._think(self._next_action, self._done)

    def _next_action(self) -> Action | None:
        """The action of the first of them that has one."""
        for bot, view in self._looking():
            action = None if self._holds_back(view) else _thought_of(bot, view)
            if action is not None:
                return action
        return None

    def _looking(self) -> Iterator[tuple[Bot, View]]:
        """Each of them that still plays, with its view."""
        for name, bot in list(self._bots.items()):
            view = self._referee.players.view_of(name)
            if view is not None:
                yield bot, view

    def _done(self, action: Action | None) -> None:
        self._waiting = False
        if action is None or action.player not in self._bots:
            if self._missed_something:  # there was nothing to do when it began to think, and now there may be
                self.look_again()
            return
        if isinstance(self._referee.act(0, action), Refused):  # too late: the game has moved on
            self._bots[action.player] = self._bots.pop(action.player)  # now the others come first
            self.look_again()


def _thought_of(bot: Bot, view: View) -> Action | None:
    """Its action, or None if it fails: the others play on, and it is asked again later."""
    try:
        return bot.act(view)
    except Exception as error:  # the game goes on; the error's text is not logged, as it may hold a word
        where = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{Path(where.filename).name}, line {where.lineno}"
        log.error("A computer player failed (%s in %s). Please report this.", type(error).__name__, place)
        return None
