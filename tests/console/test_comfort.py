"""What makes an evening comfortable: words that wait, pauses, sound, light, and a safe end."""

from dataclasses import replace
from pathlib import Path
from random import Random

from hardware.ports import PanelFrame
from tests.support.at_table import KINDS, AtTable, load
from tests.support.evening_table import EveningTable, Place, grids_only, usual
from tests.support.random_evening import RandomEvening


def guessing(table: EveningTable, **options: str) -> tuple[Place, Place]:
    """Ann has hidden SOLVE, and Bob guesses."""
    ann, bob = table.join("Ann", "Bob")
    ann.starts("party", **options)
    ann.hides("SOLVE")
    return ann, bob


# ── a half-typed word waits ──────────────────────────────────────────────────────────────────────


def test_a_half_typed_word_survives_an_announcement(table: EveningTable) -> None:
    ann, bob = guessing(table)
    bob.types("SMI")
    ann.from_the_menu("hint").types("riddle").enter()
    table.passes(8)
    assert bob.panel.says("SMI__")


def test_a_half_typed_word_survives_a_pause(table: EveningTable) -> None:
    _, bob = guessing(table)
    bob.types("SMI")
    table.button("pause")
    assert bob.panel.title == "Paused"
    table.button("pause")
    assert bob.panel.says("SMI__")


def test_a_half_typed_word_survives_the_menu(table: EveningTable) -> None:
    _, bob = guessing(table)
    bob.types("SMI").presses("ESC", "DOWN", "ESC")
    assert bob.panel.says("SMI__")


def test_a_half_typed_word_survives_a_keypad_that_is_plugged_in_again(table: EveningTable) -> None:
    _, bob = guessing(table)
    bob.types("SMI")
    table.evening.unplug("seat2.keypad")
    table.passes(10)
    table.evening.plug("seat2.keypad")
    table.passes(2)
    bob.types("LE").enter()
    assert bob.grid.top_row == "G--YG"


def test_a_half_typed_word_survives_the_end_of_a_row_s_time(table: EveningTable) -> None:
    _, bob = guessing(table, timer="60")
    table.passes(59)
    bob.types("SMI")
    table.passes(2)
    assert bob.panel.says("SMI__")


# ── pauses ───────────────────────────────────────────────────────────────────────────────────────


def test_a_word_refused_after_it_had_waited_for_the_disk_is_still_in_its_player_s_hands(
    table: EveningTable,
) -> None:
    ann, bob, cy = table.join("Ann", "Bob", "Cy")
    ann.starts("party")
    ann.hides("SOLVE")
    bob.types("SMILE")
    cy.types("XQZKV")
    table.evening.table.press(bob.number, "ENTER")  # both in one moment: Cy's waits until Bob's is safe
    table.evening.table.press(cy.number, "ENTER")
    table.passes(1)
    assert (bob.grid.top_row, cy.panel.typed) == ("G--YG", "XQZKV")


def test_a_pause_stops_every_clock(table: EveningTable) -> None:
    _, bob = guessing(table, timer="60")
    table.passes(20)
    table.button("pause").passes(600)
    table.button("pause").passes(30)
    assert bob.grid.top_row == "....."
    table.passes(11)
    assert bob.grid.top_row == "xxxxx"


def test_anybody_may_pause_from_the_menu_and_go_on(any_table: EveningTable) -> None:
    ann, bob = any_table.join("Ann", "Bob")
    ann.starts("party")
    ann.hides("SOLVE")
    bob.from_the_menu("pause")
    assert any_table.said[-1] == "Paused by BOB."
    bob.from_the_menu("resume")
    assert any_table.said[-1] == "The game goes on."


def test_nobody_guesses_during_a_pause(table: EveningTable) -> None:
    _, bob = guessing(table)
    table.button("pause")
    bob.guesses("SMILE")
    table.button("pause")
    assert bob.grid.top_row == "....."


# ── sound and light ──────────────────────────────────────────────────────────────────────────────


def test_a_muted_table_is_silent_and_can_be_heard_again(table: EveningTable) -> None:
    ann, bob = guessing(table)
    ann.from_the_menu("sound")
    heard = (len(table.said), len(table.tones))
    ann.presses("ESC")
    bob.guesses("SMILE")
    assert (len(table.said), len(table.tones)) == heard
    ann.from_the_menu("sound").presses("ESC")
    bob.guesses("CRANE")
    assert table.said[-1] == "BOB: 1 green, 0 yellow"


