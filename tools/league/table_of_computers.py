"""A table of computers in a process of its own, without displays: a real referee, a real journal, a real line.

Tests play it as fast as it goes, and kill it at any moment; `make play-league` plays it as fast as people do.
"""

import asyncio
import json
import sys
from pathlib import Path
from random import Random

from firmware_host import dictionaries
from firmware_host.bots.players import Bot
from firmware_host.console.alarms import Alarms
from firmware_host.console.lobby.lobby import Lobby
from firmware_host.console.onlooker import GivenWords
from firmware_host.console.referee import Asked, Referee
from firmware_host.games.shared.table import OVER, Action, Event, RuleError
from firmware_host.journal.journal import Journal
from firmware_host.league.process import LineProcess
from firmware_host.league.teller import Teller
from firmware_host.session import Session
from firmware_host.texts.language import english
from firmware_host.texts.text import Text
from hardware.clock import wall_clock
from hardware.config.settings import LeagueSettings

LOOK = 0.2  # seconds


class Nobody:
    """Every computer here is asked again and again, so nobody needs to be woken."""

    def look_again(self) -> None: ...


class Seatless:
    """Hears what the referee says, and passes on what everybody may see."""

    def __init__(self, teller: Teller) -> None:
        self.teller = teller
        self.referee: Referee | None = None

    def accepted(self, asked: Asked) -> None: ...
    def refused(self, asked: Asked, refusal: RuleError) -> None: ...
    def settled(self) -> None: ...
    def happened(self, events: tuple[Event, ...], by: int) -> None:
        del by
        assert self.referee is not None
        self.teller.happened(self.referee.players.views[None], events)


async def play(
    *,
    name: str,
    broker: str,
    journal: str,
    password: str,
    games: int,
    late: float,
    pace: float,
    home: bool = False,
    waits: float = 0.0,
    notes: str = "",
) -> None:
    """`waits`: seconds, at most, for the league before each game. `notes`: a file for what was checked of its words."""
    loop = asyncio.get_running_loop()
    kept = Journal.open(Path(journal), loop, lambda: wall_clock() + late)
    settings = LeagueSettings(broker, "club", name, password, home=home)
    line = LineProcess(settings)
    teller = Teller(settings, loop, kept, line.send)
    line.start(teller)
    listener = Seatless(teller)
    words = dictionaries.load("en")
    referee = Referee(Session(lambda _name: words), kept, Alarms(loop), listener, teller.story)
    listener.referee = referee
    names = told_names(name)
    rng = Random(name)
    unfinished = kept.unfinished()
    checks = Checks(teller, Path(notes)) if notes else None
    teller.follow(GivenWords(referee, Nobody()), lambda text: None if checks is None else checks.complain(text))
    if unfinished is not None:
        referee.go_on(unfinished.save, unfinished.seats, unfinished.computers)
    while True:
        if unfinished is None:
            if _finished(kept) >= games:
                break
            await _come_together(teller, waits)
            referee.begin(Lobby({1: names[0], 2: names[1]}), rng)
        await _play_on(referee, teller, pace, [Bot(each, words, "easy", seed=rng.getrandbits(31)) for each in names])
        unfinished = None
        referee.end()
    sys.stdout.write("played\n")
    sys.stdout.flush()
    await asyncio.Event().wait()  # goes on telling, until it is stopped


class Checks:
    """Notes of every evening which boards were opened as the league had committed to, and whether one was not."""

    def __init__(self, teller: Teller, file: Path) -> None:
        self._teller = teller
        self._file = file
        self._noted = ""
        self._complaints: list[str] = []
        self._look()

    def complain(self, text: Text) -> None:
        self._complaints.append(english(text))

    def _look(self) -> None:
        opened = {evening: sorted(boards) for evening, boards in self._teller.pledges.checked.items()}
        notes = json.dumps({"opened": opened, "complaints": self._complaints})
        if notes != self._noted:
            self._noted = notes
            part = self._file.with_suffix(".part")
            part.write_text(notes)
            part.replace(self._file)
        asyncio.get_running_loop().call_later(LOOK, self._look)


async def _come_together(teller: Teller, waits: float) -> None:
    """Before a game of an evening: until the league is there, but not for ever."""
    for _ in range(int(waits / LOOK)):
        if teller.is_up and teller.pledges.checked:
            return
        await _moment(LOOK)


def told_names(table: str) -> list[str]:
    """Two players that no other table has."""
    return [f"{who} {table.rpartition('-')[2].upper()}" for who in ("ADA", "BO")]


def _finished(journal: Journal) -> int:
    with journal._busy:
        return sum(1 for _ in journal._ledger.finished())


async def _play_on(referee: Referee, teller: Teller, pace: float, bots: list[Bot]) -> None:
    while True:
        await _moment(pace)
        if referee.keeping:
            continue
        if referee.game.phase == OVER:
            return
        if referee.game.paused:
            referee.act(1, Action(bots[0].name, "resume"))
            continue
        for bot in bots:
            view = referee.players.view_of(bot.name)
            waits = view is None or teller.holds_back(view)
            action = None if view is None or waits else bot.act(view)
            if action is None and view is not None and "next" in view.table.actions:
                action = Action(bot.name, "next")
            if action is not None:
                referee.act(1, action)
                break


async def _moment(seconds: float) -> None:
    over = asyncio.Event()
    asyncio.get_running_loop().call_later(seconds, over.set)
    await over.wait()


if __name__ == "__main__":
    asyncio.run(play(**json.loads(sys.argv[1])))
