"""Which games there are: our own, and those that other packages bring through the entry point `wordtable.games`."""

import logging
from collections.abc import Mapping
from functools import cache
from importlib import import_module

from firmware_host.games.shared.declaration import AnyGame, ComputerPlayer, ComputerSeat, Declaration, Setup, check
from firmware_host.games.shared.fields import EVENING_FORMS, Forms
from firmware_host.games.shared.page import BY_PALETTE
from firmware_host.games.shared.table import MOST_PLAYERS, THE_TABLE, Game, RuleError, Step, Words
from firmware_host.games.shared.views import View
from firmware_host.texts.text import Text, verbatim
from hardware.extensions import entry_points

log = logging.getLogger(__name__)

OUR_OWN = ("party", "wqrdles", "three_words")  # the first is what a lobby begins with
ENTRY_POINT = "wordtable.games"


@cache
def games() -> Mapping[str, AnyGame]:
    """Every game by its name, in the order in which the lobby offers them."""
    found: dict[str, AnyGame] = {}
    for folder in OUR_OWN:
        _add(found, import_module(f"firmware_host.games.{folder}").GAME)
    for entry in entry_points(ENTRY_POINT):
        try:
            _add(found, entry.load())
        except Exception as error:  # a stranger's mistake costs their game, and nothing else
            log.error("The game %s is left out: %s", entry.name, error)
    return found


def _add(found: dict[str, AnyGame], game: object) -> None:
    if not isinstance(game, Declaration):
        raise TypeError("it is not a Declaration.")
    if game.name in found:
        raise ValueError(f"there is a game called {game.name} already.")
    check(game)
    found[game.name] = game


def named(name: str) -> AnyGame:
    """The game of that name."""
    if name not in games():
        raise RuleError("unknown-game", "The games here are {games}.", games=", ".join(games()))
    return games()[name]


def title_of(name: str) -> Text:
    """What the game of that name is called; its name, if it was played long ago and is not installed any more."""
    return games()[name].title if name in games() else verbatim(name)


def colours_of(name: str) -> str:
    """The colours of that game's boards."""
    return games()[name].colours if name in games() else BY_PALETTE


def of(view: View) -> AnyGame:
    """The game that this is a view of."""
    return games()[view.table.game]


def forms(running: str | None) -> Forms:
    """The form of every action here; where games differ, as the running game has it."""
    together = {name: form for game in games().values() for name, form in game.forms.items()}
    return together | dict(games()[running].forms if running else {}) | dict(EVENING_FORMS)


def computer(game: str, seat: ComputerSeat) -> ComputerPlayer[View]:
    return named(game).computer(seat)


# ── playing ──────────────────────────────────────────────────────────────────────────────────────


def checked(name: str, players: tuple[str, ...], teams: Mapping[str, tuple[str, ...]] | None) -> AnyGame:
    """The game of that name, unless it cannot be played at such a table."""
    if len(players) < 2:
        raise RuleError("bad-request", "You need at least two players.")
    most = games()[name].most_players if name in games() else MOST_PLAYERS
    if len(players) > most:
        raise RuleError("bad-request", "This game is for {most} players at most.", most=most)
    if len(set(players)) < len(players) or not all(name.strip() for name in players) or THE_TABLE in players:
        raise RuleError(
            "bad-request",
            "Every player needs a different name, and it cannot be {name}.",
            name=THE_TABLE,
        )
    if teams is not None:
        _check_teams(name, players, teams)
    return named(name)


def _check_teams(name: str, players: tuple[str, ...], teams: Mapping[str, tuple[str, ...]]) -> None:
    if name not in games() or not games()[name].teams:
        raise RuleError("bad-request", "This game is not played in teams.")
    if len(teams) < 2 or not all(name.strip() and members for name, members in teams.items()) or THE_TABLE in teams:
        raise RuleError("bad-request", "You need at least two teams, each with a name and a player.")
    if sorted(person for members in teams.values() for person in members) != sorted(players):
        raise RuleError("bad-request", "Every player must be in exactly one team.")


def begin(setup: Setup, words: Words) -> Step[Game]:
    """The first round of a new game."""
    return games()[setup.game].begin(setup, words)


def view(game: Game, you: str | None) -> View:
    """What this player may see, or with None what everybody may."""
    if you is not None and you not in game.players:
        raise RuleError("unknown-player", "No player has that name.")
    shown: View = games()[game.rules.name].view(game, you)
    return shown
