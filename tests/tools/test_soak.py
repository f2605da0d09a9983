"""The soak's own verdicts, on a clock that only moves when a test says so; its page; and what the fuzzer is given."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tools.fuzz.__main__ import TARGETS as NAMES
from tools.fuzz.__main__ import finding_in
from tools.fuzz.targets import MARKER, TARGETS, Finding, read_page
from tools.soak import __main__ as command
from tools.soak import lanes, one, page, report
from tools.soak.one import Fault
from tools.soak.real_table import marked, marked_row
from tools.soak.tally import MOST_TOLD, NotHere, Tally


class Watch:
    """A clock that is moved by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def watch() -> Watch:
    return Watch()


def a_fault(name: str = "storm", share: float = 1.0, *, mounts: bool = False) -> Fault:
    return Fault(name, name.capitalize(), "Nobody notices.", "gusts", share, mounts)


def found(**changes: object) -> dict[str, Any]:
    usual = {"count": 7, "lost": 0, "mishaps": [], "facts": {}, "not here": "", "seconds": 1.0, "seed": 1}
    return {"fault": "Storm", "expects": "Nobody notices.", "counts": "gusts", **usual, **changes}


# ── counting ─────────────────────────────────────────────────────────────────────────────────────


def test_a_fault_is_made_at_least_once_however_little_time_there_is(watch: Watch) -> None:
    tally = Tally(0.0, clock=watch)
    assert tally.goes_on()
    tally.done()
    assert not tally.goes_on()


def test_a_fault_ends_when_its_time_is_up(watch: Watch) -> None:
    tally = Tally(10.0, clock=watch)
    tally.done()
    watch.now = 9.9
    assert tally.goes_on()
    watch.now = 10.0
    assert not tally.goes_on()


def test_a_fault_ends_when_it_was_caused_often_enough(watch: Watch) -> None:
    tally = Tally(10.0, clock=watch, count=999, enough=1000)
    tally.done()
    assert not tally.goes_on()


def test_every_mishap_counts_and_the_first_are_told(watch: Watch) -> None:
    tally = Tally(1.0, clock=watch)
    for number in range(50):
        tally.expect(False, f"gust {number}")
    assert (tally.lost, len(tally.mishaps), tally.mishaps[0]) == (50, MOST_TOLD, "gust 0")


def run_by(monkeypatch: pytest.MonkeyPatch, problem: Exception) -> Mapping[str, object]:
    class Module:
        @staticmethod
        def run(tally: Tally) -> None:
            tally.done()
            raise problem

    monkeypatch.setattr(one, "_module", lambda _name: Module)
    return one.outcome("storm", Tally(1.0))


def test_a_fault_that_breaks_off_is_not_as_expected(monkeypatch: pytest.MonkeyPatch) -> None:
    assert run_by(monkeypatch, ZeroDivisionError("by nought"))["lost"] == 1


def test_a_fault_that_cannot_be_made_here_is_no_mishap(monkeypatch: pytest.MonkeyPatch) -> None:
    outcome = run_by(monkeypatch, NotHere("It takes root."))
    assert (outcome["lost"], outcome["not here"]) == (0, "It takes root.")


def test_a_process_that_ends_without_a_word_is_not_as_expected() -> None:
    assert lanes.broken_off("", 5.0)["lost"] == 1


# ── the plan ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", command.names())
def test_every_fault_says_what_is_expected_in_a_sentence(name: str) -> None:
    assert Fault.called(name).expects.endswith(".")


def test_two_cores_are_busy_for_as_long_as_was_asked() -> None:
    faults = [a_fault("wind", 1), a_fault("rain", 2), a_fault("hail", 3)]
    assert sum(command.shares(faults, 10, 2).values()) == 2 * 10 * 60


def test_no_fault_takes_longer_than_the_whole(watch: Watch) -> None:
    del watch
    assert command.shares([a_fault()], 10, 2) == {"storm": 600}


def test_in_a_full_soak_what_has_a_number_has_as_long_as_it_needs() -> None:
    storm, kills = a_fault(), replace(a_fault(), name="kills", ends=True, enough=1000)
    seconds = command.shares([storm, kills], 10, 2, full=True)
    assert (seconds["storm"], seconds["kills"] >= 3600) == (600, True)


@pytest.mark.parametrize(
    "fault", ["kills", "flipped_bits", "hostile_frames", "mutated_lines", "who_looks", "shipped_tables"]
)
def test_the_faults_that_were_promised_in_numbers_end_by_themselves(fault: str) -> None:
    assert Fault.called(fault).ends


def test_a_later_run_adds_to_what_was_counted_before() -> None:
    earlier = found(count=400, lost=1, mishaps=["gust 7"], facts={"hats": 3})
    counted = json.loads(lanes.command(a_fault(), 5, 1, earlier)[-1])
    assert counted == {"count": 400, "lost": 1, "mishaps": ["gust 7"], "facts": {"hats": 3}}


