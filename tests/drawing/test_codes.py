"""Codes to scan on panels: read back from the pixels, as a phone reads them."""

import sys

import pytest
from PIL import Image

from firmware_host.console.lobby.chores import ChoreDesk
from firmware_host.console.lobby.pages import invitation
from firmware_host.console.screens.showing import over
from firmware_host.console.screens.telling import share_page
from firmware_host.drawing.canvas import Size, as_image
from firmware_host.drawing.codes import code_rows
from firmware_host.drawing.draw import draw, lay_out
from firmware_host.drawing.shown import shown_in
from firmware_host.games.shared.page import Page
from firmware_host.games.shared.sitting import Address, Comfort, comforts
from firmware_host.games.shared.tasks import Desk, ReadTask
from firmware_host.games.shared.wishes import DoChore, EndChore
from firmware_host.texts.language import language
from firmware_host.texts.text import say
from hardware.clock import VirtualClock
from hardware.ports import OWN_WIFI
from hardware.simulated.chores import TAKES, SimulatedChores
from hardware.simulated.network import OWN

zxingcpp = pytest.importorskip("zxingcpp", reason="no zxing-cpp for this machine")

ADDRESS = "192.168.100.200:8377/j/K7QX"
SCANNED = "HTTP://192.168.100.200:8377/J/K7QX"
ENGLISH = language("en")
FREE_SEAT = invitation(Address(ADDRESS))


def scanned(page: Page, size: Size, *, colour: bool = False) -> list[str]:
    """What a phone reads from the panel, which is a few centimetres wide in its picture."""
    picture = as_image(draw(shown_in(ENGLISH, page), size, colour, 0.0)).convert("L")
    larger = picture.resize((size[0] * 4, size[1] * 4), Image.Resampling.BICUBIC)
    on_the_table = Image.new("L", (larger.width + 80, larger.height + 80), 20)
    on_the_table.paste(larger, (40, 40))
    return [found.text for found in zxingcpp.read_barcodes(on_the_table)]


@pytest.mark.parametrize("size", [(128, 64), (128, 72), (128, 128), (256, 64), (64, 128), (160, 128), (240, 240)])
def test_a_free_seat_shows_a_code_that_a_phone_reads(size: Size) -> None:
    assert scanned(FREE_SEAT, size) == [SCANNED]


def test_a_panel_in_colour_shows_it_too() -> None:
    assert scanned(FREE_SEAT, (160, 128), colour=True) == [SCANNED]


def test_where_the_table_has_a_name_it_is_typed_and_the_number_is_scanned() -> None:
    named = invitation(Address("wordtable.local:8377/j/K7QX", ADDRESS))
    assert scanned(named, (128, 64)) == [SCANNED]
    assert "wordtable.local:8377/j/K7QX" in lay_out(shown_in(ENGLISH, named), (128, 64)).text


def test_beside_the_code_stands_all_that_one_could_type() -> None:
    sheet = lay_out(shown_in(ENGLISH, FREE_SEAT), (128, 64))
    assert (sheet.canvas.problems, sheet.shortened, sheet.left_out) == ([], [], [])
    assert ADDRESS in sheet.text


@pytest.mark.parametrize("size", [(128, 32), (96, 64), (64, 48)])
def test_a_panel_without_room_for_it_still_says_the_address(size: Size) -> None:
    assert scanned(FREE_SEAT, size) == []
    assert ADDRESS in draw(shown_in(ENGLISH, FREE_SEAT), size, False, 0.0).text


def test_the_captains_menu_shows_the_code_with_its_keys_beside_it() -> None:
    item = next(item for item in comforts(Comfort(captain=True, phones=Address(ADDRESS))) if item.id == "phones")
    assert isinstance(item.does, ReadTask)
    page = over(item.does, Desk())
    assert scanned(page, (128, 64)) == [SCANNED]
    assert lay_out(shown_in(ENGLISH, page), (128, 64)).shortened == []


def test_a_phone_joins_the_tables_own_wifi_by_scanning_the_captains_panel() -> None:
    clock = VirtualClock()
    desk = ChoreDesk(SimulatedChores(clock), lambda: None)
    desk.wish(1, DoChore(OWN_WIFI))
    clock.run_until(TAKES)
    words = lay_out(shown_in(ENGLISH, desk.sit().own), (128, 64))
    assert (words.canvas.problems, words.shortened) == ([], [])
    desk.wish(1, EndChore())
    assert scanned(desk.sit().own, (128, 64)) == [OWN.code]


def test_only_the_captain_is_offered_it() -> None:
    assert "phones" not in {item.id for item in comforts(Comfort(captain=False, phones=Address(ADDRESS)))}
    assert "phones" not in {item.id for item in comforts(Comfort(captain=True))}


def test_a_message_goes_before_the_code() -> None:
    told = Page(code=FREE_SEAT.code, lines=FREE_SEAT.lines, message=say("ANN has joined."))
    assert scanned(told, (128, 64)) == []


def test_a_table_without_the_library_shows_no_code_and_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "segno", None)
    code_rows.cache_clear()
    other = invitation(Address("10.0.0.1/j/K7QZ"))
    assert scanned(other, (128, 64)) == []
    code_rows.cache_clear()


GAME = "192.168.178.20:8080/s/12345-BCDFGH"


def test_a_phone_reads_the_code_of_a_game_though_its_address_would_not_fit_beside_it() -> None:
    page = share_page(GAME)
    assert scanned(page, (128, 64)) == [f"HTTP://{GAME}".upper()]
    sheet = lay_out(shown_in(ENGLISH, page), (128, 64))
    assert (sheet.canvas.problems, sheet.shortened) == ([], [])


@pytest.mark.parametrize("size", [(128, 32), (96, 64)])
def test_a_panel_that_is_too_small_for_the_code_of_a_game_says_its_whole_address(size: Size) -> None:
    assert GAME in draw(shown_in(ENGLISH, share_page(GAME)), size, False, 0.0).text
