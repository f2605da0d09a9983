"""The kernel's own input nodes, as far as this computer has any."""

import gc
from pathlib import Path

import pytest

from firmware_host.texts.language import english
from hardware.config.settings import KeypadSettings
from hardware.inbox import Inbox
from hardware.kinds.keypad.driver import EvdevKeypads
from hardware.kinds.keypad.nodes import LinuxNodes, NodeName
from hardware.ports import DeviceGone, Input
from hardware.simulated.wire.keypad import PipeLoop
from tests.hardware.kinds.grid_table import open_files as descriptors

# ── the kernel's own nodes, as far as there are any here ─────────────────────────────────────────


@pytest.fixture
def sysfs(tmp_path: Path) -> Path:
    """What sysfs says of a keypad with two nodes, and of a device without a socket."""
    for node, facts in {
        "event3": {"phys": "usb-xhci-hcd.0-1.2/input0\n", "uniq": "\n", "name": "SIGMACHIP USB Keyboard\n"},
        "event4": {"phys": "usb-xhci-hcd.0-1.2/input1\n", "uniq": "\n", "name": "SIGMACHIP USB Keyboard\n"},
        "event10": {"name": "pwr_button\n"},
        "mouse0": {"phys": "usb-xhci-hcd.0-1.3/input0\n"},
    }.items():
        (tmp_path / node / "device").mkdir(parents=True)
        for fact, text in facts.items():
            (tmp_path / node / "device" / fact).write_text(text)
    return tmp_path


def test_sysfs_says_what_is_plugged_in(sysfs: Path) -> None:
    keyboard = "SIGMACHIP USB Keyboard"
    assert list(LinuxNodes(sysfs).present()) == [
        NodeName("/dev/input/event10", "", "", "pwr_button"),
        NodeName("/dev/input/event3", "usb-xhci-hcd.0-1.2/input0", "", keyboard),
        NodeName("/dev/input/event4", "usb-xhci-hcd.0-1.2/input1", "", keyboard),
    ]


def test_where_there_is_no_input_at_all_nothing_is_plugged_in(tmp_path: Path) -> None:
    assert list(LinuxNodes(tmp_path / "nowhere").present()) == []


def test_a_file_that_is_no_input_node_is_refused_and_closed() -> None:
    before = descriptors()
    with pytest.raises(OSError, match="Inappropriate ioctl"):
        LinuxNodes().open("/dev/null")
    assert descriptors() <= before  # fewer: something that an earlier test dropped has gone


def test_a_node_that_cannot_be_opened_is_a_sentence(sysfs: Path) -> None:
    """The whole driver on this machine, where sysfs names nodes that /dev has not."""
    loop = PipeLoop()
    heard: list[Input] = []
    inbox = Inbox(loop)
    inbox.listen(heard.append)
    nodes = LinuxNodes(sysfs, devices=sysfs / "dev")
    keypads = EvdevKeypads({1: KeypadSettings(usb="usb-xhci-hcd.0-1.2")}, {}, inbox, loop, nodes)
    keypads.open()
    loop.advance(1)
    keypads.close()
    (gone,) = heard
    assert isinstance(gone, DeviceGone)
    assert "cannot be opened (No such file or directory). Unplug the keypad" in english(gone.say)


def test_a_node_whose_name_cannot_be_read_is_closed_at_once(sysfs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """evdev's own opening, up to where it reads the name. Without a collector, as between two of its rounds."""
    monkeypatch.setattr("evdev.device._input.ioctl_devinfo", lambda _file: b"Pav\xc3".decode())
    (sysfs / "dev").mkdir()
    (sysfs / "dev" / "event4").touch()
    loop = PipeLoop()
    keypads = EvdevKeypads(
        {1: KeypadSettings(usb="usb-xhci-hcd.0-1.2")}, {}, Inbox(loop), loop, LinuxNodes(sysfs, sysfs / "dev")
    )
    gc.disable()
    try:
        before = descriptors()
        keypads.open()
        loop.advance(60)
        assert descriptors() <= before  # fewer: something that an earlier test dropped has gone
    finally:
        gc.enable()
        keypads.close()


def test_udev_is_listened_to_where_it_runs_and_let_go_at_the_end(tmp_path: Path) -> None:
    """pyudev's own monitor on a real netlink socket; nothing is ever plugged in here."""
    before = descriptors()
    loop, nodes = PipeLoop(), LinuxNodes(tmp_path, udev=tmp_path)
    assert nodes.watch(loop, lambda: None)
    assert not loop.turn()
    nodes.close()
    assert descriptors() <= before  # fewer: something that an earlier test dropped has gone


def test_without_udev_nothing_is_listened_to(tmp_path: Path) -> None:
    assert not LinuxNodes(tmp_path, udev=tmp_path / "nowhere").watch(PipeLoop(), lambda: None)
