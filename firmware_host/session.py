"""A game being played: its clock, its log, and saving and loading it by that log. Touches no file and no real clock."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field, fields

from firmware_host.frozen import changed, frozen, replace
from firmware_host.games import registry as games
from firmware_host.games.shared import options
from firmware_host.games.shared.cards import Card, CardError
from firmware_host.games.shared.declaration import Setup
from firmware_host.games.shared.fields import Fields, Forms, read_action, read_names
from firmware_host.games.shared.table import OVER, Action, Event, Game, RuleError, announce, apply, stop_clocks, tick
from firmware_host.games.shared.views import View, as_json
from firmware_host.games.shared.words import COMMON, Dictionary, Verdict
from firmware_host.texts.text import say

SAVE_FORMAT = 1


@frozen
class Acted:
    at: float
    action: Action


@frozen
class Passed:
    """Time came to `now`, and something was due on the way."""

    now: float


@frozen
class Loaded:
    """The game was saved at `clock` and loaded where it was `now`: every clock stopped in between."""

    clock: float
    now: float


Entry = Acted | Passed | Loaded


class _Log:
    """Everything that was done. It is kept as lines of JSON in one buffer, a fifth of the size of the entries."""

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self._lines = bytearray()
        for entry in entries:
            self.append(entry)

    def append(self, entry: Entry) -> None:
        self._lines += json.dumps(_entry_as_json(entry), separators=(",", ":")).encode() + b"\n"

    def newest(self) -> str:
        return self._lines[self._lines.rfind(b"\n", 0, -1) + 1 : -1].decode()

    def as_json(self) -> tuple[object, ...]:
        return tuple(json.loads(line) for line in self._lines.splitlines())


@frozen
class _Play:
    """A game and how it came about."""

    setup: Setup
    digest: str
    game: Game = field(repr=False)
    log: _Log = field(repr=False)


class Session:
    """One game at a time. A refused call raises a RuleError and has changed nothing."""

    def __init__(self, load_dictionary: Callable[[str], Dictionary]) -> None:
        self._load_dictionary = load_dictionary
        self._play: _Play | None = None
        self.now: float = 0

    @property
    def game(self) -> Game:
        if self._play is None:
            raise RuleError("no-game", "No game has begun yet: start one first.")
        return self._play.game

    @property
    def number(self) -> int:
        """How far the game has come: the protocol's `state`."""
        return 0 if self._play is None else self._play.game.number

    def new(
        self,
        game: str,
        players: tuple[str, ...],
        chosen: Mapping[str, object],
        teams: Mapping[str, tuple[str, ...]] | None = None,
        seed: int = 0,
    ) -> tuple[Event, ...]:
        declared = games.checked(game, players, teams)
        setup = Setup(game, players, teams, options.read(declared.options, chosen), seed, self.now)
        words = self.house_words(setup.options)
        letters = declared.letters(setup.options)
        if not words.hides(letters):
            raise RuleError("bad-option", "This list has no words of {letters} letters.", letters=letters)
        begun, events = games.begin(setup, words)
        setup = replace(setup, deck=declared.deck(begun))
        self._play = _Play(setup, words.digest, begun, _Log())
        return events

    def act(self, action: Action) -> tuple[Event, ...]:
        after, events = apply(self.game, action)
        judged_in = games.named(after.rules.name).form(action.name).judged_in
        for event in events:
            if event.name == judged_in:  # judged once and for all: the dictionary may change before a load
                action = replace(action, upheld=bool(event.facts["upheld"]))
        self._advance(after, Acted(self.now, action))
        return events

    def time(self, now: float) -> tuple[Event, ...]:
        if now < self.now:
            raise RuleError("bad-request", "Time cannot run backwards.")
        events: tuple[Event, ...] = ()
        if self._play is not None:
            after, events = tick(self._play.game, now)
            self._advance(after, Passed(now) if events else None)
        self.now = now
        return events

    def newest_entry(self) -> str:
        """What was done last, as the line of JSON that a save's log holds. It may hold a secret."""
        assert self._play is not None, "there is a game"
        return self._play.log.newest()

    @property
    def letters(self) -> int:
        """How many letters the words of this game have."""
        assert self._play is not None, "there is a game"
        return games.named(self._play.setup.game).letters(self._play.setup.options)

    def read_action(self, sent: Fields, allowed_too: tuple[str, ...]) -> Action:
        """An action from a request, in the form that the running game has declared."""
        return read_action(sent, games.forms(self._play.setup.game if self._play else None), allowed_too)

    def view(self, you: str | None) -> View:
        return games.view(self.game, you)

    def house_words(self, chosen: options.Options, dictionary: str | None = None) -> Dictionary:
        """A dictionary with this table's own words on top."""
        words = self._load_dictionary(dictionary or chosen.dictionary)
        return words.with_house_words(chosen.allow, chosen.bar) if chosen.allow or chosen.bar else words

    def words(self, dictionary: str | None = None) -> Dictionary:
        """The dictionary of the running game, or the usual one; with the running game's own words on top."""
        return self.house_words(self._play.setup.options if self._play else options.Options(), dictionary)

    def reread_words(self) -> None:
        """The table has agreed on a word while it plays: from now on the running game takes it."""
        if self._play is not None:
            words = self.house_words(self._play.setup.options)
            self._play = replace(self._play, game=changed(self._play.game, words=words))

    def _advance(self, after: Game, entry: Entry | None) -> None:
        assert self._play is not None, "only a game that has begun goes on"
        if entry is not None:
            self._play.log.append(entry)
        self._play = replace(self._play, game=after)

    # ── saving and loading ───────────────────────────────────────────────────────────────────────

    def save(self) -> dict[str, object]:
        """The game as a JSON object. It holds the secrets: it is for a safe place, never for a log."""
        game = self.game
        assert self._play is not None, "there is a game"
        setup = self._play.setup
        parts = {
            "format": SAVE_FORMAT,
            "dictionary": setup.options.dictionary,
            "hash": self._play.digest,
            "game": setup.game,
            "players": setup.players,
            "teams": setup.teams,
            "options": setup.options,
            "seed": setup.seed,
            "began": setup.began,
            "deck": setup.deck,
            "clock": game.now,
            "log": self._play.log.as_json(),
        }
        return {name: as_json(part) for name, part in parts.items()}

    def load(self, save: object) -> tuple[Event, ...]:
        """The saved game, all its clocks stopped, at this session's own time."""
        saved = Fields(save, say("A save"))
        if saved.get("format") != SAVE_FORMAT:
            raise RuleError("bad-request", "This save is from another version of wordtable: it cannot be loaded here.")
        try:
            setup, log = _read_save(saved)
            digest, stopped = saved.text("hash"), Loaded(saved.moment("clock"), self.now)
            self._load_dictionary(saved.text("dictionary"))
            words = self.house_words(setup.options)
            game = changed(_replayed(setup, [*log, stopped]), words=words)
        except _BROKEN as problem:
            if isinstance(problem, RuleError) and problem.code == "bad-option":
                raise  # a dictionary that is not here: its sentence says which
            raise RuleError("bad-request", "This save is damaged and cannot be continued: load another.") from None
        self._play = _Play(setup, digest, game, _Log([*log, stopped]))
        return (announce("paused"),) if game.paused else ()


