"""What pages and server say to each other: small JSON texts. Pure; whatever a page sends is read strictly or refused.

Nothing here repeats what was typed: it may belong to a secret.
"""

import json
from base64 import b64encode
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field

from firmware_host.web.doors import Door
from firmware_host.web.places import Place
from hardware.keymaps import KEYS
from hardware.ports import GridFrame, PanelFrame, Tone

LONGEST = 512  # bytes of what a page sends
SLOWEST = 5.0  # seconds a frame, when somebody slows a bus down


class Refused(Exception):
    """A page sent what it should not: a sentence, and the page is shut."""


# ── to a page ────────────────────────────────────────────────────────────────────────────────────


def shown(device: str, frame: GridFrame | PanelFrame | None) -> str:
    """What a display shows now; None is dark."""
    match frame:
        case None:
            return _text({"device": device, "dark": True})
        case GridFrame():
            rows = ["".join(f"{red:02x}{green:02x}{blue:02x}" for red, green, blue in row) for row in frame.rows]
            return _text({"device": device, "rows": rows, "text": frame.text})
        case PanelFrame():
            pixels = b64encode(frame.pixels).decode()
            return _text(
                {"device": device, "mode": frame.mode, "size": frame.size, "pixels": pixels, "text": frame.text}
            )


def lit(lamp: str, on: bool) -> str:
    return _text({"device": lamp, "lit": on})


def said(sentence: str) -> str:
    return _text({"say": sentence})


def sounded(tone: Tone) -> str:
    return _text({"tone": tone.notes})


def refused(why: str, *, code: bool = False) -> str:
    return _text({"refused": why, "code": code})


def hello(door: Door, seats: list[Mapping[str, object]], sizes: Mapping[str, tuple[int, int]]) -> str:
    """The first message: what there is behind this door."""
    return _text(
        {
            "hello": door.name,
            "seats": [seat for seat in seats if seat["number"] in door.plays],
            "sizes": {device: size for device, size in sizes.items() if device in door.sees},
            "turns": sorted(door.turns),
            "buttons": sorted(door.buttons),
            "breaks": sorted(door.breaks),
        }
    )


def condition(powered: bool, unplugged: list[str], slow: Mapping[str, float]) -> str:
    """How the simulated devices are, for those who may break them."""
    return _text({"powered": powered, "unplugged": unplugged, "slow": dict(slow)})


def seated(places: Iterable[Place]) -> str:
    """Who sits where, computer players too."""
    return _text({"places": [asdict(place) for place in places]})


def _text(message: Mapping[str, object]) -> str:
    return json.dumps(message, separators=(",", ":"), ensure_ascii=False)


# ── from a page ──────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Key:
    seat: int
    key: str = field(repr=False)
    down: bool


@dataclass(frozen=True, slots=True)
class Button:
    name: str
    down: bool


@dataclass(frozen=True, slots=True)
class Turn:
    """A display that lies face down is turned over, or put back."""

    device: str
    up: bool


@dataclass(frozen=True, slots=True)
class Plug:
    device: str
    there: bool


@dataclass(frozen=True, slots=True)
class Slow:
    device: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Power:
    on: bool


Touch = Key | Button | Turn | Plug | Slow | Power


def read_touch(text: str, door: Door) -> Touch:
    """What the page behind this door did, if it may do that."""
    match _object(text):
        case {"seat": int(seat), "key": str(key), "down": bool(down)} if seat in door.plays and key in KEYS:
            return Key(seat, key, down)
        case {"button": str(name), "down": bool(down)} if name in door.buttons:
            return Button(name, down)
        case {"turn": str(device), "up": bool(up)} if device in door.turns:
            return Turn(device, up)
        case {"plug": str(device), "there": bool(there)} if device in door.breaks:
            return Plug(device, there)
        case {"slow": str(device), "seconds": int() | float() as seconds} if device in door.breaks:
            if not isinstance(seconds, bool) and 0 <= seconds <= SLOWEST:
                return Slow(device, float(seconds))
        case {"power": bool(on)} if door.breaks:
            return Power(on)
    raise Refused("This page may not do that. Load it again.")


def read_code(text: str) -> str:
    match _object(text):
        case {"code": str(code)}:
            return code.strip().upper()
    raise Refused("This page needs its join code first.")


def _object(text: str) -> Mapping[str, object]:
    try:
        read = json.loads(text) if len(text) <= LONGEST else None
    except (ValueError, RecursionError):
        read = None
    if not isinstance(read, dict):
        raise Refused("This page sent something that is no message. Load it again.")
    return read
