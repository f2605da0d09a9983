"""Frames and messages as no browser sends them: torn apart at any byte, damaged, or of nothing but heads."""

from random import Random

from firmware_host.web.pages import WebPage
from firmware_host.web.strangers.limits import Frames, Limit
from firmware_host.web.wire import Refused, read_code, read_touch
from tools.soak.tally import Tally

TITLE = "Hostile frames and messages from pages"
EXPECTS = "Every frame is counted, wherever it is torn apart. A message is read or refused with a sentence."
COUNTS = "frames and messages"
ENOUGH = 10_000_000
SHARE = 1.0
AT_ONCE = 200
PAGE = WebPage("seat1", frozenset(), plays=frozenset({1}), buttons=frozenset({"pause"}))
PIECES = (
    '{"seat":1,"key":"A","down":true}', '{"seat":1,"key":"ENTER","task":"menu","entry":"end"}',
    '{"ask":1,"code":"K7QX"}', '{"code":"LAMP42"}', '{"button":"pause","down":false}', '"\\ud800"', "\\u0000",
    "1e999", "-0", "NaN", "[", "{", '"', "9" * 60, ":", ",", "true", "null", "\x00", "ﬂ", "\udcff",
)  # fmt: skip


def run(tally: Tally) -> None:
    rng = Random(tally.seed)
    while tally.goes_on():
        _frames(rng, tally)
        for _ in range(AT_ONCE):
            _message(rng, tally)
        tally.done(2 * AT_ONCE)


def _frames(rng: Random, tally: Tally) -> None:
    """As many as are allowed come through, and one more does not."""
    sent = b"".join(_frame(rng) for _ in range(AT_ONCE))
    frames = Frames(0, Limit(AT_ONCE, 0), Limit(1e12, 0))
    at = 0
    while at < len(sent):
        step = rng.choice((1, 2, 3, 7, 100, 5000))
        tally.expect(frames.may_come(sent[at : at + step], 0), f"{tally.count}: counted a frame too many")
        at += step
    tally.expect(not frames.may_come(bytes((0x8A, 0x80)) + b"mask", 0), f"{tally.count}: missed a frame")


def _frame(rng: Random) -> bytes:
    length = rng.choice((0, 0, 0, rng.randrange(126), 126, rng.randrange(126, 2000)))
    masked = rng.random() < 0.9
    size = bytes((length,)) if length < 126 else bytes((126,)) + length.to_bytes(2, "big")
    if rng.random() < 0.1:  # longer than it needs to be
        size = bytes((127,)) + length.to_bytes(8, "big")
    head = bytes((rng.randrange(256), size[0] | (0x80 if masked else 0))) + size[1:]
    return head + rng.randbytes(4 * masked + length)


def _message(rng: Random, tally: Tally) -> None:
    text = "".join(rng.choices(PIECES, k=rng.choice((1, 1, 2, 3, 8))))
    if rng.random() < 0.5:
        at = rng.randrange(len(text))
        text = text[:at] + chr(rng.randrange(0x110000)) + text[at + rng.randrange(2) :]
    for read in (lambda: read_touch(text, PAGE), lambda: read_code(text).encode()):
        try:
            read()
        except Refused:
            continue
        except Exception as wrong:
            tally.missed(f"{tally.count}: {type(wrong).__name__}")
