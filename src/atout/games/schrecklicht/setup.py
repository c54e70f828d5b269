"""Schrecklicht: the start of a round: cards turned up, cards rejected, hands dealt (SCH-04 to SCH-11)."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.schrecklicht.cards import colour_of
from atout.games.schrecklicht.deal import PAWN_BITS, Scale, steps
from atout.kernel.bits import bit
from atout.kernel.seats import left_of

START_LIMIT: Final = 15  # no pawn starts beyond (SCH-08)


@final
class Layout:
    """What the order of the deck comes to: who shows and holds what."""

    def __init__(self, seats: i64) -> None:
        self.visible = vec[i64]([0] * seats)
        self.hands = vec[i64]([0] * seats)
        self.turned: list[i64] = []  # the cards turned up, in order, rejected ones among them
        self.rejected: list[i64] = []  # the cards put under the deck, in order


def lay_out(scale: Scale, deck: vec[i64], seats: i64, dealer: i64) -> Layout:
    """Turn up one card for each seat from the dealer's left, then deal the hands one by one (SCH-07 to SCH-10).

    The deck is long enough to find a fitting card for everybody without coming to the rejected ones (SCH-09).
    """
    layout = Layout(seats)
    size = scale.size
    pawns: i64 = 0
    seat = left_of(dealer, seats)
    top: i64 = 0
    shown: i64 = 0
    while shown < seats:
        card = deck[top]
        top += 1
        layout.turned.append(card)
        moved = pawns + steps(card)
        if (moved >> (PAWN_BITS * colour_of(card))) & 0xFF > START_LIMIT:
            layout.rejected.append(card)
            continue
        pawns = moved
        layout.visible[seat] = bit(card)
        seat = left_of(seat, seats)
        shown += 1
    for number in range(scale.hand * seats):
        place = top + number
        card = deck[place] if place < size else layout.rejected[place - size]
        layout.hands[seat] |= bit(card)
        seat = left_of(seat, seats)
    return layout


def holder_of_rejected(scale: Scale, number: i64, rejected: i64, seats: i64, dealer: i64) -> i64:
    """Return who is dealt the number-th of the rejected cards, from 0, or -1 if it stays in the deck.

    Everybody has seen how many cards were turned up, so everybody can count this.
    """
    above = scale.size - seats - rejected  # cards on top of the rejected ones when the dealing begins
    place = above + number
    if place >= scale.hand * seats:
        return -1
    return (dealer + 1 + place) % seats
