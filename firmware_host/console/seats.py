"""What the console remembers of each seat between two keys."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field

from firmware_host.console.lobby.lobby import Lobby
from firmware_host.console.settings import EveningSettings
from firmware_host.drawing.palettes import PALETTES
from firmware_host.frozen import frozen, replace
from firmware_host.games.shared.sitting import BRIGHTEST, USUAL_BRIGHTNESS, Comfort
from firmware_host.games.shared.tasks import Desk, ListTask, Task
from firmware_host.games.shared.wishes import ChangeBrightness, ChangeLanguage, Comforts, NextPalette
from firmware_host.kept import Watched
from firmware_host.texts import language
from firmware_host.texts.text import NOTHING, Text, say

NONSENSE = "nonsense"  # generated for tests, to find what cannot be translated
OWN_NAME = say("English")  # translators put the name of their language here, in that language


@frozen
class SeatState:
    """One seat: what its player is in the middle of, and what they have set for themselves."""

    desk: Desk = field(default_factory=Desk)
    joining: bool = False
    comes: bool = False  # waits for the end of a round, to join the game
    comfort: Comfort = field(default_factory=Comfort)
    news: Text = NOTHING
    sitting_out: bool = False  # passes its attempts until its next turn
    warned_of: str = field(default="", repr=False)  # the rare word they were told about


class Seats(Watched):
    """Every seat of the table, and the lobby, which says who has joined at which."""

    def __init__(self, states: Mapping[int, SeatState], lobby: Lobby) -> None:
        self._states = dict(states)
        self._questions: set[str] = set()  # that the console has asked somebody, by name
        self.lobby = lobby

    def __getitem__(self, seat: int) -> SeatState:
        return self._states[seat]

    def __contains__(self, seat: int) -> bool:
        return seat in self._states

    def __iter__(self) -> Iterator[int]:
        return iter(self._states)

    def __len__(self) -> int:
        return len(self._states)

    def set_state(self, seat: int, state: SeatState) -> None:
        self._states[seat] = state

    def set_desk(self, seat: int, desk: Desk) -> None:
        """Replaces what they are in the middle of."""
        if desk is not self[seat].desk:
            self.set_state(seat, replace(self[seat], desk=desk))

    def give_back(self, seat: int, desk: Desk) -> None:
        """Undoes a refused action: what was typed and open is back, unless its player has begun something else."""
        now = self[seat].desk
        self.set_desk(
            seat,
            replace(
                now,
                typed={**desk.typed, **now.typed},
                cursor={**desk.cursor, **now.cursor},
                chosen={**desk.chosen, **now.chosen},
                open=now.open or desk.open,
                overtyped=desk.overtyped if desk.overtyped not in now.typed else "",
            ),
        )

    def clear(self, seat: int) -> None:
        """Forgets what they were in the middle of."""
        self.set_state(seat, SeatState(comfort=self[seat].comfort, news=self[seat].news))

    def forget_notes(self) -> None:
        """The words that they were about are no longer looked for."""
        for seat, state in self._states.items():
            if state.desk.notes:
                self.set_desk(seat, replace(state.desk, notes={}))

    def say_to(self, seat: int, text: Text) -> None:
        """Shows a message to one seat alone, until its next key."""
        self.set_desk(seat, self[seat].desk.told(text))

    def refuse(self, seat: int, why: Text, openly: Text = NOTHING) -> None:
        """Answers a key of the seat. It goes with the question, and where everybody reads it, when it was read."""
        self.set_desk(seat, self[seat].desk.told(why, openly, refuses=True))

    def show_news(self, text: Text) -> None:
        """Puts it on the message line of every seat, when that is drawn next; NOTHING clears the line."""
        for seat, state in self._states.items():
            self.set_state(seat, replace(state, news=text))

    def ask(self, seat: int, question: ListTask) -> None:
        """Asks as soon as the seat's player is not in the middle of a word."""
        self._questions.add(question.name)
        desk = self[seat].desk.without(question)
        self.set_desk(seat, replace(desk, asked=(*desk.asked, question)))

    def is_asked(self, seat: int) -> bool:
        """Whether a question waits there, or is open, that its player did not open themselves."""
        desk = self[seat].desk
        return bool(desk.asked) or any(task.name in self._questions for task in desk.open)

    def take_back(self, question: str) -> None:
        """Closes the question of this name at every seat, with whatever was opened from it."""
        for seat, state in self._states.items():
            asked = tuple(task for task in state.desk.asked if task.name != question)
            self.set_desk(seat, replace(state.desk, open=tuple(self._beside(question, state.desk.open)), asked=asked))

    def _beside(self, question: str, tasks: Iterable[Task]) -> Iterator[Task]:
        """Of tasks that were opened one after the other, those that belong to other questions."""
        belongs = False
        for task in tasks:
            if task.name in self._questions:
                belongs = task.name == question
            if not belongs:
                yield task


def remembered(kept: Mapping[str, str], settings: EveningSettings) -> Comfort:
    """What was set at this seat on an earlier evening; otherwise as the table's config says."""
    levels = {str(level): level for level in range(1, BRIGHTEST + 1)}
    languages = offered_languages(settings.language)
    return Comfort(
        palette=kept["palette"] if kept.get("palette") in PALETTES else settings.palette,
        brightness=levels.get(kept.get("brightness", ""), USUAL_BRIGHTNESS),
        language=kept["language"] if kept.get("language") in dict(languages) else settings.language,
        languages=languages,
    )


def offered_languages(table: str) -> tuple[tuple[str, str], ...]:
    """The languages that seats can choose, each in its own words. Nonsense only if the table is set to it."""
    names = (name for name in language.names() if name != NONSENSE or table == NONSENSE)
    return tuple((name, language.language(name).read(OWN_NAME)) for name in names)


def changed_comfort(comfort: Comfort, wish: Comforts) -> Comfort:
    match wish:
        case NextPalette():
            return replace(comfort, palette=_next(list(PALETTES), comfort.palette, 1))
        case ChangeBrightness(step):
            return replace(comfort, brightness=max(1, min(BRIGHTEST, comfort.brightness + step)))
        case ChangeLanguage(step):
            return replace(comfort, language=_next([name for name, _ in comfort.languages], comfort.language, step))


def _next(names: list[str], now: str, step: int) -> str:
    return names[(names.index(now) + step) % len(names)]


def to_remember(before: Comfort, after: Comfort) -> Mapping[str, str]:
    """What has changed, in the form that `remembered` reads."""
    was, now = _as_kept(before), _as_kept(after)
    return {name: value for name, value in now.items() if value != was[name]}


def _as_kept(comfort: Comfort) -> Mapping[str, str]:
    return {"palette": comfort.palette, "brightness": str(comfort.brightness), "language": comfort.language}
