"""What a race, or a measure of limits, came to: a table for people, and plain data for a file."""

import platform
import textwrap
from collections.abc import Sequence

from tools.bench.limits import Measured
from tools.bench.race import Absent, Result, Runner

WIDTH = 110


def table(result: Result | Measured) -> str:
    """A heading, what is measured, the rows, and the verdict in a sentence."""
    if isinstance(result, Measured):
        return _page(result.limits.title, result.limits.note, _rows_of_limits(result), limits_verdict(result))
    heading = f"{result.race.title}, best of {result.rounds} rounds"
    return _page(heading, result.race.note, _rows_of_race(result), verdict(result))


def _page(heading: str, note: str, rows: list[tuple[str, str, str, str]], verdict: str) -> str:
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    lines = [
        f"  {name:<{widths[0]}}  {value:>{widths[1]}}  {times:>{widths[2]}}  {remark}".rstrip()
        for name, value, times, remark in rows
    ]
    said = textwrap.wrap(note, WIDTH, initial_indent="  ", subsequent_indent="  ")
    return "\n".join([heading, *said, "", *lines, "", *(f"  {line}" for line in verdict.splitlines())])


def _rows_of_race(result: Result) -> list[tuple[str, str, str, str]]:
    race = result.race
    rows = [("", race.unit, "we are" if len(race.ours) == 1 else "our slowest is", "")]
    for runner in (*race.ours, *race.peers):
        if isinstance(runner, Absent):
            rows.append((runner.name, "–", "–", runner.reason))
        else:
            times = "" if runner in race.ours else f"{result.times_as_fast_as(runner.name):.2f}×"
            rows.append((runner.name, f"{result.speeds[runner.name]:,.0f}", times, runner.remark))
    return rows


def _rows_of_limits(measured: Measured) -> list[tuple[str, str, str, str]]:
    rows = [("", "", "at most", "")]
    for limit, value in zip(measured.limits.limits, measured.values, strict=True):
        most = "" if limit.most is None else f"{limit.most:g} {limit.unit}"
        rows.append((limit.name, f"{value:.2f} {limit.unit}", most, limit.remark))
    return rows


def verdict(result: Result) -> str:
    """Whether the bar was reached, and the aim where there is one, a sentence each."""
    bar = f"{result.race.bar:g}×"
    if result.fastest_peer is None:
        return f"✗ The bar is {bar} the fastest peer, and no peer could run."
    reached = f"{result.times_as_fast_as(result.fastest_peer):.2f}× {result.fastest_peer}"
    sentence = f"✓ {reached}" if result.passed else f"✗ Only {reached}"
    return f"{sentence}; the bar is {bar} the fastest peer{_who_does_not_count(result)}.{_aim(result)}"


def _who_does_not_count(result: Result) -> str:
    beside = [peer.name for peer in result.race.peers if isinstance(peer, Runner) and not peer.counts]
    return f" (without {' and '.join(beside)})" if beside else ""


def _aim(result: Result) -> str:
    if result.race.aim is None:
        return ""
    aim = f"The aim is {result.race.aim:,.0f} {result.race.unit}"
    short = result.short_of_the_aim
    return f"\n· {aim}: {' and '.join(short)} not there yet." if short else f"\n✓ {aim}: reached by all of ours."


def limits_verdict(measured: Measured) -> str:
    if measured.passed:
        return "✓ Everything within its limit."
    return f"✗ Over the limit: {', '.join(measured.over)}."


def as_data(results: Sequence[Result | Measured]) -> dict[str, object]:
    """Everything the tables say, for `--json`."""
    return {
        "python": platform.python_version(),
        "machine": platform.machine(),
        "passed": all(result.passed for result in results),
        "races": [_race_as_data(result) for result in results if isinstance(result, Result)],
        "limits": [_limits_as_data(result) for result in results if isinstance(result, Measured)],
    }


def _race_as_data(result: Result) -> dict[str, object]:
    race = result.race
    return {
        "title": race.title,
        "note": race.note,
        "unit": race.unit,
        "rounds": result.rounds,
        "ours": [runner.name for runner in race.ours],
        "bar": race.bar,
        "aim": race.aim,
        "short_of_the_aim": result.short_of_the_aim,
        "passed": result.passed,
        "fastest_peer": result.fastest_peer,
        "rows": [_row(result, runner) for runner in (*race.ours, *race.peers)],
    }


def _row(result: Result, runner: Runner | Absent) -> dict[str, object]:
    if isinstance(runner, Absent):
        return {"name": runner.name, "absent": runner.reason}
    return {
        "name": runner.name,
        "speed": round(result.speeds[runner.name]),
        "our_slowest_is_times_as_fast": round(result.times_as_fast_as(runner.name), 3),
        "counts": runner.counts,
        "remark": runner.remark,
    }


def _limits_as_data(measured: Measured) -> dict[str, object]:
    return {
        "title": measured.limits.title,
        "note": measured.limits.note,
        "passed": measured.passed,
        "rows": [
            {"name": limit.name, "value": round(value, 3), "unit": limit.unit, "most": limit.most}
            for limit, value in zip(measured.limits.limits, measured.values, strict=True)
        ],
    }
