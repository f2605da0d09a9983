"""The doctor looks at I²C and SPI: buses that are off, panels that do not answer."""

import errno
import struct

import pytest

from firmware_host.texts.language import english
from hardware.kinds.i2c_buses import answers
from hardware.simulated.wire.oled import Ssd1306
from hardware.workbench.doctor import diagnose
from tests.hardware.kinds.keypad.keypad_table import SOCKET_1
from tests.hardware.workbench.patient import found, table
from tests.hardware.workbench.pi import FolderPi, raising

# ── I²C and SPI ──────────────────────────────────────────────────────────────────────────────────


def test_i2c_that_is_off_is_told_with_the_switch(pi: FolderPi) -> None:
    pi.plug(3, f"{SOCKET_1}/input0")
    assert "raspi-config nonint do_i2c 0" in english(found(pi, "seat1.panel").say)


def test_a_bus_that_is_not_there_names_those_that_are(healthy: FolderPi) -> None:
    assert "there is no i2c-4, only i2c-1." in english(
        found(healthy, "seat1.panel", table(healthy, panel="i2c = 4")).say
    )


def test_nothing_at_an_address_says_who_does_answer(healthy: FolderPi) -> None:
    healthy.i2c.pull(1)
    healthy.i2c.solder(Ssd1306(), 1, 0x3D)
    say = found(healthy, "seat1.panel").say
    assert "nothing answers at 0x3c on i2c-1" in english(say)
    assert "On that bus, these answer: 0x3d (a panel)." in english(say)


def test_a_multiplexer_that_the_kernel_does_not_know_needs_its_overlay(healthy: FolderPi) -> None:
    healthy.i2c.solder(Ssd1306(), 1, 0x70)  # whatever it is, it answers there
    finding = found(healthy, "seat1.panel", table(healthy, panel="multiplexer = 0x70, channel = 2"))
    assert "dtoverlay=i2c-mux,pca9548,addr=0x70" in english(finding.say)
    assert "The multiplexer itself answers, so only the overlay is missing." in english(finding.say)


def test_a_panel_behind_a_multiplexer_is_asked_on_its_channel(pi: FolderPi) -> None:
    pi.switch_i2c_on(multiplexer=True).solder(Ssd1306(), 13)
    finding = found(pi, "seat1.panel", table(pi, panel="multiplexer = 0x70, channel = 2"))
    assert (finding.state, "i2c-13" in english(finding.say)) == ("well", True)


def test_a_bus_that_may_not_be_used_names_the_group(healthy: FolderPi) -> None:
    healthy.i2c.adapters[1].forbidden = True
    assert "usermod -aG i2c" in english(found(healthy, "seat1.panel").say)


def test_a_panel_that_the_kernel_has_for_itself_is_told(healthy: FolderPi) -> None:
    class Busy:
        funcs = 0
        write_quick = read_byte = staticmethod(raising(OSError(errno.EBUSY, "busy")))

        def close(self) -> None: ...

    healthy.but(open_i2c=lambda _number: Busy())
    assert "the kernel's own driver is using 0x3c" in english(found(healthy, "seat1.panel").say)


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
    assert len(list(answers(pi.machine, 1))) == 0x70
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
    assert (finding.state, "0x3c on i2c-1" in english(finding.say)) == ("well", True)


def test_an_empty_socket_is_told_with_the_one_that_is_meant(on_usb: FolderPi) -> None:
    say = found(on_usb, "seat1.panel", table(on_usb, panel=USB.replace("1.2", "1.4"))).say
    assert english(say) == (
        "no I²C adapter in socket usb-xhci-hcd.0-1.4. Plug it in there. Adapters were found in usb-xhci-hcd.0-1.2."
    )


def test_an_adapter_on_usb_that_is_called_by_its_number_is_mentioned(on_usb: FolderPi) -> None:
    finding = found(on_usb, "i2c-1")
    assert finding.state == "note"
    assert english(finding.say).endswith(f"Write `{USB}` instead of `i2c = 1`.")


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
    assert (diagnosis.well, [each.device for each in diagnosis.findings if "93 ms" in english(each.say)]) == (
        True,
        ["i2c-1"],
    )


def test_spi_that_is_off_is_told_with_the_switch(healthy: FolderPi) -> None:
    assert "do_spi 0" in english(found(healthy, "seat1.panel", table(healthy, panel='bus = "spi"')).say)


def test_a_panel_on_spi_needs_its_node_and_its_pins(healthy: FolderPi) -> None:
    (healthy.dev / "spidev0.0").touch()
    assert found(healthy, "seat1.panel", table(healthy, panel='bus = "spi"')).state == "well"
    assert healthy.pins_asked == [25, 24]
