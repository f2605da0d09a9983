"""Draws a bench as pictures: bars for every peer, lines for growth. Plain SVG for light and dark pages.

Everything comes from the JSON of a bench, so a test can draw a picture again and compare it. The figures are
those of the table, because a figure that is rounded twice may be different.
"""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

BESIDE_THE_LEAST = {  # the measures that are compared with a bare minimum, and the names of their rows
    "key_to_light": "key to light",
    "key_to_light_on_a_kernel": "on a kernel",
    "key_to_page": "key to page",
    "starting": "starting",
    "journal_disk": "journal",
}
MPF = 1770  # virtual seconds per second: how fast that pinball framework plays its own tests
WIDTH, MARGIN = 840, 24
NAMES, ROW, GAP = 290, 26, 34  # width of the names, height of a bar with its space, space between two panels
BARS = WIDTH - MARGIN - NAMES - 190
COLUMNS, CELL_HEIGHT = 3, 190

STYLE = """
  svg { background: #ffffff; font: 14px system-ui, "Segoe UI", "DejaVu Sans", sans-serif; }
  text { fill: #1f2328; } .title { font-weight: 600; font-size: 16px; } .note { fill: #59636e; font-size: 12.5px; }
  .end { text-anchor: end; } .middle { text-anchor: middle; }
  .ours { fill: #1a7f5a; } .peer { fill: #9aa4af; } .wrong { fill: #c9510c; }
  .notch { stroke: #c9510c; stroke-width: 2; } .axis { stroke: #9aa4af; }
  .line { stroke: #1a7f5a; stroke-width: 2; fill: none; }
  @media (prefers-color-scheme: dark) {
    svg { background: #0d1117; } text { fill: #e6edf3; } .note { fill: #9198a1; }
    .ours { fill: #3fb98a; } .peer { fill: #59636e; } .wrong { fill: #f0883e; } .notch { stroke: #f0883e; }
    .axis { stroke: #59636e; } .line { stroke: #3fb98a; }
  }
"""

Data = Mapping[str, Any]  # a bench's JSON, or a part of it


def draw_all(bench: Data, folder: Path) -> None:
    for name, picture in all_pictures(bench).items():
        (folder / name).write_text(picture, encoding="utf-8")


def all_pictures(bench: Data) -> dict[str, str]:
    """Each picture by its file name."""
    return {"peers.svg": peers(bench), "growth.svg": growth(bench)}


# ── bars ─────────────────────────────────────────────────────────────────────────────────────────


def peers(bench: Data) -> str:
    """A panel for each race, and one for everything that is compared with a bare minimum."""
    top, parts = float(MARGIN), list[str]()
    for race in _of_kind(bench, "result"):
        drawn, top = _panel(top, _short(race["sheet"]["title"]), f"{race['unit']}, longer is faster", _racers(race))
        parts += drawn
    for title, note, rows in (
        (
            "A move of the computer player",
            "milliseconds per move, and average number of guesses; shorter is faster",
            list(_moves(bench)),
        ),
        ("Whole evenings", "virtual seconds per second; longer is faster", list(_evenings(bench))),
    ):
        drawn, top = _panel(top, title, note, rows)
        parts += drawn
    drawn, top = _panel(
        top,
        "Compared with the bare minimum",
        "how many times as long, or as much; shorter is better; the notch is the limit",
        list(_proportions(bench)),
    )
    return _svg(parts + drawn, top, "wordtable compared with other libraries")


class Row:
    """One bar: its name, its length, the text after it, its colour, and where its notch is."""

    def __init__(self, name: str, value: float, said: str, colour: str, notch: float | None = None) -> None:
        self.name, self.value, self.said, self.colour, self.notch = name, value, said, colour, notch


def _racers(race: Data) -> list[Row]:
    rows = []
    for bar in race["bars"]:
        colour = "ours" if bar["ours"] else "wrong" if bar["wrong"] else "peer"
        times = "" if bar["ours"] else f" · we: {_cells(race, bar['name'])[2]}"
        wrong = " · wrong" if bar["wrong"] else ""
        rows.append(Row(bar["name"], bar["speed"], f"{_shortened(bar['speed'])}{times}{wrong}", colour))
    return rows


def _moves(bench: Data) -> Iterator[Row]:
    for name, value, said in _values(bench, "solver", "a move, "):
        [guesses] = [needed for who, _, needed in _values(bench, "solver", "guesses, ") if who == name]
        yield Row(name, value, f"{said} · {guesses} guesses", "ours" if name == "ours" else "peer")


def _evenings(bench: Data) -> Iterator[Row]:
    for game in ("party", "wqrdles", "three-words"):
        for _, value, said in _values(bench, "evenings", f"{game}: virtual"):
            yield Row(game, value, said, "ours")
    yield Row("MPF, its own tests", MPF, f"{MPF:,} · quoted, not measured here", "peer")


def _values(bench: Data, measure: str, begins: str) -> Iterator[tuple[str, float, str]]:
    """The figures of one measure whose names begin with this, by the rest of the name, and as the table shows them."""
    for measured in _of_kind(bench, "measured"):
        if measured["name"] == measure:
            for limit in measured["limits"]:
                if limit["name"].startswith(begins):
                    yield limit["name"].removeprefix(begins), limit["value"], _cells(measured, limit["name"])[1]


