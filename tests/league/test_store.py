"""The league's database: no result twice, none lost, the same board for the same round. SQLite here, PostgreSQL too."""

import json
import sqlite3
import threading
from collections.abc import Callable, Iterator
from dataclasses import fields
from pathlib import Path
from random import Random
from typing import Any

import psycopg
import pytest

from firmware_host.league.service.ratings import Ratings, rated_games
from firmware_host.league.service.results import read_result
from firmware_host.league.service.schema import COUNTED, NEWEST, STEPS
from firmware_host.league.service.standings import Total, totals
from firmware_host.league.service.store import LOST, KeptEvening, Store, StoreError
from firmware_host.remembered.rating import Rating, rated
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
NOW = 2000.0  # by the league's clock


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


def test_many_results_of_many_people_are_kept_at_once(league: Open) -> None:
    """A service takes 200 together, perhaps invented ones, with as many names as a result may have."""
    store = league()
    names = [[f"P{n}.{k}" for k in range(64)] for n in range(200)]
    many = [{**ROUND, "key": f"{n}.1.1", "found": {who: [3] for who in people}} for n, people in enumerate(names)]
    take(store, *(("table-1", each) for each in many))
    take(store, *(("table-1", each) for each in many))
    assert len(store.totals()) == 200 * 64
    assert {each.tries for each in store.totals().values()} == {3}


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
    rounds = []
    for number in (1, 1, 2, 1, 3):
        rounds.append(store.hand("1", "table-1", "4.1700", number, 2, NOW))
        take(store, ("table-1", {**ROUND, "key": f"4.1700.{number}", "round": number}))
    assert rounds == [1, 1, 2, 1, None]
    assert store.hand("1", "table-2", "9.1", 1, 2, NOW) == 1


def test_a_table_gets_no_other_word_before_it_has_finished_the_one_it_has(league: Open) -> None:
    store = league()
    assert store.hand("1", "table-1", "4.1700", 1, 9, NOW) == 1
    later = [("4.1700", number) for number in range(2, 9)]
    invented = [(f"{number}.1", 1) for number in range(9)]
    assert {store.hand("1", "table-1", *asked, 9, NOW) for asked in (*later, *invented)} == {None}
    take(store, ("table-2", ROUND))  # of another table
    assert store.hand("1", "table-1", "4.1700", 2, 9, NOW) is None
    take(store, ("table-1", ROUND))
    assert store.hand("1", "table-1", "4.1700", 2, 9, NOW) == 2
    assert store.hand("1", "table-1", "4.1700", 1, 9, NOW) == 1
    assert store.hand("1", "table-1", "4.1700", 3, 9, NOW) is None


def test_after_a_game_that_was_broken_off_the_next_one_gets_a_word(league: Open) -> None:
    store = league()
    store.hand("1", "table-1", "4.1700", 3, 9, NOW)
    take(store, ("table-1", {**GAME, "key": "4.1700.0"}))
    assert store.hand("1", "table-1", "9.1", 1, 9, NOW) == 2


def test_a_game_that_was_lost_keeps_the_next_one_from_its_word_for_a_while_only(league: Open) -> None:
    store = league()
    store.hand("1", "table-1", "4.1700", 1, 9, NOW)
    assert store.hand("1", "table-1", "9.1", 1, 9, NOW + LOST - 1) is None
    assert store.hand("1", "table-1", "4.1700", 2, 9, NOW + LOST) is None  # it goes on, so a result must come
    assert store.hand("1", "table-1", "9.1", 1, 9, NOW + LOST) == 2


def test_only_boards_with_the_leagues_own_word_are_compared(league: Open) -> None:
    store = league()
    store.hand("1", "table-1", "4.1700", 1, 2, NOW)
    store.hand("1", "table-2", "4.1700", 1, 2, NOW)
    take(store, ("table-1", ROUND), ("table-2", {**ROUND, "given": False}), ("table-3", ROUND))
    assert store.boards("1") == {1: {"table-1": 5.0}}


def evening_of(name: str, *boards: tuple[str, str], tables: frozenset[str] = frozenset()) -> KeptEvening:
    """It begins at its name's time, and ends by itself an hour later."""
    return KeptEvening(name, float(name), float(name) + 3600, False, "duplicate", boards, tables)


