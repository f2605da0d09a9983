"""A whole evening of three games, from the lobby to the winners, typed on real keypads: after every step, every display
shows what the simulator shows."""

import pytest

from tests.kernel.conftest import Played
from tests.kernel.seen import SeenTable

WINNERS = {"three-words": "CY won!", "wqrdles": "BOB won!", "party": "EVE & FAY won!"}


@pytest.mark.parametrize("game", WINNERS)
def test_the_same_keys_lead_to_the_same_winner(played: Played, game: str) -> None:
    assert dict(zip(WINNERS, played.winners, strict=True))[game] == WINNERS[game]


def test_grids_light_nothing_in_between_that_the_simulator_does_not(played: Played, seen: SeenTable) -> None:
    """Letters, celebrations and all that moves by itself: the machine may leave out a frame, and never has another."""
    assert not played.strays, "\n\n".join(
        "\n".join([grid, *seen.grids[grid].drawn(picture)]) for grid, picture in played.strays
    )
