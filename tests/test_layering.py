"""Who may import what: rules touch nothing, the console imports no driver, hardware knows no rules."""

import ast
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PURE = {
    "collections", "contextlib", "dataclasses", "difflib", "enum", "functools", "hashlib", "itertools", "json", "math",
    "operator", "random", "re", "string", "typing", "unicodedata",
}  # fmt: skip
DRIVERS = {"RPi", "dbus_fast", "evdev", "gpiozero", "luma", "pyudev", "serial", "smbus2", "spidev"}
SHARED = ("firmware_host.frozen", "firmware_host.texts")  # by both halves: how types are made, and sentences
ABOUT_GAMES = ("firmware_host.games", "firmware_host.bots", "firmware_host.session", *SHARED)


@cache
def parsed(file: Path) -> ast.Module:
    return ast.parse(file.read_text())


def imports(file: Path, *wanted: str) -> Iterator[str]:
    """What it imports anywhere. If only some are `wanted`, a file that names none of them need not be parsed."""
    if wanted and not any(module in file.read_text() for module in wanted):
        return
    for node in ast.walk(parsed(file)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: import from the package's root, so that layers can be read off"
            yield node.module or ""


def files(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


GAMES = [file for file in files("firmware_host/games") if file.name != "registry.py"]  # which looks for them


def breaking(files: list[Path], wrong: Callable[[Path], Iterable[str]]) -> dict[str, set[str]]:
    """Which of these files have something wrong with them, and what."""
    found = {str(file.relative_to(ROOT)): set(wrong(file)) for file in files}
    return {name: what for name, what in found.items() if what}


def test_games_touch_nothing() -> None:
    """Neither a file nor a clock nor a device: a game is made of games/, and of what computers share."""

    def strangers(file: Path) -> Iterator[str]:
        for module in imports(file):
            if module.split(".")[0] not in PURE and not module.startswith(ABOUT_GAMES):
                yield module

    assert breaking(GAMES, strangers) == {}


def test_games_use_no_chance_but_the_games_own() -> None:
    """`random.Random` is passed about; the module's own functions share a state with everybody and are never called."""

    def shared_chance(file: Path) -> Iterator[str]:
        for node in ast.walk(parsed(file)):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "random":
                yield node.attr

    assert breaking(GAMES, lambda file: set(shared_chance(file)) - {"Random"}) == {}


def test_the_console_imports_no_driver() -> None:
    def drivers(file: Path) -> Iterator[str]:
        for module in imports(file, *DRIVERS, "hardware.kinds"):
            if module.split(".")[0] in DRIVERS or module.startswith("hardware.kinds"):
                yield module

    assert breaking(files("firmware_host"), drivers) == {}


def test_only_training_needs_numpy_and_pettingzoo() -> None:
    """They take seconds to import on a Pi, and nobody at a table needs them."""
    libraries = {"gymnasium", "numpy", "pettingzoo"}

    def for_training(file: Path) -> Iterator[str]:
        for module in imports(file, *libraries, "firmware_host.training"):
            if module.split(".")[0] in libraries or module.startswith("firmware_host.training"):
                yield module

    at_a_table = [file for file in files("firmware_host") if file.parent.name != "training"]
    assert breaking([*at_a_table, *files("hardware")], for_training) == {}


def test_hardware_knows_no_rules() -> None:
    """Of the other half it may import only what makes types and sentences."""

    def rules(file: Path) -> Iterator[str]:
        for module in imports(file, "firmware_host"):
            if module.startswith("firmware_host") and not module.startswith(SHARED):
                yield module

    assert breaking(files("hardware"), rules) == {}


def test_libraries_of_drivers_are_imported_when_a_device_is_opened() -> None:
    """Importing them takes a Pi seconds, and a table needs few of them. The pins' own classes are made of gpiozero's;
    their module is imported when a pin is used, as `test_a_table_of_grids_imports_no_luma` and its neighbours see."""

    def at_the_top(file: Path) -> Iterator[str]:
        for node in parsed(file).body:
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                yield node.module or ""

    def drivers(file: Path) -> set[str]:
        return {module for module in at_the_top(file) if module.split(".")[0] in DRIVERS}

    assert breaking(files("hardware"), drivers).keys() <= {"hardware/kinds/pins/factory.py"}


@pytest.mark.parametrize("planted", ["import evdev", "from firmware_host.games import registry"])
def test_what_breaks_a_layer_is_found(planted: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "planted.py"
    file.write_text(planted)
    monkeypatch.setattr(f"{__name__}.ROOT", tmp_path)
    assert breaking([file], imports) == {"planted.py": {planted.split()[1]}}
