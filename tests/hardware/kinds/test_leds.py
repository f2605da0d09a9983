"""The bytes that LED boards understand, to the letter, and every LED in its place."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_host.texts.language import english
from hardware.config.settings import SAFE_BRIGHTNESS, GridSettings, Rotation, SerialGridSettings, Wiring
from hardware.kinds.ddp_grid import ddp
from hardware.kinds.leds import about_boards, dimming, how_much_they_draw, wire_colours, wire_order, within
from hardware.kinds.serial_grid import adalight, tpm2
from hardware.ports import Colour, GridFrame
from hardware.simulated.wire.boards import as_seen, leds_of
from hardware.simulated.wire.serial_grid import COMMANDS, Firmware

COLOURS = bytes(range(90))

settings = st.builds(
    GridSettings,
    protocol=st.just("adalight"),
    width=st.integers(1, 9),
    height=st.integers(1, 9),
    wiring=st.sampled_from(["straight", "serpentine"]),
    rotation=st.sampled_from([0, 90, 180, 270]),
    brightness=st.just(255),
    milliamperes=st.just(100_000),
)


def test_adalight_says_how_many_leds_less_one_and_checks_it() -> None:
    assert adalight(COLOURS) == bytes.fromhex("416461001d48") + COLOURS


def test_tpm2_says_how_many_bytes_and_ends() -> None:
    assert tpm2(COLOURS) == bytes.fromhex("c9da005a") + COLOURS + b"\x36"


def test_ddp_pushes_a_whole_grid_in_one_packet() -> None:
    assert ddp(COLOURS, 7) == bytes.fromhex("41070b0100000000005a") + COLOURS


def test_adalight_counts_beyond_256_leds() -> None:
    assert adalight(bytes(3 * 300))[:6] == bytes.fromhex("416461012b7f")


def test_tpm2_counts_beyond_256_bytes() -> None:
    assert tpm2(bytes(300))[:4] == bytes.fromhex("c9da012c")


@pytest.mark.parametrize(
    ("wiring", "rotation", "order"),
    [
        ("straight", 0, (0, 1, 2, 3, 4, 5)),
        ("serpentine", 0, (0, 1, 2, 5, 4, 3)),
        ("straight", 90, (2, 5, 1, 4, 0, 3)),
        ("serpentine", 90, (2, 5, 4, 1, 0, 3)),
        ("straight", 180, (5, 4, 3, 2, 1, 0)),
        ("straight", 270, (3, 0, 4, 1, 5, 2)),
    ],
)
def test_the_wire_of_three_columns_and_two_rows(wiring: Wiring, rotation: Rotation, order: tuple[int, ...]) -> None:
    assert wire_order(3, 2, wiring, rotation) == order


@given(settings)
def test_every_led_is_lit_exactly_once(grid: GridSettings) -> None:
    order = wire_order(grid.width, grid.height, grid.wiring, grid.rotation)
    assert sorted(order) == list(range(grid.width * grid.height))


@given(settings)
def test_the_player_sees_the_frame_whatever_way_the_wire_runs(grid: GridSettings) -> None:
    shown: tuple[tuple[Colour, ...], ...] = tuple(
        tuple((255 * (row & 1), 255 * (row >> 1 & 1), 255 * (column % 2)) for column in range(grid.width))
        for row in range(grid.height)
    )
    leds = leds_of(wire_colours(grid)(GridFrame(shown)), grid.width * grid.height)
    assert as_seen(leds, grid) == shown


@given(st.integers(1, 255))
def test_no_channel_is_brighter_than_asked_and_white_is_as_bright(brightness: int) -> None:
    assert max(dimming(brightness)) == dimming(brightness)[255] == brightness


def test_what_is_lit_stays_lit_however_dim() -> None:
    assert min(dimming(1)[1:]) == 1


def test_a_brighter_colour_never_looks_darker() -> None:
    assert list(dimming(0x40)) == sorted(dimming(0x40))


def test_a_frame_of_another_size_is_refused() -> None:
    with pytest.raises(ValueError, match="6 rows of 5"):
        wire_colours(SerialGridSettings())(GridFrame((((0, 0, 0),),)))


@given(st.binary(min_size=90, max_size=90), st.data())
def test_no_colour_is_a_command_when_bytes_are_lost(colours: bytes, data: st.DataObject) -> None:
    """At the default brightness, whatever part of a frame arrives."""
    sent = adalight(colours.translate(dimming(SerialGridSettings().brightness))) * 2
    start = data.draw(st.integers(0, 191))
    board = Firmware()
    board.take(sent[:start] + sent[data.draw(st.integers(start, 192)) :] + sent)
    assert board.commands == []


def test_full_brightness_would_have_colours_that_are_commands() -> None:
    """Why the default is what it is."""
    assert COMMANDS & set(dimming(0xFF))


class TestTheBoardsFirmware:
    def test_reads_a_frame_after_garbage(self) -> None:
        board = Firmware()
        board.take(b"\x00\x12Ad\xff" + adalight(COLOURS))
        assert board.frames == [COLOURS]

    def test_drops_a_frame_whose_count_is_damaged(self) -> None:
        board = Firmware()
        board.take(b"Ada\x00\x1c\x48" + bytes(90) + adalight(COLOURS))
        assert board.frames == [COLOURS]

    def test_drops_a_tpm2_frame_without_its_end(self) -> None:
        board = Firmware()
        board.take(tpm2(COLOURS)[:-1] + b"\x35" + tpm2(COLOURS))
        assert board.frames == [COLOURS]

    def test_obeys_commands_between_frames_only(self) -> None:
        board = Firmware()
        board.take(adalight(b"\xb7" * 90) + b"\xb6")
        assert board.commands == [0xB6]


# ── how much they draw ───────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("grid", "told"),
    [
        (SerialGridSettings(), []),
        (SerialGridSettings(brightness=255), ["1.8"]),
        (SerialGridSettings(brightness=255, milliamperes=2000), []),
    ],
    ids=["default", "too bright for USB", "with a supply"],
)
def test_doctor_says_what_bright_leds_draw(grid: SerialGridSettings, told: list[str]) -> None:
    remarks = how_much_they_draw([grid], None)
    assert [english(remark.say).split(" draw ")[1].split()[0] for remark in remarks] == told


@pytest.mark.parametrize(("grids", "reminded"), [([], 0), ([SerialGridSettings()] * 4, 1)], ids=["none", "four boards"])
def test_doctor_reminds_of_the_password_of_wled_once(grids: list[SerialGridSettings], reminded: int) -> None:
    remarks = [english(remark.say) for remark in about_boards(grids, None)]
    assert sum("Have you changed its password?" in remark for remark in remarks) == reminded


def milliamperes(colours: bytes) -> float:
    return sum(colours) * 20 / 255 + len(colours) // 3


@pytest.mark.parametrize("limit", [100, 500, 1000])
def test_a_white_grid_draws_no_more_than_it_may(limit: int) -> None:
    """However bright it is set, on every kind of wire."""
    white = GridFrame((((255, 255, 255),) * 5,) * 6)
    sent = wire_colours(SerialGridSettings(brightness=255, milliamperes=limit))(white)
    assert limit - 10 <= milliamperes(sent) <= limit


def test_what_is_dark_enough_stays_as_it_is() -> None:
    assert within(500, bytes([SAFE_BRIGHTNESS]) * 90) == bytes([SAFE_BRIGHTNESS]) * 90


def test_colours_keep_their_shares_when_they_are_dimmed() -> None:
    assert within(130, bytes([200, 100, 0]) * 30)[:3] == bytes([28, 14, 0])
