"""The doctor at tables with one thing wrong: it finds it, says what to do, and is not well until all is."""

import errno
import io
import json
import os
import pty
import socket
import struct
from collections.abc import Iterator
from pathlib import Path

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from firmware_host.cli import main
from hardware.doctor import Diagnosis, NoSuchDevice, diagnose
from hardware.doctor_report import as_json, report
from hardware.findings import Finding, well, wrong
from hardware.machine import Machine, claim_pin
from hardware.network import why_no_board
from hardware.ports import DeviceLost
from hardware.simulated.wire.oled import Ssd1306
from tests.hardware.keypad_table import ADDRESS, SOCKET_1, SOCKET_2
from tests.hardware.pi import NUMBER_PAD, FolderPi, raising

ONE_SEAT = """\
[seat.1]
hooded = true
keypad = {{ usb = "{socket}" }}
panel = {{ {panel} }}
"""


@pytest.fixture
def pi(tmp_path: Path) -> FolderPi:
    return FolderPi(tmp_path)


@pytest.fixture
def healthy(pi: FolderPi) -> FolderPi:
    """A keypad in its socket, and a panel that answers."""
    pi.plug(3, f"{SOCKET_1}/input0", name="Maker's keyboard")
    pi.switch_i2c_on().solder(Ssd1306(), 1)
    return pi


def table(pi: FolderPi, more: str = "", *, socket: str = SOCKET_1, panel: str = "") -> Path:
    file = pi.dev.parent / "table.toml"
    file.write_text(more + ONE_SEAT.format(socket=socket, panel=panel))
    return file


def found(pi: FolderPi, device: str, file: Path | None = None) -> Finding:
    diagnosis = diagnose(file or table(pi), pi.machine)
    return next(finding for finding in diagnosis.findings if finding.device == device)


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
    assert any("the simulated one, with 6 seats" in finding.say for finding in diagnosis.findings)


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
    assert [pad.numeric for pad in pi.machine.pads()] == [False]


def test_a_bluetooth_pad_is_offered_by_its_address(pi: FolderPi) -> None:
    pi.plug(4, "b8:27:eb:00:00:01", uniq=ADDRESS, name="Pad", keys=NUMBER_PAD)
    assert found(pi, "seat1.keypad").details == (f'bluetooth = "{ADDRESS}"  Pad',)


def test_a_mouse_is_no_keypad(pi: FolderPi) -> None:
    pi.plug(4, f"{SOCKET_2}/input0", keys=[0x110, 0x111])
    assert found(pi, "seat1.keypad").details == ()


def test_a_keypad_that_somebody_else_has_is_told_with_the_way_to_find_them(healthy: FolderPi) -> None:
    healthy.plug(7, f"{SOCKET_1}/input1").grabbed_elsewhere = True
    finding = found(healthy, "seat1.keypad")
    assert (finding.state, "fuser -v /dev/input/event7" in finding.say) == ("wrong", True)


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
    assert (finding.state, "event3 cannot be opened" in finding.say) == ("wrong", True)


def test_a_keypad_that_may_not_be_read_names_the_group(healthy: FolderPi) -> None:
    healthy.nodes.forbidden = 1
    assert "usermod -aG input" in found(healthy, "seat1.keypad").say


def test_a_keypad_whose_name_cannot_be_read_is_told(healthy: FolderPi) -> None:
    healthy.plug(7, f"{SOCKET_1}/input1").misnamed = True
    finding = found(healthy, "seat1.keypad")
    assert (finding.state, "a name that cannot be read" in finding.say) == ("wrong", True)


# ── the user and the programs ────────────────────────────────────────────────────────────────────


def test_groups_that_the_user_lacks_are_named_in_one_command(healthy: FolderPi) -> None:
    healthy.but(groups=frozenset(("audio",)), granted=frozenset(("audio",)))
    assert "usermod -aG input,i2c $USER" in found(healthy, "user").say


def test_a_group_that_was_granted_needs_only_a_new_login(healthy: FolderPi) -> None:
    healthy.but(groups=frozenset(("input",)))
    finding = found(healthy, "user")
    assert (finding.state, finding.say) == ("wrong", "is in i2c from the next login on. Log out and in again.")


