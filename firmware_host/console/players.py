"""Who plays the running game, and what each of them may see of it."""

from collections.abc import Collection, Mapping

from firmware_host.games import registry as games
from firmware_host.games.shared.views import TableView, View
from firmware_host.kept import Watched


class Players(Watched):
    """Only the referee changes it, and only when a new state of the game is saved."""

    def __init__(self) -> None:
        self.seated: Mapping[int, str] = {}  # in the order in which they joined, including those who have left
        self.views: Mapping[str | None, View] = {}  # by name; None is what everybody may see

    def sit_down(self, seated: Mapping[int, str]) -> None:
        self.seated = dict(seated)

    def see(self, views: Mapping[str | None, View]) -> None:
        self.views = views

    def get_up(self) -> None:
        self.seated, self.views = {}, {}

    @property
    def playing(self) -> bool:
        return None in self.views

    @property
    def table(self) -> TableView | None:
        everybody = self.views.get(None)
        return everybody.table if everybody is not None else None

    @property
    def names(self) -> Collection[str]:
        """Everybody who plays, computers too."""
        return self.views[None].table.players if self.playing else ()

    @property
    def deadlines(self) -> Collection[float]:
        return self.views[None].table.deadlines.values() if self.playing else ()

    @property
    def here(self) -> Mapping[int, str]:
        """Those who have not left, by seat, in the order in which they joined."""
        return {seat: name for seat, name in self.seated.items() if name in self.views}

    @property
    def captain(self) -> int | None:
        """The player who joined first, of those who have not left."""
        return next(iter(self.here), None)

    def name_at(self, seat: int) -> str:
        """Who plays there; empty for nobody."""
        return self.seated.get(seat, "")

    def is_needed(self, name: str | None) -> bool:
        """Whether the game needs this player in order to go on."""
        view = self.views.get(name) if name else None
        return view is not None and games.of(view).awaits(view)

    def view_of(self, name: str | None) -> View | None:
        return self.views.get(name)
