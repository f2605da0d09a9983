"""A table.toml: what it may say, and what it is told when something in it is wrong."""

from pathlib import Path

import pytest

from firmware_host.texts.language import english
from hardware.config.checks import remarks
from hardware.config.reading import ConfigError, load_table, read_table, simulated_table
from hardware.config.settings import I2cPanelSettings, SpeakerSettings

EXAMPLES = sorted((Path(__file__).parents[3] / "config").glob("*.toml"))
TWO_SEATS = """\
[seat.1]
keypad = { usb = "usb-1.1" }
panel = { address = 0x3C }

[seat.2]
keypad = { usb = "usb-1.2" }
panel = { address = 0x3D }

[private]
i2c = 3
"""


def complaints(text: str) -> list[str]:
    with pytest.raises(ConfigError) as error:
        read_table(text)
    return [line.removeprefix("table.toml:") for line in str(error.value).splitlines()]


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
def test_every_example_is_a_table(file: Path) -> None:
    assert load_table(file).seats


def test_a_table_without_a_file_is_simulated_and_complete() -> None:
    table = simulated_table()
    assert table.simulated
    assert len(table.seats) == 6
    assert all(seat.keypad and seat.grid and seat.panel for seat in table.seats.values())


def test_settings_arrive() -> None:
    table = read_table(
        TWO_SEATS + '[buttons]\npause = 17\n[buzzer]\npin = 12\n[speaker]\nvoice = "fr"\ndevice = "Headphones"\n'
    )
    seat = table.seats[2]
    assert isinstance(seat.panel, I2cPanelSettings)
    assert seat.panel.address == 0x3D
    assert table.buttons["pause"].pin == 17
    assert (table.buzzer, table.speaker) == (12, SpeakerSettings("fr", "Headphones"))


def test_no_setting_left_out_changes_anything() -> None:
    assert read_table(TWO_SEATS).palette == "green-yellow"


def test_all_mistakes_are_told_at_once_each_with_its_line() -> None:
    text = (
        TWO_SEATS.replace("usb-1.2", "usb-1.1")
        .replace("address = 0x3D", "adress = 0x3D")
        .replace("i2c = 3", "i2c = 1.5")
    )
    assert [line.split(":")[0] for line in complaints(text)] == ["6", "7", "10"]


def test_a_misspelling_is_put_right() -> None:
    assert complaints('palete = "orange-blue"\n' + TWO_SEATS) == ["1: no setting “palete”; did you mean palette?"]


def test_a_value_of_the_wrong_kind_says_what_it_must_be() -> None:
    assert complaints(TWO_SEATS.replace('{ usb = "usb-1.1" }', "{ usb = 7 }")) == [
        "2: seat 1, keypad, usb: must be text in quotes."
    ]


def test_a_number_is_not_true_or_false() -> None:
    assert complaints(TWO_SEATS.replace("i2c = 3", "i2c = true")) == ["10: private, i2c: must be a whole number."]


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (("usb-1.2", "usb-1.1"), "6: seat 2, keypad: the keypad usb-1.1 is already used by seat 1, keypad."),
        (("0x3D", "0x3C"), "7: seat 2, panel: address 0x3c on i2c-1 is already used by seat 1, panel."),
        (("i2c = 3", "i2c = 1"), "9: private: address 0x3c on i2c-1 is already used by seat 1, panel."),
        (
            ("usb =", 'bluetooth = "DC:2C:26:01:02:03", usb ='),
            "2: seat 1, keypad: give either usb (its socket) or bluetooth (its address).",
        ),
        (
            ("0x3C", "0x3C, channel = 2"),
            "3: seat 1, panel: a multiplexer and its channel go together: give both or neither.",
        ),
        (
            ("address = 0x3C", 'chip = "ssd1351", height = 128'),
            '3: seat 1, panel: the ssd1351 is on SPI: write bus = "spi".',
        ),
        (("0x3C", "0x80"), "3: seat 1, panel: address must be from 0x08 to 0x77; panels usually have 0x3C or 0x3D."),
        (("address = 0x3C", "rotation = 45"), "3: seat 1, panel, rotation: must be 0, 90, 180 or 270."),
        (
            ("panel = { address = 0x3C }", ""),
            "1: seat 1: has no display. Give it a grid or a panel, or add [web] for a phone.",
        ),
        (("[seat.2]", "[seat.two]"), "5: seat two: must be a number: write [seat.1], [seat.2] and so on."),
    ],
)
def test_a_table_that_cannot_be_is_told_why(change: tuple[str, str], complaint: str) -> None:
    assert complaints(TWO_SEATS.replace(*change, 1)) == [complaint]


