"""What may be guessed and what may be hidden, and the words that wordtable ships."""

import random
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_host.dictionaries import explain, load
from firmware_host.games.shared.cards import PRINTED, sides_of
from firmware_host.games.shared.words import COMMON, REFUSALS, WELL_KNOWN, Dictionary, WordsError, read_dictionary
from firmware_host.texts.language import english

HERE = Path(__file__).parent
EN = load("en")
FOURS_AND_FIVES = (*EN.words(5), *EN.words(4))

CARD_WORDS = """
    CRAWL SAVER FIXER BADGE COUNT AXING PITCH SPADE FOAMY JOKER ZINGS QUACK
    BREAK AXING PHONE CHINA FOAMY JAILS TOWER SLOPE PRIZE CIVET BORED EQUIP
    EXITS HYENA QUIPS TIGER RIVET BEARD WOMAN ENJOY BLACK AFTER GLAZE MARCH
    POWER MOUTH KNIFE BLACK WALTZ GLADE JOWLS EXIST KINGS RAVES CANDY QUAKE
"""


def labelled(section: str) -> Mapping[str, str]:
    text = (HERE / "labelled_words.txt").read_text(encoding="utf-8").partition(f"[{section}]\n")[2].partition("\n\n")[0]
    return {word.upper(): label for word, label in (line.split() for line in text.splitlines())}


def suggestion_words() -> list[str]:
    lines = (HERE / "suggestion_words.txt").read_text(encoding="utf-8").splitlines()
    return [word for line in lines if not line.startswith("#") for word in line.split()]


def label_of(dictionary: Dictionary, word: str) -> str:
    return dictionary.judge(word).why or "fine"


# ── single words ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("word", ["GLASS", "CHESS", "FOCUS", "BASIS", "ABYSS", "CHAOS", "CORPS", "LENS", "NEWS"])
def test_a_singular_that_ends_in_s_may_be_hidden(word: str) -> None:
    verdict = EN.judge(word)
    assert (verdict.guess, verdict.secret, verdict.secret_with_plurals, verdict.why) == (True, True, True, None)


@pytest.mark.parametrize("word", ["SEEMS", "NEARS", "KNOWS", "GIVES", "DOES"])
def test_the_form_of_a_verb_is_no_plural(word: str) -> None:
    assert EN.judge(word).secret


@pytest.mark.parametrize(
    "word",
    [
        "GEESE",
        "TEETH",
        "CACTI",
        "RADII",
        "NEWTS",
        "ROSES",
        "SPECS",
        "WORKS",
        "MEANS",
        "TAXES",
        "WOMEN",
        "ALGAE",
        "LICE",
        "FEET",
        "DICE",
        "DATA",
        "OXEN",
    ],
)
def test_a_plural_may_be_guessed_but_not_hidden_at_a_party(word: str) -> None:
    verdict = EN.judge(word)
    assert (verdict.guess, verdict.secret, verdict.secret_with_plurals, verdict.why) == (True, False, True, "plural")


@pytest.mark.parametrize(
    ("word", "why"),
    [
        ("THURS", "abbreviation"),
        ("POTUS", "acronym"),
        ("NATO", "acronym"),
        ("MILLI", "prefix"),
        ("MULTI", "prefix"),
        ("PROTO", "prefix"),
        ("ESQUE", "suffix"),
        ("XRAYS", "hyphenated"),
        ("THEYD", "contraction"),
        ("DIDNT", "contraction"),
        ("GONNA", "slang"),
        ("WANNA", "slang"),
        ("TEXAS", "name"),
        ("PARIS", "name"),
        ("FRERE", "foreign"),
        ("QWERT", "unknown"),
    ],
)
def test_what_is_no_word_to_play_is_refused_with_the_reason(word: str, why: str) -> None:
    verdict = EN.judge(word)
    assert (verdict.guess, verdict.secret, verdict.secret_with_plurals, verdict.why) == (False, False, False, why)


