"""Joining with a phone: the address that everybody sees lets one ask for a seat, and the captain decides."""

import asyncio
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import pytest

from firmware_host.console.keypads.attention import TO_READ
from firmware_host.games.shared.sitting import Address
from firmware_host.web.app import NOT_YOURS
from firmware_host.web.invitation import Invitation, local_name
from tests.web.pages import FASTER, Page, Served, get, really, table

CODES = {"1": "LAMP42", "2": "KIWI77", "3": "FERN55", "private": "OWL911"}
ELSEWHERE = "wordtable.example"


async def captain(served: Served) -> Page:
    ann = await served.page("seat1")
    await ann.types(1, "ENTER", *"ANN", "ENTER")
    await ann.says("seat1.page", "ANN: captain")
    return ann


async def answers(ann: Page, entry: str, asked: str = "Somebody wants seat") -> None:
    await ann.says("seat1.page", asked)
    await asyncio.sleep(TO_READ / FASTER * 3)  # noqa: TID251  # the captain reads it, in real time
    await ann.send({"seat": 1, "key": "ENTER", "task": ann.shown["seat1.page"]["asked"]["name"], "entry": entry})


async def told(guest: Page) -> object:
    await guest.until(lambda page: bool(page.messages("admitted")))
    return guest.messages("admitted")[-1]["admitted"]


def test_whoever_the_captain_lets_in_gets_the_code_of_the_seat() -> None:
    async def evening() -> None:
        async with table(codes=CODES) as served:
            ann, guest = await captain(served), await served.page("join", ELSEWHERE)
            await guest.send({"ask": 2, "code": ""})
            await answers(ann, "yes")
            assert (await told(guest), guest.messages("admitted")[-1]["code"]) == (2, CODES["2"])

    really(evening())


def test_whoever_the_captain_sends_away_gets_no_code() -> None:
    async def evening() -> None:
        async with table(codes=CODES) as served:
            ann, guest = await captain(served), await served.page("join", ELSEWHERE)
            await guest.send({"ask": 2, "code": ""})
            await answers(ann, "no")
            assert (await told(guest), any(CODES["2"] in text for text in guest.received)) == (None, False)

    really(evening())


def test_a_seat_that_is_taken_cannot_be_taken_over() -> None:
    async def evening() -> None:
        async with table(codes=CODES) as served:
            await captain(served)
            guest = await served.page("join", ELSEWHERE)
            await guest.send({"ask": 1, "code": ""})
            assert await told(guest) is None

    really(evening())


def test_without_a_captain_nobody_is_let_in() -> None:
    async def evening() -> None:
        async with table(codes=CODES) as served:
            guest = await served.page("join", ELSEWHERE)
            await guest.send({"ask": 2, "code": ""})
            assert await told(guest) is None

    really(evening())


def test_nobody_can_bother_the_captain_without_end() -> None:
    async def evening() -> None:
        async with table(codes=CODES) as served:
            guest = await served.page("join", ELSEWHERE)
            for _ in range(9):
                await guest.send({"ask": 1, "code": ""})
            await guest.until(lambda page: any("too often" in text for text in page.received))

    really(evening())


# ── the code that everybody can see ──────────────────────────────────────────────────────────────


INVITES = Invitation("192.168.100.200", 8377, "K7QX")


def test_everybodys_screen_and_every_free_seat_show_where_to_join() -> None:
    async def evening() -> None:
        async with table(codes=CODES, invites=INVITES) as served:
            television, whole = await served.page("public"), await served.page("all")
            await television.until(lambda page: "join" in page.shown.get("public.page", {}))
            join = television.shown["public.page"]["join"]
            assert join["address"] == "192.168.100.200:8377/j/K7QX"
            assert join["code"]["text"] == "HTTP://192.168.100.200:8377/J/K7QX"
            await whole.send({"turn": "seat2.panel", "up": True})
            await whole.says("seat2.panel", "192.168.100.200:8377/j/K7QX")

    really(evening())


def test_the_captain_is_asked_only_by_whoever_has_read_the_code_of_the_evening() -> None:
    async def evening() -> None:
        async with table(codes=CODES, invites=INVITES) as served:
            ann, guest = await captain(served), await served.page("join", ELSEWHERE)
            await guest.send({"ask": 2, "code": "AAAA"})
            assert await told(guest) is None
            assert guest.messages("admitted")[-1]["again"] is True  # the page asks for it again
            await guest.send({"ask": 2, "code": "k7qx "})
            await answers(ann, "yes")
            await guest.until(lambda page: page.messages("admitted")[-1]["admitted"] == 2)

    really(evening())


