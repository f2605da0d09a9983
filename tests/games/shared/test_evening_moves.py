"""Pause, resume, redo, leave, end and next: what a real evening needs, whatever is being played."""

from typing import Any

import pytest

from firmware_host.frozen import changed
from firmware_host.games.shared.evening.moves import phases
from firmware_host.games.shared.table import Action, Game, Phase, RuleError, tick
from firmware_host.texts.text import say
from tests.support.evening import Evening, proves

GAMES = ("party", "wqrdles", "three-words")
every_game = pytest.mark.parametrize("game", GAMES)
every_evening_move = pytest.mark.parametrize("action", ["pause", "redo", "leave", "end"])


def evening_of(game: str, *players: str, **options: Any) -> Evening:
    return Evening(game, *(players or ("Ann", "Bob", "Cy")), **options)


def ann_hides(word: str = "SOLVE", **options: Any) -> Evening:
    evening = Evening("party", "Ann", "Bob", "Cy", **options)
    evening.does("Ann", "secret", word=word)
    return evening


def with_a_clock(game: str) -> Evening:
    """A game whose one clock, or whose two, run out at 60."""
    if game == "wqrdles":
        evening = evening_of(game, window=60, queries="free")
        for player in ("Ann", "Bob", "Cy"):
            evening.does(player, "secret", word="SOLVE")
        evening.does("Ann", "query", word="CRUMB")
        return evening
    evening = evening_of(game, timer=60)
    evening.does("Ann", "secret", word="SOLVE")
    return evening


def in_result(**options: Any) -> Evening:
    """The result of the first of three rounds: Bob needed one try, Cy gave up."""
    evening = ann_hides(**options)
    evening.does("Bob", "guess", word="SOLVE")
    evening.does("Cy", "give-up")
    return evening


# ── pause and resume ─────────────────────────────────────────────────────────────────────────────


@proves("S15")
@every_game
def test_a_pause_stops_every_clock(game: str) -> None:
    evening = with_a_clock(game)
    evening.waits(20)
    evening.does("Cy", "pause")
    assert evening.said == [{"event": "paused", "to": "all", "player": "Cy"}]
    assert (evening.view()["paused"], evening.view()["deadlines"]) == (True, {})
    assert evening.waits(1000) == []


@proves("S16")
@every_game
def test_resuming_gives_every_clock_the_time_it_had_left(game: str) -> None:
    evening = with_a_clock(game)
    evening.waits(20)
    evening.does("Cy", "pause")
    evening.waits(1000)
    evening.does("Ann", "resume")
    assert evening.said == [{"event": "resumed", "to": "all", "player": "Ann"}]
    assert evening.view()["paused"] is False
    assert set(evening.view()["deadlines"].values()) == {1060}


@proves("S16")
def test_each_clock_has_its_own_time_left() -> None:
    evening = ann_hides(timer=60)
    evening.waits(20)
    evening.does("Bob", "guess", word="CRUMB")
    evening.does("Bob", "pause")
    evening.waits(5)
    evening.does("Bob", "resume")
    assert evening.view()["deadlines"] == {"Bob": 85, "Cy": 65}


@proves("S15", "S22")
@every_game
def test_while_paused_nothing_can_be_done_but_resume_leave_and_end(game: str) -> None:
    evening = evening_of(game)
    evening.does("Ann", "pause")
    assert evening.view("Ann")["actions"] == ["resume", "leave", "end"]
    for action in ({"action": "secret", "word": "SOLVE"}, {"action": "pause"}, {"action": "redo"}, {"action": "next"}):
        assert evening.refuses("Ann", **action) == "not-now"


@proves("S16")
@every_game
def test_only_a_paused_game_is_resumed(game: str) -> None:
    assert evening_of(game).refuses("Ann", "resume") == "not-now"


@proves("S15")
def test_a_result_may_be_paused_too() -> None:
    evening = in_result()
    evening.does("Bob", "pause")
    assert evening.refuses("Ann", "next") == "not-now"
    evening.does("Bob", "resume")
    evening.does("Ann", "next")


