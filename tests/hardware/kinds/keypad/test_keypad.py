"""Keypads over real pipes with the kernel's own bytes: who is who, typing, torn bytes, a queue that ran over."""

import asyncio
from collections.abc import Iterator
from itertools import pairwise

import pytest
from evdev.eventio import EventIO
from hypothesis import given
from hypothesis import strategies as st

from hardware.config.keymaps import BUILT_IN, CODES, Typist
from hardware.config.settings import KeypadSettings
from hardware.inbox import Inbox
from hardware.kinds.keypad.driver import EvdevKeypads, EventReader
from hardware.kinds.keypad.nodes import NodeName, belongs, socket_of
from hardware.ports import DeviceLost, Input, KeyPress
from hardware.simulated.wire.keypad import PipedNode, PipedNodes, event, key_event
from tests.hardware.kinds.keypad.keypad_table import (
    ADDRESS,
    SOCKET_1,
    USB_PADS,
    KeypadTable,
    closed_in_the_end,
    two_seats,
)


@pytest.fixture
def tables() -> Iterator[list[KeypadTable]]:
    with closed_in_the_end() as opened:
        yield opened


@pytest.fixture
def table(tables: list[KeypadTable]) -> KeypadTable:
    """Two seats, both keypads there."""
    tables.append(two_seats())
    return tables[0]


# ── who is who ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("phys", "socket"),
    [
        ("usb-3f980000.usb-1.2/input0", "usb-3f980000.usb-1.2"),
        ("usb-0000:01:00.0-1.4/input1", "usb-0000:01:00.0-1.4"),
        ("usb-xhci-hcd.0-1.2/input0", "usb-xhci-hcd.0-1.2"),
        ("usb-xhci-hcd.0-1.2", "usb-xhci-hcd.0-1.2"),
        ("", ""),
    ],
)
def test_all_nodes_of_a_keypad_have_one_socket(phys: str, socket: str) -> None:
    assert socket_of(phys) == socket


@pytest.mark.parametrize("written", [ADDRESS, ADDRESS.lower(), ADDRESS.replace(":", "-")])
def test_a_bluetooth_address_is_the_same_in_any_spelling(written: str) -> None:
    assert belongs(NodeName("", "b8:27:eb:00:00:01", ADDRESS.lower()), KeypadSettings(bluetooth=written))


@pytest.mark.parametrize(
    ("node", "settings"),
    [
        (NodeName("", f"{SOCKET_1}.1/input0", ""), KeypadSettings(usb=SOCKET_1)),  # behind a hub in that socket
        (NodeName("", "", ""), KeypadSettings(usb=SOCKET_1)),
        (NodeName("", "", ""), KeypadSettings()),
        (NodeName("", "", "dc:2c:26:0a:0b:0d"), KeypadSettings(bluetooth=ADDRESS)),
    ],
)
def test_another_device_is_no_keypad_of_ours(node: NodeName, settings: KeypadSettings) -> None:
    assert not belongs(node, settings)


# ── typing ───────────────────────────────────────────────────────────────────────────────────────


def test_a_word_arrives_with_its_seat(table: KeypadTable) -> None:
    for place, letter in enumerate("SMILE"):
        table.first.tap(f"KEY_{letter}", 10 + place)
    assert table.typed(seat=1) == "SMILE"


def test_a_press_has_the_kernels_timestamp(table: KeypadTable) -> None:
    table.first.key("KEY_A", 1, 12.345678)
    assert table.presses()[0].when == pytest.approx(12.345678, abs=1e-9)


def test_presses_of_two_seats_come_in_the_order_of_their_timestamps(table: KeypadTable) -> None:
    table.first.key("KEY_A", 1, 10.002)
    table.second.key("KEY_B", 1, 10.001)
    assert [press.seat for press in table.presses()] == [2, 1]


def test_a_key_let_go_is_told(table: KeypadTable) -> None:
    table.first.tap("KEY_A", 10.0, lasting=0.3)
    assert [(press.down, press.when) for press in table.presses()] == [(True, 10.0), (False, 10.3)]


