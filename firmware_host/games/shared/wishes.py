"""What a player can ask of the console itself rather than of the rules. Each wish is a type of its own."""

from firmware_host.frozen import frozen


@frozen
class Bare:
    """A wish that says all by being one. Its kinds are compared by their type; so are those by step."""


@frozen
class ByStep:
    """One further, or with a step of -1 one back."""

    step: int


# ── the lobby ────────────────────────────────────────────────────────────────────────────────────


@frozen
class Join:
    name: str


class LeaveLobby(Bare):
    pass


class Come(Bare):
    """Join the running game when its round is over."""


@frozen
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


class TurnEvenings(LobbyChoice):
    """Whether everybody may read about past evenings in a browser."""


class PickTeam(ByStep):
    """The team of whoever wishes it."""


@frozen
class TurnOption(LobbyChoice):
    """An option of the chosen game."""

    option: str


Turn = TurnGame | TurnComputers | TurnLevel | TurnTeams | TurnFirst | TurnOrder | TurnWords | TurnEvenings | TurnOption


@frozen
class ShowAgain:
    """A finished game once more, by its number; 0 for the one that has just ended."""

    game: int


class LookBack(ByStep):
    """Older games to choose from, or newer ones."""


class StepOn(Bare):
    """The next row of the game that is shown again."""


class StopShowing(Bare):
    """Enough of it."""


@frozen
class ChangePerson:
    """Who is who: `how` is rename, join or forget."""

    how: str
    name: str
    other: str = ""  # the new name, or whose other spelling it is


# ── during a game ────────────────────────────────────────────────────────────────────────────────


class GoOn(Bare):
    """This player has seen the result of the round, or of the game."""


class ToLobby(Bare):
    """After a game: choose another one, or other settings, instead of playing the same again."""


class TakeScreen(Bare):
    """Have the private screen passed on to oneself, by somebody else who has something private to do."""


@frozen
class Admit:
    """Whether somebody who has asked for a seat may have it."""

    seat: int
    yes: bool


class SitOut(Bare):
    """Pass every attempt until one's own next turn."""


@frozen
class Vote:
    """Whether a word that the dictionary does not have is allowed. Each is put to a vote of its own."""

    number: int
    yes: bool


@frozen
class Lend:
    """One seat's keypad types for another seat whose own is lost."""

    lender: int
    borrower: int


@frozen
class DoNotLend:
    """Whoever is asked for their keypad keeps it."""

    borrower: int


@frozen
class EndLoan:
    """The keypad that types for this seat is its owner's again."""

    borrower: int


@frozen
class PlayOnWithout:
    """Whoever sits there leaves the game: their keypad is lost."""

    seat: int


# ── pairing a keypad ─────────────────────────────────────────────────────────────────────────────


class LookForPads(Bare):
    pass


class StopPairing(Bare):
    pass


@frozen
class PairPad:
    address: str


@frozen
class AssignPad:
    """The new keypad belongs to this seat."""

    seat: int


@frozen
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


@frozen
class DoChore:
    """Something that the computer under the table should do: a backup, an update."""

    chore: str


class EndChore(Bare):
    """What became of the chore has been read."""


class GoBack(Bare):
    """Nothing but to close the menu."""


Comforts = NextPalette | ChangeBrightness | ChangeLanguage
InLobby = Join | LeaveLobby | Come | MoveTo | Admit | Start | Turn | PickTeam
OfPast = ShowAgain | LookBack | StepOn | StopShowing | ChangePerson
OfKeypads = Lend | DoNotLend | EndLoan | PlayOnWithout | Pair
InGame = GoOn | ToLobby | TakeScreen | SitOut | Vote
OfComputer = Mute | ShutDown | DoChore | EndChore
Wish = InLobby | OfPast | OfKeypads | InGame | Comforts | OfComputer | GoBack
