"""What becomes of a key that counts: it changes what its seat is in the middle of, or gives a command."""

from collections.abc import Callable, Mapping

from firmware_host.console.alarms import Alarms
from firmware_host.console.keypads.attention import Attention, Shown
from firmware_host.console.keypads.wishes import Wishes
from firmware_host.console.referee import TOO_MUCH_WAITS, Referee
from firmware_host.console.screens.screens import Screens
from firmware_host.console.seats import Seats
from firmware_host.console.sittings import Sittings
from firmware_host.console.votes import Votes
from firmware_host.frozen import replace
from firmware_host.games import registry as games
from firmware_host.games.shared.sitting import Sitting
from firmware_host.games.shared.table import Action
from firmware_host.games.shared.tasks import Command, Desk, ListTask, NotesTask, WordTask
from firmware_host.games.shared.wishes import Wish
from firmware_host.kept import Kept
from firmware_host.texts.text import NOTHING, Keys, Text, say
from hardware.ports import ENTER, KeyPress

RARE = say("A rare word: few will know it. Press {enter} again to use it anyway.", enter=Keys.ENTER)
A_QUESTION_WAITS = say("A question is waiting: send or delete your word.")
A_QUESTION_WAITS_FOR_NOTES = say("A question is waiting: close your notes.")


