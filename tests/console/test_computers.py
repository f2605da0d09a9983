"""Computer players at the table: what one of them cannot do, or cannot think of, holds nobody up."""

import pytest

from firmware_host.bots.players import Bot
from firmware_host.games.shared.table import Action
from firmware_host.games.shared.views import View
from tests.support.evening_table import EveningTable, Place

A_WHILE = 30.0  # seconds, in which every computer player has had its turn
NO_WORD = "ANN's guess is not a word: type it again."


def a_computer_hosts(table: EveningTable) -> Place:
    """The first round of a game with challenges: ADA has hidden a word, and Ann is to guess it."""
    (ann,) = table.join("Ann")
    ann.sets("computers", "1").starts("party", check="challenge")
    table.passes(A_WHILE)
    return ann


def test_a_computer_host_goes_on_when_an_older_non_word_has_to_stay(table: EveningTable) -> None:
    ann = a_computer_hosts(table).guesses("QQQQQ", "ZZZZZ")
    table.passes(A_WHILE)
    assert table.said.count(NO_WORD) == 1
    ann.from_the_menu("give-up", "yes")
    table.passes(A_WHILE)
    assert ann.panel.says("It was")


def test_a_computer_host_challenges_a_non_word_again_however_soon_it_is_typed_again(table: EveningTable) -> None:
    ann = a_computer_hosts(table).guesses("ZZZZZ")
    while NO_WORD not in table.said and table.now < 300:
        table.passes(0.1)
    ann.guesses("ZZZZZ")
    table.passes(A_WHILE)
    assert table.said.count(NO_WORD) == 2


def test_whoever_is_refused_lets_the_others_go_first(table: EveningTable, monkeypatch: pytest.MonkeyPatch) -> None:
    thinks = Bot.act

    def stubborn(bot: Bot, view: View) -> Action | None:
        return Action("ADA", "reveal") if bot.name == "ADA" else thinks(bot, view)

    monkeypatch.setattr(Bot, "act", stubborn)
    ann, _ = table.join("Ann", "Bob")
    ann.sets("computers", "2").starts("party")
    ann.hides("SOLVE")
    table.passes(A_WHILE)
    assert [said for said in table.said if said.startswith("BO")]


def failing(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """This computer player cannot think any more."""
    thinks = Bot.act

    def fails(bot: Bot, view: View) -> Action | None:
        if bot.name == name:
            raise ValueError("SOLVE")
        return thinks(bot, view)

    monkeypatch.setattr(Bot, "act", fails)


def test_when_one_cannot_think_the_others_play_on(table: EveningTable, monkeypatch: pytest.MonkeyPatch) -> None:
    failing(monkeypatch, "ADA")
    ann, _ = table.join("Ann", "Bob")
    ann.sets("computers", "2").starts("party")
    ann.hides("SOLVE")
    table.passes(A_WHILE)
    assert [said for said in table.said if said.startswith("BO")]


def test_whoever_could_not_think_is_asked_again(table: EveningTable, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as for_now:
        failing(for_now, "ADA")
        (ann,) = table.join("Ann")
        ann.sets("computers", "1").starts("party")
        ann.hides("SOLVE")
        table.passes(A_WHILE)
    table.button("pause").button("pause").passes(A_WHILE)
    assert [said for said in table.said if said.startswith("ADA")]


def test_what_one_was_thinking_of_is_not_logged(
    table: EveningTable, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    failing(monkeypatch, "ADA")
    (ann,) = table.join("Ann")
    ann.sets("computers", "1").starts("party")
    ann.hides("SOLVE")
    table.passes(A_WHILE)
    assert "A computer player failed (ValueError in test_computers.py" in caplog.text
    assert "SOLVE" not in caplog.text
