"""What the keys of a keypad mean: maps from the kernel's key codes to our keys, and multi-tap. Pure.

A code is the position of a key, not its letter, so each seat has a map of what is printed on its keypad.
"""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from string import ascii_uppercase, digits

from firmware_host.frozen import frozen
from firmware_host.texts.language import english
from firmware_host.texts.text import Text, all_of, one_of, say
from hardware.ports import (
    DELETE,
    DOWN,
    ENTER,
    ESCAPE,
    LEFT,
    NEXT,
    PAGE_DOWN,
    PAGE_UP,
    RIGHT,
    SPACE,
    UP,
    KeyPress,
)

TAP = 1.0  # seconds in which tapping a digit again gives its next letter
BOUNCE = 0.020  # seconds: a worn contact closes again within milliseconds, a finger takes longer
ZEROS = 0.060  # seconds: a 000 key sends its zeros about ten milliseconds apart, and no word needs a quick 0
NEVER = float("-inf")

NOTHING = ""  # in a map of one's own: this key does nothing
KEYS = (*ascii_uppercase, *digits, ENTER, ESCAPE, DELETE, UP, DOWN, LEFT, RIGHT, PAGE_UP, PAGE_DOWN, SPACE, NEXT)
LETTERS_ON = {"2": "ABC", "3": "DEF", "4": "GHI", "5": "JKL", "6": "MNO", "7": "PQRS", "8": "TUV", "9": "WXYZ"}

# ── the kernel's names ───────────────────────────────────────────────────────────────────────────

# Codes follow the rows of the first PC keyboards, so each row needs only its first code.
_ROWS = {
    1: "ESC 1 2 3 4 5 6 7 8 9 0 MINUS EQUAL BACKSPACE TAB",
    16: "Q W E R T Y U I O P LEFTBRACE RIGHTBRACE ENTER LEFTCTRL",
    30: "A S D F G H J K L SEMICOLON APOSTROPHE GRAVE LEFTSHIFT BACKSLASH",
    44: "Z X C V B N M COMMA DOT SLASH RIGHTSHIFT KPASTERISK LEFTALT SPACE CAPSLOCK",
    59: "F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 NUMLOCK SCROLLLOCK",
    71: "KP7 KP8 KP9 KPMINUS KP4 KP5 KP6 KPPLUS KP1 KP2 KP3 KP0 KPDOT",
    86: "102ND F11 F12",
    96: "KPENTER RIGHTCTRL KPSLASH SYSRQ RIGHTALT",
    102: "HOME UP PAGEUP LEFT RIGHT END DOWN PAGEDOWN INSERT DELETE",
    117: "KPEQUAL",
    121: "KPCOMMA",
    125: "LEFTMETA RIGHTMETA COMPOSE",
    158: "BACK",
    179: "KPLEFTPAREN KPRIGHTPAREN",
    355: "CLEAR",
}
CODES: Mapping[str, int] = {
    f"KEY_{name}": code for start, row in _ROWS.items() for code, name in enumerate(row.split(), start)
}


def _by_code(keys: Mapping[str, str]) -> dict[int, str]:
    return {CODES[f"KEY_{name}"]: key for name, key in keys.items()}


# ── maps ─────────────────────────────────────────────────────────────────────────────────────────


@frozen
class Keymap:
    """Which key each code is. On a numeric pad the digits stand for their letters, by multi-tap."""

    name: str
    keys: Mapping[int, str]
    numeric: bool = False


class KeymapMistake(ValueError):
    """A map that does not exist or says something impossible: a sentence with a next step."""

    def __init__(self, say: Text) -> None:
        super().__init__(english(say))
        self.say = say


