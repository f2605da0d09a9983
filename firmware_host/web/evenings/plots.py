"""Small pictures of figures, drawn as SVG: bars and a line. Colours come from the page's style sheet. Pure."""

from collections.abc import Sequence
from html import escape

WIDTH, LABEL, BAR, GAP = 320, 92, 20, 6  # units; the page scales them
LINE_HEIGHT, EDGE = 90, 8


def bars(title: str, rows: Sequence[tuple[str, int]]) -> str:
    """A bar for each label, as long as its number. Whoever cannot see it is read the same."""
    longest = max((count for _, count in rows), default=0) or 1
    height = len(rows) * (BAR + GAP)
    drawn = []
    for place, (label, count) in enumerate(rows):
        y, length = place * (BAR + GAP), (WIDTH - LABEL - 34) * count / longest
        drawn.append(
            f'<text class="label" x="{LABEL - 8}" y="{y + BAR * 0.75:g}" text-anchor="end">{escape(label)}</text>'
            f'<rect class="bar" x="{LABEL}" y="{y}" width="{max(length, 2):.1f}" height="{BAR}" rx="3"/>'
            f'<text class="count" x="{LABEL + max(length, 2) + 6:.1f}" y="{y + BAR * 0.75:g}">{count}</text>'
        )
    told = ", ".join(f"{label}: {count}" for label, count in rows)
    return _svg(height, title, told, "".join(drawn))


def line(title: str, told: str, values: Sequence[float]) -> str:
    """How a number has changed, from left to right."""
    low, high = min(values), max(values)
    spread = (high - low) or 1.0
    step = (WIDTH - 2 * EDGE) / max(1, len(values) - 1)
    points = [
        (EDGE + place * step, EDGE + (LINE_HEIGHT - 2 * EDGE) * (1 - (value - low) / spread))
        for place, value in enumerate(values)
    ]
    x, y = points[-1]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    drawn = f'<polyline class="line" points="{path}"/><circle class="now" cx="{x:.1f}" cy="{y:.1f}" r="4"/>'
    return _svg(LINE_HEIGHT, title, told, drawn)


def _svg(height: float, title: str, told: str, drawn: str) -> str:
    return (
        f'<svg class="plot" viewBox="0 0 {WIDTH} {height:g}" role="img" aria-label="{escape(title)}. {escape(told)}">'
        f"{drawn}</svg>"
    )
