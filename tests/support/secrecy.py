"""Secrecy by swap: a secret is exchanged for another word that would have led to everything its audience was told.

What an audience was told is worked out here from what was typed, not from what the engine showed; then the whole game
is said again with the other word, and everything that audience may see has to come out the same, byte for byte.
"""

import json
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from firmware_host.games import registry
from firmware_host.games.shared.fields import Form
from firmware_host.games.shared.marks import mark, order, unused
from tests.support.evening import english
from tests.support.random_play import ALPHABET, RandomTable, Request, Spoken, Variation, new_engine, say

THE_TABLE = "table"
STEPS = 30  # of one game
EAGERNESS_TO_LOOK = 0.4  # after a step
CANDIDATES = 1500  # looked at for another secret: more would find some late in a round, and take longer
PROBES = 5  # actions out of turn tried in each comparison, drawn from all there are
Round = Sequence[tuple[int, Spoken]]
Question = Callable[[str], object]
Words = Mapping[int, str]  # what to put in place of what was typed, by where it stands in what was spoken
SECRETS = {"secret", "correct"}


def typed(spoken: Spoken) -> str:
    return str(spoken.request[_field(spoken)]).upper()


def _field(spoken: Spoken) -> str:
    return "marks" if spoken.request["action"] == "mark" else "word"


class Leak(AssertionError):
    """Two secrets that an audience must not be able to tell apart, and it could."""


@dataclass(frozen=True)
class Hidden:
    """Something that was typed and has not come out: where, what it is, by which side, and who knows it."""

    at: int
    action: str
    side: str
    knowing: frozenset[str]


# ── which secrets are still secret ───────────────────────────────────────────────────────────────


def still_hidden(variation: Variation, spoken: Sequence[Spoken]) -> list[Hidden]:
    """Whatever of this game never came out: of rounds thrown away and of secrets corrected, too."""
    hidden: list[Hidden] = []
    host = ""
    for at, each in enumerate(spoken):
        if not each.accepted:
            continue
        action = each.request.get("action", "")
        if action in SECRETS or action == "mark" or (action == "guess" and english().may_guess(typed(each))):
            side = variation.side_of(each.request["player"])
            knowing = variation.members(side) | (variation.members(host) if host else set())
            hidden.append(Hidden(at, action, side, knowing))
        for event in each.events:
            match event["event"]:
                case "round-begins":
                    host = event.get("host", "")
                case "revealed":  # the newest secret of its owner
                    hidden.remove(next(h for h in reversed(hidden) if h.side == event["owner"] and h.action in SECRETS))
                case "round-ends":  # all boards are open now
                    hidden = [h for h in hidden if h.action != "guess"]
                case "marked":
                    hidden = [h for h in hidden if h.action != "mark"]
    return hidden


# ── what an audience was told ────────────────────────────────────────────────────────────────────


def questions(variation: Variation, spoken: Sequence[Spoken], at: int, audience: str) -> list[Question]:
    """All that the rules have published to this audience about the secret typed there, each as a question to it.

    Whatever word gives the same answers to all of them is a word that might just as well have been the secret.
    """
    begins = [n for n, each in enumerate(spoken) for event in each.events if event["event"] == "round-begins"]
    first = max(n for n in begins if n < at)
    last = min((n for n in begins if n > at), default=len(spoken))
    played = [(n, spoken[n]) for n in range(first, last) if spoken[n].accepted]
    return list(ASKED[variation.game](variation, played, at, audience))


@dataclass(frozen=True)
class Row:
    """A guess in the party game and the secret it was marked by; None is the word in question, be it this or that."""

    word: str | None
    secret: str | None

    def marks(self, asked: str) -> str:
        return self.marked_by(self.secret, asked)

    def marked_by(self, secret: str | None, asked: str) -> str:
        return "" if self.word == "" else mark(secret or asked, self.word or asked)


CROSSED = Row("", "")


