"""Three words: one Word Master hides a word, all others agree on three guesses."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from firmware_host.games.shared.declaration import (
    Announce,
    Announcement,
    ComputerSeat,
    Declaration,
    Find,
    History,
    Need,
    Offer,
    OpenBoard,
    Setup,
    silent,
)
from firmware_host.games.shared.evening.news import EVENING_NEWS, counted_as, hidden, number, revealed, solved, who
from firmware_host.games.shared.fields import (
    HIDDEN_WORD,
    OPEN_WORD,
    Fields,
    bad_request,
    choice,
    form,
    letters,
    optional,
    text,
    to_check,
    whole,
)
from firmware_host.games.shared.options import TIMES, numbers
from firmware_host.games.shared.page import ORANGE_BLUE_GREY, BoardRow
from firmware_host.games.shared.table import Event, Step, Words
from firmware_host.games.three_words import seat
from firmware_host.games.three_words.how_to_play import PAGES
from firmware_host.games.three_words.rules import (
    GUESSES,
    LETTERS,
    RIGHT_PLACE,
    SEVEN_WRONG,
    SIDES_OF_CARD,
    SOLVED_MARKS,
    WRONG_PLACE,
    LifelineView,
    RowView,
    ThreeWords,
    ThreeWordsOptions,
    ThreeWordsView,
    new,
    view,
)
from firmware_host.texts.text import Text, say

if TYPE_CHECKING:
    from firmware_host.games.three_words.computer import ThreeWordsComputer


def _begin(setup: Setup, words: Words) -> Step[ThreeWords]:
    assert isinstance(setup.options, ThreeWordsOptions), "read as this game's own"
    return new(setup.players, setup.options, words, setup.seed, setup.began)


def _computer(seat: ComputerSeat) -> "ThreeWordsComputer":
    from firmware_host.games.three_words.computer import ThreeWordsComputer

    return ThreeWordsComputer(seat)


# ── what the fields of an action must agree on ───────────────────────────────────────────────────

_CARD, _POSITION = whole("card", 1, len(SIDES_OF_CARD)), whole("position", 1, LETTERS)
_SIDE = choice("side", (RIGHT_PLACE, WRONG_PLACE, SEVEN_WRONG))


def _check_lifeline(sent: Fields) -> None:
    if (_SIDE.read(sent) != SEVEN_WRONG) != sent.has("position"):
        bad_request(say("Right place and wrong place need a position; seven wrong letters do not."))


def _check_confirm(sent: Fields) -> None:
    if sent.get("word") == "":
        bad_request(say("Say which word is confirmed, or leave the field word out."))
    lifeline = [name for name in ("card", "side", "position") if sent.has(name)]
    if not lifeline:
        return
    if sent.has("word") or not (sent.has("card") and sent.has("side")):
        bad_request(say("Confirm a word, or a lifeline with its card and its side."))
    _check_lifeline(sent)


def _check_answer(sent: Fields) -> None:
    if sent.has("letter") == sent.has("letters"):
        bad_request(say("An answer has either a letter or letters."))


# ── what is announced ────────────────────────────────────────────────────────────────────────────


def _round_begins(event: Event, _together: Sequence[Event]) -> Announcement:
    round_, master = number(event, "round"), who(event, "master")
    return Announcement(say("Round {round}: {name} is Word Master.", round=round_, name=master), "call")


def _proposed(event: Event, _together: Sequence[Event]) -> Announcement:
    if "word" in event.facts:
        return Announcement(say("{name} proposes {word}.", name=who(event), word=who(event, "word")), "plain")
    return Announcement(say("{name} proposes a lifeline.", name=who(event)), "plain")


def _answered(event: Event, _together: Sequence[Event]) -> Announcement | None:
    shown = event.facts["lifeline"]
    if not isinstance(shown, LifelineView):
        return None
    if isinstance(shown.letters, str):
        return Announcement(say("Not in the word: {letters}.", letters=" ".join(shown.letters)), "call")
    letter, place = str(shown.letter), str(shown.position)
    if shown.side == RIGHT_PLACE:
        return Announcement(say("{letter} is letter {place}.", letter=letter, place=place), "call")
    return Announcement(say("{letter} is in it, but not at {place}.", letter=letter, place=place), "call")


def _orange_and_blue(name: str, in_place: int, elsewhere: int) -> Text:
    return say("{name}: {orange} orange, {blue} blue", name=name, orange=in_place, blue=elsewhere)


_ANNOUNCES: Mapping[str, Announce] = {
    **EVENING_NEWS,
    "round-begins": _round_begins,
    "secret-set": hidden,
    "proposed": _proposed,
    "confirmed": silent,
    "marked": silent,
    "counted": counted_as(_orange_and_blue),
    "solved": solved,
    "crossed": lambda _event, _: Announcement(say("Time is up."), "bad"),
    "lifeline-asked": lambda _event, _: Announcement(say("The guessers ask for a lifeline."), "call"),
    "lifeline-answered": _answered,
    "revealed": revealed,
}


# ── what is remembered ───────────────────────────────────────────────────────────────────────────


def _found(game: ThreeWords, _events: Sequence[Event]) -> Iterator[Find]:
    """All guessers find the word together. A round that lost its Word Master is void."""
    if game.secret is None:
        return
    found = bool(game.rows) and game.rows[-1].marks == SOLVED_MARKS
    tries = len(game.rows) if found else 0
    yield from (Find(player, tries, game.master) for player in game.players if player != game.master)


def _boards(view: ThreeWordsView) -> tuple[OpenBoard, ...]:
    rows = (BoardRow(row.word, row.marks) if isinstance(row, RowView) else BoardRow("", "") for row in view.board.rows)
    return (OpenBoard("", view.master, tuple(rows)),)


def _moment(view: ThreeWordsView) -> tuple[object, ...]:
    return view.table.round, view.table.phase, view.guesses_left


GAME: Declaration[ThreeWords, ThreeWordsView] = Declaration(
    title=say("Three words"),
    rules=ThreeWords.rules,
    moment=_moment,
    options=ThreeWordsOptions,
    choices={
        "timer": Offer(say("Timer"), say("Time for each guess"), TIMES),
        "agreement": Offer(
            say("Guesses"),
            say("Who decides on a guess"),
            {"all": say("all agree"), "speaker": say("one speaks")},
        ),
        "answers": Offer(
            say("Lifelines"),
            say("Who answers them"),
            {"master": say("the Master"), "auto": say("the console")},
        ),
        "laps": Offer(say("Laps"), say("How often each is Word Master"), numbers(1, 2, 3)),
        "tie": Offer(
            say("Tie"),
            say("If several lead at the end"),
            {"extra-lap": say("play on"), "share": say("share the win")},
        ),
    },
    begin=_begin,
    view=view,
    forms={
        "secret": form(HIDDEN_WORD, awaited=True),
        "propose": form(OPEN_WORD, awaited=True),
        "lifeline": form(_CARD, _SIDE, optional(_POSITION), check=_check_lifeline),
        "confirm": form(
            optional(text("word")), *map(to_check, (_CARD, _SIDE, _POSITION)), awaited=True, check=_check_confirm
        ),
        "answer": form(optional(text("letter")), optional(letters("letters")), awaited=True, check=_check_answer),
    },
    announces=_ANNOUNCES,
    sit=seat.sit,
    how_to_play=PAGES,
    result=seat.result,
    progress=lambda _view: (),
    public=seat.in_public,
    history=History(
        found=_found,
        most_tries=GUESSES,
        at_try=lambda count: say("on try {count}", count=count),
        missed=say("not found"),
        boards=_boards,
    ),
    computer=_computer,
    colours=ORANGE_BLUE_GREY,
    needs=frozenset({Need.PRIVATE_SCREEN, Need.OPEN_TEXT}),
)
