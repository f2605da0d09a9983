"""What holds in every game, whatever is played: rounds end, scores keep to the rulebook, refusals change nothing."""

from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from firmware_host.games import registry
from firmware_host.games.shared.fields import Fields, read_action
from firmware_host.games.shared.table import RuleError, apply
from firmware_host.texts.text import verbatim
from tests.support.random_play import (
    CHOICES,
    EVENING,
    RandomTable,
    Variation,
    any_variation,
    game_of,
    new_engine,
    options_of,
    say,
)

chance = st.integers(0, 2**32)

# What need not bring a round any nearer to its end, and so does not count.
OPEN_ENDED = {*EVENING, "challenge", "correct", "hint", "timer"}

GUESSER_SCORES = {30, 20, 10, 5, 0, -5}
MASTER_AND_GUESSER = {(0, 30), (0, 20), (0, 10), (0, 5), (5, 10), (10, 5), (15, 0), (20, -5)}


def longest_round(variation: Variation, players: int) -> int:
    """The most actions a round can take, from its beginning or any later point, if nobody does what is open-ended.

    party: the secret, six rows a guesser (a guess each, or less when somebody gives up), and with challenges `reveal`.
    wqrdles: everybody's secret; then six queries, each perhaps after a swap, perhaps with everybody's marks by hand,
    and with everybody's attempt or pass. With two players there are twice six rows, of one query, one marking and
    one attempt each.
    three words: the secret; then three guesses and two lifelines, each proposed once and confirmed by all other
    guessers, unless one speaks for all; and the Master's answers to the lifelines.
    """
    options = variation.options
    match variation.game:
        case "party":
            return 1 + 6 * (players - 1) + int(options["check"] == "challenge")
        case "wqrdles":
            by_hand, cards = int(options["marking"] == "hand"), int(options["queries"] == "cards")
            if players == 2:
                return 2 + 12 * (1 + by_hand + 1)
            return players + 6 * (cards + 1 + by_hand * players + players)
        case _:
            agreeing = 1 if options["agreement"] == "speaker" else players - 1
            return 1 + (3 + 2) * agreeing + 2 * int(options["answers"] == "master")


