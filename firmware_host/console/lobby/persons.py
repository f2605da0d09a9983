"""Who is who, in the captain's menu before a game: another name, two spellings of one person, whom to forget. Pure."""

from functools import lru_cache, partial

from firmware_host.console.lobby.lobby import NAME_LENGTH
from firmware_host.games.shared.page import Audience
from firmware_host.games.shared.sitting import really
from firmware_host.games.shared.tasks import Item, ListTask, WordTask
from firmware_host.games.shared.wishes import ChangePerson
from firmware_host.texts.text import Text, say, verbatim


@lru_cache(maxsize=2)
def submenu(people: tuple[str, ...]) -> tuple[Item, ...]:
    """The entry of the captain's menu; nothing before anybody has played."""
    if not people:
        return ()
    items = tuple(Item(verbatim(name), _about(name, people), id=name) for name in people)
    return (Item(say("People"), ListTask("people", say("Who?"), items, audience=Audience.EVERYBODY), id="people"),)


def _about(name: str, people: tuple[str, ...]) -> ListTask:
    others = tuple(other for other in people if other != name)
    new = _asked("rename", name, say("New name for {name}", name=name))
    items = [Item(say("Rename"), new, id="rename")]
    if others:
        same = _asked("join", name, say("{name} is the same as?", name=name), others)
        items.append(Item(say("Join with another"), same, id="join"))
    forget = really(f"forget {name}", say("Forget {name} for good?", name=name), ChangePerson("forget", name))
    items.append(Item(say("Forget"), forget, id="forget"))
    return ListTask(f"person {name}", verbatim(name), tuple(items), audience=Audience.EVERYBODY)


def _asked(how: str, name: str, ask: Text, ideas: tuple[str, ...] = ()) -> WordTask:
    return WordTask(
        f"{how} {name}",
        ask,
        NAME_LENGTH,
        partial(ChangePerson, how, name),
        shortest=1,
        ideas=ideas,
        audience=Audience.EVERYBODY,
    )
