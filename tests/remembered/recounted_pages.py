"""Every page about past evenings as it must read, line by line, from the raw rows of a journal.

Like `recounted`, this shares no code with the program: the marks, the ratings and the order of everything are worked
out once more.
"""

import math
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

from tests.remembered.recounted import (
    members,
    person_recounted,
    places,
    raw_games,
    rounds,
    side_of,
    table_recounted,
)

ROOT = Path(__file__).parents[2]
TITLES = {"party": "Party", "wqrdles": "Wqrdles", "three-words": "Three words"}
AT_TRY = {"party": "on try", "wqrdles": "in row", "three-words": "on try"}
MISSED = {"party": "not found", "wqrdles": "wrong", "three-words": "not found"}
SQUARES = {"G": "🟩", "Y": "🟨", "-": "⬛"}
SIX_HOURS = 21_600
Person = tuple[float, float]  # how good, and how unsure that is


# ── ratings, after Weng and Lin ──────────────────────────────────────────────────────────────────

BEGINNER: Person = (25.0, 25 / 3)
BETA, TAU = 25 / 6, 25 / 300


def after_a_game(teams: list[list[Person]], ranks: list[int]) -> list[list[Person]]:
    teams = [[(mu, math.sqrt(sigma**2 + TAU**2)) for mu, sigma in team] for team in teams]
    mus = [sum(mu for mu, _ in team) for team in teams]
    variances = [sum(sigma**2 for _, sigma in team) for team in teams]
    c = math.sqrt(sum(variance + BETA**2 for variance in variances))
    everybody = range(len(teams))
    after = []
    for i in everybody:
        omega = delta = 0.0
        for q in everybody:
            if ranks[q] > ranks[i]:
                continue
            as_good = sum(ranks[q] == ranks[s] for s in everybody)
            p = math.exp(mus[i] / c) / sum(math.exp(mus[s] / c) for s in everybody if ranks[s] >= ranks[q])
            omega += ((1 if q == i else 0) - p) / as_good
            delta += p * (1 - p) / as_good
        omega, delta = omega * variances[i] / c, delta * (math.sqrt(variances[i]) / c) * variances[i] / c**2
        after.append(
            [
                (
                    mu + sigma**2 / variances[i] * omega,
                    sigma * math.sqrt(max(1 - sigma**2 / variances[i] * delta, 1e-4)),
                )
                for mu, sigma in teams[i]
            ]
        )
    return after


def ratings(games: list[dict[str, Any]]) -> dict[str, list[Person]]:
    """Of everybody, after each game in which they were rated."""
    told: dict[str, list[Person]] = {}
    for game in games:
        place = places(game)
        sides = [who for side in game["scores"] if (who := [p for p in members(game, side) if p in place])]
        if len(sides) < 2:
            continue
        before = [[told[person][-1] if person in told else BEGINNER for person in who] for who in sides]
        for who, new in zip(sides, after_a_game(before, [place[who[0]] for who in sides]), strict=True):
            for person, rating in zip(who, new, strict=True):
                told.setdefault(person, []).append(rating)
    return told


def how_sure(unsure: float) -> str:
    return next(
        (said for most, said in ((2.5, "sure"), (4, "fairly sure"), (6.5, "still rough")) if unsure <= most),
        "a first guess",
    )


def rating_in_words(rating: Person) -> str:
    mu, sigma = rating
    return f"{round(mu)}, {how_sure(sigma)}: between {round(mu - 2 * sigma)} and {round(mu + 2 * sigma)}"


# ── what stands on the pages ─────────────────────────────────────────────────────────────────────


@cache
def meanings() -> dict[str, str]:
    lines = (ROOT / "firmware_host" / "data" / "en.meanings").read_text(encoding="utf-8").splitlines()
    return {word.upper(): meaning for word, _, meaning in (line.partition(" ") for line in lines)}


def moment(seconds: float, form: str) -> str:
    return datetime.fromtimestamp(seconds).astimezone().strftime(form)


