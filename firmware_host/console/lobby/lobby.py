"""Before a game: who sits where, which game, which options. Pure: a lobby, and what choices do to it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import field, fields
from random import Random
from typing import Any, TypeVar

from firmware_host.bots import LEVELS, Level, level_named
from firmware_host.dictionaries import OUR_LISTS, WordList
from firmware_host.frozen import frozen, replace
from firmware_host.games import registry as games
from firmware_host.games.shared.options import Options
from firmware_host.games.shared.sitting import Address
from firmware_host.games.shared.table import THE_TABLE
from firmware_host.games.shared.wishes import (
    Turn,
    TurnComputers,
    TurnEvenings,
    TurnFirst,
    TurnGame,
    TurnLevel,
    TurnOption,
    TurnOrder,
    TurnTeams,
    TurnWords,
)
from firmware_host.remembered.played import Played
from firmware_host.remembered.replay import Replay
from firmware_host.texts.text import NOTHING, Text, say, say_count

NAME_LENGTH = 8
LEVEL_NAMES: Mapping[Level, Text] = {"easy": say("easy"), "fair": say("fair"), "strong": say("strong")}
TEAM_NAMES = (
    "RED", "BLUE", "GREEN", "GOLD", "PINK", "GREY", "LIME", "TEAL", "NAVY", "PLUM", "RUST", "SAND",
    "CYAN", "MINT", "IVORY", "LILAC", "PEACH", "MAUVE", "BEIGE", "BROWN", "BLACK", "WHITE", "SILVER", "COPPER",
)  # fmt: skip
TEAMS_ON_A_PAGE = 2
BY_CHANCE = "?"  # nobody is called that
COMPUTER_NAMES = ("Ada", "Bo", "Cleo", "Dev", "Eve", "Finn")


@frozen
class Lobby:
    """Who has joined, by seat, and what the captain has chosen so far."""

    joined: Mapping[int, str] = field(default_factory=dict)  # in the order in which they joined
    game: str = field(default_factory=lambda: next(iter(games.games())))
    chosen: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # by game: options that are not the default
    computers: int = 0
    level: Level = "fair"
    first: str = ""  # who hosts or begins first: a name, BY_CHANCE, or empty for the first in order
    shuffled: bool = False  # the order in which people host and play
    teams: int = 0  # how many
    picked: Mapping[int, str] = field(default_factory=dict)  # by seat: the team they have chosen; others are dealt out
    words: str = ""  # the list of words to hide; empty for all
    word_lists: tuple[WordList, ...] = OUR_LISTS
    replay: Replay | None = field(default=None, repr=False)  # a finished game that is shown again
    pages_back: int = 0  # in the list of games that can be shown again
    older: tuple[Played, ...] = field(default=(), repr=False)  # the games on that page
    has_pages: bool = False  # in a browser
    open_evenings: bool = False  # everybody may read there about past evenings
    phones: Address | None = None  # at which they join; None where they cannot
    lacking: Mapping[str, Text] = field(default_factory=dict)  # by game: what this table does not have for it
    seats: int = 0  # how many the table has

    @property
    def has_room(self) -> bool:
        """Whether a seat is free."""
        return len(self.joined) < self.seats

    @property
    def captain(self) -> int | None:
        return next(iter(self.joined), None)

    def join(self, seat: int, name: str, playing: Collection[str] = ()) -> "Lobby":
        """With a name that nobody else has, neither here nor in the game that is being played."""
        taken = {other for number, other in self.joined.items() if number != seat} | set(playing)
        unique = name
        count = 2
        while unique in taken or unique == THE_TABLE:
            unique = f"{name[: NAME_LENGTH - 1]}{count}"
            count += 1
        return replace(self, joined={**self.joined, seat: unique})

    def leave(self, seat: int) -> "Lobby":
        return replace(self, joined={number: name for number, name in self.joined.items() if number != seat})

    def move(self, seat: int, to: int) -> "Lobby":
        """Somebody sits elsewhere; who joined before whom stays the same."""
        return replace(self, joined={to if number == seat else number: name for number, name in self.joined.items()})

    def option(self, name: str) -> Any:
        defaults = {each.name: each.default for each in fields(_options_of(self.game))}
        return self.chosen.get(self.game, {}).get(name, defaults[name])

    def turned(self, option: str, step: int) -> "Lobby":
        """The next value of an option; after the last comes the first."""
        values = tuple(games.named(self.game).choices[option].values)
        changed = {**self.chosen.get(self.game, {}), option: _next(values, self.option(option), step)}
        return replace(self, chosen={**self.chosen, self.game: changed})

    def options(self) -> Mapping[str, Any]:
        """What was chosen for this game."""
        chosen = dict(self.chosen.get(self.game, {}))
        return chosen | {"dictionary": f"{self.option('dictionary')}:{self.words}"} if self.words else chosen

    def word_list(self) -> WordList:
        return next((each for each in self.word_lists if each.id == self.words), self.word_lists[0])

    def players(self) -> tuple[str, ...]:
        """Everybody who plays, in the order of the seats, computer players last.

        One person alone plays after a computer, and so begins with a guess.
        """
        people = tuple(self.joined[seat] for seat in sorted(self.joined))
        names = [name for name in COMPUTER_NAMES if name.upper() not in {p.upper() for p in people}]
        computers = tuple(name.upper() for name in names[: self.computers])
        return (*computers[:1], *people, *computers[1:]) if len(people) == 1 else people + computers

    def computer_levels(self) -> Mapping[str, str]:
        """The computer players, and how well each plays."""
        people = set(self.joined.values())
        return {name: self.level for name in self.players() if name not in people}

    def team_members(self) -> Mapping[str, tuple[str, ...]] | None:
        if not games.named(self.game).teams or self.teams < 2:
            return None
        names = TEAM_NAMES[: self.teams]
        picked = {self.joined[seat]: team for seat, team in self.picked.items() if seat in self.joined}
        teams: dict[str, list[str]] = {team: [] for team in names}
        for player in sorted(self.players(), key=lambda player: picked.get(player) not in teams):
            smallest = min(names, key=lambda team: len(teams[team]))
            teams[picked[player] if picked.get(player) in teams else smallest].append(player)
        return {team: tuple(members) for team, members in teams.items()}

    def team_of(self, seat: int) -> str:
        """Empty where nobody plays in teams."""
        return next((team for team, who in (self.team_members() or {}).items() if self.joined[seat] in who), "")

    def pick(self, seat: int, step: int) -> "Lobby":
        """Whoever sits there goes to another team."""
        teams = TEAM_NAMES[: self.teams]
        if self.team_members() is None or seat not in self.joined:
            return self
        team = teams[(teams.index(self.team_of(seat)) + step) % len(teams)]
        return replace(self, picked={**self.picked, seat: team})

    def begins(self) -> str:
        """Who is first, or BY_CHANCE."""
        players = self.players()
        return self.first if self.first in (*players, BY_CHANCE) else next(iter(players), "")

    def moved_on(self) -> "Lobby":
        """After a game: whoever comes next hosts or begins first, unless chance decides."""
        if self.first == BY_CHANCE or self.shuffled or not self.players():
            return self
        sides = [*(self.team_members() or {name: (name,) for name in self.players()}).values()]
        now = next((place for place, who in enumerate(sides) if self.begins() in who), 0)
        following = sides[(now + 1) % len(sides)]
        return replace(self, first=next(iter(following), ""))

    def seating(self, rng: Random) -> tuple[tuple[str, ...], Mapping[str, tuple[str, ...]] | None]:
        """Everybody in the order in which they host and play; or everybody, and the teams in that order."""
        players, teams = self.players(), self.team_members()
        sides = list(teams or players)
        if self.shuffled:
            rng.shuffle(sides)
        if self.first == BY_CHANCE:
            first = rng.choice(sides)
        else:
            first = next((side for side in sides if self.first in (teams[side] if teams else (side,))), sides[0])
        at = sides.index(first)
        in_order = (*sides[at:], *sides[:at])
        return (players, {team: teams[team] for team in in_order}) if teams else (in_order, None)

    def why_not(self) -> Text:
        """Why the game cannot start; empty if it can."""
        if self.game in self.lacking:
            return self.lacking[self.game]
        players = len(self.players())
        if players < 2:
            return say("It takes two: wait, or add a computer player.")
        most = games.named(self.game).most_players
        if players > most:
            return say_count(
                "This game is for {count} player at most.", "This game is for {count} players at most.", most
            )
        teams = self.team_members()
        for team, members in (teams or {}).items():
            if not members:
                return say("Nobody is in team {team} yet.", team=team)
        return NOTHING


def _options_of(game: str) -> type[Options]:
    return games.named(game).options


def turn(lobby: Lobby, wish: Turn, seats: int) -> Lobby:
    """What the captain's menu does to the lobby."""
    match wish:
        case TurnGame(step):
            names = tuple(games.games())
            return replace(lobby, game=names[(names.index(lobby.game) + step) % len(names)])
        case TurnComputers(step):
            free = max(0, seats - len(lobby.joined))
            return replace(lobby, computers=(lobby.computers + step) % (free + 1))
        case TurnLevel(step):
            return replace(lobby, level=LEVELS[(LEVELS.index(lobby.level) + step) % len(LEVELS)])
        case TurnTeams(step):
            return replace(lobby, teams=_next((0, *range(2, _most_teams(lobby) + 1)), lobby.teams, step))
        case TurnFirst(step):
            return replace(lobby, first=_next((*lobby.players(), BY_CHANCE), lobby.begins(), step))
        case TurnWords(step):
            return replace(lobby, words=_next([each.id for each in lobby.word_lists], lobby.words, step))
        case TurnOrder():
            return replace(lobby, shuffled=not lobby.shuffled)
        case TurnEvenings():
            return replace(lobby, open_evenings=not lobby.open_evenings)
        case TurnOption(step, option):
            return lobby.turned(option, step)


