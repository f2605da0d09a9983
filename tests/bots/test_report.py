"""The measure of a guesser: `wordtable bot`."""

from io import StringIO
from itertools import count
from json import loads
from pathlib import Path

import pytest

from firmware_host import dictionaries
from firmware_host.bots.report import Game, in_words, play, read_secrets, report, run
from firmware_host.bots.solver import Solver
from firmware_host.texts.language import language

ENGLISH = dictionaries.load("en")
FAMILY = ["FIGHT", "LIGHT", "MIGHT", "NIGHT", "RIGHT", "SIGHT", "TIGHT", "EIGHT"]


def ticking() -> float:
    return float(next(_ticks))


_ticks = count()


def test_playing_together_gives_the_same_games_as_one_by_one() -> None:
    solver = Solver(ENGLISH.common(5), ENGLISH.words(5))
    together = play(solver, FAMILY, timer=lambda: 0.0)
    alone = [game for secret in FAMILY for game in play(solver, [secret], timer=lambda: 0.0)]
    assert sorted(together, key=lambda game: game.secret) == sorted(alone, key=lambda game: game.secret)


def test_every_move_of_every_game_is_timed() -> None:
    for game in play(Solver(FAMILY, FAMILY), FAMILY, ticking):
        assert game.seconds == (1.0,) * len(game.written)


def test_a_secret_not_found_counts_seven() -> None:
    assert Game("RIGHT", ("FIGHT",) * 6, (0.0,) * 6).tries == 7
    assert Game("RIGHT", ("FIGHT", "RIGHT"), (0.0,) * 2).tries == 2


def test_a_secret_outside_the_dictionary_is_named_and_left_out() -> None:
    result = report(ENGLISH, ["right", "xqzzy"], "strong", ticking)
    assert result.secrets == 1
    assert result.not_in_dictionary == ("XQZZY",)


def test_secrets_that_are_all_unknown_are_refused_with_a_sentence() -> None:
    with pytest.raises(dictionaries.DictionaryError, match="None of the secrets"):
        report(ENGLISH, ["XQZZY"], "strong", ticking)


def test_four_and_five_letters_may_be_mixed() -> None:
    assert report(ENGLISH, ["HAVE", "RIGHT"], "strong", ticking).secrets == 2


def test_a_list_may_have_comments_and_columns() -> None:
    assert read_secrets("# mine\n\nright 3\nlight\n") == ["right", "light"]


def test_the_command_prints_lines_for_a_person_and_json_for_a_program(tmp_path: Path) -> None:
    secrets = tmp_path / "secrets.txt"
    secrets.write_text("\n".join(FAMILY))
    said, data = StringIO(), StringIO()
    run("en", str(secrets), "strong", said, ticking)
    run("en", str(secrets), "strong", data, ticking, json=True)
    told = loads(data.getvalue())
    assert told["secrets"] == 8
    assert sum(told["distribution"].values()) == 8
    assert told["median_ms"] == 1000.0
    assert f"average  {told['average']:.4f}" in said.getvalue()


def test_what_failed_is_named() -> None:
    lost = report(ENGLISH, FAMILY, "easy", ticking)
    assert (lost.failed != ()) == ("failed  " in in_words(lost, language("en")))


def test_a_missing_file_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(dictionaries.DictionaryError, match="cannot be read"):
        run("en", str(tmp_path / "none.txt"), "strong", StringIO(), ticking)
