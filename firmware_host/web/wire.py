"""The JSON messages between pages and server. Pure; whatever a page sends is read strictly or refused.

Nothing here repeats what was typed: it may belong to a secret.
"""

import json
import re
from base64 import b64encode
from collections.abc import Iterable, Mapping
from dataclasses import asdict, field

from firmware_host.console.lobby.lobby import NAME_LENGTH
from firmware_host.frozen import frozen
from firmware_host.texts.errors import TextError
from firmware_host.texts.text import say
from firmware_host.web.occupants import InLobby, Occupant
from firmware_host.web.pages import WebPage
from hardware.config.keymaps import KEYS
from hardware.names import PRIVATE, PUBLIC
from hardware.ports import GridFrame, PageFrame, PanelFrame, Tone, Touched

LONGEST = 512  # bytes of what a page sends
LONGEST_ANSWER = 64  # characters, as a Wi-Fi password
MOST_DIGITS = 12  # of a number in an address
SLOWEST = 5.0  # seconds a frame, when somebody slows a bus down
NAME = re.compile(rf"[A-Z]{{1,{NAME_LENGTH}}}")  # as keypads can type it
NO_MESSAGE = say("This page sent something that is not a message. Reload the page.")


class Refused(TextError):
    """A page sent what it may not send: it is told why, and closed."""


# ── to a page ────────────────────────────────────────────────────────────────────────────────────


def shown(device: str, frame: GridFrame | PanelFrame | PageFrame | None) -> str:
    """What a display shows now; None means dark."""
    match frame:
        case None:
            return _text({"device": device, "dark": True})
        case GridFrame():
            rows = ["".join(f"{red:02x}{green:02x}{blue:02x}" for red, green, blue in row) for row in frame.rows]
            return _text({"device": device, "rows": rows, "text": frame.text})
        case PageFrame():
            return _text({"device": device, **frame.content})
        case PanelFrame():
            pixels = b64encode(frame.pixels).decode()
            without_clock = {} if frame.still is None else {"still": frame.still}
            picture = {"mode": frame.mode, "size": frame.size, "pixels": pixels}
            return _text({"device": device, **picture, "text": frame.text, **without_clock})


def lit(lamp: str, on: bool) -> str:
    return _text({"device": lamp, "lit": on})


def announced(sentence: str) -> str:
    return _text({"say": sentence})


def sounded(tone: Tone) -> str:
    return _text({"tone": tone.notes})


def refused(why: str, *, code: bool = False) -> str:
    return _text({"refused": why, "code": code})


def admitted(seat: int, code: str) -> str:
    """The captain has let somebody in: this is the code of their seat. It goes to the page that has asked, alone."""
    return _text({"admitted": seat, "code": code})


def turned_away(why: str, *, again: bool = False) -> str:
    """`again` is whether to ask with another code: the one they had is of another evening."""
    return _text({"admitted": None, "why": why, "again": again})


def speaks(language: str) -> str:
    """The language of the page; one that was loaded in another loads again."""
    return _text({"language": language_tag(language)})


def language_tag(language: str) -> str:
    """The language as HTML writes it: pt-BR for pt_BR."""
    return language.replace("_", "-")


def hello(
    page: WebPage,
    seats: list[Mapping[str, object]],
    sizes: Mapping[str, tuple[int, int]],
    now: float = 0.0,
    pace: float = 1.0,
) -> str:
    """The first message once the page may enter: what it can see and press, and the clock that deadlines are in."""
    return _text(
        {
            "hello": page.name,
            "clock": round(now, 3),
            "pace": pace,
            "screens": {"private": PRIVATE, "public": PUBLIC},
            "seats": [seat for seat in seats if seat["number"] in page.plays],
            "sizes": {device: size for device, size in sizes.items() if device in page.sees},
            "turns": sorted(page.turns),
            "buttons": sorted(page.buttons),
            "breaks": sorted(page.breaks),
        }
    )


def condition(powered: bool, unplugged: list[str], slow: Mapping[str, float]) -> str:
    """What is broken at the simulated table, for the page that may break things."""
    return _text({"powered": powered, "unplugged": unplugged, "slow": dict(slow)})


