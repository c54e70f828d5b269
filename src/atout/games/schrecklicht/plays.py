"""Schrecklicht: playing a card face up, or face down onto another (SCH-12 to SCH-30)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.schrecklicht.actions import ACTIONS, DISPLAYS, TARGETS, card_of, target_of
from atout.games.schrecklicht.cards import COLOUR_COUNT, elevens, of_value, value_of
from atout.games.schrecklicht.deal import HAND, NO_PAIR, Deal, pair, steps
from atout.kernel.bits import bit, count, index, nth
from atout.kernel.clause import Clause
from atout.kernel.rng import scramble
from atout.kernel.seats import left_of

NO_SUCH_PLAY: Final = Clause("SCH-14", "no-such-play")


def coverable_cards(card: i64) -> i64:
    """Return the cards that a card may cover: none of a higher value (SCH-18), except 11 by 0 (SCH-19); all as sets."""
    green = of_value(card)
    cards = (green << COLOUR_COUNT) - 1
    if green == 1:
        cards |= elevens()
    return cards


def check(deal: Deal, seat: i64, action: i64) -> Clause | None:
    """Return the clause that forbids the play, or None."""
    if seat != deal.turn:
        return Clause("SCH-12", "not-your-turn")
    if not 0 <= action < ACTIONS:
        return NO_SUCH_PLAY
    card = card_of(action)
    target = target_of(action)
    if not deal.hands[seat] & bit(card):
        return Clause("SCH-13", "not-in-hand")
    if target < DISPLAYS:
        if target >= deal.seats:
            return NO_SUCH_PLAY
        return Clause("SCH-15", "display-full") if count(deal.visible[target]) >= deal.most else None
    covered = bit(target - DISPLAYS)
    display = display_of(deal, covered)
    if display < 0:
        return Clause("SCH-20", "not-visible")
    if deal.pairs[display] != NO_PAIR:
        return Clause("SCH-16", "second-cover")
    if coverable_cards(bit(card)) & covered:
        return None
    return Clause("SCH-18", "too-low-to-cover") if value_of(card) else Clause("SCH-19", "zero-covers-zero-and-eleven")


def display_of(deal: Deal, card: i64) -> i64:
    """Return the display in which a card, given as a set, is visible, or -1."""
    for display in range(deal.seats):
        if deal.visible[display] & card:
            return display
    return -1


def menu(deal: Deal, out: vec[i64]) -> i64:
    """Write every play, ascending; return how many."""
    n: i64 = 0
    hand = deal.hands[deal.turn]
    while hand:
        card = hand & -hand
        hand ^= card
        first = TARGETS * index(card)
        places = deal.room | ((deal.targets & coverable_cards(card)) << DISPLAYS)
        while places:
            out[n] = first + index(places & -places)
            n += 1
            places &= places - 1
    return n


def options(deal: Deal, scratch: vec[i64]) -> i64:
    """Return how many plays there are; note for each card where its plays end and where it may go."""
    room = deal.room
    targets = deal.targets
    hand = deal.hands[deal.turn]
    n: i64 = 0
    k: i64 = 0
    while hand:
        card = hand & -hand
        hand ^= card
        places = room | ((targets & coverable_cards(card)) << DISPLAYS)
        n += count(places)
        scratch[k] = n
        scratch[k + HAND] = places
        k += 1
    return n


def option(deal: Deal, k: i64, scratch: vec[i64]) -> i64:
    """Return the k-th play of the menu, by what `options` noted."""
    hand = deal.hands[deal.turn]
    place: i64 = 0
    while k >= scratch[place]:
        place += 1
        hand &= hand - 1
    if place:
        k -= scratch[place - 1]
    return TARGETS * index(hand & -hand) + index(nth(scratch[place + HAND], k))


def apply(deal: Deal, action: i64) -> None:
    """Carry out a play, move the pawn (SCH-23, SCH-24), and test for the end of the round (SCH-27)."""
    seat = deal.turn
    card = card_of(action)
    target = action - TARGETS * card
    single = bit(card)
    deal.hands[seat] ^= single
    deal.history = scramble(deal.history ^ action)
    deal.turn = left_of(seat, deal.seats)
    if target >= DISPLAYS:
        _cover(deal, card, target - DISPLAYS)
        return
    visible = deal.visible[target] | single
    deal.visible[target] = visible
    if deal.pairs[target] == NO_PAIR:
        deal.targets |= single
    if count(visible) == deal.most:
        deal.room ^= bit(target)
    deal.pawns += steps(card)
    deal.over = not deal.room or is_at_end(deal.pawns, deal.beyond)


def _cover(deal: Deal, card: i64, covered: i64) -> None:
    """Put a card face down onto a visible one, which ends no round (SCH-28)."""
    display = display_of(deal, bit(covered))
    deal.targets &= ~deal.visible[display]
    deal.visible[display] ^= bit(covered)
    deal.room |= bit(display)
    deal.pairs[display] = pair(card, covered)
    deal.pawns -= steps(covered)


def is_at_end(pawns: i64, beyond: i64) -> bool:
    """Say whether a pawn has reached or passed the end of the track, by what a scale adds to the pawns to see it."""
    return ((pawns + beyond) & 0x808080) != 0  # the top bit of every pawn that has


def refresh(deal: Deal) -> None:
    """Work out pawns, room and targets from the displays, after a change from outside."""
    deal.room = 0
    deal.targets = 0
    deal.pawns = 0
    for display in range(deal.seats):
        visible = deal.visible[display]
        if count(visible) < deal.most:
            deal.room |= bit(display)
        if deal.pairs[display] == NO_PAIR:
            deal.targets |= visible
        while visible:  # SCH-25
            deal.pawns += steps(index(visible & -visible))
            visible &= visible - 1
