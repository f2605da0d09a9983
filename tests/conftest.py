"""What every test may ask for: whether this is the quick suite or the long soak (`pytest --soak`)."""

import gc
import signal

import pytest
from hypothesis import HealthCheck, settings

# Tests that were started in the background (`make test &`, some CI) have Control-C ignored, and so has every process
# that they start: the one that waits for it would wait for ever.
signal.signal(signal.SIGINT, signal.default_int_handler)

# How long an example takes says more of the machine than of the code: no test fails by the wall clock. Whoever runs the
# tests twice sees the same examples twice; `make proofs` looks at others each time.
settings.register_profile("random", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("same", settings.get_profile("random"), derandomize=True)
settings.load_profile("same")

# What is loaded before the first test stays to the end: Python need not look through it for what may go. Nor need it
# look after every 700 new objects: a test makes many, and leaves few behind.
GARBAGE = 20_000, 20, 10
gc.disable()


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    gc.freeze()
    gc.set_threshold(*GARBAGE)
    gc.enable()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--soak", action="store_true", help="play the random tests many times longer")
    parser.addoption("--renew-goldens", action="store_true", help="write playthroughs and pictures anew, on purpose")


@pytest.fixture(scope="session")
def soak(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--soak"))
