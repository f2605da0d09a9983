"""Changes who is who in a journal: another name, two spellings that are one person, somebody who is forgotten.

A name is changed for those who look back, and nothing that was written is touched. Whoever is forgotten is taken out of
every row, and then out of every byte of the file and its WAL. Backups, and damaged files that were kept, stay the same.
"""

import json
import re
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from firmware_host.journal.alone import alone_with
from firmware_host.journal.history import games_of
from firmware_host.journal.ledger import Ledger
from firmware_host.journal.opening import NotOurs, open_ledger, why_not
from firmware_host.journal.rows import COMFORT, ENTRY, GAME, NAME, PERSON, RESULT, SEATS, TOLD
from firmware_host.journal.seals import Row
from firmware_host.remembered.persons import known_as
from firmware_host.texts.errors import TextError
from firmware_host.texts.text import Text, say

LONGEST = 8  # letters, as at a seat
GUEST = "GUEST"  # what somebody is called who was forgotten, with a number

Change = Callable[[Ledger], Text]


class PersonError(TextError):
    """Nothing was changed; the sentence says why, and what to do."""


def rename(file: Path, name: str, new: str) -> Text:
    """A person has another name from now on, in the past too."""
    return _changed(file, lambda ledger: _rename(ledger, name.upper(), new.upper()))


def join(file: Path, name: str, person: str) -> Text:
    """A name was another spelling of somebody's."""
    return _changed(file, lambda ledger: _join(ledger, name.upper(), person.upper()))


def forget(file: Path, name: str) -> Text:
    """Nothing of the name is left in the file."""
    return _changed(file, lambda ledger: _forget(ledger, name.upper()))


def _changed(file: Path, change: Change) -> Text:
    if not file.exists():
        raise PersonError(say("{file}: nothing has been played at this table yet.", file=str(file)))
    try:
        with alone_with(file):
            ledger, trouble = open_ledger(file, lambda: 0.0)
            with closing(ledger):
                if trouble:
                    raise PersonError(trouble)
                return change(ledger)
    except NotOurs as problem:
        raise PersonError(problem.say) from None
    except (sqlite3.Error, OSError) as error:
        reason = why_not(error)
        raise PersonError(say("{file}: cannot be changed ({reason}).", file=str(file), reason=reason)) from None


def _people(ledger: Ledger) -> set[str]:
    return {name for played in games_of(ledger) for name in played.people}


def _check_known(ledger: Ledger, name: str) -> None:
    people = _people(ledger)
    if name not in people:
        known = ", ".join(sorted(people)) or "–"
        raise PersonError(say("Nobody called {name} has played here. Known: {names}.", name=name, names=known))


def _rename(ledger: Ledger, name: str, new: str) -> Text:
    _check_known(ledger, name)
    if not (new.isascii() and new.isalnum() and len(new) <= LONGEST):
        raise PersonError(say("A name has 1 to {most} letters or digits.", most=LONGEST))
    if new in _people(ledger):
        text = say("{new} has played here too. If they are the same person, use `join`.", new=new)
        raise PersonError(text)
    _call(ledger, name, new)
    return say("{name} is now called {new}.", name=name, new=new)


def _join(ledger: Ledger, name: str, person: str) -> Text:
    for each in (name, person):
        _check_known(ledger, each)
    if any({name, person} <= set(played.people) for played in games_of(ledger)):
        both = say("{name} and {person} have played in the same game: they are two people.", name=name, person=person)
        raise PersonError(both)
    _call(ledger, name, person)
    return say("{name} and {person} are one person: {person}.", name=name, person=person)


def _call(ledger: Ledger, name: str, person: str) -> None:
    """A name that leads back to itself would be nobody's."""
    with ledger.together():
        for row in ledger.rows.of_kind(PERSON):
            if json.loads(row.content)[0] == person:
                ledger.rows.remove(row.number)
        ledger.call(name, person)


# ── forgetting ───────────────────────────────────────────────────────────────────────────────────


