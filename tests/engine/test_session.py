"""Saving and loading: an evening put aside and taken up again is the evening it was."""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from firmware_host.games.shared.table import Action, RuleError
from firmware_host.games.shared.words import Dictionary, read_dictionary
from firmware_host.session import Session
from tests.support.evening import Evening, english, proves

Save = dict[str, Any]


def timed_party() -> Evening:
    """Row two is open: Bob has 50 seconds left and Cy 40."""
    evening = Evening("party", "Ann", "Bob", "Cy", timer=60, check="challenge", seed=7, allow=["zzzzz"])
    evening.waits(5)
    evening.does("Ann", "secret", word="solve")
    evening.waits(60)
    evening.waits(10)
    evening.does("Bob", "guess", word="qqqqq")
    evening.does("Ann", "challenge", target="Bob")
    evening.does("Ann", "hint", text="A verb")
    evening.waits(10)
    return evening


def teams_in_lockstep() -> Evening:
    teams = {"Red": ("Ann", "Bob"), "Blue": ("Cy",), "Gold": ("Di",)}
    evening = Evening("party", "Ann", "Bob", "Cy", "Di", teams=teams, pace="lockstep")
    evening.does("Bob", "secret", word="SOLVE")
    evening.does("Cy", "guess", word="SMILE", row=1)
    evening.does("Ann", "leave")
    evening.does("Bob", "correct", word="SOLID")
    return evening


def wqrdles_with_cards() -> Evening:
    evening = Evening("wqrdles", "Ann", "Bob", "Cy", seed=3)
    for player in ("Ann", "Bob", "Cy"):
        evening.does(player, "secret", word="solve")
    evening.does("Ann", "swap-card")
    evening.does("Ann", "query", word=evening.view()["cards"]["Ann"][4])
    evening.waits(30)
    evening.does("Cy", "attempt", target="Bob", word="crane")
    evening.does("Ann", "pass")
    return evening


def wqrdles_for_two_by_hand() -> Evening:
    evening = Evening("wqrdles", "Ann", "Bob", marking="hand", order_clues=True, letters=4)
    evening.does("Ann", "secret", word="love")
    evening.does("Bob", "secret", word="boat")
    evening.does("Ann", "query", word="cost")
    evening.does("Bob", "mark", marks="-G-G")
    evening.does("Ann", "attempt", word="coat")
    return evening


def three_words_with_a_lifeline() -> Evening:
    evening = Evening("three-words", "Ann", "Bob", "Cy", timer=120, laps=2)
    evening.does("Ann", "secret", word="SOLVE")
    evening.waits(20)
    evening.does("Bob", "propose", word="smile")
    evening.does("Cy", "confirm", word="smile")
    evening.waits(30)
    evening.does("Cy", "lifeline", card=2, side="wrong-place", position=2)
    evening.does("Bob", "confirm")
    evening.waits(5)
    evening.does("Ann", "answer", letter="v")
    return evening


def a_result() -> Evening:
    evening = Evening("party", "Ann", "Bob")
    evening.does("Ann", "secret", word="SOLVE")
    evening.does("Bob", "give-up")
    return evening


def a_pause() -> Evening:
    evening = timed_party()
    evening.does("Cy", "pause")
    evening.waits(100)
    return evening


def an_end() -> Evening:
    evening = a_result()
    evening.does("Bob", "end")
    evening.waits(3)
    return evening


EVENINGS: list[Callable[[], Evening]] = [
    timed_party,
    teams_in_lockstep,
    wqrdles_with_cards,
    wqrdles_for_two_by_hand,
    three_words_with_a_lifeline,
    a_result,
    a_pause,
    an_end,
]
every_evening = pytest.mark.parametrize("played", EVENINGS)


def saved(evening: Evening) -> Save:
    """The save as a file would hold it."""
    save: Save = json.loads(json.dumps(evening.session.save()))
    return save