def _asked_in_party(variation: Variation, played: Round, at: int, audience: str) -> Iterator[Question]:
    """Their own marks, of other boards only how many of each colour, and where a correction rubbed rows out."""
    own = None if audience == THE_TABLE else variation.side_of(audience)
    secret: str | None = ""  # None is the one in question
    original = typed(next(each for n, each in played if n == at))
    boards: dict[str, list[Row]] = {}
    for n, each in played:
        request = each.request
        side = variation.side_of(request["player"]) if "player" in request else ""
        match request.get("action"):
            case "secret":
                secret = None if n == at else typed(each)
            case "guess":
                row = Row(None if n == at else typed(each), secret)
                if variation.options.get("hard"):  # it was not refused
                    yield partial(_uses_all, tuple(boards.get(side, ())), row)
                boards.setdefault(side, []).append(row)
                yield partial(_told, row, side == own)
            case "challenge" if each.events[0]["upheld"]:
                board = boards[request["target"]]
                del board[max(number for number, row in enumerate(board) if row.word != "") :]
            case "correct":
                secret = None if n == at else typed(each)
                for other, board in boards.items():
                    yield partial(_first_wrong, tuple(board), secret)
                    number = _first_wrong(board, secret, original)
                    if number is not None:
                        board[number:] = [Row(board[number].word, secret)]
                        yield partial(_told, board[number], other == own)
            case "hint":
                letters = "".join(letter for letter in request["text"].upper() if letter in ALPHABET)
                yield partial(_holds, letters, secret)
        for event in each.events:
            match event["event"]:
                case "crossed":
                    boards.setdefault(event["player"], []).append(CROSSED)
                case "round-ends":  # all boards are open now
                    yield from (partial(_told, row, True) for board in boards.values() for row in board)


def _told(row: Row, whole: bool, asked: str) -> object:
    marks = row.marks(asked)
    return marks if whole else (marks.count("G"), marks.count("Y"))


def _uses_all(board: Sequence[Row], guess: Row, asked: str) -> bool:
    shown = [(row.word or asked, row.marks(asked)) for row in board if row.word != ""]
    return unused(shown, guess.word or asked) is None


def _first_wrong(board: Sequence[Row], secret: str | None, asked: str) -> int | None:
    """Where a corrected secret first marks a row otherwise: that row is marked again, those beneath it rubbed out."""
    wrong = (n for n, row in enumerate(board) if row.marks(asked) != row.marked_by(secret, asked))
    return next(wrong, None)


def _holds(letters: str, secret: str | None, asked: str) -> bool:
    return (secret or asked) in letters


def _asked_in_wqrdles(variation: Variation, played: Round, at: int, _audience: str) -> Iterator[Question]:
    """Marks unless they are made by hand, order clues once the row has appeared, and whether attempts were right."""
    by_hand = variation.options.get("marking") == "hand"
    clues = variation.options.get("order_clues")
    for_two = len(variation.players) == 2
    owner = next(each.request["player"] for n, each in played if n == at)
    query = ""
    for n, each in played:
        request = each.request
        if request.get("action") == "query":
            query = typed(each)
        if request.get("action") == "attempt" and request.get("target", owner) == owner != request["player"]:
            yield partial(str.__eq__, typed(each))
        for event in each.events:
            if n > at and event["event"] == "marked" and (event["player"] == owner) != for_two:
                if not by_hand:
                    yield partial(_marks, query)
                if clues:
                    yield partial(_order, query)


def _marks(word: str, asked: str) -> str:
    return mark(asked, word)


def _order(word: str, asked: str) -> str:
    return order(asked, word)


def _asked_in_three_words(_variation: Variation, played: Round, at: int, _audience: str) -> Iterator[Question]:
    """The marks of what the guessers agreed on, and that every answer to a lifeline was true."""
    for n, each in played:
        for event in each.events:
            if n > at and event["event"] == "marked":
                yield partial(_marks, event["word"])
            if n > at and event["event"] == "lifeline-answered":
                yield partial(_is_true, event["lifeline"])


def _is_true(answered: dict[str, Any], asked: str) -> bool:
    match answered["side"]:
        case "right-place":
            return bool(asked[answered["position"] - 1] == answered["letter"])
        case "wrong-place":
            return answered["letter"] in asked and asked[answered["position"] - 1] != answered["letter"]
        case _:
            return not set(answered["letters"]) & set(asked)


