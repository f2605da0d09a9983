"""The look that all pages share: letters can be read on every tile, and the marks differ for everybody's eyes."""

import re
from itertools import combinations

import pytest

from firmware_host.web.app import FILES

CSS = FILES["styles/look.css"][0].decode()
READABLE = 4.5  # contrast of text, as WCAG asks
APART = 0.12  # in OKLab, where 0.02 is just noticeable
MOST_BYTES = 200_000  # of all files that a browser can be sent
LIGHT, DARK, NIGHT, ORANGE = ":root", "@media (prefers-color-scheme: dark)", ".night", ".orange-blue"
SCHEMES = {
    "light": (LIGHT,),
    "dark": (LIGHT, DARK),
    "night": (LIGHT, NIGHT),
    "light, orange and blue": (LIGHT, ORANGE),
    "dark, orange and blue": (LIGHT, DARK, ORANGE),
    "night, orange and blue": (LIGHT, NIGHT, ORANGE),
}
TEXTS = (
    ("ink", "paper"), ("ink", "card"), ("soft", "paper"), ("soft", "card"), ("on-accent", "accent"), ("warn", "paper"),
    ("on-in-place", "in-place"), ("on-elsewhere", "elsewhere"), ("on-absent", "absent"), ("ink", "key"),
)  # fmt: skip
MARKS = ("in-place", "elsewhere", "absent")
# How people see who lack one kind of cone: Machado, Oliveira and Fernandes (2009), at full severity, for linear light.
EYES = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}
Light = tuple[float, float, float]  # linear red, green and blue


def colours(scheme: str) -> dict[str, Light]:
    found: dict[str, Light] = {}
    for begins in SCHEMES[scheme]:
        block = CSS[CSS.index(f"\n{begins}") :].partition("}")[0]
        found |= {name: linear(colour) for name, colour in re.findall(r"--([\w-]+): (#[0-9a-f]{3,6})\b", block)}
    return found


def linear(colour: str) -> Light:
    digits = colour[1:] if len(colour) == 7 else "".join(digit * 2 for digit in colour[1:])
    red, green, blue = (int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4))
    return _linear(red), _linear(green), _linear(blue)


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def contrast(one: Light, other: Light) -> float:
    bright = sorted(0.2126 * red + 0.7152 * green + 0.0722 * blue for red, green, blue in (one, other))
    return (bright[1] + 0.05) / (bright[0] + 0.05)


def seen(eye: str, colour: Light) -> Light:
    red, green, blue = (max(0.0, sum(k * part for k, part in zip(row, colour, strict=True))) for row in EYES[eye])
    return red, green, blue


def oklab(colour: Light) -> Light:
    red, green, blue = colour
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    middle = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short,
    )


def distance(one: Light, other: Light) -> float:
    return float(sum((a - b) ** 2 for a, b in zip(oklab(one), oklab(other), strict=True)) ** 0.5)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_text_can_be_read(scheme: str) -> None:
    found = colours(scheme)
    weak = {pair: contrast(found[pair[0]], found[pair[1]]) for pair in TEXTS}
    assert {pair: round(ratio, 2) for pair, ratio in weak.items() if ratio < READABLE} == {}


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_marks_differ_for_everybody(scheme: str, eye: str) -> None:
    found = colours(scheme)
    apart = {pair: distance(seen(eye, found[pair[0]]), seen(eye, found[pair[1]])) for pair in combinations(MARKS, 2)}
    print(scheme, eye, {pair: round(far, 2) for pair, far in apart.items()})
    assert {pair: round(far, 3) for pair, far in apart.items() if far < APART} == {}


def test_all_that_a_browser_can_be_sent_is_small() -> None:
    assert sum(len(content) for content, _ in FILES.values()) < MOST_BYTES
