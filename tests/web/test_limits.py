"""How much anybody in the network may send, ask and try: what is counted, for whom, and what is remembered."""

from collections.abc import Iterable

import pytest

from firmware_host.web.strangers.limits import (
    A_HOUSEHOLD,
    A_STRANGER,
    EVERYBODY,
    MOST_REMEMBERED,
    WRONG_CODES,
    Allowance,
    Debts,
    Frames,
    Limit,
    Places,
)

MANY = Limit(1e6, 0)


def test_a_page_may_send_a_burst_and_no_more() -> None:
    allowance = Allowance(Limit(3, 1), 0)
    assert [allowance.spend(0) for _ in range(4)] == [True, True, True, False]


def test_what_was_spent_comes_back_with_time() -> None:
    allowance = Allowance(Limit(1, 2), 0)
    allowance.spend(0)
    assert (allowance.spend(0.4), allowance.spend(0.5)) == (False, True)


# ── wrong codes ──────────────────────────────────────────────────────────────────────────────────


def tried(addresses: Iterable[str], *, known: bool = False) -> Debts:
    debts = Debts(WRONG_CODES)
    for address in addresses:
        debts.spend(address, 0, known=known)
    return debts


def test_whoever_tries_many_codes_has_to_wait() -> None:
    wrong = tried(["192.0.2.7"] * 8)
    assert (wrong.may("192.0.2.7", 0), wrong.may("192.0.2.8", 0), wrong.may("192.0.2.7", 60)) == (False, True, True)


@pytest.mark.parametrize("same", ["::ffff:192.0.2.7", "::ffff:c000:207"])
def test_an_address_is_the_same_however_it_is_written(same: str) -> None:
    assert not tried(["192.0.2.7"] * 8).may(same, 0)


def test_a_network_may_try_more_than_one_address_but_not_without_end() -> None:
    of_network = [f"2001:db8:1:2::{last:x}" for last in range(8 * A_HOUSEHOLD)]
    assert tried(of_network[:8]).may("2001:db8:1:2:ffff::1", 0)
    assert not tried(of_network).may("2001:db8:1:2:ffff::1", 0)


def test_whoever_has_given_a_code_before_does_not_pay_for_the_others_in_the_house() -> None:
    wrong = tried(f"fe80::{last:x}%wlan0" for last in range(8 * A_HOUSEHOLD))
    assert (wrong.may("fe80::abc%wlan0", 0), wrong.may("fe80::abc%wlan0", 0, known=True)) == (False, True)


def test_strangers_at_many_addresses_share_a_limit_that_no_player_pays_for() -> None:
    wrong = tried(f"10.0.{number}.1" for number in range(8 * EVERYBODY))
    assert (wrong.may("10.1.1.1", 0), wrong.may("10.1.1.1", 0, known=True)) == (False, True)


def test_a_debt_is_not_forgotten_because_many_others_ask() -> None:
    others = [f"10.0.{number // 256}.{number % 256}" for number in range(4 * MOST_REMEMBERED)]
    wrong = tried(["192.0.2.7"] * 8 * A_HOUSEHOLD + others, known=True)
    assert not wrong.may("192.0.2.7", 0, known=True)


# ── places ───────────────────────────────────────────────────────────────────────────────────────


def test_one_address_has_only_so_many_places() -> None:
    places: Places[str] = Places(10, 2, last_in_stays=True)
    assert [places.take(who, "192.0.2.7") for who in "abc"] == [None, None, "c"]


@pytest.mark.parametrize(("last_in_stays", "goes"), [(True, "a"), (False, "b")])
def test_a_crowd_makes_room_for_somebody_else(last_in_stays: bool, goes: str) -> None:
    places: Places[str] = Places(3, 2, last_in_stays=last_in_stays)
    for who, address in {"a": "192.0.2.7", "b": "192.0.2.7", "c": "192.0.2.8"}.items():
        places.take(who, address)
    assert places.take("d", "192.0.2.9") == goes


def test_a_crowd_of_addresses_in_one_network_makes_room_too() -> None:
    places: Places[int] = Places(4, 2, last_in_stays=False)
    for number in range(3):
        places.take(number, f"2001:db8:1:2::{number}")
    places.take(3, "192.0.2.8")
    assert places.take(4, "192.0.2.9") == 2


def test_a_place_that_was_left_is_free() -> None:
    places: Places[str] = Places(1, 1, last_in_stays=False)
    places.take("a", "192.0.2.7")
    places.leave("a")
    assert places.take("b", "192.0.2.7") is None


# ── frames ───────────────────────────────────────────────────────────────────────────────────────

PONG = bytes((0x8A, 0x80)) + b"mask"
FRAGMENT = bytes((0x00, 0x80)) + b"mask"
LETTER = bytes((0x81, 0x80 | 3)) + b"mask" + b"abc"
LONGER = bytes((0x81, 0x80 | 126, 1, 0)) + b"mask" + b"x" * 256
LONGEST = bytes((0x82, 0x80 | 127, 0, 0, 0, 0, 0, 1, 0, 0)) + b"mask" + b"x" * 65536


@pytest.mark.parametrize("frame", [PONG, FRAGMENT, LETTER], ids=["pong", "empty fragment", "letter"])
def test_every_frame_counts_whatever_it_is(frame: bytes) -> None:
    most = int(A_STRANGER.at_once)
    assert [Frames(0, much=MANY).may_come(frame * count, 0) for count in (most, most + 1)] == [True, False]


@pytest.mark.parametrize("step", [1, 2, 5, 7, 4096])
def test_frames_are_counted_wherever_they_are_torn_apart(step: int) -> None:
    sent = (LONGEST + PONG + LONGER + LETTER + FRAGMENT) * 2 + PONG * 2
    frames = Frames(0, much=MANY)
    pieces = [sent[at : at + step] for at in range(0, len(sent), step)]
    assert all(frames.may_come(piece, 0) for piece in pieces)
    assert not frames.may_come(PONG, 0)


def test_bytes_count_too() -> None:
    assert not Frames(0).may_come(LONGEST, 0)


def test_a_player_may_send_as_fast_as_anybody_types() -> None:
    frames = Frames(0)
    frames.allow_more(0)
    assert all(frames.may_come(LETTER * 2, second / 20) for second in range(200))
