"""Listens to keypads key by key, for `try` and `setup`, which need to know what each key sends."""

from collections.abc import Callable, Mapping
from dataclasses import field
from functools import partial

from firmware_host.frozen import frozen
from firmware_host.texts.text import Text
from hardware.config.keymaps import CODES, Keymap, Typist
from hardware.config.settings import KeypadSettings
from hardware.kinds.keypad.driver import EventReader
from hardware.kinds.keypad.nodes import Loop, Node, Nodes, away, belongs, grab_quietly, in_sentences
from hardware.names import DeviceName
from hardware.ports import DeviceLost, KeyPress

NAMES: Mapping[int, str] = {code: name for name, code in CODES.items()}


@frozen
class Stroke:
    """A key went down: what the kernel calls it, and what the keypad's map makes of it."""

    pad: int
    name: str = field(repr=False)
    key: str = field(repr=False)  # empty if it means nothing here


class _Listening(Typist):
    """A typist that reports every key, also those that mean nothing."""

    __slots__ = ("_heard",)

    def __init__(self, pad: int, keymap: Keymap, heard: Callable[[Stroke], None], *, timely: bool) -> None:
        super().__init__(pad, keymap, timely=timely)
        self._heard = heard

    def press(self, code: int, when: float) -> KeyPress | None:
        press = super().press(code, when)
        if press is not None or code not in self._keys:
            self._heard(Stroke(self.seat, NAMES.get(code, f"key {code}"), press.key if press else ""))
        return press


class KeyListener:
    """Keypads that are held while this is open, so that nothing typed on them goes anywhere else."""

    def __init__(
        self, loop: Loop, nodes: Nodes, heard: Callable[[Stroke], None], gone: Callable[[int, Text], None]
    ) -> None:
        self._loop = loop
        self._nodes = nodes
        self._heard = heard
        self._gone = gone
        self._open: dict[int, list[EventReader]] = {}

    def take(self, pad: int, settings: KeypadSettings, keymap: Keymap) -> None:
        """Holds this keypad; a `DeviceLost` says why it cannot be used."""
        device = DeviceName("keypad", pad)
        mine = [node.path for node in self._nodes.present() if belongs(node, settings)]
        if not mine:
            raise DeviceLost(device, away(settings))
        opened: list[Node] = []
        try:
            for path in mine:
                with in_sentences(device, path):
                    opened.append(self._nodes.open(path))
                    grab_quietly(device, opened[-1])
        except DeviceLost:
            for node in opened:
                node.close()
            raise
        typist = _Listening(pad, keymap, self._heard, timely=settings.timely)
        self._open[pad] = [EventReader(node, typist, lambda _press: None) for node in opened]
        for reader in self._open[pad]:
            self._loop.add_reader(reader.fileno(), partial(self._read, pad, reader, away(settings)))

    def close(self) -> None:
        for pad in list(self._open):
            self._let_go(pad)
        self._nodes.close()

    def _read(self, pad: int, reader: EventReader, why: Text) -> None:
        try:
            reader.read()
        except OSError:
            self._let_go(pad)
            self._gone(pad, why)

    def _let_go(self, pad: int) -> None:
        for reader in self._open.pop(pad, []):
            self._loop.remove_reader(reader.fileno())
            reader.close()