def test_a_fault_that_mounts_does_so_where_nobody_else_sees_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda _name: "/usr/bin/unshare")
    assert lanes.command(a_fault(mounts=True), 5, 1)[:2] == ["unshare", "--mount"]


# ── telling it ───────────────────────────────────────────────────────────────────────────────────


def test_one_mishap_makes_a_bad_soak() -> None:
    assert report.all_is_well({"faults": [found()]})
    assert not report.all_is_well({"faults": [found(), found(lost=1)]})


def test_what_went_wrong_stands_below_its_fault() -> None:
    lines = report.table({"faults": [found(lost=1, mishaps=["the roof is gone"])]})
    assert lines[0].startswith("✗")
    assert "the roof is gone" in lines[1]


def test_a_fault_that_is_run_again_takes_its_own_place_and_says_so() -> None:
    old = {"machine": {}, "faults": [found(fault="Rain"), found(fault="Storm", lost=3)]}
    rows = report.renewed(old, {"faults": [found(fault="Storm", count=9)]})["faults"]
    assert rows == [found(fault="Rain"), found(fault="Storm", count=9, alone=True)]


def test_the_first_partial_soak_of_a_clone_is_saved_among_the_rows_of_the_page(tmp_path: Path) -> None:
    command.keep(tmp_path / "soak.json", {"faults": [found(fault="Storm", count=9)]}, only=True)
    rows = json.loads((tmp_path / "soak.json").read_text())["faults"]
    assert rows[-1] == found(fault="Storm", count=9, alone=True)
    assert len(rows) == len(json.loads(page.KEPT.read_text())["faults"]) + 1


MACHINE = {
    "date": "today",
    "processor": "abacus",
    "memory": "1 GB",
    "system": "Debian",
    "python": "3",
    "busy with": "0",
}


def test_the_page_says_where_it_falls_short() -> None:
    data = {"machine": MACHINE, "minutes": 3, "faults": [found(), found(lost=1, mishaps=["the roof is gone"])]}
    text = page.written("# Faults\n<!-- soak -->\nold\n<!-- end -->\nmore\n", json.loads(json.dumps(data)))
    assert "- Storm: the roof is gone" in text
    assert "old" not in text
    assert text.endswith("more\n")


def test_the_page_says_before_its_table_which_rows_are_of_another_run() -> None:
    data = {"machine": MACHINE, "minutes": 3, "faults": [found(), found(fault="Rain", alone=True)]}
    text = page.written("<!-- soak -->\n<!-- end -->\n", json.loads(json.dumps(data)))
    assert text.index("on the same machine: Rain.") < text.index("| Fault |")


def test_the_page_in_the_docs_is_of_the_soak_beside_it() -> None:
    text = page.PAGE.read_text(encoding="utf-8")
    assert page.written(text, json.loads(page.KEPT.read_text(encoding="utf-8"))) == text


# ── what is seen on a page ───────────────────────────────────────────────────────────────────────


def test_a_row_counts_as_seen_when_it_has_its_marks() -> None:
    board = [["SMILE", "G--YG", ""], ["CRANE", "wwwww", ""], ["     ", ".....", ""]]
    assert marked(board) == (marked_row("SMILE"),)


# ── the fuzzer ───────────────────────────────────────────────────────────────────────────────────


def test_every_target_can_be_asked_for() -> None:
    assert set(NAMES) == set(TARGETS)


@pytest.mark.parametrize("name", TARGETS)
def test_a_target_takes_its_own_seeds_and_noise(name: str) -> None:
    target = TARGETS[name]
    seeds = list(target.seeds())
    for data in (*seeds, b"", b"\xff\x00{", seeds[0][: len(seeds[0]) // 2]):
        target.reads(data)


def test_a_refusal_that_repeats_what_was_typed_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    from firmware_host.texts.text import verbatim
    from firmware_host.web.wire import Refused

    def leaky(text: str, _page: object) -> None:
        raise Refused(verbatim(f"There is no key {text}."))

    monkeypatch.setattr("tools.fuzz.targets.read_touch", leaky)
    with pytest.raises(Finding):
        read_page(MARKER.encode())


def test_a_finding_is_told_in_a_line() -> None:
    said = "INFO: seed\n=== Uncaught Python exception: ===\nKeyError: 'players'\nTraceback (most recent call last):\n"
    assert finding_in(said) == "KeyError: 'players'"


def test_an_input_that_takes_too_long_is_a_finding() -> None:
    assert finding_in("==1== ERROR: libFuzzer: timeout after 20 seconds\nKeyError: 1\n").startswith("timeout")