class Answers:
    def __init__(
        self,
        seats: Seats,
        sittings: Sittings,
        referee: Referee,
        votes: Votes,
        screens: Screens,
        alarms: Alarms,
        wishes: Wishes,
        keypads_of: Callable[[int], tuple[int, ...]],
        draw: Callable[[], None],
    ) -> None:
        self._seats = seats
        self._sittings = sittings
        self._referee = referee
        self._votes = votes
        self._screens = screens
        self._alarms = alarms
        self._wishes = wishes
        self._keypads_of = keypads_of
        self._draw = draw
        self._attention = Attention()
        self._shown: Mapping[int, Kept[Shown]] = {seat: Kept() for seat in seats}
        self._refused: dict[int, tuple[Text, tuple[str, Text]]] = {}  # what each seat is refused, at which question
        self._prepared: dict[int, tuple[Sitting, Desk]] = {}
        self._pressed: Kept[tuple[Desk, Command | None]] = Kept()

    # ── what a seat is shown ─────────────────────────────────────────────────────────────────────

    def shown(self, seat: int) -> Shown:
        players = self._referee.players
        view = players.views.get(players.name_at(seat))
        sitting, desk, called = self._sittings.at(seat), self._seats[seat].desk, self._screens.is_called_to(seat)
        asks = isinstance(desk.innermost(sitting.task, sitting.menu), ListTask)
        reads, keypads = not asks or self._screens.reads_its_page(seat), self._keypads_of(seat)

        def make() -> Shown:
            moment = games.of(view).moment(view) if view is not None else ()
            return Shown(sitting, desk, moment, called, keypads, reads)

        return self._shown[seat].get((view, sitting, desk, called, reads, *keypads), make)

    def drawn(self, seat: int) -> None:
        """The displays of this seat show what it is asked by now."""
        self._attention.shows(seat, self.shown(seat), self._alarms.now())

    def expected(self, seat: int) -> None:
        """Whatever has changed at this seat, its own key has caused."""
        self.prepare(seat, by_itself=True)
        self._attention.knows(seat, self.shown(seat))

    def shown_since(self, seat: int) -> float:
        return self._attention.since(seat)

    def prepare(self, seat: int, *, by_itself: bool = False) -> None:
        """Before the seat is drawn: opens what others have asked, and puts the cursor of a new list on its first entry.

        While letters are typed, also into notes, questions wait, and the seat is told so. Where the seat's own key has
        taken the entry under its cursor away, the cursor goes back to the first one.
        """
        desk, sitting = self._seats[seat].desk, self._sittings.at(seat)
        before = self._prepared.get(seat)
        if before is not None and before[0] is sitting and before[1] is desk and not by_itself:
            return
        desk = self._without_outdated(seat, desk)
        task = self.shown(seat).task
        notes = isinstance(task, NotesTask)
        if desk.asked and not notes and not desk.typed_for(task):
            desk = replace(desk, asked=(), open=(*desk.open, *desk.asked))
        elif desk.asked and not desk.message:
            desk = desk.told(A_QUESTION_WAITS_FOR_NOTES if notes else A_QUESTION_WAITS)
        desk = desk.with_cursor(sitting.task, sitting.menu, again=by_itself)
        self._seats.set_desk(seat, desk)
        self._prepared[seat] = sitting, desk

    def _without_outdated(self, seat: int, desk: Desk) -> Desk:
        """A refusal goes with the question that it belongs to."""
        said = self._refused.pop(seat, None)
        if desk.message in (A_QUESTION_WAITS, A_QUESTION_WAITS_FOR_NOTES) and not desk.asked:
            return desk.told()
        if not desk.refuses:
            return desk
        task = self.shown(seat).task
        question = task.name, task.ask
        if said is not None and said[0] is desk.message and said[1] != question:
            return desk.told()
        self._refused[seat] = desk.message, question
        return desk

    # ── keys ─────────────────────────────────────────────────────────────────────────────────────

    def counts(self, seat: int, key: KeyPress) -> bool:
        """Whether its player can have meant what the key does now."""
        self._attention.touched(seat, self._alarms.now())
        return self._attention.counts(seat, key, self._alarms.since_start(key.when), self.shown(seat))

    def types(self, seat: int, key: KeyPress) -> str:
        """The letter that the key puts into a word; empty if it puts none there."""
        shown = self.shown(seat)
        task, desk = shown.task, self._press(shown, key)[0]
        typed = isinstance(task, WordTask) and desk.typed_for(task) != shown.desk.typed_for(task)
        return desk.typed_for(task)[-1:] if typed and len(key.key) == 1 and key.key.isalpha() else ""

    def _press(self, shown: Shown, key: KeyPress) -> tuple[Desk, Command | None]:
        """What the key does to the desk, and the command it gives. Asked twice of each key."""
        return self._pressed.get((shown, key), lambda: shown.pressed(key))

    def take(self, seat: int, key: KeyPress) -> None:
        """The key answers what the seat is asked."""
        shown = self.shown(seat)
        if key.key == ENTER and self._votes.insists(seat, shown.task, shown.desk.typed_for(shown.task)):
            self._draw()  # other seats see the question
            self.expected(seat)
            return
        desk, command = self._press(shown, key)
        if command is not None and not isinstance(command, Action) and self._referee.queue.is_full:
            self._seats.say_to(seat, TOO_MUCH_WAITS)
            return
        self._screens.turn_pages(seat, desk.page - shown.desk.page)
        self._seats.set_state(seat, replace(self._seats[seat], desk=desk, news=NOTHING))
        match command:
            case None:
                self._attention.pressed(seat, key, self.shown(seat))
            case Action():
                self._send(seat, command, desk, shown)
            case wish:
                self._grant(seat, wish)
                self.expected(seat)

    def _grant(self, seat: int, wish: Wish) -> None:
        """In its turn, and only if nothing has come in between: it is for the moment in which the key was pressed."""
        moment = self.shown(seat).moment

        def grant() -> None:
            if self.shown(seat).moment == moment:
                self._wishes.grant(seat, wish)
            self._draw()
            self.expected(seat)

        self._referee.queue.in_turn(grant)

    def _send(self, seat: int, action: Action, desk: Desk, shown: Shown) -> None:
        """To the referee, with everything that is given back if it is refused."""
        self._seats.set_desk(seat, replace(desk, open=(), overtyped="").without(shown.task))
        desk = replace(desk, overtyped=shown.task.name)
        self.expected(seat)
        if self._warned_of(seat, action):
            self._seats.give_back(seat, desk)
        else:
            self._referee.act(seat, action, desk, shown.moment)

    def _warned_of(self, seat: int, action: Action) -> bool:
        """A rare word is allowed as a secret, but whoever hides it is warned once."""
        hides = games.named(self._referee.game.rules.name).hides(action.name)
        if not hides or self._seats[seat].warned_of == action.word:
            return False
        if not self._referee.words().judge(action.word).rare:
            return False
        self._seats.set_state(seat, replace(self._seats[seat], warned_of=action.word))
        self._seats.refuse(seat, RARE)
        return True
