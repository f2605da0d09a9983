"""After a round the table is told what the word means and what was remarkable, and nothing is looked up before."""

import gc
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType

import pytest

from firmware_host import meanings
from firmware_host.console.screens.results import Results
from firmware_host.games.shared.declaration import OpenBoard
from firmware_host.games.shared.marks import mark
from firmware_host.games.shared.page import BoardRow, Page
from firmware_host.meanings import Meanings
from firmware_host.remembered.remarkable import remarkable
from firmware_host.texts.language import english
from hardware.config.settings import TableSettings
from tests.support.evening_table import EveningTable, Place, grids_only, usual

SOLVE = "find the solution to or understand the meaning of"


def guessing(secret: str, settings: TableSettings | None = None) -> tuple[EveningTable, list[Place]]:
    table = EveningTable(settings)
    ann, bob, cy = table.join("Ann", "Bob", "Cy")
    ann.starts("party")
    ann.hides(secret)
    bob.guesses("CRUMB", "FLING")
    cy.guesses("CRUMB")
    return table, [ann, bob, cy]


# ── at the table ─────────────────────────────────────────────────────────────────────────────────


def test_every_panel_tells_the_meaning_by_itself() -> None:
    table, (ann, bob, cy) = guessing("SOLVE", usual())
    bob.guesses("SOLVE")
    cy.guesses("SOLVE")
    seen = [set[str](), set[str](), set[str](), set[str]()]
    for _ in range(60):
        table.passes(1)
        for told, panel in zip(seen, (ann.panel, bob.panel, cy.panel, table.public), strict=True):
            told |= set(panel.text)
    assert all(SOLVE in told and "CY found it in 2!" in told for told in seen)


def test_whoever_presses_a_key_turns_the_pages() -> None:
    table, (_, bob, cy) = guessing("SOLVE", usual())
    bob.guesses("SOLVE")
    cy.guesses("SOLVE")
    table.passes(4)
    bob.presses("RIGHT")
    assert SOLVE in bob.panel.text
    table.passes(30)
    assert SOLVE in bob.panel.text


def test_seats_with_only_a_grid_read_it_on_the_public_screen() -> None:
    table, (_, bob, cy) = guessing("SOLVE", grids_only())
    bob.guesses("SOLVE")
    cy.guesses("SOLVE")
    told = set[str]()
    for _ in range(60):
        table.passes(1)
        told |= set(table.public.text)
    assert SOLVE in told


# ── nothing is looked up before ──────────────────────────────────────────────────────────────────


def test_nothing_takes_longer_before_the_word_is_out() -> None:
    """The very same functions are called, of Python's own too, for a word with a meaning, for one that has none, and
    for a form of another: no file is opened for any of them."""
    steps = [steps_of_a_round(secret) for secret in ("SOLVE", "UNSET", "RISEN")]
    before = [early for early, _ in steps]
    assert {word: bool(Meanings().of(word)) for word in ("SOLVE", "UNSET")} == {"SOLVE": True, "UNSET": False}
    assert sum(before[0].values()) > 1000
    assert before[1:] == before[:2]
    assert not [step for step in before[0] if meanings.__file__ in step]
    assert [step for step in steps[0][1] if meanings.__file__ in step], "and it would have been noticed"


@pytest.mark.proof
def test_a_look_up_before_the_word_is_out_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    real = Results.follow

    def early(results: Results, pages: Callable[[int], tuple[Page, ...]]) -> None:
        for word in (getattr(view, "secret", None) for view in results._players.views.values()):
            if isinstance(word, str):
                Meanings().of(word)
        real(results, pages)

    monkeypatch.setattr(Results, "follow", early)
    assert steps_of_a_round("SOLVE")[0] != steps_of_a_round("UNSET")[0]


Steps = Counter[tuple[str, str, str]]  # how often each function was called: by its file, and its name or its caller's


