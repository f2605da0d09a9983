"""What a table may choose before a game begins, who may play it, and what happens to choices that do not exist."""

from dataclasses import asdict, dataclass
from typing import Any

import pytest

from firmware_host.games import registry as games
from firmware_host.games.party.rules import PartyOptions
from firmware_host.games.shared import options
from firmware_host.games.shared.options import Options, name, number, one_of, seconds, words
from firmware_host.games.shared.table import RuleError
from firmware_host.games.shared.views import ABSENT
from firmware_host.games.three_words.rules import ThreeWordsOptions
from firmware_host.games.wqrdles.rules import WqrdlesOptions
from tests.support.evening import Evening, proves


def refusal(kind: type[Options], **given: object) -> str:
    with pytest.raises(RuleError) as refused:
        options.read(kind, given)
    assert refused.value.code == "bad-option"
    return str(refused.value)


@proves("S12")
def test_without_a_choice_a_game_is_played_as_the_rulebook_has_it() -> None:
    assert options.read(PartyOptions, {}) == PartyOptions(
        dictionary="en", allow=(), bar=(), mode="classic", timer=None, pace="free", check="auto"
    )
    assert options.read(WqrdlesOptions, {}) == WqrdlesOptions(
        letters=5, order_clues=False, queries="cards", marking="auto", window=120, rounds=5
    )
    assert options.read(ThreeWordsOptions, {}) == ThreeWordsOptions(
        timer=None, agreement="all", answers="master", laps=1, tie="extra-lap"
    )


@proves("S12")
@pytest.mark.parametrize(
    ("kind", "option", "value"),
    [
        (PartyOptions, "mode", "fast"),
        (PartyOptions, "timer", 10),
        (PartyOptions, "timer", 600),
        (PartyOptions, "timer", 90.5),
        (PartyOptions, "timer", None),
        (PartyOptions, "pace", "lockstep"),
        (PartyOptions, "check", "challenge"),
        (PartyOptions, "check", "off"),
        (PartyOptions, "dictionary", "de"),
        (WqrdlesOptions, "letters", 4),
        (WqrdlesOptions, "order_clues", True),
        (WqrdlesOptions, "window", None),
        (WqrdlesOptions, "rounds", 1),
        (WqrdlesOptions, "rounds", 20),
        (ThreeWordsOptions, "laps", 5),
        (ThreeWordsOptions, "tie", "share"),
    ],
)
def test_a_choice_that_exists_is_taken(kind: type[Options], option: str, value: object) -> None:
    assert getattr(options.read(kind, {option: value}), option) == value


@proves("S12")
@pytest.mark.parametrize(
    ("kind", "given", "say"),
    [
        (PartyOptions, {"mode": "quick"}, 'The option mode must be "classic" or "fast".'),
        (PartyOptions, {"mode": None}, 'The option mode must be "classic" or "fast".'),
        (PartyOptions, {"timer": 9}, "The option timer must be a number from 10 to 600."),
        (PartyOptions, {"timer": 601}, "The option timer must be a number from 10 to 600."),
        (PartyOptions, {"timer": True}, "The option timer must be a number from 10 to 600."),
        (PartyOptions, {"timer": float("nan")}, "The option timer must be a number from 10 to 600."),
        (PartyOptions, {"dictionary": 5}, "The option dictionary must be a name."),
        (PartyOptions, {"allow": "SMILE"}, "The option allow must be a list of words of the letters A to Z."),
        (PartyOptions, {"bar": [5]}, "The option bar must be a list of words of the letters A to Z."),
        (PartyOptions, {"bar": [""]}, "The option bar must be a list of words of the letters A to Z."),
        (PartyOptions, {"bar": ["ÉTUDE"]}, "The option bar must be a list of words of the letters A to Z."),
        (PartyOptions, {"bar": ["X-RAY"]}, "The option bar must be a list of words of the letters A to Z."),
        (WqrdlesOptions, {"letters": 6}, "The option letters must be 5 or 4."),
        (WqrdlesOptions, {"letters": 5.0}, "The option letters must be 5 or 4."),
        (WqrdlesOptions, {"order_clues": 1}, "The option order_clues must be false or true."),
        (WqrdlesOptions, {"order_clues": 0}, "The option order_clues must be false or true."),
        (WqrdlesOptions, {"rounds": 0}, "The option rounds must be a number from 1 to 20."),
        (WqrdlesOptions, {"rounds": 21}, "The option rounds must be a number from 1 to 20."),
        (WqrdlesOptions, {"rounds": 2.5}, "The option rounds must be a number from 1 to 20."),
        (WqrdlesOptions, {"rounds": None}, "The option rounds must be a number from 1 to 20."),
        (PartyOptions, {"tmer": 60}, "This game has no such option: did you mean timer?"),
        (
            PartyOptions,
            {"zzzz": 60},
            "This game has no such option. It has dictionary, allow, bar, mode, timer, pace, check, hard.",
        ),
    ],
)
def test_a_choice_that_does_not_exist_is_refused_with_what_may_be(
    kind: type[Options], given: dict[str, object], say: str
) -> None:
    assert refusal(kind, **given) == say