def test_a_new_evening_ends_the_one_before(league: Open) -> None:
    store = league()
    store.begin_evening(evening_of("1", ("n", "HOUSE")))
    store.begin_evening(evening_of("2", ("m", "MOUSE")))
    assert [(each.name, each.over) for each in store.evenings(9)] == [("2", False), ("1", True)]
    store.end_evening()
    evening = store.evening()
    assert evening is not None
    assert (evening.name, evening.over, evening.boards) == ("2", True, (("m", "MOUSE"),))


def test_a_board_is_opened_when_everybody_has_finished_it(league: Open) -> None:
    """Table 2 has had no word yet, but is expected."""
    store = league()
    store.begin_evening(evening_of("1", ("n", "HOUSE"), ("m", "MOUSE")))
    store.hand("1", "table-1", "4.1700", 1, 2, NOW)
    take(store, ("table-1", ROUND))
    store.open_boards("1", ["table-1", "table-2"])
    assert opened(store) == set()
    store.hand("1", "table-2", "4.1700", 1, 2, NOW)
    store.open_boards("1", ["table-1"])
    assert opened(store) == set()
    take(store, ("table-2", ROUND))
    store.open_boards("1", ["table-1"])
    assert opened(store) == {1}


def test_a_word_that_is_open_is_handed_to_nobody(league: Open) -> None:
    store = league()
    store.begin_evening(evening_of("1", ("n", "HOUSE"), ("m", "MOUSE")))
    store.hand("1", "table-1", "4.1700", 1, 2, NOW)
    take(store, ("table-1", ROUND))
    store.open_boards("1", [])
    assert store.hand("1", "table-2", "9.1", 1, 2, NOW) == 2
    take(store, ("table-2", {**ROUND, "key": "9.1.1"}))
    assert store.hand("1", "table-2", "9.1", 2, 2, NOW) is None


def opened(store: Store) -> frozenset[int]:
    evening = store.evening()
    assert evening is not None
    return evening.opened


def test_ratings_are_the_same_in_whatever_order_games_arrive(league: Open) -> None:
    won = [("BOB", 2) if n % 3 == 0 else ("ANN", 5) for n in range(9)]  # by whom, with how many points for BOB
    games = [
        {**GAME, "key": f"{n}.1.0", "ended": 1700.0 + n, "winners": [who], "scores": {"ANN": 3, "BOB": points}}
        for n, (who, points) in enumerate(won)
    ]
    store, elsewhere = league(), league("2")
    ratings, other = Ratings(store), Ratings(elsewhere)
    for each in games:
        take(store, ("table-1", each))
        assert ratings.look()
    for each in Random(3).sample(games, len(games)):
        take(elsewhere, ("table-1", each))
        other.look()
    assert not other.look()
    assert ratings.now == other.now == rated_games(read_result("table-1", json.dumps(each)) for each in games)
    assert ratings.now["ANN"].skill > ratings.now["BOB"].skill


def test_a_league_rates_a_game_as_the_table_does() -> None:
    """Two games of the same people: ANN wins both."""
    told = [{**GAME, "key": f"{n}.1.0", "ended": 1700.0 + n} for n in range(2)]
    chronicle = {"ANN": Rating(), "BOB": Rating()}
    for _ in range(2):
        (ann,), (bob,) = rated([[chronicle["ANN"]], [chronicle["BOB"]]], [2, 3])  # a computer was first
        chronicle = {"ANN": ann, "BOB": bob}
    assert rated_games(read_result("table-1", json.dumps(each)) for each in told) == chronicle


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


def test_the_pages_are_read_while_results_are_saved(tmp_path: Path) -> None:
    """A league of many games takes seconds to read for its ratings, and a result must not wait for that either."""
    file = tmp_path / "league.db"
    with Store(str(file), "club") as store:
        take(store, ("table-1", GAME))
        saving = sqlite3.connect(file, isolation_level=None)
        saving.execute("BEGIN IMMEDIATE")
        assert store.totals()["ANN"].wins == 1
        saving.close()


