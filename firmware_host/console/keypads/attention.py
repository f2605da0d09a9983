"""What the keys of each seat meant, and since when: a key counts only for what its player can have read.

When something changes at a seat that its own keys did not cause, people need a moment to see it. A key that was pressed
sooner acts only if it means the same as before; otherwise it does nothing, and nothing that was typed is lost.
"""

from dataclasses import field

from firmware_host.console.keypads.keys import answers_list, press
from firmware_host.frozen import frozen, replace
from firmware_host.games.shared.sitting import Sitting
from firmware_host.games.shared.tasks import Command, Desk, ListTask, Task
from hardware.ports import ENTER, KeyPress

TO_READ = 0.5  # seconds that people need to notice a change
ROUNDED = 1e-6  # seconds: times are compared that were added and subtracted
REMEMBERED = 2.0  # seconds: a key may have waited in a driver for as long

Moment = tuple[object, ...]  # of a game, such as its round and phase


@frozen
class Shown:
    """What a seat was shown: its keys answered this."""

    sitting: Sitting = field(repr=False)
    desk: Desk
    moment: Moment = ()
    is_called: bool = False  # to take the private screen, with ENTER
    keypads: tuple[int, ...] = ()  # that type for it
    reads: bool = True  # the list that it is asked to choose from: some screen shows it to this seat

    def is_like(self, other: "Shown") -> bool:
        """Nothing has changed in between."""
        if self is other:
            return True
        same = self.sitting is other.sitting and self.desk is other.desk
        circumstances = self.moment, self.is_called, self.keypads, self.reads
        return same and circumstances == (other.moment, other.is_called, other.keypads, other.reads)

    @property
    def task(self) -> Task:
        return self.desk.innermost(self.sitting.task, self.sitting.menu)

    @property
    def asked(self) -> tuple[object, ...]:
        """The question, and what can be answered to it."""
        items = self.task.items if isinstance(self.task, ListTask) else ()
        return self.task.name, tuple(item.id for item in items), self.moment, self.is_called, self.keypads

    def pressed(self, key: KeyPress) -> tuple[Desk, Command | None]:
        return press(self.sitting.task, self.desk, key, self.sitting.menu)


@frozen
class Effect:
    """What a key does: the command it gives, what it opens or closes, and the task that it answers, if it does."""

    command: Command | None
    moment: Moment
    open: tuple[str, ...]
    answers: str
    takes_screen: bool = False
    brings_up: bool = False  # the list that it would answer, and nothing else

    @property
    def decides(self) -> bool:
        return self.command is not None or self.takes_screen

    @property
    def nothing(self) -> bool:
        return not self.decides and not self.answers


def effect(shown: Shown, key: KeyPress) -> Effect:
    if shown.is_called and key.key == ENTER:
        return Effect(None, (), (), "", takes_screen=True)
    if not shown.reads and key.at is None and answers_list(shown.task, key):
        return Effect(None, (), tuple(task.name for task in shown.desk.open), "", brings_up=True)
    desk, command = shown.pressed(key)
    open_tasks = tuple(task.name for task in desk.open)
    if command is not None:
        return Effect(command, shown.moment, open_tasks, "")
    changed = _in_hand(desk) != _in_hand(shown.desk)
    return Effect(None, (), open_tasks, shown.task.name if changed else "")


class Attention:
    """For each seat what it was shown lately, the newest last, each with the time since when."""

    def __init__(self) -> None:
        self._shown: dict[int, list[tuple[float, Shown]]] = {}
        self._touched: dict[int, float] = {}  # when the seat's last key came

    def touched(self, seat: int, now: float) -> None:
        self._touched[seat] = now

    def shows(self, seat: int, shown: Shown, now: float) -> None:
        """The seat's displays were drawn, and show this."""
        history = self._shown.setdefault(seat, [(float("-inf"), shown)])
        since, newest = history[-1]
        if newest.is_like(shown):
            return
        if self._came_up_for(seat, newest, shown, now):
            history[-1] = since, shown
            return
        history.append((now, shown))
        while len(history) > 1 and history[1][0] < now - REMEMBERED:
            del history[0]

    def _came_up_for(self, seat: int, newest: Shown, shown: Shown, now: float) -> bool:
        """The seat's own key has brought its page up, and it is asked nothing else."""
        if newest.reads or not shown.reads or now - self._touched.get(seat, float("-inf")) >= TO_READ:
            return False
        return newest.asked == shown.asked

    def knows(self, seat: int, shown: Shown) -> None:
        """The seat is shown what its own key has caused: its player expects it."""
        self._shown[seat] = [(float("-inf"), shown)]

    def counts(self, seat: int, key: KeyPress, when: float, now: Shown) -> bool:
        """Whether the key, pressed on what the seat shows now, does what its player can have meant."""
        then = self._read_by(seat, when)
        if then is None or then.is_like(now):
            return True
        meant, does = effect(then, key), effect(now, key)
        if does.brings_up:
            return True
        if then.keypads != now.keypads:  # what was pressed on it was meant for another seat
            return False
        harmless = not does.decides and does.open == tuple(task.name for task in now.desk.open)
        return meant == does or (meant.nothing and harmless)

    def pressed(self, seat: int, key: KeyPress, now: Shown) -> None:
        """A key of the seat has typed or moved something, as it would have in what the seat was shown before."""
        history = self._shown.get(seat, [])
        before = [(since, replace(shown, desk=shown.pressed(key)[0])) for since, shown in history[:-1]]
        self._shown[seat] = [*before, (history[-1][0] if history else float("-inf"), now)]

    def since(self, seat: int) -> float:
        """When something last changed there that the seat did not cause."""
        return self._shown[seat][-1][0] if seat in self._shown else float("-inf")

    def _read_by(self, seat: int, when: float) -> Shown | None:
        """What the seat was showing when its player could last have read it."""
        history = self._shown.get(seat, [])
        read = [shown for since, shown in history if since - when <= ROUNDED - TO_READ]
        return read[-1] if read else history[0][1] if history else None


def _in_hand(desk: Desk) -> Desk:
    """The desk without what is told there, and without which tap of a key comes next."""
    return replace(desk.told(), tapped=("", ""))
