"""Reading what a stranger sent: JSON into typed values, each wrong one refused with a sentence. Pure."""

import json
from collections.abc import Iterable, Mapping
from typing import NoReturn

from firmware_host.rules.table import Action, RuleError

LONGEST_LINE = 4 * 1024 * 1024  # bytes; a save of a very long evening is a tenth of this
LONGEST_NAME = 100
LATEST = 1e12  # seconds: some thirty thousand years
LARGEST_SEED = 2**63
LONGEST_NUMBER = 4300  # digits; Python reads and writes no more

# The fields of each action; a `?` marks one that may be left out.
ACTION_FIELDS: Mapping[str, tuple[str, ...]] = {
    "secret": ("word",),
    "guess": ("word", "row?"),
    "give-up": (),
    "challenge": ("target",),
    "correct": ("word",),
    "hint": ("text",),
    "reveal": (),
    "swap-card": (),
    "query": ("word",),
    "mark": ("marks",),
    "attempt": ("target?", "word"),
    "pass": (),
    "propose": ("word",),
    "lifeline": ("card", "side", "position?"),
    "confirm": ("word?",),
    "answer": ("letter?", "letters?"),
    "next": (),
    "pause": (),
    "resume": (),
    "redo": (),
    "leave": (),
    "end": (),
}
LIFELINE_SIDES = {"right-place": True, "wrong-place": True, "seven-wrong": False}  # does it need a position?


def bad_request(say: str) -> NoReturn:
    raise RuleError("bad-request", say)


def parse(line: bytes) -> object:
    """One line of JSON, or a RuleError that says what is wrong with it."""
    if len(line) > LONGEST_LINE:
        bad_request(f"A line may have {LONGEST_LINE // 1024 // 1024} million characters at most.")
    try:
        value: object = json.loads(line.decode(), parse_constant=_no_such_number, parse_int=_whole)
        if isinstance(value, dict):
            # It has to be echoed, whatever becomes of the rest, and a reply nests it deeper.
            json.dumps([[[value.get("id")]]], allow_nan=False)
        return value
    except UnicodeDecodeError:
        bad_request("The line is not UTF-8.")
    except RecursionError:
        bad_request("The line is nested too deeply.")
    except ValueError:
        bad_request("The line is not JSON: send one JSON object a line.")


def _whole(digits: str) -> float:
    """A whole number; one of absurd length becomes infinite, which is out of every range."""
    return int(digits) if len(digits) <= LONGEST_NUMBER else float(digits)


def _no_such_number(_text: str) -> NoReturn:
    raise ValueError


class Fields:
    """A JSON object from outside; each field is asked for by the type it must have."""

    def __init__(self, value: object, what: str) -> None:
        if not isinstance(value, dict):
            bad_request(f"{what} must be a JSON object.")
        self._fields: dict[str, object] = value
        self._what = what

    def only(self, allowed: Iterable[str]) -> None:
        """Refuses a field that nobody will read: it is a misspelling, or meant for another version."""
        known = [name.rstrip("?") for name in allowed]
        if not self._fields.keys() <= set(known):
            bad_request(f"{self._what} has an unknown field; known are: {', '.join(known) or 'none'}.")

    def has(self, name: str) -> bool:
        return self._fields.get(name) is not None

    def get(self, name: str) -> object:
        return self._fields.get(name)

    def text(self, name: str) -> str:
        value = self._fields.get(name)
        if not isinstance(value, str):
            bad_request(f"The field {name} must be text.")
        return value

    def whole(self, name: str, low: int, high: int) -> int:
        value = self._fields.get(name)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            bad_request(f"The field {name} must be a whole number from {low} to {high}.")
        return value

    def moment(self, name: str) -> float:
        value = self._fields.get(name)
        if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value <= LATEST:
            bad_request(f"The field {name} must be a number of seconds, 0 or more.")
        return value

    def names(self, name: str) -> tuple[str, ...]:
        return read_names(self._fields.get(name), name)

    def fields(self, name: str) -> "Fields":
        return Fields(self._fields.get(name), f"The field {name}")

    def items(self, name: str) -> Mapping[str, object]:
        value = self._fields.get(name)
        if value is None:
            return {}
        if not isinstance(value, dict):
            bad_request(f"The field {name} must be a JSON object.")
        return value

    def rows(self, name: str) -> list[object]:
        value = self._fields.get(name)
        if not isinstance(value, list):
            bad_request(f"The field {name} must be a list.")
        return value

    def seed(self) -> int:
        return self.whole("seed", -LARGEST_SEED, LARGEST_SEED) if self.has("seed") else 0

    def teams(self) -> Mapping[str, tuple[str, ...]] | None:
        if not self.has("teams"):
            return None
        return {team: read_names(members, "teams") for team, members in self.items("teams").items()}


def read_names(value: object, name: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(each, str) and len(each) <= LONGEST_NAME for each in value):
        bad_request(f"The field {name} must list names of at most {LONGEST_NAME} characters.")
    return tuple(value)


def read_action(fields: Fields, allowed_too: tuple[str, ...] = ()) -> Action:
    """A player's action from a request or a log; `allowed_too` are the fields that stand around it there."""
    name = fields.text("action")
    if name not in ACTION_FIELDS:
        bad_request(f"There is no such action; there are {', '.join(ACTION_FIELDS)}.")
    wanted = ACTION_FIELDS[name]
    fields.only((*wanted, "player", "action", *allowed_too))
    _refuse_contradictions(name, fields)
    there = [field.rstrip("?") for field in wanted if not field.endswith("?") or fields.has(field.rstrip("?"))]
    return Action(
        fields.text("player"),
        name,
        word=fields.text("word") if "word" in there else "",
        row=fields.whole("row", 1, 1_000_000) if "row" in there else None,
        target=fields.text("target") if "target" in there else None,
        text=fields.text("text") if "text" in there else "",
        marks=fields.text("marks") if "marks" in there else "",
        card=fields.whole("card", 1, 2) if "card" in there else 0,
        side=_lifeline_side(fields) if "side" in there else "",
        position=fields.whole("position", 1, 5) if "position" in there else None,
        letter=fields.text("letter") if "letter" in there else "",
        letters=_letters(fields) if "letters" in there else "",
    )


def _refuse_contradictions(name: str, fields: Fields) -> None:
    """What the type of each field alone does not tell."""
    if name == "answer" and fields.has("letter") == fields.has("letters"):
        bad_request("An answer has either a letter or letters.")
    if name == "lifeline" and LIFELINE_SIDES[_lifeline_side(fields)] != fields.has("position"):
        bad_request("Right place and wrong place need a position, seven wrong letters none.")
    if name == "confirm" and fields.get("word") == "":
        bad_request("Say which word is confirmed, or leave the field word out.")


def _lifeline_side(fields: Fields) -> str:
    side = fields.text("side")
    if side not in LIFELINE_SIDES:
        bad_request(f"The field side must be one of {', '.join(LIFELINE_SIDES)}.")
    return side


def _letters(fields: Fields) -> str:
    letters = fields.get("letters")
    return "".join(read_names(letters, "letters")) if isinstance(letters, list) else fields.text("letters")
