"""Every figure about three evenings, counted once more from the raw journal by code that shares nothing with it."""

import json
from pathlib import Path

import pytest

from firmware_host.cli import main
from firmware_host.journal.history import read_history
from firmware_host.remembered.chronicle import Chronicle
from firmware_host.remembered.figures import person_figures, table_figures
from tests.remembered.recounted import person_recounted, ratings_recounted, raw_games, table_recounted
from tests.remembered.recounted_pages import evenings_of, people_of, ratings, wins_of
from tests.support.three_evenings import play_three_evenings

PEOPLE = ("ANN", "ANNE", "BOB", "CY", "DORA", "EMIL")


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("table") / "journal.db"
    play_three_evenings(file)
    return file


@pytest.fixture(scope="module")
def chronicle(journal: Path) -> Chronicle:
    return Chronicle(read_history(journal))


@pytest.mark.parametrize("name", PEOPLE)
def test_everything_about_a_person(name: str, journal: Path, chronicle: Chronicle) -> None:
    figures = person_figures(chronicle.people[name])
    del figures["rating"]
    assert json.loads(json.dumps(figures)) == person_recounted(journal, name)


def test_the_figures_are_not_about_nothing(journal: Path) -> None:
    """Somebody has won, lost, missed a word, hidden words, and was met by others."""
    bob = person_recounted(journal, "BOB")
    assert 0 < bob["wins"] < bob["games"] == 8
    assert 0 < bob["guessing"]["found"] < bob["guessing"]["searched"]
    assert len(bob["head_to_head"]) >= 4
    assert len(raw_games(journal)) == 9


def test_everybodys_rating(journal: Path, chronicle: Chronicle) -> None:
    recounted = ratings_recounted(journal)
    assert {name: person.rating for name, person in chronicle.people.items() if person.course.games} == recounted
    assert len(recounted) == len(PEOPLE)


def test_everything_about_the_table(journal: Path, chronicle: Chronicle) -> None:
    assert table_figures(chronicle) == table_recounted(journal)


def test_a_computer_is_no_person(chronicle: Chronicle) -> None:
    assert set(chronicle.people) == set(PEOPLE)


def test_the_terminal_says_the_same(journal: Path, chronicle: Chronicle, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scores", "--json", "--journal", str(journal)]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert told == [json.loads(json.dumps(person_figures(person))) for person in chronicle.standing()]


def test_exported_lines_hold_everything(
    journal: Path, chronicle: Chronicle, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["export", "jsonl", "--journal", str(journal)]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [each["kind"] for each in told] == ["game"] * 9 + ["evening"] * 3 + ["person"] * 6 + ["table"]
    assert told[-1] == {"kind": "table", **json.loads(json.dumps(table_figures(chronicle)))}


def test_exported_games_and_evenings_are_those_of_the_raw_journal(
    journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["export", "jsonl", "--journal", str(journal)]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    raw = raw_games(journal)
    assert [
        [each[part] for part in ("game", "number", "scores", "winners", "computers")]
        for each in told
        if each["kind"] == "game"
    ] == [[each[part] for part in ("game", "number", "scores", "winners", "computers")] for each in raw]
    evenings = [
        {
            "games": [game["number"] for game in games],
            "wins": {person: wins_of(games, person) for person in people_of(games)},
            "ratings": {name: round(course[-1][0], 2) for name, course in ratings(games).items()},
        }
        for games in evenings_of(raw)
    ]
    assert [
        {
            "games": each["games"],
            "wins": each["wins"],
            "ratings": {name: rating["skill"] for name, rating in each["ratings"].items()},
        }
        for each in told
        if each["kind"] == "evening"
    ] == evenings


def test_an_exported_table_has_a_line_for_each_guess(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "csv", "--journal", str(journal)]) == 0
    header, first, *_ = capsys.readouterr().out.splitlines()
    assert header == "game,ended,evening,kind,round,player,side,word,owner,row,guess,marks,seconds"
    game = raw_games(journal)[0]
    word = next(entry["word"] for entry in game["log"] if entry["action"] == "secret")
    guess = next(entry["word"] for entry in game["log"] if entry["action"] == "guess" and entry["player"] == "BOB")
    cells = first.split(",")
    assert (cells[2:6], cells[7:11]) == (["1", "party", "1", "BOB"], [word, "ANN", "1", guess])