def test_root_needs_no_group(healthy: FolderPi) -> None:
    healthy.but(groups=frozenset(), granted=frozenset(), is_root=True)
    assert found(healthy, "user").state == "well"


def test_a_library_that_is_missing_comes_with_its_package(healthy: FolderPi) -> None:
    healthy.but(has_library=lambda name: name != "evdev")
    assert "sudo apt install python3-evdev" in found(healthy, "libraries").say


def test_a_speaker_without_espeak_is_wrong(healthy: FolderPi) -> None:
    healthy.but(program=lambda _name: None)
    file = table(healthy)
    file.write_text(file.read_text() + "[speaker]\n")
    assert "apt install espeak-ng" in found(healthy, "speaker", file).say


def test_too_little_voltage_is_wrong(healthy: FolderPi) -> None:
    alarm = healthy.sys / "class" / "hwmon" / "hwmon1"
    alarm.mkdir(parents=True)
    (alarm / "name").write_text("rpi_volt\n")
    (alarm / "in0_lcrit_alarm").write_text("1\n")
    assert not diagnose(table(healthy), healthy.machine).well


# ── I²C and SPI ──────────────────────────────────────────────────────────────────────────────────


def test_i2c_that_is_off_is_told_with_the_switch(pi: FolderPi) -> None:
    pi.plug(3, f"{SOCKET_1}/input0")
    assert "raspi-config nonint do_i2c 0" in found(pi, "seat1.panel").say


def test_a_bus_that_is_not_there_names_those_that_are(healthy: FolderPi) -> None:
    assert "there is no i2c-4; there is i2c-1." in found(healthy, "seat1.panel", table(healthy, panel="i2c = 4")).say


def test_nothing_at_an_address_says_who_does_answer(healthy: FolderPi) -> None:
    healthy.i2c.pull(1)
    healthy.i2c.solder(Ssd1306(), 1, 0x3D)
    say = found(healthy, "seat1.panel").say
    assert "nothing answers at 0x3c on i2c-1" in say
    assert "On that bus there is 0x3d (a panel)." in say


def test_a_multiplexer_that_the_kernel_does_not_know_needs_its_overlay(healthy: FolderPi) -> None:
    healthy.i2c.solder(Ssd1306(), 1, 0x70)  # whatever it is, it answers there
    finding = found(healthy, "seat1.panel", table(healthy, panel="multiplexer = 0x70, channel = 2"))
    assert "dtoverlay=i2c-mux,pca9548,addr=0x70" in finding.say
    assert "The multiplexer itself answers, so only the overlay is missing." in finding.say


def test_a_panel_behind_a_multiplexer_is_asked_on_its_channel(pi: FolderPi) -> None:
    pi.switch_i2c_on(multiplexer=True).solder(Ssd1306(), 13)
    finding = found(pi, "seat1.panel", table(pi, panel="multiplexer = 0x70, channel = 2"))
    assert (finding.state, "i2c-13" in finding.say) == ("well", True)


def test_a_bus_that_may_not_be_used_names_the_group(healthy: FolderPi) -> None:
    healthy.i2c.adapters[1].forbidden = True
    assert "usermod -aG i2c" in found(healthy, "seat1.panel").say


def test_a_panel_that_the_kernel_has_for_itself_is_told(healthy: FolderPi) -> None:
    class Busy:
        funcs = 0
        write_quick = read_byte = staticmethod(raising(OSError(errno.EBUSY, "busy")))

        def close(self) -> None: ...

    healthy.but(open_i2c=lambda _number: Busy())
    assert "the kernel's own driver has 0x3c" in found(healthy, "seat1.panel").say


def test_memory_chips_are_read_from_and_never_written_to(pi: FolderPi) -> None:
    asked: list[tuple[str, int]] = []

    class Asked:
        funcs = 0x00010000

        def write_quick(self, i2c_addr: int) -> None:
            asked.append(("quick", i2c_addr))

        def read_byte(self, i2c_addr: int) -> None:
            asked.append(("read", i2c_addr))

        def close(self) -> None: ...

    pi.but(open_i2c=lambda _number: Asked())
    assert len(list(pi.machine.answers(1))) == 0x70
    assert {("read", 0x50), ("read", 0x57), ("quick", 0x3C)} <= set(asked)


