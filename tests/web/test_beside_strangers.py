"""A player's key beside an attack, with real processes: at most twice as slow as at the same table left alone."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from statistics import median

import pytest

from firmware_host.web.server import listen
from tests.web.pages import LIMIT, Page, opened, really
from tests.web.strangers import ATTACKS

pytestmark = pytest.mark.proof

ROOT = Path(__file__).parents[2]
KEYS, A_SECOND = 60, 15
ROUNDS = 3  # other programs on this computer disturb some of them
LASTS = 20.0  # seconds at most, for one attack
CONFIG = """
simulated = true
[web]
host = "127.0.0.1"
port = PORT
[web.codes]
1 = "LAMP42"
2 = "KIWI77"
private = "OWL911"
[private]
""" + "".join(f'[seat.{n}]\nhooded = true\nkeypad = {{ usb = "simulated" }}\npanel = {{}}\n' for n in (1, 2))


@contextmanager
def running(*command: str) -> Iterator[None]:
    process = subprocess.Popen([sys.executable, "-m", *command], cwd=ROOT, env=os.environ | {"PYTHONPATH": "."})
    try:
        yield
    finally:
        process.kill()
        process.wait()


async def comes_up(port: int) -> Page:
    async with asyncio.timeout(LIMIT):
        while True:
            try:
                return await opened(port, "seat1")
            except OSError:
                await asyncio.sleep(0.1)  # noqa: TID251  # another process starts, in real time


def shows(begins: str, page: Page) -> bool:
    return any(line.startswith(begins) for line in page.lines("seat1.page"))


async def seconds_a_key(page: Page) -> float:
    """From a letter sent to the panel that shows it, in the middle of many."""
    loop, took = asyncio.get_running_loop(), []
    for _ in range(KEYS // 2):
        for key, begins in (("A", "A_"), ("DELETE", "__")):
            before = loop.time()
            await page.types(1, key)
            await page.until(partial(shows, begins))
            took.append(loop.time() - before)
            await asyncio.sleep(1 / A_SECOND)  # noqa: TID251  # faster would be a flood
    return median(took)


async def seconds_beside(page: Page, target: int, attack: str) -> float:
    with running("tests.web.strangers", str(target), str(LASTS), attack):
        await asyncio.sleep(1.0)  # noqa: TID251  # another process starts, in real time
        return await seconds_a_key(page)


@pytest.mark.parametrize("attack", ATTACKS)
def test_a_key_takes_at_most_twice_as_long_beside_an_attack(attack: str, tmp_path: Path) -> None:
    ratios = []

    async def evening(port: int) -> None:
        page = await comes_up(port)
        await page.types(1, "ENTER")
        await page.says("seat1.page", "Your name?")
        for _ in range(ROUNDS):
            alone, beside = [await seconds_beside(page, target, attack) for target in (0, port)]
            ratios.append(beside / alone)
        await page.close()

    with listen("127.0.0.1", 0) as free:
        port = int(free.getsockname()[1])
    (tmp_path / "table.toml").write_text(CONFIG.replace("PORT", str(port)))
    run = ("run", "--config", str(tmp_path / "table.toml"), "--journal", str(tmp_path / "journal.db"))
    with running("firmware_host", *run):
        really(evening(port))
    print(f"{attack}: {', '.join(f'{ratio:.2f}' for ratio in ratios)}")
    assert min(ratios) <= 2
