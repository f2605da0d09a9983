"""A sentence is a template with facts until somebody reads it."""

import gettext

import pytest

from firmware_host.texts.language import ON_A_NUMBER_PAD, Language, english, language, names, of_this_terminal
from firmware_host.texts.text import NOTHING, Keys, all_of, one_of, say, say_count, verbatim


class Shouting(gettext.NullTranslations):
    def gettext(self, message: str) -> str:
        return {"Row {row} is open.": "REIHE {row} IST OFFEN.", "a word": "EIN WORT"}.get(message, message)


SHOUTED = Language("xx", Shouting())


def test_a_sentence_is_read_with_its_facts() -> None:
    assert english(say("Row {row} is open.", row=3)) == "Row 3 is open."


def test_a_sentence_is_read_in_the_readers_language() -> None:
    assert SHOUTED.read(say("Row {row} is open.", row=3)) == "REIHE 3 IST OFFEN."


def test_a_fact_may_be_a_sentence_itself() -> None:
    assert SHOUTED.read(say("{name} proposes {what}.", name="ANN", what=say("a word"))) == "ANN proposes EIN WORT."


@pytest.mark.parametrize(("count", "read"), [(0, "0 rounds"), (1, "1 round"), (2, "2 rounds")])
def test_numbers_choose_their_form(count: int, read: str) -> None:
    assert english(say_count("{count} round", "{count} rounds", count)) == read


def test_names_are_never_translated() -> None:
    assert SHOUTED.read(verbatim("a word")) == "a word"


@pytest.mark.parametrize(
    ("things", "read"), [([], ""), (["A"], "A"), (["A", "B"], "A and B"), (["A", "B", "C"], "A, B and C")]
)
def test_things_are_listed_as_people_do(things: list[str], read: str) -> None:
    assert english(all_of(things)) == read
    assert english(one_of(things)) == read.replace("and", "or")


def test_a_sentence_with_a_secret_among_its_facts_shows_nothing_of_it() -> None:
    text = say("{host}: {word}", host="ANN", word="CRANE")
    assert "CRANE" not in repr(text)


def test_a_sentence_is_never_shown_without_a_language() -> None:
    with pytest.raises(TypeError, match="in some language"):
        f"{say('Menu')}"


def test_sentences_are_not_glued_together() -> None:
    with pytest.raises(TypeError, match="one template"):
        say("Row 3") + say(" is open.")


def test_keys_have_the_names_that_are_printed_on_them() -> None:
    hint = say("{choose} {enter}", choose=Keys.LIST, enter=Keys.ENTER), say("{menu} menu", menu=Keys.MENU)
    assert Language().read_each(hint) == ("↕ ENTER", "ESC menu")
    assert Language(keys=ON_A_NUMBER_PAD).read_each(hint) == ("+ ENTER", "- menu")


def test_nothing_is_nothing() -> None:
    assert english(NOTHING) == ""


def test_a_language_without_a_catalogue_is_english() -> None:
    assert "en" in names()
    assert language("tlh").read(say("Menu")) == "Menu"


def test_a_terminal_has_a_language_too() -> None:
    assert of_this_terminal({"LANG": "C.UTF-8"}).name == "en"
    assert of_this_terminal({"LANGUAGE": "nonsense:en", "LANG": "en_GB.UTF-8"}).name in ("nonsense", "en")
