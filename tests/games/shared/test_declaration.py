"""What a declaration answers about a game that is being played."""

import pytest

from firmware_host.games import registry
from tests.support.evening import Evening


def asked_for_a_secret(evening: Evening) -> list[str]:
    views = {player: evening.session.view(player) for player in evening.session.game.players}
    return [player for player, view in views.items() if registry.of(view).asks_for_a_secret(view)]


@pytest.mark.parametrize(
    ("game", "hiding"), [("party", ["Ann"]), ("three-words", ["Ann"]), ("wqrdles", ["Ann", "Bob", "Cleo"])]
)
def test_whoever_has_to_hide_a_word_is_asked_for_it(game: str, hiding: list[str]) -> None:
    evening = Evening(game, "Ann", "Bob", "Cleo")
    assert asked_for_a_secret(evening) == hiding
    evening.does("Ann", "secret", word="SOLVE")
    assert asked_for_a_secret(evening) == hiding[1:]


def test_whoever_may_correct_a_secret_is_not_asked_for_one() -> None:
    evening = Evening("party", "Ann", "Bob")
    evening.does("Ann", "secret", word="SOLVE")
    evening.does("Bob", "guess", word="SMILE")
    view = evening.session.view("Ann")
    assert "correct" in view.table.actions
    assert registry.of(view).hides("correct")
    assert asked_for_a_secret(evening) == []
