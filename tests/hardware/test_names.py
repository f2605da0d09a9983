"""What devices are called."""

import pytest

from hardware.names import PRIVATE, PUBLIC, DeviceName, button


@pytest.mark.parametrize(
    ("written", "seat", "part"),
    [
        ("seat2.grid", 2, "grid"),
        ("seat12.keypad", 12, "keypad"),
        ("private", None, "private"),
        ("button.pause", None, "button.pause"),
        ("seat0.grid", None, "seat0.grid"),
    ],
)
def test_a_name_has_parts(written: str, seat: int | None, part: str) -> None:
    name = DeviceName.parse(written)
    assert (name, name.seat, name.part) == (written, seat, part)
    assert DeviceName(part, seat) == written


def test_the_old_names_of_the_shared_screens_are_understood() -> None:
    assert (DeviceName.parse("host.screen"), DeviceName.parse("table.screen")) == (PRIVATE, PUBLIC)


def test_an_owner_is_what_the_doctor_can_be_asked_about() -> None:
    assert [name.owner for name in (DeviceName("panel", 3), PRIVATE, button("power"))] == [
        "seat3",
        "private",
        "button.power",
    ]
