"""A secret does not slip out: not when it is printed, logged, compared, copied or packed up, alone or inside a game."""

import copy
import dataclasses
import io
import json
import logging
import pickle
import pprint
from typing import Any

import pytest

from firmware_host.drawing.shown import shown_in
from firmware_host.games.party.rules import Party
from firmware_host.games.shared.marks import Letters
from firmware_host.games.shared.page import Entry, Page, Progress
from firmware_host.games.shared.secret import Secret
from firmware_host.games.shared.table import Action, apply
from firmware_host.games.shared.words import Verdict
from firmware_host.session import Session
from firmware_host.texts.language import language
from firmware_host.texts.text import say, verbatim
from tests.support.evening import Evening, english, proves


def playing(game: str) -> Evening:
    """A game in which SOLVE is hidden."""
    evening = Evening(game, "Ann", "Bob")
    evening.does("Ann", "secret", word="SOLVE")
    if game == "wqrdles":
        evening.does("Bob", "secret", word="SOLVE")
    return evening


every_game = pytest.mark.parametrize("game", ["party", "wqrdles", "three-words"])


@proves("S9")
def test_whoever_asks_for_the_word_is_given_it() -> None:
    assert Secret("SOLVE").reveal() == "SOLVE"


@proves("S9")
@pytest.mark.parametrize(
    "shown", [repr, str, ascii, "{}".format, "{!r:>12}".format, "%s".__mod__, "%r".__mod__, pprint.pformat]
)
def test_printing_a_secret_shows_that_it_is_one(shown: Any) -> None:
    assert "Secret(" in shown(Secret("SOLVE"))
    assert "SOLVE" not in shown(Secret("SOLVE"))


@proves("S9")
def test_a_secret_can_be_lined_up_in_print() -> None:
    assert f"{Secret('SOLVE'):>12}" == "   Secret(…)"


@proves("S9")
def test_logging_a_secret_shows_nothing() -> None:
    log = io.StringIO()
    logger = logging.Logger("a table")
    logger.addHandler(logging.StreamHandler(log))
    logger.warning("%s %r %s", Secret("SOLVE"), Secret("SOLVE"), {"secret": Secret("SOLVE")})
    assert log.getvalue() == "Secret(…) Secret(…) {'secret': Secret(…)}\n"


@proves("S9")
@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_a_secret_is_not_pickled(protocol: int) -> None:
    with pytest.raises(TypeError, match=r"^A secret is never pickled: save the game instead\.$"):
        pickle.dumps(Secret("SOLVE"), protocol)


@proves("S9")
def test_a_secret_has_no_parts_to_look_at() -> None:
    assert not hasattr(Secret("SOLVE"), "__dict__")
    with pytest.raises(TypeError, match=r"^A secret is never taken apart: save the game instead\.$"):
        Secret("SOLVE").__getstate__()


@proves("S9")
@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy])
def test_a_copy_of_a_secret_is_that_secret(copied: Any) -> None:
    secret = Secret("SOLVE")
    assert copied(secret) is secret


@proves("S9")
def test_comparing_a_secret_tells_nothing() -> None:
    assert Secret("SOLVE") != Secret("SOLVE")
    word: object = "SOLVE"
    assert Secret("SOLVE") != word
    with pytest.raises(TypeError):
        _ = Secret("CRANE") < Secret("SOLVE")  # type: ignore[operator]  # that there is no order is what is tested


@proves("S9")
@pytest.mark.parametrize("tried", [iter, len, list, json.dumps, "SOLVE".__contains__, "".join])
def test_a_secret_is_no_text(tried: Any) -> None:
    with pytest.raises(TypeError):
        tried(Secret("SOLVE"))


@proves("S9")
@every_game
@pytest.mark.parametrize("shown", [repr, str, pprint.pformat, "{}".format, lambda game: str(dataclasses.asdict(game))])
def test_printing_a_game_does_not_show_its_secret(game: str, shown: Any) -> None:
    text = shown(playing(game).session.game)
    assert "Ann" in text
    assert "SOLVE" not in text


