"""Everything that reads bytes from outside, each with the one way in which it may refuse them.

A target gets any bytes. It must return, or refuse them in that way; anything else is a finding.
"""

import json
import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path

from firmware_host import dictionaries
from firmware_host.dictionaries import DictionaryError
from firmware_host.engine import Engine
from firmware_host.game_settings import check_more
from firmware_host.games.shared.table import RuleError
from firmware_host.games.shared.words import Dictionary
from firmware_host.journal.history import games_of
from firmware_host.journal.journal import Journal
from firmware_host.journal.ledger import MEMORY
from firmware_host.journal.seals import Row, find_rows
from firmware_host.remembered.terminal import tell_history, tell_scores
from firmware_host.requests import parse
from firmware_host.session import Session
from firmware_host.simulator.script import ScriptError, read_script
from firmware_host.texts.language import ENGLISH, language
from firmware_host.web.pages import WebPage
from firmware_host.web.wire import Refused, read_code, read_touch
from hardware.clock import VirtualClock
from hardware.config.keymaps import CODES, Keymap, Typist, keymap
from hardware.config.reading import ConfigError, read_table, simulated_table
from hardware.config.settings import KeypadSettings
from hardware.kinds.keypad.driver import EventReader
from hardware.kinds.keypad.nodes import EVENT, NodeName
from hardware.kinds.serial_grid import adalight, tpm2
from hardware.ports import KeyPress
from hardware.simulated.wire.oled import Sh1106, Ssd1306, Ssd1309, Ssd1331, Ssd1351
from hardware.simulated.wire.serial_grid import Firmware

ROOT = Path(__file__).parents[2]
SMALL = ROOT / "tests" / "golden" / "protocol" / "small.words"
MARKER = "XQJZK"  # in the seeds, what somebody typed; no message may repeat it


class Finding(AssertionError):
    """The input was neither accepted nor refused as documented."""


@dataclass(frozen=True, slots=True)
class Target:
    """`reads` takes any bytes; `seeds` are examples of real input."""

    reads: Callable[[bytes], None]
    seeds: Callable[[], Iterator[bytes]]
    refuses: str  # how, in words
    json: bool = False  # its input is JSON, so it is also changed as JSON, not only as bytes


def _sentence(said: str, *, repeats: bool = False) -> None:
    """Every refusal consists of sentences, and repeats nothing that was typed."""
    if not said.rstrip().endswith((".", "?", "!")):
        raise Finding("a refusal that is no sentence")
    if not repeats and MARKER in said:
        raise Finding("a refusal repeats what was typed")


# ── files ────────────────────────────────────────────────────────────────────────────────────────


def read_config(data: bytes) -> None:
    try:
        read_table(data.decode("utf-8"), more=check_more)
    except UnicodeDecodeError:
        return  # `load_table` says so itself
    except ConfigError as refusal:
        _sentence(str(refusal), repeats=True)  # a config is not secret, so its mistakes are quoted


def _configs() -> Iterator[bytes]:
    for file in (*ROOT.glob("config/*.toml"), *ROOT.glob("tests/golden/evenings/tables/*.toml")):
        yield file.read_bytes()


def read_words(data: bytes) -> None:
    try:
        dictionary = dictionaries._parse("house", "house.words", data)
    except DictionaryError as refusal:
        _sentence(str(refusal), repeats=True)
        return
    dictionary.judge("SOLVE")
    dictionary.common(5)


def _word_lists() -> Iterator[bytes]:
    yield SMALL.read_bytes()
    yield b"# wordtable words 1\ncrane 1\nhouses 2 plural\nparis name\nxylem 8 offered\n"
    yield "na\u00efve 3\n\ufeffcaf\u00e9\n".encode()


def read_evening_script(data: bytes) -> None:
    try:
        read_script(data.decode("utf-8").splitlines(), simulated_table())
    except UnicodeDecodeError:
        return
    except ScriptError as refusal:
        for line in str(refusal).splitlines():
            _sentence(line)


def _scripts() -> Iterator[bytes]:
    for file in ROOT.glob("tests/golden/evenings/*.jsonl"):
        yield b"\n".join(file.read_bytes().splitlines()[:12])
    yield b'{"at": 0, "seat": 1, "keys": ["' + MARKER.encode() + b'", "ENTER"]}\n{"at": 1, "pad": "Pad"}'
    yield b'{"at": 0, "seat": 1, "hold": "SPACE", "for": 2}\n{"at": 3, "button": "pause"}\n{"at": 4, "power": "cut"}'


