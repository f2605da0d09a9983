"""Every seat's sitting, made anew only when something that it was made of has changed: a key asks for it many times."""

from collections.abc import Callable
from operator import is_

from firmware_host.console.sitting import Sitting

Basis = tuple[object, ...]  # what a sitting was made of: frozen things, so that the same ones mean the same sitting


class Sittings:
    def __init__(self) -> None:
        self._made: dict[int, tuple[Basis, Sitting]] = {}

    def of(self, seat: int, basis: Basis, make: Callable[[int], Sitting]) -> Sitting:
        made = self._made.get(seat)
        if made is not None and all(map(is_, made[0], basis)):
            return made[1]
        sitting = make(seat)
        self._made[seat] = basis, sitting
        return sitting
