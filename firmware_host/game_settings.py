"""What a table.toml says of games and words, which hardware knows nothing of: checked, and ready for the console."""

from collections.abc import Mapping
from pathlib import Path

from firmware_host import dictionaries
from firmware_host.dictionaries import DictionaryError
from firmware_host.rules import games, options
from firmware_host.rules.table import RuleError
from hardware.config import ConfigError
from hardware.settings import TableSettings


def check_games(settings: TableSettings, config: Path | None) -> None:
    """All mistakes at once, as a config tells its own."""
    mistakes: list[str] = []
    try:
        dictionaries.load(settings.dictionary)
    except DictionaryError as sorry:
        mistakes.append(f"dictionary: {sorry}")
    for game, chosen in settings.games.items():
        if game not in games.OPTIONS:
            mistakes.append(f"games.{game}: there is no such game. The games here are {', '.join(games.NAMES)}.")
            continue
        for name, value in chosen.items():
            try:
                options.read(games.OPTIONS[game], {name: value})
            except RuleError as refusal:
                mistakes.append(f"games.{game}.{name}: {refusal.say}")
    if mistakes:
        raise ConfigError("\n".join(f"{config}: {mistake}" for mistake in mistakes))


def defaults(settings: TableSettings) -> Mapping[str, Mapping[str, object]]:
    """What each game is played with unless the captain says otherwise."""
    usual = {"dictionary": settings.dictionary}
    return {game: usual | dict(settings.games.get(game, {})) for game in games.NAMES}
