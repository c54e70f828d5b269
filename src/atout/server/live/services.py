"""What a room needs from outside: its connections, and what all rooms of a node share."""

from collections.abc import Callable
from typing import Protocol

from atout.bots.hints import Hint
from atout.kernel.view import View
from atout.server.clock import Clock
from atout.server.core import wire
from atout.server.core.table import Table
from atout.server.live.bot_queue import Claim
from atout.server.live.bot_workers import Turn
from atout.server.stores.base import Store


class Client(Protocol):
    """A connection as a room sees it."""

    identity: str
    address: str  # where it comes from, for counting

    def send(self, message: wire.Message) -> None:
        """Queue a message; a reader that is too slow gets a resync instead."""


class RoomServices(Protocol):
    """What rooms share."""

    store: Store
    clock: Clock
    node: str
    pace: int  # milliseconds a bot takes for a decision, whatever it holds
    token: Callable[[int], str]  # a number of random bytes, in hexadecimal
    limited: bool  # whether there are limits on how often people may do things

    def is_alive(self, node: str) -> bool:
        """Tell whether a node is running."""

    async def names(self, identities: tuple[str, ...]) -> dict[str, str]:
        """Return the names of people."""

    def prepare(self) -> None:
        """Get ready for bots to think."""

    async def wait_for_turn(self, level: str, claim: Claim) -> Turn:
        """Wait until a bot may think."""

    async def think(self, view: View, game: str, level: str, seed: str) -> int:
        """Let a bot choose, in another process."""

    def choose_quickly(self, view: View, game: str, level: str, seed: str, late: bool) -> int:
        """Let a quick bot choose, here and now; `late`: because another did not choose in time."""

    async def consider(self, view: View, game: str, seed: str, claim: Claim) -> Hint:
        """Let a good player say what it thinks of the choices, in another process."""

    async def admit(self, line: Client, opens: bool) -> None:
        """Refuse somebody who sits in too many matches, or (`opens`) has opened too many tables."""

    async def is_closed(self, match: str) -> bool:
        """Tell whether a table was closed before its match began."""

    async def open_rematch(self, table: Table, who: str) -> None:
        """Open the table that a table names as its rematch, unless it is open already."""


class RoomPart:
    """What the parts of a room that deal with its connections have in common."""

    def __init__(self, services: RoomServices, table: Table, lines: dict[Client, int]) -> None:
        self._services = services
        self._table = table
        self._lines = lines  # every connection, and the seat it watches from
