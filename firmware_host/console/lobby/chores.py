"""What the captain asks of the computer under the table, from the menu before a game: backup, update, SSH."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from firmware_host.frozen import replace
from firmware_host.games.shared.page import Audience, Page
from firmware_host.games.shared.sitting import Sitting
from firmware_host.games.shared.tasks import Item, ListTask, WaitTask
from firmware_host.games.shared.wishes import DoChore, EndChore
from firmware_host.kept import Watched
from firmware_host.texts.text import NOTHING, Keys, Text, say
from hardware.ports import BACK_UP, SSH_OFF, SSH_ON, UPDATE, Chores

NAMES: Mapping[str, Text] = {
    BACK_UP: say("Backup to USB"),
    UPDATE: say("Update"),
    SSH_ON: say("SSH on"),
    SSH_OFF: say("SSH off"),
}
ABOUT: Mapping[str, Text] = {
    BACK_UP: say("Copying games, names and house words …"),
    UPDATE: say("Looking for a newer version and trying it. This takes some minutes …"),
    SSH_ON: say("Switching SSH on …"),
    SSH_OFF: say("Switching SSH off …"),
}
READ = say("{enter} back", enter=Keys.ENTER)


def submenu(chores: tuple[str, ...]) -> tuple[Item, ...]:
    """The entry of the captain's menu; nothing where the computer does no chores."""
    if not chores:
        return ()
    items = tuple(Item(NAMES[chore], DoChore(chore), id=chore) for chore in chores)
    name = say("This computer")
    return (Item(name, ListTask("chores", name, items, audience=Audience.EVERYBODY), id="chores"),)


@dataclass(frozen=True, slots=True)
class Doing:
    chore: str
    outcome: Text = field(default=NOTHING, repr=False)  # it may hold a password


class ChoreDesk(Watched):
    """One chore at a time, for the seat that asked. Everybody else goes on."""

    def __init__(self, chores: Chores | None, draw: Callable[[], None]) -> None:
        self._chores = chores
        self._draw = draw
        self.seat: int | None = None
        self.doing: Doing | None = None

    @property
    def offered(self) -> tuple[str, ...]:
        return self._chores.offered if self._chores is not None else ()

    @property
    def now(self) -> tuple[object, ...]:
        """Everything here that a sitting depends on."""
        return self.seat, self.doing

    def wish(self, seat: int, wish: DoChore | EndChore) -> None:
        match wish:
            case DoChore(chore) if self._chores is not None and self.doing is None and chore in self.offered:
                self.seat, self.doing = seat, Doing(chore)
                self._chores.do(chore, self._told)
            case EndChore() if self.doing is not None and self.doing.outcome:
                self.seat = self.doing = None

    def _told(self, outcome: Text) -> None:
        if self.doing is not None:
            self.doing = Doing(self.doing.chore, outcome)
            self._draw()

    def sit(self) -> Sitting:
        assert self.doing is not None, "somebody asked for it"
        title, outcome = NAMES[self.doing.chore], self.doing.outcome
        if not outcome:
            page = Page(title=title, lines=(ABOUT[self.doing.chore],), audience=Audience.EVERYBODY)
            return Sitting(WaitTask("chore", title), page)
        task = WaitTask("chore done", title, EndChore(), say("Back"), leaving=EndChore())
        page = Page(title=title, lines=(outcome,), hint=(READ,), audience=Audience.EVERYBODY)
        if self.doing.chore != SSH_ON:
            return Sitting(task, page)
        # Everybody in the network can open the public screen, so a password is not for it.
        own = replace(page, lines=(say("Read the answer on the private screen."),))
        return Sitting(task, own, replace(page, audience=Audience.OWNER), asks_privately=True)