def test_the_address_of_the_code_opens_the_page_in_capitals_too() -> None:
    async def evening() -> None:
        async with table(codes=CODES, invites=INVITES) as served:
            for path in ("/join", "/j/K7QX", "/J/K7QX"):
                status, _, page = await get(served, path, ELSEWHERE)
                assert (status, "Take a seat" in page) == (200, True)

    really(evening())


# ── who asks ─────────────────────────────────────────────────────────────────────────────────────


def test_whoever_has_typed_their_name_before_sits_down_when_the_captain_lets_them_in() -> None:
    async def evening() -> None:
        async with table(codes=CODES) as served:
            ann, guest = await captain(served), await served.page("join", ELSEWHERE)
            await guest.send({"ask": 2, "code": "", "name": "CAT"})
            await ann.says("seat1.page", "CAT wants seat 2")
            await answers(ann, "yes", "CAT wants seat")
            await guest.until(lambda page: page.messages("admitted") != [])
            cat = await served.page("seat2")
            await cat.says("seat2.page", "Hello CAT")

    really(evening())


def test_whoever_is_turned_away_does_not_sit_down() -> None:
    async def evening() -> None:
        async with table(codes=CODES) as served:
            ann, guest = await captain(served), await served.page("join", ELSEWHERE)
            await guest.send({"ask": 2, "code": "", "name": "CAT"})
            await answers(ann, "no", "CAT wants seat")
            assert await told(guest) is None
            assert served.table.lobby is not None
            assert served.table.lobby.joined == {1: "ANN"}

    really(evening())


@pytest.mark.parametrize("name", ["", "cat", "CAT 2", "A" * 9, "ÄNNE", "<B>"])
def test_a_name_that_no_keypad_can_type_is_refused(name: str) -> None:
    async def evening() -> None:
        async with table(codes=CODES) as served:
            guest = await served.page("join", ELSEWHERE)
            await guest.send({"ask": 2, "code": "", "name": name})
            await guest.until(lambda page: page.messages("refused") != [])

    really(evening())


# ── a name instead of the number ─────────────────────────────────────────────────────────────────


@contextmanager
def avahi(folder: Path, answer: str) -> Iterator[tuple[str, list[str]]]:
    """Something that answers as Avahi does on its socket, and what it was asked."""
    asked: list[str] = []
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(folder / "socket"))
        listening.listen()

        def answers_once() -> None:
            caller, _ = listening.accept()
            with caller:
                asked.append(caller.recv(100).decode())
                caller.sendall(answer.encode())

        thread = Thread(target=answers_once)
        thread.start()
        yield str(folder / "socket"), asked
        thread.join()


def test_where_avahi_answers_the_name_is_typed_and_the_number_scanned(tmp_path: Path) -> None:
    with avahi(tmp_path, "+ 2 0 wordtable.local\n") as (there, asked):
        name = local_name("192.168.1.20", there)
    address = Invitation("192.168.1.20", 8377, "K7QX", name).address
    assert asked == ["RESOLVE-ADDRESS 192.168.1.20\n"]
    assert (address.typed, address.scanned) == ("wordtable.local:8377/j/K7QX", "HTTP://192.168.1.20:8377/J/K7QX")


@pytest.mark.parametrize("answer", ["-15 Timeout reached\n", "", "+ 2 0 router.example\n"])
def test_without_a_name_from_avahi_the_number_is_typed(tmp_path: Path, answer: str) -> None:
    with avahi(tmp_path, answer) as (there, _):
        assert local_name("192.168.1.20", there) == ""
    assert local_name("192.168.1.20", str(tmp_path / "nobody")) == ""
    assert Invitation("192.168.1.20", 8377, "K7QX").address.typed == "192.168.1.20:8377/j/K7QX"


def test_the_usual_port_is_not_in_the_address() -> None:
    assert Invitation("10.0.0.7", 80, "K7QX").address == Address("10.0.0.7/j/K7QX")


def test_true_is_not_the_first_seat(caplog: pytest.LogCaptureFixture) -> None:
    async def evening() -> None:
        async with table(codes=CODES) as served:
            guest = await served.page("join", ELSEWHERE)
            await guest.send({"ask": True, "code": ""})
            assert await guest.is_shut() == NOT_YOURS

    really(evening())
    assert caplog.records == []
