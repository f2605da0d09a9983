"""Who looks at what: the newest frame of each display, to those who may, however slow they are."""

import json

import pytest

from firmware_host.web import wire
from firmware_host.web.broadcast import MOST_WAITING, Broadcast, Watcher
from firmware_host.web.pages import WebPage
from hardware.ports import GridFrame, PanelFrame

PAGE = WebPage("seat1", frozenset({"seat1.grid"}))
WORKSHOP = WebPage("table", frozenset(), breaks=frozenset({"seat1.grid"}))
RED, BLUE = (GridFrame(((colour,),), ()) for colour in ((255, 0, 0), (0, 0, 255)))


def entered(broadcast: Broadcast, page: WebPage = PAGE) -> Watcher:
    watcher = Watcher(page)
    broadcast.enter(watcher)
    return watcher


def colours(watcher: Watcher) -> list[str]:
    return [message["rows"][0] for message in map(json.loads, watcher.waiting()) if "rows" in message]


def notices(watcher: Watcher) -> list[str]:
    return [message for message in watcher.waiting() if not message.startswith("{")]


def test_whoever_comes_late_sees_what_is_shown_now() -> None:
    broadcast = Broadcast(lambda _page: "en")
    broadcast.show("seat1.grid", RED)
    assert colours(entered(broadcast)) == ["ff0000"]


def test_a_slow_page_misses_frames_but_never_the_last() -> None:
    broadcast = Broadcast(lambda _page: "en")
    slow = entered(broadcast)
    broadcast.show("seat1.grid", RED)
    broadcast.show("seat1.grid", BLUE)
    assert colours(slow) == ["0000ff"]


def test_the_same_frame_again_is_not_sent() -> None:
    broadcast = Broadcast(lambda _page: "en")
    watcher = entered(broadcast)
    broadcast.show("seat1.grid", RED)
    list(watcher.waiting())
    broadcast.show("seat1.grid", RED)
    assert colours(watcher) == []


def test_another_seats_frame_is_not_sent() -> None:
    broadcast = Broadcast(lambda _page: "en")
    watcher = entered(broadcast)
    broadcast.show("seat2.grid", RED)
    assert colours(watcher) == []


def test_a_frame_that_no_page_sees_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []

    def shown(device: str, frame: object) -> str:
        written.append(device)
        return wire.lit(device, frame is not None)

    monkeypatch.setattr("firmware_host.web.broadcast.wire.shown", shown)
    broadcast = Broadcast(lambda _page: "en")
    watchers = [entered(broadcast), entered(broadcast)]
    broadcast.show("seat2.grid", RED)
    broadcast.show("seat1.grid", BLUE)
    assert written == ["seat1.grid"]  # once for both
    assert [len(list(watcher.waiting())) for watcher in watchers] == [2, 2]  # its language, and the frame


def test_notices_are_written_only_for_a_page_that_hears_them() -> None:
    broadcast, seated = Broadcast(lambda _page: "en"), ["Ann"]
    broadcast.tell("occupants", lambda: seated[-1])
    first = entered(broadcast, WORKSHOP)
    seated.append("Bob")
    second = entered(broadcast, WORKSHOP)
    broadcast.tell("occupants", lambda: seated[-1])
    assert [notices(first), notices(second)] == [["Ann", "Bob"], ["Bob"]]
    broadcast.leave(first)
    broadcast.leave(second)
    broadcast.tell("occupants", lambda: pytest.fail("nobody hears it"))


def test_a_page_that_came_back_hears_what_is_as_it_was_before() -> None:
    broadcast, seated = Broadcast(lambda _page: "en"), ["Ann"]
    broadcast.tell("occupants", lambda: seated[-1])
    broadcast.leave(entered(broadcast, WORKSHOP))
    seated.append("Bob")
    again = entered(broadcast, WORKSHOP)
    seated.append("Ann")
    broadcast.tell("occupants", lambda: seated[-1])
    assert notices(again) == ["Bob", "Ann"]


def test_whoever_left_is_sent_nothing() -> None:
    broadcast = Broadcast(lambda _page: "en")
    watcher = entered(broadcast)
    broadcast.leave(watcher)
    broadcast.show("seat1.grid", RED)
    assert colours(watcher) == []


def test_old_sentences_make_room_for_new_ones() -> None:
    broadcast = Broadcast(lambda _page: "en")
    watcher = entered(broadcast)
    for number in range(MOST_WAITING + 5):
        broadcast.announce(f"{number}")
    assert json.loads(next(watcher.waiting())) == {"say": "5"}


def languages(watcher: Watcher) -> list[str]:
    return [message["language"] for message in map(json.loads, watcher.waiting()) if "language" in message]


def test_a_page_is_told_its_language_when_it_enters_and_when_its_seat_chooses_another() -> None:
    chosen = ["en"]
    broadcast = Broadcast(lambda _page: chosen[-1])
    watcher = entered(broadcast, WebPage("seat1", frozenset({"seat1.panel"}), seat=1))
    assert languages(watcher) == ["en"]
    broadcast.show("seat1.panel", PanelFrame("1", (8, 1), b"\x81", ("Language: English",)))
    assert languages(watcher) == []
    chosen.append("pt_BR")
    broadcast.show("seat1.panel", PanelFrame("1", (8, 1), b"\x18", ("Idioma: português",)))
    assert languages(watcher) == ["pt-BR"]
