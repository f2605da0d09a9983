"""The boxes to print: closed, small enough for a bed, thick enough to print, and everything has room in them."""

from pathlib import Path

import pytest

from tools.boxes.solids import BED, THINNEST, Bought, Printed, bought, printed
from tools.boxes.stl import extent, is_closed, read, thinnest, triangles, write
from tools.draw_boxes import BOXES, Box


def named(name: str) -> Printed:
    return next(part for part in printed() if part.name == name)


@pytest.fixture(params=[part.name for part in printed()])
def part(request: pytest.FixtureRequest) -> Printed:
    return named(request.param)


@pytest.fixture(params=[thing.name for thing in bought()])
def thing(request: pytest.FixtureRequest) -> Bought:
    return next(each for each in bought() if each.name == request.param)


def test_a_written_part_is_closed(part: Printed, tmp_path: Path) -> None:
    write(part.solid, tmp_path / "part.stl")
    assert is_closed(read(tmp_path / "part.stl"))


def test_a_part_with_a_hole_in_its_skin_would_be_noticed() -> None:
    assert not is_closed(triangles(next(printed()).solid)[1:])


def test_a_part_is_in_one_piece(part: Printed) -> None:
    assert len(part.solid.decompose()) == 1


def test_a_part_fits_on_the_bed_and_lies_on_it(part: Printed) -> None:
    width, depth, _ = extent(triangles(part.solid))
    assert width <= BED[0]
    assert depth <= BED[1]
    assert triangles(part.solid)[:, :, 2].min() == pytest.approx(0)


def test_no_wall_is_too_thin_to_print(part: Printed) -> None:
    assert thinnest(part.solid) >= THINNEST - 1e-6


def test_every_part_of_the_list_has_room(thing: Bought) -> None:
    assert [(thing.block ^ around).volume() for around in thing.around] == [pytest.approx(0)] * len(thing.around)


def test_a_part_in_the_wrong_place_would_be_noticed() -> None:
    panel = next(bought())
    assert (panel.block.translate((3, 0, 0)) ^ panel.around[0]).volume() > 1


@pytest.mark.parametrize("box", BOXES, ids=lambda box: box.name)
def test_a_printed_face_has_the_measures_of_the_drawing(box: Box) -> None:
    width, height, _ = extent(triangles(named(f"{box.name}-face").solid))
    assert (width, height) == pytest.approx(box.face)
