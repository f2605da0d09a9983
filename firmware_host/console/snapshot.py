"""The state of the console at one moment, for tests and for web pages. Nothing in it can be changed."""

from collections.abc import Mapping
from dataclasses import field

from firmware_host.console.lobby.lobby import Lobby
from firmware_host.frozen import frozen
from firmware_host.games.shared.sitting import Comfort, Sitting
from firmware_host.games.shared.tasks import Desk, Task
from firmware_host.games.shared.views import View


@frozen
class SeatSnapshot:
    name: str  # in the game, or in the lobby; empty for nobody
    desk: Desk
    reads: bool  # what it is asked: no other seat's page is in the way
    sitting: Sitting = field(repr=False)
    comfort: Comfort = field(repr=False)
    since: float = float("-inf")  # when something changed there that its own keys did not cause

    @property
    def task(self) -> Task:
        """What the seat is asked now: the innermost of what is open."""
        return self.desk.innermost(self.sitting.task, self.sitting.menu)


@frozen
class PrivateScreenSnapshot:
    called: int | None  # the seat that the screen is passed to
    taken: bool  # that seat has pressed ENTER
    looking: int | None  # the seat that holds a key to see its own word

    @property
    def holder(self) -> int | None:
        """The seat that has the screen: the one it was passed to, or else one that looks at its own word."""
        if self.called is not None:
            return self.called if self.taken else None
        return self.looking


@frozen
class Snapshot:
    """Views and sittings may hold secrets."""

    now: float
    lobby: Lobby
    players: Mapping[int, str]  # those who play and have not left, by seat, in the order in which they joined
    seats: Mapping[int, SeatSnapshot] = field(repr=False)
    views: Mapping[str | None, View] = field(repr=False)  # by name; None is what everybody may see
    private_screen: PrivateScreenSnapshot
    result_until: float = 0.0  # a result stays on the displays till then

    @property
    def playing(self) -> bool:
        return None in self.views

    @property
    def phase(self) -> str:
        """Of the game that is played; empty in the lobby."""
        return self.views[None].table.phase if self.playing else ""

    def view_of(self, name: str | None) -> View | None:
        return self.views.get(name)
