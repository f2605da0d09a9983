"""The evening: inputs in, rules asked, everything kept before it is shown, every display told. The heart of the daemon.

One direction: a key goes to its seat's desk; a desk may give a command; a command may change the game; the change is
kept; then views are taken, and pages drawn from them. Nothing is shown from a state that is not safe yet.
"""

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random

from firmware_host.console import lobby as lobbies
from firmware_host.console import party, three_words, wqrdles
from firmware_host.console.absence import Absence
from firmware_host.console.alarms import Alarms
from firmware_host.console.announce import LAST_SECONDS, News, news_of
from firmware_host.console.beside import Beside
from firmware_host.console.computers import Computers, Think, think_here
from firmware_host.console.headlines import Headlines
from firmware_host.console.keeper import Keeper, Unfinished, result_of
from firmware_host.console.lobby import Lobby
from firmware_host.console.page import Page
from firmware_host.console.pairing import Pads
from firmware_host.console.private import PrivateScreen
from firmware_host.console.rest import CHECKED_EVERY
from firmware_host.console.screens import Screens
from firmware_host.console.seats import SeatState, Waiting
from firmware_host.console.sitting import BRIGHTEST, Comfort, Sitting, changed_comfort, remembered
from firmware_host.console.sittings import Sittings
from firmware_host.console.tasks import LOOK, Desk, ListTask, WaitTask, Wish, WordTask, press
from firmware_host.console.votes import Votes
from firmware_host.dictionaries import DictionaryError
from firmware_host.rules import party as party_rules
from firmware_host.rules import three_words as three_words_rules
from firmware_host.rules.games import View
from firmware_host.rules.table import OVER, RESULT, Action, Event, RuleError
from firmware_host.rules.words import Dictionary
from firmware_host.session import Session
from hardware.ports import ENTER, ButtonPress, Clock, DeviceBack, DeviceGone, Input, KeyPress, Table

IDEAS = 12
LAST_BEEPS = 5  # seconds
HELD_TO_SHUT_DOWN = 3.0
CLOCK_KEPT_EVERY = 5.0


