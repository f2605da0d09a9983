"""From a `Text` to words, in the language and for the keypad and palette of whoever reads. Catalogues are gettext's."""

import gettext
import os
from collections.abc import Iterable, Mapping
from dataclasses import field
from functools import cache
from pathlib import Path

from firmware_host.frozen import frozen
from firmware_host.texts.text import NOTHING, Fact, Keys, MarkColour, Text, say

DOMAIN = "wordtable"
CATALOGUES = Path(__file__).with_name("locale")
ENGLISH = "en"

ON_A_KEYBOARD: Mapping[Keys, Text] = {
    Keys.ENTER: say("ENTER"),
    Keys.MENU: say("ESC"),
    Keys.LIST: say("↕"),
    Keys.IDEAS: say("↕"),
    Keys.BOARDS: say("↔"),
    Keys.CHANGE: say("↔"),
    Keys.LETTERS: NOTHING,
    Keys.NEXT_LETTER: NOTHING,
}
ON_A_NUMBER_PAD: Mapping[Keys, Text] = {
    Keys.ENTER: say("ENTER"),
    Keys.MENU: say("-"),
    Keys.LIST: say("+"),
    Keys.IDEAS: say("/"),
    Keys.BOARDS: say("/"),
    Keys.CHANGE: say("ENTER"),
    Keys.LETTERS: say("2 is A, 22 is B, 222 is C."),
    Keys.NEXT_LETTER: say("+ next letter, ENTER"),
}
ON_A_TOUCHSCREEN: Mapping[Keys, Text] = {**ON_A_KEYBOARD, Keys.ENTER: say("Enter"), Keys.MENU: say("Menu")}

WITHOUT_COLOURS: Mapping[MarkColour, Text] = {
    MarkColour.IN_PLACE_LOOKS: say("Filled"),
    MarkColour.ELSEWHERE_LOOKS: say("Outlined"),
    MarkColour.ABSENT_LOOKS: say("Plain"),
}
USUAL_PALETTE = "green-yellow"
LOOKS: Mapping[str, Mapping[MarkColour, Text]] = {  # by palette, on a page
    USUAL_PALETTE: {
        MarkColour.IN_PLACE_LOOKS: say("Green"),
        MarkColour.ELSEWHERE_LOOKS: say("Yellow"),
        MarkColour.ABSENT_LOOKS: say("Grey"),
    },
    "orange-blue": {
        MarkColour.IN_PLACE_LOOKS: say("Orange"),
        MarkColour.ELSEWHERE_LOOKS: say("Blue"),
        MarkColour.ABSENT_LOOKS: say("Grey"),
    },
}
COLOURS: Mapping[str, Mapping[MarkColour, Text]] = {  # by palette
    USUAL_PALETTE: {
        MarkColour.IN_PLACE: say("green"),
        MarkColour.ELSEWHERE: say("yellow"),
        MarkColour.IN_PLACE_INITIAL: say("G"),
        MarkColour.ELSEWHERE_INITIAL: say("Y"),
        MarkColour.IN_PLACE_COUNTED: say("G"),
        MarkColour.ELSEWHERE_COUNTED: say("Y"),
    },
    "orange-blue": {
        MarkColour.IN_PLACE: say("orange"),
        MarkColour.ELSEWHERE: say("blue"),
        MarkColour.IN_PLACE_INITIAL: say("O"),
        MarkColour.ELSEWHERE_INITIAL: say("B"),
        MarkColour.IN_PLACE_COUNTED: say("o"),
        MarkColour.ELSEWHERE_COUNTED: say("b"),
    },
}


@frozen(eq=False)
class Language:
    """Reads texts out. `keys` and `colours` are named as whoever reads knows them."""

    name: str = ENGLISH
    catalogue: gettext.NullTranslations = field(default_factory=gettext.NullTranslations, repr=False)
    keys: Mapping[Keys, Text] = field(default_factory=lambda: ON_A_KEYBOARD, repr=False)
    colours: Mapping[MarkColour, Text] = field(
        default_factory=lambda: {**COLOURS[USUAL_PALETTE], **WITHOUT_COLOURS}, repr=False
    )

    def read(self, text: Text) -> str:
        template = text.template
        if not template:
            return ""
        if text.plural:
            template = self.catalogue.ngettext(template, text.plural, _count(text))
        else:
            template = self.catalogue.gettext(template)
        return template.format_map({name: self._fact(fact) for name, fact in text.facts}) if text.facts else template

    def read_each(self, parts: Iterable[Text]) -> tuple[str, ...]:
        """Short remarks, such as what keys do."""
        return tuple(map(self.read, parts))

    def _fact(self, fact: Fact) -> str | int | float:
        if isinstance(fact, (str, int)):  # nearly always
            return fact
        match fact:
            case Text():
                return self.read(fact)
            case Keys():
                return self.read(self.keys[fact])
            case MarkColour():
                return self.read(self.colours[fact])
        return fact


def _count(text: Text) -> int:
    count = dict(text.facts)["count"]
    assert isinstance(count, int), "a sentence with a plural counts something"
    return count


@cache
def names() -> tuple[str, ...]:
    """The languages there are."""
    there = (folder.name for folder in CATALOGUES.iterdir()) if CATALOGUES.is_dir() else ()
    return (ENGLISH, *sorted(there))


@cache
def language(name: str, *, number_pad: bool = False, touch: bool = False, palette: str = USUAL_PALETTE) -> Language:
    """The language of that name, or English where there is no catalogue of it."""
    catalogue = gettext.translation(DOMAIN, CATALOGUES, [name], fallback=True)
    keys = ON_A_TOUCHSCREEN if touch else ON_A_NUMBER_PAD if number_pad else ON_A_KEYBOARD
    return Language(name, catalogue, keys, {**COLOURS[palette], **(LOOKS[palette] if touch else WITHOUT_COLOURS)})


def english(text: Text) -> str:
    """For logs and for the line protocol, which are the same everywhere."""
    return language(ENGLISH).read(text)


def of_this_terminal(environment: Mapping[str, str] = os.environ) -> Language:
    """The language that whoever works at this terminal has set, if we have it."""
    asked = (environment.get(name, "") for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"))
    tags = [tag.partition(".")[0] for value in asked for tag in value.split(":") if tag]
    wanted = (name for tag in tags for name in (tag, tag.partition("_")[0]))
    return language(next((name for name in wanted if name in names()), ENGLISH))
