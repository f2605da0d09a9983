"""Whatever changes the evening waits its turn: with a slow disk nothing is done twice, or shown before it is safe."""

import shutil
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from firmware_host.console.referee import MOST_WAITING
from firmware_host.console.seats import NONSENSE
from firmware_host.games.shared.views import as_json
from firmware_host.journal.opening import read_ledger
from firmware_host.texts.language import ENGLISH
from hardware.ports import BACK_UP, DOWN, ENTER, LEFT, RIGHT, SSH_ON, UP, UPDATE
from tests.support.at_table import KINDS, AtTable, Press, Wait
from tests.support.random_evening import GAMES, RandomEvening, seats_of

COMMIT = 0.25  # seconds
EVENINGS = 4  # for each game
SEATS = seats_of(KINDS, 4, 4, 5)
OF_ONES_OWN = ("colours", "brightness", "language", "notes")  # entries of everybody's menu
STOPPED = ("paused", "now", "deadlines", "actions")  # what a pause changes in a view


@pytest.fixture
def at(tmp_path: Path) -> AtTable:
    """A and B have joined; each commit takes a quarter of a second."""
    at = AtTable(SEATS, file=tmp_path / "journal.db", commits=lambda: COMMIT)
    for seat, name in ((1, "A"), (2, "B")):
        at.press(seat, ENTER)
        at.types(seat, name)
        at.does(Wait(1.0))
    return at


def games_begun(file: Path) -> int:
    return rows_of(file, "game")


def games_ended(file: Path) -> int:
    return rows_of(file, "result")


def rows_of(file: Path, kind: str) -> int:
    with closing(read_ledger(file)) as ledger:
        return sum(row.kind == kind for row in ledger.rows.all())


def hurries(at: AtTable, seat: int, *keys: str) -> None:
    for key in keys:
        at.table.press(seat, key)
        at.clock.advance(0.06)


def test_start_pressed_again_while_the_disk_is_busy_begins_one_game(at: AtTable) -> None:
    at.goes_to(1, "start")
    hurries(at, 1, ENTER, ENTER, ENTER)
    at.does(Wait(5.0))
    assert (games_begun(at.journal_file), at.snapshot.phase) == (1, "secret")


def test_somebody_has_joined_when_their_name_is_saved(at: AtTable) -> None:
    at.press(3, ENTER)
    hurries(at, 3, "C", ENTER)
    before = dict(at.snapshot.lobby.joined)
    at.does(Wait(COMMIT))
    assert (before, at.snapshot.lobby.joined) == ({1: "A", 2: "B"}, {1: "A", 2: "B", 3: "C"})


def test_agreeing_to_a_lifeline_waits_in_the_queue_and_confirms_no_other(at: AtTable) -> None:
    at.press(3, ENTER)
    at.types(3, "C")
    at.does(Wait(1.0))
    at.press(1, DOWN, *[RIGHT] * GAMES.index("three-words"), UP, ENTER)
    at.does(Wait(1.0))
    at.types(1, "SOLVE")
    at.does(Wait(1.0))
    at.chooses(2, "right-place 1", "2")
    at.does(Wait(1.0))
    at.goes_to(2, "seven-wrong 2")
    at.does(Wait(1.0))
    hurries(at, 2, ENTER)  # it is not saved yet, so C still reads of the other
    hurries(at, 3, ENTER)
    at.does(Wait(2.0))
    assert (at.snapshot.phase, at.task(3).name) == ("guessing", "agree seven-wrong 2")


def test_a_colour_is_shown_when_it_is_saved(at: AtTable) -> None:
    at.goes_to(1, "colours")
    hurries(at, 1, RIGHT)
    before = at.snapshot.seats[1].comfort.palette
    at.does(Wait(COMMIT))
    assert (before, at.snapshot.seats[1].comfort.palette) == ("green-yellow", "orange-blue")


def test_a_word_is_allowed_when_it_is_saved(at: AtTable) -> None:
    at.chooses(1, "start")
    at.does(Wait(1.0))
    at.types(1, "SOLVE")
    at.does(Wait(1.0))
    at.types(2, "XQZKV")
    at.press(2, ENTER)  # put to the vote
    at.goes_to(1, "yes")
    hurries(at, 1, ENTER)
    before = at.journal.house_words()
    at.does(Wait(COMMIT))
    assert (before, at.journal.house_words()) == (((), ()), (("XQZKV",), ()))


def test_an_action_for_another_moment_is_refused_and_nothing_is_lost(at: AtTable) -> None:
    at.goes_to(1, "option mode")
    at.press(1, RIGHT)
    at.does(Wait(1.0))
    at.press(3, ENTER)
    at.types(3, "C")
    at.does(Wait(1.0))
    at.chooses(1, "start")
    at.does(Wait(1.0))
    at.types(1, "SOLVE")
    at.does(Wait(1.0))
    at.press(2, *"SOLVE")
    at.press(3, *"SMILE")
    hurries(at, 2, ENTER)
    hurries(at, 3, ENTER)  # before the disk has written that B has found it
    at.does(Wait(1.0))
    assert "Too late" in at.text("seat3.panel")
    assert at.desk(3).typed.get("guess 1") == "SMILE"


