"""Past evenings in a browser: every figure of the journal is on its page, and nothing of a game that goes on."""

import asyncio
import re
from collections.abc import Mapping
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest

from firmware_host.games.shared.marks import mark
from firmware_host.journal.history import Past, read_history
from firmware_host.journal.journal import Journal
from firmware_host.remembered.played import Played
from firmware_host.remembered.rounds import Board, Round, Row
from firmware_host.texts.language import ENGLISH, language
from firmware_host.web.evenings.pages import Writer
from firmware_host.web.evenings.share import share_picture, share_text
from hardware.clock import VirtualClock
from tests.remembered.recounted import person_recounted, table_recounted
from tests.support.evening import Evening
from tests.support.three_evenings import play_three_evenings
from tests.web.pages import get, really, table

PAGES = ("/evenings", "/evenings/table", "/evenings/person/BOB", "/evenings/game/2", "/evenings/game/2/squares.txt")


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("table") / "journal.db"
    play_three_evenings(file)
    return file


def asked(journal: Path, *paths: str) -> dict[str, tuple[int, str]]:
    """What somebody at the table's own computer is answered."""
    answers: dict[str, tuple[int, str]] = {}

    async def ask() -> None:
        async with table(file=journal) as pages:
            for path in paths:
                status, _, body = await get(pages, path)
                answers[path] = status, body

    really(ask())
    return answers


def served(journal: Path, *paths: str) -> dict[str, str]:
    answers = asked(journal, *paths)
    assert {status for status, _ in answers.values()} == {200}
    return {path: body for path, (_, body) in answers.items()}


def rows(page: str) -> list[list[str]]:
    """The tables of a page, as they are read."""
    found = re.findall(r"<tr>(.*?)</tr>", page)
    return [
        [unescape(re.sub("<.*?>", "", cell)) for cell in re.findall(r"<t[hd].*?>(.*?)</t[hd]>", row)] for row in found
    ]


def bars(page: str) -> list[tuple[str, int]]:
    """The plots of a page, as they are drawn."""
    found = re.findall(r'class="label".*?>(.*?)</text>.*?class="count".*?>(\d+)</text>', page)
    return [(label, int(count)) for label, count in found]


# ── figures ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", ["ANN", "BOB", "CY", "EMIL"])
def test_a_persons_page_has_the_figures_of_the_raw_journal(name: str, journal: Path) -> None:
    page = served(journal, f"/evenings/person/{name}")[f"/evenings/person/{name}"]
    told = person_recounted(journal, name)
    assert f"{told['games']} games, {told['wins']} won. Longest streak: {told['longest_streak']}, now" in page
    assert f"Found {told['guessing']['found']} of {told['guessing']['searched']} words." in page
    assert f"Fastest row: {told['fastest_row']['word']}, {told['fastest_row']['seconds']:.1f} s" in page
    assert rows(page) == [
        ["Best words", "Tries", "Hidden by"],
        *([each["word"], str(each["tries"]), each["owner"]] for each in told["best_words"]),
        ["Words hidden", "Times", "Found", "Tries"],
        *(
            [each["word"], str(each["times"]), f"{each['found']}/{each['searched']}", average(each)]
            for each in told["secrets"]
        ),
        ["Against", "Ahead", "Behind", "Level"],
        *([other, *map(str, met.values())] for other, met in told["head_to_head"].items()),
    ]
    counts = [count for kind in told["by_game"].values() for count in (*kind["tries"].values(), kind["not_found"])]
    assert [count for _, count in bars(page)] == counts


def average(searches: Mapping[str, float | None]) -> str:
    return "–" if searches["average"] is None else f"{searches['average']:.1f}"


def test_the_tables_page_has_the_hardest_words(journal: Path) -> None:
    page, told = served(journal, "/evenings/table")["/evenings/table"], table_recounted(journal)
    assert [row[:3] for row in rows(page)[1:]] == [
        [each["word"], f"{each['found']}/{each['searched']}", average(each)] for each in told["hardest_words"]
    ]
    numbers = [int(number) for number in re.findall(r"/evenings/game/(\d+)", page)]
    assert numbers == [each["number"] for each in told["closest_games"]]


def test_a_plot_can_be_listened_to(journal: Path) -> None:
    page = served(journal, "/evenings/person/BOB")["/evenings/person/BOB"]
    party = next(plot for plot in re.findall(r'role="img" aria-label="(.*?)"', page) if plot.startswith("Party"))
    tries = person_recounted(journal, "BOB")["by_game"]["party"]["tries"]
    assert f"on try 3: {tries['3']}, on try 4: {tries['4']}" in party


@pytest.mark.parametrize("path", ["/evenings/person/NOBODY", "/evenings/game/99999", "/evenings/game/3/squares.png"])
def test_what_is_not_remembered_is_told(path: str, journal: Path) -> None:
    assert asked(journal, path)[path] == (404, "There is nothing at this address. Try /evenings.\n")


