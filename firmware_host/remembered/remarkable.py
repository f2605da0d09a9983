"""What was remarkable about a round, from the boards that lie open after it. Pure."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from firmware_host.games.shared.declaration import OpenBoard
from firmware_host.texts.text import Text, say, say_count

MOST = 3  # sentences
FEW_ROWS, MANY_ROWS = 2, 5
OFTEN = 3  # rows with the same wrong letter


def remarkable(boards: Sequence[OpenBoard], words: Mapping[str, str]) -> tuple[Text, ...]:
    """`words` are those that were hidden, by the side that hid them."""
    told = [board for board in boards if board.owner in words]
    own = [board for board in told if board.side]
    sentences = (*_lucky(own, words), *_nobody(own, words), *_near(own, words), *_struggle(own, words))
    return (*sentences, *_fooled(told, words))[:MOST]


def solved(board: OpenBoard, words: Mapping[str, str]) -> bool:
    return bool(board.rows) and board.rows[-1].letters == words[board.owner]


def _lucky(boards: Sequence[OpenBoard], words: Mapping[str, str]) -> Iterator[Text]:
    for board in boards:
        if solved(board, words) and len(board.rows) <= FEW_ROWS:
            yield say_count(
                "{name} found it in {count}!", "{name} found it in {count}!", len(board.rows), name=board.side
            )


def _nobody(boards: Sequence[OpenBoard], words: Mapping[str, str]) -> Iterator[Text]:
    if len(boards) > 1 and not any(solved(board, words) for board in boards):
        yield say("Nobody found it.")


def _near(boards: Sequence[OpenBoard], words: Mapping[str, str]) -> Iterator[Text]:
    for board in boards:
        last = board.rows[-1].marks if board.rows else ""
        if not solved(board, words) and last and last.count("G") == len(last) - 1:
            yield say("{name} was one letter away.", name=board.side)


def _struggle(boards: Sequence[OpenBoard], words: Mapping[str, str]) -> Iterator[Text]:
    """Who found it after the most rows, if nobody else took as many."""
    rows = [len(board.rows) for board in boards if solved(board, words)]
    longest = max(rows, default=0)
    if longest >= MANY_ROWS and rows.count(longest) == 1:
        side = next(board.side for board in boards if solved(board, words) and len(board.rows) == longest)
        yield say("{name} struggled longest: row {row}.", name=side, row=longest)


def _fooled(boards: Sequence[OpenBoard], words: Mapping[str, str]) -> Iterator[Text]:
    """The letter that everybody tried most often, and that is not in the word."""
    for owner, word in words.items():
        theirs = [board for board in boards if board.owner == owner and board.rows]
        tried = [Counter(letter for row in board.rows for letter in {*row.letters} - {*word}) for board in theirs]
        everybody = set.intersection(*map(set, tried)) if tried else set()
        total = sum(tried, Counter[str]())
        letter = max(sorted(everybody), key=lambda each: total[each], default="")
        if letter and total[letter] >= OFTEN:
            yield say("{letter} fooled everybody: it was in {count} rows.", letter=letter, count=total[letter])
