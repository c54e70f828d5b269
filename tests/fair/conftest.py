"""A proven match for every test."""

import pytest

from atout.record import Record
from tests.fair.samples import DEALS, played


@pytest.fixture(scope="module")
def record() -> Record:
    return played("luz", DEALS, {"deals": 2})
