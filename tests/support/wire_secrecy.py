"""Secrecy by swap, on the wire: an evening is played through the keypads, and then again with another secret typed.

The other secret fits all that the rules have published (see `tests.support.secrecy`), so whatever reaches a display,
the speaker, the buzzer, the broker of a league or the log, and is not private to those who know the secret, has to be
the same, byte for byte.
"""

import json
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from random import Random

from firmware_host.games import registry
from firmware_host.games.shared.declaration import Need
from firmware_host.session import retell
from hardware.config.settings import SeatSettings, TableSettings
from hardware.ports import GridFrame, PanelFrame
from tests.support.at_table import KINDS, AtTable, Done, Ears, Seen, Submit, Typed, load, settings
from tests.support.evening import told
from tests.support.random_evening import NONSENSE, RandomEvening, mixed
from tests.support.random_play import ALPHABET, CHOICES, Spoken, Variation
from tests.support.secrecy import (
    SECRETS,
    THE_TABLE,
    Hidden,
    Leak,
    chance_answered_otherwise,
    questions,
    still_hidden,
    typed,
)

NAMES = ("ANN", "BOB", "CID", "DOT", "EVE", "FAY")  # no letter of theirs stands alone in a sentence
STEPS = 5, 18  # of one evening, at least and at most
SWAPS = 4  # tried with each evening: secrets first, and each with more than one other word
Swap = Mapping[int, str]  # what is typed instead, by its place in the script


@dataclass(frozen=True)
class Wire:
    """How an evening is set up, so that it can be had again."""

    game: str
    table: TableSettings
    options: Mapping[str, object]
    teams: bool
    seed: int
    phones: bool = False

    @property
    def seats(self) -> Mapping[int, SeatSettings]:
        return self.table.seats

    @property
    def names(self) -> tuple[str, ...]:
        return NAMES[: len(self.seats)]

    def variation(self, at: AtTable) -> Variation:
        teams = at.snapshot.lobby.team_members() if self.teams else None
        return Variation(self.game, self.names, self.options, teams, self.seed)

    def open(self) -> AtTable:
        return AtTable(self.table, seed=self.seed, defaults={self.game: self.options}, league=True, phones=self.phones)


def any_wire(rng: Random, game: str) -> Wire:
    players = rng.choice((2, 3, 4, 4))
    teams = game == "party" and rng.random() < 0.2
    options = {option: rng.choice(values) for option, values in CHOICES[game].items()}
    needs = registry.named(game).needs
    kinds = {number: seat for number, seat in KINDS.items() if seat.panel is not None or Need.PANELS not in needs}
    seats = next(mixed(rng, kinds, 4 if teams else players))
    return Wire(game, settings(seats), options, teams, rng.randrange(1000))


@contextmanager
def listening() -> Iterator[Ears]:
    """Everything that is logged, at the most talkative level."""
    ears, root = Ears(), logging.getLogger()
    level = root.level
    root.addHandler(ears)
    root.setLevel(logging.DEBUG)
    try:
        yield ears
    finally:
        root.removeHandler(ears)
        root.setLevel(level)


# ── what was played ──────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Played:
    """An evening up to some moment: what was done, what was seen, what the rules know of it."""

    wire: Wire
    script: Sequence[Done]
    seen: Sequence[Seen]
    logged: Sequence[str]
    log: Sequence[Mapping[str, object]]
    spoken: Sequence[Spoken]
    variation: Variation
    typed_at: Mapping[int, int]  # entries of the log by the place in the script where their word was typed
    begun_again: bool  # the log is that of a second game
    allowed: frozenset[str]  # words that were put to the vote


def play(
    wire: Wire, rng: Random, dawdling: float, kind: type[RandomEvening] = RandomEvening, steps: int | None = None
) -> Played:
    with listening() as ears:
        at = wire.open()
        letters = int(str(wire.options.get("letters", 5)))
        evening = kind(at, rng, letters=letters, dawdling=dawdling, names=NAMES)
        evening.begins(wire.game, len(wire.seats), wire.teams)
        first = at.journal.newest_game()
        for _ in range(steps or rng.randint(*STEPS)):
            if at.snapshot.phase in ("", "over"):
                break
            evening.step()
        save = at.console.save()
    spoken = as_spoken(save)
    log = [each.request for each in spoken[1:]]
    places, allowed = dict(_typed_places(at.script, log)), frozenset(at.journal.house_words()[0])
    variation, begun_again = wire.variation(at), at.journal.newest_game() != first
    return Played(wire, at.script, at.seen, ears.heard, log, spoken, variation, places, begun_again, allowed)


