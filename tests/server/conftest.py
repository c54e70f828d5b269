"""What tests of the server share: coroutines are run, and there is a PostgreSQL for whoever asks."""

import asyncio
import inspect
from collections.abc import Iterator
from typing import Any

import pytest

from tests.kit.deadline import DEADLINE
from tests.server.stores.cluster import Cluster, running_cluster
from tests.server.stores.databases import PostgresDatabase

LONGEST = 5 * DEADLINE


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run the tests that are coroutines."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    names = inspect.signature(pyfuncitem.obj).parameters
    arguments: dict[str, Any] = {name: pyfuncitem.funcargs[name] for name in names}
    asyncio.run(asyncio.wait_for(pyfuncitem.obj(**arguments), LONGEST))
    return True


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    with running_cluster() as cluster:
        yield cluster


@pytest.fixture
def postgres(cluster: Cluster) -> Iterator[PostgresDatabase]:
    place = PostgresDatabase(cluster)
    yield place
    asyncio.run(place.clear())
