"""A table of people for tests: they act, time passes, and anybody's view can be looked at."""

import copy
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import pytest

from firmware_host import dictionaries
from firmware_host.games import registry
from firmware_host.games.shared.fields import Fields, read_action
from firmware_host.games.shared.table import Event, RuleError
from firmware_host.games.shared.views import as_json
from firmware_host.session import Session
from firmware_host.texts.text import say

Said = list[dict[str, Any]]
Shown = dict[str, Any]


def proves(*rules: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Names the rules of docs/rules.md that a test proves; a rule without a test fails the suite."""
    return pytest.mark.proves(*rules)


@cache
def english() -> Any:
    return dictionaries.load("en")


class Evening:
    """One game, from the first round on: `Evening("party", "Ann", "Bob", timer=60)`."""

    def __init__(
        self,
        game: str,
        *players: str,
        teams: Mapping[str, tuple[str, ...]] | None = None,
        seed: int = 0,
        **options: Any,
    ) -> None:
        self.session = Session(lambda _name: english())
        self.said = told(self.session.new(game, players, options, teams, seed))

    def does(self, who: str, action: str, **fields: Any) -> Said:
        """Somebody acts, and it is accepted; what is announced."""
        self.said = told(self.session.act(_action(who, action, fields)))
        return self.said

    def refuses(self, who: str, action: str, **fields: Any) -> str:
        """Somebody tries, is refused, and nothing has changed; the code of the refusal."""
        before = copy.deepcopy(self.session.save())
        with pytest.raises(RuleError) as refusal:
            self.session.act(_action(who, action, fields))
        assert self.session.save() == before
        return refusal.value.code

    def waits(self, seconds: float) -> Said:
        self.said = told(self.session.time(self.session.now + seconds))
        return self.said

    def view(self, who: str | None = None) -> Shown:
        """What this player may see; without a name, what everybody may."""
        shown = as_json(self.session.view(who))
        assert isinstance(shown, dict)
        return shown

    def heard(self, event: str) -> Said:
        """The announcements of this kind after the last thing that happened."""
        return [said for said in self.said if said["event"] == event]


def told(events: tuple[Event, ...]) -> Said:
    return [
        {"event": event.name, "to": event.to, **{name: as_json(fact) for name, fact in event.facts.items()}}
        for event in events
    ]


def _action(who: str, action: str, fields: dict[str, Any]) -> Any:
    return read_action(Fields({"player": who, "action": action, **fields}, say("An action")), registry.forms(None))
