"""What people really write into a table.toml, and the one sentence that each of them is told, with what to write."""

import pytest

from hardware.config.reading import LARGEST, ConfigError, read_table

SEAT = "[seat.1]\nhooded = true\npanel = {}\n"


def complaints(text: str) -> list[str]:
    with pytest.raises(ConfigError) as error:
        read_table(text)
    return [line.removeprefix("table.toml:") for line in str(error.value).splitlines()]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("hooded: true", "a setting is written with an equals sign: hooded = true."),
        ("hooded = yes", "write true or false."),
        ("hooded =", "the value is missing. Write one after the equals sign, or delete the line."),
        ("hooded = true,", "nothing comes after the value: delete the , at the end."),
        ("hooded = true;", "nothing comes after the value: delete the ; at the end."),
        ("hooded = true // yes", "a remark begins with #, not with //."),
        (
            "hooded\N{NO-BREAK SPACE}= true",
            "this line has a character that cannot be seen. Delete the line, and type it again.",
        ),
        ("lamp = 017", "write 17, without a 0 before it."),
        ("panel = { address = 3C }", "write 0x3C: a number with letters begins with 0x."),
        ("panel = { address = 0x3C, }", "delete the comma before }."),
        (
            'keypad = { usb = "usb-1.1" keys = "qwerty" }',
            "a comma is missing between two settings in { … }.",
        ),
        (
            'keypad = { usb = "usb-1.1 }',
            'a quotation mark is missing: text has one before it and one after it, "…".',
        ),
        (r'grid = { port = "\dev\ttyUSB0" }', r"write / instead of \."),
        ("panel = {}\npanel = {}", "this is in the file twice. Delete one of them."),
        ("[seat.1]", "this is in the file twice. Delete one of them."),
        ("[seat 2]", "the name of a section is between brackets, without spaces: [seat.1]."),
        ("[seat.2", "the name of a section is between brackets, without spaces: [seat.1]."),
        (
            "<<<<<<< mine",
            "this is not TOML: invalid statement. A line is either a section, [seat.1], or a setting, hooded = true.",
        ),
    ],
)
def test_a_line_that_is_not_toml_says_what_to_write(line: str, told: str) -> None:
    last = 1 + len(line.splitlines())
    assert complaints(f"[seat.1]\n{line}\n") == [f"{last}: {told}"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "# my table\n",
            "1: a table needs seats: write [seat.1], [seat.2] and so on, or let `wordtable setup` write the whole "
            "file.",
        ),
        ("[[seat]]\nhooded = true\n", "1: seat: write [seat.1], [seat.2] and so on, each with its own settings."),
        ("[Seat.1]\nhooded = true\npanel = {}\n", "1: no setting “Seat”; did you mean seat?"),
        ("[seat1]\nhooded = true\npanel = {}\n", "1: no setting “seat1”; did you mean seat.1?"),
        ("[seat.1]\nhooded = true\n[panel]\n", "3: “panel” belongs to a seat. Move it below [seat.1]."),
        (
            SEAT + 'language = "en"\n',
            "4: seat 1: “language” belongs to the whole table. Move it to the top of the file.",
        ),
        (
            SEAT + "[buzzer]\npin = 12\npulse = true\n",
            "6: buzzer: “pulse” belongs to the whole table. Move it to the top of the file.",
        ),
        (
            "[seat.1]\nhooded = true\n",
            "1: seat 1: has no display. Give it a grid or a panel, or add [web] for a phone.",
        ),
    ],
)
def test_something_in_the_wrong_place_is_the_only_complaint(text: str, told: str) -> None:
    assert complaints(text) == [told]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            SEAT.replace("{}", '{ address = "0x3C" }'),
            "3: seat 1, panel, address: must be a whole number, without quotes: write 0x3C.",
        ),
        (
            SEAT + '[buttons]\npause = "GPIO17"\n',
            "5: buttons, pause, pin: must be a whole number, without quotes: write 17.",
        ),
        (SEAT.replace("true", '"true"'), "2: seat 1, hooded: must be true or false, without quotes."),
        (
            SEAT.replace("{}", "{ i2c = -1 }"),
            "3: seat 1, panel: i2c must be the number of a bus, such as 1. `i2cdetect -l` lists them.",
        ),
        (
            SEAT.replace("{}", '{ bus = "spi", chip_select = 5 }'),
            "3: seat 1, panel: chip_select must be from 0 to 2. `ls /dev/spidev*` lists what this Pi has.",
        ),
        (
            SEAT + '[web]\nhost = "my pi"\n',
            "5: web: host must be an address of this computer; 0.0.0.0 means all of them.",
        ),
    ],
)
def test_a_value_that_cannot_be_says_what_it_must_be(text: str, told: str) -> None:
    assert complaints(text) == [told]


@pytest.mark.parametrize("port", ["COM3", "dev/ttyUSB0", "/dev/serial/by-path/", "/dev/input/event0"])
def test_no_grid_is_looked_for_where_no_serial_port_can_be(port: str) -> None:
    assert complaints(SEAT + f'grid = {{ port = "{port}" }}\n') == [
        "4: seat 1, grid: port must be the path of a serial port. `ls /dev/serial/by-path/*` lists them."
    ]


@pytest.mark.parametrize("socket", ["event3", "046d:c31c", "by-path/pci-0-usb-0:1:1.0-event-kbd", "left socket"])
def test_no_keypad_is_looked_for_by_a_name_that_is_not_a_socket(socket: str) -> None:
    assert complaints(SEAT + f'keypad = {{ usb = "{socket}" }}\n') == [
        "4: seat 1, keypad: usb must begin with usb-. `wordtable doctor` lists the keypads with their sockets."
    ]


@pytest.mark.parametrize("host", ["http://wled.local", "192.168.1.300", "192.168.1.50:4048", "wled 1"])
def test_the_host_of_a_grid_is_a_name_or_an_address_and_nothing_else(host: str) -> None:
    assert complaints(SEAT + f'grid = {{ protocol = "ddp", host = "{host}" }}\n') == [
        "4: seat 1, grid: host must be only the name or the address of the board, such as wled-1.local or 192.168.1.50."
    ]


@pytest.mark.parametrize("host", ["wled-1.local", "192.168.1.50", "fe80::1%wlan0", "WLED_2"])
def test_a_board_may_have_any_name_or_address(host: str) -> None:
    assert read_table(SEAT + f'grid = {{ protocol = "ddp", host = "{host}" }}\n').seats


def test_one_endless_line_is_told_like_a_short_one() -> None:
    """Looking for all these mistakes must not take longer the longer the line is."""
    (told,) = complaints("[seat.1]\nlamp = " + "= //" * (LARGEST // 8))
    assert told.startswith("2: ")
