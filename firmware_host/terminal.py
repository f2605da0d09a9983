"""An evening of the party game in a terminal: one person, computer players in the other seats, no hardware at all."""

import os
from collections.abc import Iterable
from random import Random, SystemRandom
from string import ascii_uppercase
from typing import TextIO

from firmware_host.bots.players import Bot
from firmware_host.bots.solver import Level
from firmware_host.rules import party
from firmware_host.rules.marks import Letters
from firmware_host.rules.table import OVER, RESULT, Action, Event, RuleError
from firmware_host.rules.views import CrossedRow
from firmware_host.rules.words import Dictionary
from firmware_host.session import Session

BOT_NAMES = ("Ada", "Bo", "Cleo", "Dev", "Eve", "Finn")
SUGGESTIONS = 5
HELP = """\
Somebody hides a word of five letters; you have six rows to find it. After each guess:
  [A] is in its place    (B) is in the word, elsewhere     C  is not in the word
Type a word and Enter. Also: «give up» (scores 7), «quit», «?» for this help.
Fewest points wins: one for each row you needed."""


class Goodbye(Exception):
    """The person wants to stop, or there is nobody at the keyboard."""


class Screen:
    """What is written and what is typed; colours only where they can be seen."""

    def __init__(self, keyboard: TextIO, paper: TextIO) -> None:
        self._keyboard = keyboard
        self._paper = paper
        self._colours = paper.isatty() and "NO_COLOR" not in os.environ

    def say(self, line: str = "") -> None:
        print(line, file=self._paper, flush=True)

    def ask(self, question: str) -> str:
        print(question, end=" ", file=self._paper, flush=True)
        typed = self._keyboard.readline()
        if not typed or typed.strip().lower() in ("quit", "exit"):
            self.say()
            raise Goodbye
        return typed.strip()

    def tiles(self, word: str, marks: str) -> str:
        """A row that reads the same without colour: [in place], (elsewhere), plain."""
        looks = {"G": ("[{}]", "30;42;1"), "Y": ("({})", "30;43;1"), "-": (" {} ", "37;100")}
        return "".join(
            self._paint(looks[mark][0].format(letter), looks[mark][1]) for letter, mark in zip(word, marks, strict=True)
        )

    def letters(self, known: Letters) -> str:
        """The alphabet: letters that are in the word, letters still open, a dot for those that are out."""
        return " ".join(
            self._paint(letter, "1;4") if letter in known.known_in else "·" if letter in known.known_out else letter
            for letter in ascii_uppercase
        )

    def heading(self, line: str) -> None:
        self.say()
        self.say(self._paint(line, "1"))

    def _paint(self, text: str, code: str) -> str:
        return f"\033[{code}m{text}\033[0m" if self._colours else text


