"""What pages are sent is what messages.d.ts says: the scripts are checked against that file alone."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from firmware_host.web import wire
from tests.web.test_secrets_on_pages import GAMES, evening

DECLARED = (Path(wire.__file__).parent / "messages.d.ts").read_text(encoding="utf-8")
INTERFACES = {
    name: dict(re.findall(r"^  (\w+)\??: ([^;]+);", body, re.MULTILINE))
    for name, body in re.findall(r"^interface (\w+) \{\n(.*?)^\}", DECLARED, re.MULTILINE | re.DOTALL)
}


def undeclared(kind: str, sent: Any) -> set[str]:
    """Fields that were sent and are not in this interface, or in those of its own fields."""
    found = {f"{kind}.{name}" for name in sent if name not in INTERFACES[kind]}
    for name, value in sent.items():
        inner = INTERFACES[kind].get(name, "").split(" |")[0]
        values = value if inner.endswith("[]") else [value]
        if inner.removesuffix("[]") in INTERFACES:
            found |= {field for each in values for field in undeclared(inner.removesuffix("[]"), each)}
    return found


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("page", "kind"), [("seat1", "SeatFrame"), ("seat2", "SeatFrame"), ("public", "PublicFrame")])
def test_nothing_is_sent_that_is_not_declared(game: str, page: str, kind: str) -> None:
    frames = [message for text in evening(game, True).sent[page] if (message := json.loads(text)).get("device")]
    assert frames
    assert {field for frame in frames for field in undeclared(kind, frame)} == set()


def test_a_field_that_is_not_declared_is_noticed() -> None:
    assert undeclared("SeatFrame", {"page": {"titel": "?"}}) == {"PageData.titel"}
