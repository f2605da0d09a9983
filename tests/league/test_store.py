"""The league's database: no result twice, none lost, the same board for the same round. SQLite here, PostgreSQL too."""

import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware_host.league.service.results import read_result
from firmware_host.league.service.standings import totals
from firmware_host.league.service.store import Store, StoreError
from tests.league.servers import postgres
from tests.league.test_standings import GAME, ROUND


@pytest.fixture(scope="module", params=["sqlite", pytest.param("postgres", marks=pytest.mark.league)])
def address(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("league")
    if request.param == "sqlite":
        yield str(folder / "league.db")
        return
    server, where = postgres(folder)
    server.start()
    yield where
    server.kill()


Open = Callable[..., Store]


@pytest.fixture
def league(address: str, request: pytest.FixtureRequest) -> Iterator[Open]:
    """Opens the store of a service. Each test has a league of its own, as they share the database."""
    opened: list[Store] = []

    def open_store(name: str = "") -> Store:
        opened.append(Store(address, f"{request.node.name} {name}"))
        return opened[-1]

    yield open_store
    for store in opened:
        store.close()


def take(store: Store, *results: tuple[str, dict[str, Any]]) -> None:
    store.take([(read_result(table, json.dumps(told)), json.dumps(told)) for table, told in results])


def test_a_result_is_counted_once_however_often_it_comes(league: Open) -> None:
    store = league()
    take(store, ("table-1", GAME), ("table-1", GAME))
    take(store, ("table-1", GAME), ("table-1", ROUND))
    told = [read_result("table-1", json.dumps(each)) for each in (GAME, ROUND)]
    assert store.totals() == totals(told)
    assert store.keys() == {("table-1", GAME["key"]), ("table-1", ROUND["key"])}


def test_two_services_side_by_side_count_it_once(league: Open) -> None:
    results = [(f"table-{n % 5}", {**GAME, "key": f"{n}.1.0"}) for n in range(60)]

    def serve() -> None:
        store = league()
        for start in range(0, 60, 7):
            take(store, *results[start : start + 7])

    both = [threading.Thread(target=serve) for _ in range(2)]
    for each in both:
        each.start()
    for each in both:
        each.join()
    assert league().totals()["ANN"].games == 60


def test_leagues_in_one_database_do_not_mix(league: Open) -> None:
    take(league(), ("table-1", GAME))
    assert league("2").totals() == {}


def test_a_table_gets_the_same_board_for_the_same_round(league: Open) -> None:
    store = league()
    assert [store.hand("1", "table-1", "4.1700", round_, 2) for round_ in (1, 1, 2, 1, 3)] == [1, 1, 2, 1, None]
    assert store.hand("1", "table-2", "9.1", 1, 2) == 1


def test_only_boards_with_the_leagues_own_word_are_compared(league: Open) -> None:
    store = league()
    store.hand("1", "table-1", "4.1700", 1, 2)
    store.hand("1", "table-2", "4.1700", 1, 2)
    take(store, ("table-1", ROUND), ("table-2", {**ROUND, "given": False}), ("table-3", ROUND))
    assert store.boards("1") == {1: {"table-1": 5.0}}


def test_a_new_evening_ends_the_one_before(league: Open) -> None:
    store = league()
    store.begin_evening("1", 1.0, "duplicate", [("n", "HOUSE")])
    store.begin_evening("2", 2.0, "swiss", [("m", "MOUSE")])
    assert store.evening() == ("2", False, "swiss", [("m", "MOUSE")])
    store.end_evening()
    assert store.evening() == ("2", True, "swiss", [("m", "MOUSE")])


def test_a_database_that_cannot_be_opened_is_explained(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be used"):
        Store(str(tmp_path / "missing" / "league.db"), "club").totals()


def test_a_store_goes_on_when_its_database_is_back(tmp_path: Path) -> None:
    store, folder = Store(str(tmp_path / "here" / "league.db"), "club"), tmp_path / "here"
    with pytest.raises(StoreError):
        take(store, ("table-1", GAME))
    folder.mkdir()
    take(store, ("table-1", GAME))
    assert store.totals()["ANN"].wins == 1
    store.close()
