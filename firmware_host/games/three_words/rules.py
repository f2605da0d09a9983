"""Three words: one Word Master hides a word, all others agree on three guesses and on which lifelines to pay for.

In the order of the rulebook: setting up, the secret, agreeing on a guess, lifelines, the end of a round, views.
"""

from dataclasses import field
from string import ascii_uppercase

from firmware_host.frozen import changed, frozen
from firmware_host.games.shared.evening.moves import phases
from firmware_host.games.shared.marks import Letters, letters, mark
from firmware_host.games.shared.options import Options, number, one_of, seconds
from firmware_host.games.shared.secret import Secret
from firmware_host.games.shared.table import (
    RESULT,
    THE_TABLE,
    Action,
    Event,
    Game,
    Move,
    Phase,
    RuleError,
    Rules,
    Step,
    Words,
    announce,
    end_round,
    first_round,
    guessable,
    hideable,
    leaders,
    most_points,
)
from firmware_host.games.shared.views import ABSENT, Absent, CrossedRow, TableView, table_view
from firmware_host.texts.text import all_of, say

LETTERS, GUESSES, WRONG_LETTERS = 5, 3, 7
SOLVED_MARKS = "G" * LETTERS
RIGHT_PLACE, WRONG_PLACE, SEVEN_WRONG = "right-place", "wrong-place", "seven-wrong"
SIDES_OF_CARD = {1: (RIGHT_PLACE, SEVEN_WRONG), 2: (WRONG_PLACE, SEVEN_WRONG)}

# By the guess that solved it, then by the lifelines used.
MASTER_SCORES = ((0, 0, 0), (0, 0, 0), (5, 10, 15))
GUESSER_SCORES = ((30, 20, 10), (20, 10, 5), (10, 5, 0))
MASTER_UNSOLVED, GUESSER_UNSOLVED = 20, -5


@frozen
class ThreeWordsOptions(Options):
    timer: float | None = seconds(10, 600, default=None)
    agreement: str = one_of("all", "speaker")
    answers: str = one_of("master", "auto")
    laps: int = number(1, 5, default=1)
    tie: str = one_of("extra-lap", "share")


@frozen
class Row:
    """A guess and its marks; or, with no word, a guess spent because time ran out."""

    word: str = field(default="", repr=False)
    marks: str = field(default="", repr=False)


@frozen
class Lifeline:
    """A side of a card, asked for or answered."""

    card: int
    side: str
    position: int | None
    answer: str = field(default="", repr=False)  # a letter, or seven in A–Z order


@frozen
class Proposal:
    by: str
    what: str | Lifeline = field(repr=False)
    confirmed: frozenset[str] = frozenset()


@frozen(slots=False)
class ThreeWords(Game):
    options: ThreeWordsOptions = field(kw_only=True)
    seating: tuple[str, ...] = ()  # everybody who ever sat here, so that the speaker moves on past somebody who left
    master: str = ""
    secret: Secret | None = None
    rows: tuple[Row, ...] = ()
    speaker: str = ""
    proposal: Proposal | None = None
    lifelines: tuple[Lifeline, ...] = ()
    pending: Lifeline | None = None
    time_left: float | None = None  # of the guess clock, while it stands still for a lifeline


# ── setting up ───────────────────────────────────────────────────────────────────────────────────


def new(players: tuple[str, ...], options: ThreeWordsOptions, words: Words, seed: int, now: float) -> Step[ThreeWords]:
    members = {player: (player,) for player in players}
    schedule = players * options.laps
    game = ThreeWords(players, members, False, words, seed, now, options=options, seating=players, master=schedule[0])
    return first_round(changed(game, to_come=schedule[1:], rounds=len(schedule)))


def _begin_round(game: ThreeWords) -> Step[ThreeWords]:
    begun = changed(
        game,
        phase="secret",
        secret=None,
        rows=(),
        speaker=_next_guesser(game, game.master),
        proposal=None,
        lifelines=(),
        pending=None,
        time_left=None,
    )
    return begun, (announce("round-begins", round=game.round, rounds=game.rounds, master=game.master),)


