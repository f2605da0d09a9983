"""Prints the lines of a lock file for the libraries that wordtable needs and this environment does not have.

`python missing_libraries.py LOCK REQUIREMENT…`. It looks at everything that is needed by what is here, too. Used by
install.sh, with nothing but the pip of a new environment.
"""

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from pip._vendor.packaging.requirements import Requirement
from pip._vendor.packaging.utils import canonicalize_name

Find = Callable[[str], Distribution]


class NotLocked(Exception):
    """A library is needed that the lock file does not have."""


def missing(wanted: Iterable[str], find: Find = distribution) -> Iterator[str]:
    """The names of all libraries that are needed for these and are not here, or too old."""
    todo = [Requirement(each) for each in wanted]
    seen: set[str] = set()
    while todo:
        needed = todo.pop()
        name = canonicalize_name(needed.name)
        if needed.marker is not None and not needed.marker.evaluate({"extra": ""}):
            continue
        try:
            here = find(needed.name)
        except PackageNotFoundError:
            yield name
            continue
        if not needed.specifier.contains(here.version, prereleases=True):
            yield name
        elif name not in seen:
            seen.add(name)
            todo += [Requirement(each) for each in here.requires or ()]


def locked(lock: str) -> dict[str, str]:
    """The lines of each library in a lock file."""
    entries = re.findall(r"^([\w.-]+)(==(?:.*\\\n)*.*\n)", lock, re.MULTILINE)
    return {canonicalize_name(name): name + rest for name, rest in entries}


def lines(lock: str, wanted: Iterable[str], find: Find = distribution) -> Iterator[str]:
    entries = locked(lock)
    for name in sorted(set(missing(wanted, find))):
        if name not in entries:
            raise NotLocked(f"{name} is needed, but tools/libraries.lock does not have it. Run `make lock`.")
        yield entries[name]


if __name__ == "__main__":
    try:
        sys.stdout.writelines(lines(Path(sys.argv[1]).read_text(encoding="utf-8"), sys.argv[2:]))
    except NotLocked as sorry:
        sys.exit(str(sorry))
