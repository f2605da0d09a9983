"""One target under the fuzzer: `python -m tools.fuzz.one TARGET CORPUS [options of libFuzzer]`."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import atheris

with atheris.instrument_imports(include=["firmware_host", "hardware"]):
    from tools.fuzz.targets import TARGETS

from tests.engine.test_protocol_fuzz import spoil_value

Mutator = Callable[[bytes, int, int], bytes]


def mutate_json(data: bytes, longest: int, seed: int) -> bytes:
    """Usually changes one value in the JSON of one line; sometimes lets the fuzzer change bytes."""
    rng = Random(seed)
    lines = data.split(b"\n")
    place = rng.randrange(len(lines))
    if rng.random() < 0.3:
        return bytes(atheris.Mutate(data, longest))
    try:
        value = json.loads(lines[place])
    except (ValueError, RecursionError):
        return bytes(atheris.Mutate(data, longest))
    lines[place] = json.dumps(spoil_value(rng, value)).encode()
    if rng.random() < 0.2:
        lines.insert(rng.randrange(len(lines) + 1), lines[rng.randrange(len(lines))])
    return b"\n".join(lines)[:longest]


def main(name: str, corpus: str, *options: str) -> None:
    target = TARGETS[name]
    for number, seed in enumerate(target.seeds()):
        Path(corpus, f"seed-{number:03}").write_bytes(seed)
    arguments = [sys.argv[0], *options, corpus]
    if target.json:
        atheris.Setup(arguments, target.reads, custom_mutator=mutate_json)
    else:
        atheris.Setup(arguments, target.reads)
    atheris.Fuzz()


if __name__ == "__main__":
    main(*sys.argv[1:])