def _next_round(game: ThreeWords) -> ThreeWords | None:
    to_come = game.to_come
    if not to_come and game.options.tie == "extra-lap" and len(leaders(game)) > 1:
        to_come = game.players
    if not to_come:
        return None
    rounds = game.round + len(to_come)
    return changed(game, round=game.round + 1, rounds=rounds, master=to_come[0], to_come=to_come[1:])


def _played_out(game: ThreeWords) -> bool:
    return not game.to_come


def _guessers(game: ThreeWords) -> tuple[str, ...]:
    return tuple([player for player in game.players if player != game.master])


def _next_guesser(game: ThreeWords, player: str) -> str:
    """Who of the guessers sits next, clockwise."""
    seat = game.seating.index(player) + 1
    guessers = _guessers(game)
    return next(other for other in game.seating[seat:] + game.seating[:seat] if other in guessers)


# ── the secret ───────────────────────────────────────────────────────────────────────────────────


def _master_only(game: ThreeWords, player: str) -> RuleError | None:
    if player == game.master:
        return None
    return RuleError("not-yours", "Only the Word Master ({master}) may do that.", master=game.master)


def _hide(game: ThreeWords, action: Action) -> Step[ThreeWords]:
    word = hideable(game.words, action.word, LETTERS, plurals=True)
    if len(set(word)) == 1:
        raise RuleError("not-a-secret", "A word of one repeated letter cannot answer a lifeline: try another.")
    hidden = changed(game, phase="guessing", secret=Secret(word))
    return _with_fresh_clock(hidden), (announce("secret-set", player=game.master),)


def _word(game: ThreeWords) -> str:
    assert game.secret is not None, "nobody guesses before the secret is set"
    return game.secret.reveal()


def _with_fresh_clock(game: ThreeWords) -> ThreeWords:
    if game.options.timer is None:
        return game
    return changed(game, clocks={THE_TABLE: game.now + game.options.timer})


# ── agreeing on a guess ──────────────────────────────────────────────────────────────────────────


def _may_propose(game: ThreeWords, player: str) -> RuleError | None:
    if player == game.master:
        return RuleError("not-yours", "The Word Master knows the word and does not guess.")
    if game.options.agreement == "speaker" and player != game.speaker:
        return RuleError("not-yours", "{speaker} speaks for this guess.", speaker=game.speaker)
    return None


def _propose(game: ThreeWords, action: Action) -> Step[ThreeWords]:
    word = guessable(game.words, action.word, LETTERS)
    said = announce("proposed", player=action.player, word=word)
    return _when_agreed(changed(game, proposal=Proposal(action.player, word)), (said,))


def _may_confirm(game: ThreeWords, player: str) -> RuleError | None:
    if game.proposal is None:
        return RuleError("not-now", "Nothing has been proposed yet.")
    if player in (game.master, game.proposal.by):
        return RuleError("not-yours", "The other guessers have to confirm that.")
    if player in game.proposal.confirmed:
        return RuleError("not-now", "You have confirmed that already: wait for the others.")
    return None


def _confirm(game: ThreeWords, action: Action) -> Step[ThreeWords]:
    proposal = game.proposal
    assert proposal is not None, "without a proposal nobody gets here"
    if not _is_meant(proposal.what, action):
        raise RuleError("stale", "The proposal has changed: look again.")
    agreed = Proposal(proposal.by, proposal.what, proposal.confirmed | {action.player})
    return _when_agreed(changed(game, proposal=agreed), (announce("confirmed", player=action.player),))


def _is_meant(proposed: str | Lifeline, action: Action) -> bool:
    """Whether the word or the lifeline that it confirms, if it names one, is the one that is proposed."""
    if action.card:
        return proposed == Lifeline(action.card, action.side, action.position)
    return not action.word or action.word.upper() == proposed


def _when_agreed(game: ThreeWords, events: tuple[Event, ...]) -> Step[ThreeWords]:
    """A proposal takes effect when every other guesser has confirmed it; the speaker's own at once."""
    proposal = game.proposal
    if proposal is None:
        return game, events
    silent = [player for player in _guessers(game) if player != proposal.by and player not in proposal.confirmed]
    if game.options.agreement == "all" and silent:
        return game, events
    agreed = changed(game, proposal=None)
    if isinstance(proposal.what, Lifeline):
        after, more = _draw(agreed, proposal.what)
    else:
        after, more = _guess(agreed, proposal.by, proposal.what)
    return after, events + more


