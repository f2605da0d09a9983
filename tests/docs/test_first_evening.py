"""The guide's first evening, played at each of its three tables, simulated: people see what it says they will."""

import re
from dataclasses import replace

import pytest

from hardware.config.reading import load_table
from tests.docs.pages import GUIDE, ROOT, read
from tests.support.evening_table import EveningTable, Place

EVENING, CHECKLIST, KEYPADS = (read(GUIDE / f"{name}.md") for name in ("first-evening", "checklist", "keypads"))


@pytest.fixture(params=["smallest", "oled-seats", "grid-seats"])
def table(request: pytest.FixtureRequest) -> EveningTable:
    return EveningTable(replace(load_table(ROOT / "config" / f"{request.param}.toml"), simulated=True))


def quoted(page: str, words: str) -> str:
    """These words, which the page must have in bold or in italics."""
    assert f"**{words}**" in page or f"*{words}*" in page, words
    return words


def read_anywhere(table: EveningTable, who: Place, words: str) -> bool:
    """On the panel of the seat; where it has none, on a screen that all share."""
    return who.panel.says(words) or table.private.says(words) or table.public.says(words)


def test_every_seat_invites(table: EveningTable) -> None:
    for number, seat in table.settings.seats.items():
        if seat.panel is not None:
            assert table.seat(number).panel.says(quoted(EVENING, "Press a key to join."))
        else:
            before = table.seat(number).grid.rows
            table.passes(0.5)
            assert table.seat(number).grid.rows != before, "a light that walks"


def test_whoever_presses_a_key_is_asked_for_a_name_and_the_first_is_captain(table: EveningTable) -> None:
    ann = table.seat("Ann").presses("5" if table.seat("Ann").numeric else "X")
    assert read_anywhere(table, ann, quoted(EVENING, "Your name?"))
    ann.types("ANN").enter()
    assert read_anywhere(table, ann, quoted(EVENING, "Start"))
    assert read_anywhere(table, ann, quoted(EVENING, "Computers"))


def test_the_first_round_of_the_checklist(table: EveningTable) -> None:
    ann, bob = table.join("Ann", "Bob")
    ann.enter()
    if table.private.says("Pass the screen to ANN"):
        ann.enter()
    assert read_anywhere(table, ann, "ANN: hide a word")
    ann.types("CRANE").enter()
    bob.types("CREAM").enter()
    table.passes(2)
    if table.settings.seats[2].panel is not None:
        assert "[C][R](E)(A) M " in bob.panel.text
    else:
        assert bob.grid.top_row == "GGYY-"
    bob.types("CRANE").enter()
    assert read_anywhere(table, ann, "It was CRANE")


def test_nobody_buys_a_private_screen_that_no_seat_needs(table: EveningTable) -> None:
    every_seat_hooded = all(seat.hooded for seat in table.settings.seats.values())
    assert every_seat_hooded == (table.settings.private is None)


def test_the_public_screen_of_the_oled_seats_tells_what_their_page_says() -> None:
    table = EveningTable(replace(load_table(ROOT / "config" / "oled-seats.toml"), simulated=True))
    ann, bob, cat = table.join("Ann", "Bob", "Cat")
    assert table.public.text[1:] == ("Party", "ANN", "BOB", "CAT", "Press a key to join.  ANN starts the game.")
    ann.enter()
    ann.types("CRANE").enter()
    bob.types("CREAM").enter()
    table.passes(10)
    assert table.public.text[0].startswith("Round 1 of 3  1:")
    assert table.public.text[1:] == ("ANN hosts", "BOB 2G2Y", "CAT", "Type a word, then ENTER")
    for guesser in (bob, cat):
        guesser.types("CRANE").enter()
    table.passes(10)
    table.passes(22)  # after the meaning and every board
    scores = ("1 ANN  0  +0", "2 CAT  1  +1", "3 BOB  2  +2")
    assert table.public.text[:5] == ("It was CRANE", "Fewest points win.", *scores)


def test_the_captain_can_switch_the_table_off(table: EveningTable) -> None:
    [ann] = table.join("Ann")
    assert ann.reads_until(quoted(EVENING, "Switch off"))


def test_the_captain_can_pair_a_keypad(table: EveningTable) -> None:
    """As keypads.md tells it: choose it, type six digits on it, say whose it is and what is on its keys."""
    table.evening.pad("Shiny pad")
    [ann] = table.join("Ann")
    ann.reads_and_chooses(quoted(KEYPADS, "Pair a keypad"))
    table.passes(2)
    assert read_anywhere(table, ann, "Shiny pad")
    ann.enter()
    seen: list[str] = []
    while not read_anywhere(table, ann, "Whose is it?") and len(seen) < 1000:
        table.passes(0.1)
        seen += [*ann.panel.text, *table.private.text, *table.public.text]
    assert any(len(line) == 6 and line.isdigit() for line in seen)
    assert read_anywhere(table, ann, "Whose is it?")


def test_what_troubleshooting_quotes_is_what_the_console_says() -> None:
    files = (file for half in ("firmware_host", "hardware") for file in (ROOT / half).rglob("*.py"))
    said = re.sub(r'"\s*\n\s*f?"', "", "\n".join(read(file) for file in files))  # sentences run over lines
    quotes = re.findall(r"(?<!\*)\*([^*\n]+)\*(?!\*)", read(GUIDE / "trouble.md"))
    assert len(quotes) > 5
    parts = [part for quote in quotes for part in quote.rstrip(" .…").split(": ")]  # an entry of a list, and its value
    assert [part for part in parts if part not in said] == []
