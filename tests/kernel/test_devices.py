"""The kernel takes what hangs on its wires for what it is."""

import pytest

from tests.kernel.machine import Machine

pytestmark = pytest.mark.kernel


def shell(machine: Machine, command: str) -> list[str]:
    return str(machine.ask("run", command=["sh", "-c", command])["output"]).split()


def test_every_keypad_is_in_its_socket_and_one_has_two_nodes(machine: Machine) -> None:
    sockets = [phys for phys in shell(machine, "cat /sys/class/input/event*/device/phys") if phys.startswith("usb-")]
    assert sorted(sockets) == [
        "usb-0000:01:00.0-1.1/input0",
        "usb-0000:01:00.0-1.2/input0",
        "usb-0000:01:00.0-1.3/input0",
        "usb-0000:01:00.0-1.3/input1",
        "usb-0000:01:00.0-1.4/input0",
        "usb-0000:01:00.0-2.1/input0",
        "usb-0000:01:00.0-2.2/input0",
    ]


def test_every_adapter_is_a_bus_of_its_own(machine: Machine) -> None:
    assert shell(machine, "cd /dev; ls -d i2c-*") == ["i2c-0", "i2c-1", "i2c-2"]


def test_udev_names_the_grids_by_their_sockets(machine: Machine) -> None:
    names = shell(machine, "ls /dev/serial/by-path")
    # From systemd 255 on, each port has a second name, with `usbv2` in it.
    assert [name for name in names if "-usbv" not in name] == [
        "platform-dummy_hcd.0-usb-0:1:1.0",
        "platform-dummy_hcd.1-usb-0:1:1.0",
        "platform-dummy_hcd.2-usb-0:1:1.0",
    ]


def test_the_journal_lies_on_a_disk(machine: Machine) -> None:
    assert shell(machine, "stat -f -c %T /run/journal") == ["ext2/ext3"]
