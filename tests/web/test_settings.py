"""What a table.toml says of its pages, and what is wrong with it."""

import pytest

from hardware.config.reading import ConfigError, read_table

TABLE = """
[seat.1]
hooded = true
keypad = { usb = "x" }
panel = {}

[seat.2]
"""
CODES = '1 = "LAMP42", 2 = "KIWI77", private = "OWL911"'


def complaint(web: str) -> str:
    with pytest.raises(ConfigError) as mistakes:
        read_table(TABLE + web)
    return str(mistakes.value)


def test_without_a_section_there_are_no_pages() -> None:
    assert read_table(TABLE.partition("[seat.2]")[0]).web is None


def test_an_empty_section_is_for_this_computer_alone() -> None:
    web = read_table(TABLE + "[web]").web
    assert web is not None
    assert web.host == "127.0.0.1"


def test_a_seat_with_nothing_is_a_phone_only_where_there_are_pages() -> None:
    assert "seat 2: has no display. Give it a grid or a panel, or add [web] for a phone." in complaint("")


def test_on_a_network_every_page_needs_its_code() -> None:
    said = complaint('[web]\nhost = "0.0.0.0"\ncodes = { 1 = "LAMP42" }')
    assert "Add codes for seat 2 and the private screen under [web.codes]." in said


def test_with_all_codes_a_network_is_fine() -> None:
    web = read_table(f'{TABLE}[web]\nhost = "192.168.1.20"\ncodes = {{ {CODES} }}').web
    assert web is not None
    assert web.codes["2"] == "KIWI77"


@pytest.mark.parametrize(
    ("web", "said"),
    [
        ("port = 70000", "web: port must be from 1 to 65535."),
        ('codes = { 1 = "abc" }', "web: the code of seat 1 must have 6 to 32 letters or digits."),
        ('codes = { 1 = "abc-defg" }', "web: the code of seat 1 must have 6 to 32 letters or digits."),
        ('codes = { 9 = "LAMP42" }', "web: no page “9” for this code; the pages are 1, 2 and private."),
        ('codes = { 1 = "LAMP42", 2 = "lamp42" }', "web: two pages have the same code."),
    ],
)
def test_mistakes_are_told(web: str, said: str) -> None:
    assert said in complaint(f"[web]\n{web}")


def test_a_code_is_no_part_of_what_is_logged() -> None:
    assert "KIWI77" not in repr(read_table(f"{TABLE}[web]\ncodes = {{ {CODES} }}"))


def test_the_old_name_of_the_private_screen_is_still_read(caplog: pytest.LogCaptureFixture) -> None:
    web = read_table(f"{TABLE}[web]\ncodes = {{ {CODES.replace('private', 'host')} }}").web
    assert web is not None
    assert web.codes["private"] == "OWL911"
    assert caplog.messages == ["table.toml:9: web.codes.host is now called web.codes.private."]
