"""What people can read at a table, from the displays alone: what they are asked, or for whom they wait.

Nobody looks at a display that is not theirs: the private screen is read by whoever it was passed to, and by everybody
while it stands in for the public screen. The public screen turns its pages by itself, so reading it takes a while.
"""

import re
from collections.abc import Collection, Iterator, Mapping

from firmware_host.console.snapshot import SeatSnapshot, Snapshot
from firmware_host.games.shared.table import OVER, RESULT
from firmware_host.games.shared.tasks import ListTask, MarksTask, NotesTask, ReadTask, WaitTask, WordTask
from firmware_host.texts.language import english
from hardware.ports import PanelFrame
from tests.support.at_table import AtTable, Wait

TILES = re.compile(r"( [A-Z.] |\[[A-Z]]|\([A-Z]\))+( \d[<>])?$")  # a row of a board
LONGEST_TURN = 90.0  # seconds, before the public screen begins again
PAGE = 1.5  # seconds between two looks: no page is gone sooner


class Stuck(AssertionError):
    """Somebody cannot see what they are asked or for whom they wait, or nobody can go on."""


def nobody_is_stuck(at: AtTable) -> None:
    """Somebody can do something, and everybody reads something somewhere."""
    evening = at.snapshot
    if not evening.playing:
        return
    if not any(can_do_something(evening.seats[seat]) for seat in evening.players):
        raise Stuck(f"nobody is asked anything in {evening.phase}")
    for seat in evening.players:
        if not is_dark(at, seat) and not any(text.strip() for text, _ in readable(at, seat)):
            raise Stuck(f"seat {seat} is told nothing in {evening.phase}")


def can_do_something(there: SeatSnapshot) -> bool:
    """Asked for something, or able to go on from the menu."""
    menu = there.sitting.menu
    return is_asked(there) or (menu is not None and any(item.id == "resume" for item in menu.items))


def everybody_finds_out(at: AtTable) -> None:
    """Nobody presses a key until each has read what they are asked, or for whom they wait; or until that changes."""
    if not at.snapshot.playing:
        return
    asked, until = _all_that_is_asked(at), at.snapshot.now + LONGEST_TURN
    searching = [*at.snapshot.players]
    while searching := [seat for seat in searching if not (is_told(at, seat) or is_dark(at, seat))]:
        if at.snapshot.now > until:
            there = at.snapshot.seats[searching[0]]
            raise Stuck(f"{there.name} cannot see what is asked ({there.task.name}), or for whom to wait")
        at.does(Wait(PAGE))
        if _all_that_is_asked(at) != asked:
            return


def _all_that_is_asked(at: AtTable) -> object:
    evening = at.snapshot
    asked = {seat: (evening.seats[seat].task.name, evening.seats[seat].desk.open) for seat in evening.players}
    return evening.phase, evening.view_of(None) and evening.views[None].table.state, asked


def readable(at: AtTable, seat: int) -> Iterator[tuple[str, bool]]:
    """Every text that this seat may look at now, and whether it is for this seat alone."""
    there, screen = at.table.seats[seat], at.snapshot.private_screen
    if there.panel is not None:
        yield _text(at, f"seat{seat}.panel"), True
    if at.table.private is not None:
        mine = screen.holder == seat
        if mine or screen.holder is None:
            yield _text(at, "private"), mine
    if at.table.public is not None:
        yield _text(at, "public"), False


def is_dark(at: AtTable, seat: int) -> bool:
    """A display that it reads is unplugged, so nobody can expect anything of it."""
    displays = [f"seat{seat}.panel"] if at.table.seats[seat].panel is not None else ["public", "private"]
    oleds = at.table.devices.oleds
    return any(device in oleds and not oleds[device].plugged for device in displays)


def _text(at: AtTable, device: str) -> str:
    frame = at.table.showing(device)
    lines = frame.text if isinstance(frame, PanelFrame) else ()
    return "\n".join(line for line in lines if not TILES.fullmatch(line))


