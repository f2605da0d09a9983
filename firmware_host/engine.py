"""`wordtable engine`: the rules as a line protocol, one JSON object in and one out. See docs/engine-protocol.md."""

import json
from collections.abc import Callable, Mapping
from dataclasses import fields
from random import Random
from typing import BinaryIO

from firmware_host import __version__
from firmware_host.games import registry as games
from firmware_host.games.shared.cards import CardError, sides_of
from firmware_host.games.shared.fields import EVENING_FORMS, Field, Fields, bad_request
from firmware_host.games.shared.table import EVENING_EVENTS, THE_TABLE, Event, RuleError
from firmware_host.games.shared.views import as_json
from firmware_host.games.shared.words import Dictionary
from firmware_host.requests import LONGEST_LINE, parse
from firmware_host.session import Session
from firmware_host.texts.language import english
from firmware_host.texts.text import say

PROTOCOL = 1
MOST_CARDS = 100  # made in hundredths of a second
Reply = dict[str, object]


class Engine:
    """Answers requests, one at a time, whatever they are; a refused one has changed nothing."""

    def __init__(self, load_dictionary: Callable[[str], Dictionary], dictionaries: tuple[str, ...]) -> None:
        self._dictionaries = dictionaries
        self._load_dictionary = load_dictionary
        self._session = Session(self._dictionary)
        self._requests: Mapping[str, tuple[tuple[str, ...], Callable[[Fields], Reply]]] = {
            "hello": ((), self._hello),
            "describe": (("game",), self._describe),
            "new": (("game", "players", "options", "teams", "seed"), self._new),
            "act": ((), self._act),
            "time": (("now",), self._time),
            "view": (("for",), self._view),
            "word": (("word", "dictionary"), self._word),
            "cards": (("count", "letters", "seed"), self._cards),
            "save": ((), self._save),
            "load": (("save",), self._load),
        }

    def answer(self, line: bytes) -> bytes:
        """The reply to one line."""
        request: object = None
        try:
            request = parse(line)
            added = self._dispatch(Fields(request, say("A request")))
            reply: Reply = {"ok": True, "state": self._session.number, **added}
        except RuleError as refusal:
            reply = _refused(refusal.code, english(refusal.say))
        except Exception:  # a mistake of ours must not end somebody's evening, and its text might hold a secret
            reply = _refused("bad-request", "Something went wrong inside; nothing has changed. Please report this.")
        if isinstance(request, dict) and "id" in request:
            reply["id"] = request["id"]
        return json.dumps(reply, separators=(",", ":")).encode() + b"\n"

    def _dispatch(self, request: Fields) -> Reply:
        name = request.text("do")
        if name not in self._requests:
            bad_request(say("No such request; the requests are {requests}.", requests=", ".join(self._requests)))
        wanted, answer = self._requests[name]
        if name != "act":  # an action has fields of its own, read with it
            request.only(("do", "id", *wanted))
        return answer(request)

    def _hello(self, _request: Fields) -> Reply:
        return {
            "protocol": PROTOCOL,
            "version": __version__,
            "games": list(games.games()),
            "dictionaries": list(self._dictionaries),
        }

    def _describe(self, request: Fields) -> Reply:
        """What a front end must know of a game that it has never heard of."""
        game = games.named(request.text("game"))
        actions = {name: list(map(_field, form.fields)) for name, form in (*game.forms.items(), *EVENING_FORMS.items())}
        return {
            "players": [2, game.most_players],
            "teams": game.teams,
            "options": {option.name: as_json(option.default) for option in fields(game.options)},
            "actions": actions,
            "announced": [*game.rules.events, *EVENING_EVENTS],
        }

    def _new(self, request: Fields) -> Reply:
        game, players = request.text("game"), request.names("players")
        return _told(self._session.new(game, players, request.items("options"), request.teams(), request.seed()))

    def _act(self, request: Fields) -> Reply:
        return _told(self._session.act(self._session.read_action(request, ("do", "id"))))

    def _time(self, request: Fields) -> Reply:
        return _told(self._session.time(request.moment("now")))

    def _view(self, request: Fields) -> Reply:
        name = request.text("for")
        return {"view": as_json(self._session.view(None if name == THE_TABLE else name))}

    def _word(self, request: Fields) -> Reply:
        word = request.text("word")
        dictionary = request.text("dictionary") if request.has("dictionary") else None
        if not (word.isascii() and word.isalpha()):
            word = ""  # as a game would take it: a dictionary is more lenient with accents and spaces
        verdict = self._session.words(dictionary).judge(word)
        return {
            "guess": verdict.guess,
            "secret": verdict.secret,
            "secret_with_plurals": verdict.secret_with_plurals,
            "why": verdict.why,
            "common": verdict.common,
        }

    def _cards(self, request: Fields) -> Reply:
        count = request.whole("count", 1, MOST_CARDS)
        letters = request.whole("letters", 4, 5) if request.has("letters") else 5
        words = self._session.words()
        try:
            return {"cards": sides_of(words, letters, count, Random(f"wordtable cards {request.seed()}"))}
        except CardError as sorry:
            bad_request(sorry.say)

    def _save(self, _request: Fields) -> Reply:
        return {"save": self._session.save()}

    def _load(self, request: Fields) -> Reply:
        return _told(self._session.load(request.get("save")))

    def _dictionary(self, name: str) -> Dictionary:
        if name not in self._dictionaries:
            raise RuleError(
                "bad-option",
                "No such dictionary; the dictionaries are {names}.",
                names=", ".join(self._dictionaries),
            )
        return self._load_dictionary(name)


def _field(field: Field) -> str:
    return f"{field.name}?" if field.optional else field.name


def _refused(code: str, say: str) -> Reply:
    return {"ok": False, "error": {"code": code, "say": say}}


def _told(events: tuple[Event, ...]) -> Reply:
    return {"events": [{"event": event.name, "to": event.to, **_facts(event)} for event in events]}


def _facts(event: Event) -> dict[str, object]:
    return {name: as_json(fact) for name, fact in event.facts.items()}


def serve(engine: Engine, requests: BinaryIO, replies: BinaryIO) -> None:
    """Answers every line until there are no more; a line that is too long is read to its end and refused."""
    while line := requests.readline(LONGEST_LINE + 1):
        rest = line
        while len(rest) > LONGEST_LINE and not rest.endswith(b"\n"):
            rest = requests.readline(LONGEST_LINE + 1)
        replies.write(engine.answer(line.rstrip(b"\r\n") if line.endswith(b"\n") else line))
        replies.flush()
