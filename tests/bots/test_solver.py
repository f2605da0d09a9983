"""The guesser at its three levels, on the shipped words."""

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_host import dictionaries
from firmware_host.bots import Level
from firmware_host.bots.clues import Clues, possible
from firmware_host.bots.columns import Columns, Worth
from firmware_host.bots.report import Game, play
from firmware_host.bots.solver import Solver, plausible_secrets
from firmware_host.games.shared.marks import mark
from firmware_host.games.shared.words import read_dictionary

pytestmark = pytest.mark.proof

ENGLISH = dictionaries.load("en")
COMMON, WORDS = ENGLISH.common(5), ENGLISH.words(5)
TRAPS = "?IGHT ?ATCH ?OUND ?ILLS ?ARES ?OWER ?OCKS"


def games(level: Level, secrets: Sequence[str], candidates: Sequence[str] = COMMON) -> list[Game]:
    return play(Solver(candidates, WORDS, level), secrets, timer=lambda: 0.0)


def average(played: Sequence[Game]) -> float:
    return sum(game.tries for game in played) / len(played)


def a_few(words: Sequence[str], count: int) -> list[str]:
    return Random(2024).sample(words, count)


@pytest.fixture(scope="module")
def strong() -> Solver:
    return Solver(COMMON, WORDS)


@pytest.fixture(scope="module")
def expert_games() -> list[Game]:
    return games("strong", a_few(COMMON, 60))


def test_strong_finds_sixty_common_words_and_loses_none(expert_games: list[Game]) -> None:
    assert max(game.tries for game in expert_games) <= 6
    assert average(expert_games) <= 3.7


def test_strong_falls_into_no_trap() -> None:
    with_plurals = ENGLISH.common(5, plurals=True)
    alike = [word for word in with_plurals for trap in TRAPS.split() if fits(word, trap)]
    assert len(alike) > 50
    assert [game.secret for game in games("strong", alike, with_plurals) if game.tries > 6] == []


def fits(word: str, trap: str) -> bool:
    return all(letter in ("?", own) for letter, own in zip(trap, word, strict=True))


def test_the_levels_are_a_child_a_grown_up_and_an_expert(expert_games: list[Game]) -> None:
    secrets = [game.secret for game in expert_games]
    assert average(games("easy", secrets)) > average(games("fair", secrets)) > average(expert_games)


@pytest.mark.parametrize("level", ["easy", "fair", "strong"])
def test_every_guess_is_a_word_of_the_dictionary_and_never_the_same_twice(level: Level) -> None:
    for game in games(level, a_few(COMMON, 5)):
        assert set(game.written) <= set(WORDS)
        assert len(set(game.written)) == len(game.written)


def test_a_grown_up_writes_only_what_fits() -> None:
    for game in games("fair", a_few(COMMON, 15)):
        for row, guess in enumerate(game.written):
            assert all(mark(guess, above) == mark(game.secret, above) for above in game.written[:row])


def test_a_child_keeps_the_greens() -> None:
    for game in games("easy", a_few(COMMON, 15)):
        for above, guess in zip(game.written, game.written[1:], strict=False):
            greens = [i for i, tile in enumerate(mark(game.secret, above)) if tile == "G"]
            assert all(guess[i] == above[i] for i in greens)


def test_the_same_dice_give_the_same_games() -> None:
    secrets = a_few(COMMON, 5)
    assert games("easy", secrets) == games("easy", secrets)


def test_a_crossed_out_row_costs_a_row_and_nothing_else(strong: Solver) -> None:
    secret, clues, rng = "MOUTH", Clues(), Random(0)
    assert strong.next_guess(clues, 6, rng) == strong.next_guess(clues, 5, rng)
    for rows_left in range(5, 0, -1):
        guess = strong.next_guess(clues, rows_left, rng)
        clues = clues.and_row(guess, mark(secret, guess))
    assert "MOUTH" in [row.word for row in clues.rows]


def test_with_one_row_left_it_writes_a_word_that_can_be_right(strong: Solver) -> None:
    clues = Clues.of(("FIGHT", "-GGGG"))
    assert strong.next_guess(clues, 1, Random(0)) in possible(COMMON, clues)


