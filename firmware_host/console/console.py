"""The console: receives keys, buttons and lost devices, and connects the parts that deal with them.

Everything goes in one direction. A key changes its seat's desk, which may give a command. The referee judges the
command and saves it. Then the players' views are renewed, and pages are drawn from them: nothing is shown before it is
on the disk.
"""

from collections.abc import Callable, Mapping
from random import Random

from firmware_host.console.alarms import Alarms
from firmware_host.console.announce import Announcer, News, news_of
from firmware_host.console.clockwork import Clockwork
from firmware_host.console.computers import Computers, Think, think_here
from firmware_host.console.keypads.answers import Answers
from firmware_host.console.keypads.first_pad import FirstPad
from firmware_host.console.keypads.keys import LOOK
from firmware_host.console.keypads.lost import LostKeypads, seat_of
from firmware_host.console.keypads.pairing import Pads
from firmware_host.console.keypads.wishes import Wishes
from firmware_host.console.lobby import pages
from firmware_host.console.lobby.chores import ChoreDesk
from firmware_host.console.lobby.lobby import Lobby
from firmware_host.console.lobby.newcomers import Newcomers
from firmware_host.console.lobby.replaying import Replayer
from firmware_host.console.lobby.starter import Starter
from firmware_host.console.lobby.table_lacks import table_lacks
from firmware_host.console.onlooker import GivenWords, Nobody, Onlooker
from firmware_host.console.referee import Asked, Referee, with_house_words
from firmware_host.console.screens.glass import Glass
from firmware_host.console.screens.message_line import MessageLine
from firmware_host.console.screens.results import Results
from firmware_host.console.screens.screens import Screens
from firmware_host.console.seats import Seats, SeatState, remembered
from firmware_host.console.settings import EveningSettings, no_address
from firmware_host.console.sitting_out import SittingOut
from firmware_host.console.sittings import Sittings
from firmware_host.console.snapshot import PrivateScreenSnapshot, SeatSnapshot, Snapshot
from firmware_host.console.votes import Votes
from firmware_host.frozen import replace
from firmware_host.games.shared.table import JOIN, THE_TABLE, Action, Event, RuleError
from firmware_host.games.shared.words import Dictionary
from firmware_host.journal.keeper import Keeper, Memory
from firmware_host.session import Session
from firmware_host.texts.text import Keys, Text, say, sentences
from hardware.ports import ButtonPress, Chores, Clock, DeviceBack, DeviceGone, Input, KeyPress, SeatWanted, Table

HELD_TO_SHUT_DOWN = 3.0
ASK_FOR_IT = say("{enter}: ask anyway.", enter=Keys.ENTER)


