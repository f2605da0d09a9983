"""Grants what people wish for besides playing: to join, choose in the lobby, vote, lend a keypad, change settings."""

from collections.abc import Callable
from typing import assert_never

from firmware_host.console.announce import Announcer
from firmware_host.console.keypads.lost import LostKeypads
from firmware_host.console.keypads.pairing import Pads
from firmware_host.console.lobby.chores import ChoreDesk
from firmware_host.console.lobby.lobby import turn
from firmware_host.console.lobby.newcomers import Newcomers
from firmware_host.console.lobby.replaying import Replayer
from firmware_host.console.lobby.starter import Starter
from firmware_host.console.referee import Referee
from firmware_host.console.screens.results import Results
from firmware_host.console.screens.screens import Screens
from firmware_host.console.seats import Seats, changed_comfort, to_remember
from firmware_host.console.sitting_out import SittingOut
from firmware_host.console.votes import Votes
from firmware_host.frozen import frozen, replace
from firmware_host.games.shared.sitting import BRIGHTEST
from firmware_host.games.shared.table import Action
from firmware_host.games.shared.wishes import (
    Admit,
    AssignPad,
    ChangeBrightness,
    ChangeLanguage,
    ChangePerson,
    Come,
    Comforts,
    DescribePad,
    DoChore,
    DoNotLend,
    EndChore,
    EndLoan,
    GoBack,
    GoOn,
    InGame,
    InLobby,
    Join,
    LeaveLobby,
    Lend,
    LobbyChoice,
    LookBack,
    LookForPads,
    MoveTo,
    Mute,
    NextPalette,
    OfComputer,
    OfKeypads,
    OfPast,
    PairPad,
    PickTeam,
    PlayOnWithout,
    ShowAgain,
    ShutDown,
    SitOut,
    Start,
    StepOn,
    StopPairing,
    StopShowing,
    TakeScreen,
    ToLobby,
    Turn,
    TurnGame,
    Vote,
    Wish,
)
from firmware_host.texts.text import NOTHING, Text


@frozen
class Wishes:
    """Knows who deals with each wish. `expected` says that what changes at a seat now was caused by its own key."""

    seats: Seats
    referee: Referee
    starter: Starter
    newcomers: Newcomers
    results: Results
    replayer: Replayer
    screens: Screens
    sitting_out: SittingOut
    votes: Votes
    lost_keypads: LostKeypads
    pads: Pads
    chores: ChoreDesk
    announcer: Announcer
    shut_down: Callable[[], None]
    expected: Callable[[int], None]
    draw: Callable[[], None]

    def grant(self, seat: int, wish: Wish) -> None:
        if isinstance(wish, InLobby):
            self._in_the_lobby(seat, wish)
        elif isinstance(wish, OfPast):
            self._about_the_past(seat, wish)
        elif isinstance(wish, OfKeypads):
            self._about_keypads(seat, wish)
        else:
            self._about_the_rest(seat, wish)

    def _in_the_lobby(self, seat: int, wish: InLobby) -> None:
        match wish:
            case Join(name):
                self.referee.remember_name(seat, name, lambda: self._joined(seat, name))
            case Come():
                self.newcomers.comes(seat)
            case MoveTo(to):
                self.newcomers.move(seat, to)
            case Admit(wanted, yes):
                if name := self.newcomers.admit(wanted, yes):
                    self.grant(wanted, Join(name))
            case LeaveLobby():
                self.seats.lobby = self.seats.lobby.leave(seat)
                self.seats.clear(seat)
            case PickTeam(step):
                self.seats.lobby = self.seats.lobby.pick(seat, step)
            case LobbyChoice():
                self._choose(seat, wish)
            case Start():
                self.starter.start(seat)
            case _:
                assert_never(wish)

    def _about_the_past(self, seat: int, wish: OfPast) -> None:
        match wish:
            case ShowAgain(0):
                self.replayer.wanted = True
                self.results.go_on(seat, to_lobby=True)
            case ShowAgain(game):
                self.replayer.show(game)
            case LookBack(step):
                self.replayer.look_back(step)
            case StepOn():
                self.replayer.step()
            case StopShowing():
                self.replayer.stop()
            case ChangePerson(how, name, other):
                self.seats.clear(seat)
                self.referee.who_is_who(how, name, other, lambda told: self._changed(seat, told))
            case _:
                assert_never(wish)

    def _about_keypads(self, seat: int, wish: OfKeypads) -> None:
        match wish:
            case Lend(lender, borrower):
                self.lost_keypads.lend(lender, borrower, by=seat)
            case DoNotLend(borrower):
                self.lost_keypads.do_not_lend(borrower, lender=seat)
            case EndLoan(borrower):
                self.lost_keypads.end_loan(borrower)
            case PlayOnWithout(lost):
                self.referee.act(lost, Action(self.referee.players.name_at(lost), "leave"))
                self.lost_keypads.left(lost, by=seat)
            case LookForPads() | StopPairing() | PairPad() | AssignPad() | DescribePad():
                self.pads.wish(seat, wish)
            case _:
                assert_never(wish)

    def _about_the_rest(self, seat: int, wish: InGame | Comforts | OfComputer | GoBack) -> None:
        match wish:
            case GoOn():
                self.results.go_on(seat)
            case ToLobby():
                self.results.go_on(seat, to_lobby=True)
            case TakeScreen():
                self.screens.ask_for_private_screen(seat)
            case SitOut():
                self.sitting_out.begin(seat)
            case Vote():
                self.votes.cast(seat, wish)
            case NextPalette() | ChangeBrightness() | ChangeLanguage():
                self._set_comfort(seat, wish)
            case Mute():
                self.announcer.muted = not self.announcer.muted
            case DoChore() | EndChore():
                self.chores.wish(seat, wish)
            case ShutDown():
                self.shut_down()
            case GoBack():
                pass
            case _:
                assert_never(wish)

    def _joined(self, seat: int, name: str) -> None:
        seats = self.seats
        if seat in seats.lobby.joined:
            return
        seats.lobby = seats.lobby.join(seat, name, self.referee.players.names)
        seats.say_to(seats.lobby.captain or seat, NOTHING)  # such as that it takes two
        seats.clear(seat)
        self.newcomers.comes(seat)
        self.expected(seat)

    def _changed(self, seat: int, told: Text) -> None:
        self.seats.say_to(seat, told)
        self.draw()

    def _choose(self, seat: int, choice: Turn) -> None:
        seats = self.seats
        seats.lobby = turn(seats.lobby, choice, len(seats))
        if isinstance(choice, TurnGame):
            self.starter.look_at_the_table()
            seats.say_to(seat, seats.lobby.lacking.get(seats.lobby.game, NOTHING))

    def _set_comfort(self, seat: int, wish: Comforts) -> None:
        before = self.seats[seat].comfort
        comfort = changed_comfort(before, wish)

        def changed() -> None:
            self.seats.set_state(seat, replace(self.seats[seat], comfort=comfort))
            self.screens.dimming.chosen(seat, comfort.brightness / BRIGHTEST)
            self.expected(seat)

        self.referee.remember_comforts({seat: to_remember(before, comfort)}, changed)
