"""Requests of the line protocol with damaged bytes and values, in the middle of games."""

import json
from random import Random

from tests.engine.test_protocol_fuzz import mutated_lines
from tests.support.wire import new_engine
from tools.soak.tally import Tally

TITLE = "Damaged requests to the engine"
EXPECTS = "Each line gets one reply. A refusal is a sentence, and changes nothing."
COUNTS = "lines"
ENOUGH = 1_000_000
SHARE = 1.5
GAME = 500  # lines to one engine


def run(tally: Tally) -> None:
    rng = Random(tally.seed)
    while tally.goes_on():
        engine = new_engine()
        for line in mutated_lines(rng, engine, GAME):
            before = engine.answer(b'{"do":"save"}')
            answered = engine.answer(line)
            reply = json.loads(answered)
            tally.expect(answered.count(b"\n") == 1, f"line {tally.count}: not one reply")
            if not reply["ok"]:
                say = reply["error"]["say"]
                tally.expect(say.endswith((".", "?")) and "inside" not in say, f"line {tally.count}: no good sentence")
                tally.expect(engine.answer(b'{"do":"save"}') == before, f"line {tally.count}: refused, but it changed")
            tally.done()
