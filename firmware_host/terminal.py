"""A terminal to play in, without any hardware. It writes texts and reads lines; a game says what is asked there."""

import os
from string import ascii_uppercase
from typing import TextIO

from firmware_host.games import registry as games
from firmware_host.games.shared.declaration import Goodbye, TerminalSeat
from firmware_host.games.shared.marks import Letters
from firmware_host.texts.language import Language
from firmware_host.texts.text import NOTHING, Text, say, verbatim

QUIT = ("quit", "exit")  # typed as they stand, in every language


class Screen:
    """Writes texts and reads what is typed. Colours only on a terminal that can show them."""

    def __init__(self, keyboard: TextIO, paper: TextIO, language: Language) -> None:
        self._keyboard = keyboard
        self._paper = paper
        self._language = language
        self._colours = paper.isatty() and "NO_COLOR" not in os.environ

    def write(self, text: Text = NOTHING, indent: str = "") -> None:
        print(f"{indent}{self._language.read(text)}", file=self._paper, flush=True)

    def ask(self, question: Text) -> str:
        print(self._language.read(question), end=" ", file=self._paper, flush=True)
        typed = self._keyboard.readline()
        if not typed or typed.strip().lower() in QUIT:
            self.write()
            raise Goodbye
        return typed.strip()

    def tiles(self, word: str, marks: str) -> Text:
        """A row that reads the same without colour: [in place], (elsewhere), plain."""
        looks = {"G": ("[{}]", "30;42;1"), "Y": ("({})", "30;43;1"), "-": (" {} ", "37;100")}
        tiles = (
            self._paint(looks[mark][0].format(letter), looks[mark][1]) for letter, mark in zip(word, marks, strict=True)
        )
        return verbatim("".join(tiles))

    def letters(self, known: Letters) -> Text:
        """The alphabet: letters that are in the word, letters still open, a dot for those that are not in it."""
        shown = (
            self._paint(letter, "1;4") if letter in known.known_in else "·" if letter in known.known_out else letter
            for letter in ascii_uppercase
        )
        return verbatim(" ".join(shown))

    def heading(self, text: Text) -> None:
        self.write()
        print(self._paint(self._language.read(text), "1"), file=self._paper, flush=True)

    def _paint(self, text: str, code: str) -> str:
        return f"\033[{code}m{text}\033[0m" if self._colours else text


def play(seat: TerminalSeat, screen: Screen) -> int:
    """The first game that can be played in a terminal, until somebody has had enough."""
    in_terminal = next(game.in_terminal for game in games.games().values() if game.in_terminal is not None)
    try:
        in_terminal(seat, screen)
    except Goodbye:
        screen.write(say("Good night!"))
    return 0