# What a log that was never played can make of the rules.
_BROKEN = (RuleError, CardError, LookupError, AssertionError, StopIteration, TypeError, ValueError)


def _read_save(saved: Fields) -> tuple[Setup, list[Entry]]:
    name = saved.text("game")
    game = games.named(name)
    deck = tuple(map(_read_card, saved.rows("deck"))) if saved.has("deck") else None
    chosen = options.read(game.options, saved.items("options"))
    setup = Setup(name, saved.names("players"), saved.teams(), chosen, saved.seed(), saved.moment("began"), deck)
    games.checked(name, setup.players, setup.teams)
    forms = games.forms(name)
    return setup, [_read_entry(Fields(entry, say("A log entry")), forms) for entry in saved.rows("log")]


def _read_card(saved: object) -> Card:
    """A card has two sides; in an older save it has one, and is the list of its words."""
    if isinstance(saved, list) and all(isinstance(side, list) for side in saved):
        return Card(*(read_names(side, "deck") for side in saved))
    return Card(read_names(saved, "deck"))


def retell(save: object) -> Iterator[tuple[Game, tuple[Event, ...]]]:
    """A saved game once more from its beginning, step by step, for those who count; a RuleError where it is damaged."""
    try:
        yield from _steps(*_read_save(Fields(save, say("A save"))))
    except _BROKEN:
        raise RuleError("bad-request", "This save is damaged and cannot be replayed.") from None


