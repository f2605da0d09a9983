"""Counts everything once more from the raw rows of a journal, with no code of the program but the rating's step.

It reads the logs of the games as a person with pencil and paper would: who hid what, who typed what, when.
"""

import json
import sqlite3
from collections import Counter, defaultdict
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Any

from firmware_host.remembered.rating import Rating, rated

MISSED_IN_PARTY = 7
SIX_HOURS = 21_600


def raw_games(file: Path) -> list[dict[str, Any]]:
    """By their results, in the order in which they ended."""
    with closing(sqlite3.connect(file)) as database:
        rows = [text.split(" ", 5) for (text,) in database.execute("SELECT sealed FROM rows ORDER BY number")]
    games: dict[int, dict[str, Any]] = {}
    names: dict[str, str] = {}
    for _mark, kind, number, _length, _checksum, content in rows:
        said = json.loads(content)
        if kind == "game":
            games[int(number)] = {"number": int(number), **said[1], "computers": list(said[4]), "log": []}
        elif kind == "entry":
            games[said[0]]["log"].append(said[2])
        elif kind == "result":
            games[said[0]] |= {"ended": said[1], "scores": said[2]["scores"], "winners": said[2]["winners"]}
        elif kind == "person":
            names[said[0]] = said[1]
    return [called(game, names) for game in games.values() if "ended" in game]


def called(told: Any, names: dict[str, str]) -> Any:
    """The same with everybody's name of today. A word that was typed stays what it is."""
    if isinstance(told, dict):
        return {
            names.get(key, key): each if key in ("word", "text") else called(each, names) for key, each in told.items()
        }
    if isinstance(told, list):
        return [called(each, names) for each in told]
    return names.get(told, told) if isinstance(told, str) else told


def rounds(game: dict[str, Any]) -> list[dict[str, Any]]:
    """Of each round that was played out: who hid what, who looked for it and found it when, and everybody's rows."""
    told: list[dict[str, Any]] = []
    entries: list[dict[str, Any]] = []
    for entry in [*game["log"], {"action": "next", "at": 0}]:
        if entry["action"] in ("next", "end"):
            told.append({"party": party, "wqrdles": wqrdles, "three-words": three_words}[game["game"]](game, entries))
            entries = []
        else:
            entries.append(entry)
    return [each for each in told if each["over"]]


def party(game: dict[str, Any], entries: list[dict[str, Any]]) -> dict[str, Any]:
    team_of = {person: team for team, who in (game["teams"] or {}).items() for person in who}
    secret = next((entry for entry in entries if entry["action"] == "secret"), None)
    if secret is None:
        return {"over": False}
    word, host = secret["word"], team_of.get(secret["player"], secret["player"])
    left = {entry["player"] for entry in game["log"] if entry["action"] == "leave"}
    sides = dict.fromkeys(team_of.values()) if team_of else dict.fromkeys(game["players"])
    rows: dict[str, list[tuple[str, float]]] = {side: [] for side in sides if side != host}
    last, gone = defaultdict[str, float](lambda: float(secret["at"])), set()
    for entry in entries:
        side = team_of.get(entry["player"], entry["player"])
        if entry["action"] == "guess":
            rows[side].append((entry["word"], round(entry["at"] - last[side], 1)))
            last[side] = entry["at"]
        elif entry["action"] == "leave":
            gone.add(entry["player"])
    earlier = (
        left - gone
        if entries and entries[0]["at"] > max((e["at"] for e in game["log"] if e["action"] == "leave"), default=0)
        else set()
    )
    for person in earlier:
        rows.pop(person, None)
    solved = {side for side, typed in rows.items() if typed and typed[-1][0] == word}
    fast = game["options"].get("mode") == "fast"
    finished = all(side in solved or len(typed) == 6 or side in gone for side, typed in rows.items()) or (
        fast and solved
    )
    people = {side: [p for p in (game["teams"] or {}).get(side, [side]) if p not in gone | earlier] for side in rows}
    return {
        "over": bool(finished),
        "hosts": dict.fromkeys((game["teams"] or {}).get(host, [host]), word),
        "found": [
            (p, len(typed) if side in solved else 0, host, word) for side, typed in rows.items() for p in people[side]
        ],
        "rows": [
            (p, *row) for side, typed in rows.items() for p in (game["teams"] or {}).get(side, [side]) for row in typed
        ],
    }


