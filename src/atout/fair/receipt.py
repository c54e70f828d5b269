"""The receipt: what a client keeps from before the start, to hold the server to it afterwards."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from atout.fair.reading import FairError, count_of, require_hex, require_match, require_version, text_of

FORMAT: Final = "atout-receipt 2"
OLD_FORMAT: Final = "atout-receipt 1"  # names no game, and could be replaced after the reveal; only read
KEYS: Final = ("match", "game", "rules", "seats", "options", "digest", "attempts")
ATTEMPT_KEYS: Final = ("seat", "contribution", "commitment", "commitments")

_SEAT = re.compile(r"0|[1-9][0-9]?")


@dataclass(frozen=True)
class Attempt:
    """A start of a match in which a client revealed its contribution: what it was shown before."""

    seat: int
    contribution: str
    commitment: str
    commitments: Mapping[int, str]  # of every seat that made one, as the server showed them

    def __post_init__(self) -> None:
        for name in ("contribution", "commitment"):
            require_hex(getattr(self, name), name)
        for text in self.commitments.values():
            require_hex(text, "commitments")

    def to_table(self) -> dict[str, object]:
        """Return the attempt as plain data."""
        own = {"seat": self.seat, "contribution": self.contribution, "commitment": self.commitment}
        return own | {"commitments": {str(seat): text for seat, text in sorted(self.commitments.items())}}

    @classmethod
    def from_table(cls, table: Mapping[str, object]) -> "Attempt":
        """Return what a table says, or raise FairError."""
        shown = table.get("commitments")
        if not isinstance(shown, dict) or not all(_SEAT.fullmatch(name) for name in shown):
            raise FairError("must be an object with a commitment per seat", "commitments")
        return cls(
            seat=count_of(table, "seat"),
            contribution=text_of(table, "contribution"),
            commitment=text_of(table, "commitment"),
            commitments={int(name): text_of(shown, name, "commitments") for name in shown},
        )


@dataclass(frozen=True)
class Receipt:
    """What a client wrote down before it revealed a contribution: once, and never changed since."""

    match: str
    digest: str  # of the server's secret
    attempts: tuple[Attempt, ...]  # in their order; the last may have led to the match
    game: str = ""  # what was agreed to be played; nothing in an old receipt
    rules: int = 0
    seats: int = 0
    options: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        require_match(self.match)
        require_hex(self.digest, "digest")
        if not self.attempts:
            raise FairError("must be a list with at least one attempt", "attempts")

    @property
    def is_old(self) -> bool:
        """Whether it is of the first format."""
        return not self.game

    def dumps(self) -> str:
        """Return the receipt as JSON."""
        if self.is_old:
            raise FairError("a receipt names the game", "game")
        agreed = {"game": self.game, "rules": self.rules, "seats": self.seats, "options": dict(self.options)}
        attempts = [attempt.to_table() for attempt in self.attempts]
        whole = {"format": FORMAT, "match": self.match, **agreed, "digest": self.digest, "attempts": attempts}
        return json.dumps(whole, indent=2) + "\n"

    @classmethod
    def loads(cls, text: str) -> "Receipt":
        """Return the receipt with this text, or raise FairError."""
        try:
            found: object = json.loads(text)
        except (ValueError, RecursionError):
            raise FairError("the receipt is not a JSON document") from None
        if not isinstance(found, dict):
            raise FairError("the receipt is not a JSON object")
        if found.get("format") == OLD_FORMAT:
            require_version(found, "format", OLD_FORMAT, ("match", "digest", *ATTEMPT_KEYS))
            return cls(text_of(found, "match"), text_of(found, "digest"), (Attempt.from_table(found),))
        require_version(found, "format", FORMAT, KEYS)
        game, options, attempts = text_of(found, "game"), found.get("options"), found.get("attempts")
        if not game:
            raise FairError("must be the name of a game", "game")
        if not isinstance(options, dict):
            raise FairError("must be an object with a text per option", "options")
        if not isinstance(attempts, list) or not all(isinstance(item, dict) for item in attempts):
            raise FairError("must be a list of objects", "attempts")
        for item in attempts:
            for key in item:
                if key not in ATTEMPT_KEYS:
                    raise FairError("there is no such key", key)
        return cls(
            match=text_of(found, "match"),
            digest=text_of(found, "digest"),
            attempts=tuple(Attempt.from_table(item) for item in attempts),
            game=game,
            rules=count_of(found, "rules"),
            seats=count_of(found, "seats"),
            options={name: text_of(options, name, "options") for name in options},
        )
