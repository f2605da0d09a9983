"""The journal as an evening uses it: kept, cut off, opened again."""

import asyncio
import logging
import sqlite3
import stat
from contextlib import suppress
from pathlib import Path

import pytest

from firmware_host.journal.journal import Journal
from firmware_host.journal.ledger import MEMORY
from firmware_host.journal.opening import APPLICATION_ID, VERSION, open_ledger
from firmware_host.session import Session
from hardware.clock import VirtualClock
from tests.support.evening import english
from tests.support.night import COMPUTERS, RESULT, SEATS, Night, a_round, connections, nothing, party, passed


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "state" / "journal.db"


# ── an evening ───────────────────────────────────────────────────────────────────────────────────


def test_a_new_table_has_nothing_to_go_on_with(file: Path) -> None:
    assert Night(file).journal.unfinished() is None


def test_after_a_cut_the_table_is_where_it_was(file: Path) -> None:
    before = Night(file)
    a_round(before)
    found = Night(file).journal.unfinished()  # nobody closed the first
    assert found is not None
    assert (found.save, found.seats, found.computers) == (before.evening.session.save(), SEATS, COMPUTERS)


def test_what_was_found_can_be_played_on_and_cut_off_again(file: Path) -> None:
    """The entry that a load adds to the log is kept like every other."""
    a_round(Night(file))
    for _ in range(2):
        night = Night(file)
        found = night.journal.unfinished()
        assert found is not None
        night.evening = party()
        night.evening.session.load(dict(found.save))
        night.keeps()
    night.plays("Ann", "resume")
    last = Night(file).journal.unfinished()
    assert last is not None
    assert last.save == night.evening.session.save()


def test_clocks_have_after_a_cut_what_they_had_left(file: Path) -> None:
    night = Night(file)
    night.begins(party(timer=60))
    night.plays("Ann", "secret", word="SOLVE")
    night.evening.waits(25)
    night.journal.clock(night.evening.session.game.now)
    found = Night(file).journal.unfinished()
    assert found is not None
    session = Session(lambda _name: english())
    session.load(dict(found.save))
    assert session.game.clocks == {"Bob": 35, "Cy": 35, "Dot": 35}


def test_a_time_out_is_kept_with_its_moment(file: Path) -> None:
    night = Night(file)
    night.begins(party(timer=60))
    night.plays("Ann", "secret", word="SOLVE")
    night.evening.waits(61)
    night.keeps()
    found = Night(file).journal.unfinished()
    assert found is not None
    assert found.save == night.evening.session.save()


def test_a_game_that_is_over_is_not_offered_again(file: Path) -> None:
    night = Night(file)
    a_round(night)
    night.journal.finish(RESULT, nothing)
    assert Night(file).journal.unfinished() is None


def test_a_game_left_for_a_newer_one_is_not_offered_again(file: Path) -> None:
    night = Night(file)
    night.begins(party())
    night.begins(party())
    night.journal.finish(RESULT, nothing)
    assert Night(file).journal.unfinished() is None


def test_finished_games_are_kept_whole(file: Path) -> None:
    night = Night(file)
    a_round(night)
    night.journal.finish(RESULT, nothing)
    (finished,) = open_ledger(file, float)[0].finished()
    assert (finished.save, finished.result) == (night.evening.session.save(), RESULT)


def test_nothing_that_happens_later_touches_a_finished_game(file: Path) -> None:
    night = Night(file)
    a_round(night)
    night.journal.finish(RESULT, nothing)
    Night(file).journal.clock(10_000)
    (finished,) = open_ledger(file, float)[0].finished()
    assert finished.save["clock"] == night.evening.session.game.now


def test_names_are_offered_again_the_last_one_first(file: Path) -> None:
    night = Night(file)
    for name in ("Ann", "Bob", "Cy", "Ann"):
        night.journal.remember_name(2, name, nothing)
    night.clock.settle()
    assert night.journal.last_names(2) == Night(file).journal.last_names(2) == ("Ann", "Cy", "Bob")


def test_names_of_the_seat_come_before_those_of_others(file: Path) -> None:
    night = Night(file)
    night.journal.remember_name(2, "Bob", nothing)
    night.journal.remember_name(1, "Ann", nothing)
    assert Night(file).journal.last_names(2) == ("Bob", "Ann")


def test_house_words_and_comforts_outlive_the_evening(file: Path) -> None:
    night = Night(file)
    night.journal.allow_word("ZIZZY", nothing)
    night.journal.remember_comforts({3: {"palette": "orange-blue"}}, nothing)
    tomorrow = Night(file).journal
    assert (tomorrow.house_words(), tomorrow.comforts(3)) == ((("ZIZZY",), ()), {"palette": "orange-blue"})


def test_a_journal_in_memory_is_enough_for_an_evening() -> None:
    night = Night(MEMORY)
    a_round(night)
    found = night.journal.unfinished()
    assert found is not None
    assert found.save == night.evening.session.save()


