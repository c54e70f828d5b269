"""An SQLite file: one thread that writes, one that reads, a lock that keeps a second server out, and the migrations.

The writing thread commits everything that waits in one transaction, so that many share one durable commit.
"""

import asyncio
import math
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import groupby
from pathlib import Path
from queue import Empty, SimpleQueue
from sqlite3 import Connection
from typing import Final, Generic, TypeVar, cast

from atout.server.stores.base import SchemaError, StoreError
from atout.server.stores.schema import missing_migrations, newest_version

APPLICATION: Final = 0x41746F75  # marks the file as ours: "Atou"
TYPES: Final = {"id": "TEXT", "bytes": "BLOB", "clustered": "WITHOUT ROWID"}
BUSY_SECONDS: Final = 5.0
MOST_JOBS: Final = 512  # in one transaction
WAL_BYTES: Final = 64 << 20  # what the write-ahead log is cut down to when it has grown

# What is wrong with a row, and not with the database
FAULTS: Final = (sqlite3.IntegrityError, sqlite3.DataError, UnicodeError, OverflowError)

Row = tuple[str | int | bytes, ...]
T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Job(Generic[T_co]):
    """Something to write, and who waits for it.

    Most jobs come to rows that one statement inserts, if nothing stands against that. Many of those are done in one go.
    """

    def __init__(
        self,
        work: Callable[[Connection], T_co],
        future: "asyncio.Future[T_co]",
        single: bool = False,
        statement: str = "",
        rows: Sequence[Row] = (),
    ) -> None:
        self._work = work
        self._single = single
        self._future = future
        self.statement = statement
        self.rows = rows
        self._results: list[T_co | None] = [None]
        self.error: Exception | None = None

    def run(self, connection: Connection) -> None:
        """Write; what is wrong with this job alone leaves the transaction as it was before."""
        self.error = None
        if not self._single:
            connection.execute("SAVEPOINT job")
        try:
            self._results = [self._work(connection)]
        except FAULTS as error:
            self.error = StoreError(str(error))
        except sqlite3.Error:
            raise
        except Exception as error:
            self.error = error
        if not self._single:
            if self.error is not None:
                connection.execute("ROLLBACK TO job")
            connection.execute("RELEASE job")

    def resolve(self) -> None:
        """Tell who waits."""
        if self._future.done():
            return
        if self.error is not None:
            self._future.set_exception(self.error)
        else:
            self._future.set_result(cast(T_co, self._results[0]))


