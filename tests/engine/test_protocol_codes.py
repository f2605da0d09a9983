"""The codes of refusals: each where it belongs, and of two that fit the one that stands first in the protocol."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.support.wire import EVERYBODY, SEVEN, Wire, guessing, over, playing, querying

Act = dict[str, Any]


def act(player: str, action: str, **fields: Any) -> Act:
    return {"do": "act", "player": player, "action": action, **fields}


def proposed() -> Wire:
    wire = guessing()
    wire.acts("Bob", "propose", word="CRANE")
    return wire


def paused() -> Wire:
    wire = guessing()
    wire.acts("Bob", "pause")
    return wire


def one_card_spent() -> Wire:
    wire = guessing(players=["Ann", "Bob"], answers="auto")
    wire.acts("Bob", "lifeline", **SEVEN)
    return wire


def attempted() -> Wire:
    """Ann has called a word and has had her attempt."""
    wire = querying(queries="free")
    wire.acts("Ann", "query", word="SMILE")
    wire.acts("Ann", "attempt", target="Bob", word="HOUSE")
    return wire


def swapped() -> Wire:
    wire = querying()
    wire.acts("Ann", "swap-card")
    return wire


def asked() -> Wire:
    wire = guessing(players=["Ann", "Bob"])
    wire.acts("Bob", "lifeline", **SEVEN)
    return wire


WORD = {"word": "CRANE"}
REFUSED: list[tuple[str, Callable[[], Wire], Act]] = [
    ("bad-request", Wire, {"do": "dance"}),
    ("bad-request", Wire, {}),
    ("bad-request", playing, act("Ann", "dance")),
    ("bad-request", playing, act("Ann", "secret")),
    ("bad-request", playing, {"do": "act", "action": "secret", **WORD}),
    ("bad-request", guessing, act("Bob", "propose", word="CRANE", row=1)),
    ("bad-request", guessing, act("Bob", "lifeline", card=3, side="seven-wrong")),
    ("bad-request", guessing, act("Bob", "lifeline", card=1, side="eight-wrong")),
    ("bad-request", guessing, act("Bob", "lifeline", card=1, side="right-place")),
    ("bad-request", guessing, act("Bob", "lifeline", card=1, side="right-place", position=0)),
    ("bad-request", guessing, act("Bob", "lifeline", card=1, side="right-place", position=6)),
    ("bad-request", guessing, act("Bob", "lifeline", card=1, side="seven-wrong", position=1)),
    ("bad-request", proposed, act("Cid", "confirm", word="")),
    ("bad-request", proposed, act("Cid", "confirm", card=1)),
    ("bad-request", proposed, act("Cid", "confirm", card=1, side="right-place")),
    ("bad-request", asked, act("Ann", "answer")),
    ("bad-request", asked, act("Ann", "answer", letter="A", letters="ABCDFGH")),
    ("no-game", Wire, act("Ann", "secret", **WORD)),
    ("no-game", Wire, {"do": "view", "for": "table"}),
    ("no-game", Wire, {"do": "save"}),
    ("unknown-game", Wire, {"do": "new", "game": "chess", "players": EVERYBODY}),
    ("bad-option", Wire, {"do": "new", "game": "party", "players": EVERYBODY, "options": {"speed": 1}}),
    ("unknown-player", playing, act("Zoe", "secret", **WORD)),
    ("unknown-player", playing, {"do": "view", "for": "Zoe"}),
    ("unknown-player", attempted, act("Bob", "attempt", target="Zoe", **WORD)),
    ("over", over, act("Ann", "secret", **WORD)),
    ("over", over, act("Ann", "end")),
    ("not-now", playing, act("Bob", "propose", **WORD)),
    ("not-now", playing, act("Bob", "guess", **WORD)),
    ("not-now", playing, act("Bob", "resume")),
    ("not-now", paused, act("Bob", "propose", **WORD)),
    ("not-now", paused, act("Bob", "redo")),
    ("not-now", paused, act("Bob", "pause")),
    ("not-yours", playing, act("Bob", "secret", **WORD)),
    ("not-yours", querying, act("Bob", "query", word="CRANE")),
    ("stale", proposed, act("Cid", "confirm", word="MIGHT")),
    ("stale", proposed, act("Cid", "confirm", **SEVEN)),
    ("stale", lambda: guessing("party"), act("Bob", "guess", row=2, **WORD)),
    ("spent", one_card_spent, act("Bob", "lifeline", **SEVEN)),
    ("spent", attempted, act("Ann", "attempt", target="Bob", word="HOUSE")),
    ("spent", swapped, act("Ann", "swap-card")),
    ("wrong-length", guessing, act("Bob", "propose", word="CRANES")),
    ("not-a-word", guessing, act("Bob", "propose", word="QXZJK")),
    ("not-on-card", querying, act("Ann", "query", word="XYLEM")),
    ("not-a-secret", lambda: playing("party"), act("Ann", "secret", word="CARDS")),
    ("does-not-fit", asked, act("Ann", "answer", letters="ABCDFGS")),
]


@pytest.mark.parametrize(("code", "table", "request_"), REFUSED)
def test_a_refusal_has_its_code(code: str, table: Callable[[], Wire], request_: Act) -> None:
    assert table().code(**{"do": "", **request_}) == code


FIRST_OF_TWO: list[tuple[str, str, Callable[[], Wire], Act]] = [
    ("bad-request", "no-game", Wire, act("Ann", "secret")),
    ("bad-request", "no-game", Wire, act("Ann", "lifeline", card=1, side="right-place")),
    ("bad-request", "no-game", Wire, {"do": "view"}),
    ("bad-request", "unknown-game", Wire, {"do": "new", "game": "chess", "players": ["Ann"]}),
    ("bad-request", "bad-option", Wire, {"do": "new", "game": "party", "players": ["Ann"], "options": {"mode": 1}}),
    ("bad-request", "unknown-player", playing, act("Zoe", "dance")),
    ("bad-request", "over", over, act("Ann", "secret", word=5)),
    ("bad-request", "not-now", playing, act("Bob", "answer")),
    ("bad-request", "not-yours", guessing, act("Ann", "lifeline", card=1, side="right-place")),
    ("bad-request", "stale", proposed, act("Cid", "confirm", word="MIGHT", card=1)),
    ("bad-request", "spent", one_card_spent, act("Bob", "lifeline", card=1, side="right-place")),
    ("no-game", "unknown-player", Wire, act("Zoe", "secret", **WORD)),
    ("no-game", "wrong-length", Wire, act("Ann", "secret", word="CAT")),
    ("unknown-game", "bad-option", Wire, {"do": "new", "game": "chess", "players": EVERYBODY, "options": {"a": 1}}),
    ("unknown-player", "over", over, act("Zoe", "end")),
    ("unknown-player", "not-now", playing, act("Zoe", "propose", **WORD)),
    ("unknown-player", "not-now", playing, act("Bob", "attempt", target="Zoe", **WORD)),
    ("over", "not-now", over, act("Ann", "propose", **WORD)),
    ("over", "not-yours", over, act("Bob", "secret", **WORD)),
    ("not-now", "not-yours", guessing, act("Bob", "answer", letters="ABCDFGH")),
    ("not-now", "stale", lambda: playing("party"), act("Bob", "guess", row=3, **WORD)),
    ("not-now", "wrong-length", playing, act("Bob", "propose", word="CAT")),
    ("not-yours", "stale", proposed, act("Bob", "confirm", word="MIGHT")),
    ("not-yours", "spent", one_card_spent, act("Ann", "lifeline", **SEVEN)),
    ("not-yours", "wrong-length", playing, act("Bob", "secret", word="CAT")),
    ("not-yours", "not-a-word", playing, act("Bob", "secret", word="QXZJK")),
    ("not-yours", "does-not-fit", asked, act("Bob", "answer", letters="SOLVE")),
    ("stale", "wrong-length", lambda: guessing("party"), act("Bob", "guess", row=3, word="CAT")),
    ("stale", "not-a-word", proposed, act("Cid", "confirm", word="QXZJK")),
    ("spent", "wrong-length", attempted, act("Ann", "attempt", target="Bob", word="CAT")),
    ("spent", "not-a-word", attempted, act("Ann", "attempt", target="Bob", word="QXZJK")),
    ("spent", "does-not-fit", one_card_spent, act("Bob", "lifeline", card=1, side="wrong-place", position=1)),
    ("wrong-length", "not-a-word", guessing, act("Bob", "propose", word="QXZ")),
    ("wrong-length", "not-on-card", querying, act("Ann", "query", word="CAT")),
    ("wrong-length", "does-not-fit", attempted, act("Bob", "attempt", target="Bob", word="CAT")),
    ("not-a-word", "not-on-card", querying, act("Ann", "query", word="QXZJK")),
    ("not-a-word", "does-not-fit", attempted, act("Bob", "attempt", target="Bob", word="QXZJK")),
]


@pytest.mark.parametrize(("code", "also", "table", "request_"), FIRST_OF_TWO)
def test_of_two_reasons_the_first_is_given(code: str, also: str, table: Callable[[], Wire], request_: Act) -> None:
    assert table().code(**request_) == code, also