@proves("S15", "S18")
def test_somebody_may_leave_a_paused_game_and_it_stays_paused() -> None:
    evening = ann_hides(timer=60)
    evening.waits(20)
    evening.does("Ann", "pause")
    evening.waits(30)
    evening.does("Bob", "leave")
    assert (evening.view()["paused"], evening.view()["deadlines"]) == (True, {})
    evening.does("Ann", "resume")
    assert evening.view()["deadlines"] == {"Cy": 90}


@proves("S15", "P26")
def test_a_row_that_opens_while_the_game_is_paused_has_its_full_time_when_it_goes_on() -> None:
    evening = ann_hides(timer=60, pace="lockstep")
    evening.does("Bob", "guess", word="CRUMB")
    evening.waits(20)
    evening.does("Ann", "pause")
    evening.does("Cy", "leave")
    evening.waits(30)
    evening.does("Ann", "resume")
    assert evening.view()["deadlines"] == {"Bob": 110}


@proves("S15", "P31")
def test_a_round_that_becomes_void_while_paused_waits_for_resume() -> None:
    evening = ann_hides(timer=60)
    evening.does("Bob", "pause")
    evening.does("Ann", "leave")
    assert (evening.view()["phase"], evening.view()["paused"]) == ("result", True)
    assert evening.refuses("Bob", "next") == "not-now"


@proves("S15", "S19")
def test_a_paused_game_that_ends_is_no_longer_paused() -> None:
    evening = evening_of("party", "Ann", "Bob")
    evening.does("Ann", "pause")
    evening.does("Ann", "leave")
    assert (evening.view()["phase"], evening.view()["paused"], evening.view()["winners"]) == ("over", False, ["Bob"])


# ── redo ─────────────────────────────────────────────────────────────────────────────────────────


@proves("S17")
def test_a_round_is_thrown_away_and_begun_again_by_the_same_host() -> None:
    evening = ann_hides(timer=60)
    evening.does("Bob", "guess", word="SOLVE")
    evening.does("Ann", "hint", text="A verb")
    evening.does("Cy", "redo")
    assert [said["event"] for said in evening.said] == ["redone", "round-begins"]
    assert evening.said[0]["player"] == "Cy"
    view = evening.view("Ann")
    assert (view["phase"], view["host"], view["round"]) == ("secret", "Ann", 1)
    assert (view["secret"], view["hint"], view["deadlines"]) == (None, None, {})
    assert [board["rows"] for board in view["boards"].values()] == [[], []]


@proves("S17")
def test_a_round_that_is_redone_scores_nobody() -> None:
    evening = in_result()
    evening.does("Ann", "next")
    evening.does("Bob", "secret", word="SOLVE")
    evening.does("Ann", "guess", word="SOLVE")
    evening.does("Ann", "redo")
    assert evening.view()["scores"] == {"Ann": 0, "Bob": 1, "Cy": 7}
    assert (evening.view()["host"], evening.view()["round"]) == ("Bob", 2)


@proves("S17")
@every_game
def test_a_round_whose_result_is_on_the_table_is_not_redone(game: str) -> None:
    evening = {"party": _party_result, "wqrdles": _wqrdles_result, "three-words": _three_words_result}[game]()
    assert evening.view()["phase"] == "result"
    assert evening.refuses("Ann", "redo") == "not-now"
    assert set(evening.view("Bob")["actions"]) == {"next", "pause", "leave", "end"}


def _party_result() -> Evening:
    return in_result()


def _wqrdles_result() -> Evening:
    evening = evening_of("wqrdles", "Ann", "Bob")
    for player, word in [("Ann", "SOLVE"), ("Bob", "CRANE")]:
        evening.does(player, "secret", word=word)
    for player, word in [("Ann", "CRANE"), ("Bob", "SOLVE")]:
        evening.does(player, "query", word="CRUMB")
        evening.does(player, "attempt", word=word)
    return evening