def loaded(save: object, *, at: float = 0, words: Dictionary | None = None) -> Evening:
    """The game in another console, whose clock stands elsewhere."""
    evening = Evening("party", "Xan", "Yo")
    evening.session = Session(lambda _name: words or english())
    evening.session.time(at)
    evening.session.load(save)
    return evening


def shown(evening: Evening) -> list[Any]:
    """Everybody's view but for the clock, which belongs to the console."""
    audiences = [None, *evening.view()["players"]]
    unlike = ("now", "deadlines", "paused", "actions")
    return [{name: part for name, part in evening.view(who).items() if name not in unlike} for who in audiences]


# ── coming back ──────────────────────────────────────────────────────────────────────────────────


@proves("S27", "S26")
@every_evening
def test_a_loaded_game_looks_the_same_to_everybody(played: Callable[[], Evening]) -> None:
    evening = played()
    assert shown(loaded(saved(evening), at=1000)) == shown(evening)


@proves("S27")
@every_evening
def test_a_loaded_game_is_paused_unless_it_is_over(played: Callable[[], Evening]) -> None:
    evening = played()
    again = loaded(saved(evening))
    assert again.view()["paused"] is (evening.view()["phase"] != "over")
    assert again.view()["deadlines"] == {}


@proves("S27")
def test_loading_announces_the_pause() -> None:
    session = Session(lambda _name: english())
    assert [event.name for event in session.load(saved(timed_party()))] == ["paused"]
    assert session.load(saved(an_end())) == ()


@proves("S27")
@pytest.mark.parametrize("at", [0, 3, 5000])
def test_resuming_gives_the_time_that_was_left_wherever_the_clock_stands(at: float) -> None:
    again = loaded(saved(timed_party()), at=at)
    assert again.view()["now"] == at
    assert again.waits(500) == []
    again.does("Bob", "resume")
    assert again.view()["deadlines"] == {"Bob": at + 500 + 50, "Cy": at + 500 + 40}


@proves("S27")
@pytest.mark.parametrize("at", [0, 5000])
def test_a_game_saved_while_paused_has_the_time_left_that_it_was_paused_with(at: float) -> None:
    again = loaded(saved(a_pause()), at=at)
    again.does("Bob", "resume")
    assert again.view()["deadlines"] == {"Bob": at + 50, "Cy": at + 40}


@proves("S27")
def test_a_guess_clock_that_stood_still_goes_on_with_the_time_it_had_left() -> None:
    evening = three_words_with_a_lifeline()
    assert evening.view()["deadlines"] == {"table": 145}
    again = loaded(saved(evening), at=1000)
    again.does("Ann", "resume")
    assert again.view()["deadlines"] == {"table": 1090}


@proves("S27")
@every_evening
def test_a_game_can_be_put_aside_again_and_again(played: Callable[[], Evening]) -> None:
    once = loaded(saved(played()), at=1000)
    twice = loaded(saved(once), at=2)
    thrice = loaded(saved(twice), at=70)
    assert shown(thrice) == shown(once)
    assert thrice.view()["paused"] == once.view()["paused"]


@proves("S27")
def test_a_game_played_on_after_loading_can_be_put_aside_in_its_turn() -> None:
    again = loaded(saved(timed_party()), at=1000)
    again.does("Ann", "resume")
    again.waits(45)
    assert [said["player"] for said in again.said] == ["Cy"]
    third = loaded(saved(again), at=9)
    third.does("Cy", "resume")
    assert third.view()["deadlines"] == {"Bob": 14, "Cy": 64}
    assert shown(third)[0]["boards"] == shown(again)[0]["boards"]


@proves("S27")
def test_time_that_passes_between_the_last_move_and_the_save_is_not_given_back() -> None:
    evening = timed_party()
    evening.waits(7)
    again = loaded(saved(evening))
    again.does("Ann", "resume")
    assert again.view()["deadlines"] == {"Bob": 43, "Cy": 33}