_PAD = _by_code(
    {
        **{f"KP{digit}": digit for digit in digits},
        **{digit: digit for digit in digits},
        "KPENTER": ENTER, "ENTER": ENTER, "KPPLUS": NEXT, "TAB": NEXT, "KPMINUS": ESCAPE, "ESC": ESCAPE, "BACK": ESCAPE,
        "KPDOT": DELETE, "KPCOMMA": DELETE, "BACKSPACE": DELETE, "DELETE": DELETE,
        "KPASTERISK": PAGE_UP, "KPSLASH": PAGE_DOWN,
    }
)  # fmt: skip

# With NumLock off, many pads turn their digits into these by themselves. Others send what a keyboard's top row has.
_PAD_WITHOUT_NUMLOCK = _by_code(
    {
        "INSERT": "0", "END": "1", "DOWN": "2", "PAGEDOWN": "3", "LEFT": "4", "CLEAR": "5", "RIGHT": "6", "HOME": "7",
        "UP": "8", "PAGEUP": "9", "EQUAL": NEXT, "MINUS": ESCAPE, "DOT": DELETE, "COMMA": DELETE, "SLASH": PAGE_DOWN,
    }
)  # fmt: skip

_QWERTY = {
    **_PAD,
    **_by_code({letter: letter for letter in ascii_uppercase}),
    **_by_code({"SPACE": SPACE, "UP": UP, "DOWN": DOWN, "LEFT": LEFT, "RIGHT": RIGHT}),
    **_by_code({"PAGEUP": PAGE_UP, "PAGEDOWN": PAGE_DOWN}),
}
_AZERTY = {
    **_QWERTY,
    **_by_code({"Q": "A", "A": "Q", "W": "Z", "Z": "W", "SEMICOLON": "M", "M": NOTHING}),
}
_QWERTZ = {**_QWERTY, **_by_code({"Y": "Z", "Z": "Y"})}
_NUMERIC = {**_PAD, **_PAD_WITHOUT_NUMLOCK}

BUILT_IN: Mapping[str, Keymap] = {
    keymap.name: keymap
    for keymap in (
        Keymap("qwerty", _QWERTY),
        Keymap("azerty", _AZERTY),
        Keymap("qwertz", _QWERTZ),
        Keymap("numeric", _NUMERIC, numeric=True),
    )
}
LIKE = "like"  # in a map of one's own: which built-in map it changes


def keymap(name: str, own: Mapping[str, Mapping[str, str]]) -> Keymap:
    """The map of this name: one of the table's own, or a built-in one."""
    if name in own:
        return own_keymap(name, own[name])
    if name in BUILT_IN:
        return BUILT_IN[name]
    raise KeymapMistake(_no_such_map(name, (*BUILT_IN, *own)))


def own_keymap(name: str, entries: Mapping[str, str]) -> Keymap:
    """A map that somebody wrote: a built-in one (QWERTY, unless it says `like`) with the keys that differ."""
    for _, mistake in mistakes(entries):
        raise KeymapMistake(say("key map “{name}”: {mistake}", name=name, mistake=mistake))
    like = BUILT_IN[entries.get(LIKE, "qwerty")]
    changed = {CODES[entry]: key for entry, key in entries.items() if entry != LIKE}
    return Keymap(name, {**like.keys, **changed}, like.numeric)


def mistakes(entries: Mapping[str, str]) -> Iterator[tuple[str, Text]]:
    """All that is wrong with a map that somebody wrote: the entry, and a sentence about it."""
    for entry, key in entries.items():
        if entry == LIKE:
            if key not in BUILT_IN:
                yield entry, _no_such_map(key, tuple(BUILT_IN))
        elif entry not in CODES:
            yield entry, _no_such_key(entry)
        elif key not in KEYS and key != NOTHING:
            yield entry, _no_such_meaning(entry, key)


def _no_such_map(name: str, known: tuple[str, ...]) -> Text:
    if near := _near(name, known):
        return say("no key map “{name}”; did you mean {near}?", name=name, near=near)
    return say("no key map “{name}”; available: {known}.", name=name, known=all_of(known))


