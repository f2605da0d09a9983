"""Types whose values never change: `@frozen` stands for `@dataclass(frozen=True, slots=True)`.

To its users such a type is a dataclass: `==`, hash, repr, `match`, `fields`, `replace`, pickle and mypy treat it as
one, and either kind can be derived from the other. Two things differ, because nearly everything that the console knows
is such a value, and a Pi is slow:

- Python writes and compiles six methods of each dataclass while it is imported, which was most of the console's start.
  Here a method is written when it is first called, and most never are.
- A frozen dataclass fills in its own fields by going around its own lock, which takes four times as long. Here a new
  value has no lock until its fields are set: first it is of an *open* class with the same slots, then of its own.
"""

import dataclasses
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field
from functools import cache
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, TypeVar, dataclass_transform, overload

__all__ = ["changed", "frozen", "replace"]

T = TypeVar("T")
Method = Callable[..., Any]
Written = tuple[str, Iterable[str], Mapping[str, object]]  # a method's arguments, its lines, and what these refer to


@overload
def frozen(cls: type[T], /) -> type[T]: ...
@overload
def frozen(
    *, slots: bool = True, kw_only: bool = False, eq: bool = True, order: bool = False
) -> Callable[[type[T]], type[T]]: ...
@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(
    cls: type[T] | None = None,
    /,
    *,
    slots: bool = True,
    kw_only: bool = False,
    eq: bool = True,
    order: bool = False,
) -> Any:
    """Makes the values of a class frozen. All that can be asked for means what it means for a dataclass."""

    def decorate(cls: type[T]) -> type[T]:
        methods = (*_SHARED, *_ALWAYS, *_EQUAL * eq, *_ORDERED * order)
        return _made_again(cls, methods, slots=slots, kw_only=kw_only)

    return decorate if cls is None else decorate(cls)


if TYPE_CHECKING:
    from dataclasses import replace  # by this name mypy checks what is replaced
    from dataclasses import replace as changed
else:
    _new, _set = object.__new__, object.__setattr__

    def replace(value: T, /, **changes: object) -> T:
        """The same value with some of its fields changed."""
        own = getattr(value, "__replace__", None)
        return dataclasses.replace(value, **changes) if own is None else own(**changes)

    def changed(value: T, /, **changes: object) -> T:
        """`replace` for a wide type without slots, such as a game: it copies all fields at once."""
        fields = value.__dict__
        new = fields | changes
        assert len(new) == len(fields), changes.keys() - fields.keys()
        copy = _new(type(value))
        _set(copy, "__dict__", new)  # frozen for everybody else
        return copy


# ── the class ────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class _Example:
    """What `dataclasses` writes into a class, so that it knows it again."""

    field: int = 0


_PARAMS: object = vars(_Example)["__dataclass_params__"]
_KIND: object = vars(_Example)["__dataclass_fields__"]["field"]._field_type


def _made_again(cls: type[T], methods: tuple[str, ...], *, slots: bool, kw_only: bool) -> type[T]:
    """The class with these methods and with slots, which can be given to a class only when it is made."""
    kinds = {name: kind for name, kind in cls.__annotations__.items() if not _is_class_var(kind)}
    own = {name: _field_of(cls, name, kind, kw_only) for name, kind in kinds.items()}
    inherited = {name: each for base in reversed(cls.__mro__[1:]) for name, each in _fields(base).items()}
    made_anew = {*own, "__dict__", "__weakref__"}
    body = {name: value for name, value in vars(cls).items() if name not in made_anew}
    body.setdefault("__match_args__", tuple(_by_place(inherited | own)))
    for name in methods:
        if body.get(name) is None:  # a class with `__eq__` of its own has None for a hash
            body[name] = _SHARED.get(name) or _written_at_first_call(name)
    body |= {
        "__qualname__": cls.__qualname__,
        **({"__slots__": tuple(name for name in own if name not in inherited)} if slots else {}),
        "__dataclass_fields__": inherited | own,
        "__dataclass_params__": _PARAMS,
    }
    make: Callable[..., type[T]] = type(cls)
    return make(cls.__name__, cls.__bases__, body)


