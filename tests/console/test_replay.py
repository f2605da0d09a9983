"""“Show us that round again”: a finished game row by row, on every grid, panel and screen."""

from pathlib import Path

import pytest

from firmware_host.console.lobby.lobby import Lobby
from firmware_host.console.screens.page_frames import Around, Reader, public_frame
from firmware_host.drawing.palettes import ORANGE_BLUE_GREY
from firmware_host.remembered.played import Played
from firmware_host.remembered.replay import replay_of
from firmware_host.remembered.rounds import Board, Round, Row
from firmware_host.texts.language import language
from firmware_host.texts.text import NOTHING
from hardware.ports import ESCAPE
from tests.support.evening_table import EveningTable, Place, grids_only, usual
from tests.support.three_evenings import play_years


def after_a_game(table: EveningTable) -> tuple[Place, Place]:
    """Bob finds SOLVE in two, Ann finds CRANE in one."""
    ann, bob = table.join("Ann", "Bob")
    ann.starts("party")
    ann.hides("SOLVE")
    bob.guesses("CRUMB", "SOLVE")
    table.passes(4)
    ann.enter()
    table.passes(4)
    bob.hides("CRANE")
    ann.guesses("CRANE")
    table.passes(4)
    ann.enter()
    table.passes(4)
    return ann, bob


def test_the_captain_shows_the_game_again_that_has_just_ended() -> None:
    table = EveningTable(usual())
    ann, bob = after_a_game(table)
    ann.from_the_menu("show-again")
    assert ann.panel.title == bob.panel.title == table.public.title == "Replay: round 1"


def test_it_goes_on_at_its_own_pace_to_the_end_and_back_to_the_lobby() -> None:
    table = EveningTable(usual())
    ann, bob = after_a_game(table)
    ann.from_the_menu("show-again")
    tops, titles = [bob.grid.top_row], [bob.panel.title]
    for _ in range(80):
        table.passes(0.5)
        tops.append(bob.grid.top_row)
        titles.append(table.public.title)
    shown = [top for top, before in zip(tops[1:], tops, strict=False) if top != before]
    assert tops[0] == "....."
    assert shown[0] == "-----"  # CRUMB
    assert list(dict.fromkeys(titles))[:4] == ["Replay: round 1", "It was SOLVE", "Replay: round 2", "It was CRANE"]
    assert ann.panel.title == "ANN: captain"


def test_whoever_presses_enter_goes_on_step_by_step() -> None:
    table = EveningTable(usual())
    ann, bob = after_a_game(table)
    ann.from_the_menu("show-again")
    bob.enter()
    table.passes(60)
    assert "C  R  U  M  B" in bob.panel.text[1]
    assert "S" not in "".join(bob.panel.text[2:3])
    bob.enter()
    assert bob.panel.title == "It was SOLVE"
    table.passes(60)
    assert bob.panel.title == "It was SOLVE"
    ann.enter()
    assert bob.panel.title == "Replay: round 2"


def test_everybody_sees_their_own_board_and_others_where_it_happens() -> None:
    table = EveningTable(usual())
    ann, bob = after_a_game(table)
    ann.from_the_menu("show-again")
    bob.enter()
    bob.enter()
    assert "← BOB" in ann.panel.text
    assert "[S][O][L][V][E]" in ann.panel.text


@pytest.mark.parametrize("who", [0, 1])
def test_anybody_can_stop_it(who: int) -> None:
    table = EveningTable(usual())
    people = after_a_game(table)
    people[0].from_the_menu("show-again")
    people[who].presses(ESCAPE)
    assert people[0].panel.title == "ANN: captain"


def test_any_game_can_be_shown_again_from_the_lobby(tmp_path: Path) -> None:
    table = EveningTable(usual(), journal=tmp_path / "journal.db")
    ann, bob = after_a_game(table)
    ann.from_the_menu("lobby")
    table.passes(1)
    bob.presses(ESCAPE)
    bob.chooses("replay")
    assert bob.panel.title == "Which game?"
    bob.enter()
    table.passes(1)
    assert ann.panel.title == "Replay: round 1"


