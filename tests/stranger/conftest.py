"""A package from outside, installed as anybody would install it, for as long as a test lasts."""

import importlib
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_host.games import registry

HERE = Path(__file__).parent


def install(source: Path, folder: Path) -> Path:
    """Builds a package and puts it into a folder of its own, without a network."""
    copy, target = folder / "source", folder / "installed"
    shutil.copytree(source, copy, ignore=shutil.ignore_patterns("__pycache__"))
    alone = (
        "--no-index",
        "--no-deps",
        "--no-build-isolation",
        "--no-compile",
        "--quiet",
        "--disable-pip-version-check",
    )
    subprocess.run([sys.executable, "-m", "pip", "install", *alone, "--target", target, copy], check=True)
    return target


@pytest.fixture(scope="session")
def installed_game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install(HERE / "game", tmp_path_factory.mktemp("game"))


@pytest.fixture
def between(installed_game: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The name of the stranger's game, which the console knows now."""
    monkeypatch.syspath_prepend(str(installed_game))
    importlib.invalidate_caches()
    registry.games.cache_clear()
    yield "between"
    registry.games.cache_clear()