@proves("S27", "S26")
@every_evening
def test_a_save_can_be_loaded_as_it_was_given(played: Callable[[], Evening]) -> None:
    evening = played()
    assert evening.session.save() == saved(evening)
    assert shown(loaded(evening.session.save())) == shown(evening)


@proves("S27")
def test_the_clocks_of_a_new_game_start_where_the_console_stands() -> None:
    session = Session(lambda _name: english())
    session.time(500)
    session.new("party", ("Ann", "Bob"), {"timer": 60})
    session.act(Action("Ann", "secret", word="SOLVE"))
    assert session.view(None).table.deadlines == {"Bob": 560}
    again = Session(lambda _name: english())
    again.load(session.save())
    again.act(Action("Ann", "resume"))
    assert again.view(None).table.deadlines == {"Bob": 60}


@proves("S27")
def test_a_save_says_what_it_is_of() -> None:
    save = saved(timed_party())
    log = save.pop("log")
    assert save == {
        "format": 1,
        "dictionary": "en",
        "hash": english().digest,
        "game": "party",
        "players": ["Ann", "Bob", "Cy"],
        "teams": None,
        "options": {
            "dictionary": "en",
            "allow": ["ZZZZZ"],
            "bar": [],
            "mode": "classic",
            "timer": 60,
            "pace": "free",
            "check": "challenge",
            "hard": False,
        },
        "seed": 7,
        "began": 0,
        "deck": None,
        "clock": 85,
    }
    assert log == [
        {"at": 5, "player": "Ann", "action": "secret", "word": "solve"},
        {"time": 65},
        {"at": 75, "player": "Bob", "action": "guess", "word": "qqqqq"},
        {"at": 75, "player": "Ann", "action": "challenge", "target": "Bob", "upheld": True},
        {"at": 75, "player": "Ann", "action": "hint", "text": "A verb"},
    ]


@proves("S27")
def test_a_save_of_a_loaded_game_says_when_it_was_put_aside_and_taken_up() -> None:
    assert saved(loaded(saved(timed_party()), at=1000))["log"][-1] == {"saved": 85, "loaded": 1000}


@proves("S27")
def test_teams_are_saved_in_their_order() -> None:
    save = saved(teams_in_lockstep())
    assert list(save["teams"].items()) == [("Red", ["Ann", "Bob"]), ("Blue", ["Cy"]), ("Gold", ["Di"])]


@proves("S27")
def test_before_a_game_there_is_nothing_to_save() -> None:
    with pytest.raises(RuleError, match="No game has begun yet: start one first") as refusal:
        Session(lambda _name: english()).save()
    assert refusal.value.code == "no-game"


# ── what was judged stays judged ─────────────────────────────────────────────────────────────────


def other_words() -> Dictionary:
    """A dictionary in which almost nothing that was played is a word, and QQQQQ is one."""
    return read_dictionary("other", "WORLD\nQQQQQ\nSTORY\n")


@proves("S28")
@every_evening
def test_words_are_not_looked_up_again(played: Callable[[], Evening]) -> None:
    evening = played()
    assert shown(loaded(saved(evening), words=other_words())) == shown(evening)


@proves("S28")
def test_a_challenge_is_not_decided_anew() -> None:
    again = loaded(saved(timed_party()), words=other_words())
    assert again.view("Bob")["boards"]["Bob"]["rows"] == [{"crossed": True}]


@proves("S28")
def test_a_challenge_that_failed_is_not_decided_anew() -> None:
    evening = Evening("party", "Ann", "Bob", check="challenge")
    evening.does("Ann", "secret", word="SOLVE")
    evening.does("Bob", "guess", word="SMILE")
    evening.does("Ann", "challenge", target="Bob")
    again = loaded(saved(evening), words=other_words())
    assert len(again.view("Bob")["boards"]["Bob"]["rows"]) == 1


