"""What is wrong with a file that is not TOML, in words for somebody who has never heard of TOML. Pure."""

import re
from collections.abc import Iterator

from firmware_host.texts.text import Text, say

_LONGEST = 1000  # characters of a line that are looked at
_CURLY = re.compile("[“”„‘’]")
_UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f\xa0\u200b-\u200f\u2060\ufeff]")
_TWICE = re.compile(r"twice|overwrite|[Dd]uplicate|already")  # in Python's own words
_CAPITAL = re.compile(r"=\s*(True|False|TRUE|FALSE)\b")
_YES = re.compile(r"=\s*(yes|no|on|off)\s*$", re.IGNORECASE)
_COLON = re.compile(r"""\s*[\w"'-]+\s*:(?!//)[^=]*$""")
_SECTION = re.compile(r"\s*\[[^=]*$")
_REMARK = re.compile(r"[=\]].*?\s//")
_ENDING = re.compile(r"=.*[\w\"'}]\s*([,;])\s*$")
_COMMA = re.compile(r",\s*}")
_NO_COMMA = re.compile(r"""["'\w}]\s+[\w-]+\s*=[^=]*}""")
_HEXADECIMAL = re.compile(r"=\s*([0-9][0-9A-Fa-f]*[A-Fa-f][0-9A-Fa-f]*)\b")
_ZERO = re.compile(r"=\s*0+([0-9]+)\b")
_EMPTY = re.compile(r"=\s*(#.*)?$")
_BARE = re.compile(r"=\s*[A-Za-z/][^\"'=\[\]{}]*$")


def why_not_toml(text: str, error: Exception) -> tuple[int, Text]:
    """The line of the first mistake, and a sentence about it."""
    if isinstance(error, RecursionError):
        return _deepest_line(text), say("brackets are nested too deeply here.")
    lines = text.splitlines() or [""]
    number = _line_of(error, len(lines))
    if number is None:
        return _line_with_longest_number(text), say("this number is too long.")
    if known := next(_known_mistakes(lines[number - 1][:_LONGEST], str(error)), None):
        return number, known
    what = re.sub(r" \(at .*\)$", "", str(error))
    return number, say(
        "this is not TOML: {error}. A line is either a section, {section}, or a setting, {setting}.",
        error=what[:1].lower() + what[1:],
        section="[seat.1]",
        setting="hooded = true",
    )


def _known_mistakes(line: str, said: str) -> Iterator[Text]:
    yield from _signs(line)
    if _TWICE.search(said):
        yield say("this is in the file twice. Delete one of them.")
    if line.count("{") > line.count("}"):
        yield say("everything between {brackets} must be in one line.", brackets="{ … }")
    yield from _sections_and_settings(line, said)
    yield from _values(line)


def _signs(line: str) -> Iterator[Text]:
    """Characters that look right, but are others."""
    if _CURLY.search(line):
        yield say("curly quotes do not work here. Write straight ones, {example}.", example='"…"')
    if _UNSEEN.search(line):
        yield say("this line has a character that cannot be seen. Delete the line, and type it again.")


def _sections_and_settings(line: str, said: str) -> Iterator[Text]:
    if _COLON.match(line):
        yield say("a setting is written with an equals sign: {example}.", example="hooded = true")
    if _SECTION.match(line):
        yield say("the name of a section is between brackets, without spaces: {example}.", example="[seat.1]")
    if "string" in said and "\\" in line:
        yield say("write {right} instead of {wrong}.", right="/", wrong="\\")
    if line.count('"') % 2:
        yield say("a quotation mark is missing: text has one before it and one after it, {example}.", example='"…"')


def _values(line: str) -> Iterator[Text]:
    if written := _CAPITAL.search(line):
        yield say("write {right}, in small letters.", right=written[1].lower())
    if _YES.search(line):
        yield say("write true or false.")
    if _REMARK.search(line):
        yield say("a remark begins with {right}, not with {wrong}.", right="#", wrong="//")
    if ending := _ENDING.search(line):
        yield say("nothing comes after the value: delete the {sign} at the end.", sign=ending[1])
    if _COMMA.search(line):
        yield say("delete the comma before {bracket}.", bracket="}")
    if _NO_COMMA.search(line):
        yield say("a comma is missing between two settings in {brackets}.", brackets="{ … }")
    if number := _HEXADECIMAL.search(line):
        yield say("write {number}: a number with letters begins with 0x.", number=f"0x{number[1]}")
    if number := _ZERO.search(line):
        yield say("write {number}, without a 0 before it.", number=number[1])
    if _EMPTY.search(line):
        yield say("the value is missing. Write one after the equals sign, or delete the line.")
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