def test_a_language_is_spoken_when_it_is_saved(tmp_path: Path) -> None:
    at = AtTable(SEATS, file=tmp_path / "journal.db", commits=lambda: COMMIT, language=NONSENSE)
    at.press(1, ENTER)
    at.types(1, "A")
    at.does(Wait(1.0))
    at.goes_to(1, "language")
    hurries(at, 1, RIGHT)
    before = at.snapshot.seats[1].comfort.language
    at.does(Wait(COMMIT))
    assert (before, at.snapshot.seats[1].comfort.language) == (NONSENSE, ENGLISH)


@pytest.mark.parametrize("chore", [BACK_UP, UPDATE, SSH_ON])
def test_a_chore_that_is_asked_for_again_and_again_is_done_once(tmp_path: Path, chore: str) -> None:
    """While a colour is being saved, too."""
    at = AtTable(SEATS, file=tmp_path / "journal.db", commits=lambda: COMMIT, chores=True)
    at.press(1, ENTER)
    at.types(1, "A")
    at.does(Wait(1.0))
    at.goes_to(1, "colours")
    hurries(at, 1, RIGHT)
    at.chooses(1, "chores")
    at.goes_to(1, chore)
    hurries(at, 1, ENTER, ENTER, ENTER, ENTER)
    at.does(Wait(COMMIT))
    assert at.chores is not None
    assert at.chores.done == [chore]
    assert at.snapshot.seats[1].comfort.palette == "orange-blue"


def test_a_note_does_not_wait_for_the_disk_and_counts_once(at: AtTable) -> None:
    at.chooses(1, "start")
    at.does(Wait(1.0))
    at.types(1, "SOLVE")
    at.does(Wait(1.0))
    at.press(2, *"CRANE", ENTER)  # is being saved
    at.goes_to(2, "notes")
    hurries(at, 2, ENTER, "A", "B", "B")
    noted = dict(at.desk(2).notes)
    at.does(Wait(1.0))
    assert [marks[:3] for marks in noted.values()] == ["G.-"]
    assert at.desk(2).notes == noted


# ── whole evenings ───────────────────────────────────────────────────────────────────────────────


class Impatient(RandomEvening):
    """They press every key one to four times, and turn to their own settings and notes in the middle of it."""

    def step(self) -> None:
        place = len(self.at.script)
        if self.rng.random() > 0.2 or not self._fiddles(self.rng.choice(self._seats())):
            super().step()
        for done in self.at.script[place:][-1:]:
            if isinstance(done, Press):
                hurries(self.at, done.seat, *[done.key] * self.rng.randrange(4))

    def _fiddles(self, seat: int) -> bool:
        at, menu = self.at, self.at.snapshot.seats[seat].sitting.menu
        entries = [item.id for item in menu.items if item.id in OF_ONES_OWN] if menu is not None else []
        if not entries or at.desk(seat).open or at.has_to_take_the_screen(seat):
            return False
        at.goes_to(seat, entry := self.rng.choice(entries))
        if entry == "notes":
            hurries(at, seat, ENTER, *self.rng.choices("AEIOU", k=4))
            at.closes_everything(seat)
        else:
            hurries(at, seat, *[RIGHT] * self.rng.randrange(1, 5))
        return True


def shown(at: AtTable) -> Mapping[str, object]:
    """What everybody may know, whether or not the game is paused, and how everybody wants to see it."""
    view = at.snapshot.view_of(None)
    seen = as_json(view.table) if view is not None else {}
    assert isinstance(seen, dict)
    if not seen:
        return {}
    own = {seat: at.snapshot.seats[seat].comfort for seat in at.snapshot.players}
    comfort = {seat: (each.palette, each.brightness, each.language) for seat, each in own.items()}
    return {**{name: value for name, value in seen.items() if name not in STOPPED}, "comfort": comfort}


def after_a_kill(at: AtTable, folder: Path) -> Mapping[str, object]:
    """What another console shows that finds the disk as it is at this moment."""
    folder.mkdir()
    for file in at.journal_file.parent.glob(f"{at.journal_file.name}*"):
        shutil.copy(file, folder)
    other = AtTable(SEATS, file=folder / at.journal_file.name, language=NONSENSE)
    return shown(other)


def is_over(at: AtTable, folder: Path) -> bool:
    """The game has ended, and the disk says so too: nothing is left to go on with."""
    file = folder / at.journal_file.name
    return shown(at).get("phase") == "over" and games_ended(file) == games_begun(file)


def soon(at: AtTable) -> Iterator[Mapping[str, object]]:
    """What is shown now, and when everything is written that was pressed so far."""
    for _ in range(150):
        yield shown(at)
        at.clock.advance(0.02)


