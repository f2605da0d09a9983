"""Building the word data: the same bytes from the same sources, and a clear word when something is missing."""

from collections import Counter
from pathlib import Path

import pytest

from tools import build_words
from tools.build_words import DATA, BuildError, Scowl, Sources, WordNet, build, entries, is_plural, read_hand, refusal
from tools.word_grades import A_MILLION, Evidence, grade

missing = Sources().missing()
needs_sources = pytest.mark.skipif(
    bool(missing),
    reason=f"rebuilding needs the Debian packages {' and '.join(missing)}: sudo apt install {' '.join(missing)}",
)


def scowl(
    words: dict[str, int], *, owners: str = "", names: dict[str, int] | None = None, abbreviations: str = ""
) -> Scowl:
    short = dict.fromkeys(abbreviations.split(), 50)
    return Scowl(words, frozenset(owners.split()), names or {}, {}, short, frozenset({"didnt"}))


def wordnet(nouns: str = "", verbs: str = "") -> WordNet:
    irregular: dict[str, tuple[str, ...]] = {"geese": ("goose",), "genus": ("genus",)}
    return WordNet(frozenset(nouns.split()), frozenset(verbs.split()), irregular, frozenset({"xray", "xrays"}))


NEVER_WRITTEN: Counter[str] = Counter()
OFTEN = 10 * A_MILLION  # ten times in a million words: grade 2


def hand(folder: Path, text: str) -> build_words.Hand:
    (folder / "list.txt").write_text(text, encoding="utf-8")
    return read_hand(folder)


@needs_sources
@pytest.mark.proof
def test_the_committed_words_are_what_would_be_built() -> None:
    built = build(Sources())
    assert [name for name, content in built.items() if (DATA / name).read_bytes() != content] == []


