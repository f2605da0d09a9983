"""The server over real sockets: who is let in, what bad clients are told, and that nobody else is harmed."""

import asyncio
from contextlib import suppress

import pytest
from websockets.exceptions import InvalidStatus

from firmware_host.web import server
from firmware_host.web.app import FULL, GOING, NOT_YOURS, TOO_MUCH, WRONG_CODE
from firmware_host.web.strangers.limits import A_PAGE
from tests.web.pages import LIMIT, Page, Served, get, really, table

CODES = {"1": "LAMP42", "2": "KIWI77", "3": "FERN55", "private": "OWL911"}
ELSEWHERE = "table.local"


async def refused(served: Served, page: str, name: str = "localhost", origin: str | None = None) -> int:
    with pytest.raises(InvalidStatus) as refusal:
        await served.page(page, name, origin)
    return refusal.value.response.status_code


# ── playing ──────────────────────────────────────────────────────────────────────────────────────


def test_a_key_on_a_page_is_a_key_at_the_table() -> None:
    async def evening() -> None:
        async with table() as served:
            phone = await served.page("seat2")
            await phone.types(2, "A")
            await phone.says("seat2.page", "Your name?")

    really(evening())


def test_two_pages_of_one_seat_both_see_and_both_type() -> None:
    async def evening() -> None:
        async with table() as served:
            one, other = await served.page("seat1"), await served.page("seat1")
            await one.types(1, "ENTER", "A")
            await other.says("seat1.page", "A_")
            await other.types(1, "N")
            await one.says("seat1.page", "AN_")

    really(evening())


def test_a_key_that_a_page_held_is_let_go_when_the_page_is_closed() -> None:
    async def evening() -> None:
        async with table() as served:
            one, other = await served.page("seat1"), await served.page("seat1")
            await one.types(1, "ENTER")
            await one.send({"seat": 1, "key": "A", "down": True})
            await other.says("seat1.page", "A_")
            await one.close()
            await other.types(1, "A")
            await other.says("seat1.page", "AA_")

    really(evening())


def test_the_public_screen_is_sent_the_score_and_what_is_said() -> None:
    async def evening() -> None:
        async with table() as served:
            everything, public = await served.page("all"), await served.page("public")
            await everything.types(1, "ENTER", *"ANN", "ENTER")
            await public.says("public.page", "ANN")
            assert public.devices == {"public.page"}

    really(evening())


def test_computer_players_play_on_a_real_loop() -> None:
    async def evening() -> None:
        async with table() as served:
            page = await served.page("seat1")
            await page.types(1, "ENTER", *"ANN", "ENTER")
            await page.says("seat1.page", "ANN: captain")
            await page.types(1, "DOWN", "DOWN", "RIGHT", "UP", "UP", "ENTER")
            await page.says("seat1.page", "is choosing a word")
            await page.until(lambda page: any("ADA" in str(said["say"]) for said in page.messages("say")))

    really(evening())


# ── who is let in ────────────────────────────────────────────────────────────────────────────────


def test_from_elsewhere_a_seat_needs_its_code() -> None:
    async def evening() -> None:
        async with table(codes=CODES) as served:
            phone = await served.page("seat2", ELSEWHERE)
            await phone.until(lambda page: bool(page.messages("refused")))
            assert phone.devices == set()
            await phone.send({"code": "kiwi77"})
            await phone.says("seat2.page", "Press a key to join.")

    really(evening())


@pytest.mark.parametrize("page", ["seat1", "private"])
def test_the_code_of_another_seat_opens_nothing(page: str) -> None:
    async def evening() -> None:
        async with table(codes=CODES) as served:
            phone = await served.page(page, ELSEWHERE)
            await phone.send({"code": CODES["2"]})
            assert await phone.is_shut() == WRONG_CODE
            assert phone.devices == set()

    really(evening())


def test_whoever_tries_codes_is_sent_away_even_with_the_right_one() -> None:
    async def evening() -> None:
        async with table(codes=CODES) as served:
            for number in range(8):
                page = await served.page("seat1", ELSEWHERE)
                await page.send({"code": f"WRONG{number}"})
                assert await page.is_shut() == WRONG_CODE
            last = await served.page("seat1", ELSEWHERE)
            assert await last.is_shut() == TOO_MUCH

    really(evening())


