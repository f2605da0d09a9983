"""Whether a hint contains the secret, also where other signs stand for its letters. Pure."""

import re
import unicodedata
from collections.abc import Mapping

# What people write instead of a letter: digits and signs (5alv3), and letters of other alphabets that look the same.
# Unicode's list of these (UTS #39) has thousands of signs, and the standard library does not have it. A hint is read on
# a small display by people at one table, so the Greek, Cyrillic and Armenian letters that look the same are enough.
LOOK_ALIKES: Mapping[str, str] = {
    "A": "4@АаΑαΛλ", "B": "8ßВвΒβ", "C": "¢Ссς", "D": "Ԁԁ", "E": "3€ЕеΕεЄєΣΞЭэЗз", "F": "Ϝϝ", "G": "69Ԍԍ",
    "H": "#НнΗҺһ", "I": "1!|ІіΙιӀӏ", "J": "ЈјͿϳ", "K": "КкΚκ", "L": "1|£Ӏӏ", "M": "МмΜ", "N": "ΝηПпИи",
    "O": "0ОоΟοσՕօ", "P": "РрΡρ", "Q": "9Ԛԛ", "R": "ЯяГг®", "S": "5$§ЅѕՏտ", "T": "7+†ТтΤτ", "U": "υμЦцՍս",
    "V": "Ѵѵν", "W": "ωѡԜԝШшЩщ", "X": "ХхΧχ", "Y": "¥УуΥγҮү", "Z": "2Ζ",
}  # fmt: skip
_SIGNS = {letter: f"[{letter}{re.escape(signs)}]" for letter, signs in LOOK_ALIKES.items()}
_GAP = "[^A-Z]*"  # spaces and signs between the letters
_LATIN = re.compile(r"(?:LATIN .*|INDICATOR SYMBOL )LETTER (?:SMALL CAPITAL |DOTLESS )?([A-Z])\b")


def gives_away(hint: str, secret: str) -> bool:
    """However the secret is spaced, spelled or decorated there. An anagram, or the word backwards, is a fair hint."""
    return re.search(_GAP.join([_SIGNS[letter] for letter in secret]), _plain(hint)) is not None


def _plain(hint: str) -> str:
    if hint.isascii():
        return hint.upper()
    return "".join(map(_plain_sign, unicodedata.normalize("NFKD", hint)))


def _plain_sign(sign: str) -> str:
    """A Latin letter in capitals, without strokes, circles and the like; any other sign as it is."""
    if sign.isascii():
        return sign.upper()
    latin = _LATIN.search(unicodedata.name(sign, ""))
    return latin[1] if latin else sign
