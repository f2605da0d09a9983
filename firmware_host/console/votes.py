"""Words put to the vote: when the dictionary refuses a word, those who judge it may allow it."""

from collections.abc import Callable, Iterable
from dataclasses import field

from firmware_host.console.announce import Announcer, News
from firmware_host.console.players import Players
from firmware_host.console.seats import Seats
from firmware_host.console.sittings import Sittings
from firmware_host.frozen import frozen, replace
from firmware_host.games import registry as games
from firmware_host.games.shared.fields import Readers
from firmware_host.games.shared.page import Audience
from firmware_host.games.shared.table import Action, Event
from firmware_host.games.shared.tasks import Item, ListTask, Task, WordTask
from firmware_host.games.shared.wishes import Vote
from firmware_host.texts.text import NOTHING, Keys, Text, say

MOVED_ON = {"round-begins", "round-ends", "game-ends", "left"}


@frozen
class _Vote:
    number: int
    word: str = field(repr=False)
    asker: int
    missing: frozenset[int]  # who has not agreed yet


class Votes:
    """One word at a time; everybody who is asked must agree."""

    def __init__(
        self,
        players: Players,
        seats: Seats,
        sittings: Sittings,
        announcer: Announcer,
        allow: Callable[[str, Callable[[], None]], None],
    ) -> None:
        self._players = players
        self._seats = seats
        self._sittings = sittings
        self._announcer = announcer
        self._allow = allow
        self._vote: _Vote | None = None
        self._put = 0  # how many words were put to the vote
        self._refused: dict[int, Action] = {}  # by seat: the last action with an unknown word

    def offers(self, seat: int, refused: Action) -> bool:
        """Whether the player can put this word to the vote, by pressing ENTER again."""
        if not self._could_judge(seat, self._readers(seat, refused)):
            return False
        self._refused[seat] = refused
        return True

    def _could_judge(self, asker: int, readers: Readers | None) -> bool:
        """Whether there is somebody who may read the word and could allow it. Computers allow nothing."""
        if readers is Readers.TABLE:
            return bool(self._judges(asker))
        others = (seat for seat in self._players.here if seat != asker)
        return readers is Readers.HOST and any(map(self._sittings.asks_privately, others))

    def withdraws(self, seat: int) -> None:
        self._refused.pop(seat, None)

    def insists(self, seat: int, task: Task, typed: str) -> bool:
        """ENTER again on the refused word puts it to the vote; not if it is typed as a secret now."""
        refused = self._refused.get(seat)
        if refused is None or not isinstance(task, WordTask) or task.does(typed.strip()) != refused:
            return False
        self.withdraws(seat)
        return self.put(refused.word, seat, openly=self._readers(seat, refused) is Readers.TABLE)

    def put(self, word: str, asker: int, *, openly: bool = False) -> bool:
        """Asks those who judge about a word; False while there is another vote. `openly`: everybody may read it."""
        if self._vote is not None:
            return False
        judges = self._judges(asker) if openly else self._hosts(asker)
        if not openly and not judges:
            self._seats.refuse(asker, say("The Host has to take the private screen first."))
            return True
        self._put += 1
        self._vote = _Vote(self._put, word, asker, frozenset(judges))
        name = self._players.here[asker]
        no, yes = Vote(self._put, yes=False), Vote(self._put, yes=True)
        items = (Item(say("No"), no, id="no"), Item(say("Yes"), yes, id="yes"))
        readers = Audience.EVERYBODY if openly else Audience.OWNER
        in_the_open = NOTHING if openly else say("Allow {name}'s word?", name=name)
        ask = say("Allow {name}'s {word}?", name=name, word=word)
        question = ListTask(_ballot(self._put), ask, items, leaving=no, openly=in_the_open, audience=readers)
        for judge in judges:
            self._seats.ask(judge, question)
        self._seats.refuse(asker, say("You have asked: wait."))
        self._count()
        return True

    def cast(self, seat: int, vote: Vote) -> None:
        """Counts only for the word that was read with it."""
        if self._vote is None or self._vote.number != vote.number or seat not in self._vote.missing:
            return
        if not vote.yes:
            self._end(say("The answer is no."), say("{name}'s word is not allowed.", name=self._asker()))
            return
        self._vote = replace(self._vote, missing=self._vote.missing - {seat})
        self._count()

    def follow(self, events: Iterable[Event]) -> None:
        """Drops the vote when the round ends or somebody leaves."""
        if self._vote is not None and any(event.name in MOVED_ON for event in events):
            self._forget()

    def _forget(self) -> None:
        self._vote = None
        self._seats.take_back(_ballot(self._put))

    def _readers(self, seat: int, action: Action) -> Readers | None:
        """Who may read the word of this action."""
        view = self._players.view_of(self._players.here[seat])
        return None if view is None else games.of(view).form(action.name).readers

    def _hosts(self, asker: int) -> list[int]:
        """Those who may read a word that only its owner and the Host may know."""
        return [seat for seat in self._players.here if seat != asker and self._sittings.reads_privately(seat)]

    def _judges(self, asker: int) -> list[int]:
        """The Word Master if that is a person, otherwise all other players."""
        others = [seat for seat in self._players.here if seat != asker]
        return [seat for seat in others if self._sittings.asks_privately(seat)] or others

    def _count(self) -> None:
        if self._vote is not None and not self._vote.missing:
            self._allow(self._vote.word, self._allowed)

    def _allowed(self) -> None:
        """The word is saved as one of the table's own."""
        if self._vote is not None:
            for seat in [seat for seat, tried in self._refused.items() if tried.word == self._vote.word]:
                self.withdraws(seat)  # who tried it again meanwhile: their ENTER now plays it
            allowed = say("It is allowed: press {enter}.", enter=Keys.ENTER)
            self._end(allowed, say("{name}'s word is allowed.", name=self._asker()))

    def _asker(self) -> str:
        return self._players.name_at(self._vote.asker) if self._vote is not None else ""

    def _end(self, answer: Text, verdict: Text) -> None:
        """The asker reads the answer, and everybody hears the verdict."""
        asker = self._vote.asker if self._vote is not None else 0
        self._forget()
        self._seats.refuse(asker, answer)
        if asker in self._players.here:  # they may have left meanwhile
            self._announcer.tell(News(verdict))


def _ballot(number: int) -> str:
    """The name of its question: another word is another question."""
    return f"allow word {number}"