def steps_of_a_round(secret: str) -> tuple[Steps, Steps]:
    """From the hidden word on until it is out, and when it is out. PYGMY has no letter of any of these words."""
    for counting in (False, False, True):  # once everything has been drawn before
        table = EveningTable(usual())
        ann, bob = table.join("Ann", "Bob")
        ann.starts("party")
        with counted(counting) as before:
            ann.hides(secret)
            bob.guesses("PYGMY")
            table.passes(20)
        with counted(counting) as after:
            bob.from_the_menu("give-up", "yes")
    return before, after


@contextmanager
def counted(counting: bool) -> Iterator[Steps]:
    calls = Counter[tuple[CodeType, object]]()
    steps: Steps = Counter()

    def count(frame: FrameType, event: str, called: object) -> None:
        if event == "call":
            calls[frame.f_code, None] += 1
        elif event == "c_call":
            calls[frame.f_code, getattr(called, "__name__", "")] += 1

    gc.disable()  # what is thrown away at some moment is no step
    sys.setprofile(count if counting else None)
    try:
        yield steps
    finally:
        sys.setprofile(None)
        gc.enable()
    for (code, called), times in calls.items():
        steps[code.co_filename, code.co_name, str(called)] += times


def test_only_the_word_that_lies_open_is_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def look_up(_meanings: Meanings, word: str) -> str:
        asked.append(word)
        return ""

    monkeypatch.setattr(Meanings, "of", look_up)
    table, (_, bob, cy) = guessing("SOLVE", usual())
    table.passes(20)
    assert asked == []
    bob.guesses("SOLVE")
    cy.guesses("SMILE", "SOLVE")
    table.passes(40)
    assert asked == ["SOLVE"]


# ── meanings ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("word", "meaning"),
    [
        ("SOLVE", "find the solution to or understand the meaning of"),
        ("taxed", "tax: levy a tax on"),
        ("WOULD", "will: was willing, or was going to"),
        ("AAHED", "aah: express admiration and pleasure by uttering `ooh' or `aah'"),
        ("ZORIS", "zori: a sandal attached to the foot by a thong over the toes"),
        ("XQZKV", ""),
        ("", ""),
    ],
)
def test_the_meaning_of_a_word(word: str, meaning: str) -> None:
    assert Meanings().of(word) == meaning


def test_a_table_can_bring_meanings_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "house.meanings").write_text("yowie a hairy beast of the bush\nsolve what Ann does\nempty\n")
    (tmp_path / "not-text.meanings").write_bytes(b"\xff\xfe\x00")
    own = Meanings(str(tmp_path))
    assert [own.of(word) for word in ("YOWIE", "SOLVE", "EMPTY")] == [
        "a hairy beast of the bush", "what Ann does", Meanings().of("EMPTY"),
    ]  # fmt: skip


# ── what was remarkable ──────────────────────────────────────────────────────────────────────────


def board(side: str, *guesses: str, word: str = "SOLVE") -> OpenBoard:
    return OpenBoard(side, "ANN", tuple(BoardRow(guess, mark(word, guess)) for guess in guesses))


@pytest.mark.parametrize(
    ("boards", "told"),
    [
        ([board("BOB", "SOLVE"), board("CY", "CRUMB", "SOLVE")], ["BOB found it in 1!", "CY found it in 2!"]),
        ([board("BOB", "CRUMB"), board("CY", "FLING")], ["Nobody found it."]),
        ([board("BOB", "SOLVE"), board("CY", "DELVE", "SALVE")], ["BOB found it in 1!", "CY was one letter away."]),
        ([board("BOB", *["CRUMB"] * 4, "SOLVE"), board("CY", *["SMILE"] * 3, "SOLVE")],
         ["BOB struggled longest: row 5.", "M fooled everybody: it was in 7 rows."]),
        ([board("", "CRUMB", "CRATE", "CIVIC")], ["C fooled everybody: it was in 3 rows."]),
        ([board("BOB", "CRUMB", "FLING", "SOLVE")], []),
        ([], []),
    ],
)  # fmt: skip
def test_what_was_remarkable(boards: list[OpenBoard], told: list[str]) -> None:
    assert [english(text) for text in remarkable(boards, {"ANN": "SOLVE"})] == told
