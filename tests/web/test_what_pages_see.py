"""Every page is sent its own displays and nothing else, whatever is pressed."""

import json
from random import Random

import pytest

from firmware_host.web.pages import WHOLE_TABLE
from hardware.config.keymaps import KEYS
from tests.web.pages import StillTable

SEATS = 3
SMALL = 4096  # bytes of a message
OWN: dict[str, set[str]] = {
    "seat1": {"seat1.page"},
    "seat2": {"seat2.page"},
    "seat3": {"seat3.page"},
    "public": {"public.page"},
    "join": {"public.page"},
    "private": {"private.page"},
    "all": {
        "public",
        *(f"seat{number}.{what}" for number in (1, 2, 3) for what in ("grid", "lamp")),
    },  # the rest lies face down
}
every_page = pytest.mark.parametrize("page", OWN)


def devices(sent: list[str]) -> set[str]:
    return {message["device"] for message in map(json.loads, sent) if "device" in message}


def an_evening(secret: str) -> StillTable:
    """ANN hides a word, BOB and CAT guess another that has no letter in common with it."""
    table = StillTable(SEATS)
    for seat, name in enumerate(("ANN", "BOB", "CAT"), 1):
        table.joins(seat, name)
    table.types(1, "ENTER")
    table.types(1, *secret, "ENTER")
    table.types(2, *"PLUMB", "ENTER")
    table.types(3, *"PUDGY")
    table.passes(5)
    return table


@pytest.fixture(scope="module")
def evening() -> StillTable:
    return an_evening("STONE")


@every_page
def test_a_page_is_sent_its_own_displays_only(evening: StillTable, page: str) -> None:
    assert devices(evening.sent[page]) == OWN[page]


def test_the_secret_was_really_hidden_and_guessed_at(evening: StillTable) -> None:
    assert "STONE" in evening.showing("seat1", "seat1.page")["page"]["secret"]
    assert "PLUMB" in str(evening.showing("seat2", "seat2.page")["page"]["board"])


@pytest.mark.parametrize("page", ["seat1", "seat2", "public", "private"])
def test_a_half_typed_guess_is_on_its_own_page_only(evening: StillTable, page: str) -> None:
    assert not any("PUDGY" in message.replace(" ", "") for message in evening.sent[page])


def test_what_lies_face_down_is_sent_when_it_is_turned_over(evening: StillTable) -> None:
    evening.turns("seat2.panel")
    evening.passes(0)
    assert "P  L  U  M  B" in evening.sent[WHOLE_TABLE][-1]


def test_what_is_turned_back_is_sent_no_more() -> None:
    table = StillTable(SEATS)
    table.turns("seat1.panel")
    table.passes(0)
    table.turns("seat1.panel", up=False)
    before = len([m for m in table.sent[WHOLE_TABLE] if "seat1.panel" in m])
    table.joins(1, "ANN")
    assert len([m for m in table.sent[WHOLE_TABLE] if "seat1.panel" in m]) == before


@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_pressed_no_page_sees_more(seed: int) -> None:
    """Hundreds of random keys at every seat, most of them letters, with computer players at the table."""
    rng = Random(seed)
    table = StillTable(SEATS, seed)
    for seat, name in enumerate(("ANN", "BOB", "CAT"), 1):
        table.joins(seat, name)
    table.types(1, "DOWN", "DOWN", "RIGHT", "UP", "UP", "ENTER")
    for _ in range(120):
        table.types(rng.randint(1, SEATS), rng.choice((*KEYS, *["ENTER"] * 20)))
        table.passes(rng.uniform(0, 2))
    assert {page: devices(sent) <= OWN[page] for page, sent in table.sent.items()} == dict.fromkeys(OWN, True)


def test_the_private_page_presses_the_keys_of_whoever_has_the_screen_and_of_nobody_else() -> None:
    table = StillTable(2, hooded=False)
    for seat, name in enumerate(("ANN", "BOB"), 1):
        table.joins(seat, name)
    table.types(1, "ENTER")
    private, broadcast = table.web_table.web_pages["private"], table.web_table.broadcast
    covered = broadcast.plays(private)
    table.types(1, "ENTER")  # ANN takes the screen
    assert (covered, broadcast.plays(private)) == (frozenset(), frozenset({1}))


@pytest.mark.parametrize("page", ["seat1", "seat2", "public", "private"])
def test_what_a_page_is_sent_is_small(evening: StillTable, page: str) -> None:
    assert max(map(len, evening.sent[page])) < SMALL
