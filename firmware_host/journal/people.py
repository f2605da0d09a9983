"""Changes who is who in a journal: another name, two spellings that are one person, somebody who is forgotten.

A name is changed for those who look back, and nothing that was written is touched. Whoever is forgotten is taken out of
every row, and then out of every byte of the file and its WAL. Older files that were kept beside it are deleted if the
name is in them. Backups stay the same.
"""

import re
import sqlite3
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from firmware_host.journal.alone import alone_with
from firmware_host.journal.contents import list_of, names_of, object_of, strings_of, text_of
from firmware_host.journal.history import games_of
from firmware_host.journal.ledger import Ledger, Reader
from firmware_host.journal.opening import NotOurs, kept_beside, open_ledger, why_not
from firmware_host.journal.rows import COMFORT, ENTRY, GAME, NAME, PERSON, RESULT, SEATS, SUMS, TOLD
from firmware_host.journal.seals import Row
from firmware_host.remembered.persons import known_as
from firmware_host.remembered.played import Played
from firmware_host.texts.errors import TextError
from firmware_host.texts.text import Text, say, sentences

LONGEST = 8  # letters, as at a seat
GUEST = "GUEST"  # what somebody is called who was forgotten, with a number

BUSY = say("The journal is busy, or its disk is full. Try again in a moment.")
DAMAGED = say("The journal is damaged. It is repaired when the console starts the next time: try again then.")

Write = Callable[[Ledger], Text]
# All games are looked through first, while others go on saving; only what comes of it has to wait for its turn.
Change = Callable[[Reader], Write]


class PersonError(TextError):
    """Nothing was changed; the sentence says why, and what to do."""


def why_unchanged(error: Exception) -> Text:
    """For whoever wanted the change."""
    if isinstance(error, PersonError):
        return error.say
    damaged = isinstance(error, sqlite3.DatabaseError) and not isinstance(error, sqlite3.OperationalError)
    return DAMAGED if damaged else BUSY


def renaming(name: str, new: str) -> Change:
    """A person has another name from now on, in the past too."""
    return lambda journal: _rename(list(games_of(journal)), name, new.upper())


def joining(name: str, person: str) -> Change:
    """A name was another spelling of somebody's."""
    return lambda journal: _join(list(games_of(journal)), name, person)


def forgetting(name: str) -> Change:
    """Nothing of the name is left in the file. No game is going on then, so nobody waits."""
    return lambda _journal: lambda ledger: _forget(ledger, name)


def change_of(how: str, name: str, other: str) -> Change:
    """By what it is called on the page and in the menu; a KeyError for anything else."""
    return {"rename": renaming(name, other), "join": joining(name, other), "forget": forgetting(name)}[how]


def change_file(file: Path, change: Change) -> Text:
    """While no console has it open."""
    if not file.exists():
        raise PersonError(say("{file}: nothing has been played at this table yet.", file=str(file)))
    try:
        with alone_with(file):
            ledger, trouble = open_ledger(file, lambda: 0.0)
            with closing(ledger):
                if trouble:
                    raise PersonError(trouble)
                return change(ledger)(ledger)
    except NotOurs as problem:
        raise PersonError(problem.say) from None
    except (sqlite3.Error, OSError) as error:
        reason = why_not(error)
        raise PersonError(say("{file}: cannot be changed ({reason}).", file=str(file), reason=reason)) from None


def _people(games: Iterable[Played]) -> set[str]:
    return {name for played in games for name in played.people}


def _known(people: Collection[str], name: str, typed: Collection[str] = ()) -> str:
    """The name as it was written: an older version kept small letters too."""
    for spelled in (name, name.upper()):
        if spelled in people or spelled in typed:
            return spelled
    known = ", ".join(sorted(people)) or "–"
    raise PersonError(say("Nobody called {name} has played here. Known: {names}.", name=name, names=known))


def _rename(games: Sequence[Played], name: str, new: str) -> Write:
    people = _people(games)
    name = _known(people, name)
    if not (new.isascii() and new.isalnum() and len(new) <= LONGEST):
        raise PersonError(say("A name has 1 to {most} letters or digits.", most=LONGEST))
    if new in people:
        text = say("{new} has played here too. If they are the same person, use `join`.", new=new)
        raise PersonError(text)
    renamed = say("{name} is now called {new}.", name=name, new=new)
    return lambda ledger: _call(ledger, name, new, renamed)


