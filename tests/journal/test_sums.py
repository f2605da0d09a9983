"""Years of games: what was counted once is not counted again, and a long file is checked while the evening goes on."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from firmware_host.journal.history import Past, Sums, games_of
from firmware_host.journal.journal import SUMMED_AFTER, Journal
from firmware_host.journal.opening import open_ledger, read_ledger
from firmware_host.journal.people import change_file, forgetting, renaming
from firmware_host.journal.rows import RESULT, SUMS, Rows
from firmware_host.remembered.chronicle import Chronicle
from firmware_host.remembered.figures import person_figures, table_figures
from hardware.clock import VirtualClock
from tests.remembered.recounted import person_recounted, ratings_recounted, table_recounted
from tests.support.night import Night, spoil
from tests.support.three_evenings import play_years

YEARS = 7  # of nine games


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "journal.db"
    play_years(file, YEARS)
    return file


def opened(file: Path) -> Journal:
    return Journal.on_the_spot(file, VirtualClock())


def counted_whole(file: Path) -> Chronicle:
    with closing(read_ledger(file)) as ledger:
        return Chronicle(games_of(ledger))


def assert_same(one: Chronicle, other: Chronicle) -> None:
    assert one.people == other.people
    assert (one.words, one.closest, one.games) == (other.words, other.closest, other.games)
    assert [each.numbers for each in one.evenings] == [each.numbers for each in other.evenings]


def read_by(past: Past, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the results that a look at the past reads."""
    numbers: list[int] = []
    real = Rows.of_kind

    def of_kind(rows: Rows, kind: str, after: int = 0, last: int | None = None) -> object:
        for row in real(rows, kind, after, last):
            if kind == RESULT:
                numbers.append(row.number)
            yield row

    monkeypatch.setattr(Rows, "of_kind", of_kind)
    past.chronicle()
    return numbers


# ── sums ─────────────────────────────────────────────────────────────────────────────────────────


def test_games_of_an_older_version_are_summed_up_when_the_console_starts(file: Path) -> None:
    assert opened(file)._ledger.rows.how_many(SUMS) == 1


