"""How to play, at the table: in every menu, and offered to whoever plays a game for the first time."""

from pathlib import Path

import pytest

from firmware_host.games import registry as games
from firmware_host.texts.language import english
from hardware.ports import ENTER, ESCAPE, RIGHT
from tests.support.evening_table import (
    EveningTable,
    Place,
    grids_only,
    grids_without_table_screen,
    with_numeric_pads,
)


def reads_all(place: Place) -> list[str]:
    """The titles of the pages, one after the other."""
    titles: list[str] = []
    while place.screen.title not in titles:
        titles.append(place.screen.title)
        place.presses(RIGHT)
    return titles


def titles_of(game: str) -> list[str]:
    return [english(page.title) for page in games.named(game).how_to_play]


@pytest.mark.parametrize("game", list(games.games()))
def test_the_captain_reads_how_to_play_the_chosen_game_in_the_lobby(game: str) -> None:
    [ann] = EveningTable().join("Ann")
    ann.sets("game", english(games.named(game).title)).from_the_menu("how-to-play")
    assert reads_all(ann) == titles_of(game)


@pytest.mark.parametrize(
    ("game", "tip"),
    [
        ("party", "What word would they choose?"),
        ("wqrdles", "Call words without the letters of your own."),
        ("three-words", "Ask for a lifeline before you guess"),
    ],
)
def test_it_has_tips_for_playing_well(game: str, tip: str) -> None:
    [ann] = EveningTable().join("Ann")
    ann.sets("game", english(games.named(game).title)).from_the_menu("how-to-play")
    read = [ann.presses(RIGHT).panel.says(tip) for _ in titles_of(game)]
    assert any(read)


def test_everybody_else_reads_it_in_the_lobby_too() -> None:
    _, bob = EveningTable().join("Ann", "Bob")
    bob.from_the_menu("how-to-play")
    assert reads_all(bob) == titles_of("party")


def test_a_guesser_reads_it_during_the_game_and_goes_back_to_the_half_typed_word() -> None:
    ann, bob = EveningTable().join("Ann", "Bob")
    ann.starts("party")
    ann.hides("SOLVE")
    bob.types("SMI").from_the_menu("how-to-play")
    assert reads_all(bob) == titles_of("party")
    bob.presses(ESCAPE, ESCAPE)
    assert "SMI__" in bob.panel.text


def test_a_seat_without_a_panel_reads_it_on_the_public_screen() -> None:
    table = EveningTable(grids_only())
    _, bob = table.join("Ann", "Bob")
    bob.from_the_menu("how-to-play")
    assert table.public.says("BOB: The game")


# ── the first time ───────────────────────────────────────────────────────────────────────────────


def first_evening(journal: Path) -> tuple[EveningTable, Place, Place]:
    table = EveningTable(journal=journal, teaches=True)
    ann, bob = table.join("Ann", "Bob")
    ann.starts("party")
    table.passes(1)
    return table, ann, bob


def an_evening_before(journal: Path) -> None:
    table, ann, _ = first_evening(journal)
    ann.presses(ENTER).from_the_menu("end", "yes")
    table.passes(5)


def test_it_offers_itself_to_whoever_plays_for_the_first_time(tmp_path: Path) -> None:
    _, ann, bob = first_evening(tmp_path / "journal.db")
    assert (ann.panel.title, bob.panel.title) == ("New to Party?", "New to Party?")
    bob.chooses("show")
    assert bob.panel.title == "The game"


@pytest.mark.parametrize("key", [ENTER, ESCAPE])
def test_one_key_declines_it(tmp_path: Path, key: str) -> None:
    _, ann, _ = first_evening(tmp_path / "journal.db")
    ann.presses(key)
    assert ann.panel.title == "ANN: hide a word"


def test_whoever_types_a_word_has_declined_it_and_loses_no_letter(tmp_path: Path) -> None:
    _, ann, bob = first_evening(tmp_path / "journal.db")
    ann.hides("SOLVE")
    bob.guesses("SMILE")
    assert bob.grid.top_row == "G--YG"


def first_evening_with_number_pads() -> tuple[Place, Place]:
    table = EveningTable(with_numeric_pads(), teaches=True)
    ann, bob = table.join("Ann", "Bob")
    ann.starts("party")
    table.passes(1)
    return ann, bob


def test_on_a_number_pad_too() -> None:
    ann, bob = first_evening_with_number_pads()
    ann.hides("SOLVE")
    bob.guesses("SMILE")
    assert bob.grid.top_row == "G--YG"


def test_on_a_number_pad_the_numbers_of_its_entries_choose() -> None:
    ann, bob = first_evening_with_number_pads()
    ann.presses("2")
    bob.presses("1")
    assert (ann.panel.title, bob.panel.title) == ("The game", "BOB")


def test_after_the_last_page_the_game_goes_on(tmp_path: Path) -> None:
    _, ann, _ = first_evening(tmp_path / "journal.db")
    ann.chooses("show").presses(*[ENTER] * len(titles_of("party")))
    assert ann.panel.title == "ANN: hide a word"


def test_it_offers_itself_only_once(tmp_path: Path) -> None:
    an_evening_before(tmp_path / "journal.db")
    _, ann, bob = first_evening(tmp_path / "journal.db")
    assert (ann.panel.title, bob.panel.title) == ("ANN: hide a word", "BOB")


def test_somebody_else_at_the_same_seat_is_offered_it_too(tmp_path: Path) -> None:
    an_evening_before(tmp_path / "journal.db")
    table = EveningTable(journal=tmp_path / "journal.db", teaches=True)
    ann, _ = table.join("Ann", "Zoe")
    ann.starts("party")
    table.passes(1)
    assert table.seat("Zoe").panel.title == "New to Party?"


def first_evening_at_grids() -> tuple[EveningTable, Place, Place]:
    table = EveningTable(grids_only(), teaches=True)
    ann, bob = table.join("Ann", "Bob")
    ann.starts("party")
    table.passes(1)
    return table, ann, bob


def test_at_a_table_with_grids_one_seat_is_asked_on_the_public_screen() -> None:
    table, _, bob = first_evening_at_grids()
    assert table.public.title == "BOB: New to Party?"
    bob.chooses("show")
    assert table.public.title == "BOB: The game"


def test_at_a_table_with_grids_the_offer_holds_nobody_up() -> None:
    _, ann, bob = first_evening_at_grids()
    ann.hides("SOLVE")
    bob.guesses("SMILE")
    assert bob.grid.top_row == "G--YG"


def test_where_there_is_only_the_private_screen_nobody_is_asked() -> None:
    table = EveningTable(grids_without_table_screen(), teaches=True)
    ann, _ = table.join("Ann", "Bob")
    ann.starts("party")
    table.passes(1)
    assert not table.private.says("New to")


@pytest.mark.parametrize("game", games.games())
def test_its_pictures_have_the_colours_of_the_game(game: str) -> None:
    declared = games.named(game)
    boards = [board for page in declared.how_to_play for board in page.boards]
    marked = {board.colours for board in boards if any("G" in row.marks for row in board.rows)}
    assert marked == {declared.colours}
