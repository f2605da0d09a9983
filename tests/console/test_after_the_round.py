"""The end of a round at the table: the scores and what they mean, one's own row, all boards, and the winner."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from hardware.config.reading import read_table
from hardware.config.settings import TableSettings
from hardware.ports import RIGHT, GridFrame, PanelFrame
from tests.support.evening import proves
from tests.support.evening_table import FOUR_SEATS, OPEN_TABLES, EveningTable, Place, grids_only, usual

EIGHT = ("Ann", "Bob", "Cy", "Dora", "Emil", "Fay", "Gus", "Hal")


def many_seats(how_many: int = 8) -> TableSettings:
    seats = FOUR_SEATS.split("[seat.4]")
    more = "".join(f"[seat.{number}]{seats[1]}" for number in range(4, how_many + 1))
    return read_table(seats[0] + more)


def round_of_three(settings: TableSettings | None = None, mode: str = "classic") -> tuple[EveningTable, list[Place]]:
    """Ann hides a word, Bob gives up, and Cy finds it on the second row."""
    table = EveningTable(settings)
    ann, bob, cy = table.join("Ann", "Bob", "Cy")
    ann.starts("party", mode=mode)
    ann.hides("SOLVE")
    bob.guesses("SMILE").from_the_menu("give-up", "yes")
    cy.guesses("CRUMB", "SOLVE")
    table.passes(5)
    return table, [ann, bob, cy]


def pages(place: Place) -> list[tuple[str, ...]]:
    """What their panel shows, page by page, until it begins again."""
    seen: list[tuple[str, ...]] = []
    while place.panel.text not in seen:
        seen.append(place.panel.text)
        place.presses(RIGHT)
    return seen


# ── scores ───────────────────────────────────────────────────────────────────────────────────────


def test_the_best_comes_first_and_the_readers_own_line_is_marked() -> None:
    _, (_, bob, _) = round_of_three()
    assert [line for line in bob.panel.text if line[0].isdigit()] == [
        "1 ANN  0  +0", "2 CY  2  +2", "3 BOB  7  +7 (you)",
    ]  # fmt: skip


def test_where_the_most_points_win_whoever_has_the_most_comes_first() -> None:
    _, (_, _, cy) = round_of_three(mode="fast")
    assert next(line for line in cy.panel.text if line[0].isdigit()) == "1 CY  1  +1 (you)"


@pytest.mark.parametrize(("mode", "told"), [("classic", "Fewest points win."), ("fast", "Most points win.")])
def test_the_result_says_which_points_win(mode: str, told: str) -> None:
    table, places = round_of_three(mode=mode)
    assert all(place.panel.says(told) for place in places)
    assert table.public.says(told)


def test_equal_points_share_a_place() -> None:
    table = EveningTable()
    ann, bob, cy = table.join("Ann", "Bob", "Cy")
    ann.starts("party")
    ann.hides("SOLVE")
    for guesser in (bob, cy):
        guesser.guesses("SOLVE")
    table.passes(5)
    assert [line[:5] for line in ann.panel.text if line[0].isdigit()] == ["1 ANN", "2 BOB", "2 CY "]


def test_ones_own_last_row_is_shown() -> None:
    _, (ann, bob, cy) = round_of_three()
    assert "[S] M  I (L)[E]" in bob.panel.text
    assert "[S][O][L][V][E]" in cy.panel.text
    assert not any("[" in line for line in ann.panel.text)


def test_in_wqrdles_too_ones_own_last_row_is_shown() -> None:
    table = EveningTable()
    people = table.join("Ann", "Bob", "Cy")
    words = {"Ann": "HOUSE", "Bob": "NEWTS", "Cy": "ROAST"}
    people[0].starts("wqrdles", queries="free")
    for person in people:
        person.hides(words[person.name])
    people[0].guesses("SMILE")
    for person, other in zip(people, (*people[1:], people[0]), strict=True):
        person.chooses(other.name.upper()).guesses(words[other.name])
    assert [person.panel.text[1] for person in people] == ["(S) M  I  L [E]", "(S) M  I  L (E)", "(S) M  I  L  E "]


# ── boards ───────────────────────────────────────────────────────────────────────────────────────


@proves("P11")
def test_every_seat_can_look_through_all_boards() -> None:
    _, places = round_of_three()
    for place in places:
        boards = {name: page for page in pages(place) for name in ("← BOB", "← CY") if name in page}
        assert "[S] M  I (L)[E]" in boards["← BOB"]
        assert "[S][O][L][V][E]" in boards["← CY"]


def test_a_result_begins_with_the_scores_whatever_was_looked_at_before() -> None:
    table = EveningTable()
    ann, bob, cy = table.join("Ann", "Bob", "Cy")
    ann.starts("party")
    ann.hides("SOLVE")
    ann.presses(RIGHT)
    for guesser in (bob, cy):
        guesser.guesses("SOLVE")
    table.passes(5)
    assert ann.panel.title == "It was SOLVE"


def test_a_grid_shows_the_board_that_its_seat_looks_at() -> None:
    _, (_, bob, cy) = round_of_three(grids_only())
    assert bob.grid.top_row == "G--YG"
    cy.presses(RIGHT)
    assert cy.grid.top_row == "G--YG"


def test_a_board_that_was_hidden_when_the_game_ended_is_not_among_the_pages() -> None:
    table = EveningTable()
    ann, bob, _ = table.join("Ann", "Bob", "Cy")
    ann.starts("party")
    ann.hides("SOLVE")
    bob.guesses("SMILE")
    ann.from_the_menu("end", "yes")
    table.passes(5)
    assert {page[0] for page in pages(ann)} == {"No winner"}


# ── many players ─────────────────────────────────────────────────────────────────────────────────


def round_of_eight() -> tuple[EveningTable, list[Place]]:
    table = EveningTable(many_seats())
    places = table.join(*EIGHT)
    places[0].starts("party")
    places[0].hides("SOLVE")
    return table, places


def test_eight_players_can_all_be_found_on_every_panel_after_a_round() -> None:
    table, places = round_of_eight()
    for place in places[1:]:
        place.guesses("SOLVE")
    table.passes(5)
    for place in places:
        scores = [page for page in pages(place) if "Fewest points win." in page]
        assert all(f"{place.name.upper()} " in " ".join(line for line in page if "(you)" in line) for page in scores)
        told = " ".join(line for page in scores for line in page)
        assert all(f" {name.upper()} " in told for name in EIGHT)


@pytest.mark.parametrize("size", [(96, 64), (128, 32)])
def test_eight_players_and_their_points_can_be_found_on_a_small_panel(size: tuple[int, int]) -> None:
    settings = many_seats()
    last = settings.seats[8]
    assert last.panel is not None
    small = replace(last, panel=replace(last.panel, width=size[0], height=size[1]))
    table = EveningTable(replace(settings, seats={**settings.seats, 8: small}))
    places = table.join(*EIGHT)
    places[0].starts("party")
    places[0].hides("SOLVE")
    for place in places[1:]:
        place.guesses("SOLVE")
    table.passes(5)
    told = turning(places[7], 20)
    assert [name for name in EIGHT if f" {name.upper()}  {int(name != EIGHT[0])}  +" not in told] == []


def turning(place: Place, times: int) -> str:
    """Everything that they read while they turn on so many times."""
    told = ""
    for _ in range(times):
        told += " ".join((*place.panel.text, ""))
        place.presses(RIGHT)
    return told


def test_the_host_of_eight_can_look_at_everybody() -> None:
    table, (ann, *guessers) = round_of_eight()
    for guesser in guessers:
        guesser.guesses("SMILE")
    table.passes(30)
    told = turning(ann, len(guessers))
    assert all(f"{name.upper()} 2G1Y" in told for name in EIGHT[1:])


def test_who_has_solved_it_among_eight_can_look_at_everybody() -> None:
    table, (_, bob, *others) = round_of_eight()
    bob.guesses("SOLVE")
    for other in others:
        other.guesses("SMILE")
    table.passes(30)
    told = turning(bob, 2)
    assert all(f"{name.upper()} 2G1Y" in told for name in EIGHT[2:])


def told_in_public(table: EveningTable, seconds: int = 60) -> str:
    """Everything that the public screen shows in this time."""
    told = ""
    for _ in range(seconds):
        told += " ".join((*table.public.text, ""))
        table.passes(1)
    return told


def test_the_public_screen_names_all_eight_before_during_and_after_a_round() -> None:
    table = EveningTable(many_seats())
    places = table.join(*EIGHT)
    assert all(name.upper() in told_in_public(table) for name in EIGHT)
    places[0].starts("party")
    places[0].hides("SOLVE")
    for place in places[1:]:
        place.guesses("SMILE")
    told = told_in_public(table)
    assert all(f"{name.upper()} 2G1Y" in told for name in EIGHT[1:])
    for place in places[1:]:
        place.guesses("SOLVE")
    told = told_in_public(table, 80)
    assert all(f" {name.upper()}  " in told and (f"← {name.upper()}" in told or name == "Ann") for name in EIGHT)


def test_before_a_game_the_public_screen_names_more_than_it_has_room_for() -> None:
    table = EveningTable(many_seats(16))
    names = [f"WILHELM{letter}" for letter in "ABCDEFGHIJKLMNOP"]
    table.join(*names)
    told = told_in_public(table)
    assert [name for name in names if name not in told] == []


def test_the_last_result_can_be_turned_to_every_board_once_more() -> None:
    table, (ann, _, cy) = round_of_three()
    ann.enter()
    table.passes(5)
    cy.from_the_menu("last-result")
    assert "← BOB" in {line for page in pages(cy) for line in page}


# ── scores in the middle of a round ──────────────────────────────────────────────────────────────


@pytest.mark.parametrize("settings", OPEN_TABLES.values(), ids=OPEN_TABLES)
def test_scores_can_be_read_in_the_middle_of_a_round(settings: Callable[[], TableSettings]) -> None:
    table, (ann, bob, cy) = round_of_three(settings())
    ann.enter()
    table.passes(5)
    bob.hides("CRANE")
    cy.from_the_menu("scores")
    assert cy.sees("Fewest points win. 1 ANN 0 2 CY 2 (you) 3 BOB 7")


def test_in_wqrdles_points_can_be_read_as_soon_as_they_are_scored(table: EveningTable) -> None:
    ann, bob, cy = table.join("Ann", "Bob", "Cy")
    ann.starts("wqrdles", queries="free")
    for person, word in ((ann, "HOUSE"), (bob, "NEWTS"), (cy, "ROAST")):
        person.hides(word)
    assert "Scores" not in cy.whole_list("ESC")
    cy.presses("ESC")
    ann.guesses("SMILE").chooses("BOB").guesses("NEWTS")
    cy.from_the_menu("scores")
    assert cy.panel.says("1 ANN 6")
    assert cy.panel.says("2 CY 0 (you)")


def test_seat_8_reads_its_points_in_the_middle_of_a_round() -> None:
    table, places = round_of_eight()
    for place in places[1:]:
        place.guesses("SOLVE")
    table.passes(5)
    places[0].enter()
    table.passes(5)
    places[1].hides("CRANE")
    hal = places[7].from_the_menu("scores")
    assert hal.panel.says("2 HAL 1 (you)")
    told = turning(hal, 4)
    assert [name for name in EIGHT if f" {name.upper()}  " not in told] == []


@pytest.mark.parametrize("size", [(128, 64), (96, 64), (128, 32)])
def test_before_a_game_everybody_is_named_on_every_panel(size: tuple[int, int]) -> None:
    settings = many_seats()
    seats = {
        number: replace(seat, panel=replace(seat.panel, width=size[0], height=size[1]))
        for number, seat in settings.seats.items()
        if seat.panel is not None
    }
    table = EveningTable(replace(settings, seats=seats))
    for place in table.join(*EIGHT):
        told = turning(place.from_the_menu("who-plays"), 2)
        assert [name for name in EIGHT if name.upper() not in told] == []


# ── the winner ───────────────────────────────────────────────────────────────────────────────────


def test_every_display_celebrates_the_winner() -> None:
    table, (ann, bob, cy) = round_of_three(usual())
    for host, guessers in ((bob, (ann, cy)), (cy, (ann, bob))):
        ann.enter()
        table.passes(5)
        host.hides("SOLVE")
        for guesser in guessers:
            guesser.guesses("SOLVE")
        table.passes(5)
    before = len(table.evening.table.happenings)
    ann.enter()
    table.passes(3)
    assert table.said[-1] == "ANN won!"
    shown: dict[str, set[bytes]] = {}
    for each in table.evening.table.happenings[before:]:
        if isinstance(each.what, PanelFrame | GridFrame):
            shown.setdefault(each.device, set()).add(_picture(each.what))
    panels = {device for device, frames in shown.items() if any(_inverse(frame) in frames for frame in frames)}
    assert panels >= {"public", "private", *(f"seat{seat}.panel" for seat in (1, 2, 3, 4))}
    assert all(b"GGGGG" * 6 in shown[f"seat{seat}.grid"] for seat in (1, 2, 3, 4))


def _picture(frame: PanelFrame | GridFrame) -> bytes:
    return frame.pixels if isinstance(frame, PanelFrame) else "".join(frame.text).encode()


def _inverse(pixels: bytes) -> bytes:
    return bytes(byte ^ 0xFF for byte in pixels)
