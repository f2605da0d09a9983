"""What other packages bring to a table: games and devices, found through their entry points."""

import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


def entry_points(group: str) -> "list[EntryPoint]":
    """In the order of their names. Python's own search is loaded only if there is something to find: it is slow."""
    if not any(f"[{group}]" in listed for listed in _lists()):
        return []
    from importlib import metadata

    return sorted(metadata.entry_points(group=group), key=lambda entry: entry.name)


def _lists() -> Iterator[str]:
    for folder in sys.path:
        for file in Path(folder or ".").glob("*.*-info/entry_points.txt"):
            with suppress(OSError, UnicodeDecodeError):
                yield file.read_text(encoding="utf-8")
