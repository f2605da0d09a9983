"""The printed parts, in millimetres, as they lie on the printer's bed. Their measures are those of the drawings.

Solids come from manifold3d: it is one small wheel, its results are always closed, and a test takes milliseconds.
(OpenSCAD would need a desktop's libraries, and a language of its own for the same numbers.)
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import cos, radians, sin

from manifold3d import CrossSection, Manifold

from tools.draw_boxes import BOXES, LEAN, Box

WALL, PLATE, LIP = 2.0, 3.0, 1.6  # of hoods and boxes; of the face; around what it holds
PLAY = 0.4  # between a part and its place: printers are not exact
FLANGE = 6.0  # that a hood is glued on by
CABLE = 10.0  # a hole for it
BED = (220.0, 220.0)
THINNEST = 1.2  # three lines of a usual nozzle

PANEL = (35.6, 33.7, 3.2)  # a 1.3-inch module, with its glass
HAND_BOX = (60.0, 50.0, 20.0)  # of the private screen
LEDS, PITCH, LATTICE, DIFFUSER = (5, 6), (16.7, 17.0), 12.0, 1.2  # lattice: height; diffuser: thickness
STRIP = (10.0, 3.0)  # width and height of a row of LEDs

Size = tuple[float, float, float]


@dataclass(frozen=True)
class Printed:
    """A part to print, and how many of them a seat needs."""

    name: str
    solid: Manifold
    count: int = 1


@dataclass(frozen=True)
class Bought:
    """A part of the parts list in its place, as a block, and the printed parts around it."""

    name: str
    block: Manifold
    around: tuple[Manifold, ...]


def block(size: Size, at: Size = (0, 0, 0)) -> Manifold:
    """Its middle is above this point; its lower side is at this height."""
    return Manifold.cube(size).translate((at[0] - size[0] / 2, at[1] - size[1] / 2, at[2]))


def ring(inside: tuple[float, float], wall: float, height: float, bottom: float) -> Manifold:
    outside = block((inside[0] + 2 * wall, inside[1] + 2 * wall, height), (0, 0, bottom))
    return outside - block((*inside, height + 2), (0, 0, bottom - 1))


# ── a face, with what it holds behind it ─────────────────────────────────────────────────────────


def place_behind(box: Box) -> tuple[float, float]:
    """What the lip on the back of a face is made for: a panel, or the lattice of a grid and its diffuser."""
    return PANEL[:2] if box.name == "box-oled" else lattice_size()


def face(box: Box) -> Manifold:
    """It lies on its front."""
    width, height = box.face
    held = place_behind(box)
    plate = block((width, height, PLATE)) - block((*box.window, PLATE + 2), (0, 0, -1))
    return plate + ring((held[0] + PLAY, held[1] + PLAY), LIP, 5.0, PLATE)


def hood(box: Box) -> Manifold:
    """Two sides and a top, on a flange. It stands on the flange, so that nothing hangs over."""
    width, height = box.hood
    outside = block((width + 2 * WALL, height + WALL, box.depth), (0, WALL / 2, 0))
    flange = block((width + 2 * WALL + 2 * FLANGE, height + WALL + FLANGE, WALL), (0, (WALL + FLANGE) / 2, 0))
    return outside + flange - block((width, height + 2, box.depth + 2), (0, -1, -1))


def wedge(box: Box) -> CrossSection:
    """A box from the side: the face leans back on the left."""
    height = box.face[1]
    back, top = round(height * 0.7), (height * sin(radians(LEAN)), height * cos(radians(LEAN)))
    return CrossSection([[(0, 0), (back, 0), top]])


def stand(box: Box) -> Manifold:
    """The box behind a face. It is open where the face is glued on, blunt on top, and has a hole for the cable."""
    width, outline, lean = box.face[0], wedge(box), radians(LEAN)
    inside = outline.offset(-WALL)
    hollow = CrossSection.batch_hull([inside, inside.translate((-9 * WALL * cos(lean), 9 * WALL * sin(lean)))])
    walls = Manifold.extrude(outline, width) - Manifold.extrude(hollow, width - 2 * WALL).translate((0, 0, WALL))
    upright = walls.rotate((90, 0, 0)).translate((0, width / 2, 0))
    hole = (
        Manifold.cylinder(2 * box.face[1], CABLE / 2).rotate((0, 90, 0)).translate((box.face[1] * 0.3, 0, CABLE + WALL))
    )
    blunt = box.face[1] * cos(lean) - 2 * WALL
    return (upright - hole).trim_by_plane((0, 0, -1), -blunt)


# ── a grid's own parts ───────────────────────────────────────────────────────────────────────────


def lattice_size() -> tuple[float, float]:
    return (LEDS[0] * PITCH[0] + THINNEST, LEDS[1] * PITCH[1] + THINNEST)


def lattice() -> Manifold:
    """A cell for each LED, so that the colours do not mix. The strips lie behind it, in notches."""
    whole = block((*lattice_size(), LATTICE))
    for x, y in _cells():
        whole -= block((PITCH[0] - THINNEST, PITCH[1] - THINNEST, LATTICE + 2), (x, y, -1))
    for row in range(LEDS[1]):
        y = (row - (LEDS[1] - 1) / 2) * PITCH[1]
        whole -= block((lattice_size()[0] + 2, STRIP[0] + PLAY, STRIP[1] + 1), (0, y, LATTICE - STRIP[1]))
    return whole


def _cells() -> Iterator[tuple[float, float]]:
    for column in range(LEDS[0]):
        for row in range(LEDS[1]):
            yield (column - (LEDS[0] - 1) / 2) * PITCH[0], (row - (LEDS[1] - 1) / 2) * PITCH[1]


def diffuser() -> Manifold:
    """To print in white. It lies between the window and the lattice."""
    return block((*lattice_size(), DIFFUSER))


# ── the private screen ───────────────────────────────────────────────────────────────────────────


def hand_box() -> Manifold:
    """It lies on its front, with a window; the lid closes its back."""
    width, height, deep = HAND_BOX
    window = next(box.window for box in BOXES if box.name == "box-oled")
    shell = block((width, height, deep)) - block((width - 2 * WALL, height - 2 * WALL, deep), (0, 0, WALL))
    shell -= block((*window, WALL + 2), (0, 0, -1))
    shell += ring((PANEL[0] + PLAY, PANEL[1] + PLAY), LIP, 4.0, WALL)
    return shell - block((CABLE, WALL + 2, CABLE / 2), (0, height / 2 - WALL / 2, deep - CABLE / 2))


def hand_lid() -> Manifold:
    width, height, _ = HAND_BOX
    inner = (width - 2 * WALL - PLAY, height - 2 * WALL - PLAY)
    return block((width, height, WALL)) + ring((inner[0] - 2 * LIP, inner[1] - 2 * LIP), LIP, 3.0, WALL)


# ── all of them ──────────────────────────────────────────────────────────────────────────────────

GRID_ONLY: dict[str, Callable[[], Manifold]] = {"lattice": lattice, "diffuser": diffuser}


def printed() -> Iterator[Printed]:
    for box in BOXES:
        for name, make in (("face", face), ("hood", hood), ("stand", stand)):
            yield Printed(f"{box.name}-{name}", make(box))
        if box.name == "box-grid":
            yield from (Printed(f"{box.name}-{name}", make()) for name, make in GRID_ONLY.items())
    yield Printed("private-box", hand_box())
    yield Printed("private-lid", hand_lid())


def bought() -> Iterator[Bought]:
    """What must fit, where it goes."""
    oled, grid = BOXES
    yield Bought("panel", block(PANEL, (0, 0, PLATE)), (face(oled),))
    held, shell, lid = block(PANEL, (0, 0, WALL)), hand_box(), hand_lid().rotate((180, 0, 0))
    yield Bought("private screen", held, (shell, lid.translate((0, 0, HAND_BOX[2] + WALL))))
    sheet, cells = diffuser().translate((0, 0, PLATE)), lattice().translate((0, 0, PLATE + DIFFUSER))
    yield Bought("diffuser", sheet, (face(grid), cells))
    yield Bought("lattice", cells, (face(grid), sheet))
    for row in range(LEDS[1]):
        y, behind = (row - (LEDS[1] - 1) / 2) * PITCH[1], PLATE + DIFFUSER + LATTICE - STRIP[1]
        strip = block((lattice_size()[0] - PLAY, *STRIP), (0, y, behind))
        yield Bought(f"row {row + 1} of LEDs", strip, (face(grid), cells, sheet))
    board = Manifold.cube((28, 55, 13))  # an ESP32 board, on the floor of the box
    yield Bought("ESP32 board", board.translate((14, -27.5, WALL)), (stand(grid),))