# ── requests and saves ───────────────────────────────────────────────────────────────────────────


@cache
def _words() -> Dictionary:
    return dictionaries._parse("en", "small.words", SMALL.read_bytes())


def answer_lines(data: bytes) -> None:
    engine = Engine(lambda _name: _words(), ("en",))
    for line in data.split(b"\n")[:40]:
        answered = engine.answer(line)
        reply = json.loads(answered)
        if answered.count(b"\n") != 1:
            raise Finding("not one reply to one line")
        if not reply["ok"]:
            say = reply["error"]["say"]
            _sentence(say)
            if "inside" in say:
                raise Finding("something went wrong inside")


def _requests() -> Iterator[bytes]:
    for file in ROOT.glob("tests/golden/protocol/*.jsonl"):
        lines = file.read_bytes().splitlines()
        yield b"\n".join(lines[:40:2])
    yield (
        b'{"do":"word","word":"'
        + MARKER.encode()
        + b'"}\n{"do":"cards","count":3,"letters":4}\n{"do":"hello","id":[1]}'
    )


def load_save(data: bytes) -> None:
    session = Session(lambda _name: _words())
    try:
        session.load(parse(data))
    except RuleError as refusal:
        _sentence(str(refusal))
        return
    json.dumps(session.save())
    for player in (None, *session.game.players):
        session.view(player)


def _saves() -> Iterator[bytes]:
    for file in ROOT.glob("tests/golden/protocol/*.jsonl"):
        engine = Engine(lambda _name: _words(), ("en",))
        for line in file.read_bytes().splitlines()[::2]:
            engine.answer(line)
        reply = json.loads(engine.answer(b'{"do":"save"}'))
        if reply["ok"]:
            yield json.dumps(reply["save"]).encode()


def read_journal(data: bytes) -> None:
    """Any bytes in place of a journal; and a game as its rows: the header, who sits where, the result, the entries."""
    find_rows(data, data)
    lines = data.decode("ascii", "ignore").split("\n")[:50]
    header, seats, result, *entries = (*lines, "", "", "")[: max(3, len(lines))]
    played = [("entry", f"[2,{place},{entry}]") for place, entry in enumerate(entries, 1)]
    over = ("result", f"[2,0,{result},{len(entries)}]")
    for parts in (played, [*played, over]):
        rows = enumerate([("game", f"[0,{header},5,{seats},{{}}]"), *parts], 2)
        journal = Journal.on_the_spot(MEMORY, VirtualClock())
        journal._ledger.take_in([Row(number, kind, content) for number, (kind, content) in rows])
        _goes_on(journal)
        _tells(journal)
        journal.close()


def _goes_on(journal: Journal) -> None:
    found = journal.unfinished()
    if found is not None:
        with suppress(RuleError):
            Session(lambda _name: _words()).load(dict(found.save))


def _tells(journal: Journal) -> None:
    """What `wordtable history` and `wordtable scores` do with it."""
    played = [*games_of(journal._ledger)]
    list(tell_history(played, language(ENGLISH), as_json=False))
    list(tell_scores(played, language(ENGLISH), as_json=True))


def _journals() -> Iterator[bytes]:
    for save in _saves():
        read = json.loads(save)
        log = read.pop("log")
        read.pop("clock")
        seats = {str(number): name for number, name in enumerate(read["players"], 1)}
        result = {"game": read["game"], "scores": dict.fromkeys(read["players"], 3), "winners": [], "rounds": 1}
        yield "\n".join(json.dumps(row) for row in (read, seats, result, *log)).encode()


# ── pages ────────────────────────────────────────────────────────────────────────────────────────

PAGE = WebPage(
    "all", frozenset({"seat1.panel"}), frozenset({"seat1.panel"}), frozenset({1, 2}), frozenset({"pause"}),
    frozenset({"seat1.panel"}),
)  # fmt: skip


def read_page(data: bytes) -> None:
    text = data.decode("utf-8", "replace")
    for read in (lambda: read_touch(text, PAGE), lambda: read_code(text)):
        try:
            read()
        except Refused as refusal:
            _sentence(str(refusal))


def _touches() -> Iterator[bytes]:
    for touch in (
        {"seat": 1, "key": "A", "down": True}, {"button": "pause", "down": False}, {"turn": "seat1.panel", "up": True},
        {"plug": "seat1.panel", "there": False}, {"slow": "seat1.panel", "seconds": 0.5}, {"power": True},
        {"code": MARKER}, {"seat": 2, "key": MARKER, "down": True},
    ):  # fmt: skip
        yield json.dumps(touch).encode()


