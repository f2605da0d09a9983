"""Keypads lost and found: unplugged at any moment, refused, asleep, back again; and what is here of a real kernel."""

from collections.abc import Iterator

import pytest

from firmware_host.texts.language import english
from hardware.config.settings import KeypadSettings
from hardware.kinds.keypad.nodes import EVENT, NodeName
from hardware.ports import DeviceGone, KeyPress
from hardware.simulated.wire.keypad import key_event
from tests.hardware.kinds.grid_table import open_files as descriptors
from tests.hardware.kinds.keypad.keypad_table import (
    ADDRESS,
    SOCKET_1,
    SOCKET_2,
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


@pytest.fixture
def empty(tables: list[KeypadTable]) -> KeypadTable:
    """Two seats, nothing plugged in, not open yet."""
    tables.append(KeypadTable(USB_PADS))
    return tables[0]


# ── lost and found ───────────────────────────────────────────────────────────────────────────────


def test_a_keypad_that_is_there_is_no_news(table: KeypadTable) -> None:
    assert table.news() == []


def test_a_keypad_missing_at_first_is_told_and_comes_when_plugged_in(empty: KeypadTable) -> None:
    empty.plug(3, f"{SOCKET_1}/input0")
    empty.open()
    empty.plug(5, f"{SOCKET_2}/input0").tap("KEY_B", 10)
    assert empty.news() == ["seat2.keypad gone", "seat2.keypad back"]
    assert empty.typed(seat=2) == "B"


def test_the_sentence_names_the_socket_and_a_next_step(empty: KeypadTable) -> None:
    empty.open()
    assert SOCKET_1 in english(empty.gone()[0].say)
    assert "`wordtable setup`" in english(empty.gone()[0].say)


def test_unplugged_and_plugged_in_again_it_types_on(table: KeypadTable) -> None:
    table.nodes.unplug("/dev/input/event3")
    assert table.news() == ["seat1.keypad gone"]
    assert not table.keypads.there(1)
    table.plug(3, f"{SOCKET_1}/input0").tap("KEY_C", 20)
    assert table.typed() == "C"
    assert table.news() == ["seat1.keypad gone", "seat1.keypad back"]
    assert table.keypads.there(1)


def test_the_other_seat_types_on_meanwhile(table: KeypadTable) -> None:
    table.nodes.unplug("/dev/input/event3")
    table.second.tap("KEY_B", 10)
    assert table.typed(seat=2) == "B"


def test_unplugged_in_mid_press_the_key_is_let_go_first(table: KeypadTable) -> None:
    """Somebody looks at their secret while they hold a key: it must not stay on the screen."""
    table.first.key("KEY_A", 1, 10.0)
    table.loop.turn_until_quiet()
    table.nodes.unplug("/dev/input/event3")
    table.loop.turn_until_quiet()
    _, release, gone = table.heard
    assert isinstance(release, KeyPress)
    assert not release.down
    assert isinstance(gone, DeviceGone)


@pytest.mark.parametrize("read_so_far", range(0, 2 * EVENT.size + 1, 8))
def test_unplugged_at_any_byte_of_a_packet_nothing_is_left_behind(table: KeypadTable, read_so_far: int) -> None:
    table.first.write(key_event("KEY_A", 1, 10.0)[:read_so_far])
    table.loop.turn_until_quiet()
    table.nodes.unplug("/dev/input/event3")
    table.loop.turn_until_quiet()
    table.plug(3, f"{SOCKET_1}/input0").tap("KEY_B", 20)
    downs = [press.key for press in table.presses() if press.down]
    ups = [press.key for press in table.presses() if not press.down]
    assert downs == ups
    assert downs[-1:] == ["B"]


def test_one_of_two_nodes_lost_is_a_keypad_still(tables: list[KeypadTable]) -> None:
    table = KeypadTable({1: KeypadSettings(usb=SOCKET_1)})
    tables.append(table)
    table.plug(3, f"{SOCKET_1}/input0")
    other = table.plug(4, f"{SOCKET_1}/input1")
    table.open()
    table.nodes.unplug("/dev/input/event3")
    other.tap("KEY_B", 10)
    assert table.typed() == "B"
    assert table.news() == []


def test_a_number_that_another_device_has_now_is_no_confusion(table: KeypadTable) -> None:
    """Two keypads swap their numbers within one wake-up, before either loss was read."""
    table.nodes.unplug("/dev/input/event3")
    table.nodes.unplug("/dev/input/event5")
    first = table.plug(5, f"{SOCKET_1}/input0")
    second = table.plug(3, f"{SOCKET_2}/input0")
    table.loop.turn_until_quiet()
    table.loop.advance(1)
    first.tap("KEY_A", 20)
    second.tap("KEY_B", 20)
    assert (table.typed(seat=1), table.typed(seat=2)) == ("A", "B")


def test_the_same_number_within_one_wake_up_is_found_again(table: KeypadTable) -> None:
    table.nodes.unplug("/dev/input/event3")
    again = table.plug(3, f"{SOCKET_1}/input0")
    table.loop.turn_until_quiet()
    table.loop.advance(0.2)
    again.tap("KEY_A", 20)
    assert table.typed() == "A"


def test_a_number_given_away_between_looking_and_opening_is_left_alone(empty: KeypadTable) -> None:
    empty.nodes.opened_instead = NodeName("/dev/input/event3", f"{SOCKET_2}/input0", "")
    empty.plug(3, f"{SOCKET_1}/input0")
    empty.open()
    assert not empty.keypads.there(1)


def test_a_bluetooth_pad_that_vanishes_may_be_asleep(tables: list[KeypadTable]) -> None:
    table = KeypadTable({1: KeypadSettings(bluetooth=ADDRESS.lower())})
    tables.append(table)
    table.plug(3, "b8:27:eb:00:00:01", ADDRESS)
    table.open()
    table.nodes.unplug("/dev/input/event3")
    (gone,) = table.gone()
    assert gone.asleep
    assert "Press a key" in english(gone.say)


def test_a_usb_pad_that_vanishes_is_not_asleep(table: KeypadTable) -> None:
    table.nodes.unplug("/dev/input/event3")
    assert [gone.asleep for gone in table.gone()] == [False]


def test_permissions_that_come_a_moment_late_are_waited_for_in_silence(table: KeypadTable) -> None:
    table.nodes.unplug("/dev/input/event3")
    table.loop.turn_until_quiet()
    table.nodes.forbidden = 1
    table.plug(3, f"{SOCKET_1}/input0")
    table.loop.advance(0.2)
    assert table.news() == ["seat1.keypad gone", "seat1.keypad back"]


def test_permissions_that_come_late_after_a_long_absence_cost_no_second_long_wait(tables: list[KeypadTable]) -> None:
    table = KeypadTable(USB_PADS, udev=False)
    tables.append(table)
    table.open()
    table.loop.advance(3600)
    table.nodes.forbidden = 1
    table.plug(3, f"{SOCKET_1}/input0")
    table.loop.advance(2.2)
    assert table.keypads.there(1)


def test_permissions_that_never_come_are_told_with_what_to_do(empty: KeypadTable) -> None:
    empty.nodes.forbidden = 1000
    empty.plug(3, f"{SOCKET_1}/input0")
    empty.open()
    empty.loop.advance(60)
    assert [english(gone.say) for gone in empty.gone() if "usermod -aG input" in english(gone.say)] != []


def test_a_keypad_that_another_program_holds_is_told_and_tried_again(empty: KeypadTable) -> None:
    taken = empty.plug(3, f"{SOCKET_1}/input0")
    taken.grabbed_elsewhere = True
    empty.plug(5, f"{SOCKET_2}/input0")
    empty.open()
    empty.loop.advance(10)
    (gone,) = empty.gone()
    assert "another program is using /dev/input/event3" in english(gone.say)
    assert "fuser" in english(gone.say)
    taken.grabbed_elsewhere = False
    empty.loop.advance(2)
    taken.tap("KEY_A", 20)
    assert empty.typed() == "A"


def test_a_keypad_is_not_taken_while_a_key_is_down(empty: KeypadTable) -> None:
    """The Pi's console heard it go down, and would never hear it go up."""
    pad = empty.plug(3, f"{SOCKET_1}/input0")
    pad.hold("KEY_ENTER", down=True)
    empty.open()
    assert pad.times_grabbed == 0
    pad.hold("KEY_ENTER", down=False)
    empty.loop.advance(0.2)
    assert pad.grabbed


def test_a_key_down_for_a_moment_at_the_start_is_no_news(tables: list[KeypadTable]) -> None:
    """Whoever starts the console by Enter holds Enter."""
    table = KeypadTable({1: KeypadSettings(usb=SOCKET_1)})
    tables.append(table)
    pad = table.plug(3, f"{SOCKET_1}/input0")
    pad.hold("KEY_ENTER", down=True)
    table.open()
    pad.hold("KEY_ENTER", down=False)
    table.loop.advance(0.2)
    assert table.news() == []


def test_a_keypad_whose_name_cannot_be_read_takes_no_other_with_it(empty: KeypadTable) -> None:
    empty.plug(3, f"{SOCKET_1}/input0").misnamed = True
    other = empty.plug(5, f"{SOCKET_2}/input0")
    empty.open()
    empty.loop.advance(10)
    (gone,) = empty.gone()
    assert (gone.device, "another keypad" in english(gone.say)) == ("seat1.keypad", True)
    other.tap("KEY_B", 20)
    assert empty.typed(seat=2) == "B"


def test_beside_a_keypad_whose_name_cannot_be_read_others_are_found_again(tables: list[KeypadTable]) -> None:
    table = KeypadTable(USB_PADS, udev=False)
    tables.append(table)
    table.plug(5, f"{SOCKET_2}/input0")
    table.open()
    table.plug(3, f"{SOCKET_1}/input0").misnamed = True
    table.loop.advance(2.0)
    table.nodes.unplug("/dev/input/event5")
    table.loop.turn_until_quiet()
    table.plug(5, f"{SOCKET_2}/input0")
    table.loop.advance(2.0)
    assert table.keypads.there(2)


def test_a_key_that_goes_down_during_the_grab_is_waited_for_too(
    empty: KeypadTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    pad = empty.plug(3, f"{SOCKET_1}/input0")
    monkeypatch.setattr(pad, "grab", lambda: pad.hold("KEY_A", down=True))
    empty.open()
    assert not empty.keypads.there(1)
    assert pad.fileno() == -1


def test_a_refused_keypad_leaves_no_descriptor_behind(empty: KeypadTable) -> None:
    empty.plug(3, f"{SOCKET_1}/input0").grabbed_elsewhere = True
    before = descriptors()
    empty.open()
    empty.loop.advance(60)
    assert descriptors() <= before  # fewer: something that an earlier test dropped has gone


def test_a_hundred_times_out_and_in_leaves_no_descriptor_behind(table: KeypadTable) -> None:
    table.loop.turn_until_quiet()
    before = descriptors()
    for _ in range(100):
        table.nodes.unplug("/dev/input/event3")
        table.loop.turn_until_quiet()
        table.plug(3, f"{SOCKET_1}/input0")
        table.loop.turn_until_quiet()
    assert descriptors() <= before  # fewer: something that an earlier test dropped has gone


@pytest.mark.parametrize("away", [0.05, 1.0, 60.0, 3600.0])
def test_without_udev_a_keypad_is_back_within_two_seconds(tables: list[KeypadTable], away: float) -> None:
    table = KeypadTable(USB_PADS, udev=False)
    tables.append(table)
    table.plug(3, f"{SOCKET_1}/input0")
    table.open()
    table.nodes.unplug("/dev/input/event3")
    table.loop.turn_until_quiet()
    table.loop.advance(away)
    table.plug(3, f"{SOCKET_1}/input0")
    table.loop.advance(2.0)
    assert table.keypads.there(1)


def test_without_udev_a_second_node_of_a_keypad_is_found_later(tables: list[KeypadTable]) -> None:
    table = KeypadTable({1: KeypadSettings(usb=SOCKET_1)}, udev=False)
    tables.append(table)
    table.plug(3, f"{SOCKET_1}/input0")
    table.open()
    late = table.plug(4, f"{SOCKET_1}/input1")
    table.loop.advance(2.0)
    late.tap("KEY_B", 10)
    assert table.typed() == "B"


def test_with_udev_a_complete_table_sleeps(table: KeypadTable, monkeypatch: pytest.MonkeyPatch) -> None:
    def look() -> list[NodeName]:
        raise AssertionError("somebody looked")

    monkeypatch.setattr(table.nodes, "present", look)
    table.loop.advance(3600)


def test_after_closing_nothing_is_looked_for(empty: KeypadTable) -> None:
    empty.open()
    empty.keypads.close()
    pad = empty.plug(3, f"{SOCKET_1}/input0")
    empty.loop.advance(10)
    assert not pad.grabbed
