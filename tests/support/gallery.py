"""Every screen of an evening, as pages: each phase of each game for each audience, lobby, menus and messages.

Views are real: games are played up to the moment that is looked at. Names and sentences are the longest there are.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from firmware_host.console.lobby import newcomers
from firmware_host.console.lobby import pages as lobby
from firmware_host.console.lobby.lobby import Lobby
from firmware_host.console.screens.glass import COVER, Claim, Glass, Why, allowed, cover
from firmware_host.console.screens.public_screen import public_pages
from firmware_host.console.screens.showing import over
from firmware_host.games import registry as games
from firmware_host.games.party import seat as party
from firmware_host.games.party.rules import PartyView
from firmware_host.games.shared.evening import notes
from firmware_host.games.shared.page import Page
from firmware_host.games.shared.sitting import HOW_TO_PLAY, Address, Comfort, Sitting
from firmware_host.games.shared.tasks import Desk, ListTask, NotesTask, ReadTask, Task, WordTask
from firmware_host.games.three_words import seat as three_words
from firmware_host.games.three_words.rules import ThreeWordsView
from firmware_host.games.wqrdles import seat as wqrdles
from firmware_host.games.wqrdles.rules import WqrdlesView
from firmware_host.texts.text import verbatim
from tests.support.evening import Evening

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
        assert isinstance(inner, WordTask | ListTask | ReadTask)
        task = inner
    return over(task, Desk().choosing(task, path[-1] if path else 1))


def in_public(name: str, evening: Evening) -> Named:
    """All that the public screen shows."""
    for place, page in enumerate(public_pages(evening.session.view(None), Lobby())):
        yield f"{name}-{place}" if place else name, page


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
    yield from in_public("party-table", evening)
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
    yield "wqrdles-card-end", sitting(evening, ANN, Desk().choosing(card.task, 13)).own
    assert isinstance(card.task, ListTask)
    for inner in (item.does for item in card.task.items[-2:]):
        assert isinstance(inner, ListTask)
        yield f"wqrdles-{inner.name.replace(' ', '-')}", over(inner, Desk())
    assert card.menu is not None
    read = card.menu.items[0].does
    assert isinstance(read, ReadTask)
    for place in (0, 1, 2, 4):
        yield f"wqrdles-cards-{place}", over(read, Desk().choosing(read, place))
    yield from both("wqrdles-waiting", sitting(evening, BOB))
    for turn, who in enumerate(SIX[:5]):
        evening.does(who, "query", word=evening.view()["cards"][who][turn])
        if turn < 4:
            for each in SIX:
                evening.does(each, "pass")
    yield from both("wqrdles-attempts", sitting(evening, CY))
    task: Any = sitting(evening, CY).task
    yield "wqrdles-attempts-sit-out", sitting(evening, CY, Desk().choosing(task, len(task.items) - 1)).own
    yield "wqrdles-attempts-own-board", sitting(evening, CY, replace(Desk(), page=2)).own
    attempt = task.items[0].does
    yield "wqrdles-attempt", over(attempt, Desk().typing(attempt, "HO"))
    evening.does(CY, "attempt", target=ANN, word="HOUSE")
    yield from both("wqrdles-attempted", sitting(evening, CY))
    yield from in_public("wqrdles-table", evening)
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


# ── the private screen ───────────────────────────────────────────────────────────────────────────


def notes_pages() -> Named:
    evening = Evening("wqrdles", *SIX)
    for who, word in HIDDEN.items():
        evening.does(who, "secret", word=word)
    menu = sitting(evening, ANN, comfort=replace(CAPTAIN, notes=True)).menu
    assert menu is not None
    task = next(item.does for item in menu.items if item.id == "notes")
    assert isinstance(task, NotesTask)
    desk = Desk()
    for letter in "EEENNNSSSTXXYYZZ":
        desk = notes.marked(desk, BOB, letter)
    yield "notes", over(task, desk)


def private_screen_pages() -> Named:
    evening = Evening("wqrdles", *SIX)
    glass, asked = Glass(), sitting(evening, CY)
    yield "private-screen", COVER
    glass.claimed([Claim(1, Why.HIDING)], now=0)
    yield "private-screen-call", cover(CY)
    yield "private-screen-take", allowed(glass, 1, asked, False, CY).own
    yield "private-screen-wait", allowed(glass, 2, asked, False, CY).own


# ── the lobby, and what is said ──────────────────────────────────────────────────────────────────


def lobby_pages() -> Named:
    yield "lobby-invitation", lobby.free(Lobby()).own
    yield "lobby-invitation-to-phones", lobby.free(Lobby(phones=Address("192.168.100.200:8377/j/K7QX"))).own
    empty = Lobby(seats=6)
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
    yield "lobby-table", public_pages(None, full)[0]
    in_teams = replace(full, teams=2)
    yield "lobby-teams", lobby.sit(in_teams, 2, Desk(), Comfort(), ()).own
    yield "lobby-teams-table", public_pages(None, in_teams)[0]
    choices = lobby.sit(full, 1, Desk(), CAPTAIN, ()).task
    assert isinstance(choices, ListTask)
    for entry in ("first", "words", "order"):
        at = next(at for at, item in enumerate(choices.items) if item.id == entry)
        yield f"lobby-choosing-{entry}", lobby.sit(full, 1, Desk().choosing(choices, at), CAPTAIN, ()).own
    yield "lobby-busy", newcomers.busy(joins=True).own
    yield "lobby-coming", newcomers.coming(CY).own
    playing = Evening("party", ANN, BOB).session.view(None).table
    yield "lobby-left", newcomers.left(CY, playing, joins=True, waits_for=None).own
    for game in ("party", "wqrdles", "three-words"):
        chosen = replace(full, game=game)
        captain = lobby.sit(chosen, 1, Desk(), CAPTAIN, ())
        for place in (0, 5):
            desk = Desk().choosing(captain.task, place)
            yield f"lobby-captain-{game}-{place}", lobby.sit(chosen, 1, desk, CAPTAIN, ()).own


SAYINGS = {
    "short": "Not a word here.",
    "two-lines": "That position is known already: choose another.",
    "long": "That word is not on the table's list: it may be guessed, but not hidden.",
    "longest": f"No player has that board: choose one of {', '.join(SIX)}.",
}


def message_pages() -> Named:
    evening = Evening("party", *SIX, timer=90)
    evening.does(ANN, "secret", word="SOLVE")
    for word in ("SMILE", "WALTZ", "CRUMB", "VOLES"):
        evening.does(BOB, "guess", word=word)
    page = sitting(evening, BOB, typing(evening, BOB, "LOVES")).own
    for name, saying in SAYINGS.items():
        yield f"message-{name}", replace(page, message=verbatim(saying))


def how_to_play_pages() -> Named:
    for name, game in games.games().items():
        task = ReadTask("how to play", HOW_TO_PLAY, game.how_to_play)
        for place in range(len(game.how_to_play)):
            yield f"how-to-play-{name}-{place + 1}", over(task, Desk().choosing(task, place))
    question = lobby.first_time("three-words")
    yield "how-to-play-offered", over(question, Desk())


EIGHT = (*SIX, "GWENDOLY", "HUMPHREY")


def many_players_pages() -> Named:
    """Eight with the longest names: what does not fit at once is turned to."""
    evening = Evening("party", *EIGHT)
    evening.does(ANN, "secret", word="SOLVE")
    for who in EIGHT[1:]:
        evening.does(who, "guess", word="SMILE")
    for turned in (0, 6):
        yield from both(f"eight-host-{turned}", sitting(evening, ANN, replace(Desk(), page=turned)))
    for place, page in enumerate(public_pages(evening.session.view(None), Lobby())):
        yield f"eight-table-{place}", page
    for who in EIGHT[1:]:
        evening.does(who, "guess", word="SOLVE")
    for turned in (0, 1, 2, 3):
        yield f"eight-result-{turned}", sitting(evening, "HUMPHREY", replace(Desk(), page=turned)).own
    full = Lobby(seats=8)
    for seat, name in enumerate(EIGHT, 1):
        full = full.join(seat, name)
    yield "eight-lobby-table", public_pages(None, full)[0]
    yield "eight-lobby-waiting", lobby.sit(full, 8, Desk(), Comfort(), ()).own


def pages() -> dict[str, Page]:
    """All of them, by name."""
    rooms = (
        lobby_pages, party_pages, party_lockstep_pages, party_team_pages, wqrdles_pages, wqrdles_hand_pages,
        wqrdles_two_pages, three_words_pages, notes_pages, private_screen_pages, message_pages,
        how_to_play_pages, many_players_pages,
    )  # fmt: skip
    return dict(named for room in rooms for named in room())
