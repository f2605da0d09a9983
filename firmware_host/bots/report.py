"""Measures a guesser: it plays a list of secrets, and we count its rows and its time. `run` reads the two files."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict
from json import dumps
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import TextIO

from firmware_host import dictionaries
from firmware_host.bots import Level
from firmware_host.bots.clues import Clues
from firmware_host.bots.solver import Solver, plausible_secrets
from firmware_host.frozen import frozen
from firmware_host.games.shared.marks import mark
from firmware_host.games.shared.words import Dictionary, fold
from firmware_host.texts.language import Language, of_this_terminal
from firmware_host.texts.text import Text, lines, say, verbatim
from hardware.files import NotAFile, read_file

ROWS = 6
FAILED = ROWS + 1  # what a secret counts that was not found
Timer = Callable[[], float]
Progress = Callable[[int], None]


@frozen
class Game:
    """One secret: the words written, the last of them the secret if it was found, and the seconds each took."""

    secret: str
    written: tuple[str, ...]
    seconds: tuple[float, ...]

    @property
    def tries(self) -> int:
        return len(self.written) if self.written[-1] == self.secret else FAILED


@frozen
class Report:
    """What a list of games comes to. Each move counts, also every game's first; milliseconds."""

    level: Level
    secrets: int
    plausible: int  # words that the guesser took for plausible secrets
    average: float
    distribution: dict[int, int]  # tries: secrets (7 stands for not found)
    failed: tuple[str, ...]
    not_in_dictionary: tuple[str, ...]  # left out: nobody could guess them
    median_ms: float
    p99_ms: float
    slowest_ms: float
    ready_ms: float  # to make the guesser, before its first move


def play(solver: Solver, secrets: Sequence[str], timer: Timer, progress: Progress | None = None) -> list[Game]:
    """Play every secret; `progress` hears how many more games are over.

    Where the level rolls no dice, games that have seen the same marks think once, together, and the time of it counts
    for each of them: the games and times are those of playing one by one, in a fraction of the wait.
    """
    together = [secrets] if solver.level == "strong" else [[secret] for secret in secrets]
    rng = Random(0)
    games: list[Game] = []
    open_tables: list[tuple[Sequence[str], Clues, tuple[str, ...], tuple[float, ...]]]
    open_tables = [(group, Clues(), (), ()) for group in reversed(together)]
    while open_tables:
        hidden, clues, written, seconds = open_tables.pop()
        started = timer()
        guess = solver.next_guess(clues, ROWS - len(written), rng)
        seconds = (*seconds, timer() - started)
        written = (*written, guess)
        by_marks: dict[str, list[str]] = {}
        for secret in hidden:
            if secret == guess or len(written) == ROWS:
                games.append(Game(secret, written, seconds))
            else:
                by_marks.setdefault(mark(secret, guess), []).append(secret)
        open_tables += [(left, clues.and_row(guess, marks), written, seconds) for marks, left in by_marks.items()]
        if progress:
            progress(len(hidden) - sum(map(len, by_marks.values())))
    return games


def report(
    dictionary: Dictionary, secrets: Iterable[str], level: Level, timer: Timer, progress: Progress | None = None
) -> Report:
    """Play the secrets, of whatever lengths, with the words of the dictionary.

    The guesser is told the secrets' length and, as the rules of a game would, whether plurals are among them; no more.
    """
    lender = dictionaries.load("en")
    wanted = list(dict.fromkeys(map(fold, secrets)))
    known = [secret for secret in wanted if dictionary.may_guess(secret)]
    if not known:
        raise dictionaries.DictionaryError(
            say("None of the secrets is in the dictionary. Are these the right two files?")
        )
    plurals = any("plural" in (dictionary.judge(secret).why, lender.judge(secret).why) for secret in known)
    games: list[Game] = []
    plausible, ready = 0, 0.0
    for letters in sorted(set(map(len, known))):
        words = dictionary.words(letters)
        started = timer()
        candidates = plausible_secrets(dictionary, letters, plurals=plurals, lender=lender)
        solver = Solver(candidates, words, level)
        ready += timer() - started
        plausible += len(candidates)
        games += play(solver, [secret for secret in known if len(secret) == letters], timer, progress)
    missing = tuple(secret for secret in wanted if not dictionary.may_guess(secret))
    return _sum_up(games, level, plausible, missing, ready)


