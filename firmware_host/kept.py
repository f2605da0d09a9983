"""What takes a while to make, kept until it would come out differently."""

from collections.abc import Callable
from operator import is_
from typing import Generic, TypeVar

T = TypeVar("T")


class Kept(Generic[T]):
    """Knows what a thing was made from: frozen values, so as long as these are the same, the thing is too."""

    __slots__ = ("_basis", "_thing")

    def __init__(self) -> None:
        self._basis: tuple[object, ...] = ()
        self._thing: T | None = None

    def get(self, basis: tuple[object, ...], make: Callable[[], T]) -> T:
        if self._thing is None or not all(map(is_, self._basis, basis)):
            self._thing, self._basis = make(), basis
        return self._thing
