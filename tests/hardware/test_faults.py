"""Whole tables on a bad evening: cables pulled in the middle of everything, slow buses, floods, noise."""

import gc
import threading
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random

import luma.oled.device  # noqa: F401  # it starts four threads of its own when it is imported, for good
import pytest

from hardware.clock import VirtualClock
from hardware.config.reading import read_table
from hardware.kinds.keypad.driver import EvdevKeypads
from hardware.kinds.keypad.nodes import EVENT
from hardware.ports import Input, KeyPress
from hardware.simulated.table import SimulatedTable
from hardware.simulated.wire.keypad import key_event
from hardware.table import DeviceTable, open_table
from tests.hardware.bad_evening import DISPLAYS, MIXED, STEP, BadEvening
from tests.hardware.kinds.grid_table import numbered, open_files
from tests.hardware.table_loop import LIMIT
from tests.hardware.workshop import card, opened, panel_frame

pytestmark = pytest.mark.proof


@pytest.fixture(autouse=True)
def _nothing_is_left_behind() -> Iterator[None]:
    files, threads = open_files(), set(threading.enumerate())
    yield
    for thread in set(threading.enumerate()) - threads:
        thread.join(LIMIT)
        assert not thread.is_alive(), thread.name
    assert open_files() <= files  # fewer: something that an earlier test dropped has gone


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[BadEvening]:
    with opened(read_table(MIXED), tmp_path) as workshop:
        evening = BadEvening(workshop, tmp_path)
        evening.passes(3)
        yield evening


ALL = [*DISPLAYS.values(), *(f"seat{seat}.keypad" for seat in DISPLAYS)]

# ── pulled at any moment ─────────────────────────────────────────────────────────────────────────


def test_a_panel_cut_off_at_any_byte_of_a_frame_comes_back_whole_and_nobody_else_notices(evening: BadEvening) -> None:
    evening.show(1, 1)
    evening.show(2, 30)
    evening.sees(2, 30)
    cuts = [*range(40), *range(40, 1032, 31), 1030, 1031]
    for turn, cut in enumerate(cuts):
        evening.shop.i2c.adapters[1].fails_after = cut
        evening.show(1, 2 + turn % 2)
        evening.loop.wait(lambda: evening.shop.i2c.adapters[1].fails_after is None and evening.quiet())
        evening.passes(0.15)
        evening.sees(1, 2 + turn % 2)
    assert evening.news_of("seat1.panel") == ["gone", "back"] * len(cuts)
    assert evening.shop.gone == ["seat1.panel"] * len(cuts)


def test_a_panel_cut_off_at_any_byte_of_its_coming_back_is_gone_once(evening: BadEvening) -> None:
    evening.show(1, 1)
    evening.sees(1, 1)
    for cut in range(0, 1100, 47):
        evening.pull("seat1.panel")
        evening.passes(1.1)
        evening.put_back("seat1.panel")
        evening.shop.i2c.adapters[1].fails_after = cut
        evening.passes(4)  # it fails twice, and after each time it is found within two seconds
        evening.sees(1, 1)
    assert evening.news_of("seat1.panel") == ["gone", "back"] * len(range(0, 1100, 47))


@pytest.mark.parametrize("arrived", [0, 1, 5, 6, 50, 94])
@pytest.mark.parametrize("seat", [3, 4], ids=["Adalight", "TPM2"])
def test_a_board_pulled_in_the_middle_of_a_frame_comes_back_and_nobody_else_notices(
    evening: BadEvening, seat: int, arrived: int
) -> None:
    name = DISPLAYS[seat]
    evening.show(1, 1)
    evening.sees(1, 1)
    board = evening.board(name)
    board.stop_reading()
    evening.show(seat, 5)
    evening.loop.fly(0)
    taken = 0
    while taken < arrived:
        taken += board.read(arrived - taken)
    evening.pull(name)
    evening.show(seat, 6)
    evening.passes(1)
    evening.put_back(name)
    evening.passes(2)
    evening.sees(seat, 6)
    assert evening.shop.gone == [name]
    assert board.firmware.commands == []