def wqrdles(_game: dict[str, Any], entries: list[dict[str, Any]]) -> dict[str, Any]:
    words = {entry["player"]: entry["word"] for entry in entries if entry["action"] == "secret"}
    found, queries = [], 0
    for entry in entries:
        if entry["action"] == "query":
            queries += 1
        elif entry["action"] == "attempt":
            right = entry["word"] == words[entry["target"]]
            found.append((entry["player"], queries if right else 0, entry["target"], words[entry["target"]]))
    return {"over": bool(words), "hosts": words, "found": found, "rows": []}


def three_words(game: dict[str, Any], entries: list[dict[str, Any]]) -> dict[str, Any]:
    secret = next((entry for entry in entries if entry["action"] == "secret"), None)
    if secret is None:
        return {"over": False}
    guesses = [entry["word"] for entry in entries if entry["action"] == "propose"]
    tries = len(guesses) if guesses[-1] == secret["word"] else 0
    guessers = [player for player in game["players"] if player != secret["player"]]
    found = [(player, tries, secret["player"], secret["word"]) for player in guessers]
    return {"over": True, "hosts": {secret["player"]: secret["word"]}, "found": found, "rows": []}


# ── figures ──────────────────────────────────────────────────────────────────────────────────────


def places(game: dict[str, Any]) -> dict[str, int]:
    """Of every person who has one."""
    if not game["winners"]:
        return {}
    fewest = game["game"] == "party" and game["options"].get("mode") != "fast"
    points = {side: score if fewest else -score for side, score in game["scores"].items()}
    place = {side: 1 + sum(other < own for other in points.values()) for side, own in points.items()}
    return {person: place[side] for side in place for person in members(game, side)}


def members(game: dict[str, Any], side: str) -> list[str]:
    return [person for person in (game["teams"] or {}).get(side, [side]) if person not in game["computers"]]


def side_of(game: dict[str, Any], person: str) -> str:
    return next((team for team, who in (game["teams"] or {}).items() if person in who), person)


def searches(tries: list[int]) -> dict[str, Any]:
    found = [each for each in tries if each]
    return {
        "searched": len(tries),
        "found": len(found),
        "average": round(sum(found) / len(found), 2) if found else None,
    }


def person_recounted(file: Path, name: str) -> dict[str, Any]:
    games = [game for game in raw_games(file) if name in game["players"]]
    won = [name in [p for side in game["winners"] for p in members(game, side)] for game in games]
    streaks, streak = [0], 0
    for game, yes in zip(games, won, strict=True):
        if game["winners"]:
            streak = streak + 1 if yes else 0
            streaks.append(streak)
    told = [(game, each) for game in games for each in rounds(game)]
    mine = [(find, game) for game, each in told for find in each["found"] if find[0] == name]
    best = sorted((tries, -game["number"], word, owner) for (_, tries, owner, word), game in mine if tries)[:5]
    rows = [(seconds, word) for _, each in told for who, word, seconds in each["rows"] if who == name]
    return {
        "player": name,
        "games": len(games),
        "wins": sum(won),
        "streak": streak,
        "longest_streak": max(streaks),
        "guessing": searches([find[1] for find, _ in mine]),
        "best_words": [{"word": word, "tries": tries, "owner": owner} for tries, _, word, owner in best],
        "fastest_row": {"word": min(rows)[1], "seconds": min(rows)[0]} if rows else None,
        "head_to_head": head_to_head(games, name),
        "hosted": sum(name in each["hosts"] for _, each in told),
        "secrets": secrets(told, name),
        "by_game": {
            kind: by_game(
                kind, [g for g in games if g["game"] == kind], [f[1] for f, g in mine if g["game"] == kind], name
            )
            for kind in ("party", "wqrdles", "three-words")
            if any(game["game"] == kind for game in games)
        },
    }


