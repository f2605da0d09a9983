"""Joining between two rounds: who may, with which points, and when newcomers host. Also choosing who hosts next."""

import json
from typing import Any

import pytest

from firmware_host.session import Session
from tests.support.evening import Evening, english, proves

every_game = pytest.mark.parametrize("game", ["party", "wqrdles", "three-words"])
WRONG = ("CRUMB", "FIGHT", "NYMPH", "WALTZ", "JUDGE", "BROWN")


def after_a_round(game: str, *players: str, **options: Any) -> Evening:
    """A game after its first round, in which nobody guessed anything right."""
    evening = Evening(game, *(players or ("Ann", "Bob", "Cy")), **options)
    plays_a_round(evening)
    return evening


def plays_a_round(evening: Evening) -> None:
    """Everybody hides SOLVE, and nobody finds it."""
    words = iter(WRONG * 9)
    while evening.view()["phase"] != "result":
        for player in evening.view()["players"]:
            may = evening.view(player)["actions"]
            if "secret" in may:
                evening.does(player, "secret", word="SOLVE")
            elif "give-up" in may:
                evening.does(player, "give-up")
            elif "query" in may:
                evening.does(player, "query", word=evening.view(player).get("cards", {}).get(player, WRONG)[0])
            elif "pass" in may and player not in evening.view()["attempted"]:
                evening.does(player, "pass")
            elif "confirm" in may:
                evening.does(player, "confirm")
            elif "propose" in may and not evening.view()["proposal"]:
                evening.does(player, "propose", word=next(words))


def goes_on(evening: Evening) -> str:
    """The next round; who hosts it, or begins it."""
    evening.does(evening.view()["players"][0], "next")
    view = evening.view()
    return str(view.get("host") or view.get("master") or view["turn"])


# ── who may ──────────────────────────────────────────────────────────────────────────────────────


@proves("S30")
@every_game
def test_somebody_joins_between_two_rounds(game: str) -> None:
    evening = after_a_round(game)
    evening.does("Di", "join")
    assert evening.said[0].items() >= {"event": "joined", "to": "all", "player": "Di"}.items()
    goes_on(evening)
    assert evening.view("Di")["players"] == ["Ann", "Bob", "Cy", "Di"]


@proves("S30")
@every_game
def test_nobody_joins_in_the_middle_of_a_round(game: str) -> None:
    assert Evening(game, "Ann", "Bob", "Cy").refuses("Di", "join") == "not-now"


@proves("S30")
@every_game
def test_nobody_joins_a_game_that_is_paused(game: str) -> None:
    evening = after_a_round(game)
    evening.does("Ann", "pause")
    assert evening.refuses("Di", "join") == "not-now"


@proves("S30")
def test_nobody_joins_after_the_last_round() -> None:
    evening = after_a_round("party", "Ann", "Bob")
    evening.does("Ann", "next")
    plays_a_round(evening)
    assert (evening.view()["actions"], evening.refuses("Di", "join")) == ([], "not-now")


@proves("S30")
def test_nobody_joins_a_game_that_is_over() -> None:
    evening = after_a_round("party")
    evening.does("Ann", "end")
    assert evening.refuses("Di", "join") == "over"


@proves("S30")
def test_nobody_joins_a_full_game() -> None:
    evening = after_a_round("wqrdles", "Ann", "Bob", "Cy", "Di", "Eve", "Fay")
    assert (evening.view()["actions"], evening.refuses("Gus", "join")) == ([], "not-now")


@proves("S30")
@every_game
def test_a_name_is_taken_once(game: str) -> None:
    assert after_a_round(game).refuses("Bob", "join") == "not-yours"


@proves("S30")
@pytest.mark.parametrize("name", ["", "  ", "table", "x" * 101])
def test_a_newcomer_needs_a_proper_name(name: str) -> None:
    assert after_a_round("party").refuses(name, "join") == "bad-request"


@proves("S22", "S30")
@every_game
def test_the_view_of_the_table_says_whether_somebody_may_join(game: str) -> None:
    evening = Evening(game, "Ann", "Bob", "Cy")
    before = evening.view()["actions"]
    plays_a_round(evening)
    assert (before, evening.view()["actions"]) == ([], ["join"])


@proves("S30")
@every_game
def test_somebody_who_has_left_comes_back(game: str) -> None:
    evening = Evening(game, "Ann", "Bob", "Cy", "Di")
    evening.does("Bob", "leave")
    plays_a_round(evening)
    evening.does("Bob", "join")
    goes_on(evening)
    plays_a_round(evening)
    assert (evening.view()["players"], evening.view("Bob")["you"]) == (["Ann", "Cy", "Di", "Bob"], "Bob")