class Writer(threading.Thread):
    """The thread that writes."""

    def __init__(self, connection: Connection, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(name="atout-sqlite-writer", daemon=True)
        self._connection = connection
        self._loop = loop
        self._gathered: list[Job[object]] = []
        self.refused_at = -math.inf  # when something was last not kept, by `time.monotonic`
        self._queue: SimpleQueue[list[Job[object]] | None] = SimpleQueue()

    def add(self, job: Job[object]) -> None:
        """Let a job wait; those of one turn of the event loop are handed over together."""
        if not self._gathered:
            self._loop.call_soon(self._hand_over)
        self._gathered.append(job)

    def finish(self) -> None:
        """End the thread after everything that waits."""
        self._hand_over()
        self._queue.put(None)

    def run(self) -> None:
        """Commit what waits until the end."""
        ended = False
        while not ended:
            jobs = self._queue.get()
            batch = jobs or []
            while jobs is not None and len(batch) < MOST_JOBS:
                try:
                    jobs = self._queue.get_nowait()
                except Empty:
                    break
                batch += jobs or []
            ended = jobs is None
            if batch:
                self._commit(batch)
                with suppress(RuntimeError):  # the loop is gone, and with it whoever waited
                    self._loop.call_soon_threadsafe(_resolve, batch)

    def _hand_over(self) -> None:
        if self._gathered:
            self._queue.put(self._gathered)
            self._gathered = []

    def _commit(self, batch: list[Job[object]]) -> None:
        try:
            if not self._try_commit(batch, together=True):
                self._try_commit(batch, together=False)
        except sqlite3.Error as error:
            with suppress(sqlite3.Error):  # SQLite may have rolled back by itself
                self._connection.execute("ROLLBACK")
            self.refused_at = time.monotonic()
            for job in batch:
                job.error = StoreError(f"the database cannot save anything now: {error}")

    def _try_commit(self, batch: list[Job[object]], together: bool) -> bool:
        """Do a batch in one transaction; False if rows were to be inserted together and one of them cannot be."""
        self._connection.execute("BEGIN IMMEDIATE")
        for statement, group in groupby(batch, lambda job: job.statement):
            jobs = list(group)
            if together and statement and len(jobs) > 1:
                if not self._try_insert(statement, [row for job in jobs for row in job.rows]):
                    self._connection.execute("ROLLBACK")
                    return False
            else:
                for job in jobs:
                    job.run(self._connection)
        self._connection.execute("COMMIT")
        return True

    def _try_insert(self, statement: str, rows: list[Row]) -> bool:
        """Insert rows; tell whether none was left out. A savepoint would cost more than all of them."""
        try:
            return self._connection.executemany(statement, rows).rowcount == len(rows)
        except FAULTS:
            return False


def _resolve(batch: list[Job[object]]) -> None:
    for job in batch:
        job.resolve()


class File:
    """A file that is open for writing and reading. Without `shared` it is open only once, whatever the process."""

    def __init__(self, path: Path, shared: bool) -> None:
        self._path = path.absolute()
        self._connections: list[Connection] = []
        try:
            if not self._path.parent.is_dir():
                raise StoreError("there is no such folder")
            if not shared:
                self._lock()
            self._path.touch(0o600)  # it holds a secret
            writing = self._connect_for_writing()
            self._reading = self._connect(self._path)
            self._reading.execute("PRAGMA query_only = ON")
        except (OSError, sqlite3.Error, StoreError) as error:
            self._disconnect()
            strange = isinstance(error, SchemaError) or "not a database" in str(error)
            text = error.strerror if isinstance(error, OSError) else error
            raise (SchemaError if strange else StoreError)(f"{self._path}: {text}") from None
        self._reader = ThreadPoolExecutor(1, "atout-sqlite-reader")
        self._writer = Writer(writing, asyncio.get_running_loop())
        self._writer.start()

    async def close(self) -> None:
        """Finish what is waiting and close."""
        self._writer.finish()
        await asyncio.to_thread(self._writer.join)
        await asyncio.to_thread(self._reader.shutdown)
        self._disconnect()

    async def write(self, work: Callable[[Connection], T], single: bool = False) -> T:
        """Let the writing thread do something and wait until it is committed; a single statement needs no savepoint."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        job: Job[T] = Job(work, future, single)
        self._writer.add(job)
        return await future

    @property
    def refused_at(self) -> float:
        """When something was last not kept, by `time.monotonic`."""
        return self._writer.refused_at

    def insert(self, statement: str, rows: Sequence[Row], work: Callable[[Connection], None]) -> "asyncio.Future[None]":
        """Insert rows, together with those of others; `work` does the same alone, if one of them is left out."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        job: Job[None] = Job(work, future, len(rows) == 1, statement, rows)
        self._writer.add(job)
        return future

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Let the reading thread do something."""
        try:
            return await asyncio.get_running_loop().run_in_executor(self._reader, work, self._reading)
        except sqlite3.Error as error:
            raise StoreError(f"the database cannot be read now: {error}") from None

    def _connect(self, path: Path, timeout: float = BUSY_SECONDS) -> Connection:
        connection = sqlite3.connect(path, timeout=timeout, isolation_level=None, check_same_thread=False)
        self._connections.append(connection)
        return connection

    def _disconnect(self) -> None:
        while self._connections:
            self._connections.pop().close()

    def _lock(self) -> None:
        """Hold the lock of an empty database beside the file: it is gone with the process, on every system."""
        lock = self._connect(self._path.with_name(f"{self._path.name}.lock"), timeout=0)
        try:
            lock.execute("PRAGMA journal_mode = MEMORY")
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if "locked" not in str(error):
                raise
            raise StoreError("in use by another server; several servers need PostgreSQL") from None

    def _connect_for_writing(self) -> Connection:
        """Return a connection to write with: durably, to the present schema."""
        connection = self._connect(self._path)
        missing_migrations(_version(connection), TYPES)  # before anything is written to a file that is not ours
        if connection.execute("PRAGMA journal_mode = WAL").fetchone() != ("wal",):
            raise StoreError("SQLite cannot use a write-ahead log there")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA fullfsync = ON")  # what FULL means on macOS
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute(f"PRAGMA journal_size_limit = {WAL_BYTES}")
        _migrate(connection)
        return connection


def _version(connection: Connection) -> int:
    """Return how many migrations a database has seen; SchemaError if it is not one of ours."""
    version: tuple[int] = connection.execute("PRAGMA user_version").fetchone()
    ours = connection.execute("PRAGMA application_id").fetchone() == (APPLICATION,)
    if not ours and (version[0] or connection.execute("SELECT 1 FROM sqlite_master").fetchone()):
        raise SchemaError("this is a database of another program")
    return version[0]


def _migrate(connection: Connection) -> None:
    """Bring the schema up to date, all of it or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        for statement in missing_migrations(_version(connection), TYPES):
            connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(f"PRAGMA user_version = {newest_version()}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:  # SQLite may have rolled back by itself, as on a full disk
            connection.execute("ROLLBACK")
        raise
