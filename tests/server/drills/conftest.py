"""Short versions of the drills in tools/drills; `dev.py drill` runs the long ones."""

import asyncio
import inspect
from collections.abc import Iterator
from typing import Any

import pytest

from tests.server.stores.cluster import Cluster

LONGEST = 120.0


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run the tests that are coroutines."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    names = inspect.signature(pyfuncitem.obj).parameters
    arguments: dict[str, Any] = {name: pyfuncitem.funcargs[name] for name in names}
    asyncio.run(asyncio.wait_for(pyfuncitem.obj(**arguments), LONGEST))
    return True


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    cluster = Cluster()
    try:
        cluster.start()
        yield cluster
    finally:
        cluster.remove()
