"""What is wrong with a file that is not TOML, in words for somebody who has never heard of TOML. Pure."""

import re
from collections.abc import Iterator

from firmware_host.texts.text import Text, say

_CURLY = re.compile("[“”„‘’]")
_CAPITAL = re.compile(r"=\s*(True|False|TRUE|FALSE)\b")
_BARE = re.compile(r"=\s*[A-Za-z/][^\"'=\[\]{}]*$")


def why_not_toml(text: str, error: Exception) -> tuple[int, Text]:
    """The line of the first mistake, and a sentence about it."""
    if isinstance(error, RecursionError):
        return _deepest_line(text), say("brackets are nested too deeply here.")
    lines = text.splitlines() or [""]
    number = _line_of(error, len(lines))
    if number is None:
        return _line_with_longest_number(text), say("this number is too long.")
    if known := next(_known_mistakes(lines[number - 1]), None):
        return number, known
    what = re.sub(r" \(at .*\)$", "", str(error))
    return number, say("this is not TOML: {error}.", error=what[:1].lower() + what[1:])


def _known_mistakes(line: str) -> Iterator[Text]:
    if _CURLY.search(line):
        yield say("curly quotes do not work here. Write straight ones, {example}.", example='"…"')
    if written := _CAPITAL.search(line):
        yield say("write {right}, in small letters.", right=written[1].lower())
    if line.count("{") > line.count("}"):
        yield say("everything between {brackets} must be in one line.", brackets="{ … }")
    if _BARE.search(line):
        yield say("text needs quotes around it, {example}.", example='"…"')


def _line_of(error: Exception, last: int) -> int | None:
    """Python's own error names a line, or the end of the file; a number that it cannot convert has neither."""
    said = str(error)
    if found := re.search(r"at line (\d+)", said):
        return min(int(found[1]), last)
    return last if "end of document" in said else None


def _deepest_line(text: str) -> int:
    depths = [line.count("[") + line.count("{") for line in text.splitlines()]
    return depths.index(max(depths)) + 1


def _line_with_longest_number(text: str) -> int:
    lengths = [max(map(len, re.findall(r"\d+", line)), default=0) for line in text.splitlines()]
    return lengths.index(max(lengths)) + 1