def _sum_up(games: Sequence[Game], level: Level, plausible: int, missing: tuple[str, ...], ready: float) -> Report:
    tries = Counter(game.tries for game in games)
    times = sorted(1000 * seconds for game in games for seconds in game.seconds)
    percentiles = quantiles(times, n=100, method="inclusive") if len(times) > 1 else times * 99
    return Report(
        level=level,
        secrets=len(games),
        plausible=plausible,
        average=round(sum(n * count for n, count in tries.items()) / len(games), 4),
        distribution={n: tries[n] for n in range(1, FAILED + 1)},
        failed=tuple(sorted(game.secret for game in games if game.tries == FAILED)),
        not_in_dictionary=missing,
        median_ms=round(percentiles[49], 2),
        p99_ms=round(percentiles[98], 2),
        slowest_ms=round(times[-1], 2),
        ready_ms=round(1000 * ready, 2),
    )


def in_words(report: Report, language: Language) -> str:
    """The report as lines for a person."""
    return (
        "\n".join((language.read(_summary(report)), *_bars(report, language), language.read(_details(report)))) + "\n"
    )


def _summary(report: Report) -> Text:
    return say(
        "{secrets} secrets, level {level}; {plausible} words considered as possible secrets\n"
        "average  {average:.4f} guesses (a secret that was not found counts as {failed})",
        secrets=report.secrets,
        level=report.level,
        plausible=report.plausible,
        average=report.average,
        failed=FAILED,
    )


def _bars(report: Report, language: Language) -> Iterator[str]:
    most = max(report.distribution.values())
    for tries, count in report.distribution.items():
        label = language.read(say("failed")) if tries == FAILED else str(tries)
        yield f"{label:>7}  {count:>6}  {'█' * -(-40 * count // most)}".rstrip()


def _details(report: Report) -> Text:
    told = [
        say(
            "time     median {median} ms per move, 99% within {p99} ms, slowest {slowest} ms\n"
            "ready    {ready} ms before the first move",
            median=report.median_ms,
            p99=report.p99_ms,
            slowest=report.slowest_ms,
            ready=report.ready_ms,
        )
    ]
    if report.failed:
        told.append(say("failed   {words}", words=_some(report.failed)))
    if report.not_in_dictionary:
        told.append(say("left out, not in the dictionary: {words}", words=_some(report.not_in_dictionary)))
    return lines(told)


def _some(words: Sequence[str], shown: int = 20) -> Text:
    listed = ", ".join(words[:shown])
    more = len(words) - shown
    return say("{words} and {more} more", words=listed, more=more) if more > 0 else verbatim(listed)


def read_secrets(text: str) -> list[str]:
    """One word a line, whatever follows it; empty lines and lines that begin with # are skipped."""
    split = (line.split() for line in text.splitlines())
    return [words[0] for words in split if words and not words[0].startswith("#")]


def run(dictionary: str, secrets: str, level: Level, out: TextIO, timer: Timer, *, json: bool = False) -> None:
    """`wordtable bot`: play the secrets of one file with the dictionary of another (or a shipped one's name)."""
    try:
        hidden = read_secrets(read_file(Path(secrets).expanduser()).decode("utf-8-sig"))
    except NotAFile as sorry:
        raise dictionaries.DictionaryError(say("{file}: {problem}", file=secrets, problem=sorry.say)) from None
    except (OSError, UnicodeDecodeError) as error:
        why = verbatim(error.strerror or "") if isinstance(error, OSError) else say("not UTF-8")
        raise dictionaries.DictionaryError(
            say(
                "{file}: cannot be read ({reason}). Is it a text file with one word per line?",
                file=secrets,
                reason=why,
            )
        ) from None
    progress = _progress_line(len(hidden)) if sys.stderr.isatty() else None
    result = report(dictionaries.load(dictionary), hidden, level, timer, progress)
    out.write(dumps(asdict(result)) + "\n" if json else in_words(result, of_this_terminal()))


def _progress_line(total: int) -> Progress:
    done = 0

    def show(more: int) -> None:
        nonlocal done
        done += more
        told = of_this_terminal().read(say("{done} of {total}", done=done, total=total))
        sys.stderr.write(f"\r{told}" if done < total else f"\r{'':<{len(told)}}\r")
        sys.stderr.flush()

    return show