def test_a_palette_is_for_one_seat_alone(table: EveningTable) -> None:
    ann, bob, cy = table.join("Ann", "Bob", "Cy")
    ann.starts("party")
    ann.hides("SOLVE")
    bob.from_the_menu("colours").presses("ESC")
    for person in (bob, cy):
        person.guesses("SMILE")
    colours = [person.grid.frame.rows[0][0] for person in (bob, cy) if person.grid.frame is not None]
    assert colours == [(255, 120, 0), (40, 220, 60)]


def test_the_brightness_of_a_panel_is_set_by_its_seat(table: EveningTable) -> None:
    _, bob = guessing(table)
    bob.presses("ESC").goes_to("brightness")
    bob.presses("RIGHT", "RIGHT", "RIGHT")
    assert bob.panel.chosen == "Brightness: 5"
    bob.presses("LEFT", "LEFT", "LEFT", "LEFT", "LEFT")
    assert bob.panel.chosen == "Brightness: 1"


def test_what_somebody_has_set_is_remembered_after_a_power_cut(table: EveningTable) -> None:
    _, bob = guessing(table)
    bob.from_the_menu("colours")
    table.evening.power_cut()
    table.evening.power_on()
    bob.presses("ESC").goes_to("colours")
    assert bob.panel.chosen == "Colours: orange"


def test_a_panel_that_nobody_uses_dims_and_wakes_at_a_key(table: EveningTable) -> None:
    _, bob = guessing(table)
    lit = table.contrast("seat2.panel")
    table.passes(300)
    assert table.contrast("seat2.panel") < lit / 2
    bob.types("S")
    assert table.contrast("seat2.panel") == lit


def test_a_resting_picture_moves_so_that_nothing_burns_in(table: EveningTable) -> None:
    table.join("Ann", "Bob")
    table.passes(300)
    before = table.evening.table.showing("seat2.panel")
    table.passes(60)
    assert table.evening.table.showing("seat2.panel") != before


