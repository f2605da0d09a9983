"""Parts of the working tree for a guest, compiled beforehand – there it takes twenty times as long – and packed."""

import compileall
import py_compile
import shutil
from collections.abc import Iterable
from pathlib import Path

from tools.initramfs import Archive

ROOT = Path(__file__).parents[2]


def copy_compiled(names: Iterable[str], into: Path, guests_root: Path) -> None:
    """Folders and files of the project, at the same places below `into`, which is somewhere in the guest's root."""
    for name in names:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, into / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            (into / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, into / name)
    # A guest with another Python ignores the bytes.
    unchecked = py_compile.PycInvalidationMode.UNCHECKED_HASH
    compileall.compile_dir(into, quiet=2, stripdir=guests_root, invalidation_mode=unchecked)


def packed(guests_root: Path) -> Archive:
    archive = Archive()
    for path in sorted(guests_root.rglob("*")):
        archive.add_path(str(path.relative_to(guests_root)), path)
    return archive
