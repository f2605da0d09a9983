"""Between: the Host hides a word. Every guess is told whether the word comes before or after it in the alphabet."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from firmware_host.frozen import changed
from firmware_host.games.shared.evening.moves import phases
from firmware_host.games.shared.marks import order
from firmware_host.games.shared.options import Options, number
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
    Words,
    announce,
    end_round,
    first_round,
    guessable,
    hideable,
    most_points,
)
from firmware_host.games.shared.views import ABSENT, Absent, TableView, table_view
from firmware_host.texts.text import say

LETTERS = 5


@dataclass(frozen=True)
class BetweenOptions(Options):
    tries: int = number(3, 20, default=8)


@dataclass(frozen=True)
class Try:
    word: str = field(repr=False)
    order: str = field(repr=False)  # where the hidden word comes: `<` before this one, `>` after it, `=` it is this one


@dataclass(frozen=True)
class Between(Game):
    options: BetweenOptions = field(kw_only=True)
    host: str = ""
    secret: Secret | None = None
    tried: Mapping[str, tuple[Try, ...]] = field(default_factory=dict)


# ── setting up ───────────────────────────────────────────────────────────────────────────────────


def new(players: tuple[str, ...], options: BetweenOptions, words: Words, seed: int, now: float) -> Step[Between]:
    members = {player: (player,) for player in players}
    game = Between(players, members, False, words, seed, now, options=options, host=players[0])
    return first_round(changed(game, to_come=players[1:], rounds=len(players)))


def _begin_round(game: Between) -> Step[Between]:
    tried: dict[str, tuple[Try, ...]] = {player: () for player in game.players if player != game.host}
    begun = changed(game, phase="secret", secret=None, tried=tried)
    return begun, (announce("round-begins", round=game.round, rounds=game.rounds, host=game.host),)


def _next_round(game: Between) -> Between | None:
    if not game.to_come:
        return None
    return changed(game, round=game.round + 1, host=game.to_come[0], to_come=game.to_come[1:])


# ── the secret ───────────────────────────────────────────────────────────────────────────────────


def _host_only(game: Between, player: str) -> RuleError | None:
    return None if player == game.host else RuleError("not-yours", "Only the Host may do that.")


def _hide(game: Between, action: Action) -> Step[Between]:
    secret = Secret(hideable(game.words, action.word, LETTERS, plurals=True))
    return changed(game, phase="guessing", secret=secret), (announce("secret-set", player=game.host),)


# ── guessing ─────────────────────────────────────────────────────────────────────────────────────


def found(tried: tuple[Try, ...]) -> bool:
    return bool(tried) and tried[-1].order == "="


def _is_done(game: Between, player: str) -> bool:
    return found(game.tried[player]) or len(game.tried[player]) == game.options.tries


def _may_guess(game: Between, player: str) -> RuleError | None:
    if player == game.host:
        return RuleError("not-yours", "The Host knows the word and does not guess.")
    return RuleError("not-now", "You have no guess left in this round.") if _is_done(game, player) else None


def _guess(game: Between, action: Action) -> Step[Between]:
    player, word = action.player, guessable(game.words, action.word, LETTERS)
    assert game.secret is not None, "nobody guesses before the word is hidden"
    one_more = Try(word, order(game.secret.reveal(), word))
    tried = (*game.tried[player], one_more)
    knowing = tuple(each for each in game.players if each in (player, game.host))
    events: tuple[Event, ...] = (
        Event("told", knowing, {"player": player, "row": len(tried), "word": word, "order": one_more.order}),
        announce("tried", player=player, row=len(tried)),
    )
    if found(tried):
        events += (announce("solved", player=player, row=len(tried)),)
    return _when_all_done(changed(game, tried={**game.tried, player: tried}), events)


def _when_all_done(game: Between, events: tuple[Event, ...]) -> Step[Between]:
    if not all(_is_done(game, player) for player in game.tried if player in game.players):
        return game, events
    assert game.secret is not None, "nobody guesses before the word is hidden"
    word = game.secret.reveal()
    ended, more = end_round(changed(game, revealed={game.host: word}), _scores(game))
    return ended, (*events, announce("revealed", owner=game.host, word=word), *more)


# ── the end of a round ───────────────────────────────────────────────────────────────────────────


def _scores(game: Between) -> dict[str, int]:
    """A point for each guess that was left, and one for finding the word."""
    left = {player: game.options.tries - len(tried) + 1 for player, tried in game.tried.items() if found(tried)}
    return {player: left.get(player, 0) for player in game.members}


def _time_out(game: Between, _clock: str) -> Step[Between]:
    return game, ()  # there is no clock in this game


def _gone(game: Between, _player: str) -> Step[Between]:
    to_come = tuple(host for host in game.to_come if host in game.players)
    return changed(game, to_come=to_come, rounds=game.round + len(to_come)), ()


def _left(game: Between, player: str) -> Step[Between]:
    if game.phase == RESULT:
        return game, ()
    if player == game.host:
        return end_round(changed(game, secret=None), dict.fromkeys(game.members, 0))
    return (game, ()) if game.phase == "secret" else _when_all_done(game, ())


def _newcomer(game: Between, player: str) -> Between:
    """Somebody joins between two rounds: with the fewest points, and hosts after the others."""
    scores = {**game.scores, player: min(game.scores.values())}
    return changed(game, scores=scores, to_come=(*game.to_come, player), rounds=game.rounds and game.rounds + 1)


def _played_out(game: Between) -> bool:
    return not game.to_come


Between.rules = Rules(
    name="between",
    phases=phases(
        {
            "secret": Phase(say("The Host is still choosing a word."), {"secret": Move(_host_only, _hide)}),
            "guessing": Phase(say("The others are still guessing."), {"guess": Move(_may_guess, _guess)}),
        }
    ),
    events=("round-begins", "secret-set", "told", "tried", "solved", "revealed"),
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


@dataclass(frozen=True, slots=True)
class BetweenView:
    table: TableView
    host: str
    tries: int  # that everybody has
    tried: Mapping[str, tuple[Try, ...] | int]  # one's own, and for the Host everybody's; of others, how many
    secret: str | Absent | None = field(repr=False)


def view(game: Between, you: str | None) -> BetweenView:
    hosting, opened = you == game.host, game.round_scores is not None
    return BetweenView(
        table=table_view(game, you),
        host=game.host,
        tries=game.options.tries,
        tried={
            player: tried if opened or hosting or player == you else len(tried) for player, tried in game.tried.items()
        },
        secret=(game.secret.reveal() if game.secret else None) if hosting else ABSENT,
    )
