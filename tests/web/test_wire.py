"""What a page may say: read strictly, by its own page's list, and never repeated."""

import json

import pytest

from firmware_host.web import wire
from firmware_host.web.pages import WebPage
from firmware_host.web.wire import Button, Key, Plug, Power, Refused, Slow, Turn, read_code, read_touch
from hardware import names
from hardware.ports import GridFrame, PanelFrame

PAGE = WebPage(
    "all",
    frozenset({"seat1.panel"}),
    turns=frozenset({"seat1.panel"}),
    plays=frozenset({1}),
    buttons=frozenset({"pause"}),
    breaks=frozenset({"seat1.panel"}),
)
PUBLIC = WebPage("public", frozenset({names.PUBLIC}))


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
    assert read_touch(text, PAGE) == touch


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
        '{"turn": "private", "up": true}',
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
        read_touch(text, PAGE)


@pytest.mark.parametrize("text", ['{"power": false}', '{"seat": 1, "key": "A", "down": true}'])
def test_the_public_page_presses_nothing(text: str) -> None:
    with pytest.raises(Refused):
        read_touch(text, PUBLIC)


def test_a_refusal_does_not_repeat_what_was_sent() -> None:
    with pytest.raises(Refused) as refusal:
        read_touch('{"seat": 1, "key": "STONE", "down": true}', PAGE)
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
