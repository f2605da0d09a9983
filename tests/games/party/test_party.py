"""The party game as most people play it: a Host, hidden boards, fewest points."""

from random import Random

import pytest

from tests.support.evening import Evening, english, proves
from tests.support.games.party import SIX_WRONG_WORDS, ann_hides


def play_round(evening: Evening, host: str, tries: dict[str, int]) -> None:
    """A round in which each guesser solves SOLVE on the given try; 7 is giving up."""
    evening.does(host, "secret", word="SOLVE")
    for guesser, solved_on in tries.items():
        for word in SIX_WRONG_WORDS[: min(solved_on, 7) - 1]:
            evening.does(guesser, "guess", word=word)
        if solved_on < 7:
            evening.does(guesser, "guess", word="SOLVE")


# ── the rounds and their Hosts ───────────────────────────────────────────────────────────────────


@proves("P1")
def test_there_are_as_many_rounds_as_players() -> None:
    assert Evening("party", "Ann", "Bob", "Cy", "Di").view()["rounds"] == 4


@proves("P1", "S13")
def test_the_host_walks_down_the_list() -> None:
    evening = Evening("party", "Ann", "Bob", "Cy")
    hosts = [evening.view()["host"]]
    for host, guessers in [("Ann", ("Bob", "Cy")), ("Bob", ("Ann", "Cy"))]:
        play_round(evening, host, dict.fromkeys(guessers, 1))
        evening.does("Cy", "next")
        hosts.append(evening.view()["host"])
    assert hosts == ["Ann", "Bob", "Cy"]


@proves("P1")
def test_a_round_begins_with_its_number_and_its_host() -> None:
    evening = Evening("party", "Ann", "Bob")
    assert evening.said == [{"event": "round-begins", "to": "all", "round": 1, "rounds": 2, "host": "Ann"}]
    play_round(evening, "Ann", {"Bob": 1})
    evening.does("Bob", "next")
    assert evening.said == [{"event": "round-begins", "to": "all", "round": 2, "rounds": 2, "host": "Bob"}]


@proves("P1")
def test_everybody_but_the_host_has_a_board() -> None:
    evening = Evening("party", "Ann", "Bob", "Cy")
    assert list(evening.view()["boards"]) == ["Bob", "Cy"]
    play_round(evening, "Ann", {"Bob": 1, "Cy": 1})
    evening.does("Ann", "next")
    assert list(evening.view()["boards"]) == ["Ann", "Cy"]


# ── the secret ───────────────────────────────────────────────────────────────────────────────────


@proves("P2", "S8")
def test_only_the_host_sees_the_secret() -> None:
    evening = ann_hides("SOLVE")
    assert evening.view("Ann")["secret"] == "SOLVE"
    assert "secret" not in evening.view("Bob")
    assert "secret" not in evening.view()


@proves("P2")
def test_the_host_sees_no_secret_before_there_is_one() -> None:
    assert Evening("party", "Ann", "Bob").view("Ann")["secret"] is None


@proves("P2")
def test_hiding_a_word_opens_the_guessing_and_tells_nothing_but_that() -> None:
    evening = ann_hides("solve")
    assert evening.said == [{"event": "secret-set", "to": "all", "player": "Ann"}]
    assert evening.view()["phase"] == "guessing"


@proves("P2")
@pytest.mark.parametrize(
    ("word", "code"),
    [
        ("LOVE", "wrong-length"),
        ("SOLVED", "wrong-length"),
        ("SOLV3", "not-a-word"),
        ("ÉTUDE", "not-a-word"),
        ("ZZZZZ", "not-a-word"),
        ("BOATS", "not-a-secret"),
    ],
)
def test_a_word_that_may_not_be_hidden_is_refused(word: str, code: str) -> None:
    assert Evening("party", "Ann", "Bob").refuses("Ann", "secret", word=word) == code


@proves("P2")
def test_only_the_host_hides_a_word() -> None:
    assert Evening("party", "Ann", "Bob").refuses("Bob", "secret", word="SOLVE") == "not-yours"