@pytest.mark.parametrize("word", ["TAXI", "MINI", "RHEA", "BRAE"])
def test_a_headword_that_looks_like_a_latin_plural_is_none(word: str) -> None:
    assert EN.judge(word).secret


def test_a_contraction_that_is_also_a_word_may_be_played() -> None:
    assert all(EN.may_guess(word) for word in ["WELL", "SHELL", "CANT", "WONT", "WERE"])


# ── how common ───────────────────────────────────────────────────────────────────────────────────


def test_common_words_have_low_grades() -> None:
    assert [EN.judge(word).common for word in ("HOUSE", "CRANE", "QWERT")] == [1, 3, 9]


def test_a_rare_secret_is_allowed_but_the_host_can_be_told() -> None:
    verdict = EN.judge("YOWIE")
    assert verdict.secret
    assert verdict.rare


def test_a_common_secret_is_not_called_rare() -> None:
    assert not EN.judge("CRANE").rare


def test_a_word_that_may_not_be_played_is_not_called_rare() -> None:
    assert not EN.judge("QWERT").rare


def test_the_most_common_words_come_first() -> None:
    grades = [EN.judge(word).common for word in EN.words(5)]
    assert grades == sorted(grades)


# ── the shipped words as a whole ─────────────────────────────────────────────────────────────────


def test_every_suggestion_of_the_rulebook_may_be_hidden() -> None:
    words = suggestion_words()
    assert len(set(words)) == 237
    assert [word for word in words if not EN.may_hide(word, plurals=False)] == []


def test_every_word_of_the_printed_cards_may_be_guessed() -> None:
    words = CARD_WORDS.split()
    assert len(words) == 48
    assert [word for word in words if not EN.may_guess(word)] == []


@pytest.mark.parametrize("section", ["common", "common, again"])
def test_common_words_that_are_no_plurals_may_be_hidden(section: str) -> None:
    fine = [word for word, label in labelled(section).items() if label == "fine"]
    allowed = [word for word in fine if EN.judge(word).secret]
    assert len(allowed) / len(fine) >= 0.995


@pytest.mark.parametrize(
    ("section", "size"), [("common", 300), ("ending in s", 200), ("common, again", 200), ("ending in s, again", 100)]
)
def test_the_dictionary_agrees_with_the_labels_given_by_hand(section: str, size: int) -> None:
    labels = labelled(section)
    agreed = [word for word, label in labels.items() if label_of(EN, word) == label]
    assert len(labels) == size
    assert len(agreed) / len(labels) >= 0.99


@pytest.mark.parametrize("letters", [5, 4])
def test_no_word_stands_twice(letters: int) -> None:
    assert len(set(EN.words(letters))) == len(EN.words(letters))


@pytest.mark.parametrize("letters", [5, 4])
def test_words_are_capital_letters_of_the_length_asked_for(letters: int) -> None:
    assert all(len(word) == letters and word.isascii() and word.isupper() for word in EN.words(letters))


@pytest.mark.parametrize("letters", [5, 4])
def test_whatever_may_be_hidden_may_be_guessed(letters: int) -> None:
    assert set(EN.common(letters)) <= set(EN.common(letters, plurals=True)) <= set(EN.words(letters))


def test_there_are_as_many_words_as_the_sources_promise() -> None:
    assert 11_000 < len(EN.words(5)) < 11_600
    assert 4_800 < len(EN.words(4)) < 5_200


# ── suggestions ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("letters", [5, 4])
@given(seed=st.integers(), count=st.integers(0, 30))
def test_suggestions_are_common_fit_to_hide_and_all_different(letters: int, seed: int, count: int) -> None:
    words = EN.suggest(letters, random.Random(seed), count)
    assert len(words) == len(set(words)) == count
    assert all(len(word) == letters and EN.judge(word).secret for word in words)
    assert all(EN.judge(word).common <= 5 or word in suggestion_words() for word in words)


@pytest.mark.parametrize("word", ["BITCH", "SHIT", "NEGRO", "SLUT", "PENIS", "SQUAW"])
def test_an_offensive_word_may_be_typed_but_is_never_offered(word: str) -> None:
    assert EN.may_guess(word)
    assert word not in EN.common(len(word), plurals=True)


