"""The end of a game: a recap that turns by itself, the score of the evening, and playing again."""

from tests.support.evening_table import EveningTable, Place, grids_only, usual


def plays(table: EveningTable, ann: Place, bob: Place) -> None:
    """A game of two rounds: Bob finds Ann's word in two, Ann finds Bob's in one."""
    ann.hides("SOLVE")
    bob.guesses("CRUMB", "SOLVE")
    table.passes(4)
    ann.enter()
    table.passes(4)
    bob.hides("CRANE")
    ann.guesses("CRANE")
    table.passes(4)
    ann.enter()


def seen(table: EveningTable, *panels: object, seconds: int = 60) -> list[set[str]]:
    told = [set[str]() for _ in panels]
    for _ in range(seconds):
        table.passes(1)
        for each, panel in zip(told, panels, strict=True):
            each |= set(panel.text)  # type: ignore[attr-defined]  # a panel, or the public screen
    return told


def test_every_display_tells_the_best_guess_and_the_evenings_score() -> None:
    table = EveningTable(usual())
    ann, bob = table.join("Ann", "Bob")
    ann.starts("party")
    plays(table, ann, bob)
    for told in seen(table, ann.panel, bob.panel, table.public):
        assert {"ANN won!", "Best guess: ANN, CRANE in 1", "Tonight: 1 game", "Won: ANN 1"} <= told
        assert any(line.startswith("ANN: 28, a first guess: between 12") for line in told)


def test_a_table_of_grids_reads_the_recap_on_the_public_screen() -> None:
    table = EveningTable(grids_only())
    ann, bob = table.join("Ann", "Bob")
    ann.starts("party")
    plays(table, ann, bob)
    assert {"Best guess: ANN, CRANE in 1", "Won: ANN 1"} <= seen(table, table.public)[0]


def test_enter_plays_again_and_the_hosts_place_moves_on() -> None:
    table = EveningTable(usual())
    ann, bob = table.join("Ann", "Bob")
    ann.starts("party")
    plays(table, ann, bob)
    table.passes(4)
    ann.enter()  # to the lobby
    table.passes(1)
    ann.enter()  # Start is under the cursor
    table.passes(1)
    assert ann.panel.says("BOB is choosing a word.")


def test_the_score_counts_all_games_of_the_evening() -> None:
    table = EveningTable(usual())
    ann, bob = table.join("Ann", "Bob")
    ann.starts("party")
    plays(table, ann, bob)
    table.passes(4)
    ann.enter()
    table.passes(1)
    ann.enter()
    table.passes(1)
    bob.hides("SOLVE")
    ann.guesses("CRUMB", "SMILE", "SOLVE")
    table.passes(4)
    ann.enter()
    table.passes(4)
    ann.hides("CRANE")
    bob.guesses("CRANE")
    table.passes(4)
    ann.enter()
    assert {"Tonight: 2 games", "Won: ANN 1, BOB 1"} <= seen(table, table.public)[0]
