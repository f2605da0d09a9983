"""The address at which people join with a phone, and the same as a QR code for a screen that everybody sees.

It lets them ask for a seat. It is no code for one: those stay with the seats.
"""

from collections.abc import Mapping
from dataclasses import dataclass

REDUNDANCY = "m"  # readable even if a seventh of it is not


@dataclass(frozen=True, slots=True)
class Invitation:
    """`rows` are those of the QR code, a 1 for each dark square; none where the library for it is missing."""

    address: str
    rows: tuple[str, ...] = ()

    def as_data(self) -> Mapping[str, object]:
        return {"address": self.address, "rows": list(self.rows)}


def invitation(host: str, port: int) -> Invitation:
    """To the page where one chooses a seat."""
    address = f"http://{host}/join" if port == 80 else f"http://{host}:{port}/join"
    return Invitation(address, _rows(address))


def _rows(address: str) -> tuple[str, ...]:
    try:
        import segno
    except ImportError:
        return ()
    code = segno.make(address, error=REDUNDANCY, micro=False)
    return tuple("".join("1" if dark else "0" for dark in row) for row in code.matrix)
