"""What the server keeps, and what it asks of the database that keeps it. `sqlite.py` and `postgres.py` answer.

The log of a match is the truth: events, numbered from 1 without gaps. What people say is kept beside it, as much as a
host wants to keep. Everything else here can be rebuilt from the logs (summaries, snapshots) or belongs to no match
(identities, the server's secret, leases).
"""

from collections.abc import Callable, Sequence
from typing import Final, Protocol

from msgspec import Struct, msgpack


class StoreError(Exception):
    """The database cannot do what it was asked now: full, locked, or out of reach. Nothing was kept.

    Only after a connection lost at the wrong moment may it have been kept: appending again then gives a ConflictError.
    """


class ConflictError(StoreError):
    """Somebody else has written an event with this number: read what is new and decide again."""


class SchemaError(StoreError):
    """The database was made by a newer version of the program, or is not one of ours."""


class Event(Struct, frozen=True, array_like=True):
    """Something that happened to a match. `body` is JSON; identities stand in it, names never do."""

    match: str
    seq: int
    at: int  # milliseconds since 1970
    kind: str
    body: bytes


class Remark(Struct, frozen=True):
    """Something that somebody said at a table: a preset phrase or a text. Numbers rise; the oldest lines go."""

    match: str
    number: int
    at: int
    identity: str  # nobody: was deleted, and with it what was said
    phrase: str
    text: str
    request: str  # of that person, so that nothing is said twice


class Summary(Struct, frozen=True):
    """What lists show about a match without reading its log. Written together with the events that change it."""

    match: str
    game: str
    status: str  # "open", "playing", "paused", "over", "abandoned"
    public: bool  # listed in the lobby while it is open or may be watched
    created: int
    updated: int
    host: str  # identity
    members: tuple[str, ...]  # identities that sit or sat at the table
    body: bytes  # JSON for the lists: seats, options, level of bots, scores


class KeptReview(Struct, frozen=True):
    """A review of one seat of a match that is over. It is kept decision by decision, as they are judged."""

    match: str
    seat: int
    version: int  # of how reviews are made and written
    asked: int  # who asked first is served first
    state: str  # "waiting", "running", "done", "failed"
    done: int  # decisions that are kept,
    total: int  # out of so many; 0: not counted yet
    body: bytes  # what can be told at the end


class Identity(Struct, frozen=True):
    """A guest: a random id that the signed cookie carries, and the name shown to others."""

    id: str
    name: str
    created: int
    seen: int


class Companion(Struct, frozen=True):
    """Somebody with whom a person has played: when they were last here, and when a match of both changed last."""

    id: str
    name: str
    seen: int
    played: int


class Filter(Struct, frozen=True):
    """Which matches of a list are wanted; what is empty says nothing."""

    statuses: tuple[str, ...] = ()
    game: str = ""
    name: str = ""  # somebody else who sits or sat there is called so now


EVERYTHING: Final = Filter()
LONGEST_LEASE: Final = 60_000  # milliseconds
EVENTS: Final = msgpack.Decoder(list[Event])
PIECE: Final = 256  # events


class Snapshot(Struct, frozen=True):
    """All events of a match up to a number in one piece, so that a long match opens with one read."""

    match: str
    seq: int
    body: bytes

    @classmethod
    async def take(cls, store: "Store", match: str) -> "Snapshot | None":
        """Return the snapshot of a log as it is now, read and packed piece by piece: nobody waits long meanwhile."""
        parts: list[bytes] = []
        seq = 0
        while piece := await store.read_log(match, seq, PIECE):
            parts += [msgpack.encode(event) for event in piece]
            seq = piece[-1].seq
        return cls(match, seq, b"\xdd" + seq.to_bytes(4) + b"".join(parts)) if parts else None

    @classmethod
    def from_events(cls, events: Sequence[Event]) -> "Snapshot":
        """Return the snapshot of a log, which has to begin with the first event."""
        if [event.seq for event in events] != list(range(1, len(events) + 1)) or not events:
            raise ValueError("a snapshot holds a log from its first event on")
        return cls(events[-1].match, events[-1].seq, msgpack.encode(events))

    def events(self) -> list[Event]:
        """Return the log again; msgspec.MsgspecError if the body is not one this program has written."""
        return EVENTS.decode(self.body)


