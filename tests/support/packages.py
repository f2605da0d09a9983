"""Packages of newer versions, as an update finds them."""

import shutil
import subprocess
from pathlib import Path

from firmware_host import __version__

ROOT = Path(__file__).parents[2]
CONTROL = """Package: wordtable
Version: {version}
Architecture: all
Maintainer: Us <us@us.example>
Description: a test
"""


def program_of(tree: Path, version: str) -> Path:
    """Where a package's tree has the program."""
    return tree / "usr" / "lib" / "wordtable" / version


def put_whole_program(tree: Path, version: str) -> Path:
    """This program, which says that it is that version."""
    program = program_of(tree, version)
    for part in ("firmware_host", "hardware"):
        shutil.copytree(ROOT / part, program / part, ignore=shutil.ignore_patterns("__pycache__"))
    own = program / "firmware_host" / "__init__.py"
    own.write_text(own.read_text().replace(__version__, version))
    return program


def pack(tree: Path, version: str, folder: Path) -> Path:
    (tree / "DEBIAN").mkdir()
    (tree / "DEBIAN" / "control").write_text(CONTROL.format(version=version))
    file = folder / f"wordtable_{version}_all.deb"
    subprocess.run(["dpkg-deb", "--build", "-z0", tree, file], check=True, capture_output=True)
    return file
