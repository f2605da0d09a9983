"""People are persons: spellings can be joined, a person renamed, and whoever is forgotten is in no byte of the file."""

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from firmware_host.cli import main
from firmware_host.journal.history import read_history
from firmware_host.journal.journal import Journal
from firmware_host.journal.opening import open_ledger
from firmware_host.journal.people import BUSY, DAMAGED, PersonError, change_file, forgetting, renaming
from firmware_host.remembered.chronicle import Chronicle
from firmware_host.remembered.figures import person_figures
from firmware_host.remembered.played import result_of
from firmware_host.texts.language import english
from firmware_host.texts.text import Text
from hardware.clock import VirtualClock
from tests.journal.test_journal_damage import of_format_1
from tests.support.evening import Evening
from tests.support.night import passed
from tests.support.three_evenings import play_three_evenings, play_years


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


# ── every byte, while the console runs ───────────────────────────────────────────────────────────


def files_with(name: str, folder: Path) -> list[str]:
    """The files in which the name stands, in whatever letters and however it was put there."""
    pattern = re.compile(rf"(?<![0-9A-Za-z]){name}(?![0-9A-Za-z])".encode(), re.IGNORECASE)
    return sorted(file.name for file in folder.iterdir() if pattern.search(file.read_bytes()))


@pytest.fixture
def evening(tmp_path: Path) -> Journal:
    """A console that has been running for a while: sums, names, settings, an older name, a hint, a result for the
    league, a game that was given up, and files that were kept beside the journal."""
    file = tmp_path / "journal.db"
    play_years(file, 7)
    (tmp_path / "journal.db.broken-1").write_bytes(file.read_bytes()[:-100])
    (tmp_path / "journal.db.broken-1-wal").write_bytes(b"no name is in this one")
    (tmp_path / "journal.db.replaced-1").write_bytes(file.read_bytes())
    journal = Journal.on_the_spot(file, VirtualClock())
    for seat, name in enumerate(("ANN", "ANNE", "BOB", "CY", "DORA", "EMIL", "FAY"), 1):
        journal.remember_name(seat, name, lambda: None)
        journal.remember_comforts({seat: {f"played party {name}": "yes"}}, lambda: None)
    journal.change_person(renaming("EMIL", "EMILIO"))
    played = Evening("party", "BOB", "CY", "DORA")
    journal.begin(played.session.save(), {1: "BOB", 2: "CY", 3: "DORA"}, {}, lambda: None)
    told = {"round": 1, "scores": {"BOB": 1, "CY": 2, "DORA": 3}, "solved": [["DORA", 2]], "teams": {"RED": ["ANN"]}}
    for who, action, more in (
        ("BOB", "secret", {"word": "SOLVE"}),
        ("DORA", "guess", {"word": "CRUMB"}),
        ("BOB", "hint", {"text": "ask dora, or Bob's aunt"}),
    ):
        played.does(who, action, **more)
        journal.add(played.session.newest_entry(), lambda: None, [told])
    journal.sit({1: "DORA", 2: "CY", 3: "BOB"}, lambda: None)
    journal.finish({"given": "up"}, lambda: None)
    return journal


@pytest.mark.parametrize("name", ["ANN", "ANNE", "BOB", "CY", "DORA", "EMILIO", "FAY"])
def test_no_byte_is_left_of_anybody_while_the_console_runs(name: str, evening: Journal, tmp_path: Path) -> None:
    looked = evening.past()
    looked.chronicle()
    assert "journal.db" in files_with(name, tmp_path) or "journal.db-wal" in files_with(name, tmp_path)
    evening.change_person(forgetting(name))
    assert files_with(name, tmp_path) == []
    assert name != "EMILIO" or files_with("EMIL", tmp_path) == []
    assert name not in looked.chronicle().people
    assert not any(name in evening.last_names(seat) for seat in range(1, 8))
    assert not any(re.search(rf"\b{name}\b", told) for told in evening.untold().values())
    evening.close()
    assert files_with(name, tmp_path) == []
    assert person(tmp_path / "journal.db", "forget", name) == 1  # nobody is called that


def test_only_files_with_the_name_are_deleted(evening: Journal, tmp_path: Path) -> None:
    evening.change_person(forgetting("FAY"))  # who never finished a game
    assert (tmp_path / "journal.db.replaced-1").exists()
    evening.change_person(forgetting("CY"))
    assert sorted(file.name for file in tmp_path.glob("*-1*")) == ["journal.db.broken-1-wal"]
    evening.close()


def test_a_name_that_is_typed_again_costs_no_game(tmp_path: Path) -> None:
    """Its old row has gone, and the number of that row is a game's by now."""
    play_three_evenings(tmp_path / "journal.db")
    evening = Journal.on_the_spot(tmp_path / "journal.db", VirtualClock())
    evening.remember_name(4, "DORA", lambda: None)
    evening.change_person(forgetting("DORA"))
    evening.begin(Evening("party", "ANN", "BOB").session.save(), {}, {}, lambda: None)
    evening.remember_name(4, "DORA", lambda: None)
    assert evening.unfinished() is not None
    evening.close()


def test_the_league_hears_no_name_that_was_forgotten(evening: Journal) -> None:
    assert any("DORA" in told for told in evening.untold().values())
    evening.change_person(forgetting("DORA"))
    assert [told.count("GUEST1") for told in evening.untold().values()] == [2]
    evening.taken([*evening.untold()])
    assert evening.untold() == {}
    evening.close()


def test_a_row_that_cannot_be_read_is_not_kept(evening: Journal, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "journal.db")) as database, database:
        database.execute("UPDATE rows SET sealed = replace(sealed, 'at', 'DORA') WHERE number = 3")
    evening.change_person(forgetting("DORA"))
    assert files_with("DORA", tmp_path) == []
    evening.close()


