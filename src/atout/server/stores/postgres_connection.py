"""Connections to PostgreSQL: what is used of asyncpg, its errors, migrations, and a listener for other nodes."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, contextmanager, suppress
from typing import Final, Protocol

import asyncpg

from atout.server.stores.base import SchemaError, StoreError
from atout.server.stores.schema import missing_migrations, newest_version

SCHEMA: Final = "atout"  # the schema all tables are in
CHANNEL: Final = "atout"  # of notifications
TALK_CHANNEL: Final = "atout_talk"  # and of those about talk
TYPES: Final = {"id": 'TEXT COLLATE "C"', "bytes": "BYTEA", "clustered": ""}
MIGRATING: Final = 0x41746F75  # the advisory lock of whoever migrates
SETTINGS: Final = {"application_name": "atout", "search_path": SCHEMA}
CONNECT_SECONDS: Final = 10.0
ANSWER_SECONDS: Final = 10.0
PING_SECONDS: Final = 15.0
FIRST_WAIT: Final = 0.1  # seconds until the second attempt to connect; each wait is twice the one before
LONGEST_WAIT: Final = 5.0
MOST_CONNECTIONS: Final = 8

FAILURES: Final[tuple[type[Exception], ...]] = (
    *(asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError),
    *(OSError, ValueError),  # out of reach; an invalid address
)
LOST: Final[tuple[type[Exception], ...]] = (
    *(asyncpg.PostgresConnectionError, asyncpg.OperatorInterventionError, OSError),
)
RACES: Final[tuple[type[Exception], ...]] = (asyncpg.UniqueViolationError, asyncpg.DeadlockDetectedError)


class Runner(Protocol):
    """What runs queries: a connection, or a pool that lends one."""

    async def fetch(self, query: str, *values: object) -> Sequence[Sequence[object]]:
        """Return rows."""

    async def fetchval(self, query: str, *values: object) -> object:
        """Return the first value of the first row, or None."""

    async def execute(self, query: str, *values: object) -> str:
        """Return what was done, as in "DELETE 2"."""

    async def close(self) -> None:
        """Close in good order."""

    def terminate(self) -> None:
        """Close at once."""


class Connection(Runner, Protocol):
    """A connection."""

    def transaction(self) -> AbstractAsyncContextManager[object]:
        """Begin a transaction that ends with the block."""

    async def add_listener(self, channel: str, heard: Callable[[object, int, str, str], None]) -> None:
        """Listen to a channel."""

    def add_termination_listener(self, heard: Callable[[object], None]) -> None:
        """Call a function when the connection ends."""

    def is_closed(self) -> bool:
        """Tell whether it has ended."""


@contextmanager
def translate_errors() -> Iterator[None]:
    """Turn whatever asyncpg raises into a StoreError of one line."""
    try:
        yield
    except FAILURES as error:
        raise store_error(error) from None


def store_error(error: Exception) -> StoreError:
    """Return the StoreError that tells of an error."""
    text = str(error).strip().partition("\n")[0] or type(error).__name__
    return StoreError(f"PostgreSQL: {text}")


async def connect(dsn: str, patient: bool = False) -> Connection:
    """Return a connection; a patient one waits for answers as long as they take."""
    connection: Connection = await asyncpg.connect(
        dsn, timeout=CONNECT_SECONDS, command_timeout=None if patient else ANSWER_SECONDS, server_settings=SETTINGS
    )
    return connection


async def connect_pool(dsn: str) -> Runner:
    """Return a pool of connections."""

    async def leave(connection: object) -> None:
        """Reset nothing: no query here changes its session."""

    pool: Runner = await asyncpg.create_pool(
        dsn,
        min_size=1,
        max_size=MOST_CONNECTIONS,
        reset=leave,
        timeout=CONNECT_SECONDS,
        command_timeout=ANSWER_SECONDS,
        server_settings=SETTINGS,
    )
    return pool


async def disconnect(runner: Runner) -> None:
    """Close, whatever state it is in."""
    try:
        await asyncio.wait_for(runner.close(), ANSWER_SECONDS)
    except FAILURES:
        runner.terminate()


async def migrate(dsn: str) -> None:
    """Bring the schema up to date, all of it or nothing; several nodes may try at once."""
    connection = await connect(dsn, patient=True)
    try:
        async with connection.transaction():
            await connection.fetchval("SELECT pg_advisory_xact_lock($1)", MIGRATING)
            number = await _version(connection)
            for statement in missing_migrations(number, TYPES):
                await connection.execute(statement)
            await connection.execute(
                "INSERT INTO migrations SELECT generate_series($1::int, $2::int)", number + 1, newest_version()
            )
    finally:
        await disconnect(connection)


async def _version(connection: Connection) -> int:
    """Return how many migrations the database has seen."""
    if await connection.fetchval("SELECT to_regnamespace($1)::text", SCHEMA) is None:
        await connection.execute(f"CREATE SCHEMA {SCHEMA}")
        await connection.execute("CREATE TABLE migrations (number INTEGER PRIMARY KEY)")
    elif await connection.fetchval("SELECT to_regclass($1)::text", f"{SCHEMA}.migrations") is None:
        raise SchemaError(f"PostgreSQL: the schema {SCHEMA} belongs to another program")
    number = await connection.fetchval("SELECT coalesce(max(number), 0) FROM migrations")
    assert isinstance(number, int)
    return number


class NotificationListener:
    """A connection that listens for what other nodes have appended, and reconnects when it is lost."""

    def __init__(self, dsn: str, node: str) -> None:
        self._dsn = dsn
        self._node = node
        self._listeners: dict[str, list[Callable[[str, int], None]]] = {CHANNEL: [], TALK_CHANNEL: []}
        self._lost = asyncio.Event()
        self._connection: Connection | None = None
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Start listening."""
        self._connection = await self._connect()
        self._task = asyncio.create_task(self._keep_connected(self._connection))

    async def close(self) -> None:
        """Stop listening."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
        if self._connection is not None:
            await disconnect(self._connection)
        self._task = self._connection = None

    def listen(self, heard: Callable[[str, int], None], said: Callable[[str, int], None]) -> None:
        """Call a function for everything heard, and another for talk."""
        self._listeners[CHANNEL].append(heard)
        self._listeners[TALK_CHANNEL].append(said)

    async def _connect(self) -> Connection:
        connection = await connect(self._dsn)
        lost = self._lost = asyncio.Event()
        connection.add_termination_listener(lambda _: lost.set())
        try:
            for channel in self._listeners:
                await connection.add_listener(channel, self._on_notification)
        except BaseException:
            connection.terminate()
            raise
        return connection

    async def _keep_connected(self, connection: Connection) -> None:
        while True:
            await self._wait_until_lost(connection)
            connection = self._connection = await self._reconnect()
            for heard in self._listeners[CHANNEL]:
                asyncio.get_running_loop().call_soon(heard, "", 0)

    async def _wait_until_lost(self, connection: Connection) -> None:
        """Wait until the connection ends; one that has gone silent ends here."""
        while not self._lost.is_set():
            try:
                await asyncio.wait_for(self._lost.wait(), PING_SECONDS)
            except TimeoutError:
                with suppress(*FAILURES):
                    await connection.fetchval("SELECT 1")
                    continue
                connection.terminate()
                return

    async def _reconnect(self) -> Connection:
        wait = FIRST_WAIT
        while True:
            try:
                return await self._connect()
            except FAILURES:
                await asyncio.sleep(wait)
                wait = min(2 * wait, LONGEST_WAIT)

    def _on_notification(self, connection: object, pid: int, channel: str, payload: str) -> None:
        node, _, rest = payload.partition(":")
        match, _, seq = rest.rpartition(":")
        if node != self._node and seq.isdecimal():
            for heard in self._listeners[channel]:
                heard(match, int(seq))


def payload(node: str, about: str, seq: int | str) -> str:
    """Return what a notification says: ids only, and no two of one commit the same, for PostgreSQL drops doubles."""
    return f"{node}:{about}:{seq}"
