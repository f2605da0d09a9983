"""`@frozen` behaves as `@dataclass(frozen=True, slots=True)` does."""

import copy
import dataclasses
import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, asdict, dataclass, field, fields, is_dataclass
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeVar

import pytest

from firmware_host.frozen import changed, frozen, replace

T = TypeVar("T")


@frozen
class Ours:
    letters: int
    word: str = field(default="", repr=False)
    marks: dict[str, int] = field(default_factory=dict, compare=False)
    colour: str = field(default="red", kw_only=True)
    most: ClassVar[int] = 5

    def longer(self) -> "Ours":
        return replace(self, letters=self.letters + 1)


@dataclass(frozen=True, slots=True)
class Theirs:
    letters: int
    word: str = field(default="", repr=False)
    marks: dict[str, int] = field(default_factory=dict, compare=False)
    colour: str = field(default="red", kw_only=True)
    most: ClassVar[int] = 5

    def longer(self) -> "Theirs":
        return replace(self, letters=self.letters + 1)


@frozen(order=True)
class Place:
    row: int
    column: int = 0


@frozen(eq=False)
class Thing:
    name: str


@frozen
class Pair(Generic[T]):
    one: T
    other: T


@frozen
class Longer(Ours):
    rows: int = 6
    letters: int = 5


@dataclass(frozen=True, slots=True)
class TheirsOfOurs(Ours):
    rows: int = 6


@frozen
class OursOfTheirs(Theirs):
    rows: int = 6


class Undecorated(Ours):
    pass


@frozen(slots=False, kw_only=True)
class Wide:
    rows: int
    columns: int = field(default=5, kw_only=False)

    @cached_property
    def tiles(self) -> int:
        return self.rows * self.columns


@frozen
class Checked:
    row: int

    def __post_init__(self) -> None:
        assert self.row > 0


@frozen
class WithItsOwn:
    word: str

    def __repr__(self) -> str:
        return "nothing to see"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, WithItsOwn)

    def __hash__(self) -> int:
        return 7


def outcome(call: Callable[[], object]) -> object:
    """What comes out, or the kind of error; names of types that differ are left out."""
    try:
        return repr(call()).replace("Theirs", "Ours")
    except (AttributeError, TypeError) as error:
        return type(error)


@pytest.mark.parametrize(
    "use",
    [
        lambda kind: kind(3),
        lambda kind: kind(),
        lambda kind: kind(1, "a", {}, "blue"),
        lambda kind: kind(1, colour="blue"),
        lambda kind: kind(1, row=2),
        lambda kind: kind(1, "HIDDEN", {"A": 1}),
        lambda kind: kind(1).longer(),
        lambda kind: kind.most,
        lambda kind: kind(1) == kind(1),
        lambda kind: kind(1) != kind(1),
        lambda kind: kind(1) == kind(1, marks={"A": 1}),
        lambda kind: kind(1) == kind(2),
        lambda kind: kind(1) == 1,
        lambda kind: kind(1) < kind(2),
        lambda kind: hash(kind(1)) == hash(kind(1, marks={"A": 1})),
        lambda kind: len({kind(1), kind(1), kind(2)}),
        lambda kind: kind(1).marks is kind(1).marks,
        lambda kind: setattr(kind(1), "letters", 2),
        lambda kind: delattr(kind(1), "letters"),
        lambda kind: kind(1).__dict__,
        lambda kind: replace(kind(1, "a"), word="b").word,
        lambda kind: replace(kind(1), another=2),
        lambda kind: dataclasses.replace(kind(1, "a"), letters=2),
        lambda kind: asdict(kind(1)),
        lambda kind: [each.name for each in fields(kind)],
        lambda kind: [(each.repr, each.compare, each.kw_only, each.default) for each in fields(kind(1))],
        is_dataclass,
        lambda kind: kind.__match_args__,
        lambda kind: kind.__slots__,
        lambda kind: copy.copy(kind(1, "a")).word,
        lambda kind: copy.deepcopy(kind(1, "a")) == kind(1, "a"),
        lambda kind: pickle.loads(pickle.dumps(kind(1, "a"))).word,
    ],
)
def test_it_does_what_a_frozen_dataclass_does(use: Callable[[Any], object]) -> None:
    assert outcome(lambda: use(Ours)) == outcome(lambda: use(Theirs))


def test_nothing_can_be_set_afterwards() -> None:
    one = Ours(1)
    for name in ("letters", "another"):
        with pytest.raises(FrozenInstanceError):
            setattr(one, name, 2)
    with pytest.raises(FrozenInstanceError):
        del one.letters