def test_names_of_an_older_format_are_forgotten_too(tmp_path: Path) -> None:
    """That version kept small letters. Its file is moved, and nothing of it stays beside."""
    file = tmp_path / "journal.db"
    of_format_1(file)
    journal = Journal.on_the_spot(file, VirtualClock())
    journal.finish({"given": "up"}, lambda: None)
    journal.change_person(forgetting("Bob"))
    assert files_with("BOB", tmp_path) == []
    with pytest.raises(PersonError):
        journal.change_person(forgetting("Bob"))
    journal.close()


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


class InOrder:
    """A disk that has not written anything yet; what needs no turn is done at once."""

    def __init__(self) -> None:
        self._todo: list[Callable[[], None]] = []

    def write(self, work: Callable[[], None], done: Callable[[], None]) -> None:
        self._todo += [work, done]

    def tell(self, call: Callable[[], None]) -> None:
        call()

    def beside(self, work: Callable[[], None]) -> None:
        work()

    def close(self, seconds: float) -> bool:
        del seconds
        while self._todo:
            self._todo.pop(0)()
        return True


def change(playing: Journal, told: list[Text], how: str, name: str, other: str) -> None:
    """As the referee has it done, when nothing else is being saved."""
    playing.who_is_who(how, name, other, lambda change: change(told.append))


def test_whoever_is_forgotten_while_the_disk_is_busy_is_not_written_once_more(journal: Path) -> None:
    ledger, _ = open_ledger(journal, lambda: 0.0)
    playing, told = Journal(ledger, InOrder()), list[Text]()
    playing.remember_name(2, "DORA", lambda: None)  # her name is typed, and waits for the disk
    change(playing, told, "forget", "DORA", "")
    playing.close()
    assert "DORA is forgotten" in english(told[0])
    assert b"DORA" not in journal.read_bytes()


class Busy(InOrder):
    """Beside it, something takes a while: it is done when the test says so."""

    def __init__(self) -> None:
        super().__init__()
        self.aside: list[Callable[[], None]] = []

    def beside(self, work: Callable[[], None]) -> None:
        self.aside.append(work)


@pytest.mark.parametrize(("how", "other"), [("rename", "DORIS"), ("join", "EMIL")])
def test_everybody_plays_on_while_all_games_are_looked_through(how: str, other: str, journal: Path) -> None:
    ledger, _ = open_ledger(journal, lambda: 0.0)
    disk, saved, told = Busy(), list[str](), list[Text]()
    playing = Journal(ledger, disk)
    change(playing, told, how, "DORA", other)
    playing.remember_name(2, "FAY", lambda: saved.append("FAY"))
    disk.close(0)
    assert (saved, told) == (["FAY"], [])
    disk.aside.pop()()
    playing.close()
    assert "DORA" in english(told[0])
    assert other in english(told[0])


def test_nobody_is_forgotten_while_something_before_could_not_be_written(journal: Path) -> None:
    ledger, _ = open_ledger(journal, lambda: 0.0)
    playing, told = Journal(ledger, InOrder()), list[Text]()
    playing.add(passed(1), lambda: None)  # no game has begun: the ledger refuses it
    change(playing, told, "forget", "DORA", "")
    playing.close()
    assert told == [BUSY]


def test_whoever_asks_is_told_that_the_journal_was_damaged_meanwhile(journal: Path) -> None:
    ledger, _ = open_ledger(journal, lambda: 0.0)
    playing, told = Journal(ledger, InOrder()), list[Text]()
    playing.remember_name(1, "ANN", lambda: None)  # so that what is needed is read again
    with closing(sqlite3.connect(journal)) as disk, disk:
        disk.execute("UPDATE rows SET sealed = replace(sealed, 'DORA', 'DORB') WHERE sealed LIKE '%name%DORA%'")
    change(playing, told, "forget", "EMIL", "")
    playing.close()
    assert told == [DAMAGED]


def left_of_dora(journal: Path) -> bool:
    files = (journal, journal.with_name(f"{journal.name}-wal"))
    return any(b"DORA" in file.read_bytes() for file in files if file.exists())


def test_forgetting_can_be_tried_again_when_the_wal_could_not_be_emptied(journal: Path) -> None:
    told = list[Text]()
    ledger, _ = open_ledger(journal, lambda: 0.0, patience=0.0)
    playing = Journal(ledger, disk := InOrder())
    with closing(sqlite3.connect(journal)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM rows").fetchone()
        change(playing, told, "forget", "DORA", "")
        disk.close(0)
        assert told == [BUSY]
        assert left_of_dora(journal)
    assert "DORA" in playing.people()  # so the captain can choose her once more
    change(playing, told, "forget", "DORA", "")
    disk.close(0)
    assert english(told[-1]) == "Nothing of DORA is left in the journal."
    assert not left_of_dora(journal)
    assert "DORA" not in playing.people()
    playing.close()


def test_a_power_cut_while_somebody_is_forgotten_leaves_nothing_after_the_next_start(
    journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as cut:
        cut.setattr("firmware_host.journal.rows.Rows.leave_nothing_behind", interrupt)
        with pytest.raises(KeyboardInterrupt):
            change_file(journal, forgetting("DORA"))
    Journal.on_the_spot(journal, VirtualClock()).close()
    assert not left_of_dora(journal)
    with pytest.raises(PersonError, match="Nobody called DORA"):
        change_file(journal, forgetting("DORA"))


def interrupt(*_of: object) -> None:
    raise KeyboardInterrupt