def seated(occupants: Iterable[Occupant]) -> str:
    """Who sits where, computer players too."""
    return _text({"occupants": [asdict(occupant) for occupant in occupants]})


def lobby(state: InLobby | None) -> str:
    """What is chosen and asked in the lobby; null during a game."""
    return _text({"lobby": None if state is None else asdict(state)})


def _text(message: Mapping[str, object]) -> str:
    return json.dumps(message, separators=(",", ":"), ensure_ascii=False)


# ── from a page ──────────────────────────────────────────────────────────────────────────────────


@frozen
class Key:
    seat: int
    key: str = field(repr=False)
    down: bool
    at: Touched | None = None


@frozen
class Button:
    name: str
    down: bool


@frozen
class Ask:
    """Somebody without the code of a seat asks for it, with the code that everybody can see."""

    seat: int
    code: str = field(default="", repr=False)
    name: str = field(default="", repr=False)


@frozen
class Turn:
    """A display that lies face down is turned over, or turned back."""

    device: str
    up: bool


@frozen
class Plug:
    device: str
    there: bool


@frozen
class Slow:
    device: str
    seconds: float


@frozen
class Power:
    on: bool


Touch = Key | Button | Ask | Turn | Plug | Slow | Power


def read_touch(text: str, page: WebPage) -> Touch:
    """What the page did, if it may do that."""
    match read := _object(text):
        case {"seat": int(seat), "key": str(key), "task": str(task), "entry": str(entry)} if (
            _one_of(page.plays, seat) and key in KEYS
        ):
            return Key(seat, key, True, Touched(task, entry))
        case {"seat": int(seat), "key": str(key), "down": bool(down)} if _one_of(page.plays, seat) and key in KEYS:
            return Key(seat, key, down)
        case {"button": str(name), "down": bool(down)} if name in page.buttons:
            return Button(name, down)
        case {"ask": int(seat), "code": str(code), "name": str(name)} if _one_of(
            page.asks_for, seat
        ) and NAME.fullmatch(name):
            return Ask(seat, code, name)
        case {"ask": int(seat), "code": str(code)} if _one_of(page.asks_for, seat) and "name" not in read:
            return Ask(seat, code)
        case {"turn": str(device), "up": bool(up)} if device in page.turns:
            return Turn(device, up)
        case {"plug": str(device), "there": bool(there)} if device in page.breaks:
            return Plug(device, there)
        case {"slow": str(device), "seconds": int() | float() as seconds} if device in page.breaks:
            if not isinstance(seconds, bool) and 0 <= seconds <= SLOWEST:
                return Slow(device, float(seconds))
        case {"power": bool(on)} if page.breaks:
            return Power(on)
    raise Refused(say("This page may not do that. Reload the page."))


def _one_of(seats: frozenset[int], seat: int) -> bool:
    """JSON's true is no seat, though Python takes it for 1."""
    return not isinstance(seat, bool) and seat in seats


def read_answer(text: str) -> str:
    """What was tapped or typed on the page that sets up the table."""
    match _object(text):
        case {"answer": str(line)} if len(line) <= LONGEST_ANSWER:
            return line
    raise Refused(NO_MESSAGE)


def read_number(text: str) -> int | None:
    """The number in an address; None if there is none, or one that no game can have."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS else None


def read_code(text: str) -> str:
    match _object(text):
        case {"code": str(code)}:
            return code.strip().upper()
    raise Refused(say("This page needs its join code first."))


def _object(text: str) -> Mapping[str, object]:
    try:
        read = json.loads(text) if len(text) <= LONGEST else None
    except (ValueError, RecursionError):
        read = None
    if not isinstance(read, dict) or not all(map(_is_plain, read.values())):
        raise Refused(NO_MESSAGE)
    return read


def _is_plain(value: object) -> bool:
    """A number, a truth, or text that can be written as bytes: JSON can also hold half of a character."""
    match value:
        case str():
            return not any("\ud800" <= character <= "\udfff" for character in value)
        case _:
            return isinstance(value, int | float)
