"""`make texts`: collects every sentence for translators, and makes the nonsense language that the tests use.

    python -m tools.texts            writes firmware_host/texts/wordtable.pot and every catalogue anew

A translator copies the .pot to `locale/LANGUAGE/LC_MESSAGES/wordtable.po`, fills it in with any gettext editor, and
runs this again: it adds new sentences and compiles the catalogue. Babel checks the catalogue.
"""

import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from io import BytesIO
from itertools import count
from pathlib import Path
from string import Formatter
from typing import BinaryIO

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from firmware_host.web.page_texts import IN_HTML

ROOT = Path(__file__).parents[1]
TEXTS = ROOT / "firmware_host" / "texts"
POT, LOCALE = TEXTS / "wordtable.pot", TEXTS / "locale"
NONSENSE = "nonsense"
FOUND_BY = {"say": None, "say_count": (1, 2), "RuleError": (2,)}
READ_AS = [
    ("**/static/**.js", "javascript"),
    ("**/static/**.html", "tools.texts:sentences_of_page"),
    ("**.py", "python"),
]
Message = tuple[int, str, str, list[str]]  # line, function, sentence, comments: as Babel has it

DATED = datetime(2026, 1, 1, tzinfo=UTC)  # a fixed date, so that the same sentences make the same files

# Letters of Latin-1 and Latin Extended-A only: what our displays can show.
ACCENTS = dict(
    zip(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
        "áßçďéſğĥíĵķľŋńóþøŕšťúŵŵžýźÁÞÇĎÉĦĞĤÍĴĶĽŊŃÓÞØŔŠŤÚŴŴŽÝŹ",
        strict=True,
    )
)


@cache
def collected() -> Catalog:
    """Every template of the program, in a fixed order."""
    catalogue = Catalog(project="wordtable", charset="utf-8", creation_date=DATED, revision_date=DATED)
    for folder in ("firmware_host", "hardware"):
        for file, _line, message, comments, context in sorted(
            extract_from_dir(str(ROOT / folder), READ_AS, keywords=FOUND_BY, comment_tags=("For translators:",)),
            key=lambda found: (found[0], found[1]),
        ):
            catalogue.add(message, locations=[(f"{folder}/{file}", 0)], auto_comments=comments, context=context)
    return catalogue


def sentences_of_page(file: BinaryIO, *_asked: object, **_options: object) -> Iterator[Message]:
    """The sentences of an HTML page, which stand in {{…}}."""
    for number, line in enumerate(file.read().decode("utf-8").splitlines(), 1):
        yield from ((number, "say", sentence, []) for sentence in IN_HTML.findall(line))


def nonsense(template: str) -> str:
    """The template in accented letters, a third longer, with its facts in the same places."""
    third = count(1)
    return "".join(_nonsense_of(text, third) + _field(*rest) for text, *rest in Formatter().parse(template))


def _nonsense_of(text: str, third: Iterator[int]) -> str:
    out = ""
    for letter in text:
        accented = ACCENTS.get(letter, letter)
        out += accented * 2 if letter in ACCENTS and next(third) % 3 == 0 else accented
    return out.replace("{", "{{").replace("}", "}}")


def _field(name: str | None, spec: str | None, _conversion: str | None) -> str:
    if name is None:
        return ""
    return f"{{{name}:{spec}}}" if spec else f"{{{name}}}"


def _nonsense_catalogue(template: Catalog) -> Catalog:
    made = Catalog(project="wordtable", charset="utf-8", creation_date=DATED, revision_date=DATED)
    for message in template:
        if message.id:
            several = isinstance(message.id, tuple)
            string = tuple(map(nonsense, message.id)) if several else nonsense(str(message.id))
            made.add(message.id, string, locations=message.locations)
    return made


def files() -> Iterator[tuple[Path, bytes]]:
    """Every file that this makes, and its content."""
    template = collected()
    yield POT, _po(template)
    catalogues = {NONSENSE: _nonsense_catalogue(template)}
    for file in sorted(LOCALE.glob("*/LC_MESSAGES/wordtable.po")):
        name = file.parents[1].name
        if name != NONSENSE:
            catalogues[name] = read_po(BytesIO(file.read_bytes()), locale=name)
            catalogues[name].update(template)
    for name, catalogue in catalogues.items():
        file = LOCALE / name / "LC_MESSAGES" / "wordtable.po"
        yield file, _po(catalogue)
        compiled = BytesIO()
        write_mo(compiled, catalogue)
        yield file.with_suffix(".mo"), compiled.getvalue()


def _po(catalogue: Catalog) -> bytes:
    written = BytesIO()
    write_po(written, catalogue, width=120, omit_header=catalogue.locale is None, include_lineno=False)
    return written.getvalue()


def main() -> int:
    for file, content in files():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
        print(file.relative_to(ROOT))
    return 0


if __name__ == "__main__":
    sys.exit(main())
