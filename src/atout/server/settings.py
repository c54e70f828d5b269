"""Settings of a server. `atout serve` fills them from flags or from the environment (`ATOUT_…`)."""

import os
from ipaddress import ip_address
from pathlib import Path
from typing import Final

from msgspec import Struct

MINUTE: Final = 60_000
MOST_CONNECTIONS: Final = 10_000  # unless a host asks for more
OTHER_FILES: Final = 200  # that are open: the database, workers, the client's


class Settings(Struct, frozen=True, kw_only=True):
    """Everything a host can choose."""

    host: str = "127.0.0.1"
    port: int = 8420
    database: str = ""  # nothing: SQLite in the user's data directory
    address: str = ""  # what invite links begin with; nothing: found out
    workers: int = 2  # processes in which bots think
    bot_pace: int = 900  # milliseconds a bot takes for a decision
    unload_after: int = 5 * MINUTE  # a table nobody looks at leaves the memory
    retention_days: int = 0  # days after which finished matches are deleted; 0: never
    compression: bool = True  # of WebSocket messages
    trusted_proxies: tuple[str, ...] = ()  # addresses or networks whose X-Forwarded headers are believed
    limits: bool = True  # how often somebody may ask, and how much somebody may have
    matches_per_person: int = 100  # unfinished ones in which somebody sits
    tables_per_address: int = 400  # opened in an hour: a club may be behind one address
    connections: int = 0  # at most at once; 0: as many as the limit of open files allows
    connections_per_address: int = 0  # 0: half of them, and at most 1,000
    web: Path | None = None  # the built client
    log: str = ""  # "text" or "json"; nothing: text at a terminal
    compiled: Path | None = None  # a file that will say where the compiled package is, when it is ready

    @property
    def loopback(self) -> bool:
        """Whether other devices cannot reach this server, as far as it knows."""
        return not self.address and is_loopback(self.host)


def is_loopback(host: str) -> bool:
    """Tell whether an address leads to this machine only."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def built_client() -> Path | None:
    """Return the folder of the web client, if this installation has it."""
    folder = Path(os.environ.get("ATOUT_WEB") or Path(__file__).parents[1] / "web")
    return folder if (folder / "index.html").is_file() else None
