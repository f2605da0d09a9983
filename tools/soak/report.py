"""What a soak found: a table for the terminal, and everything as JSON."""

from collections.abc import Mapping, Sequence

from tools.soak.one import Fault
from tools.soak.tally import Outcome


def as_json(
    faults: Sequence[Fault], outcomes: Mapping[str, Outcome], machine: Mapping[str, str], minutes: float
) -> dict[str, object]:
    return {
        "machine": dict(machine),
        "minutes": round(minutes, 1),
        "faults": [
            {"fault": fault.title, "expects": fault.expects, "counts": fault.counts, **outcomes[fault.name]}
            for fault in faults
        ],
    }


def renewed(old: Mapping[str, object], new: Mapping[str, object]) -> dict[str, object]:
    """A whole soak, in which the rows of a later, partial soak replace the older ones."""
    before, after = old["faults"], new["faults"]
    assert isinstance(before, list)
    assert isinstance(after, list)
    rows = {row["fault"]: {**row, "alone": True} for row in after}
    return {**old, "faults": [rows.pop(row["fault"], row) for row in before] + list(rows.values())}


def result(row: Mapping[str, object]) -> str:
    """A fault's result in words."""
    if row["not here"]:
        return "not tried here"
    return "all as expected" if not row["lost"] else f"{row['lost']} not as expected"


def table(data: Mapping[str, object]) -> list[str]:
    """For the terminal: a line for each fault, and below it what went wrong."""
    rows = data["faults"]
    assert isinstance(rows, list)
    width = max(len(str(row["fault"])) for row in rows)
    counted = [f"{row['count']:,} {row['counts']}" for row in rows]
    wide = max(map(len, counted))
    lines = []
    for row, count in zip(rows, counted, strict=True):
        sign = "–" if row["not here"] else "✗" if row["lost"] else "✓"
        lines.append(f"{sign} {row['fault']:<{width}}  {count:>{wide}}  {row['seconds']:>6.0f} s  {result(row)}")
        lines += [f"    {mishap}" for mishap in row["mishaps"]]
        if row["not here"]:
            lines.append(f"    {row['not here']}")
    return lines


def all_is_well(data: Mapping[str, object]) -> bool:
    rows = data["faults"]
    assert isinstance(rows, list)
    return not any(row["lost"] for row in rows)
