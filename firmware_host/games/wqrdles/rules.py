"""Wqrdles: everybody hides a word, every query goes on every board in plain sight, and whoever works a word out scores.

In the order of the rulebook: setting up, secrets, queries, marking, attempts, the end of a round, views. The game for
two differs in whose board a query goes on and in who may attempt; everything else is one game.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from functools import lru_cache
from typing import NamedTuple

from firmware_host.frozen import changed, frozen
from firmware_host.games.shared.cards import PRINTED, Card, CardError, Deck, Side, shuffled, sides_of
from firmware_host.games.shared.evening.moves import phases
from firmware_host.games.shared.marks import Letters, letters, mark, order
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
from firmware_host.games.shared.views import ABSENT, Absent, TableView, table_view
from firmware_host.texts.text import say

ROWS = 6
TARGET_OF_TWO = 20  # two players play until somebody has more than this
DECK_SIZE = 12  # cards, with two sides each


@frozen
class WqrdlesOptions(Options):
    letters: int = one_of(5, 4)
    order_clues: bool = one_of(False, True)
    queries: str = one_of("cards", "free")
    marking: str = one_of("auto", "hand")
    window: float | None = seconds(10, 600, default=120)
    rounds: int = number(1, 20, default=5)


class Row(NamedTuple):
    """A query on one board, as marked there (by hand, perhaps wrongly), and what it is worth."""

    word: str
    marks: str
    value: int
    order: str


@frozen(slots=False)
class Wqrdles(Game):
    options: WqrdlesOptions = field(kw_only=True)
    seating: tuple[str, ...] = ()  # everybody who ever sat here, so that turns go on past somebody who left
    for_two: bool = False
    starter: str = ""
    turn: str = ""
    secrets: Mapping[str, Secret] = field(default_factory=dict)
    boards: Mapping[str, tuple[Row, ...]] = field(default_factory=dict)
    cards: Mapping[str, Card] = field(default_factory=dict)
    deck: Deck | None = None
    swapped: bool = False
    query: str = ""
    queried: int = 0  # queries so far in this round, with three players and more
    hand_marks: Mapping[str, str] = field(default_factory=dict, repr=False)
    attempted: frozenset[str] = frozenset()
    penalised: tuple[str, ...] = ()
    scores_before: Mapping[str, int] = field(default_factory=dict)  # as the round began


# ── setting up ───────────────────────────────────────────────────────────────────────────────────


def new(
    players: tuple[str, ...],
    options: WqrdlesOptions,
    words: Words,
    seed: int,
    now: float,
    deck: tuple[Card, ...] | None = None,
) -> Step[Wqrdles]:
    """A game; `deck` is the pile of a saved one, whose cards are not drawn again."""
    members = {player: (player,) for player in players}
    for_two = len(players) == 2
    game = Wqrdles(
        players,
        members,
        False,
        words,
        seed,
        now,
        options=options,
        seating=players,
        for_two=for_two,
        starter=players[0],
        rounds=None if for_two else options.rounds,
        scores_before=dict.fromkeys(players, 0),
    )
    if not for_two and options.queries == "cards":
        game = changed(game, deck=Deck(deck) if deck else _new_deck(game))
    return first_round(game)


def _new_deck(game: Wqrdles) -> Deck:
    """The printed sides that this table's dictionary allows, and as many new ones as make a deck."""
    rng = game.random("deck")
    printed = tuple(
        side
        for side in PRINTED
        if all(len(word) == game.options.letters and game.words.may_guess(word) for word in side)
    )
    try:
        made = sides_of(game.words, game.options.letters, 2 * DECK_SIZE - len(printed), rng)
    except CardError as sorry:
        raise RuleError("bad-option", "{sorry} Or play with free queries.", sorry=sorry.say) from None
    sides = shuffled((*printed, *made), rng)
    return Deck(tuple(map(Card, sides[:DECK_SIZE], sides[DECK_SIZE:])))


def _begin_round(game: Wqrdles) -> Step[Wqrdles]:
    deck, cards = game.deck, game.cards
    if deck is not None:
        deck, cards = _fresh_cards(deck, cards, game.players)
    starter = game.starter if game.starter in game.members else _after(game, game.starter)
    begun = changed(
        game,
        phase="secrets",
        for_two=game.for_two and game.rounds is None,  # since a third has joined, rounds are counted
        starter=starter,
        turn=starter,
        secrets={},
        boards=dict.fromkeys(game.players, ()),
        cards=cards,
        deck=deck,
        swapped=False,
        queried=0,
        attempted=frozenset(),
        penalised=(),
        scores=game.scores_before,
    )
    return begun, (announce("round-begins", round=game.round, rounds=game.rounds, starter=starter),)


