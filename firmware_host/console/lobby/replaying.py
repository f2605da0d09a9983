"""A finished game at the table once more: on every grid and panel, on the public screen and the television."""

from collections.abc import Callable, Sequence

from firmware_host.console.alarms import Alarms
from firmware_host.console.lobby.lobby import Lobby
from firmware_host.console.seats import Seats
from firmware_host.frozen import replace
from firmware_host.games import registry as games
from firmware_host.games.shared.page import Audience, BoardPicture, Page
from firmware_host.games.shared.sitting import Sitting, crossed_row, empty_rows, row
from firmware_host.games.shared.tasks import Item, ListTask, WaitTask
from firmware_host.games.shared.wishes import LookBack, ShowAgain, StepOn, StopShowing
from firmware_host.journal.keeper import Memory
from firmware_host.remembered.figures import date
from firmware_host.remembered.played import Played
from firmware_host.remembered.replay import Replay, replay_of
from firmware_host.remembered.rounds import Board, columns_of
from firmware_host.texts.text import Keys, Text, listed, say, verbatim

WHICH = say("Which game?")
ROWS = 6  # of a board, at least


class Replayer:
    """Shows it in the lobby. It turns on by itself until somebody steps on by hand, and then waits for them."""

    def __init__(
        self, seats: Seats, alarms: Alarms, memory: Memory, playing: Callable[[], bool], draw: Callable[[], None]
    ) -> None:
        self._playing = playing
        self._seats = seats
        self._alarms = alarms
        self._memory = memory
        self._draw = draw
        self.wanted = False  # the game that has just ended, as soon as everybody is in the lobby

    def show(self, number: int) -> None:
        self._memory.look_up(number, self._begin)

    def in_the_lobby(self) -> None:
        if self.wanted:
            self.show(self._memory.newest_game())
        self.wanted = False

    def _begin(self, played: Played | None) -> None:
        if not self._playing():
            self._show(replay_of(played) if played is not None else None)

    def look_back(self, step: int) -> None:
        """Older games to choose from, or newer ones. After the oldest nothing comes."""
        pages = max(0, self._seats.lobby.pages_back + step)
        if pages:
            self._memory.look_back(pages, lambda older: self._offer(pages, older))
        else:
            self._seats.lobby = replace(self._seats.lobby, pages_back=0, older=())

    def _offer(self, pages: int, older: Sequence[Played]) -> None:
        if older:
            self._seats.lobby = replace(self._seats.lobby, pages_back=pages, older=tuple(older))
            self._draw()

    def step(self) -> None:
        """By hand: from now on nothing turns by itself."""
        self._go_on()
        self._alarms.set("replay", None, self._go_on)

    def stop(self) -> None:
        self._show(None)

    def _go_on(self) -> None:
        now = self._seats.lobby.replay
        self._show(now.next() if now is not None else None)

    def _show(self, replay: Replay | None) -> None:
        self._seats.lobby = replace(self._seats.lobby, replay=replay)
        when = self._alarms.now() + replay.pause if replay is not None else None
        self._alarms.set("replay", when, self._go_on)
        self._draw()


# ── what is shown ────────────────────────────────────────────────────────────────────────────────


def choice(lobby: Lobby, memory: Memory) -> tuple[Item, ...]:
    """Which game to show, the newest first, page by page."""
    shown = lobby.older if lobby.pages_back else memory.lately()
    items = tuple(Item(_name(played), ShowAgain(played.number), id=f"{played.number}") for played in shown)
    if not items:
        return ()
    if memory.has_older_games():
        items += (Item(say("Older games"), more=LookBack(1), id="older"),)
    if lobby.pages_back:
        items += (Item(say("Newer games"), more=LookBack(-1), id="newer"),)
    return (Item(say("Replay"), ListTask("replay", WHICH, items, audience=Audience.EVERYBODY), id="replay"),)


def _name(played: Played) -> Text:
    when = f"{date(played.ended):%d.%m. %H:%M}"
    return say("{when} {game}", when=when, game=games.title_of(played.game))


def sitting(replay: Replay, name: str) -> Sitting:
    """Their own board where they played, otherwise the one that has just changed."""
    page = replace(_page(replay, replay.board_of(name)), hint=(_to_step(replay), say("{menu} stop", menu=Keys.MENU)))
    return Sitting(WaitTask("replay", enter=StepOn(), button=_button(replay), leaving=StopShowing()), page)


def public_page(replay: Replay) -> Page:
    return replace(_page(replay, replay.newest), boards=tuple(_picture(replay, each) for each in replay.boards))


def _to_step(replay: Replay) -> Text:
    return say("{enter} next", enter=Keys.ENTER) if replay.ends else say("{enter} next row", enter=Keys.ENTER)


def _button(replay: Replay) -> Text:
    return say("Next") if replay.ends else say("Next row")


def _page(replay: Replay, board: Board) -> Page:
    return Page(title=title(replay), board=_picture(replay, board), audience=Audience.EVERYBODY)


def title(replay: Replay) -> Text:
    """The word is told where it was told then: at the end."""
    if not replay.ends:
        return say("Replay: round {round}", round=replay.place + 1)
    words = [*replay.round.words.values()]
    return say("It was {word}", word=words[0]) if len(words) == 1 else listed(map(verbatim, words))


def _picture(replay: Replay, board: Board) -> BoardPicture:
    columns = columns_of(board)
    rows = tuple(row(each.word, each.marks) if each.word else crossed_row(columns) for each in board.rows)
    empty = empty_rows(max(ROWS, replay.rows_of(board)) - len(rows), columns)
    colours = games.colours_of(replay.played.game)
    return BoardPicture((*rows, *empty), columns, owner=verbatim(board.side or board.owner), colours=colours)
