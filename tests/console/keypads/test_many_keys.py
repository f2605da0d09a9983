"""Everybody types as fast as they can, at a large table: every key counts, and is shown in its own moment."""

from string import ascii_uppercase

from firmware_host.drawing.grids import letter_frame
from firmware_host.simulator.evening import SimulatedEvening
from hardware.config.settings import KeypadSettings, SeatSettings, SerialGridSettings, TableSettings
from hardware.ports import DELETE, ENTER

SEATS = range(1, 25)
A_SECOND = 200  # keys at each seat
FLURRY = [*"QWERT", *[DELETE] * 5] * 3
NAMES = {seat: ascii_uppercase[seat] + ascii_uppercase[-seat] for seat in SEATS}


def seated() -> SimulatedEvening:
    """Everybody has pressed a key, and is asked for a name."""
    seat = SeatSettings(KeypadSettings(usb="simulated"), SerialGridSettings())
    evening = SimulatedEvening(TableSettings(dict.fromkeys(SEATS, seat), simulated=True))
    for number in SEATS:
        evening.keys(number, ENTER)
    return evening


def test_no_key_is_lost_or_late_when_24_seats_type_200_keys_a_second() -> None:
    evening = seated()
    late = []
    for stroke in range(len(FLURRY) + 2):
        typed = {seat: [*FLURRY, *NAMES[seat]][stroke] for seat in SEATS}
        for seat, key in typed.items():
            evening.table.press(seat, key)
        evening.run_until(evening.clock.time())
        late += [
            (stroke, seat)
            for seat, key in typed.items()
            if key != DELETE and evening.table.showing(f"seat{seat}.grid") != letter_frame(key, (5, 6))
        ]
        evening.run_until(evening.clock.time() + 1 / A_SECOND)
    assert late == []
    assert {seat: evening.snapshot().seats[seat].desk.typed.get("name") for seat in SEATS} == NAMES