def _fresh_cards(deck: Deck, cards: Mapping[str, Card], players: tuple[str, ...]) -> tuple[Deck, dict[str, Card]]:
    for card in cards.values():
        deck = deck.under(card)
    dealt = {}
    for player in players:
        dealt[player], deck = deck.deal()
    return deck, dealt


def _next_round(game: Wqrdles) -> Wqrdles | None:
    tied = len(leaders(game)) > 1
    rounds = game.rounds
    if _played_out(game):
        if not tied:
            return None
        rounds = rounds and game.round + 1
    starter = _after(game, game.starter)
    return changed(game, round=game.round + 1, rounds=rounds, starter=starter, scores_before=game.scores)


def _played_out(game: Wqrdles) -> bool:
    if game.rounds is None:
        return max(game.scores.values()) > TARGET_OF_TWO
    return game.round >= game.rounds


def _after(game: Wqrdles, player: str) -> str:
    """Who sits next, clockwise."""
    seat = game.seating.index(player) + 1
    return next(other for other in game.seating[seat:] + game.seating[:seat] if other in game.members)


# ── secrets ──────────────────────────────────────────────────────────────────────────────────────


def _has_no_secret(game: Wqrdles, player: str) -> RuleError | None:
    if player in game.secrets:
        return RuleError("not-now", "Your word is hidden already: wait for the others.")
    return None


def _hide(game: Wqrdles, action: Action) -> Step[Wqrdles]:
    secret = Secret(hideable(game.words, action.word, game.options.letters, plurals=True))
    hidden = changed(game, secrets={**game.secrets, action.player: secret})
    return _when_all_hidden(hidden, (announce("secret-set", player=action.player),))


def _when_all_hidden(game: Wqrdles, events: tuple[Event, ...]) -> Step[Wqrdles]:
    if any(player not in game.secrets for player in game.players):
        return game, events
    return changed(game, phase="query"), (*events, announce("turn", player=game.turn))


def _hidden(game: Wqrdles) -> list[str]:
    """Whose words are still hidden."""
    return [player for player in game.players if player in game.secrets and player not in game.revealed]


# ── queries ──────────────────────────────────────────────────────────────────────────────────────


def _on_turn(game: Wqrdles, player: str) -> RuleError | None:
    if player == game.turn:
        return None
    return RuleError("not-yours", "It is {turn}'s turn.", turn=game.turn)


def _may_swap(game: Wqrdles, player: str) -> RuleError | None:
    if game.deck is None:
        return RuleError("not-now", "This game is played without cards.")
    return _on_turn(game, player)


def _swap(game: Wqrdles, action: Action) -> Step[Wqrdles]:
    assert game.deck is not None, "without cards nobody gets here"
    if game.swapped:
        raise RuleError("spent", "The card can be swapped once a turn: pick a word on this one.")
    card, deck = game.deck.swap(game.cards[action.player])
    swapped = changed(game, deck=deck, cards={**game.cards, action.player: card}, swapped=True)
    return swapped, (announce("swapped", player=action.player),)


def _query(game: Wqrdles, action: Action) -> Step[Wqrdles]:
    word = guessable(game.words, action.word, game.options.letters)
    if game.deck is not None and word not in game.cards[action.player].words:
        raise RuleError("not-on-card", "That word is not on your card: pick one that is.")
    asked = changed(game, phase="marking", query=word, queried=game.queried + 1, hand_marks={})
    events = (announce("queried", player=action.player, word=word, value=_value_of_query(asked)),)
    return _when_all_marked(asked, events)


def _value_of_query(game: Wqrdles) -> int:
    """What the row is worth on which the query that was just called goes."""
    rows_above = len(game.boards[game.turn]) if game.for_two else game.queried - 1
    return ROWS - rows_above


def _opponent(game: Wqrdles, player: str) -> str:
    return next(other for other in game.seating if other != player)


# ── marking ──────────────────────────────────────────────────────────────────────────────────────


def _markers(game: Wqrdles) -> list[str]:
    """The owners of the words that this query is marked against."""
    return [_opponent(game, game.turn)] if game.for_two else _hidden(game)