def _proportions(bench: Data) -> Iterator[Row]:
    for measured in _of_kind(bench, "measured"):
        if measured["name"] in BESIDE_THE_LEAST:
            for limit in measured["limits"]:
                if limit["unit"] == "×":
                    name = f"{BESIDE_THE_LEAST[measured['name']]}: {limit['name']}"
                    said = _cells(measured, limit["name"])[1].replace(" ×", "×")
                    yield Row(name, limit["value"], said, "ours", limit["most"])


def _panel(top: float, title: str, note: str, rows: Sequence[Row]) -> tuple[list[str], float]:
    """The panel's parts, and where the next one begins."""
    longest = max((max(row.value, row.notch or 0) for row in rows), default=1)
    parts = [_text(MARGIN, top + 14, title, "title"), _text(MARGIN, top + 32, note, "note")]
    top += 44
    for row in rows:
        length = max(2.0, BARS * row.value / longest)
        parts.append(_text(MARGIN + NAMES - 10, top + 15, row.name, "end"))
        parts.append(
            f'<rect class="{row.colour}" x="{MARGIN + NAMES}" y="{top + 2}" width="{length:.1f}" height="18" rx="2"/>'
        )
        beyond = length
        if row.notch is not None:
            x = MARGIN + NAMES + BARS * row.notch / longest
            parts.append(f'<line class="notch" x1="{x:.1f}" y1="{top - 1}" x2="{x:.1f}" y2="{top + 23}"/>')
            beyond = max(length, x - MARGIN - NAMES)
        parts.append(_text(MARGIN + NAMES + beyond + 8, top + 15, row.said, "note"))
        top += ROW
    return parts, top + GAP


# ── lines ────────────────────────────────────────────────────────────────────────────────────────


def growth(bench: Data) -> str:
    top, parts = MARGIN, list[str]()
    for grown in _of_kind(bench, "grown"):
        parts.append(_text(MARGIN, top + 14, grown["sheet"]["title"], "title"))
        top += 30
        for place, line in enumerate(grown["lines"]):
            left = MARGIN + place % COLUMNS * ((WIDTH - 2 * MARGIN) // COLUMNS)
            parts += _plot(left, top + place // COLUMNS * CELL_HEIGHT, grown, line)
        top += -(-len(grown["lines"]) // COLUMNS) * CELL_HEIGHT + 10
    return _svg(parts, top, "what grows with seats and with games")


def _plot(left: float, top: float, grown: Data, line: Data) -> list[str]:
    """Both axes begin at zero, so that a straight line looks straight and a flat one flat."""
    x0, y0, width, height = left + 8, top + 140, 205, 95
    most, largest = max(line["values"]) or 1, max(grown["sizes"])
    points = [
        (x0 + width * size / largest, y0 - height * value / most)
        for size, value in zip(grown["sizes"], line["values"], strict=True)
    ]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return [
        _text(left + 8, top + 14, line["name"]),
        _text(left + 8, top + 31, f"{_cells(grown, line['name'])[-2]} at {largest:,} {grown['of']}", "note"),
        f'<polyline class="axis" fill="none" points="{x0},{y0 - height} {x0},{y0} {x0 + width},{y0}"/>',
        f'<polyline class="line" points="{path}"/>',
        *(f'<circle class="ours" cx="{x:.1f}" cy="{y:.1f}" r="3.5"/>' for x, y in points),
        *_sizes(grown, x0, y0, width, largest),
    ]


def _sizes(grown: Data, x0: float, y0: float, width: float, largest: int) -> Iterator[str]:
    """The labels below the axis that fit."""
    free = -1.0
    for size in grown["sizes"]:
        x = x0 + width * size / largest
        if x - free > 14 or size == largest:
            yield _text(x, y0 + 16, f"{size:,}", "note middle")
            free = x
    yield _text(x0 + width / 2, y0 + 32, grown["of"], "note middle")


# ── all of them ──────────────────────────────────────────────────────────────────────────────────


def _of_kind(bench: Data, kind: str) -> list[Data]:
    return [result for result in bench["results"] if result["kind"] == kind]


def _cells(result: Data, name: str) -> Sequence[str]:
    """The row with this name in a result's table."""
    cells: Sequence[str] = next(row for row in result["sheet"]["rows"] if row[0] == name)
    return cells


def _short(title: str) -> str:
    return title.partition(",")[0].partition(" (")[0]


def _shortened(value: float) -> str:
    return f"{value / 1e6:.2f} million" if value >= 1e6 else f"{value / 1000:,.0f} thousand"


def _text(x: float, y: float, said: str, look: str = "") -> str:
    worn = f' class="{look}"' if look else ""
    return f'<text x="{x:.1f}" y="{y:.1f}"{worn}>{escape(said)}</text>'


def _svg(parts: Sequence[str], height: float, title: str) -> str:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" role="img">'
    return "\n".join([head, f"<title>{escape(title)}</title>", f"<style>{STYLE}</style>", *parts, "</svg>"]) + "\n"
