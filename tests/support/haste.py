"""People in a hurry: they are in the middle of something, somebody else changes what they see, and they press a key.

`before` is what they can have read: it was there for longer than people need, and all that came after it is too new.
Whatever their key does has to be what it would have done then, or nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields

from firmware_host.console.keypads.attention import TO_READ
from firmware_host.console.keypads.keys import answers_list, press
from firmware_host.console.snapshot import Snapshot
from firmware_host.games import registry
from firmware_host.games.shared.table import OVER, RESULT, Action
from firmware_host.games.shared.tasks import Command, ListTask, WordTask
from firmware_host.games.shared.wishes import GoOn, SitOut
from firmware_host.texts.text import Text
from hardware.ports import DELETE, DOWN, ENTER, ESCAPE, LEFT, RIGHT, KeyPress
from tests.support.at_table import AtTable, Hurried, Plug, Press, Submit, Typed, Wait
from tests.support.random_evening import NONSENSE
from tests.support.told import Stuck, everybody_finds_out, nobody_is_stuck
from tests.support.who_looks import UnrulyEvening
from tests.support.wire_secrecy import NAMES

SOON = 0.2  # seconds from what everybody has read to the key that comes too soon
DECIDING = (ENTER, ENTER, ENTER, ENTER, ESCAPE, LEFT, RIGHT, "1", "2")
FIELDS = {each.name for each in fields(Action)} - {"name", "upheld"}  # of an action, as the log has them
BY_ITSELF = ("next", "pass")  # what may follow: they wanted to go on before a pause, or sit out
MOST_TRIES = 80  # of people who answer whatever they are asked, until the game goes on
HURRIED = 0.5  # how often somebody is in a hurry
GOING_ON = {False: 0.05, True: 0.3}  # how often everybody wants to go on: more often after a round
REFUSED, FOUND = 0.15, 0.5  # how often a guess is no word, and how often it is a secret
READY = 0.6  # how often whoever is in a hurry was in the middle of something


class TooSoon(AssertionError):
    """A key did something that its player cannot have meant."""


@dataclass(frozen=True)
class Done:
    """Everything about an evening that a key of one seat can decide."""

    log: tuple[Mapping[str, object], ...]
    lobby: object
    comfort: object
    open: tuple[str, ...]
    has_screen: bool
    hint: tuple[Text, ...]  # after a round it says whether they want to go on


def done(at: AtTable, seat: int) -> Done:
    evening = at.snapshot
    there, screen = evening.seats[seat], evening.private_screen
    log = at.console.save()["log"] if evening.playing else []
    assert isinstance(log, list)
    names = tuple(task.name for task in there.desk.open)
    hint = there.sitting.own.hint if there.sitting.task.name == "result" else ()
    return Done(tuple(log), evening.lobby, there.comfort, names, screen.called == seat and screen.taken, hint)


def meant(before: Snapshot, seat: int, key: str) -> tuple[Command | None, tuple[str, ...]]:
    """What the key would have done to what its player has read: a command, and what is open afterwards."""
    there = before.seats[seat]
    pressed = KeyPress(seat, key, 0.0, True, key if key.isdigit() else "")
    if not there.reads and answers_list(there.task, pressed):  # no screen showed it: they meant to bring it up
        return None, tuple(task.name for task in there.desk.open)
    desk, command = press(there.sitting.task, there.desk, pressed, there.sitting.menu)
    return command, tuple(task.name for task in desk.open)


def moment(evening: Snapshot, seat: int) -> object:
    view = evening.view_of(evening.seats[seat].name)
    return registry.of(view).moment(view) if view is not None else None


def is_said_by(entry: Mapping[str, object], command: Command | None) -> bool:
    """Whether this entry of the log is what was meant."""
    if isinstance(command, GoOn | SitOut):
        return entry["action"] in ("next", "pass")
    if not isinstance(command, Action) or entry["action"] != command.name:
        return False
    said = {name: fact for name, fact in entry.items() if name in FIELDS}
    return all(getattr(command, name) == fact for name, fact in said.items())


def press_soon(at: AtTable, seat: int, before: Snapshot, key: str) -> None:
    """Presses a key, and compares what comes of it with what it meant before the change."""
    earlier, now = done(at, seat), at.snapshot
    at.does(Hurried(seat, key))
    later, (command, opened) = done(at, seat), meant(before, seat, key)
    acted = [entry for entry in later.log[len(earlier.log) :] if entry.get("player") == before.players[seat]]
    by_itself = before.private_screen.called == seat  # they were asked to take the screen before
    if acted:
        same = is_said_by(acted[0], command) and moment(before, seat) == moment(now, seat)
        follows = all(entry["action"] in BY_ITSELF for entry in acted[1:])
        _expect(same and follows, f"{key} of seat {seat} did {acted}, and meant {command}")
        return
    _expect(later.has_screen in (earlier.has_screen, False) or by_itself, f"{key} of seat {seat} took the screen")
    _expect(later.open in (earlier.open, opened), f"{key} of seat {seat}: {earlier.open} became {later.open}")
    if command is None:
        decided = (later.lobby, later.comfort, later.hint) != (earlier.lobby, earlier.comfort, earlier.hint)
        _expect(not decided, f"{key} of seat {seat} decided something, and meant nothing")


def _expect(is_so: bool, sentence: str) -> None:
    if not is_so:
        raise TooSoon(sentence)


class HastyEvening(UnrulyEvening):
    """As unruly as any, with keys that come too soon. Somebody can always go on, and everybody is told what to do."""

    tried = 0  # keys that came too soon, where something had changed

    def step(self) -> None:
        chance = self.rng.random()
        if chance < HURRIED and self.at.snapshot.playing:
            self._hurries()
        elif chance < HURRIED + GOING_ON[self.at.snapshot.phase == RESULT] and self.at.snapshot.playing:
            self.goes_on()
        else:
            super().step()
        nobody_is_stuck(self.at)
        everybody_finds_out(self.at)

    def goes_on(self) -> None:
        """Everything is plugged in, people answer what they are asked, and the game goes on or is over."""
        at = self.at
        missing = [f"seat{seat}.keypad" for seat, pad in at.table.keypads.items() if not pad.there]
        missing += [name for name, oled in at.table.devices.oleds.items() if not oled.plugged]
        at.does(*(Plug(name, True) for name in missing), Wait(2.0))
        before = self._moves()
        for _ in range(MOST_TRIES):
            if at.snapshot.phase in ("", OVER) or self._moves() > before:
                return
            self._somebody_plays()
        raise Stuck(f"nobody can go on in {at.snapshot.phase}")

    def _moves(self) -> int:
        log = self.at.console.save()["log"]
        assert isinstance(log, list)
        return len(log)

    def _hurries(self) -> None:
        """Somebody plays, and somebody else presses a key before they can have seen that."""
        at, rng = self.at, self.rng
        waiting = rng.choice(self._seats())
        if rng.random() < READY:
            self._is_in_the_middle_of_something(waiting)
        at.does(Wait(TO_READ + 0.1))  # everybody has read everything
        before, place = at.snapshot, len(at.script)
        others = [seat for seat in before.players if seat != waiting]
        if waiting not in before.players or not others:
            return
        self._plays_at_once(rng.sample(others, len(others)))
        pressed = {each.seat for each in at.script[place:] if isinstance(each, Press | Typed | Submit)}
        if waiting in pressed or at.snapshot.now - before.now > SOON or waiting not in at.snapshot.players:
            return
        self.tried += _changed(before, at.snapshot, waiting)
        press_soon(at, waiting, before, rng.choice(DECIDING))

    def _is_in_the_middle_of_something(self, seat: int) -> None:
        """They have typed a word and not sent it, or have opened the menu."""
        task, desk = self.at.task(seat), self.at.desk(seat)
        if isinstance(task, WordTask) and not desk.typed_for(task) and self.rng.random() < 0.8:
            self._types_only(seat, task)
        elif isinstance(task, ListTask):
            self.at.press(seat, *[DOWN] * self.rng.randint(0, 3))
        elif not desk.open and self.rng.random() < 0.4:
            self.at.press(seat, ESCAPE, *[DOWN] * self.rng.randint(0, 3))

    def _types_only(self, seat: int, task: WordTask) -> None:
        privately, word = self.at.snapshot.seats[seat].sitting.asks_privately, self.word_for(seat, task)
        self.at.does(Typed(seat, word, f"prepared {task.name}", privately))
        if task.name.startswith("secret"):
            self.secrets[seat] = word

    def _plays_at_once(self, seats: Sequence[int]) -> None:
        """The first of them who is asked something answers it, with a word that is typed already."""
        for seat in seats:
            if self._sends_at_once(seat) or self.plays(seat):
                return

    def _sends_at_once(self, seat: int) -> bool:
        task = self.at.task(seat)
        if not isinstance(task, WordTask) or self.at.has_to_take_the_screen(seat):
            return False
        self.at.press(seat, *[DELETE] * len(self.at.desk(seat).typed_for(task)))
        self._types_only(seat, task)
        self.at.press(seat, ENTER)
        return True

    def word_for(self, seat: int, task: WordTask) -> str:
        """More often than elsewhere what the dictionary refuses, and what ends a round."""
        chance = self.rng.random() if task.name.startswith(("guess", "propose", "attempt")) else 1.0
        found = self._looked_for(task)
        if chance < REFUSED and self.letters == 5:
            return self.rng.choice(NONSENSE)
        return found if found and chance < REFUSED + FOUND else super().word_for(seat, task)

    def _looked_for(self, task: WordTask) -> str:
        """A secret that somebody has hidden; where the task names its owner, that one's."""
        owner = task.name.removeprefix("attempt ")
        if owner in NAMES:
            return self.secrets.get(NAMES.index(owner) + 1, "")
        return self.rng.choice(list(self.secrets.values())) if self.secrets else ""


def _changed(before: Snapshot, after: Snapshot, seat: int) -> bool:
    old, new = before.seats[seat], after.seats[seat]
    return (old.desk, old.task.name, old.sitting.own) != (new.desk, new.task.name, new.sitting.own)
