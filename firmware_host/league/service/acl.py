"""The broker's access list for Mosquitto: each table reaches only its own topics. Pure."""

from collections.abc import Iterable, Iterator

from firmware_host.league.address import AddressError, check_name
from firmware_host.league.home import PREFIX
from firmware_host.league.topics import FROM_TABLE, OF_LEAGUE, TO_TABLE, Topics
from firmware_host.texts.text import say


def check_users(league: str, tables: Iterable[str]) -> None:
    """Raises an `AddressError`. A table that is called like somebody else would have their rights, too."""
    for name in (league, *tables):
        check_name(name)
    for name in tables:
        if name in (league, PREFIX):
            raise AddressError(
                say("No table can be called {name}: another user of the broker has this name. Rename it.", name=name)
            )


def access_list(league: str, tables: Iterable[str], *, home: bool = False) -> Iterator[str]:
    """As Mosquitto reads it. Whoever is not named here, and whoever does not log in, reaches nothing."""
    topics = Topics(league)
    yield "# Who may use which topic. Made by wordtable: make it again when a table joins."
    yield f"user {league}"
    for what in FROM_TABLE:
        yield f"topic read {topics.every_table(what)}"
    for what in ("taken", "word"):
        yield f"topic write {topics.every_table(what)}"
    for what in OF_LEAGUE:
        yield f"topic readwrite {topics.of_league(what)}"
    for table in tables:
        yield ""
        yield f"user {table}"
        for what in FROM_TABLE:
            yield f"topic write {topics.of_table(table, what)}"
        for what in TO_TABLE:
            yield f"topic read {topics.of_table(table, what)}"
        for what in OF_LEAGUE:
            yield f"topic read {topics.of_league(what)}"
        if home:
            yield f"topic write {PREFIX}/+/wordtable-{league}-{table}/+/config"
    if home:
        yield ""
        yield f"user {PREFIX}"
        yield f"topic readwrite {PREFIX}/#"
        for what in ("here", "view", "event"):
            yield f"topic read {topics.every_table(what)}"
        yield f"topic write {topics.every_table('press')}"
