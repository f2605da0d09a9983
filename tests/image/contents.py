"""Reads a card's image without a loop device or a mount: what lies on its partitions, and who may read it."""

import re
import subprocess
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.image.raspberry import partitions, tool

ROOT = Path(__file__).parents[2]
LINE = re.compile(r"^(\S{10}) +(\d+)/(\d+) +\S+ \S+ \S+ squashfs-root(/\S*)?(?: -> (.*))?$")


class Entry(NamedTuple):
    mode: str  # as ls writes it
    owner: int
    group: int
    link: str


@cache
def image() -> Path:
    found = sorted((ROOT / "dist").glob("wordtable_*_arm64.img"))
    assert found, "there is no image. Run: sudo make image"
    return found[-1]


@cache
def root_files() -> dict[str, Entry]:
    """Everything on the root partition, by its path."""
    said = _unsquashfs("-lln", str(image()))
    found = (LINE.match(line) for line in said.decode(errors="replace").splitlines())
    return {each[4] or "/": Entry(each[1], int(each[2]), int(each[3]), each[5] or "") for each in found if each}


@cache
def root_file(path: str) -> bytes:
    return _unsquashfs("-cat", str(image()), path.lstrip("/"))


def _unsquashfs(*arguments: str) -> bytes:
    offset = partitions(image())[1].start
    command = [tool("unsquashfs"), "-o", str(offset), *arguments]
    return subprocess.run(command, check=True, capture_output=True).stdout


@cache
def data_partition(folder: Path) -> Path:
    """The third partition as a file of its own."""
    part = partitions(image())[2]
    file = folder / "data.ext4"
    with image().open("rb") as card:
        card.seek(part.start)
        file.write_bytes(card.read(part.size))
    return file


def data_files(data: Path) -> set[str]:
    return set(_walk(data, "/"))


def _walk(data: Path, folder: str) -> list[str]:
    said = subprocess.run(
        [tool("debugfs"), "-R", f'ls -p "{folder}"', data], check=True, capture_output=True, text=True
    )
    found = []
    for line in said.stdout.splitlines():
        _, _inode, mode, _owner, _group, name, *_ = line.split("/") if line.startswith("/") else [""] * 6
        if name in ("", ".", "..", "lost+found"):
            continue
        path = f"{folder.rstrip('/')}/{name}"
        found.append(path)
        if mode.startswith("04"):
            found += _walk(data, path)
    return found
