"""A page is for its owner alone unless it says otherwise, and such a page is never where others look."""

import pytest

from firmware_host.console.screens.glass import COVER, Glass
from firmware_host.console.screens.open_texts import Asked, open_page
from firmware_host.games.shared.page import Audience, Page
from firmware_host.games.shared.sitting import Sitting
from firmware_host.games.shared.tasks import Desk, Item, ListTask
from firmware_host.games.shared.wishes import GoBack
from firmware_host.texts.text import say

OWN = Page(title=say("Allow"))
FOR_ALL = Page(title=say("Allow"), audience=Audience.EVERYBODY)
ENTRIES = (Item(say("Yes"), GoBack(), id="yes"),)


def asked(audience: Audience | None) -> Asked:
    """Somebody without a panel who is asked to choose."""
    task = (
        ListTask("ask", say("Allow"), ENTRIES)
        if audience is None
        else ListTask("ask", say("Allow"), ENTRIES, audience=audience)
    )
    return Asked("ANN", Sitting(task, FOR_ALL), Desk())


def test_a_screen_for_all_covers_what_is_for_one() -> None:
    assert Glass().shows_all(OWN) == COVER
    assert Glass().shows_all(FOR_ALL) == FOR_ALL


def test_a_screen_in_somebodys_hands_shows_nothing_to_all() -> None:
    glass = Glass()
    glass.looking = 1
    assert glass.shows_all(FOR_ALL) == COVER


@pytest.mark.parametrize("audience", [None, Audience.OWNER])
def test_a_question_is_not_read_in_public_unless_it_says_so(audience: Audience | None) -> None:
    assert open_page(asked(audience)) is None


def test_a_question_for_everybody_is_read_in_public() -> None:
    assert open_page(asked(Audience.EVERYBODY)) is not None
