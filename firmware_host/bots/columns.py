"""A list of words turned on its side: for each letter and position the set of words that have it, as an integer's bits.

`mark` takes some 80 µs for 150 words. To divide them by the marks they would give is a few dozen ANDs of such columns:
20 µs for 150 words, 80 µs for 5,000. That is what lets the solver look ahead in plain Python.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

Worth = dict[tuple[int | None, str], int]
"""What a letter is worth to a guess anywhere (None), and what it is worth more at a position (from 0)."""


class Columns:
    """Words of one length; a set of them is an integer whose bit *i* stands for `words[i]`."""

    def __init__(self, words: Sequence[str]) -> None:
        self.words = words
        self.everyone = (1 << len(words)) - 1
        letters = len(words[0]) if words else 0
        backwards = "".join(words)[::-1]  # an integer's highest digit is written first
        alphabet = sorted(set(backwards))
        nobody = {ord(letter): "0" for letter in alphabet}
        self.at: list[dict[str, int]] = []  # at[i][letter]: the words with that letter at position i
        for i in range(letters):
            column = backwards[letters - 1 - i :: letters]
            self.at.append({c: int(column.translate({**nobody, ord(c): "1"}), 2) for c in alphabet})
        self._questions: dict[str, list[tuple[int, int]]] = {}
        self.holding = {c: self._copies(c) for c in alphabet}  # holding[letter][k]: those with more than k copies of it

    def _copies(self, letter: str) -> list[int]:
        copies = [0] * len(self.at)
        for i, column in enumerate(self.at):
            for k in range(i, 0, -1):
                copies[k] |= copies[k - 1] & column[letter]
            copies[0] |= column[letter]
        return copies

    def named(self, bits: int) -> Iterator[str]:
        """The words of a set, in the order of the list."""
        while bits:
            lowest = bits & -bits
            yield self.words[lowest.bit_length() - 1]
            bits ^= lowest

    def split(self, guess: str, among: int) -> list[int]:
        """The sets into which the marks of a guess divide `among`; if it is one of them, it is a set of its own."""
        questions = self._questions.get(guess)
        if questions is None:
            questions = self._questions[guess] = self._ask(guess)
        sets = [among]
        for tile, green in questions:
            divided = []
            for one in sets:
                tiled = one & tile
                if tiled != one:
                    divided.append(one ^ tiled)
                if tiled:
                    greens = tiled & green
                    if greens:
                        divided.append(greens)
                    if greens != tiled:
                        divided.append(tiled ^ greens)
            sets = divided
        return sets

    def _ask(self, guess: str) -> list[tuple[int, int]]:
        """A guess as questions to the columns: who has a tile here, and who of them a green one.

        What marks tell about a letter is where it is green and how many of its copies got a tile, no more and no less.
        With a letter's second copy, green here no longer implies this copy's tile: the two are asked apart.
        """
        questions = []
        for i, letter in enumerate(guess):
            if letter in self.holding:
                tile, green = self.holding[letter][guess.count(letter, 0, i)], self.at[i][letter]
                apart = guess.count(letter) > 1
                questions += [(tile, self.everyone), (green, self.everyone)] if apart else [(tile, green)]
        return questions

    def richest(self, worth: Worth, among: int, count: int) -> int:
        """Of a set the `count` words whose letters are worth most, again as a set; of equals the first in the list.

        All words are added up at once: `sums[k]` holds binary digit k of every word's sum.
        """
        sums: list[int] = []
        for (position, letter), value in worth.items():
            if letter in self.holding:
                _add(sums, self.holding[letter][0] if position is None else self.at[position][letter], value)
        chosen = 0
        for digit in reversed(sums):
            high = among & digit
            if high.bit_count() <= count:
                chosen |= high
                count -= high.bit_count()
                among ^= high
            else:
                among = high
        for _ in range(min(count, among.bit_count())):
            chosen |= among & -among
            among &= among - 1
        return chosen


def _add(sums: list[int], words: int, value: int) -> None:
    """Add `value` to the sum of each of the words, with carries."""
    for k in range(value.bit_length()):
        if value >> k & 1:
            carry, digit = words, k
            while carry:
                while digit >= len(sums):
                    sums.append(0)
                sums[digit], carry = sums[digit] ^ carry, sums[digit] & carry
                digit += 1
