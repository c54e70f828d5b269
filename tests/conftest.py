"""What all tests share: some are sweeps, and some run once."""

import os
from collections.abc import Generator
from functools import cache
from pathlib import Path
from typing import Final

import pytest
from coverage import Coverage
from hypothesis import HealthCheck, settings

HERE: Final = Path(__file__).parent
SWEEPS: Final = (
    "arena",
    "bots",
    "cli",
    "conformance",
    "digests",
    "docs",
    "examples",
    "memory",
    "packaging",
    "research",
    "server",
    "test_pickling.py",
    "test_reasons.py",
    "tools",
    "web",
)
ONCE: Final = (
    "arena",
    "cli",
    "conformance",
    "docs",
    "examples",
    "research",
    "server/core",
    "server/drills",
    "server/http",
    "server/stores",
    "study",
    "tools",
    "web",
)
INTERPRETED: Final = os.environ.get("ATOUT_EXPECT") == "interpreted"


# The same examples in every run, however long a busy machine takes for them.
settings.register_profile("same", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("same")


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Import nothing of what is tried once in the other run, if dev.py runs everything."""
    whole = os.environ.get("ATOUT_ALL_TESTS") == "1"
    return True if whole and INTERPRETED and is_within(collection_path, ONCE) else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark as sweeps what starts processes or plays many matches, and leave out what would prove the same twice.

    Commands, pages, sockets, databases, tools and adapters are not compiled, and a game from elsewhere is not either:
    dev.py tries them with the compiled package only, whose seams they cross. Games are shown to conform there as well
    and only there: that matches, views and displays are the same interpreted is what the digests tell.
    """
    for item in items:
        if is_within(item.path, SWEEPS):
            item.add_marker("sweep")
        if INTERPRETED and is_within(item.path, ONCE):
            item.add_marker(pytest.mark.skip(reason="not compiled itself: tried once, with the compiled package"))


def pytest_configure(config: pytest.Config) -> None:
    """Let sweeps beside the games be treated like those here; hooks of this file alone would not see them."""
    config.pluginmanager.register(Uncounted())


class Uncounted:
    """Counts no lines in sweeps, nor in the processes they start: that takes four times as long."""

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Run a test."""
        counting = Coverage.current() if item.get_closest_marker("sweep") else None
        if counting is None:
            return (yield)
        inherited = os.environ.pop("COVERAGE_PROCESS_CONFIG", None)
        counting.stop()
        try:
            return (yield)
        finally:
            counting.start()
            if inherited is not None:
                os.environ["COVERAGE_PROCESS_CONFIG"] = inherited


@cache  # of thousands of tests in some hundred files
def is_within(path: Path, places: tuple[str, ...]) -> bool:
    """Tell whether a file lies in one of these folders, or is one of these files."""
    return any(HERE / name in (path, *path.parents) for name in places)