def test_nobody_comes_from_where_a_header_says() -> None:
    async def evening() -> None:
        async with table(codes=CODES) as served:
            claims = {"X-Forwarded-For": "192.0.2.7", "Forwarded": "for=192.0.2.7", "X-Forwarded-Proto": "https"}
            assert (await get(served, "/", headers=claims))[0] == 200  # it comes from this computer

    really(evening())


def test_codes_tried_all_at_once_are_no_more_than_one_after_the_other() -> None:
    async def evening() -> None:
        async with table(codes=CODES) as served:
            pages = [await served.page("seat1", ELSEWHERE) for _ in range(12)]
            for page in pages:
                await page.until(lambda page: bool(page.messages("refused")))
            for number, page in enumerate(pages):
                await page.send({"code": f"WRONG{number}"})
            shut = [await page.is_shut() for page in pages]
            assert (shut.count(WRONG_CODE), shut.count(TOO_MUCH)) == (8, 4)

    really(evening())


def test_a_right_code_is_no_wrong_one_however_often_it_is_given() -> None:
    async def evening() -> None:
        async with table(codes=CODES) as served:
            for _ in range(10):
                phone = await served.page("seat2", ELSEWHERE)
                await phone.send({"code": CODES["2"]})
                await phone.says("seat2.page", "Press a key to join.")
                await phone.close()

    really(evening())


def test_a_key_before_the_code_is_refused() -> None:
    async def evening() -> None:
        async with table(codes=CODES) as served:
            phone = await served.page("seat1", ELSEWHERE)
            await phone.types(1, "A")
            assert await phone.is_shut() == NOT_YOURS

    really(evening())


@pytest.mark.parametrize("code", ["\\ud800", "\\ud83dKIWI77", "\\u0000", "ﬂ", "K" * 400])
def test_a_code_that_nobody_could_type_is_refused_without_a_traceback(
    code: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def evening() -> None:
        async with table(codes=CODES) as served:
            phone = await served.page("seat2", ELSEWHERE)
            await phone.send(f'{{"code": "{code}"}}')
            assert await phone.is_shut() in (NOT_YOURS, WRONG_CODE)

    really(evening())
    assert caplog.records == []


def test_at_this_computer_no_code_is_asked() -> None:
    async def evening() -> None:
        async with table(codes=CODES) as served:
            await (await served.page("seat2")).says("seat2.page", "Press a key to join.")

    really(evening())


@pytest.mark.parametrize(
    ("page", "name", "origin"),
    [
        ("all", "localhost", "http://evil.example"),
        ("all", "localhost", ""),
        ("all", "localhost", "null"),
        ("seat1", "localhost", "http://localhost:1"),
        ("seat1", "localhost", "http://["),
        ("all", ELSEWHERE, None),  # its name points here, but it is a stranger's
        ("seat9", "localhost", None),
        ("private.screen", "localhost", None),
    ],
)
def test_a_socket_of_a_stranger_is_not_opened(page: str, name: str, origin: str | None) -> None:
    async def evening() -> None:
        async with table() as served:
            assert await refused(served, page, name, origin) == 403

    really(evening())


@pytest.mark.parametrize("page", ["all", "private", "seat1", "seat2", "seat3"])
def test_without_a_code_no_socket_is_opened_from_elsewhere(page: str) -> None:
    """A page of a stranger can have its own name point here, and then says the same name twice."""

    async def evening() -> None:
        async with table() as served:
            assert await refused(served, page, ELSEWHERE) == 403

    really(evening())


@pytest.mark.parametrize(
    ("path", "without", "with_codes"),
    [("/", 403, 403), ("/private", 403, 200), ("/seat/1", 403, 200), ("/seat/3", 403, 200), ("/public", 200, 200)],
)
def test_from_elsewhere_a_page_is_shown_that_has_a_code_or_is_for_all(path: str, without: int, with_codes: int) -> None:
    async def evening() -> None:
        async with table() as bare, table(codes=CODES) as locked:
            assert [(await get(served, path, ELSEWHERE))[0] for served in (bare, locked)] == [without, with_codes]

    really(evening())


@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("localhost", 200),
        ("127.0.0.1", 200),
        ("127.0.0.2", 200),
        ("[::1]", 200),
        ("127.0.0.1.evil.example", 403),
        ("[", 403),
    ],
)
def test_this_computer_goes_by_its_own_names_alone(name: str, status: int) -> None:
    async def evening() -> None:
        async with table() as served:
            assert (await get(served, "/seat/1", name))[0] == status

    really(evening())


