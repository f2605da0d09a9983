"""The line protocol: every request, every code in its order, and what a reply holds."""

from string import ascii_uppercase
from typing import Any

import pytest

from firmware_host import __version__
from tests.support.wire import EVERYBODY, SEVEN, Wire, guessing, playing

# ── hello, word, cards ───────────────────────────────────────────────────────────────────────────


def test_hello_says_what_is_spoken_and_played_here() -> None:
    assert Wire().asks("hello") == {
        "ok": True,
        "state": 0,
        "protocol": 1,
        "version": __version__,
        "games": ["party", "wqrdles", "three-words"],
        "dictionaries": ["en"],
    }


@pytest.mark.parametrize(
    ("word", "guess", "secret", "secret_with_plurals", "why"),
    [
        ("SOLVE", True, True, True, None),
        ("solve", True, True, True, None),
        ("cards", True, False, True, "plural"),
        ("paris", False, False, False, "name"),
        ("qxzjk", False, False, False, "unknown"),
        ("", False, False, False, "unknown"),
        ("solvé", False, False, False, "unknown"),
        (" solve ", False, False, False, "unknown"),
    ],
)
def test_what_may_be_done_with_a_word(
    word: str, guess: bool, secret: bool, secret_with_plurals: bool, why: str | None
) -> None:
    reply = Wire().asks("word", word=word)
    assert 1 <= reply.pop("common") <= 9
    assert reply == {
        "ok": True,
        "state": 0,
        "guess": guess,
        "secret": secret,
        "secret_with_plurals": secret_with_plurals,
        "why": why,
    }


def test_a_word_is_judged_by_the_running_games_own_lists() -> None:
    wire = playing(allow=["qxzjk"], bar=["SOLVE"])
    judged = [wire.asks("word", word=word)["why"] for word in ("QXZJK", "solve", "crane")]
    assert judged == [None, "barred", None]


def test_a_common_word_has_a_smaller_number_than_one_nobody_knows() -> None:
    wire = Wire()
    assert wire.asks("word", word="house")["common"] < wire.asks("word", word="qxzjk")["common"] == 9


def test_a_word_can_be_looked_up_in_a_named_dictionary() -> None:
    assert Wire().asks("word", word="solve", dictionary="en")["guess"]


def test_a_dictionary_that_is_not_here_is_a_bad_option() -> None:
    assert Wire().code("word", word="solve", dictionary="klingon") == "bad-option"


@pytest.mark.parametrize(("letters", "fields"), [(5, {}), (5, {"letters": 5}), (4, {"letters": 4})])
def test_cards_hold_twelve_words_and_every_letter(letters: int, fields: dict[str, int]) -> None:
    cards = Wire().asks("cards", count=3, **fields)["cards"]
    assert [(len(card), {len(word) for word in card}) for card in cards] == [(12, {letters})] * 3
    assert [set("".join(card)) for card in cards] == [set(ascii_uppercase)] * 3


def test_cards_of_the_same_seed_are_the_same_and_others_are_not() -> None:
    wire = Wire()
    usual, zero, one = (wire.asks("cards", count=2, **seed)["cards"] for seed in ({}, {"seed": 0}, {"seed": 1}))
    assert usual == zero != one


# ── describe ─────────────────────────────────────────────────────────────────────────────────────


def test_a_game_is_described_to_who_has_never_heard_of_it() -> None:
    described = Wire().asks("describe", game="wqrdles")
    assert (described["players"], described["teams"]) == ([2, 6], False)
    assert described["options"]["letters"] == 5
    assert described["actions"]["attempt"] == ["target?", "word"]
    assert described["actions"]["pause"] == []
    assert {"queried", "left"} <= set(described["announced"])


def test_a_game_that_is_not_here_is_not_described() -> None:
    assert Wire().code("describe", game="chess") == "unknown-game"


# ── new, act, view ───────────────────────────────────────────────────────────────────────────────


