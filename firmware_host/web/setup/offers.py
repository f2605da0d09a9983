"""What can be changed on the page about phones and games, which hardware/ knows nothing of."""

from collections.abc import Iterator

from firmware_host.games import registry as games
from firmware_host.texts.text import say
from firmware_host.web.play import new_codes
from hardware.config.settings import TableSettings
from hardware.workbench.changing import OFF, ON, Setting


def offered(settings: TableSettings) -> Iterator[Setting]:
    pages = {"host": "0.0.0.0", "codes": new_codes(settings)}  # noqa: S104  # phones have to reach them, with a code
    yield Setting(say("Phones"), ("web",), ((None, OFF), (pages, ON)))
    for game in games.games():
        declared = games.named(game)
        for option, offer in declared.choices.items():
            usual = getattr(declared.options(), option)
            # TOML has no word for nothing, so that can be said only by saying nothing.
            values = tuple(each for each in offer.values.items() if each[0] is not None or usual is None)
            named = say("{game}: {option}", game=declared.title, option=offer.name)
            yield Setting(named, ("games", game, option), values, usual)
