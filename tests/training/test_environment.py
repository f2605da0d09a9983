"""Our games as environments: PettingZoo's own checks, and what they do not check."""

import warnings
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

pytest.importorskip("pettingzoo", reason="not on 32-bit ARM: the extra `gym` installs it")

from pettingzoo.test import api_test, parallel_api_test, seed_test
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from firmware_host.games import registry
from firmware_host.games.shared.marks import mark
from firmware_host.games.shared.table import RuleError, apply
from firmware_host.training.environment import Environment
from tests.docs.pages import ROOT, blocks

GAMES = tuple(registry.games())
every_game = pytest.mark.parametrize("game", GAMES)
EVERY_TABLE: list[tuple[str, dict[str, object]]] = [
    *((game, {}) for game in GAMES),
    ("party", {"hard": True}),
    ("party", {"check": "challenge"}),
    ("wqrdles", {"queries": "free"}),
    ("wqrdles", {"marking": "hand"}),
    ("three-words", {"answers": "auto"}),
]
FEW = ("HOUSE", "MOUSE", "LOUSE", "CRANE", "SLATE", "PLATE", "WORST", "ROAST", "BLACK", "QUICK", "JUMPS")


@pytest.fixture(autouse=True)
def as_pettingzoo_likes() -> Iterator[None]:
    """It warns of observations with masks, which it asks for itself, and of a missing picture."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        yield


# ── PettingZoo's own checks ──────────────────────────────────────────────────────────────────────


@every_game
def test_it_keeps_to_the_interface(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(Environment(game), num_cycles=60)
    assert "Passed" in capsys.readouterr().out


@every_game
def test_the_same_seed_plays_the_same_game(game: str) -> None:
    seed_test(lambda: Environment(game, words=FEW), num_cycles=20)


@every_game
def test_it_can_be_turned_into_a_parallel_environment(game: str) -> None:
    parallel_api_test(turn_based_aec_to_parallel(Environment(game, words=FEW)), num_cycles=40)


# ── the mask ─────────────────────────────────────────────────────────────────────────────────────


def turns(env: Any, seed: int, most: int = 150) -> Iterator[Any]:
    """A random game: what each player sees in turn, before a legal move is drawn."""
    rng = Random(seed)
    env.reset(seed)
    for _, player in zip(range(most), env.agent_iter(), strict=False):
        seen, _, over, broken_off, _ = env.last()
        if over or broken_off:
            return
        yield player, seen
        env.step(env.moves.draw(seen["action_mask"], rng))


@pytest.mark.parametrize(("game", "chosen"), EVERY_TABLE, ids=str)
def test_the_rules_take_what_the_mask_allows_and_refuse_the_rest(game: str, chosen: dict[str, object]) -> None:
    env, checked = Environment(game, chosen=chosen, words=FEW), 0
    for player, seen in turns(env, seed=3):
        for move in range(1, env.moves.count):
            assert bool(seen["action_mask"][move]) == takes(env, player, move), env.moves.action(player, move)
        checked += 1
    assert checked > 10


def takes(env: Any, player: str, move: int) -> bool:
    try:
        apply(env._game, env.moves.action(player, move))
    except RuleError:
        return False
    return True


def test_a_move_that_is_not_legal_is_refused_and_changes_nothing() -> None:
    env = Environment("party", words=FEW)
    env.reset(1)
    seen = env.observe("player_0")
    illegal = next(move for move in range(1, env.moves.count) if not seen["action_mask"][move])
    with pytest.raises(RuleError):
        env.step(illegal)
    assert (env.observe("player_0")["action_mask"] == seen["action_mask"]).all()


def test_an_action_is_found_by_its_move_and_a_move_by_its_action() -> None:
    env = Environment("wqrdles", words=FEW)
    moves = [env.moves.number_of(env.moves.action("player_1", move)) for move in range(1, env.moves.count)]
    assert moves == list(range(1, env.moves.count))


# ── what is seen ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("seed", range(4))
@every_game
def test_another_secret_that_fits_looks_the_same_to_all_others(game: str, seed: int) -> None:
    assert two_worlds(game, seed, lambda env, player: env.observe(player)) > 5


def test_an_observation_that_depends_on_the_secret_is_found_out() -> None:
    def leaking(env: Any, player: str) -> dict[str, Any]:
        seen: dict[str, Any] = env.observe(player)
        secret = env._game.secret
        return {**seen, "observation": seen["observation"] + (ord(secret.reveal()[0]) if secret else 0)}

    with pytest.raises(AssertionError, match="sees a difference"):
        two_worlds("party", 1, leaking)


def two_worlds(game: str, seed: int, look: Callable[[Any, str], dict[str, Any]]) -> int:
    """Plays on while every word is marked alike in both worlds, and counts the moves in which others looked."""
    rng, secrets = Random(seed), ("HOUSE", "MOUSE")
    chosen = {"queries": "free"} if game == "wqrdles" else {}  # a card may have no word that is marked alike
    worlds = [Environment(game, chosen=chosen, words=FEW) for _ in secrets]
    for env in worlds:
        env.reset(seed)
    looked = 0
    owner = worlds[0].agent_selection
    for _ in range(60):
        player = worlds[0].agent_selection
        if worlds[0].terminations[player] or worlds[0]._game.round > 1:
            break
        if player == owner and "secret" in worlds[0].view(owner).table.actions:
            for env, secret in zip(worlds, secrets, strict=True):
                env.step(next(n for n in range(env.moves.count) if hides(env, owner, n, secret)))
            continue
        for other in (each for each in worlds[0].agents if each != owner):
            one, two = (look(env, other) for env in worlds)
            assert all((one[part] == two[part]).all() for part in one), f"{other} sees a difference"
            looked += 1
        move = worlds[0].moves.draw(alike(worlds[0], player, secrets), rng)
        for env in worlds:
            env.step(move)
    return looked


def hides(env: Any, owner: str, number: int, secret: str) -> bool:
    action = env.moves.action(owner, number) if number else None
    return bool(action and action.name == "secret" and action.word == secret)


def alike(env: Any, player: str, secrets: tuple[str, str]) -> Any:
    """The mask without words that tell the two secrets apart, and without questions about the secret itself."""
    mask = env.observe(player)["action_mask"].copy()
    for number in mask.nonzero()[0]:
        action = env.moves.action(player, int(number)) if number else None
        if action and action.word and len({mark(secret, action.word) for secret in secrets}) > 1:
            mask[number] = 0
        if action and action.name in ("lifeline", "correct", "attempt"):
            mask[number] = 0
    return mask


# ── rewards ──────────────────────────────────────────────────────────────────────────────────────


def test_points_that_nobody_wants_are_counted_as_lost() -> None:
    env = Environment("party", players=2, words=FEW)
    env.reset(1)
    for name, word in (("secret", "HOUSE"), ("guess", "MOUSE"), ("guess", "HOUSE")):
        player = env.agent_selection
        env.step(next(n for n in range(1, env.moves.count) if says(env, player, n, name, word)))
    assert env.rewards == {"player_0": 0.0, "player_1": -2.0}


def says(env: Any, player: str, number: int, name: str, word: str) -> bool:
    action = env.moves.action(player, number)
    return bool(action.name == name and action.word == word)


def test_a_game_that_does_not_end_is_broken_off() -> None:
    env = Environment("three-words", words=FEW, most_steps=30)
    steps = sum(1 for _ in turns(env, seed=1))
    assert steps == 30
    assert all(env.truncations.values())


# ── the page ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.proof
def test_the_example_of_the_page_plays_and_the_strong_player_is_the_best(capsys: pytest.CaptureFixture[str]) -> None:
    [example] = [block for block in blocks("python") if block.page == ROOT / "docs" / "training.md"]
    exec(compile(example.text, str(example), "exec"), {"__name__": "example"})
    points = eval(capsys.readouterr().out)
    assert points["player_1"] == max(points.values())
    assert points["player_0"] == min(points.values())
