"""Every line of every page about past evenings, beside the same line worked out from the raw journal by other code."""

import io
import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import pytest
from PIL import Image

from firmware_host.journal.history import read_history
from firmware_host.journal.people import change_file, joining, renaming
from firmware_host.web.evenings.share import COLOURS, share_picture
from tests.remembered import recounted_pages
from tests.remembered.recounted import raw_games
from tests.support.three_evenings import play_three_evenings
from tests.web.pages import get, really, table

MARKS = {"in-place": "G", "elsewhere": "Y", "absent": "-"}
LINES = {"h1", "h2", "h3", "p", "li", "tr", "figcaption", "pre", "nav"}


class Read(HTMLParser):
    """A page as it is read, line by line. Of a plot what is read aloud; of a row its letters, marks and moment."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.lines: list[str] = []
        self._line = ""
        self._skips = 0
        self._letters, self._marks, self._at = "", "", ""
        self.feed(page)

    def handle_starttag(self, tag: str, given: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in given}
        if tag in ("svg", "details", "title", "script") or attributes.get("class") == "unseen":
            self._skips += 1
        if tag == "svg":
            self.lines.append(attributes["aria-label"])
        elif "row" in attributes.get("class", "").split():
            self._at = attributes["data-at"]
        elif "tile" in attributes.get("class", ""):
            self._marks += MARKS[attributes["class"].split()[1]]
        elif tag in ("td", "th") and self._line:
            self._line += " | "
        elif tag == "button" and self._line:
            self._line += " "

    def handle_data(self, data: str) -> None:
        if self._skips == 0:
            self._line += data

    def handle_endtag(self, tag: str) -> None:
        if tag in ("svg", "details", "title", "script") or (tag == "span" and self._skips):
            self._skips -= 1
        if tag == "div" and self._at:
            self.lines.append(f"{self._line} {self._marks} {self._at}")
            self._line = self._marks = self._at = ""
        elif tag in LINES:
            self.lines += [self._line.strip()] if self._line.strip() else []
            self._line = ""


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("table") / "journal.db"
    play_three_evenings(file)
    return file


@pytest.fixture(scope="module")
def with_other_names(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same evenings, after somebody was renamed and two spellings were joined."""
    file = tmp_path_factory.mktemp("renamed") / "journal.db"
    play_three_evenings(file)
    change_file(file, joining("ANNE", "ANN"))
    change_file(file, renaming("CY", "CYRUS"))
    return file


@pytest.fixture(params=["journal", "with_other_names"])
def file(request: pytest.FixtureRequest) -> Path:
    found = request.getfixturevalue(request.param)
    assert isinstance(found, Path)
    return found


def read(journal: Path, *paths: str) -> list[list[str]]:
    pages: list[list[str]] = []

    async def ask() -> None:
        async with table(file=journal) as served:
            for path in paths:
                status, _, body = await get(served, path)
                assert status == 200, path
                pages.append(Read(body).lines)

    really(ask())
    return pages


def test_the_evenings(file: Path) -> None:
    assert read(file, "/evenings") == [recounted_pages.evenings_page(file)]


def test_the_table(file: Path) -> None:
    assert read(file, "/evenings/table") == [recounted_pages.table_page(file)]


def test_everybody(file: Path) -> None:
    people = sorted(recounted_pages.people_of(raw_games(file)))
    pages = read(file, *(f"/evenings/person/{name}" for name in people))
    assert pages == [recounted_pages.person_page(file, name) for name in people]


def test_every_game(file: Path) -> None:
    numbers = [game["number"] for game in raw_games(file)]
    pages = read(file, *(f"/evenings/game/{number}" for number in numbers))
    assert pages == [recounted_pages.game_page(file, number) for number in numbers]


def test_every_game_as_squares(file: Path) -> None:
    numbers = [game["number"] for game in raw_games(file)]

    async def ask() -> None:
        async with table(file=file) as served:
            for number in numbers:
                _, _, body = await get(served, f"/evenings/game/{number}/squares.txt")
                assert body == recounted_pages.squares(file, number)

    really(ask())


def test_every_game_as_a_picture(journal: Path) -> None:
    """As many squares of each colour as there are marks, and nothing else on the paper."""
    for game, played in zip(raw_games(journal), read_history(journal), strict=True):
        rows = [
            (board[1], guess)
            for entries in recounted_pages.played_out(game)
            for board in recounted_pages.boards(game, entries)
            for guess, _ in board[2]
        ]
        wanted = Counter(mark for word, guess in rows for mark in recounted_pages.marks(word, guess))
        picture = Image.open(io.BytesIO(share_picture(played)))
        pixels = {colour: count for count, colour in picture.getcolors(1000) or ()}
        square = {pixels[COLOURS[mark]] / count for mark, count in wanted.items()}
        assert len(square) == 1, "all squares are of one size"
        assert len(pixels) == len(wanted) + 1


@pytest.mark.parametrize("name", ["ANN", "BOB", "CY"])
def test_plots_are_drawn_to_scale(name: str, journal: Path) -> None:
    page = ""

    async def ask() -> None:
        nonlocal page
        async with table(file=journal) as served:
            _, _, page = await get(served, f"/evenings/person/{name}")

    really(ask())
    course = [mu for mu, _ in recounted_pages.ratings(raw_games(journal))[name]]
    [points] = re.findall(r'<polyline class="line" points="(.*?)"', page)
    heights = [float(point.split(",")[1]) for point in points.split()]
    high, low = min(heights), max(heights)
    spread = max(course) - min(course)
    drawn, wanted = [(low - y) / (low - high) for y in heights], [(mu - min(course)) / spread for mu in course]
    assert drawn == pytest.approx(wanted, abs=0.005)
    for plot in re.findall(r'<svg class="plot"[^>]*>(?:(?!</svg>).)*class="bar".*?</svg>', page):
        counts = [int(count) for count in re.findall(r'class="count"[^>]*>(\d+)<', plot)]
        widths = [float(width) for width in re.findall(r'class="bar"[^>]* width="([\d.]+)"', plot)]
        assert widths == pytest.approx([max(2.0, max(widths) * count / max(counts)) for count in counts], abs=0.1)
