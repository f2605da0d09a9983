"""A real table with pages beside it: the same frames on both, and a phone for whatever is missing."""

import asyncio
import json
from dataclasses import replace

from firmware_host.console.console import Console
from firmware_host.console.settings import EveningSettings
from firmware_host.dictionaries import load
from firmware_host.journal.journal import Journal
from firmware_host.journal.ledger import MEMORY
from firmware_host.texts.language import english
from firmware_host.web.broadcast import Watcher
from firmware_host.web.real_table import RealWebTable
from hardware.clock import VirtualClock
from hardware.config.reading import simulated_table
from hardware.config.settings import I2cPanelSettings, SeatSettings, TableSettings, WebSettings
from hardware.ports import DeviceBack, DeviceGone, Input, KeyPress
from hardware.simulated.table import SimulatedTable
from tests.web.pages import Message, really, served


class Evening:
    """A console at a table with wires, which can be pulled, and a watcher for every page."""

    def __init__(self, settings: TableSettings, *, with_console: bool = True) -> None:
        self.clock = VirtualClock()
        self.wired = SimulatedTable(settings, self.clock)
        self.web_table = RealWebTable(self.wired, self.clock, {})
        self.heard: list[Input] = []
        self._watchers = {name: Watcher(page) for name, page in self.web_table.web_pages.items()}
        self.shown: dict[tuple[str, str], Message] = {}
        for watcher in self._watchers.values():
            self.web_table.broadcast.enter(watcher)
        if with_console:
            self.console = Console(
                self.web_table, self.clock, Journal.on_the_spot(MEMORY, self.clock), load, EveningSettings(seed=1)
            )
            self.console.start()
        else:
            self.web_table.listen(self.heard.append)
        self.passes(1)

    def passes(self, seconds: float) -> None:
        self.clock.advance(seconds)
        for name, watcher in self._watchers.items():
            for message in map(json.loads, watcher.waiting()):
                if "device" in message:
                    self.shown[name, message["device"]] = message

    def television(self, *, on: bool) -> None:
        """Somebody opens or closes the page for everybody."""
        broadcast = self.web_table.broadcast
        (broadcast.enter if on else broadcast.leave)(self._watchers["public"])

    def phone(self, seat: int, *keys: str) -> None:
        for key in keys:
            self.web_table.key(seat, key, True)
            self.web_table.key(seat, key, False)
            self.passes(0.1)


def one_keypad_short() -> TableSettings:
    """Seat 2 is a phone and nothing else."""
    settings = simulated_table(2)
    return replace(settings, seats={**settings.seats, 2: SeatSettings()}, web=WebSettings())


def test_a_page_says_what_the_panel_says() -> None:
    evening = Evening(simulated_table(2))
    evening.wired.press(1, "ENTER")
    evening.passes(1)
    frame = evening.wired.showing("seat1.panel")
    assert frame is not None
    assert frame.text[0] == evening.shown["seat1", "seat1.page"]["page"]["title"] == "Your name?"


def test_a_seat_without_devices_is_a_phone() -> None:
    evening = Evening(one_keypad_short())
    evening.phone(2, "ENTER", *"BOB", "ENTER")
    assert evening.shown["seat2", "seat2.page"]["page"]["title"] == "BOB: captain"


def test_a_phone_and_a_keypad_play_together() -> None:
    evening = Evening(one_keypad_short())
    evening.wired.press(1, "ENTER", *"ANN", "ENTER")
    evening.phone(2, "ENTER", *"BOB", "ENTER")
    evening.wired.press(1, "ENTER")
    evening.passes(1)
    assert "is choosing" in str(evening.shown["seat2", "seat2.page"]["page"]["lines"])


def test_there_is_a_public_page_even_where_the_table_has_no_public_screen() -> None:
    evening = Evening(simulated_table(2))
    evening.phone(1, "ENTER", *"ANN", "ENTER")
    assert evening.shown["public", "public.page"]["players"] == [{"name": "ANN"}]


def test_a_page_says_who_is_waited_for() -> None:
    evening = Evening(one_keypad_short())
    evening.wired.press(1, "ENTER", *"ANN", "ENTER")
    evening.phone(2, "ENTER", *"BOB", "ENTER")
    evening.wired.press(1, "ENTER")
    evening.passes(1)
    assert ["called" in evening.shown[f"seat{seat}", f"seat{seat}.page"] for seat in (1, 2)] == [True, False]


def test_a_phone_stands_in_for_a_keypad_that_is_gone() -> None:
    evening = Evening(simulated_table(2), with_console=False)
    evening.wired.unplug("seat1.keypad")
    evening.passes(1)
    evening.phone(1, "A")
    kinds = [type(heard) for heard in evening.heard]
    assert kinds == [DeviceGone, DeviceBack, KeyPress, KeyPress]


