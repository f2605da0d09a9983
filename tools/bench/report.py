"""What a race came to: a table for people, and plain data for a file."""

import platform
from collections.abc import Sequence

from tools.bench.race import Absent, Result, Runner


def table(result: Result) -> str:
    """The rows of one race, ours first, and the verdict in a sentence."""
    race = result.race
    rows = [("", race.unit, "we are", "")]
    for runner in (race.ours, *race.peers):
        if isinstance(runner, Absent):
            rows.append((runner.name, "–", "–", runner.reason))
        else:
            rows.append((runner.name, f"{result.speeds[runner.name]:,.0f}", _times(result, runner), runner.remark))
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    lines = [
        f"  {name:<{widths[0]}}  {speed:>{widths[1]}}  {times:>{widths[2]}}  {remark}".rstrip()
        for name, speed, times, remark in rows
    ]
    heading = f"{race.title}, best of {result.rounds} rounds"
    return "\n".join([heading, "", *lines, "", f"  {verdict(result)}"])


def verdict(result: Result) -> str:
    """Whether the bar was reached, in a sentence."""
    bar = f"{result.race.bar:g}×"
    if result.fastest_peer is None:
        return f"✗ The bar is {bar} the fastest peer, and no peer could run."
    reached = f"{result.times_as_fast_as(result.fastest_peer):.2f}× {result.fastest_peer}"
    if result.passed:
        return f"✓ {reached}; the bar is {bar} the fastest peer."
    return f"✗ Only {reached}; the bar is {bar} the fastest peer."


def as_data(results: Sequence[Result]) -> dict[str, object]:
    """Everything the tables say, for `--json`."""
    return {
        "python": platform.python_version(),
        "machine": platform.machine(),
        "passed": all(result.passed for result in results),
        "races": [
            {
                "title": result.race.title,
                "unit": result.race.unit,
                "rounds": result.rounds,
                "ours": result.race.ours.name,
                "bar": result.race.bar,
                "passed": result.passed,
                "fastest_peer": result.fastest_peer,
                "rows": [_row(result, runner) for runner in (result.race.ours, *result.race.peers)],
            }
            for result in results
        ],
    }


def _row(result: Result, runner: Runner | Absent) -> dict[str, object]:
    if isinstance(runner, Absent):
        return {"name": runner.name, "absent": runner.reason}
    return {
        "name": runner.name,
        "speed": round(result.speeds[runner.name]),
        "we_are_times_as_fast": round(result.times_as_fast_as(runner.name), 3),
        "remark": runner.remark,
    }


def _times(result: Result, runner: Runner) -> str:
    return "" if runner is result.race.ours else f"{result.times_as_fast_as(runner.name):.2f}×"
