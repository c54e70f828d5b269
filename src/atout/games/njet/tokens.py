"""Njet!, first phase: cover spaces until every row has one open (NJET-09 to NJET-15)."""

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.njet.actions import ACTIONS, CARDS, POINTS, SPACES, START, SUPER, TRUMP
from atout.games.njet.cards import RANKINGS
from atout.games.njet.deal import LAY_NONE, LAYING, PASS_ON, PUT_AWAY, PUT_AWAY_NO_ZERO, TEAMS, TRICKS, Deal
from atout.games.njet.terms import row
from atout.kernel.bits import bit, lowest, write_actions
from atout.kernel.clause import Clause
from atout.kernel.rng import scramble
from atout.kernel.seats import left_of, none_each


def check(deal: Deal, seat: i64, action: i64) -> Clause | None:
    """Return the clause that forbids a token on space `action`, or None."""
    if seat != deal.turn:
        return Clause("NJET-10", "not-your-token")
    if not 0 <= action < SPACES:
        return Clause("NJET-13", "tokens-first") if 0 <= action < ACTIONS else Clause("NJET-10", "cover-one-space")
    if deal.coverable & bit(action):
        return None
    if deal.open & bit(action):
        return Clause("NJET-11", "last-open-space-stays")
    for other in range(deal.seats):
        if deal.covered[other] & bit(action):
            return Clause("NJET-11", "space-already-covered")
    return Clause("NJET-04", "character-not-in-play") if action < 5 else Clause("NJET-04", "space-out-of-play")


def menu(deal: Deal, out: vec[i64]) -> i64:
    """Write every space that may be covered, ascending; return how many."""
    return write_actions(deal.coverable, 0, out)


def apply(deal: Deal, action: i64) -> None:
    """Cover space `action`. The last token settles the board and ends the phase."""
    seat = deal.turn
    token = bit(action)
    deal.open ^= token
    deal.covered[seat] |= token
    deal.history = scramble(deal.history ^ action)
    left = deal.open & row(action // 5)
    if left & (left - 1):
        deal.coverable ^= token
    else:
        deal.coverable &= ~(left | token)
        if not deal.coverable:
            settle(deal)
            return
    deal.turn = left_of(seat, deal.seats)


def settle(deal: Deal) -> None:
    """Read the open spaces: they are the rules of this round (NJET-15, NJET-24 to NJET-36, NJET-54)."""
    terms = deal.terms
    character = lowest(deal.open & row(START))
    for seat in range(deal.seats):
        if terms.characters[seat] == character:
            deal.start = seat
    cards = place(deal, CARDS)
    deal.need = 0 if cards == 4 else 1 if cards == 0 else 2
    deal.lay = LAY_NONE if cards == 4 else PASS_ON if cards == 3 else PUT_AWAY
    if cards == 2 and terms.zero_stays:
        deal.lay = PUT_AWAY_NO_ZERO
    deal.length = terms.hand if deal.lay == PASS_ON else terms.hand - deal.need
    deal.ranking = RANKINGS[(25 if terms.keeps_colour else 0) + 5 * place(deal, TRUMP) + place(deal, SUPER)]
    points = place(deal, POINTS)
    deal.value = points + 1 if points < 4 else -2
    deal.coverable = 0
    deal.turn = deal.start
    deal.phase = TEAMS
    if deal.seats == 2:  # each seat is a team (NJET-20)
        deal.team = 1
        lay_or_play(deal)


def lay_or_play(deal: Deal) -> None:
    """Let all seats choose cards to put away or to pass on; without that, let the start player lead."""
    if deal.need:
        deal.phase = LAYING
        deal.chosen = none_each(deal.seats)
        deal.turn = 0
    else:
        deal.phase = TRICKS
        deal.turn = deal.start


def place(deal: Deal, number: i64) -> i64:
    """Return which space of a settled row is open, counted from 0."""
    return lowest(deal.open & row(number)) - 5 * number
