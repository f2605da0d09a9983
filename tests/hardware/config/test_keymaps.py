"""What the keys mean: letters where they are printed, digits by multi-tap, and pads with habits of their own."""

import pytest
from evdev import ecodes

from firmware_host.texts.language import english
from hardware.config.keymaps import BUILT_IN, CODES, KEYS, Keymap, KeymapMistake, Typist, keymap, mistakes
from hardware.ports import KeyPress


class Fingers:
    """Fingers on one keypad; time passes as they type."""

    def __init__(self, layout: str, own: dict[str, dict[str, str]] | None = None) -> None:
        self.typist = Typist(1, keymap(layout, own or {}))
        self.now = 100.0
        self.sent: list[KeyPress] = []

    def tap(self, *names: str, lasting: float = 0.08, pause: float = 0.1) -> "Fingers":
        for name in names:
            self.does(self.typist.press(CODES[f"KEY_{name}"], self.now))
            self.now += lasting
            self.does(self.typist.let_go(CODES[f"KEY_{name}"], self.now))
            self.now += pause
        return self

    def does(self, press: KeyPress | None) -> None:
        if press is not None:
            self.sent.append(press)

    @property
    def pressed(self) -> list[str]:
        return [press.key for press in self.sent if press.down]

    @property
    def written(self) -> str:
        """What a text entry makes of it."""
        text = ""
        for press in self.sent:
            if press.down and press.key.isalpha() and len(press.key) == 1:
                text = text[: -1 if press.replaces else None] + press.key
        return text


# ── the kernel's names ───────────────────────────────────────────────────────────────────────────


def test_every_code_is_the_kernels() -> None:
    assert {name: getattr(ecodes, name) for name in CODES} == CODES


@pytest.mark.parametrize("layout", BUILT_IN.values(), ids=lambda layout: layout.name)
def test_a_map_has_only_keys_that_exist(layout: Keymap) -> None:
    assert set(layout.keys.values()) <= {*KEYS, ""}


@pytest.mark.parametrize("layout", ["qwerty", "azerty", "qwertz"])
def test_a_full_keyboard_has_every_key(layout: str) -> None:
    assert set(KEYS) <= set(BUILT_IN[layout].keys.values())


# ── full keyboards ───────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("layout", "positions", "word"),
    [
        ("qwerty", "Q W E R T Y A Z M", "QWERTYAZM"),
        ("azerty", "Q W E R T Y A Z SEMICOLON", "AZERTYQWM"),
        ("qwertz", "Q W E R T Y A Z M", "QWERTZAYM"),
    ],
)
def test_a_letter_is_what_is_printed_on_the_key(layout: str, positions: str, word: str) -> None:
    assert Fingers(layout).tap(*positions.split()).written == word


def test_on_azerty_the_comma_is_no_letter() -> None:
    assert Fingers("azerty").tap("M").pressed == []


def test_the_named_keys_of_a_full_keyboard() -> None:
    names = ["ENTER", "ESC", "BACKSPACE", "DELETE", "UP", "DOWN", "LEFT", "RIGHT", "PAGEUP", "PAGEDOWN", "SPACE", "TAB"]
    assert Fingers("qwerty").tap(*names).pressed == [
        "ENTER", "ESC", "DELETE", "DELETE", "UP", "DOWN", "LEFT", "RIGHT", "PAGE_UP", "PAGE_DOWN", "SPACE", "NEXT",
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["7", "KP7"])
def test_a_full_keyboard_has_digits_for_menus(name: str) -> None:
    (press, _) = Fingers("qwerty").tap(name).sent
    assert (press.key, press.digit) == ("7", "7")


def test_a_letter_of_a_full_keyboard_is_no_digit() -> None:
    assert Fingers("qwerty").tap("A").sent[0].digit == ""


def test_a_double_letter_is_typed_twice_however_quick() -> None:
    assert Fingers("qwerty").tap("G", "E", "E", "S", "E", lasting=0.03, pause=0.03).written == "GEESE"