def _guess(game: ThreeWords, by: str, word: str) -> Step[ThreeWords]:
    row, marks = len(game.rows) + 1, mark(_word(game), word)
    green, yellow = marks.count("G"), marks.count("Y")
    events: tuple[Event, ...] = (
        announce("marked", player=by, row=row, word=word, marks=marks),
        announce("counted", player=by, row=row, green=green, yellow=yellow),
    )
    if marks == SOLVED_MARKS:
        events += (announce("solved", player=by, row=row),)
    return _after_guess(changed(game, rows=(*game.rows, Row(word, marks))), events)


def _time_out(game: ThreeWords, _clock: str) -> Step[ThreeWords]:
    spent = changed(game, rows=(*game.rows, Row()), proposal=None)
    return _after_guess(spent, (announce("crossed", row=len(spent.rows)),))


def _after_guess(game: ThreeWords, events: tuple[Event, ...]) -> Step[ThreeWords]:
    if game.rows[-1].marks == SOLVED_MARKS or len(game.rows) == GUESSES:
        return _reveal(game, events)
    return _with_fresh_clock(changed(game, speaker=_next_guesser(game, game.speaker))), events


# ── lifelines ────────────────────────────────────────────────────────────────────────────────────


def _ask(game: ThreeWords, action: Action) -> Step[ThreeWords]:
    sides = SIDES_OF_CARD[action.card]
    if any(used.card == action.card for used in game.lifelines):
        raise RuleError("spent", "That card has been used in this round.")
    if action.side not in sides:
        raise RuleError("does-not-fit", "Card {card} has these sides: {sides}.", card=action.card, sides=all_of(sides))
    if action.side == RIGHT_PLACE and action.position in _green_positions(game):
        raise RuleError("does-not-fit", "That position is known already: choose another.")
    asked = Lifeline(action.card, action.side, action.position)
    said = announce("proposed", player=action.player, lifeline=_lifeline_view(asked))
    return _when_agreed(changed(game, proposal=Proposal(action.player, asked)), (said,))


def _green_positions(game: ThreeWords) -> set[int]:
    return {place for row in game.rows for place, tile in enumerate(row.marks, 1) if tile == "G"}


def _draw(game: ThreeWords, asked: Lifeline) -> Step[ThreeWords]:
    """The guessers have agreed on a lifeline: answered at once where nobody has a choice, else the Master's."""
    events = (announce("lifeline-asked", lifeline=_lifeline_view(asked)),)
    if asked.side == RIGHT_PLACE:
        return _answered(game, asked, _letter_at(game, asked), events)
    if game.options.answers == "auto":
        answer = _any_misplaced_letter(game, asked) if asked.side == WRONG_PLACE else _any_wrong_letters(game)
        return _answered(game, asked, answer, events)
    time_left = game.clocks[THE_TABLE] - game.now if game.clocks else None
    return changed(game, phase="lifeline", pending=asked, time_left=time_left, clocks={}), events


def _answer(game: ThreeWords, action: Action) -> Step[ThreeWords]:
    asked = game.pending
    assert asked is not None, "a lifeline waits in this phase"
    if asked.side == WRONG_PLACE:
        answer = action.letter.upper()
        if not action.letter.isascii() or answer not in _misplaced_letters(game, asked):
            raise RuleError("does-not-fit", "Choose one letter of your word, but not the one at that position.")
    else:
        answer = "".join(sorted(set(action.letters.upper()) & set(_wrong_letters(game))))
        if not action.letters.isascii() or not len(action.letters) == len(answer) == WRONG_LETTERS:
            raise RuleError("does-not-fit", "Choose seven different letters, none in your word or shown before.")
    clocks = {} if game.time_left is None else {THE_TABLE: game.now + game.time_left}
    again = changed(game, phase="guessing", pending=None, time_left=None, clocks=clocks)
    return _answered(again, asked, answer, ())


def _answered(game: ThreeWords, asked: Lifeline, answer: str, events: tuple[Event, ...]) -> Step[ThreeWords]:
    shown = Lifeline(asked.card, asked.side, asked.position, answer)
    after = changed(game, lifelines=(*game.lifelines, shown))
    return after, (*events, announce("lifeline-answered", lifeline=_lifeline_view(shown)))