@proves("P2")
def test_a_secret_is_hidden_once() -> None:
    assert ann_hides("SOLVE").refuses("Ann", "secret", word="CRANE") == "not-now"


@proves("P2")
def test_nobody_guesses_before_there_is_a_secret() -> None:
    assert Evening("party", "Ann", "Bob").refuses("Bob", "guess", word="SMILE") == "not-now"


@proves("P3")
def test_every_suggestion_may_be_hidden() -> None:
    for word in english().suggest(5, Random(1), 20):
        ann_hides(word)


# ── guessing ─────────────────────────────────────────────────────────────────────────────────────


@proves("P4")
def test_guessers_do_not_wait_for_each_other() -> None:
    evening = ann_hides("SOLVE")
    for word in SIX_WRONG_WORDS[:3]:
        evening.does("Bob", "guess", word=word)
    assert [len(board["rows"]) for board in evening.view()["boards"].values()] == [3, 0]


@proves("P4", "P9", "P11")
def test_a_board_has_six_rows() -> None:
    evening = ann_hides("SOLVE")
    for word in SIX_WRONG_WORDS[:5]:
        evening.does("Bob", "guess", word=word)
    assert evening.view()["boards"]["Bob"]["status"] == "playing"
    evening.does("Bob", "guess", word=SIX_WRONG_WORDS[5])
    assert evening.view()["boards"]["Bob"]["status"] == "failed"
    assert evening.heard("failed") == [{"event": "failed", "to": "all", "player": "Bob", "row": 6}]
    assert evening.refuses("Bob", "guess", word="SOLVE") == "not-now"


@proves("P5", "S1")
def test_a_guess_is_marked_for_its_owner_and_the_host() -> None:
    evening = ann_hides("SOLVE")
    evening.does("Bob", "guess", word="smile")
    assert evening.heard("marked") == [
        {"event": "marked", "to": ("Ann", "Bob"), "player": "Bob", "row": 1, "word": "SMILE", "marks": "G--YG"}
    ]


@proves("P5")
def test_the_table_hears_how_many_of_each_colour() -> None:
    evening = ann_hides("SOLVE")
    evening.does("Bob", "guess", word="NYMPH")
    evening.does("Bob", "guess", word="SMILE")
    assert evening.heard("counted") == [
        {"event": "counted", "to": "all", "player": "Bob", "row": 2, "green": 2, "yellow": 1}
    ]


@proves("P5")
def test_everybody_is_told_of_a_guess_by_its_marks_and_its_counts_alone() -> None:
    evening = ann_hides("SOLVE")
    evening.does("Bob", "guess", word="SMILE")
    assert [said["event"] for said in evening.said] == ["marked", "counted"]


@proves("P5")
@pytest.mark.parametrize("who", ["Ann", "Bob"])
def test_owner_and_host_see_the_board_whole(who: str) -> None:
    evening = ann_hides("SOLVE")
    evening.does("Bob", "guess", word="SMILE")
    assert evening.view(who)["boards"]["Bob"] == {
        "rows": [{"word": "SMILE", "marks": "G--YG"}],
        "status": "playing",
        "letters": {"in": "ELS", "out": "IM"},
    }


@proves("P5", "S8")
@pytest.mark.parametrize("who", ["Cy", None])
def test_the_others_see_the_board_in_counts(who: str | None) -> None:
    evening = ann_hides("SOLVE")
    evening.does("Bob", "guess", word="SMILE")
    assert evening.view(who)["boards"]["Bob"] == {"rows": [{"green": 2, "yellow": 1}], "status": "playing"}


@proves("S2")
def test_a_letter_with_a_tile_anywhere_on_the_board_is_in() -> None:
    evening = ann_hides("THOSE")
    evening.does("Bob", "guess", word="GEESE")
    assert evening.view("Bob")["boards"]["Bob"]["letters"] == {"in": "ES", "out": "G"}


@proves("S2")
def test_an_empty_board_leaves_the_alphabet_open() -> None:
    assert ann_hides("THOSE").view("Bob")["boards"]["Bob"]["letters"] == {"in": "", "out": ""}


