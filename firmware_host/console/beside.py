"""Seats with nothing but a grid: what they choose from, and what they alone are told, stands on a screen beside them.

That is the table screen, or the private screen where there is none. Others read it too, so it never has a board, nor a
word that is being guessed.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from firmware_host.console.page import Page
from firmware_host.console.showing import over
from firmware_host.console.sitting import Sitting
from firmware_host.console.tasks import Desk, ListTask, WaitTask, WordTask
from hardware.ports import Seat


@dataclass(frozen=True, slots=True)
class Asked:
    """Somebody at such a seat: who they are, what they are asked, and what they are in the middle of."""

    name: str
    sitting: Sitting
    desk: Desk


class Beside:
    """Whose questions stand there now: those of whoever pressed a key last, and has any."""

    def __init__(self, seats: Mapping[int, Seat]) -> None:
        self.seats = tuple(number for number, seat in seats.items() if seat.panel is None)
        self._last = 0
        self._last_of_all = 0

    def touched(self, seat: int) -> None:
        """A key was pressed; at a seat with a panel of its own it changes little here."""
        self._last_of_all = seat
        if seat in self.seats:
            self._last = seat

    def page(self, asked_at: Callable[[int], Asked], holder: int | None = None) -> Page | None:
        """What stands there, if anybody needs the room.

        Whoever holds the screen has it back with their next key, and at once when they are asked something.
        """
        held = asked_at(holder) if holder is not None else None
        if held and not held.sitting.waits and (holder == self._last_of_all or held.desk.open):
            return None
        by_turns = sorted(self.seats, key=lambda seat: seat != self._last)
        pages = (_in_the_open(asked_at(seat)) for seat in by_turns)
        return next((page for page in pages if page is not None), None)


def _in_the_open(asked: Asked) -> Page | None:
    """What of somebody's page all may read. What is asked privately is answered on the private screen anyhow."""
    sitting, desk = asked.sitting, asked.desk
    if sitting.asks_privately and not (sitting.waits and desk.open):
        return None
    task = desk.innermost(sitting.task, sitting.menu)
    ask = task.openly if isinstance(task, ListTask) and task.openly else task.ask
    title = f"{asked.name}: {ask}" if asked.name else ask
    if isinstance(task, ListTask) or (isinstance(task, WordTask) and _is_typed_here(task, asked)):
        page = over(task, desk)
        return Page(
            title=title,
            items=page.items,
            chosen=page.chosen,
            big=page.big,
            slots=page.slots,
            message=desk.message,
            hint=page.hint if desk.open else sitting.own.hint,
        )
    if isinstance(task, WaitTask) and task.ask:
        return replace(sitting.own, title=title)
    return Page(title=asked.name, message=desk.message) if desk.message else None


def _is_typed_here(task: WordTask, asked: Asked) -> bool:
    """A word that somebody is typing, or must; while nothing is typed beside a board, the screen is for everybody."""
    begun = asked.desk.open or asked.desk.typed_for(task) or asked.sitting.own.board is None
    return bool(begun) and not task.guarded