def test_it_is_matched_by_place() -> None:
    match Place(1, 2):
        case Place(row, column):
            assert (row, column) == (1, 2)


def test_it_can_be_sorted_by_its_fields() -> None:
    assert sorted([Place(2), Place(1, 5), Place(1)]) == [Place(1), Place(1, 5), Place(2)]
    assert Place(1) < Place(2) <= Place(2)
    assert Place(3) > Place(2) >= Place(2)


def test_it_can_be_equal_to_itself_only() -> None:
    bob = Thing("BOB")
    assert bob == bob
    assert bob != Thing("BOB")
    assert len({bob, Thing("BOB")}) == 2


def test_it_can_be_generic() -> None:
    assert Pair[int](1, 2) == Pair(1, 2) != Pair(2, 1)


def test_a_value_is_equal_to_none_of_another_type() -> None:
    assert Ours(1) != Longer(letters=1)
    assert Longer(letters=1) != Ours(1)


@pytest.mark.parametrize("kind", [Longer, TheirsOfOurs, OursOfTheirs])
def test_either_kind_is_derived_from_the_other(kind: Callable[..., Any]) -> None:
    one = kind(3, "WORD", rows=4)
    assert (one.letters, one.word, one.colour, one.rows) == (3, "WORD", "red", 4)
    assert replace(one, rows=5, colour="blue") == kind(3, "WORD", colour="blue", rows=5)
    assert "WORD" not in repr(one)
    assert "rows=4" in repr(one)
    with pytest.raises(FrozenInstanceError):
        one.rows = 2


def test_an_inherited_field_keeps_its_place_and_may_get_a_default() -> None:
    assert [each.name for each in fields(Longer)] == ["letters", "word", "marks", "colour", "rows"]
    assert Longer().letters == 5


def test_a_class_that_is_derived_without_a_word_works_too() -> None:
    one = Undecorated(2, "a")
    assert type(one) is Undecorated
    assert one == Undecorated(2, "a")
    assert replace(one, letters=3).letters == 3
    assert Ours(1).letters == 1  # whichever came first


def test_without_slots_a_value_can_remember_what_it_has_worked_out() -> None:
    wide = Wide(4, rows=6)
    assert (wide.tiles, vars(wide)) == (24, {"rows": 6, "columns": 4, "tiles": 24})
    assert replace(wide, rows=2).tiles == 8
    with pytest.raises(FrozenInstanceError):
        wide.rows = 3  # type: ignore[misc]  # that is what is tried


def test_a_wide_value_is_changed_in_one_field_and_stays_frozen() -> None:
    new = changed(Wide(rows=6), rows=3)
    assert (new.rows, new.columns) == (3, 5)
    with pytest.raises(FrozenInstanceError):
        new.rows = 4  # type: ignore[misc]  # that it cannot be done is the point


def test_a_field_that_a_wide_value_does_not_have_is_refused() -> None:
    with pytest.raises(AssertionError):
        changed(Wide(rows=6), row=3)  # type: ignore[call-arg]  # mypy knows, too


def test_what_a_class_says_itself_stays() -> None:
    one, other = WithItsOwn("HIDDEN"), WithItsOwn("ANOTHER")
    assert one == other
    assert hash(one) == 7
    assert repr(one) == "nothing to see"


def test_a_value_is_checked_after_it_is_made() -> None:
    with pytest.raises(AssertionError):
        Checked(0)
    with pytest.raises(AssertionError):
        replace(Checked(1), row=0)


def test_a_default_that_all_would_share_is_refused() -> None:
    with pytest.raises(ValueError, match=r"Shared\.rows"):

        @frozen
        class Shared:
            rows: list[int] = []  # noqa: RUF012  # this is what is refused


def test_only_what_is_used_is_written() -> None:
    @frozen
    class Unused:
        row: int

    methods = ("__init__", "__eq__", "__hash__", "__replace__")
    before = {name: vars(Unused)[name] for name in methods}
    Unused(1)
    assert [name for name in methods if vars(Unused)[name] is not before[name]] == ["__init__"]


@pytest.mark.parametrize("method", ["__eq__", "__hash__", "__init__", "__replace__"])
def test_a_method_that_another_thread_has_just_written_can_be_called(method: str) -> None:
    """Both threads have begun to call the one that writes it; one of them is a moment later."""

    @frozen
    class Seat:
        number: int

    writes: Callable[..., object] = vars(Seat)[method]
    given = {"__eq__": (Seat(2),), "__init__": (2,)}.get(method, ())
    once, later = writes(seat := Seat(2), *given), writes(seat, *given)
    assert once == later
