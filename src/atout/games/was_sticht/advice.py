"""Was sticht?: a cheap policy. It picks, chooses and plays towards the contract that the hand suits best.

It is given a world: the trumps it reads while hands are picked are a guess that fits what the seat knows. Hands are no
secret to anybody who has watched the picks.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.was_sticht import tricks
from atout.games.was_sticht.actions import CHOOSE, DISCARD, NUMBERS, PICK, PLAY, TAKE
from atout.games.was_sticht.cards import CONTRACTS, KIND_OF, TRUMP_NUMBERS, TRUMP_PAIRS, suit
from atout.games.was_sticht.deal import CHOOSING, COLUMN_DRAFT, TRICKS, Contracts, Deal
from atout.games.was_sticht.estimates import OVER, WORTH
from atout.games.was_sticht.scoring import EXACT_1, LAST, MOST, NO_RED, NO_TRICKS
from atout.games.was_sticht.state import WasStichtState
from atout.games.was_sticht.terms import Terms
from atout.kernel.bits import bit, count, lowest
from atout.kernel.game import Advice
from atout.kernel.rng import Rng
from atout.kernel.seats import left_of
from atout.kernel.state import State

FEWEST: Final = 11

# How many hundredths of a trick a hand should be worth for each kind, and how often the kind comes true then.
TARGETS: Final = vec[i64]([40, 160, 160, 160, 160, 110, 190, 270, 330, 340, 430, 130])
CHANCES: Final = vec[i64]([62, 28, 28, 28, 28, 58, 55, 42, 25, 66, 64, 15])
SMALL_TARGETS: Final = vec[i64]([10, 90, 90, 0, 0, 90, 0, 0, 0, 90, 0, 0])  # with the small pack
SMALL_CHANCES: Final = vec[i64]([45, 25, 25, 0, 0, 45, 0, 0, 0, 35, 0, 0])

EASE: Final = 0.25  # what the chance of a contract still to be fulfilled is worth beside one that is
ROUNDS_EACH: Final = 1.6  # until whoever leads has fulfilled one more


@final
class WasStichtAdvice(Advice):
    """Takes likely contracts, picks cards towards one of them, and wins or ducks as it asks."""

    def __init__(self) -> None:
        super().__init__(spread=0.5, trust=100, exploration=1.1, race=False)

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        assert isinstance(state, WasStichtState)
        deal = state.running
        contracts = state.contracts
        if deal is None:
            return TAKE + likeliest_kind(state.terms, contracts, seat)
        if deal.phase == TRICKS:
            return PLAY + wanted_card(deal, seat)
        if deal.phase == COLUMN_DRAFT:
            return PICK + fitting_card(deal, contracts, seat)
        if deal.phase == CHOOSING:
            return CHOOSE + fitting_kind(deal, contracts.kinds(seat), seat, worth_of(deal, deal.hands[seat]))
        return DISCARD + unlikeliest_kind(chances_of(state.terms), contracts.kinds(seat))

    def choose_quickly(self, state: State, seat: i64, rng: Rng) -> i64:
        """Leave to chance what the advice does no better: picking cards, and tricks that others still play to."""
        assert isinstance(state, WasStichtState)
        deal = state.running
        if deal is not None:
            if deal.phase == COLUMN_DRAFT:
                return -1
            if deal.phase == TRICKS and deal.laid < deal.seats - 1:
                return -1
        return self.choose(state, seat, rng)

    def write_outlook(self, state: State, out: vec[float]) -> None:
        assert isinstance(state, WasStichtState)
        chances = chances_of(state.terms)
        for seat in range(state.seats):
            out[seat] = float(count(state.contracts.fulfilled[seat])) + EASE * ease(
                chances, state.contracts.owned[seat]
            )

    def deals_to_come(self, state: State) -> float:
        assert isinstance(state, WasStichtState)
        return ROUNDS_EACH * float(state.terms.contracts - state.contracts.most_fulfilled())


# Contracts


def chances_of(terms: Terms) -> vec[i64]:
    """Return, by kind, how often a contract comes true."""
    return SMALL_CHANCES if terms.kit.small else CHANCES


def target(deal: Deal, kind: i64) -> i64:
    """Return how many hundredths of a trick a hand should be worth for a kind of contract."""
    return SMALL_TARGETS[kind] if deal.terms.kit.small else TARGETS[kind]


def likeliest_kind(terms: Terms, contracts: Contracts, seat: i64) -> i64:
    """Return the kind on offer that comes true most often; a second copy of a kind is worth less."""
    chances = chances_of(terms)
    offer = CONTRACTS.one_of_each(contracts.offer)
    owned = contracts.owned[seat]
    best: i64 = -1
    best_chance: i64 = -1
    while offer:
        kind = KIND_OF[lowest(offer)]
        offer &= offer - 1
        chance = chances[kind]
        if owned & CONTRACTS.cards[kind]:
            if terms.distinct:
                continue
            chance -= 8
        if chance > best_chance:
            best = kind
            best_chance = chance
    return best


def ease(by_kind: vec[i64], owned: i64) -> float:
    """Return how often the contracts of a seat come true, all chances added up."""
    chances: i64 = 0
    while owned:
        chances += by_kind[KIND_OF[lowest(owned)]]
        owned &= owned - 1
    return float(chances) / 100.0


def unlikeliest_kind(chances: vec[i64], owned: i64) -> i64:
    """Return the kind that comes true least often: the one to be rid of."""
    worst: i64 = -1
    while owned:
        kind = KIND_OF[lowest(owned)]
        owned &= owned - 1
        if worst < 0 or chances[kind] < chances[worst]:
            worst = kind
    return worst


def fitting_kind(deal: Deal, owned: i64, seat: i64, worth: i64) -> i64:
    """Return the kind of contract that suits a hand of this worth best."""
    best: i64 = -1
    best_fit: i64 = 0
    while owned:
        kind = KIND_OF[lowest(owned)]
        owned &= owned - 1
        fit = fitness(deal, kind, seat, worth)
        if best < 0 or fit > best_fit:
            best = kind
            best_fit = fit
    return best


def fitness(deal: Deal, kind: i64, seat: i64, worth: i64) -> i64:
    """Return how well a hand of this worth, in hundredths of a trick, suits a kind of contract."""
    off = worth - target(deal, kind)
    if off > 0 and kind in (LAST, MOST):
        off = 0
    elif off < 0:
        off = 0 if kind == NO_TRICKS else -off
    fit = 10 * chances_of(deal.terms)[kind] - 3 * off
    if NO_RED <= kind < EXACT_1:
        fit -= 40 * count(deal.hands[seat] & suit(kind - NO_RED))
    return fit


def worths_of(deal: Deal) -> vec[i64]:
    """Return, by card, what it should win under the trumps of the round."""
    pair = TRUMP_NUMBERS * deal.colour + deal.number
    return WORTH[TRUMP_PAIRS + pair if deal.terms.kit.small else pair]


def worth_of(deal: Deal, cards: i64) -> i64:
    """Return how many hundredths of a trick some cards should win."""
    worths = worths_of(deal)
    worth: i64 = 0
    while cards:
        worth += worths[lowest(cards)]
        cards &= cards - 1
    return worth * 4 // deal.seats


# The column draft


def fitting_card(deal: Deal, contracts: Contracts, seat: i64) -> i64:
    """Return the card of the column that brings the hand nearest to what its most fitting contract wants."""
    left = deal.terms.size - 1 - deal.column
    rest = 100 * left // deal.seats  # what the cards to come are worth on average
    held = worth_of(deal, deal.hands[seat])
    kinds = contracts.kinds(seat)
    if seat == deal.first:
        kinds = 0
        for other in range(deal.seats):
            if other != seat:
                kinds |= contracts.owned[other]
        kinds = CONTRACTS.one_of_each(kinds)
    kind = fitting_kind(deal, kinds, seat, held + rest + 100 // deal.seats)
    worths = worths_of(deal)
    best: i64 = -1
    best_off: i64 = 0
    cards = deal.left
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        off = held + worths[card] * 4 // deal.seats + rest - target(deal, kind)
        if off < 0:
            off = -off
        if NO_RED <= kind < EXACT_1 and card // NUMBERS == kind - NO_RED:
            off += 100
        if best < 0 or off < best_off:
            best = card
            best_off = off
    return best


# The tricks


def wanted_card(deal: Deal, seat: i64) -> i64:
    """Return the card to play: to win the trick if the contract still needs it, else to lose it."""
    kind = deal.choice(seat)
    if seat == deal.first:
        kind = borrowed_kind(deal, seat)
    cards = tricks.playable(deal)
    if kind == LAST and deal.tricks < deal.terms.size - 1:
        return cheapest_card(deal, cards)
    if wants_trick(deal, kind, seat):
        return winning_card(deal, seat, cards)
    return losing_card(deal, seat, cards)


def borrowed_kind(deal: Deal, seat: i64) -> i64:
    """Return the kind the first player aims at: among the others' contracts the one that is nearest."""
    best: i64 = NO_TRICKS
    best_fit: i64 = -10000
    coming = deal.tricks_of(seat) * 100 + worth_of(deal, deal.hands[seat])
    for other in range(deal.seats):
        if other != seat:
            kind = deal.choice(other)
            fit = fitness(deal, kind, seat, coming)
            if not is_possible(deal, kind, seat):
                fit -= 5000
            if not is_possible(deal, kind, other):
                fit += 200
            if fit > best_fit:
                best = kind
                best_fit = fit
    return best


