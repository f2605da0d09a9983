"""The tables that we ship, and random evenings at them."""

from dataclasses import replace
from pathlib import Path
from random import Random

from hardware.config.reading import load_table
from tests.support.haste import HastyEvening
from tests.support.random_play import CHOICES
from tests.support.who_looks import nobody_is_shown_too_much
from tests.support.wire_secrecy import Wire, compare, play

FILES = sorted((Path(__file__).parents[2] / "config").glob("*.toml"))
PHONES = 0.25  # of the evenings: every seat has a page too
STEPS = 8, 12, 16, 40  # of an evening: the long ones have several rounds
EVERYTHING = frozenset({"secret", "correct", "guess", "half-typed", "refused"})
SHIPPED = {file.stem: load_table(file) for file in FILES}


def any_evening_at(rng: Random, table: str, game: str) -> Wire:
    """Some of the seats of this table, with any options of the game."""
    whole = SHIPPED[table]
    teams = game == "party" and len(whole.seats) > 3 and rng.random() < 0.2
    players = 4 if teams else rng.randint(2, min(4, len(whole.seats)))
    taken = sorted(rng.sample(sorted(whole.seats), players))
    seats = {place: whole.seats[number] for place, number in enumerate(taken, 1)}
    options = {option: rng.choice(values) for option, values in CHOICES[game].items()}
    return Wire(game, replace(whole, seats=seats), options, teams, rng.randrange(1000), rng.random() < PHONES)


def evening_at(table: str, game: str, number: int) -> int:
    """An evening in which everything happens; how many comparisons it gave. Raises `Leak`, `TooSoon` or `Stuck`."""
    rng = Random(f"{table}, {game}, {number}")
    played = play(any_evening_at(rng, table, game), rng, dawdling=0.1, kind=HastyEvening, steps=rng.choice(STEPS))
    return len(list(compare(played, rng, EVERYTHING, nobody_is_shown_too_much, swaps=1)))
