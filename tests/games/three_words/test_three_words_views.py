"""Three words: what the Master, the guessers and the table may see and do."""

import pytest

from tests.support.evening import proves
from tests.support.games.three_words import guess, hidden, three_words

COMMON_KEYS = [
    "game", "state", "phase", "paused", "now", "round", "rounds", "players", "scores", "wins", "round_scores",
    "to_come", "winners", "deadlines", "revealed", "you", "actions",
]  # fmt: skip
OWN_KEYS = ["master", "board", "guesses_left", "proposal", "lifelines", "pending"]
EVENING = ["pause", "leave", "end", "redo"]


# ── what each may see ────────────────────────────────────────────────────────────────────────────


@proves("T3")
def test_before_a_word_is_hidden_the_master_sees_that_there_is_none() -> None:
    assert three_words().view("Ann")["secret"] is None


@proves("T13")
@pytest.mark.parametrize("who", [None, "Bob", "Cid"])
def test_the_view_of_those_who_do_not_know_the_word(who: str | None) -> None:
    assert sorted(hidden().view(who)) == sorted(COMMON_KEYS + OWN_KEYS)


@proves("T3")
def test_the_view_of_the_master_has_the_word_too() -> None:
    view = hidden().view("Ann")
    assert (sorted(view), view["secret"]) == (sorted([*COMMON_KEYS, *OWN_KEYS, "secret"]), "SOLVE")


@proves("T11")
def test_with_a_speaker_every_view_names_them() -> None:
    evening = hidden(agreement="speaker")
    assert [evening.view(who).get("speaker") for who in (None, "Ann", "Bob", "Cid")] == ["Bob"] * 4


@proves("T14")
@pytest.mark.parametrize("who", [None, "Bob"])
def test_even_in_the_result_the_field_secret_is_the_masters_own(who: str | None) -> None:
    evening = hidden()
    guess(evening, "SOLVE")
    assert "secret" not in evening.view(who)


@proves("T10")
def test_what_each_may_do_before_anything_is_proposed() -> None:
    evening = hidden()
    offered = {who: evening.view(who)["actions"] for who in ("Ann", "Bob", "Cid")}
    assert offered == {
        "Ann": EVENING,
        "Bob": ["propose", "lifeline", *EVENING],
        "Cid": ["propose", "lifeline", *EVENING],
    }


@proves("T7", "T10")
def test_what_each_may_do_once_something_is_proposed() -> None:
    evening = hidden("Ann", "Bob", "Cid", "Dee")
    evening.does("Bob", "propose", word="CRANE")
    evening.does("Cid", "confirm")
    may_confirm = [who for who in ("Ann", "Bob", "Cid", "Dee") if "confirm" in evening.view(who)["actions"]]
    assert may_confirm == ["Dee"]


@proves("T11")
def test_what_each_may_do_while_one_speaks() -> None:
    evening = hidden(agreement="speaker")
    assert (evening.view("Bob")["actions"], evening.view("Cid")["actions"]) == (
        ["propose", "lifeline", *EVENING],
        EVENING,
    )


@proves("T1")
def test_what_each_may_do_before_a_word_is_hidden() -> None:
    evening = three_words()
    assert (evening.view("Ann")["actions"], evening.view("Bob")["actions"]) == (["secret", *EVENING], EVENING)