def test_a_new_game_says_that_its_first_round_begins() -> None:
    begins = {"event": "round-begins", "to": "all", "round": 1, "rounds": 2, "host": "Ann"}
    assert Wire().asks("new", game="party", players=["Ann", "Bob"]) == {"ok": True, "state": 1, "events": [begins]}


def test_a_new_game_takes_the_place_of_the_old_one() -> None:
    wire = guessing()
    wire.asks("new", game="party", players=["Dee", "Eve"])
    view = wire.asks("view", **{"for": "table"})["view"]
    assert (view["state"], view["game"], view["players"]) == (1, "party", ["Dee", "Eve"])


def test_teams_are_given_in_the_order_of_hosting() -> None:
    wire = Wire()
    wire.asks("new", game="party", players=["Ann", "Bob", "Cid"], teams={"Red": ["Bob"], "Blue": ["Ann", "Cid"]})
    view = wire.asks("view", **{"for": "Ann"})["view"]
    assert (view["host"], view["teams"], view["rounds"]) == ("Red", {"Red": ["Bob"], "Blue": ["Ann", "Cid"]}, 2)


def test_words_come_in_any_case_and_go_out_in_capitals() -> None:
    wire = guessing(players=["Ann", "Bob"])
    wire.acts("Bob", "propose", word="sMiLe")
    assert wire.asks("view", **{"for": "Bob"})["view"]["board"]["rows"] == [{"word": "SMILE", "marks": "G--YG"}]


def test_an_event_for_some_names_them() -> None:
    wire = guessing("party")
    reply = wire.acts("Bob", "guess", word="smile")
    assert [(event["event"], event["to"]) for event in reply["events"]] == [
        ("marked", ["Ann", "Bob"]),
        ("counted", "all"),
    ]


def test_the_view_for_the_table_is_nobodys() -> None:
    view = guessing().asks("view", **{"for": "table"})["view"]
    assert (view["you"], view["actions"], "secret" in view) == (None, [], False)


def test_the_view_for_a_player_is_theirs() -> None:
    view = guessing().asks("view", **{"for": "Ann"})["view"]
    assert (view["you"], view["secret"]) == ("Ann", "SOLVE")


def test_null_stands_for_a_field_that_is_left_out() -> None:
    wire = Wire()
    wire.asks("new", game="three-words", players=["Ann", "Bob"], options=None, teams=None, seed=None)
    wire.acts("Ann", "secret", word="SOLVE")
    wire.acts("Bob", "lifeline", **SEVEN, position=None)
    assert wire.acts("Ann", "answer", letters="ABCDFGH", letter=None)["state"] == 4


def test_seven_letters_may_be_a_list_too() -> None:
    wire = guessing(players=["Ann", "Bob"])
    wire.acts("Bob", "lifeline", **SEVEN)
    answered = wire.acts("Ann", "answer", letters=["a", "b", "c", "d", "f", "g", "h"])["events"]
    assert answered[0]["lifeline"]["letters"] == "ABCDFGH"


# ── state ────────────────────────────────────────────────────────────────────────────────────────


def test_state_is_0_before_any_game() -> None:
    wire = Wire()
    wire.asks("time", now=5)
    assert wire.state() == 0


def test_state_counts_accepted_actions_only() -> None:
    wire = playing()
    wire.tries(do="act", player="Bob", action="secret", word="SOLVE")
    wire.acts("Ann", "secret", word="SOLVE")
    wire.acts("Bob", "propose", word="CRANE")
    assert wire.state() == 3


def test_state_counts_a_time_with_events_once_and_one_without_not_at_all() -> None:
    wire = guessing(timer=10)
    states = [wire.asks("time", now=now)["state"] for now in (9, 25, 29)]
    assert states == [2, 3, 3]


def test_a_second_game_counts_from_1_again() -> None:
    wire = guessing()
    assert wire.asks("new", game="party", players=["Ann", "Bob"])["state"] == 1