def _field_of(cls: type, name: str, kind: object, kw_only: bool) -> "Field[Any]":
    default = vars(cls).get(name, MISSING)
    made: Field[Any] = default if isinstance(default, Field) else field(default=default)
    if made.default.__class__.__hash__ is None:
        raise ValueError(f"{cls.__name__}.{name}: all would share one default; use default_factory")
    made.name, made.type = name, kind
    made.kw_only = kw_only if made.kw_only is MISSING else made.kw_only
    made._field_type = _KIND  # type: ignore[attr-defined]
    return made


def _is_class_var(kind: object) -> bool:
    if isinstance(kind, str):  # where annotations are not evaluated
        return kind.startswith("ClassVar")
    return getattr(kind, "__origin__", kind) is ClassVar  # also ClassVar[int]


def _fields(cls: type) -> "Mapping[str, Field[Any]]":
    """The fields of this class, with those that it has inherited."""
    fields: Mapping[str, Any] = vars(cls).get("__dataclass_fields__", {})
    return {name: each for name, each in fields.items() if each._field_type is _KIND}


def _by_place(fields: "Mapping[str, Field[Any]]") -> list[str]:
    """The names of those that can be given without their name, in order."""
    return [name for name, each in fields.items() if each.init and not each.kw_only]


# ── methods that are the same for all ────────────────────────────────────────────────────────────


def _locked(self: object, name: str, *_: object) -> NoReturn:
    raise FrozenInstanceError(f"{type(self).__name__} is frozen: cannot change {name!r}")


@recursive_repr()
def _repr(self: Any) -> str:
    shown = (f"{name}={getattr(self, name)!r}" for name, each in self.__dataclass_fields__.items() if each.repr)
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _getstate(self: Any) -> list[object]:
    return [getattr(self, name) for name in self.__dataclass_fields__]


def _setstate(self: Any, state: Iterable[object]) -> None:
    for name, value in zip(self.__dataclass_fields__, state, strict=True):
        object.__setattr__(self, name, value)


_SHARED: Mapping[str, Method] = {
    "__setattr__": _locked,
    "__delattr__": _locked,
    "__repr__": _repr,
    "__getstate__": _getstate,
    "__setstate__": _setstate,
}

# ── methods that are written for each class when they are first called ───────────────────────────


def _written_at_first_call(name: str) -> Method:
    """Writes the method, puts it into the class that has this one in its place, and calls it."""
    written: list[Method] = []

    def first(self: Any, *args: Any, **named: Any) -> Any:
        owner = next((cls for cls in type(self).__mro__ if vars(cls).get(name) is first), None)
        if owner is not None:  # otherwise another thread has just put it there
            written.append(_compiled(f"{owner.__qualname__}.{name}", *_WRITTEN[name](owner)))
            setattr(owner, name, written[0])
        return written[0](self, *args, **named)

    return first


_become = vars(object)["__class__"].__set__  # changes the class of a value that is locked


@cache
def _open_class(cls: type) -> type:
    """A class with the same slots and without the lock."""
    body = {name: vars(cls)[name] for name in ("__slots__", "__orig_bases__", "__module__") if name in vars(cls)}
    return type(cls)(f"Open{cls.__name__}", cls.__bases__, {**body, "__setattr__": object.__setattr__})


def _init(cls: type) -> Written:
    fields = _fields(cls)
    names: dict[str, object] = {
        "_become": _become, "_cls": cls, "_open": _open_class(cls), "_open_class": _open_class, "_missing": MISSING,
        **{f"_default_{name}": each.default for name, each in fields.items()},
        **{f"_make_{name}": each.default_factory for name, each in fields.items()},
    }  # fmt: skip
    lines = [
        "cls = self.__class__",
        "_become(self, _open if cls is _cls else _open_class(cls))",
        *(f"self.{name} = {_value_of(each)}" for name, each in fields.items()),
        "self.__class__ = cls",
        *(["self.__post_init__()"] if hasattr(cls, "__post_init__") else []),
    ]
    return ", ".join(("self", *_arguments(fields))), lines, names


