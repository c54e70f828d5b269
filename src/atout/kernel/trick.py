"""Following suit and winning a trick, on sets of cards. A suit is the set of its cards, as the game defines it now."""

from mypy_extensions import i64


def may_play(hand: i64, suit: i64) -> i64:
    """Return the cards of the hand that follow the suit; without any, or at a lead (empty suit), the whole hand."""
    following = hand & suit
    return following if following else hand


def beats(card: i64, best: i64, trumps: i64, suit: i64) -> bool:
    """Say whether a card beats the best so far, if within trumps and within the suit higher bits are stronger."""
    if best & trumps:
        return bool(card & trumps) and card > best
    return bool(card & trumps) or (bool(card & suit) and card > best)
