"""The private screen: in whose hands it is, who may have read it, and who gets it next.

A page is shown on it only if everybody who was asked to look at it since it was last covered may know that page.
Otherwise it is covered, and only the key of the player it is passed to uncovers it.
"""

from collections.abc import Sequence
from enum import Enum

from firmware_host.frozen import frozen, replace
from firmware_host.games.shared.page import Audience, Page
from firmware_host.games.shared.sitting import TO_MENU, Sitting
from firmware_host.games.shared.tasks import Item, ListTask, WaitTask, WordTask
from firmware_host.games.shared.wishes import TakeScreen
from firmware_host.texts.text import Keys, Text, say

PATIENCE = 10.0  # seconds without a key after which others who need the screen get it


class Why(Enum):
    """What somebody needs the screen for."""

    HIDING = "something that nobody else may see"
    QUESTION = "a list to choose from"
    MESSAGE = "something to read"


@frozen
class Claim:
    """Somebody needs the screen. A claim about something else is a new one."""

    seat: int
    why: Why
    about: tuple[object, ...] = ()


class Glass:
    """One player at a time has it. Players with a hooded panel do not need it."""

    def __init__(self) -> None:
        self.holder: int | None = None  # the player it is passed to
        self.taken = False  # they have pressed a key, so it is in their hands
        self.looking: int | None = None  # who is holding a key to look at their own word on it
        self._read_by_all = False
        self._turn: int | None = None  # of those with a secret: they take turns, and finish one after the other
        self._claims: dict[int, Claim] = {}
        self._since: dict[int, float] = {}  # when each claimant was asked, or pressed a key

    # ── whose it is ──────────────────────────────────────────────────────────────────────────────

    def touched(self, seat: int, now: float) -> None:
        """A key was pressed at this seat."""
        if seat in self._since:
            self._since[seat] = now

    def asked_for(self, seat: int, now: float) -> None:
        """Somebody who has something private to do does not wait for their turn."""
        if seat in self._claims:
            self._turn, self._since[seat] = seat, now

    def claimed(self, claims: Sequence[Claim], now: float) -> bool:
        """These players need it now. Returns whether it goes to somebody else."""
        for claim in claims:
            if self._claims.get(claim.seat) != claim:
                self._since[claim.seat] = now
        self._claims = {claim.seat: claim for claim in claims}
        self._since = {seat: self._since[seat] for seat in self._claims}
        secrets = [claim.seat for claim in claims if claim.why is Why.HIDING]
        if self._turn not in secrets:
            self._turn = secrets[0] if secrets else None
        return self._pass_to(self._next(now))

    def next_change(self, now: float) -> float | None:
        """When it may go to somebody else by itself: the holder has not pressed a key for a while."""
        moments = [since + PATIENCE for since in self._since.values() if since + PATIENCE > now]
        return min(moments, default=None) if len(self._claims) > 1 else None

    def _next(self, now: float) -> int | None:
        """Whoever was asked something or pressed a key last; after a silence, those who are asked something.

        Those with a secret take turns, unless they want to read something.
        """
        in_turn = [claim for claim in self._claims.values() if self._is_in_turn(claim)]
        awake = [claim.seat for claim in in_turn if now < self._since[claim.seat] + PATIENCE]
        if awake:
            return max(awake, key=lambda seat: self._since[seat])
        order = [Why.QUESTION, Why.HIDING, Why.MESSAGE]
        by_need = sorted(in_turn, key=lambda claim: (order.index(claim.why), self._since[claim.seat]))
        return by_need[0].seat if by_need else None

    def _is_in_turn(self, claim: Claim) -> bool:
        return claim.why is not Why.HIDING or claim.seat == self._turn or bool(claim.about)

    def _pass_to(self, seat: int | None) -> bool:
        if seat == self.holder:
            return False
        self.holder, self.taken, self.looking = seat, False, None
        self._read_by_all = False  # it is covered now
        return True

    def hand_over(self, seat: int) -> bool:
        """A key of this seat: the screen is in their hands now, if it was passed to them."""
        if not self.called_to(seat):
            return False
        self.taken = True
        return True

    def called_to(self, seat: int) -> bool:
        """It is passed to them, and they have not pressed a key yet."""
        return seat == self.holder and not self.taken

    def in_use_by(self, seat: int) -> bool:
        return seat == self.holder and self.taken

    def clear(self) -> None:
        self._pass_to(None)
        self._claims, self._since, self._turn = {}, {}, None

    # ── what may be shown ────────────────────────────────────────────────────────────────────────

    @property
    def free(self) -> bool:
        """It is in nobody's hands."""
        return self.holder is None and self.looking is None

    def may_be_looked_at_by(self, seat: int) -> bool:
        """Whether they can look at their own word on it: nobody else has it, and nobody was asked to look at it."""
        return self.holder is None and self.looking in (None, seat) and not self._read_by_all

    def reads(self, seat: int) -> bool:
        """Whether they alone read it now."""
        return self.in_use_by(seat) or (self.holder is None and self.looking == seat and not self._read_by_all)

    def shows_all(self, page: Page) -> Page:
        """A page that everybody is asked to look at. Anything else is covered."""
        if not self.free or page.audience is not Audience.EVERYBODY:
            return COVER
        self._read_by_all = True
        return page

    def covered(self) -> Page:
        """Nobody has it, and it shows nothing."""
        self._read_by_all = False
        return COVER

    def shows(self, seat: int, name: str, page: Page, *, reads_elsewhere: bool = False) -> Page:
        """This page of the player who has it; the cover until they have pressed a key.

        If they read a menu elsewhere, their keys are for that one first.
        """
        return page if self.reads(seat) else cover(name, reads_elsewhere=reads_elsewhere)


