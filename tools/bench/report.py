"""The result of a race, of limits or of growth: a table for people, and data for a file."""

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

from tools.bench.growth import SLACK, Grown
from tools.bench.limits import Measured
from tools.bench.race import Absent, Result, Runner

WIDTH = 110


@dataclass(frozen=True, slots=True)
class Failed:
    """Something that could not be measured at all."""

    title: str
    reason: str

    @property
    def passed(self) -> bool:
        return False


Outcome = Result | Measured | Grown | Failed


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table for people: cells of text, with remarks in the last column, and a verdict with one sentence per line."""

    title: str
    note: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    verdict: tuple[str, ...]


def sheet(outcome: Outcome) -> Sheet:
    match outcome:
        case Result():
            return _race(outcome)
        case Measured():
            return _limits(outcome)
        case Grown():
            return _growth(outcome)
        case Failed():
            return Sheet(outcome.title, "", ("",), (), (f"✗ Could not be measured: {outcome.reason}",))


def text(sheet: Sheet) -> str:
    """For a terminal."""
    rows = [sheet.head, *sheet.rows]
    last = len(sheet.head) - 1
    widths = [max(len(row[column]) for row in rows) for column in range(last)]
    lines = [_line(row, widths) for row in rows] if sheet.rows else []
    note = textwrap.wrap(sheet.note, WIDTH, initial_indent="  ", subsequent_indent="  ")
    return "\n".join([sheet.title, *note, "", *lines, "", *(f"  {line}" for line in sheet.verdict)])


def _line(row: tuple[str, ...], widths: list[int]) -> str:
    name, *values = row[:-1]
    cells = [f"{name:<{widths[0]}}", *(f"{value:>{width}}" for value, width in zip(values, widths[1:], strict=True))]
    return f"  {'  '.join([*cells, row[-1]])}".rstrip()


# ── races ────────────────────────────────────────────────────────────────────────────────────────


def _race(result: Result) -> Sheet:
    race = result.race
    we_are = "we are" if len(race.ours) == 1 else "our slowest is"
    rows = tuple(_runner(result, runner) for runner in (*race.ours, *race.peers))
    title = f"{race.title}, median of {result.rounds} rounds"
    return Sheet(title, race.note, ("", race.unit, we_are, "at least", ""), rows, _verdict(result))


def _runner(result: Result, runner: Runner | Absent) -> tuple[str, ...]:
    if isinstance(runner, Absent):
        return runner.name, "–", "–", "–", runner.reason
    times = "" if runner in result.race.ours else f"{result.times_as_fast_as(runner.name):.2f}×"
    bar = "" if runner.bar is None else f"{runner.bar:g}×"
    return runner.name, f"{result.speed(runner.name):,.0f}", times, bar, runner.remark


def _verdict(result: Result) -> tuple[str, ...]:
    """One sentence for each library that we compare with, and one for the aim if there is one."""
    sentences = []
    for peer in result.hardest:
        reached = f"{result.times_as_fast_as(peer.name):.2f}× {peer.name}"
        sentences.append(
            f"✓ {reached}; we need {peer.bar:g}×."
            if result.clears(peer)
            else f"✗ Only {reached}; we need {peer.bar:g}×."
        )
    if not sentences:
        sentences.append("✗ No library that we compare with could run.")
    if result.race.aim is not None:
        aim = f"Our aim is {result.race.aim:,.0f} {result.race.unit}"
        short = result.short_of_the_aim
        missed = f"· {aim}: {' and '.join(short)} have not reached it yet."
        sentences.append(missed if short else f"✓ {aim}: all of ours reach it.")
    return tuple(sentences)


# ── limits and growth ────────────────────────────────────────────────────────────────────────────


def _limits(measured: Measured) -> Sheet:
    limits = measured.limits
    rows = []
    for limit, value in zip(limits.limits, measured.values, strict=True):
        most = "" if limit.most is None else f"{limit.most:g} {limit.unit}".strip()
        rows.append((limit.name, f"{_figure(value)} {limit.unit}".strip(), most, limit.remark))
    over = f"✗ Over the limit: {', '.join(measured.over)}."
    verdict = "✓ Everything is within its limit." if measured.passed else over
    verdict = verdict if rows else "· Not measured yet."
    return Sheet(limits.title, limits.note, ("", "", "at most", ""), tuple(rows), (verdict,))


def _growth(grown: Grown) -> Sheet:
    growth = grown.growth
    head = ("", *(f"{size:,} {growth.of}" if size != 1 else f"1 {growth.of[:-1]}" for size in growth.sizes), "")
    rows = tuple(
        (line.name, *(f"{_figure(value)} {line.unit}".strip() for value in values), line.remark)
        for line, values in zip(growth.lines, grown.values, strict=True)
    )
    straight = f"✓ Nothing grows faster than the {growth.of} (up to {SLACK:g}× for a busy machine)."
    bent = f"✗ Grows faster than the {growth.of}: {', '.join(grown.bent)}."
    return Sheet(growth.title, growth.note, head, rows, (straight if grown.passed else bent,))


def _figure(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.1f}" if abs(value) >= 100 else f"{value:.2f}"


# ── data ─────────────────────────────────────────────────────────────────────────────────────────


def as_data(name: str, outcome: Outcome) -> dict[str, object]:
    """Everything in the table, and the exact figures."""
    shown = sheet(outcome)
    data: dict[str, object] = {
        "name": name,
        "kind": type(outcome).__name__.lower(),
        "passed": outcome.passed,
        "sheet": {
            "title": shown.title,
            "note": shown.note,
            "head": shown.head,
            "rows": shown.rows,
            "verdict": shown.verdict,
        },
    }
    match outcome:
        case Result():
            data["unit"] = outcome.race.unit
            data["bars"] = [_bar(outcome, runner) for runner in outcome.race.runners]
        case Measured():
            data["limits"] = [
                {"name": limit.name, "value": _exact(value), "unit": limit.unit, "most": limit.most}
                for limit, value in zip(outcome.limits.limits, outcome.values, strict=True)
            ]
        case Grown():
            data["of"], data["sizes"] = outcome.growth.of, outcome.growth.sizes
            data["lines"] = [
                {"name": line.name, "unit": line.unit, "values": [_exact(value) for value in values]}
                for line, values in zip(outcome.growth.lines, outcome.values, strict=True)
            ]
    return data


def _bar(result: Result, runner: Runner) -> dict[str, object]:
    return {
        "name": runner.name,
        "ours": runner in result.race.ours,
        "speed": round(result.speed(runner.name)),
        "our_slowest_is_times_as_fast": _exact(result.times_as_fast_as(runner.name)),
        "bar": runner.bar,
        "wrong": runner.remark.startswith("WRONG"),
    }


def _exact(value: float) -> float:
    return float(f"{value:.4g}")


def all_passed(outcomes: Sequence[Outcome]) -> bool:
    return all(outcome.passed for outcome in outcomes)
