"""What a table remembers of its evenings: `wordtable history` and `wordtable scores`."""

import json
import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from firmware_host.cli import main
from firmware_host.journal.journal import Journal
from firmware_host.remembered.played import result_of
from firmware_host.remembered.terminal import NOTHING_YET
from firmware_host.texts.language import english
from hardware.clock import VirtualClock
from tests.support.evening import Evening
from tests.support.night import rewrite, spoil

NOON = 1_767_268_800.0  # on the first of January 2026, in London


class Table:
    """Evenings at one table, each kept as the console keeps it."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.older = False  # results are saved as an older version did, without their rounds
        self._evenings = 0

    def plays(
        self, evening: Evening, moves: list[tuple[str, str, dict[str, Any]]], computers: Mapping[str, str] | None = None
    ) -> None:
        clock = VirtualClock()
        self._evenings += 1
        journal = Journal.on_the_spot(self.file, clock, lambda: NOON + 86_400 * self._evenings)
        journal.begin(evening.session.save(), {1: "Ann"}, computers or {}, lambda: None)
        for who, action, fields in moves:
            evening.does(who, action, **fields)
            journal.add(evening.session.newest_entry(), lambda: None)
        view = evening.view()
        result = result_of(evening.session.view(None).table, evening.session.save(), computers or {})
        if self.older:
            result = {name: part for name, part in result.items() if name in ("game", "scores", "winners", "rounds")}
        journal.finish(result if view["phase"] == "over" else {}, lambda: None)
        journal.close()


def hides(who: str, word: str) -> tuple[str, str, dict[str, Any]]:
    return who, "secret", {"word": word}


def guesses(who: str, *words: str) -> list[tuple[str, str, dict[str, Any]]]:
    return [(who, "guess", {"word": word}) for word in words]


def says(who: str, action: str, **fields: Any) -> tuple[str, str, dict[str, Any]]:
    return who, action, fields


PARTY = [
    hides("Ann", "SOLVE"),
    *guesses("Bob", "CRUMB", "SOLVE"),
    says("Ann", "next"),
    hides("Bob", "CRANE"),
    *guesses("Ann", "SOLVE", "CRUMB", "CRANE"),
    says("Ann", "next"),
]


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path / "journal.db")


@pytest.fixture
def older(table: Table) -> Table:
    table.older = True
    return table


def told(table: Table, capsys: pytest.CaptureFixture[str], *command: str) -> list[str]:
    assert main([*command, "--journal", str(table.file)]) == 0
    return capsys.readouterr().out.splitlines()


def as_json(table: Table, capsys: pytest.CaptureFixture[str], command: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in told(table, capsys, command, "--json")]


@pytest.mark.parametrize("command", ["history", "scores"])
def test_a_new_table_is_told_kindly_that_there_is_nothing_yet_and_no_journal_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    assert main([command]) == 0
    assert capsys.readouterr().out.splitlines() == [english(NOTHING_YET)]
    assert not list(tmp_path.iterdir())


def test_a_table_that_has_only_begun_has_no_history(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    Journal.on_the_spot(table.file, VirtualClock()).begin(
        Evening("party", "Ann", "Bob").session.save(), {}, {}, lambda: None
    )
    assert told(table, capsys, "history") == [english(NOTHING_YET)]


def test_games_are_listed_newest_first(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    table.plays(Evening("party", "Ann", "Bob"), PARTY)
    table.plays(Evening("wqrdles", "Ann", "Cy"), [says("Cy", "end")])
    newest, oldest = told(table, capsys, "history")
    assert newest.startswith("2026-01-03")
    assert newest.endswith("wqrdles      nobody won: Ann 0, Cy 0. 1 round.")
    assert oldest.startswith("2026-01-02")
    assert oldest.endswith("party        Bob won: Ann 3, Bob 2. 2 rounds.")


def test_history_as_json_has_every_try(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    table.plays(Evening("party", "Ann", "Bob"), PARTY)
    (game,) = as_json(table, capsys, "history")
    del game["ended"], game["number"]
    assert game == {
        "game": "party",
        "players": ["Ann", "Bob"],
        "computers": [],
        "winners": ["Bob"],
        "scores": {"Ann": 3, "Bob": 2},
        "rounds": 2,
        "tries": {"Ann": [3], "Bob": [2]},
    }


def test_a_game_that_was_given_up_is_not_listed(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    table.plays(Evening("party", "Ann", "Bob"), PARTY[:1])
    assert told(table, capsys, "history") == [english(NOTHING_YET)]


def test_computers_are_named_as_such_and_have_no_scores(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    table.plays(Evening("party", "Ann", "Bob"), PARTY, {"Bob": "fair"})
    assert "Bob 2 (computer)" in told(table, capsys, "history")[0]
    assert [player["player"] for player in as_json(table, capsys, "scores")] == ["Ann"]


def test_a_hidden_word_is_in_no_history(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    table.plays(Evening("party", "Ann", "Bob"), [hides("Ann", "SOLVE"), says("Bob", "end")])
    shown = [*told(table, capsys, "history", "--json"), *told(table, capsys, "scores")]
    assert "SOLVE" not in "".join(shown)


# ── scores ───────────────────────────────────────────────────────────────────────────────────────


def test_everybody_has_a_portrait_with_bars(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    table.plays(Evening("party", "Ann", "Bob"), PARTY)
    table.plays(Evening("party", "Ann", "Bob"), [hides("Ann", "SOLVE"), says("Bob", "give-up"), *PARTY[3:]])
    shown = told(table, capsys, "scores")
    assert shown[: shown.index("")] == [
        "Ann: 2 games, 1 won",
        "  party: 2 games, 1 won, 3.0 tries on average",
        "     on try 1 0",
        "     on try 2 0",
        "     on try 3 ████████████████████████ 2",
        "     on try 4 0",
        "     on try 5 0",
        "     on try 6 0",
        "    not found 0",
        "  Rating: 25, a first guess: between 10 and 41",
        "  Best words: CRANE in 3, CRANE in 3",
        "  Fastest row: CRANE, 0.0 s",
        "  Head to head: Bob 1:1",
        "  Hid: SOLVE (1 of 2 found it)",
    ]


def test_a_word_that_was_not_found_counts_for_seven_in_the_average(
    table: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    table.plays(Evening("party", "Ann", "Bob"), [hides("Ann", "SOLVE"), says("Bob", "give-up"), *PARTY[3:]])
    bob = next(player for player in as_json(table, capsys, "scores") if player["player"] == "Bob")
    assert (bob["by_game"]["party"]["average_tries"], bob["by_game"]["party"]["not_found"]) == (7.0, 1)


def test_whoever_has_won_most_comes_first(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    table.plays(Evening("party", "Ann", "Bob"), PARTY)
    assert [player["player"] for player in as_json(table, capsys, "scores")] == ["Bob", "Ann"]


def test_a_round_played_again_counts_once(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    again = [hides("Ann", "SOLVE"), *guesses("Bob", "CRUMB"), says("Ann", "redo"), *PARTY]
    table.plays(Evening("party", "Ann", "Bob"), again)
    (game,) = as_json(table, capsys, "history")
    assert game["tries"] == {"Ann": [3], "Bob": [2]}


def test_a_fast_game_counts_tries_though_it_scores_points(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    table.plays(Evening("party", "Ann", "Bob", mode="fast"), PARTY)
    (game,) = as_json(table, capsys, "history")
    assert (game["scores"], game["tries"]) == ({"Ann": 1, "Bob": 1}, {"Ann": [3], "Bob": [2]})


def test_a_team_that_wins_is_a_win_for_each_of_them(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    evening = Evening("party", "Ann", "Bob", "Cy", "Dot", teams={"Red": ("Ann", "Cy"), "Blue": ("Bob", "Dot")})
    table.plays(evening, PARTY)
    wins = {player["player"]: player["wins"] for player in as_json(table, capsys, "scores")}
    assert wins == {"Bob": 1, "Dot": 1, "Ann": 0, "Cy": 0}


def test_whoever_joined_is_remembered(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    both = [says("Ann", "give-up"), says("Bob", "give-up"), says("Ann", "next")]
    joins = [*PARTY[:3], says("Cy", "join"), *PARTY[3:5], says("Cy", "give-up"), *PARTY[5:]]
    table.plays(Evening("party", "Ann", "Bob"), [*joins, hides("Cy", "SOLVE"), *both])
    (game,) = as_json(table, capsys, "history")
    assert (game["players"], game["tries"]["Cy"]) == (["Ann", "Bob", "Cy"], [0])


def test_whoever_joined_a_team_wins_with_it(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    evening = Evening("party", "Ann", "Bob", teams={"Red": ("Ann",), "Blue": ("Bob",)})
    table.plays(evening, [*PARTY[:3], says("Cy", "join"), says("Dot", "join"), *PARTY[3:]])
    wins = {player["player"]: player["wins"] for player in as_json(table, capsys, "scores")}
    assert wins == {"Bob": 1, "Dot": 1, "Ann": 0, "Cy": 0}


def test_three_words_counts_the_guess_that_found_it(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    found = [hides("Ann", "SOLVE"), says("Bob", "propose", word="CRUMB"), says("Bob", "propose", word="SOLVE")]
    missed = [hides("Bob", "CRANE"), *(says("Ann", "propose", word=word) for word in ("SOLVE", "CRUMB", "FIGHT"))]
    moves = [*found, says("Ann", "next"), *missed, says("Ann", "next")]
    table.plays(Evening("three-words", "Ann", "Bob"), moves)
    players = {player["player"]: player["by_game"]["three-words"] for player in as_json(table, capsys, "scores")}
    assert (players["Bob"]["tries"], players["Ann"]["not_found"]) == ({"1": 0, "2": 1, "3": 0}, 1)


def test_wqrdles_counts_the_row_a_word_was_found_in_and_wrong_attempts(
    table: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    moves = [
        hides("Ann", "SOLVE"),
        hides("Bob", "CRANE"),
        says("Ann", "query", word="CRUMB"),
        says("Ann", "attempt", word="FIGHT"),
        says("Bob", "query", word="SOLVE"),
        says("Bob", "attempt", word="SOLVE"),
        says("Ann", "query", word="CRATE"),
        says("Ann", "attempt", word="CRANE"),
        says("Ann", "end"),
    ]
    table.plays(Evening("wqrdles", "Ann", "Bob"), moves)
    players = {player["player"]: player["by_game"]["wqrdles"] for player in as_json(table, capsys, "scores")}
    assert (players["Bob"]["tries"]["1"], players["Ann"]["tries"]["2"], players["Ann"]["not_found"]) == (1, 1, 1)


def test_points_are_averaged_over_games(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    table.plays(Evening("wqrdles", "Ann", "Bob"), [says("Ann", "end")])
    assert "  wqrdles: 1 game, 0 won, 0.0 points on average" in told(table, capsys, "scores")


# ── journals that cannot be read ─────────────────────────────────────────────────────────────────


def test_another_programs_file_is_refused_and_left_alone(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    with sqlite3.connect(table.file) as database:
        database.execute("CREATE TABLE recipes (title TEXT)")
    before = table.file.read_bytes()
    assert main(["history", "--journal", str(table.file)]) == 1
    assert "is not a wordtable journal. Is it the right file?" in capsys.readouterr().err
    assert table.file.read_bytes() == before


def test_something_else_altogether_is_refused_with_a_sentence(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    table.file.write_text("The shopping list")
    assert main(["scores", "--journal", str(table.file)]) == 1
    assert "is not a wordtable journal" in capsys.readouterr().err


def test_a_journal_that_cannot_be_reached_is_told_and_no_empty_history(
    table: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    table.file.write_text("a file, where a folder should be")
    assert main(["history", "--journal", str(table.file / "journal.db")]) == 1
    assert "Try again with sudo." in capsys.readouterr().err


def test_a_log_that_other_rules_wrote_still_has_its_result(older: Table, capsys: pytest.CaptureFixture[str]) -> None:
    older.plays(Evening("party", "Ann", "Bob"), PARTY)
    rewrite(older.file, "entry", lambda row: row.__setitem__(2, {"at": 0, "player": "Ann", "action": "sing"}), which=1)
    (game,) = as_json(older, capsys, "history")
    assert (game["winners"], game["tries"]) == (["Bob"], {"Ann": [], "Bob": []})


def test_a_game_that_an_older_version_saved_is_told_from_its_log(
    older: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    older.plays(Evening("party", "Ann", "Bob"), PARTY, {"Bob": "fair"})
    (game,) = as_json(older, capsys, "history")
    assert (game["players"], game["computers"], game["tries"]) == (["Ann"], ["Bob"], {"Ann": [3]})


def test_the_journal_is_where_the_service_keeps_it(
    tmp_path: Path, table: Table, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    table.plays(Evening("party", "Ann", "Bob"), PARTY)
    assert main(["history"]) == 0
    assert "Bob won" in capsys.readouterr().out


def test_history_can_be_read_while_the_table_plays(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    table.plays(Evening("party", "Ann", "Bob"), PARTY)
    playing = Journal.on_the_spot(table.file, VirtualClock())
    playing.begin(Evening("party", "Ann", "Bob").session.save(), {}, {}, lambda: None)
    assert len(told(table, capsys, "history")) == 1


# ── rows that somebody has spoilt ────────────────────────────────────────────────────────────────


HEADER, RESULT = 1, 2  # where they are in the rows of a game


@pytest.mark.parametrize(
    ("kind", "part", "nonsense"),
    [
        ("game", HEADER, {}),
        ("game", HEADER, {"game": "party", "players": [["Ann"]], "teams": None}),
        ("game", HEADER, "text"),
        ("result", RESULT, {"scores": {"Ann": "four"}, "winners": []}),
        ("result", RESULT, {"scores": {}, "winners": [{}]}),
    ],
    ids=["no players", "players in a list", "no object", "scores in words", "odd winners"],
)
def test_a_game_whose_rows_make_no_sense_is_left_out_and_the_others_are_told(
    older: Table, capsys: pytest.CaptureFixture[str], kind: str, part: int, nonsense: object
) -> None:
    older.plays(Evening("party", "Ann", "Bob"), PARTY)
    older.plays(Evening("party", "Ann", "Bob"), PARTY)
    rewrite(older.file, kind, lambda row: row.__setitem__(part, nonsense))
    assert len(as_json(older, capsys, "history")) == 1


def test_a_game_of_which_a_guess_is_damaged_still_has_its_result(
    older: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    older.plays(Evening("party", "Ann", "Bob"), PARTY)
    older.plays(Evening("party", "Ann", "Bob"), PARTY)
    spoil(older.file, "entry", which=1)
    newest, oldest = as_json(older, capsys, "history")
    assert (newest["tries"], oldest["winners"], oldest["tries"]) == (
        {"Ann": [3], "Bob": [2]},
        ["Bob"],
        {"Ann": [], "Bob": []},
    )


def test_a_newer_result_tells_everything_though_the_rest_of_its_game_is_damaged(
    table: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    table.plays(Evening("party", "Ann", "Bob"), PARTY)
    spoil(table.file, "entry", which=1)
    spoil(table.file, "game")
    assert as_json(table, capsys, "history")[0]["tries"] == {"Ann": [3], "Bob": [2]}


@pytest.mark.parametrize("command", ["history", "scores"])
def test_a_journal_that_sqlite_refuses_is_read_all_the_same(
    table: Table, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    table.plays(Evening("party", "Ann", "Bob"), PARTY)
    before = told(table, capsys, command)
    content = bytearray(table.file.read_bytes())
    content[0] ^= 1
    table.file.write_bytes(content)
    assert told(table, capsys, command) == before
    assert table.file.read_bytes() == content
