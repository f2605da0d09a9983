"""What the rulebooks put in plain sight can be read from the displays alone: every game and variation, every table.

What lies open is taken from the rules' view for everybody; what people read, only from the displays.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

import pytest

from firmware_host.drawing.tiles import said
from firmware_host.games import registry
from firmware_host.games.party.rules import CountedRow, PartyView, WholeRow
from firmware_host.games.shared.marks import Letters, mark
from firmware_host.games.shared.page import BoardRow
from firmware_host.games.shared.views import Absent
from firmware_host.games.three_words.rules import RowView, ThreeWordsView
from firmware_host.games.wqrdles.rules import WqrdlesView
from hardware.ports import ESCAPE
from tests.support.evening_table import EveningTable, Place
from tests.support.random_evening import GAMES
from tests.support.reading import Reading, pages_by_themselves
from tests.support.shipped import SHIPPED

NAMES = "Ann", "Bob", "Cid"
SECRETS = {5: ("HOUSE", "NEWTS", "ROAST"), 4: ("HOME", "NEST", "ROAD")}
Options = Mapping[str, str]


def variations(game: str) -> Iterator[Options]:
    """The usual game, and one for each value of each option that makes it another."""
    yield {}
    for option, offer in registry.named(game).choices.items():
        yield from ({option: str(value)} for value in list(offer.values)[1:][-2:])


EVERY = [
    pytest.param(table, game, options, id=f"{table} {game} {options or ''}", marks=pytest.mark.proof if options else ())
    for table in SHIPPED
    for game in GAMES
    for options in variations(game)
]


@pytest.mark.parametrize(("table", "game", "options"), EVERY)
def test_all_that_lies_open_can_be_read(table: str, game: str, options: Options) -> None:
    at = EveningTable(SHIPPED[table])
    people = at.join(*NAMES[: len(SHIPPED[table].seats)])
    people[0].starts(game, **options)
    PLAYED[game](at, people, options)


LARGE = [table for table, settings in SHIPPED.items() if len(settings.seats) > 2]


@pytest.mark.parametrize("table", LARGE)
@pytest.mark.parametrize("teams", ["2", pytest.param("3", marks=pytest.mark.proof)])
def test_all_that_lies_open_between_teams_can_be_read(table: str, teams: str) -> None:
    at = EveningTable(SHIPPED[table])
    people = at.join(*("Ann", "Bob", "Cid", "Dot")[: len(SHIPPED[table].seats)])
    people[0].sets("teams", teams)
    assert any("RED: ANN" in page and "BLUE: BOB" in page for page in pages_by_themselves(at))
    people[0].starts("party")
    guessers = [person for person in people if side_of(at, person) != "RED"]
    everybody_reads(at, guessers, "RED")
    people[0].hides("SOLVE")
    one_of_each = {side_of(at, guesser): guesser for guesser in guessers}
    for guesser, word in zip(one_of_each.values(), ("SMILE", "CRANE"), strict=False):
        guesser.guesses(word)
    people[0].from_the_menu("hint").types("riddle").enter()
    in_a_round(at, guessers)
    for guesser in one_of_each.values():
        guesser.guesses("SOLVE")
    at.passes(8)
    after_a_round(at, people)


def side_of(at: EveningTable, person: Place) -> str:
    """The team that somebody plays in, or else their own name."""
    name, teams = person.name.upper(), at.evening.snapshot().views[None].table.teams
    return next((team for team, names in teams.items() if name in names), name) if isinstance(teams, Mapping) else name


def tiles(word: str, marks: str) -> str:
    """A row as a display shows it: [S] is in its place, (L) is elsewhere."""
    return said(BoardRow(word, marks))


def alphabet(letters: Letters | Absent) -> str:
    assert isinstance(letters, Letters)
    known_in, known_out = (" ".join(part) or "none" for part in (letters.known_in, letters.known_out))
    return f"in: {known_in} out: {known_out}"


def actions(at: EveningTable, person: Place) -> tuple[str, ...]:
    """What the rules let them do now."""
    return at.evening.snapshot().views[person.name.upper()].table.actions


def reads_the_time(at: EveningTable, people: Sequence[Place]) -> None:
    """Whoever may act now has a clock in sight."""
    for person in people:
        shown = (person.panel.title, at.public.title)
        assert any(title[-5:].strip()[1:2] == ":" for title in shown), f"{person.name} reads no time in {shown}"


# ── party ────────────────────────────────────────────────────────────────────────────────────────


def party(at: EveningTable, people: Sequence[Place], _options: Options) -> None:
    host, *guessers = people
    host.hides("SOLVE")
    for guesser, word in zip(guessers, ("SMILE", "CRANE"), strict=False):
        guesser.guesses(word)
    host.from_the_menu("hint").types("riddle").enter()
    if at.evening.snapshot().views[None].table.deadlines:
        reads_the_time(at, guessers)
    in_a_round(at, guessers)
    for guesser in guessers:
        if at.evening.snapshot().phase == "guessing":
            guesser.guesses("SOLVE")
    at.passes(8)
    if host.sees("all done"):
        host.enter()
    after_a_round(at, people)


def in_a_round(at: EveningTable, guessers: Sequence[Place]) -> None:
    """How the others stand, the hint, and one's own rows and letters."""
    evening = at.evening.snapshot()
    reading = Reading(at, guessers)
    for guesser in guessers:
        view = evening.views[guesser.name.upper()]
        assert isinstance(view, PartyView)
        reading.finds(guesser, "Riddle")
        for side, board in view.boards.items():
            if side != side_of(at, guesser):
                green, yellow = "ob" if at.settings.palette == "orange-blue" else "GY"
                counted = [
                    f"{row.green}{green}{row.yellow}{yellow}" for row in board.rows if isinstance(row, CountedRow)
                ]
                reading.finds(guesser, side, *counted)
                continue
            rows = [row for row in board.rows if isinstance(row, WholeRow)]
            if guesser.panel.text:
                reading.finds(guesser, *(tiles(row.word, row.marks) for row in rows), alphabet(board.letters))
            else:
                reading.finds(guesser, *(row.marks for row in rows))
                reading.finds(guesser, on_a_grid(board.letters))