def test_missing_sources_are_named_with_their_packages(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert build_words.main(["--check", "--scowl", str(tmp_path), "--wordnet", str(tmp_path)]) == 2
    assert "sudo apt install scowl wordnet-base" in capsys.readouterr().err


def test_the_hand_written_lists_can_be_read() -> None:
    lists = read_hand(build_words.HAND)
    assert lists.verdicts["dice"] == "plural"
    assert "queen" not in lists.offensive


@pytest.mark.parametrize(
    "line", ["dice plural", "dice # why", "dice plural #", "DICE plural  # of DIE", "di plural  # of D"]
)
def test_a_line_by_hand_needs_a_word_a_verdict_and_a_reason(tmp_path: Path, line: str) -> None:
    with pytest.raises(BuildError, match=r"list\.txt:1: write `word verdict  # reason`"):
        hand(tmp_path, line)


def test_a_verdict_by_hand_must_be_one_of_ours(tmp_path: Path) -> None:
    with pytest.raises(BuildError, match=r"list\.txt:2: “plurl” is not a verdict"):
        hand(tmp_path, "# a comment\ndice plurl  # of DIE\n")


def test_a_word_is_settled_once(tmp_path: Path) -> None:
    with pytest.raises(BuildError, match=r"list\.txt:2: “dice” is already listed"):
        hand(tmp_path, "dice plural  # of DIE\ndice fine  # a verb\n")


def test_what_is_fine_by_hand_must_be_a_word_of_the_sources(tmp_path: Path) -> None:
    with pytest.raises(BuildError, match="“craen” fine, but no source has such a word"):
        entries(scowl({"crane": 35}), wordnet(), hand(tmp_path, "craen fine  # a bird\n"), NEVER_WRITTEN)


def test_a_word_that_only_people_write_can_be_taken_in_by_hand(tmp_path: Path) -> None:
    taken = hand(tmp_path, "cyber fine  # newer than the dictionaries\n")
    assert entries(scowl({}), wordnet(), taken, Counter(cyber=OFTEN))[0] == "cyber 4"


def test_a_word_can_be_called_known_by_hand(tmp_path: Path) -> None:
    known = hand(tmp_path, "emoji known  # newer than the counts\n")
    assert entries(scowl({"emoji": 50}), wordnet(), known, NEVER_WRITTEN)[0] == "emoji 3"


def test_an_s_after_a_noun_makes_a_plural() -> None:
    assert is_plural("roses", scowl({"roses": 20, "rose": 20}), wordnet(nouns="rose"))


def test_a_noun_can_be_known_by_its_possessive() -> None:
    assert is_plural("blogs", scowl({"blogs": 35, "blog": 35}, owners="blog"), wordnet())


def test_an_s_after_a_verb_makes_no_plural() -> None:
    assert not is_plural("seems", scowl({"seems": 10, "seem": 10}), wordnet(verbs="seem"))


def test_a_headword_that_ends_in_s_is_no_plural() -> None:
    assert not is_plural("basis", scowl({"basis": 10}, owners="basis"), wordnet(nouns="basis"))


def test_a_double_s_never_makes_a_plural() -> None:
    assert not is_plural("glass", scowl({"glass": 10, "glas": 80}), wordnet(nouns="glas"))


@pytest.mark.parametrize(
    ("plural", "singular"), [("cacti", "cactus"), ("tempi", "tempo"), ("women", "woman"), ("sera", "serum")]
)
def test_borrowed_plurals_are_known_by_their_endings(plural: str, singular: str) -> None:
    assert is_plural(plural, scowl({plural: 35, singular: 35}), wordnet(nouns=singular))


def test_an_irregular_plural_is_looked_up() -> None:
    assert is_plural("geese", scowl({"geese": 35}), wordnet())


def test_a_word_that_is_its_own_plural_may_be_hidden() -> None:
    assert not is_plural("genus", scowl({"genus": 35}), wordnet())


def test_a_rare_word_that_is_a_well_known_name_is_a_name() -> None:
    assert refusal("texas", scowl({"texas": 80}, names={"texas": 50}), wordnet()) == "name"


def test_a_common_word_that_is_a_name_too_stays_a_word() -> None:
    assert refusal("china", scowl({"china": 35}, names={"china": 35}), wordnet()) is None


def test_a_word_with_a_hyphen_is_known_without_it() -> None:
    assert refusal("xrays", scowl({}), wordnet()) == "hyphenated"


def test_words_come_by_grade_first_and_then_by_how_often_they_are_written() -> None:
    written = Counter(plain=90 * OFTEN, often=9 * OFTEN, rarer=10 * OFTEN)
    lines = entries(
        scowl({"plain": 10, "often": 20, "newly": 20, "rarer": 20}),
        wordnet(),
        build_words.Hand({}, frozenset()),
        written,
    )
    assert lines[:4] == ["plain 1", "rarer 2", "often 2", "newly 5"]


def test_refused_words_come_last_with_their_reason() -> None:
    lines = entries(
        scowl({"wanna": 35, "zebra": 35}, abbreviations="thurs"),
        wordnet(),
        build_words.Hand({"wanna": "slang"}, frozenset()),
        Counter(zebra=OFTEN, wanna=OFTEN),
    )
    assert lines == [
        "zebra 3",
        "didnt contraction",
        "thurs abbreviation",
        "wanna 3 slang",
        "xray hyphenated",
        "xrays hyphenated",
    ]


def test_an_abbreviation_can_be_taken_in_by_hand() -> None:
    taken = build_words.Hand({"intro": "fine"}, frozenset())
    lines = entries(scowl({}, abbreviations="intro"), wordnet(), taken, Counter(intro=OFTEN))
    assert lines[0] == "intro 4"


# ── grades ───────────────────────────────────────────────────────────────────────────────────────


def test_a_grade_lies_between_what_dictionaries_and_what_people_say() -> None:
    assert grade(Evidence(level=10, written=50 * A_MILLION)) == 1
    assert grade(Evidence(level=10, written=0)) == 5
    assert grade(Evidence(level=50, written=50 * A_MILLION)) == 3


def test_another_spelling_is_rarer_than_it_is_written() -> None:
    assert grade(Evidence(level=10, written=A_MILLION // 8)) == 4
    assert grade(Evidence(level=10, written=A_MILLION // 8, variant=True)) == 7


def test_how_often_a_name_is_written_says_nothing_of_the_word() -> None:
    assert grade(Evidence(level=50, written=500 * A_MILLION, name=True)) == 5
