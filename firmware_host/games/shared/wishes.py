"""What a player can ask of the console itself rather than of the rules. Each wish is a type of its own."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Bare:
    """A wish that says all by being one. Its kinds are compared by their type; so are those by step."""


@dataclass(frozen=True)
class ByStep:
    """One further, or with a step of -1 one back."""

    step: int


# ── the lobby ────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Join:
    name: str


class LeaveLobby(Bare):
    pass


class Come(Bare):
    """Join the running game when its round is over."""


@dataclass(frozen=True)
class MoveTo:
    """Sit at another seat."""

    seat: int


class Start(Bare):
    """Start the game that the lobby has chosen."""


class LobbyChoice(ByStep):
    """What the captain chooses for everybody."""


class TurnGame(LobbyChoice):
    """Another game."""


class TurnComputers(LobbyChoice):
    pass


class TurnLevel(LobbyChoice):
    """How well computers play."""


class TurnTeams(LobbyChoice):
    pass


class TurnFirst(LobbyChoice):
    """Who hosts or begins first."""


class TurnOrder(LobbyChoice):
    """In which order people host and play."""


class TurnWords(LobbyChoice):
    """Which words may be hidden."""


class PickTeam(ByStep):
    """The team of whoever wishes it."""


@dataclass(frozen=True)
class TurnOption(LobbyChoice):
    """An option of the chosen game."""

    option: str


Turn = TurnGame | TurnComputers | TurnLevel | TurnTeams | TurnFirst | TurnOrder | TurnWords | TurnOption


# ── during a game ────────────────────────────────────────────────────────────────────────────────


class GoOn(Bare):
    """This player has seen the result of the round, or of the game."""


class TakeScreen(Bare):
    """Have the private screen passed on to oneself, by somebody else who has something private to do."""


@dataclass(frozen=True)
class Admit:
    """Whether somebody who has asked for a seat may have it."""

    seat: int
    yes: bool


class SitOut(Bare):
    """Pass every attempt until one's own next turn."""


@dataclass(frozen=True)
class Vote:
    """Whether a word that the dictionary does not have is allowed."""

    yes: bool


@dataclass(frozen=True)
class Lend:
    """One seat's keypad types for another seat whose own is lost."""

    lender: int
    borrower: int


@dataclass(frozen=True)
class DoNotLend:
    """Whoever is asked for their keypad keeps it."""

    borrower: int


@dataclass(frozen=True)
class EndLoan:
    """The keypad that types for this seat is its owner's again."""

    borrower: int


@dataclass(frozen=True)
class PlayOnWithout:
    """Whoever sits there leaves the game: their keypad is lost."""

    seat: int


# ── pairing a keypad ─────────────────────────────────────────────────────────────────────────────


class LookForPads(Bare):
    pass


class StopPairing(Bare):
    pass


@dataclass(frozen=True)
class PairPad:
    address: str


@dataclass(frozen=True)
class AssignPad:
    """The new keypad belongs to this seat."""

    seat: int


@dataclass(frozen=True)
class DescribePad:
    """What is printed on the new keypad's keys: the name of a key map."""

    keys: str


Pair = LookForPads | StopPairing | PairPad | AssignPad | DescribePad


# ── comfort ──────────────────────────────────────────────────────────────────────────────────────


class Mute(Bare):
    """Sound off, or on again, for the whole table."""


class NextPalette(Bare):
    pass


class ChangeBrightness(ByStep):
    pass


class ChangeLanguage(ByStep):
    pass


class ShutDown(Bare):
    pass


class GoBack(Bare):
    """Nothing but to close the menu."""


Comforts = NextPalette | ChangeBrightness | ChangeLanguage
Wish = (
    Join
    | LeaveLobby
    | Come
    | MoveTo
    | Start
    | Turn
    | PickTeam
    | GoOn
    | TakeScreen
    | Admit
    | SitOut
    | Vote
    | Lend
    | DoNotLend
    | EndLoan
    | PlayOnWithout
    | Pair
    | Mute
    | Comforts
    | ShutDown
    | GoBack
)
