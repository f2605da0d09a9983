"""The address of one finished game, for the code on the screens: with a mark in it that nobody can guess.

Whoever scans it gets the coloured squares of that game and nothing else, without a code of the table. Pure.
"""

import hmac
from dataclasses import field
from secrets import token_bytes

from firmware_host.frozen import frozen
from firmware_host.web.invitation import LETTERS, USUAL_PORT
from firmware_host.web.wire import read_number

LENGTH = 6  # letters of the mark


@frozen
class Sharing:
    host: str
    port: int
    key: bytes = field(default_factory=lambda: token_bytes(16), repr=False)  # anew with every start

    def address(self, game: int) -> str:
        """Without http://, which nobody types."""
        place = self.host if self.port == USUAL_PORT else f"{self.host}:{self.port}"
        return f"{place}/s/{game}-{self._mark(game)}"

    def game_of(self, code: str) -> int | None:
        """Which game was meant; None for a code that was never shown."""
        number, _, mark = code.upper().partition("-")
        game = read_number(number)
        right = self._mark(game or 0)
        return game if hmac.compare_digest(mark.encode(), right.encode()) else None

    def _mark(self, game: int) -> str:
        made = hmac.digest(self.key, str(game).encode(), "sha256")
        return "".join(LETTERS[byte % len(LETTERS)] for byte in made[:LENGTH])
