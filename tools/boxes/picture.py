"""Draws solids as pictures for the guide: from above and to the right, each side as bright as it faces the light."""

import numpy as np
from manifold3d import Manifold

from tools.boxes.stl import Triangles, triangles
from tools.draw_svg import INK, Point, Sheet

VIEW = (-60.0, 0.0, -35.0)  # degrees: leaned towards the eye, turned
LIGHT = np.array([0.3, 0.75, 0.58])  # from above
PIECES = 36.0  # millimetres: large triangles would be drawn in the wrong order
ROOM, TEXT = 26.0, 12.0


def draw_solids(parts: dict[str, Manifold], title: str, columns: int, scale: float) -> str:
    """The parts side by side, with their names."""
    seen = {name: triangles(_turned(solid)) for name, solid in parts.items()}
    width = max(float(np.ptp(each[:, :, 0])) for each in seen.values()) * scale + ROOM
    height = max(float(np.ptp(each[:, :, 1])) for each in seen.values()) * scale + ROOM + TEXT
    rows = -(-len(parts) // columns)
    sheet = Sheet(columns * width, rows * height, title, f"{title}: {', '.join(parts)}.")
    for place, (name, corners) in enumerate(seen.items()):
        left, top = place % columns * width, place // columns * height
        sheet.begin(name)
        _solid(sheet, corners, scale, (left + width / 2, top + (height - TEXT) / 2))
        sheet.text((left + width / 2, top + height - TEXT / 2), name, TEXT, anchor="middle", colour=INK)
        sheet.end()
    return sheet.svg()


def _turned(solid: Manifold) -> Manifold:
    return solid.refine_to_length(PIECES).rotate((0, 0, VIEW[2])).rotate((VIEW[0], 0, 0))


def _solid(sheet: Sheet, corners: Triangles, scale: float, at: Point) -> None:
    """What is further away is drawn first."""
    middle = (corners.reshape(-1, 3).min(axis=0) + corners.reshape(-1, 3).max(axis=0)) / 2
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    out = across / np.linalg.norm(across, axis=1, keepdims=True)
    for place in np.argsort(corners[:, :, 2].mean(axis=1)):
        if out[place, 2] <= 0:
            continue
        grey = round(120 + 125 * max(0.0, float(out[place] @ LIGHT)))
        points = [(at[0] + scale * (x - middle[0]), at[1] - scale * (y - middle[1])) for x, y, _ in corners[place]]
        shade = f"#{grey:02x}{grey:02x}{min(255, grey + 8):02x}"
        sheet.path(points, colour=shade, thick=0.7, fill=shade, closed=True)