def test_a_picture_that_has_moved_is_cut_off_nowhere(table: EveningTable) -> None:
    """What leaves a row on the right would come back on its left: there is nothing there."""
    table.join("Ann", "Bob")
    table.passes(300)
    first_column = []
    for _ in range(3):
        frame = table.evening.table.showing("seat2.panel")
        assert isinstance(frame, PanelFrame)
        first_column.append(any(byte & 0x80 for byte in frame.pixels[:: frame.size[0] // 8]))
        table.passes(60)
    assert sorted(first_column) == [False, False, True]  # it moves by none, one and two columns


def test_letters_fill_the_grid_for_a_moment_and_then_it_is_the_board_again(table: EveningTable) -> None:
    _, bob = guessing(table)
    table.passes(10)
    bob.types("L")
    assert bob.grid.rows == ("w....", "w....", "w....", "w....", "w....", "wwwww")
    table.passes(1)
    assert set(bob.grid.rows[1:]) == {"....."}


def test_a_letter_for_which_there_is_no_room_does_not_flash(table: EveningTable) -> None:
    _, bob = guessing(table)
    bob.types("SMILE")
    table.passes(10)
    before = bob.grid.rows
    bob.types("L")
    assert bob.grid.rows == before


def test_a_grid_alone_spells_its_newest_row_while_a_key_is_held() -> None:
    table = EveningTable(grids_only())
    _, bob = guessing(table)
    bob.guesses("SMILE")
    table.passes(5)
    bob.holds("SPACE", 3.4)
    table.passes(0.1)
    spelt = [bob.grid.rows]
    for _ in range(4):
        table.passes(0.7)
        spelt.append(bob.grid.rows)
    letters = [table.letter_on_a_grid(letter) for letter in "SMILE"]
    assert spelt == letters
    table.passes(1)
    assert bob.grid.top_row == "G--YG"


def test_solving_it_is_celebrated(table: EveningTable) -> None:
    _, bob = guessing(table)
    bob.guesses("SOLVE")
    table.passes(1)
    assert bob.grid.rows == ("GGGGG",) * 6


def test_an_elsewhere_may_pulse_for_those_who_cannot_tell_colours() -> None:
    table = EveningTable(replace(usual(), pulse=True))
    _, bob = guessing(table)
    bob.guesses("SMILE")
    seen = set()
    for _ in range(20):
        table.passes(0.1)
        assert bob.grid.frame is not None
        seen.add(bob.grid.frame.rows[0][3])
    assert len(seen) > 3


# ── power ────────────────────────────────────────────────────────────────────────────────────────


def test_holding_the_power_button_switches_the_table_off(table: EveningTable) -> None:
    _, bob = guessing(table)
    table.button("power", 3.5)
    assert not table.evening.powered
    assert bob.panel.text == ()


def test_touching_the_power_button_does_nothing(table: EveningTable) -> None:
    guessing(table)
    table.button("power", 1)
    table.passes(10)
    assert table.evening.powered


def test_the_captain_may_switch_the_table_off_from_the_menu(table: EveningTable) -> None:
    ann, _ = guessing(table)
    ann.from_the_menu("shut-down")
    assert ann.panel.title == "Switch the table off?"
    ann.chooses("yes")
    assert not table.evening.powered


def test_after_a_power_cut_everything_is_where_it_was(any_table: EveningTable) -> None:
    ann, bob = any_table.join("Ann", "Bob")
    ann.starts("party")
    ann.hides("SOLVE")
    bob.guesses("SMILE")
    any_table.evening.power_cut()
    any_table.passes(60)
    any_table.evening.power_on()
    ann.brings_up_the_list()
    assert ann.sees("Go on?")
    ann.chooses("resume").takes_the_screen()
    if bob.has_grid:
        assert bob.grid.top_row == "G--YG"
    bob.guesses("SOLVE")
    assert "BOB got it in 2!" in any_table.said


def test_nobody_ends_a_game_that_the_button_has_continued_meanwhile(table: EveningTable) -> None:
    """The last step of a question closes with the question."""
    ann, bob = guessing(table)
    table.evening.power_cut()
    table.passes(60)
    table.evening.power_on()
    ann.chooses("end")
    assert ann.panel.title == "End the game now?"
    table.button("pause").passes(2)
    assert ann.panel.title != "End the game now?"
    bob.guesses("SOLVE")
    assert "BOB got it" in " ".join(table.said)


def test_after_a_power_cut_clocks_stand_where_they_stood(table: EveningTable) -> None:
    ann, bob = guessing(table, timer="60")
    table.passes(40)
    table.evening.power_cut()
    table.passes(600)
    table.evening.power_on()
    table.passes(60)
    ann.chooses("resume")
    left = int(bob.panel.title.removeprefix("Guess 1  0:"))
    assert 20 <= left <= 25  # the clock is kept every five seconds


def test_after_a_power_cut_the_game_may_be_ended_instead(table: EveningTable) -> None:
    ann, bob = guessing(table)
    table.evening.power_cut()
    table.evening.power_on()
    ann.chooses("end").chooses("yes")
    assert bob.panel.title == "No winner"


def test_the_lamp_of_the_host_is_lit_while_a_vote_waits_for_them() -> None:
    seats = {number: replace(seat, lamp=number) for number, seat in usual().seats.items()}
    table = EveningTable(replace(usual(), seats=seats))
    ann, bob = guessing(table)
    bob.guesses("XQZKV").enter()
    lit = table.evening.table.lamp(ann.number).on
    ann.chooses("no")
    assert (lit, table.evening.table.lamp(ann.number).on) == (True, False)


def test_the_lamp_of_whoever_the_game_waits_for_is_lit() -> None:
    seats = {number: replace(seat, lamp=number) for number, seat in usual().seats.items()}
    table = EveningTable(replace(usual(), seats=seats))
    guessing(table)
    assert [table.evening.table.lamp(seat).on for seat in (1, 2)] == [False, True]


def test_a_table_begins_though_the_dictionary_of_its_last_game_is_gone(tmp_path: Path) -> None:
    words = tmp_path / "house.words"
    words.write_text("solve\nsmile\n")
    seats, journal = {1: KINDS[4], 2: KINDS[4]}, tmp_path / "journal.db"
    at = AtTable(seats, file=journal, defaults={"party": {"dictionary": str(words)}})
    RandomEvening(at, Random(0)).begins("party", 2)
    at.console.close()
    at.journal.close(1.0)
    words.unlink()
    load.cache_clear()
    again = AtTable(seats, file=journal)
    assert "no such file" in again.text("seat1.panel").replace("\n", " ")
