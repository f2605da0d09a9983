"""The doctor at tables with one thing wrong: it finds it, says what to do, and is not well until all is."""

import os
import pty
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from firmware_host.texts.language import english
from firmware_host.texts.text import NOTHING, verbatim
from hardware.kinds.ddp_grid import why_no_board
from hardware.kinds.keypad import KIND, KeypadSettings, pads
from hardware.kinds.pins import claim_pin
from hardware.ports import DeviceLost
from hardware.simulated.wire.oled import Ssd1306
from hardware.workbench.doctor import NoSuchDevice, diagnose
from tests.hardware.kinds.keypad.keypad_table import ADDRESS, SOCKET_1, SOCKET_2
from tests.hardware.workbench.patient import found, table
from tests.hardware.workbench.pi import NUMBER_PAD, FolderPi, raising

# ── all is well ──────────────────────────────────────────────────────────────────────────────────


def test_a_healthy_table_is_well(healthy: FolderPi) -> None:
    assert diagnose(table(healthy), healthy.machine).well


def test_every_device_has_a_line(healthy: FolderPi) -> None:
    devices = [finding.device for finding in diagnose(table(healthy), healthy.machine).findings]
    assert devices == ["computer", "config", "user", "seat1.keypad", "seat1.panel", "journal"]


def test_a_look_leaves_the_keypad_free(healthy: FolderPi) -> None:
    diagnose(table(healthy), healthy.machine)
    node = healthy.nodes.open("/dev/input/event3")
    assert not node.grabbed  # type: ignore[attr-defined]  # it is a piped one
    node.close()


def test_a_look_says_nothing_to_a_panel(healthy: FolderPi) -> None:
    chip = Ssd1306()
    healthy.i2c.solder(chip, 1)
    diagnose(table(healthy), healthy.machine)
    assert (chip.on, chip.bytes_of_data) == (False, 0)


def test_with_no_file_the_simulated_table_is_looked_at_and_called_so(pi: FolderPi) -> None:
    diagnosis = diagnose(None, pi.machine)
    assert diagnosis.well
    assert any("the simulated table, with 6 seats" in english(finding.say) for finding in diagnosis.findings)


# ── keypads ──────────────────────────────────────────────────────────────────────────────────────


def test_a_missing_keypad_names_those_that_are_plugged_in_ready_to_copy(healthy: FolderPi) -> None:
    healthy.plug(5, f"{SOCKET_2}/input0", name="Other keyboard")
    finding = found(healthy, "seat1.keypad", table(healthy, socket="usb-9.9"))
    assert finding.state == "wrong"
    assert finding.details == (f'usb = "{SOCKET_1}"  Maker\'s keyboard', f'usb = "{SOCKET_2}"  Other keyboard')


def test_a_keypad_that_another_seat_has_is_not_offered(healthy: FolderPi) -> None:
    file = table(healthy, '[seat.2]\nhooded = true\nkeypad = { usb = "usb-9.9" }\npanel = { address = 0x3D }\n')
    assert found(healthy, "seat2.keypad", file).details == ()


def test_a_keypad_with_two_nodes_is_offered_once(healthy: FolderPi) -> None:
    healthy.plug(5, f"{SOCKET_2}/input0")
    healthy.plug(6, f"{SOCKET_2}/input1")
    assert len(found(healthy, "seat1.keypad", table(healthy, socket="usb-9.9")).details) == 2


def test_a_keyboard_whose_second_node_has_digits_only_is_still_a_keyboard(pi: FolderPi) -> None:
    pi.plug(5, f"{SOCKET_2}/input0")
    pi.plug(6, f"{SOCKET_2}/input1", keys=NUMBER_PAD)
    assert [pad.numeric for pad in pads(pi.machine)] == [False]


def test_a_bluetooth_pad_is_offered_by_its_address(pi: FolderPi) -> None:
    pi.plug(4, "b8:27:eb:00:00:01", uniq=ADDRESS, name="Pad", keys=NUMBER_PAD)
    assert found(pi, "seat1.keypad").details == (f'bluetooth = "{ADDRESS}"  Pad',)


