"""What a table tells its league: what everybody may know, until the league has it, and never a word."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from firmware_host.console.referee import Referee
from firmware_host.games import registry
from firmware_host.games.shared.page import State
from firmware_host.games.shared.table import OVER, Action
from firmware_host.league import facts, story, teller
from firmware_host.league.teller import AGAIN
from hardware.ports import ENTER
from tests.support.at_table import KINDS, AtTable, Button, PowerCut, Wait
from tests.support.random_evening import GAMES, NAMES, RandomEvening, seats_of
from tests.support.secrecy import SECRETS, Leak
from tests.support.wire_secrecy import Choice, Played, any_wire, compare, play

TAKEN = "wordtable/club/table/table-1/taken"


@pytest.fixture
def party() -> AtTable:
    """A hosts, B guesses; the word is HOUSE."""
    at = AtTable(seats_of(KINDS, 5, 5), league=True)
    RandomEvening(at, Random(0)).begins("party", 2)
    at.press(1, ENTER)
    at.types(1, "HOUSE")
    return at


def told(at: AtTable, what: str) -> list[dict[str, Any]]:
    return [json.loads(each.payload) for each in at.told if each.topic.endswith(f"/{what}")]


def takes(at: AtTable, *keys: str, new: bool = True) -> None:
    assert at.teller is not None
    at.teller.heard(TAKEN, json.dumps({"keys": keys, "new": keys if new else []}))
    at.clock.advance(1)


def test_a_solve_is_seen_elsewhere(party: AtTable) -> None:
    party.types(2, "HOUSE")
    assert told(party, "event")[-2:] == [
        {"event": "solved", "player": "B", "game": "party", "round": 1},
        {"event": "round-ends", "winners": [], "game": "party", "round": 1},
    ]
    assert told(party, "view")[-1]["boards"][1] == {"name": "B", "state": "solved", "rows": [[5, 0]]}


def test_the_winner_is_told_to_automations(party: AtTable) -> None:
    party.types(2, "HOUSE")
    party.clock.advance(4)
    party.press(1, ENTER)
    party.press(2, ENTER)
    party.types(2, "CRANE")
    for guess in ("MOUSE", "CRANE"):
        party.types(1, guess)
    party.clock.advance(4)
    party.press(1, ENTER)
    assert told(party, "event")[-1] == {"event": "winner", "winners": ["B"], "game": "party", "round": 2}


def test_a_pause_is_told_to_automations(party: AtTable) -> None:
    party.does(Button("pause"))
    assert told(party, "event")[-1]["event"] == "paused"
    party.does(Button("pause"))
    assert told(party, "event")[-1]["event"] == "resumed"


def test_a_finished_round_is_told_with_who_found_the_word(party: AtTable) -> None:
    party.types(2, "MOUSE")
    party.types(2, "HOUSE")
    (result,) = told(party, "result")
    assert result["found"] == {"B": [2]}
    assert result["key"].endswith(".1")


def test_a_result_is_told_until_the_league_has_it(party: AtTable) -> None:
    party.types(2, "HOUSE")
    party.clock.advance(AGAIN)
    first, second = told(party, "result")
    assert first == second
    takes(party, first["key"])
    party.clock.advance(2 * AGAIN)
    assert len(told(party, "result")) == 2


def test_a_result_is_told_after_a_power_cut(party: AtTable) -> None:
    party.types(2, "HOUSE")
    key = told(party, "result")[0]["key"]
    party.does(PowerCut())
    assert [each["key"] for each in told(party, "result")] == [key, key]


def test_a_table_that_was_away_tells_everything_when_it_is_back(party: AtTable) -> None:
    assert party.teller is not None
    party.teller.up(False)
    party.types(2, "HOUSE")
    party.clock.advance(2 * AGAIN)
    assert not told(party, "result")
    party.teller.up(True)
    assert len(told(party, "result")) == 1


def test_the_league_cannot_take_what_was_never_told(party: AtTable) -> None:
    party.types(2, "HOUSE")
    takes(party, "1.0.1", "another", "")
    party.clock.advance(AGAIN)
    assert len(told(party, "result")) == 2


@pytest.mark.parametrize(
    "payload", ["", "[", "null", '{"keys":7}', '{"keys":[[[]]],"new":7}', "[" * 10_000, "\ud800", "9" * 5000]
)
def test_nonsense_from_a_broker_changes_nothing(party: AtTable, payload: str) -> None:
    assert party.teller is not None
    party.types(2, "HOUSE")
    for topic in (TAKEN, "", "#", "wordtable/club/here/x", "wordtable/other/table/table-1/taken"):
        party.teller.heard(topic, payload)
    party.clock.advance(AGAIN)
    assert len(told(party, "result")) == 2


def test_a_clock_that_runs_out_is_told_ten_seconds_before() -> None:
    at = AtTable(seats_of(KINDS, 5, 5), league=True, defaults={"party": {"timer": 60}})
    RandomEvening(at, Random(0)).begins("party", 2)
    at.press(1, ENTER)
    at.types(1, "HOUSE")
    at.clock.advance(49)
    assert "time-is-running-out" not in [each["event"] for each in told(at, "event")]
    at.clock.advance(2)
    assert told(at, "event")[-1]["event"] == "time-is-running-out"


def test_a_lost_device_is_told(party: AtTable) -> None:
    party.table.unplug("seat2.panel")
    party.clock.advance(3)
    assert told(party, "view")[-1]["lost"] == ["seat2.panel"]


# ── never a word ─────────────────────────────────────────────────────────────────────────────────

SAID = {
    "game", "phase", "paused", "round", "rounds", "players", "scores", "wins", "winners", "leaders", "turn", "boards",
    "lost", "name", "state", "rows", "here", "event", "player", "key", "ended", "computers", "found", "missed", "teams",
    "given",
    "fewest", "most", "solved", "round-begins", "round-ends", "winner", "resumed", "time-is-running-out", "private",
    "public", *(state.value for state in State),
}  # fmt: skip


def strings(value: object) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            for key, each in value.items():
                yield from (str(key), *strings(each))
        case list():
            for each in value:
                yield from strings(each)


def words_told(game: str, rng: Random) -> set[str]:
    """Everything in a whole random evening with power cuts that is neither a name nor one of our own words."""
    at = AtTable(seats_of(KINDS, 5, 5, 5), league=True, seed=rng.randrange(99))
    evening = RandomEvening(at, rng)
    evening.begins(game, 3)
    for _ in range(60):
        if at.snapshot.phase in ("", "over"):
            break
        evening.step()
        if rng.random() < 0.05:
            at.does(PowerCut())
    known = SAID | set(NAMES) | set(registry.games())
    known |= {phase for each in registry.games() for phase in registry.named(each).rules.phases} | {"result", "over"}
    heard = {text for message in at.told for text in strings(json.loads(message.payload))}
    return {text for text in heard - known if not text.replace(".", "").isdigit() and not text.startswith("seat")}


@pytest.mark.proof
@pytest.mark.parametrize("game", GAMES)
def test_no_word_is_ever_told_not_even_one_that_is_revealed(game: str) -> None:
    for seed in range(5):
        assert words_told(game, Random(f"{game} {seed}")) == set()


def test_a_word_in_a_result_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    tell = facts.round_result
    monkeypatch.setattr(
        story, "round_result", lambda game, events, scores: {**tell(game, events, scores), "word": game.revealed}
    )
    assert words_told("party", Random("party 0")) - {"word"}


# ── by swap, on every byte ───────────────────────────────────────────────────────────────────────


class WithPowerCuts(RandomEvening):
    def step(self) -> None:
        super().step()
        if self.at.snapshot.phase != OVER and self.rng.random() < 0.15:
            self.at.does(PowerCut(), Wait(0.5))


def same_at_the_broker(before: Played, after: Played, _choice: Choice, _eyes: frozenset[int]) -> None:
    first, second = ([each.happening for each in played.seen] for played in (before, after))
    if [each for each in first if each.device == "broker"] != [each for each in second if each.device == "broker"]:
        raise Leak(f"{before.wire.game}: two secrets can be told apart at the broker")


def power_cuts_while_swapping(game: str, enough: int) -> int:
    """Plays until so many secrets and corrections were swapped for others that fit."""
    rng, made, cuts = Random(f"broker {game}"), 0, 0
    while made < enough:
        played = play(any_wire(rng, game), rng, 0.05, WithPowerCuts)
        cuts += sum(isinstance(done, PowerCut) for done in played.script)
        made += len(list(compare(played, rng, frozenset(SECRETS), same_at_the_broker)))
    return cuts


@pytest.mark.proof
@pytest.mark.parametrize("game", GAMES)
def test_no_byte_at_the_broker_tells_a_secret_from_another_that_fits(game: str, soak: bool) -> None:
    assert power_cuts_while_swapping(game, 1000 if soak else 60) > 0


@pytest.mark.proof
def test_a_hint_at_the_broker_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    typed: list[str] = [""]
    act = Referee.act

    def notes(self: Referee, seat: int, action: Action, *more: Any, **others: Any) -> Any:
        typed[0] = action.word if action.name in SECRETS else typed[0]
        return act(self, seat, action, *more, **others)

    monkeypatch.setattr(Referee, "act", notes)
    monkeypatch.setattr(teller, "public_facts", lambda view: {**facts.public_facts(view), "hint": typed[0][:1]})
    with pytest.raises(Leak):
        power_cuts_while_swapping("party", 100)