def _join(games: Sequence[Played], name: str, person: str) -> Write:
    people = _people(games)
    name, person = _known(people, name), _known(people, person)
    if any({name, person} <= set(played.people) for played in games):
        both = say("{name} and {person} have played in the same game: they are two people.", name=name, person=person)
        raise PersonError(both)
    joined = say("{name} and {person} are one person: {person}.", name=name, person=person)
    return lambda ledger: _call(ledger, name, person, joined)


def _call(ledger: Ledger, name: str, person: str, told: Text) -> Text:
    """A name that leads back to itself would be nobody's."""
    with ledger.together():
        for row in ledger.rows.of_kind(PERSON):
            with suppress(ValueError):
                if list_of(row.content, 1)[0] == person:
                    ledger.rows.remove(row.number)
        ledger.look_again()
        ledger.call(name, person)
    return told


# ── forgetting ───────────────────────────────────────────────────────────────────────────────────


def _forget(ledger: Ledger, name: str) -> Text:
    """Whatever fails can be tried again: older files go first, then the rows, then what is left in the bytes."""
    with suppress(ValueError):  # a game that cannot be read is not going on
        if ledger.unfinished() is not None:
            raise PersonError(say("A game is going on. Finish it or end it first."))
    rows = list(ledger.rows.all())
    try:
        name = _known(_people(games_of(ledger)), name, _typed(rows))
    except PersonError:
        if not ledger.rows.is_unclean():
            raise
        ledger.rows.leave_nothing_behind()  # no row had the name any more, but that could not be finished
        return say("Nothing of {name} is left in the journal.", name=name.upper())
    persons = ledger.persons()
    names = {name, *(each for each in persons if known_as(each, persons) == name)}
    guest = _unused(rows)
    gone = _delete_kept(ledger.rows.file, names)
    with ledger.together():
        for number in ledger.rows.unreadable():
            ledger.rows.remove(number)
        for row in rows:
            for each in names:
                row = _without(ledger, row, each, guest) or row  # noqa: PLW2901
        ledger.rows.note_unclean()
        ledger.look_again()
    ledger.rows.leave_nothing_behind()
    forgotten = say("{name} is forgotten: in past games they are {guest}.", name=name, guest=guest)
    return (
        sentences(forgotten, say("Older files with the name were deleted: {files}.", files=gone)) if gone else forgotten
    )


def _delete_kept(file: Path | None, names: set[str]) -> str:
    """Deletes the older files beside the journal in which a name stands; says which."""
    name = re.compile(rf"\b({'|'.join(map(re.escape, names))})\b".encode(), re.IGNORECASE)
    gone = [kept for kept in kept_beside(file) if name.search(kept.read_bytes())] if file is not None else []
    for kept in gone:
        kept.unlink()
    return ", ".join(kept.name for kept in gone)


def _typed(rows: list[Row]) -> set[str]:
    """Everybody who has ever sat down, or begun a game that nobody finished."""
    typed: set[str] = set()
    for row in rows:
        with suppress(ValueError):
            if row.kind == NAME:
                typed.add(str(list_of(row.content, 2)[1]))
            elif row.kind == GAME:
                _, header, _, _, computers, *_ = list_of(row.content, 5)
                typed |= {*strings_of(object_of(header).get("players"))} - {*names_of(computers)}
    return typed


def _unused(rows: list[Row]) -> str:
    content = "\n".join(row.content for row in rows)
    return next(guest for number in range(1, len(rows) + 2) if f'"{(guest := f"{GUEST}{number}")}"' not in content)


def _without(ledger: Ledger, row: Row, name: str, guest: str) -> Row | None:
    """The row as it is kept; None if it was removed or had nothing of the name."""
    if row.kind == SUMS:  # they are counted again
        ledger.rows.remove(row.number)
        return None
    if name.upper() not in row.content.upper():
        return None
    changed = _said_without(row, name, guest)
    if changed is None:
        ledger.rows.remove(row.number)
    elif changed != row:
        ledger.rows.rewrite(changed)
    return changed


def _said_without(row: Row, name: str, guest: str) -> Row | None:
    """None if nothing would be left of it, or if it makes no sense: nobody reads such a row."""
    try:
        content = list_of(row.content, 1)
        if (row.kind in (NAME, PERSON) and name in content) or (
            row.kind == COMFORT and str(content[1]).endswith(f" {name}")
        ):
            return None
        return Row(row.number, row.kind, text_of(_renamed(row.kind, content, name, guest)))
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return None


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