def test_grids_and_a_public_screen_show_it() -> None:
    table = EveningTable(grids_only())
    ann, bob = after_a_game(table)
    ann.from_the_menu("show-again")
    bob.enter()
    assert bob.grid.top_row == "-----"
    assert table.public.says("Replay: round 1")


def test_a_table_that_remembers_nothing_offers_no_replay() -> None:
    table = EveningTable(usual())
    (ann,) = table.join("Ann")
    assert "Replay" not in ann.whole_list(ESCAPE)


def test_a_television_shows_all_boards_at_once() -> None:
    rows = tuple(Row(word, marks, 4.0) for word, marks in (("CRUMB", "-----"), ("SOLVE", "GGGGG")))
    boards = (Board("BOB", "ANN", rows), Board("CY", "ANN", rows[1:]))
    played = Played(
        2, 0.0, "party", ("ANN", "BOB", "CY"), (), (), {}, {}, "fewest", 1, (Round({"ANN": "SOLVE"}, {}, boards, ()),)
    )
    replay = replay_of(played)
    assert replay is not None
    further = replay.next()
    reader = Reader(language("en"), "green-yellow", 0.0)
    around = Around(NOTHING, {})
    first, second = (
        str(public_frame(reader, None, Lobby(replay=each), (), around).content) for each in (replay, further)
    )
    assert all(told in first for told in ("'replay'", "'BOB'", "'CY'", "Replay: round 1"))
    assert not any(letters in first for letters in ("CRUMB", "SOLVE", "'G"))
    assert first != second


def test_every_game_ever_played_can_be_shown_again(tmp_path: Path) -> None:
    """Page by page, back to the first, and forth again."""
    file = tmp_path / "journal.db"
    play_years(file, 8)  # of nine games
    table = EveningTable(usual(), journal=file)
    (ann,) = table.join("Ann")
    ann.presses(ESCAPE)
    ann.chooses("replay")
    seen = [ann.listed]
    for _ in range(4):
        ann.chooses("older")
        table.passes(1)
        seen.append(ann.listed)
    games = [[entry for entry in page if entry.isdigit()] for page in seen]
    assert [len(page) for page in games] == [30, 30, 12, 12, 12]
    assert len({*games[0], *games[1], *games[2]}) == 72
    ann.chooses("newer")
    table.passes(1)
    assert ann.listed == seen[1]
    ann.chooses("newer")
    assert ann.listed == seen[0]
    ann.chooses("older")
    table.passes(1)
    ann.chooses("older")
    table.passes(1)
    ann.chooses(games[2][-1])
    table.passes(1)
    assert ann.panel.title == "Replay: round 1"


def test_where_all_games_are_listed_nobody_is_offered_older_ones(tmp_path: Path) -> None:
    file = tmp_path / "journal.db"
    play_years(file, 3)
    table = EveningTable(usual(), journal=file)
    (ann,) = table.join("Ann")
    ann.presses(ESCAPE)
    ann.chooses("replay")
    assert len(ann.listed) == 27


def test_a_replay_has_the_colours_of_its_game() -> None:
    table = EveningTable(usual())
    ann, bob = table.join("Ann", "Bob")
    ann.starts("three-words")
    for master, guesser in ((ann, bob), (bob, ann)):
        master.hides("SOLVE")
        guesser.guesses("SMILE", "SOLVE")
        table.passes(4)
        ann.enter()
        table.passes(4)
    ann.from_the_menu("end", "yes").from_the_menu("show-again").enter()
    frame = bob.grid.frame
    assert frame is not None
    assert frame.text[0] == "G--YG"
    assert (frame.rows[0][0], frame.rows[0][3]) == (ORANGE_BLUE_GREY.in_place, ORANGE_BLUE_GREY.elsewhere)
