"""The power goes at every single point of an evening: what anybody was shown is still so, and nothing happens twice.

Only the journal's file outlives a cut, as it stood on the disk at that point: before, in and after each write.
"""

import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count, pairwise
from pathlib import Path
from random import Random

import pytest

from firmware_host.console.screens.public_screen import AT_LEAST
from firmware_host.games.shared.views import View, as_json
from firmware_host.journal.journal import Journal
from firmware_host.journal.keeper import ToTell
from firmware_host.journal.opening import read_ledger
from hardware.clock import VirtualClock
from hardware.ports import DOWN, ENTER, RIGHT, UP
from tests.support.at_table import KINDS, AtTable, Wait
from tests.support.random_evening import GAMES, RandomEvening, seats_of
from tests.support.wire_secrecy import any_wire

pytestmark = pytest.mark.proof

Move = Callable[[AtTable], None]  # through the keypads; it makes one entry in the log
SEATS = seats_of(KINDS, 1, 4, 5)  # an open panel, which shares the private screen, and two that are hooded
OPTIONS: Mapping[str, Mapping[str, object]] = {
    "party": {},
    "wqrdles": {"queries": "free", "window": None, "rounds": 1},
    "three-words": {"tie": "share"},
}
TRIES = count()
STOPPED = ("paused", "now", "deadlines", "actions")  # what a pause changes in a view


# ── what they do ─────────────────────────────────────────────────────────────────────────────────


def word(seat: int, text: str) -> Move:
    """Types a word for whatever is asked; takes the private screen first, if it was called to them."""

    def do(at: AtTable) -> None:
        if at.has_to_take_the_screen(seat):
            at.press(seat, ENTER)
        at.press(seat, *text, ENTER)

    return do


def choose(seat: int, *entries: str, then: str = "") -> Move:
    """Goes through lists, from the menu if nothing else is asked; then perhaps types a word."""

    def do(at: AtTable) -> None:
        at.chooses(seat, *entries)
        if then:
            at.press(seat, *then, ENTER)

    return do


def enter(seat: int) -> Move:
    return lambda at: at.press(seat, ENTER)


EVENINGS: Mapping[str, Sequence[Move]] = {
    "party": (
        word(1, "SOLVE"), word(2, "SMILE"), word(3, "CRANE"), choose(2, "pause"), choose(3, "resume"),
        word(3, "SOLVE"), choose(2, "give-up", "yes"), enter(2),
        word(2, "HOUSE"), word(3, "CRANE"), choose(2, "redo", "yes"), word(2, "MOUTH"), word(1, "CRANE"),
        choose(2, "correct", then="SOUTH"), word(3, "SOUTH"), word(1, "SOUTH"), enter(2),
        word(3, "TRAIN"), choose(3, "hint", then="RAILS"), word(1, "TRAIN"), word(2, "TRAIN"), enter(2),
    ),
    "wqrdles": (
        word(1, "HOUSE"), word(2, "NEWTS"), word(3, "ROAST"), word(1, "PECAN"),
        choose(1, "B", then="NEWTS"), choose(2, "pass"), choose(3, "A", then="MOUTH"),
        word(2, "MOUTH"), choose(1, "C", then="ROAST"), choose(2, "A", then="HOUSE"), enter(2),
    ),
    "three-words": (
        word(1, "SOLVE"), word(2, "SMILE"), choose(3, "agree"), choose(3, "seven-wrong 2"), choose(2, "agree"),
        word(1, "ABCDFGH"), word(2, "SOLVE"), choose(3, "agree"), enter(2),
        word(2, "HOUSE"), word(1, "HOUSE"), choose(3, "agree"), choose(2, "end", "yes"),
    ),
}  # fmt: skip


def sits_down(at: AtTable, game: str) -> None:
    """Seat 2 joins first: it is the captain."""
    for seat in (2, 1, 3):
        at.press(seat, ENTER)
        at.types(seat, "ABC"[seat - 1])
    at.press(2, DOWN, *[RIGHT] * GAMES.index(game), UP, ENTER)


