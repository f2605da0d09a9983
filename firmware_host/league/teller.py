"""Tells the league what everybody at this table may know. It runs on the table's own loop, and nothing waits for it.

What must arrive is in the journal, and is sent again until the league says that it has it: the broker's own receipt
only says that the broker had it. The rest is worth sending only now, and is simply sent again when the line is back.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from firmware_host.games import registry as games
from firmware_host.games.shared.table import Event
from firmware_host.games.shared.views import View
from firmware_host.league.complaints import Complaints
from firmware_host.league.facts import Facts, happenings, public_facts
from firmware_host.league.home import Household
from firmware_host.league.pledges import Kept, Pledges
from firmware_host.league.story import LeagueStory
from firmware_host.league.topics import LONGEST, OF_LEAGUE, Message, Topics
from firmware_host.league.words import Evening, read_evening
from firmware_host.texts.text import Text
from hardware.clock import LoopClock
from hardware.config.settings import LeagueSettings

AGAIN = 60.0  # seconds after which what the league has not taken is sent again
AT_ONCE = 50  # results, before the league has taken some of them
BREATH = 0.001  # seconds in which whatever waits already, such as a display, goes first
RARELY = 0.1  # seconds between two views: a television shows no more
PATIENCE = 8.0  # seconds that a computer waits for the league's word
ASK_AGAIN = 2.0  # seconds
SOON_OVER = 10.0  # seconds before a deadline

Send = Callable[[Message], None]
HERE, GONE = '{"here":true}', '{"here":false}'


class Words(Protocol):
    """The table's side of a word that the league gives."""

    def wanted(self) -> int: ...
    def give(self, word: str) -> None: ...
    def go_on_without(self) -> None: ...


class Outbox(Kept, Protocol):
    played: str

    def untold(self) -> Mapping[str, str]: ...
    def taken(self, keys: Sequence[str]) -> None: ...


