"""Reading what others wrote: [fair] tables and receipts."""

import re
from collections.abc import Mapping

_HEX = re.compile(r"[0-9a-f]{64}")
_MATCH = re.compile(r"[!-~]{1,64}")


class FairError(ValueError):
    """A [fair] table or a receipt that cannot be read; `key` is where."""

    def __init__(self, message: str, key: str = "") -> None:
        super().__init__(f"{key}: {message}" if key else message)
        self.key = key


def is_hex(text: str) -> bool:
    """Say whether a text is 32 bytes as lower-case hexadecimal digits."""
    return _HEX.fullmatch(text) is not None


def require_hex(text: str, key: str) -> str:
    """Refuse a text that is not 32 bytes as lower-case hexadecimal digits."""
    if not is_hex(text):
        raise FairError("must be 64 lower-case hexadecimal digits", key)
    return text


def require_match(text: str) -> str:
    """Refuse a match id that could be mistaken for something else inside what is hashed."""
    if not _MATCH.fullmatch(text):
        raise FairError("must be 1 to 64 printable ASCII characters without spaces", "match")
    return text


def require_version(table: Mapping[str, object], name: str, version: str, others: tuple[str, ...]) -> None:
    """Refuse another version, and keys that this one does not have."""
    if table.get(name) != version:
        raise FairError(f"this program knows {version!r}", name)
    for key in table:
        if key not in (name, *others):
            raise FairError("there is no such key", key)


def text_of(table: Mapping[str, object], name: str, key: str = "") -> str:
    """Return a text of a table."""
    found = table.get(name)
    if not isinstance(found, str):
        raise FairError("must be a text", key or name)
    return found


def count_of(table: Mapping[str, object], name: str) -> int:
    """Return a number of a table that is not below 0: a seat, or how many there are."""
    found = table.get(name)
    if isinstance(found, bool) or not isinstance(found, int) or found < 0:
        raise FairError("must be a number, 0 or more", name)
    return found