def is_told(at: AtTable, seat: int) -> bool:
    """Whether they read now what they are asked, or else for whom they wait."""
    evening = at.snapshot
    there, texts = evening.seats[seat], list(readable(at, seat))
    if any("Paused" in text for text, _ in texts):
        return True
    if is_asked(there) and any(_asks(evening, there, text, alone) for text, alone in texts):
        return True
    if is_asked(there) and not (there.sitting.waits or _has_answered(evening, there.name)):
        return False
    says = [*_waiting_for(_awaited(evening, seat), evening.phase)]
    return any(re.search(each, text, re.MULTILINE) for text, _ in texts for each in says)


def is_asked(there: SeatSnapshot) -> bool:
    """Whether keys of theirs would answer something, or they have something to do as soon as they have the screen."""
    return not isinstance(there.task, WaitTask) or there.task.enter is not None or there.sitting.waits


def _asks(evening: Snapshot, there: SeatSnapshot, text: str, alone: bool) -> bool:
    """Whether the text says what they are asked. Where others read it too, it says that it is for them."""
    if evening.phase in (RESULT, OVER) and not there.desk.open and "ENTER" in text:
        return True  # it is for everybody
    if re.search(rf"^All but (?!{there.name}\b)", text, re.MULTILINE):
        alone = True
    addressed = alone or any(re.search(rf"\b{name}\b", text) for name in _with_teams(evening, {there.name}))
    return addressed and any(_squeezed(part) in _squeezed(text) for part in _parts(there) if part)


def _has_answered(evening: Snapshot, name: str) -> bool:
    """They have done their part, and may only change it: after a round, or if they have proposed or agreed."""
    proposal = getattr(evening.views[None], "proposal", None)
    return evening.phase in (RESULT, OVER) or (proposal is not None and name in (proposal.by, *proposal.confirmed))


def _parts(there: SeatSnapshot) -> Iterator[str]:
    """Any of these says what they are asked."""
    task, desk = there.task, there.desk
    yield english(task.ask)
    match task:
        case ListTask():
            chosen = max(0, desk.chosen_in(task))  # the cursor may have lost its entry
            yield from (english(item.label) for item in task.items[chosen : chosen + 1])
            yield ": press" if not desk.open else ""
        case WordTask():
            typed = desk.typed_for(task)
            yield from ("type", "ENTER ok", "calls a word", "_", *((typed, "*" * len(typed)) if len(typed) > 2 else ()))
        case MarksTask():
            yield "Letter"
        case ReadTask():
            yield english(task.pages[desk.page_in(task)].title)
        case NotesTask():
            yield "my notes"
        case WaitTask():
            yield from ("ENTER", *(("hide a word", "mark your row") if there.sitting.waits else ("ends the round",)))


def _awaited(evening: Snapshot, seat: int) -> Collection[str]:
    """Those who are asked something, by their own names and those of their teams."""
    names = {evening.players[other] for other in evening.players if other != seat and is_asked(evening.seats[other])}
    return _with_teams(evening, names)


def _with_teams(evening: Snapshot, names: set[str]) -> Collection[str]:
    teams = evening.views[None].table.teams
    sides = {team for team, members in teams.items() if names & set(members)} if isinstance(teams, Mapping) else set()
    return names | sides


def _waiting_for(names: Collection[str], phase: str) -> Iterator[str]:
    """Sentences that say for whom one waits."""
    if phase == "guessing":
        yield "They are guessing"
    for name in names:
        yield rf"Pass the screen to {name}\b"
        yield rf"\b{name} has the screen"
        yield rf"^([\w, &]*\b)?{name}\b[\w, &+]*: "
        yield rf"\b[Ww]ait(ing)?( for|:) ([^.]*\b)?{name}\b"
        yield rf"\b{name}'s turn"
        yield rf"\b{name} (is choosing|has to|ends the round|calls a word)"
        if phase == "guessing":
            yield rf"^{name}( \d\w\d\w| [xX])*$"  # a board that is open, in the list of all boards


def _squeezed(text: str) -> str:
    return "".join(text.split()).upper()
