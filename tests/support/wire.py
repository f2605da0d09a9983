"""An engine at the other end of a wire: requests go in as lines, replies come back as lines."""

import json
from typing import Any

from firmware_host.engine import Engine
from tests.support.evening import english

Reply = dict[str, Any]
EVERYBODY = ["Ann", "Bob", "Cid"]
SEVEN = {"card": 1, "side": "seven-wrong"}


def new_engine() -> Engine:
    return Engine(lambda _name: english(), ("en",))


class Wire:
    def __init__(self) -> None:
        self.engine = new_engine()

    def send(self, line: bytes) -> Reply:
        """One line, and its one reply."""
        reply = self.engine.answer(line)
        assert reply.endswith(b"\n")
        assert reply.count(b"\n") == 1
        parsed = json.loads(reply)
        assert isinstance(parsed, dict)
        return parsed

    def tries(self, **request: Any) -> Reply:
        return self.send(json.dumps(request).encode())

    def asks(self, do: str, **fields: Any) -> Reply:
        """A request that is granted."""
        reply = self.tries(do=do, **fields)
        assert reply["ok"], reply
        return reply

    def acts(self, player: str, action: str, **fields: Any) -> Reply:
        return self.asks("act", player=player, action=action, **fields)

    def refused(self, line: bytes) -> Reply:
        """The error of a line that is refused and has changed nothing."""
        before = self.engine.answer(b'{"do":"save"}')
        reply = self.send(line)
        assert not reply.pop("ok"), reply
        assert self.engine.answer(b'{"do":"save"}') == before
        return reply

    def code(self, do: str, **fields: Any) -> str:
        """The code of a request that is refused."""
        return str(self.refused(json.dumps({"do": do, **fields}).encode())["error"]["code"])

    def state(self) -> int:
        return int(self.asks("hello")["state"])


def playing(game: str = "three-words", players: list[str] = EVERYBODY, **options: Any) -> Wire:
    wire = Wire()
    wire.asks("new", game=game, players=players, options=options)
    return wire


def guessing(game: str = "three-words", players: list[str] = EVERYBODY, **options: Any) -> Wire:
    """A game in which Ann has hidden SOLVE."""
    wire = playing(game, players, **options)
    wire.acts("Ann", "secret", word="SOLVE")
    return wire


def querying(**options: Any) -> Wire:
    """A game of wqrdles in which everybody has hidden a word and Ann is on turn."""
    wire = playing("wqrdles", **options)
    for player, word in zip(EVERYBODY, ("SOLVE", "CRANE", "MIGHT"), strict=True):
        wire.acts(player, "secret", word=word)
    return wire


def over() -> Wire:
    wire = playing()
    wire.acts("Ann", "end")
    return wire
