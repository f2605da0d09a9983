"""What the table hears of the events that all games, or several of them, announce."""

from collections.abc import Callable, Mapping, Sequence

from firmware_host.games.shared.declaration import Announce, Announcement, silent
from firmware_host.games.shared.table import THE_TABLE, Event
from firmware_host.texts.text import MarkColour, Text, all_of, say, say_count


def who(event: Event, role: str = "player") -> str:
    return str(event.facts.get(role, ""))


def number(event: Event, fact: str) -> int:
    value = event.facts[fact]
    assert isinstance(value, int), "a count is a number"
    return value


def _game_ends(event: Event, _together: Sequence[Event]) -> Announcement:
    winners = event.facts["winners"]
    if isinstance(winners, tuple) and winners:
        names = all_of(str(name) for name in winners)
        return Announcement(say("{names} won!", names=names), "fanfare", cheers=THE_TABLE)
    return Announcement(say("The game is over."), "fanfare")


def _paused(event: Event, _together: Sequence[Event]) -> Announcement:
    name = who(event)
    return Announcement(say("Paused by {name}.", name=name) if name else say("Paused."), "plain")


def _joined(event: Event, _together: Sequence[Event]) -> Announcement:
    points = number(event, "points")
    text = say_count("{name} joins with {count} point.", "{name} joins with {count} points.", points, name=who(event))
    return Announcement(text, "call")


# The events of every evening.
EVENING_NEWS: Mapping[str, Announce] = {
    "round-ends": silent,
    "game-ends": _game_ends,
    "paused": _paused,
    "resumed": lambda _event, _together: Announcement(say("The game goes on."), "plain"),
    "redone": lambda _event, _together: Announcement(say("The round begins again."), "call"),
    "joined": _joined,
    "left": lambda event, _together: Announcement(say("{name} has left.", name=who(event)), "plain"),
}


# ── what several games announce ──────────────────────────────────────────────────────────────────


def hidden(event: Event, _together: Sequence[Event]) -> Announcement:
    return Announcement(say("{name} has hidden a word.", name=who(event)), "plain")


def revealed(event: Event, _together: Sequence[Event]) -> Announcement:
    return Announcement(say("{name}'s word was {word}.", name=who(event, "owner"), word=who(event, "word")))


def solved(event: Event, _together: Sequence[Event]) -> Announcement:
    name, row = who(event), number(event, "row")
    return Announcement(say("{name} got it in {row}!", name=name, row=row), "good", cheers=name)


def counted_as(sentence: Callable[[str, int, int], Text]) -> Announce:
    """How many letters are in place and how many elsewhere, unless the guess was right: that says more."""

    def counted(event: Event, together: Sequence[Event]) -> Announcement | None:
        if any(other.name == "solved" and who(other) == who(event) for other in together):
            return None
        return Announcement(sentence(who(event), number(event, "green"), number(event, "yellow")), "plain")

    return counted


def in_the_readers_colours(name: str, in_place: int, elsewhere: int) -> Text:
    return say(
        "{name}: {green_count} {green}, {yellow_count} {yellow}",
        name=name,
        green_count=in_place,
        green=MarkColour.IN_PLACE,
        yellow_count=elsewhere,
        yellow=MarkColour.ELSEWHERE,
    )


counted = counted_as(in_the_readers_colours)
