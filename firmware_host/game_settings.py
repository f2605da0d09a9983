"""What a table.toml says of games and words, which hardware knows nothing of: checked, and ready for the console."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from firmware_host import dictionaries
from firmware_host.dictionaries import DictionaryError
from firmware_host.rules import games, options
from firmware_host.rules.table import RuleError
from hardware.checks import Complaint
from hardware.config import load_table, simulated_table
from hardware.settings import TableSettings


def load(config: Path | None) -> TableSettings:
    """The table of this file, or the one that needs none. Raises a `ConfigError` with all mistakes."""
    return simulated_table() if config is None else load_table(config, check_games)


def check_games(settings: TableSettings) -> Iterator[Complaint]:
    try:
        dictionaries.load(settings.dictionary)
    except DictionaryError as sorry:
        yield Complaint(("dictionary",), f"dictionary: {sorry}")
    for game, chosen in settings.games.items():
        if game not in games.OPTIONS:
            say = f"games.{game}: there is no such game. The games here are {', '.join(games.NAMES)}."
            yield Complaint(("games", game), say)
            continue
        for name, value in chosen.items():
            try:
                options.read(games.OPTIONS[game], {name: value})
            except RuleError as refusal:
                yield Complaint(("games", game, name), f"games.{game}.{name}: {refusal.say}")


def defaults(settings: TableSettings) -> Mapping[str, Mapping[str, object]]:
    """What each game is played with unless the captain says otherwise."""
    usual = {"dictionary": settings.dictionary}
    return {game: usual | dict(settings.games.get(game, {})) for game in games.NAMES}
