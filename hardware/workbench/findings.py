"""What the doctor finds: a device, how it is, a sentence, and lines to copy."""

import errno
from typing import Literal

from firmware_host.frozen import frozen
from firmware_host.texts.text import Text
from hardware.ports import DeviceLost

State = Literal["well", "wrong", "note"]


@frozen
class Finding:
    device: str
    state: State
    say: Text
    details: tuple[str, ...] = ()


def well(device: str, sentence: Text, details: tuple[str, ...] = ()) -> Finding:
    return Finding(device, "well", sentence, details)


def wrong(device: str, sentence: Text, details: tuple[str, ...] = ()) -> Finding:
    return Finding(device, "wrong", sentence, details)


def note(device: str, sentence: Text, details: tuple[str, ...] = ()) -> Finding:
    return Finding(device, "note", sentence, details)


def in_use(lost: DeviceLost) -> bool:
    """Whether a device cannot be opened only because another program has it."""
    cause = lost.__cause__
    if isinstance(cause, OSError):
        return cause.errno in (errno.EBUSY, errno.EAGAIN)
    return type(cause).__name__ == "GPIOPinInUse" or "busy" in str(cause).lower()