def as_spoken(save: Mapping[str, object]) -> list[Spoken]:
    """A saved game as the line protocol would have said it, everything accepted."""
    log = save["log"]
    assert isinstance(log, tuple | list)
    requests = [{"do": "new"}, *({"do": "time" if "time" in entry else "act", **entry} for entry in log)]
    return [
        Spoken(request, b"", b"", {"ok": True, "events": told(events)})
        for request, (_, events) in zip(requests, retell(json.loads(json.dumps(save))), strict=True)
    ]


def _typed_places(script: Sequence[Done], log: Sequence[Mapping[str, object]]) -> Iterator[tuple[int, int]]:
    """Which word of the script became which entry: each seat's words in their order."""
    taken: set[int] = set()
    for place, done in enumerate(script):
        if isinstance(done, Typed) and not done.task.startswith("dawdling"):
            who = NAMES[done.seat - 1]
            for number, entry in enumerate(log):
                if number not in taken and entry.get("player") == who and entry.get("word") == done.text:
                    taken.add(number)
                    yield number, place
                    break


def again(played: Played, swap: Swap) -> Played | None:
    """The same evening with other words typed; None if the rules then took another course, which proves nothing."""
    script = [_swapped(done, swap.get(place)) for place, done in enumerate(played.script)]
    for place in swap:
        follows = place + 1
        if follows < len(script) and isinstance(script[follows], Submit):
            script[follows] = _swapped(script[follows], swap[place])
    with listening() as ears:
        at = played.wire.open()
        for done in script:
            at.do_again(done)
        spoken = as_spoken(at.console.save())
    log = [each.request for each in spoken[1:]]
    if [_course(entry) for entry in log] != [_course(entry) for entry in played.log]:
        return None
    drawn_by_chance = played.variation.options.get("answers") == "auto"
    if drawn_by_chance and any(map(chance_answered_otherwise, played.spoken, spoken)):
        return None
    return replace(played, seen=at.seen, logged=ears.heard)


def _swapped(done: Done, text: str | None) -> Done:
    return replace(done, text=text) if text is not None and isinstance(done, Typed | Submit) else done


def _course(entry: Mapping[str, object]) -> object:
    return tuple((name, fact) for name, fact in entry.items() if name != "word")


# ── what may differ, and what may not ────────────────────────────────────────────────────────────


def visible(played: Played, knowing: frozenset[int], eyes: frozenset[int], private: bool) -> Iterator[object]:
    """Everything that these eyes, which know nothing, can see or hear; those who know keep private what they can.

    What is typed for everybody to see in a moment stands on its own seat's displays; what is private does not.
    """
    seats = played.wire.seats
    for seen in played.seen:
        device, what = seen.happening.device, seen.happening.what
        if device == "private" and seen.screen_with in knowing:
            continue
        if device.startswith("seat"):
            seat = int(device[4 : device.index(".")])
            if seat in knowing and (not private or (device.endswith("panel") and seats[seat].hooded)):
                continue
            if seat not in knowing | eyes:
                continue
        text = what.text if isinstance(what, GridFrame | PanelFrame) else ""
        yield seen.happening.at, device, what, text
    yield from played.logged


def must_be_the_same(before: Played, after: Played, choice: "Choice", eyes: frozenset[int]) -> None:
    knowing, private = choice.knowing, choice.private
    first, second = (list(visible(each, knowing, eyes, private)) for each in (before, after))
    if first != second:
        pair = next(
            (pair for pair in zip(first, second, strict=False) if pair[0] != pair[1]), (len(first), len(second))
        )
        raise Leak(f"{before.wire.game}: two secrets can be told apart by\n{pair[0]}\n{pair[1]}")


# ── comparing ────────────────────────────────────────────────────────────────────────────────────


def compare(
    played: Played, rng: Random, what: frozenset[str], judge: "Judge" = must_be_the_same, swaps: int = SWAPS
) -> Iterator[str]:
    """Swaps what never came out; yields a kind of secret for every audience that could have told, and could not."""
    everybody = frozenset(played.wire.seats)
    choices = [choice for choice in (*_hidden(played), *_dawdled(played), *_refused(played)) if choice.kind in what]
    secrets = [choice for choice in choices if choice.kind in SECRETS]
    others = [choice for choice in choices if choice.kind not in SECRETS]
    for choice in (*rng.sample(secrets * 2, len(secrets) * 2), *rng.sample(others, len(others)))[:swaps]:
        for eyes, asked in _audiences(played, choice, everybody, rng):
            swap = _another(played, choice, asked, rng)
            after = again(played, swap) if swap else None
            if after is None:
                continue
            judge(played, after, choice, eyes)
            yield from (choice.kind,) * (len(eyes) + 1)  # the table as a whole is an audience too
            break