def test_a_name_that_looks_like_html_is_text() -> None:
    name = "<b>&'\""
    played = Played(1, 0.0, "party", (name,), (), (name,), {name: 1}, {name: (name,)}, "most", 1)
    writer = Writer(language(ENGLISH), lambda _word: "")
    assert name not in writer.game(played, share_text(played, language(ENGLISH)))
    assert "&lt;b&gt;" in writer.game(played, "")


# ── secrets ──────────────────────────────────────────────────────────────────────────────────────


def test_nothing_of_a_game_that_goes_on_is_on_any_page(journal: Path, tmp_path: Path) -> None:
    """Neither its word nor its players, nor that there is one: every page is the same, byte for byte."""
    file = tmp_path / "journal.db"
    file.write_bytes(journal.read_bytes())
    before = served(file, *PAGES)
    evening = Evening("party", "BOB", "ZOE")
    playing = Journal.on_the_spot(file, VirtualClock())
    playing.begin(evening.session.save(), {1: "BOB"}, {}, lambda: None)
    for who, action, word in (("BOB", "secret", "SOLVE"), ("ZOE", "guess", "SMILE")):
        evening.does(who, action, word=word)
        playing.add(evening.session.newest_entry(), lambda: None)
    playing.close()
    assert served(file, *PAGES) == before


def test_a_round_that_nobody_finished_is_on_no_page(journal: Path) -> None:
    """The sixth game was ended in its second round."""
    ended = read_history(journal)[5]
    assert (ended.winners, ended.rounds_played, len(ended.rounds)) == ((), 2, 1)


def game(*boards: tuple[str, ...], word: str) -> Played:
    told = tuple(
        Board(f"P{number}", "ANN", tuple(Row(guess, mark(word, guess) if guess else "", 1.0) for guess in guesses))
        for number, guesses in enumerate(boards)
    )
    people = ("ANN", *(board.side for board in told))
    scores = dict.fromkeys(people, 1)
    return Played(
        2, 0.0, "party", people, (), ("ANN",), scores, {p: (p,) for p in people}, "most", 1,
        (Round({"ANN": word}, {}, told, ()),),
    )  # fmt: skip


def test_what_is_sent_around_depends_on_no_letter() -> None:
    """Other words with the same marks are the same text and the same picture."""
    one, other = game(("CRUMB", "SOLVE"), word="SOLVE"), game(("CRUMB", "DWELT"), word="DWELT")
    assert share_text(one, language(ENGLISH)) == share_text(other, language(ENGLISH))
    assert share_picture(one) == share_picture(other)
    assert "⬛⬛⬛⬛⬛\n🟩🟩🟩🟩🟩\n" in share_text(one, language(ENGLISH))
    assert share_picture(one) != share_picture(game(("SMILE", "SOLVE"), word="SOLVE"))


def test_a_game_that_is_not_installed_any_more_has_its_page_and_its_squares() -> None:
    gone = replace(game(("SMILE", "SOLVE"), word="SOLVE"), game="between")
    squares = share_text(gone, language(ENGLISH))
    assert squares.startswith("wordtable · between · ")
    assert "<h1>between</h1>" in Writer(language(ENGLISH), lambda _word: "").game(gone, squares)


def test_a_row_that_time_ran_out_on_is_as_long_as_the_others() -> None:
    played = game(("CORE", "", "BARK"), word="BARK")
    page = Writer(language(ENGLISH), lambda _word: "").game(played, "")
    assert page.count('<span class="tile crossed">') == 4


def test_the_picture_is_a_png_without_a_word_in_it(journal: Path) -> None:
    played = read_history(journal)[0]
    picture = share_picture(played)
    assert picture.startswith(b"\x89PNG")
    assert not any(
        row.word.encode() in picture for each in played.rounds for board in each.boards for row in board.rows
    )


# ── while people play ────────────────────────────────────────────────────────────────────────────


def test_a_game_is_there_as_soon_as_it_is_finished(tmp_path: Path) -> None:
    file = tmp_path / "journal.db"
    play_three_evenings(file)
    journal = Journal.on_the_spot(file, VirtualClock())
    past: Past = journal.past()
    assert past.chronicle().games == 9
    evening = Evening("party", "ANN", "BOB")
    journal.begin(evening.session.save(), {}, {}, lambda: None)
    journal.finish(
        {"game": "party", "players": ["ANN", "BOB"], "scores": {"ANN": 1, "BOB": 2}, "winners": ["ANN"], "told": []},
        lambda: None,
    )
    assert past.chronicle().games == 10
    journal.close()


def test_pages_are_written_beside_the_loop(journal: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    threads: list[object] = []
    to_thread = asyncio.to_thread

    async def noted(work: object, *given: object) -> object:
        threads.append(work)
        return await to_thread(work, *given)  # type: ignore[arg-type]  # as it was called

    async def ask() -> None:
        async with table(file=journal) as pages:
            monkeypatch.setattr(asyncio, "to_thread", noted)
            reader, writer = await asyncio.open_connection("127.0.0.1", pages.port)
            writer.write(b"GET /evenings HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            await reader.read()
            writer.close()

    really(ask())
    assert len(threads) == 1
