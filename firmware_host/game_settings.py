"""Checks what a table.toml says about games, dictionaries and a league, which hardware/ knows nothing of."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from firmware_host import dictionaries
from firmware_host.dictionaries import DictionaryError
from firmware_host.frozen import replace
from firmware_host.games import registry as games
from firmware_host.games.shared import options
from firmware_host.games.shared.table import RuleError
from firmware_host.texts.text import all_of, say
from hardware.config.checks import Complaint
from hardware.config.reading import load_table, simulated_table
from hardware.config.settings import TableSettings


def load(config: Path | None) -> TableSettings:
    """The table of this file, or the simulated one that needs no file. Raises a `ConfigError` with all mistakes."""
    if config is None:
        return replace(simulated_table(), words="")
    settings = load_table(config, check_more)
    return replace(settings, words=str(config.parent / settings.words))


def check_more(settings: TableSettings) -> Iterator[Complaint]:
    yield from _check_games(settings)
    if settings.league is not None:
        from firmware_host.league.address import check_league

        yield from check_league(settings)


def _check_games(settings: TableSettings) -> Iterator[Complaint]:
    try:
        dictionaries.check(settings.dictionary)
    except DictionaryError as error:
        yield Complaint(("dictionary",), say("dictionary: {problem}", problem=error.say))
    for game, chosen in settings.games.items():
        if game not in games.games():
            no_game = say("games.{game}: no such game; the games are {games}.", game=game, games=all_of(games.games()))
            yield Complaint(("games", game), no_game)
            continue
        for name, value in chosen.items():
            try:
                options.read(games.named(game).options, {name: value})
            except RuleError as refusal:
                problem = say("games.{game}.{option}: {problem}", game=game, option=name, problem=refusal.say)
                yield Complaint(("games", game, name), problem)


def defaults(settings: TableSettings) -> Mapping[str, Mapping[str, object]]:
    """What each game is played with unless the captain says otherwise."""
    usual = {"dictionary": settings.dictionary}
    return {game: usual | dict(settings.games.get(game, {})) for game in games.games()}
