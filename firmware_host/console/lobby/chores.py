"""What the captain asks of the computer under the table, from the menu before a game: backup, update, Wi-Fi, SSH."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from firmware_host.frozen import replace
from firmware_host.games.shared.page import Audience, Page
from firmware_host.games.shared.sitting import Sitting
from firmware_host.games.shared.tasks import Item, ListTask, WaitTask
from firmware_host.games.shared.wishes import DoChore, EndChore
from firmware_host.kept import Watched
from firmware_host.texts.text import Keys, Text, say
from hardware.ports import BACK_UP, OWN_WIFI, SSH_OFF, SSH_ON, UPDATE, Chores, Done

NAMES: Mapping[str, Text] = {
    BACK_UP: say("Backup to USB"),
    UPDATE: say("Update"),
    OWN_WIFI: say("Own Wi-Fi"),
    SSH_ON: say("SSH on"),
    SSH_OFF: say("SSH off"),
}
ABOUT: Mapping[str, Text] = {
    BACK_UP: say("Copying games, names and house words …"),
    UPDATE: say("Looking for a newer version and trying it. This takes some minutes …"),
    OWN_WIFI: say("Looking up its name and password …"),
    SSH_ON: say("Switching SSH on …"),
    SSH_OFF: say("Switching SSH off …"),
}
READ = say("{enter} back", enter=Keys.ENTER)
SCAN = say("{enter} code to scan", enter=Keys.ENTER)


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
    outcome: Done | None = None
    scans: bool = False  # its code is shown, which leaves a small panel no room for the words


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
            case EndChore() if self.doing is not None and self.doing.outcome is not None:
                if self.doing.outcome.code and not self.doing.scans:
                    self.doing = Doing(self.doing.chore, self.doing.outcome, scans=True)
                else:
                    self.seat = self.doing = None

    def _told(self, outcome: Done) -> None:
        if self.doing is not None:
            self.doing = Doing(self.doing.chore, outcome)
            self._draw()

    def sit(self) -> Sitting:
        assert self.doing is not None, "somebody asked for it"
        title, outcome = NAMES[self.doing.chore], self.doing.outcome
        if outcome is None:
            page = Page(title=title, lines=(ABOUT[self.doing.chore],), audience=Audience.EVERYBODY)
            return Sitting(WaitTask("chore", title), page)
        task = WaitTask("chore done", title, EndChore(), say("Back"), leaving=EndChore())
        page = Page(title=title, lines=(outcome.say,), hint=(READ,), audience=Audience.EVERYBODY)
        if outcome.code:
            return self._sit_with_code(task, page, outcome.code)
        if self.doing.chore != SSH_ON:
            return Sitting(task, page)
        # Everybody in the network can open the public screen, so SSH's password is not for it. They know the Wi-Fi's.
        own = replace(page, lines=(say("Read the answer on the private screen."),))
        return Sitting(task, own, replace(page, audience=Audience.OWNER), asks_privately=True)

    def _sit_with_code(self, task: WaitTask, page: Page, code: str) -> Sitting:
        """First the words, then the code; both at once where there is room."""
        both = replace(page, code=code)
        if self.doing is not None and self.doing.scans:
            return Sitting(task, replace(both, lines=()), roomy=both)
        return Sitting(replace(task, button=say("Code to scan")), replace(page, hint=(SCAN,)), roomy=both)
