"""What all tests share: some are sweeps."""

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
    "packaging",
    "research",
    "server",
    "tools",
    "web",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark as sweeps what starts processes or plays many matches, folder by folder."""
    for item in items:
        if any(HERE / name in item.path.parents for name in SWEEPS):
            item.add_marker("sweep")
