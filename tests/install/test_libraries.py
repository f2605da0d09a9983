"""What the install asks of apt is what the project needs: every library of pyproject.toml, and as new."""

import re
import tomllib
from pathlib import Path

CLONE = Path(__file__).parents[2]
NAMES = {"pillow": "pil", "pyserial": "serial"}  # where Debian calls a library by another name
BROUGHT_ALONG = {"python3-smbus2", "python3-spidev"}  # by luma, which is not ours to count on


def required() -> dict[str, str]:
    """Debian's name of each library, and the oldest version that will do."""
    project = tomllib.loads((CLONE / "pyproject.toml").read_text())["project"]
    floors = {}
    for line in (*project["dependencies"], *project["optional-dependencies"]["web"]):
        found = re.match(r"([\w.-]+)>=([\d.]+)", line)
        assert found is not None, line
        floors[f"python3-{NAMES.get(found[1], found[1])}"] = found[2]
    return floors


def asked_of_apt() -> dict[str, str]:
    said = (CLONE / "tools" / "install.sh").read_text().partition("LIBRARIES=(")[2].partition("\n)")[0]
    return dict(re.findall(r'"(\S+) (\S+)"', said))


def test_apt_is_asked_for_every_library_and_for_nothing_too_old() -> None:
    asked = asked_of_apt()
    assert {name: floor for name, floor in asked.items() if name not in BROUGHT_ALONG} == required()


def test_what_luma_brings_along_is_asked_for_by_name() -> None:
    assert asked_of_apt().keys() >= BROUGHT_ALONG
