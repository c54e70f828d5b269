"""The receipt: what a client keeps from before the start, to hold the server to it afterwards."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from atout.fair.reading import FairError, require_hex, require_match, require_version, text_of

FORMAT: Final = "atout-receipt 1"
KEYS: Final = ("match", "digest", "seat", "contribution", "commitment", "commitments")


@dataclass(frozen=True)
class Receipt:
    """What a client wrote down before it revealed its contribution."""

    match: str
    digest: str  # of the server's secret
    seat: int
    contribution: str
    commitment: str
    commitments: Mapping[int, str]  # of every seat that made one, as the server showed them

    def __post_init__(self) -> None:
        require_match(self.match)
        for name in ("digest", "contribution", "commitment"):
            require_hex(getattr(self, name), name)
        for text in self.commitments.values():
            require_hex(text, "commitments")

    def dumps(self) -> str:
        """Return the receipt as JSON."""
        head = {"format": FORMAT, "match": self.match, "digest": self.digest, "seat": self.seat}
        own = {"contribution": self.contribution, "commitment": self.commitment}
        shown = {str(seat): text for seat, text in sorted(self.commitments.items())}
        return json.dumps(head | own | {"commitments": shown}, indent=2) + "\n"

    @classmethod
    def loads(cls, text: str) -> "Receipt":
        """Return the receipt with this text, or raise FairError."""
        try:
            found: object = json.loads(text)
        except (ValueError, RecursionError):
            raise FairError("the receipt is no JSON document") from None
        if not isinstance(found, dict):
            raise FairError("the receipt is no JSON object")
        require_version(found, "format", FORMAT, KEYS)
        seat = found.get("seat")
        if isinstance(seat, bool) or not isinstance(seat, int) or seat < 0:
            raise FairError("must be a seat, counted from 0", "seat")
        shown = found.get("commitments")
        if not isinstance(shown, dict) or not all(re.fullmatch(r"0|[1-9][0-9]?", name) for name in shown):
            raise FairError("must be an object with a commitment per seat", "commitments")
        return cls(
            match=text_of(found, "match"),
            digest=text_of(found, "digest"),
            seat=seat,
            contribution=text_of(found, "contribution"),
            commitment=text_of(found, "commitment"),
            commitments={int(name): text_of(shown, name, "commitments") for name in shown},
        )
