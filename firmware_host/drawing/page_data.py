"""A page as plain data, for displays that draw it themselves. What is empty is left out. Knows no game."""

from collections.abc import Mapping

from firmware_host.drawing.codes import code_rows
from firmware_host.drawing.shown import ShownPage, ShownProgress
from firmware_host.games.shared.marks import Letters
from firmware_host.games.shared.page import BY_PALETTE, BoardPicture

Data = dict[str, object]


def page_data(page: ShownPage, started: float = 0.0) -> Data:
    """Everything on the page, except its hints: those are about keys, and buttons have names.

    Its deadline counts from when the console started; `started` is that moment on the clock of whoever draws.
    """
    board = page.board
    return full(
        {
            "title": page.openly or page.title,
            "secret": page.secret,
            "board": None if board is None else board_data(page.owner, board),
            "boards": [board_data(owner, each) for owner, each in page.boards],
            "alphabet": letters_data(page.alphabet),
            "notes": page.notes,
            "big": page.big,
            "slots": page.slots,
            "lines": list(page.lines),
            "code": code_data(page.code),
            "table": [list(row) for row in page.table],
            "own": page.own,
            "cheers": page.cheers,
            "others": [progress_data(each) for each in page.others],
            "deadline": clock_data(page.deadline, started),
        }
    )


def board_data(owner: str, board: BoardPicture) -> Data:
    rows = [[row.letters, row.marks, row.note] for row in board.rows]
    return full(
        {
            "owner": owner,
            "columns": board.columns,
            "rows": rows,
            "writing": board.writing,
            "colours": "" if board.colours == BY_PALETTE else board.colours,
            "alphabet": letters_data(board.alphabet),
        }
    )


def code_data(text: str) -> Data | None:
    """A code to scan: what it says, and its rows of squares. None where there is none, or no library for it."""
    rows = code_rows(text)
    return {"text": text, "rows": list(rows)} if rows else None


def letters_data(known: Letters | None) -> Data | None:
    return None if known is None else {"in": known.known_in, "out": known.known_out}


def progress_data(each: ShownProgress) -> Data:
    """Of each row two numbers: letters in place, and letters elsewhere; null where it was crossed out."""
    rows = [None if row is None else [row.in_place, row.elsewhere] for row in each.tallies]
    return {"name": each.name, "rows": rows, "state": each.state.name.lower(), "told": each.told}


def clock_data(deadline: float | None, started: float) -> float | None:
    return None if deadline is None else round(deadline + started, 3)


def full(data: Mapping[str, object]) -> Data:
    """Without what is empty or not so. A zero is kept: it may be the first of something."""
    return {name: value for name, value in data.items() if value or (value == 0 and value is not False)}
