"""The party game: one Host hides a word, everybody else guesses it on a hidden board of six rows.

In the order of the rulebook: setting up, the secret, guessing, what the Host may do, the end of a round, views.
"""

from collections.abc import Container, Mapping
from dataclasses import field
from operator import attrgetter
from typing import NamedTuple

from firmware_host.frozen import changed, frozen
from firmware_host.games.party.hints import gives_away
from firmware_host.games.shared.evening.moves import phases
from firmware_host.games.shared.marks import Letters, Unused, letters, mark, unused
from firmware_host.games.shared.options import Options, one_of, seconds
from firmware_host.games.shared.secret import Secret
from firmware_host.games.shared.table import (
    RESULT,
    Action,
    Event,
    Game,
    Move,
    Phase,
    RuleError,
    Rules,
    Step,
    Wins,
    Words,
    announce,
    end_round,
    first_round,
    guessable,
    hideable,
    spelled,
    tell,
)
from firmware_host.games.shared.views import ABSENT, Absent, CrossedRow, TableView, table_view
from firmware_host.texts.text import Text, say, say_count

LETTERS, ROWS = 5, 6
UNSOLVED_SCORE = 7
HINT_LENGTH = 40
SHORTEST_TIMER, LONGEST_TIMER = 10, 600  # seconds
SOLVED_MARKS = "G" * LETTERS
PLAYING, SOLVED, FAILED, GAVE_UP = "playing", "solved", "failed", "gave-up"


@frozen
class PartyOptions(Options):
    mode: str = one_of("classic", "fast")
    timer: float | None = seconds(SHORTEST_TIMER, LONGEST_TIMER, default=None)
    pace: str = one_of("free", "lockstep")
    check: str = one_of("auto", "challenge", "off")
    hard: bool = one_of(False, True)


class Row(NamedTuple):
    """A guess and its marks; or, with no word, a row crossed out because time ran out."""

    word: str = ""
    marks: str = ""
    at: int = 0  # the game's number when it was submitted: which of two solves came first

    def __repr__(self) -> str:
        return f"Row(at={self.at})"


class Board(NamedTuple):
    """Rows and boards are tuples, like events: every guess makes one of each, and they are quickest to make."""

    rows: tuple[Row, ...] = ()
    status: str = PLAYING
    fresh: bool = False  # its newest guess may be challenged: no other came after it, not even one rubbed out since

    @staticmethod
    def of(rows: tuple[Row, ...], *, fresh: bool) -> "Board":
        """The board with these rows, solved or full or open as they say."""
        if rows and rows[-1].marks == SOLVED_MARKS:
            return Board(rows, SOLVED, fresh)
        return Board(rows, FAILED if len(rows) == ROWS else PLAYING, fresh)


_STATUS = attrgetter("status")


@frozen(slots=False)
class Party(Game):
    options: PartyOptions = field(kw_only=True)
    host: str = ""
    timer: float | None = None  # for each row, in this round
    missed: int = 0  # the points of a side that has missed all rounds so far
    secret: Secret | None = None
    boards: Mapping[str, Board] = field(default_factory=dict)
    left: Mapping[str, float] = field(default_factory=dict)  # in `closing`: the time that each open row still has
    hint: str | None = field(default=None, repr=False)


# ── setting up ───────────────────────────────────────────────────────────────────────────────────


def new(
    players: tuple[str, ...],
    teams: Mapping[str, tuple[str, ...]] | None,
    options: PartyOptions,
    words: Words,
    seed: int,
    now: float,
) -> Step[Party]:
    members = teams or {player: (player,) for player in players}
    host, *later = members
    game = Party(players, members, bool(teams), words, seed, now, options=options, host=host)
    return first_round(changed(game, to_come=tuple(later), rounds=len(members)))


def _begin_round(game: Party) -> Step[Party]:
    boards = {side: Board() for side in game.members if side != game.host}
    begun = changed(game, phase="secret", secret=None, hint=None, boards=boards, left={}, timer=game.options.timer)
    return begun, (announce("round-begins", round=game.round, rounds=game.rounds, host=game.host),)


def _next_round(game: Party) -> Party | None:
    if not game.to_come:
        return None
    host, *later = game.to_come
    return changed(game, round=game.round + 1, host=host, to_come=tuple(later))


# ── the secret ───────────────────────────────────────────────────────────────────────────────────


def _host_only(game: Party, player: str) -> RuleError | None:
    if game.side_of(player) == game.host:
        return None
    return RuleError("not-yours", "Only the Host ({host}) may do that.", host=game.host)