def test_the_score_is_shown_to_all_without_a_code() -> None:
    async def evening() -> None:
        async with table() as served:
            public = await served.page("public", ELSEWHERE)
            await public.until(lambda page: page.devices == {"public.page"})

    really(evening())


# ── bad clients ──────────────────────────────────────────────────────────────────────────────────


async def unharmed(others: Page) -> None:
    await others.types(3, "A")
    await others.says("seat3.page", "Your name?")


@pytest.mark.parametrize(
    ("sent", "shut"),
    [
        ("nonsense", NOT_YOURS),
        (b"\x00\xff", NOT_YOURS),
        ('{"seat": 2, "key": "A", "down": true}', NOT_YOURS),
        ('{"power": false}', NOT_YOURS),
        ('{"turn": "private", "up": true}', NOT_YOURS),
        ('{"turn": "half a character: \\ud800", "up": true}', NOT_YOURS),
        ('{"more": "' + "x" * 1000 + '"}', NOT_YOURS),
        ("x" * 100_000, TOO_MUCH),
    ],
)
def test_a_bad_message_shuts_its_page_and_nobody_elses(sent: str | bytes, shut: int) -> None:
    async def evening() -> None:
        async with table() as served:
            bad, good = await served.page("seat1"), await served.page("seat3")
            await bad.send(sent)
            assert await bad.is_shut() == shut
            await unharmed(good)

    really(evening())


def test_a_flood_shuts_its_page_and_nobody_elses() -> None:
    async def evening() -> None:
        async with table() as served:
            bad, good = await served.page("seat1"), await served.page("seat3")
            for _ in range(2 * int(A_PAGE.at_once)):
                await bad.send({"seat": 1, "key": "A", "down": True})
            assert await bad.is_shut() == TOO_MUCH
            await unharmed(good)

    really(evening())


def test_the_ninth_page_of_a_seat_is_one_too_many() -> None:
    async def evening() -> None:
        async with table() as served:
            pages = [await served.page("seat1") for _ in range(8)]
            await pages[-1].says("seat1.page", "Press a key to join.")
            assert await (await served.page("seat1")).is_shut() == FULL
            await pages[0].close()

    really(evening())


def test_a_page_that_reads_nothing_delays_nobody() -> None:
    async def evening() -> None:
        async with table() as served:
            reader, writer = await asyncio.open_connection("127.0.0.1", served.port)
            host = f"localhost:{served.port}"
            writer.write(
                f"GET /live/all HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nUpgrade: websocket\r\n"
                "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
            )
            await reader.readuntil(b"\r\n\r\n")
            good = await served.page("seat3")
            await unharmed(good)
            writer.close()

    really(evening())


@pytest.mark.parametrize(
    "begun",
    [b"", b"GET /public HTTP/1.1\r\nHost: localhost\r\nX-Slow: "],
    ids=["nothing", "half a request"],
)
def test_a_visit_that_comes_to_nothing_is_ended(begun: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """Or a few such visitors would keep everybody else out for the evening."""
    monkeypatch.setattr(server, "LONGEST_REQUEST", 0.1)

    async def evening() -> None:
        async with table() as served:
            reader, writer = await asyncio.open_connection("127.0.0.1", served.port)
            writer.write(begun)
            async with asyncio.timeout(LIMIT):
                with suppress(ConnectionResetError):
                    await reader.read()
            writer.close()

    really(evening())


def test_a_socket_outlives_the_visit_that_opened_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "LONGEST_REQUEST", 0.1)

    async def evening() -> None:
        async with table() as served:
            early = await served.page("seat3")
            reader, writer = await asyncio.open_connection("127.0.0.1", served.port)
            with suppress(ConnectionResetError):
                await reader.read()  # whoever came later has been sent away
            writer.close()
            await unharmed(early)

    really(evening())


# ── the end ──────────────────────────────────────────────────────────────────────────────────────


def test_an_end_is_told_to_every_page_at_once() -> None:
    async def evening() -> None:
        async with table() as served:
            page = await served.page("seat1")
            await page.says("seat1.page", "Press a key")
            await served.ends()
            assert await page.is_shut() == GOING

    really(evening())
