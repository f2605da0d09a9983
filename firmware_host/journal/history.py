"""The finished games in the journal: a list of them, and everybody's results. Only reads."""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TypeGuard

from firmware_host.games import registry as games
from firmware_host.games.shared.table import JOIN, Event, RuleError
from firmware_host.journal.ledger import Finished
from firmware_host.journal.opening import NotOurs, read_ledger, why_not
from firmware_host.session import retell
from firmware_host.texts.errors import TextError
from firmware_host.texts.language import Language
from firmware_host.texts.text import Text, all_of, listed, say, say_count

NOT_FOUND = 0  # in place of the number of tries
BAR = 24  # characters, of the longest
NOTHING_YET = say("No game has been finished at this table yet. Play one, and it will be listed here.")


class HistoryError(TextError):
    """A journal that cannot be read; its text says what to do."""


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

    def average_tries(self, missed_counts: int) -> float | None:
        """Where a word that was not found counts for so many tries."""
        words = self.tries.total()
        spent = sum((tries or missed_counts) * times for tries, times in self.tries.items())
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
        text = say("{file}: {problem} Is it the right file?", file=str(file), problem=problem.say)
        raise HistoryError(text) from None
    except (sqlite3.Error, OSError) as error:
        text = say(
            "{file}: cannot be read ({reason}). May this user read it? Try again with sudo.",
            file=str(file),
            reason=why_not(error),
        )
        raise HistoryError(text) from None
    return tuple(game for game in played if game is not None)


def _played(finished: Finished) -> Played | None:
    """None for a game that was ended without a result, or whose record is damaged."""
    save, result = finished.save, finished.result
    scores, winners, players, teams = (*map(result.get, ("scores", "winners")), *map(save.get, ("players", "teams")))
    if not (_are_names(players) and _are_names(winners) and isinstance(scores, dict)):
        return None
    players = list(dict.fromkeys((*players, *_latecomers(save))))
    sides = teams if isinstance(teams, dict) else {player: [player] for player in players}
    if not all(isinstance(score, int) for score in scores.values()) or not all(map(_are_names, sides.values())):
        return None
    side_of = {person: side for each in (sides, _teams_at_the_end(result)) for side in each for person in each[side]}
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


def _latecomers(save: Mapping[str, object]) -> Iterator[str]:
    """Who joined when the game had begun."""
    log = save.get("log")
    for entry in log if isinstance(log, list) else ():
        if isinstance(entry, dict) and entry.get("action") == JOIN:
            yield str(entry.get("player"))


def _teams_at_the_end(result: Mapping[str, object]) -> Mapping[str, list[str]]:
    """With those who joined them; without those who left."""
    teams = result.get("teams")
    return {team: who for team, who in teams.items() if _are_names(who)} if isinstance(teams, dict) else {}


def _are_names(value: object) -> TypeGuard[list[str]]:
    return isinstance(value, list) and all(isinstance(name, str) for name in value)


# ── which try found which word ───────────────────────────────────────────────────────────────────


def _tries(save: Mapping[str, object], people: tuple[str, ...]) -> Mapping[str, tuple[int, ...]]:
    """Counted by playing the log again. A game of another version with other rules is left out."""
    tries: dict[str, list[int]] = {person: [] for person in people}
    this_round: list[Event] = []
    try:
        for game, events in retell(save):
            found = games.named(game.rules.name).history.found
            for event in events:
                if event.name == "round-begins":
                    this_round = []
                this_round.append(event)
                if event.name == "round-ends":
                    for person, count, _owner in found(game, this_round):
                        tries.get(person, []).append(count)
    except RuleError:
        return {}
    return {person: tuple(counts) for person, counts in tries.items()}


# ── in words ─────────────────────────────────────────────────────────────────────────────────────


def tell_history(history: Iterable[Played], language: Language, *, as_json: bool) -> Iterator[str]:
    told = False
    for played in history:
        told = True
        yield json.dumps(_as_json(played), ensure_ascii=False) if as_json else language.read(_sentence(played))
    if not told and not as_json:
        yield language.read(NOTHING_YET)


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


def _sentence(played: Played) -> Text:
    scores = listed(_score(name, score, played) for name, score in played.scores.items())
    when = f"{_date(played.ended):%Y-%m-%d %H:%M}  {played.game:<11}"
    rounds = say_count("{count} round", "{count} rounds", played.rounds)
    if not played.winners:
        return say("{when}  nobody won: {scores}. {rounds}.", when=when, scores=scores, rounds=rounds)
    return say(
        "{when}  {winners} won: {scores}. {rounds}.",
        when=when,
        winners=all_of(played.winners),
        scores=scores,
        rounds=rounds,
    )


def _score(name: str, score: int, played: Played) -> Text:
    if name in played.computers:
        return say("{name} {score} (computer)", name=name, score=score)
    return say("{name} {score}", name=name, score=score)


def tell_scores(history: Iterable[Played], language: Language, *, as_json: bool) -> Iterator[str]:
    everybody = _records(history)
    order = sorted(everybody, key=lambda name: (-_wins(everybody[name]), -_games(everybody[name]), name))
    for number, name in enumerate(order):
        if as_json:
            yield json.dumps(_record_as_json(name, everybody[name]), ensure_ascii=False)
        else:
            yield from ([""] if number else [])
            yield from _portrait(name, everybody[name], language)
    if not order and not as_json:
        yield language.read(NOTHING_YET)


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
    """Tries where they decide the game; elsewhere points."""
    missed_counts = games.named(game).history.missed_counts
    if missed_counts is None:
        return {"average_points": round(record.average_points, 2)}
    average = record.average_tries(missed_counts)
    return {} if average is None else {"average_tries": round(average, 2)}


def _portrait(name: str, records: Mapping[str, Record], language: Language) -> Iterator[str]:
    yield language.read(_standing(name, _games(records), _wins(records)))
    for game, record in _in_order(records):
        averages = "".join(language.read(each) for each in _averages_told(game, record))
        yield f"  {language.read(_standing(game, record.games, record.wins))}{averages}"
        yield from _bars(game, record.tries, language)


def _standing(of: str, games_played: int, won: int) -> Text:
    return say_count(
        "{name}: {count} game, {won} won", "{name}: {count} games, {won} won", games_played, name=of, won=won
    )


def _averages_told(game: str, record: Record) -> Iterator[Text]:
    averages = _averages(game, record)
    if "average_tries" in averages:
        yield say(", {average:.1f} tries on average", average=averages["average_tries"])
    if "average_points" in averages:
        yield say(", {average:.1f} points on average", average=averages["average_points"])


def _bars(game: str, tries: Counter[int], language: Language) -> Iterator[str]:
    if not tries:
        return
    longest = max(tries.values())
    history = games.named(game).history
    for count in (*range(1, _most_tries(game) + 1), NOT_FOUND):
        label = language.read(history.at_try(count) if count != NOT_FOUND else history.missed)
        bar = "█" * -(-BAR * tries[count] // longest)
        yield f"    {label:>9} {bar}{' ' * bool(bar)}{tries[count]}"


def _in_order(records: Mapping[str, Record]) -> Iterator[tuple[str, Record]]:
    return ((game, records[game]) for game in games.games() if game in records)


def _most_tries(game: str) -> int:
    return games.named(game).history.most_tries


def _date(moment: float) -> datetime:
    return datetime.fromtimestamp(moment).astimezone()
