"""Every block of every page is of a kind that is checked, and every command is one that exists."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from hardware.config.reading import load_table, read_table
from hardware.config.saving import as_toml
from hardware.config.settings import I2cPanelSettings
from tests.docs.commands import ELSEWHERE, parted, why_wrong
from tests.docs.pages import GUIDE, PAGES, ROOT, Block, blocks, in_passing, lines, read

# Who looks at blocks of each kind. `text` is for the eye: no computer reads it.
KINDS = {
    "toml": "here",
    "sh": "here, and run by test_commands",
    "ini": "here",
    "bluetoothctl": "here",
    "console": "run by test_commands",
    "words": "read by the commands of their page",
    "python": "tests/test_dictionaries.py, tests/stranger and tests/training",
    "package": "tests/stranger",
    "engine": "tests/test_dictionaries.py",
    "session": "tests/engine/test_protocol_page.py",
    "text": "nobody",
}
BLUETOOTHCTL = {"power": {"on"}, "agent": {"on"}, "default-agent": set(), "scan": {"on"}, "quit": set()}
WITH_ADDRESS = {"pair", "trust", "connect"}
ADDRESS = re.compile(r"(?:[0-9A-F]{2}:){5}[0-9A-F]{2}")

# What may stand in a Pi's config.txt: each overlay and what it takes. From the README beside the overlays on every Pi.
ARM_I2C = {"i2c_arm": r"on", "i2c_arm_baudrate": r"[14]00000"}
OWN_I2C = {"baudrate": r"[14]00000"}
OVERLAYS = {
    "i2c-mux": {"pca9548": "", "addr": r"0x7[0-7]"},
    "i2c-gpio": {"bus": r"\d+", "i2c_gpio_sda": r"\d+", "i2c_gpio_scl": r"\d+"},
    "i2c3": OWN_I2C | {"pins_2_3": "", "pins_4_5": ""},
    "i2c5": OWN_I2C | {"pins_12_13": ""},  # its others, and all of i2c4's, are SPI's, which the installer switches on
    "i2c6": OWN_I2C | {"pins_0_1": "", "pins_22_23": ""},
    "i2c2-pi5": OWN_I2C | {"pins_4_5": "", "pins_12_13": ""},  # of a Pi 5 alone
    "i2c3-pi5": OWN_I2C | {"pins_6_7": "", "pins_14_15": "", "pins_22_23": ""},
}


def every(kind: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    found = blocks(kind)
    assert found, f"no page has a block of {kind}"
    return pytest.mark.parametrize("block", found, ids=str)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_page_has_no_block_of_a_new_kind(page: Path) -> None:
    assert [(str(block), block.kind) for block in blocks() if block.page == page and block.kind not in KINDS] == []


@every("toml")
def test_a_table_can_be_read(block: Block) -> None:
    """A block that is called `end` belongs at the end of the file that `wordtable setup` has written."""
    assert read_table((as_setup_writes() if block.name == "end" else "") + block.text, str(block)).seats


def as_setup_writes() -> str:
    return as_toml(replace(load_table(ROOT / "config" / "oled-seats.toml"), buttons={}, buzzer=None, games={}))


@every("sh")
def test_every_command_exists(block: Block) -> None:
    wrong = [(line, why) for line in lines(block) for command in parted(line) if (why := why_wrong(command))]
    assert wrong == []


def test_every_command_that_is_named_in_passing_exists() -> None:
    wrong = [
        (page.name, span, why) for page, span in in_passing() for command in parted(span) if (why := why_wrong(command))
    ]
    assert wrong == []


def test_every_exception_is_still_needed() -> None:
    said = [line for block in blocks("sh") for line in lines(block)] + [span for _, span in in_passing()]
    texts = [command.text for line in said for command in parted(line)]
    assert [pattern for pattern in ELSEWHERE if not any(re.fullmatch(pattern, text) for text in texts)] == []


# ── what is typed into other programs ────────────────────────────────────────────────────────────


def overlay_mistake(line: str) -> str:
    """What is wrong with a line of config.txt, or nothing."""
    kind, _, rest = line.partition("=")
    first, *more = rest.split(",")
    if kind == "dtparam":
        name, known, given = "dtparam", ARM_I2C, [first, *more]
    elif kind == "dtoverlay" and first in OVERLAYS:
        name, known, given = first, OVERLAYS[first], more
    else:
        return "no such line"
    for setting in given:
        key, _, value = setting.partition("=")
        if key not in known or not re.fullmatch(known[key], value):
            return f"{name}: {setting}"
    return ""


@every("ini")
def test_every_line_of_config_txt_is_one_that_a_pi_knows(block: Block) -> None:
    assert [(line, wrong) for line in lines(block) if (wrong := overlay_mistake(line))] == []


@pytest.mark.parametrize("name", ["smallest", "oled-seats", "grid-seats"])
def test_a_table_and_its_page_want_the_same_of_config_txt(name: str) -> None:
    [shown] = [block for block in blocks("ini") if block.page == GUIDE / f"{name}.md"]
    table = load_table(ROOT / "config" / f"{name}.toml")
    panels = [*(seat.panel for seat in table.seats.values()), table.private, table.public]
    muxes = sorted({panel.multiplexer for panel in panels if isinstance(panel, I2cPanelSettings) and panel.multiplexer})
    wanted = ["dtparam=i2c_arm=on,i2c_arm_baudrate=400000", *(f"dtoverlay=i2c-mux,pca9548,addr={m:#x}" for m in muxes)]
    assert lines(shown) == wanted


@pytest.mark.parametrize("name", ["smallest", "oled-seats"])
def test_a_table_says_its_lines_of_config_txt_itself(name: str) -> None:
    [shown] = [block for block in blocks("ini") if block.page == GUIDE / f"{name}.md"]
    text = read(ROOT / "config" / f"{name}.toml")
    assert re.findall(r"^#   (dt\S+)$", text, re.MULTILINE) == lines(shown)


@every("bluetoothctl")
def test_bluetoothctl_is_told_what_it_knows(block: Block) -> None:
    wrong = []
    for line in lines(block):
        command, *given = line.split()
        if command in WITH_ADDRESS:
            fine = len(given) == 1 and ADDRESS.fullmatch(given[0]) is not None
        else:
            fine = command in BLUETOOTHCTL and set(given) <= BLUETOOTHCTL[command]
        if not fine:
            wrong.append(line)
    assert wrong == []


# ── links ────────────────────────────────────────────────────────────────────────────────────────


def anchors(page: Path) -> set[str]:
    """What headings can be jumped to, as forges name them."""
    headings = re.findall(r"^#+ (.*)$", re.sub(r"```.*?```", "", read(page), flags=re.DOTALL), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    dead = []
    for target in re.findall(r"\]\(([^)\s]+)\)", read(page)) + re.findall(r'src="([^"]+)"', read(page)):
        if target.startswith("https://"):
            continue
        file, _, anchor = target.partition("#")
        there = (page.parent / file).resolve() if file else page
        if not there.exists() or (anchor and anchor not in anchors(there)):
            dead.append(target)
    assert dead == []


def test_every_picture_of_docs_is_on_a_page() -> None:
    pictures = [file for file in (ROOT / "docs" / "pictures").iterdir() if file.suffix in (".webp", ".gif")]
    shown = "".join(read(page) for page in PAGES)
    assert [file.name for file in pictures if f"pictures/{file.name}" not in shown] == []


def test_every_page_of_the_guide_is_linked_from_its_first() -> None:
    first = read(GUIDE / "README.md")
    assert [page.name for page in GUIDE.glob("*.md") if page.name != "README.md" and f"({page.name}" not in first] == []
