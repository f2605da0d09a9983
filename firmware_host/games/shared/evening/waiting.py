"""How those are named for whom others wait."""

from collections.abc import Sequence

from firmware_host.texts.text import Text, listed, say

FEW = 8  # letters of names


def some_of(names: Sequence[str]) -> Text:
    """All of them if they are few, else the first and how many more: a line of a panel is short."""
    few = listed(names)
    return few if sum(map(len, names)) <= FEW else say("{name} +{more}", name=names[0], more=len(names) - 1)


def wait_for(names: Sequence[str]) -> Text:
    """A title for whoever waits."""
    if len(names) == 1:
        return say("Wait for {name}", name=names[0])
    return say("Wait: {names}", names=some_of(names))
