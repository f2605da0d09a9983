"""What each seat sees and is asked. Kept until something changes, because each key asks for it many times."""

from collections.abc import Mapping
from random import Random

from firmware_host.console.announce import Announcer
from firmware_host.console.keypads.pairing import Pads
from firmware_host.console.lobby import newcomers, pages, persons, replaying
from firmware_host.console.lobby.chores import ChoreDesk, submenu
from firmware_host.console.referee import Referee
from firmware_host.console.screens.glass import Glass, allowed
from firmware_host.console.screens.results import Results
from firmware_host.console.screens.telling import Told, told_pages
from firmware_host.console.seats import Seats, SeatState
from firmware_host.drawing.sheet import lines_on
from firmware_host.frozen import replace
from firmware_host.games import registry as games
from firmware_host.games.shared.page import Page
from firmware_host.games.shared.sitting import USUAL_LINES, Comfort, Sitting, result_pages, with_told
from firmware_host.games.shared.table import OVER, RESULT
from firmware_host.games.shared.views import TableView, View
from firmware_host.journal.keeper import Memory
from firmware_host.kept import Kept, Watched
from hardware.names import DeviceName
from hardware.ports import Table

IDEAS = 12


class Sittings:
    def __init__(
        self,
        table: Table,
        memory: Memory,
        seats: Seats,
        referee: Referee,
        glass: Glass,
        pads: Pads,
        chores: ChoreDesk,
        announcer: Announcer,
        results: Results,
    ) -> None:
        self._table = table
        self._memory = memory
        self.seats = seats
        self._referee = referee
        self.players = referee.players
        self._glass = glass
        self._pads = pads
        self._chores = chores
        self._announcer = announcer
        self._results = results
        self._now: Mapping[int, Kept[Sitting]] = {seat: Kept() for seat in seats}
        self._allowed: Mapping[int, Kept[Sitting]] = {seat: Kept() for seat in seats}
        self._whole: Mapping[int, Kept[Sitting]] = {seat: Kept() for seat in seats}
        self._comforts: Mapping[int, Kept[Comfort]] = {seat: Kept() for seat in seats}
        self._told_pages: Mapping[int, Kept[tuple[Page, ...]]] = {seat: Kept() for seat in seats}

    def at(self, seat: int) -> Sitting:
        """What this seat sees and is asked, with private things only where they can be done privately."""
        glass = self._glass
        basis = self.seats[seat], glass.holder, glass.taken, Watched.moment
        return self._now[seat].get(basis, lambda: self._looked_up(seat))

    def _looked_up(self, seat: int) -> Sitting:
        """Something has changed at the table; most often nothing that matters to this seat."""
        whole = self.whole(seat)
        glass = self._glass.holder, self._glass.in_use_by(seat)
        return self._allowed[seat].get((whole, *glass), lambda: self._as_allowed(seat, whole))

    def whole(self, seat: int) -> Sitting:
        """What this seat would see and be asked if it had a display that nobody else sees."""
        state = self.seats[seat]
        own = state.desk, state.joining, state.comes
        return self._whole[seat].get(
            (*own, *self._basis(seat), *self._pads.now, *self._chores.now), lambda: self._make(seat)
        )

    def _basis(self, seat: int) -> tuple[object, ...]:
        """What a seat's sitting is made from, besides what its player is in the middle of."""
        views, comfort = self.players.views, self.seats[seat].comfort
        game = views.get(None), views.get(self.players.name_at(seat))
        return (comfort, *game, self.seats.lobby, self._announcer.muted, *self._results.now)

    def name_at(self, seat: int) -> str:
        """Who sits there, in the game or in the lobby; empty if nobody does."""
        return self.players.name_at(seat) or self.seats.lobby.joined.get(seat, "")

    def asks_privately(self, seat: int) -> bool:
        """Whether they have something private to do, with or without a screen for it."""
        return self.whole(seat).asks_privately

    def reads_privately(self, seat: int) -> bool:
        """Whether they read what they are asked on a display that nobody else sees.

        The private screen is passed to a seat without a panel whenever it is asked something.
        """
        sitting = self.at(seat)
        return sitting.asks_privately and not (sitting.waits and self._table.seats[seat].panel is not None)

    def _as_allowed(self, seat: int, whole: Sitting) -> Sitting:
        holder = self.players.name_at(self._glass.holder or 0)
        return allowed(self._glass, seat, whole, self._table.seats[seat].hooded, holder)

    def _make(self, seat: int) -> Sitting:
        state, everybody = self.seats[seat], self.players.view_of(None)
        if everybody is None:
            return self._in_the_lobby(seat, state)
        view = self.players.view_of(self.players.name_at(seat) or None)
        if view is everybody or view is None:
            return self._beside_the_game(seat, state, everybody)
        comfort = self._comforts[seat].get(self._basis(seat), lambda: self._comfort(seat, view))
        return games.of(view).sit(view, state.desk, comfort)

    def _beside_the_game(self, seat: int, state: SeatState, view: View) -> Sitting:
        """Of somebody who does not play: they came late, or have left."""
        lobby, over = self.seats.lobby, view.table.phase == OVER
        joins = not over and _another_round(view.table) and games.of(view).has_room(len(view.table.players))
        if state.comes and joins:
            return newcomers.coming(lobby.joined[seat])
        if state.joining and seat not in lobby.joined:
            return pages.sit(lobby, seat, state.desk, state.comfort, self._memory.last_names(seat))
        name = self.players.name_at(seat) if seat in lobby.joined else ""  # somebody else may sit there now
        return newcomers.left(name, view.table, joins, self._results.waits_for(seat)) if name else newcomers.busy(joins)

    def _in_the_lobby(self, seat: int, state: SeatState) -> Sitting:
        lobby = self.seats.lobby
        if seat == self._pads.seat:
            return self._pads.sit(state.desk, lobby.joined)
        if seat == self._chores.seat:
            return self._chores.sit()
        if seat not in lobby.joined and not state.joining:
            return pages.free(lobby)
        if lobby.replay is not None and seat in lobby.joined:
            return replaying.sitting(lobby.replay, lobby.joined[seat])
        comfort = replace(
            state.comfort,
            past=replaying.choice(lobby, self._memory),
            captain=seat == lobby.captain,
            people=persons.submenu(self._memory.people()) if seat == lobby.captain else (),
            pairs=self._pads.possible,
            phones=lobby.phones,
            chores=submenu(self._chores.offered),
            muted=self._announcer.muted,
        )
        return pages.sit(lobby, seat, state.desk, comfort, self._memory.last_names(seat))

    def _comfort(self, seat: int, view: View) -> Comfort:
        ideas: tuple[str, ...] = ()
        letters = self._referee.letters
        if games.of(view).asks_for_a_secret(view):
            rng = Random(f"{self._referee.game.seed} {view.table.round} {seat}")
            ideas = self._referee.words().suggest(letters, rng, IDEAS)
        captain, muted = seat == self.players.captain, self._announcer.muted
        taken = {*self.seats.lobby.joined, *self.players.here}
        return replace(
            self.seats[seat].comfort,
            captain=captain,
            phones=self.seats.lobby.phones,
            ideas=ideas,
            letters=letters,
            muted=muted,
            free_seats=tuple(other for other in self.seats if other not in taken) if view.table.phase == RESULT else (),
            waits_for=self._results.waits_for(seat),
            last_result=self._results.last(seat),
            scores=self._scores(seat, view.table),
            notes=self._table.seats[seat].panel is not None,
            boards=DeviceName("page", seat) in self._table.pages,
            lines=self._lines(seat),
            teaching=(games.of(view).teaching,),
            told=self._told(seat),
            turned=self._results.turned(seat) if self._table.seats[seat].panel is not None else 0,
        )

    def result(self, seat: int) -> tuple[Page, ...]:
        """The result of a round, or of the game, as this seat can look through it."""
        view = self.players.views[self.players.name_at(seat)]
        return with_told(games.of(view).result(view, self._lines(seat)), self._told(seat))

    def _scores(self, seat: int, table: TableView) -> tuple[Page, ...]:
        """How everybody stands in the middle of a round."""
        counts = table.phase not in (RESULT, OVER) and any(table.scores.values())
        return result_pages(table, self._lines(seat)) if counts else ()

    def _told(self, seat: int) -> tuple[Page, ...]:
        """A grid shows only boards; its player reads the rest where everybody reads."""
        if self._table.seats[seat].panel is None:
            return ()
        told = self._results.told
        return self._told_pages[seat].get((told,), lambda: told_pages(told, self._lines(seat)))

    @property
    def told(self) -> Told:
        """About the round whose result is shown."""
        return self._results.told

    def _lines(self, seat: int) -> int:
        """Of text, on the display where they read. A narrow one breaks more of them."""
        panel = self._table.seats[seat].panel or self._table.public or self._table.private
        return lines_on(panel.size) if panel is not None else USUAL_LINES


def _another_round(table: TableView) -> bool:
    return table.rounds is None or table.round < table.rounds
