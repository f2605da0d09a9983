"""A finished game to send around: coloured squares without a letter, as text and as a picture. Sends nothing itself."""

import io
from collections.abc import Iterator

from PIL import Image, ImageDraw

from firmware_host.games import registry as games
from firmware_host.remembered.figures import date
from firmware_host.remembered.played import Played
from firmware_host.remembered.rounds import Board, Round, columns_of
from firmware_host.texts.language import Language
from firmware_host.texts.text import Text, all_of, say

SQUARES = {"G": "🟩", "Y": "🟨", "-": "⬛"}
COLOURS = {"G": (44, 122, 75), "Y": (240, 194, 67), "-": (109, 113, 122), "": (217, 211, 197)}
PAPER = (245, 242, 234)
CELL, SPACE, MARGIN, BETWEEN, ROUND = 40, 6, 32, 40, 6  # pixels


def share_text(played: Played, language: Language) -> str:
    """Who won, and every board as squares. No word that was hidden or guessed is in it."""
    lines = [language.read(_heading(played))]
    for number, each in enumerate(played.rounds, 1):
        lines += ["", language.read(say("Round {round}", round=number))]
        for board in each.boards:
            lines.append(_whose(board, each, language))
            lines += ["".join(SQUARES[mark] for mark in row.marks) or "✖️" for row in board.rows]
    return "\n".join(lines) + "\n"


def _heading(played: Played) -> Text:
    title, day = games.title_of(played.game), f"{date(played.ended):%Y-%m-%d}"
    if not played.winners:
        return say("wordtable · {game} · {day}", game=title, day=day)
    return say("wordtable · {game} · {day} · {names} won!", game=title, day=day, names=all_of(played.winners))


def _whose(board: Board, each: Round, language: Language) -> str:
    if not board.side:
        return language.read(say("for {name}'s word", name=board.owner))
    return f"{board.side} {len(board.rows) if each.solved(board) else 'X'}"


# ── as a picture ─────────────────────────────────────────────────────────────────────────────────


def share_picture(played: Played) -> bytes:
    """A PNG: a line of boards for each round, without letters and without names."""
    rounds = [each for each in played.rounds if any(board.rows for board in each.boards)]
    width = max((_width(each) for each in rounds), default=0) + 2 * MARGIN
    height = sum(_height(each) + BETWEEN for each in rounds) - (BETWEEN if rounds else 0) + 2 * MARGIN
    picture = Image.new("RGB", (width, height), PAPER)
    draw, y = ImageDraw.Draw(picture), MARGIN
    for each in rounds:
        x = MARGIN
        for board in each.boards:
            for row, column, mark in _cells(board):
                left, top = x + column * (CELL + SPACE), y + row * (CELL + SPACE)
                draw.rounded_rectangle((left, top, left + CELL - 1, top + CELL - 1), ROUND, COLOURS[mark])
            x += columns_of(board) * (CELL + SPACE) - SPACE + BETWEEN
        y += _height(each) + BETWEEN
    written = io.BytesIO()
    picture.save(written, "PNG", optimize=True)  # with nothing in it but the picture
    return written.getvalue()


def _width(each: Round) -> int:
    return sum(columns_of(board) * (CELL + SPACE) - SPACE + BETWEEN for board in each.boards) - BETWEEN


def _height(each: Round) -> int:
    return max(len(board.rows) for board in each.boards) * (CELL + SPACE) - SPACE


def _cells(board: Board) -> Iterator[tuple[int, int, str]]:
    """A row that time ran out on has empty squares."""
    for number, row in enumerate(board.rows):
        for column, mark in enumerate(row.marks or [""] * columns_of(board)):
            yield number, column, mark
