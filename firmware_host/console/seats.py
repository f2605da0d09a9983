"""What the console remembers of each seat between two keys, and what of theirs waits to be judged."""

from dataclasses import dataclass, field

from firmware_host.console.sitting import Comfort
from firmware_host.console.tasks import Desk
from firmware_host.rules.table import Action


@dataclass(frozen=True)
class SeatState:
    """One seat: what its player is in the middle of, and what they have set for themselves."""

    desk: Desk = field(default_factory=Desk)
    joining: bool = False
    comfort: Comfort = field(default_factory=Comfort)
    news: str = ""
    passing_on: bool = False  # passes its attempts until its next turn
    warned_of: str = field(default="", repr=False)  # the rare word they were told about


@dataclass(frozen=True, slots=True)
class Waiting:
    """Something asked for, when, and from which desk. It waits until what came before it is safe."""

    seat: int
    action: Action
    at: float
    desk: Desk | None = None
