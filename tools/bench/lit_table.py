"""A whole console in its own process, for races: real drivers on pipes and ports that it is given.

Run as a module: for every seat the descriptor of its keypad's pipe and the name of its grid's port, and, first, whether
a game is on (`game`) or nobody has come yet (`lobby`).
"""

import asyncio
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

from firmware_host.console.console import Console
from firmware_host.console.settings import EveningSettings
from firmware_host.dictionaries import load
from firmware_host.games.shared.table import Action
from firmware_host.journal.journal import Journal
from firmware_host.journal.ledger import MEMORY
from firmware_host.session import Session
from hardware.clock import wall_clock
from hardware.config.settings import KeypadSettings, SeatSettings, SerialGridSettings, TableSettings
from hardware.kinds.keypad.nodes import AT_ONCE, Loop, Node, NodeName
from hardware.ports import ENTER, KeyPress
from hardware.table import open_table

HOST = "Zoe"  # hides the word and does nothing else, so that every seat can guess


class GivenNode:
    """A keypad's node that another process opened. There is no kernel behind it."""

    def __init__(self, called: NodeName, file: int) -> None:
        self.called = called
        self._file = file
        self.read = partial(os.read, file, AT_ONCE)
        os.set_blocking(file, False)

    def fileno(self) -> int:
        return self._file

    def active_keys(self) -> Sequence[int]:
        return ()

    def grab(self) -> None:
        """Nobody else can read it anyway."""

    def close(self) -> None:
        with suppress(OSError):
            os.close(self._file)


class GivenNodes:
    """Behaves as if udev were running and nothing were ever plugged in or out."""

    def __init__(self, files: dict[str, int]) -> None:
        self._files = files

    def present(self) -> list[NodeName]:
        return [NodeName(path, f"{path}/input0", "") for path in self._files]

    def open(self, path: str) -> Node:
        return GivenNode(NodeName(path, f"{path}/input0", ""), self._files[path])

    def watch(self, loop: Loop, changed: Callable[[], None]) -> bool:
        del loop, changed
        return True

    def close(self) -> None:
        """There is nothing to close."""


async def main(state: str, arguments: list[str]) -> None:
    given = list(zip(map(int, arguments[::2]), arguments[1::2], strict=True))
    loop = asyncio.get_running_loop()
    journal = Journal.open(MEMORY, loop, wall_clock)
    seats = {
        number: SeatSettings(KeypadSettings(usb=f"pipe-{number}"), SerialGridSettings(port=port), hooded=True)
        for number, (_, port) in enumerate(given, 1)
    }
    nodes = GivenNodes({f"pipe-{number}": pipe for number, (pipe, _) in enumerate(given, 1)})
    table = open_table(TableSettings(seats=seats), loop, nodes=nodes, sysfs=Path(os.devnull))
    if state == "game":
        begun = asyncio.Event()
        names = tuple(f"Ann {number}" for number in seats)
        journal.begin(a_game(names), dict(zip(seats, names, strict=True)), {}, begun.set)
        await begun.wait()
    console = Console(table, loop, journal, load, EveningSettings(seed=1))
    console.start()
    if state == "game":
        console.hear(KeyPress(1, ENTER, loop.time()))  # the captain is asked whether to continue
    await loop.run_in_executor(None, sys.stdin.read)  # until the parent process closes it
    table.close()


def a_game(names: tuple[str, ...]) -> dict[str, object]:
    """A game in which the word is hidden and every seat may guess."""
    session = Session(load)
    session.new("party", (HOST, *names), {})
    session.act(Action(HOST, "secret", word="SOLVE"))
    return session.save()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2:]))
