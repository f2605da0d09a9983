"""A game from outside is an environment for training, too."""

import warnings

import pytest

pytest.importorskip("pettingzoo", reason="not on 32-bit ARM: the extra `gym` installs it")

from pettingzoo.test import api_test, seed_test

from firmware_host.training.environment import Environment

FEW = ("HOUSE", "MOUSE", "CRANE", "SLATE", "PLATE")


def test_a_strangers_game_passes_pettingzoos_checks(between: str, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        api_test(Environment(between), num_cycles=60)
        seed_test(lambda: Environment(between, words=FEW), num_cycles=20)
    assert "Passed API test" in capsys.readouterr().out