BEHIND_A_MULTIPLEXER = TWO_SEATS.replace("address = 0x3C", "multiplexer = 0x70, channel = 0").replace(
    "address = 0x3D", "multiplexer = 0x70, channel = 1"
)
APART = (
    "A multiplexer separates only its own channels, so each panel would also show what belongs on the other. Move one "
    "to another address or adapter."
)


def test_channels_of_one_multiplexer_may_have_panels_of_one_address() -> None:
    assert len(read_table(BEHIND_A_MULTIPLEXER).seats) == 2


def test_two_panels_cannot_be_on_one_channel() -> None:
    assert complaints(BEHIND_A_MULTIPLEXER.replace("channel = 1", "channel = 0")) == [
        "7: seat 2, panel: address 0x3c on i2c-1, behind channel 0 of multiplexer 0x70, "
        "is already used by seat 1, panel."
    ]


def test_a_screen_on_the_wires_of_a_multiplexer_needs_an_address_of_its_own() -> None:
    """It hears every channel's frames, and the channel that was left open hears its secrets."""
    text = BEHIND_A_MULTIPLEXER.replace("i2c = 3", "i2c = 1")
    assert complaints(text) == [f"9: private: address 0x3c on i2c-1 is already used by seat 1, panel. {APART}"]
    assert read_table(text + "address = 0x3D\n").private


def test_two_multiplexers_on_one_adapter_need_panels_of_different_addresses() -> None:
    """Each leaves its last channel open while the other one is spoken to."""
    text = BEHIND_A_MULTIPLEXER.replace("0x70, channel = 1", "0x71, channel = 1")
    assert complaints(text) == [f"7: seat 2, panel: address 0x3c on i2c-1 is already used by seat 1, panel. {APART}"]
    assert read_table(text.replace("channel = 1", "channel = 1, address = 0x3D")).seats
    assert read_table(text.replace("channel = 1", "channel = 1, i2c = 4")).seats


def test_a_secret_needs_a_private_place() -> None:
    assert complaints(TWO_SEATS.replace("[private]\ni2c = 3", "")) == [
        "1: there is nowhere to type a secret: add [private], or give every seat a panel with hooded = true."
    ]
    assert read_table(TWO_SEATS.replace("[private]\ni2c = 3", "").replace("keypad", "hooded = true\nkeypad"))


def test_one_pin_cannot_do_two_things() -> None:
    assert complaints(TWO_SEATS + "[buttons]\npause = 12\n[buzzer]\npin = 12\n") == [
        "14: buzzer: GPIO 12 is already used by buttons, pause."
    ]


@pytest.mark.parametrize(("pin", "called"), [(2, "SDA"), (3, "SCL")])
def test_nothing_else_can_be_on_the_wires_of_the_panels(pin: int, called: str) -> None:
    text = TWO_SEATS + f"[buttons]\npower = {pin}\n"
    assert complaints(text) == [f"12: buttons, power: GPIO {pin} is already used by seat 1, panel, {called}."]


def test_the_wires_of_panels_that_are_elsewhere_are_free() -> None:
    text = TWO_SEATS.replace("address =", 'usb = "usb-1.4", address =') + "[buttons]\npower = 3\n"
    assert read_table(text + "[buzzer]\npin = 10\n").buzzer == 10


@pytest.mark.parametrize(("pin", "called"), [(7, "CE1"), (8, "CE0"), (9, "MISO"), (10, "MOSI"), (11, "SCLK")], ids=str)
def test_nothing_else_can_be_on_the_wires_of_a_panel_on_spi(pin: int, called: str) -> None:
    text = TWO_SEATS.replace("address = 0x3C", 'bus = "spi"').replace("keypad", f"lamp = {pin}\nkeypad", 1)
    assert complaints(text) == [f"2: seat 1, lamp: GPIO {pin} is already used by seat 1, panel, {called}."]


def test_a_data_pin_may_be_where_no_panel_ever_answers() -> None:
    """Some boards have it on MISO."""
    text = TWO_SEATS.replace("address = 0x3C", 'bus = "spi", data_pin = 9')
    assert read_table(text).seats
    assert complaints(text.replace("= 9", "= 10")) == [
        "3: seat 1, panel: GPIO 10 is already used by seat 1, panel, MOSI."
    ]


