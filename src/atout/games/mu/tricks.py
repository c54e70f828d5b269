"""Mü, third phase: tricks with cards from the hand and from the bid cards (MU-35 to MU-51)."""

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.mu.actions import ACTIONS, BID, HAND, NO_MORE, TRUMP
from atout.games.mu.cards import CARDS_OF, FACE_OF, FACES, FIRST_CARD, POINTS
from atout.games.mu.deal import DONE, TRICKS, Deal
from atout.games.mu.naming import AUCTION_OVER
from atout.kernel.bits import bit, count, index, nth
from atout.kernel.clause import Clause
from atout.kernel.rng import Rng, scramble
from atout.kernel.seats import left_of
from atout.kernel.trick import may_play


def check(deal: Deal, seat: i64, action: i64) -> Clause | None:
    """Return the clause that forbids a card, or None."""
    if seat != deal.turn:
        return Clause("MU-43", "not-your-turn")
    if NO_MORE <= action < TRUMP:
        return AUCTION_OVER
    if TRUMP <= action < HAND:
        return Clause("MU-31", "team-stands")
    if not HAND <= action < ACTIONS:
        return Clause("MU-43", "play-a-card")
    if action < BID:
        cards = deal.hands[seat] & CARDS_OF[action - HAND]
        if not cards:
            return Clause("MU-43", "not-in-your-hand")
    else:
        cards = deal.bids[seat] & CARDS_OF[action - BID]
        if not cards:
            return Clause("MU-43", "not-among-your-bid-cards")
    if cards & playable(deal):
        return None
    return Clause("MU-45", "must-follow-trump") if deal.led == deal.ranking.trumps else Clause("MU-44", "must-follow")


def playable(deal: Deal) -> i64:
    """Return the cards that the seat on turn may play, from its hand and its bid cards together (MU-44, MU-46)."""
    return may_play(deal.hands[deal.turn] | deal.bids[deal.turn], deal.led)


def menu(deal: Deal, out: vec[i64]) -> i64:
    """Write every card that may be played, ascending, the hand first; return how many."""
    cards = playable(deal)
    n = _write(FACES.one_of_each(cards & deal.hands[deal.turn]), HAND, out, 0)
    lying = cards & deal.bids[deal.turn]
    return _write(FACES.one_of_each(lying), BID, out, n) if lying else n


def _write(cards: i64, first: i64, out: vec[i64], n: i64) -> i64:
    while cards:
        out[n] = first + FACE_OF[index(cards & -cards)]
        n += 1
        cards &= cards - 1
    return n


def apply(deal: Deal, action: i64) -> None:
    """Play a card for the seat on turn."""
    seat = deal.turn
    deal.history = scramble(deal.history ^ action)
    if action < BID:
        face = action - HAND
        card = FACES.first(deal.hands[seat], face)
        deal.hands[seat] ^= card
    else:
        face = action - BID
        card = FACES.first(deal.bids[seat], face)
        deal.bids[seat] ^= card
    _lay(deal, card, face)


def play_tricks_randomly(deal: Deal, rng: Rng) -> None:
    """Play all tricks that are left, every seat any of its actions, each equally likely. The history is not kept."""
    while deal.phase == TRICKS:
        seat = deal.turn
        cards = playable(deal)
        card = FACES.one_of_each(cards & deal.hands[seat])
        lying = FACES.one_of_each(cards & deal.bids[seat])
        held = count(card)
        n = held + count(lying)
        k: i64 = 0
        if n > 1:
            k = rng.below(n)
        if k < held:
            card = nth(card, k)
            deal.hands[seat] ^= card
        else:
            card = nth(lying, k - held)
            deal.bids[seat] ^= card
        _lay(deal, card, FACE_OF[index(card)])


def _lay(deal: Deal, card: i64, face: i64) -> None:
    """Put a card of the seat on turn into the trick; the last one awards it (MU-48, MU-49)."""
    seat = deal.turn
    deal.pot += POINTS[face]
    ranking = deal.ranking
    copy = FIRST_CARD[face]  # copies are equally strong
    strength = ranking.strengths[copy]
    if not deal.laid:
        deal.led = ranking.suits[copy]
        deal.best = card
        deal.bar = strength
        deal.winner = seat
    elif strength > deal.bar and card & (deal.led | ranking.trumps):  # of equals the earlier wins (MU-40)
        deal.best = card
        deal.bar = strength
        deal.winner = seat
    deal.laid += 1
    if deal.laid < deal.seats:
        deal.turn = left_of(seat, deal.seats)
    else:
        _award(deal)


def _award(deal: Deal) -> None:
    """Give the trick to its winner, who leads to the next one, and end the play after the last (MU-49, MU-51)."""
    winner = deal.winner
    deal.won += bit(8 * winner)
    deal.points += deal.pot << (8 * winner)
    deal.pot = 0
    deal.turn = winner
    deal.laid = 0
    deal.led = 0
    deal.tricks += 1
    if deal.tricks == deal.terms.hand:
        deal.phase = DONE


def note_tricks(deal: Deal, seat: i64, tricks: i64, points: i64) -> None:
    """Note tricks that a seat has won before, and the card points in them."""
    deal.won += tricks << (8 * seat)
    deal.points += points << (8 * seat)
    deal.tricks += tricks
