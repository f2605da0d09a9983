"""The bench's own verdicts, on a clock that only moves when a runner says so; and its page."""

import json
import platform
from collections.abc import Callable, Sequence
from io import StringIO
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tools.bench import __main__ as command
from tools.bench import page, pictures, report
from tools.bench.growth import Grown, Growth, Line, grow
from tools.bench.limits import Limit, Limits, measure
from tools.bench.machine import kernel, machine
from tools.bench.progress import Bar
from tools.bench.race import Absent, Race, Result, Runner, invite, run
from tools.bench.races import marks

pytestmark = pytest.mark.proof


class Track:
    """A race course: runners take as long as they are told to, and nothing really waits."""

    def __init__(self) -> None:
        self.now = 0.0

    def runner(self, name: str, *seconds: float, bar: float | None = 1) -> Runner:
        """Somebody who does a hundred units of work, a round in each of these times."""
        times = iter(seconds)
        return Runner(name, lambda: self._pass(next(times)), "", units=100, bar=bar)

    def _pass(self, seconds: float) -> None:
        self.now += seconds

    def race(self, *ours: Runner, peers: tuple[Runner | Absent, ...], aim: float | None = None) -> Race:
        return Race("A race", "Nothing is timed.", "units/s", ours, peers, aim)

    def run(self, race: Race, rounds: int = 1) -> Result:
        return run(race, rounds, unheard, clock=lambda: self.now)


def unheard(_what: str, _part: float) -> None:
    """Nobody looks at the bar."""


@pytest.fixture
def track() -> Track:
    return Track()


# ── races ────────────────────────────────────────────────────────────────────────────────────────


def test_everybody_is_judged_by_their_median_round(track: Track) -> None:
    race = track.race(track.runner("we", 4, 1, 2), peers=(track.runner("they", 5, 8, 4),))
    result = track.run(race, rounds=3)
    assert (result.speed("we"), result.speed("they")) == (50, 20)


def test_a_round_that_was_slow_for_all_changes_no_ratio(track: Track) -> None:
    race = track.race(track.runner("we", 1, 9, 9), peers=(track.runner("they", 2, 18, 18),))
    assert track.run(race, rounds=3).times_as_fast_as("they") == 2


def test_all_run_in_turn_in_every_round(track: Track) -> None:
    heard: list[str] = []
    race = track.race(track.runner("we", 1, 1), peers=(track.runner("they", 1, 1),))
    run(race, 2, lambda what, _part: heard.append(what), clock=lambda: track.now)
    assert [line.rpartition(", ")[2] for line in heard] == ["we", "they", "we", "they"]


def test_getting_ready_is_not_timed(track: Track) -> None:
    slow_to_start = Runner("we", lambda: track._pass(1), "", units=100, get_ready=lambda: track._pass(9))
    assert track.run(track.race(slow_to_start, peers=())).speed("we") == 100


@pytest.mark.parametrize(("bar", "passed"), [(2, True), (2.01, False)])
def test_the_bar_is_so_many_times_the_fastest_peer(track: Track, bar: float, passed: bool) -> None:
    peers = (track.runner("slow", 8, bar=bar), track.runner("fast", 2, bar=bar))
    assert track.run(track.race(track.runner("we", 1), peers=peers)).passed is passed


def test_peers_of_another_kind_set_another_bar(track: Track) -> None:
    peers = (track.runner("compiled", 1, bar=0.75), track.runner("plain", 4, bar=3))
    result = track.run(track.race(track.runner("we", 1.25), peers=peers))
    assert [peer.name for peer in result.hardest] == ["plain", "compiled"]
    assert result.passed


def test_each_of_ours_must_reach_the_bar(track: Track) -> None:
    race = track.race(track.runner("quick", 1), track.runner("lame", 4), peers=(track.runner("they", 2),))
    assert not track.run(race).passed


def test_a_peer_beside_the_race_sets_no_bar(track: Track) -> None:
    race = track.race(track.runner("we", 2), peers=(track.runner("they", 3), track.runner("rocket", 1, bar=None)))
    assert track.run(race).passed