@pytest.mark.parametrize("cut", range(0, 4 * EVENT.size + 1, 12))
def test_a_keypad_pulled_at_any_byte_of_a_stroke_loses_nothing_of_the_others(evening: BadEvening, cut: int) -> None:
    stroke = key_event("KEY_A", 1, 10.0) + key_event("KEY_A", 0, 10.1)
    for letter in "WORD":
        evening.shop.types(2, letter)
    evening.shop.keypads[1].write(stroke[:cut])
    evening.loop.fly(0)
    evening.pull("seat1.keypad")
    for letter in "PLAY":
        evening.shop.types(2, letter)
    evening.passes(0.1)
    evening.put_back("seat1.keypad")
    evening.passes(0.1)
    evening.shop.types(1, "B")
    evening.loop.wait(lambda: evening.typed(1).endswith("B"))
    downs = Counter(evening.typed(1))
    ups = Counter(each.key for each in evening.shop.heard if isinstance(each, KeyPress) and not each.down)
    assert evening.typed(2) == "WORDPLAY"
    assert downs["A"] == ups["A"] - 1  # one A is of seat 2


def test_everything_pulled_at_once_is_back_within_two_seconds_of_being_plugged_in(evening: BadEvening) -> None:
    for seat in DISPLAYS:
        evening.show(seat, seat)
    for name in ALL:
        evening.pull(name)
    evening.passes(10)
    for name in ALL:
        evening.put_back(name)
    evening.passes(2)
    for seat in DISPLAYS:
        evening.sees(seat, seat)
    assert {name: evening.news_of(name) for name in ALL} == {name: ["gone", "back"] for name in ALL}


@pytest.mark.parametrize("seed", range(6))
def test_after_an_evening_of_pulled_cables_all_is_as_if_nothing_had_been(evening: BadEvening, seed: int) -> None:
    assert evening_of_pulled_cables(evening, Random(seed)) > 0