class Teller:
    """An `Onlooker`. `up` and `heard` are called by the line, `send` gives it a message."""

    def __init__(self, settings: LeagueSettings, clock: LoopClock, outbox: Outbox, send: Send) -> None:
        self.story = LeagueStory()
        self._topics = Topics(settings.name)
        self._table = settings.table
        self.home = Household(settings.name, settings.table, wanted=settings.home)
        self._clock = clock
        self._outbox = outbox
        self._send = send
        self._view: View | None = None
        self._lost: set[str] = set()
        self.is_up = False
        self._sent: set[str] = set()  # results that are on their way
        self._view_due = False
        self._quiet_until = float("-inf")
        self._warned = 0.0  # of the deadline at this moment
        self._words: Words | None = None
        self._pause: Callable[[], None] = lambda: None
        self._evening: Evening | None = None
        self._complaints = Complaints(clock)
        self.pledges = Pledges(outbox, clock, self._complaints.tell)
        self._asked: tuple[str, int] | None = None  # in which round of which game
        self._patient_until = float("-inf")
        self._resumes = True  # the round that is being played may have the league's word
        self._again()

    @property
    def will(self) -> Message:
        """What the broker says for this table when it no longer hears from it."""
        return self._message("here", GONE, kept=True)

    @property
    def subscribed(self) -> tuple[str, ...]:
        mine = (self._topics.of_table(self._table, what) for what in ("taken", "word", "press"))
        return (*mine, *map(self._topics.of_league, OF_LEAGUE))

    def follow(self, words: Words, report: Callable[[Text], None], pause: Callable[[], None] = lambda: None) -> None:
        """From now on the league's words are hidden at this table; `report` tells everybody if something is wrong.

        `pause` is what the button of that name does.
        """
        self._words, self._complaints.report, self._pause = words, report, pause

    # ── from the table ───────────────────────────────────────────────────────────────────────────

    def happened(self, view: View | None, events: tuple[Event, ...] = ()) -> None:
        """The displays come first: those that share a bus are drawn one after the other."""
        self._view = view
        if self.is_up:
            self._clock.call_later(BREATH, lambda: self._tell_what_happened(view, events))

    def _tell_what_happened(self, view: View | None, events: tuple[Event, ...]) -> None:
        if view is not None:
            for facts in happenings(view, events):
                self._event(facts)
            self._warn_in_time(view)
        self._view_soon()
        self._tell_results()
        self._ask()

    def device(self, name: str, *, lost: bool) -> None:
        (self._lost.add if lost else self._lost.discard)(name)
        self._view_soon()

    def batteries(self, percent: Mapping[int, int]) -> None:
        """How full the batteries of these seats' keypads are, as far as it is known."""
        if self.home.learns(percent):
            for message in self.home.introduction if self.is_up else ():
                self._send(message)
            self._view_soon()

    def _warn_in_time(self, view: View) -> None:
        """When a clock has ten seconds left, automations are told once."""
        deadline, now = min(view.table.deadlines.values(), default=None), view.table.now
        if deadline is None or deadline == self._warned:
            return
        self._warned = deadline

        def warn() -> None:
            if self._view is not None and deadline in self._view.table.deadlines.values():
                self._event({"event": "time-is-running-out", "game": self._view.table.game})

        self._clock.call_later(max(0.0, deadline - now - SOON_OVER), warn)

    # ── from the line ────────────────────────────────────────────────────────────────────────────

    def up(self, is_up: bool) -> None:
        self.is_up = is_up
        self._sent.clear()
        if is_up:
            for message in self.home.introduction:
                self._send(message)
            self._send(self._message("here", HERE, kept=True))
            self._tell_view()
            self._tell_results()
            self._ask()

    def heard(self, topic: str, payload: str) -> None:
        """Whoever sends something else than the league would is not answered."""
        match self._topics.read(topic), _read(payload):
            case (("", "here"), _):
                self._sent.clear()
                self._tell_results()
            case ((self._table, "taken"), {"keys": list(keys)} as taken):  # a league of before does not say what is new
                self._taken(_strings(keys), _strings(taken.get("new")))
            case ((self._table, "press"), {"button": "pause"}) if self.home.is_pressed(self._clock.time()):
                self._pause()
            case (("", "evening"), dict(told)):
                self._evening_told(read_evening(told))
            case (("", "before"), dict(told)) if (before := read_evening(told)) is not None:
                self.pledges.hold(before)
            case (
                (self._table, "word"),
                {
                    "evening": str(name),
                    "board": int(board),
                    "played": str(played),
                    "round": int(number),
                    "nonce": str(nonce),
                    "word": str(word),
                },
            ):
                if self._evening is not None and self._evening.hides(name, board, (nonce, word)):
                    self._complaints.is_answered("asks", f"{played}.{number}")
                    if (played, number) == self._now_playing():
                        self._word(number, word)

    def _taken(self, keys: Sequence[str], new: Sequence[str]) -> None:
        """One that was new to the league is this table's, or somebody has made it up. Others came once more."""
        untold = self._outbox.untold()
        for key in new:
            if key not in untold:
                self._complaints.is_answered("result", key)
        known = [key for key in keys if key in untold]
        if known:
            self._outbox.taken(known)
            self._sent.difference_update(known)
            self._clock.call_later(RARELY, self._tell_results)  # the journal has forgotten them by then

    # ── the league's words ───────────────────────────────────────────────────────────────────────

    def _evening_told(self, evening: Evening | None) -> None:
        if evening is not None and self.pledges.hold(evening):
            self._evening = evening
            self._ask()

    def _now_playing(self) -> tuple[str, int] | None:
        return None if self._view is None else (self._outbox.played, self._view.table.round)

    def _ask(self) -> None:
        """A round begins in which a word is to be hidden; or the table is back, and may have begun it with one."""
        playing, words = self._now_playing(), self._words
        if playing is None or words is None or not self.is_up or self._evening is None or self._evening.over:
            return
        again, self._resumes = self._resumes and not words.wanted(), False
        if playing == self._asked or not (words.wanted() or again):
            return
        self._asked = playing
        self._patient_until = self._clock.time() + PATIENCE
        self._clock.call_later(PATIENCE, words.go_on_without)
        self._repeat(playing, again=again)

    def _repeat(self, playing: tuple[str, int], *, again: bool) -> None:
        """A busy broker may have dropped the question: it is asked until the word is there, or nobody waits for it.

        Or it has dropped the newest result, without which the league gives no other word.
        """
        if self._now_playing() != playing or self.story.knows(playing[1]) or self._clock.time() >= self._patient_until:
            return
        for key in [*self._outbox.untold()][-1:]:
            self._tell_result(key)
        self._complaints.says("asks", f"{playing[0]}.{playing[1]}")
        asks = {"played": playing[0], "round": playing[1], "again": again}
        self._send(self._message("asks", _text(asks)))
        self._clock.call_later(ASK_AGAIN, lambda: self._repeat(playing, again=again))

    def _word(self, number: int, word: str) -> None:
        self.story.given(number, word)
        if self._words is not None and self._words.wanted() == len(word):
            self._words.give(word)

    def holds_back(self, view: View) -> bool:
        """For a few seconds only: without the league, the computer chooses a word itself."""
        waiting = self._evening is not None and not self._evening.over and self.is_up
        late = self._asked == self._now_playing() and self._clock.time() >= self._patient_until
        return waiting and not late and games.of(view).asks_for_a_secret(view)

    # ── to the line ──────────────────────────────────────────────────────────────────────────────

    def _view_soon(self) -> None:
        """At once if it is the first for a while; otherwise the newest, a moment later."""
        if self._view_due or not self.is_up:
            return
        self._view_due = True
        wait = self._quiet_until - self._clock.time()
        if wait <= 0:
            self._clock.call_soon(self._tell_view)
        else:
            self._clock.call_later(wait, self._tell_view)

    def _tell_view(self) -> None:
        self._view_due = False
        self._quiet_until = self._clock.time() + RARELY
        facts = {**public_facts(self._view), "lost": sorted(self._lost), **self.home.facts}
        self._send(self._message("view", _text(facts), kept=True))

    def _event(self, facts: Facts) -> None:
        self._send(self._message("event", _text(facts), once=True))

    def _tell_results(self) -> None:
        for key in self._outbox.untold():
            if not self.is_up or len(self._sent) >= AT_ONCE:
                return
            if key not in self._sent:
                self._tell_result(key)

    def _tell_result(self, key: str) -> None:
        self._sent.add(key)
        self._complaints.says("result", key)
        self._send(self._message("result", self._outbox.untold()[key]))

    def _again(self) -> None:
        self._sent.clear()
        self._tell_results()
        self._clock.call_later(AGAIN, self._again)

    def _message(self, what: str, payload: str, *, kept: bool = False, once: bool = False) -> Message:
        return Message(self._topics.of_table(self._table, what), payload, kept, once)


_text: Callable[[Mapping[str, object]], str] = json.JSONEncoder(separators=(",", ":")).encode


def _strings(values: object) -> list[str]:
    return [value for value in values if isinstance(value, str)] if isinstance(values, list) else []


def _read(payload: str) -> Any:
    try:
        return json.loads(payload) if len(payload) <= LONGEST else None
    except (ValueError, RecursionError):
        return None