def head_to_head(games: list[dict[str, Any]], name: str) -> dict[str, Any]:
    met: dict[str, dict[str, int]] = {}
    for game in games:
        place = places(game)
        for other in place:
            if name in place and side_of(game, other) != side_of(game, name):
                counts = met.setdefault(other, {"ahead": 0, "behind": 0, "level": 0})
                mine, theirs = place[name], place[other]
                counts["ahead" if mine < theirs else "behind" if mine > theirs else "level"] += 1
    return dict(sorted(met.items()))


def secrets(told: list[tuple[dict[str, Any], dict[str, Any]]], name: str) -> list[dict[str, Any]]:
    times = Counter(each["hosts"][name] for _, each in told if name in each["hosts"])
    tried: dict[str, list[int]] = {word: [] for word in times}
    for game, each in told:
        for who, tries, _owner, word in each["found"]:
            if each["hosts"].get(name) == word and who not in game["computers"]:
                tried[word].append(tries)

    def hardest_first(word: str) -> tuple[float, ...] | tuple[float, float, float, str]:
        found = [each for each in tried[word] if each]
        missed = tried[word].count(0) / len(tried[word]) if tried[word] else 0
        return -times[word], -missed, -(sum(found) / len(found) if found else 0), word

    words = sorted(times, key=hardest_first)[:5]
    return [{"word": word, "times": times[word], **searches(tried[word])} for word in words]


def by_game(kind: str, games: list[dict[str, Any]], tries: list[int], name: str) -> dict[str, Any]:
    points = [game["scores"].get(side_of(game, name), 0) for game in games]
    average = {"average_points": round(sum(points) / len(points), 2)}
    if kind == "party":
        spent = [each or MISSED_IN_PARTY for each in tries]
        average = {"average_tries": round(sum(spent) / len(spent), 2)} if spent else {}
    most = 3 if kind == "three-words" else 6
    return {
        "games": len(games),
        "wins": sum(name in [p for side in game["winners"] for p in members(game, side)] for game in games),
        **average,
        "tries": {str(row): tries.count(row) for row in range(1, most + 1)},
        "not_found": tries.count(0),
    }


def ratings_recounted(file: Path) -> dict[str, Rating]:
    ratings: dict[str, Rating] = {}
    for game in raw_games(file):
        place = places(game)
        sides = [who for side in game["scores"] if (who := [p for p in members(game, side) if p in place])]
        if len(sides) > 1:
            before = [[ratings.get(person, Rating()) for person in who] for who in sides]
            after = rated(before, [place[who[0]] for who in sides])
            for who, new in zip(sides, after, strict=True):
                ratings |= dict(zip(who, new, strict=True))
    return ratings


def table_recounted(file: Path) -> dict[str, Any]:
    games = raw_games(file)
    tried: dict[str, list[int]] = defaultdict(list)
    for game in games:
        for each in rounds(game):
            for who, tries, _owner, word in each["found"]:
                if who not in game["computers"]:
                    tried[word].append(tries)
    hard = sorted(
        (
            -tries.count(0) / len(tries),
            -(sum(tries) / (len(tries) - tries.count(0)) if any(tries) else 0),
            word,
        )
        for word, tries in tried.items()
        if len(tries) > 1
    )
    close = []
    for game in games:
        if game["winners"]:
            fewest = game["game"] == "party" and game["options"].get("mode") != "fast"
            first, second, *_ = sorted(game["scores"].values(), reverse=not fewest)
            close.append((abs(first - second), -game["number"]))
    ended = [game["ended"] for game in games]
    gaps = [after - before for before, after in pairwise(ended)]
    return {
        "games": len(games),
        "evenings": 1 + sum(gap > SIX_HOURS for gap in gaps),
        "people": len({p for game in games for p in game["players"]} - {p for g in games for p in g["computers"]}),
        "hardest_words": [{"word": word, **searches(tried[word])} for _, _, word in hard[:10]],
        "closest_games": [{"number": -number, "margin": margin} for margin, number in sorted(close)[:10]],
    }
