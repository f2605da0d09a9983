"""Rows that carry their own checksum, so that each can be recognized and trusted by itself, wherever it is found. Pure.

A sealed row is ASCII text: `wt2 KIND NUMBER LENGTH CHECKSUM JSON`. SQLite keeps it in one piece in a page, or continues
it in other pages when it is long. So rows can be read from a file that SQLite itself refuses.
"""

import re
import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from zlib import crc32

from firmware_host.frozen import frozen

MARK = "wt2"
PAGE = 4096  # bytes; every journal is made with pages of this size

_SEAL = re.compile(rb"wt2 ([a-z]+) ([0-9]{1,18}) ([0-9]{1,9}) ([0-9a-f]{8}) ")
_WAL_HEADER, _FRAME_HEADER = 32, 24  # bytes in front of all frames, and of each page
_WAL_STARTS = (b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83")
_MOST_LOCAL, _LEAST_LOCAL = PAGE - 35, (PAGE - 12) * 32 // 255 - 23  # of a row, in a page of its table


@frozen
class Row:
    """One row. A row with a higher number was written later."""

    number: int
    kind: str
    content: str = field(repr=False)  # JSON, in ASCII


@frozen
class Found:
    """What is left in a damaged file: the rows whose checksum is right, by number, and the kinds of the others."""

    rows: Mapping[int, Row]
    spoilt: frozenset[tuple[int, str]]


def seal(row: Row) -> str:
    return f"{MARK} {row.kind} {row.number} {len(row.content)} {_checksum(row):08x} {row.content}"


def unseal(text: str) -> Row | None:
    """The row, or None if a single bit of it is wrong."""
    sealed = text.encode("ascii", "replace")
    begins = _SEAL.match(sealed)
    return None if begins is None else _read(begins, sealed[begins.end() :])


def _read(begins: re.Match[bytes], content: bytes) -> Row | None:
    kind, number, length, checksum = begins.groups()
    row = Row(int(number), kind.decode(), content.decode("ascii", "replace"))
    return row if len(content) == int(length) and _checksum(row) == int(checksum, 16) else None


def _checksum(row: Row) -> int:
    return crc32(f"{row.kind} {row.number} {row.content}".encode("ascii", "replace"))


# ── in a damaged file ────────────────────────────────────────────────────────────────────────────


def find_rows(database: bytes, wal: bytes) -> Found:
    """Every row that is anywhere in these two files. Nothing that SQLite says about its pages is needed for it."""
    pages = {number: [page] for number, page in enumerate(_pages(database), 1)}
    for number, page in _frames(wal):
        pages.setdefault(number, []).append(page)
    rows: dict[int, Row] = {}
    spoilt: set[tuple[int, str]] = set()
    for images in pages.values():
        for page in images:
            for begins in _SEAL.finditer(page):
                row = _read(begins, _whole(begins, page, pages))
                if row is not None:
                    rows[row.number] = row
                else:
                    spoilt.add((int(begins[2]), begins[1].decode()))
    return Found(rows, frozenset((number, kind) for number, kind in spoilt if number not in rows))


def _pages(database: bytes) -> Iterator[bytes]:
    return (database[start : start + PAGE] for start in range(0, len(database), PAGE))


def _frames(wal: bytes) -> Iterator[tuple[int, bytes]]:
    """The number and the content of each page that was committed to a WAL, the newest last.

    Frames with another salt are left over from an earlier use of the file. https://sqlite.org/fileformat2.html#walformat
    """
    size = _FRAME_HEADER + PAGE
    salt = wal[16:24] if wal[:4] in _WAL_STARTS else None  # unknown if the beginning is spoilt
    uncommitted: list[tuple[int, bytes]] = []
    for start in range(_WAL_HEADER, len(wal) - size + 1, size):
        frame = wal[start : start + size]
        if salt is not None and frame[8:16] != salt:
            continue
        uncommitted.append((int.from_bytes(frame[:4], "big"), frame[_FRAME_HEADER:]))
        if any(frame[4:8]):
            yield from uncommitted
            uncommitted.clear()


def _whole(begins: re.Match[bytes], page: bytes, pages: Mapping[int, Sequence[bytes]]) -> bytes:
    """The content of a row: a long one begins in this page and goes on in others, each of which names the next."""
    length = int(begins[3])
    if length > PAGE * sum(map(len, pages.values())):
        return b""  # a spoilt length: no row is longer than the files
    here = _in_first_page(begins.end() - begins.start() + length) - (begins.end() - begins.start())
    if here >= length:
        return page[begins.end() : begins.end() + length]
    content = page[begins.end() : begins.end() + here]
    pointer = page[begins.end() + here :][:4]
    while len(content) < length and len(pointer) == 4:
        more = pages.get(struct.unpack(">I", pointer)[0])
        if more is None:
            break
        content, pointer = content + more[-1][4 : 4 + length - len(content)], more[-1][:4]
        if len(more[-1]) < PAGE:
            break
    return content


def _in_first_page(text: int) -> int:
    """How many bytes of a text SQLite keeps in the page of its row. https://sqlite.org/fileformat2.html#ovflpgs"""
    head = 2 + _size_of_number(2 * text + 13)  # the record's own description
    if head + text <= _MOST_LOCAL:
        return text
    local = _LEAST_LOCAL + (head + text - _LEAST_LOCAL) % (PAGE - 4)
    return (local if local <= _MOST_LOCAL else _LEAST_LOCAL) - head


def _size_of_number(value: int) -> int:
    """In bytes, as SQLite writes it: seven bits in each."""
    return max(1, -(-value.bit_length() // 7))