@pytest.mark.parametrize("where", ["ann:OPENSESAME@127.0.0.1:1/club", "127.0.0.1:1/club?password=OPEN@SESAME&user=ann"])
def test_a_database_that_does_not_answer_is_named_without_its_password(where: str) -> None:
    with Store(f"postgresql://{where}", "club") as store, pytest.raises(StoreError) as told:
        store.totals()
    assert "127.0.0.1:1/club" in str(told.value)
    assert "SESAME" not in str(told.value)


# ── databases from before ────────────────────────────────────────────────────────────────────────


def as_it_was_in(number: int, address: str, *, numbered: bool) -> None:
    """A database of that format, with a person and an evening in it. The first two formats had no number."""
    is_postgres = address.startswith("postgresql")
    database: Any = psycopg.connect(address) if is_postgres else sqlite3.connect(address)
    cursor = database.cursor()
    for step in STEPS[:number]:
        for statement in (*step.both, *(step.postgres if is_postgres else ())):
            cursor.execute(statement)
    cursor.execute("INSERT INTO people VALUES ('club', 'ANN', 3, 2, 9, 4, 2, 5, 4, 17)")
    evening = "('club', '7', 1.0, 0, 'duplicate', '[[\"aa\", \"HOUSE\"]]')"
    cursor.execute(f"INSERT INTO evenings (league, evening, began, over, format, boards) VALUES {evening}")
    if numbered:
        cursor.execute("CREATE TABLE format (number INTEGER NOT NULL)")
        cursor.execute(f"INSERT INTO format VALUES ({number})")
    database.commit()
    database.close()


@pytest.fixture
def old(address: str, tmp_path: Path) -> Iterator[str]:
    """The address of a database in which nothing is yet."""
    if not address.startswith("postgresql"):
        yield str(tmp_path / "old.db")
        return
    with psycopg.connect(address, autocommit=True) as opened:
        opened.execute("CREATE DATABASE old")
    yield address.replace("/postgres", "/old")
    with psycopg.connect(address, autocommit=True) as opened:
        opened.execute("DROP DATABASE old WITH (FORCE)")


@pytest.mark.parametrize("number", range(1, NEWEST + 1))
def test_a_database_of_any_older_format_goes_on(old: str, number: int) -> None:
    as_it_was_in(number, old, numbered=number > 2)
    for _ in range(2):  # the second finds the newest format
        with Store(old, "club") as store:
            take(store, ("table-1", GAME), ("table-1", ROUND))
            assert store.totals()["ANN"].games == 4
            assert store.boards("7") == {}
            (evening,) = store.evenings(9)
            assert evening.told(2.0).opened == {1: ("aa", "HOUSE")}
            assert len(list(store.games_after(0))) == 1
    assert format_of(old) == NEWEST


def format_of(address: str) -> int:
    database: Any = psycopg.connect(address) if address.startswith("postgresql") else sqlite3.connect(address)
    cursor = database.cursor()
    cursor.execute("SELECT number FROM format")
    ((number,),) = cursor.fetchall()
    database.close()
    return int(number)


def test_a_database_of_a_newer_version_is_left_alone(old: str) -> None:
    as_it_was_in(NEWEST, old, numbered=True)
    database: Any = psycopg.connect(old) if old.startswith("postgresql") else sqlite3.connect(old)
    database.cursor().execute(f"UPDATE format SET number = {NEWEST + 1}")
    database.commit()
    database.close()
    with Store(old, "club") as store, pytest.raises(StoreError, match="newer version"):
        store.totals()
    assert format_of(old) == NEWEST + 1


def test_what_is_counted_of_a_person_has_its_columns() -> None:
    assert tuple(field.name for field in fields(Total)) == COUNTED


def test_no_sum_is_too_large_for_the_database(league: Open) -> None:
    """A table that invents results may call its players as it likes, and let them need a million tries for a word."""
    store = league()
    many = {"ANN": [1_000_000] * 64}
    take(store, *(("table-2", {**ROUND, "key": f"{n}.1.1", "found": many}) for n in range(40)))
    take(store, ("table-1", GAME))
    assert store.totals()["ANN"].tries == 40 * 64_000_000 > 1 << 31
    assert store.totals()["ANN"].games == 1