def on_a_grid(letters: Letters | Absent) -> str:
    """The alphabet, as a grid shows it behind the board."""
    assert isinstance(letters, Letters)
    order = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    return "".join("G" if each in letters.known_in else "." if each in letters.known_out else "-" for each in order)


def after_a_round(at: EveningTable, people: Sequence[Place]) -> None:
    """The word, everybody's place and points, what wins, and all boards."""
    view = at.evening.snapshot().views[None]
    assert isinstance(view, PartyView)
    reading = Reading(at, people)
    for person in people:
        reading.finds(person, "It was SOLVE")
        reading.finds(person, "points win")
        for side, points in view.table.scores.items():
            reading.finds(person, f"{side} {points}")
        for side, board in view.boards.items():
            rows = [row for row in board.rows if isinstance(row, WholeRow)]
            reading.finds(person, side, *(tiles(row.word, row.marks) for row in rows))


# ── wqrdles ──────────────────────────────────────────────────────────────────────────────────────


def wqrdles(at: EveningTable, people: Sequence[Place], options: Options) -> None:
    words = dict(zip([person.name for person in people], SECRETS[int(options.get("letters", "5"))], strict=False))
    for person in people:
        person.hides(words[person.name])
    at.passes(8)
    before_a_call(at, people)
    starter = people[0]
    if options.get("queries") == "free" or len(people) == 2:
        starter.guesses("HAND" if options.get("letters") == "4" else "PECAN")
    else:
        starter.chooses(starter.brings_up_the_list().screen.chosen)
    at.passes(1)
    marks_by_hand(at, people, words)
    if at.evening.snapshot().views[None].table.deadlines:
        reads_the_time(at, people)
    boards_and_values(at, people)


def marks_by_hand(at: EveningTable, people: Sequence[Place], words: Mapping[str, str]) -> None:
    view = at.evening.snapshot().views[None]
    assert isinstance(view, WqrdlesView)
    if view.table.phase != "marking" or not isinstance(view.query, str):
        return
    for person in people:
        if "mark" in actions(at, person):
            person.takes_the_screen().marks(mark(words[person.name], view.query))
            at.passes(1)