def tea() -> type[Options]:
    """The options of a game nobody plays, with one of every kind, made while a test watches."""

    @dataclass(frozen=True)
    class TeaOptions(Options):
        leaves: str = one_of("green", "black")
        milk: bool = one_of(False, True)
        cups: int = number(1, 6, default=2)
        steeped: float | None = seconds(10, 600, default=120)
        endless: float | None = seconds(10, 600, default=None)
        guests: tuple[str, ...] = words()
        pot: str = name("blue")

    return TeaOptions


@proves("S12")
def test_an_option_nobody_chose_has_its_default() -> None:
    chosen = asdict(options.read(tea(), {}))
    assert {option: chosen[option] for option in list(chosen)[3:]} == {
        "leaves": "green",
        "milk": False,
        "cups": 2,
        "steeped": 120,
        "endless": None,
        "guests": (),
        "pot": "blue",
    }


@proves("S12")
@pytest.mark.parametrize(
    ("option", "value", "taken"),
    [
        ("leaves", "black", "black"),
        ("milk", True, True),
        ("cups", 1, 1),
        ("cups", 6, 6),
        ("steeped", 10, 10),
        ("steeped", 600, 600),
        ("steeped", 12.5, 12.5),
        ("steeped", None, None),
        ("guests", ["Ann", "bob"], ("ANN", "BOB")),
        ("guests", ("cy",), ("CY",)),
        ("pot", "red", "red"),
    ],
)
def test_an_option_takes_what_it_may_be(option: str, value: object, taken: object) -> None:
    assert asdict(options.read(tea(), {option: value}))[option] == taken


@proves("S12")
@pytest.mark.parametrize(
    ("option", "values", "must_be"),
    [
        ("leaves", ["mint", None, 1, []], '"green" or "black"'),
        ("milk", [0, 1, "false", None], "false or true"),
        ("cups", [0, 7, 2.5, True, None, "2"], "a number from 1 to 6"),
        ("steeped", [9, 601, 9.9, 600.1, True, "60", float("nan")], "a number from 10 to 600"),
        (
            "guests",
            ["ANN", None, ["ÉVE"], ["A-B"], [""], [5], {"ANN": 1}, ["ANN", 5]],
            "a list of words of the letters A to Z",
        ),
        ("pot", [None, 5, ["blue"]], "a name"),
    ],
)
def test_an_option_refuses_what_it_may_not_be(option: str, values: list[object], must_be: str) -> None:
    made = tea()
    assert {refusal(made, **{option: value}) for value in values} == {f"The option {option} must be {must_be}."}


@proves("S7")
def test_house_words_are_kept_in_capitals() -> None:
    chosen = options.read(PartyOptions, {"allow": ["Wordy", "foo"], "bar": ("smile",)})
    assert (chosen.allow, chosen.bar) == (("WORDY", "FOO"), ("SMILE",))


@proves("S7")
@pytest.mark.parametrize("word", ["ZZZZZ", "BOATS", "PARIS"])
def test_a_word_the_table_allows_may_be_guessed_and_hidden(word: str) -> None:
    evening = Evening("party", "Ann", "Bob", allow=[word.lower()])
    evening.does("Ann", "secret", word=word)
    evening.does("Bob", "guess", word=word)
    assert evening.view()["revealed"] == {"Ann": word}


@proves("S7")
@pytest.mark.parametrize("allow", [[], ["smile"]])
def test_a_word_the_table_bars_may_be_neither(allow: list[str]) -> None:
    evening = Evening("party", "Ann", "Bob", bar=["smile"], allow=allow)
    assert evening.refuses("Ann", "secret", word="SMILE") == "not-a-word"
    evening.does("Ann", "secret", word="SOLVE")
    assert evening.refuses("Bob", "guess", word="SMILE") == "not-a-word"


@proves("S4")
@pytest.mark.parametrize("word", ["PARIS", "FRERE", "THURS", "POTUS", "MILLI", "PHILE", "XRAYS", "DIDNT"])
@pytest.mark.parametrize("game", ["party", "wqrdles", "three-words"])
def test_what_is_not_played_is_not_played_in_any_game(game: str, word: str) -> None:
    evening = Evening(game, "Ann", "Bob")
    assert evening.refuses("Ann", "secret", word=word) == "not-a-word"


@proves("S6")
@pytest.mark.parametrize("game", ["wqrdles", "three-words"])
def test_a_plural_may_be_hidden_in_the_other_games(game: str) -> None:
    evening = Evening(game, "Ann", "Bob")
    evening.does("Ann", "secret", word="BOATS")
    assert evening.view("Ann")["secret"] == "BOATS"