class Evening:
    """One game of as many rounds as players, everybody Host once."""

    def __init__(self, words: Dictionary, name: str, opponents: int, level: Level, seed: int | None = None) -> None:
        seed = SystemRandom().getrandbits(31) if seed is None else seed
        self._you = name
        self._words = words
        self._rng = Random(seed)
        names = [bot for bot in BOT_NAMES if bot.lower() != name.lower()][:opponents]
        self._bots = [Bot(bot, words, level, seed=seed) for bot in names]
        self._session = Session(lambda _name: words)
        # A computer player hosts first, so that a newcomer begins with a guess.
        self._session.new("party", (names[0], name, *names[1:]), {}, seed=seed)

    def play(self, screen: Screen) -> int:
        screen.say(HELP)
        try:
            while self._session.game.phase != OVER:
                self._round(screen)
        except Goodbye:
            screen.say("Good night!")
            return 0
        winners = self._session.game.winners or ()
        screen.heading("You win!" if winners == (self._you,) else f"{_and(winners)} won. Another evening?")
        return 0

    def _round(self, screen: Screen) -> None:
        view = self._view()
        screen.heading(f"Round {view.table.round} of {view.table.rounds}: {self._called(view.host)} the Host.")
        if view.host == self._you:
            self._hide(screen)
        while self._session.game.phase != RESULT:
            if "guess" in self._view().table.actions:
                self._guess(screen)
            for bot in self._bots:
                action = bot.act(self._session.view(bot.name)) if self._session.game.phase != RESULT else None
                if action is not None:
                    self._tell(screen, self._session.act(action))
        self._show_result(screen)
        last = self._view().table.round == self._view().table.rounds
        screen.ask("Enter for the result:" if last else "Enter for the next round:")
        self._session.act(Action(self._you, "next"))

    def _hide(self, screen: Screen) -> None:
        ideas = self._words.suggest(party.LETTERS, self._rng, SUGGESTIONS)
        screen.say(f"Hide a word. Some ideas: {', '.join(ideas)}.")
        while True:
            typed = screen.ask("Your secret (Enter takes the first idea):") or ideas[0]
            try:
                self._tell(screen, self._session.act(Action(self._you, "secret", word=typed)))
            except RuleError as refusal:
                screen.say(f"  {refusal.say}")
            else:
                return

    def _guess(self, screen: Screen) -> None:
        board = self._view().boards[self._you]
        row = len(board.rows) + 1
        if row > 1 and isinstance(board.letters, Letters):
            screen.say(f"  {screen.letters(board.letters)}")
        while True:
            typed = screen.ask(f"Row {row}:")
            if typed == "?":
                screen.say(HELP)
                continue
            gives_up = typed.lower().replace("-", " ") == "give up"
            action = Action(self._you, "give-up") if gives_up else Action(self._you, "guess", word=typed)
            try:
                self._tell(screen, self._session.act(action))
            except RuleError as refusal:
                screen.say(f"  {refusal.say}")
            else:
                return

    def _tell(self, screen: Screen, events: Iterable[Event]) -> None:
        """What somebody at this keyboard hears and sees of what happened."""
        hosting = self._view().host == self._you
        for event in events:
            facts = event.facts
            who = str(facts.get("player", ""))
            if event.name == "marked" and self._you in event.to:
                whose = f"{who}: " if hosting else ""
                screen.say(f"  {whose}{screen.tiles(str(facts['word']), str(facts['marks']))}")
            elif event.name == "counted" and who != self._you and not hosting:
                screen.say(f"  {who}: {facts['green']} green, {facts['yellow']} yellow")
            elif event.name == "solved":
                screen.say(f"  {self._called(who, 'have', 'has')} it, in {facts['row']}!")
            elif event.name == "failed":
                screen.say(f"  {self._called(who)} out of rows.")
            elif event.name == "gave-up":
                screen.say(f"  {self._called(who, 'give', 'gives')} up.")
            elif event.name == "secret-set" and who != self._you:
                screen.say(f"{who} has hidden a word.")

    def _show_result(self, screen: Screen) -> None:
        view = self._view()
        screen.heading(f"The word was {next(iter(view.table.revealed.values()))}.")
        for name, board in view.boards.items():
            screen.say(f"  {name}:")
            for row in board.rows:
                if isinstance(row, party.WholeRow):
                    screen.say(f"    {screen.tiles(row.word, row.marks)}")
                elif isinstance(row, CrossedRow):
                    screen.say("    (time ran out)")
        points = view.table.round_scores or {}
        scores = sorted(view.table.scores.items(), key=lambda entry: entry[1])
        screen.say("  Points: " + ", ".join(f"{name} {total} (+{points[name]})" for name, total in scores))

    def _view(self) -> party.PartyView:
        view = self._session.view(self._you)
        assert isinstance(view, party.PartyView), "this evening is a party game"
        return view

    def _called(self, name: str, of_you: str = "are", of_others: str = "is") -> str:
        return f"You {of_you}" if name == self._you else f"{name} {of_others}"


def _and(names: Iterable[str]) -> str:
    return " and ".join(names)