@proves("S9")
@every_game
def test_a_game_with_a_secret_is_not_pickled(game: str) -> None:
    with pytest.raises(TypeError, match="never pickled"):
        pickle.dumps(dataclasses.replace(playing(game).session.game, words=_NoWords()))


class _NoWords:
    """Stands for a dictionary, which would make the pickle large."""

    def judge(self, word: str) -> Verdict:
        raise NotImplementedError

    def may_guess(self, word: str) -> bool:
        raise NotImplementedError

    def may_hide(self, word: str, *, plurals: bool) -> bool:
        raise NotImplementedError

    def common(self, letters: int, *, plurals: bool = False, grade: int = 5) -> tuple[str, ...]:
        raise NotImplementedError


@proves("S9")
def test_two_games_that_differ_in_their_secret_alone_are_as_unlike_as_two_with_the_same() -> None:
    same, again, other = playing("party"), playing("party"), playing("party")
    other.does("Ann", "correct", word="SOLID")
    assert same.session.game != again.session.game
    assert same.session.game != other.session.game


@proves("S9")
@pytest.mark.parametrize(
    "action",
    [
        Action("Ann", "secret", word="SOLVE"),
        Action("Ann", "hint", text="SOLVE"),
        Action("Ann", "mark", marks="SOLVE"),
        Action("Ann", "answer", letters="SOLVE"),
    ],
)
def test_printing_an_action_does_not_show_what_was_typed(action: Action) -> None:
    assert "SOLVE" not in repr(action)
    assert repr(action).startswith(f"Action(player='Ann', name='{action.name}'")


@proves("S9")
def test_printing_an_announcement_does_not_show_what_it_tells() -> None:
    game = playing("party").session.game
    _, events = apply(game, Action("Bob", "guess", word="SOLVE"))
    assert [event.name for event in events][:2] == ["marked", "counted"]
    assert "SOLVE" not in repr(events)
    assert "GGGGG" not in repr(events)


@proves("S9")
def test_printing_a_board_does_not_show_its_rows() -> None:
    game = playing("party").session.game
    after, _ = apply(game, Action("Bob", "guess", word="SMILE"))
    assert isinstance(after, Party)
    assert "SMILE" not in repr(after)
    assert "G--YG" not in repr(after)


@proves("S9")
@pytest.mark.parametrize("who", ["Ann", "Bob"])
def test_printing_a_view_does_not_show_the_secret_or_the_letters(who: str) -> None:
    evening = playing("party")
    evening.does("Bob", "guess", word="SMILE")
    view = repr(evening.session.view(who))
    assert f"you='{who}'" in view
    assert [hidden for hidden in ("SOLVE", "SMILE", "G--YG", "ELS") if hidden in view] == []


@proves("S9")
def test_printing_a_page_does_not_show_what_it_says() -> None:
    word = verbatim("SOLVE")
    page = Page(
        title=say("Your word: {word}", word=word),
        alphabet=Letters("SOLVE", ""),
        big="SOLVE",
        lines=(word,),
        table=(("Ann", "SOLVE"),),
        items=(Entry("word", word, word),),
        others=(Progress("Bob", (), note=word),),
        message=say("{word} is rare.", word=word),
    )
    shown = shown_in(language("en"), page)
    assert shown.title == "Your word: SOLVE"
    assert "SOLVE" not in repr(page)
    assert "SOLVE" not in repr(shown)


@proves("S9")
def test_printing_a_session_shows_nothing_of_its_game() -> None:
    session = Session(lambda _name: english())
    session.new("party", ("Ann", "Bob"), {})
    session.act(Action("Ann", "secret", word="SOLVE"))
    assert "SOLVE" not in repr(session)
    assert "SOLVE" not in repr(vars(session))