@proves("P6")
def test_a_solve_is_announced_without_the_word() -> None:
    evening = ann_hides("SOLVE")
    evening.does("Bob", "guess", word="CRUMB")
    evening.does("Bob", "guess", word="SOLVE")
    assert evening.heard("solved") == [{"event": "solved", "to": "all", "player": "Bob", "row": 2}]
    assert evening.view()["boards"]["Bob"]["status"] == "solved"
    assert evening.view()["revealed"] == {}


@proves("P7", "S5", "S23")
@pytest.mark.parametrize(
    ("word", "code"), [("SMILES", "wrong-length"), ("SM1LE", "not-a-word"), ("ZZZZZ", "not-a-word")]
)
def test_a_guess_that_is_no_word_uses_no_row(word: str, code: str) -> None:
    evening = ann_hides("SOLVE")
    assert evening.refuses("Bob", "guess", word=word) == code
    assert evening.view()["boards"]["Bob"]["rows"] == []


@proves("S6")
def test_a_plural_may_be_guessed() -> None:
    evening = ann_hides("SOLVE")
    evening.does("Bob", "guess", word="BOATS")
    assert evening.view("Bob")["boards"]["Bob"]["rows"] == [{"word": "BOATS", "marks": "-G--Y"}]


@proves("P8")
def test_a_guess_for_another_row_is_stale() -> None:
    evening = ann_hides("SOLVE")
    evening.does("Bob", "guess", word="SMILE", row=1)
    assert evening.refuses("Bob", "guess", word="CRUMB", row=1) == "stale"
    assert evening.refuses("Bob", "guess", word="CRUMB", row=3) == "stale"
    evening.does("Bob", "guess", word="CRUMB", row=2)


@proves("P8")
def test_a_stale_guess_is_refused_before_its_word_is_looked_at() -> None:
    assert ann_hides("SOLVE").refuses("Bob", "guess", word="ZZZZZZ", row=2) == "stale"


@proves("P9")
@pytest.mark.parametrize("action", [{"action": "guess", "word": "SMILE"}, {"action": "give-up"}])
def test_the_host_does_not_guess(action: dict[str, str]) -> None:
    assert ann_hides("SOLVE").refuses("Ann", **action) == "not-yours"


@proves("P9")
def test_a_solved_board_takes_no_more_guesses() -> None:
    evening = ann_hides("SOLVE")
    evening.does("Bob", "guess", word="SOLVE")
    assert evening.refuses("Bob", "guess", word="SMILE") == "not-now"
    assert evening.refuses("Bob", "give-up") == "not-now"


@proves("P10")
def test_somebody_who_gives_up_is_done() -> None:
    evening = ann_hides("SOLVE")
    evening.does("Bob", "guess", word="SMILE")
    evening.does("Bob", "give-up")
    assert evening.said == [{"event": "gave-up", "to": "all", "player": "Bob"}]
    board = evening.view("Bob")["boards"]["Bob"]
    assert (board["status"], len(board["rows"])) == ("gave-up", 1)
    assert evening.refuses("Bob", "guess", word="SOLVE") == "not-now"


@proves("S22")
@pytest.mark.parametrize(
    ("who", "offered"),
    [
        ("Ann", {"correct", "hint", "pause", "redo", "leave", "end"}),
        ("Bob", {"guess", "give-up", "pause", "redo", "leave", "end"}),
        (None, set()),
    ],
)
def test_everybody_is_offered_what_they_may_do(who: str | None, offered: set[str]) -> None:
    assert set(ann_hides("SOLVE").view(who)["actions"]) == offered


@proves("S22")
@pytest.mark.parametrize(
    ("who", "offered"),
    [("Ann", {"secret", "timer", "pause", "redo", "leave", "end"}), ("Bob", {"pause", "redo", "leave", "end"})],
)
def test_while_the_host_chooses_the_others_wait(who: str, offered: set[str]) -> None:
    assert set(Evening("party", "Ann", "Bob").view(who)["actions"]) == offered


