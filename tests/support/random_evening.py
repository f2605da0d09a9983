"""People at keypads who play anything: they look at what they are asked, and press keys; cables come off."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from firmware_host.games import registry
from firmware_host.games.shared.tasks import ListTask, MarksTask, NotesTask, ReadTask, WaitTask, WordTask
from firmware_host.games.three_words.rules import SEVEN_WRONG, ThreeWordsView
from hardware.config.settings import SeatSettings
from hardware.ports import DELETE, DOWN, ENTER, ESCAPE, RIGHT, SPACE, UP
from tests.support.at_table import AtTable, Button, Held, Plug, Press, Submit, Typed, Wait, load
from tests.support.random_play import ALPHABET

NAMES = "ABCDEF"  # of those who sit down, one letter each: they have no time
GAMES = ("party", "wqrdles", "three-words")
HINTS = ("SMALL", "IN A KITCHEN", "NOT THAT")
NONSENSE = ("XQZKV", "QQQQQ", "ZXZXZ", "VVWWX", "JJQXZ")
RARE = ("YCLAD", "HILAR", "DEWAR", "ABAYA", "ADOBO")
# What of a menu is chosen, and how gladly; those who have nothing else to do look there more often.
MENU = {
    "hint": 4,
    "challenge": 5,
    "correct": 9,
    "right-place": 3,
    "wrong-place": 4,
    "seven-wrong": 4,
    "pause": 1,
    "resume": 20,
    "redo": 1,
    "give-up": 1,
}
SURE = ("really redo", "really give-up")


class RandomEvening:
    """One evening at a table. `secrets` has what each player hid last: whoever typed it knows."""

    def __init__(
        self, at: AtTable, rng: Random, *, letters: int = 5, dawdling: float = 0.07, names: Sequence[str] = NAMES
    ) -> None:
        self.at = at
        self.rng = rng
        self.letters = letters
        self.dawdling = dawdling  # how often somebody types something and takes it back
        self.names = names
        self.secrets: dict[int, str] = {}

    # ── the lobby ────────────────────────────────────────────────────────────────────────────────

    def begins(self, game: str, players: int, teams: bool = False) -> None:
        """Everybody joins, and the captain starts this game."""
        for seat, name in zip(range(1, players + 1), self.names, strict=False):
            self.at.press(seat, SPACE)
            self.at.types(seat, name)
        if game != "party":
            self.at.press(1, DOWN, *[RIGHT] * list(registry.games()).index(game), UP)
        elif teams:
            self.at.press(1, *[DOWN] * 3, RIGHT, *[UP] * 3)
        self.at.press(1, ENTER)
        assert self.at.snapshot.playing

    # ── playing ──────────────────────────────────────────────────────────────────────────────────

    def step(self) -> None:
        rng, seat = self.rng, self.rng.choice(self._seats())
        chance = rng.random()
        if chance < 0.08:
            self.at.does(Wait(rng.choice((0.5, 1.0, 5.0, 31.0))))
        elif chance < 0.10 and "pause" in self.at.table.devices.buttons:
            self.at.does(Button("pause"))
        elif chance < 0.17:
            self.at.does(Held(seat, SPACE))
        elif chance < 0.20:
            device = rng.choice([f"seat{seat}.panel", f"seat{seat}.grid", "private", "public"])
            if device in (*self.at.table.devices.boards, *self.at.table.devices.oleds):
                self.at.does(Plug(device, False), Wait(0.3), Plug(device, True), Wait(2.0))
        elif chance < 0.20 + self.dawdling:
            for each in rng.sample(self._seats(), len(self._seats())):
                if self._dawdles(each):
                    break
        else:
            self._somebody_plays()

    def _seats(self) -> Sequence[int]:
        return tuple(self.at.snapshot.players) or tuple(self.at.table.seats)

    def _somebody_plays(self) -> None:
        seats = self.rng.sample(self._seats(), len(self._seats()))
        for seat in seats:
            if self._looks_into_the_menu(seat) or self.plays(seat):
                return
        for seat in seats:
            if self._looks_into_the_menu(seat, idle=True):
                return
        self.at.does(Wait(1.0))

    def plays(self, seat: int) -> bool:
        """Does what this seat is asked for, if it is asked for anything."""
        at, rng = self.at, self.rng
        if at.has_to_take_the_screen(seat):
            at.press(seat, ENTER)
            return True
        task = at.task(seat)
        match task:
            case WordTask():
                self._answers(seat, task)
            case ListTask(items=items) if items:
                sure = task.name in SURE
                self._chooses(seat, task, 1 if sure else rng.randrange(len(items)))
            case MarksTask():
                at.press(seat, *rng.choices("GYX", k=len(task.word)), ENTER)
            case ReadTask() | NotesTask():
                at.press(seat, ESCAPE)
            case WaitTask(enter=command) if command is not None and rng.random() < 0.7:
                at.press(seat, ENTER)
            case _:
                return False
        return True

    def _chooses(self, seat: int, task: ListTask, place: int) -> None:
        now = self.at.desk(seat).chosen_in(task)
        self.at.press(seat, *[DOWN if place > now else UP] * abs(place - now), ENTER)

    def _looks_into_the_menu(self, seat: int, idle: bool = False) -> bool:
        menu = self.at.snapshot.seats[seat].sitting.menu
        if menu is None or self.at.desk(seat).open:
            return False
        wanted = {
            place: eager
            for place, item in enumerate(menu.items)
            for entry, eager in MENU.items()
            if item.id.startswith(entry)
        }
        if not wanted or self.rng.random() * (25 if idle else 100) > sum(wanted.values()):
            return False
        place = self.rng.choices(list(wanted), list(wanted.values()))[0]
        self.at.press(seat, ESCAPE)
        self._chooses(seat, menu, place)
        return True

    # ── words ────────────────────────────────────────────────────────────────────────────────────

    def _answers(self, seat: int, task: WordTask) -> None:
        at, rng = self.at, self.rng
        left_over = at.desk(seat).typed_for(task)
        at.press(seat, *[DELETE] * len(left_over))
        if task.ideas and rng.random() < 0.1:
            at.press(seat, DOWN, DOWN, ENTER, ENTER)
            return
        text = self.word_for(seat, task)
        privately = at.snapshot.seats[seat].sitting.asks_privately
        at.does(Typed(seat, text, task.name, privately), Submit(seat, text, privately))
        if at.task(seat).name == task.name and at.desk(seat).typed_for(task) == text:  # refused
            if rng.random() < 0.5:
                at.press(seat, ENTER)  # perhaps it is put to the table
            if rng.random() < 0.7:
                at.press(seat, *[DELETE] * len(text))
            if at.desk(seat).open and rng.random() < 0.5:
                at.press(seat, ESCAPE)
        elif task.name.startswith("secret") or task.name == "correct":
            self.secrets[seat] = text

    def word_for(self, seat: int, task: WordTask) -> str:
        rng = self.rng
        if task.name == "hint":
            return rng.choice(HINTS)
        if task.name == "answer":
            return self._letters_for(seat, task)
        if task.name == "name":
            return rng.choice(self.names)
        if task.name.startswith("secret") and self.letters == 5 and rng.random() < 0.15:
            return rng.choice(RARE)
        if task.name.startswith("attempt") and rng.random() < 0.3 and self.secrets:
            return rng.choice(list(self.secrets.values()))
        if task.longest == 5 and rng.random() < 0.06:
            return rng.choice(NONSENSE)
        return rng.choice(load("en").common(self.letters, plurals=self._plurals))

    @property
    def _plurals(self) -> bool:
        return self.at.snapshot.lobby.game != "party"

    def _letters_for(self, seat: int, task: WordTask) -> str:
        """What the Master says to a lifeline: always what fits."""
        view = self.at.snapshot.views[self.at.snapshot.seats[seat].name]
        assert isinstance(view, ThreeWordsView)
        assert view.pending is not None
        secret, pending = view.secret, view.pending
        assert isinstance(secret, str)
        if pending.side == SEVEN_WRONG:
            known = {letter for used in view.lifelines for letter in _letters(used)}
            wrong = [letter for letter in ALPHABET if letter not in secret and letter not in known]
            return "".join(self.rng.sample(wrong, task.longest))
        assert isinstance(pending.position, int)
        return self.rng.choice([letter for letter in secret if letter != secret[pending.position - 1]])

    def _dawdles(self, seat: int) -> bool:
        """Types something, and takes it all back."""
        task, desk = self.at.task(seat), self.at.desk(seat)
        if not isinstance(task, WordTask) or desk.typed_for(task):
            return False
        text = "".join(self.rng.choices(ALPHABET, k=self.rng.randint(1, min(4, task.longest))))
        privately = self.at.snapshot.seats[seat].sitting.asks_privately
        self.at.does(Typed(seat, text, f"dawdling {task.name}", privately))
        if self.rng.random() < 0.3:
            self.at.does(Wait(1.0))
        self.at.press(seat, *[DELETE] * len(text))
        return True


def _letters(used: Any) -> str:
    return used.letters if isinstance(used.letters, str) else ""


def presses(evening: AtTable) -> int:
    return sum(_keys(done) for done in evening.script)


def _keys(done: object) -> int:
    match done:
        case Typed(text=text):
            return len(text)
        case Press() | Submit() | Held():
            return 1
    return 0


def seats_of(kinds: Mapping[int, SeatSettings], *numbers: int) -> Mapping[int, SeatSettings]:
    """Seats of these kinds, numbered from one."""
    return {place: kinds[number] for place, number in enumerate(numbers, 1)}


def mixed(rng: Random, kinds: Mapping[int, SeatSettings], players: int) -> Iterator[Mapping[int, SeatSettings]]:
    """Tables without end, of seats of all kinds."""
    while True:
        yield seats_of(kinds, *rng.choices(list(kinds), k=players))