def test_auto_repeat_is_nobodys_press(table: KeypadTable) -> None:
    table.first.key("KEY_A", 1, 10.0)
    for repeat in range(20):
        table.first.key("KEY_A", 2, 10.25 + repeat * 0.033)
    assert table.typed() == "A"


@pytest.mark.parametrize(
    "stranger",
    [
        event(1, 0x2FF, 1, 10.0),  # a key nobody has a name for
        event(4, 4, 0x70004, 10.0),  # MSC_SCAN, which comes before every key of a USB keyboard
        event(2, 0, 5, 10.0),  # a mouse
        event(0x17, 0, 1, 10.0),
    ],
    ids=["unknown key", "scan code", "mouse", "power"],
)
def test_events_that_are_no_keys_of_ours_are_passed_over(table: KeypadTable, stranger: bytes) -> None:
    table.first.write(stranger + event(0, 0, 0, 10.0))
    table.first.tap("KEY_A", 11)
    assert table.typed() == "A"


def test_two_nodes_of_one_keypad_are_one_seat(tables: list[KeypadTable]) -> None:
    table = KeypadTable({1: KeypadSettings(usb=SOCKET_1)})
    tables.append(table)
    keys, more_keys = table.plug(3, f"{SOCKET_1}/input0"), table.plug(4, f"{SOCKET_1}/input1")
    table.open()
    keys.tap("KEY_A", 10)
    more_keys.tap("KEY_B", 11)
    assert table.typed(seat=1) == "AB"


def test_multi_tap_goes_on_across_the_nodes_of_a_keypad(tables: list[KeypadTable]) -> None:
    table = KeypadTable({1: KeypadSettings(usb=SOCKET_1, keys="numeric")})
    tables.append(table)
    nodes = table.plug(3, f"{SOCKET_1}/input0"), table.plug(4, f"{SOCKET_1}/input1")
    table.open()
    for place, node in enumerate(nodes):
        node.tap("KEY_KP2", 10 + place * 0.3)
        table.loop.turn_until_quiet()
    assert [(press.key, press.replaces) for press in table.presses() if press.down] == [("A", False), ("B", True)]


def test_every_node_is_grabbed_so_that_no_letter_lands_elsewhere(table: KeypadTable) -> None:
    assert table.first.grabbed


def test_the_same_over_asyncio_itself() -> None:
    """The loop of the product, the pipe of the test."""

    async def evening() -> str:
        loop = asyncio.get_running_loop()
        nodes, typed, word = PipedNodes(), list[str](), loop.create_future()
        pad = nodes.plug("/dev/input/event3", phys=f"{SOCKET_1}/input0")

        def hear(each: Input) -> None:
            if isinstance(each, KeyPress) and each.down:
                typed.append(each.key)
                if each.key == "ENTER":
                    word.set_result(None)

        inbox = Inbox(loop)
        inbox.listen(hear)
        keypads = EvdevKeypads({1: USB_PADS[1]}, {}, inbox, loop, nodes)
        keypads.open()
        for place, name in enumerate(("KEY_H", "KEY_I", "KEY_ENTER")):
            pad.tap(name, 10 + place)
        await asyncio.wait_for(word, timeout=30)
        keypads.close()
        return "".join(typed)

    assert asyncio.run(evening()) == "HIENTER"


# ── bytes ────────────────────────────────────────────────────────────────────────────────────────

SMILE = b"".join(
    key_event(f"KEY_{letter}", value, 10 + place) for place, letter in enumerate("SMILE") for value in (1, 0)
)


def pieces_read(pieces: list[bytes]) -> list[KeyPress]:
    """What comes out when the bytes arrive in these pieces, one read each."""
    node = PipedNode(NodeName("", "", ""))
    node.open()
    heard: list[KeyPress] = []
    reader = EventReader(node, Typist(1, BUILT_IN["qwerty"]), heard.append)
    for piece in pieces:
        node.write(piece)
        reader.read()
    node.close()
    return heard


WHOLE = pieces_read([SMILE])


@given(st.lists(st.integers(0, len(SMILE))))
def test_the_bytes_may_be_split_anywhere(cuts: list[int]) -> None:
    places = [0, *sorted(cuts), len(SMILE)]
    assert pieces_read([SMILE[start:end] for start, end in pairwise(places)]) == WHOLE