def _no_such_key(entry: str) -> Text:
    if near := _near(entry, (*CODES, LIKE)):
        return say("no key “{name}”; did you mean {near}?", name=entry, near=near)
    return say("no key “{name}”; `wordtable try` shows the name of every key you press.", name=entry)


def _no_such_meaning(entry: str, key: str) -> Text:
    if near := _near(key, KEYS):
        return say("{entry} cannot be “{key}”; did you mean {near}?", entry=entry, key=key, near=near)
    known = one_of(name for name in KEYS if len(name) > 1)
    return say("{entry} cannot be “{key}”; it can be a letter, a digit, {known}.", entry=entry, key=key, known=known)


def _near(written: str, known: tuple[str, ...]) -> str:
    """The name that was probably meant, or nothing."""
    near = get_close_matches(written.upper(), [name.upper() for name in known], 1)
    return next((name for name in known if name.upper() == near[0]), "") if near else ""


# ── typing ───────────────────────────────────────────────────────────────────────────────────────


class MultiTap:
    """The letters of a numeric pad: a digit tapped again soon is the next letter on it, in place of the one before."""

    __slots__ = ("_digit", "_tap", "_tapped")

    def __init__(self) -> None:
        self._digit = ""  # the digit of the letter that a further tap would replace
        self._tap = 0
        self._tapped = NEVER

    def press(self, seat: int, key: str, when: float) -> KeyPress:
        if key not in LETTERS_ON:
            self.forget()
            return KeyPress(seat, key, when, True, key if key.isdigit() else "")
        letters = LETTERS_ON[key]
        again = key == self._digit and 0.0 <= when - self._tapped < TAP
        self._tap = (self._tap + 1) % len(letters) if again else 0
        self._digit, self._tapped = key, when
        return KeyPress(seat, letters[self._tap], when, True, key, again)

    def forget(self) -> None:
        """The next tap begins a new letter."""
        self._digit = ""


class Typist:
    """Turns the kernel's key events of one keypad into the presses of a seat.

    It uses the time of the events, so nothing waits: the next letter of a digit replaces the one before it.

    `timely` says that these times are when the contacts moved. Over a radio they are not: everything that happened
    since the pad last spoke arrives together, so two strokes may seem to be microseconds apart. Such a pad is believed.
    """

    __slots__ = ("_bounce", "_down", "_keys", "_taps", "_up", "seat")

    def __init__(self, seat: int, keymap: Keymap, *, timely: bool = True) -> None:
        self.seat = seat
        self._bounce = BOUNCE if timely else 0.0
        self._keys = {code: key for code, key in keymap.keys.items() if key != NOTHING}
        self._taps = MultiTap() if keymap.numeric else None
        self._down: dict[int, KeyPress] = {}  # the presses that were sent and not yet let go, by code
        self._up: dict[int, float] = {}  # when each was let go

    def press(self, code: int, when: float) -> KeyPress | None:
        """A key went down; None if it means nothing here, or if it is still the same stroke."""
        key = self._keys.get(code)
        if key is None or code in self._down:
            return None
        since = when - self._up.get(code, NEVER)
        if 0.0 <= since < self._bounce or (key == "0" and 0.0 <= since < ZEROS):
            return None
        if self._taps is not None:
            press = self._taps.press(self.seat, key, when)
        else:
            press = KeyPress(self.seat, key, when, True, key if key.isdigit() else "")
        self._down[code] = press
        return press

    def let_go(self, code: int, when: float) -> KeyPress | None:
        """A key went up; None if its press was never sent."""
        self._up[code] = when
        press = self._down.pop(code, None)
        return None if press is None else KeyPress(press.seat, press.key, when, False, press.digit)

    def let_all_go(self, when: float) -> list[KeyPress]:
        """The keypad is gone, or acts for another seat from now on: all its keys count as released."""
        held, self._down = self._down, {}
        if self._taps is not None:
            self._taps.forget()
        return [KeyPress(press.seat, press.key, when, False, press.digit) for press in held.values()]
