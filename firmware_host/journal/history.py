"""What the journal remembers of finished games: the list of them, and how everybody has done. Only reads."""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TypeGuard

from firmware_host.console.ledger import Finished, NotOurs, read_ledger
from firmware_host.rules import games, party, three_words
from firmware_host.rules.party import ROWS, UNSOLVED_SCORE, Party
from firmware_host.rules.table import Event, Game, RuleError
from firmware_host.rules.three_words import ThreeWords
from firmware_host.session import retell

NOT_FOUND = 0  # in place of the number of tries
BAR = 24  # characters, of the longest
NOTHING_YET = "No game has been finished at this table yet. Play one, and it will be remembered here."


class HistoryError(Exception):
    """A journal that cannot be read; its sentence says what to do."""


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game."""

    ended: float
    game: str
    people: tuple[str, ...]
    computers: tuple[str, ...]
    winners: tuple[str, ...]  # players, or teams
    won: tuple[str, ...]  # people
    scores: Mapping[str, int]  # of players, or of teams
    points: Mapping[str, int]  # of each person their own, or their team's
    rounds: int
    tries: Mapping[str, tuple[int, ...]]  # of each person, for each word: which try found it


@dataclass
class Record:
    """How somebody has done at one game."""

    games: int = 0
    wins: int = 0
    points: int = 0
    tries: Counter[int] = field(default_factory=Counter)

    @property
    def average_points(self) -> float:
        return self.points / self.games

    @property
    def average_tries(self) -> float | None:
        """As the party game scores it, where a word that was not found counts for seven."""
        words = self.tries.total()
        spent = sum((tries or UNSOLVED_SCORE) * times for tries, times in self.tries.items())
        return spent / words if words else None


def read_history(file: Path) -> tuple[Played, ...]:
    """The finished games, the newest first."""
    try:
        file.stat()
        ledger = read_ledger(file)
        try:
            played = [_played(finished) for finished in ledger.finished()]
        finally:
            ledger.close()
    except FileNotFoundError:
        return ()
    except NotOurs as problem:
        raise HistoryError(f"{file} {problem}. Is it the right file?") from None
    except (sqlite3.Error, OSError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise HistoryError(f"{file}: cannot be read ({why}). May this user read it? Try again with sudo.") from None
    return tuple(game for game in played if game is not None)


def _played(finished: Finished) -> Played | None:
    """None for a game that was given up without a result, or whose rows somebody has spoilt."""
    save, result = finished.save, finished.result
    scores, winners, players, teams = (*map(result.get, ("scores", "winners")), *map(save.get, ("players", "teams")))
    if not (_are_names(players) and _are_names(winners) and isinstance(scores, dict)):
        return None
    sides = teams if isinstance(teams, dict) else {player: [player] for player in players}
    if not all(isinstance(score, int) for score in scores.values()) or not all(map(_are_names, sides.values())):
        return None
    side_of = {person: side for side, members in sides.items() for person in members}
    people = tuple(person for person in players if person not in finished.computers)
    rounds = result.get("rounds")
    return Played(
        ended=finished.ended,
        game=str(save.get("game")),
        people=people,
        computers=tuple(finished.computers),
        winners=tuple(winners),
        won=tuple(person for person in people if side_of.get(person) in winners),
        scores=scores,
        points={person: scores.get(side_of.get(person), 0) for person in people},
        rounds=rounds if isinstance(rounds, int) else 0,
        tries=_tries(save, people),
    )


def _are_names(value: object) -> TypeGuard[list[str]]:
    return isinstance(value, list) and all(isinstance(name, str) for name in value)


# ── which try found which word ───────────────────────────────────────────────────────────────────


def _tries(save: Mapping[str, object], people: tuple[str, ...]) -> Mapping[str, tuple[int, ...]]:
    """Counted by playing the log again. What another version played by other rules is left uncounted."""
    tries: dict[str, list[int]] = {person: [] for person in people}
    this_round: list[tuple[str, int]] = []
    row = 0
    try:
        for game, events in retell(save):
            for event in events:
                match event.name:
                    case "round-begins":
                        this_round = []
                    case "queried":
                        row = _row(event)
                    case "attempted":
                        this_round.append((str(event.facts["player"]), row if event.facts["right"] else NOT_FOUND))
                    case "round-ends":
                        for person, count in (*this_round, *_found(game)):
                            tries.get(person, []).append(count)
    except RuleError:
        return {}
    return {person: tuple(counts) for person, counts in tries.items()}


def _row(queried: Event) -> int:
    """The first row is worth the most."""
    value = queried.facts["value"]
    assert isinstance(value, int), "every row has a value"
    return ROWS + 1 - value


def _found(game: Game) -> Iterator[tuple[str, int]]:
    """At the end of a round: who has found the word, at which try. A round without its Host is void."""
    match game:
        case Party(secret=secret, boards=boards) if secret is not None:
            for side, board in boards.items():
                tries = len(board.rows) if board.status == party.SOLVED else NOT_FOUND
                yield from ((person, tries) for person in game.members.get(side, ()))
        case ThreeWords(secret=secret, rows=rows) if secret is not None:
            found = bool(rows) and rows[-1].marks == three_words.SOLVED_MARKS
            tries = len(rows) if found else NOT_FOUND
            yield from ((person, tries) for person in game.players if person != game.master)


# ── telling it ───────────────────────────────────────────────────────────────────────────────────


def tell_history(history: Iterable[Played], *, as_json: bool) -> Iterator[str]:
    told = False
    for played in history:
        told = True
        yield json.dumps(_as_json(played), ensure_ascii=False) if as_json else _sentence(played)
    if not told and not as_json:
        yield NOTHING_YET


def _as_json(played: Played) -> dict[str, object]:
    return {
        "ended": _date(played.ended).isoformat(timespec="seconds"),
        "game": played.game,
        "players": played.people,
        "computers": played.computers,
        "winners": played.winners,
        "scores": played.scores,
        "rounds": played.rounds,
        "tries": played.tries,
    }


def _sentence(played: Played) -> str:
    who = f"{' and '.join(played.winners)} won" if played.winners else "nobody won"
    scores = ", ".join(
        f"{name} {score}{' (computer)' if name in played.computers else ''}" for name, score in played.scores.items()
    )
    rounds = _number(played.rounds, "round")
    return f"{_date(played.ended):%Y-%m-%d %H:%M}  {played.game:<11}  {who}: {scores}. {rounds}."


def tell_scores(history: Iterable[Played], *, as_json: bool) -> Iterator[str]:
    everybody = _records(history)
    order = sorted(everybody, key=lambda name: (-_wins(everybody[name]), -_games(everybody[name]), name))
    for number, name in enumerate(order):
        if as_json:
            yield json.dumps(_record_as_json(name, everybody[name]), ensure_ascii=False)
        else:
            yield from ([""] if number else [])
            yield from _portrait(name, everybody[name])
    if not order and not as_json:
        yield NOTHING_YET


def _records(history: Iterable[Played]) -> dict[str, dict[str, Record]]:
    """Of every person, at every game they have played."""
    everybody: dict[str, dict[str, Record]] = {}
    for played in history:
        for person in played.people:
            record = everybody.setdefault(person, {}).setdefault(played.game, Record())
            record.games += 1
            record.wins += person in played.won
            record.points += played.points.get(person, 0)
            record.tries.update(played.tries.get(person, ()))
    return everybody


def _wins(records: Mapping[str, Record]) -> int:
    return sum(record.wins for record in records.values())


def _games(records: Mapping[str, Record]) -> int:
    return sum(record.games for record in records.values())


def _record_as_json(name: str, records: Mapping[str, Record]) -> dict[str, object]:
    return {"player": name, "games": _games(records), "wins": _wins(records)} | {
        game: {
            "games": record.games,
            "wins": record.wins,
            **_averages(game, record),
            "tries": {str(tries): record.tries[tries] for tries in range(1, _most_tries(game) + 1)},
            "not_found": record.tries[NOT_FOUND],
        }
        for game, record in _in_order(records)
    }


def _averages(game: str, record: Record) -> dict[str, float]:
    """Tries are what the party game is about; elsewhere more points are better."""
    if game != "party":
        return {"average_points": round(record.average_points, 2)}
    return {} if record.average_tries is None else {"average_tries": round(record.average_tries, 2)}


def _portrait(name: str, records: Mapping[str, Record]) -> Iterator[str]:
    yield f"{name}: {_number(_games(records), 'game')}, {_wins(records)} won"
    for game, record in _in_order(records):
        averages = "".join(
            f", {average:.1f} {name.removeprefix('average_')} on average"
            for name, average in _averages(game, record).items()
        )
        yield f"  {game}: {_number(record.games, 'game')}, {record.wins} won{averages}"
        yield from _bars(game, record.tries)


def _bars(game: str, tries: Counter[int]) -> Iterator[str]:
    if not tries:
        return
    longest = max(tries.values())
    column, missed = ("in row", "wrong") if game == "wqrdles" else ("at try", "not found")
    for count in (*range(1, _most_tries(game) + 1), NOT_FOUND):
        label = f"{column} {count}" if count != NOT_FOUND else missed
        bar = "█" * -(-BAR * tries[count] // longest)
        yield f"    {label:>9} {bar}{' ' * bool(bar)}{tries[count]}"


def _in_order(records: Mapping[str, Record]) -> Iterator[tuple[str, Record]]:
    return ((game, records[game]) for game in games.NAMES if game in records)


def _most_tries(game: str) -> int:
    return three_words.GUESSES if game == "three-words" else ROWS


def _number(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def _date(moment: float) -> datetime:
    return datetime.fromtimestamp(moment).astimezone()