def test_a_wake_up_with_nothing_to_read_is_no_loss() -> None:
    assert pieces_read([b"", SMILE, b""]) == WHOLE


@given(st.binary(max_size=300))
def test_garbage_is_never_an_error(garbage: bytes) -> None:
    assert all(press.key in {*BUILT_IN["qwerty"].keys.values()} for press in pieces_read([garbage]))


class _EvdevsReader(EventIO):
    def __init__(self, fd: int) -> None:
        self.fd = fd


def test_the_bytes_are_what_evdev_itself_reads() -> None:
    """Its own C code takes the pipe for a device."""
    node = PipedNode(NodeName("", "", ""))
    node.open()
    node.key("KEY_A", 1, 12.345678)
    press, report = _EvdevsReader(node.fileno()).read()
    assert (press.sec, press.usec, press.type, press.code, press.value) == (12, 345678, 1, CODES["KEY_A"], 1)
    assert (report.type, report.code) == (0, 0)
    node.close()


def test_ten_thousand_events_lose_nothing_and_starve_nobody(table: KeypadTable) -> None:
    """In pieces that the kernel's queue can hold."""
    flood = [key_event("KEY_A", value, 10 + n * 0.1 + 0.05 * (1 - value)) for n in range(2500) for value in (1, 0)]
    for start in range(0, len(flood), 25):
        table.first.write(b"".join(flood[start : start + 25]))
        table.second.tap("KEY_B", 10 + start)
        table.loop.turn()
        assert KeyPress(2, "B", 10 + start) in table.heard
        table.loop.turn_until_quiet()
    assert (len(table.typed(seat=1)), len(table.typed(seat=2))) == (2500, 200)


# ── several strokes at once ──────────────────────────────────────────────────────────────────────