def and_all(names: list[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def won(game: dict[str, Any]) -> str:
    return f"{and_all(game['winners'])} won!" if game["winners"] else "Nobody won."


def game_line(game: dict[str, Any]) -> str:
    scores = ", ".join(f"{side} {score}" for side, score in game["scores"].items())
    return f"{moment(game['ended'], '%H:%M')} {TITLES[game['game']]} · {won(game)} · {scores}"


def evenings_of(games: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    evenings: list[list[dict[str, Any]]] = []
    for game in games:
        if not evenings or game["ended"] - evenings[-1][-1]["ended"] > SIX_HOURS:
            evenings.append([])
        evenings[-1].append(game)
    return evenings


def people_of(games: list[dict[str, Any]]) -> set[str]:
    return {person for game in games for person in game["players"] if person not in game["computers"]}


def wins_of(games: list[dict[str, Any]], person: str) -> int:
    return sum(person in [p for side in game["winners"] for p in members(game, side)] for game in games)


def games_on_evenings(file: Path) -> str:
    games = raw_games(file)
    return f"{len(games)} games on {len(evenings_of(games))} evenings."


def everybody(file: Path) -> list[str]:
    games = raw_games(file)
    rated = ratings(games)
    played = {person: sum(person in game["players"] for game in games) for person in people_of(games)}
    order = sorted(played, key=lambda person: (-wins_of(games, person), -played[person], person))
    return [
        f"{person} | {wins_of(games, person)} | {played[person]} | "
        + (rating_in_words(rated[person][-1]) if person in rated else "–")
        for person in order
    ]


def evening_lines(games: list[dict[str, Any]]) -> list[str]:
    people = sorted(people_of(games), key=lambda person: (-wins_of(games, person), person))
    told = {person: course[-1] for person, course in ratings(games).items()}
    ranked = sorted(told, key=lambda person: -told[person][0])
    rating = ", ".join(f"{person} {round(told[person][0])} ({how_sure(told[person][1])})" for person in ranked)
    return [
        moment(games[0]["ended"], "%Y-%m-%d"),
        *map(game_line, games),
        "Won: " + ", ".join(f"{person} {wins_of(games, person)}" for person in people),
        f"Rating of this evening: {rating}",
    ]


def evenings_page(file: Path) -> list[str]:
    newest_first = reversed(evenings_of(raw_games(file)))
    return [
        "Evenings",
        f"{games_on_evenings(file)} Hardest words, closest games",
        "Everybody",
        "Name | Won | Games | Rating",
        *everybody(file),
        *(line for games in newest_first for line in evening_lines(games)),
    ]


def average(searches: dict[str, Any]) -> str:
    return "–" if searches["average"] is None else f"{searches['average']:.1f}"


def table_page(file: Path) -> list[str]:
    told, games = table_recounted(file), {game["number"]: game for game in raw_games(file)}
    close = [games[each["number"]] for each in told["closest_games"]]
    return [
        "Evenings",
        "The table",
        games_on_evenings(file),
        "Hardest words",
        "Word | Found | Tries | Meaning",
        *(
            f"{each['word']} | {each['found']}/{each['searched']} | {average(each)} | {meanings()[each['word']]}"
            for each in told["hardest_words"]
        ),
        "Closest games",
        *(f"{moment(game['ended'], '%Y-%m-%d')} {game_line(game)}" for game in close),
    ]


def person_page(file: Path, name: str) -> list[str]:
    told = person_recounted(file, name)
    streaks = f"Longest streak: {told['longest_streak']}, now {told['streak']}."
    course = ratings(raw_games(file)).get(name, [])
    lines = [
        "Evenings",
        name,
        f"{counted(told['games'])}, {told['wins']} won. {streaks}",
    ]
    if course:
        lines += ["Rating", rating_in_words(course[-1])]
    if len(course) > 1:
        way = f"from {round(round(course[0][0], 2))} to {round(course[-1][0])}"
        lines += [f"Rating after each game. {way}", f"Rating after each game: {way}"]
    for kind, record in told["by_game"].items():
        lines += kind_lines(kind, record)
    return [*lines, *guesser_lines(told), *host_lines(told), *met_lines(told)]


def counted(games: int) -> str:
    return f"{games} game{'' if games == 1 else 's'}"


def kind_lines(kind: str, record: dict[str, Any]) -> list[str]:
    averages = [(what, record.get(f"average_{what}")) for what in ("tries", "points")]
    lines = [
        TITLES[kind],
        f"{counted(record['games'])}, {record['wins']} won",
        *(f"{average:.1f} {what} on average" for what, average in averages if average is not None),
    ]
    if any(record["tries"].values()) or record["not_found"]:
        tries = [f"{AT_TRY[kind]} {row}: {count}" for row, count in record["tries"].items()]
        lines.append(f"{TITLES[kind]}. {', '.join([*tries, f'{MISSED[kind]}: ' + str(record['not_found'])])}")
    return lines


def guesser_lines(told: dict[str, Any]) -> list[str]:
    if not told["guessing"]["searched"] and not told["fastest_row"]:
        return []
    lines = ["As guesser", f"Found {told['guessing']['found']} of {told['guessing']['searched']} words."]
    if told["fastest_row"]:
        lines.append(f"Fastest row: {told['fastest_row']['word']}, {told['fastest_row']['seconds']:.1f} s")
    if told["best_words"]:
        lines.append("Best words | Tries | Hidden by")
    return [*lines, *(f"{each['word']} | {each['tries']} | {each['owner']}" for each in told["best_words"])]


def host_lines(told: dict[str, Any]) -> list[str]:
    if not told["hosted"]:
        return []
    return [
        "As Host",
        f"Hid a word in {told['hosted']} round{'' if told['hosted'] == 1 else 's'}.",
        "Words hidden | Times | Found | Tries",
        *(
            f"{each['word']} | {each['times']} | {each['found']}/{each['searched']} | {average(each)}"
            for each in told["secrets"]
        ),
    ]


def met_lines(told: dict[str, Any]) -> list[str]:
    if not told["head_to_head"]:
        return []
    met = (f"{other} | {' | '.join(map(str, counts.values()))}" for other, counts in told["head_to_head"].items())
    return ["Head to head", "Against | Ahead | Behind | Level", *met]


# ── a game ───────────────────────────────────────────────────────────────────────────────────────


def marks(secret: str, guess: str) -> str:
    """As with pencil and paper: first what is in place, then what is left over."""
    given = ["G" if one == other else "-" for one, other in zip(guess, secret, strict=True)]
    left = [letter for letter, mark in zip(secret, given, strict=True) if mark == "-"]
    for place, letter in enumerate(guess):
        if given[place] == "-" and letter in left:
            given[place] = "Y"
            left.remove(letter)
    return "".join(given)


Board = tuple[str, str, list[tuple[str, float]]]  # whose, the word that is looked for, its guesses and their moments


def split(game: dict[str, Any]) -> list[list[dict[str, Any]]]:
    """The log, round by round."""
    parts: list[list[dict[str, Any]]] = [[]]
    for entry in game["log"]:
        parts.append([]) if entry["action"] in ("next", "end") else parts[-1].append(entry)
    return [part for part in parts if part]


def words_of(game: dict[str, Any], entries: list[dict[str, Any]]) -> dict[str, str]:
    hidden = {side_of(game, each["player"]): each["word"] for each in entries if each["action"] == "secret"}
    return {side: hidden[side] for side in game["teams"] or game["players"] if side in hidden}


def boards(game: dict[str, Any], entries: list[dict[str, Any]]) -> list[Board]:
    words = words_of(game, entries)
    began = max(each["at"] for each in entries if each["action"] == "secret")
    if game["game"] == "party":
        [(host, word)] = words.items()
        gone = {each["player"] for each in game["log"] if each["action"] == "leave" and each["at"] < entries[0]["at"]}
        sides = [side for side in game["teams"] or game["players"] if side != host and side not in gone]
        guesses = [each for each in entries if each["action"] == "guess"]
        return [
            (side, word, [(g["word"], g["at"] - began) for g in guesses if side_of(game, g["player"]) == side])
            for side in sides
        ]
    found = found_at(entries, words)
    asked = [(each["word"], each["at"] - began) for each in entries if each["action"] in ("query", "propose")]
    return [
        (f"for {owner}'s word", word, [row for row in asked if row[1] < found[owner] - began])
        for owner, word in words.items()
    ]


def found_at(entries: list[dict[str, Any]], words: dict[str, str]) -> dict[str, float]:
    """When somebody named each word in a game in which words are named; never for the others."""
    right = [
        (each["target"], each["at"])
        for each in entries
        if each["action"] == "attempt" and each["word"] == words[each["target"]]
    ]
    return {owner: dict(reversed(right)).get(owner, math.inf) for owner in words}


def played_out(game: dict[str, Any]) -> list[list[dict[str, Any]]]:
    """The rounds of the log that came to their end; only the last one of a game can lack it."""
    return split(game)[: len(rounds(game))]


def solved(board: Board) -> bool:
    return bool(board[2]) and board[2][-1][0] == board[1]


def game_page(file: Path, number: int) -> list[str]:
    game = next(each for each in raw_games(file) if each["number"] == number)
    people = ", ".join(person for person in game["players"] if person not in game["computers"])
    lines = [
        "Evenings",
        TITLES[game["game"]],
        f"{moment(game['ended'], '%Y-%m-%d %H:%M')} · {won(game)} {people}",
        "Replay Next row Show all",
    ]
    for place, entries in enumerate(played_out(game), 1):
        lines.append(f"Round {place}")
        words = words_of(game, entries)
        found = found_at(entries, words)
        lines += [f"{words[side]} ({side}) {meanings()[words[side]]}" for side in sorted(words, key=found.__getitem__)]
        for board in boards(game, entries):
            lines.append(f"{board[0]} {'✓' if solved(board) else ''}".strip())
            lines += [f"{guess} {marks(board[1], guess)} {at:.1f}" for guess, at in board[2]]
    return [*lines, "To share, without the words", "Picture · Text", squares(file, number).strip()]


def squares(file: Path, number: int) -> str:
    game = next(each for each in raw_games(file) if each["number"] == number)
    heading = ["wordtable", TITLES[game["game"]], moment(game["ended"], "%Y-%m-%d")]
    lines = [" · ".join([*heading, won(game)] if game["winners"] else heading)]
    for place, entries in enumerate(played_out(game), 1):
        lines += ["", f"Round {place}"]
        for board in boards(game, entries):
            own = not board[0].startswith("for ")
            lines.append(f"{board[0]} {len(board[2]) if solved(board) else 'X'}" if own else board[0])
            lines += ["".join(SQUARES[mark] for mark in marks(board[1], guess)) for guess, _ in board[2]]
    return "\n".join(lines) + "\n"
