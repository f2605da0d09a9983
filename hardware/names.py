"""What devices are called: `seat2.grid`, `private`, `button.pause`."""

import re

OLD_NAMES = {"host.screen": "private", "table.screen": "public"}
OF_A_SEAT = re.compile(r"seat([1-9]\d?)\.(\w+)")


class DeviceName(str):
    """A device's name, which is also text: the seat it belongs to, if it belongs to one, and what it is there."""

    __slots__ = ("part", "seat")

    part: str
    seat: int | None

    def __new__(cls, part: str, seat: int | None = None) -> "DeviceName":
        name = super().__new__(cls, part if seat is None else f"seat{seat}.{part}")
        name.part, name.seat = part, seat
        return name

    @classmethod
    def parse(cls, written: str) -> "DeviceName":
        """A name that somebody wrote. Old names of the shared screens are still understood."""
        of_a_seat = OF_A_SEAT.fullmatch(written)
        return cls(of_a_seat[2], int(of_a_seat[1])) if of_a_seat else cls(OLD_NAMES.get(written, written))

    @property
    def owner(self) -> str:
        """What the doctor can be asked about to hear of this device and its neighbours: `seat2`, or the device."""
        return str(self) if self.seat is None else f"seat{self.seat}"


PRIVATE, PUBLIC = DeviceName("private"), DeviceName("public")
PRIVATE_PAGE, PUBLIC_PAGE = DeviceName("private.page"), DeviceName("public.page")
BUZZER, SPEAKER = DeviceName("buzzer"), DeviceName("speaker")


def button(name: str) -> DeviceName:
    return DeviceName(f"button.{name}")
