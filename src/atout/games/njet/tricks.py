"""Njet!, fourth phase: the tricks (NJET-33 to NJET-53)."""

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.njet.actions import LAY, PLAY
from atout.games.njet.cards import CARDS_OF, FACE_OF, FACES, FIRST_CARD, ZEROS
from atout.games.njet.deal import DONE, LAY_NONE, TRICKS, Deal, is_in_team
from atout.games.njet.laying import settled_before
from atout.kernel.bits import bit, count, index, nth
from atout.kernel.clause import Clause
from atout.kernel.rng import Rng, scramble
from atout.kernel.seats import left_of
from atout.kernel.trick import may_play


def check(deal: Deal, seat: i64, action: i64) -> Clause | None:
    """Return the clause that forbids the card, or None."""
    if seat != deal.turn:
        return Clause("NJET-41", "not-your-turn")
    if 0 <= action < LAY:
        return settled_before(action)
    if LAY <= action < PLAY:
        return Clause("NJET-24", "nothing-to-lay") if deal.lay == LAY_NONE else Clause("NJET-32", "choice-is-made")
    cards: i64 = 0 if not PLAY <= action < PLAY + len(CARDS_OF) else CARDS_OF[action - PLAY]
    hand = deal.hands[seat]
    if not hand & cards:
        return Clause("NJET-41", "no-such-card")
    if not may_play(hand, deal.led) & cards:
        return (
            Clause("NJET-43", "must-follow-trump")
            if deal.led == deal.ranking.trumps
            else Clause("NJET-42", "must-follow")
        )
    return None


def menu(deal: Deal, out: vec[i64]) -> i64:
    """Write every card that may be played, ascending; return how many."""
    return FACES.write_actions(may_play(deal.hands[deal.turn], deal.led), PLAY, out, 0)


def apply(deal: Deal, action: i64) -> None:
    """Play a card for the seat on turn."""
    face = action - PLAY
    held = deal.hands[deal.turn] & CARDS_OF[face]
    lay(deal, held & -held, face)


def lay(deal: Deal, card: i64, face: i64) -> None:
    """Play a card, given as a set, for the seat on turn; the last card of a trick awards it (NJET-46 to NJET-53)."""
    seat = deal.turn
    ranking = deal.ranking
    copy = FIRST_CARD[face]  # copies are equally strong
    strength = ranking.strengths[copy]
    deal.hands[seat] ^= card
    deal.played |= card
    deal.history = scramble(deal.history ^ face)
    if not deal.laid:
        deal.led = ranking.suits[copy]
        deal.best = card
        deal.bar = strength
        deal.winner = seat
    elif strength >= deal.bar and card & (deal.led | ranking.trumps):  # of equals the later wins (NJET-40)
        deal.best = card
        deal.bar = strength
        deal.winner = seat
    if card & ZEROS:
        deal.zeros += 1 if is_in_team(deal.team, seat) else 16
    deal.laid += 1
    if deal.laid < deal.seats:
        deal.turn = left_of(seat, deal.seats)
        return
    award(deal)


def play_tricks_randomly(deal: Deal, rng: Rng) -> None:
    """Play all tricks that are left, every seat any of its faces, each equally likely."""
    while deal.phase == TRICKS:
        card = FACES.one_of_each(may_play(deal.hands[deal.turn], deal.led))
        n = count(card)
        if n > 1:
            card = nth(card, rng.below(n))
        lay(deal, card, FACE_OF[index(card)])


def award(deal: Deal) -> None:
    """Give the trick to its winner, with the 0s of the other team as loot (NJET-47, NJET-50 to NJET-53)."""
    winner = deal.winner
    deal.won += bit(8 * winner)
    if deal.zeros:
        captured = deal.zeros >> 4 if is_in_team(deal.team, winner) else deal.zeros & 15
        deal.loot += captured << (8 * winner)
        deal.zeros = 0
    deal.turn = winner
    deal.laid = 0
    deal.led = 0
    deal.tricks += 1
    if deal.tricks == deal.length:
        deal.phase = DONE
