"""Starts games, continues one after a power cut, and takes everybody back to the lobby."""

from random import Random

from firmware_host.console.computers import Computers
from firmware_host.console.keypads.lost import LostKeypads
from firmware_host.console.lobby import pages
from firmware_host.console.lobby.lobby import Lobby, as_saved
from firmware_host.console.lobby.table_lacks import table_lacks
from firmware_host.console.referee import Referee
from firmware_host.console.screens.glass import Glass
from firmware_host.console.seats import Seats
from firmware_host.console.votes import Votes
from firmware_host.frozen import replace
from firmware_host.games.shared.table import RuleError
from firmware_host.journal.keeper import Memory, Unfinished
from hardware.ports import Table


class Starter:
    def __init__(
        self,
        table: Table,
        referee: Referee,
        seats: Seats,
        computers: Computers,
        glass: Glass,
        lost_keypads: LostKeypads,
        votes: Votes,
        memory: Memory,
        rng: Random,
        *,
        teaches: bool,
    ) -> None:
        self._table = table
        self._referee = referee
        self._seats = seats
        self._computers = computers
        self._glass = glass
        self._lost_keypads = lost_keypads
        self._votes = votes
        self._memory = memory
        self._teaches = teaches
        self._rng = rng

    def start(self, seat: int) -> None:
        """Starts the game that the lobby has chosen, or tells this seat why it cannot start."""
        self.look_at_the_table()
        lobby = self._seats.lobby
        if self._referee.players.playing:
            return
        why_not = lobby.why_not()
        if why_not:
            self._seats.say_to(seat, why_not)
            return
        try:
            self._referee.begin(lobby, self._rng, by=seat)
        except RuleError as refusal:
            self._seats.say_to(seat, refusal.say)
            return
        self._computers.sit_down(lobby.computer_levels())
        self._clear_desks()
        if self._teaches:
            self._offer_how_to_play(lobby)

    def look_at_the_table(self) -> None:
        """What it lacks may have changed: a page for everybody was opened or closed."""
        self._seats.lobby = replace(self._seats.lobby, lacking=table_lacks(self._table))

    def _offer_how_to_play(self, lobby: Lobby) -> None:
        """To whoever plays this game at their seat for the first time.

        On a public screen all read it together, so that only one of the seats without a panel is asked.
        """
        new = {}
        for seat, name in lobby.joined.items():
            played = f"played {lobby.game} {name}"
            if self._offers(seat) and played not in self._memory.comforts(seat):
                new[seat] = {played: "yes"}
        together = [seat for seat in new if self._table.seats[seat].panel is None]

        def offer() -> None:
            for seat in new:
                if seat not in together[:-1]:
                    self._seats.ask(seat, pages.first_time(lobby.game))

        if new:
            self._referee.remember_comforts(new, offer)

    def _offers(self, seat: int) -> bool:
        """Whether they can read it without taking the private screen from anybody."""
        return self._table.seats[seat].panel is not None or self._table.public_is_seen

    def go_on(self, unfinished: Unfinished) -> None:
        """Continues a game after a power cut, everybody at their old seat; raises a RuleError if it is damaged."""
        seated = {seat: name for seat, name in unfinished.seats.items() if seat in self._seats}
        self._referee.go_on(unfinished.save, seated, unfinished.computers)
        for seat, name in seated.items():
            self._seats.lobby = self._seats.lobby.join(seat, name)
        self._seats.lobby = as_saved(self._seats.lobby, unfinished.save, unfinished.computers)
        self._computers.sit_down(unfinished.computers)

    def to_lobby(self) -> None:
        self._seats.lobby = replace(self._seats.lobby.moved_on(), replay=None)
        self._referee.end()
        self._computers.sit_down({})
        self._glass.clear()
        self._lost_keypads.look_again()
        self._clear_desks()

    def _clear_desks(self) -> None:
        """Forgets what everybody was in the middle of: it belongs to another game."""
        for seat in self._seats:
            self._seats.clear(seat)
            self._votes.withdraws(seat)