def test_a_mouse_is_no_keypad(pi: FolderPi) -> None:
    pi.plug(4, f"{SOCKET_2}/input0", keys=[0x110, 0x111])
    assert found(pi, "seat1.keypad").details == ()


def test_a_keypad_that_somebody_else_has_is_told_with_the_way_to_find_them(healthy: FolderPi) -> None:
    healthy.plug(7, f"{SOCKET_1}/input1").grabbed_elsewhere = True
    finding = found(healthy, "seat1.keypad")
    assert (finding.state, "fuser -v /dev/input/event7" in english(finding.say)) == ("wrong", True)


def test_a_keypad_of_the_running_console_is_well(healthy: FolderPi) -> None:
    healthy.plug(7, f"{SOCKET_1}/input1").grabbed_elsewhere = True
    healthy.start_the_console()
    assert found(healthy, "seat1.keypad").state == "well"


def test_a_finger_on_a_key_is_no_mistake(healthy: FolderPi) -> None:
    healthy.plug(7, f"{SOCKET_1}/input1").hold("KEY_ENTER", True)
    assert found(healthy, "seat1.keypad").state == "note"


def test_keypads_are_found_in_sysfs_and_a_node_that_does_not_open_is_told(healthy: FolderPi) -> None:
    healthy.but(nodes=None)
    finding = found(healthy, "seat1.keypad")
    assert (finding.state, "event3 cannot be opened" in english(finding.say)) == ("wrong", True)


def test_a_keypad_that_may_not_be_read_names_the_group(healthy: FolderPi) -> None:
    healthy.nodes.forbidden = 1
    assert "usermod -aG input" in english(found(healthy, "seat1.keypad").say)


def test_a_keypad_whose_name_cannot_be_read_is_told(healthy: FolderPi) -> None:
    healthy.plug(7, f"{SOCKET_1}/input1").misnamed = True
    finding = found(healthy, "seat1.keypad")
    assert (finding.state, "a name that evdev cannot read" in english(finding.say)) == ("wrong", True)


# ── the user and the programs ────────────────────────────────────────────────────────────────────


def test_groups_that_the_user_lacks_are_named_in_one_command(healthy: FolderPi) -> None:
    healthy.but(groups=frozenset(("audio",)), granted=frozenset(("audio",)))
    assert "usermod -aG input,i2c $USER" in english(found(healthy, "user").say)


def test_a_group_that_was_granted_needs_only_a_new_login(healthy: FolderPi) -> None:
    healthy.but(groups=frozenset(("input",)))
    finding = found(healthy, "user")
    assert (finding.state, english(finding.say)) == (
        "wrong",
        "will be in i2c from the next login on. Log out and in again.",
    )


def test_root_needs_no_group(healthy: FolderPi) -> None:
    healthy.but(groups=frozenset(), granted=frozenset(), is_root=True)
    assert found(healthy, "user").state == "well"


def test_a_library_that_is_missing_comes_with_its_package(healthy: FolderPi) -> None:
    healthy.but(has_library=lambda name: name != "evdev")
    assert "sudo apt install python3-evdev" in english(found(healthy, "libraries").say)


def test_a_speaker_without_espeak_is_wrong(healthy: FolderPi) -> None:
    healthy.but(program=lambda _name: None)
    file = table(healthy)
    file.write_text(file.read_text() + "[speaker]\n")
    assert "apt install espeak-ng" in english(found(healthy, "speaker", file).say)