@pytest.mark.parametrize("word", ["QUEEN", "TACO", "FAIRY", "COCKY", "TITLE", "CRAMP"])
def test_an_innocent_word_is_not_taken_for_an_offensive_one(word: str) -> None:
    assert word in EN.common(len(word))


@pytest.mark.parametrize("word", ["CYBER", "MORPH", "EMOJI", "DONUT", "CHINA", "ZEBRA", "QUICK"])
def test_a_word_that_people_know_may_be_guessed_and_is_fit_for_a_card(word: str) -> None:
    assert EN.may_guess(word)
    assert EN.judge(word).common <= WELL_KNOWN


@pytest.mark.parametrize("word", ["ALTHO", "ZOMBI", "WRAPT", "LOXES", "KUDZU"])
def test_an_odd_spelling_or_a_rare_plant_is_not_common(word: str) -> None:
    assert EN.may_guess(word)
    assert EN.judge(word).common > COMMON


@pytest.mark.parametrize("letters", [5, 4])
def test_cards_hold_words_that_people_know(letters: int) -> None:
    sides = sides_of(EN, letters, 200, random.Random(letters))
    assert {EN.judge(word).common for side in sides for word in side} <= {1, 2, 3, 4}
    assert not {"LOXES", "KUDZU", "JAPAN"} & {word for side in sides for word in side}


def test_cards_of_a_list_with_few_well_known_words_hold_all_its_common_ones() -> None:
    few = "\n".join(f"{word.lower()} 5" for word in PRINTED[1])
    assert len(sides_of(read_dictionary("few", few), 5, 1, random.Random(1))[0]) == 12


def test_a_host_is_offered_the_rulebooks_words_before_any_other() -> None:
    ideas = EN.suggest(5, random.Random(1), 240)
    assert sorted(ideas[:237]) == sorted(suggestion_words())
    assert len(set(ideas)) == 240


def test_asking_for_more_suggestions_than_there_are_gives_them_all() -> None:
    few = read_dictionary("few", "crane\nhouse\n")
    assert sorted(few.suggest(5, random.Random(1), 10)) == ["CRANE", "HOUSE"]


def test_the_same_seed_suggests_the_same_words() -> None:
    assert EN.suggest(5, random.Random(3), 5) == EN.suggest(5, random.Random(3), 5)


# ── however it was typed ─────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("typed", ["crane", "Crane", " CRANE ", "cràne"])
def test_case_accents_and_space_around_a_word_do_not_matter(typed: str) -> None:
    assert EN.judge(typed) == EN.judge("CRANE")


@given(st.text())
def test_any_text_at_all_gets_a_verdict_and_a_sentence(text: str) -> None:
    assert english(explain(text, EN.judge(text))).endswith(".")


@given(st.sampled_from(FOURS_AND_FIVES))
def test_the_short_answers_are_those_of_the_verdict(word: str) -> None:
    verdict = EN.judge(word)
    assert EN.may_guess(word) == verdict.guess
    assert EN.may_hide(word, plurals=False) == verdict.secret
    assert EN.may_hide(word, plurals=True) == verdict.secret_with_plurals


# ── house words ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("word", ["TEXAS", "GEESE", "WANNA", "QWERT"])
def test_a_house_word_lifts_every_bar(word: str) -> None:
    house = EN.with_house_words([word.lower()], [])
    verdict = house.judge(word)
    assert (verdict.guess, verdict.secret, verdict.secret_with_plurals, verdict.why) == (True, True, True, None)
    assert word in house.words(5)


def test_a_barred_word_is_refused_and_never_suggested() -> None:
    house = EN.with_house_words([], ["crane"])
    assert house.judge("CRANE").why == "barred"
    assert "CRANE" not in house.words(5)
    assert "CRANE" not in house.common(5)


def test_bar_beats_allow() -> None:
    house = EN.with_house_words(["TEXAS", "CRANE"], ["TEXAS", "CRANE"])
    assert [house.judge(word).why for word in ("TEXAS", "CRANE")] == ["barred", "barred"]