def _forget(ledger: Ledger, name: str) -> Text:
    if ledger.unfinished() is not None:
        raise PersonError(say("A game is going on. Finish it or end it first."))
    _check_known(ledger, name)
    persons = ledger.persons()
    names = {name, *(each for each in persons if known_as(each, persons) == name)}
    rows = list(ledger.rows.all())
    guest = _unused(rows)
    with ledger.together():
        for row in rows:
            for each in names:
                row = _without(ledger, row, each, guest) or row  # noqa: PLW2901
    ledger.rows.leave_nothing_behind()
    return say("{name} is forgotten: in past games they are {guest}.", name=name, guest=guest)


def _unused(rows: list[Row]) -> str:
    content = "\n".join(row.content for row in rows)
    return next(guest for number in range(1, len(rows) + 2) if f'"{(guest := f"{GUEST}{number}")}"' not in content)


def _without(ledger: Ledger, row: Row, name: str, guest: str) -> Row | None:
    """The row as it is kept; None if it was removed or had nothing of the name."""
    if name not in row.content.upper():
        return None
    content = json.loads(row.content)
    if (row.kind in (NAME, PERSON) and name in content) or (
        row.kind == COMFORT and str(content[1]).endswith(f" {name}")
    ):
        ledger.rows.remove(row.number)
        return None
    changed = Row(row.number, row.kind, json.dumps(_renamed(row.kind, content, name, guest), separators=(",", ":")))
    if changed != row:
        ledger.rows.rewrite(changed)
    return changed


def _renamed(kind: str, content: list[Any], name: str, guest: str) -> list[Any]:
    """Only where a name stands: a word may be spelled like it."""

    def one(value: Any) -> Any:
        return guest if value == name else value

    def names(values: Any) -> Any:
        return [one(each) for each in values] if isinstance(values, list) else values

    def keys(values: Any) -> Any:
        return {one(key): each for key, each in values.items()} if isinstance(values, Mapping) else values

    def of_each(values: Any, change: Callable[[Any], Any]) -> Any:
        return {key: change(each) for key, each in values.items()} if isinstance(values, Mapping) else values

    def everything(value: Any) -> Any:
        if isinstance(value, Mapping):
            return {one(key): everything(each) for key, each in value.items()}
        return [everything(each) for each in value] if isinstance(value, list) else one(value)

    match kind:
        case "game":
            header = {
                **content[1],
                "players": names(content[1]["players"]),
                "teams": of_each(content[1]["teams"], names),
            }
            return [content[0], header, content[2], of_each(content[3], one), keys(content[4])]
        case "entry":
            entry = {key: one(each) if key in ("player", "target") else each for key, each in content[2].items()}
            if "text" in entry:
                entry["text"] = re.sub(rf"\b{re.escape(name)}\b", guest, str(entry["text"]), flags=re.IGNORECASE)
            return [content[0], content[1], entry]
        case "seats":
            return [content[0], of_each(content[1], one)]
        case "result":
            return [content[0], content[1], _renamed_result(content[2], one, names, keys, of_each), *content[3:]]
        case "told":
            return [content[0], everything(content[1])]
    return content


def _renamed_result(result: Any, one: Any, names: Any, keys: Any, of_each: Any) -> Any:
    rounds = [
        {
            **each,
            "words": keys(each["words"]),
            **({"teams": of_each(each["teams"], names)} if "teams" in each else {}),
            "boards": [[one(side), one(owner), rows] for side, owner, rows in each["boards"]],
            "found": [[one(person), tries, one(owner)] for person, tries, owner in each["found"]],
        }
        for each in result.get("told", ())
    ]
    changed = {
        **{part: names(result[part]) for part in ("players", "computers", "winners") if part in result},
        **({"scores": keys(result["scores"])} if "scores" in result else {}),
        **({"teams": of_each(result["teams"], names)} if "teams" in result else {}),
        **({"told": rounds} if "told" in result else {}),
    }
    return {key: changed.get(key, each) for key, each in result.items()}


assert {GAME, ENTRY, SEATS, RESULT, TOLD} == {"game", "entry", "seats", "result", "told"}, "as they are matched above"