def test_looking_does_not_count() -> None:
    wire = playing()
    wire.asks("view", **{"for": "Ann"})
    wire.asks("word", word="solve")
    wire.asks("cards", count=1)
    wire.asks("save")
    assert wire.state() == 1


# ── time ─────────────────────────────────────────────────────────────────────────────────────────


def test_a_new_games_clocks_start_now() -> None:
    wire = Wire()
    wire.asks("time", now=1000)
    wire.asks("new", game="party", players=["Ann", "Bob"], options={"timer": 60})
    wire.acts("Ann", "secret", word="SOLVE")
    view = wire.asks("view", **{"for": "Bob"})["view"]
    assert (view["now"], view["deadlines"]) == (1000, {"Bob": 1060})


def test_a_deadline_equal_to_now_is_due() -> None:
    wire = guessing("party", timer=60)
    assert [event["player"] for event in wire.asks("time", now=60)["events"]] == ["Bob", "Cid"]


def test_a_leap_in_time_deals_with_every_deadline_at_its_own_moment_in_table_order() -> None:
    wire = guessing("party", timer=60)
    wire.asks("time", now=10)
    wire.acts("Bob", "guess", word="CRANE")
    crossed = [(event["player"], event["row"]) for event in wire.asks("time", now=185)["events"]]
    assert crossed == [("Cid", 1), ("Bob", 2), ("Cid", 2), ("Bob", 3), ("Cid", 3)]
    assert wire.asks("view", **{"for": "table"})["view"]["deadlines"] == {"Bob": 190, "Cid": 240}


def test_a_leap_past_the_end_of_the_round_stops_there() -> None:
    wire = guessing(timer=10)
    said = [event["event"] for event in wire.asks("time", now=1e12)["events"]]
    assert said == ["crossed", "crossed", "crossed", "revealed", "round-ends"]


def test_time_may_stand_still_but_not_run_backwards() -> None:
    wire = playing()
    wire.asks("time", now=50)
    wire.asks("time", now=50)
    assert wire.code("time", now=49.9) == "bad-request"


def test_time_is_refused_backwards_with_no_game_either() -> None:
    wire = Wire()
    wire.asks("time", now=50)
    assert wire.code("time", now=49) == "bad-request"


# ── save and load ────────────────────────────────────────────────────────────────────────────────


def everything_seen(wire: Wire) -> list[Any]:
    return [wire.asks("view", **{"for": who})["view"] for who in ("table", *EVERYBODY)]


def test_a_save_says_what_is_needed_to_go_on() -> None:
    save = guessing().asks("save")["save"]
    assert {"format", "dictionary", "hash", "game", "players", "teams", "options", "seed", "clock", "log"} <= set(save)


def test_a_loaded_game_is_where_it_was_with_its_clocks_stopped() -> None:
    wire = guessing(timer=60)
    wire.asks("time", now=20)
    wire.acts("Bob", "propose", word="CRANE")
    save = wire.asks("save")["save"]
    wire.acts("Ann", "pause")
    paused = everything_seen(wire)
    other = Wire()
    other.asks("time", now=20)
    reply = other.asks("load", save=save)
    assert (reply["state"], reply["events"]) == (3, [{"event": "paused", "to": "all"}])
    actions_but_state = [{**view, "state": view["state"] - 1} for view in paused]
    assert everything_seen(other) == actions_but_state


def test_the_clocks_of_a_loaded_game_go_on_with_what_they_had_left() -> None:
    wire = guessing(timer=60)
    wire.asks("time", now=20)
    save = wire.asks("save")["save"]
    other = Wire()
    other.asks("time", now=500)
    other.asks("load", save=save)
    other.asks("time", now=700)
    other.acts("Ann", "resume")
    assert other.asks("view", **{"for": "Bob"})["view"]["deadlines"] == {"table": 740}


def test_a_save_of_a_loaded_game_loads_too() -> None:
    wire = guessing(timer=60)
    for _ in range(3):
        save = wire.asks("save")["save"]
        wire = Wire()
        wire.asks("load", save=save)
        wire.acts("Ann", "resume")
    assert wire.acts("Bob", "propose", word="CRANE")["state"] == 6


