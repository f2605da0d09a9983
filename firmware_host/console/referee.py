"""The referee: asks the rules, saves what they accept, and shows it only after it is on the disk."""

from collections import deque
from collections.abc import Callable, Mapping
from random import Random
from typing import Protocol

from firmware_host.console.alarms import Alarms
from firmware_host.console.lobby.lobby import Lobby
from firmware_host.console.players import Players
from firmware_host.dictionaries import HOUSE, DictionaryError
from firmware_host.frozen import frozen
from firmware_host.games import registry as games
from firmware_host.games.shared.table import JOIN, OVER, RESULT, Action, Event, Game, RuleError
from firmware_host.games.shared.tasks import Desk
from firmware_host.games.shared.words import Dictionary
from firmware_host.journal.keeper import Comforts, Done, Keeper, Memory, PersonChange, ToTell
from firmware_host.remembered.played import Played, read_played, result_of
from firmware_host.session import Session
from firmware_host.texts.text import Keys, Text, say

# What people have pressed while the disk does not answer. More than a full table presses in a minute in earnest.
MOST_WAITING = 100
TOO_MUCH_WAITS = say("The disk is slow. Wait a moment, then press {enter} again.", enter=Keys.ENTER)


@frozen
class Asked:
    """Something asked for: by which seat (0 for a computer player), when, and from which desk."""

    seat: int
    action: Action
    at: float
    desk: Desk | None = None  # as it was before: given back if the action is refused
    moment: tuple[object, ...] | None = None  # of the game, as it was shown when somebody pressed the key


@frozen
class Accepted:
    """By the rules; it is shown as soon as it is saved."""


@frozen
class Waits:
    """It is judged when everything before it is saved."""


@frozen
class Refused:
    refusal: RuleError


Outcome = Accepted | Waits | Refused


class Listener(Protocol):
    """Is told what became of each action."""

    def accepted(self, asked: Asked) -> None: ...
    def refused(self, asked: Asked, refusal: RuleError) -> None: ...
    def happened(self, events: tuple[Event, ...], by: int) -> None:
        """These events are saved, and the players' views are up to date. `by` is the seat whose key caused them."""

    def settled(self) -> None:
        """Everything that could be judged has been; the displays can be drawn."""


class Story(Protocol):
    """Knows what a league is to be told of each step; that is saved together with the step."""

    def begins(self, save: Mapping[str, object] | None = None) -> None:
        """A game begins, or goes on from a save."""

    def to_tell(self, game: Game, events: tuple[Event, ...]) -> ToTell: ...


class NoStory:
    """Of a table that belongs to no league."""

    def begins(self, save: Mapping[str, object] | None = None) -> None: ...

    def to_tell(self, game: Game, events: tuple[Event, ...]) -> ToTell:
        del game, events  # nobody is told anything
        return ()


class Queue:
    """One change after the other: while something is being saved, everything else waits.

    If the disk hangs, keys are refused once `MOST_WAITING` things wait: people keep what they have typed, and are told.
    What waits already is judged when the disk is back.
    """

    def __init__(self, judge: Callable[[Asked], object], settled: Callable[[], None]) -> None:
        self._judge = judge
        self._settled = settled
        self._waiting: deque[Asked | Callable[[], None]] = deque()
        self.keeping = False  # something is being saved

    @property
    def is_full(self) -> bool:
        """So much waits for the disk that nobody's key can be taken any more."""
        return len(self._waiting) >= MOST_WAITING

    def in_turn(self, change: Callable[[], None]) -> None:
        """Does it now, or when everything before it is saved: whatever changes the evening goes through this queue."""
        if self.keeping:
            self._waiting.append(change)
        else:
            change()

    def put(self, asked: Asked) -> None:
        self._waiting.append(asked)

    def put_first(self, asked: Asked) -> None:
        self._waiting.appendleft(asked)

    def has(self, action: Action) -> bool:
        return any(isinstance(asked, Asked) and asked.action == action for asked in self._waiting)

    def save(self, keep: Callable[[Done], None], then: Callable[[], None]) -> None:
        """Nothing of it is shown before it is saved: then comes `then`, and whatever waits."""
        assert not self.keeping, "changes come one after the other"
        self.keeping = True
        keep(lambda: self._saved(then))

    def _saved(self, then: Callable[[], None]) -> None:
        self.keeping = False
        then()
        while self._waiting and not self.keeping:
            waiting = self._waiting.popleft()
            if isinstance(waiting, Asked):
                self._judge(waiting)
            else:
                waiting()
        self._settled()


