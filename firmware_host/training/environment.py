"""A game as PettingZoo plays it: one player at a time, a number for each move, and only what that player may see."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from firmware_host import dictionaries
from firmware_host.games import registry
from firmware_host.games.shared import options
from firmware_host.games.shared.declaration import ComputerPlayer, ComputerSeat, Setup, never
from firmware_host.games.shared.table import OVER, RESULT, Action, Game, Wins, apply
from firmware_host.games.shared.views import View
from firmware_host.training.moves import BY_COMPUTER, Moves
from firmware_host.training.sight import Sight

MOST_STEPS = 5_000  # after so many a game is broken off: some go on for as long as all are level, or do not agree
SMALL, LARGE = np.iinfo(np.int16).min, np.iinfo(np.int16).max


class Environment(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """One table. A reward is the points that a player has just won; where the fewest points win, those lost.

    It is the turn of whoever the game waits for, in table order. Rounds follow each other by themselves, and no clock
    runs.
    """

    def __init__(
        self,
        game: str,
        players: int = 3,
        chosen: Mapping[str, object] | None = None,
        words: tuple[str, ...] | None = None,
        most_steps: int = MOST_STEPS,
    ) -> None:
        """`chosen` are the options of the game, and `words` what can be hidden and guessed: usually common words."""
        self.possible_agents = [f"player_{number}" for number in range(players)]
        self._players = tuple(self.possible_agents)
        self._declared = registry.checked(game, self._players, None)
        self._options = options.read(self._declared.options, chosen or {})
        self._words = dictionaries.load(self._options.dictionary)
        self._letters = self._declared.letters(self._options)
        self._most_steps = most_steps
        awaited = {name for name, form in self._declared.forms.items() if form.awaited}
        self._awaited = {
            phase: [move.may for name, move in now.moves.items() if name in awaited]
            for phase, now in self._declared.rules.phases.items()
        }
        self.moves = Moves(self._declared, self._players, words or self._words.common(self._letters, plurals=True))
        self._sight = Sight(self._declared, self._players, self._letters)
        self.render_mode = None
        name = f"wordtable_{game.replace('-', '_')}_v0"
        self.metadata = {"name": name, "render_modes": [], "is_parallelizable": False}
        self._seed = 0
        self._spaces = {agent: self._make_spaces() for agent in self._players}

    def _make_spaces(self) -> tuple[spaces.Dict, spaces.Discrete]:
        seen = spaces.Box(SMALL, LARGE, (self._sight.size,), np.int16)
        mask = spaces.Box(0, 1, (self.moves.count,), np.int8)
        return spaces.Dict({"observation": seen, "action_mask": mask}), spaces.Discrete(self.moves.count)

    def observation_space(self, agent: str) -> spaces.Dict:
        return self._spaces[agent][0]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self._spaces[agent][1]

    # ── playing ──────────────────────────────────────────────────────────────────────────────────

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> None:  # noqa: ARG002
        """A new game: the same for the same seed, and without one the game after the last."""
        self._seed = self._seed + 1 if seed is None else seed
        setup = Setup(self._declared.name, self._players, None, self._options, self._seed, 0)
        self._game: Game = registry.begin(setup, self._words)[0]
        self._computers: dict[str, ComputerPlayer[View]] = {}
        self._steps = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self._players, 0.0)
        self._cumulative_rewards = dict.fromkeys(self._players, 0.0)
        self.terminations = dict.fromkeys(self._players, False)
        self.truncations = dict.fromkeys(self._players, False)
        self.infos: dict[str, dict[str, object]] = {agent: {} for agent in self._players}
        self.agent_selection = self._next_after(self._players[-1])

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._steps += 1
        before = self._game
        number = int(action) if action is not None else BY_COMPUTER
        done = self._by_computer(agent) if number == BY_COMPUTER else self.moves.action(agent, number)
        self._cumulative_rewards[agent] = 0.0
        self._game = self._with_the_next_round(apply(before, done)[0])
        if self._game.scores is not before.scores:
            self._reward(before.scores)
            self._accumulate_rewards()
        elif any(self.rewards.values()):
            self.rewards = dict.fromkeys(self._players, 0.0)
        if self._is_over():
            self._deads_step_first()
        else:
            self.agent_selection = self._next_after(agent)

    def _by_computer(self, agent: str) -> Action:
        """What the game's own computer player does in this place; it is given the view, and no more."""
        if agent not in self._computers:
            seat = ComputerSeat(agent, self._words, letters=self._letters, seed=self._seed)
            self._computers[agent] = self._declared.computer(seat)
        done = self._computers[agent].act(self.view(agent))
        assert done is not None, "asked only where the game waits for this player"
        return done

    def _with_the_next_round(self, game: Game) -> Game:
        return apply(game, Action(self._players[0], "next"))[0] if game.phase == RESULT else game

    def _reward(self, before: Mapping[str, int]) -> None:
        sign = -1.0 if self._game.rules.wins(self._game) is Wins.FEWEST else 1.0
        self.rewards = {agent: sign * (self._game.scores[agent] - before[agent]) for agent in self._players}

    def _is_over(self) -> bool:
        """Sets who is finished: everybody at once."""
        if self._game.phase == OVER:
            self.terminations = dict.fromkeys(self._players, True)
        elif self._steps >= self._most_steps:
            self.truncations = dict.fromkeys(self._players, True)
        else:
            return False
        return True

    def _next_after(self, agent: str) -> str:
        """Who sits next of those the game waits for."""
        game, place = self._game, self._players.index(agent) + 1
        for other in self._players[place:] + self._players[:place]:
            for may in self._awaited[game.phase]:
                if may(game, other) is None and not self._is_done(other):
                    return other
        raise AssertionError(f"{self._declared.name} waits for nobody in {self._game.phase}")

    def _is_done(self, agent: str) -> bool:
        """Most games never say so, and a view takes longer than a move."""
        return self._declared.is_done is not never and self._declared.is_done(self.view(agent))

    # ── seeing ───────────────────────────────────────────────────────────────────────────────────

    def view(self, agent: str) -> View:
        """Everything that this player may see, as the game shows it to people and computers."""
        view: View = self._declared.view(self._game, agent)
        return view

    def observe(self, agent: str) -> dict[str, Any]:
        view = self.view(agent)
        its_turn = agent == self.agent_selection and agent in self.agents and self._game.phase != OVER
        mask = self.moves.legal(self._game, view) if its_turn else np.zeros(self.moves.count, np.int8)
        return {"observation": self._sight.see(view), "action_mask": mask}

    def close(self) -> None:
        """There is nothing to close."""
