"""What every test may ask for: whether this is the quick suite or the long soak (`pytest --soak`)."""

import signal

import pytest
from hypothesis import settings

# Tests that were started in the background (`make test &`, some CI) have Control-C ignored, and so has every process
# that they start: the one that waits for it would wait for ever.
signal.signal(signal.SIGINT, signal.default_int_handler)

# How long an example takes says more of the machine than of the code: no test fails by the wall clock.
settings.register_profile("wordtable", deadline=None)
settings.load_profile("wordtable")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--soak", action="store_true", help="play the random tests many times longer")
    parser.addoption("--renew-goldens", action="store_true", help="write playthroughs and pictures anew, on purpose")


@pytest.fixture(scope="session")
def soak(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--soak"))