class AnyEvening(RuleBasedStateMachine):
    """Random play, with everything that must be true looked at on the way."""

    game: str

    @initialize(seed=chance)
    def sit_down(self, seed: int) -> None:
        rng = Random(seed)
        self.table = RandomTable(any_variation(rng, self.game), rng, calm=2.0)
        self.sides = len(self.table.variation.teams or self.table.variation.players)

    @rule(seed=chance, times=st.integers(1, 12))
    def play_on(self, seed: int, times: int) -> None:
        self.table.rng.seed(seed)
        for _ in range(times):
            if not self.table.over:
                self._step()

    def _step(self) -> None:
        before = self._everything()
        if not self.table.step().accepted:
            assert self._everything() == before, "a refused action changed something"

    def _everything(self) -> list[bytes]:
        """Whatever can be asked of the engine without doing anything."""
        views = [{"do": "view", "for": player} for player in (*game_of(self.table.engine).players, "table")]
        return [say(self.table.engine, request).line for request in ({"do": "save"}, *views)]

    @rule(seed=chance, anew=st.booleans(), luckless=st.booleans())
    def play_the_round_out(self, seed: int, anew: bool, luckless: bool) -> None:
        """From its beginning or however far it has come, a round ends within the number stated above."""
        self.table.rng.seed(seed)
        somebody = self.table.view(None)["players"][0]
        if self.table.view(None)["paused"]:
            self.table.does(somebody, "resume")
        if anew:
            self.table.does(somebody, "redo")
        self.table.luck = 0 if luckless else 0.15
        taken, refused, most = 0, 0, longest_round(self.table.variation, self.sides)
        while self.table.view(None)["phase"] not in ("result", "over"):
            accepted = self.table.does(*self._somebody_purposeful(luckless)).accepted
            taken, refused = taken + accepted, refused + (not accepted)
            assert taken <= most, f"a round took more than {most} actions"
            assert refused < 1000, "nobody can go on"
        self.table.luck = 0.15

    def _somebody_purposeful(self, luckless: bool) -> tuple[str, str]:
        can = [
            (player, action)
            for player in self.table.view(None)["players"]
            for action in self.table.view(player)["actions"]
            if action not in OPEN_ENDED
            and not (action in ("propose", "lifeline") and self._proposed())
            and not (action == "give-up" and luckless)
        ]
        return self.table.rng.choice(can)

    def _proposed(self) -> bool:
        return bool(self.table.view(None).get("proposal"))

    @rule(seed=chance)
    def go_on_to_the_next_round(self, seed: int) -> None:
        shown = self.table.view(None)
        if shown["phase"] == "result" and not shown["paused"]:
            self.table.does(Random(seed).choice(shown["players"]), "next")

    @rule(seed=chance)
    def everybody_tries_everything(self, seed: int) -> None:
        """What `actions` lists is exactly what is not refused as not-now or not-yours."""
        self.table.rng.seed(seed)
        game = game_of(self.table.engine)
        for player in game.players:
            listed = self.table.view(player)["actions"]
            refused = {"over"} if game.phase == "over" else {"not-now", "not-yours"}
            for action in registry.forms(None):
                tried = {"player": player, "action": action, **self.table.fields(player, action)}
                try:
                    apply(game, read_action(Fields(tried, verbatim("An action")), registry.forms(None)))
                    code = "none"
                except RuleError as refusal:
                    code = refusal.code
                assert (code in refused) == (action not in listed), f"{tried} in {game.phase}: {code}, listed {listed}"

    @rule(seed=chance)
    def put_the_game_away_and_take_it_out_again(self, seed: int) -> None:
        """Saved, loaded and resumed, the game goes on as if nothing had been."""
        player = self.table.view(None)["players"][0]
        self.table.does(player, "pause")
        again = new_engine()
        say(again, {"do": "time", "now": self.table.now})
        assert say(again, {"do": "load", "save": say(self.table.engine, {"do": "save"}).reply["save"]}).accepted
        self.table.rng.seed(seed)
        self._same_from(again, {"do": "act", "player": player, "action": "resume"})
        for _ in range(4):
            if not self.table.over:
                self._same_from(again, self.table.step().request, said_already=True)

    def _same_from(self, again: Any, request: dict[str, Any], *, said_already: bool = False) -> None:
        here = self.table.spoken[-1] if said_already else self.table.says(request)
        assert say(again, request).line == here.line
        for who in (*self.table.view(None)["players"], "table"):
            look = {"do": "view", "for": who}
            assert say(again, look).line == say(self.table.engine, look).line

    @invariant()
    def scores_keep_to_the_rulebook(self) -> None:
        if not hasattr(self, "table"):
            return
        shown = self.table.view(None)
        scores, round_scores = shown["scores"], shown["round_scores"]
        assert list(scores) == list(shown.get("teams") or shown["players"])
        self.sides = max(self.sides, len(scores))
        low, high = self._range_of_a_round()
        assert all(low * shown["round"] <= score <= high * shown["round"] for score in scores.values()), scores
        if round_scores is not None:
            assert round_scores.keys() <= scores.keys()
            self._check_round(shown, round_scores)

    def _range_of_a_round(self) -> tuple[int, int]:
        match self.game:
            case "party":
                return 0, 1 if self.table.variation.options["mode"] == "fast" else 7
            case "wqrdles":  # each of the others' words once, each in another row
                return 0, 6 if self.sides == 2 else sum((6, 5, 4, 3, 2)[: self.sides - 1])
            case _:
                return -5, 30

    def _check_round(self, shown: dict[str, Any], round_scores: dict[str, int]) -> None:
        points = list(round_scores.values())
        if not any(points):  # nobody scored, or the round was void
            return
        low, high = self._range_of_a_round()
        assert all(low <= score <= high for score in points), round_scores
        if self.game == "party":
            assert round_scores.get(shown["host"], 0) == 0
            if high == 1:
                assert sum(points) == 1, "only the first to solve it scores"
            else:
                assert all(score >= 1 for side, score in round_scores.items() if side != shown["host"])
        if self.game == "three-words":
            guessers = {score for player, score in round_scores.items() if player != shown["master"]}
            assert len(guessers) == 1, "the guessers score together"
            assert guessers <= GUESSER_SCORES
            master = round_scores.get(shown["master"])
            assert master is None or (master, *guessers) in MASTER_AND_GUESSER

    def teardown(self) -> None:
        """Every game is over after `end`, and saying it all again gives the same replies, byte for byte."""
        if not hasattr(self, "table"):
            return
        if not self.table.over:
            assert self.table.does(self.table.view(None)["players"][-1], "end").accepted
        shown = self.table.view(None)
        assert shown["phase"] == "over"
        assert shown["winners"] is not None
        assert all(self.table.view(player)["actions"] == [] for player in shown["players"])
        again = new_engine()
        assert [again.answer(each.asked) for each in self.table.spoken] == [each.line for each in self.table.spoken]


@pytest.mark.parametrize("game", registry.games())
@pytest.mark.parametrize(
    "examples", [pytest.param(5, id="quickly"), pytest.param(15, id="deeply", marks=pytest.mark.proof)]
)
def test_what_holds_in_every_game(game: str, examples: int, soak: bool) -> None:
    machine = type(f"AnyEveningOf{game}", (AnyEvening,), {"game": game})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=400 if soak else examples,
            stateful_step_count=12,
            derandomize=not soak,
            database=None,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            phases=[Phase.generate, Phase.shrink],
            print_blob=False,
        ),
    )


@pytest.mark.parametrize("game", registry.games())
def test_random_tables_choose_from_every_option(game: str) -> None:
    assert list(CHOICES[game]) == options_of(game)