def test_keys_without_a_meaning_do_nothing() -> None:
    assert Fingers("qwerty").tap("F5", "LEFTSHIFT", "CAPSLOCK").sent == []


def test_a_key_let_go_is_told_with_its_time() -> None:
    press, release = Fingers("qwerty").tap("A", lasting=0.25).sent
    assert (press.down, release.down, release.key) == (True, False, "A")
    assert release.when - press.when == pytest.approx(0.25)


def test_a_bouncing_contact_is_one_press() -> None:
    fingers = Fingers("qwerty").tap("A", "A", "A", "A", lasting=0.002, pause=0.003)
    assert fingers.pressed == ["A"]


def test_a_key_that_two_nodes_report_is_one_press() -> None:
    fingers = Fingers("qwerty")
    for moment in (5.0, 5.001):
        fingers.does(fingers.typist.press(CODES["KEY_A"], moment))
    assert fingers.pressed == ["A"]


def test_what_is_held_can_be_let_go_all_at_once() -> None:
    fingers = Fingers("qwerty")
    for name in ("KEY_A", "KEY_B"):
        fingers.does(fingers.typist.press(CODES[name], 5.0))
    released = fingers.typist.let_all_go(6.0)
    assert [(press.key, press.down, press.when) for press in released] == [("A", False, 6.0), ("B", False, 6.0)]


# ── numeric pads ─────────────────────────────────────────────────────────────────────────────────


def test_taps_of_one_digit_go_through_its_letters() -> None:
    fingers = Fingers("numeric").tap("KP7", "KP7", "KP7", "KP7", "KP7")
    assert [(press.key, press.replaces) for press in fingers.sent if press.down] == [
        ("P", False), ("Q", True), ("R", True), ("S", True), ("P", True),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("digit", "letters"),
    [("2", "ABC"), ("3", "DEF"), ("4", "GHI"), ("5", "JKL"), ("6", "MNO"), ("7", "PQRS"), ("8", "TUV"), ("9", "WXYZ")],
)
@pytest.mark.parametrize("row", ["", "KP"])
def test_the_letters_of_a_digit(row: str, digit: str, letters: str) -> None:
    assert "".join(Fingers("numeric").tap(*[row + digit] * len(letters)).pressed) == letters


def test_another_digit_begins_another_letter() -> None:
    assert Fingers("numeric").tap("KP2", "KP2", "KP3", "KP2").written == "BDA"


def test_after_a_second_the_same_digit_is_a_new_letter() -> None:
    assert Fingers("numeric").tap("KP2", pause=1.0).tap("KP2").written == "AA"


def test_just_before_the_second_is_over_it_is_still_the_same_letter() -> None:
    assert Fingers("numeric").tap("KP2", lasting=0.1, pause=0.89).tap("KP2").written == "B"


def test_plus_takes_the_letter_at_once() -> None:
    fingers = Fingers("numeric").tap("KP2", "KPPLUS", "KP2")
    assert (fingers.written, fingers.pressed) == ("AA", ["A", "NEXT", "A"])


def test_the_other_keys_of_a_pad() -> None:
    names = ["KPENTER", "KPPLUS", "KPMINUS", "KPDOT", "KPASTERISK", "KPSLASH", "BACKSPACE"]
    assert Fingers("numeric").tap(*names).pressed == [
        "ENTER", "NEXT", "ESC", "DELETE", "PAGE_UP", "PAGE_DOWN", "DELETE",
    ]  # fmt: skip


@pytest.mark.parametrize("digit", "0123456789")
def test_every_digit_of_a_pad_is_one_for_menus(digit: str) -> None:
    press, release = Fingers("numeric").tap(f"KP{digit}").sent
    assert (press.digit, release.digit) == (digit, digit)


@pytest.mark.parametrize("digit", "01")
def test_a_digit_without_letters_is_itself(digit: str) -> None:
    assert Fingers("numeric").tap(f"KP{digit}", f"KP{digit}").pressed == [digit, digit]


