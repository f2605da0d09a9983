"""A sentence for people: a template in plain English with its facts. `language` turns it into words, at the display.

`say` is also what Babel looks for: every template is a literal where it is used, and so finds its way to translators.
"""

from collections.abc import Iterable
from enum import Enum
from typing import NamedTuple


class Keys(Enum):
    """A key that a sentence speaks of. What it is called depends on what the reader types on."""

    ENTER = "ENTER"
    MENU = "MENU"  # opens a menu, or goes back from one
    LIST = "LIST"  # up and down a list
    IDEAS = "IDEAS"  # through suggestions
    BOARDS = "BOARDS"  # from board to board, or page to page
    CHANGE = "CHANGE"  # the value of an entry of a list
    LETTERS = "LETTERS"  # how they are typed, where that is not plain to see
    NEXT_LETTER = "NEXT_LETTER"  # how to go on in the middle of a word, where that is not plain to see


class MarkColour(Enum):
    """The colour of a mark that a sentence speaks of. Which colour that is depends on the reader's palette."""

    IN_PLACE = "IN_PLACE"
    ELSEWHERE = "ELSEWHERE"
    IN_PLACE_INITIAL = "IN_PLACE_INITIAL"  # where there is no room for a word
    ELSEWHERE_INITIAL = "ELSEWHERE_INITIAL"
    IN_PLACE_COUNTED = "IN_PLACE_COUNTED"  # an initial behind a number: it must not look like a digit
    ELSEWHERE_COUNTED = "ELSEWHERE_COUNTED"
    IN_PLACE_LOOKS = "IN_PLACE_LOOKS"  # how a tile looks where it is explained: many panels have no colours
    ELSEWHERE_LOOKS = "ELSEWHERE_LOOKS"
    ABSENT_LOOKS = "ABSENT_LOOKS"


class Text(NamedTuple):
    """What is said, not yet in anybody's language. Its facts may be private: they stay out of its repr.

    A tuple, like events: rules make one for every refusal that they consider, and it is quickest to make.
    """

    template: str
    facts: tuple[tuple[str, "Fact"], ...] = ()
    plural: str = ""  # the template for any number but one, which is the fact `count`

    def __repr__(self) -> str:
        return f"Text({self.template!r})"

    def __str__(self) -> str:
        raise TypeError("A sentence is read in some language, never by accident: use Language.read.")

    def __bool__(self) -> bool:
        return bool(self.template)  # nothing is said

    def __add__(self, _other: object) -> "Text":
        raise TypeError("Sentences are not glued together: write one template.")


Fact = str | int | float | Keys | MarkColour | Text
NOTHING = Text("")


def say(template: str, /, **facts: Fact) -> Text:
    """A sentence: `say("Row {row} is open.", row=3)`."""
    return Text(template, tuple(facts.items()))


def say_count(one: str, many: str, /, count: int, **facts: Fact) -> Text:
    """A sentence about a number: `say_count("{count} round", "{count} rounds", 3)`."""
    return Text(one, (("count", count), *facts.items()), many)


def verbatim(data: str | Keys) -> Text:
    """What is the same in every language because people typed it or a file holds it: a name, a word, a path.

    What is said of keys is put into words when it is read.
    """
    return Text("{data}", (("data", data),)) if data else NOTHING


def all_of(things: Iterable[Fact]) -> Text:
    """A, B and C."""
    return _listed([*things], "{before} and {last}")


def one_of(things: Iterable[Fact]) -> Text:
    """A, B or C."""
    return _listed([*things], "{before} or {last}")


def listed(things: Iterable[Fact]) -> Text:
    """A, B, C: for what is not a sentence."""
    return _listed([*things], "{before}, {last}")


def sentences(first: Text, second: Text) -> Text:
    """Two sentences, one after the other; either may be nothing."""
    if not first.template or not second.template:
        return second if second.template else first
    return say("{first} {second}", first=first, second=second)


def lines(texts: Iterable[Text]) -> Text:
    """Each on a line of its own."""
    first, *others = texts
    for other in others:
        first = say("{before}\n{next}", before=first, next=other)
    return first


def _listed(things: list[Fact], together: str) -> Text:
    if not things:
        return NOTHING
    before = say("{thing}", thing=things[0])
    for thing in things[1:-1]:
        before = say("{before}, {next}", before=before, next=thing)
    return Text(together, (("before", before), ("last", things[-1]))) if len(things) > 1 else before


_TOGETHER = (say("{before} and {last}"), say("{before} or {last}"), say("{before}, {last}"))  # so that Babel sees them
