"""Mutated lines, thousands of them: one reply each, no crash, and nothing changed by what was refused."""

import io
import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from firmware_host.engine import Engine, serve
from tests.support.wire import Reply, new_engine

QUICK, LINES, LINES_OF_A_SOAK = 600, 2_000, 100_000
DEPTHS = [pytest.param(QUICK, id="quickly"), pytest.param(LINES, id="deeply", marks=pytest.mark.proof)]
LINES_A_GAME = 60
SHARES = 4  # so that a failure says roughly where

GAMES: list[dict[str, Any]] = [
    {"do": "new", "game": "party", "players": ["Ann", "Bob", "Cid"], "options": {"timer": 30, "check": "challenge"}},
    {"do": "new", "game": "party", "players": ["Ann", "Bob", "Cid"], "teams": {"Red": ["Ann"], "Blue": ["Bob", "Cid"]}},
    {"do": "new", "game": "wqrdles", "players": ["Ann", "Bob", "Cid"], "options": {"marking": "hand", "rounds": 1}},
    {"do": "new", "game": "wqrdles", "players": ["Ann", "Bob"], "options": {"letters": 4, "order_clues": True}},
    {"do": "new", "game": "three-words", "players": ["Ann", "Bob", "Cid"], "options": {"laps": 2, "timer": 60}},
    {"do": "new", "game": "three-words", "players": ["Ann", "Bob"], "options": {"answers": "auto", "tie": "share"}},
]
NAMES, WORDS = ["Ann", "Bob", "Cid"], ["SOLVE", "CRANE", "MIGHT", "CARDS", "FOUR", "WORD", "solve"]
ACTIONS: list[dict[str, Any]] = [
    {"action": "secret", "word": WORDS},
    {"action": "guess", "word": WORDS, "row": [1, 2, 3]},
    {"action": "guess", "word": WORDS},
    {"action": "give-up"},
    {"action": "challenge", "target": NAMES},
    {"action": "correct", "word": WORDS},
    {"action": "hint", "text": ["a riddle", "SOLVE it"]},
    {"action": "reveal"},
    {"action": "swap-card"},
    {"action": "query", "word": WORDS},
    {"action": "mark", "marks": ["-----", "GGGGG", "GY-", "G---"]},
    {"action": "attempt", "target": NAMES, "word": WORDS},
    {"action": "pass"},
    {"action": "propose", "word": WORDS},
    {"action": "lifeline", "card": [1, 2], "side": ["right-place", "wrong-place"], "position": [1, 2, 3, 4, 5]},
    {"action": "lifeline", "card": [1, 2], "side": ["seven-wrong"]},
    {"action": "confirm"},
    {"action": "answer", "letter": ["S", "L", "A"]},
    {"action": "answer", "letters": ["BDFHJKP", "ABCDEFG"]},
    {"action": "timer", "seconds": [5, 30, 90]},
    {"action": "next", "target": NAMES},
    *[{"action": name} for name in ("next", "join", "timer", "pause", "resume", "redo", "leave", "end")],
]
CUTS_SHORT = ("leave", "end", "redo", "pause")
WEIRD: list[Any] = [
    None, True, False, 0, -1, 1.5, 1e308, 2**63, 10**30, "", " ", "é", "\ud800", "\u0000", "A" * 500, [], {}, [[]],
    [None], {"": {}}, "table", "Zoe", ["Ann", "Bob"], {"format": 1},
]  # fmt: skip


def some_fields(rng: Random, action: dict[str, Any]) -> dict[str, Any]:
    return {name: rng.choice(value) if isinstance(value, list) else value for name, value in action.items()}


def some_request(rng: Random, now: int, save: object) -> dict[str, Any]:
    """A request that means something: mostly an action, which may or may not be possible now."""
    kind = rng.choices(["act", "time", "view", "word", "cards", "save", "load", "hello"], [70, 8, 8, 3, 1, 3, 5, 2])[0]
    match kind:
        case "act":
            return {"do": "act", "player": rng.choice(NAMES), **some_fields(rng, rng.choice(ACTIONS))}
        case "time":
            return {"do": "time", "now": now}
        case "view":
            return {"do": "view", "for": rng.choice([*NAMES, "table"])}
        case "word":
            return {"do": "word", "word": rng.choice(WORDS)}
        case "cards":
            return {"do": "cards", "count": 1}
        case "load":
            return {"do": "load", "save": save}
    return {"do": kind}