def _replayed(setup: Setup, log: list[Entry]) -> Game:
    """The game that this log tells of; its words are not judged again."""
    for game, _ in _steps(setup, log):
        last = game
    return last


def _steps(setup: Setup, log: list[Entry]) -> Iterator[tuple[Game, tuple[Event, ...]]]:
    game, events = games.begin(setup, _Trusting())
    yield game, events
    for entry in log:
        events = ()
        match entry:
            case Acted(at, action):
                game, events = apply(_quietly(game, at), action)
            case Passed(now):
                game, events = _timed_out(game, now)
            case Loaded(clock, now):
                game = _quietly(game, clock)
                if not game.paused and game.phase != OVER:
                    game = stop_clocks(game)
                game = changed(game, now=now)
        yield game, events


def _quietly(game: Game, now: float) -> Game:
    """Time passed and nothing was due: whatever was due has an entry of its own."""
    after, events = tick(game, now)
    if events or now < game.now:
        raise ValueError("The log leaves something out.")
    return after


def _timed_out(game: Game, now: float) -> tuple[Game, tuple[Event, ...]]:
    after, events = tick(game, now)
    if not events:
        raise ValueError("The log tells of a time-out that never was.")
    return after, events


def _entry_as_json(entry: Entry) -> dict[str, object]:
    match entry:
        case Passed(now):
            return {"time": now}
        case Loaded(clock, now):
            return {"saved": clock, "loaded": now}
        case Acted(at, action):
            given = {f.name: getattr(action, f.name) for f in fields(action) if getattr(action, f.name) != f.default}
            return {"at": at, "player": given.pop("player"), "action": given.pop("name"), **given}


def _read_entry(entry: Fields, forms: Forms) -> Entry:
    if entry.has("time"):
        entry.only(("time",))
        return Passed(entry.moment("time"))
    if entry.has("loaded"):
        entry.only(("saved", "loaded"))
        return Loaded(entry.moment("saved"), entry.moment("loaded"))
    action = read_action(entry, forms, ("at", "upheld"))
    upheld = entry.get("upheld")
    if isinstance(upheld, bool) != bool(forms[action.name].judged_in):
        raise ValueError("What was judged, and nothing else, has an outcome.")
    return Acted(entry.moment("at"), replace(action, upheld=upheld if isinstance(upheld, bool) else None))


class _Trusting:
    """Judges nothing: every word of a log was judged when it was played, by the dictionary of that day."""

    def judge(self, word: str) -> Verdict:
        raise AssertionError(f"a word of {len(word)} letters is trusted, not judged")

    def may_guess(self, word: str) -> bool:
        return word.isupper() and word.isascii() and word.isalpha()

    def may_hide(self, word: str, *, plurals: bool) -> bool:
        return bool(word) or plurals

    def common(self, letters: int, *, plurals: bool = False, grade: int = COMMON) -> tuple[str, ...]:
        wanted = f"{letters} letters up to grade {grade}, plurals {plurals}"
        raise ValueError(f"A save of a game with cards brings its deck along: no words of {wanted}.")