def test_the_key_that_is_let_go_is_the_letter_that_was_pressed() -> None:
    fingers = Fingers("numeric").tap("KP2", "KP2")
    assert [press.key for press in fingers.sent if not press.down] == ["A", "B"]


def test_numlock_around_every_key_changes_nothing() -> None:
    keys = ["NUMLOCK", "KP2", "NUMLOCK", "NUMLOCK", "KP2", "NUMLOCK"]
    assert Fingers("numeric").tap(*keys, lasting=0.01, pause=0.03).written == "B"


def test_with_numlock_off_the_digits_are_the_same() -> None:
    keys = ["INSERT", "END", "DOWN", "PAGEDOWN", "LEFT", "CLEAR", "RIGHT", "HOME", "UP", "PAGEUP"]
    fingers = Fingers("numeric").tap(*keys)
    assert [press.digit for press in fingers.sent if press.down] == list("0123456789")


def test_numlock_switched_in_the_middle_of_a_letter_goes_on_with_it() -> None:
    assert Fingers("numeric").tap("KP2", "DOWN").written == "B"


@pytest.mark.parametrize("noughts", [2, 3])
@pytest.mark.parametrize("apart", [0.0, 0.001, 0.008, 0.016, 0.03])
def test_the_key_with_many_noughts_is_one_press(noughts: int, apart: float) -> None:
    assert Fingers("numeric").tap(*["KP0"] * noughts, lasting=apart, pause=apart).pressed == ["0"]


def test_two_noughts_by_hand_are_two() -> None:
    assert Fingers("numeric").tap("KP0", "KP0").pressed == ["0", "0"]


# ── maps of one's own ────────────────────────────────────────────────────────────────────────────


def test_a_map_of_ones_own_changes_what_it_names_and_keeps_the_rest() -> None:
    own = {"mine": {"KEY_Q": "A", "KEY_F1": "ENTER", "KEY_M": ""}}
    assert Fingers("mine", own).tap("Q", "W", "F1", "M").pressed == ["A", "W", "ENTER"]


def test_a_map_of_ones_own_can_be_like_a_numeric_pad() -> None:
    own = {"mine": {"like": "numeric", "KEY_A": "2"}}
    assert Fingers("mine", own).tap("A", "A", "KP2").written == "C"


@pytest.mark.parametrize(
    ("entries", "entry", "hint"),
    [
        ({"KEY_ENTR": "A"}, "KEY_ENTR", "did you mean KEY_ENTER?"),
        ({"KEY_Q": "ENTRE"}, "KEY_Q", "did you mean ENTER?"),
        ({"KEY_Q": "a"}, "KEY_Q", "did you mean A?"),
        ({"like": "azert"}, "like", "did you mean azerty?"),
        ({"like": "dvorak"}, "like", "available: qwerty, azerty, qwertz and numeric."),
        ({"KEY_Q": "?"}, "KEY_Q", "a letter, a digit, ENTER"),
        ({"?": "A"}, "?", "`wordtable try` shows the name"),
    ],
)
def test_a_mistake_in_a_map_is_told_with_what_was_meant(entries: dict[str, str], entry: str, hint: str) -> None:
    ((where, say),) = mistakes(entries)
    assert where == entry
    assert hint in english(say)


def test_all_mistakes_of_a_map_are_told() -> None:
    assert [entry for entry, _ in mistakes({"KEY_X1": "A", "KEY_Q": "A", "KEY_W": "XX"})] == ["KEY_X1", "KEY_W"]


def test_a_map_with_a_mistake_is_refused() -> None:
    with pytest.raises(KeymapMistake, match="did you mean KEY_Q"):
        keymap("mine", {"mine": {"KEY_QQ": "A"}})


def test_a_map_that_does_not_exist_is_refused() -> None:
    with pytest.raises(KeymapMistake, match="did you mean numeric"):
        keymap("numric", {})


def test_nothing_that_is_typed_can_be_read_off_a_typist() -> None:
    fingers = Fingers("qwerty").tap("Q")
    assert "Q" not in repr(fingers.typist) + repr(fingers.sent)
