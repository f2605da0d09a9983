"""“Allow this word?”: who is asked, how an answer is reached, and that no question outlives what it was for."""

from collections.abc import Callable
from random import Random
from typing import cast

import pytest

from firmware_host.console.announce import Announcer
from firmware_host.console.lobby.lobby import Lobby
from firmware_host.console.players import Players
from firmware_host.console.seats import Seats, SeatState
from firmware_host.console.sittings import Sittings
from firmware_host.console.votes import Votes
from firmware_host.games.shared.page import Audience
from firmware_host.games.shared.table import Action
from firmware_host.games.shared.tasks import ListTask
from firmware_host.texts.language import english
from hardware.config.settings import TableSettings
from hardware.ports import DOWN, ENTER, ESCAPE, PanelFrame
from tests.support.at_table import KINDS, AtTable, Wait
from tests.support.evening import Evening
from tests.support.evening_table import EveningTable, grids_only, without_hoods
from tests.support.random_evening import RandomEvening, seats_of

NO_WORD = "XQZKV"


def begun(game: str, **options: object) -> AtTable:
    """Three at hooded panels; A hides a word in the games that have a Host."""
    at = AtTable(seats_of(KINDS, 4, 4, 5), defaults={game: options})
    RandomEvening(at, Random(0)).begins(game, 3)
    return at


@pytest.fixture
def party() -> AtTable:
    at = begun("party")
    at.types(1, "SOLVE")
    return at


def asks(at: AtTable, seat: int) -> None:
    """Types a word that is none, and insists."""
    at.types(seat, NO_WORD)
    at.press(seat, ENTER)


def asked(at: AtTable) -> set[int]:
    """Who has the question before them."""
    return {seat for seat in at.table.seats if f"'s {NO_WORD}?" in at.text(f"seat{seat}.panel")}


def test_the_host_is_asked_and_nobody_else(party: AtTable) -> None:
    asks(party, 2)
    assert asked(party) == {1}


def test_a_word_that_is_allowed_can_be_guessed(party: AtTable) -> None:
    asks(party, 2)
    party.press(1, DOWN, ENTER)
    party.press(2, ENTER)
    assert party.text("seat2.panel").startswith("Guess 2")


def test_a_word_that_is_not_allowed_is_still_refused(party: AtTable) -> None:
    asks(party, 2)
    party.press(1, ENTER)
    party.press(2, ENTER)
    assert party.text("seat2.panel").startswith("Guess 1")


def test_a_question_left_unanswered_is_a_no(party: AtTable) -> None:
    asks(party, 2)
    party.press(1, ESCAPE)
    asks(party, 3)
    assert asked(party) == {1}


def test_one_word_at_a_time(party: AtTable) -> None:
    asks(party, 2)
    asks(party, 3)
    assert "Allow B's" in party.text("seat1.panel")


def test_in_wqrdles_all_others_must_agree() -> None:
    at = begun("wqrdles", queries="free", window=None)
    for seat, word in ((1, "HOUSE"), (2, "NEWTS"), (3, "ROAST")):
        at.types(seat, word)
    asks(at, 1)
    assert asked(at) == {2, 3}
    at.press(2, DOWN, ENTER)
    at.press(1, ENTER)
    assert at.snapshot.phase == "query", "C has not agreed yet"
    at.press(3, DOWN, ENTER)
    at.press(1, ENTER)
    assert at.snapshot.phase == "attempts"


def test_a_question_goes_with_its_round(party: AtTable) -> None:
    asks(party, 2)
    party.types(3, "SOLVE")
    for _ in NO_WORD:
        party.press(2, "DELETE")
    party.types(2, "SOLVE")
    party.does(Wait(1.0))
    assert asked(party) == set()
    party.press(1, ENTER)  # the next round
    party.types(2, "HOUSE")
    asks(party, 3)
    assert asked(party) == {2}


class NobodyHosts:
    """Sittings of an evening at which no person has anything private to do."""

    def asks_privately(self, _seat: int) -> bool:
        return False

    reads_privately = asks_privately


def test_with_a_computer_host_no_other_guesser_is_shown_the_word() -> None:
    game = Evening("party", "ADA", "ANN", "BOB")
    players, seats, allowed = Players(), Seats({1: SeatState(), 2: SeatState()}, Lobby()), list[str]()
    players.sit_down({1: "ANN", 2: "BOB"})
    players.see({name: game.session.view(name) for name in (None, "ADA", "ANN", "BOB")})
    announcer, nobody_hosts = cast(Announcer, None), cast(Sittings, NobodyHosts())
    votes = Votes(players, seats, nobody_hosts, announcer, lambda word, _: allowed.append(word))
    assert not votes.offers(2, Action("BOB", "guess", word=NO_WORD))
    votes.put(NO_WORD, 2)
    assert (seats[1].desk.open, allowed) == ((), [])


# ── what nobody else may read ────────────────────────────────────────────────────────────────────


def everywhere(table: EveningTable) -> str:
    """All that has stood on displays which more than one can read."""
    happenings = table.evening.table.happenings
    return "\n".join(
        "\n".join(each.what.text)
        for each in happenings
        if isinstance(each.what, PanelFrame) and each.device != "private"
    )


def test_a_word_that_was_refused_as_a_guess_is_not_put_to_the_table_when_it_is_hidden(party: AtTable) -> None:
    party.types(2, NO_WORD)
    party.press(2, *["DELETE"] * len(NO_WORD))
    party.types(2, "SOLVE")
    party.types(3, "SOLVE")
    party.does(Wait(1.0))
    party.press(1, ENTER)  # the next round: B hosts
    party.types(2, NO_WORD)
    party.press(2, ENTER)
    assert asked(party) == set()


@pytest.mark.parametrize("settings", [without_hoods, grids_only])
def test_of_a_team_that_hosts_only_who_holds_the_screen_is_asked(settings: Callable[[], TableSettings]) -> None:
    table = EveningTable(settings())
    ann, bob, _, _ = table.join("Ann", "Bob", "Cy", "Dan")
    ann.sets("teams", "2").starts("party")
    ann.hides("SOLVE")
    bob.guesses(NO_WORD).enter()
    said = everywhere(table)
    assert table.private.says(f"Allow BOB's {NO_WORD}?")
    assert f"'s {NO_WORD}" not in said


def test_a_host_who_has_not_taken_the_screen_up_again_is_not_asked_in_the_open() -> None:
    table = EveningTable(without_hoods())
    ann, bob = table.join("Ann", "Bob")
    ann.starts("party")
    ann.hides("SOLVE")
    table.evening.power_cut()
    table.evening.power_on()
    ann.enter()  # go on
    bob.guesses(NO_WORD).enter()
    assert bob.panel.says("The Host has to take the private screen first.")
    assert f"'s {NO_WORD}" not in everywhere(table)


def test_a_question_that_a_pause_takes_off_the_private_screen_keeps_its_word_to_itself() -> None:
    table = EveningTable(without_hoods())
    ann, bob = table.join("Ann", "Bob")
    ann.starts("party")
    ann.hides("SOLVE")
    bob.guesses(NO_WORD).enter()
    table.button("pause").passes(1)
    assert f"'s {NO_WORD}" not in everywhere(table)


def test_what_the_host_is_asked_about_is_for_the_host_alone(party: AtTable) -> None:
    """Whatever display it would come to: the word is in its question, and not in what others may read of it."""
    asks(party, 2)
    question = party.task(1)
    assert isinstance(question, ListTask)
    assert question.audience is Audience.OWNER
    assert NO_WORD in english(question.ask)
    assert english(question.openly) == "Allow B's word?"
