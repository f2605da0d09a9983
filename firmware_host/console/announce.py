"""What is told to everybody when something happens: a sentence for the displays and the speaker, and a tone.

Built from events addressed to all, so that no sentence can hold more than the rules have published.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from firmware_host.rules.table import Event
from firmware_host.rules.three_words import RIGHT_PLACE, LifelineView
from hardware.ports import Tone

GOOD = Tone("good", ((72, 0.08), (76, 0.08), (79, 0.16)))
PLAIN = Tone("plain", ((69, 0.06),))
BAD = Tone("bad", ((64, 0.12), (60, 0.2)))
CALL = Tone("call", ((76, 0.1), (None, 0.05), (76, 0.1)))
LAST_SECONDS = Tone("last seconds", ((81, 0.05),))
FANFARE = Tone("fanfare", ((67, 0.12), (72, 0.12), (76, 0.12), (79, 0.3)))


@dataclass(frozen=True, slots=True)
class News:
    """One announcement; a sentence that is not `spoken` is only shown."""

    say: str
    tone: Tone | None = None
    spoken: bool = True


def news_of(events: Iterable[Event]) -> Iterator[News]:
    """What the table hears of what happened at one go; nothing of an event that is not for everybody."""
    for_all = [event for event in events if event.to == "all" and event.name in _NEWS]
    found = {_who(event) for event in for_all if event.name == "solved"}
    for event in for_all:
        if event.name == "counted" and _who(event) in found:
            continue  # that it was right says more
        news = _NEWS[event.name](event)
        if news is not None:
            yield news


def _who(event: Event, name: str = "player") -> str:
    return str(event.facts.get(name, ""))


def _counted(event: Event) -> News:
    green, yellow = event.facts["green"], event.facts["yellow"]
    return News(f"{_who(event)}: {green} green, {yellow} yellow", PLAIN)


def _solved(event: Event) -> News:
    who = f"{_who(event)} has it" if _who(event) else "Solved"
    return News(f"{who} in {event.facts['row']}!", GOOD)


def _attempted(event: Event) -> News:
    right = event.facts["right"]
    verdict = "right!" if right else "no."
    return News(
        f"{_who(event)} says {_who(event, 'target')} has {event.facts['word']}: {verdict}", GOOD if right else BAD
    )


def _answered(event: Event) -> News | None:
    shown = event.facts["lifeline"]
    if not isinstance(shown, LifelineView):
        return None
    if isinstance(shown.letters, str):
        return News(f"Not in the word: {' '.join(shown.letters)}.", CALL)
    place = f"is letter {shown.position}" if shown.side == RIGHT_PLACE else f"is in it, but not at {shown.position}"
    return News(f"{shown.letter} {place}.", CALL)


def _ended(event: Event) -> News:
    winners = event.facts["winners"]
    names = " and ".join(str(name) for name in winners) if isinstance(winners, tuple) else ""
    return News(f"{names} won!" if names else "The game is over.", FANFARE)


def _challenged(event: Event) -> News:
    if event.facts["upheld"]:
        return News(f"{_who(event)}'s guess is no word: type it again.", BAD)
    return News(f"{_who(event)}'s guess stands.", PLAIN)


_NEWS: Mapping[str, Callable[[Event], News | None]] = {
    "round-begins": lambda e: News(f"Round {e.facts['round']}: {_starts(e)}", CALL),
    "secret-set": lambda e: News(f"{_who(e)} has hidden a word.", PLAIN),
    "counted": _counted,
    "solved": _solved,
    "failed": lambda e: News(f"{_who(e)} is out of rows.", BAD),
    "crossed": lambda e: News(f"Time is up{': ' + _who(e) if _who(e) else ''}.", BAD),
    "gave-up": lambda e: News(f"{_who(e)} gives up.", BAD),
    "challenged": _challenged,
    "corrected": lambda e: News(f"{_who(e)} has corrected the word: look at your marks.", CALL),
    "hint": lambda e: News(f"Hint: {e.facts['text']}", CALL),
    "queried": lambda e: News(f"{_who(e)} calls {e.facts['word']}.", CALL),
    "attempted": _attempted,
    "revealed": lambda e: News(f"{_who(e, 'owner')}'s word was {e.facts['word']}."),
    "penalty": lambda e: News(f"{_who(e)} marked a row wrongly: no points this round.", BAD),
    "proposed": lambda e: News(f"{_who(e)} proposes {e.facts.get('word', 'a lifeline')}.", PLAIN),
    "lifeline-asked": lambda _: News("A lifeline is asked for.", CALL),
    "lifeline-answered": _answered,
    "game-ends": _ended,
    "paused": lambda e: News(f"Paused{' by ' + _who(e) if _who(e) else ''}.", PLAIN),
    "resumed": lambda _: News("On we go.", PLAIN),
    "redone": lambda _: News("The round begins again.", CALL),
    "left": lambda e: News(f"{_who(e)} has left.", PLAIN),
    "turn": lambda e: News(f"{_who(e)}'s turn.", None),
}


def _starts(event: Event) -> str:
    for role, verb in (("host", "hosts"), ("master", "is Word Master"), ("starter", "begins")):
        if role in event.facts:
            return f"{event.facts[role]} {verb}."
    return ""