T = TypeVar("T")


def _next(values: Sequence[T], now: T, step: int) -> T:
    """After the last comes the first."""
    return values[((values.index(now) if now in values else 0) + step) % len(values)]


def _most_teams(lobby: Lobby) -> int:
    return max(2, min(len(lobby.players()), len(TEAM_NAMES)))


def as_saved(lobby: Lobby, save: Mapping[str, object], computers: Mapping[str, str]) -> Lobby:
    """The lobby with the choices of a game that continues after a power cut: the next game starts from them."""
    game, chosen, teams = save["game"], save["options"], save["teams"]
    assert isinstance(game, str), "the save could be loaded"
    assert isinstance(chosen, Mapping), "the save could be loaded"
    dictionary, _, words = str(chosen["dictionary"]).partition(":")
    return replace(
        lobby,
        game=game,
        chosen={**lobby.chosen, game: {**chosen, "dictionary": dictionary}},
        words=words,
        computers=len(computers),
        level=level_named(next(iter(computers.values()), lobby.level)),
        teams=len(teams) if isinstance(teams, Mapping) else 0,
        picked=_picked(lobby, teams) if isinstance(teams, Mapping) else {},
    )


def _picked(lobby: Lobby, teams: Mapping[str, Collection[str]]) -> Mapping[int, str]:
    return {seat: team for team, who in teams.items() for seat, name in lobby.joined.items() if name in who}