@proves("S28")
def test_from_then_on_the_dictionary_of_the_day_counts_with_the_tables_own_lists() -> None:
    evening = Evening("party", "Ann", "Bob", allow=["zzzzz"])
    evening.does("Ann", "secret", word="SOLVE")
    again = loaded(saved(evening), words=other_words())
    again.does("Ann", "resume")
    assert again.refuses("Bob", "guess", word="SMILE") == "not-a-word"
    again.does("Bob", "guess", word="WORLD")
    again.does("Bob", "guess", word="ZZZZZ")


@proves("S28")
def test_the_cards_are_the_cards_that_were_dealt() -> None:
    evening = wqrdles_with_cards()
    again = loaded(saved(evening), words=other_words())
    assert again.view()["cards"] == evening.view()["cards"]
    assert again.view()["top_card"] == evening.view()["top_card"]


# ── what is no save ──────────────────────────────────────────────────────────────────────────────

DAMAGED = "This save is damaged and cannot be continued: load another."
OTHER_VERSION = "This save is from another version of wordtable: it cannot be loaded here."


def say_of(save: object) -> str:
    """The refusal of a save, with a game on the table that must not notice."""
    evening = timed_party()
    before = copy.deepcopy(evening.session.save()), evening.session.now
    with pytest.raises(RuleError) as refusal:
        evening.session.load(save)
    assert (evening.session.save(), evening.session.now) == before
    assert refusal.value.code == "bad-request"
    return str(refusal.value)


@proves("S29")
@pytest.mark.parametrize("version", [0, 2, "1", None, [1]])
def test_a_save_of_another_version_is_refused(version: object) -> None:
    assert say_of({**saved(timed_party()), "format": version}) == OTHER_VERSION


@proves("S29")
@pytest.mark.parametrize("foreign", [None, 5, "save", [], [{}], True])
def test_what_is_no_object_is_no_save(foreign: object) -> None:
    assert say_of(foreign) == "A save must be a JSON object."


@proves("S29")
@pytest.mark.parametrize("foreign", [{}, {"name": "wordtable", "dependencies": []}])
def test_another_programs_json_is_no_save(foreign: object) -> None:
    assert say_of(foreign) == OTHER_VERSION


@proves("S29")
@pytest.mark.parametrize("part", ["hash", "game", "players", "began", "clock", "log"])
@pytest.mark.parametrize("value", [None, [5], {"a": 1}, -1])
def test_a_save_with_a_broken_part_is_damaged(part: str, value: object) -> None:
    assert say_of({**saved(timed_party()), part: value}) == DAMAGED


@proves("S29")
def test_a_save_of_a_game_that_is_not_played_here_is_damaged() -> None:
    assert say_of({**saved(timed_party()), "game": "chess"}) == DAMAGED


BROKEN_ENTRIES: list[object] = [
    5,
    {},
    {"time": "soon"},
    {"time": 200, "by": "Ann"},
    {"time": 86},  # nothing was due
    {"time": 3},  # nothing was due, and long ago
    {"loaded": 90},
    {"saved": 90, "loaded": 100, "by": "Ann"},
    {"saved": 3, "loaded": 100},  # time ran backwards
    {"saved": 900, "loaded": 900},  # something was due before
    {"player": "Ann", "action": "pause"},
    {"at": 85, "action": "pause"},
    {"at": 85, "player": "Ann"},
    {"at": 85, "player": "Ann", "action": "dance"},
    {"at": 85, "player": "Zoe", "action": "pause"},
    {"at": 85, "player": "Ann", "action": "resume"},
    {"at": 85, "player": "Ann", "action": "guess", "word": "SMILE"},
    {"at": 85, "player": "Bob", "action": "guess", "word": "SMILES"},
    {"at": 85, "player": "Bob", "action": "guess", "word": 5},
    {"at": 85, "player": "Bob", "action": "guess", "word": "SMILE", "tone": "loud"},
    {"at": 3, "player": "Ann", "action": "pause"},  # time ran backwards
    {"at": 500, "player": "Ann", "action": "pause"},  # something was due before
    {"at": 85, "player": "Ann", "action": "challenge", "target": "Cy"},  # how did it end?
    {"at": 85, "player": "Ann", "action": "pause", "upheld": True},
]


