"""What `wordtable history`, `scores` and `export` print."""

import csv
import io
import json
from collections.abc import Iterable, Iterator

from firmware_host.games import registry as games
from firmware_host.remembered.chronicle import Chronicle, Person, Searches
from firmware_host.remembered.figures import (
    averages_told,
    date,
    evening_figures,
    game_figures,
    game_with_rounds,
    in_order,
    person_figures,
    table_figures,
)
from firmware_host.remembered.played import Played
from firmware_host.texts.language import Language
from firmware_host.texts.text import Text, all_of, listed, say, say_count

NOT_FOUND = 0  # in place of the number of tries
BAR = 24  # characters, of the longest
NOTHING_YET = say("No game has been finished at this table yet. Play one, and it will be listed here.")
FORMULA = ("=", "+", "-", "@")
COLUMNS = (
    "game", "ended", "evening", "kind", "round", "player", "side", "word", "owner", "row", "guess", "marks", "seconds",
)  # fmt: skip


# ── games ────────────────────────────────────────────────────────────────────────────────────────


def tell_history(history: Iterable[Played], language: Language, *, as_json: bool) -> Iterator[str]:
    """Newest first."""
    told = False
    for played in reversed([*history]):
        told = True
        yield _json(game_figures(played)) if as_json else language.read(sentence(played))
    if not told and not as_json:
        yield language.read(NOTHING_YET)


def sentence(played: Played) -> Text:
    scores = listed(_score(name, score, played) for name, score in played.scores.items())
    when = f"{date(played.ended):%Y-%m-%d %H:%M}  {played.game:<11}"
    rounds = say_count("{count} round", "{count} rounds", played.rounds_played)
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


# ── people ───────────────────────────────────────────────────────────────────────────────────────


def tell_scores(history: Iterable[Played], language: Language, *, as_json: bool) -> Iterator[str]:
    """Whoever has won most first."""
    chronicle = Chronicle(history)
    for number, person in enumerate(chronicle.standing()):
        if as_json:
            yield _json(person_figures(person))
        else:
            yield from ([""] if number else [])
            yield from _portrait(person, language)
    if not chronicle.people and not as_json:
        yield language.read(NOTHING_YET)


def _portrait(person: Person, language: Language) -> Iterator[str]:
    yield language.read(standing(person.name, person.games, person.wins))
    for game, record in in_order(person.records):
        told = listed((standing(game, record.games, record.wins), *averages_told(game, record)))
        yield f"  {language.read(told)}"
        yield from _bars(game, record.searches, language)
    yield from (f"  {language.read(each)}" for each in about(person))


def standing(of: str, games_played: int, won: int) -> Text:
    return say_count(
        "{name}: {count} game, {won} won", "{name}: {count} games, {won} won", games_played, name=of, won=won
    )


def _bars(game: str, searches: Searches, language: Language) -> Iterator[str]:
    if not searches.times:
        return
    longest = max(searches.tries)
    history = games.named(game).history
    for count in (*range(1, history.most_tries + 1), NOT_FOUND):
        label = language.read(history.at_try(count) if count != NOT_FOUND else history.missed)
        bar = "█" * -(-BAR * searches.at(count) // longest)
        yield f"    {label:>9} {bar}{' ' * bool(bar)}{searches.at(count)}"


def about(person: Person) -> Iterator[Text]:
    """What else is known of somebody, a sentence each."""
    if person.course.games:
        yield say("Rating: {rating}", rating=person.rating.in_words)
    if person.longest_streak > 1:
        yield say_count(
            "Longest streak: {count} win; now {now}", "Longest streak: {count} wins; now {now}",
            person.longest_streak, now=person.streak,
        )  # fmt: skip
    if person.best_words:
        words = listed(say("{word} in {tries}", word=each.word, tries=each.tries) for each in person.best_words)
        yield say("Best words: {words}", words=words)
    if person.fastest_row is not None:
        yield say(
            "Fastest row: {word}, {seconds:.1f} s", word=person.fastest_row.word, seconds=person.fastest_row.seconds
        )
    if person.against:
        met = listed(
            say("{name} {ahead}:{behind}", name=name, ahead=met.ahead, behind=met.behind)
            for name, met in sorted(person.against.items())
        )
        yield say("Head to head: {met}", met=met)
    if person.hidden:
        words = listed(
            say("{word} ({found} of {searched} found it)", word=word, found=each.found, searched=each.times)
            for word, _, each in person.favourite_secrets
        )
        yield say("Hid: {words}", words=words)


# ── files for other programs ─────────────────────────────────────────────────────────────────────


def export_lines(history: Iterable[Played]) -> Iterator[str]:
    """JSON lines: every game with its rounds, every evening, every person, and the table."""
    chronicle = Chronicle()
    for played in history:
        chronicle.take_in(played)
        yield _json({"kind": "game", **game_with_rounds(played)})
    yield from (_json({"kind": "evening", **evening_figures(each)}) for each in chronicle.evenings)
    yield from (_json({"kind": "person", **person_figures(each)}) for each in chronicle.standing())
    yield _json({"kind": "table", **table_figures(chronicle)})


def export_csv(history: Iterable[Played]) -> Iterator[str]:
    """A line for each row of each board."""
    chronicle = Chronicle()
    yield _csv(COLUMNS)
    for played in history:
        chronicle.take_in(played)
        ended, evening = date(played.ended).isoformat(timespec="seconds"), len(chronicle.evenings)
        for number, each in enumerate(played.rounds, 1):
            for board in each.boards:
                players = " & ".join(each.people(board.side)) if board.side else ""
                about_it = (played.number, ended, evening, played.game, number, players, board.side)
                word = (each.words.get(board.owner, ""), board.owner)
                for place, row in enumerate(board.rows, 1):
                    yield _csv((*about_it, *word, place, row.word, row.marks.replace("-", "."), row.seconds))


def _csv(cells: Iterable[object]) -> str:
    """A cell that a spreadsheet would take for a formula begins with an apostrophe."""
    line = io.StringIO()
    csv.writer(line, lineterminator="").writerow(
        f"'{cell}" if str(cell).startswith(FORMULA) else cell for cell in cells
    )
    return line.getvalue()


def _json(figures: object) -> str:
    return json.dumps(figures, ensure_ascii=False)