def test_two_grids_cannot_share_a_port() -> None:
    grid = 'panel = {}\ngrid = { port = "/dev/ttyUSB0" }'
    text = TWO_SEATS.replace("panel = { address = 0x3C }", 'grid = { port = "/dev/ttyUSB0" }')
    text = text.replace("panel = { address = 0x3D }", grid)
    assert complaints(text) == ["8: seat 2, grid: the port /dev/ttyUSB0 is already used by seat 1, grid."]


def test_a_grid_on_the_network_fits_into_one_packet() -> None:
    grid = 'grid = { protocol = "ddp", host = "10.0.0.5", width = 24, height = 20 }'
    text = TWO_SEATS.replace("panel = { address = 0x3C }", grid)
    assert read_table(text).seats
    assert complaints(text.replace("20", "21")) == [
        "3: seat 1, grid: over DDP a grid can have at most 480 LEDs, such as 24 by 20."
    ]


def test_colour_panels_on_one_spi_bus_share_their_data_pin() -> None:
    text = TWO_SEATS.replace("address = 0x3C", 'bus = "spi", chip_select = 0').replace(
        "address = 0x3D", 'bus = "spi", chip_select = 1'
    )
    assert len(read_table(text).seats) == 2


def test_panels_on_different_spi_buses_do_not_share_their_data_pin() -> None:
    """Each bus is served by a thread of its own: one would tell the other's bytes from commands."""
    text = TWO_SEATS.replace("address = 0x3C", 'bus = "spi", spi = 0').replace(
        "address = 0x3D", 'bus = "spi", spi = 1, reset_pin = 23'
    )
    assert complaints(text) == ["7: seat 2, panel: GPIO 25 is already used by seat 1, panel."]


def test_a_panel_has_the_size_of_its_chip() -> None:
    text = TWO_SEATS.replace("address = 0x3C", 'bus = "spi", chip = "ssd1331"')
    assert complaints(text) == ["3: seat 1, panel: the ssd1331 has 96 by 64 pixels: give its width and height."]
    assert read_table(text.replace('"ssd1331"', '"ssd1331", width = 96')).seats


def test_a_seat_with_only_a_grid_needs_a_screen_for_menus() -> None:
    text = '[seat.1]\nkeypad = { usb = "a" }\ngrid = { port = "p" }\n'
    assert "1: seat 1: has only a grid, so its menus need a screen: add [private] or [public]." in complaints(text)


def test_a_key_map_must_be_there() -> None:
    assert complaints(TWO_SEATS.replace('usb = "usb-1.1"', 'usb = "usb-1.1", keys = "dvorak"')) == [
        "2: seat 1, keypad: no key map “dvorak”; available: qwerty, azerty, qwertz and numeric."
    ]


def test_a_key_map_of_ones_own_is_checked_key_by_key() -> None:
    assert complaints(TWO_SEATS + '[keymaps.mine]\nKEY_Q = "A"\nKEY_QQ = "B"\n') == [
        "13: keymaps, mine: no key “KEY_QQ”; did you mean KEY_Q?"
    ]


def test_one_bluetooth_pad_written_in_two_ways_is_still_one() -> None:
    text = TWO_SEATS.replace('usb = "usb-1.1"', 'bluetooth = "aa-bb-cc-dd-ee-ff"')
    text = text.replace('usb = "usb-1.2"', 'bluetooth = "AA:BB:CC:DD:EE:FF"')
    assert complaints(text) == ["6: seat 2, keypad: the keypad AA:BB:CC:DD:EE:FF is already used by seat 1, keypad."]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            "keypad = = 1",
            "this is not TOML: invalid value. A line is either a section, [seat.1], or a setting, hooded = true.",
        ),
        ("keypad = {", "everything between { … } must be in one line."),
        ("keypad = { usb = “usb-1” }", 'curly quotes do not work here. Write straight ones, "…".'),
        ("hooded = True", "write true, in small letters."),
        ("keypad = /dev/input/event0", 'text needs quotes around it, "…".'),
        ("lamp = " + "9" * 5000, "this number is too long."),
        ("lamp = " + "[" * 5000, "brackets are nested too deeply here."),
        ("lamp = 0x" + "f" * 5000, "seat 1, lamp: is too large a number."),
    ],
    ids=["other", "several lines", "curly", "capital", "no quotes", "digits", "nested", "hexadecimal"],
)
def test_what_is_not_toml_is_told_with_its_line_in_plain_words(line: str, told: str) -> None:
    assert f"2: {told}" in complaints(f"[seat.1]\n{line}\n")


