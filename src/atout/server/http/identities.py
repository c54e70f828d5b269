"""Who somebody is: a random id in a signed cookie, and names that people can read."""

import hashlib
import hmac
import re
import unicodedata
from typing import Final

COOKIE: Final = "atout"
LONGEST_NAME: Final = 24
TRANSFER_MS: Final = 10 * 60 * 1000
MOST_MARKS: Final = 4  # above and below one letter
COLOURED: Final = "\ufe0f"  # makes a picture of a sign
JOINERS: Final = "\u200c\u200d"
JOINING: Final = re.compile("[\u0620-\u06ff\u0750-\u077f\u08a0-\u08ff\u0900-\u0dff\u1000-\u109f\u1780-\u17ff]")
BLANK: Final = re.compile(  # letters, marks and signs that show nothing, though Unicode calls them by these names
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0\U0001d159\ufe00-\ufe0e\U000e0100-\U000e01ef]"
)


def sign(secret: bytes, identity: str) -> str:
    """Return the value of the cookie for an identity."""
    return f"{identity}.{_signature(secret, identity)}"


def unsign(secret: bytes, cookie: str) -> str | None:
    """Return the identity in a cookie, or None if the server did not sign it."""
    identity, _, signature = cookie.partition(".")
    good = hmac.compare_digest(signature.encode(), _signature(secret, identity).encode())
    return identity if good else None


def _signature(secret: bytes, identity: str) -> str:
    return hmac.new(secret, b"atout cookie 1\0" + identity.encode(), hashlib.sha256).hexdigest()


def clean_name(text: str) -> str:
    """Return a name as it is kept: composed, with single spaces between words."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def has_hidden_characters(name: str) -> bool:
    """Tell whether a name has something in it that nobody sees, or that disturbs what stands around it."""
    marks = 0
    for place, letter in enumerate(name):
        kind = unicodedata.category(letter)
        if kind[0] == "M" and not BLANK.match(letter):
            marks += 1
            before = name[place - 1] if place else " "
            if before == " " or marks > MOST_MARKS:
                return True
            if letter == COLOURED and unicodedata.category(before)[0] != "S":
                return True
            continue
        marks = 0
        if letter in JOINERS:
            if not is_visible_joiner(name[:place], name[place + 1 :]):
                return True
        elif (kind[0] in "CZ" and letter != " ") or BLANK.match(letter):
            return True
    return False


def is_visible_joiner(before: str, after: str) -> bool:
    """Tell whether a joiner stands where it can be seen: between pictures, or between letters that change by it."""
    left = next((letter for letter in reversed(before) if unicodedata.category(letter)[0] != "M"), " ")
    picture = all(unicodedata.category(letter) in ("So", "Sk") for letter in (left, after[:1] or " "))
    return picture or all(JOINING.match(letter) is not None for letter in (left, after[:1]))


def count_letters(name: str) -> int:
    """Return how many letters a name has; marks belong to their letter."""
    return sum(unicodedata.category(letter)[0] not in "MC" for letter in name)
