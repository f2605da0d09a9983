"""Golden playthroughs: every game and variation as the protocol speaks it, request and reply, byte for byte.

The requests are written by hand; `pytest tests/engine --renew-goldens` writes the replies beneath them anew.
Read the difference before you commit it: it is what every front end out there is going to hear.
"""

import json
from collections.abc import Iterator
from dataclasses import Field, fields
from pathlib import Path
from typing import Any

import pytest

from firmware_host.engine import Engine
from firmware_host.games import registry
from firmware_host.games.party import rules as party
from firmware_host.games.shared.options import MustBe
from firmware_host.games.shared.table import OVER, PAUSED
from firmware_host.games.shared.words import read_dictionary
from firmware_host.games.three_words import rules as three_words
from firmware_host.games.wqrdles import rules as wqrdles

HERE = Path(__file__).parents[1] / "golden" / "protocol"
PLAYTHROUGHS = sorted(HERE.glob("*.jsonl"))
WORDS = read_dictionary("en", (HERE / "small.words").read_text())
PHASES = {
    "party": party.Party.rules.phases,
    "wqrdles": wqrdles.Wqrdles.rules.phases,
    "three-words": three_words.ThreeWords.rules.phases,
}


def requests_of(playthrough: Path) -> list[str]:
    """The hand-written lines; what has no `do` is a reply."""
    return [line for line in playthrough.read_text().splitlines() if "do" in json.loads(line)]


def played(requests: list[str]) -> str:
    engine = Engine(lambda _name: WORDS, ("en",))
    return "".join(f"{request}\n{engine.answer(request.encode()).decode()}" for request in requests)


@pytest.mark.parametrize("playthrough", PLAYTHROUGHS, ids=lambda playthrough: playthrough.stem)
def test_a_playthrough_is_what_it_was(playthrough: Path, request: pytest.FixtureRequest) -> None:
    now = played(requests_of(playthrough))
    if request.config.getoption("--renew-goldens"):
        playthrough.write_text(now)
    assert now.splitlines() == playthrough.read_text().splitlines()


# ── none is missing ──────────────────────────────────────────────────────────────────────────────


def spoken(game: str) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Every request and reply of a game's playthroughs; the `new` of a playthrough says which game it is of."""
    for playthrough in PLAYTHROUGHS:
        lines = [json.loads(line) for line in playthrough.read_text().splitlines()]
        if lines[0]["game"] == game:
            yield from zip(lines[::2], lines[1::2], strict=True)


def variations(option: Field[Any]) -> list[str]:
    """The values of an option that need a playthrough: each of a few; of a range, no limit and one, or two numbers."""
    if "values" in option.metadata:
        return [json.dumps(value) for value in option.metadata["values"]]
    try:
        option.metadata["check"](None)
        return ["null", "a limit"]
    except MustBe:
        return ["the usual", "another"]


def variation(option: Field[Any], chosen: dict[str, Any]) -> str:
    """Which of these was chosen."""
    value = chosen.get(option.name, option.default)
    kinds = variations(option)
    if "a limit" in kinds:
        return "null" if value is None else "a limit"
    if "another" in kinds:
        return "the usual" if value == option.default else "another"
    return json.dumps(value)


@pytest.mark.parametrize("game", registry.games())
def test_every_value_of_every_option_has_a_playthrough(game: str) -> None:
    games = [request.get("options", {}) for request, _ in spoken(game) if request["do"] == "new"]
    options = [
        option for option in fields(registry.named(game).options) if option.name not in ("dictionary", "allow", "bar")
    ]
    wanted = {(option.name, kind) for option in options for kind in variations(option)}
    there = {(option.name, variation(option, chosen)) for option in options for chosen in games}
    assert sorted(wanted - there) == []


@pytest.mark.parametrize("option", ["allow", "bar"])
def test_words_of_the_table_have_a_playthrough(option: str) -> None:
    assert any(option in request.get("options", {}) for game in registry.games() for request, _ in spoken(game))


@pytest.mark.parametrize("game", registry.games())
def test_every_action_of_every_game_is_taken_in_a_playthrough(game: str) -> None:
    wanted = {action for phase in PHASES[game].values() for action in phase.moves}
    there = {request["action"] for request, reply in spoken(game) if request["do"] == "act" and reply["ok"]}
    assert sorted(wanted - there) == []


@pytest.mark.parametrize("game", registry.games())
def test_every_phase_of_every_game_is_seen_in_a_playthrough(game: str) -> None:
    there = {reply["view"]["phase"] for _, reply in spoken(game) if "view" in reply}
    assert sorted({*PHASES[game], OVER} - {PAUSED} - there) == []


@pytest.mark.parametrize("table", ["teams", "two", "three"])
def test_every_size_of_table_has_a_playthrough(table: str) -> None:
    there = {
        (game, "teams" if "teams" in request else "two" if len(request["players"]) == 2 else "three")
        for game in registry.games()
        for request, _ in spoken(game)
        if request["do"] == "new"
    }
    games = ["party"] if table == "teams" else list(registry.games())
    assert [game for game in games if (game, table) not in there] == []


@pytest.mark.parametrize("upheld", [True, False])
def test_challenges_have_a_playthrough_either_way(upheld: bool) -> None:
    events = [event for _, reply in spoken("party") for event in reply.get("events", [])]
    assert any(event["event"] == "challenged" and event["upheld"] == upheld for event in events)