def _may_mark(game: Wqrdles, player: str) -> RuleError | None:
    if player not in _markers(game):
        return RuleError("not-yours", "You have no hidden word to mark this against.")
    if player in game.hand_marks:
        return RuleError("not-now", "You have marked this row already: wait for the others.")
    return None


def _mark_by_hand(game: Wqrdles, action: Action) -> Step[Wqrdles]:
    marks = action.marks.upper()
    if len(marks) != game.options.letters or not set(marks) <= set("GY-"):
        raise RuleError(
            "does-not-fit", "Send {letters} marks: G, Y or - for each letter.", letters=game.options.letters
        )
    marked = changed(game, hand_marks={**game.hand_marks, action.player: marks})
    return _when_all_marked(marked, (announce("row-marked", player=action.player),))


def _when_all_marked(game: Wqrdles, events: tuple[Event, ...]) -> Step[Wqrdles]:
    """The row appears on every board at once, and the window for attempts opens."""
    by_hand = game.options.marking == "hand"
    markers = _markers(game)
    if by_hand and any(owner not in game.hand_marks for owner in markers):
        return game, events
    value, boards = _value_of_query(game), dict(game.boards)
    for owner in markers:
        secret = game.secrets[owner].reveal()
        marks = game.hand_marks[owner] if by_hand else mark(secret, game.query)
        row = Row(game.query, marks, value, order(secret, game.query))
        board = game.turn if game.for_two else owner
        boards[board] += (row,)
        events += (_marked(game, board, len(boards[board]), row),)
    window = {} if game.for_two or game.options.window is None else {THE_TABLE: game.now + game.options.window}
    return _when_all_attempted(changed(game, phase="attempts", boards=boards, clocks=window), events)


def _marked(game: Wqrdles, board: str, number: int, row: Row) -> Event:
    facts = {"player": board, "row": number, "word": row.word, "marks": row.marks, "value": row.value}
    if game.options.order_clues:
        facts["order"] = row.order
    return Event("marked", "all", facts)


# ── attempts ─────────────────────────────────────────────────────────────────────────────────────


def _may_attempt(game: Wqrdles, player: str) -> RuleError | None:
    return _on_turn(game, player) if game.for_two else None


def _attempt(game: Wqrdles, action: Action) -> Step[Wqrdles]:
    target = action.target
    if target is None:
        if not game.for_two:
            raise RuleError("bad-request", "Say whose word you mean: an attempt needs a target.")
        target = _opponent(game, action.player)
    _refuse_second_attempt(game, action.player)
    word = guessable(game.words, action.word, game.options.letters)
    if target == action.player:
        raise RuleError("does-not-fit", "That is your own word: attempt somebody else's.")
    if target in game.revealed:
        raise RuleError("does-not-fit", "That word has been revealed: attempt another, or pass.")
    right = word == game.secrets[target].reveal()
    after = changed(game, attempted=game.attempted | {action.player})
    said = announce("attempted", player=action.player, target=target, word=word, right=right)
    if not right:
        return _when_all_attempted(after, (said,))
    board = game.boards[action.player if game.for_two else target]
    after, events = _publish(_scored(after, action.player, board[-1].value), (target,))
    return _when_all_attempted(after, (said, *events))


def _pass(game: Wqrdles, action: Action) -> Step[Wqrdles]:
    _refuse_second_attempt(game, action.player)
    passed = changed(game, attempted=game.attempted | {action.player})
    return _when_all_attempted(passed, (announce("passed", player=action.player),))


def _refuse_second_attempt(game: Wqrdles, player: str) -> None:
    if player in game.attempted or player in _without_target(game):
        raise RuleError("spent", "You have had your attempt for this row: wait for the next.")


def _have_attempted(game: Wqrdles) -> tuple[str, ...]:
    """Who has attempted, passed, or has no hidden word left to attempt; in table order."""
    if game.phase != "attempts":
        return ()
    done = game.attempted.union(_without_target(game))
    return tuple([player for player in game.players if player in done])


def _without_target(game: Wqrdles) -> Sequence[str]:
    """Who, of three and more, has no hidden word left to attempt but their own."""
    hidden = _hidden(game)
    if game.for_two or len(hidden) > 1:
        return ()
    return hidden or game.players


def _scored(game: Wqrdles, player: str, points: int) -> Wqrdles:
    if player in game.penalised:
        return game
    return changed(game, scores={**game.scores, player: game.scores[player] + points})