COVER = Page(title=say("wordtable"), lines=(say("Private screen"),), audience=Audience.EVERYBODY)


def cover(name: str, *, reads_elsewhere: bool = False) -> Page:
    """What the screen says while it is being passed on."""
    take = say("{name}: press {enter}.", name=name, enter=Keys.ENTER)
    if reads_elsewhere:
        take = say("{name}: leave the menu first, with {menu}.", name=name, menu=Keys.MENU)
    return Page(
        title=say("Pass the screen to {name}", name=name),
        lines=(take,),
        hint=(say("everyone else, look away"),),
        audience=Audience.EVERYBODY,
    )


# ── what a seat sees meanwhile ───────────────────────────────────────────────────────────────────


def allowed(glass: Glass, seat: int, sitting: Sitting, hooded: bool, holder_name: str) -> Sitting:
    """The sitting as it is if this seat can do private things now, otherwise one that waits for the screen."""
    if hooded or not sitting.asks_privately or glass.in_use_by(seat):
        return sitting
    own = replace(sitting.own, lines=(_waiting_for(glass, seat, holder_name),), hint=(TO_MENU,))
    menu = _in_the_open(sitting.menu, asks=seat != glass.holder)
    if seat != glass.holder:
        return replace(sitting, task=WaitTask(), own=own, roomy=None, private=None, menu=menu, waits=True)
    task = WaitTask(button=say("I have the screen"))
    roomy = replace(own, lines=(say("Take the private screen."),))  # a page has a button for it
    return replace(sitting, task=task, own=own, roomy=roomy, private=None, menu=menu, waits=True)


def _waiting_for(glass: Glass, seat: int, holder_name: str) -> Text:
    if seat == glass.holder:
        return say("Take the private screen and press {enter}.", enter=Keys.ENTER)
    return say("{name} has the screen.", name=holder_name)


def _in_the_open(menu: ListTask | None, *, asks: bool) -> ListTask | None:
    """The entries of a menu that work without the screen: those with nothing to type, and one that asks for it."""
    if menu is None:
        return None
    items = tuple(item for item in menu.items if not isinstance(item.does, WordTask))
    ask = (Item(say("Ask for the screen"), TakeScreen(), id="take-screen"),) if asks else ()
    return replace(menu, items=(*ask, *items))
