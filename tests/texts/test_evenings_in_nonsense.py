"""Whole evenings of every game in a language of accented nonsense: any English that is left was never translatable."""

import io
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from firmware_host.journal.ledger import MEMORY
from firmware_host.journal.opening import read_ledger
from firmware_host.meanings import Meanings
from firmware_host.simulator.script import read_script, simulate
from firmware_host.texts import language as languages
from firmware_host.texts.text import Text
from tests.simulator.test_simulate import SCRIPTS, table_of

WORD = re.compile(r"[A-Za-z]*[a-z][A-Za-z]+|[A-Za-z]+[a-z][A-Za-z]*")  # names and game words are in capitals
CUT_OFF = re.compile(r"\S…")  # with a space before it, it is a sentence that trails off
OUR_NAME = "wordtable"
# Of every game and kind of table those with the most to say; the others are played with the proofs.
QUICK = {
    "party-challenge", "party-correction", "party-house-words", "party-teams", "table-grids-only", "table-lost-keypad",
    "table-new-keypad", "three-words-all", "three-words-lifelines", "wqrdles-cards", "wqrdles-hand-marking",
    "wqrdles-two-players",
}  # fmt: skip
EVERY = [
    pytest.param(script, id=script.stem, marks=() if script.stem in QUICK else pytest.mark.proof) for script in SCRIPTS
]


@pytest.fixture(autouse=True)
def _one_language_to_choose(monkeypatch: pytest.MonkeyPatch) -> None:
    """The scripts count the entries of menus, and a choice of languages would be one more."""
    monkeypatch.setattr(languages, "names", lambda: ("en",))


def played(script: Path, language: str, journal: Path) -> list[dict[str, object]]:
    """Everything that was shown and said."""
    settings, out = replace(table_of(script), language=language), io.StringIO()
    simulate(read_script(script.read_text().splitlines(), settings), settings, out, journal=journal)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def read_by_people(shown: list[dict[str, object]]) -> Iterator[str]:
    for each in shown:
        if "say" in each:
            yield str(each["say"])
        text = each.get("text", [])
        if str(each["device"]).endswith("grid"):
            continue  # a grid has no words
        assert isinstance(text, list)
        yield from map(str, text)


def typed(script: Path) -> set[str]:
    """What people have typed, and what a new keypad calls itself: the fields of a script are no excuse for English."""
    lines = [json.loads(line) for line in script.read_text().splitlines() if line.strip() and not line.startswith("#")]
    written = (f"{line.get('keys')} {line.get('pad')}" for line in lines)
    return {word.upper() for line in written for word in re.findall(r"[A-Za-z]+", line)}


def english_left(shown: list[dict[str, object]], script: Path) -> set[str]:
    """What was typed is nobody's to translate, nor is what the dictionary says a word means."""
    meanings = {Meanings().of(word) for word in re.findall(r"\b[A-Z]{4,5}\b", json.dumps(shown))} - {""}
    lines = (line for line in read_by_people(shown) if not any(meaning in line for meaning in meanings))
    found = {word for line in lines for word in WORD.findall(line)}
    own = typed(script)
    return {word for word in found if word != OUR_NAME and set(word) != {"x"} and word.upper() not in own}


@pytest.mark.parametrize("script", EVERY)
def test_an_evening_has_no_english_left(script: Path) -> None:
    shown = played(script, "nonsense", MEMORY)
    assert english_left(shown, script) == set()
    assert [line for line in read_by_people(shown) if CUT_OFF.search(line)] == [], "nothing is cut off on 128×64"


@pytest.mark.parametrize("name", ["party-house-words", "wqrdles-cards", "three-words-all", "table-power-cut"])
def test_the_journal_is_the_same_in_every_language(name: str, tmp_path: Path) -> None:
    script = next(script for script in SCRIPTS if script.stem == name)
    for language in ("en", "nonsense"):
        played(script, language, tmp_path / language)
    assert kept(tmp_path / "nonsense") == kept(tmp_path / "en")


def kept(file: Path) -> object:
    ledger = read_ledger(file)
    try:
        return [*ledger.finished()], ledger.unfinished(), ledger.names(), ledger.house_words()
    finally:
        ledger.close()


def test_a_sentence_that_was_forgotten_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """As if one template had no translation: it is found on the displays and in the speaker."""
    translate = languages.Language.read

    def forgetful(self: languages.Language, text: Text) -> str:
        return translate(languages.language("en") if text.template == "{name} has hidden a word." else self, text)

    monkeypatch.setattr(languages.Language, "read", forgetful)
    script = next(script for script in SCRIPTS if script.stem == "party-classic")
    left = english_left(played(script, "nonsense", tmp_path / "journal.db"), script)
    assert left == {"has", "hidden", "word"}