def _letter_at(game: ThreeWords, asked: Lifeline) -> str:
    assert asked.position is not None, "this side is asked for with a position"
    return _word(game)[asked.position - 1]


def _misplaced_letters(game: ThreeWords, asked: Lifeline) -> set[str]:
    return set(_word(game)) - {_letter_at(game, asked)}


def _wrong_letters(game: ThreeWords) -> list[str]:
    """Letters that are not in the word and that no earlier card has shown as wrong."""
    shown = {letter for used in game.lifelines if used.side == SEVEN_WRONG for letter in used.answer}
    return [letter for letter in ascii_uppercase if letter not in _word(game) and letter not in shown]


def _by_chance(game: ThreeWords) -> dict[str, float]:
    """The alphabet in an order that does not depend on the word: a letter left out says no more than it must."""
    rng = game.random("lifeline")
    return {letter: rng.random() for letter in ascii_uppercase}


def _any_misplaced_letter(game: ThreeWords, asked: Lifeline) -> str:
    return min(_misplaced_letters(game, asked), key=_by_chance(game).__getitem__)


def _any_wrong_letters(game: ThreeWords) -> str:
    """Seven, no two of them neighbours in the alphabet; those known to be out already come last."""
    known = letters((row.word, row.marks) for row in game.rows).known_out
    pool = _wrong_letters(game)  # fourteen or more, so seven of them always stand apart
    fresh = [letter for letter in pool if letter not in known]
    if _most_apart(fresh) >= WRONG_LETTERS:
        pool = fresh
    chance = _by_chance(game)
    chosen: list[str] = []
    for letter in sorted(pool, key=lambda letter: (letter in known, chance[letter])):
        apart = [other for other in pool if abs(ord(other) - ord(letter)) > 1]
        if letter in pool and len(chosen) + 1 + _most_apart(apart) >= WRONG_LETTERS:
            chosen.append(letter)
            pool = apart
    return "".join(sorted(chosen[:WRONG_LETTERS]))


def _most_apart(alphabetical: list[str]) -> int:
    """How many of these letters can be picked so that no two are neighbours."""
    picked: list[str] = []
    for letter in alphabetical:
        if not picked or ord(letter) - ord(picked[-1]) > 1:
            picked.append(letter)
    return len(picked)


# ── the end of a round ───────────────────────────────────────────────────────────────────────────


def _reveal(game: ThreeWords, events: tuple[Event, ...]) -> Step[ThreeWords]:
    word = _word(game)
    published = changed(game, revealed={game.master: word})
    ended, more = end_round(published, _scores(game))
    return ended, (*events, announce("revealed", owner=game.master, word=word), *more)


def _scores(game: ThreeWords) -> dict[str, int]:
    master, guesser = MASTER_UNSOLVED, GUESSER_UNSOLVED
    if game.rows[-1].marks == SOLVED_MARKS:
        tries, used = len(game.rows), len(game.lifelines)
        master, guesser = MASTER_SCORES[tries - 1][used], GUESSER_SCORES[tries - 1][used]
    return {player: master if player == game.master else guesser for player in game.players}


def _gone(game: ThreeWords, _player: str) -> Step[ThreeWords]:
    """They will not be Word Master any more."""
    to_come = tuple(master for master in game.to_come if master in game.members)
    return changed(game, to_come=to_come, rounds=game.round + len(to_come)), ()


def _left(game: ThreeWords, player: str) -> Step[ThreeWords]:
    if game.phase == RESULT:
        return game, ()
    if player == game.master:
        void = changed(game, secret=None, proposal=None, pending=None)
        return end_round(void, dict.fromkeys(game.members, 0))
    if player == game.speaker:
        game = changed(game, speaker=_next_guesser(game, player))
    if game.proposal is not None:
        game = changed(game, proposal=_proposal_without(game.proposal, player))
    return _when_agreed(game, ())


