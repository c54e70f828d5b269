"""Whether bots think in compiled code; if that is still being compiled, they change over to it at a running server."""

from importlib.machinery import ExtensionFileLoader
from pathlib import Path
from typing import Final, Literal

from atout.kernel import bits
from atout.server.clock import Clock, wait_until

Core = Literal["compiled", "compiling", "interpreted"]

LOOK_MS: Final = 1_000


def core_at_start(awaited: bool) -> Core:
    """Return how bots think at the start of a server."""
    if isinstance(bits.__loader__, ExtensionFileLoader):
        return "compiled"
    return "compiling" if awaited else "interpreted"


async def compiled_package(told: Path, clock: Clock) -> Path | None:
    """Wait until a file says where the compiled package is, and return that; None if there will be none."""
    while not told.is_file():
        await wait_until(clock, clock.now() + LOOK_MS)
    folder = told.read_text(encoding="utf-8").strip()
    return Path(folder) if folder else None
