"""Every screen of an evening, as pages: each phase of each game for each audience, lobby, menus and messages.

Views are real: games are played up to the moment that is looked at. Names and sentences are the longest there are.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from firmware_host.console import lobby, party, three_words, wqrdles
from firmware_host.console.page import Page
from firmware_host.console.showing import over, public_page
from firmware_host.console.sitting import Comfort, Sitting
from firmware_host.console.tasks import Desk, ListTask, Task, WordTask
from firmware_host.rules.party import PartyView
from firmware_host.rules.three_words import ThreeWordsView
from firmware_host.rules.wqrdles import WqrdlesView
from tests.evening import Evening

ANN, BOB, CY = "WILHMINA", "MCGOWAN2", "MMWWMMWW"  # eight letters, the last as wide as they come
SIX = (ANN, BOB, CY, "DOMINICK", "EMMANUEL", "FREDRICK")
CAPTAIN = Comfort(captain=True, ideas=("CRANE", "SOLVE"))
Named = Iterator[tuple[str, Page]]


def sitting(evening: Evening, who: str, desk: Desk | None = None, comfort: Comfort = CAPTAIN) -> Sitting:
    view: Any = evening.session.view(who)
    desk = desk or Desk()
    match view:
        case PartyView():
            return party.sit(view, desk, comfort)
        case WqrdlesView():
            return wqrdles.sit(view, desk, comfort)
        case ThreeWordsView():
            return three_words.sit(view, desk, comfort)
    raise TypeError("no such game")


def typing(evening: Evening, who: str, text: str, comfort: Comfort = CAPTAIN) -> Desk:
    """The desk of somebody who has typed this much at what they are asked."""
    return Desk().typing(sitting(evening, who, comfort=comfort).task, text)


def both(name: str, sat: Sitting) -> Named:
    yield name, sat.own
    if sat.private is not None:
        yield f"{name}-private", sat.private


def opened(sat: Sitting, *path: int) -> Page:
    """The menu, or what is opened from it by these entries."""
    assert sat.menu is not None
    task: Task = sat.menu
    for place in path:
        assert isinstance(task, ListTask)
        inner = task.items[place].does
        assert isinstance(inner, WordTask | ListTask)
        task = inner
    return over(task, Desk().choosing(task, path[-1] if path else 1))


# ── party ────────────────────────────────────────────────────────────────────────────────────────


def party_pages() -> Named:
    evening = Evening("party", *SIX, timer=90, check="challenge")
    host = sitting(evening, ANN, typing(evening, ANN, "SOL"))
    yield from both("party-secret-host", host)
    yield from both("party-secret-guesser", sitting(evening, BOB))
    evening.does(ANN, "secret", word="SOLVE")
    yield from both("party-first-row", sitting(evening, BOB))
    for word in ("SMILE", "WALTZ"):
        evening.does(BOB, "guess", word=word)
    for who in SIX[2:]:
        for word in ("CRUMB", "VOLES"):
            evening.does(who, "guess", word=word)
    yield from both("party-typing", sitting(evening, BOB, typing(evening, BOB, "CLO")))
    yield from both("party-typed", sitting(evening, BOB, typing(evening, BOB, "CLOSE")))
    evening.does(ANN, "hint", text="WHAT DETECTIVES WILL DO IN THE LAST ACT.")
    yield from both("party-hinted", sitting(evening, BOB, typing(evening, BOB, "CLOSE")))
    yield from both("party-host", sitting(evening, ANN))
    yield "party-menu-guesser", opened(sitting(evening, BOB))
    yield "party-menu-host", opened(sitting(evening, ANN))
    yield "party-give-up", opened(sitting(evening, BOB), 0)
    yield "party-challenge", opened(sitting(evening, ANN), 1)
    yield "party-correct", replace(opened(sitting(evening, ANN), 2), big="SOL")
    yield "party-hinting", replace(opened(sitting(evening, ANN), 0), big="WHAT DETECTIVES WILL DO IN THE LAST AC")
    yield "party-table", public_page(evening.session.view(None), lobby.Lobby())
    evening.waits(90)
    yield from both("party-crossed", sitting(evening, BOB))
    evening.does(ANN, "pause")
    yield from both("party-paused", sitting(evening, BOB))
    evening.does(ANN, "resume")
    evening.does(BOB, "guess", word="SOLVE")
    yield from both("party-solved", sitting(evening, BOB))
    for who in SIX[2:]:
        evening.does(who, "give-up")
    yield from both("party-closing-host", sitting(evening, ANN))
    yield from both("party-closing-guesser", sitting(evening, CY))
    evening.does(ANN, "reveal")
    yield from both("party-result", sitting(evening, BOB))
    evening.does(ANN, "end")
    yield from both("party-ended", sitting(evening, BOB))


def party_lockstep_pages() -> Named:
    evening = Evening("party", ANN, BOB, CY, pace="lockstep")
    evening.does(ANN, "secret", word="SOLVE")
    evening.does(BOB, "guess", word="SMILE")
    yield from both("party-lockstep-waits", sitting(evening, BOB))
    evening.does(CY, "guess", word="WALTZ")
    for word in ("CRUMB", "FIGHT", "NYMPH", "JUDGE", "BROWN"):
        evening.does(BOB, "guess", word=word)
        evening.does(CY, "guess", word="SOLVE" if word == "BROWN" else "WALTZ")
    yield from both("party-classic-result", sitting(evening, CY))


def party_team_pages() -> Named:
    teams = {"RED": (ANN, CY), "BLUE": (BOB, "DOMINICK")}
    evening = Evening("party", ANN, BOB, CY, "DOMINICK", teams=teams, mode="fast")
    evening.does(ANN, "secret", word="SOLVE")
    evening.does(BOB, "guess", word="SMILE")
    yield from both("party-team-host", sitting(evening, CY))
    yield from both("party-team", sitting(evening, "DOMINICK", typing(evening, "DOMINICK", "S")))
    for who in (BOB, ANN):
        evening.does(who, "guess", word="SOLVE")
        evening.does(who, "next")
        if who == BOB:
            evening.does(BOB, "secret", word="SOLVE")
    yield from both("party-team-over", sitting(evening, BOB))


# ── wqrdles ──────────────────────────────────────────────────────────────────────────────────────

HIDDEN = dict(zip(SIX, ("HOUSE", "NEWTS", "ROAST", "ABBEY", "STEAL", "ALLOW"), strict=True))


def wqrdles_pages() -> Named:
    evening = Evening("wqrdles", *SIX, order_clues=True, window=600)
    yield from both("wqrdles-secret", sitting(evening, ANN, typing(evening, ANN, "HOUS")))
    evening.does(ANN, "secret", word="HOUSE")
    yield from both("wqrdles-hidden", sitting(evening, ANN))
    for who, word in list(HIDDEN.items())[1:]:
        evening.does(who, "secret", word=word)
    card = sitting(evening, ANN)
    yield from both("wqrdles-card", card)
    yield "wqrdles-card-end", sitting(evening, ANN, Desk().choosing(card.task, 12)).own
    yield from both("wqrdles-waiting", sitting(evening, BOB))
    for turn, who in enumerate(SIX[:5]):
        evening.does(who, "query", word=evening.view()["cards"][who][turn])
        if turn < 4:
            for each in SIX:
                evening.does(each, "pass")
    yield from both("wqrdles-attempts", sitting(evening, CY))
    yield "wqrdles-attempts-own-board", sitting(evening, CY, replace(Desk(), page=-1)).own
    task: Any = sitting(evening, CY).task
    attempt = task.items[0].does
    yield "wqrdles-attempt", over(attempt, Desk().typing(attempt, "HO"))
    evening.does(CY, "attempt", target=ANN, word="HOUSE")
    yield from both("wqrdles-attempted", sitting(evening, CY))
    yield "wqrdles-table", public_page(evening.session.view(None), lobby.Lobby())
    for each in SIX:
        if each != CY:
            evening.does(each, "pass")
    yield "wqrdles-card-late", sitting(evening, "FREDRICK").own
    evening.does("FREDRICK", "query", word=evening.view()["cards"]["FREDRICK"][0])
    for each in SIX:
        evening.does(each, "pass")
    yield from both("wqrdles-result", sitting(evening, CY))
    evening.does(ANN, "end")
    yield from both("wqrdles-ended", sitting(evening, CY))


def wqrdles_hand_pages() -> Named:
    evening = Evening("wqrdles", ANN, BOB, CY, marking="hand", queries="free")
    for who, word in list(HIDDEN.items())[:3]:
        evening.does(who, "secret", word=word)
    yield from both("wqrdles-free-query", sitting(evening, ANN, typing(evening, ANN, "PEC")))
    evening.does(ANN, "query", word="PECAN")
    for who, marks in ((ANN, "-Y---"), (BOB, "-G--Y"), (CY, "---G-")):
        evening.does(who, "mark", marks=marks)
    for who in (ANN, BOB, CY):
        evening.does(who, "pass")
    evening.does(BOB, "query", word="SHAPE")
    yield from both("wqrdles-marking", sitting(evening, ANN, typing(evening, ANN, "YY--G")))
    evening.does(ANN, "mark", marks="YY--G")
    yield from both("wqrdles-marked", sitting(evening, ANN))


def wqrdles_two_pages() -> Named:
    four = replace(CAPTAIN, letters=4)
    evening = Evening("wqrdles", ANN, CY, letters=4)
    evening.does(ANN, "secret", word="HOME")
    evening.does(CY, "secret", word="WORD")
    yield from both("wqrdles-two-query", sitting(evening, ANN, typing(evening, ANN, "WI", four), four))
    evening.does(ANN, "query", word="WIDE")
    yield from both("wqrdles-two-attempt", sitting(evening, ANN, comfort=four))
    yield from both("wqrdles-two-waiting", sitting(evening, CY, comfort=four))


# ── three words ──────────────────────────────────────────────────────────────────────────────────


def three_words_pages() -> Named:
    evening = Evening("three-words", *SIX, timer=300)
    yield from both("three-secret-master", sitting(evening, ANN, typing(evening, ANN, "SOLV")))
    yield from both("three-secret-guesser", sitting(evening, BOB))
    evening.does(ANN, "secret", word="SOLVE")
    yield from both("three-first", sitting(evening, BOB))
    guess(evening, "SMILE")
    yield from both("three-typing", sitting(evening, BOB, typing(evening, BOB, "SLO")))
    yield "three-menu", opened(sitting(evening, BOB))
    yield "three-place", opened(sitting(evening, BOB), 0)
    evening.does(BOB, "lifeline", card=2, side="wrong-place", position=2)
    yield from both("three-asked", sitting(evening, CY))
    for who in SIX[2:]:
        evening.does(who, "confirm")
    yield from both("three-lifeline-master", sitting(evening, ANN))
    yield from both("three-lifeline-guesser", sitting(evening, BOB))
    evening.does(ANN, "answer", letter="V")
    evening.does(BOB, "lifeline", card=1, side="seven-wrong")
    for who in SIX[2:]:
        evening.does(who, "confirm")
    yield from both("three-seven-master", sitting(evening, ANN, typing(evening, ANN, "BCDFG")))
    evening.does(ANN, "answer", letters="ABCDFGH")
    evening.does(CY, "propose", word="CRANE")
    yield from both("three-proposed", sitting(evening, BOB))
    yield from both("three-proposer", sitting(evening, CY))
    yield from both("three-master", sitting(evening, ANN))
    evening.waits(300)
    yield from both("three-crossed", sitting(evening, BOB))
    guess(evening, "SOLVE")
    yield from both("three-result", sitting(evening, BOB))
    evening.does(ANN, "end")
    yield from both("three-over", sitting(evening, BOB))


def guess(evening: Evening, word: str) -> None:
    evening.does(BOB, "propose", word=word)
    for who in SIX[2:]:
        evening.does(who, "confirm")


# ── the lobby, and what is said ──────────────────────────────────────────────────────────────────


def lobby_pages() -> Named:
    yield "lobby-invitation", lobby.invitation()
    empty = lobby.Lobby()
    names = (ANN, BOB)
    sat = lobby.sit(empty, 1, Desk(), CAPTAIN, names)
    yield "lobby-name", sat.own
    yield "lobby-name-typed", lobby.sit(empty, 1, Desk().typing(sat.task, CY), CAPTAIN, ()).own
    full = empty
    for seat, name in enumerate(SIX[:5], 1):
        full = full.join(seat, name)
    full = replace(full, computers=1)
    yield "lobby-waiting", lobby.sit(full, 2, Desk(), Comfort(), ()).own
    menu = lobby.sit(full, 2, Desk(), Comfort(), ()).menu
    assert menu is not None
    yield "lobby-menu", over(menu, Desk())
    yield "lobby-table", public_page(None, full)
    for game in ("party", "wqrdles", "three-words"):
        chosen = replace(full, game=game)
        captain = lobby.sit(chosen, 1, Desk(), CAPTAIN, ())
        for place in (0, 5):
            desk = Desk().choosing(captain.task, place)
            yield f"lobby-captain-{game}-{place}", lobby.sit(chosen, 1, desk, CAPTAIN, ()).own


SAYINGS = {
    "short": "Not a word here.",
    "two-lines": "That position is known already: choose another.",
    "long": "It must be seven different letters, none in your word or shown before.",
    "longest": f"That is nobody's board: choose one of {', '.join(SIX)}.",
}


def message_pages() -> Named:
    evening = Evening("party", *SIX, timer=90)
    evening.does(ANN, "secret", word="SOLVE")
    for word in ("SMILE", "WALTZ", "CRUMB", "VOLES"):
        evening.does(BOB, "guess", word=word)
    page = sitting(evening, BOB, typing(evening, BOB, "LOVES")).own
    for name, saying in SAYINGS.items():
        yield f"message-{name}", replace(page, message=saying)


def pages() -> dict[str, Page]:
    """All of them, by name."""
    rooms = (
        lobby_pages, party_pages, party_lockstep_pages, party_team_pages, wqrdles_pages, wqrdles_hand_pages,
        wqrdles_two_pages, three_words_pages, message_pages,
    )  # fmt: skip
    return dict(named for room in rooms for named in room())
