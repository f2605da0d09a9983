"""Tables to play at: one with everything, and one of each kind that people build."""

import pytest

from tests.support.evening_table import OPEN_TABLES, TABLES, EveningTable


@pytest.fixture
def table() -> EveningTable:
    return EveningTable()


@pytest.fixture(params=list(TABLES.values()), ids=list(TABLES))
def any_table(request: pytest.FixtureRequest) -> EveningTable:
    return EveningTable(request.param())


@pytest.fixture(params=list(OPEN_TABLES.values()), ids=list(OPEN_TABLES))
def open_table(request: pytest.FixtureRequest) -> EveningTable:
    """One of each kind at which everybody can read what lies open."""
    return EveningTable(request.param())
