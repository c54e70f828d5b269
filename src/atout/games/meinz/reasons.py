"""Meinz: why a discard, a card, a cry or an exchange is advised."""

from typing import Final

from atout.games.meinz import actions
from atout.games.meinz.actions import CRY, DECLINE, EXCHANGE, KEEP, PLAY, card_text
from atout.kernel.reasons import cards_in, count_phrase, number_of, trick_reason
from atout.kernel.view import Display
from atout.kernel.wording import Phrase, Prospect

LOW: Final = 3
HIGH: Final = 7


def reasons(display: Display, action: int, prospect: Prospect) -> list[Phrase]:
    """Return why an action is advised: what is left in the hand, who takes the trick, and what it counts."""
    if action < PLAY:
        return [_kept(display, card_text(action))]
    if action < DECLINE:
        return [trick_reason(display, prospect, []), *_counts(display), _tricks(display)]
    if action in (DECLINE, CRY):
        return [*_counts(display), *_taker(display), _tricks(display)]
    if action == KEEP:
        return _counts(display)
    return [_changed(int(actions.given_card(action)), int(actions.taken_card(action)))] if action >= EXCHANGE else []


def _value(card: str) -> int:
    return int(card[1:])


def _kept(display: Display, gone: str) -> Phrase:
    """Return how many low and how many high cards are left without one."""
    left = [_value(card.text) for card in cards_in(display, "hand", display.seat) if card.text != gone]
    low = len([value for value in left if value <= LOW])
    high = len([value for value in left if value >= HIGH])
    return "kept", {"low": str(low), "high": str(high)}


def _counts(display: Display) -> list[Phrase]:
    """Return what the cards of the trick add up to."""
    trick = cards_in(display, "trick")
    return [("counts", {"n": str(sum([_value(card.text) for card in trick]))})] if trick else []


def _taker(display: Display) -> list[Phrase]:
    """Return who takes the trick as it lies."""
    for card in cards_in(display, "trick"):
        if card.mark == "winning":
            return [("yours", {}) if card.seat == display.seat else ("theirs", {"name": f"@{card.seat}"})]
    return []


def _tricks(display: Display) -> Phrase:
    """Return how many tricks the seat still has to take."""
    return count_phrase("tricks_left", max(0, 2 - number_of(display, "tricks", display.seat)))


def _changed(given: int, taken: int) -> Phrase:
    """Return how an exchange changes what the trick counts; cards of a colour are numbered by value."""
    more = given - taken
    return ("counts_more" if more > 0 else "counts_less"), {"n": str(abs(more))}