class Store(Protocol):
    """A database. Every method that changes something has it durably committed when it returns."""

    async def open(self) -> None:
        """Connect, create or migrate the schema; SchemaError if it is newer than this program."""

    async def close(self) -> None:
        """Finish what is waiting and disconnect."""

    async def secret(self) -> bytes:
        """Return the 32 bytes that sign cookies: made once, the same for every node on this database."""

    # Matches

    async def append(self, events: Sequence[Event], summary: Summary | None = None) -> None:
        """Append events of one match, with its new summary: all or nothing.

        ConflictError if a number is taken, or if the one before is not there (the match was purged). Without events
        only the summary is written.
        """

    async def read_events(self, match: str, after: int = 0) -> list[Event]:
        """Return the events with higher numbers, in order; from the newest snapshot where that helps."""

    async def read_log(self, match: str, after: int = 0, limit: int | None = None) -> list[Event]:
        """Return the events with higher numbers, in order, whatever a snapshot says; at most `limit`."""

    async def save_snapshot(self, snapshot: Snapshot) -> None:
        """Keep a snapshot in place of an older one, unless the log is gone."""

    async def read_snapshot(self, match: str) -> Snapshot | None:
        """Return the snapshot of a match, if it has one."""

    async def summary(self, match: str) -> Summary | None:
        """Return what lists show about a match."""

    async def public_matches(self, statuses: Sequence[str], limit: int) -> list[Summary]:
        """Return public matches in one of the statuses, the latest changed first."""

    async def matches_of(
        self, identity: str, limit: int, before: int | None = None, only: Filter = EVERYTHING
    ) -> list[Summary]:
        """Return the matches somebody sits or sat in, the latest changed first; `before` pages on by `updated`.

        Matches changed at the same moment as the last one come with it, beyond the limit, so that paging misses none.
        """

    async def count_unfinished(self, identity: str, statuses: Sequence[str]) -> int:
        """Return how many matches in one of the statuses somebody sits or sat in."""

    async def ids_with_status(self, statuses: Sequence[str]) -> list[str]:
        """Return the ids of all matches in one of the statuses: what a starting node looks after."""

    async def match_ids(self, after: str = "", limit: int = 500) -> list[str]:
        """Return ids of matches in the order of ids, to walk through all of them."""

    async def purge(self, statuses: Sequence[str], before: int) -> int:
        """Delete matches in one of the statuses not changed since `before`, with all of theirs; return how many.

        Leases that have ended go too, and transfers that had ended then.
        """

    # Talk

    async def add_remark(self, remark: Remark, keep: int) -> int:
        """Keep a line under the next number, which is at least that of the remark; return the number.

        Of each match only the last `keep` lines stay. A request that was carried out before is not carried out again;
        its number is returned. ConflictError if there is no such match or person.
        """

    async def read_talk(self, match: str, after: int = 0) -> list[Remark]:
        """Return the lines with higher numbers, in order."""

    # Reviews

    async def ask_for_review(self, match: str, seat: int, version: int, asked: int) -> bool:
        """Have a review made, unless there is one that has not failed and is no older; say whether it is new.

        Nothing is asked for of a match that is not there.
        """

    async def review(self, match: str, seat: int) -> KeptReview | None:
        """Return a review, as far as it is made."""

    async def unfinished_reviews(self) -> list[KeptReview]:
        """Return the reviews that are waiting or running, in the order in which they were asked for."""

    async def add_judgement(self, match: str, seat: int, number: int, body: bytes) -> bool:
        """Keep the next judgement of a review, numbered from 1; False if it is not the next, or the review is gone."""

    async def read_judgements(self, match: str, seat: int, after: int = 0) -> list[bytes]:
        """Return the judgements with higher numbers, in order."""

    async def mark_review(self, match: str, seat: int, state: str, total: int, body: bytes = b"") -> None:
        """Note how a review that is not finished stands, or with what it ends."""

    # Identities

    async def add_identity(self, identity: Identity) -> None:
        """Keep a new identity; ConflictError if the id is taken."""

    async def identity(self, identity: str) -> Identity | None:
        """Return an identity."""

    async def names(self, identities: Sequence[str]) -> dict[str, str]:
        """Return the names of those identities that exist."""

    async def rename(self, identity: str, name: str) -> None:
        """Change the name of an identity."""

    async def touch(self, identity: str, now: int) -> None:
        """Note when an identity was last seen."""

    async def companions(self, identity: str, statuses: Sequence[str], limit: int) -> list[Companion]:
        """Return who sits or sat in matches with somebody that are in one of the statuses, the latest first."""

    async def forget(self, identity: str) -> None:
        """Delete an identity, its links to matches and what it said; logs keep an id that means nobody any more."""

    async def add_transfer(self, digest: bytes, identity: str, until: int) -> None:
        """Keep the SHA-256 of a secret that moves an identity to another device until then."""

    async def take_transfer(self, digest: bytes, now: int) -> str | None:
        """Return the identity of a transfer and delete it, so that it works once; None if unknown or too late."""

    # Several nodes

    async def time(self) -> int:
        """Return the time in milliseconds since 1970: the database's own, where nodes have to agree on it."""

    async def lease(self, name: str, node: str, duration: int) -> bool:
        """Give this node a lease of that many milliseconds if it is free, has expired or is already its own.

        Say whether it has it. The clock is the database's. A lease that seems to last longer than any does was made
        before that clock was set back, and has ended.
        """

    async def release(self, node: str) -> None:
        """Give back all leases of a node."""

    def listen(self, heard: Callable[[str, int], None], said: Callable[[str, int], None]) -> None:
        """Call `heard(match, seq)` whenever another node has appended, `said(match, number)` whenever it kept a line.

        `heard(identity, 0)` when it has renamed or deleted somebody; after a lost connection `heard("", 0)`.
        """

    async def is_healthy(self) -> bool:
        """Say whether the database keeps what it is given, as far as was found out in the last seconds."""
