"""An evening of wqrdles for tests: words are hidden, called and attempted in a line each."""

from typing import Any

from tests.support.evening import Evening, Said, Shown

THREE = {"Ann": "HOUSE", "Bob": "NEWTS", "Cleo": "ROAST"}
DULL = ("PECAN", "BRICK", "WALTZ", "JUMPY", "VIXEN", "LLAMA")  # six words to call when it does not matter which
TWO = {"Ann": "HOUSE", "Bob": "NEWTS"}


class Wqrdles(Evening):
    """A table where these words are hidden; any word may be called unless a test chooses cards."""

    def __init__(self, hidden: dict[str, str], **options: Any) -> None:
        super().__init__("wqrdles", *hidden, **{"queries": "free"} | options)
        self.hides(**hidden)

    def hides(self, **words: str) -> None:
        for who, word in words.items():
            self.does(who, "secret", word=word)

    def calls(self, word: str) -> Said:
        """Whoever is on turn calls this word."""
        return self.does(self.view()["turn"], "query", word=word)

    def all_pass(self) -> None:
        """Whoever has not had an attempt passes, and the window closes."""
        for who in self.view()["players"]:
            if "pass" in self.view(who)["actions"] and who not in self.view()["attempted"]:
                self.does(who, "pass")

    def plays(self, *words: str) -> None:
        """These words are called, turn after turn, and nobody attempts anything."""
        for word in words:
            self.calls(word)
            self.all_pass()

    def attempts(self, who: str, target: str, word: str) -> Said:
        return self.does(who, "attempt", target=target, word=word)

    def round_for_all(self) -> None:
        """A round of three in which everybody finds the word of the next, on the first row."""
        self.calls("PECAN")
        for who, target in {"Ann": "Bob", "Bob": "Cleo", "Cleo": "Ann"}.items():
            self.attempts(who, target, THREE[target])

    def round_for(self, winner: str) -> None:
        """A round of three in which one finds both the others' words, 6 and 5 points, and nobody finds theirs."""
        for target, word in THREE.items():
            if target != winner:
                self.calls("PECAN")
                self.attempts(winner, target, word)
                self.all_pass()
        self.plays(*DULL[2:])

    def rows(self, whose: str) -> list[Shown]:
        rows: list[Shown] = self.view()["boards"][whose]["rows"]
        return rows

    def marks(self, whose: str) -> list[str]:
        return [row["marks"] for row in self.rows(whose)]

    def scores(self) -> dict[str, int]:
        scores: dict[str, int] = self.view()["scores"]
        return scores

    def phase(self) -> str:
        return str(self.view()["phase"])

    def turn(self) -> str:
        return str(self.view()["turn"])
