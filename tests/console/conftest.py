"""Tables to play at: one with everything, and one of each kind that people build."""

import pytest

from tests.console.evening_table import TABLES, EveningTable


@pytest.fixture
def table() -> EveningTable:
    return EveningTable()


@pytest.fixture(params=list(TABLES.values()), ids=list(TABLES))
def any_table(request: pytest.FixtureRequest) -> EveningTable:
    return EveningTable(request.param())
