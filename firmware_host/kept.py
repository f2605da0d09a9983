"""What takes a while to make, kept until it would come out differently."""

from collections.abc import Callable
from operator import is_
from typing import ClassVar, Generic, TypeVar

T = TypeVar("T")


class Watched:
    """Whatever is assigned to a field of such an object is noticed. Nothing of any of them has changed for as long as
    `moment` is the same: a quick answer to whether what was made from many of them can have changed."""

    moment: ClassVar[object] = object()

    def __setattr__(self, name: str, value: object) -> None:
        super().__setattr__(name, value)
        Watched.moment = object()


class Kept(Generic[T]):
    """Knows what a thing was made from: frozen values, so as long as these are the same, the thing is too."""

    __slots__ = ("_kept",)

    def __init__(self) -> None:
        self._kept: tuple[tuple[object, ...], T] | None = None  # what it was made from, and the thing

    def get(self, basis: tuple[object, ...], make: Callable[[], T]) -> T:
        kept = self._kept
        if kept is None or len(kept[0]) != len(basis) or not all(map(is_, kept[0], basis)):
            self._kept = kept = basis, make()
        return kept[1]
