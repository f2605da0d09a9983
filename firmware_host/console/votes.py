"""«Allow this word?»: when the dictionary refuses a word, those whose business it is may agree to it."""

from dataclasses import dataclass, field, replace

from firmware_host.console.tasks import Item, ListTask, Wish


@dataclass(frozen=True, slots=True)
class Vote:
    """One word put to the table by one seat; everybody asked must agree."""

    word: str = field(repr=False)
    asker: int
    asked: frozenset[int]
    agreed: frozenset[int] = frozenset()

    def with_yes(self, seat: int) -> "Vote":
        return replace(self, agreed=self.agreed | {seat})

    @property
    def passed(self) -> bool:
        return self.asked <= self.agreed

    def ballot(self, asker_name: str) -> ListTask:
        question = f"{asker_name}: allow {self.word}?"
        return ListTask("vote", question, (Item("No", Wish("vote", "no")), Item("Yes", Wish("vote", "yes"))))
