"""The deals of a match: a secret fixed before the start, bytes from every player, and the orders they give.

docs/reference/fair.md is the protocol. Secrets, contributions, digests and commitments are texts of 64 lower-case
hexadecimal digits throughout; randomness comes from outside.
"""

import hmac
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import count
from typing import Final

from atout.fair.reading import FairError, is_hex, require_hex, require_match, require_version, text_of

PROTOCOL: Final = "atout-fair 1"

BOT: Final = "bot"  # why a seat has contributed nothing
LATE: Final = "late"

MOST: Final = 1 << 16  # numbers are drawn below this, so no pack is larger


def digest(secret: str) -> str:
    """Return the SHA-256 of a secret, which is published before the start."""
    return sha256(bytes.fromhex(require_hex(secret, "secret"))).hexdigest()


def commitment(match: str, contribution: str) -> str:
    """Return what a client sends before it reveals its contribution; it is good for this match only."""
    lines = (PROTOCOL, "commitment", require_match(match), require_hex(contribution, "contribution"))
    return sha256("\n".join(lines).encode()).hexdigest()


def matches_commitment(match: str, committed: str, contribution: str) -> bool:
    """Say whether a contribution is the one that was committed to; False too for text that is not a contribution."""
    if not is_hex(contribution) or not is_hex(committed):
        return False
    return hmac.compare_digest(commitment(match, contribution), committed)


@dataclass(frozen=True)
class Fair:
    """What the deals of a match come from. While the match runs, only the server knows the secret."""

    match: str
    digest: str
    seats: tuple[str, ...]  # what each seat contributed, or BOT or LATE
    secret: str = field(default="", repr=False)

    def __post_init__(self) -> None:
        require_match(self.match)
        require_hex(self.digest, "digest")
        for item in self.seats:
            if item not in (BOT, LATE) and not is_hex(item):
                raise FairError(f"a seat has 64 lower-case hexadecimal digits, or {BOT!r} or {LATE!r}", "seats")
        if len(set(self.contributions)) < len(self.contributions):
            raise FairError("two seats have the same contribution", "seats")
        if self.secret:
            require_hex(self.secret, "secret")

    @classmethod
    def from_secret(cls, match: str, secret: str, seats: tuple[str, ...]) -> "Fair":
        """Return what the server knows once every player has revealed."""
        return cls(match, digest(secret), seats, secret)

    @property
    def contributions(self) -> tuple[str, ...]:
        """What the players contributed, sorted."""
        return tuple(sorted(item for item in self.seats if item not in (BOT, LATE)))

    def without_secret(self) -> "Fair":
        """Return what everybody may know while the match runs."""
        return replace(self, secret="")

    def has_valid_secret(self) -> bool:
        """Say whether the secret is there and has the digest."""
        return bool(self.secret) and hmac.compare_digest(digest(self.secret), self.digest)

    def order(self, size: int, index: int) -> list[int]:
        """Return the order of a pack of this size at a chance event; they are counted from 0 over the whole match."""
        if not self.secret:
            raise FairError("it is not known before the match is over", "secret")
        if not 0 <= size <= MOST or index < 0:
            raise ValueError(f"no pack of {size} at chance event {index}")
        numbers = self._numbers(index)
        order = list(range(size))
        for last in range(size - 1, 0, -1):
            place = _below(last + 1, numbers)
            order[last], order[place] = order[place], order[last]
        return order

    def shuffle(self, index: int = 0) -> "Shuffle":
        """Return a source of deals for a Match: the orders from this chance event on, one per call."""
        return Shuffle(self, index)

    def block(self, index: int, counter: int) -> bytes:
        """Return 32 bytes that drive the shuffle of a chance event."""
        lines = (PROTOCOL, "shuffle", self.match, str(index), str(counter), *self.contributions)
        return hmac.digest(bytes.fromhex(self.secret), "\n".join(lines).encode(), "sha256")

    def _numbers(self, index: int) -> Iterator[int]:
        """Yield numbers below MOST without end."""
        for counter in count():
            block = self.block(index, counter)
            for place in range(0, len(block), 2):
                yield int.from_bytes(block[place : place + 2], "big")

    def to_table(self) -> dict[str, object]:
        """Return the [fair] table of a record; the secret is in it if it is known."""
        known = {"protocol": PROTOCOL, "match": self.match, "digest": self.digest}
        return known | ({"secret": self.secret} if self.secret else {}) | {"seats": self.seats}

    @classmethod
    def from_table(cls, table: Mapping[str, object]) -> "Fair":
        """Return what a [fair] table says, or raise FairError."""
        require_version(table, "protocol", PROTOCOL, ("match", "digest", "secret", "seats"))
        seats = table.get("seats")
        texts = tuple(item for item in seats if isinstance(item, str)) if isinstance(seats, list | tuple) else ()
        if not isinstance(seats, list | tuple) or len(texts) < len(seats):
            raise FairError("must be a list of texts", "seats")
        secret = require_hex(text_of(table, "secret"), "secret") if "secret" in table else ""
        return cls(text_of(table, "match"), text_of(table, "digest"), texts, secret)


class Shuffle:
    """Deals the packs of a match one after the other; `index` is that of the next chance event."""

    def __init__(self, fair: Fair, index: int = 0) -> None:
        self.fair = fair
        self.index = index

    def __call__(self, size: int) -> list[int]:
        """Return the order of the next pack."""
        order = self.fair.order(size, self.index)
        self.index += 1
        return order


def _below(bound: int, numbers: Iterator[int]) -> int:
    """Return a number below the bound, each equally likely: numbers that would favour the small ones are left out."""
    limit = MOST - MOST % bound
    return next(number for number in numbers if number < limit) % bound