SEAT = "[seat.1]\nhooded = true\npanel = {}\n"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            SEAT + 'keypad = { usb = "/dev/input/event3" }\n',
            "4: seat 1, keypad: usb must name a socket: paths change. `wordtable doctor` lists the keypads with their "
            "sockets.",
        ),
        (
            SEAT + 'keypad = { usb = "1-1.2" }\n',
            "4: seat 1, keypad: usb must begin with usb-. `wordtable doctor` lists the keypads with their sockets.",
        ),
        (
            SEAT + 'keypad = { bluetooth = "DC:2C:26:01:02" }\n',
            "4: seat 1, keypad: bluetooth must be an address with six parts, such as DC:2C:26:01:02:03.",
        ),
        (
            SEAT + 'grid = { port = "ttyUSB0" }\n',
            "4: seat 1, grid: port must be a path: /dev/ttyUSB0, or better one from /dev/serial/by-path.",
        ),
        (
            SEAT + 'grid = { port = "/dev/ttyUSB0", baud = 9600 }\n',
            "4: seat 1, grid: 30 LEDs are too many for 9600 baud: they would light up one by one. Set the board and "
            "this to 115200.",
        ),
        (
            SEAT + 'grid = { port = "/dev/ttyUSB0", width = 32, height = 32 }\n',
            "4: seat 1, grid: 1024 LEDs are too many for 115200 baud: they would light up one by one. Set the board "
            "and this to 460800.",
        ),
        (
            SEAT + "[private]\naddress = 0x78\n",
            "5: private: 0x78, as it is printed on the board, is the address with one bit more: write 0x3C.",
        ),
        (SEAT + "[buzzer]\n\npin = 99\n", "6: buzzer: the Pi has pins GPIO 0 to 27."),
        ("seats = 4\n", "1: seat: write [seat.1], [seat.2] and so on, each with its own settings."),
        (
            "[seat.1]\nhooded = true\npanel = 5\n",
            "3: seat 1, panel: must be a section with settings of its own, { … }.",
        ),
    ],
    ids=[
        "path",
        "kernel's name",
        "five bytes",
        "bare port",
        "slow",
        "large",
        "printed address",
        "buzzer",
        "seats",
        "cascade",
    ],
)
def test_what_nothing_can_be_found_by_is_told_with_the_right_way_to_write_it(text: str, told: str) -> None:
    assert complaints(text) == [told]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('[seat.1]\nhooded = "yes"\npanel = {}\n', 2),
        (SEAT + "keypad = 7\n", 4),
        ("private = 3\n[seat.1]\npanel = {}\n", 1),
        ('[seat.1]\npanel = {}\n[private]\naddress = "0x3C"\n', 4),
        ("[seat.1]\nhooded = true\npanel = { chip = 5 }\n", 3),
    ],
    ids=["hooded", "keypad", "private", "its address", "chip"],
)
def test_a_value_of_the_wrong_kind_is_the_only_complaint(text: str, line: int) -> None:
    """What it would have been is not reported missing."""
    (told,) = complaints(text)
    assert told.startswith(f"{line}: ")
    assert "must be" in told


def test_more_light_than_a_usb_socket_gives_is_allowed_and_told() -> None:
    bright = SEAT + 'grid = { port = "/dev/ttyUSB0", brightness = 255 }\n'
    (told,) = remarks(read_table(bright))
    assert "30 white LEDs would draw 1.8 A" in english(told)
    assert remarks(read_table(bright.replace("255", "255, milliamperes = 2000"))) == ()


def test_two_keypads_by_the_same_path_are_named() -> None:
    text = TWO_SEATS.replace("usb-1.1", "/dev/input/event3").replace("usb-1.2", "/dev/input/event3")
    assert any("the keypad /dev/input/event3 is already used by seat 1" in told for told in complaints(text))


def test_a_byte_order_mark_is_read_over(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text("\ufeff" + TWO_SEATS, encoding="utf-8")
    assert len(load_table(file).seats) == 2


def test_a_device_is_not_read_as_a_table() -> None:
    with pytest.raises(ConfigError, match="not an ordinary file"):
        load_table(Path("/dev/zero"))


def test_a_file_without_end_is_not_read_to_its_end(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    with file.open("wb") as opened:
        opened.truncate(1 << 40)
    with pytest.raises(ConfigError, match="at most 256 kB are read"):
        load_table(file)


def test_a_file_that_is_not_there_names_the_command_that_makes_one(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="`wordtable setup` makes one"):
        load_table(tmp_path / "table.toml")
