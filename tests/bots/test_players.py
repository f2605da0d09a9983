"""Computer players in every seat: they play by their views alone, and every game comes to its end."""

from typing import Any

import pytest

from firmware_host.bots import LEVELS, Level
from firmware_host.bots.players import Bot
from firmware_host.games.shared.table import OVER, RESULT, Action
from firmware_host.session import Session
from tests.support.evening import Evening, english

NAMES = ("Ada", "Bo", "Cleo", "Dev")
LONG_ENOUGH = 600  # actions: more than any of these games needs


def bot(name: str, level: Level = "strong", letters: int = 5) -> Bot:
    return Bot(name, english(), level, letters=letters)


def next_move(table: Evening, name: str, level: Level = "strong") -> Action:
    action = bot(name, level).act(table.session.view(name))
    assert action is not None
    return action


def does(seat: Bot, table: Evening, name: str) -> Action:
    action = seat.act(table.session.view(seat.name))
    assert action is not None
    assert action.name == name
    return action


def plays_out(game: str, players: int, level: Level, **options: Any) -> Session:
    """A game with nobody but computer players; people are only needed to say next."""
    session = Session(lambda _name: english())
    names = NAMES[:players]
    session.new(game, names, options)
    seats = [bot(name, level, options.get("letters", 5)) for name in names]
    for _ in range(LONG_ENOUGH):
        if session.game.phase == OVER:
            break
        if session.game.phase == RESULT:
            session.act(Action(names[0], "next"))
            continue
        for seat in seats:
            if session.game.phase not in (RESULT, OVER) and (action := seat.act(session.view(seat.name))):
                session.act(action)
    return session


GAMES: list[tuple[str, int, dict[str, Any]]] = [
    ("party", 3, {}),
    ("party", 3, {"mode": "fast", "check": "challenge", "pace": "lockstep"}),
    ("party", 3, {"hard": True}),
    ("wqrdles", 4, {"rounds": 2}),
    ("wqrdles", 3, {"rounds": 1, "queries": "free", "order_clues": True, "letters": 4, "marking": "hand"}),
    ("wqrdles", 2, {}),
    ("three-words", 3, {}),
    ("three-words", 3, {"agreement": "speaker", "answers": "auto", "tie": "share"}),
]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("game", "players", "options"), GAMES)
def test_a_table_of_computer_players_plays_every_game_to_its_end(
    game: str, players: int, options: dict[str, Any], level: Level
) -> None:
    assert plays_out(game, players, level, **options).game.winners


def test_a_host_hides_a_word_that_may_be_hidden() -> None:
    table = Evening("party", "Ada", "Bo")
    table.session.act(next_move(table, "Ada"))
    assert table.view("Ada")["phase"] == "guessing"


def test_a_host_challenges_what_is_no_word_and_then_reveals() -> None:
    table = Evening("party", "Ada", "Bo", "Cleo", check="challenge")
    table.does("Ada", "secret", word="robot")
    table.does("Bo", "guess", word="zzzzz")
    assert next_move(table, "Ada") == Action("Ada", "challenge", target="Bo")
    table.does("Ada", "challenge", target="Bo")
    table.does("Bo", "guess", word="robot")
    table.does("Cleo", "guess", word="robot")
    assert next_move(table, "Ada") == Action("Ada", "reveal")


def test_a_host_challenges_no_guess_twice_that_stays() -> None:
    table = Evening("party", "Ada", "Bo", check="challenge")
    ada = bot("Ada")
    table.does("Ada", "secret", word="robot")
    table.does("Bo", "guess", word="qqqqq")
    table.does("Bo", "guess", word="zzzzz")
    table.session.act(does(ada, table, "challenge"))
    does(ada, table, "challenge")  # the older guess, and that is refused
    table.does("Bo", "give-up")
    does(ada, table, "reveal")


def test_a_host_does_not_challenge_for_ever_somebody_who_has_left() -> None:
    table = Evening("party", "Ada", "Bo", "Cleo", check="challenge")
    ada = bot("Ada")
    table.does("Ada", "secret", word="robot")
    table.does("Bo", "guess", word="zzzzz")
    table.does("Bo", "leave")
    table.does("Cleo", "guess", word="robot")
    does(ada, table, "challenge")
    does(ada, table, "reveal")


