"""Whole games by touch alone, in any browser that can look at its pages and tap, such as Firefox and WebKit."""

import asyncio
import json
from typing import Any, Protocol

from tests.web.browsers.test_phones import CHOSEN_GAME, LOOKS, MOST_TURNS, NAMES, SECRETS, SEEN, SETTINGS, spelt, to_tap

MIDDLE = """() => {{
  const [, all, place] = /^:nth-match\\((.*), (\\d+)\\)$/.exec({selector}) ?? [0, {selector}, 1];
  const found = document.querySelectorAll(all)[place - 1];
  found?.scrollIntoView({{ block: "nearest" }});
  const box = found?.getBoundingClientRect();
  return box?.width ? [box.x + box.width / 2, box.y + box.height / 2] : null;
}}"""


class Screen(Protocol):
    """One page in a browser."""

    complaints: list[str]

    async def another(self, width: int, height: int) -> "Screen": ...
    async def opens(self, address: str) -> None: ...
    async def sees(self, look: str) -> Any: ...
    async def taps(self, selector: str) -> None: ...
    async def waits_until(self, true: str) -> None: ...


async def middle_of(screen: Screen, selector: str) -> tuple[int, int] | None:
    """Where a finger would go; None where it is not in sight."""
    place = await screen.sees(MIDDLE.format(selector=json.dumps(selector)))
    return None if place is None else (round(place[0]), round(place[1]))


def tapped(place: tuple[int, int], pointer: str = "touch") -> dict[str, object]:
    """As WebDriver says it."""
    move = {"type": "pointerMove", "duration": 0, "x": place[0], "y": place[1]}
    strokes = [move, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
    return {"type": "pointer", "id": "finger", "parameters": {"pointerType": pointer}, "actions": strokes}


async def joins(phone: Screen, name: str) -> None:
    await phone.waits_until("document.querySelector('.go')")
    await phone.taps(".go")
    await phone.waits_until("document.body.innerText.includes('Your name?')")
    for selector in spelt(name):
        await phone.taps(selector)
    await phone.waits_until(f"/{name}: captain|Hello {name}/.test(document.body.innerText)")


async def plays(phone: Screen, name: str, game: str) -> bool:
    """Does what the page asks for, if anything. Whether the game is over."""
    await asyncio.sleep(LOOKS / 1000)  # noqa: TID251  # they read, in real time
    taps = to_tap(await phone.sees(SEEN), name, SECRETS[game])
    for selector in taps or ():
        await phone.taps(selector)
    return taps is None


async def plays_a_whole_game(television: Screen, address: str, game: str) -> None:
    """Three people with phones, from taking a seat to the winner, with a television watching."""
    await television.opens(f"{address}public")
    phones = [await television.another(360, 640) for _ in NAMES]
    for seat, (phone, name) in enumerate(zip(phones, NAMES, strict=True), 1):
        await phone.opens(f"{address}seat/{seat}")
        await joins(phone, name)
    for _ in range(list(SETTINGS).index(game)):
        before = await phones[0].sees(CHOSEN_GAME)
        await phones[0].taps('[data-id="game more"]')
        await phones[0].waits_until(f"({CHOSEN_GAME})() !== {json.dumps(before)}")
        await asyncio.sleep(LOOKS / 1000)  # noqa: TID251  # they read, in real time
    await phones[0].taps('[data-id="start"]')
    over = False
    for turn in range(MOST_TURNS):
        over = await plays(phones[turn % 3], NAMES[turn % 3], game)
        if over:
            break
    await television.waits_until("/ won!|No winner/.test(document.body.innerText)")
    assert (over, television.complaints) == (True, [])
