"""What the install asks of apt and of PyPI is what the project needs: every library of pyproject.toml, and as new."""

import re
import tomllib
from collections.abc import Iterable
from importlib.metadata import Distribution, PackageNotFoundError
from pathlib import Path

import pytest
from pip._vendor.packaging.requirements import Requirement
from pip._vendor.packaging.utils import canonicalize_name

from tools.missing_libraries import NotLocked, lines, locked, missing

CLONE = Path(__file__).parents[2]
NAMES = {"pillow": "pil", "pyserial": "serial"}  # where Debian calls a library by another name
BROUGHT_ALONG = {"python3-smbus2", "python3-spidev"}  # by luma, which is not ours to count on


def required() -> dict[str, str]:
    """Debian's name of each library, and the oldest version that will do."""
    project = tomllib.loads((CLONE / "pyproject.toml").read_text())["project"]
    floors = {}
    for line in (*project["dependencies"], *project["optional-dependencies"]["web"]):
        found = re.match(r"([\w.-]+)>=([\w.]+)", line)
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


# ── from PyPI ────────────────────────────────────────────────────────────────────────────────────

LOCK = (CLONE / "tools" / "libraries.lock").read_text()


def wanted() -> list[str]:
    project = tomllib.loads((CLONE / "pyproject.toml").read_text())["project"]
    return [*project["dependencies"], *project["optional-dependencies"]["web"]]


class Library(Distribution):
    """A library that somebody has installed."""

    def __init__(self, name: str, version: str, requires: Iterable[str] = ()) -> None:
        self._text = f"Name: {name}\nVersion: {version}\n" + "".join(f"Requires-Dist: {each}\n" for each in requires)

    def read_text(self, filename: str) -> str | None:
        return self._text if filename == "METADATA" else None

    def locate_file(self, path: object) -> Path:
        raise AssertionError(f"nobody looks for {path}")


def having(*libraries: Library) -> dict[str, Library]:
    return {library.metadata["Name"]: library for library in libraries}


def found_in(here: dict[str, Library], *needed: str) -> list[str]:
    def find(name: str) -> Library:
        if name not in here:
            raise PackageNotFoundError(name)
        return here[name]

    return sorted(missing(needed, find))


def test_every_library_can_be_fetched_in_a_version_that_will_do() -> None:
    entries = locked(LOCK)
    for requirement in map(Requirement, wanted()):
        version = entries[canonicalize_name(requirement.name)].split("==")[1].split()[0]
        assert requirement.specifier.contains(version), requirement


def test_every_file_that_may_be_fetched_has_its_hash() -> None:
    assert all(re.search(r"--hash=sha256:[0-9a-f]{64}\n$", entry) for entry in locked(LOCK).values())
    assert len(locked(LOCK)) == LOCK.count("==")


def test_the_installer_fetches_nothing_else() -> None:
    script = (CLONE / "tools" / "install.sh").read_text()
    fetching = [line for line in script.splitlines() if re.search(r'(\$@"|pip\[@\]\}") install', line)]
    assert len(fetching) == 2
    assert all("--no-deps" in line for line in fetching)
    assert all("--require-hashes" in line or "--force-reinstall" in line for line in fetching)  # the latter is ours


def test_what_is_here_and_new_enough_is_not_fetched() -> None:
    assert found_in(having(Library("evdev", "1.6.1")), "evdev>=1.6.1") == []


def test_what_is_too_old_is_fetched() -> None:
    assert found_in(having(Library("gpiozero", "1.6.2")), "gpiozero>=2.0") == ["gpiozero"]


def test_what_a_library_needs_is_fetched_too() -> None:
    here = having(Library("gpiozero", "2.0.1", ["colorzero", "pin-maker; extra == 'doc'"]))
    assert found_in(here, "gpiozero>=2.0") == ["colorzero"]


def test_what_this_computer_does_not_need_is_not_fetched() -> None:
    assert found_in({}, "evdev>=1.6.1; python_version < '3'") == []


def test_what_is_not_in_the_lock_is_told() -> None:
    with pytest.raises(NotLocked, match="unheard-of"):
        list(lines(LOCK, ["unheard-of>=1"]))