def test_a_race_against_nobody_is_not_won(track: Track) -> None:
    race = track.race(track.runner("we", 1), peers=(Absent("they", "not installed"),))
    assert not track.run(race).passed


def test_missing_the_aim_is_said_and_fails_nothing(track: Track) -> None:
    result = track.run(track.race(track.runner("we", 1), peers=(track.runner("they", 2),), aim=101))
    assert (result.passed, result.short_of_the_aim) == (True, ("we",))
    assert "we have not reached it yet" in report.text(report.sheet(result))


def test_a_peer_that_cannot_be_installed_has_a_row_that_says_so(track: Track) -> None:
    peer = invite("no-such-package-anywhere", lambda name: track.runner(name, 1))
    shown = report.text(report.sheet(track.run(track.race(track.runner("we", 1), peers=(peer,)))))
    assert "no-such-package-anywhere  " in shown
    assert "could not run here" in shown


def test_a_peer_that_marks_wrongly_is_named_with_an_example() -> None:
    def every_copy_yellow(secret: str, guess: str) -> str:
        return "".join("G" if a == b else "Y" if b in secret else "-" for a, b in zip(secret, guess, strict=True))

    named = marks.compare(every_copy_yellow, ("SOLVE", "EERIE"))
    assert named.startswith("WRONG")
    assert named.endswith("EERIE at SOLVE is ----G, not YY--G")


# ── limits and growth ────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("value", "passed"), [(100, True), (100.1, False)])
def test_a_limit_is_the_most_it_may_be(value: float, passed: bool) -> None:
    limits = Limits("Small things", "", (Limit("a mouse", lambda: value, "g", 100, ""),))
    assert measure(limits, unheard).passed is passed


def test_what_is_measured_for_comparison_only_is_never_too_much() -> None:
    limits = Limits("Large things", "", (Limit("an elephant", lambda: 6e6, "g", None, ""),))
    measured = measure(limits, unheard)
    assert measured.passed
    assert "6,000,000 g" in report.text(report.sheet(measured))


@pytest.mark.parametrize(
    ("values", "straight"),
    [((5, 5, 5), True), ((2, 20, 200), True), ((7, 25, 205), True), ((1, 10, 150), False), ((1, 100, 10_000), False)],
    ids=["flat", "in proportion", "with something to begin with", "bent", "squared"],
)
def test_what_grows_faster_than_in_proportion_is_found(values: Sequence[float], straight: bool) -> None:
    assert grown(values).passed is straight


def grown(values: Sequence[float]) -> Grown:
    return grow(Growth("A pile", "", "stones", (1, 10, 100), (Line("weight", "kg", lambda: values, ""),)), unheard)


# ── the command ──────────────────────────────────────────────────────────────────────────────────

Command = Callable[..., int]


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch, track: Track) -> Command:
    """The command, with nothing to run but one race in which our time is given; theirs is 2 s."""

    def start(*arguments: str, our_time: float | None) -> int:
        def make(_name: str) -> Race:
            assert our_time is not None, "a wire is loose"
            return track.race(track.runner("we", our_time), peers=(track.runner("they", 2),))

        monkeypatch.setattr(command, "names", lambda: ["sprint"])
        monkeypatch.setattr(command, "takes", lambda _name: 10.0)
        monkeypatch.setattr(command, "make", make)
        monkeypatch.setattr(command, "run", lambda race, rounds, _progress: track.run(race, rounds))
        return command.main(["--rounds", "1", "sprint", *arguments])

    return start


def test_the_command_ends_well_when_every_bar_is_reached(bench: Command) -> None:
    assert bench(our_time=2) == 0


def test_the_command_fails_when_a_bar_is_missed(bench: Command) -> None:
    assert bench(our_time=3) == 1