@proves("S29")
@pytest.mark.parametrize("entry", BROKEN_ENTRIES)
def test_a_log_that_was_never_played_is_damaged(entry: object) -> None:
    save = saved(timed_party())
    save["log"].append(entry)
    save["clock"] = 1000
    assert say_of(save) == DAMAGED


@proves("S29")
def test_a_log_with_a_move_missing_is_damaged() -> None:
    save = saved(timed_party())
    del save["log"][0]
    assert say_of(save) == DAMAGED


@proves("S29")
@pytest.mark.parametrize("deck", [[], [["SMILE"]], [["SMILE"] * 12] * 3, 5, [5], [[5]], None])
def test_a_save_whose_cards_are_lost_is_damaged(deck: object) -> None:
    assert say_of({**saved(wqrdles_with_cards()), "deck": deck}) == DAMAGED


@proves("S29")
def test_a_save_with_options_that_do_not_exist_is_refused_with_what_may_be() -> None:
    save = saved(timed_party())
    save["options"]["timer"] = 5
    evening = timed_party()
    with pytest.raises(RuleError, match="The option timer must be a number from 10 to 600") as refusal:
        evening.session.load(save)
    assert refusal.value.code == "bad-option"


@proves("S29")
def test_a_save_of_a_dictionary_that_is_not_here_is_refused_with_those_that_are() -> None:
    def only_english(name: str) -> Dictionary:
        if name != "en":
            raise RuleError("bad-option", "No such dictionary; the dictionaries are en.")
        return other_words()

    save = saved(timed_party())
    save["options"]["dictionary"] = "tlh"
    session = Session(only_english)
    with pytest.raises(RuleError, match="No such dictionary; the dictionaries are en"):
        session.load(save)
    assert session.number == 0


# ── the running game ─────────────────────────────────────────────────────────────────────────────


def test_time_does_not_run_backwards() -> None:
    evening = timed_party()
    with pytest.raises(RuleError, match="Time cannot run backwards") as refusal:
        evening.session.time(evening.session.now - 1)
    assert refusal.value.code == "bad-request"


def test_time_may_stand_still() -> None:
    evening = timed_party()
    assert evening.waits(0) == []


def test_before_a_game_there_is_nothing_to_do_or_to_see() -> None:
    session = Session(lambda _name: english())
    for tried in (lambda: session.act(Action("Ann", "pause")), lambda: session.view(None)):
        with pytest.raises(RuleError, match="No game has begun yet"):
            tried()
    assert session.number == 0


def test_a_new_game_that_is_refused_leaves_the_old_one() -> None:
    evening = timed_party()
    before = evening.session.save()
    with pytest.raises(RuleError):
        evening.session.new("party", ("Ann", "Bob"), {"timer": 5})
    assert evening.session.save() == before


def test_words_are_judged_by_the_running_games_own_lists() -> None:
    session = Session(lambda _name: english())
    assert session.words().may_guess("ZZZZZ") is False
    session.new("party", ("Ann", "Bob"), {"allow": ["ZZZZZ"]})
    assert session.words().may_guess("ZZZZZ") is True
    assert session.words("en").may_guess("ZZZZZ") is True


@proves("S4")
def test_a_table_plays_with_the_dictionary_it_has_chosen() -> None:
    session = Session({"en": english(), "other": other_words()}.__getitem__)
    assert session.words("other").may_guess("QQQQQ") is True
    assert session.words().may_guess("QQQQQ") is False
    session.new("party", ("Ann", "Bob"), {"dictionary": "other"})
    assert session.words().may_guess("QQQQQ") is True