# By game: what the rules have published to an audience in one round about the secret typed there.
ASKED: dict[str, Callable[[Variation, Round, int, str], Iterator[Question]]] = {
    "party": _asked_in_party,
    "wqrdles": _asked_in_wqrdles,
    "three-words": _asked_in_three_words,
}


class Swapper:
    """Finds other words that fit what was told so far. A word that has once failed to fit never will again."""

    def __init__(self, table: RandomTable, rng: Random) -> None:
        self.table = table
        self._marks = ["".join(rng.choices("GY-", k=table.letters)) for _ in range(20)]
        self._words = rng.sample(table.common, CANDIDATES)
        self._left: dict[tuple[str, int], list[str]] = {}

    def another(self, hidden: Hidden, audience: str) -> str | None:
        """Another word in this place that would have told the audience just the same."""
        original = typed(self.table.spoken[hidden.at])
        by_hand = hidden.action == "mark"
        asked = [] if by_hand else questions(self.table.variation, self.table.spoken, hidden.at, audience)
        told = [(question, question(original)) for question in asked]
        left = self._left.get((audience, hidden.at))
        if left is None:
            all_words = self._marks if by_hand else self._words
            left = self._left[audience, hidden.at] = [word for word in all_words if word != original]
        while left:
            word = left.pop()
            if all(question(word) == answer for question, answer in told):
                left.insert(0, word)  # it fits, and next time another one has its turn
                return word
        return None


# ── looking for a difference ─────────────────────────────────────────────────────────────────────


def compare(table: RandomTable, words: Words, audience: str, rng: Random) -> bool:
    """Says the game again with other secrets; a Leak if this audience can tell. False if no such game was possible.

    What others were refused is left out: it changed nothing, and only they saw it.
    """
    engine = new_engine()
    for at, before in enumerate(table.spoken):
        if not before.accepted and before.request.get("player") != audience:
            continue
        if at in words:
            after = say(engine, {**before.request, _field(before): words[at]})
        else:
            line = engine.answer(before.asked)
            if line == before.line:
                continue
            after = Spoken(before.request, before.asked, line, json.loads(line))
        if table.variation.options.get("answers") == "auto" and chance_answered_otherwise(before, after):
            return False
        _must_equal(audible(before, audience), audible(after, audience), before.request, audience)
    guesses = {typed(table.spoken[at]) for at in words} | set(words.values())
    for request in ({"do": "view", "for": audience}, *probes(table, audience, sorted(guesses), rng)):
        asked = json.dumps(request).encode()
        reply = table.engine.answer(asked)
        assert request["do"] != "act" or not json.loads(reply)["ok"], f"a probe must change nothing: {request}"
        _must_equal(reply, engine.answer(asked), request, audience)
    return True


def audible(spoken: Spoken, audience: str) -> bytes:
    """What reaches this audience of a reply: all of it if they asked, else the announcements addressed to them."""
    if spoken.request.get("player") == audience or not spoken.accepted:
        return spoken.line
    events = [event for event in spoken.events if event["to"] == "all" or audience in event["to"]]
    return json.dumps([spoken.reply["state"], events]).encode()


def _must_equal(before: bytes, after: bytes, request: Request, audience: str) -> None:
    if before != after:
        raise Leak(f"{audience} can tell two secrets apart by {request}:\n{before.decode()}\n{after.decode()}")


def chance_answered_otherwise(before: Spoken, after: Spoken) -> bool:
    """When the console draws a lifeline's letters itself, another secret fits only if it would have drawn the same."""
    drawn = [
        [event["lifeline"] for event in each.events if event["event"] == "lifeline-answered"]
        for each in (before, after)
    ]
    return after.accepted and drawn[0] != drawn[1] and all(each["side"] != "right-place" for each in drawn[0])