def _three_words_result() -> Evening:
    evening = evening_of("three-words", "Ann", "Bob")
    evening.does("Ann", "secret", word="SOLVE")
    evening.does("Bob", "propose", word="SOLVE")
    return evening


@proves("S17", "S18")
def test_somebody_who_left_has_no_board_when_the_round_is_redone() -> None:
    evening = ann_hides()
    evening.does("Bob", "leave")
    evening.does("Ann", "redo")
    assert list(evening.view()["boards"]) == ["Cy"]


# ── leave ────────────────────────────────────────────────────────────────────────────────────────


@proves("S18")
@every_game
def test_somebody_who_leaves_is_off_the_list_and_off_the_scores(game: str) -> None:
    evening = evening_of(game)
    evening.does("Cy", "leave")
    assert evening.said[0] == {"event": "left", "to": "all", "player": "Cy"}
    assert (evening.view()["players"], evening.view()["scores"]) == (["Ann", "Bob"], {"Ann": 0, "Bob": 0})


@proves("S18")
@every_game
def test_somebody_who_left_neither_acts_nor_sees(game: str) -> None:
    evening = evening_of(game)
    evening.does("Cy", "leave")
    assert evening.refuses("Cy", "pause") == "unknown-player"
    with pytest.raises(RuleError, match=r"^No player has that name\.$") as refusal:
        evening.view("Cy")
    assert refusal.value.code == "unknown-player"


@proves("S18")
def test_somebody_who_leaves_in_the_result_is_off_its_scores_too() -> None:
    evening = in_result()
    evening.does("Bob", "leave")
    assert evening.view()["round_scores"] == {"Ann": 0, "Cy": 7}


@proves("S18")
def test_somebody_who_left_is_not_ranked() -> None:
    evening = in_result()
    evening.does("Ann", "leave")
    evening.does("Bob", "next")
    evening.does("Bob", "secret", word="SOLVE")
    evening.does("Cy", "guess", word="SOLVE")
    evening.does("Bob", "next")
    evening.does("Cy", "secret", word="SOLVE")
    evening.does("Bob", "guess", word="SOLVE")
    evening.does("Bob", "next")
    assert evening.view()["winners"] == ["Bob"]


@proves("S19")
@every_game
def test_the_last_one_at_the_table_wins(game: str) -> None:
    evening = evening_of(game, "Ann", "Bob")
    evening.does("Ann", "leave")
    assert [said["event"] for said in evening.said] == ["left", "game-ends"]
    assert (evening.view()["phase"], evening.view()["winners"]) == ("over", ["Bob"])


@proves("S19", "S8")
def test_a_game_that_ends_because_somebody_left_reveals_nothing() -> None:
    evening = evening_of("party", "Ann", "Bob", timer=60)
    evening.does("Ann", "secret", word="SOLVE")
    evening.does("Bob", "guess", word="SMILE")
    evening.does("Bob", "leave")
    view = evening.view()
    assert (view["revealed"], view["round_scores"], view["deadlines"]) == ({}, None, {})


# ── what wins ────────────────────────────────────────────────────────────────────────────────────


@proves("S14")
@pytest.mark.parametrize(
    ("game", "options", "wins"),
    [
        ("party", {}, "fewest"),
        ("party", {"mode": "fast"}, "most"),
        ("wqrdles", {}, "most"),
        ("three-words", {}, "most"),
    ],
)
def test_everybody_is_told_which_score_wins(game: str, options: dict[str, str], wins: str) -> None:
    assert evening_of(game, **options).view()["wins"] == wins


# ── end ──────────────────────────────────────────────────────────────────────────────────────────


@proves("S20")
@every_game
def test_a_game_ended_in_the_middle_has_no_winner(game: str) -> None:
    evening = evening_of(game)
    evening.does("Bob", "end")
    assert evening.said == [{"event": "game-ends", "to": "all", "winners": []}]
    assert (evening.view()["phase"], evening.view()["winners"]) == ("over", [])


