"""Random play of our games: whole evenings of legal actions, recorded so that they can be replayed."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from string import ascii_uppercase

from firmware_host.games import registry as games
from firmware_host.games.party.rules import Party
from firmware_host.games.shared import options
from firmware_host.games.shared.declaration import Setup
from firmware_host.games.shared.table import OVER, Action, Game, RuleError, actions, apply
from firmware_host.games.shared.words import Dictionary
from firmware_host.games.three_words.rules import SEVEN_WRONG, SIDES_OF_CARD, WRONG_LETTERS, ThreeWords
from firmware_host.games.wqrdles.rules import Wqrdles

PLAYERS = ("Ann", "Bob", "Cleo", "Dan")
SIX = (*PLAYERS, "Eve", "Fay")
LETTERS = 5
PATIENCE = 1000
A_HIT = 1 / 8  # how often somebody happens to guess the right word

# How often each action is chosen if it is possible, so that an evening consists mostly of words, like a real one.
# Pause, leave and end are left out: pausing costs little, and leaving or ending would cut the game short.
HOW_OFTEN = {
    "secret": 20, "guess": 20, "give-up": 1, "correct": 1, "hint": 2, "challenge": 2, "reveal": 20,
    "swap-card": 5, "query": 20, "attempt": 10, "pass": 10,
    "propose": 2, "lifeline": 1, "confirm": 20, "answer": 20, "next": 20,
}  # fmt: skip


# The longest evenings that people would play.
LONG: Mapping[str, tuple[tuple[str, ...], Mapping[str, object]]] = {
    "party": ((*SIX, "Gus", "Hal"), {}),
    "wqrdles": (SIX, {"rounds": 20}),
    "three-words": (SIX, {"laps": 5, "tie": "share"}),
}


@dataclass(frozen=True, slots=True)
class Evening:
    """A new game, and everything that was done in it until it was over."""

    setup: Setup
    begun: Game
    actions: tuple[Action, ...]


def play(
    game: str,
    words: Dictionary,
    seed: int,
    players: tuple[str, ...] = PLAYERS,
    chosen: Mapping[str, object] | None = None,
) -> Evening:
    """One complete evening, always the same for the same seed."""
    setup = Setup(game, players, None, options.read(games.named(game).options, chosen or {}), seed, 0)
    begun, _ = games.begin(setup, words)
    return Evening(setup, begun, tuple(acts(begun, words, Random(seed))))


def play_long(game: str, words: Dictionary) -> Evening:
    players, chosen = LONG[game]
    return play(game, words, 1, players, chosen)


def acts(game: Game, words: Dictionary, rng: Random) -> Iterator[Action]:
    """The actions from here to the end of the game."""
    refused = 0
    while game.phase != OVER:
        action = draw(game, words, rng)
        try:
            game, _ = apply(game, action)
        except RuleError:
            refused += 1  # such as a used card or a second attempt: try something else
            assert refused < PATIENCE, f"nothing that is tried fits any more, {action.name} neither"
            continue
        refused = 0
        yield action


def draw(game: Game, words: Dictionary, rng: Random) -> Action:
    """An action that somebody may do now."""
    may = [(player, name) for player in game.players for name in actions(game, player) if name in HOW_OFTEN]
    player, name = rng.choices(may, [HOW_OFTEN[name] for _, name in may])[0]
    match name:
        case "secret" | "correct":
            return Action(player, name, word=rng.choice(words.common(LETTERS)))
        case "guess" | "propose":
            return Action(player, name, word=_guess(game, None, words.words(LETTERS), rng))
        case "attempt" | "challenge":
            target = rng.choice([other for other in game.members if other != player])
            return Action(player, name, target=target, word=_guess(game, target, words.words(LETTERS), rng))
        case "query":
            assert isinstance(game, Wqrdles), "queries are called in no other game"
            called = game.cards[player].front if game.deck else words.common(LETTERS)
            return Action(player, name, word=rng.choice(called))
        case "hint":
            return Action(player, name, text="You have one of these at home")
        case "lifeline":
            card = rng.choice((1, 2))
            side = rng.choice(SIDES_OF_CARD[card])
            position = None if side == SEVEN_WRONG else rng.randint(1, LETTERS)
            return Action(player, name, card=card, side=side, position=position)
        case "answer":
            return _answer(game, player, rng)
    return Action(player, name)


def _guess(game: Game, target: str | None, words: Sequence[str], rng: Random) -> str:
    """Any word or, now and then, the hidden one, so that words are found too."""
    hidden = None
    if isinstance(game, Party | ThreeWords):
        hidden = game.secret
    elif isinstance(game, Wqrdles) and target is not None:
        hidden = game.secrets.get(target)
    return hidden.reveal() if hidden and rng.random() < A_HIT else rng.choice(words)


def _answer(game: Game, player: str, rng: Random) -> Action:
    assert isinstance(game, ThreeWords), "lifelines are answered in no other game"
    assert game.pending is not None, "nobody answers what was not asked"
    assert game.secret is not None, "lifelines are about a word that is hidden"
    word = game.secret.reveal()
    if game.pending.side == SEVEN_WRONG:
        shown = "".join(used.answer for used in game.lifelines)
        wrong = [letter for letter in ascii_uppercase if letter not in word + shown]
        return Action(player, "answer", letters="".join(rng.sample(wrong, WRONG_LETTERS)))
    return Action(player, "answer", letter=rng.choice(word))