def evening_of_pulled_cables(evening: BadEvening, rng: Random) -> int:
    """Cables go out and in at any moment; whoever is plugged in types, and what was typed is heard once, in order.

    How many cables were pulled.
    """
    out: set[str] = set()
    pulls = 0
    typed = dict.fromkeys(DISPLAYS, "")
    newest = dict.fromkeys(DISPLAYS, 0)
    for turn in range(150):
        name, seat = rng.choice(ALL), rng.choice(list(DISPLAYS))
        match rng.randrange(4):
            case 0 if name in out:
                evening.put_back(name)
                out.remove(name)
            case 0:
                evening.loop.fly(0)  # what was typed up to now was typed in time
                evening.pull(name)
                pulls += 1
                out.add(name)
            case 1:
                newest[seat] = 1 + turn % 30
                evening.show(seat, newest[seat])
            case 2 if _types(evening, seat):
                letter = rng.choice("QWERTZUIOP")
                evening.passes(4 * STEP)  # the same letter sooner would be a contact that bounces
                evening.shop.types(seat, letter)
                typed[seat] += letter
            case _:
                evening.passes(rng.choice((0, STEP, 0.3, 1.0)))
    for name in out:
        evening.put_back(name)
    evening.passes(2)
    for seat, number in newest.items():
        if number:
            evening.sees(seat, number)
    assert {seat: evening.typed(seat) for seat in DISPLAYS} == typed
    for name in ALL:
        news = evening.news_of(name)
        assert news == ["gone", "back"] * (len(news) // 2), name
    return pulls


def _types(evening: BadEvening, seat: int) -> bool:
    """Whether somebody hears what this seat's keypad sends now."""
    evening.loop.fly(0)
    table = evening.shop.table
    assert isinstance(table, DeviceTable)
    assert isinstance(table._keypads, EvdevKeypads)
    return table._keypads.there(seat)


# ── slow wires ───────────────────────────────────────────────────────────────────────────────────


def test_a_bus_that_takes_two_seconds_a_frame_costs_the_other_seats_nothing() -> None:
    clock = VirtualClock()
    table = SimulatedTable(read_table(MIXED), clock)
    clock.advance(3)
    table.slow("seat1.panel", 2.0)
    shown: dict[tuple[str, int], float] = {}
    for turn in range(300):
        for seat, name in DISPLAYS.items():
            grid, panel = table.seats[seat].grid, table.seats[seat].panel
            if grid is not None:
                grid.show(numbered(turn))
            if panel is not None:
                panel.show(panel_frame(card(panel.size, colour=False, turn=turn % 40)))
            shown[name, turn] = clock.time()
        clock.advance(0.1)
    seen = {name: [each.at for each in table.happenings if each.device == name] for name in DISPLAYS.values()}
    for name in ("seat2.panel", "seat3.grid", "seat4.grid"):
        assert seen[name] == [shown[name, turn] for turn in range(300)], name
    assert len(seen["seat1.panel"]) == 15
    table.close()


def test_on_a_slow_bus_the_seat_that_types_sees_its_frame_next() -> None:
    clock = VirtualClock()
    seats = "".join(
        f'[seat.{number}]\nkeypad = {{ usb = "usb-{number}" }}\n'
        f"panel = {{ multiplexer = 0x70, channel = {number} }}\nhooded = true\n"
        for number in range(1, 7)
    )
    table = SimulatedTable(read_table(seats), clock)
    heard: list[Input] = []

    def listen(each: Input) -> None:
        heard.append(each)
        for number, seat in table.seats.items():  # as after a move that everybody sees
            assert seat.panel is not None
            seat.panel.show(panel_frame(card(seat.panel.size, colour=False, turn=(7 * len(heard) + number) % 40)))

    table.listen(listen)
    clock.advance(3)
    table.slow("seat1.panel", 2.0)
    for seat in (4, 2, 6, 1):
        table.hold(seat, "A")
        pressed = clock.time()
        clock.advance(4)
        assert [each.at - pressed for each in table.happenings if each.device == f"seat{seat}.panel"][-1] <= 4
        table.let_go(seat, "A")
        clock.advance(30)
    table.close()


def fill(evening: BadEvening, seat: int) -> int:
    """Shows one frame after the other until this seat's port takes no more; the number of the last."""
    evening.board(DISPLAYS[seat]).stop_reading()
    number = 0
    while not evening.loop.waits_to_write:
        number += 1
        assert number < 10_000, "the port takes everything"
        evening.show(seat, number)
        evening.loop.fly(0)
    return number


def test_a_board_that_stops_reading_delays_nobody(evening: BadEvening) -> None:
    fill(evening, 3)
    for turn in range(1, 50):
        evening.show(3, turn)
        evening.show(4, turn)
        evening.loop.wait(partial(evening.shows, "seat4.grid", turn))
    evening.shop.types(3, "A")
    evening.loop.wait(lambda: evening.typed(3) == "A")
    assert evening.shop.gone == []


def test_a_board_that_reads_again_gets_the_rest_of_its_frame_and_then_the_newest(evening: BadEvening) -> None:
    last = fill(evening, 3)
    evening.show(3, last + 1)
    evening.show(3, last + 2)
    evening.board("seat3.grid").read_on()
    evening.sees(3, last + 2)
    assert evening.board("seat3.grid").firmware.ignored == 0


def test_a_board_pulled_while_its_port_is_full_comes_back(evening: BadEvening) -> None:
    last = fill(evening, 3)
    evening.pull("seat3.grid")
    evening.passes(1)
    evening.put_back("seat3.grid")
    evening.passes(2)
    evening.sees(3, last)
    assert evening.news_of("seat3.grid") == ["gone", "back"]


def test_a_table_closes_while_a_port_is_full_and_waits_for_nothing_more(evening: BadEvening) -> None:
    fill(evening, 3)
    evening.shop.table.close()
    assert not evening.loop.waits_to_write


# ── leaks ────────────────────────────────────────────────────────────────────────────────────────


def test_hundreds_of_tables_leave_no_thread_and_no_descriptor(evening: BadEvening, soak: bool) -> None:
    """On the same wires, closed at all kinds of moments; counted after each, so that a leak is found where it is."""
    rng = Random(1)
    shop = evening.shop
    shop.table.close()
    gc.collect()  # so that what an earlier test has dropped does not go in the middle of this one
    files, threads = open_files(), threading.active_count()
    for cycle in range(3000 if soak else 200):
        shop.table = open_table(shop.settings, shop.loop, nodes=shop.nodes, sysfs=evening.sysfs)
        for seat in DISPLAYS:
            evening.show(seat, seat)
        name = rng.choice(ALL)
        match cycle % 4:
            case 0:
                evening.passes(rng.choice((0, STEP, 0.4)))
            case 1:
                evening.pull(name)
                evening.loop.fly(rng.choice((0, 1.1)))
            case 2:
                shop.types(rng.choice(list(DISPLAYS)), "A")
                evening.loop.fly(0)
        shop.table.close()
        if cycle % 4 == 1:
            evening.put_back(name)
        for thread in threading.enumerate():
            if thread.name.startswith("i2c"):
                thread.join(LIMIT)
        assert (open_files(), threading.active_count()) == (files, threads), cycle
