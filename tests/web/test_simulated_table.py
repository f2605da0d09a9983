"""Breaking a simulated table from its page, and watching it recover."""

import json
import re
from dataclasses import replace

from firmware_host.web.pages import WHOLE_TABLE
from firmware_host.web.wire import Plug, Power, Slow
from hardware.config.reading import simulated_table
from hardware.config.settings import SeatSettings, WebSettings
from tests.web.pages import Message, StillTable


def condition(table: StillTable) -> Message:
    found: list[Message] = [message for message in map(json.loads, table.sent["all"]) if "powered" in message]
    return found[-1]


def seated() -> StillTable:
    table = StillTable(2)
    table.joins(1, "ANN")
    table.joins(2, "BOB")
    return table


def panel(table: StillTable, seat: int) -> Message:
    """What it shows on the page with the whole table, turned over."""
    table.turns(f"seat{seat}.panel")
    table.passes(0)
    return table.showing(WHOLE_TABLE, f"seat{seat}.panel")


def test_a_seat_that_is_only_a_phone_is_played_as_at_a_real_table() -> None:
    settings = simulated_table(2)
    table = StillTable(replace(settings, seats={**settings.seats, 2: SeatSettings()}, web=WebSettings()))
    table.joins(2, "BOB")
    assert "BOB: captain" in panel(table, 2)["text"]


def test_an_unplugged_panel_goes_dark_on_its_page() -> None:
    table = seated()
    table.web_table.break_it(Plug("seat1.panel", False))
    table.passes(0.1)
    assert panel(table, 1) == {"device": "seat1.panel", "dark": True}


def test_a_panel_that_is_plugged_in_again_shows_what_it_showed() -> None:
    table = seated()
    before = panel(table, 1)
    table.web_table.break_it(Plug("seat1.panel", False))
    table.passes(3)
    table.web_table.break_it(Plug("seat1.panel", True))
    table.passes(3)
    assert panel(table, 1) == before


def test_nobody_is_too_quick_with_a_plug() -> None:
    table = seated()
    table.web_table.break_it(Plug("seat1.panel", False))
    table.web_table.break_it(Plug("seat1.panel", True))
    table.passes(4)
    assert "text" in panel(table, 1)


def test_an_unplugged_keypad_types_nothing() -> None:
    table = StillTable(2)
    table.web_table.break_it(Plug("seat1.keypad", False))
    table.types(1, "A")
    assert "Press a key to join." in panel(table, 1)["text"]


def test_a_slow_panel_is_late_and_others_are_not() -> None:
    table = StillTable(2)
    table.web_table.break_it(Slow("seat1.panel", 2.0))
    for seat in (1, 2):
        table.types(seat, "A")
    table.passes(0.5)
    assert "Your name?" not in panel(table, 1)["text"]
    assert "Your name?" in panel(table, 2)["text"]


def test_a_power_cut_darkens_everything_at_once() -> None:
    table = seated()
    table.web_table.break_it(Power(False))
    table.passes(0.1)
    assert all(panel(table, seat).get("dark") for seat in (1, 2))


def test_after_a_power_cut_the_game_goes_on_where_it_was() -> None:
    table = seated()
    table.types(1, "ENTER")
    table.types(1, *"STONE", "ENTER")
    table.types(2, *"PLUMB", "ENTER")
    table.web_table.break_it(Power(False))
    table.passes(1)
    table.web_table.break_it(Power(True))
    table.passes(1)
    table.types(1, "ENTER")
    table.passes(5)
    assert any("P  L  U  M  B" in line for line in panel(table, 2)["text"])


def test_without_power_keys_and_buttons_do_nothing() -> None:
    table = seated()
    table.web_table.break_it(Power(False))
    table.types(1, "A")
    table.web_table.button("pause", True)
    table.passes(1)
    assert panel(table, 1).get("dark")


def test_the_power_button_held_shuts_the_table_down() -> None:
    table = seated()
    table.web_table.button("power", True)
    table.passes(4)
    assert condition(table)["powered"] is False


def test_the_page_is_told_what_is_broken() -> None:
    table = seated()
    table.web_table.break_it(Plug("seat2.grid", False))
    table.web_table.break_it(Slow("seat1.panel", 2.0))
    table.passes(0)
    assert condition(table) == {"powered": True, "unplugged": ["seat2.grid"], "slow": {"seat1.panel": 2.0}}


# ── who sits where ───────────────────────────────────────────────────────────────────────────────


def occupants(table: StillTable) -> list[Message]:
    found: list[list[Message]] = [
        message["occupants"] for message in map(json.loads, table.sent["all"]) if "occupants" in message
    ]
    return found[-1]


def with_two_computers(*, thinking: float = 0.0) -> StillTable:
    """Of four seats ANN has the third and BOB the fourth; the first and the second are computers'."""
    table = StillTable(4, thinking=thinking)
    table.joins(3, "ANN")
    table.joins(4, "BOB")
    table.types(3, "DOWN", "DOWN", "RIGHT", "RIGHT", "UP", "UP", "ENTER")
    return table


def test_computer_players_sit_at_empty_seats() -> None:
    table = with_two_computers()
    assert [(occupant["seat"], occupant["name"], occupant["computer"]) for occupant in occupants(table)] == [
        (1, "ADA", True),
        (2, "BO", True),
        (3, "ANN", False),
        (4, "BOB", False),
    ]


def test_of_a_computer_players_rows_it_is_told_how_many_and_not_where() -> None:
    table = with_two_computers()
    table.types(3, *"STONE", "ENTER")
    table.passes(10)
    rows = [row for occupant in occupants(table) for row in occupant["rows"]]
    assert rows
    assert all(re.fullmatch(r"\dG\dY", row) for row in rows)


def test_only_the_whole_table_is_told_who_sits_where() -> None:
    table = with_two_computers()
    assert [page for page, sent in table.sent.items() if any('"occupants"' in text for text in sent)] == ["all"]


def test_the_lamp_of_whoever_is_waited_for_is_lit_on_its_page() -> None:
    table = with_two_computers()
    waited_for = table.showing(WHOLE_TABLE, "seat3.lamp")["lit"]
    table.types(3, *"STONE", "ENTER")
    assert (waited_for, table.showing(WHOLE_TABLE, "seat3.lamp")["lit"]) == (True, False)


def test_a_word_that_is_hidden_while_computer_players_think_is_guessed_at() -> None:
    """They begin to think about nothing to do; when they are done, there is something."""
    table = with_two_computers(thinking=5.0)
    table.passes(5)
    table.types(3, *"STONE", "ENTER")
    table.passes(30)
    assert [row for occupant in occupants(table) for row in occupant["rows"]]
