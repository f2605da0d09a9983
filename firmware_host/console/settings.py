"""What the table's config says about the evening."""

from collections.abc import Callable, Mapping
from dataclasses import field

from firmware_host.dictionaries import OUR_LISTS, WordList, word_lists
from firmware_host.frozen import frozen
from firmware_host.game_settings import defaults
from firmware_host.games.shared.sitting import Address
from firmware_host.meanings import Meanings
from firmware_host.texts.language import ENGLISH, Language
from firmware_host.texts.language import language as in_language
from hardware.config.settings import TableSettings


def no_meaning(_word: str) -> str:
    return ""


def no_address(_game: int) -> str:
    """Of a finished game, where there are no web pages."""
    return ""


@frozen
class EveningSettings:
    seed: int
    defaults: Mapping[str, Mapping[str, object]] = field(default_factory=dict)  # by game: options of this table
    palette: str = "green-yellow"
    pulse: bool = False  # on grids, letters that belong elsewhere pulse
    word_lists: tuple[WordList, ...] = OUR_LISTS
    language: str = ENGLISH  # of the table: its screens and its speaker
    meaning: Callable[[str], str] = no_meaning  # of a word that lies open
    teaches: bool = False  # offers how to play to whoever plays a game for the first time
    phones: Address | None = None  # at which they join
    share: Callable[[int], str] = no_address  # where a finished game can be fetched to send around, without http://

    @property
    def reader(self) -> Language:
        """Reads texts as the table does, with its own names for colours."""
        return in_language(self.language, palette=self.palette)


def evening_settings(table: TableSettings, seed: int) -> EveningSettings:
    lists = word_lists(table.words)
    meaning, comfort = Meanings(table.words).of, (table.palette, table.pulse)
    return EveningSettings(seed, defaults(table), *comfort, lists, table.language, meaning, table.teach)
