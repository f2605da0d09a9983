"""Ratings: the numbers of the library openskill 6.2.0 (its model PlackettLuce), and how sure they are in words."""

import pytest

from firmware_host.remembered.rating import Rating, rated
from firmware_host.texts.language import english

NEW = (25.0, 25 / 3)
Numbers = list[list[tuple[float, float]]]


@pytest.mark.parametrize(
    ("sides", "places", "after"),
    [
        ([[NEW], [NEW]], [1, 2], [[(27.6354, 8.0659)], [(22.3646, 8.0659)]]),
        (
            [[NEW], [(30, 4)], [(20, 3)]], [1, 2, 3],
            [[(28.929, 8.035)], [(29.7728, 3.9674)], [(19.6183, 2.9925)]],
        ),
        (
            [[NEW, (28, 5)], [(30, 4)], [(20, 3), (22, 2)]], [2, 1, 3],
            [[(23.3402, 7.7746), (27.4024, 4.8825)], [(31.076, 3.9955)], [(19.6098, 2.9926), (21.8264, 1.9992)]],
        ),
        (
            [[NEW], [(30, 4)], [(20, 3)]], [1, 1, 3],
            [[(26.0605, 8.035)], [(30.0313, 3.9828)], [(19.8449, 2.9974)]],
        ),
        (
            [[NEW], [(30, 4)], [(20, 3)], [(25, 2)]], [2, 1, 3, 2],
            [[(24.3886, 7.8582)], [(30.7975, 3.9874)], [(19.7098, 2.9951)], [(24.9647, 2.0002)]],
        ),
    ],
    ids=["two", "three", "teams", "a tie for the first place", "a tie in the middle"],
)  # fmt: skip
def test_ratings_are_those_of_openskill(sides: Numbers, places: list[int], after: Numbers) -> None:
    got = rated([[Rating(*each) for each in side] for side in sides], places)
    assert [[(round(each.skill, 4), round(each.unsure, 4)) for each in side] for side in got] == after


@pytest.mark.parametrize(
    ("rating", "told"),
    [
        (Rating(), "25, a first guess: between 8 and 42"),
        (Rating(28, 5), "28, still rough: between 18 and 38"),
        (Rating(28.4, 3), "28, fairly sure: between 22 and 34"),
        (Rating(31, 2), "31, sure: between 27 and 35"),
    ],
)
def test_a_rating_says_how_sure_it_is(rating: Rating, told: str) -> None:
    assert english(rating.in_words) == told
