"""Short versions of the drills in tools/drills; `dev.py drill` runs the long ones."""

from collections.abc import Iterator

import pytest

from tests.server.stores.cluster import Cluster, running_cluster


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL for one test, which may break it."""
    with running_cluster() as cluster:
        yield cluster