def spoil_value(rng: Random, value: Any) -> Any:
    """The same JSON with one thing in it changed, somewhere."""
    if isinstance(value, dict) and value and rng.random() < 0.9:
        name = rng.choice(list(value))
        match rng.randrange(4):
            case 0:
                return {key: content for key, content in value.items() if key != name}
            case 1:
                return {**value, rng.choice(["x", "word", "now", ""]): rng.choice(WEIRD)}
        return {**value, name: spoil_value(rng, value[name])}
    if isinstance(value, list) and value and rng.random() < 0.9:
        place = rng.randrange(len(value))
        return [*value[:place], *([spoil_value(rng, value[place])] * rng.randrange(3)), *value[place + 1 :]]
    return rng.choice(WEIRD)


def spoil_bytes(rng: Random, line: bytes) -> bytes:
    """The same line with some bytes changed, lost, doubled or put in."""
    for _ in range(rng.randint(1, 3)):
        at, until = sorted(rng.randrange(len(line) + 1) for _ in range(2))
        until = min(until, at + 20)
        middle = rng.choice(
            [b"", line[at:until] * 2, rng.randbytes(3), rng.choice([b'"', b"{", b"}", b"[", b",", b"\\", b"9", b"e9"])]
        )
        line = line[:at] + middle + line[until:]
    return line.replace(b"\n", b" ")


def offered_request(rng: Random, engine: Engine) -> dict[str, Any]:
    """An action that somebody is offered now; one that cuts the game short only now and then."""
    player = rng.choice(NAMES)
    reply = json.loads(engine.answer(json.dumps({"do": "view", "for": player}).encode()))
    view = reply["view"] if reply["ok"] else {"actions": []}
    names = [name for name in view["actions"] if name not in CUTS_SHORT or rng.random() < 0.02]
    if not names:
        return {"do": "hello"}
    name = rng.choice(names)
    fields = some_fields(rng, rng.choice([action for action in ACTIONS if action["action"] == name]))
    if name == "query" and "cards" in view:
        fields["word"] = rng.choice(view["cards"][player])
    return {"do": "act", "player": player, **fields}


def mutated_lines(rng: Random, engine: Engine, count: int) -> Iterator[bytes]:
    """Lines of games that go on between the mutations, so that every phase of every game gets its share."""
    save: object = None
    for number in range(count):
        table: Reply = json.loads(engine.answer(b'{"do":"view","for":"table"}')) if number else {"ok": False}
        if number % LINES_A_GAME == 0 or table["view"]["phase"] == "over":
            engine.answer(json.dumps({**rng.choice(GAMES), "seed": number}).encode())
        if number % 10 == 0:
            save = json.loads(engine.answer(b'{"do":"save"}'))["save"]
        engine.answer(json.dumps(offered_request(rng, engine)).encode())
        now = table["view"]["now"] if table["ok"] else 0
        request = some_request(rng, now + rng.choice([0, 1, 20, 10_000]), save)
        if rng.random() < 0.5:
            request = offered_request(rng, engine)
        if rng.random() < 0.4:
            request = spoil_value(rng, request)
        line = json.dumps(request).encode()
        yield line if rng.random() < 0.6 else spoil_bytes(rng, line)


@pytest.mark.parametrize("share", range(SHARES))
@pytest.mark.parametrize("lines", DEPTHS)
def test_mutated_lines_get_one_reply_each_and_refused_ones_change_nothing(lines: int, share: int, soak: bool) -> None:
    rng, engine = Random(f"mutated lines {share}"), new_engine()
    for line in mutated_lines(rng, engine, (LINES_OF_A_SOAK if soak else lines) // SHARES):
        before = engine.answer(b'{"do":"save"}')
        answered = engine.answer(line)
        reply = json.loads(answered)
        assert answered.count(b"\n") == 1, line
        assert reply["ok"] or reply["error"]["say"].endswith((".", "?")), line
        assert reply["ok"] or "inside" not in reply["error"]["say"], line
        assert reply["ok"] or engine.answer(b'{"do":"save"}') == before, line


def test_a_stream_of_mutated_lines_has_as_many_replies_as_lines() -> None:
    lines = list(mutated_lines(Random("a stream"), new_engine(), 300))
    replies = io.BytesIO()
    serve(new_engine(), io.BytesIO(b"\n".join(lines) + b"\n"), replies)
    assert len(replies.getvalue().splitlines()) == len(lines)
