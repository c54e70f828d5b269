"""Who somebody is: a random id in a signed cookie, and names that people can read."""

import hashlib
import hmac
import unicodedata
from typing import Final

COOKIE: Final = "atout"
LONGEST_NAME: Final = 24
TRANSFER_MS: Final = 10 * 60 * 1000


def sign(secret: bytes, identity: str) -> str:
    """Return the value of the cookie for an identity."""
    return f"{identity}.{_signature(secret, identity)}"


def signed(secret: bytes, cookie: str) -> str | None:
    """Return the identity in a cookie, or None if the server did not sign it."""
    identity, _, signature = cookie.partition(".")
    good = hmac.compare_digest(signature.encode(), _signature(secret, identity).encode())
    return identity if good else None


def _signature(secret: bytes, identity: str) -> str:
    return hmac.new(secret, b"atout cookie 1\0" + identity.encode(), hashlib.sha256).hexdigest()


def clean_name(text: str) -> str | None:
    """Return a name without what cannot be seen or disturbs others, or None if nothing is left or it is too long."""
    letters = (" " if letter.isspace() else letter for letter in unicodedata.normalize("NFC", text))
    seen = (letter for letter in letters if letter == " " or unicodedata.category(letter)[0] not in "CZ")
    kept = " ".join("".join(seen).split())
    return kept if 0 < len(kept) <= LONGEST_NAME else None