def test_a_race_that_cannot_be_run_is_told_and_fails_the_command(
    bench: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    assert bench(our_time=None) == 1
    assert "✗ Could not be measured: AssertionError: a wire is loose" in capsys.readouterr().out


def test_the_tables_can_be_had_as_data(bench: Command, tmp_path: Path) -> None:
    bench("--out", str(tmp_path), our_time=1)
    [race] = json.loads((tmp_path / "bench.json").read_text(encoding="utf-8"))["results"]
    assert [bar["speed"] for bar in race["bars"]] == [100, 50]


def test_a_race_that_is_not_there_is_refused_with_those_that_are(
    bench: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        bench("marathon", our_time=1)
    assert end.value.code == 2
    assert "Races: sprint." in capsys.readouterr().err


def test_every_race_says_about_how_long_it_takes() -> None:
    assert sum(map(command.takes, command.names())) < 8.5 * 60, "a bench is ready in ten minutes, installing included"


# ── the bar ──────────────────────────────────────────────────────────────────────────────────────


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_the_bar_moves_as_time_does() -> None:
    terminal = Terminal()
    bar = Bar({"short": 10, "long": 30}, terminal)
    bar.begin("short")
    bar.end()
    bar.begin("long")
    bar.show("round 2 of 3, they", 1 / 3)
    assert terminal.getvalue().endswith(" 50 %  long: round 2 of 3, they")


def test_a_log_gets_one_line_a_race_and_no_bar() -> None:
    log = StringIO()
    bar = Bar({"short": 10, "long": 30}, log)
    for name in ("short", "long"):
        bar.begin(name)
        bar.show("round 1", 0.5)
        bar.end()
    assert [line.split(" (")[0] for line in log.getvalue().splitlines()] == ["[  0 %] short", "[ 25 %] long"]


# ── pictures and the page ────────────────────────────────────────────────────────────────────────


def drawn(track: Track, name: str) -> str:
    race = track.race(track.runner("we", 1), peers=(track.runner("<they>", 4),))
    results = [report.as_data("race", track.run(race)), report.as_data("pile", grown((2, 20, 200)))]
    return pictures.all_pictures({"results": json.loads(json.dumps(results))})[name]


def test_a_bar_is_as_long_as_its_runner_is_fast(track: Track) -> None:
    bars = ET.fromstring(drawn(track, "peers.svg")).iter("{http://www.w3.org/2000/svg}rect")
    ours, theirs, *_ = (float(bar.attrib["width"]) for bar in bars)
    assert ours == 4 * theirs


def test_a_picture_says_the_figures_of_its_table(track: Track) -> None:
    """3.43499 is 3.43; by way of 3.435 it would be 3.44."""
    race = track.race(track.runner("we", 1), peers=(track.runner("they", 3.43499),))
    data = json.loads(json.dumps(report.as_data("race", track.run(race))))
    [[_, _, times, *_]] = [row for row in data["sheet"]["rows"] if row[0] == "they"]
    assert times == "3.43×"
    assert f"we: {times}" in pictures.all_pictures({"results": [data]})["peers.svg"]


def test_a_kernel_is_named_without_its_build() -> None:
    assert kernel("6.1.0-54-amd64") == "6.1"
    assert machine()["system"].endswith(f"Linux {kernel(platform.release())}")


def test_what_grows_in_proportion_is_drawn_as_a_straight_line(track: Track) -> None:
    dots = ET.fromstring(drawn(track, "growth.svg")).iter("{http://www.w3.org/2000/svg}circle")
    points = [(float(dot.attrib["cx"]), float(dot.attrib["cy"])) for dot in dots]
    slopes = {round((y - points[-1][1]) / (x - points[-1][0]), 2) for x, y in points[:-1]}
    assert len(slopes) == 1


def test_the_page_shows_what_the_newest_bench_found() -> None:
    shown = page.PAGE.read_text(encoding="utf-8")
    assert page.with_tables(shown, page.kept()) == shown, "run `make bench-docs`"


def test_the_pictures_are_those_of_the_newest_bench() -> None:
    for name, picture in pictures.all_pictures(page.kept()).items():
        assert (page.FOLDER / name).read_text(encoding="utf-8") == picture, f"{name}: run `make bench-docs`"


def test_a_race_that_the_page_does_not_mention_is_noticed() -> None:
    with pytest.raises(page.Forgotten, match="marathon"):
        page.with_tables("# No tables\n", {**page.kept(), "results": [{"name": "marathon"}]})
