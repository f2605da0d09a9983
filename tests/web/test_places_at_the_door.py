"""Who has a place at the door, without sockets: strangers' places, and those kept free for whoever has given a code."""

from itertools import count

import pytest

from firmware_host.web.strangers.door import KEPT_FREE_EACH, OUTSIDE, Door, Visit
from firmware_host.web.strangers.limits import BYTES_OF_A_VISIT

PLAYER = "192.0.2.7"


class Line:
    """A connection that remembers whether it was ended."""

    def __init__(self) -> None:
        self.ended = False

    def pause_reading(self) -> None:
        """Nothing depends on it here."""

    def resume_reading(self) -> None:
        """Nothing depends on it here."""

    def abort(self) -> None:
        self.ended = True


class AtTheDoor:
    def __init__(self) -> None:
        self.door = Door(lambda: 0.0, lambda _when, _work: None)
        self._ports = count(1)

    def comes(self, address: str) -> tuple[Visit, Line]:
        line = Line()
        return self.door.comes((address, next(self._ports)), line), line

    def gives_a_code(self, address: str) -> None:
        visit, _ = self.comes(address)
        self.door.enters(visit.client)
        self.door.goes(visit)


@pytest.fixture
def at() -> AtTheDoor:
    return AtTheDoor()


def test_whoever_has_given_a_code_has_more_places_than_a_stranger(at: AtTheDoor) -> None:
    at.gives_a_code(PLAYER)
    lines = [at.comes(PLAYER)[1] for _ in range(KEPT_FREE_EACH)]
    assert len(lines) > OUTSIDE.each
    assert not any(line.ended for line in lines)


def test_no_crowd_of_strangers_ends_a_players_connection(at: AtTheDoor) -> None:
    at.gives_a_code(PLAYER)
    lines = [at.comes(PLAYER)[1] for _ in range(OUTSIDE.each)]
    strangers = [at.comes(f"10.0.{number}.1")[1] for number in range(2 * OUTSIDE.places)]
    assert not any(line.ended for line in lines)
    assert sum(not line.ended for line in strangers) == OUTSIDE.places


def test_requests_on_one_connection_have_a_limit_in_bytes(at: AtTheDoor) -> None:
    visit, _ = at.comes("10.0.0.1")
    most = int(BYTES_OF_A_VISIT.at_once)
    assert at.door.sends(visit, b"x" * most, frames=False)
    assert not at.door.sends(visit, b"x", frames=False)


def test_a_page_may_send_more_as_soon_as_its_code_is_right(at: AtTheDoor) -> None:
    visit, _ = at.comes(PLAYER)
    letters = (bytes((0x81, 0x80 | 3)) + b"mask" + b"abc") * 100
    at.door.enters(visit.client)
    assert at.door.sends(visit, letters, frames=True)
    assert not at.door.sends(at.comes("10.0.0.1")[0], letters, frames=True)
