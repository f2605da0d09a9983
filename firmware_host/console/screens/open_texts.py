"""What a seat without a panel is asked and told, as far as everybody may read it. It stands on the public screen."""

from collections.abc import Mapping
from functools import cached_property

from firmware_host.console.screens.public_screen import OpenText
from firmware_host.console.screens.showing import over
from firmware_host.console.sittings import Sittings
from firmware_host.frozen import frozen, replace
from firmware_host.games.shared.page import Audience, Page
from firmware_host.games.shared.sitting import Sitting
from firmware_host.games.shared.tasks import Desk, ListTask, ReadTask, Task, WaitTask, WordTask
from firmware_host.kept import Kept
from firmware_host.texts.text import Text, say, verbatim

TYPED = "*"  # stands for a letter where others may read


@frozen(slots=False)
class Asked:
    """Somebody at such a seat: their name, what they are asked, and their desk. What follows is worked out once."""

    name: str
    sitting: Sitting
    desk: Desk

    @cached_property
    def task(self) -> Task:
        return self.desk.innermost(self.sitting.task, self.sitting.menu)

    @property
    def opened(self) -> tuple[str, ...]:
        """The menus that are open, by their names."""
        return tuple(task.name for task in self.desk.open)

    @property
    def privately(self) -> bool:
        """Whether it is answered on the private screen. A menu can be used without it."""
        return self.sitting.asks_privately and not (self.sitting.waits and bool(self.desk.open))

    @cached_property
    def text(self) -> OpenText | None:
        """What everybody may read of it; None if that is nothing."""
        page = open_page(self)
        return None if page is None else OpenText(page, self.opened, self.name, question(self))


class AskedSeats:
    """What each seat is asked. It is kept until it changes."""

    def __init__(self, sittings: Sittings) -> None:
        self._sittings = sittings
        self._asked: Mapping[int, Kept[Asked]] = {seat: Kept() for seat in sittings.seats}

    def at(self, seat: int) -> Asked:
        basis = self._sittings.name_at(seat), self._sittings.at(seat), self._sittings.seats[seat].desk
        return self._asked[seat].get(basis, lambda: Asked(*basis))


def needs_text(asked: Asked) -> bool:
    """Whether they cannot go on without reading something. A board leaves the screen alone until the first letter."""
    match asked.task:
        case ListTask() | ReadTask():
            return True
        case WordTask() as task:
            begun = asked.desk.open or asked.desk.typed_for(task) or asked.sitting.own.board is None
            return bool(asked.desk.message) or (bool(begun) and not task.guarded)
        case WaitTask() as task:
            return bool(task.ask or asked.desk.message)
        case _:
            return bool(asked.desk.message)


def open_page(asked: Asked) -> Page | None:
    """What everybody may read of it; None if that is nothing."""
    page = None if asked.privately or not needs_text(asked) else _said(asked)
    return page if page is not None and page.audience is Audience.EVERYBODY else None


def question(asked: Asked) -> Page | None:
    """What the seat is asked, without its name and the cursor; None if it has opened something or is told something."""
    task, own = asked.task, asked.sitting.own
    if not isinstance(task, ListTask) or asked.desk.open or asked.desk.message or own.audience is Audience.OWNER:
        return None
    board = None if task.boards else own.board  # it would be that of the entry chosen
    return replace(own, board=board, boards=(), items=(), chosen=0, hint=(), audience=task.audience)


def _said(asked: Asked) -> Page:
    task, desk, own = asked.task, asked.desk, asked.sitting.own
    message = desk.message and (desk.openly or desk.message)
    match task:
        case ListTask() if desk.open:
            page = replace(over(task, desk), title=_titled(asked, task.openly or task.ask), audience=task.audience)
        case ListTask():
            beside = own if own.audience is Audience.EVERYBODY else Page(items=task.entries, hint=own.hint)
            chosen, title = desk.chosen_in(task), _titled(asked, task.openly or task.ask)
            page = replace(beside, title=title, items=task.entries, chosen=chosen, audience=task.audience)
        case ReadTask():
            page = over(task, desk)
            page = replace(page, title=_titled(asked, page.title))
        case WordTask() if not task.guarded:
            page = replace(
                _beside(task, over(task, desk) if desk.open else own),
                title=_titled(asked, _asked_beside(task)),
                big=_as_all_may_read(task, desk.typed_for(task)),
                slots=task.longest,
                audience=Audience.EVERYBODY,
            )
        case WaitTask() if task.ask:
            page = replace(own, title=_titled(asked, task.ask))
        case _:
            page = Page(title=verbatim(asked.name), audience=Audience.EVERYBODY)
    return replace(page, message=message) if message else page


def _beside(task: WordTask, page: Page) -> Page:
    """What everybody may look at while the word is typed; keys are explained as on the seat's own page."""
    if page.audience is Audience.EVERYBODY:
        return page
    meanwhile = task.beside if task.beside is not None else Page()
    return replace(meanwhile if meanwhile.audience is Audience.EVERYBODY else Page(), hint=page.hint)


def _asked_beside(task: WordTask) -> Text:
    """Where the board beside the word says whose it is, a short title leaves room for what is known of it."""
    beside = task.beside
    return beside.title if beside is not None and beside.title and beside.audience is Audience.EVERYBODY else task.ask


def _as_all_may_read(task: WordTask, typed: str) -> str:
    return typed if task.audience is Audience.EVERYBODY else TYPED * len(typed)


def _titled(asked: Asked, question: Text) -> Text:
    return say("{name}: {question}", name=asked.name, question=question) if asked.name else question
