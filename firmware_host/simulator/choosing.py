"""Choosing an entry of a list by its id, so that scripts and tests need not count what stands above it."""

from firmware_host.console.snapshot import SeatSnapshot
from firmware_host.frozen import frozen
from firmware_host.games.shared.tasks import ListTask
from firmware_host.texts.errors import TextError
from firmware_host.texts.text import listed, say
from hardware.ports import DOWN, ENTER, ESCAPE, NEXT, UP


class NoSuchEntry(TextError):
    """What the seat is asked has no such entry."""


@frozen
class Way:
    """Keys towards an entry. Until they take it, look again and press on."""

    keys: tuple[str, ...]
    takes_it: bool


def way_to(entry: str, seat: SeatSnapshot, *, number_pad: bool = False) -> Way:
    """The way to this entry of the list that is open, or of the menu if it is not there."""
    task = seat.task
    ids = [shown.id for shown in task.entries] if isinstance(task, ListTask) else []
    if entry in ids and isinstance(task, ListTask):
        if not seat.reads:
            return Way((ENTER,), takes_it=False)  # a key that answers something unseen only brings it up
        steps = ids.index(entry) - seat.desk.chosen_in(task)  # from above the first if its entry has gone
        if number_pad:  # which has one key for it, and goes round
            return Way((*[NEXT] * (steps % len(ids) if steps < 0 else steps), ENTER), takes_it=True)
        return Way((*[UP if steps < 0 else DOWN] * abs(steps), ENTER), takes_it=True)
    if not seat.desk.open and seat.sitting.menu is not None:
        return Way((ESCAPE,), takes_it=False)
    if not ids:
        raise NoSuchEntry(say("“{entry}” cannot be chosen: this seat has no list to choose from now.", entry=entry))
    raise NoSuchEntry(say("no entry “{entry}” to choose; entries are {entries}.", entry=entry, entries=listed(ids)))
