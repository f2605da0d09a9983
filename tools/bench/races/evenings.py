"""Whole evenings in virtual time with every display drawn: how much of one passes in a second of processor time."""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from firmware_host.simulator.evening import SimulatedEvening
from firmware_host.simulator.script import spelt
from hardware.config.settings import (
    ButtonSettings,
    I2cPanelSettings,
    KeypadSettings,
    SeatSettings,
    SerialGridSettings,
    SpeakerSettings,
    TableSettings,
)
from tools.bench.limits import Limit, Limits

SCRIPTS = Path(__file__).parents[3] / "tests" / "golden" / "evenings"
EVENINGS = {  # each from the lobby to a winner
    "party": ("party-classic", "party-fast", "party-teams"),
    "wqrdles": ("wqrdles-cards", "wqrdles-tie-round", "wqrdles-two-players"),
    "three-words": ("three-words-all", "three-words-laps", "three-words-extra-lap"),
}
TAKES = 10
LEAST = 1500  # virtual seconds in a real one
THINKS, TYPES = 10.0, 0.3  # seconds before each action, and between keys
TRIES = 3

NOTE = (
    "Scripts from `tests/golden/evenings`, key by key, played by people who think for ten seconds before each line "
    "and need 0.3 s for a key. Every seat has a grid and a panel, there are a private and a public screen, the "
    "journal is kept in memory, and every frame is drawn. The time is processor time for all evenings of a game, "
    "the best of three tries. For comparison, not run here: the pinball framework MPF plays its own tests at about "
    "1,770 virtual seconds per second."
)


@dataclass(frozen=True, slots=True)
class Played:
    virtual: float  # seconds
    real: float

    @property
    def milliseconds(self) -> float:
        return 1000 * self.real / self.virtual

    @property
    def speed(self) -> float:
        return self.virtual / self.real


def race() -> Limits:
    rows = []
    for game, names in EVENINGS.items():
        played = cache(partial(best, names))
        remark = f"{len(names)} evenings"
        rows += [
            Limit(f"{game}: a virtual second", partial(milliseconds, played), "ms", round(1000 / LEAST, 3), remark),
            Limit(f"{game}: virtual seconds a second", partial(speed, played), "", None, f"at least {LEAST:,}"),
        ]
    return Limits("Whole evenings", NOTE, tuple(rows))


def milliseconds(played: Callable[[], Played]) -> float:
    return played().milliseconds


def speed(played: Callable[[], Played]) -> float:
    return played().speed


def best(names: tuple[str, ...]) -> Played:
    return max((play_all(names) for _ in range(TRIES)), key=lambda played: played.speed)


def play_all(names: tuple[str, ...]) -> Played:
    virtual = real = 0.0
    for name in names:
        lines = [json.loads(line) for line in _lines(name)]
        evening = SimulatedEvening(full_table(max(line.get("seat", 1) for line in lines)))
        start = time.process_time()
        play(evening, lines)
        real += time.process_time() - start
        virtual += evening.clock.time()
        won = any("won!" in str(happening.what) for happening in evening.table.happenings)
        assert won, f"{name} ended without a winner: think again about its pace"
        evening.close()
    return Played(virtual, real)


def play(evening: SimulatedEvening, lines: list[dict[str, object]]) -> None:
    for line in lines:
        evening.run_until(evening.clock.time() + THINKS)
        for entry in chosen(line):
            evening.choose(int(str(line["seat"])), entry)
            evening.run_until(evening.clock.time() + TYPES)
        keys = line.get("keys", "")
        assert isinstance(keys, str)
        for key in (key for word in keys.split() for key in spelt(word)):
            evening.keys(int(str(line["seat"])), key)
            evening.run_until(evening.clock.time() + TYPES)


def chosen(line: dict[str, object]) -> list[str]:
    """The entries of lists that are chosen by their ids."""
    entries = line.get("choose", [])
    return [entries] if isinstance(entries, str) else list(entries) if isinstance(entries, list) else []


def full_table(seats: int) -> TableSettings:
    """This many seats, and everything that a table can have."""
    seat = SeatSettings(KeypadSettings(usb="simulated"), SerialGridSettings(), I2cPanelSettings(), hooded=True)
    return TableSettings(
        dict.fromkeys(range(1, seats + 1), seat),
        simulated=True,
        private=I2cPanelSettings(),
        public=I2cPanelSettings(),
        buttons={"pause": ButtonSettings(17)},
        buzzer=12,
        speaker=SpeakerSettings(),
    )


def _lines(name: str) -> list[str]:
    lines = (SCRIPTS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]
