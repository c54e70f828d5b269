"""Mü: a cheap policy. It bids what its strongest trump should win, and plays for its side's card points.

It is given a world, but reads of other hands only what its seat knows: which cards are still out, not who holds them.
"""

from typing import Final, final

from mypy_extensions import i64

from atout.games.mu import auction, naming, tricks
from atout.games.mu.actions import BID, COLOUR_COUNT, HAND, LAY, NO_MORE, NONE, PARTNER, TRUMP
from atout.games.mu.cards import FACE_OF, FIRST_CARD, MATCHING, PACK, POINTS, of_number, suit
from atout.games.mu.deal import AUCTION, CHIEF_NAMES, CHIEF_PICKS, NOBODY, VICE_NAMES, Deal
from atout.games.mu.state import MuState
from atout.games.mu.tables import FULL, MOST_CARDS
from atout.kernel.bits import below, count, index
from atout.kernel.game import Advice
from atout.kernel.rng import Rng
from atout.kernel.state import State
from atout.kernel.view import View

NINES: Final[i64] = of_number(9)
EIGHTS: Final[i64] = of_number(8)

# Card points that Chief and Partner took on average in simulated rounds, by number of seats from 4: a base, and so many
# thousandths for each hundredth of a trick that the Chief's hand was worth.
BASES: Final = [18, 12, 10]
SLOPES: Final = [41, 57, 68]
SMALL: Final = [250, 200, 130]  # of two tricks, as the small pack has them, each counts for this many hundredths

ROUND_OF_THE_BEST: Final = 40.0  # points that whoever leads adds in a round


@final
class MuAdvice(Advice):
    """Weighs the hand for every trump, raises while the bid can be made, and plays to the side it is on."""

    def __init__(self) -> None:
        super().__init__(spread=30.0, exploration=1.1, race_briefly=True)

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        assert isinstance(state, MuState)
        deal = state.running
        assert deal is not None
        if deal.phase == AUCTION:
            return bid(deal, seat)
        if deal.phase == VICE_NAMES or deal.phase == CHIEF_NAMES:
            return TRUMP + best_trump_to_name(deal, seat)
        if deal.phase == CHIEF_PICKS:
            return PARTNER + best_partner(deal)
        card = wanted_card(deal, seat)
        return (HAND if deal.hands[seat] & card else BID) + FACE_OF[index(card)]

    def deals_to_come(self, state: State) -> float:
        assert isinstance(state, MuState)
        if state.terms.rounds:
            return float(state.terms.rounds - state.number + 1)
        ahead = state.totals[0]
        for total in state.totals:
            if total > ahead:
                ahead = total
        return 1.0 + float(state.terms.limit - ahead) / ROUND_OF_THE_BEST

    def trust(self, view: View) -> i64:
        return 30 if _in_tricks(view) else 90

    def should_race(self, view: View) -> bool:
        return not _in_tricks(view)

    def should_plan(self, view: View) -> bool:
        return _in_tricks(view)


def _in_tricks(view: View) -> bool:
    """Say whether only cards are left to play: then a plan beats the advice, in the auction it is the other way."""
    return len(view.legal) > 0 and view.legal[0] >= HAND


# The auction


def bid(deal: Deal, seat: i64) -> i64:
    """Return the next step of a bid: just above the leader if the hand is worth it, else a pass."""
    own = deal.hands[seat] | deal.bids[seat]
    trump = best_trump(own, deal.terms.pack)
    laid = count(deal.bids[seat])
    worth = affordable_bid(deal, own, trump)
    if worth <= deal.most or (laid == deal.most and laid and _leads_alone(deal, seat)):
        return NO_MORE
    return _lay(deal, MATCHING[trump], deal.most + 1 - laid)


def _leads_alone(deal: Deal, seat: i64) -> bool:
    for other in range(deal.seats):
        if other != seat and count(deal.bids[other]) == deal.most:
            return False
    return True


def _lay(deal: Deal, wanted: i64, needed: i64) -> i64:
    """Return a card to lay: one that shows the trump, if enough cards remain above it to complete the bid."""
    cards = auction.may_lay(deal)
    spare = count(cards) - needed
    if spare < 0:
        return NO_MORE
    first = cards & -cards
    while cards and spare >= 0:
        card = cards & -cards
        if card & wanted:
            return LAY + FACE_OF[index(card)]
        cards ^= card
        spare -= 1
    return LAY + FACE_OF[index(first)]