def _set_timer(game: Party, action: Action) -> Step[Party]:
    if action.seconds is not None and not SHORTEST_TIMER <= action.seconds <= LONGEST_TIMER:
        raise RuleError("does-not-fit", "A timer has {low} to {high} seconds.", low=SHORTEST_TIMER, high=LONGEST_TIMER)
    return changed(game, timer=action.seconds), (announce("timer-set", player=game.host, seconds=action.seconds),)


def _hide(game: Party, action: Action) -> Step[Party]:
    secret = Secret(hideable(game.words, action.word, LETTERS, plurals=False))
    hidden = changed(game, phase="guessing", secret=secret)
    return _with_clocks(hidden, ()), (announce("secret-set", player=game.host),)


# ── guessing ─────────────────────────────────────────────────────────────────────────────────────


def _is_guessing(game: Party, player: str) -> RuleError | None:
    side = game.side_of(player)
    if side == game.host:
        return RuleError("not-yours", "The Host knows the word and does not guess.")
    if game.boards[side].status != PLAYING:
        return RuleError("not-now", "This board is finished for this round.")
    return None


def _row_is_open(game: Party, player: str) -> RuleError | None:
    refusal = _is_guessing(game, player)
    if refusal is None and game.options.pace == "lockstep" and not _open(game, game.side_of(player)):
        return RuleError("not-now", "The next row opens when everybody has filled this one.")
    return refusal


def _open(game: Party, side: str) -> bool:
    """Is this board's next row open? In lockstep the slowest board decides."""
    board = game.boards[side]
    if board.status != PLAYING:
        return False
    if game.options.pace == "free":
        return True
    return all(len(other.rows) >= len(board.rows) for other in game.boards.values() if other.status == PLAYING)


def _guess(game: Party, action: Action) -> Step[Party]:
    side = game.side_of(action.player)
    board = game.boards[side]
    rows = board.rows
    number = len(rows) + 1
    if action.row is not None and action.row != number:
        raise RuleError("stale", "That row is not open: row {row} is.", row=number)
    if game.options.check == "auto":
        word = guessable(game.words, action.word, LETTERS)
    else:
        word = spelled(action.word, LETTERS)
    if game.options.hard and (left_out := unused(_guesses(board), word)):
        raise RuleError("does-not-fit", _must_use(left_out), openly=say("Use all that your board has shown."))
    marks = mark(_word(game), word)
    board = Board.of((*rows, Row(word, marks, game.number)), fresh=True)
    events = _marked(game, side, number, word, marks)
    if board.status != PLAYING:
        events += (announce(board.status, player=side, row=number),)
    return _settle(game, {side: board}, events)


def _guesses(board: Board) -> list[tuple[str, str]]:
    """What the board shows. A row that was crossed out shows nothing."""
    return [(row.word, row.marks) for row in board.rows if row.word]


def _must_use(left_out: Unused) -> Text:
    if left_out.place is not None:
        return say("{letter} must stay in place {place}.", letter=left_out.letter, place=left_out.place)
    return say_count("Use the {letter}.", "Use the {letter} {count} times.", left_out.copies, letter=left_out.letter)


def _give_up(game: Party, action: Action) -> Step[Party]:
    side = game.side_of(action.player)
    board = game.boards[side]._replace(status=GAVE_UP)
    return _settle(game, {side: board}, (announce("gave-up", player=side),))


def _time_out(game: Party, side: str) -> Step[Party]:
    board = game.boards[side]
    board = Board.of((*board.rows, Row()), fresh=board.fresh)
    events: tuple[Event, ...] = (announce("crossed", player=side, row=len(board.rows)),)
    if board.status == FAILED:
        events += (announce(FAILED, player=side, row=len(board.rows)),)
    return _settle(game, {side: board}, events)


def _marked(game: Party, side: str, number: int, word: str, marks: str) -> tuple[Event, ...]:
    """The row with its letters to its owner and the Host; how many of each colour to everybody."""
    owners_and_host = game.members.get(side, ()) + game.members[game.host]
    knowing = tuple([player for player in game.players if player in owners_and_host])
    return (
        tell(knowing, "marked", player=side, row=number, word=word, marks=marks),
        announce("counted", player=side, row=number, green=marks.count("G"), yellow=marks.count("Y")),
    )


def _word(game: Party) -> str:
    assert game.secret is not None, "a board is marked only after the secret is set"
    return game.secret.reveal()


def _with_clocks(game: Party, restarted: Container[str]) -> Party:
    """A clock for every open row: new where the row has just opened, as it was elsewhere."""
    if game.timer is None:
        return game
    fresh = game.now + game.timer
    kept = {side: due for side, due in game.clocks.items() if side not in restarted}
    return changed(game, clocks={side: kept.get(side, fresh) for side in game.boards if _open(game, side)})


def _any_board(status: str, boards: Mapping[str, Board]) -> bool:
    return status in map(_STATUS, boards.values())