def probes(table: RandomTable, audience: str, words: Sequence[str], rng: Random) -> Iterator[Request]:
    """Things this audience can try just now that are refused, or only looked up, whatever the secret is."""
    yield {"do": "time", "now": -1}
    yield {"do": "word", "word": words[0]}
    shown = table.view(None if audience == THE_TABLE else audience)
    out_of_turn = list(_out_of_turn(table, audience, shown["actions"], words))
    for tried in (*rng.sample(out_of_turn, min(PROBES, len(out_of_turn))), *_wrong(table, audience, shown, words)):
        yield {"do": "act", "player": audience, **tried}


def _out_of_turn(table: RandomTable, audience: str, may: Sequence[str], words: Sequence[str]) -> Iterator[Request]:
    """What they may not do, with everything filled in properly, and with the very words."""
    for action, form in registry.forms(table.variation.game).items():
        if action not in may:
            for word in words if any(field.name == "word" for field in form.fields) else words[:1]:
                yield {"action": action, **_filled_in(table, form, audience, word)}


def _wrong(table: RandomTable, audience: str, shown: dict[str, Any], words: Sequence[str]) -> Iterator[Request]:
    """What they may do, but not like this."""
    forms = registry.forms(table.variation.game)
    may, card = shown["actions"], shown.get("cards", {}).get(audience)
    for action in may:
        if any(field.name == "word" and not field.optional for field in forms[action].fields):
            target = {"target": audience} if action == "attempt" else {}
            yield {"action": action, "word": "TOOLONG", **target}
            yield {"action": action, "word": "A1B2C"[: table.letters], **target}
    for word in words:
        if "guess" in may:
            yield {"action": "guess", "word": word, "row": 7}
        if "confirm" in may and word != (shown["proposal"] or {}).get("word"):
            yield {"action": "confirm", "word": word}
        if "attempt" in may:  # at their own word; or, if spent already, at anybody's
            targets = shown["players"] if audience in shown["attempted"] else [audience]
            yield from ({"action": "attempt", "word": word, "target": target} for target in targets)
        if "query" in may and card and word not in card:
            yield {"action": "query", "word": word}
    if "mark" in may:
        yield {"action": "mark", "marks": "GG"}
    if "lifeline" in may:
        yield {"action": "lifeline", "card": 1, "side": "wrong-place", "position": 1}
        yield {"action": "lifeline", "card": 2, "side": "seven-wrong", "position": 2}


def _filled_in(table: RandomTable, form: Form, audience: str, word: str) -> dict[str, Any]:
    proper = {
        "word": word,
        "target": next(iter(table.variation.teams or (audience,))),
        "text": "A hint",
        "marks": "-" * table.letters,
        "card": 1,
        "side": "right-place",
        "position": 1,
        "letter": "A",
    }
    return {field.name: proper[field.name] for field in form.fields if field.name in proper}


def watch(table: RandomTable, rng: Random, what: Container[str] = SECRETS) -> Iterator[str]:
    """Plays a random game and compares as it goes; yields an audience for every comparison with a real alternative."""
    swapper = Swapper(table, rng)
    for _ in range(STEPS):
        if table.over:
            return
        table.step()
        if rng.random() < EAGERNESS_TO_LOOK:
            yield from _look(table, swapper, rng, what)


def _look(table: RandomTable, swapper: Swapper, rng: Random, what: Container[str]) -> Iterator[str]:
    hidden = [each for each in still_hidden(table.variation, table.spoken) if each.action in what]
    for audience in (*table.view(None)["players"], THE_TABLE):
        unknown = [each for each in hidden if audience not in each.knowing]
        if not unknown:
            continue
        found = {each.at: swapper.another(each, audience) for each in _some(unknown, table.variation, rng)}
        words = {at: word for at, word in found.items() if word}
        if words and compare(table, words, audience, rng):
            yield audience


def _some(unknown: list[Hidden], variation: Variation, rng: Random) -> list[Hidden]:
    """In wqrdles several words at once; elsewhere one, mostly the newest, as a corrected secret hangs on its first."""
    if variation.game == "wqrdles":
        return rng.sample(unknown, rng.randint(1, len(unknown)))
    return [unknown[-1] if rng.random() < 0.7 else rng.choice(unknown)]