def _publish(game: Wqrdles, owners: Iterable[str]) -> Step[Wqrdles]:
    """These words are out; whoever marked one of their rows wrongly loses this round's points."""
    events: tuple[Event, ...] = ()
    for owner in owners:
        word = game.secrets[owner].reveal()
        game = changed(game, revealed={**game.revealed, owner: word})
        events += (announce("revealed", owner=owner, word=word),)
        wrong = _wrong_rows(game, owner, word) if game.options.marking == "hand" else ()
        if wrong and owner in game.members:
            scores = {**game.scores, owner: game.scores_before[owner]}
            game = changed(game, penalised=(*game.penalised, owner), scores=scores)
            events += (announce("penalty", player=owner, rows=wrong),)
    return game, events


def _wrong_rows(game: Wqrdles, owner: str, word: str) -> tuple[int, ...]:
    board = game.boards[_opponent(game, owner) if game.for_two else owner]
    return tuple(number for number, row in enumerate(board, 1) if row.marks != mark(word, row.word))


def _when_all_attempted(game: Wqrdles, events: tuple[Event, ...]) -> Step[Wqrdles]:
    """Is the window still open? If not: whose turn is it, or is the round over?"""
    if game.for_two:
        if game.turn not in game.attempted:
            return game, events
        return _next_turn_of_two(game, events)
    if not game.attempted.union(_without_target(game)).issuperset(game.players):
        return game, events
    return _close_window(game, events)


def _time_out(game: Wqrdles, _clock: str) -> Step[Wqrdles]:
    return _close_window(game, (announce("window-closed"),))


def _close_window(game: Wqrdles, events: tuple[Event, ...]) -> Step[Wqrdles]:
    if not _hidden(game) or game.queried == ROWS:
        return _end_round(game, events)
    return _turn_to(game, _after(game, game.turn), events)


def _next_turn_of_two(game: Wqrdles, events: tuple[Event, ...]) -> Step[Wqrdles]:
    """The other's turn, unless only one of them has anything left to find."""
    seeking = [p for p in game.players if _opponent(game, p) not in game.revealed and len(game.boards[p]) < ROWS]
    if not seeking:
        return _end_round(game, events)
    other = _opponent(game, game.turn)
    return _turn_to(game, other if other in seeking else game.turn, events)


def _turn_to(game: Wqrdles, player: str, events: tuple[Event, ...]) -> Step[Wqrdles]:
    turned = changed(game, phase="query", turn=player, swapped=False, clocks={}, attempted=frozenset())
    return turned, (*events, announce("turn", player=player))


# ── the end of a round ───────────────────────────────────────────────────────────────────────────


def _end_round(game: Wqrdles, events: tuple[Event, ...]) -> Step[Wqrdles]:
    game, revealed = _publish(game, _hidden(game))
    scores = {player: game.scores[player] - game.scores_before[player] for player in game.members}
    game, ended = end_round(game, scores, counted=True)
    return game, (*events, *revealed, *ended)


def _gone(game: Wqrdles, player: str) -> Step[Wqrdles]:
    """Their card goes back, and their word is out and scores nobody."""
    game = _cleared_away(game, player)
    if game.phase == RESULT or player not in game.secrets or player in game.revealed:
        return game, ()
    return _publish(game, (player,))


def _left(game: Wqrdles, player: str) -> Step[Wqrdles]:
    """Their turn is skipped, and nobody waits for them."""
    if game.phase == RESULT:
        return game, ()
    if game.starter == player and not game.queried:  # or whoever begins in their place would begin the next round too
        game = changed(game, starter=_after(game, player))
    if game.phase == "secrets":
        return _when_all_hidden(changed(game, turn=game.starter), ())
    if not _hidden(game):
        return _end_round(game, ())
    if game.phase == "marking":
        return _when_all_marked(game, ())
    if game.phase == "attempts":
        return _when_all_attempted(game, ())
    return _turn_to(game, _after(game, player), ()) if game.turn == player else (game, ())


def _newcomer(game: Wqrdles, player: str) -> Wqrdles:
    """They begin with the fewest points that anybody has, and sit after the others."""
    return changed(
        game,
        scores={**game.scores, player: min(game.scores.values())},
        seating=(*(other for other in game.seating if other != player), player),
        rounds=game.rounds or max(game.options.rounds, game.round + 1),
    )


