"""Meinz: playing to a trick and receiving it (MEINZ-20 to MEINZ-26, MEINZ-45 to MEINZ-49, MEINZ-87, MEINZ-88)."""

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.meinz.actions import DECLINE, PLAY, VALUES
from atout.games.meinz.cards import EQUALS, SUITS, value_of
from atout.games.meinz.deal import DONE, EXCHANGING, NONE, PLACES, PLAYING, Deal
from atout.kernel.bits import bit, write_actions
from atout.kernel.clause import Clause
from atout.kernel.rng import scramble


def playable(deal: Deal) -> i64:
    """Return the cards that the player on turn may play (MEINZ-21, MEINZ-23, MEINZ-24)."""
    hand = deal.hands[deal.turn]
    if not deal.laid:
        return hand
    led = deal.cards[0]
    suit = SUITS[led]
    return hand & (suit | EQUALS[led]) if hand & suit else hand


def check(deal: Deal, seat: i64, action: i64) -> Clause | None:
    """Return the clause that forbids the card, or None."""
    if seat != deal.turn:
        return Clause("MEINZ-22", "not-your-turn")
    if not PLAY <= action < DECLINE:
        return Clause("MEINZ-22", "play-a-card")
    card = bit(action - PLAY)
    if not deal.hands[seat] & card:
        return Clause("MEINZ-21", "not-in-hand")
    return None if playable(deal) & card else Clause("MEINZ-23", "follow-colour-or-value")


def menu(deal: Deal, out: vec[i64]) -> i64:
    """Write every card that may be played, ascending; return how many."""
    return write_actions(playable(deal), PLAY, out)


def lay(deal: Deal, card: i64) -> None:
    """Put a card of the place on turn on the table."""
    deal.hands[deal.turn] &= ~bit(card)  # the Monster's cards are in no hand
    deal.cards[deal.laid] = card
    deal.laid += 1
    deal.asked = 0
    deal.history = scramble(deal.history ^ card)


def turn_up(deal: Deal) -> i64:
    """Put the top card of the Monster's stack on the table and return it (MEINZ-85)."""
    card = deal.stack[deal.turned]
    deal.turned += 1
    lay(deal, card)
    return card


def is_eligible(deal: Deal, place: i64) -> bool:
    """Say whether a place may still receive a trick."""
    return bool(deal.open & bit(place))


def receiver(deal: Deal, earliest: bool) -> i64:
    """Return, by order of play, whose card takes the trick as it lies: the crier's, or the lowest that counts.

    NONE if all the cards are from places with two tricks. (MEINZ-45 to MEINZ-48)
    """
    if deal.crier != NONE:
        return deal.order_of(deal.crier)
    cards = deal.cards
    best: i64 = NONE
    most: i64 = VALUES  # that a card may count to take precedence; the latest of equals does (MEINZ-47)
    for k in range(deal.laid):
        value = value_of(cards[k])
        if value <= most and is_eligible(deal, deal.player(k)):
            best = k
            most = value - 1 if earliest else value
    return best


def award(deal: Deal, earliest: bool) -> i64:
    """Give the complete trick to its receiver, who may exchange and then leads (MEINZ-20, MEINZ-50)."""
    k = receiver(deal, earliest)
    assert k >= 0  # MEINZ-49
    place = deal.player(k)
    total: i64 = 0
    for card in deal.cards:
        total += value_of(card)
    deal.receive(place, 1, total)
    deal.first = (deal.first + k) % PLACES
    deal.turn = place
    deal.crier = NONE
    if deal.is_monster(place) or deal.tricks == deal.length:  # MEINZ-89, MEINZ-56
        lead(deal)
    else:
        deal.phase = EXCHANGING
    return place


def lead(deal: Deal) -> None:
    """Begin the next trick, or end the round."""
    deal.laid = 0
    deal.asked = 0
    deal.phase = PLAYING if deal.tricks < deal.length else DONE
