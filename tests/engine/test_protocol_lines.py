"""The line protocol and lines that nobody should send: one reply each, nothing changed, still running."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from firmware_host.engine import Engine, serve
from firmware_host.games.shared.words import Dictionary
from firmware_host.requests import LONGEST_LINE
from tests.support.wire import EVERYBODY, SEVEN, Wire, guessing, new_engine, playing

HERE = Path(__file__).parents[1]
HELLO = b'{"do":"hello"}'


def served(requests: bytes) -> list[dict[str, Any]]:
    """What an engine writes, from the first line to the end of input."""
    replies = io.BytesIO()
    serve(new_engine(), io.BytesIO(requests), replies)
    return [json.loads(line) for line in replies.getvalue().splitlines()]


# ── lines that are no requests ───────────────────────────────────────────────────────────────────

BROKEN_LINES = {
    "blank": b"",
    "spaces": b"   ",
    "no JSON": b"hello",
    "half a line": b'{"do": "hello"',
    "two objects": b'{"do":"hello"}{"do":"hello"}',
    "single quotes": b"{'do': 'hello'}",
    "a comma too many": b'{"do":"hello",}',
    "a number": b"5",
    "null": b"null",
    "text": b'"hello"',
    "a list": b'[{"do":"hello"}]',
    "NaN": b'{"do":"time","now":NaN}',
    "Infinity": b'{"do":"time","now":Infinity}',
    "-Infinity": b'{"do":"time","now":-Infinity}',
    "NaN as id": b'{"do":"hello","id":NaN}',
    "an endless number as id": b'{"do":"hello","id":1e999}',
    "endless digits as id": b'{"do":"hello","id":' + b"9" * 5000 + b"}",
    "invalid UTF-8": b'{"do":"\xff\xfe"}',
    "half a sign": b'{"do":"hello","id":"\xc3"}',
    "UTF-16": '{"do":"hello"}'.encode("utf-16"),
    "a byte order mark": b"\xef\xbb\xbf" + HELLO,
    "a zero byte": b'{"do":"hello"}\x00',
    "a control sign in text": b'{"do":"hel\x01lo"}',
    "deeply nested": b'{"do":' * 100_000 + b"1" + b"}" * 100_000,
    "deep lists": b"[" * 200_000,
    "deep id": b'{"do":"hello","id":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    "10 MB": b'{"do":"hello","id":"' + b"x" * 10_000_000 + b'"}',
    "10 MB of nothing": b" " * 10_000_000,
}


@pytest.mark.parametrize("line", BROKEN_LINES.values(), ids=BROKEN_LINES.keys())
def test_a_broken_line_gets_one_error_and_changes_nothing(line: bytes) -> None:
    wire = guessing()
    error = wire.refused(line)["error"]
    assert (error["code"], "inside" in error["say"]) == ("bad-request", False)
    assert wire.state() == 2


@pytest.mark.parametrize("line", BROKEN_LINES.values(), ids=BROKEN_LINES.keys())
def test_after_a_broken_line_the_engine_still_answers(line: bytes) -> None:
    assert [reply["ok"] for reply in served(line + b"\n" + HELLO + b"\n")] == [False, True]


def test_a_line_needs_no_newline_at_the_end_of_input() -> None:
    assert [reply["ok"] for reply in served(HELLO + b"\n" + HELLO)] == [True, True]


def test_lines_may_end_as_on_windows() -> None:
    assert [reply["ok"] for reply in served(HELLO + b"\r\n\r\n" + HELLO + b"\r\n")] == [True, False, True]


def test_no_lines_no_replies() -> None:
    assert served(b"") == []


@pytest.mark.parametrize(("too_many", "granted"), [(0, True), (1, False), (LONGEST_LINE, False)])
def test_a_line_may_be_so_long_and_no_longer(too_many: int, granted: bool) -> None:
    padding = b" " * (LONGEST_LINE - len(HELLO) + too_many)
    assert [reply["ok"] for reply in served(padding + HELLO + b"\n" + HELLO)] == [granted, True]


# ── id ───────────────────────────────────────────────────────────────────────────────────────────

IDS: list[Any] = [None, 0, -1.5, 10**400, True, "", "é", "\ud800", [], [1, {"a": None}], {"do": "hello"}, [[[[]]]]]


@pytest.mark.parametrize("given", IDS, ids=range(len(IDS)))
def test_an_id_comes_back_with_the_reply(given: object) -> None:
    assert Wire().asks("hello", id=given)["id"] == given


@pytest.mark.parametrize(
    "request_",
    [
        {"do": "dance"},
        {"do": 5},
        {},
        {"do": "view", "for": "Zoe"},
        {"do": "act", "player": "Ann", "action": "next"},
        {"do": "time", "now": -1},
    ],
)
def test_an_id_comes_back_with_an_error_too(request_: dict[str, Any]) -> None:
    wire = playing()
    replies = [wire.refused(json.dumps({**request_, "id": given}).encode()) for given in IDS]
    assert [reply["id"] for reply in replies] == IDS


@pytest.mark.parametrize("number", [b"1e999", b"-1e999", b"9" * 5000, b"-" + b"9" * 5000])
def test_a_number_out_of_all_bounds_is_refused_like_any_other(number: bytes) -> None:
    reply = playing().refused(b'{"id":7,"do":"time","now":' + number + b"}")
    assert (reply["id"], reply["error"]["code"]) == (7, "bad-request")


def test_an_id_of_any_depth_comes_back_or_is_refused() -> None:
    engine = new_engine()
    ids = [b"[" * depth + b"]" * depth for depth in (*range(900, 1000), 1_000_000)]
    replies = [json.loads(engine.answer(b'{"do":"hello","id":' + nested + b"}")) for nested in ids]
    assert [reply["ok"] for reply in replies] == ["id" in reply for reply in replies]
    assert {reply["ok"] for reply in replies} == {True, False}


def test_without_an_id_there_is_none() -> None:
    assert "id" not in Wire().asks("hello")


# ── fields of every request ──────────────────────────────────────────────────────────────────────

NO_TEXT: list[Any] = [None, True, 5, 1.5, [], {}, ["SOLVE"]]
NO_NUMBER: list[Any] = [True, "1", "", [], {}, [1]]
NO_LIST: list[Any] = [None, True, 5, "Ann", {}]
NO_OBJECT: list[Any] = [True, 5, "x", [], [{}]]
FRACTIONS: list[Any] = [1.5, 1.0, 1e300]
ANN_ACTS = {"do": "act", "player": "Ann"}
LIFELINE = {"do": "act", "player": "Bob", "action": "lifeline", **SEVEN}
NEW = {"do": "new", "game": "party", "players": EVERYBODY}

FIELDS: list[tuple[dict[str, Any], str, list[Any]]] = [
    ({}, "do", [*NO_TEXT, "", "Hello"]),
    (NEW, "game", NO_TEXT),
    (NEW, "players", [*NO_LIST, [1, 2], [["Ann"], ["Bob"]]]),
    (NEW, "options", NO_OBJECT),
    (NEW, "teams", NO_OBJECT),
    (NEW, "seed", [*NO_NUMBER, *FRACTIONS, 2**64, -(2**64), 10**400]),
    ({**ANN_ACTS, "action": "secret", "word": "SOLVE"}, "player", NO_TEXT),
    (ANN_ACTS, "action", [*NO_TEXT, "", "Secret"]),
    ({**ANN_ACTS, "action": "secret"}, "word", NO_TEXT),
    ({**ANN_ACTS, "action": "guess", "word": "SOLVE"}, "row", [*NO_NUMBER, *FRACTIONS, 0, -1, 10**400]),
    ({**ANN_ACTS, "action": "challenge"}, "target", NO_TEXT),
    ({**ANN_ACTS, "action": "attempt", "word": "SOLVE"}, "target", [True, 5, []]),
    ({**ANN_ACTS, "action": "hint"}, "text", NO_TEXT),
    ({**ANN_ACTS, "action": "mark"}, "marks", NO_TEXT),
    (LIFELINE, "card", [None, *NO_NUMBER, *FRACTIONS, 0, 3, 10**400]),
    (LIFELINE, "side", [*NO_TEXT, "", "front"]),
    ({**LIFELINE, "side": "right-place"}, "position", [None, *NO_NUMBER, *FRACTIONS, 0, 6, 10**400]),
    ({**ANN_ACTS, "action": "confirm"}, "word", [True, 5, [], ""]),
    ({**ANN_ACTS, "action": "answer"}, "letter", [*NO_TEXT]),
    ({**ANN_ACTS, "action": "answer"}, "letters", [None, True, 5, {}, [1], [None], ["A" * 101]]),
    ({"do": "time"}, "now", [None, *NO_NUMBER, -1, -0.001, 1e13, 10**400]),
    ({"do": "view"}, "for", NO_TEXT),
    ({"do": "word"}, "word", NO_TEXT),
    ({"do": "word", "word": "SOLVE"}, "dictionary", [True, 5, []]),
    ({"do": "cards"}, "count", [None, *NO_NUMBER, *FRACTIONS, 0, -1, 1001, 10**400]),
    ({"do": "cards", "count": 1}, "letters", [*NO_NUMBER, *FRACTIONS, 3, 6]),
    ({"do": "cards", "count": 1}, "seed", [*NO_NUMBER, *FRACTIONS, 10**400]),
    ({"do": "load"}, "save", [None, *NO_OBJECT]),
]


@pytest.mark.parametrize(
    ("request_", "field", "values"), FIELDS, ids=[f"{r.get('action', r.get('do'))} {f}" for r, f, _ in FIELDS]
)
def test_a_field_of_the_wrong_kind_is_a_bad_request(request_: dict[str, Any], field: str, values: list[object]) -> None:
    for value in values:
        error = guessing().refused(json.dumps({**request_, field: value}).encode())["error"]
        assert (error["code"], "inside" in error["say"]) == ("bad-request", False), repr(value)[:80]


REQUESTS: list[dict[str, Any]] = [
    {"do": "hello"},
    NEW,
    {"do": "act", "player": "Bob", "action": "propose", "word": "CRANE"},
    {"do": "time", "now": 1},
    {"do": "view", "for": "Ann"},
    {"do": "word", "word": "SOLVE"},
    {"do": "cards", "count": 1},
    {"do": "save"},
]


@pytest.mark.parametrize("request_", REQUESTS, ids=lambda request: request["do"])
def test_an_unknown_field_is_a_bad_request(request_: dict[str, Any]) -> None:
    wire = guessing()
    assert wire.refused(json.dumps({**request_, "spped": 1}).encode())["error"]["code"] == "bad-request"
    assert wire.tries(**request_)["ok"], "it is the unknown field that is refused"


# ── what a reply may never do ────────────────────────────────────────────────────────────────────

TYPED = "xyzzy"
TYPED_EVERYWHERE: list[dict[str, Any]] = [
    {"do": TYPED},
    {"do": "hello", TYPED: 1},
    {**NEW, "game": TYPED},
    {**NEW, "options": {TYPED: 1}},
    {**NEW, "options": {"mode": TYPED}},
    {**NEW, "options": {"dictionary": TYPED}},
    {**NEW, "options": {"allow": [TYPED + "!"]}},
    {**NEW, "teams": {TYPED: ["Ann"]}},
    {**NEW, "players": [TYPED, TYPED]},
    {"do": "word", "word": "SOLVE", "dictionary": TYPED},
    {"do": "view", "for": TYPED},
    {"do": "load", "save": {"format": TYPED}},
    {"do": "time", "now": TYPED},
    {**ANN_ACTS, "action": TYPED},
    {"do": "act", "player": TYPED, "action": "next"},
    {**ANN_ACTS, "action": "secret", "word": TYPED},
    {"do": "act", "player": "Bob", "action": "propose", "word": TYPED},
    {"do": "act", "player": "Bob", "action": "propose", "word": TYPED * 2},
    {**ANN_ACTS, "action": "attempt", "word": "SOLVE", "target": TYPED},
    {**LIFELINE, "side": TYPED},
    {"do": "act", "player": "Cid", "action": "confirm", "word": TYPED},
    {**ANN_ACTS, "action": "answer", "letters": TYPED},
    {**ANN_ACTS, "action": "hint", "text": TYPED},
]


@pytest.mark.parametrize("request_", TYPED_EVERYWHERE)
def test_a_refusal_never_repeats_what_was_typed(request_: dict[str, Any]) -> None:
    reply = guessing().refused(json.dumps(request_).encode())
    assert TYPED not in json.dumps(reply).lower()


@pytest.mark.parametrize(("game", "action"), [("party", "guess"), ("party", "correct"), ("three-words", "propose")])
def test_a_refused_word_is_not_in_any_reply_that_follows(game: str, action: str) -> None:
    wire = guessing(game)
    wire.refused(json.dumps({"do": "act", "player": "Bob", "action": action, "word": TYPED}).encode())
    later = [wire.asks("view", **{"for": who}) for who in ("table", *EVERYBODY)]
    assert TYPED not in json.dumps([*later, wire.asks("save")]).lower()


def test_a_mistake_of_ours_costs_one_reply_and_shows_nothing() -> None:
    def lost(_name: str) -> Dictionary:
        raise OSError("no such file: SOLVE")

    reply = Engine(lost, ("en",)).answer(json.dumps(NEW).encode())
    assert (json.loads(reply)["ok"], b"SOLVE" in reply) == (False, False)


# ── the real process ─────────────────────────────────────────────────────────────────────────────

AN_EVENING = [
    HELLO,
    b'{"do":"new","game":"three-words","players":["Ann","Bob","Cid"],"options":{"answers":"auto","timer":60},"seed":3}',
    b'{"do":"act","player":"Ann","action":"secret","word":"solve"}',
    b'{"do":"act","player":"Bob","action":"lifeline","card":1,"side":"seven-wrong"}',
    b'{"do":"act","player":"Cid","action":"confirm"}',
    b"",
    b"\xff\xfe",
    b'{"do":"time","now":500}',
    b'{"do":"view","for":"Ann"}',
    b'{"do":"save"}',
    b'{"do":"new","game":"wqrdles","players":["Ann","Bob","Cid"],"seed":4}',
    b'{"do":"view","for":"table"}',
    b'{"do":"cards","count":2,"seed":5}',
]


def process(lines: list[bytes], hash_seed: str) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(
        [sys.executable, "-m", "firmware_host", "engine"],
        input=b"\n".join(lines),
        capture_output=True,
        cwd=HERE,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        timeout=60,
        check=False,
    )


def test_the_process_answers_every_line_and_nothing_else_and_ends_well() -> None:
    done = process(AN_EVENING, "1")
    said = [json.loads(line)["ok"] for line in done.stdout.splitlines()]
    assert (done.returncode, done.stderr, said) == (0, b"", [True] * 5 + [False] * 2 + [True] * 6)


def test_two_runs_give_the_same_replies_byte_for_byte() -> None:
    engine = new_engine()
    here = b"".join(engine.answer(line) for line in AN_EVENING)
    assert process(AN_EVENING, "2").stdout == here