def test_words_of_a_save_are_not_judged_again() -> None:
    save = guessing().asks("save")["save"]
    save["options"]["bar"] = ["SOLVE"]
    wire = Wire()
    wire.asks("load", save=save)
    assert wire.asks("view", **{"for": "Ann"})["view"]["secret"] == "SOLVE"


@pytest.mark.parametrize("lost", ["format", "game", "players", "hash", "clock", "log", "began"])
def test_a_save_without_one_of_its_parts_is_refused(lost: str) -> None:
    save = guessing().asks("save")["save"]
    del save[lost]
    assert Wire().code("load", save=save) == "bad-request"


@pytest.mark.parametrize("save", [None, 5, "save", [], {}, {"format": 2}, {"format": True}, {"format": "1"}])
def test_what_is_no_save_is_refused_and_the_running_game_goes_on(save: object) -> None:
    assert guessing().code("load", save=save) == "bad-request"


def test_a_save_of_a_dictionary_that_is_not_here_is_refused() -> None:
    save = guessing().asks("save")["save"]
    save["options"]["dictionary"] = "klingon"
    assert Wire().code("load", save=save) == "bad-option"


# ── options ──────────────────────────────────────────────────────────────────────────────────────

OF_ALL_GAMES: dict[str, Any] = {"dictionary": "en", "allow": [], "bar": []}
DEFAULTS: dict[str, dict[str, Any]] = {
    "party": {"mode": "classic", "timer": None, "pace": "free", "check": "auto", "hard": False},
    "wqrdles": {
        "letters": 5, "order_clues": False, "queries": "cards", "marking": "auto", "window": 120, "rounds": 5,
    },
    "three-words": {"timer": None, "agreement": "all", "answers": "master", "laps": 1, "tie": "extra-lap"},
}  # fmt: skip
OTHERS: dict[str, dict[str, Any]] = {
    "party": {"mode": "fast", "timer": 10, "pace": "lockstep", "check": "challenge", "hard": True},
    "wqrdles": {
        "letters": 4, "order_clues": True, "queries": "free", "marking": "hand", "window": None, "rounds": 20,
    },
    "three-words": {"timer": 600, "agreement": "speaker", "answers": "auto", "laps": 5, "tie": "share"},
}  # fmt: skip


@pytest.mark.parametrize("game", DEFAULTS)
def test_the_options_of_a_game_have_their_defaults(game: str) -> None:
    assert playing(game).asks("save")["save"]["options"] == {**OF_ALL_GAMES, **DEFAULTS[game]}


@pytest.mark.parametrize("game", OTHERS)
def test_the_options_of_a_game_can_all_be_chosen(game: str) -> None:
    assert playing(game, **OTHERS[game]).asks("save")["save"]["options"] == {**OF_ALL_GAMES, **OTHERS[game]}


BAD_VALUES: list[tuple[str, str, list[Any]]] = [
    ("party", "mode", ["quick", None, 1, []]),
    ("party", "timer", [9, 9.99, 600.01, 601, True, "60", [60], {}, -60, 10**400]),
    ("party", "pace", ["slow", None]),
    ("party", "check", ["on", True]),
    ("wqrdles", "letters", [3, 6, 5.0, "5", None]),
    ("wqrdles", "order_clues", [1, 0, "true", None]),
    ("wqrdles", "queries", ["card", None]),
    ("wqrdles", "marking", ["console", None]),
    ("wqrdles", "window", [9, 601, False, "120"]),
    ("wqrdles", "rounds", [0, 21, 5.0, None, True]),
    ("three-words", "timer", [9, 601, True]),
    ("three-words", "agreement", ["none", None]),
    ("three-words", "answers", ["console", None]),
    ("three-words", "laps", [0, 6, 1.5, True, None]),
    ("three-words", "tie", ["lap", None]),
    ("party", "dictionary", ["klingon", "", "../en", 5, None, ["en"]]),
    ("party", "allow", ["SOLVE", [5], ["S LVE"], [""], ["É"], None, {"SOLVE": 1}]),
    ("party", "bar", ["SOLVE", [None]]),
    ("party", "laps", [1]),
    ("three-words", "window", [60]),
    ("wqrdles", "timer", [60]),
    ("party", "", [1]),
]


