"""What is kept is made again when something that it was made from has changed, and never otherwise."""

from firmware_host.kept import Kept, Watched


class Lamp(Watched):
    def __init__(self) -> None:
        self.lit = False


def test_a_thing_is_made_once_from_the_same_values() -> None:
    kept: Kept[object] = Kept()
    basis = object(), object()
    assert kept.get(basis, object) is kept.get(basis, object)


def test_a_thing_is_made_again_from_another_value() -> None:
    kept: Kept[object] = Kept()
    first = object()
    assert kept.get((first, object()), object) is not kept.get((first, object()), object)


def test_a_field_that_is_set_is_noticed() -> None:
    lamp = Lamp()
    before = Watched.moment
    lamp.lit = True
    assert lamp.lit
    assert Watched.moment is not before


def test_a_field_that_is_only_read_is_not() -> None:
    lamp = Lamp()
    before = Watched.moment
    assert not lamp.lit
    assert Watched.moment is before