def test_a_host_lets_a_word_stand_that_the_table_has_allowed() -> None:
    table = Evening("party", "Ada", "Bo", check="challenge", allow=["zzzzz"])
    ada = bot("Ada")  # was not told
    table.does("Ada", "secret", word="robot")
    table.does("Bo", "guess", word="zzzzz")
    table.session.act(does(ada, table, "challenge"))
    assert ada.act(table.session.view("Ada")) is None


def test_what_is_no_word_is_challenged_as_often_as_it_is_typed() -> None:
    table = Evening("party", "Ada", "Bo", check="challenge")
    ada = bot("Ada")
    table.does("Ada", "secret", word="robot")
    for _ in range(3):
        table.does("Bo", "guess", word="zzzzz")
        table.session.act(does(ada, table, "challenge"))
        ada.notice(table.session.view("Ada"))


def test_a_guesser_uses_its_own_marks() -> None:
    table = Evening("party", "Ada", "Bo")
    table.does("Ada", "secret", word="robot")
    table.does("Bo", "guess", word="rebut")
    guess = next_move(table, "Bo")
    assert (guess.name, guess.row) == ("guess", 2)


def test_a_team_mate_plays_the_teams_board() -> None:
    table = Evening("party", *NAMES, teams={"Red": ("Ada", "Bo"), "Blue": ("Cleo", "Dev")})
    table.does("Ada", "secret", word="robot")
    table.session.act(next_move(table, "Dev"))
    assert len(table.view("Cleo")["boards"]["Blue"]["rows"]) == 1


def test_a_wrong_attempt_is_not_made_twice() -> None:
    table = Evening("wqrdles", "Ada", "Bo", letters=4)
    for name, word in (("Ada", "bill"), ("Bo", "lane")):
        table.does(name, "secret", word=word)
    ada = bot("Ada", letters=4)
    tried = []
    for query in ("mane", "pane"):
        table.does("Ada", "query", word=query)
        attempt = ada.act(table.session.view("Ada"))
        assert attempt is not None
        tried.append(attempt.word)
        table.does("Ada", "pass")
        table.does("Bo", "query", word="drum")
        table.does("Bo", "pass")
    assert tried[0] != tried[1]


def test_own_rows_are_marked_truly_by_hand() -> None:
    table = Evening("wqrdles", "Ada", "Bo", marking="hand")
    table.does("Ada", "secret", word="robot")
    table.does("Bo", "secret", word="solve")
    table.does("Ada", "query", word="smile")
    assert next_move(table, "Bo").marks == "G--YG"


def test_guessers_confirm_what_was_proposed() -> None:
    table = Evening("three-words", "Ada", "Bo", "Cleo")
    table.does("Ada", "secret", word="robot")
    table.does("Bo", "propose", word="smile")
    assert next_move(table, "Cleo").name == "confirm"


def test_a_lifeline_is_asked_for_before_a_last_guess_in_the_dark() -> None:
    table = Evening("three-words", "Ada", "Bo")
    table.does("Ada", "secret", word="robot")
    for word in ("smile", "smile"):
        table.does("Bo", "propose", word=word)
    assert next_move(table, "Bo").name == "lifeline"


@pytest.mark.parametrize("side", ["wrong-place", "seven-wrong"])
def test_a_word_master_answers_with_what_fits(side: str) -> None:
    table = Evening("three-words", "Ada", "Bo")
    table.does("Ada", "secret", word="robot")
    place = {"position": 1} if side == "wrong-place" else {}
    table.does("Bo", "lifeline", card=2, side=side, **place)
    table.session.act(next_move(table, "Ada"))
    assert table.view("Bo")["lifelines"][0]["side"] == side


def test_the_same_seed_plays_the_same_evening() -> None:
    assert plays_out("party", 3, "fair").save() == plays_out("party", 3, "fair").save()
