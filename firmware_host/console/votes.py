"""«Allow this word?»: when the dictionary refuses a word, those whose business it is may agree to it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from firmware_host.console.announce import News
from firmware_host.console.evening import Evening
from firmware_host.console.tasks import Item, ListTask, Task, Wish, WordTask
from firmware_host.rules.party import PartyView
from firmware_host.rules.table import Action, Event

VOTED_ON = ("guess", "query", "attempt", "propose")  # a secret cannot be put to anybody without showing it
BALLOT = "allow a word"
MOVED_ON = {"round-begins", "round-ends", "game-ends", "left"}


@dataclass(frozen=True, slots=True)
class _Vote:
    word: str = field(repr=False)
    asker: int
    missing: frozenset[int]  # who has not agreed yet


class Votes:
    """One word at a time; everybody who is asked must agree."""

    def __init__(self, evening: Evening, allow: Callable[[str], None]) -> None:
        self._evening = evening
        self._allow = allow
        self._vote: _Vote | None = None
        self._refused: dict[int, Action] = {}  # by seat: what was not done because its word is not known

    def offers(self, seat: int, refused: Action) -> bool:
        """Whether its player may ask for this word, by ENTER once more."""
        if refused.name not in VOTED_ON:
            return False
        self._refused[seat] = refused
        return True

    def withdraws(self, seat: int) -> None:
        self._refused.pop(seat, None)

    def insists(self, seat: int, task: Task, typed: str) -> bool:
        """ENTER once more on what was refused: its word is put to those who judge. Typed to hide it, it is a secret."""
        refused = self._refused.get(seat)
        if refused is None or not isinstance(task, WordTask) or task.does(typed.strip()) != refused:
            return False
        self.withdraws(seat)
        put = self.put(refused.word, seat)
        self._evening.draw()  # the question stands on other displays than the asker's
        return put

    def put(self, word: str, asker: int) -> bool:
        """Puts a word to those who judge; False while another is being voted on."""
        if self._vote is not None:
            return False
        discreet = isinstance(self._evening.view_of(self._evening.players[asker]), PartyView)
        judges = self._hosts(asker) if discreet else self._judges(asker)
        if discreet and not judges:
            self._evening.say_to(asker, self._why_nobody_judges())
            return True
        self._vote = _Vote(word, asker, frozenset(judges))
        name = self._evening.players[asker]
        items = (Item("No", Wish("vote", "no")), Item("Yes", Wish("vote", "yes")))
        openly = f"{name}: allow a word?" if discreet else ""
        question = ListTask(BALLOT, f"{name}: allow {word}?", items, leaving=Wish("vote", "no"), openly=openly)
        for judge in judges:
            self._evening.ask(judge, question)
        self._evening.say_to(asker, "You have asked for it.")
        self._count()
        return True

    def cast(self, seat: int, yes: bool) -> None:
        if self._vote is None or seat not in self._vote.missing:
            return
        if not yes:
            self._end("The answer is no.", "is not allowed")
            return
        self._vote = _Vote(self._vote.word, self._vote.asker, self._vote.missing - {seat})
        self._count()

    def follow(self, events: Iterable[Event]) -> None:
        """What has happened: with its round, or with somebody who leaves, a question goes too."""
        if self._vote is not None and any(event.name in MOVED_ON for event in events):
            self._forget()

    def _forget(self) -> None:
        self._vote = None
        self._evening.take_back(BALLOT)

    def _hosts(self, asker: int) -> list[int]:
        """In the party game a guess is its owner's and the Host's business: nobody else may read it."""
        return [seat for seat in self._evening.players if seat != asker and self._evening.reads_privately(seat)]

    def _why_nobody_judges(self) -> str:
        if any(map(self._evening.asks_privately, self._evening.players)):
            return "The Host has to take the private screen first."
        return "A computer hosts, and allows no words."

    def _judges(self, asker: int) -> list[int]:
        """The Word Master, where that is a person; otherwise everybody else."""
        others = [seat for seat in self._evening.players if seat != asker]
        return [seat for seat in others if self._evening.asks_privately(seat)] or others

    def _count(self) -> None:
        if self._vote is not None and not self._vote.missing:
            self._allow(self._vote.word)
            for seat in [seat for seat, tried in self._refused.items() if tried.word == self._vote.word]:
                self.withdraws(seat)  # tried again meanwhile: their ENTER plays it now
            self._end("It is allowed: ENTER.", "is allowed")

    def _end(self, say: str, verdict: str) -> None:
        asker = self._vote.asker if self._vote is not None else 0
        self._forget()
        self._evening.say_to(asker, say)
        if asker in self._evening.players:  # they may have left meanwhile
            self._evening.tell(News(f"{self._evening.players[asker]}'s word {verdict}."))
