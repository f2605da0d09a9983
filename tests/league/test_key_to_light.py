"""A league costs a key nothing that anybody could see: what it needs is done after the lights.

Counted are the calls of functions, which are the same on every computer. `make bench-league` measures the time.
"""

import sys
from random import Random

import pytest

from tools.league.bench_keys import KINDS, Table, plays_a_round

pytestmark = pytest.mark.proof

ROUNDS = 3
LIMIT = 1.02  # times as many calls as without a league


class Calls:
    """How many functions were called so far."""

    def __init__(self) -> None:
        self._calls = 0

    def count(self, _frame: object, event: str, _argument: object) -> None:
        if event in ("call", "c_call"):
            self._calls += 1

    def so_far(self) -> float:
        return float(self._calls)


@pytest.fixture(scope="module")
def played() -> dict[str, Table]:
    """The same rounds at each table; the first draws what all others find drawn."""
    calls = Calls()
    leagues = {"first": None, "without": None, "with": True, "silent": False}
    tables = {name: Table(up, calls.so_far) for name, up in leagues.items()}
    for table in tables.values():
        table.joins()
    plays_a_round(list(tables.values()), Random(0))
    for table in tables.values():
        table.forgets()
    before = sys.getprofile()
    sys.setprofile(calls.count)
    try:
        for number in range(ROUNDS):
            plays_a_round(list(tables.values()), Random(number))
    finally:
        sys.setprofile(before)
    return tables


@pytest.mark.parametrize("league", ["with", "silent"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_league_hardly_comes_between_a_key_and_its_light(played: dict[str, Table], league: str, kind: str) -> None:
    theirs, mine = played["without"].light[kind], played[league].light[kind]
    assert len(theirs) == len(mine) > 0
    assert sum(mine) <= LIMIT * sum(theirs)


def test_what_the_league_is_told_comes_after_the_light(played: dict[str, Table]) -> None:
    """Or the comparison above would prove nothing."""
    table = played["with"]
    assert table.messages > 0
    more = sum(table.work["last ENTER"]) - sum(played["without"].work["last ENTER"])
    assert more > 2 * (sum(table.light["last ENTER"]) - sum(played["without"].light["last ENTER"]))
