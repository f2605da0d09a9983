"""Whoever follows the evening from outside, such as a league: is told what everybody may see, after it is saved."""

from typing import Protocol

from firmware_host.console.referee import NoStory, Story
from firmware_host.games.shared.table import Event
from firmware_host.games.shared.views import View


class Onlooker(Protocol):
    """Must return at once: the displays are drawn after it."""

    @property
    def story(self) -> Story: ...
    def happened(self, view: View | None, events: tuple[Event, ...] = ()) -> None:
        """What everybody may see has changed; None in the lobby."""

    def device(self, name: str, *, lost: bool) -> None: ...


class Nobody:
    story = NoStory()

    def happened(self, view: View | None, events: tuple[Event, ...] = ()) -> None: ...
    def device(self, name: str, *, lost: bool) -> None: ...
