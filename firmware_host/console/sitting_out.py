"""Players who sit out: the console passes for them until their own next turn."""

from firmware_host.console.referee import Referee
from firmware_host.console.seats import Seats
from firmware_host.frozen import replace
from firmware_host.games import registry as games


class SittingOut:
    def __init__(self, seats: Seats, referee: Referee) -> None:
        self._seats = seats
        self._referee = referee
        self._players = referee.players

    def begin(self, seat: int) -> None:
        view = self._players.views[self._players.name_at(seat)]
        sitting_out = games.of(view).sitting_out
        passes = sitting_out.passes(view) if sitting_out else None
        self._seats.set_state(seat, replace(self._seats[seat], sitting_out=True))
        if passes:
            self._referee.act(seat, passes)

    def look_again(self) -> None:
        """Something has happened: passes for everybody who sits out, or it is their turn and they are back."""
        for seat, name in self._players.here.items():
            view, state = self._players.views[name], self._seats[seat]
            if not state.sitting_out:
                continue
            sitting_out = games.of(view).sitting_out
            if sitting_out is None or sitting_out.until in view.table.actions:
                self._seats.set_state(seat, replace(state, sitting_out=False))
            elif passes := sitting_out.passes(view):
                self._referee.act_later(seat, passes)
