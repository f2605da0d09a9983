"""A whole evening of three games, from the lobby to the winners, typed on real keypads: after every step, every display
shows what the simulator shows."""

import pytest

from tests.kernel.conftest import Evening

pytestmark = pytest.mark.kernel

WINNERS = {"three-words": "CY won!", "wqrdles": "BOB won!", "party": "EVE & FAY won!"}


@pytest.mark.parametrize("game", WINNERS)
def test_the_same_keys_lead_to_the_same_winner(evening: Evening, game: str) -> None:
    assert dict(zip(WINNERS, evening.winners, strict=True))[game] == WINNERS[game]


def test_the_lamp_is_lit_when_the_simulators_is(evening: Evening) -> None:
    assert [there for there, _ in evening.lamps] == [here for _, here in evening.lamps]


def test_the_lamp_has_been_lit_and_dark(evening: Evening) -> None:
    assert {there for there, _ in evening.lamps} == {True, False}