def test_house_words_add_up() -> None:
    house = EN.with_house_words(["TEXAS"], ["CRANE"]).with_house_words(["PARIS", "CRANE"], [])
    assert [house.may_guess(word) for word in ("TEXAS", "PARIS", "CRANE")] == [True, True, False]


def test_house_words_of_one_table_are_not_those_of_another() -> None:
    EN.with_house_words(["TEXAS"], ["CRANE"])
    assert not EN.may_guess("TEXAS")
    assert EN.may_guess("CRANE")


def test_house_words_leave_the_hash_alone() -> None:
    assert EN.with_house_words(["TEXAS"], ["CRANE"]).digest == EN.digest


def test_an_unknown_house_word_is_never_suggested() -> None:
    assert "QWERT" not in EN.with_house_words(["QWERT"], []).common(5, plurals=True)


def test_a_house_word_of_other_signs_is_refused_with_a_sentence() -> None:
    with pytest.raises(ValueError, match="“IT'S” cannot be a house word: write it with the letters A to Z only"):
        EN.with_house_words(["it's"], [])


FEW = read_dictionary("few", "house 1\ncrane 3\ngeese 3 plural\ntexas 8 name\nwanna 3 slang\n")
WORDS = st.sampled_from(["CRANE", "GEESE", "TEXAS", "QWERT", "HOUSE", "WANNA"])


@given(st.sets(WORDS), st.sets(WORDS), WORDS)
def test_with_any_house_words_the_short_answers_are_those_of_the_verdict(
    allow: set[str], bar: set[str], word: str
) -> None:
    house = FEW.with_house_words(allow, bar)
    verdict = house.judge(word)
    assert verdict.guess == house.may_guess(word) == (word in house.words(5))
    assert verdict.secret == house.may_hide(word, plurals=False)
    assert verdict.secret_with_plurals == house.may_hide(word, plurals=True)
    assert (verdict.why == "barred") == (word in bar)


# ── sentences ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ("crane", "CRANE is a common word: it may be guessed and hidden."),
        ("geese", "GEESE is a common word, a plural: it may be guessed; not every game lets you hide it."),
        ("yowie", "YOWIE is a rare word: it may be guessed and hidden, but few will know it."),
        ("texas", "TEXAS is a name, so it may be neither guessed nor hidden."),
        (
            "qwert",
            "QWERT is not in the dictionary, so it may be neither guessed nor hidden."
            " To allow it at your table, make it a house word.",
        ),
        (
            "cat",
            "CAT is not in the dictionary, so it may be neither guessed nor hidden."
            " The games are played with words of four or five letters.",
        ),
        (
            "it's",
            "IT'S is not in the dictionary, so it may be neither guessed nor hidden."
            " Words may have only the letters A to Z.",
        ),
    ],
)
def test_a_verdict_is_explained_in_a_sentence(word: str, sentence: str) -> None:
    assert english(explain(word, EN.judge(word))) == sentence


def test_a_barred_word_is_explained() -> None:
    house = EN.with_house_words([], ["CRANE"])
    assert english(explain("CRANE", house.judge("CRANE"))).startswith("CRANE is barred at this table")


# ── the format ───────────────────────────────────────────────────────────────────────────────────


def mistakes(text: str) -> list[tuple[int, str]]:
    with pytest.raises(WordsError) as caught:
        read_dictionary("mine", text)
    return [(mistake.line, english(mistake.say)) for mistake in caught.value.mistakes]


def test_a_plain_list_of_words_counts_as_common() -> None:
    mine = read_dictionary("mine", "zebra\nApple\nMANGO")
    assert mine.common(5) == ("ZEBRA", "APPLE", "MANGO")


def test_a_line_can_say_how_common_a_word_is_and_what_kind() -> None:
    mine = read_dictionary("mine", "# wordtable words 1\n\ngeese 3 plural\ntexas name\nmerde 6 offensive\n")
    assert mine.judge("GEESE").why == "plural"
    assert mine.judge("TEXAS").why == "name"
    assert mine.judge("MERDE").common == 6