def _newcomer(game: ThreeWords, player: str) -> ThreeWords:
    """They begin with the fewest points that anybody has, and are Word Master last in every lap to come."""
    others, left = len(game.players) - 1, len(game.to_come)
    # Where each lap ends in `to_come`. After the last round there is none: a tie makes a new lap of all players.
    ends = range(left % others or others, left + 1, others)
    to_come = tuple(
        each for at, master in enumerate(game.to_come, 1) for each in ((master, player) if at in ends else (master,))
    )
    return changed(
        game,
        scores={**game.scores, player: min(game.scores.values())},
        seating=(*(other for other in game.seating if other != player), player),
        to_come=to_come,
        rounds=game.round + len(to_come),
    )


def _proposal_without(proposal: Proposal, player: str) -> Proposal | None:
    if proposal.by == player:
        return None
    return Proposal(proposal.by, proposal.what, proposal.confirmed - {player})


ThreeWords.rules = Rules(
    name="three-words",
    phases=phases(
        {
            "secret": Phase(say("The Word Master is still choosing a word."), {"secret": Move(_master_only, _hide)}),
            "guessing": Phase(
                say("The guessers are still making up their minds."),
                {
                    "propose": Move(_may_propose, _propose),
                    "lifeline": Move(_may_propose, _ask),
                    "confirm": Move(_may_confirm, _confirm),
                },
            ),
            "lifeline": Phase(
                say("The Word Master has to answer the lifeline first."), {"answer": Move(_master_only, _answer)}
            ),
        }
    ),
    events=(
        "round-begins",
        "secret-set",
        "proposed",
        "confirmed",
        "marked",
        "counted",
        "solved",
        "crossed",
        "lifeline-asked",
        "lifeline-answered",
        "revealed",
    ),
    begin_round=_begin_round,
    next_round=_next_round,
    played_out=_played_out,
    wins=most_points,
    time_out=_time_out,
    gone=_gone,
    left=_left,
    newcomer=_newcomer,
)


# ── what each may see ────────────────────────────────────────────────────────────────────────────


@frozen
class RowView:
    word: str
    marks: str


@frozen
class BoardView:
    rows: tuple[RowView | CrossedRow, ...]
    letters: Letters


@frozen
class LifelineView:
    card: int
    side: str
    position: int | Absent = ABSENT
    letter: str | Absent = ABSENT
    letters: str | Absent = ABSENT


@frozen
class ProposalView:
    by: str
    word: str | Absent
    lifeline: LifelineView | Absent
    confirmed: tuple[str, ...]


@frozen
class ThreeWordsView:
    table: TableView
    master: str
    secret: str | Absent | None = field(repr=False)
    board: BoardView
    guesses_left: int
    proposal: ProposalView | None
    speaker: str | Absent
    lifelines: tuple[LifelineView, ...]
    pending: LifelineView | None


def view(game: ThreeWords, you: str | None) -> ThreeWordsView:
    return ThreeWordsView(
        table=table_view(game, you),
        master=game.master,
        secret=(game.secret.reveal() if game.secret else None) if you == game.master else ABSENT,
        board=BoardView(
            rows=tuple(RowView(row.word, row.marks) if row.word else CrossedRow() for row in game.rows),
            letters=letters((row.word, row.marks) for row in game.rows),
        ),
        guesses_left=GUESSES - len(game.rows),
        proposal=_proposal_view(game, game.proposal) if game.proposal else None,
        speaker=game.speaker if game.options.agreement == "speaker" else ABSENT,
        lifelines=tuple(_lifeline_view(used) for used in game.lifelines),
        pending=_lifeline_view(game.pending) if game.pending else None,
    )


def _proposal_view(game: ThreeWords, proposal: Proposal) -> ProposalView:
    what = proposal.what
    return ProposalView(
        by=proposal.by,
        word=what if isinstance(what, str) else ABSENT,
        lifeline=_lifeline_view(what) if isinstance(what, Lifeline) else ABSENT,
        confirmed=tuple(player for player in game.players if player in proposal.confirmed),
    )


def _lifeline_view(lifeline: Lifeline) -> LifelineView:
    several = lifeline.side == SEVEN_WRONG
    return LifelineView(
        lifeline.card,
        lifeline.side,
        position=ABSENT if lifeline.position is None else lifeline.position,
        letter=lifeline.answer if lifeline.answer and not several else ABSENT,
        letters=lifeline.answer if lifeline.answer and several else ABSENT,
    )
