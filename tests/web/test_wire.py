"""What a page may say: read strictly, by its own door's list, and never repeated."""

import json

import pytest

from firmware_host.web import wire
from firmware_host.web.doors import Door
from firmware_host.web.limits import Allowance, Doorkeeper
from firmware_host.web.wire import Button, Key, Plug, Power, Refused, Slow, Turn, read_code, read_touch
from hardware.ports import GridFrame, PanelFrame

DOOR = Door(
    "all",
    frozenset({"seat1.panel"}),
    turns=frozenset({"seat1.panel"}),
    plays=frozenset({1}),
    buttons=frozenset({"pause"}),
    breaks=frozenset({"seat1.panel"}),
)
SPECTATOR = Door("table", frozenset({"table.screen"}))


@pytest.mark.parametrize(
    ("text", "touch"),
    [
        ('{"seat": 1, "key": "A", "down": true}', Key(1, "A", True)),
        ('{"button": "pause", "down": false}', Button("pause", False)),
        ('{"turn": "seat1.panel", "up": true}', Turn("seat1.panel", True)),
        ('{"plug": "seat1.panel", "there": false}', Plug("seat1.panel", False)),
        ('{"slow": "seat1.panel", "seconds": 1}', Slow("seat1.panel", 1.0)),
        ('{"power": false}', Power(False)),
    ],
)
def test_a_touch_is_read(text: str, touch: wire.Touch) -> None:
    assert read_touch(text, DOOR) == touch


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        "[]",
        "17",
        "{}",
        "[" * 500,
        '{"seat": 2, "key": "A", "down": true}',
        '{"seat": 1, "key": "F1", "down": true}',
        '{"seat": 1, "key": "A", "down": 1}',
        '{"seat": "1", "key": "A", "down": true}',
        '{"button": "power", "down": true}',
        '{"turn": "host.screen", "up": true}',
        '{"plug": "seat2.panel", "there": false}',
        '{"slow": "seat1.panel", "seconds": 6}',
        '{"slow": "seat1.panel", "seconds": true}',
        '{"slow": "seat1.panel", "seconds": NaN}',
        '{"power": "off"}',
        '{"seat": 1, "key": "A", "down": true, "more": "' + "x" * 600 + '"}',
    ],
)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(Refused):
        read_touch(text, DOOR)


@pytest.mark.parametrize("text", ['{"power": false}', '{"seat": 1, "key": "A", "down": true}'])
def test_a_spectator_touches_nothing(text: str) -> None:
    with pytest.raises(Refused):
        read_touch(text, SPECTATOR)


def test_a_refusal_does_not_repeat_what_was_sent() -> None:
    with pytest.raises(Refused) as refusal:
        read_touch('{"seat": 1, "key": "STONE", "down": true}', DOOR)
    assert "STONE" not in str(refusal.value)


def test_a_code_may_be_typed_in_small_letters() -> None:
    assert read_code('{"code": " kiwi77 "}') == "KIWI77"


def test_a_page_that_says_no_code_is_refused() -> None:
    with pytest.raises(Refused):
        read_code('{"seat": 1, "key": "A", "down": true}')


def test_a_grid_is_sent_as_its_colours() -> None:
    frame = GridFrame((((255, 0, 16), (0, 0, 0)),), ("G.",))
    assert json.loads(wire.shown("seat1.grid", frame)) == {
        "device": "seat1.grid",
        "rows": ["ff0010000000"],
        "text": ["G."],
    }


def test_a_panel_is_sent_as_its_pixels() -> None:
    frame = PanelFrame("1", (8, 1), b"\x81", ("hello",))
    sent = json.loads(wire.shown("seat1.panel", frame))
    assert (sent["mode"], sent["size"], sent["pixels"], sent["text"]) == ("1", [8, 1], "gQ==", ["hello"])


def test_a_panel_without_power_is_dark() -> None:
    assert json.loads(wire.shown("seat1.panel", None)) == {"device": "seat1.panel", "dark": True}


# ── how much ─────────────────────────────────────────────────────────────────────────────────────


def test_a_page_may_send_a_burst_and_no_more() -> None:
    allowance = Allowance(3, 1, now=0)
    assert [allowance.spend(0) for _ in range(4)] == [True, True, True, False]


def test_what_was_spent_comes_back_with_time() -> None:
    allowance = Allowance(1, 2, now=0)
    allowance.spend(0)
    assert (allowance.spend(0.4), allowance.spend(0.5)) == (False, True)


def test_whoever_tries_many_codes_has_to_wait() -> None:
    keeper = Doorkeeper()
    for _ in range(8):
        keeper.was_wrong("192.0.2.7", 0)
    assert (keeper.may_try("192.0.2.7", 0), keeper.may_try("192.0.2.8", 0)) == (False, True)
    assert keeper.may_try("192.0.2.7", 60)


def test_a_network_of_addresses_counts_as_one() -> None:
    keeper = Doorkeeper()
    for last in range(8):
        keeper.was_wrong(f"2001:db8:1:2::{last}", 0)
    assert not keeper.may_try("2001:db8:1:2:ffff::1", 0)