@proves("S20")
def test_a_game_ended_after_some_of_its_rounds_has_no_winner() -> None:
    evening = in_result()
    evening.does("Bob", "end")
    assert evening.view()["winners"] == []
    assert evening.view()["round_scores"] == {"Ann": 0, "Bob": 1, "Cy": 7}


@proves("S20")
@pytest.mark.parametrize("paused", [False, True])
def test_a_game_ended_after_its_last_round_goes_to_the_leaders(paused: bool) -> None:
    evening = evening_of("party", "Ann", "Bob")
    for host, guesser, word in [("Ann", "Bob", "SMILE"), ("Bob", "Ann", "SOLVE")]:
        evening.does(host, "secret", word="SOLVE")
        evening.does(guesser, "guess", word=word)
        if word != "SOLVE":
            evening.does(guesser, "give-up")
            evening.does(host, "next")
    if paused:
        evening.does("Ann", "pause")
    evening.does("Bob", "end")
    assert (evening.view()["winners"], evening.view()["paused"]) == (["Ann"], False)


@proves("S20")
def test_a_game_ended_in_the_middle_of_its_last_round_has_no_winner() -> None:
    evening = evening_of("party", "Ann", "Bob")
    evening.does("Ann", "secret", word="SOLVE")
    evening.does("Bob", "guess", word="SOLVE")
    evening.does("Ann", "next")
    evening.does("Bob", "secret", word="SOLVE")
    evening.does("Ann", "end")
    assert evening.view()["winners"] == []


@proves("S20", "S8")
def test_what_was_hidden_when_the_game_ended_stays_hidden() -> None:
    evening = ann_hides(timer=60)
    evening.does("Bob", "guess", word="SMILE")
    evening.does("Cy", "end")
    view = evening.view("Cy")
    assert (view["revealed"], view["round_scores"], view["deadlines"]) == ({}, None, {})
    assert view["boards"]["Bob"]["rows"] == [{"green": 2, "yellow": 1}]
    assert "secret" not in view


@proves("S21")
@every_game
@every_evening_move
def test_nothing_can_be_done_in_a_game_that_is_over(game: str, action: str) -> None:
    evening = evening_of(game)
    evening.does("Bob", "end")
    assert evening.refuses("Ann", action) == "over"
    assert evening.view("Ann")["actions"] == []


@proves("S21")
def test_time_passes_after_the_game_is_over_and_nothing_happens() -> None:
    evening = ann_hides(timer=60)
    evening.does("Ann", "end")
    assert evening.waits(1000) == []
    assert evening.view()["now"] == 1000


# ── next ─────────────────────────────────────────────────────────────────────────────────────────


@proves("S13")
@pytest.mark.parametrize("who", ["Ann", "Bob", "Cy"])
def test_anybody_may_say_next_in_the_result(who: str) -> None:
    evening = in_result()
    evening.does(who, "next")
    assert evening.view()["round"] == 2


@proves("S13")
@every_game
def test_there_is_no_next_before_the_result(game: str) -> None:
    assert evening_of(game).refuses("Ann", "next") == "not-now"


# ── a game's own phases ──────────────────────────────────────────────────────────────────────────


TEA: Phase[Game] = Phase(say("The kettle is on."), {})


@proves("S15", "S17", "S18", "S20")
@pytest.mark.parametrize(
    ("action", "first_said"), [("pause", "paused"), ("redo", "redone"), ("leave", "left"), ("end", "game-ends")]
)
def test_whatever_a_game_is_made_of_its_phases_have_the_evenings_own_moves(action: str, first_said: str) -> None:
    made = phases({"tea": TEA})["tea"]
    game = evening_of("party").session.game
    assert made.waiting == say("The kettle is on.")
    assert made.moves[action].may(game, "Bob") is None
    _, events = made.moves[action].do(game, Action("Bob", action))
    assert events[0].name == first_said