def test_with_rows_to_spare_it_probes_instead_of_trying_a_family_one_by_one(strong: Solver) -> None:
    clues = Clues.of(("FIGHT", "-GGGG"))
    guess = strong.next_guess(clues, 3, Random(0))
    families = Counter(mark(secret, guess) for secret in possible(COMMON, clues))
    assert len(families) >= 4


def test_four_letters() -> None:
    common = ENGLISH.common(4)
    played = play(Solver(common, ENGLISH.words(4)), a_few(common, 8), timer=lambda: 0.0)
    assert max(game.tries for game in played) <= 6


def test_a_secret_it_did_not_think_plausible_is_found_all_the_same() -> None:
    rare = [word for word in ENGLISH.common(5, plurals=True) if word not in set(COMMON)]
    assert sum(game.tries <= 6 for game in games("strong", a_few(rare, 8))) >= 7


@pytest.mark.parametrize("level", ["easy", "fair", "strong"])
def test_a_slip_of_hand_marking_still_gets_a_word(level: Level) -> None:
    solver = Solver(COMMON, WORDS, level)
    clues = Clues.of(("GEESE", "--Y--"), ("CRANE", "GGGGG"), ("SLOTH", "GGGGG"))
    assert solver.next_guess(clues, 3, Random(0)) in WORDS


@pytest.mark.parametrize("level", ["easy", "fair", "strong"])
def test_a_dictionary_of_one_word_played_out_gives_that_word(level: Level) -> None:
    solver = Solver(["HOUSE"], ["HOUSE"], level)
    assert solver.next_guess(Clues.of(("HOUSE", "-----")), 5, Random(0)) == "HOUSE"


def test_lifelines_are_used(strong: Solver) -> None:
    clues = Clues(at=frozenset({(1, "Q")}), not_at=frozenset({(2, "T")}), out=frozenset("EIOLMNP"))
    guess = strong.next_guess(clues, 1, Random(0))
    assert guess in possible(WORDS, clues)
    assert guess.startswith("Q")


def test_a_list_with_no_grades_borrows_them() -> None:
    plain = read_dictionary("plain", "\n".join(sorted(WORDS)))
    assert list(plausible_secrets(plain, 5, plurals=False, lender=ENGLISH)) == list(COMMON)


def test_a_list_in_another_language_is_plausible_as_it_stands() -> None:
    spanish = read_dictionary(
        "es", "CASAS\nPERRO\nGATOS\nLIBRO\nMUNDO\nNOCHE\nCIELO\nFUEGO\nVERDE\nQUESO\nLECHE\nSALSA"
    )
    assert set(plausible_secrets(spanish, 5, plurals=True, lender=ENGLISH)) == set(spanish.words(5))


few_letters = st.text("ABCE", min_size=5, max_size=5)
places = st.tuples(st.one_of(st.none(), st.integers(0, 4)), st.sampled_from("ABCE"))
worths = st.dictionaries(places, st.integers(0, 40), max_size=6)


@given(st.lists(few_letters, min_size=1, max_size=25, unique=True), few_letters)
def test_columns_divide_words_exactly_as_marks_do(words: list[str], guess: str) -> None:
    columns = Columns(words)
    by_marks: dict[str, list[str]] = {}
    for word in words:
        by_marks.setdefault(mark(word, guess), []).append(word)
    divided = [list(columns.named(one)) for one in columns.split(guess, columns.everyone)]
    assert sorted(divided) == sorted(by_marks.values())


@given(st.lists(few_letters, min_size=1, max_size=12, unique=True), st.integers(0, 12), worths)
def test_the_richest_words_are_those_with_the_highest_sums(words: list[str], count: int, worth: Worth) -> None:

    def total(word: str) -> int:
        return sum(v for (i, letter), v in worth.items() if (letter in word if i is None else word[i] == letter))

    columns = Columns(words)
    chosen = set(columns.named(columns.richest(worth, columns.everyone, count)))
    assert chosen == set(sorted(words, key=total, reverse=True)[:count])