@proves("S3")
def test_the_order_clue_says_where_the_secret_stands() -> None:
    evening = Evening("wqrdles", "Ann", "Bob", order_clues=True)
    for player, word in [("Ann", "HOUSE"), ("Bob", "HOUSE")]:
        evening.does(player, "secret", word=word)
    for word in ("SHAPE", "CRANE", "HOUSE"):
        for player in ("Ann", "Bob"):
            evening.does(player, "query", word=word)
            evening.does(player, "pass")
    assert [row["order"] for row in evening.view()["boards"]["Ann"]["rows"]] == ["<", ">", "="]


# ── who plays ────────────────────────────────────────────────────────────────────────────────────


def table_refused(game: str, *players: str, teams: dict[str, tuple[str, ...]] | None = None) -> str:
    with pytest.raises(RuleError) as refused:
        Evening(game, *players, teams=teams)
    assert refused.value.code == "bad-request"
    return str(refused.value)


@proves("S11")
@pytest.mark.parametrize("players", [(), ("Ann",)])
def test_it_takes_two(players: tuple[str, ...]) -> None:
    assert table_refused("party", *players) == "You need at least two players."


@proves("S11")
@pytest.mark.parametrize("players", [("Ann", "Ann"), ("Ann", ""), ("Ann", " "), ("Ann", "table")])
def test_everybody_needs_a_name_of_their_own(players: tuple[str, ...]) -> None:
    say = table_refused("party", *players)
    assert say == "Every player needs a different name, and it cannot be table."


@proves("S11")
def test_wqrdles_is_for_six_at_most() -> None:
    six = ("Ann", "Bob", "Cy", "Di", "Eve", "Flo")
    assert Evening("wqrdles", *six).view()["players"] == list(six)
    assert table_refused("wqrdles", *six, "Gus") == "This game is for 6 players at most."


@proves("S11", "P1")
@pytest.mark.parametrize("game", ["party", "three-words"])
def test_the_other_games_take_as_many_as_come(game: str) -> None:
    many = [f"Player {number}" for number in range(30)]
    assert Evening(game, *many).view()["players"] == many


@proves("S11")
def test_a_game_that_is_not_played_here_is_refused_with_those_that_are() -> None:
    with pytest.raises(RuleError) as refused:
        Evening("chess", "Ann", "Bob")
    assert (refused.value.code, str(refused.value)) == (
        "unknown-game",
        "The games here are party, wqrdles, three-words.",
    )


@proves("S12")
def test_a_table_that_cannot_play_is_refused_before_its_game_and_its_options() -> None:
    assert table_refused("chess", "Ann") == "You need at least two players."
    with pytest.raises(RuleError) as refused:
        Evening("chess", "Ann", "Bob", mode="quick")
    assert refused.value.code == "unknown-game"


TWO_TEAMS = "You need at least two teams, each with a name and a player."
EXACTLY_ONE = "Every player must be in exactly one team."


@proves("P29")
@pytest.mark.parametrize(
    ("teams", "say"),
    [
        ({}, TWO_TEAMS),
        ({"Red": ("Ann", "Bob", "Cy")}, TWO_TEAMS),
        ({"Red": ("Ann", "Bob", "Cy"), "Blue": ()}, TWO_TEAMS),
        ({"Red": ("Ann", "Bob"), " ": ("Cy",)}, TWO_TEAMS),
        ({"Red": ("Ann", "Bob"), "table": ("Cy",)}, TWO_TEAMS),
        ({"Red": ("Ann",), "Blue": ("Bob",)}, EXACTLY_ONE),
        ({"Red": ("Ann", "Bob"), "Blue": ("Bob", "Cy")}, EXACTLY_ONE),
        ({"Red": ("Ann", "Bob"), "Blue": ("Cy", "Zoe")}, EXACTLY_ONE),
    ],
)
def test_everybody_is_in_exactly_one_of_two_teams_or_more(teams: dict[str, tuple[str, ...]], say: str) -> None:
    assert table_refused("party", "Ann", "Bob", "Cy", teams=teams) == say


@proves("P29")
@pytest.mark.parametrize("game", ["wqrdles", "three-words"])
def test_only_the_party_game_is_played_in_teams(game: str) -> None:
    say = table_refused(game, "Ann", "Bob", teams={"Red": ("Ann",), "Blue": ("Bob",)})
    assert say == "This game is not played in teams."


# ── what a game is made of ───────────────────────────────────────────────────────────────────────


def test_what_is_not_in_a_view_is_absent() -> None:
    assert repr(ABSENT) == "absent"


@pytest.mark.parametrize("game", games.games())
def test_a_view_says_which_game_it_is_of_and_how_it_stands(game: str) -> None:
    evening: Any = Evening(game, "Ann", "Bob")
    view = evening.view("Bob")
    common = {name: view[name] for name in ("game", "state", "paused", "now", "round", "players", "scores", "you")}
    assert common == {
        "game": game,
        "state": 1,
        "paused": False,
        "now": 0,
        "round": 1,
        "players": ["Ann", "Bob"],
        "scores": {"Ann": 0, "Bob": 0},
        "you": "Bob",
    }
    assert (view["round_scores"], view["winners"], view["deadlines"], view["revealed"]) == (None, None, {}, {})
    assert evening.view()["you"] is None