@pytest.mark.parametrize(
    ("cards", "section", "said"),
    [
        ((), "[speaker]\n", "there is no sound card"),
        (("Headphones",), "[speaker]\n", "speaks on Headphones."),
        (("vc4hdmi0", "Headphones"), "[speaker]\n", "with one of these: vc4hdmi0 and Headphones."),
        (("vc4hdmi0", "Headphones"), "[speaker]\ndevice = 'Headphones'\n", "speaks on Headphones."),
        (("vc4hdmi0",), "[speaker]\ndevice = 'Headphone'\n", "no sound card Headphone, only vc4hdmi0."),
    ],
    ids=["none", "one", "two", "chosen", "misspelt"],
)
def test_the_doctor_names_the_sound_cards(healthy: FolderPi, cards: tuple[str, ...], section: str, said: str) -> None:
    healthy.but(program=lambda name: f"/usr/bin/{name}")
    for number, name in enumerate(cards):
        card = healthy.sys / "class" / "sound" / f"card{number}"
        card.mkdir(parents=True)
        (card / "id").write_text(f"{name}\n")
    file = table(healthy)
    file.write_text(file.read_text() + section)
    assert said in english(found(healthy, "speaker", file).say)


@pytest.mark.parametrize(
    ("soft", "hard", "said"),
    [("0", "0", ""), ("1", "0", "sudo rfkill unblock bluetooth"), ("0", "1", "by a switch on this computer")],
    ids=["on", "blocked", "switched off"],
)
def test_a_blocked_radio_is_found(healthy: FolderPi, soft: str, hard: str, said: str) -> None:
    """Another radio, such as Wi-Fi, is none of our business."""
    for number, (kind, blocked) in enumerate((("wlan", "1"), ("bluetooth", soft))):
        radio = healthy.sys / "class" / "rfkill" / f"rfkill{number}"
        radio.mkdir(parents=True)
        for name, value in (("type", kind), ("soft", blocked), ("hard", hard)):
            (radio / name).write_text(f"{value}\n")
    remarks = [english(each.say) for each in KIND.remarks([KeypadSettings(bluetooth=ADDRESS)], healthy.machine)]
    assert [said in remark for remark in remarks] == ([True] if said else [])


def test_too_little_voltage_is_wrong(healthy: FolderPi) -> None:
    alarm = healthy.sys / "class" / "hwmon" / "hwmon1"
    alarm.mkdir(parents=True)
    (alarm / "name").write_text("rpi_volt\n")
    (alarm / "in0_lcrit_alarm").write_text("1\n")
    assert not diagnose(table(healthy), healthy.machine).well


# ── grids ────────────────────────────────────────────────────────────────────────────────────────


def grid_table(pi: FolderPi, grid: str) -> Path:
    return table(pi, "", panel=f"}}\ngrid = {{ {grid}")


@pytest.fixture
def port(healthy: FolderPi) -> Iterator[Path]:
    """A real serial port, as far as a pty is one."""
    master, slave = pty.openpty()
    name = healthy.port("usb-1.3-port0")
    name.symlink_to(os.ttyname(slave))
    yield name
    os.close(master)
    os.close(slave)


def test_a_port_that_opens_is_well(healthy: FolderPi, port: Path) -> None:
    assert found(healthy, "seat1.grid", grid_table(healthy, f'port = "{port}"')).state == "well"


def test_a_missing_port_names_those_that_are_there(healthy: FolderPi, port: Path) -> None:
    finding = found(healthy, "seat1.grid", grid_table(healthy, f'port = "{port}-of-old"'))
    assert (finding.state, finding.details) == ("wrong", (f'port = "{port}"',))


def busy_port(port: Path) -> object:
    from serial import Serial  # type: ignore[import-untyped]  # pyserial has no types of its own

    return Serial(str(port), exclusive=True)


def test_a_port_in_use_is_wrong(healthy: FolderPi, port: Path) -> None:
    somebody = busy_port(port)
    finding = found(healthy, "seat1.grid", grid_table(healthy, f'port = "{port}"'))
    assert (finding.state, "in use by another program" in english(finding.say)) == ("wrong", True)
    del somebody


def test_a_port_that_the_running_console_uses_is_well(healthy: FolderPi, port: Path) -> None:
    somebody = busy_port(port)
    healthy.start_the_console()
    assert found(healthy, "seat1.grid", grid_table(healthy, f'port = "{port}"')).state == "well"
    del somebody