# ── when it is safe ──────────────────────────────────────────────────────────────────────────────


def test_nobody_is_told_from_within_the_call(file: Path) -> None:
    night = Night(file)
    night.journal.begin(party().session.save(), SEATS, {}, night._is_safe)
    assert night.safe == 0
    night.clock.settle()
    assert night.safe == 1


def test_the_thread_tells_in_order_and_on_the_loop(file: Path) -> None:
    told: list[object] = []

    async def evening() -> None:
        loop = asyncio.get_running_loop()
        journal = Journal.open(file, loop, float)
        over = loop.create_future()
        journal.begin(party().session.save(), SEATS, {}, lambda: told.append(asyncio.get_running_loop() is loop))
        for number in range(20):
            journal.add(passed(number), lambda number=number: told.append(number))  # type: ignore[misc]  # its default
        journal.finish(RESULT, lambda: over.set_result(None))
        assert told == []
        await asyncio.wait_for(over, 30)
        journal.close()

    asyncio.run(evening())
    assert told == [True, *range(20)]


def test_the_thread_writes_the_same_rows_as_virtual_time(tmp_path: Path) -> None:
    evening = party()
    entries: list[str] = []
    for who, action, fields in (("Ann", "secret", {"word": "SOLVE"}), ("Bob", "guess", {"word": "CRUMB"})):
        evening.does(who, action, **fields)
        entries.append(evening.session.newest_entry())

    def play(journal: Journal) -> None:
        journal.remember_name(1, "Ann", nothing)
        journal.begin(party().session.save(), SEATS, COMPUTERS, nothing)
        for entry in entries:
            journal.add(entry, nothing)
        journal.clock(7.5)
        journal.allow_word("ZIZZY", nothing)
        journal.remember_comforts({1: {"brightness": "3"}}, nothing)
        journal.finish(RESULT, nothing)
        assert journal.close(30)

    async def on_a_thread() -> None:
        play(Journal.open(tmp_path / "thread.db", asyncio.get_running_loop(), lambda: 5.0))

    asyncio.run(on_a_thread())
    play(Journal.on_the_spot(tmp_path / "spot.db", VirtualClock(), lambda: 5.0))
    assert list(sqlite3.connect(tmp_path / "thread.db").iterdump()) == list(
        sqlite3.connect(tmp_path / "spot.db").iterdump()
    )


def test_closing_still_writes_what_was_given(file: Path) -> None:
    async def evening() -> None:
        journal = Journal.open(file, asyncio.get_running_loop(), float)
        journal.begin(party().session.save(), SEATS, {}, nothing)
        for moment in range(50):
            journal.add(passed(moment), nothing)
        assert journal.close(30)

    asyncio.run(evening())
    found = Night(file).journal.unfinished()
    assert found is not None
    assert found.save["log"] == [{"time": moment} for moment in range(50)]


# ── the file ─────────────────────────────────────────────────────────────────────────────────────


def test_nobody_else_may_look_into_it(file: Path) -> None:
    a_round(Night(file))
    assert {stat.S_IMODE(each.stat().st_mode) for each in file.parent.iterdir()} == {0o600}


def test_a_file_that_others_could_read_is_closed_to_them(file: Path) -> None:
    Night(file)
    file.chmod(0o644)
    Night(file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_the_folder_is_the_owners_alone(file: Path) -> None:
    Night(file)
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


def test_every_commit_is_waited_for(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    databases = connections(monkeypatch)
    Night(file)
    assert databases[-1].execute("PRAGMA synchronous").fetchone() == (2,)  # FULL


def test_the_file_says_whose_it_is(file: Path) -> None:
    Night(file)
    database = sqlite3.connect(file)
    marks = [database.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")]
    assert marks == [APPLICATION_ID, VERSION]


def test_what_is_kept_is_in_no_repr_and_no_log(file: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    night = Night(file)
    a_round(night)
    with pytest.raises(sqlite3.Error):
        night.journal._ledger.rows._database.execute("DROP TABLE nothing")
    shown = f"{night.journal!r} {night.journal._ledger!r} {night.journal.unfinished()!r} {caplog.text}"
    assert "SOLVE" not in shown


def test_a_change_that_fails_half_way_is_undone(file: Path) -> None:
    ledger = open_ledger(file, float)[0]

    def half_of_it() -> None:
        with ledger.together():
            ledger.remember_name(1, "Ann")
            ledger.begin({}, {}, {})

    with pytest.raises(KeyError):
        half_of_it()
    assert ledger.names() == {}


def test_after_a_change_that_failed_the_next_replaces_the_right_row(file: Path) -> None:
    ledger = open_ledger(file, float)[0]
    for name, fails in (("Ann", False), ("Ann", True), ("Bob", False), ("Ann", False)):
        with suppress(ZeroDivisionError), ledger.together():
            ledger.remember_name(1, name)
            assert not fails or 1 / 0
    assert ledger.names() == {1: ["Ann", "Bob"]}
