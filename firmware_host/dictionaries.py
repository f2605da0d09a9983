"""Finds and reads dictionary files: the shipped ones by name, others by path. `games.shared.words` parses them.

A dictionary may be used with a list of the words to hide: `en:common`, or `en:words/animals.words`.
"""

import logging
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from firmware_host.frozen import frozen
from firmware_host.games.shared.words import (
    COMMON,
    FORMAT,
    WHY,
    Dictionary,
    Mistake,
    Verdict,
    WordsError,
    fold,
    read_dictionary,
    why,
)
from firmware_host.texts.errors import TextError
from firmware_host.texts.text import NOTHING, Text, all_of, lines, say, say_count, sentences, verbatim
from hardware.files import NotAFile, read_file

log = logging.getLogger(__name__)

SUFFIX = ".words"
HOUSE = "house"  # the list of what this table has allowed
BOX = "box"  # the list of what the dictionary marks as offered: the words that come in a game's box
GRADES: Mapping[str, int] = {"common": COMMON, "children": 2}  # lists by how common a word is
MOST_SHOWN = 12  # mistakes of one file; the rest are counted


class DictionaryError(TextError):
    """A dictionary that is missing or cannot be read; its text says where and what to do."""


@cache
def names() -> tuple[str, ...]:
    """The dictionaries that come with wordtable."""
    return tuple(sorted(f.name.removesuffix(SUFFIX) for f in _shipped().iterdir() if f.name.endswith(SUFFIX)))


def load(name_or_path: str) -> Dictionary:
    """The dictionary of that name, or of the file at that path. Read once; a file is read again when it has changed."""
    base, _, listed = name_or_path.partition(":")
    if listed:
        return _hiding(load(base), listed)
    if name_or_path in names():
        return _load_shipped(name_or_path)
    path = Path(name_or_path).expanduser()
    if path.name == name_or_path and "." not in name_or_path:
        raise DictionaryError(_no_such_name(name_or_path))
    try:
        state = path.stat()
        return _load_file(name_or_path, path, state.st_mtime_ns, state.st_size)
    except FileNotFoundError:
        raise DictionaryError(say("{file}: no such file. Is the path right?", file=name_or_path)) from None
    except NotAFile as sorry:
        raise DictionaryError(say("{file}: {problem}", file=name_or_path, problem=sorry.say)) from None
    except (OSError, ValueError) as error:
        reason = (error.strerror or "") if isinstance(error, OSError) else str(error)
        raise DictionaryError(
            say("{file}: cannot be read ({reason}). May this user read it?", file=name_or_path, reason=reason)
        ) from None


def check(name_or_path: str) -> None:
    """Complains about what cannot be loaded. What comes with wordtable need not be read for that."""
    base, _, listed = name_or_path.partition(":")
    if base not in names() or listed not in ("", HOUSE, BOX, *GRADES):
        load(name_or_path)


def _hiding(words: Dictionary, listed: str) -> Dictionary:
    """The dictionary with only the words of this list to hide. The table itself knows its house words."""
    if listed == HOUSE:
        return words
    if listed == BOX:
        return words.hiding(words.offered)
    return words.hiding(words.up_to_grade(GRADES[listed]) if listed in GRADES else load(listed).listed)


# ── lists for the lobby ──────────────────────────────────────────────────────────────────────────


@frozen
class WordList:
    """Words to hide, as the lobby offers them. `id` stands after the colon in a dictionary's name."""

    id: str
    name: Text
    about: Text


OUR_LISTS = (
    WordList("", say("all"), say("Hide any word")),
    WordList("common", say("common"), say("Hide only common words")),
    WordList("children", say("children's"), say("Hide words children know")),
    WordList(BOX, say("from the box"), say("Hide only words from the box")),
    WordList(HOUSE, say("house words"), say("Hide words you have added")),
)