def test_a_look_back_reads_no_game_that_is_in_the_sums(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = opened(file)
    assert read_by(journal.past(), monkeypatch) == []


def test_sums_say_what_counting_everything_says(file: Path) -> None:
    assert_same(opened(file).past().chronicle(), counted_whole(file))


def test_games_after_the_sums_are_added_to_them(file: Path) -> None:
    opened(file).close()
    longer = file.with_name("longer.db")
    play_years(longer, YEARS + 1)
    with closing(sqlite3.connect(longer)) as database, database:
        database.execute("ATTACH ? AS shorter", (str(file),))
        database.execute("DELETE FROM rows WHERE number IN (SELECT number FROM shorter.rows)")
        database.execute("INSERT INTO rows SELECT * FROM shorter.rows")
    journal = opened(longer)
    assert journal._ledger.rows.how_many(RESULT) == 9 * (YEARS + 1)
    assert_same(journal.past().chronicle(), counted_whole(longer))


@pytest.mark.parametrize("name", ["ANN", "BOB", "CY", "DORA"])
def test_sums_are_recounted_from_the_raw_journal(file: Path, name: str) -> None:
    figures = person_figures(opened(file).past().chronicle().people[name])
    del figures["rating"]
    assert figures == person_recounted(file, name)


def test_the_tables_sums_and_ratings_are_recounted_from_the_raw_journal(file: Path) -> None:
    chronicle = opened(file).past().chronicle()
    assert table_figures(chronicle) == table_recounted(file)
    assert {name: person.rating for name, person in chronicle.people.items()} == ratings_recounted(file)


def test_the_games_of_an_evening_long_ago_are_read_when_they_are_looked_at(file: Path) -> None:
    past = opened(file).past()
    first = past.chronicle().evenings[0]
    assert (len(first.numbers), first.games) == (3, [])
    (evening,) = past.opened([first])
    assert [played.number for played in evening.games] == first.numbers
    assert evening.wins == counted_whole(file).evenings[0].wins
    assert evening.ratings == counted_whole(file).evenings[0].ratings


def test_new_sums_take_the_place_of_old_ones(file: Path) -> None:
    journal = opened(file)
    for _ in range(SUMMED_AFTER):
        evening = {"game": "party", "players": ["ANN"], "scores": {"ANN": 1}, "winners": [], "rounds": 1, "told": []}
        journal.begin({"game": "party", "players": ["ANN"], "clock": 0.0, "log": []}, {}, {}, lambda: None)
        journal.finish(evening, lambda: None)
    assert journal._ledger.rows.how_many(SUMS) == 1
    assert (journal._ledger.sums() or [0])[0] == journal._ledger.rows.next_number() - 2
    assert_same(journal.past().chronicle(), counted_whole(file))


def test_somebody_with_another_name_is_counted_again(file: Path) -> None:
    opened(file).close()
    ledger, _ = open_ledger(file, lambda: 0.0)
    with ledger.together():
        ledger.call("CY", "CYRUS")
    ledger.close()
    assert "CYRUS" in opened(file).past().chronicle().people
    assert_same(opened(file).past().chronicle(), counted_whole(file))


def test_nothing_of_somebody_who_is_forgotten_is_in_the_sums(file: Path) -> None:
    opened(file).close()
    change_file(file, forgetting("DORA"))
    assert b"DORA" not in file.read_bytes()
    assert "GUEST1" in opened(file).past().chronicle().people


def test_sums_that_were_counted_while_somebody_was_forgotten_are_not_kept(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = opened(file)
    counted = Past.sums

    def sums(past: Past, breathe: Callable[[], None], least: int) -> Sums | None:
        found = counted(past, breathe, min(least, 1))
        monkeypatch.undo()
        journal.change_person(forgetting("DORA"))
        return found

    monkeypatch.setattr(Past, "sums", sums)
    journal.change_person(renaming("CY", "CYRUS"))
    journal.close()
    assert b"DORA" not in file.read_bytes()


# ── damage ───────────────────────────────────────────────────────────────────────────────────────


def test_damaged_sums_are_counted_again(file: Path) -> None:
    opened(file).close()
    spoil(file, "sums")
    assert_same(opened(file).past().chronicle(), counted_whole(file))


@pytest.mark.parametrize("content", ["[7]", '[0,{},[0,"?"]]', "[0,{},[1,2,3,4,5,6]]", "[1,2,3]"])
def test_sums_that_make_no_sense_are_counted_again(file: Path, content: str) -> None:
    ledger, _ = open_ledger(file, lambda: 0.0)
    with ledger.together():
        ledger._write(SUMS, content)
    ledger.close()
    assert_same(opened(file).past().chronicle(), counted_whole(file))


@pytest.mark.parametrize("kind", ["entry", "result", "game"])
def test_a_damaged_old_row_of_a_long_file_is_told_while_the_evening_goes_on(file: Path, kind: str) -> None:
    assert file.stat().st_size > 1 << 18, "a long file"
    spoil(file, kind, 0)
    night = Night(file)
    night.clock.settle()
    assert night.told == [
        "An old part of journal.db is damaged. You can play on: it is repaired when the console next starts."
    ]


def test_it_is_repaired_at_the_next_start_and_costs_only_itself(file: Path) -> None:
    before = counted_whole(file)
    spoil(file, "result", 0)
    Night(file).journal.close()
    assert "the result of a game cannot be read" in Night(file).trouble
    assert counted_whole(file).games == before.games - 1
    assert Night(file).trouble == ""


def test_a_sound_long_file_is_told_nothing_of(file: Path) -> None:
    assert Night(file).told == []


# ── opening ──────────────────────────────────────────────────────────────────────────────────────


def bytes_read_to_open(file: Path) -> int:
    """As the kernel counts them."""

    def so_far() -> int:
        return int(Path("/proc/self/io").read_text().split()[1])

    before = so_far()
    open_ledger(file, lambda: 0.0)[0].close()
    return so_far() - before


def test_opening_reads_no_more_of_a_file_that_is_four_times_as_long(file: Path) -> None:
    longer = file.with_name("longer.db")
    play_years(longer, 4 * YEARS)
    for each in (file, longer):
        open_ledger(each, lambda: 0.0)[0].close()  # an older version's file gets its index
    assert longer.stat().st_size > 3 * file.stat().st_size
    assert bytes_read_to_open(longer) < 1.5 * bytes_read_to_open(file)