# ── the end of a round ───────────────────────────────────────────────────────────────────────────


@proves("P11")
def test_the_round_goes_on_while_one_board_is_open() -> None:
    evening = ann_hides("SOLVE", "Bob", "Cy", "Di")
    evening.does("Bob", "guess", word="SOLVE")
    evening.does("Cy", "give-up")
    assert evening.view()["phase"] == "guessing"
    evening.does("Di", "guess", word="SOLVE")
    assert evening.view()["phase"] == "result"


@proves("P11")
def test_the_secret_is_revealed_when_everybody_is_done() -> None:
    evening = ann_hides("SOLVE", "Bob")
    evening.does("Bob", "guess", word="SOLVE")
    assert evening.heard("revealed") == [{"event": "revealed", "to": "all", "owner": "Ann", "word": "SOLVE"}]
    assert evening.heard("round-ends") == [
        {"event": "round-ends", "to": "all", "round": 1, "round_scores": {"Ann": 0, "Bob": 1}}
    ]
    assert evening.view()["revealed"] == {"Ann": "SOLVE"}


@proves("P11", "P5")
def test_all_boards_are_open_in_the_result() -> None:
    evening = ann_hides("SOLVE")
    evening.does("Bob", "guess", word="SMILE")
    evening.does("Bob", "give-up")
    evening.does("Cy", "give-up")
    board = evening.view()["boards"]["Bob"]
    assert board["rows"] == [{"word": "SMILE", "marks": "G--YG"}]
    assert board["letters"] == {"in": "ELS", "out": "IM"}


@proves("P11")
def test_a_new_round_covers_everything_again() -> None:
    evening = ann_hides("SOLVE", "Bob")
    evening.does("Ann", "hint", text="A verb")
    evening.does("Bob", "guess", word="SOLVE")
    evening.does("Bob", "next")
    view = evening.view("Ann")
    assert (view["revealed"], view["round_scores"], view["hint"], view["phase"]) == ({}, None, None, "secret")
    assert view["boards"] == {"Ann": {"rows": [], "status": "playing", "letters": {"in": "", "out": ""}}}


@proves("P12")
@pytest.mark.parametrize("tries", [1, 2, 3, 4, 5, 6])
def test_solving_scores_the_tries(tries: int) -> None:
    evening = Evening("party", "Ann", "Bob")
    play_round(evening, "Ann", {"Bob": tries})
    assert evening.view()["round_scores"] == {"Ann": 0, "Bob": tries}


@proves("P12")
def test_not_solving_scores_seven() -> None:
    evening = Evening("party", "Ann", "Bob")
    play_round(evening, "Ann", {"Bob": 7})
    assert evening.view()["round_scores"] == {"Ann": 0, "Bob": 7}


@proves("P12", "P10")
def test_giving_up_scores_seven_however_few_the_rows() -> None:
    evening = ann_hides("SOLVE", "Bob")
    evening.does("Bob", "give-up")
    assert evening.view()["round_scores"] == {"Ann": 0, "Bob": 7}


@proves("P12")
def test_points_add_up_over_the_rounds() -> None:
    evening = Evening("party", "Ann", "Bob", "Cy")
    play_round(evening, "Ann", {"Bob": 2, "Cy": 3})
    evening.does("Ann", "next")
    play_round(evening, "Bob", {"Ann": 4, "Cy": 7})
    assert evening.view()["scores"] == {"Ann": 4, "Bob": 2, "Cy": 10}
    assert evening.view()["round_scores"] == {"Ann": 4, "Bob": 0, "Cy": 7}


@proves("P13", "S13")
def test_after_the_last_round_the_fewest_points_win() -> None:
    evening = Evening("party", "Ann", "Bob")
    play_round(evening, "Ann", {"Bob": 3})
    evening.does("Bob", "next")
    play_round(evening, "Bob", {"Ann": 2})
    assert evening.view()["winners"] is None
    evening.does("Bob", "next")
    assert evening.said == [{"event": "game-ends", "to": "all", "winners": ["Ann"]}]
    assert (evening.view()["phase"], evening.view()["winners"]) == ("over", ["Ann"])


