"""The three games by name: how each begins and what each shows."""

from collections.abc import Mapping
from dataclasses import dataclass

from firmware_host.rules import party, three_words, wqrdles
from firmware_host.rules.cards import Card
from firmware_host.rules.options import Options
from firmware_host.rules.table import THE_TABLE, Game, RuleError, Step, Words

OPTIONS: Mapping[str, type[Options]] = {
    "party": party.PartyOptions,
    "wqrdles": wqrdles.WqrdlesOptions,
    "three-words": three_words.ThreeWordsOptions,
}
NAMES = tuple(OPTIONS)
MOST_PLAYERS = {"wqrdles": 6}

View = party.PartyView | wqrdles.WqrdlesView | three_words.ThreeWordsView


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything a game needs to begin, and so all that a saved one needs besides its log."""

    game: str
    players: tuple[str, ...]
    teams: Mapping[str, tuple[str, ...]] | None
    options: Options
    seed: int
    began: float
    deck: tuple[Card, ...] | None = None  # the pile of a saved game; a new one shuffles its own


def check_players(game: str, players: tuple[str, ...], teams: Mapping[str, tuple[str, ...]] | None) -> None:
    """Refuses a table that this game cannot be played at."""
    if len(players) < 2:
        raise RuleError("bad-request", "It takes two players or more.")
    if len(players) > MOST_PLAYERS.get(game, len(players)):
        raise RuleError("bad-request", f"This game is for {MOST_PLAYERS[game]} players at most.")
    if len(set(players)) < len(players) or not all(name.strip() for name in players) or THE_TABLE in players:
        raise RuleError("bad-request", f"Every player needs a name of their own, and nobody is called {THE_TABLE}.")
    if teams is None:
        return
    if game != "party":
        raise RuleError("bad-request", "Only the party game is played in teams.")
    if len(teams) < 2 or not all(name.strip() and members for name, members in teams.items()) or THE_TABLE in teams:
        raise RuleError("bad-request", "It takes two teams or more, each with a name and somebody in it.")
    if sorted(person for members in teams.values() for person in members) != sorted(players):
        raise RuleError("bad-request", "Every player must be in exactly one team.")


def begin(setup: Setup, words: Words) -> Step[Game]:
    """The first round of a new game."""
    options, players, seed, now = setup.options, setup.players, setup.seed, setup.began
    match options:
        case party.PartyOptions():
            return party.new(players, setup.teams, options, words, seed, now)
        case wqrdles.WqrdlesOptions():
            return wqrdles.new(players, options, words, seed, now, setup.deck)
        case three_words.ThreeWordsOptions():
            return three_words.new(players, options, words, seed, now)
    raise TypeError(f"{type(options).__name__} are the options of no game.")


def view(game: Game, you: str | None) -> View:
    """What this player may see, or with None what everybody may."""
    if you is not None and you not in game.players:
        raise RuleError("unknown-player", "Nobody of that name is playing.")
    match game:
        case party.Party():
            return party.view(game, you)
        case wqrdles.Wqrdles():
            return wqrdles.view(game, you)
        case three_words.ThreeWords():
            return three_words.view(game, you)
    raise TypeError(f"{type(game).__name__} has no views.")
