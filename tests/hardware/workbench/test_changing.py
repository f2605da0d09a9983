"""Settings are changed one by one, and everything else in the file stays as somebody wrote it."""

from pathlib import Path

import pytest

from firmware_host.game_settings import check_more
from firmware_host.texts.language import english
from firmware_host.web.setup.offers import offered
from hardware.config.editing import changed
from hardware.config.reading import read_table
from hardware.workbench.changing import ChangingSettings, settings_of
from hardware.workbench.setup import Shown

TABLE = """\
# The table in the kitchen.
palette = "green-yellow"  # as in the newspaper

[seat.1]
keypad = { usb = "usb-1.1" }   # the red one
grid = { port = "/dev/serial/by-path/one", width = 5 }

[seat.2]
keypad = { usb = "usb-1.2" }
panel = { address = 0x3C }

[private]
address = 0x3D
"""


class Visit:
    """Somebody with the page."""

    def __init__(self, file: Path) -> None:
        self.codes: list[int] = []
        self.shown = Shown()
        table = read_table(file.read_text())
        settings = (*settings_of(table), *offered(table))
        self._changing = ChangingSettings(file, settings, check_more, self.codes.append, self._show)
        self._changing.begin()

    def _show(self, shown: Shown) -> None:
        self.shown = shown

    @property
    def choices(self) -> list[str]:
        return [english(choice.say) for choice in self.shown.choices]

    def taps(self, label: str) -> "Visit":
        (line,) = (choice.line for choice in self.shown.choices if english(choice.say) == label)
        self._changing.type(line)
        return self


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "table.toml"
    file.write_text(TABLE)
    return file


def test_a_changed_setting_leaves_every_other_byte(file: Path) -> None:
    visit = Visit(file).taps("Colours: green and yellow").taps("orange and blue").taps("Save")
    assert file.read_text() == TABLE.replace('"green-yellow"', '"orange-blue"')
    assert (visit.codes, file.with_name("table.toml.bak").read_text()) == ([0], TABLE)


def test_something_inside_a_line_can_be_changed(file: Path) -> None:
    Visit(file).taps("Brightness of seat 1: 25 %").taps("100 %").taps("Save")
    grid = read_table(file.read_text()).seats[1].grid
    assert grid is not None
    assert (grid.brightness, grid.width) == (255, 5)
    assert "# the red one" in file.read_text()


def test_what_is_as_usual_again_is_taken_out(file: Path) -> None:
    Visit(file).taps("Speaker: off").taps("on").taps("Speaker: on").taps("off").taps("Save")
    assert file.read_text().rstrip() == TABLE.rstrip()


def test_buttons_and_a_buzzer_get_their_pins(file: Path) -> None:
    Visit(file).taps("Pause button: none").taps("GPIO 17").taps("Buzzer: none").taps("GPIO 12").taps("Save")
    table = read_table(file.read_text())
    assert (table.buttons["pause"].pin, table.buzzer) == (17, 12)
    Visit(file).taps("Pause button: GPIO 17").taps("none").taps("Buzzer: GPIO 12").taps("none").taps("Save")
    assert file.read_text().rstrip() == TABLE.rstrip()


def test_a_pin_that_something_else_uses_is_refused(file: Path) -> None:
    visit = Visit(file).taps("Pause button: none").taps("GPIO 17").taps("Buzzer: none").taps("GPIO 17")
    assert english(visit.shown.lines[0]) == "That is not possible:"


def test_phones_get_a_code_for_every_page(file: Path) -> None:
    Visit(file).taps("Phones: off").taps("on").taps("Save")
    web = read_table(file.read_text()).web
    assert web is not None
    assert set(web.codes) == {"1", "2", "private"}


def test_phones_that_are_on_keep_their_codes(file: Path) -> None:
    Visit(file).taps("Phones: off").taps("on").taps("Save")
    before = file.read_text()
    Visit(file).taps("Phones: on").taps("on").taps("Save")
    assert file.read_text() == before


def test_the_options_of_every_game_can_be_chosen(file: Path) -> None:
    label = next(choice for choice in Visit(file).choices if choice.endswith("fewest tries"))
    Visit(file).taps(label).taps("first to solve").taps("Save")
    assert "first to solve" in "\n".join(Visit(file).choices)


def test_stopping_writes_nothing(file: Path) -> None:
    visit = Visit(file).taps("Teach the rules: on").taps("off")
    visit._changing.type("q")
    assert (visit.codes, file.read_text()) == ([1], TABLE)


def test_a_change_that_the_checks_refuse_is_not_made(file: Path) -> None:
    """Seat 3 is a phone, so it would have nothing left."""
    file.write_text(f'{TABLE}\n[seat.3]\n\n[web]\nhost = "127.0.0.1"\ncodes = {{ 3 = "KIWI77" }}\n')
    before = file.read_text()
    visit = Visit(file).taps("Phones: on").taps("off")
    assert english(visit.shown.lines[0]) == "That is not possible:"
    visit.taps("Save")
    assert file.read_text() == before


def test_a_setting_that_is_not_there_is_not_removed() -> None:
    assert changed(TABLE, ("games", "party", "mode"), None) == TABLE


def test_more_light_than_the_supply_may_give_is_told(file: Path) -> None:
    visit = Visit(file).taps("Brightness of seat 1: 25 %").taps("100 %")
    told = [english(line) for line in visit.shown.lines]
    assert any("with brightness = 255, 30 white LEDs would draw 1.8 A" in line for line in told)
    visit.taps("Colours: green and yellow").taps("orange and blue")
    assert not any("brightness" in english(line) for line in visit.shown.lines)