class Console:
    """Owns the evening at one table. Everything happens on the clock's own thread."""

    def __init__(
        self,
        table: Table,
        clock: Clock,
        keeper: Keeper,
        load_dictionary: Callable[[str], Dictionary],
        settings: EveningSettings,
        *,
        shut_down: Callable[[], None] = lambda: None,
        chores: Chores | None = None,
        think: Think = think_here,
        onlooker: Onlooker | None = None,
    ) -> None:
        rng = Random(settings.seed)
        self._table = table
        self._memory: Memory = keeper
        self._shut_down = shut_down
        self._onlooker = onlooker or Nobody()
        self._alarms = alarms = Alarms(clock)
        self._seats = seats = _free_seats(table, keeper, settings)
        session = Session(with_house_words(load_dictionary, keeper))
        self._referee = referee = Referee(session, keeper, alarms, self, self._onlooker.story)
        self._players = players = referee.players
        self._computers = Computers(referee, alarms, rng, think, self._onlooker.holds_back)
        self.words = GivenWords(referee, self._computers)
        self._newcomers = Newcomers(seats, referee)
        self._glass = glass = Glass()
        self._pads = pads = Pads(table, keeper, referee.remember_comforts, seats, self.draw)
        chore_desk = ChoreDesk(chores, self.draw)
        line = MessageLine(seats, alarms, self._news_turned)
        self._announcer = announcer = Announcer(table, line, settings.reader)
        self._lost_keypads = lost_keypads = LostKeypads(table, referee, seats, announcer, alarms)
        self._first_pad = FirstPad(table, pads, lost_keypads, seats, alarms)
        pads.follow = self._first_pad.follow
        self._results = Results(
            referee, alarms, lambda: lost_keypads.lost, self._game_ends, settings.meaning, self.draw, keeper,
            settings.share,
        )  # fmt: skip
        self._sittings = sittings = Sittings(
            table, keeper, seats, referee, glass, pads, chore_desk, announcer, self._results
        )
        self._votes = Votes(players, seats, sittings, announcer, referee.allow_word)
        self._starter = Starter(
            table, referee, seats, self._computers, glass, lost_keypads, self._votes, keeper, rng,
            teaches=settings.teaches,
        )  # fmt: skip
        self._screens = screens = Screens(
            table, sittings, pads, lost_keypads, glass, line, alarms, settings, self.draw, self._page_turned
        )
        self._sitting_out = SittingOut(seats, referee)
        self._replayer = Replayer(seats, alarms, keeper, lambda: players.playing, self.draw)
        wishes = Wishes(
            seats=seats, referee=referee, starter=self._starter, newcomers=self._newcomers, results=self._results,
            replayer=self._replayer,
            screens=screens, sitting_out=self._sitting_out, votes=self._votes, lost_keypads=lost_keypads, pads=pads,
            chores=chore_desk, announcer=announcer, shut_down=shut_down, expected=self._expected, draw=self.draw,
        )  # fmt: skip
        self._answers = Answers(
            seats, sittings, referee, self._votes, screens, alarms, wishes, lost_keypads.keypads_of, self.draw
        )
        self._clockwork = Clockwork(alarms, referee, keeper, self._screens, announcer, self._computers)

    def start(self) -> None:
        self._go_on()
        self._table.listen(self.hear)
        self._pads.restore()
        self._first_pad.start()
        self._clockwork.start(self.draw)
        self.draw()

    def close(self) -> None:
        """Stops all alarms. The table itself darkens its displays."""
        self._alarms.close()
        self._pads.stop()

    def _go_on(self) -> None:
        """If a power cut interrupted a game, asks the captain whether to go on."""
        unfinished = self._memory.unfinished()
        if unfinished is None:
            return
        try:
            self._starter.go_on(unfinished)
        except RuleError as refusal:
            self._announcer.tell(News(refusal.say, spoken=False))
            return
        self._views_changed()
        self._onlooker.happened(self._players.views[None])
        captain, table = self._players.captain, self._players.table
        if captain is not None and table is not None and table.paused:
            self._seats.ask(captain, pages.go_on(self._players.name_at(captain), table.round))

    # ── inputs ───────────────────────────────────────────────────────────────────────────────────

    def hear(self, heard: Input) -> None:
        """Something was pressed, or a device went or came back."""
        match heard:
            case KeyPress():
                self._key(heard)
            case ButtonPress():
                self._button(heard)
            case DeviceGone():
                self._onlooker.device(heard.device, lost=True)
                self._lost_keypads.gone(heard)
                self._results.look_again()
                self.draw()
            case SeatWanted():
                self._first_pad.not_needed()
                self._newcomers.wanted(heard)
                self.draw()
            case DeviceBack():
                self._onlooker.device(heard.device, lost=False)
                self._lost_keypads.back(heard)
                if seat_of(heard.device) is not None:
                    self._first_pad.not_needed()
                self.draw()

    def report(self, trouble: Text) -> None:
        """Shows a problem to everybody, without sound: the disk is full, a damaged file was set aside."""
        self._announcer.report(trouble)
        self.draw()

    def _key(self, key: KeyPress) -> None:
        seat = key.seat
        if seat not in self._seats:
            return
        if not key.down:
            if key.key in LOOK:
                self._screens.looks.release(seat)
            return
        self._first_pad.not_needed()
        self._screens.touched(seat)
        self._results.touched(seat)
        if key.key in LOOK and self._screens.looks.possible(seat, self._seats[seat].desk):
            self._screens.looks.begin(seat)
            self._draw_for(seat)
            return
        if not self._answers.counts(seat, key):
            self._draw_for(seat)
            return
        if self._screens.come_first(seat, key):
            self.draw()
            self._answers.expected(seat)
            return
        keeping, letter = self._referee.keeping, self._answers.types(seat, key)
        if letter:
            self._screens.show_letter(seat, letter)  # first of all: whoever typed it waits for it
        if self._joins(seat):
            self._seats.set_state(seat, replace(self._seats[seat], joining=True))
            self._answers.expected(seat)
        else:
            self._answers.take(seat, key)
        if not letter:
            self._screens.show_letter(seat, "")
        if keeping or not self._referee.keeping:  # otherwise everything is drawn once this key's action is saved
            self._draw_for(seat)

    def _joins(self, seat: int) -> bool:
        """Whether any key there means that somebody has sat down."""
        nobody = seat not in self._seats.lobby.joined and not self._seats[seat].joining
        return nobody and not self._players.playing and seat != self._pads.seat

    def _button(self, button: ButtonPress) -> None:
        if button.name == "power":
            when = self._alarms.now() + HELD_TO_SHUT_DOWN if button.down else None
            self._alarms.set("power", when, self._shut_down)
            return
        captain, table = self._players.captain, self._players.table
        if button.down and captain is not None and table is not None:
            self._referee.act(captain, Action(self._players.name_at(captain), "resume" if table.paused else "pause"))

    def _expected(self, seat: int) -> None:
        self._answers.expected(seat)

    def _game_ends(self, again: bool) -> None:
        """Everybody is back in the lobby, or plays the same again; whoever comes next hosts or begins."""
        self._starter.to_lobby()
        self._onlooker.happened(None)
        captain = self._seats.lobby.captain
        if again and captain is not None:
            self._starter.start(captain)
        else:
            self._replayer.in_the_lobby()
        self.draw()

    # ── what the referee says ────────────────────────────────────────────────────────────────────

    def accepted(self, asked: Asked) -> None:
        if asked.action.name == JOIN:
            self._seats.clear(asked.seat)
        self._lost_keypads.acted(asked.seat, asked.action)

    def refused(self, asked: Asked, refusal: RuleError) -> None:
        """Tells whoever tried why; an unknown word can be put to the vote."""
        seat, action = asked.seat, asked.action
        if seat not in self._seats or action.name == JOIN:  # a newcomer waits for the end of the next round
            return
        unknown = refusal.code == "not-a-word" and self._referee.words().judge(action.word).why != "barred"
        asks = unknown and self._votes.offers(seat, action)
        reads_why = self._screens.standing.text and not self._seats[seat].desk.open  # it would outlast the pause
        if not reads_why:
            self._seats.refuse(seat, sentences(refusal.say, ASK_FOR_IT) if asks else refusal.say, refusal.openly)
        if asked.desk is not None:
            self._seats.give_back(seat, asked.desk)

    def happened(self, events: tuple[Event, ...], by: int) -> None:
        self._screens.standing.hear(events)
        self._views_changed()
        if any(event.name in ("round-ends", "redone") for event in events):
            self._seats.forget_notes()
        self._votes.follow(events)
        for news in news_of(self._players.views[None], events):
            self._announcer.tell(news)
            if news.cheers == THE_TABLE:
                self._screens.cheer_everywhere()
            elif news.cheers:
                self._screens.cheer(self._referee.game.members.get(news.cheers, (news.cheers,)))
        self._newcomers.let_in(self._referee.act_later)
        self._sitting_out.look_again()
        self._lost_keypads.look_again()
        self._onlooker.happened(self._players.views[None], events)
        if by:
            self._answers.expected(by)

    def settled(self) -> None:
        self._results.look_again()
        if not self._referee.keeping:
            self._clockwork.wind()
        self.draw()

    def _views_changed(self) -> None:
        for seat, name in self._players.here.items():
            table = self._players.views[name].table
            desk = self._seats[seat].desk.looking_at((table.round, table.phase))
            kept = desk if table.paused else desk.still_open(table.actions)  # a pause closes nothing
            self._seats.set_desk(seat, kept)
        self._screens.pass_on()
        self._results.follow(self._sittings.result)

    # ── showing ──────────────────────────────────────────────────────────────────────────────────

    def draw(self) -> None:
        """Draws every display."""
        for seat in self._seats:
            self._answers.prepare(seat)
        self._screens.pass_on()
        self._screens.draw()
        for seat in self._seats:
            self._answers.drawn(seat)
        self._clockwork.await_movement()

    def _draw_for(self, seat: int) -> None:
        """Draws the displays that a key of this seat can have changed."""
        self._answers.prepare(seat)
        if self._screens.pass_on():  # others are called to it, or wait for it
            self.draw()
            return
        self._screens.draw_seat(seat)
        self._screens.draw_shared()
        for each in {seat, *self._screens.without_panel}:  # what the others read may have given way
            self._answers.drawn(each)
        self._clockwork.await_movement()

    def _news_turned(self) -> None:
        """Draws every display. Nothing else has changed but the message line: nobody is asked anything else."""
        self._screens.draw()
        self._clockwork.await_movement()

    def _page_turned(self) -> None:
        """Draws the screens that all share. Nothing else has changed but what seats without a panel read there."""
        self._screens.draw_shared()
        for seat in self._screens.without_panel:
            self._answers.drawn(seat)
        self._clockwork.await_movement()

    def snapshot(self) -> Snapshot:
        """The state of everything at this moment."""
        glass, lobby = self._glass, self._seats.lobby
        return Snapshot(
            now=self._alarms.now(),
            lobby=lobby,
            players=self._players.here,
            seats={seat: self._seat_snapshot(seat) for seat in self._seats},
            views=self._players.views,
            private_screen=PrivateScreenSnapshot(glass.holder, glass.taken, glass.looking),
            result_until=self._results.until,
        )

    @property
    def lobby(self) -> Lobby:
        return self._seats.lobby

    def language_at(self, seat: int) -> str:
        """In which whoever sits there reads."""
        return self._seats[seat].comfort.language

    def _seat_snapshot(self, seat: int) -> SeatSnapshot:
        state = self._seats[seat]
        name, sitting = self._sittings.name_at(seat), self._sittings.at(seat)
        reads, since = self._screens.reads_its_page(seat), self._answers.shown_since(seat)
        return SeatSnapshot(name, state.desk, reads, sitting, state.comfort, since)

    def save(self) -> Mapping[str, object]:
        """The running game as a save. It holds the secrets: never put it in a log."""
        return self._referee.save()


def _free_seats(table: Table, memory: Memory, settings: EveningSettings) -> Seats:
    """Nobody has sat down yet; each seat as it was set on an earlier evening."""
    states = {seat: SeatState(comfort=remembered(memory.comforts(seat), settings)) for seat in table.seats}
    lobby = Lobby(
        chosen=settings.defaults,
        word_lists=settings.word_lists,
        lacking=table_lacks(table),
        seats=len(table.seats),
        phones=settings.phones,
        has_pages=settings.share is not no_address,
    )
    return Seats(states, lobby)
