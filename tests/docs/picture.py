"""A picture as a test reads it: the words in each part, the pins, and which wires join which pins."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from xml.etree import ElementTree as ET

from tests.docs.pages import GUIDE

SVG = "{http://www.w3.org/2000/svg}"


@dataclass(frozen=True)
class Wire:
    start: str
    end: str
    net: str
    points: tuple[tuple[float, float], ...]


class Picture:
    """A committed drawing of the guide, by its name."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.root = ET.fromstring((GUIDE / "pictures" / f"{name}.svg").read_text(encoding="utf-8"))

    @cached_property
    def size(self) -> tuple[float, float]:
        _, _, width, height = (float(number) for number in self.root.attrib["viewBox"].split())
        return width, height

    @cached_property
    def parts(self) -> dict[str, list[str]]:
        """The lines that are written in each part."""
        groups = (group for group in self.root.iter(f"{SVG}g") if "id" in group.attrib)
        return {group.attrib["id"]: [text.text or "" for text in group.iter(f"{SVG}text")] for group in groups}

    @cached_property
    def pins(self) -> dict[str, tuple[float, float]]:
        circles = (circle for circle in self.root.iter(f"{SVG}circle") if "id" in circle.attrib)
        return {circle.attrib["id"]: (float(circle.attrib["cx"]), float(circle.attrib["cy"])) for circle in circles}

    @cached_property
    def wires(self) -> list[Wire]:
        found = []
        for path in self.root.iter(f"{SVG}path"):
            if "data-from" in path.attrib:
                numbers = [float(number) for number in re.findall(r"-?[\d.]+", path.attrib["d"])]
                points = tuple(zip(numbers[::2], numbers[1::2], strict=True))
                about = path.attrib
                found.append(Wire(about["data-from"], about["data-to"], about["data-net"], points))
        return found

    @cached_property
    def joined(self) -> list[frozenset[str]]:
        """The pins that wires join, set by set."""
        together: dict[str, set[str]] = {pin: {pin} for pin in self.pins}
        for wire in self.wires:
            both = together[wire.start] | together[wire.end]
            for pin in both:
                together[pin] = both
        return list({frozenset(pins) for pins in together.values()})

    def with_pin(self, pin: str) -> frozenset[str]:
        """Everything that is joined to this pin by wires, itself included, without the joints of rails."""
        [found] = [pins for pins in self.joined if pin in pins]
        return frozenset(each for each in found if not is_joint(each))

    def texts(self) -> Iterator[tuple[str, float, float, float, str, bool]]:
        """Every word that is not turned: the text, where it stands, its size, its anchor, whether it is bold."""
        for text in self.root.iter(f"{SVG}text"):
            at = text.attrib
            if "transform" not in at:
                bold, anchor = at.get("font-weight") == "bold", at.get("text-anchor", "start")
                yield text.text or "", float(at["x"]), float(at["y"]), float(at["font-size"]), anchor, bold


def is_joint(pin: str) -> bool:
    """Joints are numbered along their rail; so are the places of the Pi's header, which are none."""
    return pin.rsplit(".", 1)[-1].isdigit() and not pin.startswith("pi.")