USB = 'usb = "usb-xhci-hcd.0-1.2"'


@pytest.fixture
def on_usb(healthy: FolderPi) -> FolderPi:
    """The panel's adapter is one on USB."""
    healthy.i2c.adapters[1].usb = "usb-xhci-hcd.0-1.2"
    healthy.switch_i2c_on()
    return healthy


def test_a_panel_is_asked_on_the_adapter_in_its_socket(on_usb: FolderPi) -> None:
    finding = found(on_usb, "seat1.panel", table(on_usb, panel=USB))
    assert (finding.state, "0x3c on i2c-1" in finding.say) == ("well", True)


def test_an_empty_socket_is_told_with_the_one_that_is_meant(on_usb: FolderPi) -> None:
    say = found(on_usb, "seat1.panel", table(on_usb, panel=USB.replace("1.2", "1.4"))).say
    assert say == "no I²C adapter is in usb-xhci-hcd.0-1.4. Plug it in there. There is one in usb-xhci-hcd.0-1.2."


def test_an_adapter_on_usb_that_is_called_by_its_number_is_mentioned(on_usb: FolderPi) -> None:
    finding = found(on_usb, "i2c-1")
    assert finding.state == "note"
    assert finding.say.endswith(f"Write «{USB}» in the place of «i2c = 1».")


def test_an_adapter_on_usb_that_is_called_by_its_socket_is_not_worth_mentioning(on_usb: FolderPi) -> None:
    findings = diagnose(table(on_usb, panel=USB), on_usb.machine).findings
    assert not [finding for finding in findings if finding.device == "i2c-1"]


def test_what_is_plugged_in_is_listed_with_the_sockets_of_adapters(on_usb: FolderPi) -> None:
    file = table(on_usb, "simulated = true\n")
    assert found(on_usb, "i2c", file).details == (f"i2c-1  {USB}",)


def test_a_slow_bus_is_mentioned_and_all_is_well(healthy: FolderPi) -> None:
    node = healthy.sys / "class" / "i2c-adapter" / "i2c-1" / "of_node"
    node.mkdir(parents=True)
    (node / "clock-frequency").write_bytes(struct.pack(">I", 100_000))
    diagnosis = diagnose(table(healthy), healthy.machine)
    assert (diagnosis.well, [each.device for each in diagnosis.findings if "93 ms" in each.say]) == (True, ["i2c-1"])


def test_spi_that_is_off_is_told_with_the_switch(healthy: FolderPi) -> None:
    assert "do_spi 0" in found(healthy, "seat1.panel", table(healthy, panel='bus = "spi"')).say


def test_a_panel_on_spi_needs_its_node_and_its_pins(healthy: FolderPi) -> None:
    (healthy.dev / "spidev0.0").touch()
    assert found(healthy, "seat1.panel", table(healthy, panel='bus = "spi"')).state == "well"
    assert healthy.pins_asked == [25, 24]


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
    assert (finding.state, "in use by another program" in finding.say) == ("wrong", True)
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
    assert "answers but takes no DDP" in why_no_board("127.0.0.1", 30.0, port)


def test_a_board_is_only_sent_an_empty_datagram() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as board:
        board.bind(("127.0.0.1", 0))
        assert why_no_board("127.0.0.1", 0.0, board.getsockname()[1]) == ""
        assert board.recv(64) == b""


