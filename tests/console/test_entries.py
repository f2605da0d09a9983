"""Every entry of every list has an id of its own, so that nobody has to read its label to find it."""

from collections.abc import Iterator
from random import Random

import pytest

from firmware_host.games.shared.tasks import ListTask, Task
from tests.support.at_table import KINDS, AtTable
from tests.support.random_evening import GAMES, RandomEvening

STEPS = 40


def lists(task: Task | None) -> Iterator[ListTask]:
    """This list, and those that its entries open."""
    if isinstance(task, ListTask):
        yield task
        for item in task.items:
            if isinstance(item.does, ListTask):
                yield from lists(item.does)


def offered(at: AtTable) -> Iterator[ListTask]:
    for seat in at.snapshot.seats.values():
        yield from lists(seat.task)
        yield from lists(seat.sitting.menu)


@pytest.mark.parametrize("game", GAMES)
def test_every_entry_has_an_id_of_its_own(game: str) -> None:
    at = AtTable(KINDS)
    evening = RandomEvening(at, Random(f"entries of {game}"))
    evening.begins(game, 4)
    seen: set[str] = set()
    for _ in range(STEPS):
        evening.step()
        for each in offered(at):
            ids = [item.id for item in each.items]
            assert all(ids), f"an entry of {each.name} has no id: {ids}"
            assert len(set(ids)) == len(ids), f"two entries of {each.name} have the same id: {ids}"
            seen.add(each.name)
    assert "menu" in seen
