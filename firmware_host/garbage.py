"""When Python looks for garbage: little by little, so that no key waits for it."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

OFTEN = (700, 5, 2)  # how much may accumulate before Python looks; its own choice is (700, 10, 10)


@contextmanager
def collecting_later() -> Iterator[None]:
    """Until everything is loaded, hardly anything is garbage, and looking for it took a tenth of the start."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def collect_little_by_little() -> None:
    """Every key waits while Python looks for garbage, which took 50 ms on a PC. Modules, words and devices stay until
    the end, so it need not look through them again. The rest is little: it looks often, before much accumulates."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*OFTEN)
    gc.enable()