def test_a_board_that_nobody_complains_of_is_no_mistake(healthy: FolderPi, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.doctor.why_no_board", lambda _host, _patience: "")
    assert found(healthy, "seat1.grid", grid_table(healthy, 'protocol = "ddp", host = "192.0.2.1"')).state == "note"


# ── pins ─────────────────────────────────────────────────────────────────────────────────────────


def test_a_pin_that_cannot_be_had_is_told(healthy: FolderPi) -> None:
    healthy.but(claim_pin=raising(DeviceLost("buzzer", "the pins may not be used by this user.")))
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
    assert [say.split(":")[1] for say in mistakes] == ["1", "5"]
    assert any(SOCKET_1 in "".join(finding.details) for finding in diagnosis.findings)


def test_a_journal_that_cannot_be_written_is_wrong(healthy: FolderPi) -> None:
    healthy.machine.journal.write_text("a file, where a folder should be")
    assert found(healthy, "journal").state == "wrong"


def test_a_journal_that_only_root_may_enter_is_no_fault(healthy: FolderPi) -> None:
    healthy.machine.journal.symlink_to("private")  # which is not there for this user
    finding = found(healthy, "journal")
    assert (finding.state, "sudo wordtable doctor" in finding.say) == ("note", True)


# ── one device only ──────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", ["seat1", "1"])
def test_one_seat_can_be_looked_at_alone(healthy: FolderPi, name: str) -> None:
    devices = [finding.device for finding in diagnose(table(healthy), healthy.machine, name).findings]
    assert devices == ["seat1.keypad", "seat1.panel"]


def test_one_device_can_be_looked_at_alone(healthy: FolderPi) -> None:
    devices = [finding.device for finding in diagnose(table(healthy), healthy.machine, "seat1.panel").findings]
    assert devices == ["seat1.panel"]


@pytest.mark.parametrize("name", ["private", "host"])
def test_the_private_screen_goes_by_both_its_names(healthy: FolderPi, name: str) -> None:
    file = table(healthy)
    file.write_text(file.read_text() + "[private]\naddress = 0x3D\n")
    devices = [finding.device for finding in diagnose(file, healthy.machine, name).findings]
    assert devices == ["host.screen"]


def test_a_device_that_is_not_there_names_those_that_are(healthy: FolderPi) -> None:
    with pytest.raises(NoSuchDevice, match="There is seat1"):
        diagnose(table(healthy), healthy.machine, "seat7")


# ── on paper ─────────────────────────────────────────────────────────────────────────────────────

MIXED = Diagnosis(None, (well("seat1.keypad", "is there."), wrong("seat1.panel", "is not.", ("copy this",))))


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_line_a_device_with_its_sign() -> None:
    paper = io.StringIO()
    report(MIXED, paper)
    assert paper.getvalue() == (
        "✓ seat1.keypad  is there.\n✗ seat1.panel   is not.\n                  copy this\n\nOne thing is wrong.\n"
    )


def test_on_a_terminal_a_long_sentence_is_wrapped_under_its_beginning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    paper = Terminal()
    report(Diagnosis(None, (wrong("seat1.panel", "word " * 30, ("a long thing to copy " * 5,)),)), paper)
    said = [line for line in paper.getvalue().splitlines() if "word" in line]
    assert {line.index("word") > 13 and len(line) < 80 for line in said} == {True}
    assert "a long thing to copy " * 5 in paper.getvalue()


def test_colour_is_for_terminals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    paper = Terminal()
    report(MIXED, paper)
    assert "\033[31;1m✗\033[0m" in paper.getvalue()


def test_who_wants_no_colour_gets_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    paper = Terminal()
    report(MIXED, paper)
    assert "\033" not in paper.getvalue()


def test_paper_without_such_letters_gets_others() -> None:
    paper = io.TextIOWrapper(io.BytesIO(), encoding="ascii", write_through=True)
    report(MIXED, paper)
    assert paper.buffer.getvalue().startswith(b"ok seat1.keypad")


def test_as_json_it_says_the_same() -> None:
    said = json.loads(as_json(MIXED))
    assert (said["well"], said["table"]) == (False, None)
    assert said["findings"][1] == {
        "device": "seat1.panel",
        "state": "wrong",
        "say": "is not.",
        "details": ["copy this"],
    }


# ── the command, on this very machine ────────────────────────────────────────────────────────────


def test_the_command_looks_at_this_computer_whatever_it_has(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    config = tmp_path / "table.toml"
    config.write_text(ONE_SEAT.format(socket="usb-of-no-computer", panel="i2c = 99"))
    assert main(["doctor", "--config", str(config), "--json"]) == 1
    said = json.loads(capsys.readouterr().out)
    states = {finding["device"]: finding["state"] for finding in said["findings"]}
    assert (states["seat1.keypad"], states["seat1.panel"], states["journal"]) == ("wrong", "wrong", "well")


def test_the_command_is_content_with_a_simulated_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    assert main(["doctor"]) == (1 if Machine().starved else 0)
    assert "simulated" in capsys.readouterr().out