def is_possible(deal: Deal, kind: i64, seat: i64) -> bool:
    """Say whether a seat can still fulfil a kind of contract, by its tricks so far."""
    own = deal.tricks_of(seat)
    if kind == NO_TRICKS:
        return own == 0
    if kind < EXACT_1:
        return not deal.colours_of(seat) & bit(kind - NO_RED)
    if kind < LAST:
        return own <= kind - EXACT_1 + 1
    return kind != FEWEST or own <= 2


def wants_trick(deal: Deal, kind: i64, seat: i64) -> bool:
    """Say whether the contract needs this trick."""
    own = deal.tricks_of(seat)
    if kind in (LAST, MOST):
        return True
    if kind == NO_TRICKS:
        return False
    if kind < EXACT_1:
        return own == 0 and not (deal.laid and tricks.colours(deal.trick) & bit(kind - NO_RED))
    needed: i64 = 1
    if kind < LAST:
        needed = kind - EXACT_1 + 1
    needed -= own
    if needed <= 0:
        return False
    left = deal.terms.size - deal.tricks
    return needed >= left or worth_of(deal, deal.hands[seat]) < 100 * needed + 60


def winning_card(deal: Deal, seat: i64, cards: i64) -> i64:
    """Return the cheapest card that nobody can beat any more, else the best that wins for now, else the cheapest."""
    now = winning_cards(deal, cards)
    if not now:
        return cheapest_card(deal, cards)
    safe: i64 = 0
    left = now
    while left:
        card = lowest(left)
        left &= left - 1
        if not is_beaten_later(deal, seat, card):
            safe |= bit(card)
    return cheapest_card(deal, safe) if safe else dearest_card(deal, now)


