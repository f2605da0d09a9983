"""A seat with only a grid turns it from its board to the alphabet and back."""

import pytest

from hardware.ports import LEFT, RIGHT
from tests.support.evening_table import EveningTable, Place, grids_only

BOARD = ("G--YG", ".....", ".....", ".....", ".....", ".....")
A_TO_Z = ("----G", "---.-", "-G.--", "---G-", "-----", "-....")  # E, L and S are in the word, I and M are not


@pytest.fixture
def bob() -> Place:
    """Bob has guessed SMILE, and the word is SOLVE."""
    table = EveningTable(grids_only())
    ann, bob = table.join("Ann", "Bob")
    ann.starts("party")
    ann.hides("SOLVE")
    bob.guesses("SMILE")
    table.passes(1)
    assert bob.grid.rows == BOARD
    return bob


def test_an_arrow_turns_the_grid_to_the_letters(bob: Place) -> None:
    assert bob.presses(RIGHT).grid.rows == A_TO_Z


def test_another_arrow_turns_it_back(bob: Place) -> None:
    assert bob.presses(RIGHT, LEFT).grid.rows == BOARD


def test_whoever_types_sees_the_board(bob: Place) -> None:
    bob.presses(RIGHT).types("CL").deletes()
    assert bob.grid.rows == ("G--YG", "w....", *BOARD[2:])
