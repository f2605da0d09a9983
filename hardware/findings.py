"""What the doctor finds: a device, how it is, a sentence, and what there is to copy."""

from dataclasses import dataclass
from typing import Literal

State = Literal["well", "wrong", "note"]


@dataclass(frozen=True, slots=True)
class Finding:
    device: str
    state: State
    say: str
    details: tuple[str, ...] = ()


def well(device: str, say: str, details: tuple[str, ...] = ()) -> Finding:
    return Finding(device, "well", say, details)


def wrong(device: str, say: str, details: tuple[str, ...] = ()) -> Finding:
    return Finding(device, "wrong", say, details)


def note(device: str, say: str, details: tuple[str, ...] = ()) -> Finding:
    return Finding(device, "note", say, details)