@dataclass(frozen=True)
class Choice:
    """Something that was typed and never came out."""

    kind: str
    place: int  # in the script
    knowing: frozenset[int]
    private: bool
    hidden: Hidden | None = None


Judge = Callable[[Played, Played, Choice, frozenset[int]], None]  # raises a Leak if these eyes can tell


def _hidden(played: Played) -> Iterator[Choice]:
    for hidden in still_hidden(played.variation, played.spoken):
        if hidden.at - 1 in played.typed_at:
            knowing = frozenset(NAMES.index(name) + 1 for name in hidden.knowing)
            place = played.typed_at[hidden.at - 1]
            yield Choice(hidden.action, place, knowing, hidden.action in SECRETS, hidden)


def _dawdled(played: Played) -> Iterator[Choice]:
    for place, done in enumerate(played.script):
        if not isinstance(done, Typed) or not done.task.startswith("dawdling"):
            continue
        yield Choice("half-typed", place, frozenset({done.seat}), done.privately)


def _refused(played: Played) -> Iterator[Choice]:
    """A guess that the dictionary refused, perhaps put to the Host: no other guesser hears of it.

    Everybody may hear why a word is refused. So it is a word that was never taken, neither before nor after.
    """
    if played.begun_again:
        return  # what was taken in the first game is not in the log
    hosts = {event["host"] for each in played.spoken for event in each.events if "host" in event}
    taken = {str(entry["word"]) for entry in played.log if "word" in entry} | played.allowed
    for place, done in enumerate(played.script):
        if not isinstance(done, Typed) or not done.task.startswith("guess") or done.text not in NONSENSE:
            continue
        if done.text not in taken and {each.seat for each in _typings(played, done.text).values()} == {done.seat}:
            who = [NAMES[done.seat - 1], *(name for host in hosts for name in played.variation.members(host))]
            yield Choice("refused", place, frozenset(NAMES.index(name) + 1 for name in who), False)


def _audiences(
    played: Played, choice: Choice, everybody: frozenset[int], rng: Random
) -> Iterator[tuple[frozenset[int], tuple[str, ...]]]:
    """First all others together, who between them have been told the most; then each alone."""
    others = everybody - choice.knowing
    names = {seat: NAMES[seat - 1] for seat in others}
    yield others, (*names.values(), THE_TABLE)
    if played.wire.game == "party" and choice.hidden is not None:
        for seat in rng.sample(sorted(others), len(others)):
            yield frozenset({seat}), (names[seat], THE_TABLE)


def _another(played: Played, choice: Choice, audiences: Sequence[str], rng: Random) -> Swap:
    done = played.script[choice.place]
    assert isinstance(done, Typed)
    if choice.kind == "refused":
        others = [word for word in NONSENSE if not _typings(played, word)]
        other = rng.choice(others) if others else ""  # everywhere: the same word again is put to the vote
        return dict.fromkeys(_typings(played, done.text), other) if other else {}
    if choice.hidden is None:
        return {choice.place: "".join(rng.choice(ALPHABET.replace(letter, "")) for letter in done.text)}
    original = typed(played.spoken[choice.hidden.at])
    asked = [
        question
        for audience in audiences
        for question in questions(played.variation, played.spoken, choice.hidden.at, audience)
    ]
    answers = [(question, question(original)) for question in asked]
    words = load("en").common(len(original), plurals=played.wire.game != "party")
    for word in rng.sample(words, len(words)):
        if word != original and all(question(word) == answer for question, answer in answers):
            return {choice.place: word}
    return {}


def _typings(played: Played, word: str) -> Mapping[int, Typed]:
    """Where in the script this word was typed."""
    return {place: done for place, done in enumerate(played.script) if isinstance(done, Typed) and done.text == word}


def compared(game: str, enough: int, rng: Random, what: frozenset[str], dawdling: float = 0.07) -> list[str]:
    """Plays evenings until so many comparisons were made; the kind of secret of each."""
    assert game in registry.games()
    made: list[str] = []
    for _ in range(50 + 5 * enough):
        made += compare(play(any_wire(rng, game), rng, dawdling), rng, what)
        if len(made) >= enough:
            break
    return made