def _settle(game: Party, played: Mapping[str, Board], events: tuple[Event, ...]) -> Step[Party]:
    """These boards have changed: is guessing over, and if not, whose clocks run?"""
    if game.phase == "closing":
        game = changed(game, clocks={side: game.now + left for side, left in game.left.items()}, left={})
    boards = {**game.boards, **played}
    if _any_board(PLAYING, boards) and not (game.options.mode == "fast" and _any_board(SOLVED, boards)):
        return _with_clocks(changed(game, phase="guessing", boards=boards), restarted=played), events
    if game.options.check == "challenge":
        left = {side: due - game.now for side, due in game.clocks.items() if side not in played}
        return changed(game, phase="closing", boards=boards, clocks={}, left=left), events
    revealed, more = _reveal(changed(game, boards=boards))
    return revealed, events + more


# ── what the Host may do ─────────────────────────────────────────────────────────────────────────


def _may_challenge(game: Party, player: str) -> RuleError | None:
    if game.options.check != "challenge":
        return RuleError("not-now", "This game is played without challenges.")
    return _host_only(game, player)


def _challenge(game: Party, action: Action) -> Step[Party]:
    side = action.target or ""
    board = game.boards.get(side, Board())
    newest = max((number for number, row in enumerate(board.rows) if row.word), default=-1)
    if action.row is not None and action.row != newest + 1:
        raise RuleError("stale", "That board has changed: look again.")
    if not board.fresh:
        raise RuleError("does-not-fit", "There is no guess on that board to challenge.")
    upheld = action.upheld
    if upheld is None:
        upheld = not game.words.may_guess(board.rows[newest].word)
    events = (announce("challenged", player=side, row=newest + 1, upheld=upheld),)
    if not upheld:
        return game, events
    rubbed_out = Board(board.rows[:newest], GAVE_UP if board.status == GAVE_UP else PLAYING)
    return _settle(game, {side: rubbed_out}, events)


def _correct(game: Party, action: Action) -> Step[Party]:
    word = hideable(game.words, action.word, LETTERS, plurals=False)
    game = changed(game, secret=Secret(word))
    events: tuple[Event, ...] = (announce("corrected", player=game.host),)
    played: dict[str, Board] = {}
    for side, board in game.boards.items():
        number, row = _first_wrong_row(board, word)
        if row is None:
            continue
        still_newest = not any(below.word for below in board.rows[number:])
        again = Board.of((*board.rows[: number - 1], row), fresh=board.fresh and still_newest)
        if side not in game.members:  # whoever left neither plays on nor turns out to have solved it
            again = again._replace(status=GAVE_UP)
        played[side] = again
        events += _marked(game, side, number, row.word, row.marks)
        if again.status in (SOLVED, FAILED):
            events += (announce(again.status, player=side, row=number),)
    return _settle(game, played, events)


def _first_wrong_row(board: Board, word: str) -> tuple[int, Row | None]:
    """The first row that another secret would have marked otherwise, with its right marks."""
    for number, row in enumerate(board.rows, 1):
        if row.word and (marks := mark(word, row.word)) != row.marks:
            return number, Row(row.word, marks, row.at)
    return 0, None


def _hint(game: Party, action: Action) -> Step[Party]:
    text = " ".join(action.text.split())
    if not 1 <= len(text) <= HINT_LENGTH or not text.isprintable():
        raise RuleError("does-not-fit", "A hint has 1 to {most} characters.", most=HINT_LENGTH)
    if gives_away(text, _word(game)):
        raise RuleError("does-not-fit", "That hint gives the word away: try another.")
    return changed(game, hint=text), (announce("hint", text=text),)


# ── the end of a round ───────────────────────────────────────────────────────────────────────────


def _reveal_now(game: Party, _action: Action) -> Step[Party]:
    return _reveal(game)


def _reveal(game: Party) -> Step[Party]:
    word, scores = _word(game), _scores(game)
    missed = game.missed + _fair_share(game, scores)
    ended, events = end_round(changed(game, revealed={game.host: word}, missed=missed), scores)
    return ended, (announce("revealed", owner=game.host, word=word), *events)


def _scores(game: Party) -> dict[str, int]:
    """Tries used, or seven; in fast mode one point to whoever solved it first."""
    solved = {side: board.rows[-1].at for side, board in game.boards.items() if board.status == SOLVED}
    if game.options.mode == "fast":
        first = min(solved, key=solved.__getitem__, default=None)
        return {side: int(side == first) for side in game.members}
    tries = {side: len(board.rows) if side in solved else _unsolved(game) for side, board in game.boards.items()}
    return {side: tries.get(side, 0) for side in game.members}


