"""What all tests share: some are sweeps, and some run once."""

import os
from pathlib import Path
from typing import Final

import pytest

HERE: Final = Path(__file__).parent
SWEEPS: Final = (
    "arena",
    "cli",
    "conformance",
    "digests",
    "docs",
    "examples",
    "memory",
    "packaging",
    "research",
    "server",
    "tools",
    "web",
)
ONCE: Final = ("docs", "server/drills", "server/http", "server/stores", "tools", "web")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark as sweeps what starts processes or plays many matches, and leave out what would prove the same twice.

    Pages, sockets, databases and tools are not compiled: dev.py tries them with the compiled package only.
    """
    interpreted = os.environ.get("ATOUT_EXPECT") == "interpreted"
    for item in items:
        if within(item, SWEEPS):
            item.add_marker("sweep")
        if interpreted and within(item, ONCE):
            item.add_marker(pytest.mark.skip(reason="not compiled itself: tried once, with the compiled package"))


def within(item: pytest.Item, folders: tuple[str, ...]) -> bool:
    """Tell whether a test lies in one of these folders."""
    return any(HERE / name in item.path.parents for name in folders)
