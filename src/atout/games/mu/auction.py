"""Mü, first phase: bids are cards laid open, and who becomes Chief and Vice (MU-08 to MU-25)."""

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.mu.actions import ACTIONS, LAY, NO_MORE, NUMBERS, TRUMP
from atout.games.mu.cards import CARDS_OF, FACES, MATCHING
from atout.games.mu.deal import CHIEF_NAMES, DONE, NOBODY, VICE_NAMES, Deal
from atout.kernel.bits import bit, count
from atout.kernel.choice import cards_above
from atout.kernel.clause import Clause
from atout.kernel.rng import scramble
from atout.kernel.seats import left_of, of_seat


def check(deal: Deal, seat: i64, action: i64) -> Clause | None:
    """Return the clause that forbids a pass, a card laid or the end of a bid, or None."""
    if seat != deal.turn:
        return (
            Clause("MU-10", "one-more-than-the-leader")
            if seat == deal.full and LAY <= action < TRUMP
            else Clause("MU-08", "not-your-bid")
        )
    if action == NO_MORE:
        return None
    if not LAY <= action < TRUMP:
        return Clause("MU-16", "auction-runs") if TRUMP <= action < ACTIONS else Clause("MU-09", "bid-or-pass")
    cards = CARDS_OF[action - LAY]
    if not deal.hands[seat]:
        return Clause("MU-15", "empty-hand-can-only-pass")
    if not deal.hands[seat] & cards:
        return Clause("MU-09", "not-in-hand")
    return None if may_lay(deal) & cards else Clause("MU-09", "lay-cards-in-order")


def may_lay(deal: Deal) -> i64:
    """Return the cards that the seat on turn may lay next; a turn ends by itself when no more are allowed (MU-10)."""
    return cards_above(deal.hands[deal.turn], deal.last)


def distinct_cards(deal: Deal) -> i64:
    """Return the same without further copies: one card for each action, in the order of the actions."""
    return FACES.one_of_each(may_lay(deal))


def menu(deal: Deal, out: vec[i64]) -> i64:
    """Write what the seat on turn may do, ascending; return how many."""
    out[0] = NO_MORE
    return FACES.write_actions(distinct_cards(deal), LAY, out, 1)


def room(deal: Deal, seat: i64, held: i64) -> i64:
    """Return how many more cards a seat on turn may lay, if its hand has this many (MU-10)."""
    most = deal.most + 1 - count(deal.bids[seat])
    return most if most < held else held


def apply(deal: Deal, action: i64) -> None:
    """Pass, lay a card, or end the bid; N passes in direct succession end the auction (MU-16)."""
    seat = deal.turn
    deal.history = scramble(deal.history ^ action)
    deal.full = NOBODY
    if action != NO_MORE:
        card = FACES.first(deal.hands[seat], action - LAY)
        deal.hands[seat] ^= card
        deal.bids[seat] |= card
        deal.last = card
        if count(deal.bids[seat]) > deal.most:
            deal.full = seat
            _end_bid(deal, seat)
    elif deal.last:
        _end_bid(deal, seat)
    else:
        deal.passes += 1
        if deal.passes == deal.seats:
            settle(deal)
        else:
            deal.turn = left_of(seat, deal.seats)


def resume(deal: Deal, seat: i64, passes: i64) -> None:
    """Let the auction go on at a seat, after this many passes, with the bid cards that lie there."""
    deal.turn = seat
    deal.passes = passes
    for other in range(deal.seats):
        laid = count(deal.bids[other])
        if laid > deal.most:
            deal.most = laid


def note_bid(deal: Deal, seat: i64) -> None:
    """Note that a seat has made a bid, the latest so far."""
    deal.bid_count += 1
    deal.latest += (deal.bid_count - of_seat(deal.latest, seat)) << (8 * seat)


def _end_bid(deal: Deal, seat: i64) -> None:
    """Count the bid and let the next seat act."""
    laid = count(deal.bids[seat])
    if laid > deal.most:
        deal.most = laid
    note_bid(deal, seat)
    deal.last = 0
    deal.passes = 0
    deal.turn = left_of(seat, deal.seats)


def settle(deal: Deal) -> None:
    """End the auction: with a Chief and perhaps a Vice, in a deadlock, or with nothing at all (MU-17 to MU-25)."""
    deal.size = deal.most
    leaders: i64 = 0
    last: i64 = NOBODY  # of the leaders, the one whose latest bid came last (MU-20)
    for seat in range(deal.seats):
        if deal.most and count(deal.bids[seat]) == deal.most:
            leaders |= bit(seat)
            if last == NOBODY or of_seat(deal.latest, seat) > of_seat(deal.latest, last):
                last = seat
    if leaders & (leaders - 1) or not leaders:
        deal.tied = leaders
        deal.culprit = last
        deal.phase = DONE
        return
    deal.chief = last
    deal.vice = vice(deal)
    deal.phase = CHIEF_NAMES if deal.vice == NOBODY else VICE_NAMES
    deal.turn = deal.chief if deal.vice == NOBODY else deal.vice


def vice(deal: Deal) -> i64:
    """Return the runner-up: most bid cards, then the higher numbers on them; nobody if there is no single one."""
    best: i64 = 0
    found: i64 = NOBODY
    for seat in range(deal.seats):
        if seat != deal.chief and deal.bids[seat]:
            height = bid_height(deal.bids[seat])
            if height > best:
                best = height
                found = seat
            elif height == best:
                found = NOBODY  # and it stays so unless somebody beats both (MU-24)
    return found


def bid_height(cards: i64) -> i64:
    """Return a number that is greater for more cards, and for as many with higher numbers, compared from the top."""
    height = count(cards)
    for step in range(1, NUMBERS + 1):
        height = height * 16 + count(cards & MATCHING[15 - step])
    return height