class Console:
    """Owns the evening at one table. Everything happens on the clock's own thread."""

    def __init__(
        self,
        table: Table,
        clock: Clock,
        keeper: Keeper,
        load_dictionary: Callable[[str], Dictionary],
        *,
        seed: int,
        defaults: Mapping[str, Mapping[str, object]] | None = None,
        shut_down: Callable[[], None] = lambda: None,
        palette: str = "green-yellow",
        pulse: bool = False,
        think: Think = think_here,
    ) -> None:
        self._table = table
        self._alarms = Alarms(clock)
        self._keeper = keeper
        self._base_dictionary = load_dictionary
        self._rng = Random(seed)
        self._shut_down = shut_down
        self._session = Session(self._dictionary)
        self._views: dict[str | None, View] = {}
        self._lobby = Lobby(chosen=defaults or {})
        self._seats = {
            number: SeatState(comfort=remembered(keeper.comforts(number), palette)) for number in table.seats
        }
        self._players: dict[int, str] = {}  # of the running game
        self._computers = Computers(self, self._rng, think)
        self._private = PrivateScreen()
        self._sittings = Sittings()
        self._waiting: deque[Waiting] = deque()
        self._keeping = False
        self._absence = Absence(table, self)
        self._pads = Pads(table, keeper, self)
        self._votes = Votes(self, self._allow_word)
        self._news = Headlines(self)
        self._beside = Beside(table.seats)
        self._screens = Screens(
            table, self, self._pads, self._private, self._beside, self._news, palette=palette, pulse=pulse
        )
        self._muted = False
        self._clock_kept = 0.0

    # ── beginning ────────────────────────────────────────────────────────────────────────────────

    def start(self) -> None:
        unfinished = self._keeper.unfinished()
        if unfinished is not None:
            self._go_on(unfinished)
        self._table.listen(self.hear)
        self._pads.restore()
        self.alarm("rest", self.now() + CHECKED_EVERY, self._rest_a_while)
        self.draw()

    def _go_on(self, unfinished: Unfinished) -> None:
        """The power went in the middle of a game: everybody sits where they sat, and the captain is asked."""
        try:
            self._session.load(dict(unfinished.save))
        except RuleError as refusal:
            self.tell(News(refusal.say, spoken=False))
            return
        self._players = {seat: name for seat, name in unfinished.seats.items() if seat in self._seats}
        for seat, name in self._players.items():
            self._lobby = self._lobby.join(seat, name)
        self._lobby = lobbies.as_saved(self._lobby, unfinished.save, unfinished.computers)
        self._computers.sit_down(unfinished.computers, self._session.words(), self._letters)
        self._keeping = True
        self._keeper.add(self._session.newest_entry(), lambda: self._kept(()))
        self._take_views()
        captain, table = self._captain, self._views[None].table
        if captain is not None and table.paused:
            self.ask(captain, lobbies.go_on(self._players[captain], table.round))

    def hear(self, heard: Input) -> None:
        """Something was pressed, or a device went or came back."""
        match heard:
            case KeyPress():
                self._key(heard)
            case ButtonPress():
                self._button(heard)
            case DeviceGone():
                self._absence.gone(heard)
                self.draw()
            case DeviceBack():
                self._absence.back(heard)
                self.draw()

    # ── keys ─────────────────────────────────────────────────────────────────────────────────────

    def _key(self, key: KeyPress) -> None:
        seat = key.seat
        if seat not in self._seats:
            return
        self._screens.rest.touched(seat, self.now())
        self._beside.touched(seat)
        if not key.down or (key.key in LOOK and self._looks(seat)):
            if key.key in LOOK:
                self._peek(seat, key.down)
            return
        if key.key == ENTER and not self._seats[seat].desk.open and self._private.hand_over(seat):
            self.draw()
            return
        keeping, letter = self._keeping, len(key.key) == 1
        if letter:
            self._screens.show_letter(seat, key)  # before all else: a finger waits for its light
        if not self._playing and seat not in self._lobby.joined and not self._seats[seat].joining:
            self._change(seat, joining=True)
        else:
            self._answer(seat, key)
        if not letter:
            self._screens.show_letter(seat, key)
        if keeping or not self._keeping:  # otherwise all is drawn when what this key did is safe
            self._draw_for(seat)

    def _answer(self, seat: int, key: KeyPress) -> None:
        sitting = self.sitting_at(seat)
        before = self._seats[seat].desk
        innermost = before.innermost(sitting.task, sitting.menu)
        if key.key == ENTER and self._votes.insists(seat, innermost, before.typed_for(innermost)):
            return
        desk, command = press(sitting.task, before, key, sitting.menu)
        self._change(seat, desk=desk, news="")
        match command:
            case Action():
                if self._warned_of(seat, command):
                    return
                self._change(seat, desk=replace(desk, open=()))
                if self.act(seat, command, desk):
                    self._change(seat, desk=self._seats[seat].desk.without(innermost))
                else:
                    self._change(seat, desk=replace(self._seats[seat].desk, open=desk.open))
            case Wish():
                self._wish(seat, command)

    def _warned_of(self, seat: int, action: Action) -> bool:
        """A rare secret is allowed, but whoever hides it is told once."""
        if action.name not in ("secret", "correct") or self._seats[seat].warned_of == action.word:
            return False
        if not self._session.words().judge(action.word).rare:
            return False
        self._change(seat, warned_of=action.word)
        self.say_to(seat, "A rare word: few will know it. ENTER hides it all the same.")
        return True

    def _looks(self, seat: int) -> bool:
        """Whether there is something to look at once more: a word of one's own, or a grid's rows letter by letter."""
        sitting, desk = self.sitting_at(seat), self._seats[seat].desk
        task = desk.open[-1] if desk.open else sitting.task
        if isinstance(task, WordTask) and task.spaces:
            return False
        return self._may_peek(seat) or (seat in self._beside.seats and sitting.own.board is not None)

    def _may_peek(self, seat: int) -> bool:
        """Whether they can look at their own word now: never on a screen that is in somebody else's hands."""
        free = self._private.holder is None and self._private.peeking in (None, seat)
        return (free or self._table.seats[seat].hooded) and self.sitting_at(seat).has_own_word

    def _peek(self, seat: int, down: bool) -> None:
        grid = self._table.seats[seat].grid
        if grid is not None and seat in self._beside.seats:
            self._screens.showing.spell(grid, self.now() if down else None)
        if (down and self._may_peek(seat)) or (not down and self._private.peeking == seat):
            self._private.peeking = seat if down else None
        self._draw_for(seat)

    # ── what the parts of the evening ask (see Evening) ──────────────────────────────────────────

    @property
    def players(self) -> Mapping[int, str]:
        joined = [seat for seat in self._lobby.joined if seat in self._players]
        return {seat: self._players[seat] for seat in joined if self._players[seat] in self._views}

    def view_of(self, name: str | None) -> View | None:
        return self._views.get(name)

    @property
    def lobby(self) -> Lobby:
        return self._lobby

    def name_at(self, seat: int) -> str:
        return self._players.get(seat, "")

    def state_of(self, seat: int) -> SeatState:
        return self._seats[seat]

    def asks_privately(self, seat: int) -> bool:
        return self._unguarded(seat).asks_privately

    def reads_privately(self, seat: int) -> bool:
        sitting = self.sitting_at(seat)
        return sitting.asks_privately and not sitting.waits

    def ask(self, seat: int, question: ListTask) -> None:
        self._change(seat, desk=self._seats[seat].desk.opened(question))

    def take_back(self, question: str) -> None:
        for seat, state in self._seats.items():
            kept = tuple(task for task in state.desk.open if task.name != question)
            self._change(seat, desk=replace(state.desk, open=kept))

    # ── what somebody is asked, and sees ─────────────────────────────────────────────────────────

    @property
    def _playing(self) -> bool:
        return None in self._views

    def sitting_at(self, seat: int) -> Sitting:
        """What this seat sees and is asked, with private things only where they can be done privately."""
        views, private = self._views, self._private
        game = (views.get(None), views.get(self._players.get(seat)), self._lobby, self._muted)
        basis = (self._seats[seat], *game, private.holder, private.in_use_by(seat), *self._pads.now)
        return self._sittings.of(seat, basis, self._guarded)

    def _guarded(self, seat: int) -> Sitting:
        holder = self._players.get(self._private.holder or 0, "")
        return self._private.allow(seat, self._unguarded(seat), self._table.seats[seat].hooded, holder)

    def _unguarded(self, seat: int) -> Sitting:
        state = self._seats[seat]
        name = self._players.get(seat)
        if not self._playing or name is None:
            return self._in_the_lobby(seat, state)
        view = self._views.get(name)
        if view is None:  # somebody who has left the game
            return lobbies.left(name, self._session.game.phase == OVER)
        comfort = self._comfort(seat, view)
        match view:
            case party_rules.PartyView():
                return party.sit(view, state.desk, comfort)
            case three_words_rules.ThreeWordsView():
                return three_words.sit(view, state.desk, comfort)
            case _:
                return wqrdles.sit(view, state.desk, comfort)

    def _in_the_lobby(self, seat: int, state: SeatState) -> Sitting:
        if self._playing:
            return Sitting(WaitTask(), Page(title="wordtable", lines=("A game is on.", "Join the next.")))
        if seat not in self._lobby.joined and not state.joining:
            return Sitting(WaitTask(), lobbies.invitation())
        if seat == self._pads.seat:
            return self._pads.sit(state.desk, self._lobby.joined)
        captain = seat == self._lobby.captain
        comfort = replace(state.comfort, captain=captain, pairs=self._pads.possible, muted=self._muted)
        return lobbies.sit(self._lobby, seat, state.desk, comfort, self._keeper.last_names(seat))

    def _comfort(self, seat: int, view: View) -> Comfort:
        ideas: tuple[str, ...] = ()
        if "secret" in view.table.actions:
            rng = Random(f"{self._session.game.seed} {view.table.round} {seat}")
            ideas = self._session.words().suggest(self._letters, rng, IDEAS)
        captain = seat == self._captain
        own = self._seats[seat].comfort
        return replace(own, captain=captain, ideas=ideas, letters=self._letters, muted=self._muted)

    @property
    def _captain(self) -> int | None:
        """The first to have joined who still plays."""
        return next(iter(self.players), None)

    @property
    def _letters(self) -> int:
        return int(getattr(getattr(self._session.game, "options", None), "letters", 5))

    # ── wishes ───────────────────────────────────────────────────────────────────────────────────

    def _wish(self, seat: int, wish: Wish) -> None:
        match wish.name:
            case "join":
                self._lobby = self._lobby.join(seat, wish.value)
                self._keeper.remember_name(seat, wish.value)
                self._change(seat, joining=False, desk=Desk())
            case "leave":
                self._lobby = self._lobby.leave(seat)
                self._change(seat, joining=False, desk=Desk())
            case "start":
                self._begin(seat)
            case "lobby":
                self._to_the_lobby()
            case "pass-on":
                self._change(seat, passing_on=True)
                self.act(seat, Action(self._players[seat], "pass"))
            case "vote":
                self._votes.cast(seat, wish.value == "yes")
            case "lend":
                self._absence.lend(*map(int, wish.value.split(">")))
            case "leave-for":
                self.act(int(wish.value), Action(self._players[int(wish.value)], "leave"))
                self._absence.left(int(wish.value), by=seat)
            case "pair":
                self._pads.wish(seat, wish.value)
            case "shut-down":
                self._shut_down()
            case "mute" | "palette" | "brightness":
                self._set_comfort(seat, wish)
            case "nothing":
                pass
            case _:
                self._lobby = lobbies.turn(self._lobby, wish, len(self._seats))
        self.draw()

    def _set_comfort(self, seat: int, wish: Wish) -> None:
        if wish.name == "mute":  # there is one buzzer for all
            self._muted = not self._muted
            return
        comfort = changed_comfort(self._seats[seat].comfort, wish)
        self._change(seat, comfort=comfort)
        self._screens.rest.chosen(seat, comfort.brightness / BRIGHTEST)
        self._keeper.remember_comfort(seat, "palette", comfort.palette)
        self._keeper.remember_comfort(seat, "brightness", str(comfort.brightness))

    def _begin(self, seat: int) -> None:
        why_not = self._lobby.why_not()
        if why_not:
            self.say_to(seat, why_not)
            return
        lobby = self._lobby
        chosen = dict(lobby.chosen.get(lobby.game, {}))
        try:
            self._session.time(self.now())
            events = self._session.new(
                lobby.game, lobby.players(), chosen, lobby.team_members(), self._rng.getrandbits(31)
            )
        except RuleError as refusal:
            self.say_to(seat, refusal.say)
            return
        self._players = {number: lobby.joined[number] for number in sorted(lobby.joined)}
        computers = dict.fromkeys(lobby.players()[len(self._players) :], lobby.level)
        self._computers.sit_down(computers, self._session.words(), self._letters)
        for number in self._seats:
            self._forget(number)
        self._keeping = True
        self._keeper.begin(self._session.save(), lobby.joined, computers, lambda: self._kept(events))

    def _to_the_lobby(self) -> None:
        self._views.clear()
        self._computers.sit_down({}, self._session.words(), self._letters)
        self._players.clear()
        self._private.clear()
        self._absence.look_again()
        for number in self._seats:
            self._forget(number)

    def _forget(self, seat: int) -> None:
        """Whatever they were in the middle of belongs to another game."""
        self._change(seat, desk=Desk(), joining=False, passing_on=False, warned_of="")
        self._votes.withdraws(seat)

    # ── the game ─────────────────────────────────────────────────────────────────────────────────

    def act(self, seat: int, action: Action, desk: Desk | None = None) -> bool:
        """True when the rules accepted it, or when it waits for its turn to be judged."""
        asked = Waiting(seat, action, self.now(), desk)
        if self._keeping:
            self._waiting.append(asked)
            return True
        return self._judge(asked)

    def _judge(self, asked: Waiting) -> bool:
        """As of the moment when it was asked for, however long the disk took; what was due by then is kept first."""
        due = self._session.time(max(asked.at, self._session.now))
        if due:
            self._waiting.appendleft(asked)
            self._keep(due)
            return True
        try:
            events = self._session.act(asked.action)
        except RuleError as refusal:
            if asked.seat in self._seats:
                self._refuse(asked.seat, asked.action, refusal)
            return False
        self._absence.acted(asked.seat, asked.action)
        self._keep(events)
        return True

    def _refuse(self, seat: int, action: Action, refusal: RuleError) -> None:
        """The sentence, on the display of whoever tried; a word that is only unknown can be put to the table."""
        unknown = refusal.code == "not-a-word" and self._session.words().judge(action.word).why != "barred"
        asks = unknown and self._votes.offers(seat, action)
        self.say_to(seat, f"{refusal.say} ENTER: ask for it." if asks else refusal.say)

    def _keep(self, events: tuple[Event, ...]) -> None:
        self._keeping = True
        self._keeper.add(self._session.newest_entry(), lambda: self._kept(events))

    def _kept(self, events: tuple[Event, ...]) -> None:
        """What happened is safe: now it may be seen, and whatever waited may be judged."""
        self._keeping = False
        self._take_views()
        self._votes.follow(events)
        for news in news_of(events):
            self.tell(news)
        for event in events:
            if event.name == "solved":
                who = str(event.facts["player"])
                self._screens.cheer(self._session.game.members.get(who, (who,)))
        if self._session.game.phase == OVER:
            self._keeper.finish(result_of(self._views[None].table), lambda: None)
        elif not self.players:  # all people have left: computers alone would keep the table to themselves
            self._waiting.append(Waiting(0, Action(self._session.game.players[0], "end"), self.now()))
        self._pass_for_those_who_wish()
        self._absence.look_again()
        while self._waiting and not self._keeping:
            asked = self._waiting.popleft()
            if not self._judge(asked) and asked.desk is not None:
                self._give_back(asked.seat, asked.desk)
        if not self._keeping:
            self._set_alarms()
        self.draw()

    def _give_back(self, seat: int, desk: Desk) -> None:
        """What was refused after all is in its player's hands again, unless they have begun something else."""
        now = self._seats[seat].desk
        self._change(seat, desk=replace(now, typed={**desk.typed, **now.typed}, open=now.open or desk.open))

    def _take_views(self) -> None:
        players = self._session.game.players
        self._views = {None: self._session.view(None), **{name: self._session.view(name) for name in players}}
        for seat, name in self.players.items():
            table, desk = self._views[name].table, self._seats[seat].desk
            if not table.paused:  # a pause takes nothing out of anybody's hands
                self._change(seat, desk=desk.still_open(table.actions))
        bare = [seat for seat in self._players if not self._table.seats[seat].hooded]
        self._private.wanted_by([seat for seat in bare if self._unguarded(seat).asks_privately])

    def _pass_for_those_who_wish(self) -> None:
        for seat, state in self._seats.items():
            view = self._views.get(self._players.get(seat))
            if not state.passing_on or view is None or seat not in self._players:
                continue
            if "query" in view.table.actions:
                self._change(seat, passing_on=False)
            elif "pass" in view.table.actions and self._players[seat] not in getattr(view, "attempted", ()):
                passes = Action(self._players[seat], "pass")
                if not any(asked.action == passes for asked in self._waiting):
                    self._waiting.append(Waiting(seat, passes, self.now()))

    # ── time ─────────────────────────────────────────────────────────────────────────────────────

    def now(self) -> float:
        return self._alarms.now()

    def _set_alarms(self) -> None:
        """The next deadline, the next second on the displays, the next move of a computer player."""
        deadlines = self._views[None].table.deadlines if self._playing else {}
        self.alarm("deadline", min(deadlines.values(), default=None), self._time_is_up)
        self._await_last_seconds()
        self._await_a_moment()
        if self._playing and self._session.game.phase not in (RESULT, OVER):
            self._computers.look_again()

    def _await_last_seconds(self) -> None:
        """A tone for each of the last seconds of every clock, on the second."""
        deadlines = self._views[None].table.deadlines.values() if self._playing else ()
        moments = [due - left for due in deadlines for left in range(1, LAST_BEEPS + 1)]
        soon = self.now() + 1e-6
        self.alarm("last seconds", min((each for each in moments if each > soon), default=None), self._beep)

    def _beep(self) -> None:
        if self._table.buzzer is not None and not self._muted:
            self._table.buzzer.play(LAST_SECONDS)
        self._await_last_seconds()

    def alarm(self, name: str, when: float | None, call: Callable[[], None]) -> None:
        self._alarms.set(name, when, call)

    def _time_is_up(self) -> None:
        if self._keeping:
            self.alarm("deadline", self.now() + 0.01, self._time_is_up)
            return
        events = self._session.time(self.now())
        if events:
            self._keep(events)
        else:
            self._set_alarms()

    def _await_a_moment(self) -> None:
        self.alarm("moment", self._screens.showing.next_change(self.now()), self._a_moment_later)

    def _a_moment_later(self) -> None:
        """Something moves by itself: a clock counts down, a letter leaves a grid, a row blinks."""
        now = self.now()
        deadlines = self._views[None].table.deadlines.values() if self._playing else ()
        left = min((due - now for due in deadlines), default=0.0)
        # Never a moment at which something is due and not yet in the log: such a save could not be played on.
        if left > 0 and not self._keeping and now - self._clock_kept >= CLOCK_KEPT_EVERY:
            self._clock_kept = now
            self._keeper.clock(now)
        self._screens.showing.tick(now)
        self._await_a_moment()

    def _rest_a_while(self) -> None:
        self._screens.rest.check(self.now())
        self.alarm("rest", self.now() + CHECKED_EVERY, self._rest_a_while)
        self.draw()

    # ── words ────────────────────────────────────────────────────────────────────────────────────

    def _allow_word(self, word: str) -> None:
        self._keeper.allow_word(word)
        self._session.reread_words()

    def _dictionary(self, name: str) -> Dictionary:
        allow, bar = self._keeper.house_words()
        try:
            return self._base_dictionary(name).with_house_words(allow, bar)
        except DictionaryError as sorry:  # its file is gone: the evening can do without
            raise RuleError("bad-option", str(sorry)) from None

    # ── devices ──────────────────────────────────────────────────────────────────────────────────

    def _button(self, button: ButtonPress) -> None:
        if button.name == "power":
            when = self.now() + HELD_TO_SHUT_DOWN if button.down else None
            self.alarm("power", when, self._shut_down)
            return
        if not button.down or not self._playing:
            return
        seat = self._captain
        if seat is not None:
            paused = self._views[None].table.paused
            self.act(seat, Action(self._players[seat], "resume" if paused else "pause"))

    # ── telling and showing ──────────────────────────────────────────────────────────────────────

    def tell(self, news: News) -> None:
        self._news.tell(news.say)
        if news.tone is not None and self._table.buzzer is not None and not self._muted:
            self._table.buzzer.play(news.tone)
        if news.spoken and self._table.speaker is not None and not self._muted:
            self._table.speaker.say(news.say)

    def report(self, trouble: str) -> None:
        """Something that everybody should read, and nobody needs to hear: a disk that is full, a file put aside."""
        self._news.tell(trouble, urgent=True)
        self.draw()

    def say_to(self, seat: int, say: str) -> None:
        """For one seat alone, until its next key."""
        self._change(seat, desk=replace(self._seats[seat].desk, message=say))

    def put_up(self, say: str) -> None:
        for seat in self._seats:
            self._change(seat, news=say)

    def _change(self, seat: int, **changes: object) -> None:
        self._seats[seat] = replace(self._seats[seat], **changes)  # type: ignore[arg-type]  # fields of SeatState

    def close(self) -> None:
        """Nothing more happens; the table itself darkens its displays."""
        self._alarms.close()
        self._pads.stop()

    def draw(self) -> None:
        self._screens.draw()
        self._await_a_moment()

    def _draw_for(self, seat: int) -> None:
        """What a key of this seat can have changed."""
        self._screens.draw_seat(seat)
        self._screens.draw_shared()
        self._await_a_moment()