def _arguments(fields: "Mapping[str, Field[Any]]") -> Iterable[str]:
    named = [_argument(each) for each in fields.values() if each.init and each.kw_only]
    return (*(_argument(fields[name]) for name in _by_place(fields)), *(["*"] if named else []), *named)


def _argument(each: "Field[Any]") -> str:
    if each.default is not MISSING:
        return f"{each.name}=_default_{each.name}"
    return each.name if each.default_factory is MISSING else f"{each.name}=_missing"


def _value_of(each: "Field[Any]") -> str:
    """What the field is set to: an argument, or a default that is made anew for each value."""
    if each.default_factory is MISSING:
        return each.name if each.init else f"_default_{each.name}"
    made = f"_make_{each.name}()"
    return f"{made} if {each.name} is _missing else {each.name}" if each.init else made


def _replace(cls: type) -> Written:
    fields = _fields(cls)
    lines = [
        "if self.__class__ is not _cls: return _replace(self, **changes)",
        "if not changes.keys() <= _fields: raise TypeError(f'no field {min(changes.keys() - _fields)!r}')",
        "new = _new(_open)",
        *(f"new.{name} = self.{name}" for name in fields),
        "for name, value in changes.items(): _set(new, name, value)",
        "new.__class__ = _cls",
        *(["new.__post_init__()"] if hasattr(cls, "__post_init__") else []),
        "return new",
    ]
    names = {
        "_cls": cls, "_open": _open_class(cls), "_new": object.__new__, "_fields": fields.keys(), "_set": setattr,
        "_replace": dataclasses.replace,
    }  # fmt: skip
    return "self, /, **changes", lines, names


def _eq(cls: type) -> Written:
    mine, other = (_tuple_of(value, _compared(cls)) for value in ("self", "other"))
    lines = [
        "if self is other: return True",
        f"return {mine} == {other} if other.__class__ is self.__class__ else NotImplemented",
    ]
    return "self, other", lines, {}


def _hash(cls: type) -> Written:
    hashed = [name for name, each in _fields(cls).items() if (each.compare if each.hash is None else each.hash)]
    return "self", [f"return hash({_tuple_of('self', hashed)})"], {}


def _compares(sign: str) -> Callable[[type], Written]:
    def write(cls: type) -> Written:
        mine, other = (_tuple_of(value, _compared(cls)) for value in ("self", "other"))
        line = f"return {mine} {sign} {other} if other.__class__ is self.__class__ else NotImplemented"
        return "self, other", [line], {}

    return write


def _compared(cls: type) -> list[str]:
    return [name for name, each in _fields(cls).items() if each.compare]


def _tuple_of(value: str, names: Iterable[str]) -> str:
    return f"({''.join(f'{value}.{name}, ' for name in names)})"


def _compiled(name: str, arguments: str, lines: Iterable[str], known: Mapping[str, object]) -> Method:
    made: dict[str, Any] = dict(known)
    short = name.rpartition(".")[2]
    source = f"def {short}({arguments}):\n" + "".join(f" {line}\n" for line in lines)
    exec(compile(source, f"<{name}>", "exec"), made)  # noqa: S102  # of nothing but names of fields
    method: Method = made[short]
    method.__qualname__ = name
    return method


_WRITTEN: Mapping[str, Callable[[type], Written]] = {
    "__init__": _init,
    "__replace__": _replace,
    "__eq__": _eq,
    "__hash__": _hash,
    "__lt__": _compares("<"),
    "__le__": _compares("<="),
    "__gt__": _compares(">"),
    "__ge__": _compares(">="),
}
_ALWAYS = ("__init__", "__replace__")
_EQUAL = ("__eq__", "__hash__")
_ORDERED = ("__lt__", "__le__", "__gt__", "__ge__")
