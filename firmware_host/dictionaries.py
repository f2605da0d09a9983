"""Finds and reads dictionary files: the shipped ones by name, others by path. `rules.words` makes sense of them."""

from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from firmware_host.rules.words import Dictionary, Mistake, WordsError, read_dictionary

SUFFIX = ".words"
MOST_SHOWN = 12  # mistakes of one file; after that, how many more


class DictionaryError(Exception):
    """A dictionary that is not there or cannot be read; its sentences say where and what to do."""


def names() -> tuple[str, ...]:
    """The dictionaries that wordtable brings along."""
    return tuple(sorted(f.name.removesuffix(SUFFIX) for f in _shipped().iterdir() if f.name.endswith(SUFFIX)))


def load(name_or_path: str) -> Dictionary:
    """The dictionary of that name, or of the file at that path. Read once; a file is read again when it has changed."""
    if name_or_path in names():
        return _load_shipped(name_or_path)
    path = Path(name_or_path).expanduser()
    if path.name == name_or_path and "." not in name_or_path:
        raise DictionaryError(_no_such_name(name_or_path))
    try:
        state = path.stat()
        return _load_file(name_or_path, path, state.st_mtime_ns, state.st_size)
    except FileNotFoundError:
        raise DictionaryError(f"{name_or_path}: there is no such file. Is the path right?") from None
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise DictionaryError(
            f"{name_or_path}: cannot be read ({why}). Is it a file that this user may read?"
        ) from None


@cache
def _load_shipped(name: str) -> Dictionary:
    file = _shipped() / (name + SUFFIX)
    return _parse(name, file.name, file.read_bytes())


@cache
def _load_file(name: str, path: Path, _changed: int, _size: int) -> Dictionary:
    return _parse(name, name, path.read_bytes())


def _shipped() -> Traversable:
    return files("firmware_host") / "data"


def _parse(name: str, where: str, content: bytes) -> Dictionary:
    try:
        return read_dictionary(name, content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise DictionaryError(f"{where}:{line}: this is not UTF-8 text. Save the file as UTF-8.") from None
    except WordsError as error:
        raise DictionaryError(_all_at_once(where, error.mistakes)) from None


def _all_at_once(where: str, mistakes: tuple[Mistake, ...]) -> str:
    lines = [f"{where}:{mistake.line}: {mistake.say}" for mistake in mistakes[:MOST_SHOWN]]
    if len(mistakes) > MOST_SHOWN:
        lines.append(f"{where}: and {len(mistakes) - MOST_SHOWN} more.")
    return "\n".join(lines)


def _no_such_name(name: str) -> str:
    near = get_close_matches(name, names(), 1)
    hint = f"Did you mean «{near[0]}»?" if near else f"There is {', '.join(names())}."
    return f"There is no dictionary «{name}». {hint} For a file of your own give its path, such as ./{name}{SUFFIX}."