def _cleared_away(game: Wqrdles, player: str) -> Wqrdles:
    return changed(
        game,
        scores_before={other: score for other, score in game.scores_before.items() if other != player},
        penalised=tuple(other for other in game.penalised if other != player),
        deck=game.deck.under(game.cards[player]) if game.deck and player in game.cards else game.deck,
        cards={other: card for other, card in game.cards.items() if other != player},
    )


Wqrdles.rules = Rules(
    name="wqrdles",
    phases=phases(
        {
            "secrets": Phase(
                say("Everybody is still choosing a word to hide."), {"secret": Move(_has_no_secret, _hide)}
            ),
            "query": Phase(
                say("A word has to be called first."),
                {"swap-card": Move(_may_swap, _swap), "query": Move(_on_turn, _query)},
            ),
            "marking": Phase(say("The owners are still marking this row."), {"mark": Move(_may_mark, _mark_by_hand)}),
            "attempts": Phase(
                say("This is the time for attempts: attempt a word or pass."),
                {"attempt": Move(_may_attempt, _attempt), "pass": Move(_may_attempt, _pass)},
            ),
        }
    ),
    events=(
        "round-begins",
        "secret-set",
        "turn",
        "swapped",
        "queried",
        "row-marked",
        "marked",
        "attempted",
        "passed",
        "window-closed",
        "revealed",
        "penalty",
    ),
    begin_round=_begin_round,
    next_round=_next_round,
    played_out=_played_out,
    wins=most_points,
    time_out=_time_out,
    gone=_gone,
    left=_left,
    newcomer=_newcomer,
    most_players=6,
)


# ── what each may see ────────────────────────────────────────────────────────────────────────────


@frozen
class RowView:
    word: str
    marks: str
    value: int
    order: str | Absent


@frozen
class BoardView:
    rows: tuple[RowView, ...]
    letters: Letters
    revealed: str | None


@frozen
class WqrdlesView:
    table: TableView
    turn: str
    secret: str | Absent | None = field(repr=False)
    cards: Mapping[str, Side] | Absent  # their fronts
    backs: Mapping[str, Side] | Absent
    top_card: Side | Absent | None
    query: str | Absent | None  # where rows are marked by hand: the word to mark now
    boards: Mapping[str, BoardView]
    attempted: tuple[str, ...]
    penalised: tuple[str, ...]
    awaited: tuple[str, ...]  # for whom the table waits


def view(game: Wqrdles, you: str | None) -> WqrdlesView:
    own = None if you is None else game.secrets.get(you)
    return WqrdlesView(
        table=table_view(game, you),
        turn=game.turn,
        secret=ABSENT if you is None else own.reveal() if own else None,
        cards={player: card.front for player, card in game.cards.items()} if game.deck else ABSENT,
        backs={player: card.back for player, card in game.cards.items()} if game.deck else ABSENT,
        top_card=(game.deck.top.front if game.deck.top else None) if game.deck else ABSENT,
        query=(game.query if game.phase == "marking" else None) if game.options.marking == "hand" else ABSENT,
        boards={player: _board_view(game, player) for player in game.boards},
        attempted=_have_attempted(game),
        penalised=game.penalised,
        awaited=_awaited(game),
    )


def is_for_two(view: WqrdlesView) -> bool:
    """In the game for two, a board tells of the other's word, and rounds are not counted."""
    return view.table.rounds is None


def _awaited(game: Wqrdles) -> tuple[str, ...]:
    """Those who have not yet done what the phase asks of them, in table order."""
    match game.phase:
        case "secrets":
            return tuple([player for player in game.players if player not in game.secrets])
        case "query":
            return (game.turn,)
        case "marking":
            return tuple([player for player in _markers(game) if player not in game.hand_marks])
        case "attempts" if game.for_two:
            return (game.turn,)
        case "attempts":
            done = _have_attempted(game)
            return tuple([player for player in game.players if player not in done])
    return ()


def _board_view(game: Wqrdles, player: str) -> BoardView:
    rows, known = _shown(game.boards[player], game.options.order_clues)
    revealed = game.revealed.get(_opponent(game, player) if game.for_two else player)
    return BoardView(rows=rows, letters=known, revealed=revealed)


@lru_cache(maxsize=64)  # the boards lie open, and everybody is shown all of them after every move
def _shown(rows: tuple[Row, ...], order_clues: bool) -> tuple[tuple[RowView, ...], Letters]:
    shown = [RowView(row.word, row.marks, row.value, row.order if order_clues else ABSENT) for row in rows]
    return tuple(shown), letters([(row.word, row.marks) for row in rows])