@proves("S13", "S17")
def test_whatever_a_game_is_made_of_its_result_has_next_and_no_redo() -> None:
    result = phases({"tea": TEA})["result"]
    assert result.waiting == say("The round is over: go on to the next.")
    assert list(result.moves) == ["next", "join", "pause", "leave", "end"]
    game = in_result().session.game
    assert result.moves["next"].may(game, "Bob") is None
    _, events = result.moves["next"].do(game, Action("Bob", "next"))
    assert events[0].name == "round-begins"


# ── refusals, in their order ─────────────────────────────────────────────────────────────────────


@proves("S23")
def test_a_stranger_is_refused_before_anything_else() -> None:
    evening = evening_of("party")
    evening.does("Ann", "end")
    assert evening.refuses("Zoe", "pause") == "unknown-player"
    assert evening.refuses("Ann", "challenge", target="Zoe") == "unknown-player"


@proves("S23")
def test_the_wrong_moment_is_refused_before_the_wrong_person() -> None:
    assert evening_of("party").refuses("Bob", "reveal") == "not-now"


@proves("S23")
def test_the_wrong_person_is_refused_before_the_wrong_word() -> None:
    assert evening_of("party").refuses("Bob", "secret", word="ZZZZZZ") == "not-yours"


@proves("S23")
def test_the_wrong_length_is_refused_before_the_wrong_letters() -> None:
    assert evening_of("party").refuses("Ann", "secret", word="12") == "wrong-length"


@proves("S10")
@pytest.mark.parametrize(
    ("word", "say"),
    [
        ("QZXJ", "It must have 5 letters."),
        ("QZX1J", "Only the letters A to Z, please."),
        ("QZXJV", "That is not in the dictionary: try another word."),
        ("PARIS", "That is a name, which is not allowed: try another word."),
        ("FRERE", "That is a word of another language, which is not allowed: try another word."),
        ("THURS", "That is an abbreviation, which is not allowed: try another word."),
        ("POTUS", "That is an acronym, which is not allowed: try another word."),
        ("MILLI", "That is only a prefix, which is not allowed: try another word."),
        ("PHILE", "That is only a suffix, which is not allowed: try another word."),
        ("XRAYS", "That is written with a hyphen, which is not allowed: try another word."),
        ("DIDNT", "That is a contraction, which is not allowed: try another word."),
        ("GONNA", "That is slang, which is not allowed: try another word."),
        ("SMILE", "This table does not allow that word."),
        ("BOATS", "That is a plural: it may be guessed here, but not hidden."),
    ],
)
def test_a_refusal_says_why_without_repeating_the_word(word: str, say: str) -> None:
    with pytest.raises(RuleError) as refusal:
        evening_of("party", bar=["smile"]).does("Ann", "secret", word=word)
    assert str(refusal.value) == str(refusal.value) == say


@proves("S10")
@pytest.mark.parametrize(
    ("who", "action", "say"),
    [
        ("Zoe", {"action": "pause"}, "No player has that name."),
        ("Ann", {"action": "challenge", "target": "Zoe"}, "No player has that board: choose one of Ann, Bob, Cy."),
        ("Bob", {"action": "hint", "text": "A verb"}, "Only the Host (Ann) may do that."),
        ("Ann", {"action": "next"}, "Not while the others are guessing."),
        ("Ann", {"action": "guess", "word": "SMILE"}, "The Host knows the word and does not guess."),
        ("Ann", {"action": "challenge", "target": "Bob"}, "This game is played without challenges."),
        ("Ann", {"action": "hint", "text": ""}, "A hint has 1 to 40 characters."),
        ("Ann", {"action": "hint", "text": "solve"}, "That hint gives the word away: try another."),
        ("Bob", {"action": "guess", "word": "SMILE", "row": 4}, "That row is not open: row 1 is."),
    ],
)
def test_a_refusal_is_a_sentence(who: str, action: dict[str, Any], say: str) -> None:
    with pytest.raises(RuleError) as refusal:
        ann_hides().does(who, **action)
    assert str(refusal.value) == say


