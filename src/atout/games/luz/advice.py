"""Luz: a cheap policy. It bets what the hand should win and then steers towards the bet.

It is given a world, but a seat does not know its own cards: in every colour it takes them to lie evenly among those
that it has not seen.
"""

from typing import final

from mypy_extensions import i64

from atout.games.luz import tricks
from atout.games.luz.actions import bet
from atout.games.luz.cards import COLOUR_COUNT, TRUMPS, WIDTH, highest_value, suit, suit_of
from atout.games.luz.deal import BETTING, Deal
from atout.games.luz.state import LuzState
from atout.kernel.bits import below, count, nth
from atout.kernel.game import Advice
from atout.kernel.rng import Rng
from atout.kernel.state import State
from atout.kernel.trick import beats, may_play


@final
class LuzAdvice(Advice):
    """Counts sure and likely winners for the bet; wins cheaply while tricks are wanted, ducks high when not."""

    def __init__(self) -> None:
        super().__init__(spread=15.0, trust=60, exploration=1.1, race=False)

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        assert isinstance(state, LuzState)
        deal = state.running
        assert deal is not None
        hand = guess_cards(deal, seat)
        if deal.phase == BETTING:
            return fitting_bet(deal, (likely_bid(deal.size, expected_tricks(deal, seat, hand)) + 5000) // 10000)
        return tricks.action_of(hand, wanted_card(deal, seat, hand))

    def choose_quickly(self, state: State, seat: i64, rng: Rng) -> i64:
        """Keep a bet that is fulfilled, or needs every trick; leave to chance what the advice does no better."""
        assert isinstance(state, LuzState)
        deal = state.running
        assert deal is not None
        if deal.phase == BETTING:
            return -1
        missing = deal.bets[seat] // 2 - deal.won[seat]
        if 0 < missing < deal.size - deal.tricks:
            return -1
        return self.choose(state, seat, rng)

    def deals_to_come(self, state: State) -> float:
        assert isinstance(state, LuzState)
        return float(state.terms.deals - state.number + 1)


def guess_cards(deal: Deal, seat: i64) -> i64:
    """Return cards for those that may be played, of every colour spread evenly over what the seat has not seen."""
    playable = may_play(deal.hands[seat], deal.led)
    seen = deal.played
    for other in range(deal.seats):
        if other != seat:
            seen |= deal.hands[other]
    hand: i64 = 0
    for colour in range(COLOUR_COUNT):
        held = count(playable & suit(colour))
        if held:
            unseen = (below(highest_value(deal.seats, deal.size, colour)) << (WIDTH * colour)) & ~seen
            among = count(unseen) + 1
            for k in range(1, held + 1):
                hand |= nth(unseen, (2 * k * among + held + 1) // (2 * held + 2) - 1)
    return hand


def expected_tricks(deal: Deal, seat: i64, hand: i64) -> i64:
    """Return how many hundredths of a trick a hand should win: cards count by how many higher ones they must fear."""
    others: i64 = 0
    for other in range(deal.seats):
        if other != seat:
            others |= deal.hands[other]
    weight: i64 = 0
    cards = hand
    while cards:
        card = cards & -cards
        cards ^= card
        group = suit_of(card)
        above = count(others & group & ~(card - 1))
        if card & TRUMPS:
            chance: i64 = 90 - 22 * above
            weight += chance if chance > 25 else 25
        else:
            length = count(others & group)
            chance = 70 - 25 * above if length >= deal.seats - 1 else 40 - 25 * above
            weight += chance if chance > 0 else 0
    return weight


def likely_bid(size: i64, weight: i64) -> i64:
    """Return what good players bet on a hand that should win so much: less, because of the safety bead."""
    return 93 * weight - 370 * size


def fitting_bet(deal: Deal, tricks_expected: i64) -> i64:
    """Return the bet for this many tricks, with the safety bead for anything but a clear hand."""
    beads = tricks_expected if tricks_expected < deal.size else deal.size
    if beads < 0:
        beads = 0
    if 0 <= deal.beads < beads:
        beads = deal.beads
    return bet(beads, 0 if beads == 0 or (deal.number >= 3 and beads <= 1) else 1)


def wanted_card(deal: Deal, seat: i64, hand: i64) -> i64:
    """Return, as a set, the card to play: towards the bet while it is in reach, away from tricks once it is full."""
    missing = deal.bets[seat] // 2 - deal.won[seat]
    cards = may_play(hand, deal.led)
    if not deal.laid:
        return _lead(deal, seat, cards, missing)
    winning = _winning_cards(deal, cards)
    if missing > 0:
        if winning:
            return _cheapest_card(winning) if deal.laid == deal.seats - 1 else _dearest_card(winning)
        return _cheapest_card(cards)
    losing = cards & ~winning
    return (
        _dearest_card(losing)
        if losing
        else _dearest_card(winning)
        if deal.laid == deal.seats - 1
        else _cheapest_card(winning)
    )


def _lead(deal: Deal, seat: i64, cards: i64, missing: i64) -> i64:
    """Lead the strongest card while tricks are wanted, else the weakest."""
    best: i64 = 0
    best_rank: i64 = -1000
    left = cards
    while left:
        card = left & -left
        left ^= card
        rank = _rank(deal, seat, card)
        if missing <= 0:
            rank = -rank
        if rank > best_rank:
            best_rank = rank
            best = card
    return best


def _rank(deal: Deal, seat: i64, card: i64) -> i64:
    """Return how strong a lead is: few cards of others above it, trumps a little better."""
    above: i64 = 0
    for other in range(deal.seats):
        if other != seat:
            above += count(deal.hands[other] & suit_of(card) & ~(card - 1))
    return (5 if card & TRUMPS else 0) - 4 * above


def _winning_cards(deal: Deal, cards: i64) -> i64:
    """Return the cards that would win the trick as it lies."""
    found: i64 = 0
    while cards:
        card = cards & -cards
        cards ^= card
        if beats(card, deal.best, TRUMPS, deal.led):
            found |= card
    return found


def _cheapest_card(cards: i64) -> i64:
    """Return the weakest card of the set: plain before trump, then the lowest value."""
    return _extreme_card(cards & ~TRUMPS if cards & ~TRUMPS else cards, False)


def _dearest_card(cards: i64) -> i64:
    """Return the strongest card of the set: trump before plain, then the highest value."""
    return _extreme_card(cards & TRUMPS if cards & TRUMPS else cards, True)


def _extreme_card(cards: i64, highest: bool) -> i64:
    """Return the card with the highest or the lowest value, whatever its colour."""
    best: i64 = 0
    best_value: i64 = -1
    while cards:
        card = cards & -cards
        cards ^= card
        value = count(suit_of(card) & (card - 1))
        if best_value < 0 or ((value > best_value) == highest and value != best_value):
            best_value = value
            best = card
    return best
