"""The party game in a terminal: one person against computer players."""

from collections.abc import Iterable
from random import Random

from firmware_host.bots.players import Bot
from firmware_host.games.party.rules import LETTERS, PartyView, WholeRow
from firmware_host.games.shared.declaration import Terminal, TerminalSeat
from firmware_host.games.shared.evening.news import in_the_readers_colours, number
from firmware_host.games.shared.marks import Letters
from firmware_host.games.shared.table import OVER, RESULT, Action, Event, RuleError
from firmware_host.games.shared.views import CrossedRow
from firmware_host.session import Session
from firmware_host.texts.text import Text, all_of, listed, one_of, say

BOT_NAMES = ("Ada", "Bo", "Cleo", "Dev", "Eve", "Finn")
SUGGESTIONS = 5
GIVE_UP, ASK_HELP = "give up", "?"  # typed as they stand, in every language
HELP = say(
    "One player hides a word of five letters; you have six rows to find it. After each guess:\n"
    "  [A] is in its place    (B) is in the word, elsewhere     C  is not in the word\n"
    "Type a word and press Enter. Also: “{give_up}” (scores 7), “{quit}”, “{help}” for this help.\n"
    "Each row you need costs a point, and the fewest points win.",
    give_up=GIVE_UP,
    quit="quit",
    help=ASK_HELP,
)
INDENT = "  "


class Evening:
    """One game of as many rounds as players: everybody is Host once."""

    def __init__(self, seat: TerminalSeat) -> None:
        self._you = seat.name
        self._words = seat.words
        self._rng = Random(seat.seed)
        names = [bot for bot in BOT_NAMES if bot.lower() != seat.name.lower()][: seat.opponents]
        self._bots = [Bot(bot, seat.words, seat.level, seed=seat.seed) for bot in names]
        self._session = Session(lambda _name: seat.words)
        # A computer player hosts first, so that a newcomer begins with a guess.
        self._session.new("party", (names[0], seat.name, *names[1:]), {}, seed=seat.seed)

    def play(self, screen: Terminal) -> None:
        screen.write(HELP)
        while self._session.game.phase != OVER:
            self._round(screen)
        winners = self._session.game.winners or ()
        you_win = winners == (self._you,)
        screen.heading(say("You win!") if you_win else say("{winners} won. Play again?", winners=all_of(winners)))

    def _round(self, screen: Terminal) -> None:
        view = self._view()
        screen.heading(self._round_begins(view))
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
        screen.ask(say("Press Enter for the result:") if last else say("Press Enter for the next round:"))
        self._session.act(Action(self._you, "next"))

    def _round_begins(self, view: PartyView) -> Text:
        number, rounds = view.table.round, view.table.rounds or 0
        if view.host == self._you:
            return say("Round {round} of {rounds}: you are the Host.", round=number, rounds=rounds)
        return say("Round {round} of {rounds}: {name} is the Host.", round=number, rounds=rounds, name=view.host)

    def _hide(self, screen: Terminal) -> None:
        ideas = self._words.suggest(LETTERS, self._rng, SUGGESTIONS)
        screen.write(say("Hide a word: {ideas}, or another.", ideas=one_of(ideas)))
        while True:
            typed = screen.ask(say("Your secret (Enter takes the first idea):")) or ideas[0]
            try:
                self._tell(screen, self._session.act(Action(self._you, "secret", word=typed)))
            except RuleError as refusal:
                screen.write(refusal.say, INDENT)
            else:
                return

    def _guess(self, screen: Terminal) -> None:
        board = self._view().boards[self._you]
        row = len(board.rows) + 1
        if row > 1 and isinstance(board.letters, Letters):
            screen.write(screen.letters(board.letters), INDENT)
        while True:
            typed = screen.ask(say("Row {row}:", row=row))
            if typed == ASK_HELP:
                screen.write(HELP)
                continue
            gives_up = typed.lower().replace("-", " ") == GIVE_UP
            action = Action(self._you, "give-up") if gives_up else Action(self._you, "guess", word=typed)
            try:
                self._tell(screen, self._session.act(action))
            except RuleError as refusal:
                screen.write(refusal.say, INDENT)
            else:
                return

    def _tell(self, screen: Terminal, events: Iterable[Event]) -> None:
        for event in events:
            told = self._told(screen, event)
            if told is not None:
                screen.write(told, INDENT)

    def _told(self, screen: Terminal, event: Event) -> Text | None:
        """What the person at this keyboard hears and sees of an event."""
        facts = event.facts
        who = str(facts.get("player", ""))
        yours, hosting = who == self._you, self._view().host == self._you
        match event.name:
            case "marked" if self._you in event.to:
                tiles = screen.tiles(str(facts["word"]), str(facts["marks"]))
                return say("{name}: {tiles}", name=who, tiles=tiles) if hosting else tiles
            case "counted" if not yours and not hosting:
                return in_the_readers_colours(who, number(event, "green"), number(event, "yellow"))
            case "solved":
                row = str(facts["row"])
                return say("You found it in row {row}!", row=row) if yours else _found(who, row)
            case "failed":
                return say("You are out of rows.") if yours else say("{name} is out of rows.", name=who)
            case "gave-up":
                return say("You give up.") if yours else say("{name} gives up.", name=who)
            case "secret-set" if not yours:
                return say("{name} has hidden a word.", name=who)
        return None

    def _show_result(self, screen: Terminal) -> None:
        view = self._view()
        screen.heading(say("The word was {word}.", word=next(iter(view.table.revealed.values()))))
        for name, board in view.boards.items():
            screen.write(say("{name}:", name=name), INDENT)
            for row in board.rows:
                if isinstance(row, WholeRow):
                    screen.write(screen.tiles(row.word, row.marks), INDENT * 2)
                elif isinstance(row, CrossedRow):
                    screen.write(say("(time ran out)"), INDENT * 2)
        points = view.table.round_scores or {}
        scores = sorted(view.table.scores.items(), key=lambda entry: entry[1])
        told = (
            say("{name} {total} (+{points})", name=name, total=total, points=points[name]) for name, total in scores
        )
        screen.write(say("Points: {scores}", scores=listed(told)), INDENT)

    def _view(self) -> PartyView:
        view = self._session.view(self._you)
        assert isinstance(view, PartyView), "this evening is a party game"
        return view


def _found(who: str, row: str) -> Text:
    return say("{name} found it in row {row}!", name=who, row=row)
