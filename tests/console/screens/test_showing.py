"""A display is drawn again only when what it shows has changed."""

from firmware_host.console.screens.showing import GridShown, Showing
from firmware_host.drawing.palettes import GREEN_YELLOW, PALETTES
from firmware_host.drawing.shown import ShownPage
from firmware_host.games.shared.page import BoardPicture, BoardRow
from hardware.ports import GridFrame, PanelFrame

PALETTE = next(name for name, palette in PALETTES.items() if palette == GREEN_YELLOW)
BOARD = BoardPicture((BoardRow("GEESE", "---GG"), BoardRow("     ", ".....")), 5)


class CountingGrid:
    size = (5, 6)

    def __init__(self) -> None:
        self.frames: list[GridFrame] = []

    def show(self, frame: GridFrame) -> None:
        self.frames.append(frame)


class CountingPanel:
    size, colour = (128, 64), False

    def __init__(self) -> None:
        self.frames: list[PanelFrame] = []

    def show(self, frame: PanelFrame) -> None:
        self.frames.append(frame)

    def dim(self, contrast: float) -> None:
        """It is as bright as ever."""


def board(deadline: float | None = None) -> GridShown:
    return GridShown(BOARD, PALETTE, deadline, inviting=False)


def test_a_board_that_does_not_move_is_drawn_once() -> None:
    showing, grid = Showing(), CountingGrid()
    for now in range(5):
        showing.grid(grid, board(deadline=60.0), now)
        showing.tick(now + 0.5)
    assert len(grid.frames) == 1


def test_a_board_blinks_in_the_last_seconds() -> None:
    showing, grid = Showing(), CountingGrid()
    showing.grid(grid, board(deadline=60.0), 0.0)
    for now in (51.0, 51.5, 52.0, 52.5):
        showing.tick(now)
    lit, *blinking = grid.frames
    assert [frame == lit for frame in blinking] == [True, False, True, False]


def test_a_board_comes_back_after_a_letter() -> None:
    showing, grid = Showing(), CountingGrid()
    showing.grid(grid, board(), 0.0)
    showing.letter(grid, "G", 1.0)
    showing.tick(1.7)
    showing.tick(2.0)
    before, letter, after = grid.frames
    assert before == after != letter


def test_a_page_is_drawn_once_for_each_second_of_its_clock() -> None:
    showing, panel = Showing(), CountingPanel()
    page = ShownPage(title="Round 1", deadline=60.0)
    for now in (0.0, 0.4, 0.9, 1.0, 1.5):
        showing.panel(panel, page, PALETTE, now)
    assert [frame.text[0] for frame in panel.frames] == ["Round 1  1:00", "Round 1  0:59"]
    assert panel.frames[0].pixels != panel.frames[1].pixels