class Referee:
    """Owns the game, and the queue through which everything goes that changes the evening."""

    def __init__(
        self, session: Session, keeper: Keeper, alarms: Alarms, listener: Listener, story: Story | None = None
    ) -> None:
        self._session = session
        self._keeper = keeper
        self._alarms = alarms
        self._listener = listener
        self._story = story or NoStory()
        self.queue = Queue(self._judge, listener.settled)
        self.players = Players()
        self.finished: Played | None = None  # the last game that came to its end
        self._computers: Mapping[str, str] = {}  # that play in this game, and how well

    @property
    def game(self) -> Game:
        """The newest state, perhaps not saved yet: never show anything of it."""
        return self._session.game

    @property
    def keeping(self) -> bool:
        """Something is being saved."""
        return self.queue.keeping

    @property
    def letters(self) -> int:
        return self._session.letters

    def words(self) -> Dictionary:
        return self._session.words()

    # ── what outlives a game ─────────────────────────────────────────────────────────────────────

    def allow_word(self, word: str, then: Callable[[], None]) -> None:
        """Adds a word to this table's own, for this game and for all later ones."""

        def allowed() -> None:
            self._session.reread_words()
            then()

        self.queue.in_turn(lambda: self.queue.save(lambda done: self._keeper.allow_word(word, done), allowed))

    def remember_name(self, seat: int, name: str, then: Callable[[], None]) -> None:
        self.queue.in_turn(lambda: self.queue.save(lambda done: self._keeper.remember_name(seat, name, done), then))

    def remember_comforts(self, changes: Comforts, then: Callable[[], None]) -> None:
        self.queue.in_turn(lambda: self.queue.save(lambda done: self._keeper.remember_comforts(changes, done), then))

    def who_is_who(self, how: str, name: str, other: str, then: Callable[[Text], None]) -> None:
        """All games are looked through first, and nobody waits for that. Only what comes of it is saved in its turn."""

        def save(change: PersonChange) -> None:
            told: list[Text] = []

            def keep(done: Done) -> None:
                change(lambda text: _note(told, text, done))

            self.queue.save(keep, lambda: then(told[0]))

        self._keeper.who_is_who(how, name, other, lambda change: self.queue.in_turn(lambda: save(change)))

    def save(self) -> Mapping[str, object]:
        """The game as a save. It holds the secrets."""
        return self._session.save()

    # ── from the first move to the last ──────────────────────────────────────────────────────────

    def begin(self, lobby: Lobby, rng: Random, by: int = 0) -> None:
        """Starts the game that the lobby has chosen; raises a RuleError if its options do not go together."""
        self._session.time(self._alarms.now())
        players, teams = lobby.seating(rng)
        events = self._session.new(lobby.game, players, lobby.options(), teams, rng.getrandbits(31))
        self._story.begins()
        self._story.to_tell(self.game, events)  # nothing yet: a game does not end with its beginning
        self.players.sit_down(lobby.joined)
        self._computers = levels = lobby.computer_levels()
        save = self._session.save()
        self.queue.save(
            lambda done: self._keeper.begin(save, lobby.joined, levels, done), lambda: self._kept(events, by)
        )

    def go_on(self, save: Mapping[str, object], seated: Mapping[int, str], computers: Mapping[str, str]) -> None:
        """Continues a game that a power cut interrupted; raises a RuleError if its save is damaged."""
        self._session.load(dict(save))
        self._story.begins(save)
        self._computers = computers
        self.players.sit_down(seated)
        self._keep(())
        self._show()

    def end(self) -> None:
        """Nobody plays any more."""
        self.players.get_up()

    # ── judging ──────────────────────────────────────────────────────────────────────────────────

    def act(
        self, seat: int, action: Action, desk: Desk | None = None, moment: tuple[object, ...] | None = None
    ) -> Outcome:
        asked = Asked(seat, action, self._alarms.now(), desk, moment)
        if not self.keeping:
            return self._judge(asked)
        if desk is None:  # nobody's key: what asks for the same again and again, such as a loose plug, asks once
            self.act_later(seat, action)
        elif self.queue.is_full:
            return self._refuse(asked, RuleError("not-now", TOO_MUCH_WAITS))
        else:
            self.queue.put(asked)
        return Waits()

    def act_later(self, seat: int, action: Action) -> None:
        """Puts it at the end of the queue, unless the same action waits there already."""
        if not self.queue.has(action):
            self.queue.put(Asked(seat, action, self._alarms.now()))

    def time_passes(self) -> bool:
        """Whether anything was due by now; if so, it is being saved."""
        events = self._session.time(self._alarms.now())
        if events:
            self._keep(events)
        return bool(events)

    def _judge(self, asked: Asked) -> Outcome:
        """Judges it as of the moment it was asked for, however long the disk took; what was due by then comes first."""
        if asked.moment is not None and asked.moment != self._moment_of(asked.action.player):
            return self._refuse(asked, RuleError("stale", "Too late: the game has moved on."))
        due = self._session.time(max(asked.at, self._session.now))
        if due:
            self.queue.put_first(asked)
            self._keep(due)
            return Waits()
        try:
            events = self._session.act(asked.action)
        except RuleError as refusal:
            return self._refuse(asked, refusal)
        self._listener.accepted(asked)
        if asked.action.name == JOIN:
            self._sit_down({**self._others(asked), asked.seat: asked.action.player})
        self._keep(events, 0 if asked.desk is None else asked.seat)
        return Accepted()

    def _refuse(self, asked: Asked, refusal: RuleError) -> Refused:
        self._listener.refused(asked, refusal)
        return Refused(refusal)

    def _moment_of(self, player: str) -> tuple[object, ...] | None:
        view = self.players.view_of(player)
        return games.of(view).moment(view) if view is not None else None

    def _others(self, asked: Asked) -> Mapping[int, str]:
        """Who sits elsewhere. A newcomer may take the seat of somebody who has left, or have left another seat."""
        seated = self.players.seated.items()
        return {seat: name for seat, name in seated if seat != asked.seat and name != asked.action.player}

    def move(self, seat: int, to: int, then: Callable[[], None]) -> None:
        """Somebody sits at another seat from now on."""
        before = self.players.seated.items()
        seated = {to if each == seat else each: name for each, name in before if each != to}

        def moved() -> None:
            self.players.sit_down(seated)
            then()

        self.queue.in_turn(lambda: self.queue.save(lambda done: self._keeper.sit(seated, done), moved))

    def _sit_down(self, seated: Mapping[int, str]) -> None:
        """Saved before the action that needs it: whoever plays has a seat, also after a power cut."""
        self._keeper.sit(seated, lambda: None)  # nothing of it is shown before that action is saved
        self.players.sit_down(seated)

    def _keep(self, events: tuple[Event, ...], by: int = 0) -> None:
        entry = self._session.newest_entry()
        told = self._story.to_tell(self.game, events)
        self.queue.save(lambda done: self._keeper.add(entry, done, told), lambda: self._kept(events, by))

    def _kept(self, events: tuple[Event, ...], by: int) -> None:
        """These events are saved: now they can be shown, and the next action can be judged."""
        self._show()
        if self.game.phase == OVER:
            result = result_of(self.players.views[None].table, self._session.save(), self._computers)
            self._keeper.finish(result, lambda: None)
            self.finished = read_played(0, 0.0, result)
        elif not self.players.here:  # only computers are left, and would play on for ever
            self.act_later(0, Action(self.game.players[0], "end"))
        if self.game.phase in (RESULT, OVER):
            self._keeper.checkpoint()
        self._listener.happened(events, by)

    def _show(self) -> None:
        self.players.see({name: self._session.view(name) for name in (None, *self.game.players)})


def _note(told: list[Text], text: Text, done: Done) -> None:
    told.append(text)
    done()


def with_house_words(load: Callable[[str], Dictionary], keeper: Memory) -> Callable[[str], Dictionary]:
    """Dictionaries with the words this table has allowed, and without those it has barred."""

    def load_with_house_words(name: str) -> Dictionary:
        allow, bar = keeper.house_words()
        try:
            words = load(name).with_house_words(allow, bar)
            return words.hiding(allow) if name.endswith(f":{HOUSE}") else words
        except DictionaryError as sorry:  # its file is gone
            raise RuleError("bad-option", sorry.say) from None

    return load_with_house_words
