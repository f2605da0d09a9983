"""The league's pages in a real browser: a television that follows the tables, and a phone."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, ViewportSize

from firmware_host.league.service.store import KeptEvening, Store
from tests.league.servers import Server, league_service, mosquitto, wait_for
from tests.league.test_hostile_clients import FAR_AWAY, Client
from tests.league.test_pages import VIEW
from tests.league.test_standings import GAME, ROUND
from tests.league.test_store import take
from tests.web.browsers.browser import browser

__all__ = ["browser"]
pytestmark = pytest.mark.league

TELEVISION: ViewportSize = {"width": 1920, "height": 1080}
PHONE: ViewportSize = {"width": 360, "height": 740}
TABLES = 30  # more than a television shows at once
CUT = "() => [...document.querySelectorAll('.tables')].map((box) => box.scrollHeight > box.clientHeight + 2)"

STAND_STILL = """() => {
  for (let each = setInterval(() => 0); each > 0; each--) clearInterval(each);
  document.querySelector(".tables").scrollTo(0, 0);
}"""  # it turns by itself every few seconds, perhaps between two looks


@dataclass
class Club:
    tables: Client
    service: Server
    browser: Browser

    def tells(self, table: int, **view: object) -> None:
        self.tables.says(f"wordtable/club/table/table-{table}/here", '{"here":true}', kept=True)
        self.tables.says(f"wordtable/club/table/table-{table}/view", json.dumps({**VIEW, **view}), kept=True)

    def opens(self, path: str, size: ViewportSize, scheme: str = "dark") -> Page:
        look = {"color_scheme": "dark"} if scheme == "dark" else {"color_scheme": "light"}
        page = self.browser.new_context(viewport=size, bypass_csp=True, **look).new_page()  # type: ignore[arg-type]
        page.goto(f"http://127.0.0.1:{self.service.port}{path}")
        return page


@pytest.fixture(scope="module")
def club(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    """Thirty tables play; on the first board everybody has finished, and on the second nobody."""
    folder: Path = tmp_path_factory.mktemp("club")
    broker, database = mosquitto(folder), str(folder / "league.db")
    broker.start()
    with Store(database, "club") as store:
        boards = (("aa", "HOUSE"), ("bb", "CRANE"))
        store.begin_evening(KeptEvening("7", 1.7e9, FAR_AWAY, False, "duplicate", boards, frozenset({"table-1"})))
        store.hand("7", "table-1", "4.1700", 1, 2, 0.0)
        take(store, ("table-1", GAME), ("table-1", ROUND))
    service = league_service(folder, broker, database)
    service.start()
    opened = Club(Client(broker, "tables"), service, browser)
    for table in range(TABLES):
        opened.tells(table)
    yield opened
    opened.tables.close()
    service.kill()
    broker.kill()


def test_a_television_follows_a_table_without_being_touched(club: Club) -> None:
    page = club.opens("/", TELEVISION)
    page.wait_for_selector("#table-table-3")

    def follows() -> bool:
        club.tells(3, round=4)
        return "round 4 of 4" in page.inner_text("#table-table-3")

    wait_for(follows)


def test_a_television_that_was_cut_off_says_so_and_catches_up(club: Club) -> None:
    page = club.opens("/", TELEVISION)
    page.wait_for_selector("#table-table-5")
    assert not page.is_visible(".lost")
    club.service.kill()
    page.wait_for_selector(".lost", state="visible")
    club.tells(5, round=3)
    club.service.start()
    page.wait_for_selector(".lost", state="hidden")
    wait_for(lambda: "round 3 of 4" in page.inner_text("#table-table-5"))


def test_a_television_shows_in_turn_what_does_not_fit(club: Club) -> None:
    page = club.opens("/", TELEVISION)
    page.wait_for_selector(f"#table-table-{TABLES - 1}")
    page.evaluate(STAND_STILL)
    last = f"document.getElementById('table-table-{TABLES - 1}').getBoundingClientRect().bottom <= innerHeight"
    assert page.evaluate(CUT) == [True]
    assert not page.evaluate(last)
    for _ in range(TABLES):
        page.evaluate("document.querySelectorAll('.tables').forEach(turn)")
        if page.evaluate(last):
            break
    assert page.evaluate(last)
    page.evaluate("document.querySelectorAll('.tables').forEach(turn)")
    assert page.evaluate("document.querySelector('.tables').scrollTop") == 0


@pytest.mark.parametrize(("path", "size"), [("/", TELEVISION), ("/phone", PHONE)], ids=["television", "phone"])
def test_words_are_shown_when_all_have_found_them(club: Club, path: str, size: ViewportSize) -> None:
    page = club.opens(path, size)
    wait_for(lambda: bool(page.reload()) and "HOUSE" in page.content())
    assert "CRANE" not in page.content()
    assert "±" in page.inner_text(".standings")


@pytest.mark.parametrize("path", ["/", "/phone"])
def test_nothing_is_wider_than_a_phone(club: Club, path: str) -> None:
    assert club.opens(path, PHONE).evaluate("document.documentElement.scrollWidth") == PHONE["width"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("path", "size"), [("/", TELEVISION), ("/phone", PHONE)], ids=["television", "phone"])
def test_axe_finds_nothing(club: Club, path: str, size: ViewportSize, scheme: str) -> None:
    violations = Axe().run(club.opens(path, size, scheme)).response["violations"]
    assert [(each["id"], node["html"][:120]) for each in violations for node in each["nodes"]] == []
