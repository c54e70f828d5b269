"""A proven match, what it was made from, and how tests change it."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from atout import Match, load
from atout import record as records
from atout.fair import BOT, Attempt, Fair, Receipt, Verdict, commitment, digest
from atout.kernel.rng import Rng
from atout.record import Record

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "fair.md"
EXAMPLE_RECEIPT, VECTORS = (
    json.loads(block) for block in re.findall(r"^```json\n(.*?)^```", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
)

SECRET, ADA, BO, OTHER = "5e" * 32, "a1" * 32, "0b" * 32, "c7" * 32
MATCH = "match-7"
DEALS = Fair.from_secret(MATCH, SECRET, (ADA, BO, BOT))
COMMITMENTS = {0: commitment(MATCH, ADA), 1: commitment(MATCH, BO)}
ATTEMPT = Attempt(0, ADA, COMMITMENTS[0], COMMITMENTS)
RECEIPT = Receipt(MATCH, digest(SECRET), (ATTEMPT,), "luz", load("luz").rules, 3, {"deals": "2"})

OLD: dict[str, Any] = {"format": "atout-receipt 1", "match": MATCH, "digest": digest(SECRET)} | ATTEMPT.to_table()

HEX = st.binary(min_size=32, max_size=32).map(bytes.hex)


def secrets_by_number(count: int) -> Iterator[str]:
    return (sha256(f"secret {k}".encode()).hexdigest() for k in range(count))


def played(game: str, deals: Fair, options: dict[str, object] | None = None, seed: int = 1) -> Record:
    rng = Rng(seed)
    match = Match(load(game), len(deals.seats), options, shuffle=deals.shuffle())
    while not match.over:
        legal = match.legal(match.turn)
        match.play(match.turn, legal[rng.below(len(legal))])
    return records.make_record(match, [f"Seat {seat}" for seat in range(match.seats)], fair=deals.to_table())


def keys(verdict: Verdict) -> list[str]:
    return [item.key for item in verdict.failures]


def of_attempt(**changes: Any) -> Receipt:
    return replace(RECEIPT, attempts=(replace(ATTEMPT, **changes),))


def with_fair(record: Record, **changes: object) -> Record:
    return replace(record, fair=dict(record.fair) | changes)