def test_an_offensive_word_of_a_file_is_never_offered() -> None:
    assert read_dictionary("mine", "drat 2 offensive\nwell 1\n").common(4) == ("WELL",)


@pytest.mark.parametrize("why", REFUSALS)
def test_a_file_can_refuse_a_word_for_any_reason(why: str) -> None:
    mine = read_dictionary("mine", f"crane\nabcde {why}\n")
    assert mine.judge("ABCDE").why == why
    assert mine.words(5) == ("CRANE",)


@pytest.mark.parametrize(
    "text",
    [
        "crane 4\r\ngeese 3 plural\r\n",
        "crane\t4\ngeese plural 3\n",
        "  crane   4  # a bird\n\n\ngeese 3 plural",
        "CRANE 4\nGeese 3 Plural\n",
    ],
)
def test_line_ends_tabs_comments_and_case_are_read_as_a_person_would(text: str) -> None:
    plain = read_dictionary("plain", "crane 4\ngeese 3 plural\n")
    assert read_dictionary("mine", text).digest == plain.digest


def test_accents_are_folded() -> None:
    assert read_dictionary("mine", "étage\n").may_guess("ETAGE")


def test_every_mistake_is_reported_with_its_line() -> None:
    assert mistakes("crane\nit's\ngeese plurl\n# fine\ncrane 2\nhouse 12\nmouse 1 2\n") == [
        (2, "“it's” is not a word of the letters A to Z. Leave it out."),
        (3, "“geese”: “plurl” cannot follow a word; did you mean “plural”?"),
        (5, "“crane” is already on line 1. Remove one."),
        (6, "“house”: the grade must be one number from 1 (very common) to 9 (rare)."),
        (7, "“mouse”: the grade must be one number from 1 (very common) to 9 (rare)."),
    ]


def test_two_reasons_to_refuse_a_word_are_one_too_many() -> None:
    assert mistakes("crane\ntexas name slang\n")[0][0] == 2


def test_words_that_are_one_word_after_folding_are_a_mistake() -> None:
    assert mistakes("sauté\nsaute\n") == [(2, "“saute” is already on line 1. Remove one.")]


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing here\n"])
def test_a_file_without_words_is_a_mistake(text: str) -> None:
    assert mistakes(text) == [(1, "this file has no words. Write one word on each line.")]


def test_a_newer_format_is_not_misread() -> None:
    assert mistakes("# wordtable words 2\ncrane\n")[0][1].startswith("this is version 2 of the format")


def test_the_hash_changes_with_any_word_mark_or_order() -> None:
    texts = ["crane 4\nhouse 1\n", "house 1\ncrane 4\n", "crane 5\nhouse 1\n", "crane 4\nhouse 1 plural\n", "crane 4\n"]
    assert len({read_dictionary("mine", text).digest for text in texts}) == len(texts)


def test_the_hash_does_not_change_with_comments() -> None:
    assert read_dictionary("a", "crane 4\n").digest == read_dictionary("b", "# mine\n\ncrane 4  # a bird\n").digest


LINES = st.lists(
    st.tuples(
        st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ", min_size=1, max_size=6),
        st.sampled_from(["", "1", "5 plural", "9 offensive", "name", "plural"]),
    ),
    min_size=1,
    unique_by=lambda line: line[0],
)


@given(LINES)
def test_a_file_is_read_the_same_with_and_without_haste(lines: list[tuple[str, str]]) -> None:
    plain = "\n".join(f"{word} {marks}".strip() for word, marks in lines)
    fussy = "\r\n".join(f"\t{word.lower()}  {marks} # {word}" for word, marks in lines)
    assert read_dictionary("plain", plain).digest == read_dictionary("fussy", fussy).digest


@given(st.text())
def test_any_text_is_a_dictionary_or_a_list_of_mistakes(text: str) -> None:
    try:
        read = read_dictionary("mine", text)
    except WordsError as error:
        found = len(error.mistakes)
    else:
        found = len(read.digest)
    assert found