@proves("S10")
@pytest.mark.parametrize(
    ("moves", "say"),
    [
        ([], "The Host is still choosing a word."),
        ([("Ann", "secret"), ("Bob", "give-up")], "This board is finished for this round."),
        ([("Ann", "secret"), ("Bob", "guess")], "The next row opens when everybody has filled this one."),
        ([("Ann", "secret"), ("Bob", "give-up"), ("Cy", "give-up")], "Guessing is over: the Host reveals the word."),
        (
            [("Ann", "secret"), ("Bob", "give-up"), ("Cy", "give-up"), ("Ann", "reveal")],
            "The round is over: go on to the next.",
        ),
        ([("Ann", "pause")], "The game is paused: resume it first."),
        ([("Ann", "end")], "The game is over: start a new one."),
    ],
)
def test_a_guess_at_the_wrong_moment_is_told_what_everybody_waits_for(moves: list[tuple[str, str]], say: str) -> None:
    evening = evening_of("party", check="challenge", pace="lockstep")
    for who, action in moves:
        words = {"secret": {"word": "CRANE"}, "guess": {"word": "CRUMB"}}
        evening.does(who, action, **words.get(action, {}))
    with pytest.raises(RuleError) as refusal:
        evening.does("Bob", "guess", word="SMILE")
    assert str(refusal.value) == say


@proves("S10")
def test_a_challenge_of_nothing_is_told_so() -> None:
    with pytest.raises(RuleError) as refusal:
        ann_hides(check="challenge").does("Ann", "challenge", target="Bob")
    assert str(refusal.value) == "There is no guess on that board to challenge."


# ── clocks ───────────────────────────────────────────────────────────────────────────────────────


@proves("S24")
def test_a_clock_runs_out_at_its_moment_and_not_before() -> None:
    evening = ann_hides(timer=60)
    assert evening.waits(59.9) == []
    assert [said["event"] for said in evening.waits(0.1)] == ["crossed", "crossed"]


@proves("S25")
def test_clocks_of_the_same_moment_go_in_table_order() -> None:
    evening = ann_hides(timer=60)
    evening.waits(10)
    for guesser in ("Cy", "Bob"):
        evening.does(guesser, "guess", word="CRUMB")
    evening.waits(60)
    assert [said["player"] for said in evening.heard("crossed")] == ["Bob", "Cy"]


@proves("S25")
def test_the_order_in_which_clocks_were_started_makes_no_difference() -> None:
    game = ann_hides(timer=60).session.game
    _, events = tick(changed(game, clocks={"Cy": 60, "Bob": 60}), 60)
    assert [event.facts["player"] for event in events] == ["Bob", "Cy"]


@proves("S25")
def test_clocks_of_different_moments_go_in_their_order() -> None:
    evening = ann_hides(timer=60)
    evening.waits(10)
    evening.does("Bob", "guess", word="CRUMB")
    evening.waits(1000)
    crossed = [(said["player"], said["row"]) for said in evening.heard("crossed")]
    assert crossed[:5] == [("Cy", 1), ("Bob", 2), ("Cy", 2), ("Bob", 3), ("Cy", 3)]


@proves("S25", "S26")
def test_a_leap_over_many_moments_comes_to_the_same_as_many_steps() -> None:
    leaping, stepping = ann_hides(timer=60), ann_hides(timer=60)
    leaping.waits(200)
    for _ in range(200):
        stepping.waits(1)
    leapt, stepped = leaping.view("Ann"), stepping.view("Ann")
    assert stepped.pop("state") > leapt.pop("state")
    assert stepped == leapt


@proves("S26")
def test_the_count_of_moves_grows_with_every_move_and_every_time_out() -> None:
    evening = evening_of("party", timer=60)
    counts = [evening.view()["state"]]
    evening.does("Ann", "secret", word="SOLVE")
    counts.append(evening.view()["state"])
    evening.waits(59)
    counts.append(evening.view()["state"])
    evening.waits(1)
    counts.append(evening.view()["state"])
    evening.does("Ann", "pause")
    counts.append(evening.view()["state"])
    assert counts == [1, 2, 2, 3, 4]
