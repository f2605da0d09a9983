"""Three evenings of people who play by themselves: computers at different levels, under fixed names. All is kept."""

import json
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from firmware_host.bots import Level
from firmware_host.bots.players import Bot
from firmware_host.games.shared.table import OVER, RESULT, Action
from firmware_host.journal.journal import Journal
from firmware_host.journal.rows import GAME
from firmware_host.journal.rows import RESULT as RESULT_ROW
from firmware_host.journal.seals import Row, seal, unseal
from firmware_host.remembered.played import result_of
from firmware_host.session import Session
from hardware.clock import VirtualClock
from tests.support.evening import english

FIRST = 1_767_290_400.0  # an evening in January 2026
DAY, BETWEEN = 86_400.0, 1_200.0  # seconds
LEVELS: Mapping[str, Level] = {
    "ANN": "strong", "ANNE": "strong", "BOB": "fair", "CY": "easy", "DORA": "fair", "EMIL": "easy", "ADA": "easy",
}  # fmt: skip


class Evenings:
    """A table at which games are played to their end, each at its own time of the wall clock."""

    def __init__(self, file: Path, seed: int = 1) -> None:
        self.rng = Random(seed)
        self.now = FIRST
        self._clock = VirtualClock()
        self._journal = Journal.on_the_spot(file, self._clock, lambda: self.now)

    def plays(
        self,
        game: str,
        *players: str,
        teams: Mapping[str, tuple[str, ...]] | None = None,
        leaves: str = "",
        ends: int = 0,
        computers: tuple[str, ...] = (),
        **options: object,
    ) -> None:
        """`leaves` is somebody who gets up in the middle; with `ends` the game is ended after so many actions."""
        session = Session(lambda _name: english())
        session.new(game, players, {"dictionary": "en:common", **options}, teams, self.rng.getrandbits(31))
        levels = {name: LEVELS[name] for name in computers}
        self._journal.begin(session.save(), {1: players[0]}, levels, lambda: None)
        bots = {name: Bot(name, english(), LEVELS[name], seed=self.rng.getrandbits(31)) for name in players}
        done = 0
        while session.game.phase != OVER:
            action = self._next(session, bots)
            done += 1
            if leaves in session.game.players and done == 9:
                action = Action(leaves, "leave")
            elif done == ends:
                action = Action(players[0], "end")
            session.time(session.now + self.rng.choice((1.5, 4.0, 12.3)))
            session.act(action)
            self._journal.add(session.newest_entry(), lambda: None)
        self._journal.finish(result_of(session.view(None).table, session.save(), levels), lambda: None)
        self.now += BETWEEN

    def _next(self, session: Session, bots: Mapping[str, Bot]) -> Action:
        if session.game.phase == RESULT:
            return Action(session.game.players[0], "next")
        playing = [name for name in bots if name in session.game.players]
        for name in self.rng.sample(playing, len(playing)):
            bots[name].notice(session.view(name))
            if (action := bots[name].act(session.view(name))) is not None:
                return action
        raise AssertionError("somebody can always go on")

    def sleep(self) -> None:
        self.now += DAY

    def close(self) -> None:
        self._journal.close()


def play_three_evenings(file: Path) -> None:
    """They are played once and copied afterwards."""
    file.write_bytes(_played())
    file.chmod(0o600)


@cache
def _played() -> bytes:
    with TemporaryDirectory() as folder:
        file = Path(folder, "journal.db")
        _play(file)
        return file.read_bytes()


def _play(file: Path) -> None:
    evenings = Evenings(file)
    evenings.plays("party", "ANN", "BOB", "CY")
    evenings.plays("party", "BOB", "ANN", "CY", "DORA", leaves="DORA")
    evenings.plays("three-words", "ANN", "BOB", "CY", agreement="speaker", answers="auto", tie="share")
    evenings.sleep()
    evenings.plays("party", "ANNE", "BOB", "CY", "DORA", teams={"RED": ("ANNE", "CY"), "BLUE": ("BOB", "DORA")})
    evenings.plays("wqrdles", "BOB", "ANNE", "CY", rounds=2, queries="free")
    evenings.plays("party", "BOB", "ANNE", "CY", ends=14)
    evenings.sleep()
    evenings.plays("party", "ANN", "EMIL", "ADA", mode="fast", computers=("ADA",))
    evenings.plays("party", "EMIL", "ANN", "BOB")
    evenings.plays("wqrdles", "ANN", "BOB", "CY", "EMIL", rounds=1)
    evenings.close()


def play_years(file: Path, times: int) -> None:
    """The three evenings again and again, one year after the other."""
    file.write_bytes(_years(times))
    file.chmod(0o600)


@cache
def _years(times: int) -> bytes:
    with TemporaryDirectory() as folder:
        file = Path(folder, "journal.db")
        play_three_evenings(file)
        _repeat(file, times)
        return file.read_bytes()


def _repeat(file: Path, times: int) -> None:
    with closing(sqlite3.connect(file)) as database, database:
        texts = [text for (text,) in database.execute("SELECT sealed FROM rows WHERE number > 1 ORDER BY number")]
        rows = [row for text in texts if (row := unseal(text)) is not None]
        for year in range(1, times):
            later = [_later(row, year, rows[-1].number - 1) for row in rows]
            database.executemany("INSERT INTO rows VALUES (?, ?)", ((row.number, seal(row)) for row in later))


def _later(row: Row, year: int, rows: int) -> Row:
    content = json.loads(row.content)
    if row.kind != GAME:
        content[0] += year * rows
    if row.kind == RESULT_ROW:
        content[1] += year * 365 * DAY
    return Row(row.number + year * rows, row.kind, json.dumps(content, separators=(",", ":")))