@proves("S18", "S30")
@every_game
def test_a_newcomer_may_leave_before_they_have_played(game: str) -> None:
    evening = after_a_round(game)
    evening.does("Di", "join")
    evening.does("Di", "leave")
    goes_on(evening)
    assert evening.view()["players"] == ["Ann", "Bob", "Cy"]


@proves("S26", "S27", "S30")
@every_game
def test_a_saved_game_remembers_who_joined(game: str) -> None:
    evening = after_a_round(game)
    evening.does("Di", "join")
    goes_on(evening)
    again = Session(lambda _name: english())
    again.load(json.loads(json.dumps(evening.session.save())))
    assert (again.game.players, again.game.scores) == (evening.session.game.players, evening.session.game.scores)


# ── with which points ────────────────────────────────────────────────────────────────────────────


@proves("P35")
def test_in_party_a_newcomer_has_the_guessers_average_rounded_up() -> None:
    evening = Evening("party", "Ann", "Bob", "Cy")
    evening.does("Ann", "secret", word="SOLVE")
    evening.does("Bob", "guess", word="SOLVE")
    evening.does("Cy", "guess", word="SMILE")
    evening.does("Cy", "guess", word="SOLVE")  # 1 and 2 points: 1.5 on average
    evening.does("Di", "join")
    assert (evening.view()["scores"]["Di"], evening.said[0]["points"]) == (2, 2)


@proves("P35")
def test_in_party_every_round_missed_is_rounded_for_itself() -> None:
    evening = Evening("party", "Ann", "Bob", "Cy")
    for host, first, second in (("Ann", "Bob", "Cy"), ("Bob", "Ann", "Cy")):
        evening.does(host, "secret", word="SOLVE")
        evening.does(first, "guess", word="SOLVE")
        evening.does(second, "guess", word="SMILE")
        evening.does(second, "guess", word="SOLVE")
        if host == "Ann":
            evening.does("Ann", "next")
    evening.does("Di", "join")
    assert evening.view()["scores"]["Di"] == 4


@proves("P35")
def test_in_a_fast_game_a_newcomer_has_no_points_for_what_others_won() -> None:
    evening = Evening("party", "Ann", "Bob", "Cy", mode="fast")
    evening.does("Ann", "secret", word="SOLVE")
    evening.does("Bob", "guess", word="SOLVE")
    evening.does("Di", "join")
    assert evening.view()["scores"]["Di"] == 0


@proves("P31", "P35")
def test_a_void_round_costs_a_newcomer_nothing() -> None:
    evening = Evening("party", "Ann", "Bob", "Cy")
    evening.does("Ann", "leave")
    evening.does("Di", "join")
    assert evening.view()["scores"]["Di"] == 0


@proves("W47")
def test_in_wqrdles_a_newcomer_has_as_many_points_as_the_last() -> None:
    evening = Evening("wqrdles", "Ann", "Bob", "Cy", queries="free")
    for player in ("Ann", "Bob", "Cy"):
        evening.does(player, "secret", word="SOLVE")
    evening.does("Ann", "query", word="CRUMB")
    evening.does("Ann", "attempt", target="Bob", word="SOLVE")
    evening.does("Bob", "attempt", target="Cy", word="SOLVE")
    evening.does("Cy", "pass")
    evening.does("Bob", "query", word="FIGHT")
    evening.does("Cy", "attempt", target="Ann", word="SOLVE")
    evening.does("Di", "join")
    assert evening.view()["scores"] == {"Ann": 6, "Bob": 6, "Cy": 5, "Di": 5}


@proves("T36")
def test_in_three_words_a_newcomer_has_as_many_points_as_the_last() -> None:
    evening = after_a_round("three-words")
    evening.does("Di", "join")
    assert evening.view()["scores"] == {"Ann": 20, "Bob": -5, "Cy": -5, "Di": -5}


# ── when they play ───────────────────────────────────────────────────────────────────────────────


@proves("P35")
def test_in_party_a_newcomer_hosts_last() -> None:
    evening = after_a_round("party")
    evening.does("Di", "join")
    hosts = []
    for _ in range(3):
        hosts.append(goes_on(evening))
        plays_a_round(evening)
    assert (hosts, evening.view()["rounds"]) == (["Bob", "Cy", "Di"], 4)


@proves("W47")
def test_in_wqrdles_a_newcomer_sits_after_the_others() -> None:
    evening = after_a_round("wqrdles", rounds=5)
    evening.does("Di", "join")
    starters = []
    for _ in range(4):
        starters.append(goes_on(evening))
        plays_a_round(evening)
    assert starters == ["Bob", "Cy", "Di", "Ann"]


