"""The moves that every game has besides its own: pause and resume, next round, redo, join, leave and end. Pure."""

from collections.abc import Mapping

from firmware_host.frozen import changed
from firmware_host.games.shared.table import (
    JOIN,
    LONGEST_NAME,
    OVER,
    PAUSED,
    RESULT,
    THE_TABLE,
    Action,
    Game,
    Move,
    Phase,
    RuleError,
    S,
    Step,
    announce,
    begin,
    end_game,
    leaders,
    may_host_next,
    rules_of,
    start_clocks,
    stop_clocks,
)
from firmware_host.texts.text import say


def phases(own: Mapping[str, Phase[S]]) -> Mapping[str, Phase[S]]:
    """A game's own phases and `result`, each with the evening's own moves, and what can be done while it is paused."""
    go: dict[str, Move[S]] = {"leave": Move(_anybody, _leave), "end": Move(_anybody, _end)}
    evening: dict[str, Move[S]] = {"pause": Move(_anybody, _pause), **go}
    redo: Move[S] = Move(_anybody, _redo)
    all_phases = {name: Phase(phase.waiting, {**phase.moves, **evening, "redo": redo}) for name, phase in own.items()}
    after_a_round: dict[str, Move[S]] = {"next": Move(_anybody, _next), JOIN: Move(_may_join, _join), **evening}
    all_phases[RESULT] = Phase(say("The round is over: go on to the next."), after_a_round)
    all_phases[PAUSED] = Phase(say("The game is paused: resume it first."), {"resume": Move(_anybody, _resume), **go})
    return all_phases


def _anybody(_game: Game, _player: str) -> None:
    return None


def _next(game: S, action: Action) -> Step[S]:
    if action.target is not None:
        if action.target not in may_host_next(game):
            raise RuleError("does-not-fit", "That is not possible: choose somebody who is still to host in this lap.")
        others = list(game.to_come)
        others.remove(action.target)
        game = changed(game, to_come=(action.target, *others))
    onward = rules_of(game).next_round(game)
    if onward is None:
        return end_game(game, leaders(game))
    return begin(onward)


def _pause(game: S, action: Action) -> Step[S]:
    return stop_clocks(game), (announce("paused", player=action.player),)


def _resume(game: S, action: Action) -> Step[S]:
    return start_clocks(game), (announce("resumed", player=action.player),)


def _redo(game: S, action: Action) -> Step[S]:
    again, events = begin(game)
    return again, (announce("redone", player=action.player), *events)


def _end(game: S, _action: Action) -> Step[S]:
    rules = rules_of(game)
    return end_game(game, leaders(game) if game.phase == RESULT and rules.played_out(game) else ())


def _may_join(game: Game, player: str) -> RuleError | None:
    rules = rules_of(game)
    if rules.newcomer is None or rules.next_round(game) is None:
        return RuleError("not-now", "There is no later round to join: wait for the next game.")
    if len(game.players) >= rules.most_players:
        return RuleError("not-now", "This game is for {most} players at most.", most=rules.most_players)
    if player in game.players:
        return RuleError("not-yours", "Another player has that name: choose another.")
    return None


def _join(game: S, action: Action) -> Step[S]:
    """In a team game the newcomer is one more in the smallest team."""
    name, newcomer = action.player, rules_of(game).newcomer
    assert newcomer is not None, "otherwise nobody may join"
    if not name.strip() or name == THE_TABLE or len(name) > LONGEST_NAME:
        raise RuleError("bad-request", "A newcomer needs a name, and it cannot be {name}.", name=THE_TABLE)
    side = min(game.members, key=lambda team: len(game.members[team])) if game.teams else name
    members = {**game.members, side: (*game.members.get(side, ()), name)}
    after = changed(game, players=(*game.players, name), members=members)
    if side not in game.members:
        after = newcomer(after, side)
    return after, (announce("joined", player=name, points=after.scores[side]),)


def _leave(game: S, action: Action) -> Step[S]:
    goodbye = announce("left", player=action.player)
    rules, side = rules_of(game), game.side_of(action.player)
    staying = _without(start_clocks(game) if game.paused else game, action.player)
    staying, behind = (staying, ()) if side in staying.members else rules.gone(staying, side)
    if len(staying.members) < 2:
        after, events = end_game(staying, staying.sides)
    else:
        after, events = rules.left(staying, side)
    if game.paused and after.phase != OVER:
        after = stop_clocks(after)
    return after, (goodbye, *behind, *events)


def _without(game: S, player: str) -> S:
    fewer = {side: tuple(person for person in persons if person != player) for side, persons in game.members.items()}
    members = {side: persons for side, persons in fewer.items() if persons}
    return changed(
        game,
        players=tuple(person for person in game.players if person != player),
        members=members,
        scores={side: score for side, score in game.scores.items() if side in members},
        round_scores=game.round_scores and {s: score for s, score in game.round_scores.items() if s in members},
        clocks={name: due for name, due in game.clocks.items() if name in members or name == THE_TABLE},
    )
