"""Provably fair deals: fixed before the start by the server and the players together, and proven afterwards."""

from atout.fair.deals import BOT, LATE, PROTOCOL, Fair, Shuffle, commitment, digest, matches_commitment
from atout.fair.reading import FairError, is_hex
from atout.fair.receipt import Attempt, Receipt
from atout.fair.verdict import CONSISTENT, FAILED, FIXED, NOTE, PROVEN, Finding, Verdict, verify

__all__ = [
    "BOT",
    "CONSISTENT",
    "FAILED",
    "FIXED",
    "LATE",
    "NOTE",
    "PROTOCOL",
    "PROVEN",
    "Attempt",
    "Fair",
    "FairError",
    "Finding",
    "Receipt",
    "Shuffle",
    "Verdict",
    "commitment",
    "digest",
    "is_hex",
    "matches_commitment",
    "verify",
]
