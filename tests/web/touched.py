"""Somebody who plays by touch alone: they see the frames of a page, and point at what is on it."""

from collections.abc import Sequence
from typing import Any

from hardware.ports import Touched
from tests.web.pages import StillTable


class Fingers:
    def __init__(self, table: StillTable) -> None:
        self._table = table
        self.passes = table.passes

    def frame(self, seat: int) -> Any:
        return self._table.showing(f"seat{seat}", f"seat{seat}.page")

    def page(self, seat: int) -> Any:
        return self.frame(seat)["page"]

    def asked(self, seat: int) -> Any:
        return self.frame(seat)["asked"]

    def value(self, seat: int, entry: str) -> str:
        return str(next(item.get("value", "") for item in self.asked(seat)["items"] if item["id"] == entry))

    def joins(self, seat: int, name: str) -> None:
        self.points(seat, "ENTER", "")
        self.types(seat, name)

    def types(self, seat: int, word: Sequence[str]) -> None:
        self._table.types(seat, *word, "ENTER")

    def points(self, seat: int, key: str, entry: str, task: str | None = None) -> None:
        """At an entry of what is asked, after a look at it; or of what was asked before."""
        self.passes(1)
        at = Touched(self.asked(seat)["name"] if task is None else task, entry)
        self._table.web_table.key(seat, key, True, at)
        self._table.web_table.key(seat, key, False)
        self.passes(0.1)