def begin(at: AtTable, game: str) -> None:
    for seat, name in ((1, "A"), (2, "B"), (3, "C")):
        at.press(seat, ENTER)
        at.types(seat, name)
        at.does(Wait(1.0))
    at.goes_to(1, "game")
    while at.snapshot.lobby.game != game:
        at.press(1, RIGHT)
    at.goes_to(1, "start")
    hurries(at, 1, ENTER, ENTER)
    at.does(Wait(2.0))


def on_a_slow_disk(game: str, seed: int, folder: Path) -> int:
    """Plays an evening and kills it again and again; how many kills that were."""
    rng = Random(f"slow disk {game} {seed}")
    at = AtTable(SEATS, file=folder / "journal.db", seed=seed, commits=lambda: rng.uniform(0.0, 0.5), language=NONSENSE)
    evening = Impatient(at, rng)
    begin(at, game)
    kills = 0
    for place in range(30):
        evening.step()
        if place % 6 == 5:
            kept = after_a_kill(at, folder / f"kill {place}")
            assert is_over(at, folder / f"kill {place}") or not shown(at) or kept in list(soon(at))
            kills += 1
    assert games_begun(at.journal_file) - games_ended(at.journal_file) <= 1
    return kills


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "evenings", [pytest.param(1, id="quickly"), pytest.param(EVENINGS, id="deeply", marks=pytest.mark.proof)]
)
def test_on_a_slow_disk_nothing_that_was_shown_is_lost(game: str, evenings: int, tmp_path: Path) -> None:
    for number in range(evenings):
        folder = tmp_path / str(number)
        folder.mkdir()
        assert on_a_slow_disk(game, number, folder) == 5


# ── what came later: each through the same queue ─────────────────────────────────────────────────


def to_the_end(at: AtTable) -> None:
    """A hides a word and B finds it, then the other way round."""
    at.chooses(1, "start")
    for host, guesser in ((1, 2), (2, 1)):
        at.does(Wait(5.0))
        at.types(host, "SOLVE")
        at.does(Wait(1.0))
        at.types(guesser, "SOLVE")
        at.does(Wait(1.0))
        if at.snapshot.phase != "over":
            for seat in (1, 2):
                at.press(seat, ENTER)
    assert at.snapshot.phase == "over"


def test_somebody_forgotten_from_the_menu_again_and_again_is_told_once_and_nothing_is_doubled(at: AtTable) -> None:
    to_the_end(at)
    at.does(Wait(60.0))
    told = list[str]()
    for _ in range(3):
        at.journal.who_is_who("forget", "B", "", lambda change: change(lambda text: told.append(text.template)))
        at.clock.advance(0.06)
    assert told == []  # nothing is told before it is saved
    at.does(Wait(2.0))
    assert len(told) == 3
    assert sum("is forgotten" in template for template in told) == 1
    assert rows_of(at.journal_file, "result") == 1


def test_a_name_is_forgotten_after_what_was_to_be_saved_before(at: AtTable) -> None:
    """Nobody but the referee has anything changed, and nothing else is saved meanwhile."""
    for entry in ("people", "B", "forget"):
        at.chooses(1, entry)
    at.goes_to(1, "yes")
    at.goes_to(2, "colours")
    hurries(at, 1, ENTER)
    hurries(at, 2, RIGHT)
    at.clock.advance(COMMIT - 0.06)
    assert "B is forgotten" in at.text("seat1.panel")
    assert at.snapshot.seats[2].comfort.palette == "green-yellow"  # it waits its turn
    at.does(Wait(COMMIT))
    assert at.snapshot.seats[2].comfort.palette == "orange-blue"


# ── a disk that hangs ────────────────────────────────────────────────────────────────────────────


def test_while_a_disk_hangs_keys_wait_up_to_a_limit_and_then_keep_what_was_typed(tmp_path: Path) -> None:
    takes = [0.0]
    at = AtTable(SEATS, file=tmp_path / "journal.db", commits=lambda: takes[0])
    for seat, name in ((1, "A"), (2, "B")):
        at.press(seat, ENTER)
        at.types(seat, name)
    at.chooses(1, "start")
    at.does(Wait(1.0))
    at.types(1, "SOLVE")
    at.does(Wait(1.0))
    at.press(2, *"SMILE")
    at.goes_to(1, "brightness")
    takes[0] = 60.0
    hurries(at, 1, *[RIGHT, LEFT] * MOST_WAITING)
    takes[0] = 0.01
    assert "The disk is slow" in at.text("seat1.panel")
    hurries(at, 2, ENTER)
    assert "The disk is slow" in at.text("seat2.panel")
    assert at.desk(2).typed.get("guess 1") == "SMILE"
    at.does(Wait(70.0))
    at.press(2, ENTER)
    at.does(Wait(1.0))
    assert at.text("seat2.panel").startswith("Guess 2")
