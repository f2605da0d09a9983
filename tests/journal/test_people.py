"""People are persons: spellings can be joined, a person renamed, and whoever is forgotten is in no byte of the file."""

from pathlib import Path

import pytest

from firmware_host.cli import main
from firmware_host.journal.history import read_history
from firmware_host.journal.journal import Journal
from firmware_host.remembered.chronicle import Chronicle
from firmware_host.remembered.figures import person_figures
from firmware_host.remembered.played import result_of
from hardware.clock import VirtualClock
from tests.support.evening import Evening
from tests.support.three_evenings import play_three_evenings


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    file = tmp_path / "journal.db"
    play_three_evenings(file)
    playing = Journal.on_the_spot(file, VirtualClock())
    for seat, name in ((1, "ANN"), (2, "DORA"), (1, "ANNE")):
        playing.remember_name(seat, name, lambda: None)
    playing.remember_comforts({2: {"played party DORA": "yes"}}, lambda: None)
    playing.close()
    return file


def person(journal: Path, *words: str) -> int:
    return main(["person", *words, "--journal", str(journal)])


def told(journal: Path) -> Chronicle:
    return Chronicle(read_history(journal))


def test_two_spellings_become_one_person(journal: Path) -> None:
    before = told(journal)
    assert person(journal, "join", "ANNE", "ANN") == 0
    after = told(journal).people
    assert "ANNE" not in after
    assert after["ANN"].games == before.people["ANN"].games + before.people["ANNE"].games
    assert after["ANN"].hosted == before.people["ANN"].hosted + before.people["ANNE"].hosted
    assert after["BOB"].against["ANN"].ahead == sum(before.people["BOB"].against[n].ahead for n in ("ANN", "ANNE"))


def test_two_who_played_together_are_two_people(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert person(journal, "join", "BOB", "CY") == 1
    assert "they are two people" in capsys.readouterr().err
    assert {"BOB", "CY"} <= told(journal).people.keys()


def test_a_person_is_renamed_and_back_again(journal: Path) -> None:
    before = person_figures(told(journal).people["BOB"])
    assert person(journal, "rename", "BOB", "ROBERT") == 0
    assert person_figures(told(journal).people["ROBERT"]) == {**before, "player": "ROBERT"}
    assert person(journal, "rename", "ROBERT", "BOB") == 0
    assert person_figures(told(journal).people["BOB"]) == before


@pytest.mark.parametrize("words", [("rename", "ZOE", "ZOEY"), ("rename", "BOB", "CY"), ("rename", "BOB", "A NAME")])
def test_what_cannot_be_done_changes_nothing(words: tuple[str, ...], journal: Path) -> None:
    before = journal.read_bytes()
    assert person(journal, *words) == 1
    assert journal.read_bytes() == before


def test_nothing_is_left_of_somebody_who_is_forgotten(journal: Path) -> None:
    before = told(journal)
    assert b"DORA" in journal.read_bytes()
    assert person(journal, "forget", "DORA") == 0
    for file in journal.parent.iterdir():
        assert b"DORA" not in file.read_bytes(), file.name
    after = told(journal)
    assert after.people["GUEST1"].games == before.people["DORA"].games
    assert person_figures(after.people["CY"])["by_game"] == person_figures(before.people["CY"])["by_game"]


def test_whoever_was_renamed_is_forgotten_under_every_name(journal: Path) -> None:
    person(journal, "rename", "DORA", "DOROTHEA")
    assert person(journal, "forget", "DOROTHEA") == 0
    assert all(
        b"DORA" not in file.read_bytes() and b"DOROTHEA" not in file.read_bytes() for file in journal.parent.iterdir()
    )


def test_a_word_that_is_spelled_like_a_name_stays(tmp_path: Path) -> None:
    file = tmp_path / "journal.db"
    evening = Evening("party", "SOLVE", "BOB")
    journal = Journal.on_the_spot(file, VirtualClock())
    journal.begin(evening.session.save(), {1: "SOLVE"}, {}, lambda: None)
    for who, action, word in (("SOLVE", "secret", "SOLVE"), ("BOB", "guess", "SOLVE")):
        evening.does(who, action, word=word)
        journal.add(evening.session.newest_entry(), lambda: None)
    evening.does("BOB", "end")
    journal.add(evening.session.newest_entry(), lambda: None)
    journal.finish(result_of(evening.session.view(None).table, evening.session.save(), {}), lambda: None)
    journal.close()
    assert person(file, "forget", "SOLVE") == 0
    (played,) = read_history(file)
    assert played.people == ("GUEST1", "BOB")
    assert played.rounds[0].words == {"GUEST1": "SOLVE"}


def test_a_game_that_goes_on_is_not_touched(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    playing = Journal.on_the_spot(journal, VirtualClock())
    playing.begin(Evening("party", "ANN", "BOB").session.save(), {}, {}, lambda: None)
    playing.close()
    assert person(journal, "forget", "ANN") == 1
    assert "Finish it or end it first." in capsys.readouterr().err


def test_a_name_is_offered_again_at_every_seat(journal: Path) -> None:
    person(journal, "join", "ANNE", "ANN")
    playing = Journal.on_the_spot(journal, VirtualClock())
    assert playing.last_names(1) == ("ANN", "DORA")
    assert playing.last_names(2) == ("DORA", "ANN")
    assert playing.last_names(3) == ("ANN", "DORA")
    playing.close()