@proves("W48")
def test_a_third_player_turns_a_game_for_two_into_one_for_three() -> None:
    evening = after_a_round("wqrdles", "Ann", "Bob", rounds=5)
    evening.does("Cy", "join")
    goes_on(evening)
    for player in ("Ann", "Bob", "Cy"):
        evening.does(player, "secret", word="SOLVE")
    evening.does("Bob", "query", word="CRUMB")
    view = evening.view()
    boards = {player: len(board["rows"]) for player, board in view["boards"].items()}
    assert (boards, view["deadlines"], view["rounds"]) == ({"Ann": 1, "Bob": 1, "Cy": 1}, {"table": 120}, 5)


@proves("W48", "W46")
@pytest.mark.parametrize("leaves", ["Ann", "Bob", "Cy"])
def test_a_game_for_two_goes_on_when_somebody_leaves_as_soon_as_a_third_has_joined(leaves: str) -> None:
    evening = after_a_round("wqrdles", "Ann", "Bob", rounds=5)
    evening.does("Cy", "join")
    evening.does(leaves, "leave")
    goes_on(evening)
    plays_a_round(evening)
    assert {len(evening.view()["boards"][player]["rows"]) for player in evening.view()["players"]} == {6}
    assert evening.view()["round"] == 2
    assert evening.view()["rounds"] == 5


@proves("T36")
def test_in_three_words_a_newcomer_is_the_last_master_of_every_lap() -> None:
    evening = after_a_round("three-words", "Ann", "Bob", "Cy", laps=2, tie="share")
    evening.does("Di", "join")
    masters = []
    for _ in range(7):
        masters.append(goes_on(evening))
        plays_a_round(evening)
    assert masters == ["Bob", "Cy", "Di", "Ann", "Bob", "Cy", "Di"]
    assert evening.view()["rounds"] == 8


@proves("T27", "T36")
def test_a_newcomer_who_joins_at_a_tie_takes_part_in_the_extra_lap() -> None:
    evening = after_a_round("three-words", "Ann", "Bob")
    goes_on(evening)
    plays_a_round(evening)  # level
    evening.does("Cy", "join")
    assert [goes_on(evening), evening.view()["rounds"]] == ["Ann", 5]


@proves("P36")
def test_a_newcomer_joins_the_smallest_team() -> None:
    evening = Evening("party", "Ann", "Bob", "Cy", teams={"Red": ("Ann", "Bob"), "Blue": ("Cy",)})
    plays_a_round(evening)
    scores = evening.view()["scores"]
    evening.does("Di", "join")
    assert evening.view()["teams"] == {"Red": ["Ann", "Bob"], "Blue": ["Cy", "Di"]}
    assert (evening.view()["scores"], evening.view()["rounds"]) == (scores, 2)


@proves("P29", "P36")
def test_a_newcomer_plays_for_their_team() -> None:
    evening = Evening("party", "Ann", "Bob", "Cy", teams={"Red": ("Ann", "Bob"), "Blue": ("Cy",)})
    plays_a_round(evening)
    evening.does("Di", "join")
    goes_on(evening)
    evening.does("Di", "secret", word="SOLVE")
    assert evening.view("Cy")["secret"] == "SOLVE"


# ── who hosts next ───────────────────────────────────────────────────────────────────────────────


@proves("S31")
def test_the_next_host_can_be_chosen() -> None:
    evening = after_a_round("party", "Ann", "Bob", "Cy", "Di")
    evening.does("Ann", "next", target="Cy")
    hosts = [evening.view()["host"]]
    for _ in range(2):
        plays_a_round(evening)
        hosts.append(goes_on(evening))
    assert hosts == ["Cy", "Bob", "Di"]


@proves("S31")
def test_nobody_is_chosen_twice_in_a_lap() -> None:
    evening = after_a_round("three-words", laps=2)
    assert evening.view()["to_come"] == ["Bob", "Cy"]
    assert evening.refuses("Ann", "next", target="Ann") == "does-not-fit"


@proves("S31")
def test_in_the_next_lap_everybody_can_be_chosen_again() -> None:
    evening = after_a_round("three-words", laps=2)
    for master in ("Cy", "Bob"):
        evening.does("Ann", "next", target=master)
        plays_a_round(evening)
    evening.does("Ann", "next", target="Bob")
    assert evening.view()["master"] == "Bob"


@proves("S31")
def test_where_nobody_hosts_nobody_is_chosen() -> None:
    assert after_a_round("wqrdles").refuses("Ann", "next", target="Bob") == "does-not-fit"
