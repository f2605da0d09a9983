"""Past evenings: who may read about them, who may change who is who, and the page that a scanned code leads to."""

from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import pytest

from firmware_host.console.lobby.lobby import Lobby, turn
from firmware_host.games.shared.wishes import TurnEvenings
from firmware_host.journal.history import read_history
from firmware_host.journal.opening import read_ledger
from firmware_host.web.evenings.readers import LONGEST
from firmware_host.web.simulated_table import SimulatedWebTable
from tests.support.three_evenings import play_three_evenings
from tests.web.pages import SHARING, Served, get, post, really, table

CODES = {"1": "LAMP42", "2": "KIWI77", "3": "FERN55"}
ELSEWHERE = "table.local"
PAGES = ("/evenings", "/evenings/table", "/evenings/person/BOB", "/evenings/game/2", "/evenings/game/2/squares.png")


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    file = tmp_path / "journal.db"
    play_three_evenings(file)
    return file


def visit(journal: Path, evening: Callable[[Served], Awaitable[None]], *, codes: bool = True) -> None:
    async def ask() -> None:
        async with table(codes=CODES if codes else {}, file=journal) as pages:
            await evening(pages)

    really(ask())


def with_cookie(headers: dict[str, str]) -> dict[str, str]:
    return {"Cookie": headers["set-cookie"].partition(";")[0]}


@pytest.fixture
def captain_at_2(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SimulatedWebTable, "lobby", Lobby(joined={2: "BOB"}))


# ── reading ──────────────────────────────────────────────────────────────────────────────────────


def test_nobody_in_the_network_reads_a_name_without_a_code(journal: Path) -> None:
    async def evening(pages: Served) -> None:
        for path in PAGES:
            status, _, body = await get(pages, path, ELSEWHERE)
            assert status == 401
            assert not any(name in body for name in ("ANN", "CY", "DORA", "EMIL"))

    visit(journal, evening)


def test_whoever_has_a_seat_may_read(journal: Path) -> None:
    async def evening(pages: Served) -> None:
        status, headers, _ = await post(pages, "/evenings/code", {"code": "kiwi77", "to": "/evenings/table"}, ELSEWHERE)
        assert (status, headers["location"]) == (303, "/evenings/table")
        assert "HttpOnly" in headers["set-cookie"]
        for path in PAGES[:4]:
            assert (await get(pages, path, ELSEWHERE, with_cookie(headers)))[0] == 200

    visit(journal, evening)


def test_a_wrong_code_opens_nothing_and_is_soon_not_listened_to(journal: Path) -> None:
    async def evening(pages: Served) -> None:
        told = [await post(pages, "/evenings/code", {"code": "WRONG1"}, ELSEWHERE) for _ in range(30)]
        assert {"set-cookie" in headers for _, headers, _ in told} == {False}
        assert told[0][0] == 401
        assert told[-1][0] == 429
        assert (await post(pages, "/evenings/code", {"code": "KIWI77"}, ELSEWHERE))[0] == 429

    visit(journal, evening)


def test_a_code_leads_nowhere_else(journal: Path) -> None:
    async def evening(pages: Served) -> None:
        answer = await post(pages, "/evenings/code", {"code": "KIWI77", "to": "//elsewhere.example/"}, ELSEWHERE)
        assert answer[1]["location"] == "/evenings"

    visit(journal, evening)


@pytest.mark.parametrize("cookie", ["", "wordtable-evenings=", "wordtable-evenings=guessed"])
def test_an_invented_cookie_opens_nothing(journal: Path, cookie: str) -> None:
    async def evening(pages: Served) -> None:
        assert (await get(pages, "/evenings", ELSEWHERE, {"Cookie": cookie}))[0] == 401

    visit(journal, evening)


def test_a_table_without_codes_tells_only_its_own_computer(journal: Path) -> None:
    async def evening(pages: Served) -> None:
        assert (await get(pages, "/evenings", ELSEWHERE))[0] == 403
        assert (await get(pages, "/evenings"))[0] == 200

    visit(journal, evening, codes=False)


@pytest.mark.parametrize("codes", [True, False])
def test_the_captain_can_open_them_to_all(journal: Path, codes: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SimulatedWebTable, "lobby", turn(Lobby(), TurnEvenings(1), 3))

    async def evening(pages: Served) -> None:
        assert (await get(pages, "/evenings/person/BOB", ELSEWHERE))[0] == 200

    visit(journal, evening, codes=codes)


def test_what_is_filled_in_has_an_end(journal: Path) -> None:
    async def evening(pages: Served) -> None:
        long = {"code": "KIWI77", "to": "/evenings" + "x" * LONGEST}
        assert (await post(pages, "/evenings/code", long, ELSEWHERE))[0] == 401

    visit(journal, evening)


