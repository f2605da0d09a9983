"""How good somebody is: a number with its uncertainty, from places in games of any kind, teams and many sides. Pure.

This is the Plackett-Luce model of Weng and Lin (“A Bayesian Approximation Method for Online Ranking”, 2011), as the
library openskill has it. It is fifty lines here because the library takes four times as long for a game, which is
seconds on a Pi for the games of some years. `tests/remembered/test_rating.py` has numbers of the library to compare.
"""

import math
from collections.abc import Sequence

from firmware_host.frozen import frozen
from firmware_host.texts.text import Text, say

BEGIN = 25.0  # where everybody begins
UNSURE = BEGIN / 3  # how far off that may be
CHANCE = UNSURE / 2  # how much chance there is in one game
DRIFT = BEGIN / 300  # how much somebody may change between two games
SMALLEST = 0.0001  # a share of the uncertainty that always stays

FIRST_GUESS, ROUGH, FAIRLY_SURE = 6.5, 4.0, 2.5


@frozen
class Rating:
    """`skill` is the best guess; the truth is nearly always within twice `unsure` of it."""

    skill: float = BEGIN
    unsure: float = UNSURE

    @property
    def low(self) -> int:
        return round(self.skill - 2 * self.unsure)

    @property
    def high(self) -> int:
        return round(self.skill + 2 * self.unsure)

    @property
    def in_words(self) -> Text:
        return say(
            "{skill}, {how_sure}: between {low} and {high}",
            skill=round(self.skill),
            how_sure=self.how_sure,
            low=self.low,
            high=self.high,
        )

    @property
    def how_sure(self) -> Text:
        if self.unsure > FIRST_GUESS:
            return say("a first guess")
        if self.unsure > ROUGH:
            return say("still rough")
        return say("fairly sure") if self.unsure > FAIRLY_SURE else say("sure")


Side = Sequence[Rating]  # of everybody in it


def rated(sides: Sequence[Side], places: Sequence[int]) -> list[list[Rating]]:
    """The ratings after a game in which the sides came to these places; the lowest is the best, equal ones are ties."""
    drifted = [[Rating(each.skill, math.hypot(each.unsure, DRIFT)) for each in side] for side in sides]
    skills = [sum(each.skill for each in side) for side in drifted]
    doubts = [sum(each.unsure**2 for each in side) for side in drifted]
    spread = math.sqrt(sum(doubt + CHANCE**2 for doubt in doubts))
    odds = [math.exp(skill / spread) for skill in skills]
    beaten = [sum(odd for odd, other in zip(odds, places, strict=True) if other >= place) for place in places]
    ties = [places.count(place) for place in places]
    after = []
    for i, side in enumerate(drifted):
        change, certainty = 0.0, 0.0
        for q, total in enumerate(beaten):
            if places[q] <= places[i]:
                share = odds[i] / total
                certainty += share * (1 - share) / ties[q]
                change += ((1 - share) if q == i else -share) / ties[q]
        change *= doubts[i] / spread
        certainty *= doubts[i] / spread**2 * math.sqrt(doubts[i]) / spread
        after.append([_moved(each, each.unsure**2 / doubts[i], change, certainty) for each in side])
    return after


def _moved(rating: Rating, share: float, change: float, certainty: float) -> Rating:
    """By their share of what the whole side has shown."""
    shrinks = math.sqrt(max(1 - share * certainty, SMALLEST))
    return Rating(rating.skill + share * change, rating.unsure * shrinks)
