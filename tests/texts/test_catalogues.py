"""What translators are given is what the program says, and every catalogue fits it."""

from string import Formatter

import pytest
from babel.messages.pofile import read_po

from firmware_host.texts.language import CATALOGUES, language, names
from firmware_host.texts.text import say, say_count
from tools import texts


def test_the_catalogues_are_those_of_the_program() -> None:
    changed = [file for file, content in texts.files() if not file.exists() or file.read_bytes() != content]
    assert changed == [], "a sentence has changed: run `make texts`, and look at the difference"


@pytest.mark.parametrize("name", [name for name in names() if name != "en"])
def test_a_translation_has_the_facts_of_its_template(name: str) -> None:
    with (CATALOGUES / name / "LC_MESSAGES" / "wordtable.po").open("rb") as file:
        for message in read_po(file):
            originals = message.id if isinstance(message.id, tuple) else (message.id,)
            translated = message.string if isinstance(message.string, tuple) else (message.string,)
            if message.id and any(translated):
                assert {facts(text) for text in translated} == {facts(text) for text in originals}, message.id


def facts(template: object) -> frozenset[str]:
    return frozenset(name for _, name, _, _ in Formatter().parse(str(template)) if name)


def test_nonsense_is_a_third_longer_and_has_no_english_left() -> None:
    assert texts.nonsense("Row {row} is open.") == "Ŕóŵŵ {row} íš óóþéńń."


def test_nonsense_is_a_language_like_any_other() -> None:
    nonsense = language("nonsense")
    assert nonsense.read(say("{before} and {last}", before="A", last="B")) == "A áńďď B"
    assert nonsense.read(say_count("never {count} said", "never said", 2)) == "never said", "what has no translation"