def test_a_board_that_takes_no_ddp_is_told_so() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as gone:
        gone.bind(("127.0.0.1", 0))
        port = gone.getsockname()[1]
    assert "answers but does not accept DDP" in english(why_no_board("127.0.0.1", 30.0, port))


def test_a_board_is_only_sent_an_empty_datagram() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as board:
        board.bind(("127.0.0.1", 0))
        assert why_no_board("127.0.0.1", 0.0, board.getsockname()[1]) == NOTHING
        assert board.recv(64) == b""


def test_a_board_that_nobody_complains_of_is_no_mistake(healthy: FolderPi, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.kinds.ddp_grid.why_no_board", lambda _host, _patience: NOTHING)
    assert found(healthy, "seat1.grid", grid_table(healthy, 'protocol = "ddp", host = "192.0.2.1"')).state == "note"


# ── pins ─────────────────────────────────────────────────────────────────────────────────────────


def test_a_pin_that_cannot_be_had_is_told(healthy: FolderPi) -> None:
    healthy.but(claim_pin=raising(DeviceLost("buzzer", verbatim("this user may not use the pins."))))
    file = table(healthy)
    file.write_text(file.read_text() + "[buzzer]\npin = 12\n")
    assert (found(healthy, "buzzer", file).state, healthy.pins_asked) == ("wrong", [])


def test_a_pin_is_taken_as_an_input_and_let_go_again() -> None:
    Device.pin_factory = MockFactory()
    try:
        claim_pin("buzzer", 12)
        pin = Device.pin_factory.pin(12)
        assert (pin.function, pin.pull) == ("input", "floating")
        claim_pin("buzzer", 12)
    finally:
        Device.pin_factory.reset()
        Device.pin_factory = None


# ── the file and the journal ─────────────────────────────────────────────────────────────────────


def test_all_mistakes_of_a_file_are_told_and_what_is_plugged_in_too(healthy: FolderPi) -> None:
    diagnosis = diagnose(table(healthy, 'palete = "x"\n', panel="adress = 3"), healthy.machine)
    mistakes = [each.say for each in diagnosis.findings if each.state == "wrong"]
    assert [english(say).split(":")[1] for say in mistakes] == ["1", "5"]
    assert any(SOCKET_1 in "".join(finding.details) for finding in diagnosis.findings)


def test_a_journal_that_cannot_be_written_is_wrong(healthy: FolderPi) -> None:
    healthy.machine.journal.write_text("a file, where a folder should be")
    assert found(healthy, "journal").state == "wrong"


def test_a_journal_that_only_root_may_enter_is_no_fault(healthy: FolderPi) -> None:
    healthy.machine.journal.symlink_to("private")  # which is not there for this user
    finding = found(healthy, "journal")
    assert (finding.state, "sudo wordtable doctor" in english(finding.say)) == ("note", True)


# ── one device only ──────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", ["seat1", "1"])
def test_one_seat_can_be_looked_at_alone(healthy: FolderPi, name: str) -> None:
    devices = [finding.device for finding in diagnose(table(healthy), healthy.machine, name).findings]
    assert devices == ["seat1.keypad", "seat1.panel"]


def test_one_device_can_be_looked_at_alone(healthy: FolderPi) -> None:
    devices = [finding.device for finding in diagnose(table(healthy), healthy.machine, "seat1.panel").findings]
    assert devices == ["seat1.panel"]


@pytest.mark.parametrize("name", ["private", "host.screen"])
def test_the_private_screen_goes_by_its_name_and_by_its_old_one(healthy: FolderPi, name: str) -> None:
    file = table(healthy)
    file.write_text(file.read_text() + "[private]\naddress = 0x3D\n")
    devices = [finding.device for finding in diagnose(file, healthy.machine, name).findings]
    assert devices == ["private"]


def test_a_device_that_is_not_there_names_those_that_are(healthy: FolderPi) -> None:
    with pytest.raises(NoSuchDevice, match="this table has seat1"):
        diagnose(table(healthy), healthy.machine, "seat7")
