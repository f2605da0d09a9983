"""Finding and reading dictionary files."""

import doctest
import re
import shlex
import subprocess
from pathlib import Path

import pytest

from firmware_host import cli, dictionaries
from firmware_host.dictionaries import DictionaryError, load, names
from firmware_host.engine import Engine
from firmware_host.games.shared.words import _read_quickly


def complaint(name_or_path: str) -> str:
    with pytest.raises(DictionaryError) as caught:
        load(name_or_path)
    return str(caught.value)


def test_english_is_shipped() -> None:
    assert names() == ("en",)


def test_a_shipped_dictionary_is_known_by_its_name() -> None:
    assert load("en").name == "en"


def test_a_shipped_dictionary_is_read_once() -> None:
    assert load("en") is load("en")


def test_a_dictionary_of_your_own_is_found_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "my.words"
    path.write_text("crane\n")
    assert load(str(path)).may_guess("CRANE")


def test_a_dictionary_is_known_by_the_path_it_was_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "my.words"
    path.write_text("crane\n")
    assert load(str(path)).name == str(path)


def test_a_file_in_the_working_directory_needs_no_slash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my.words").write_text("crane\n")
    monkeypatch.chdir(tmp_path)
    assert load("my.words").may_guess("CRANE")


def test_a_file_that_has_changed_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "my.words"
    path.write_text("crane\n")
    load(str(path))
    path.write_text("crane\nhouse\n")
    assert load(str(path)).may_guess("HOUSE")


def test_a_byte_order_mark_is_no_part_of_a_word(tmp_path: Path) -> None:
    path = tmp_path / "my.words"
    path.write_bytes(b"\xef\xbb\xbfcrane\n")
    assert load(str(path)).may_guess("CRANE")


def test_a_name_that_is_not_there_gets_a_hint() -> None:
    assert complaint("enn") == (
        "No dictionary “enn”. Did you mean “en”? To use a file of your own, give its path, such as ./enn.words."
    )


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    path = str(tmp_path / "my.words")
    assert complaint(path) == f"{path}: no such file. Is the path right?"


def test_a_directory_is_no_dictionary(tmp_path: Path) -> None:
    assert complaint(str(tmp_path)).startswith(f"{tmp_path}: This is not an ordinary file.")


def test_a_path_that_can_be_none_is_refused_in_words() -> None:
    assert "cannot be read" in complaint("./a\0b")


def test_a_broken_file_gets_file_and_line_of_every_mistake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my.words").write_text("crane 4\nit's\ngeese 3 plurl\n")
    monkeypatch.chdir(tmp_path)
    assert complaint("my.words").splitlines() == [
        "my.words:2: “it's” is not a word of the letters A to Z. Leave it out.",
        "my.words:3: “geese”: “plurl” cannot follow a word; did you mean “plural”?",
    ]


def test_of_very_many_mistakes_a_dozen_are_shown_and_the_rest_counted(tmp_path: Path) -> None:
    path = tmp_path / "my.words"
    path.write_text("it's\n" * 40)
    lines = complaint(str(path)).splitlines()
    assert len(lines) == 13
    assert lines[-1] == f"{path}: and 28 more."


def test_a_file_that_is_not_utf8_is_told_where(tmp_path: Path) -> None:
    path = tmp_path / "my.words"
    path.write_bytes(b"crane\nsaut\xe9\n")
    assert complaint(str(path)) == f"{path}:2: not UTF-8 text. Save the file as UTF-8."


def test_the_shipped_words_are_plain_enough_to_be_read_in_haste() -> None:
    text = (Path(dictionaries.__file__).parent / "data" / "en.words").read_text(encoding="utf-8")
    assert _read_quickly(text) is not None


@pytest.mark.parametrize("notice", ["NOTICE.scowl.txt", "NOTICE.wordnet.txt", "NOTICE.wordsegment.txt"])
def test_the_notices_travel_with_the_words(notice: str) -> None:
    assert (Path(dictionaries.__file__).parent / "data" / notice).read_text(encoding="utf-8")


def test_the_notice_of_the_cryptics_dictionary_is_shown() -> None:
    notice = (Path(__file__).parents[1] / "NOTICE").read_text(encoding="utf-8")
    assert "Copyright (c) J Ross Beresford 1993-1999. All Rights Reserved." in notice


# ── the guide ────────────────────────────────────────────────────────────────────────────────────


GUIDE = Path(__file__).parents[1] / "docs" / "dictionaries.md"
BLOCKS = re.findall(r"```(\w+) ?(\S*)\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)


def blocks(kind: str) -> list[tuple[str, str]]:
    return [(name, text) for of_kind, name, text in BLOCKS if of_kind == kind]


def test_the_guide_shows_what_the_commands_really_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in blocks("words"):
        (tmp_path / name).write_text(text, encoding="utf-8")
    shown = "".join(text for _, text in blocks("console"))
    said = ""
    for command in re.findall(r"^\$ (.*)\n", shown, re.MULTILINE):
        if command.startswith("wordtable "):
            cli.main(shlex.split(command)[1:])
        else:
            subprocess.run(["bash", "-c", command], check=True)
        out, err = capfd.readouterr()
        said += f"$ {command}\n{out}{err}"
    assert said == shown


def test_the_guide_shows_what_python_really_says() -> None:
    assert doctest.testfile(str(GUIDE), module_relative=False).failed == 0


def test_the_guide_shows_what_the_engine_really_answers() -> None:
    [(_, talk)] = blocks("engine")
    engine = Engine(load, names())
    for request, reply in re.findall(r"(.*)\n→ (.*)\n", talk):
        said = engine.answer(request.encode()).decode()
        assert reply in (said.strip(), "…")
