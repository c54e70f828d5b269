"""Was sticht?, first phase of a round: picking hands column by column (WAS-24 to WAS-32, WAS-95 to WAS-99)."""

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.was_sticht import choice
from atout.games.was_sticht.actions import CARDS, CHOOSE, DISCARD, PICK, PLAY
from atout.games.was_sticht.contracts import DRAFT_OVER
from atout.games.was_sticht.deal import VIRTUAL, Deal
from atout.games.was_sticht.discard import DISCARD_LATER
from atout.kernel.bits import bit, index, write_actions
from atout.kernel.clause import Clause
from atout.kernel.rng import scramble
from atout.kernel.seats import left_of


def check(deal: Deal, seat: i64, action: i64) -> Clause | None:
    """Return the clause that forbids the pick, or None."""
    if seat != deal.turn:
        return Clause("WAS-26", "not-your-pick")
    if 0 <= action < PICK:
        return DRAFT_OVER
    if PICK <= action < PICK + CARDS:
        card = bit(action - PICK)
        if deal.left & card:
            return None
        for column in range(deal.column + 1, deal.terms.size):
            if deal.columns[column] & card:
                return Clause("WAS-24", "later-column")
        return Clause("WAS-27", "card-taken") if deal.terms.kit.pack & card else Clause("WAS-27", "not-in-the-pack")
    if CHOOSE <= action < PLAY:
        return Clause("WAS-32", "trumps-first")
    if PLAY <= action < DISCARD:
        return Clause("WAS-32", "hand-first")
    return DISCARD_LATER if action >= DISCARD else Clause("WAS-27", "pick-from-the-column")


def menu(deal: Deal, out: vec[i64]) -> i64:
    """Write every card that may be picked, ascending; return how many."""
    return write_actions(deal.left, PICK, out)


def apply(deal: Deal, card: i64) -> None:
    """Pick a card for the seat on turn; the last pick of a column brings the announcement (WAS-29, WAS-31)."""
    pick(deal, card)
    if deal.picks == deal.seats:
        announce(deal, column_winner(deal))


def pick(deal: Deal, card: i64) -> None:
    """Lay a card of the column before the seat on turn."""
    seat = deal.turn
    one = bit(card)
    deal.left ^= one
    deal.hands[seat] |= one
    deal.row = (deal.row << 8) | card
    deal.picks += 1
    deal.history = scramble(deal.history ^ card)
    deal.turn = left_of(seat, deal.seats)


def column_winner(deal: Deal) -> i64:
    """Return who would win the picked cards as a trick, in picking order (WAS-30, WAS-97, WAS-98)."""
    ranking = deal.ranking
    seat = deal.monster
    place = 8 * (deal.seats - 1)
    card = (deal.row >> place) & 255
    led = ranking.suits[card]
    top = ranking.strengths[card]
    winner = seat
    while place > 0:
        place -= 8
        seat = left_of(seat, deal.seats)
        card = (deal.row >> place) & 255
        if ranking.strengths[card] > top and bit(card) & (led | ranking.trumps):
            top = ranking.strengths[card]
            winner = seat
    if deal.terms.virtual:
        card = index(deal.left)  # the card left over (WAS-96)
        if ranking.strengths[card] > top and bit(card) & (led | ranking.trumps):
            winner = VIRTUAL
    return winner


def announce(deal: Deal, winner: i64) -> None:
    """Let everybody know who would have won the column, and go on to the next one (WAS-25) or to the contracts."""
    deal.announced = winner
    deal.history = scramble(deal.history ^ winner)
    if deal.seats == 3:
        deal.hands[3] |= deal.left
    deal.column += 1
    deal.picks = 0
    deal.row = 0
    deal.left = 0
    if deal.column < deal.terms.size:
        deal.left = deal.columns[deal.column]
        deal.monster = left_of(deal.monster, deal.seats)
        deal.turn = deal.monster
    else:
        choice.begin(deal)