def word_lists(folder: str) -> tuple[WordList, ...]:
    """Our own, and one for each file in the folder. A file that cannot be read is left out, and the log says why."""
    found = sorted(Path(folder).glob("*" + SUFFIX)) if folder else []
    return (*OUR_LISTS, *(made for file in found if (made := _word_list(file)) is not None))


def _word_list(file: Path) -> WordList | None:
    """Its first two comments are its name and the line about it."""
    try:
        load(str(file))
        text = read_file(file).decode("utf-8-sig")
    except (DictionaryError, OSError) as error:
        log.warning("The word list %s is left out: %s", file, error)
        return None
    comments = [line.lstrip("# ").strip() for line in text.splitlines() if line.startswith("#")]
    told = [line for line in comments if line and not line.startswith(FORMAT)]
    return WordList(str(file), verbatim(told[0] if told else file.stem), verbatim(told[1] if len(told) > 1 else ""))


# ── sentences about a word ───────────────────────────────────────────────────────────────────────


def explain(word: str, verdict: Verdict) -> Text:
    """A verdict as a sentence for a person."""
    word = fold(word) or "?"
    if not verdict.guess:
        refused = say("{word} {why}, so it may be neither guessed nor hidden.", word=word, why=WHY[why(verdict)])
        return sentences(refused, _advice(word, verdict))
    how = _HOW_COMMON[verdict.common]
    if not verdict.secret:
        return say(
            "{word} is {how}, a plural: it may be guessed; not every game lets you hide it.",
            word=word,
            how=how,
        )
    if verdict.rare:
        return say("{word} is {how}: it may be guessed and hidden, but few will know it.", word=word, how=how)
    return say("{word} is {how}: it may be guessed and hidden.", word=word, how=how)


def _advice(word: str, verdict: Verdict) -> Text:
    if verdict.why != "unknown":
        return NOTHING
    if not (word.isascii() and word.isalpha()):
        return say("Words may have only the letters A to Z.")
    if len(word) not in (4, 5):
        return say("The games are played with words of four or five letters.")
    return say("To allow it at your table, make it a house word.")


_HOW_COMMON = {
    1: say("a very common word"),
    2: say("a very common word"),
    3: say("a common word"),
    4: say("a common word"),
    5: say("a fairly common word"),
    6: say("a less common word"),
    7: say("an uncommon word"),
    8: say("a rare word"),
    9: say("a rare or unlisted word"),
}


# ── reading ──────────────────────────────────────────────────────────────────────────────────────


@cache
def _load_shipped(name: str) -> Dictionary:
    file = _shipped() / (name + SUFFIX)
    return _parse(name, file.name, file.read_bytes())


@cache
def _load_file(name: str, path: Path, _changed: int, _size: int) -> Dictionary:
    return _parse(name, name, read_file(path))


def _shipped() -> Traversable:
    return files("firmware_host") / "data"


def _parse(name: str, file: str, content: bytes) -> Dictionary:
    try:
        return read_dictionary(name, content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise DictionaryError(
            say("{file}:{line}: not UTF-8 text. Save the file as UTF-8.", file=file, line=line)
        ) from None
    except WordsError as error:
        raise DictionaryError(lines(_all_at_once(file, error.mistakes))) from None


def _all_at_once(file: str, mistakes: tuple[Mistake, ...]) -> Iterator[Text]:
    for mistake in mistakes[:MOST_SHOWN]:
        yield say("{file}:{line}: {mistake}", file=file, line=mistake.line, mistake=mistake.say)
    if len(mistakes) > MOST_SHOWN:
        yield say_count("{file}: and {count} more.", "{file}: and {count} more.", len(mistakes) - MOST_SHOWN, file=file)


def _no_such_name(name: str) -> Text:
    near = get_close_matches(name, names(), 1)
    hint = say("Did you mean “{name}”?", name=near[0]) if near else say("Available: {names}.", names=all_of(names()))
    return say(
        "No dictionary “{name}”. {hint} To use a file of your own, give its path, such as {path}.",
        name=name,
        hint=hint,
        path=f"./{name}{SUFFIX}",
    )
