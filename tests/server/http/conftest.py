"""A live server that most tests share, and guests."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from tests.server.http.live import Guest, LiveServer


@pytest.fixture(scope="session")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    with LiveServer(tmp_path_factory.mktemp("live")) as live:
        yield live


@pytest.fixture
def guest(live: LiveServer) -> Iterator[Callable[..., Guest]]:
    """Make guests that go home after the test."""
    with ExitStack() as stack:
        yield lambda *arguments, **more: stack.enter_context(live.guest(*arguments, **more))


@pytest.fixture(autouse=True)
def _seed(request: pytest.FixtureRequest) -> None:
    """Let what is dealt in a test depend on nothing but the test."""
    if "live" in request.fixturenames:
        request.getfixturevalue("live").seed = request.node.nodeid
