"""Between at a seat: what each player sees, and what they are asked."""

from firmware_host.games.shared.page import Page, Progress, State
from firmware_host.games.shared.sitting import (
    Comfort,
    Sitting,
    after_the_round,
    hide_a_word,
    menu,
    result_pages,
)
from firmware_host.games.shared.table import OVER, RESULT, Action
from firmware_host.games.shared.tasks import Desk, Task, WaitTask, WordTask
from firmware_host.texts.text import Keys, Text, listed, say, verbatim

from .rules import LETTERS, BetweenView, Try, found

MENU = say("{menu} menu", menu=Keys.MENU)
HOW_TO_PLAY = (
    Page(
        title=say("The game"),
        lines=(say("The Host hides a word. All the others look for it at once."),),
    ),
    Page(
        title=say("Guessing"),
        lines=(say("Each guess is told whether the word comes before or after it in the alphabet."),),
    ),
    Page(
        title=say("Points"),
        lines=(say("You score a point for each guess that you did not need. Most points win."),),
    ),
    Page(
        title=say("Guessing well"),
        lines=(say("Choose a word halfway between the two nearest."),),
    ),
)


def sit(view: BetweenView, desk: Desk, comfort: Comfort) -> Sitting:
    if view.table.phase in (RESULT, OVER):
        return after_the_round(view.table, desk, comfort, result(view, comfort.lines))
    if view.table.you == view.host:
        return _as_host(view, desk, comfort)
    return _as_guesser(view, desk, comfort)


def _as_host(view: BetweenView, desk: Desk, comfort: Comfort) -> Sitting:
    """The Host's word is on the private page, and nowhere else."""
    own = Page(title=say("{name}: Host", name=view.host), others=progress(view), hint=(MENU,))
    if view.table.phase == "secret":
        return hide_a_word(view.table, desk, comfort, own)
    word = view.secret if isinstance(view.secret, str) else ""
    private = Page(title=say("{name}: {word}", name=view.host, word=word), others=progress(view), hint=(MENU,))
    return Sitting(WaitTask(), own, private, menu(view.table, (), comfort), asks_privately=True)


def _as_guesser(view: BetweenView, desk: Desk, comfort: Comfort) -> Sitting:
    you = view.table.you or ""
    tried = view.tried[you]
    own = tried if isinstance(tried, tuple) else ()
    task: Task = WaitTask()
    if "guess" in view.table.actions:
        task = WordTask(
            f"guess {view.table.round}",
            say("Guess {number}", number=len(own) + 1),
            LETTERS,
            lambda word: Action(you, "guess", word=word),
            guarded=True,
        )
    typing = isinstance(task, WordTask)
    page = Page(
        title=say("Guess {number}", number=len(own) + 1) if typing else say("Wait"),
        big=desk.typed_for(task) if typing else "",
        slots=LETTERS if typing else 0,
        lines=_told(view, own),
        hint=(say("type, {enter}", enter=Keys.ENTER), MENU) if typing else (MENU,),
    )
    return Sitting(task, page, None, menu(view.table, (), comfort))


def _told(view: BetweenView, tried: tuple[Try, ...]) -> tuple[Text, ...]:
    """The nearest words on either side."""
    if view.table.phase == "secret":
        return (say("{name} is choosing a word.", name=view.host),)
    if found(tried):
        return (say("You have it!"),)
    after = max((each.word for each in tried if each.order == ">"), default="")
    before = min((each.word for each in tried if each.order == "<"), default="")
    lines = (say("after {word}", word=after) if after else None, say("before {word}", word=before) if before else None)
    return tuple(line for line in lines if line is not None)


def result(view: BetweenView, lines: int) -> tuple[Page, ...]:
    """After a round: the scores, and then what everybody guessed."""
    return result_pages(view.table, lines, tuple(_guesses(player, tried) for player, tried in view.tried.items()))


def _guesses(player: str, tried: tuple[Try, ...] | int) -> Page:
    words = tuple(each.word for each in tried) if isinstance(tried, tuple) else ()
    return Page(title=verbatim(player), lines=(listed(words),))


def progress(view: BetweenView) -> tuple[Progress, ...]:
    """How many guesses everybody has made: that is everybody's to see."""
    lines = []
    for player, tried in view.tried.items():
        count = len(tried) if isinstance(tried, tuple) else tried
        lines.append(Progress(player, (), State.PLAYING, verbatim(f"{count}/{view.tries}")))
    return tuple(lines)
