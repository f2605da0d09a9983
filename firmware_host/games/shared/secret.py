"""A hidden word, of a type that cannot be shown by accident."""

from typing import NoReturn


class Secret:
    """A word that only its owner may know.

    Printing, logging, formatting, comparing, iterating or pickling it shows nothing; `reveal()` is
    the one way to the word, so that a search for it finds every place that looks.
    """

    __slots__ = ("__word",)

    def __init__(self, word: str) -> None:
        self.__word = word

    def reveal(self) -> str:
        return self.__word

    def __repr__(self) -> str:
        return "Secret(…)"

    def __format__(self, spec: str) -> str:
        return format(repr(self), spec)

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise TypeError("A secret is never pickled: save the game instead.")

    def __getstate__(self) -> NoReturn:
        raise TypeError("A secret is never taken apart: save the game instead.")

    def __copy__(self) -> "Secret":
        return self

    def __deepcopy__(self, memo: object) -> "Secret":
        return self