def affordable_bid(deal: Deal, cards: i64, trump: i64) -> i64:
    """Return the largest bid that Chief and some Partner should make with these cards; 0 if none."""
    terms = deal.terms
    k = deal.seats - 4
    won = worth(cards, trump, terms.pack)
    if terms.small:
        won = won * SMALL[k] // 100
    expected = (BASES[k] + SLOPES[k] * won // 1000) * terms.points // FULL
    size: i64 = 0
    while size < MOST_CARDS and size < terms.hand and terms.targets[size + 1] <= expected:
        size += 1
    return size


def best_trump(cards: i64, pack: i64 = PACK) -> i64:
    """Return the colour or number that makes the most of a hand."""
    best: i64 = 0
    best_weight: i64 = -1
    for trump in range(NONE):
        if cards & MATCHING[trump]:
            weight = worth(cards, trump, pack)
            if weight > best_weight:
                best_weight = weight
                best = trump
    return best


def worth(cards: i64, trump: i64, pack: i64 = PACK) -> i64:
    """Return what a hand should win, in hundredths of a trick, if this is the only trump."""
    all_trumps = MATCHING[trump] & pack
    own = cards & all_trumps
    others = all_trumps & ~cards
    weight: i64 = 0
    if trump < COLOUR_COUNT:
        while own:
            card = own & -own
            own ^= card
            above = ~below(FIRST_CARD[FACE_OF[index(card)]])  # its twin too, whichever of the two this is
            chance = 100 - 20 * count(others & above)
            weight += chance if chance > 40 else 40
    else:
        weight += 85 * count(own)
    plain = cards & ~all_trumps
    for colour in range(COLOUR_COUNT):
        held = plain & suit(colour)
        if held & NINES:
            weight += 60
            if held & EIGHTS:
                weight += 45
        elif held & EIGHTS:
            weight += 25
    return weight


# Trumps and team


def best_trump_to_name(deal: Deal, seat: i64) -> i64:
    """Return the trump to name among those that may be named."""
    cards = deal.hands[seat] | deal.bids[seat]
    best: i64 = NONE
    best_weight: i64 = -1
    for trump in range(NONE):
        if naming.is_allowed(deal, trump):
            weight = worth(cards, trump, deal.terms.pack)
            if deal.phase == CHIEF_NAMES and deal.vice != NOBODY:
                weight += 15 * count(cards & MATCHING[deal.vice_trump])
            if weight > best_weight:
                best_weight = weight
                best = trump
    return best


def best_partner(deal: Deal) -> i64:
    """Return the seat whose bid cards promise most."""
    best: i64 = NOBODY
    best_weight: i64 = -1
    for seat in range(deal.seats):
        if seat != deal.chief and seat != deal.vice:
            weight: i64 = 0
            cards = deal.bids[seat]
            while cards:
                weight += 10 + deal.ranking.strengths[index(cards & -cards)]
                cards &= cards - 1
            if weight > best_weight:
                best_weight = weight
                best = seat
    return best


# Tricks


def wanted_card(deal: Deal, seat: i64) -> i64:
    """Return, as a set, the card to play."""
    cards = tricks.playable(deal)
    if not cards & (cards - 1):
        return cards
    out: i64 = 0
    for other in range(deal.seats):
        if other != seat:
            out |= deal.hands[other] | deal.bids[other]
    return _lead(deal, cards, out) if not deal.laid else _follow(deal, seat, cards, out)


def _lead(deal: Deal, cards: i64, out: i64) -> i64:
    """Lead a card that nothing can beat if there is one, trumps before others; else a cheap one."""
    ranking = deal.ranking
    trumps_out = count(out & ranking.trumps)
    best: i64 = 0
    best_rank: i64 = -1000
    while cards:
        card = cards & -cards
        cards ^= card
        k = index(card)
        points = POINTS[FACE_OF[k]]
        master = not has_stronger(deal, out & ranking.suits[k], ranking.strengths[k])
        if card & ranking.trumps:
            rank = (30 if trumps_out else 0) + points if master else -ranking.strengths[k] - 3 * points
        elif master:
            rank = 40 + 3 * points if not trumps_out else 25 - trumps_out
        else:
            rank = -ranking.strengths[k] - 4 * points
        if rank > best_rank:
            best_rank = rank
            best = card
    return best


def _follow(deal: Deal, seat: i64, cards: i64, out: i64) -> i64:
    """Win a trick that is worth it, feed those of one's own side, and throw away the least otherwise."""
    ranking = deal.ranking
    last = deal.laid == deal.seats - 1
    friend = naming.is_on_chiefs_side(deal, seat) == naming.is_on_chiefs_side(deal, deal.winner)
    to_beat = ranking.strengths[index(deal.best)]
    safe = last or not has_stronger(deal, out & (deal.led | ranking.trumps), to_beat)
    best: i64 = 0
    best_rank: i64 = -1000
    while cards:
        card = cards & -cards
        cards ^= card
        k = index(card)
        strength = ranking.strengths[k]
        points = POINTS[FACE_OF[k]]
        if ranking.beats(card, deal.best, deal.led):
            holds = last or not has_stronger(deal, out & (deal.led | ranking.trumps), strength)
            pot = deal.pot + points
            rank = 6 * pot - strength if holds else 2 * pot - strength
            if friend and safe:
                rank = 3 * points - strength  # the trick is the side's already
        elif friend:
            rank = (6 * points if safe else 2 * points) - strength
        else:
            rank = -4 * points - 2 * strength  # high cards may still win
        if rank > best_rank:
            best_rank = rank
            best = card
    return best


def has_stronger(deal: Deal, cards: i64, strength: i64) -> bool:
    """Say whether one of the cards is stronger than this."""
    strengths = deal.ranking.strengths
    while cards:
        if strengths[index(cards & -cards)] > strength:
            return True
        cards &= cards - 1
    return False