@given(st.lists(st.tuples(st.sampled_from("EFLS"), st.integers(30, 200), st.integers(25, 200)), max_size=12), st.data())
def test_no_letter_is_lost_over_a_radio_however_its_strokes_are_bunched(
    strokes: list[tuple[str, int, int]], data: st.DataObject
) -> None:
    """A pad speaks every so many milliseconds. What fingers did since then arrives at once, with one time for all."""
    interval = data.draw(st.sampled_from([8, 15, 45, 200, 1000]), "milliseconds from one connection event to the next")
    table = KeypadTable({1: KeypadSettings(bluetooth=ADDRESS)})
    pad = table.plug(3, "", ADDRESS)
    table.open()
    now = 10_000
    for letter, lasting, pause in strokes:
        for value, moment in ((1, now), (0, now + lasting)):
            pad.key(f"KEY_{letter}", value, -(-moment // interval) * interval / 1000)
        table.loop.turn_until_quiet()
        now += lasting + pause
    assert table.typed() == "".join(letter for letter, _, _ in strokes)
    table.keypads.close()


def test_a_pad_given_at_the_table_loses_no_double_letter_either(table: KeypadTable) -> None:
    pad = table.plug(7, "", ADDRESS)
    table.keypads.give(KeypadSettings(bluetooth=ADDRESS), 2)
    for letter in "LL":
        pad.tap(f"KEY_{letter}", 10.0, lasting=0.0)
    assert table.typed(seat=2) == "LL"


def test_in_a_socket_a_contact_that_closes_again_at_once_is_one_letter(table: KeypadTable) -> None:
    """There the times are true: no finger lifts and comes down again within twenty milliseconds."""
    table.first.tap("KEY_L", 10.0)
    table.first.tap("KEY_L", 10.065, lasting=0.005)
    assert table.typed() == "L"


# ── the kernel's queue runs over ─────────────────────────────────────────────────────────────────


def test_strokes_that_nobody_reads_in_time_are_lost_and_the_next_is_not(table: KeypadTable) -> None:
    for place in range(16):
        table.first.tap("KEY_B", 10 + place)
    table.loop.turn_until_quiet()
    table.first.tap("KEY_A", 30)
    assert table.typed() == "A"


def test_a_key_that_went_up_unseen_is_let_go(table: KeypadTable) -> None:
    table.first.key("KEY_A", 1, 10.0)
    table.loop.turn_until_quiet()
    table.first.hold("KEY_A", down=False)
    table.first.drop(10.5)
    table.first.write(event(0, 0, 0, 10.5))
    assert [(press.key, press.down, press.when) for press in table.presses()] == [("A", True, 10.0), ("A", False, 10.5)]


def test_a_key_that_went_down_unseen_is_no_press(table: KeypadTable) -> None:
    table.first.hold("KEY_A", down=True)
    table.first.drop(10.5)
    table.first.write(event(0, 0, 0, 10.5))
    table.loop.turn_until_quiet()
    table.first.key("KEY_A", 0, 11.0)
    assert table.presses() == []


def test_a_key_that_went_down_unseen_and_repeats_is_no_press_either(table: KeypadTable) -> None:
    table.first.drop(10.5)
    table.first.key("KEY_A", 1, 10.5)
    table.first.key("KEY_A", 2, 10.75)
    assert table.presses() == []


def test_what_is_left_of_the_broken_packet_is_thrown_away(table: KeypadTable) -> None:
    table.first.drop(10.0)
    table.first.key("KEY_A", 1, 10.0)
    table.first.tap("KEY_B", 10.5)
    assert table.typed() == "B"


def test_a_key_still_held_is_not_let_go(table: KeypadTable) -> None:
    table.first.key("KEY_A", 1, 10.0)
    table.loop.turn_until_quiet()
    table.first.drop(10.5)
    table.first.write(event(0, 0, 0, 10.5))
    assert [press.down for press in table.presses()] == [True]


def test_keys_after_the_loss_are_not_lost_by_asking_for_the_keys_state(table: KeypadTable) -> None:
    """The kernel forgets unread key events when it is asked; so all is read first."""
    table.first.drop(10.0)
    table.first.write(event(0, 0, 0, 10.0))
    for place in range(15):
        table.first.tap("KEY_B", 11 + place)
    assert table.typed() == "B" * 15


def test_a_loss_while_nothing_more_is_readable_is_put_right_at_once(table: KeypadTable) -> None:
    """As many events as the queue can hold, the last of them the end of the broken packet."""
    table.first.key("KEY_A", 1, 10.0)
    table.loop.turn_until_quiet()
    table.first.hold("KEY_A", down=False)
    table.first.drop(10.5)
    table.first.write(event(4, 4, 0, 10.5) * 61 + event(0, 0, 0, 10.5))
    assert [press.down for press in table.presses()] == [True, False]


# ── borrowing ────────────────────────────────────────────────────────────────────────────────────


def test_a_borrowed_keypad_acts_for_the_other_seat(table: KeypadTable) -> None:
    table.keypads.borrow(of=1, by=2)
    table.first.tap("KEY_A", 10)
    assert (table.typed(seat=1), table.typed(seat=2)) == ("", "A")


def test_a_keypad_given_back_acts_for_its_owner(table: KeypadTable) -> None:
    table.keypads.borrow(of=1, by=2)
    table.keypads.borrow(of=1, by=1)
    table.first.tap("KEY_A", 10)
    assert table.typed(seat=1) == "A"


def test_a_key_held_while_the_keypad_changes_hands_is_let_go_by_who_pressed_it(table: KeypadTable) -> None:
    table.first.key("KEY_A", 1, 10.0)
    table.loop.turn_until_quiet()
    table.keypads.borrow(of=1, by=2)
    assert [(press.seat, press.down) for press in table.presses()] == [(1, True), (1, False)]


def test_a_seat_without_a_keypad_has_none_to_borrow(table: KeypadTable) -> None:
    with pytest.raises(DeviceLost, match=r"seat9\.keypad: .*Choose another seat"):
        table.keypads.borrow(of=9, by=1)


# ── secrets ──────────────────────────────────────────────────────────────────────────────────────


def test_no_letter_shows_in_any_repr(table: KeypadTable) -> None:
    table.first.key("KEY_Q", 1, 10.0)
    assert "Q" not in repr((table.presses(), table.keypads, vars(table.keypads)))