# ── wires ────────────────────────────────────────────────────────────────────────────────────────


class _FedNode:
    """A keypad's node that returns these pieces, one for each read."""

    def __init__(self, pieces: Sequence[bytes], held: Sequence[int]) -> None:
        self.called = NodeName("fuzz", "fuzz", "")
        self._pieces = list(pieces)
        self._held = held

    def read(self) -> bytes:
        if not self._pieces:
            raise BlockingIOError
        return self._pieces.pop(0)

    def active_keys(self) -> Sequence[int]:
        return self._held

    def fileno(self) -> int:
        return -1

    def grab(self) -> None:
        """Nobody else can read it."""

    def close(self) -> None:
        """There is nothing to close."""


def read_events(data: bytes) -> None:
    """The first byte chooses the keymap and the size of the pieces. A key must go up as often as it goes down."""
    first = data[:1] or b"\0"
    keys = "numeric" if first[0] & 1 else "qwerty"
    size = 1 + (first[0] >> 1)
    pieces = [data[place : place + size] for place in range(1, len(data), size)]
    heard: list[KeyPress] = []
    reader = EventReader(_FedNode(pieces, list(data[1:3])), Typist(1, _keys(keys)), heard.append)
    for _ in range(len(pieces) + 1):
        reader.read()
    reader.let_all_go(1.0)
    down = [press for press in heard if press.down]
    if len(down) < len(heard) - len(down):
        raise Finding("a key came up more often than it went down")


@cache
def _keys(name: str) -> Keymap:
    return keymap(KeypadSettings(usb="fuzz", keys=name).keys, {})


def _event_streams() -> Iterator[bytes]:
    for first in (0x00, 0x31, 0x60):
        strokes = [("KEY_S", 1), ("KEY_S", 0), ("KEY_KP5", 1), ("KEY_KP5", 2), ("KEY_KP5", 0), ("KEY_ENTER", 1)]
        events = [EVENT.pack(9, 5, 1, CODES[name], value) + EVENT.pack(9, 5, 0, 0, 0) for name, value in strokes]
        yield bytes([first]) + b"".join(events) + EVENT.pack(9, 5, 0, 3, 0) + EVENT.pack(9, 6, 0, 0, 0)


def light_board(data: bytes) -> None:
    board = Firmware()
    board.take(data)
    if sum(map(len, board.frames)) > len(data):
        raise Finding("more light than bytes")


def _frames() -> Iterator[bytes]:
    colours = bytes(range(90))
    yield adalight(colours) + tpm2(colours) + bytes((0xC9, 0xAA))


def draw_on_chips(data: bytes) -> None:
    """In each pair of bytes, the second goes to the chip: as data if the first is odd, as a command if it is even."""
    for chip in (Ssd1306(), Ssd1309(), Sh1106(), Ssd1331(), Ssd1351()):
        for kind, byte in zip(data[::2], data[1::2], strict=False):
            (chip.data if kind & 1 else chip.command)(byte)


def _drawings() -> Iterator[bytes]:
    begin = (0xAE, 0x20, 0x00, 0x21, 0, 127, 0x22, 0, 7, 0x8D, 0x14, 0xAF)
    yield bytes(chain.from_iterable((0, byte) for byte in begin)) + b"\1\xff" * 40
    yield (
        bytes(chain.from_iterable((0, byte) for byte in (0x15, 0, 95, 0x75, 0, 63, 0xA0, 0x72, 0xAF))) + b"\1\x5a" * 40
    )
    yield struct.pack("8B", 0, 0x5C, 1, 2, 1, 3, 0, 0xB0)


TARGETS: Mapping[str, Target] = {
    "config": Target(read_config, _configs, "a ConfigError with all its mistakes"),
    "words": Target(read_words, _word_lists, "a DictionaryError with all its mistakes"),
    "script": Target(read_evening_script, _scripts, "a ScriptError with all its mistakes", json=True),
    "engine": Target(answer_lines, _requests, "a reply with a code and a sentence", json=True),
    "save": Target(load_save, _saves, "a RuleError", json=True),
    "journal": Target(read_journal, _journals, "no game to go on with, and a line less of history", json=True),
    "page": Target(read_page, _touches, "a Refused", json=True),
    "keypad": Target(read_events, _event_streams, "nothing: any event is survived"),
    "grid": Target(light_board, _frames, "nothing: a board ignores what it does not know"),
    "panel": Target(draw_on_chips, _drawings, "nothing: a chip does something with every byte"),
}
