"""The bench's own verdicts, on a clock that only moves when a runner says so."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tools.bench import __main__ as command
from tools.bench import report
from tools.bench.limits import Limit, Limits, measure
from tools.bench.race import Absent, Race, Result, Runner, invite, run


class Track:
    """A race course: runners take as long as they are told to, and nothing really waits."""

    def __init__(self) -> None:
        self.now = 0.0

    def runner(self, name: str, *seconds: float, counts: bool = True) -> Runner:
        """Somebody who does a hundred units of work, a round in each of these times."""
        times = iter(seconds)
        return Runner(name, lambda: self._pass(next(times)), "", units=100, counts=counts)

    def _pass(self, seconds: float) -> None:
        self.now += seconds

    def race(self, *ours: Runner, peers: tuple[Runner | Absent, ...], bar: float = 1, aim: float | None = None) -> Race:
        return Race("A race", "Nothing is timed.", "units/s", ours, peers, bar, aim)

    def run(self, race: Race, rounds: int = 1) -> Result:
        return run(race, rounds, lambda _line: None, clock=lambda: self.now)


@pytest.fixture
def track() -> Track:
    return Track()


def test_everybody_is_judged_by_their_best_round(track: Track) -> None:
    race = track.race(track.runner("we", 4, 1, 2), peers=(track.runner("they", 5, 8, 2),))
    assert track.run(race, rounds=3).speeds == {"we": 100, "they": 50}


def test_all_run_in_turn_in_every_round(track: Track) -> None:
    heard: list[str] = []
    race = track.race(track.runner("we", 1, 1), peers=(track.runner("they", 1, 1),))
    run(race, 2, heard.append, clock=lambda: track.now)
    assert [line.rpartition(", ")[2] for line in heard] == ["we", "they", "we", "they"]


def test_getting_ready_is_not_timed(track: Track) -> None:
    slow_to_start = Runner("we", lambda: track._pass(1), "", units=100, get_ready=lambda: track._pass(9))
    assert track.run(track.race(slow_to_start, peers=())).speeds["we"] == 100


@pytest.mark.parametrize(("bar", "passed"), [(2, True), (2.01, False)])
def test_the_bar_is_so_many_times_the_fastest_peer(track: Track, bar: float, passed: bool) -> None:
    peers = (track.runner("slow", 8), track.runner("fast", 2))
    assert track.run(track.race(track.runner("we", 1), peers=peers, bar=bar)).passed is passed


def test_each_of_ours_must_reach_the_bar(track: Track) -> None:
    race = track.race(track.runner("quick", 1), track.runner("lame", 4), peers=(track.runner("they", 2),))
    assert not track.run(race).passed


def test_a_peer_beside_the_race_sets_no_bar(track: Track) -> None:
    race = track.race(track.runner("we", 2), peers=(track.runner("they", 3), track.runner("rocket", 1, counts=False)))
    assert track.run(race).passed


def test_a_race_against_nobody_is_not_won(track: Track) -> None:
    race = track.race(track.runner("we", 1), peers=(Absent("they", "not installed"),))
    assert not track.run(race).passed


def test_missing_the_aim_is_said_and_fails_nothing(track: Track) -> None:
    result = track.run(track.race(track.runner("we", 1), peers=(track.runner("they", 2),), aim=101))
    assert (result.passed, result.short_of_the_aim) == (True, ("we",))
    assert "we not there yet" in report.table(result)


def test_a_peer_that_cannot_be_installed_has_a_row_that_says_so(track: Track) -> None:
    peer = invite("no-such-package-anywhere", lambda name: track.runner(name, 1))
    shown = report.table(track.run(track.race(track.runner("we", 1), peers=(peer,))))
    assert "no-such-package-anywhere  " in shown
    assert "could not run here" in shown


@pytest.mark.parametrize(("value", "passed"), [(100, True), (100.1, False)])
def test_a_limit_is_the_most_it_may_be(value: float, passed: bool) -> None:
    limits = Limits("Small things", "", (Limit("a mouse", lambda: value, "g", 100, ""),))
    assert measure(limits, lambda _line: None).passed is passed


def test_what_is_measured_for_comparison_only_is_never_too_much() -> None:
    limits = Limits("Large things", "", (Limit("an elephant", lambda: 6e6, "g", None, ""),))
    measured = measure(limits, lambda _line: None)
    assert measured.passed
    assert "6000000.00 g" in report.table(measured)


Command = Callable[..., int]


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch, track: Track) -> Command:
    """The command, with nothing to run but one race in which our time is given; theirs is 2 s."""

    def start(*arguments: str, our_time: float) -> int:
        race = track.race(track.runner("we", our_time), peers=(track.runner("they", 2),))
        monkeypatch.setattr(command, "names", lambda: ["sprint"])
        monkeypatch.setattr(command, "make", lambda _name: race)
        monkeypatch.setattr(command, "run", lambda race, rounds, _progress: track.run(race, rounds))
        return command.main(["--rounds", "1", *arguments])

    return start


def test_the_command_ends_well_when_every_bar_is_reached(bench: Command) -> None:
    assert bench(our_time=2) == 0


def test_the_command_fails_when_a_bar_is_missed(bench: Command) -> None:
    assert bench(our_time=3) == 1


def test_the_tables_can_be_had_as_data(bench: Command, tmp_path: Path) -> None:
    bench("--json", str(tmp_path / "bench.json"), our_time=1)
    [race] = json.loads((tmp_path / "bench.json").read_text(encoding="utf-8"))["races"]
    assert [row["speed"] for row in race["rows"]] == [100, 50]


def test_a_race_that_is_not_there_is_refused_with_those_that_are(
    bench: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        bench("marathon", our_time=1)
    assert end.value.code == 2
    assert "There are: sprint." in capsys.readouterr().err
