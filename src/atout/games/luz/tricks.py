"""Luz, second phase: the tricks, with yellow as trump (LUZ-26 to LUZ-36)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.luz.actions import ACTIONS, BETS, HAND, colour_of, place_of, play
from atout.games.luz.cards import COLOUR_COUNT, SUIT, TRUMPS, WIDTH, suit, suit_of
from atout.games.luz.deal import DONE, Deal
from atout.kernel.bits import count, nth
from atout.kernel.clause import Clause
from atout.kernel.rng import scramble
from atout.kernel.trick import beats, may_play

NO_SUCH_CARD: Final = Clause("LUZ-31", "no-such-card")


def check(deal: Deal, seat: i64, action: i64) -> Clause | None:
    """Return the clause that forbids the card, or None."""
    if seat != deal.turn:
        return Clause("LUZ-27", "not-your-turn")
    if 0 <= action < BETS:
        return Clause("LUZ-22", "bets-are-final")
    if not BETS <= action < ACTIONS:
        return NO_SUCH_CARD
    group = deal.hands[seat] & suit(colour_of(action))
    if place_of(action) > count(group):
        return NO_SUCH_CARD
    if not group & may_play(deal.hands[seat], deal.led):
        return Clause("LUZ-29", "must-follow")
    return None


def menu(deal: Deal, out: vec[i64]) -> i64:
    """Write every card that may be played, ascending; return how many."""
    cards = may_play(deal.hands[deal.turn], deal.led)
    n: i64 = 0
    first: i64 = BETS
    while cards:
        action = first
        group = cards & SUIT
        while group:
            out[n] = action
            n += 1
            action += 1
            group &= group - 1
        cards >>= WIDTH
        first += HAND
    return n


def options(deal: Deal) -> i64:
    """Return how many cards may be played."""
    return count(may_play(deal.hands[deal.turn], deal.led))


def option(deal: Deal, k: i64) -> i64:
    """Return the k-th action of the menu: cards in order are actions in order."""
    cards = may_play(deal.hands[deal.turn], deal.led)
    card = nth(cards, k)
    group = SUIT
    action: i64 = BETS
    while not card & group:
        group <<= WIDTH
        action += HAND
    return action + count(cards & group & (card - 1))


def card_of(deal: Deal, action: i64) -> i64:
    """Return, as a set, the card that an action of the seat on turn plays (LUZ-31)."""
    return nth(deal.hands[deal.turn] & suit(colour_of(action)), place_of(action) - 1)


def lay(deal: Deal, action: i64, card: i64) -> None:
    """Play the card, given as a set, that the action turned up; the last card of a trick awards it (LUZ-32, LUZ-33)."""
    seat = deal.turn
    deal.hands[seat] ^= card
    deal.played |= card
    deal.history = scramble(scramble(deal.history ^ card) ^ action)  # its place tells about the cards around it
    if not deal.laid:
        deal.led = suit_of(card)
        deal.best = card
        deal.winner = seat
    elif beats(card, deal.best, TRUMPS, deal.led):
        deal.best = card
        deal.winner = seat
    deal.laid += 1
    if deal.laid < deal.seats:
        seat += 1
        if seat == deal.seats:
            seat = 0
        deal.turn = seat
        return
    deal.won[deal.winner] += 1
    deal.turn = deal.winner
    deal.laid = 0
    deal.led = 0
    deal.tricks += 1
    if deal.tricks == deal.size:
        deal.phase = DONE


def action_of(hand: i64, card: i64) -> i64:
    """Return the action that plays a card, given as a set, from a hand."""
    group = suit_of(card)
    colour: i64 = 0
    while suit(colour) != group:
        colour += 1
    return play(colour, count(hand & group & (card - 1)) + 1)


def backs_of(hand: i64) -> i64:
    """Return how many cards of each colour a hand holds, in one number."""
    number: i64 = 0
    for colour in range(COLOUR_COUNT):
        number = 16 * number + count(hand & suit(colour))
    return number
