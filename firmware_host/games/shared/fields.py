"""Reads what somebody sent into typed values, and says which fields an action takes: its form. Pure."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from typing import Any, NoReturn

from firmware_host.frozen import frozen, replace
from firmware_host.games.shared.table import JOIN, LONGEST_NAME, Action, RuleError
from firmware_host.texts.text import Text, say

LATEST = 1e12  # seconds: some thirty thousand years
LARGEST_SEED = 2**63
FEW = 100


def bad_request(why: Text) -> NoReturn:
    raise RuleError("bad-request", why)


class Fields:
    """A JSON object from outside; each field is asked for by the type it must have."""

    def __init__(self, value: object, what: Text) -> None:
        if not isinstance(value, dict):
            bad_request(say("{what} must be a JSON object.", what=what))
        self._fields: dict[str, object] = value
        self._what = what

    def only(self, allowed: Iterable[str]) -> None:
        """Refuses a field that nobody will read: it is a misspelling, or meant for another version."""
        known = list(allowed)
        if not self._fields.keys() <= set(known):
            bad_request(
                say("{what} has an unknown field; known here: {names}.", what=self._what, names=", ".join(known))
            )

    def has(self, name: str) -> bool:
        return self._fields.get(name) is not None

    def get(self, name: str) -> object:
        return self._fields.get(name)

    def text(self, name: str) -> str:
        value = self._fields.get(name)
        if not isinstance(value, str):
            bad_request(say("The field {name} must be text.", name=name))
        return value

    def whole(self, name: str, low: int, high: int) -> int:
        value = self._fields.get(name)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            bad_request(
                say("The field {name} must be a whole number from {low} to {high}.", name=name, low=low, high=high)
            )
        return value

    def moment(self, name: str) -> float:
        value = self._fields.get(name)
        if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value <= LATEST:
            bad_request(say("The field {name} must be a number of seconds, 0 or more.", name=name))
        return value

    def names(self, name: str) -> tuple[str, ...]:
        return read_names(self._fields.get(name), name)

    def fields(self, name: str) -> "Fields":
        return Fields(self._fields.get(name), say("The field {name}", name=name))

    def items(self, name: str) -> Mapping[str, object]:
        value = self._fields.get(name)
        if value is None:
            return {}
        if not isinstance(value, dict):
            bad_request(say("The field {name} must be a JSON object.", name=name))
        return value

    def rows(self, name: str) -> list[object]:
        value = self._fields.get(name)
        if not isinstance(value, list):
            bad_request(say("The field {name} must be a list.", name=name))
        return value

    def seed(self) -> int:
        return self.whole("seed", -LARGEST_SEED, LARGEST_SEED) if self.has("seed") else 0

    def teams(self) -> Mapping[str, tuple[str, ...]] | None:
        if not self.has("teams"):
            return None
        return {team: read_names(members, "teams") for team, members in self.items("teams").items()}


def read_names(value: object, name: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(each, str) and len(each) <= LONGEST_NAME for each in value):
        bad_request(
            say(
                "The field {name} must list names of at most {longest_name} characters.",
                name=name,
                longest_name=LONGEST_NAME,
            )
        )
    return tuple(value)


# ── the form of an action ────────────────────────────────────────────────────────────────────────


class Readers(Enum):
    """Who may read a word of somebody else's that the dictionary has refused, when it is put to the vote."""

    NOBODY = "it is being hidden"
    HOST = "the Host alone"
    TABLE = "everybody"


@frozen
class Field:
    """A field of an action. Its name is one of `Action`'s own."""

    name: str
    read: Callable[[Fields], object]
    optional: bool = False
    readers: Readers | None = None  # of a field that holds a word
    values: tuple[object, ...] = ()  # all that it can be, where these are few


def any_word(_view: Any, words: Sequence[str]) -> Sequence[str]:
    return words


@frozen
class Form:
    """What an action is made of, and what the evening has to know of it."""

    fields: tuple[Field, ...] = ()
    awaited: bool = False  # the game does not go on until whoever may do this has done something
    check: Callable[[Fields], None] | None = None  # what the type of each field alone does not tell
    judged_in: str = ""  # the event that says whether it was upheld, which a log has to remember
    words: Callable[[Any, Sequence[str]], Iterable[str]] = (
        any_word  # of these, what it can hold for whoever has this view
    )

    @property
    def readers(self) -> Readers | None:
        """Who may read the word in it; None where there is none."""
        return next((field.readers for field in self.fields if field.readers is not None), None)


Forms = Mapping[str, Form]


def form(
    *fields: Field,
    awaited: bool = False,
    check: Callable[[Fields], None] | None = None,
    judged_in: str = "",
    words: Callable[[Any, Sequence[str]], Iterable[str]] = any_word,
) -> Form:
    return Form(fields, awaited, check, judged_in, words)


def optional(field: Field) -> Field:
    return replace(field, optional=True)


def to_check(field: Field) -> Field:
    """It says what was shown to whoever does it. An action without it does the same, so it makes no other move."""
    return replace(field, optional=True, values=())


def text(name: str) -> Field:
    return Field(name, lambda fields: fields.text(name))


def moments(name: str) -> Field:
    return Field(name, lambda fields: fields.moment(name))


def whole(name: str, low: int, high: int) -> Field:
    few = tuple(range(low, high + 1)) if high - low < FEW else ()
    return Field(name, lambda fields: fields.whole(name, low, high), values=few)


def choice(name: str, values: tuple[str, ...]) -> Field:
    def read(fields: Fields) -> str:
        value = fields.text(name)
        if value not in values:
            bad_request(say("The field {name} must be one of {values}.", name=name, values=", ".join(values)))
        return value

    return Field(name, read, values=values)


def letters(name: str) -> Field:
    """Several letters, as one text or as a list of them."""

    def read(fields: Fields) -> str:
        given = fields.get(name)
        return "".join(read_names(given, name)) if isinstance(given, list) else fields.text(name)

    return Field(name, read)


WORD = replace(text("word"), readers=Readers.HOST)  # discretion is the default
HIDDEN_WORD = replace(WORD, readers=Readers.NOBODY)
OPEN_WORD = replace(WORD, readers=Readers.TABLE)
ROW = whole("row", 1, 1_000_000)
TARGET = text("target")

# What everybody can do in every game, besides playing it.
EVENING_FORMS: Forms = {
    "next": form(optional(TARGET)),
    **{name: form() for name in (JOIN, "pause", "resume", "redo", "leave", "end")},
}


def read_action(sent: Fields, forms: Forms, allowed_too: tuple[str, ...] = ()) -> Action:
    """A player's action from a request or a log; `allowed_too` are the fields that stand around it there."""
    name = sent.text("action")
    if name not in forms:
        bad_request(say("No such action; the actions are {actions}.", actions=", ".join(forms)))
    fields, check = forms[name].fields, forms[name].check
    sent.only((*(field.name for field in fields), "player", "action", *allowed_too))
    if check is not None:
        check(sent)
    given: dict[str, Any] = {each.name: each.read(sent) for each in fields if not each.optional or sent.has(each.name)}
    return Action(sent.text("player"), name, **given)