# ── who is who ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.usefixtures("captain_at_2")
def test_the_captain_joins_two_spellings_on_a_page(journal: Path) -> None:
    async def evening(pages: Served) -> None:
        status, _, body = await post(pages, "/evenings/person/ANNE/join", {"name": "ANN", "code": "KIWI77"}, ELSEWHERE)
        assert (status, "ANNE and ANN are one person: ANN." in body) == (200, True)
        assert (await get(pages, "/evenings/person/ANNE"))[0] == 404
        assert "ANNE" not in (await get(pages, "/evenings"))[2]

    visit(journal, evening)
    assert {name for played in read_history(journal) for name in played.people} == {"ANN", "BOB", "CY", "DORA", "EMIL"}


def test_a_new_name_is_on_every_page_at_once(journal: Path) -> None:
    async def evening(pages: Served) -> None:
        assert "CY" in (await get(pages, "/evenings"))[2]
        await post(pages, "/evenings/person/CY/rename", {"name": "cyrus"}, "localhost")
        assert ">CYRUS<" in (await get(pages, "/evenings"))[2]
        assert (await get(pages, "/evenings/person/CYRUS"))[0] == 200

    visit(journal, evening)


def test_nothing_of_somebody_is_left_who_was_forgotten_on_a_page(journal: Path) -> None:
    async def evening(pages: Served) -> None:
        assert "DORA" in (await get(pages, "/evenings"))[2]
        status, _, body = await post(pages, "/evenings/person/DORA/forget", {}, "localhost")
        assert (status, "DORA is forgotten: in past games they are GUEST1." in body) == (200, True)
        assert "DORA" not in (await get(pages, "/evenings"))[2]
        files = [file for file in journal.parent.iterdir() if b"DORA" in file.read_bytes()]
        assert files == []

    visit(journal, evening)
    with closing(read_ledger(journal)) as ledger:
        assert not any("DORA" in row.content for row in ledger.rows.all())


@pytest.mark.usefixtures("captain_at_2")
@pytest.mark.parametrize(
    ("code", "origin", "told"),
    [
        ("LAMP42", "", "That is not the right code."),  # of a seat, but not the captain's
        ("", "", "That is not the right code."),
        ("KIWI77", "http://elsewhere.example", "Open the page of the table itself"),
    ],
)
def test_nobody_else_changes_anything(journal: Path, code: str, origin: str, told: str) -> None:
    async def evening(pages: Served) -> None:
        answer = await post(pages, "/evenings/person/CY/rename", {"name": "X", "code": code}, ELSEWHERE, origin)
        assert (answer[0], told in answer[2]) == (403, True)

    visit(journal, evening)
    assert any("CY" in played.people for played in read_history(journal))


def test_somebody_elses_page_changes_nothing_at_the_tables_own_computer(journal: Path) -> None:
    async def evening(pages: Served) -> None:
        answer = await post(pages, "/evenings/person/CY/forget", {}, "localhost", "http://elsewhere.example")
        assert answer[0] == 403

    visit(journal, evening)
    assert any("CY" in played.people for played in read_history(journal))


def test_a_change_that_cannot_be_made_is_told(journal: Path) -> None:
    async def evening(pages: Served) -> None:
        answer = await post(pages, "/evenings/person/BOB/join", {"name": "CY"}, "localhost")
        assert (answer[0], "they are two people" in answer[2]) == (409, True)
        assert (await post(pages, "/evenings/person/BOB/praise", {}, "localhost"))[0] == 404

    visit(journal, evening)


# ── to send around ───────────────────────────────────────────────────────────────────────────────


def path_of(game: int) -> str:
    return SHARING.address(game).removeprefix("table.local")


def test_a_scanned_code_leads_to_the_squares_without_any_other_code(journal: Path) -> None:
    async def evening(pages: Served) -> None:
        for path in (path_of(2), path_of(2).upper()):
            status, _, body = await get(pages, path, ELSEWHERE)
            assert (status, "🟩🟩🟩🟩🟩" in body, "/squares.png" in body) == (200, True, True)
            assert 'href="/evenings' not in body

    visit(journal, evening)


def test_a_scanned_code_shows_no_word(journal: Path) -> None:
    async def evening(pages: Served) -> None:
        played = read_history(journal)[0]
        _, _, body = await get(pages, path_of(played.number), ELSEWHERE)
        words = {row.word for each in played.rounds for board in each.boards for row in board.rows}
        assert words
        assert not any(word in body for word in words)

    visit(journal, evening)


def test_the_code_of_one_game_opens_no_other(journal: Path) -> None:
    async def evening(pages: Served) -> None:
        mark = path_of(2).partition("-")[2]
        first, second = (played.number for played in read_history(journal)[:2])
        assert first == 2
        for code in (f"{second}-{mark}", f"{second}", "-", f"2-{mark}x", "²-AAAAAA", "9" * 40 + "-AAAAAA"):
            assert (await get(pages, f"/s/{code.encode().hex() if not code.isascii() else code}", ELSEWHERE))[0] == 404

    visit(journal, evening)


def test_guessing_codes_of_games_is_soon_not_answered(journal: Path) -> None:
    async def evening(pages: Served) -> None:
        for guess in range(30):
            await get(pages, f"/s/2-{guess:06}", ELSEWHERE)
        assert (await get(pages, path_of(2), ELSEWHERE))[0] == 404

    visit(journal, evening)