# ── cutting ──────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Cut:
    """The disk at one point, and what could be seen then."""

    file: Path
    shown: int  # how many states of the game had been shown
    may_be_newer: bool  # another was being written
    grids: Mapping[str, Sequence[str]]
    public: Sequence[str]
    left: Mapping[str, float]  # on each clock


class Evening:
    """A scripted evening, cut at every statement of its journal and after every move."""

    def __init__(self, game: str, folder: Path, **options: object) -> None:
        self.game = game
        self.options = {**OPTIONS[game], **options}
        self.folder = folder
        self.cuts: list[Cut] = []
        self.states: list[Mapping[str | None, View]] = []
        self._disks: set[tuple[bytes, ...]] = set()
        self._newest = -1
        self.at = self.open(folder / "journal.db")
        self.at.journal._ledger.rows._database.set_trace_callback(lambda _statement: self._cut(True))
        sits_down(self.at, game)
        self.pause_for_breath()

    def open(self, file: Path, clock: VirtualClock | None = None) -> AtTable:
        return AtTable(SEATS, file=file, defaults={self.game: self.options}, clock=clock)

    def plays(self, move: Move) -> None:
        move(self.at)
        self.pause_for_breath()

    def pause_for_breath(self) -> None:
        self.at.does(Wait(1.0 if "timer" in self.options else 20.0))  # the news is read
        self._cut(False)

    def _cut(self, writing: bool) -> None:
        views = self.at.snapshot.views
        if views and (not self.states or self.states[-1] is not views):
            self.states.append(views)
        parts = [self.folder / f"journal.db{end}" for end in ("", "-wal")]
        disk = (bytes([writing]), str(len(self.states)).encode(), *(p.read_bytes() for p in parts if p.exists()))
        if disk in self._disks:  # nothing has reached the disk since the last cut
            return
        self._disks.add(disk)
        self._keep(parts, writing)

    def _keep(self, parts: Sequence[Path], writing: bool) -> None:
        place = self.folder / f"cut-{len(self.cuts)}"
        place.mkdir()
        for part in parts:
            if part.exists():
                shutil.copyfile(part, place / part.name)
        snapshot = self.at.snapshot
        grids = {name: _without_typing(self.at.text(name)) for name in self.at.table.devices.boards}
        public = _without_news(self.at.text("public"))
        deadlines = snapshot.views[None].table.deadlines if snapshot.playing else {}
        left = {name: due - snapshot.now for name, due in deadlines.items()}
        self.cuts.append(Cut(place / "journal.db", len(self.states), writing, grids, public, left))


def _without_typing(text: str) -> list[str]:
    """A half-typed word is lost with the power."""
    return text.replace("w", ".").splitlines()


def _without_news(text: str) -> list[str]:
    return [line for line in text.splitlines() if not line.startswith("!")]


def said(views: Mapping[str | None, View], without: Sequence[str] = STOPPED) -> object:
    """What everybody is told, but for what a pause changes."""
    shown: dict[str | None, object] = {}
    for who, view in views.items():
        told = as_json(view)
        assert isinstance(told, dict)
        shown[who] = {name: fact for name, fact in told.items() if name not in without}
    return shown


def goes_on(at: AtTable) -> None:
    """The captain says so; but if the game was paused anyhow, it still is."""
    if at.snapshot.views[None].table.paused and [entry.get("action") for entry in _log_of(at)][-1:] != ["pause"]:
        at.press(2, ENTER)


def played(tmp_path: Path, game: str, **options: object) -> Evening:
    evening = Evening(game, tmp_path, **options)
    for number, move in enumerate(EVENINGS[game], 1):
        evening.plays(move)
        assert _moves_in(evening.at) == number, f"move {number} is one entry of the log"
    return evening


def _moves_in(at: AtTable) -> int:
    return len(_log_of(at))


def _log_of(at: AtTable) -> Sequence[Mapping[str, object]]:
    log = at.console.save()["log"]
    assert isinstance(log, list | tuple)
    return [entry for entry in log if "loaded" not in entry]


