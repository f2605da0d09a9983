"""Joining with a phone: the address that everybody sees lets one ask for a seat, and the captain decides."""

import asyncio

from firmware_host.console.keypads.attention import TO_READ
from firmware_host.web.invitation import invitation
from tests.web.pages import FASTER, Page, Served, really, table

CODES = {"1": "LAMP42", "2": "KIWI77", "3": "FERN55", "private": "OWL911"}
ELSEWHERE = "wordtable.example"


async def captain(served: Served) -> Page:
    ann = await served.page("seat1")
    await ann.types(1, "ENTER", *"ANN", "ENTER")
    await ann.says("seat1.page", "ANN: captain")
    return ann


async def answers(ann: Page, entry: str) -> None:
    await ann.says("seat1.page", "Somebody asks for seat")
    await asyncio.sleep(TO_READ / FASTER * 3)  # noqa: TID251  # the captain reads it, in real time
    await ann.send({"seat": 1, "key": "ENTER", "task": ann.shown["seat1.page"]["asked"]["name"], "entry": entry})


async def told(guest: Page) -> object:
    await guest.until(lambda page: bool(page.messages("admitted")))
    return guest.messages("admitted")[-1]["admitted"]


def test_whoever_the_captain_lets_in_gets_the_code_of_the_seat() -> None:
    async def evening() -> None:
        async with table(codes=CODES) as served:
            ann, guest = await captain(served), await served.page("join", ELSEWHERE)
            await guest.send({"ask": 2})
            await answers(ann, "yes")
            assert (await told(guest), guest.messages("admitted")[-1]["code"]) == (2, CODES["2"])

    really(evening())


def test_whoever_the_captain_sends_away_gets_no_code() -> None:
    async def evening() -> None:
        async with table(codes=CODES) as served:
            ann, guest = await captain(served), await served.page("join", ELSEWHERE)
            await guest.send({"ask": 2})
            await answers(ann, "no")
            assert (await told(guest), any(CODES["2"] in text for text in guest.received)) == (None, False)

    really(evening())


def test_a_seat_that_is_taken_cannot_be_taken_over() -> None:
    async def evening() -> None:
        async with table(codes=CODES) as served:
            await captain(served)
            guest = await served.page("join", ELSEWHERE)
            await guest.send({"ask": 1})
            assert await told(guest) is None

    really(evening())


def test_without_a_captain_nobody_is_let_in() -> None:
    async def evening() -> None:
        async with table(codes=CODES) as served:
            guest = await served.page("join", ELSEWHERE)
            await guest.send({"ask": 2})
            assert await told(guest) is None

    really(evening())


def test_nobody_can_bother_the_captain_without_end() -> None:
    async def evening() -> None:
        async with table(codes=CODES) as served:
            guest = await served.page("join", ELSEWHERE)
            for _ in range(9):
                await guest.send({"ask": 1})
            await guest.until(lambda page: any("too often" in text for text in page.received))

    really(evening())


def test_the_code_on_a_television_is_square_and_small() -> None:
    rows = invitation("192.168.100.200", 8377).rows
    assert {len(row) for row in rows} == {len(rows)} == {29}
