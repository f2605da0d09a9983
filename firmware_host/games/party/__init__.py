"""The party game: one Host hides a word, everybody else guesses it on a board of their own."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from firmware_host.games.party import seat
from firmware_host.games.party.how_to_play import PAGES
from firmware_host.games.party.rules import (
    ROWS,
    SOLVED,
    UNSOLVED_SCORE,
    Party,
    PartyOptions,
    PartyView,
    WholeRow,
    new,
    view,
)
from firmware_host.games.shared.declaration import (
    Announce,
    Announcement,
    ComputerSeat,
    Declaration,
    Find,
    History,
    Offer,
    OpenBoard,
    Setup,
    Terminal,
    TerminalSeat,
    silent,
)
from firmware_host.games.shared.evening.news import EVENING_NEWS, counted, hidden, number, revealed, solved, who
from firmware_host.games.shared.fields import HIDDEN_WORD, ROW, TARGET, WORD, form, moments, optional, text, to_check
from firmware_host.games.shared.marks import unused
from firmware_host.games.shared.options import TIMES
from firmware_host.games.shared.page import BoardRow
from firmware_host.games.shared.sitting import own_side
from firmware_host.games.shared.table import Event, Step, Words
from firmware_host.texts.text import say

if TYPE_CHECKING:
    from firmware_host.games.party.computer import PartyComputer


def _begin(setup: Setup, words: Words) -> Step[Party]:
    assert isinstance(setup.options, PartyOptions), "read as this game's own"
    return new(setup.players, setup.teams, setup.options, words, setup.seed, setup.began)


def _computer(seat: ComputerSeat) -> "PartyComputer":
    from firmware_host.games.party.computer import PartyComputer

    return PartyComputer(seat)


def _in_terminal(seat: TerminalSeat, terminal: Terminal) -> None:
    from firmware_host.games.party.terminal import Evening

    Evening(seat).play(terminal)


def _fitting(view: PartyView, words: Sequence[str]) -> Iterable[str]:
    """In hard mode a guess uses everything that the board has shown."""
    if not view.hard:
        return words
    shown = [(row.word, row.marks) for row in view.boards[own_side(view.table)].rows if isinstance(row, WholeRow)]
    return [word for word in words if not unused(shown, word)]


# ── what is announced ────────────────────────────────────────────────────────────────────────────


def _round_begins(event: Event, _together: Sequence[Event]) -> Announcement:
    return Announcement(
        say("Round {round}: {name} hosts.", round=number(event, "round"), name=who(event, "host")), "call"
    )


def _timer_set(event: Event, _together: Sequence[Event]) -> Announcement:
    if event.facts["seconds"] is None:
        return Announcement(say("No timer in this round."), "plain")
    return Announcement(say("{seconds} seconds for each row.", seconds=f"{event.facts['seconds']:g}"), "plain")


def _challenged(event: Event, _together: Sequence[Event]) -> Announcement:
    if event.facts["upheld"]:
        return Announcement(say("{name}'s guess is not a word: type it again.", name=who(event)), "bad")
    return Announcement(say("{name}'s guess stands.", name=who(event)), "plain")


_ANNOUNCES: Mapping[str, Announce] = {
    **EVENING_NEWS,
    "round-begins": _round_begins,
    "timer-set": _timer_set,
    "secret-set": hidden,
    "marked": silent,
    "counted": counted,
    "solved": solved,
    "failed": lambda event, _: Announcement(say("{name} is out of rows.", name=who(event)), "bad"),
    "gave-up": lambda event, _: Announcement(say("{name} gives up.", name=who(event)), "bad"),
    "crossed": lambda event, _: Announcement(say("Time is up: {name}.", name=who(event)), "bad"),
    "challenged": _challenged,
    "corrected": lambda event, _: Announcement(
        say("{name} has corrected the word: look at your marks.", name=who(event)), "call"
    ),
    "hint": lambda event, _: Announcement(say("Hint: {hint}", hint=who(event, "text")), "call"),
    "revealed": revealed,
}


# ── what is remembered ───────────────────────────────────────────────────────────────────────────


def _found(game: Party, _events: Sequence[Event]) -> Iterator[Find]:
    """At which row everybody found the word. A round that lost its Host is void."""
    if game.secret is None:
        return
    for side, board in game.boards.items():
        tries = len(board.rows) if board.status == SOLVED else 0
        yield from (Find(person, tries, game.host) for person in game.members.get(side, ()))


def _boards(view: PartyView) -> tuple[OpenBoard, ...]:
    return tuple(
        OpenBoard(side, view.host, tuple(_open_row(row) for row in board.rows)) for side, board in view.boards.items()
    )


def _open_row(row: object) -> BoardRow:
    return BoardRow(row.word, row.marks) if isinstance(row, WholeRow) else BoardRow("", "")


GAME: Declaration[Party, PartyView] = Declaration(
    title=say("Party"),
    rules=Party.rules,
    options=PartyOptions,
    choices={
        "mode": Offer(
            say("Mode"),
            say("Fewest tries, or first to solve"),
            {"classic": say("fewest tries"), "fast": say("first to solve")},
        ),
        "timer": Offer(say("Timer"), say("Time for each row"), TIMES),
        "pace": Offer(
            say("Pace"),
            say("Own pace, or all rows open together"),
            {"free": say("own pace"), "lockstep": say("in step")},
        ),
        "check": Offer(
            say("Check"),
            say("Who checks that guesses are words"),
            {"auto": say("dictionary"), "challenge": say("the Host"), "off": say("nobody")},
        ),
        "hard": Offer(say("Hard"), say("Use all that is shown"), {False: say("off"), True: say("on")}),
    },
    begin=_begin,
    view=view,
    forms={
        "secret": form(HIDDEN_WORD, awaited=True),
        "timer": form(optional(moments("seconds"))),
        "guess": form(WORD, optional(ROW), awaited=True, words=_fitting),
        "give-up": form(),
        "challenge": form(TARGET, to_check(ROW), judged_in="challenged"),
        "correct": form(HIDDEN_WORD),
        "hint": form(text("text")),
        "reveal": form(awaited=True),
    },
    announces=_ANNOUNCES,
    sit=seat.sit,
    how_to_play=PAGES,
    result=seat.result,
    progress=seat.in_public,
    public=seat.public_pages,
    history=History(
        found=_found,
        most_tries=ROWS,
        at_try=lambda count: say("on try {count}", count=count),
        missed=say("not found"),
        missed_counts=UNSOLVED_SCORE,
        boards=_boards,
    ),
    computer=_computer,
    teams=True,
    in_terminal=_in_terminal,
)
