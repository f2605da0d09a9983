"""What the table hears: one sentence for everything that happens, and never more than the rules have published."""

from collections.abc import Iterable

import pytest

from firmware_host.console.announce import BAD, FANFARE, GOOD, PLAIN, News, news_of
from firmware_host.games.shared.table import Action, Event, announce
from firmware_host.texts.language import english
from tests.support.evening import Evening


def heard(evening: Evening, action: Action) -> list[str]:
    """What is said when somebody does this."""
    return [english(news.say) for news in told(evening, action)]


def told(evening: Evening, action: Action) -> list[News]:
    return told_of(evening, evening.session.act(action))


def told_of(evening: Evening, events: Iterable[Event]) -> list[News]:
    return list(news_of(evening.session.view(None), events))


@pytest.fixture
def party() -> Evening:
    evening = Evening("party", "Ann", "Bob", "Cy")
    evening.does("Ann", "secret", word="SOLVE")
    return evening


# ── party ────────────────────────────────────────────────────────────────────────────────────────


def test_a_hidden_word_is_told_without_the_word() -> None:
    assert heard(Evening("party", "Ann", "Bob"), Action("Ann", "secret", word="SOLVE")) == ["Ann has hidden a word."]


def test_greens_and_yellows_are_counted(party: Evening) -> None:
    assert heard(party, Action("Bob", "guess", word="SMILE")) == ["Bob: 2 green, 1 yellow"]


def test_a_solve_is_told_instead_of_its_five_greens(party: Evening) -> None:
    (news,) = told(party, Action("Bob", "guess", word="SOLVE"))
    assert (english(news.say), news.tone) == ("Bob got it in 1!", GOOD)


def test_the_word_is_told_when_the_round_is_over(party: Evening) -> None:
    party.does("Bob", "guess", word="SOLVE")
    assert "Ann's word was SOLVE." in heard(party, Action("Cy", "give-up"))


def test_a_correction_is_told_without_the_word(party: Evening) -> None:
    assert heard(party, Action("Ann", "correct", word="HOUSE")) == ["Ann has corrected the word: look at your marks."]


def test_a_hint_is_read_out(party: Evening) -> None:
    assert heard(party, Action("Ann", "hint", text="Think of detectives")) == ["Hint: Think of detectives"]


def test_time_that_is_up_has_a_name() -> None:
    evening = Evening("party", "Ann", "Bob", timer=60)
    evening.does("Ann", "secret", word="SOLVE")
    events = evening.session.time(evening.session.now + 60)
    assert [(english(news.say), news.tone) for news in told_of(evening, events)] == [("Time is up: Bob.", BAD)]


def test_the_winner_gets_a_fanfare(party: Evening) -> None:
    (news,) = told(party, Action("Bob", "end"))
    assert (english(news.say), news.tone) == ("The game is over.", FANFARE)


@pytest.mark.parametrize(
    ("guess", "say"),
    [("ZZZZZ", "Bob's guess is not a word: type it again."), ("SMILE", "Bob's guess stands.")],
)
def test_a_challenge_is_told_with_its_outcome(guess: str, say: str) -> None:
    evening = Evening("party", "Ann", "Bob", check="challenge")
    evening.does("Ann", "secret", word="SOLVE")
    evening.does("Bob", "guess", word=guess)
    assert heard(evening, Action("Ann", "challenge", target="Bob"))[0] == say


# ── wqrdles ──────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def wqrdles() -> Evening:
    evening = Evening("wqrdles", "Ann", "Bob", "Cy", queries="free")
    for who, word in (("Ann", "HOUSE"), ("Bob", "NEWTS"), ("Cy", "ROAST")):
        evening.does(who, "secret", word=word)
    return evening


def test_a_query_is_called_out(wqrdles: Evening) -> None:
    assert heard(wqrdles, Action("Ann", "query", word="PECAN"))[0] == "Ann calls PECAN."


@pytest.mark.parametrize(
    ("word", "say", "tone"),
    [("NEWTS", "Ann tries NEWTS for Bob: right!", GOOD), ("MOUTH", "Ann tries MOUTH for Bob: wrong.", BAD)],
)
def test_an_attempt_is_told_with_its_outcome(wqrdles: Evening, word: str, say: str, tone: object) -> None:
    wqrdles.does("Ann", "query", word="PECAN")
    news = told(wqrdles, Action("Ann", "attempt", target="Bob", word=word))[0]
    assert (english(news.say), news.tone) == (say, tone)


# ── three words ──────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def three_words() -> Evening:
    evening = Evening("three-words", "Ann", "Bob", "Cy")
    evening.does("Ann", "secret", word="SOLVE")
    return evening


def test_a_proposal_is_told_with_its_word(three_words: Evening) -> None:
    assert heard(three_words, Action("Bob", "propose", word="SMILE")) == ["Bob proposes SMILE."]


def test_what_a_lifeline_shows_is_read_out(three_words: Evening) -> None:
    three_words.does("Bob", "lifeline", card=1, side="right-place", position=1)
    assert "S is letter 1." in heard(three_words, Action("Cy", "confirm"))


def test_wrong_letters_are_spelt(three_words: Evening) -> None:
    three_words.does("Bob", "lifeline", card=1, side="seven-wrong")
    three_words.does("Cy", "confirm")
    assert heard(three_words, Action("Ann", "answer", letters="ABCDFGH")) == ["Not in the word: A B C D F G H."]


# ── always ───────────────────────────────────────────────────────────────────────────────────────


def test_what_is_for_some_only_is_not_told_to_all(party: Evening) -> None:
    assert told_of(party, [Event("hint", ("Bob",), {"text": "SOLVE"})]) == []


def test_what_displays_show_by_themselves_is_silence(party: Evening) -> None:
    assert told_of(party, [announce("round-ends", round=1)]) == []


def test_a_pause_is_told_with_a_name(party: Evening) -> None:
    (news,) = told(party, Action("Cy", "pause"))
    assert (english(news.say), news.tone) == ("Paused by Cy.", PLAIN)
