"""Was sticht?, third phase of a round: the tricks (WAS-50 to WAS-67)."""

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.was_sticht.actions import CARDS, CHOOSE, DISCARD, PICK, PLAY
from atout.games.was_sticht.cards import LOOSE, SUIT, TRUMP_NUMBERS
from atout.games.was_sticht.choice import CHOOSES_NONE, HANDS_ARE_PICKED
from atout.games.was_sticht.contracts import DRAFT_OVER
from atout.games.was_sticht.deal import COUNTED, Deal
from atout.games.was_sticht.discard import DISCARD_LATER
from atout.kernel.bits import bit, write_actions
from atout.kernel.clause import Clause
from atout.kernel.rng import scramble
from atout.kernel.seats import left_of
from atout.kernel.trick import may_play


def check(deal: Deal, seat: i64, action: i64) -> Clause | None:
    """Return the clause that forbids the card, or None."""
    if seat != deal.turn:
        return Clause("WAS-50", "not-your-turn")
    if 0 <= action < PICK:
        return DRAFT_OVER
    if PICK <= action < CHOOSE:
        return HANDS_ARE_PICKED
    if CHOOSE <= action < PLAY:
        return CHOOSES_NONE if seat == deal.first else Clause("WAS-40", "choice-is-made")
    if action >= DISCARD:
        return DISCARD_LATER
    if not PLAY <= action < PLAY + CARDS or not deal.hands[seat] & bit(action - PLAY):
        return Clause("WAS-50", "not-in-hand")
    if playable(deal) & bit(action - PLAY):
        return None
    return Clause("WAS-54", "must-follow-trump") if deal.led == deal.ranking.trumps else Clause("WAS-54", "must-follow")


def playable(deal: Deal) -> i64:
    """Return the cards that the seat on turn may play (WAS-53 to WAS-55)."""
    hand = deal.hands[deal.turn]
    return may_play(hand, deal.led) | (hand & deal.loose)


def menu(deal: Deal, out: vec[i64]) -> i64:
    """Write every card that may be played, ascending; return how many."""
    return write_actions(playable(deal), PLAY, out)


def apply(deal: Deal, card: i64) -> None:
    """Play a card for the seat on turn; the last card of a trick awards it (WAS-60 to WAS-64)."""
    seat = deal.turn
    one = bit(card)
    ranking = deal.ranking
    strength = ranking.strengths[card]
    deal.hands[seat] ^= one
    deal.history = scramble(deal.history ^ card)
    if not deal.laid:
        deal.led = ranking.suits[card]
        deal.top = strength
        deal.winner = seat
        deal.trick = one
        deal.laid = 1
        if deal.terms.loose:
            deal.loose = LOOSE[TRUMP_NUMBERS * deal.colour + deal.number][card]
    else:
        if strength > deal.top and one & (deal.led | ranking.trumps):  # of equal trumps the first played wins (WAS-61)
            deal.top = strength
            deal.winner = seat
        deal.trick |= one
        deal.laid += 1
        if deal.laid == deal.seats:
            award(deal)
            return
    deal.turn = left_of(seat, deal.seats)


def award(deal: Deal) -> None:
    """Give the complete trick to its winner, who leads to the next (WAS-50)."""
    winner = deal.winner
    deal.won += bit(8 * winner)
    deal.colours |= colours(deal.trick) << (4 * winner)
    deal.turn = winner
    deal.laid = 0
    deal.led = 0
    deal.loose = 0
    deal.tricks += 1
    if deal.tricks == deal.terms.size:
        deal.phase = COUNTED


def colours(cards: i64) -> i64:
    """Return the printed colours of some cards, as a set (WAS-71)."""
    found: i64 = 0
    if cards & SUIT:
        found = 1
    if (cards >> 9) & SUIT:
        found |= 2
    if (cards >> 18) & SUIT:
        found |= 4
    if cards >> 27:
        found |= 8
    return found