def _fair_share(game: Party, scores: Mapping[str, int]) -> int:
    """The average of the guessers, for whoever was not there: rounded so that missing a round is never an advantage."""
    guessers = [points for side, points in scores.items() if side != game.host]
    if not guessers:
        return 0
    total, count = sum(guessers), len(guessers)
    return total // count if game.options.mode == "fast" else -(-total // count)


def _newcomer(game: Party, side: str) -> Party:
    """They host after the others."""
    to_come = (*game.to_come, side)
    return changed(game, scores={**game.scores, side: game.missed}, to_come=to_come, rounds=game.round + len(to_come))


def _unsolved(game: Party) -> int:
    return 0 if game.options.mode == "fast" else UNSOLVED_SCORE


def _gone(game: Party, side: str) -> Step[Party]:
    """They will not host any more, and an open board of theirs counts as given up."""
    still_to_host = tuple(host for host in game.to_come if host in game.members)
    game = changed(game, to_come=still_to_host, rounds=game.round + len(still_to_host))
    board = game.boards.get(side)
    if game.phase == RESULT or board is None or board.status != PLAYING:
        return game, ()
    return changed(game, boards={**game.boards, side: board._replace(status=GAVE_UP)}), ()


def _left(game: Party, side: str) -> Step[Party]:
    if side in game.members or game.phase == RESULT:
        return game, ()
    if side == game.host:
        return end_round(changed(game, secret=None), dict.fromkeys(game.members, 0))
    return (game, ()) if game.phase == "secret" else _settle(game, {}, ())


def _wins(game: Party) -> Wins:
    return Wins.MOST if game.options.mode == "fast" else Wins.FEWEST


def _played_out(game: Party) -> bool:
    return not game.to_come


HOST_MOVES = {"challenge": Move(_may_challenge, _challenge), "correct": Move(_host_only, _correct)}
Party.rules = Rules(
    name="party",
    phases=phases(
        {
            "secret": Phase(
                say("The Host is still choosing a word."),
                {"secret": Move(_host_only, _hide), "timer": Move(_host_only, _set_timer)},
            ),
            "guessing": Phase(
                say("Not while the others are guessing."),
                {
                    "guess": Move(_row_is_open, _guess),
                    "give-up": Move(_is_guessing, _give_up),
                    **HOST_MOVES,
                    "hint": Move(_host_only, _hint),
                },
            ),
            "closing": Phase(
                say("Guessing is over: the Host reveals the word."),
                {**HOST_MOVES, "reveal": Move(_host_only, _reveal_now)},
            ),
        }
    ),
    events=(
        "round-begins",
        "timer-set",
        "secret-set",
        "marked",
        "counted",
        "solved",
        "failed",
        "gave-up",
        "crossed",
        "challenged",
        "corrected",
        "hint",
        "revealed",
    ),
    begin_round=_begin_round,
    next_round=_next_round,
    played_out=_played_out,
    wins=_wins,
    time_out=_time_out,
    gone=_gone,
    left=_left,
    newcomer=_newcomer,
)


# ── what each may see ────────────────────────────────────────────────────────────────────────────


@frozen
class WholeRow:
    word: str = field(repr=False)
    marks: str = field(repr=False)


@frozen
class CountedRow:
    green: int
    yellow: int


@frozen
class BoardView:
    rows: tuple[WholeRow | CountedRow | CrossedRow, ...]
    status: str
    letters: Letters | Absent = field(repr=False)


@frozen
class PartyView:
    table: TableView
    hard: bool
    timer: float | None  # for each row, in this round
    unsolved: int  # points for a board that is not solved
    host: str
    boards: Mapping[str, BoardView]
    hint: str | None
    secret: str | Absent | None = field(repr=False)


def view(game: Party, you: str | None) -> PartyView:
    mine = None if you is None else game.side_of(you)
    hosting = mine == game.host
    opened = game.round_scores is not None
    return PartyView(
        table=table_view(game, you),
        hard=game.options.hard,
        timer=game.timer,
        unsolved=_unsolved(game),
        host=game.host,
        boards={side: _shown(board, opened or hosting or side == mine) for side, board in game.boards.items()},
        hint=game.hint,
        secret=(game.secret.reveal() if game.secret else None) if hosting else ABSENT,
    )


def _shown(board: Board, whole: bool) -> BoardView:
    """A board with its letters for those who may read them, with counts for the others."""
    if not whole:
        return BoardView(tuple(_counted(row) for row in board.rows), board.status, ABSENT)
    rows = tuple(WholeRow(row.word, row.marks) if row.word else CrossedRow() for row in board.rows)
    return BoardView(rows, board.status, letters(_guesses(board)))


def _counted(row: Row) -> CountedRow | CrossedRow:
    return CountedRow(row.marks.count("G"), row.marks.count("Y")) if row.word else CrossedRow()
