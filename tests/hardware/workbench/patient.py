"""A table for the doctor to look at, and what it finds there."""

from pathlib import Path

from hardware.workbench.doctor import diagnose
from hardware.workbench.findings import Finding
from tests.hardware.kinds.keypad.keypad_table import SOCKET_1
from tests.hardware.workbench.pi import FolderPi

ONE_SEAT = """\
[seat.1]
hooded = true
keypad = {{ usb = "{socket}" }}
panel = {{ {panel} }}
"""


def table(pi: FolderPi, more: str = "", *, socket: str = SOCKET_1, panel: str = "") -> Path:
    file = pi.dev.parent / "table.toml"
    file.write_text(more + ONE_SEAT.format(socket=socket, panel=panel))
    return file


def found(pi: FolderPi, device: str, file: Path | None = None) -> Finding:
    diagnosis = diagnose(file or table(pi), pi.machine)
    return next(finding for finding in diagnosis.findings if finding.device == device)