def test_a_phone_can_be_lent() -> None:
    evening = Evening(one_keypad_short(), with_console=False)
    evening.web_table.borrow_keypad(2, 1)
    evening.phone(2, "A")
    assert [heard.seat for heard in evening.heard if isinstance(heard, KeyPress)] == [1, 1]


def test_a_phone_stays_its_owner_s_when_a_keypad_is_what_is_lent() -> None:
    evening = Evening(simulated_table(2), with_console=False)
    evening.web_table.borrow_keypad(2, 1)
    evening.phone(2, "A")
    assert [heard.seat for heard in evening.heard if isinstance(heard, KeyPress)] == [2, 2]


def test_a_phone_that_has_replaced_a_keypad_is_what_is_lent() -> None:
    evening = Evening(simulated_table(2), with_console=False)
    evening.wired.unplug("seat2.keypad")
    evening.passes(1)
    evening.phone(2, "A")
    evening.web_table.borrow_keypad(2, 1)
    evening.phone(2, "B")
    assert [heard.seat for heard in evening.heard if isinstance(heard, KeyPress)] == [2, 2, 1, 1]


def test_a_key_that_is_held_while_a_phone_is_lent_is_let_go_by_whoever_pressed_it() -> None:
    evening = Evening(one_keypad_short(), with_console=False)
    evening.web_table.key(2, "SPACE", True)
    evening.web_table.borrow_keypad(2, 1)
    evening.web_table.key(2, "SPACE", False)
    evening.passes(1)
    heard = [(each.seat, each.down) for each in evening.heard if isinstance(each, KeyPress)]
    assert heard == [(2, True), (2, False)]


def test_a_number_key_chooses_from_a_menu() -> None:
    evening = Evening(simulated_table(2), with_console=False)
    evening.phone(1, "3")
    assert [heard.digit for heard in evening.heard if isinstance(heard, KeyPress)] == ["3", "3"]


def test_what_has_wires_is_not_broken_from_a_page() -> None:
    evening = Evening(simulated_table(2))
    assert not evening.web_table.web_pages["all"].breaks


def test_its_pages_are_served() -> None:
    async def evening() -> None:
        loop = asyncio.get_running_loop()
        web_table = RealWebTable(SimulatedTable(one_keypad_short(), loop), loop, {})
        journal = Journal.open(MEMORY, loop, lambda: 0.0)
        console = Console(web_table, loop, journal, load, EveningSettings(seed=1))
        console.start()
        async with served(web_table) as pages:
            phone = await pages.page("seat2")
            await phone.types(2, "A")
            await phone.says("seat2.panel", "Your name?")
        console.close()
        web_table.close()
        journal.close()

    really(evening())


# ── a television that nobody has switched on ─────────────────────────────────────────────────────


def grids_and_a_television() -> TableSettings:
    """No panel anywhere but the private screen: what lies open stands on the page for everybody."""
    settings = simulated_table(2)
    seats = {number: replace(seat, panel=None, hooded=False) for number, seat in settings.seats.items()}
    return replace(settings, seats=seats, private=I2cPanelSettings(), public=None, web=WebSettings())


def captain_starts_wqrdles(evening: Evening) -> None:
    for seat, name in ((1, "ANN"), (2, "BOB")):
        evening.phone(seat, "ENTER", *name, "ENTER")
    evening.passes(1)
    evening.phone(1, "DOWN", "RIGHT", "UP")
    evening.passes(1)
    evening.phone(1, "ENTER")
    evening.passes(1)


def test_a_page_for_everybody_that_is_open_nowhere_is_no_public_screen() -> None:
    evening = Evening(grids_and_a_television())
    evening.television(on=False)
    captain_starts_wqrdles(evening)
    assert not evening.console.snapshot().playing
    assert english(evening.console.snapshot().seats[1].desk.message).startswith("This game needs the public page")


def test_once_it_is_open_the_game_starts() -> None:
    evening = Evening(grids_and_a_television())
    captain_starts_wqrdles(evening)
    assert evening.console.snapshot().playing


def test_while_it_is_open_nowhere_a_menu_goes_to_the_private_screen() -> None:
    evening = Evening(grids_and_a_television())
    evening.television(on=False)
    evening.phone(1, "ENTER", *"ANN", "ENTER")
    evening.passes(1)
    evening.phone(1, "ESC")
    evening.passes(1)
    shown = evening.wired.showing("private")
    assert shown is not None
    assert "ANN: Menu" in shown.text
