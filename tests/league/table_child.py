"""A table in a process of its own, without displays: a real referee, a real journal, a real line to a real broker.

Computers play it, as fast as they can. It may be killed at any moment and started again.
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
from firmware_host.console.referee import Asked, Referee
from firmware_host.games.shared.table import OVER, Action, Event, RuleError
from firmware_host.journal.journal import Journal
from firmware_host.league.process import LineProcess
from firmware_host.league.teller import Teller
from firmware_host.session import Session
from hardware.clock import wall_clock
from hardware.config.settings import LeagueSettings

PLAYERS = 2
BETWEEN = 0.01  # seconds between two moves


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


async def play(name: str, port: int, journal_file: Path, password: str, games: int, late: float) -> None:
    loop = asyncio.get_running_loop()
    journal = Journal.open(journal_file, loop, lambda: wall_clock() + late)
    settings = LeagueSettings(f"mqtt://127.0.0.1:{port}", "club", name, password)
    line = LineProcess(settings)
    teller = Teller(settings, loop, journal, line.send)
    line.start(teller)
    listener = Seatless(teller)
    words = dictionaries.load("en")
    referee = Referee(Session(lambda _name: words), journal, Alarms(loop), listener, teller.story)
    listener.referee = referee
    names = [f"{name}-{who}".upper()[:20] for who in ("ann", "bob")]
    rng = Random(name)
    unfinished = journal.unfinished()
    if unfinished is not None:
        referee.go_on(unfinished.save, unfinished.seats, unfinished.computers)
    while True:
        if unfinished is None:
            if _finished(journal) >= games:
                break
            referee.begin(Lobby({1: names[0], 2: names[1]}), rng)
        await _play_on(referee, [Bot(each, words, "easy", seed=rng.getrandbits(31)) for each in names])
        unfinished = None
        referee.end()
    sys.stdout.write("played\n")
    sys.stdout.flush()
    await asyncio.Event().wait()  # goes on telling, until it is stopped


def _finished(journal: Journal) -> int:
    with journal._busy:
        return sum(1 for _ in journal._ledger.finished())


async def _play_on(referee: Referee, bots: list[Bot]) -> None:
    while True:
        await _moment(BETWEEN)
        if referee.keeping:
            continue
        if referee.game.phase == OVER:
            return
        if referee.game.paused:
            referee.act(1, Action(bots[0].name, "resume"))
            continue
        for bot in bots:
            view = referee.players.view_of(bot.name)
            action = bot.act(view) if view is not None else None
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
    told = json.loads(sys.argv[1])
    asyncio.run(play(told["name"], told["port"], Path(told["journal"]), told["password"], told["games"], told["late"]))