def losing_card(deal: Deal, seat: i64, cards: i64) -> i64:
    """Return the dearest card that loses, else the one that is most likely to be beaten."""
    now = winning_cards(deal, cards)
    losers = cards & ~now
    left = now
    while left:
        card = lowest(left)
        left &= left - 1
        if is_beaten_later(deal, seat, card):
            losers |= bit(card)
    if losers & ~now:
        return dearest_card(deal, losers & ~now)
    return cheapest_card(deal, losers) if losers else dearest_card(deal, now)


def winning_cards(deal: Deal, cards: i64) -> i64:
    """Return the cards that would win the trick as it lies; at a lead all do."""
    if not deal.laid:
        return cards
    found: i64 = 0
    suits = deal.led | deal.ranking.trumps
    cards &= suits
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if deal.ranking.strengths[card] > deal.top:
            found |= bit(card)
    return found


def is_beaten_later(deal: Deal, seat: i64, card: i64) -> bool:
    """Say whether a player who has not played yet holds a card that beats this one and may be played then."""
    pair = TRUMP_NUMBERS * deal.colour + deal.number
    above = OVER[pair][card]
    led = deal.led
    if not deal.laid:
        led = deal.ranking.suits[card]
    other = left_of(seat, deal.seats)
    for _ in range(deal.seats - 1 - deal.laid):
        hand = deal.hands[other]
        following = hand & led
        if following:
            hand = following
        if hand & above:
            return True
        other = left_of(other, deal.seats)
    return False


def cheapest_card(deal: Deal, cards: i64) -> i64:
    """Return the card that is worth least."""
    return _first_by_worth(deal, cards, -1)


def dearest_card(deal: Deal, cards: i64) -> i64:
    """Return the card that is worth most."""
    return _first_by_worth(deal, cards, 1)


def _first_by_worth(deal: Deal, cards: i64, sign: i64) -> i64:
    """Return the first card for which sign times worth is greatest."""
    worths = worths_of(deal)
    best: i64 = -1
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if best < 0 or sign * worths[card] > sign * worths[best]:
            best = card
    return best