def restarted(evening: Evening, cuts: Sequence[Cut]) -> Iterator[tuple[Cut, AtTable]]:
    """Another console at the same table for each cut, at quite another time of its clock."""
    for cut in cuts:
        again = Path(shutil.copytree(cut.file.parent, cut.file.parent.with_name(f"again-{next(TRIES)}")))
        at = evening.open(again / cut.file.name, VirtualClock(10_000.0))
        yield cut, at
        at.journal.close()
        shutil.rmtree(again)


# ── after the cut ────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module", params=GAMES)
def evening(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Evening:
    return played(tmp_path_factory.mktemp(request.param), request.param)


def nothing_is_lost(evening: Evening) -> None:
    for cut, at in restarted(evening, evening.cuts):
        assert not at.journal.trouble, "a cut leaves a sound file"
        if not at.snapshot.views:
            assert cut.shown == 0 or is_over(evening.states[cut.shown - 1])
            continue
        may_be = evening.states[max(cut.shown - 1, 0) : cut.shown + cut.may_be_newer]
        assert said(at.snapshot.views) in [said(state) for state in may_be]


def is_over(state: Mapping[str | None, View]) -> bool:
    return state[None].table.phase == "over"


def test_everything_that_anybody_was_shown_is_still_so(evening: Evening) -> None:
    assert len(evening.cuts) > 2 * len(EVENINGS[evening.game])
    nothing_is_lost(evening)


def test_a_journal_that_is_late_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Were something shown before it is kept, this is where it would be seen."""
    add = Journal.add

    def late(journal: Journal, entry: str, done: Callable[[], None], told: ToTell = ()) -> None:
        clock.call_soon(done)
        clock.call_later(0.5, lambda: add(journal, entry, lambda: None, told))

    evening = Evening("party", tmp_path)
    clock = evening.at.clock
    monkeypatch.setattr(Journal, "add", late)
    evening.plays(word(1, "SOLVE"))
    monkeypatch.undo()
    with pytest.raises(AssertionError):
        nothing_is_lost(evening)


def test_the_table_looks_as_it_did_once_the_captain_says_go_on(evening: Evening) -> None:
    settled = [cut for cut in evening.cuts if cut.shown and not cut.may_be_newer]
    for cut, at in restarted(evening, [cut for cut in settled if not is_over(evening.states[cut.shown - 1])]):
        goes_on(at)
        at.does(Wait(20.0))  # the news is old
        no_times = ("now", "deadlines", "state")
        assert said(at.snapshot.views, no_times) == said(evening.states[cut.shown - 1], no_times)
        assert {name: _without_typing(at.text(name)) for name in at.table.devices.boards} == cut.grids
        assert comes_up(at, cut.public)


def comes_up(at: AtTable, public: Sequence[str]) -> bool:
    """Whether the public screen shows this page, now or when its turn comes."""
    for _ in range(60):
        if _without_news(at.text("public")) == public:
            return True
        at.does(Wait(AT_LEAST / 2))  # a longer step could miss the same page in every round
    return False


def test_a_second_cut_before_anybody_has_touched_a_key_changes_nothing(evening: Evening) -> None:
    for _, at in restarted(evening, evening.cuts[::3]):
        if not at.snapshot.views or is_over(at.snapshot.views):  # what is over is in the history
            continue
        once = said(at.snapshot.views)
        at.journal.close()
        assert said(evening.open(at.journal_file).snapshot.views) == once


def test_the_evening_ends_as_it_would_have(evening: Evening, soak: bool) -> None:
    """Whatever was done is done once: the rest of the moves leads to the same end, and to one game in the history."""
    end = said(evening.states[-1], ("now", "state"))
    for _, at in restarted(evening, evening.cuts[:: 1 if soak else 6]):
        if not at.snapshot.views:
            continue
        done = _moves_in(at)
        goes_on(at)
        for move in EVENINGS[evening.game][done:]:
            move(at)
            at.does(Wait(1.0))
        assert said(at.snapshot.views, ("now", "state")) == end
        at.journal.close()
        assert len(list(read_ledger(at.journal_file).finished())) == 1


@pytest.mark.parametrize("game", GAMES)
def test_any_evening_comes_back_whatever_was_going_on(game: str, tmp_path: Path, soak: bool) -> None:
    rng = Random(f"comes back {game}")
    for number in range(200 if soak else 8):
        comes_back(game, rng, tmp_path / str(number) / "journal.db")


def comes_back(game: str, rng: Random, file: Path) -> None:
    """A random evening is broken off, and another console says the same."""
    wire = any_wire(rng, game)
    at = AtTable(wire.seats, file=file, defaults={game: wire.options})
    evening = RandomEvening(at, rng, letters=int(str(wire.options.get("letters", 5))))
    evening.begins(game, len(wire.seats), wire.teams)
    for _ in range(rng.randint(1, 40)):
        evening.step()
    at.journal.close()
    again = AtTable(wire.seats, file=file, defaults={game: wire.options}, clock=VirtualClock(10_000.0))
    if at.snapshot.views and not is_over(at.snapshot.views):
        assert said(again.snapshot.views) == said(at.snapshot.views)
    else:
        assert not again.snapshot.views
    again.journal.close()


@pytest.mark.parametrize("seconds", [0.0, 3.0, 7.0, 29.0, 58.0])
def test_clocks_are_stopped_with_what_they_had_left(tmp_path: Path, seconds: float) -> None:
    evening = Evening("party", tmp_path, timer=60)
    evening.plays(word(1, "SOLVE"))
    evening.plays(word(2, "SMILE"))
    evening.at.does(Wait(seconds))
    evening.pause_for_breath()
    cut = evening.cuts[-1]
    for _, at in restarted(evening, [cut]):
        at.does(Wait(600.0))
        assert at.snapshot.views[None].table.deadlines == {}
        goes_on(at)
        table = at.snapshot.views[None].table
        left = {name: due - table.now for name, due in table.deadlines.items()}
        assert left.keys() == cut.left.keys() == {"B", "C"}
        assert all(cut.left[name] - 0.001 <= left[name] <= cut.left[name] + 6.0 for name in left), (left, cut.left)


def test_the_captain_is_asked_whether_to_go_on(tmp_path: Path) -> None:
    evening = Evening("party", tmp_path)
    evening.plays(word(1, "SOLVE"))
    for _, at in restarted(evening, [evening.cuts[-1]]):
        assert "Go on? Round 1" in at.text("seat2.panel")


def test_what_was_chosen_for_the_game_is_offered_again_after_it(tmp_path: Path) -> None:
    evening = Evening("wqrdles", tmp_path, letters=4)
    for _, at in restarted(evening, [evening.cuts[-1]]):
        choose(2, "end", "yes")(at)
        at.press(2, ENTER)
        lobby = at.snapshot.lobby
        assert (lobby.game, lobby.option("letters"), lobby.option("queries")) == ("wqrdles", 4, "free")
        at.press(2, ENTER)
        assert at.snapshot.phase == "secrets"


def half_way(old: bytes, new: bytes) -> bytes:
    """A file of which only the first half of the new bytes has reached the disk."""
    changed = [place for place in range(len(new)) if new[place : place + 1] != old[place : place + 1]]
    half = (changed[0] + changed[-1]) // 2 + 1
    return new[:half] + old[half:]


def test_a_write_that_the_power_cut_in_half_never_was(evening: Evening, tmp_path: Path) -> None:
    """The last bytes of a write may be missing: then the table is where it was before, which was all that was shown."""
    wals = [(cut, cut.file.with_name("journal.db-wal")) for cut in evening.cuts]
    tried = 0
    for (before, short), (after, whole) in pairwise(wals):
        old, new = (wal.read_bytes() if wal.exists() else b"" for wal in (short, whole))
        if new in (old, b"") or not before.shown or is_over(evening.states[before.shown - 1]):
            continue
        tried += 1
        file = tmp_path / str(tried) / "journal.db"
        file.parent.mkdir()
        shutil.copyfile(after.file, file)
        file.with_name("journal.db-wal").write_bytes(half_way(old, new))
        torn = Cut(file, before.shown, False, {}, (), {})
        for _, at in restarted(evening, [torn]):
            reached = [said(state) for state in evening.states[before.shown - 1 : after.shown]]
            assert said(at.snapshot.views) in reached
    assert tried >= len(EVENINGS[evening.game]) - 1
