"""Reasons: why an action is advised, in terms of what lies on the table. A game has its own in `reasons.py`.

A reason is a phrase: a key in [reasons] of the game's locale, and the values its text needs. It follows from the very
action it is about, so that no reason speaks against it.
"""

from typing import Final

from atout.kernel.view import Display, ShownCard
from atout.kernel.wording import Phrase, Prospect, fact_value

NEARLY_ALWAYS: Final = 85  # of a hundred
MOSTLY: Final = 60
NEARLY_NEVER: Final = 15
TENTH: Final = 10


def cards_in(display: Display, name: str, seat: int = -1) -> list[ShownCard]:
    """Return the cards that lie in a zone."""
    for zone in display.zones:
        if zone.name == name and zone.seat == seat:
            return zone.cards
    return []


def number_of(display: Display, name: str, seat: int) -> int:
    """Return the number that a fact about a seat says, or 0."""
    value = fact_value(display, name, seat)
    return int(value) if value.lstrip("-").isdigit() else 0


def count_phrase(key: str, n: int) -> Phrase:
    """Return a phrase about a number of things; for one of them there is a text of its own."""
    return (f"{key}_one" if n == 1 else key), {"n": str(n)}


def trick_reason(display: Display, prospect: Prospect, partners: list[int]) -> Phrase:
    """Return what a card does to the trick: whether it takes it, whether a partner does, or who has the best so far."""
    own = prospect.taken[display.seat]
    for seat in partners:
        if prospect.taken[seat] >= MOSTLY:
            return "partner_takes", {"name": f"@{seat}"}
    best = [card for card in cards_in(display, "trick") if card.mark.endswith("winning") and card.seat >= 0]
    if own >= NEARLY_ALWAYS:
        return ("beats", {"name": f"@{best[0].seat}", "card": best[0].text}) if best else ("takes", {})
    if own > NEARLY_NEVER:
        return "chance", {"n": str(max(1, min(9, (own + TENTH // 2) // TENTH)))}
    return ("stays_under", {"name": f"@{best[0].seat}", "card": best[0].text}) if best else ("gives", {})
