"""Who looks at what: the newest frame of each display, to those who may, however slow they are."""

import json

from firmware_host.web.doors import Door
from firmware_host.web.gallery import MOST_UNSAID, Gallery, Watcher
from hardware.ports import GridFrame

DOOR = Door("seat1", frozenset({"seat1.grid"}))
RED, BLUE = (GridFrame(((colour,),), ()) for colour in ((255, 0, 0), (0, 0, 255)))


def entered(gallery: Gallery, door: Door = DOOR) -> Watcher:
    watcher = Watcher(door)
    gallery.enter(watcher)
    return watcher


def colours(watcher: Watcher) -> list[str]:
    return [json.loads(message)["rows"][0] for message in watcher.waiting()]


def test_whoever_comes_late_sees_what_is_shown_now() -> None:
    gallery = Gallery()
    gallery.show("seat1.grid", RED)
    assert colours(entered(gallery)) == ["ff0000"]


def test_a_slow_page_misses_frames_but_never_the_last() -> None:
    gallery = Gallery()
    slow = entered(gallery)
    gallery.show("seat1.grid", RED)
    gallery.show("seat1.grid", BLUE)
    assert colours(slow) == ["0000ff"]


def test_the_same_frame_again_is_not_sent() -> None:
    gallery = Gallery()
    watcher = entered(gallery)
    gallery.show("seat1.grid", RED)
    list(watcher.waiting())
    gallery.show("seat1.grid", RED)
    assert colours(watcher) == []


def test_another_seats_frame_is_not_sent() -> None:
    gallery = Gallery()
    watcher = entered(gallery)
    gallery.show("seat2.grid", RED)
    assert colours(watcher) == []


def test_whoever_left_is_sent_nothing() -> None:
    gallery = Gallery()
    watcher = entered(gallery)
    gallery.leave(watcher)
    gallery.show("seat1.grid", RED)
    assert colours(watcher) == []


def test_old_sentences_make_room_for_new_ones() -> None:
    gallery = Gallery()
    watcher = entered(gallery)
    for number in range(MOST_UNSAID + 5):
        gallery.say(f"{number}")
    assert json.loads(next(watcher.waiting())) == {"say": "5"}