@proves("P13", "S14")
def test_a_shared_lead_is_a_shared_win() -> None:
    evening = Evening("party", "Ann", "Bob", "Cy")
    play_round(evening, "Ann", {"Bob": 1, "Cy": 2})
    evening.does("Ann", "next")
    play_round(evening, "Bob", {"Ann": 1, "Cy": 2})
    evening.does("Ann", "next")
    play_round(evening, "Cy", {"Ann": 2, "Bob": 2})
    evening.does("Ann", "next")
    assert evening.view()["winners"] == ["Ann", "Bob"]


@proves("P11", "P13")
def test_the_last_result_stays_in_sight_when_the_game_is_over() -> None:
    evening = Evening("party", "Ann", "Bob")
    play_round(evening, "Ann", {"Bob": 3})
    evening.does("Bob", "next")
    play_round(evening, "Bob", {"Ann": 2})
    evening.does("Bob", "next")
    view = evening.view()
    assert (view["round_scores"], view["revealed"]) == ({"Ann": 2, "Bob": 0}, {"Bob": "SOLVE"})
    assert view["boards"]["Ann"]["rows"][-1] == {"word": "SOLVE", "marks": "GGGGG"}


# ── hints ────────────────────────────────────────────────────────────────────────────────────────


@proves("P14")
def test_a_hint_goes_to_everybody() -> None:
    evening = ann_hides("SOLVE")
    evening.does("Ann", "hint", text="  Detectives do   it. ")
    assert evening.said == [{"event": "hint", "to": "all", "text": "Detectives do it."}]
    assert evening.view()["hint"] == "Detectives do it."


@proves("P14")
def test_the_newest_hint_stays_in_sight() -> None:
    evening = ann_hides("SOLVE")
    assert evening.view("Bob")["hint"] is None
    evening.does("Ann", "hint", text="A verb")
    evening.does("Ann", "hint", text="Detectives do it")
    assert evening.view("Bob")["hint"] == "Detectives do it"


@proves("P14")
@pytest.mark.parametrize("text", ["", "   ", "x" * 41, "two\x07bells"])
def test_a_hint_that_fits_no_screen_is_refused(text: str) -> None:
    assert ann_hides("SOLVE").refuses("Ann", "hint", text=text) == "does-not-fit"


@proves("P14")
@pytest.mark.parametrize("text", ["x", "x" * 40])
def test_a_hint_has_one_to_forty_characters(text: str) -> None:
    ann_hides("SOLVE").does("Ann", "hint", text=text)


@proves("P14")
def test_only_the_host_hints_and_only_while_the_others_guess() -> None:
    evening = Evening("party", "Ann", "Bob")
    assert evening.refuses("Ann", "hint", text="A verb") == "not-now"
    evening.does("Ann", "secret", word="SOLVE")
    assert evening.refuses("Bob", "hint", text="A verb") == "not-yours"


@proves("P15")
@pytest.mark.parametrize(
    "text", ["solve", "it is SOLVE!", "S-O-L-V-E", "re solve d", "s.o l,v'e", "SÖLVÉ", "ＳＯＬＶＥ", "also LVEs"]
)
def test_a_hint_that_holds_the_secret_is_refused(text: str) -> None:
    assert ann_hides("SOLVE").refuses("Ann", "hint", text=text) == "does-not-fit"


@proves("P15")
@pytest.mark.parametrize("text", ["azure", "A_Z_U_R_E", "[a]z{u}re", "a1z2u3r4e"])
def test_no_sign_between_the_letters_hides_the_secret(text: str) -> None:
    assert ann_hides("AZURE").refuses("Ann", "hint", text=text) == "does-not-fit"


@proves("P15")
def test_a_hint_that_nearly_holds_the_secret_is_fine() -> None:
    ann_hides("SOLVE").does("Ann", "hint", text="Solid, but not evolved")
