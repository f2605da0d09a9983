"""The house stands: rules touch nothing, the console imports no driver, hardware knows no rules."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PURE = {
    "collections", "contextlib", "dataclasses", "difflib", "enum", "functools", "hashlib", "itertools", "json", "math",
    "operator", "random", "re", "string", "typing", "unicodedata",
}  # fmt: skip
DRIVERS = {"RPi", "dbus_fast", "evdev", "gpiozero", "lgpio", "luma", "pyudev", "serial", "smbus2", "spidev"}
# Where the two halves of the house meet: the command line opens a table from a config.
MEETING_PLACES = {"firmware_host/cli.py"}


def imports(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: import from the package's root, so that layers can be read off"
            yield node.module or ""


def files(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


def name(file: Path) -> str:
    return str(file.relative_to(ROOT))


@pytest.mark.parametrize("file", files("firmware_host/rules"), ids=name)
def test_rules_touch_nothing(file: Path) -> None:
    allowed = {f"firmware_host.rules.{module.stem}" for module in files("firmware_host/rules")} | {
        "firmware_host.rules"
    }
    strangers = {module for module in imports(file) if module not in allowed and module.split(".")[0] not in PURE}
    assert not strangers


@pytest.mark.parametrize("file", files("firmware_host/rules"), ids=name)
def test_rules_use_no_chance_but_the_games_own(file: Path) -> None:
    """`random.Random` is passed about; the module's own functions share a state with everybody and are never called."""
    shared = {
        node.attr
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "random"
    }
    assert shared <= {"Random"}


@pytest.mark.parametrize("file", files("firmware_host"), ids=name)
def test_the_console_imports_no_driver(file: Path) -> None:
    assert not {module.split(".")[0] for module in imports(file)} & DRIVERS
    if name(file) not in MEETING_PLACES:
        assert not {module for module in imports(file) if module.startswith("hardware.drivers")}


@pytest.mark.parametrize("file", files("hardware"), ids=name)
def test_hardware_knows_no_rules(file: Path) -> None:
    assert not {module for module in imports(file) if module.startswith("firmware_host")}