@pytest.mark.parametrize(
    ("game", "option", "values"), BAD_VALUES, ids=[f"{game} {option}" for game, option, _ in BAD_VALUES]
)
def test_an_option_that_is_not_one_is_refused(game: str, option: str, values: list[object]) -> None:
    for value in values:
        code = Wire().code("new", game=game, players=EVERYBODY, options={option: value})
        assert code == "bad-option", value


@pytest.mark.parametrize("timer", [10, 10.5, 599.9, 600])
def test_a_time_may_be_any_number_of_seconds_in_its_range(timer: float) -> None:
    assert playing(timer=timer).state() == 1


# ── players ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "players",
    [
        [], ["Ann"], ["Ann", "Ann"], ["Ann", "table"], ["Ann", ""], ["Ann", "  "], ["Ann", 5], ["Ann", None],
        "Ann and Bob", {"Ann": 1, "Bob": 2}, None, ["Ann", "B" * 101],
    ],
)  # fmt: skip
@pytest.mark.parametrize("game", DEFAULTS)
def test_a_table_that_cannot_be_played_at_is_a_bad_request(game: str, players: object) -> None:
    assert Wire().code("new", game=game, players=players) == "bad-request"


def test_seven_are_too_many_for_wqrdles() -> None:
    assert Wire().code("new", game="wqrdles", players=list("ABCDEFG")) == "bad-request"


@pytest.mark.parametrize(
    "teams",
    [
        {},
        {"Red": ["Ann", "Bob", "Cid"]},
        {"Red": ["Ann"], "Blue": ["Bob"]},
        {"Red": ["Ann", "Bob"], "Blue": ["Bob", "Cid"]},
        {"Red": ["Ann", "Bob", "Cid"], "Blue": []},
        {"Red": ["Ann", "Bob"], "table": ["Cid"]},
        [["Ann"], ["Bob", "Cid"]],
        {"Red": "Ann", "Blue": ["Bob", "Cid"]},
        {"Red": ["Ann", "Bob"], "Blue": ["Cid", 5]},
        {"": ["Ann"], "Blue": ["Bob", "Cid"]},
    ],
)
def test_teams_that_cannot_be_are_a_bad_request(teams: object) -> None:
    assert Wire().code("new", game="party", players=EVERYBODY, teams=teams) == "bad-request"


@pytest.mark.parametrize("game", ["wqrdles", "three-words"])
def test_teams_are_for_the_party_game_only(game: str) -> None:
    teams = {"Red": ["Ann"], "Blue": ["Bob", "Cid"]}
    assert Wire().code("new", game=game, players=EVERYBODY, teams=teams) == "bad-request"


# ── limits ───────────────────────────────────────────────────────────────────────────────────────


def names(players: int) -> list[str]:
    return [f"Player {number}" for number in range(players)]


def test_ninety_nine_may_play() -> None:
    wire = Wire()
    wire.asks("new", game="party", players=names(99), options={"timer": 10})
    wire.asks("act", player="Player 0", action="secret", word="SOLVE")
    crossed = [event for event in wire.asks("time", now=60)["events"] if event["event"] == "crossed"]
    assert [event["player"] for event in crossed[:98]] == names(99)[1:]


@pytest.mark.parametrize("teams", [None, {name: [name] for name in names(100)}], ids=["alone", "in teams"])
def test_a_hundred_are_too_many(teams: object) -> None:
    assert Wire().code("new", game="party", players=names(100), teams=teams) == "bad-request"


def test_more_cards_than_can_be_made_at_once_are_refused() -> None:
    assert Wire().code("cards", count=101) == "bad-request"
