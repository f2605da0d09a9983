"""Requests of the line protocol with damaged bytes and values, in the middle of games."""

import json
from random import Random

from firmware_host.engine import Engine
from tests.engine.test_protocol_fuzz import mutated_lines, spoil_bytes
from tests.support.wire import new_engine
from tools.soak.tally import Tally

TITLE = "Damaged requests to the engine"
EXPECTS = "Each line gets one reply. A refusal is a sentence, and changes nothing."
COUNTS = "lines"
ENOUGH = 1_000_000
SHARE = 1.5
GAME = 500  # moments of games with one engine
MORE = 7  # lines with other bytes damaged, at each moment: playing on takes longer than answering them


def run(tally: Tally) -> None:
    rng = Random(tally.seed)
    while tally.goes_on():
        engine = new_engine()
        for line in mutated_lines(rng, engine, GAME):
            before = _saved(engine)
            if _is_refused(tally, engine, line):
                tally.expect(_saved(engine) == before, f"line {tally.count}: refused, but it changed")
            before = _saved(engine)
            more = [_is_refused(tally, engine, spoil_bytes(rng, line)) for _ in range(MORE)]
            tally.expect(not all(more) or _saved(engine) == before, f"line {tally.count}: refused, but it changed")
            if not tally.goes_on():
                return


def _saved(engine: Engine) -> bytes:
    return engine.answer(b'{"do":"save"}')


def _is_refused(tally: Tally, engine: Engine, line: bytes) -> bool:
    answered = engine.answer(line)
    reply = json.loads(answered)
    tally.expect(answered.count(b"\n") == 1, f"line {tally.count}: not one reply")
    if not reply["ok"]:
        say = reply["error"]["say"]
        tally.expect(say.endswith((".", "?")) and "inside" not in say, f"line {tally.count}: no good sentence")
    tally.done()
    return not reply["ok"]