def before_a_call(at: EveningTable, people: Sequence[Place]) -> None:
    """Whose turn it is, and every card."""
    view = at.evening.snapshot().views[None]
    assert isinstance(view, WqrdlesView)
    reading = Reading(at, people)
    for person in people:
        if person.name.upper() != view.turn:
            reading.finds(person, f"{view.turn}'s turn")
        if isinstance(view.cards, Absent):
            continue
        for side in (*view.cards.values(), view.top_card):
            assert isinstance(side, tuple)
            reading.finds(person, *side)


def boards_and_values(at: EveningTable, people: Sequence[Place]) -> None:
    """Everybody's rows with marks, values and order, and what is known of each letter."""
    view = at.evening.snapshot().views[None]
    assert isinstance(view, WqrdlesView)
    reading = Reading(at, people)
    rows = 0
    for person in people:
        for owner, board in view.boards.items():
            called = "yours" if owner == person.name.upper() and not at.public.text else owner
            for row in board.rows:
                rows += 1
                order = "" if isinstance(row.order, Absent) else row.order
                reading.finds(person, called, f"{tiles(row.word, row.marks)} {row.value}{order}")
            if board.rows and at.public.text:
                reading.finds(person, owner, alphabet(board.letters))
    assert rows
    if not at.public.text:
        for person, other in zip(people, reversed(people), strict=True):
            if "attempt" in actions(at, person):
                letters_beside_an_attempt(person, other, view)


def letters_beside_an_attempt(person: Place, other: Place, view: WqrdlesView) -> None:
    """Where there is only the seat's own panel, the letters stand beside the word that is typed."""
    whose = person if view.table.rounds is None else other  # in the game for two, one's own board tells
    letters = alphabet(view.boards[whose.name.upper()].letters)
    assert person.chooses(other.name.upper()).panel.says(letters)
    person.presses(ESCAPE)


# ── three words ──────────────────────────────────────────────────────────────────────────────────


def three_words(at: EveningTable, people: Sequence[Place], _options: Options) -> None:
    master, *guessers = people
    master.hides("SOLVE")
    guessers[0].guesses("SMILE")
    view = at.evening.snapshot().views[None]
    assert isinstance(view, ThreeWordsView)
    if view.proposal is not None:  # where one speaks for all, nobody has to agree
        everybody_reads(at, people, "SMILE")
        agree(at, guessers)
    if at.evening.snapshot().views[None].table.deadlines:
        reads_the_time(at, guessers)
    speaker = next(guesser for guesser in guessers if "lifeline" in actions(at, guesser))
    speaker.from_the_menu("right-place 1", "2")
    agree(at, guessers)
    at.passes(8)
    board_and_lifelines(at, people)


def agree(at: EveningTable, guessers: Sequence[Place]) -> None:
    for guesser in guessers[1:]:
        if "confirm" in actions(at, guesser):
            guesser.chooses("agree")


def everybody_reads(at: EveningTable, people: Sequence[Place], *parts: str) -> None:
    reading = Reading(at, people)
    for person in people:
        reading.finds(person, *parts)


def board_and_lifelines(at: EveningTable, people: Sequence[Place]) -> None:
    """The rows that they share, the letter that a lifeline has placed, the alphabet, and which lifelines are left."""
    view = at.evening.snapshot().views[None]
    assert isinstance(view, ThreeWordsView)
    assert view.lifelines
    letters = view.board.letters
    known = Letters("".join(sorted({*letters.known_in, "O"})), letters.known_out)
    rows = [tiles(row.word, row.marks) for row in view.board.rows if isinstance(row, RowView)]
    reading = Reading(at, people)
    for person in people:
        reading.finds(person, *rows, ".[O]...")
    for guesser in people[1:]:
        reading.finds(guesser, *rows, alphabet(known))
        if "lifeline" not in actions(at, guesser):
            continue
        left = guesser.whole_list(ESCAPE)
        guesser.presses(ESCAPE)
        assert {"letter elsewhere", "seven wrong, card 2"} <= set(left)
        assert "letter in place" not in left


PLAYED: Mapping[str, Callable[[EveningTable, Sequence[Place], Options], None]] = {
    "party": party,
    "wqrdles": wqrdles,
    "three-words": three_words,
}
