"""Njet!: a cheap policy. It reads the player's own hand and what everybody saw, never another hand."""

from typing import Final, final

from mypy_extensions import i64

from atout.games.njet import laying
from atout.games.njet.actions import LAY, PLAY, POINTS, START, SUPER, TRUMP, team
from atout.games.njet.cards import COLOUR_COUNT, FACE_OF, FACES, SUPER_STRENGTH, TRUMP_STRENGTH, ZEROS, suit, zeros_of
from atout.games.njet.deal import LAYING, PASS_ON, PUT_AWAY_NO_ZERO, TEAMS, TOKENS, Deal, is_in_team
from atout.games.njet.state import NjetState
from atout.games.njet.terms import row
from atout.kernel.bits import count, index, lowest
from atout.kernel.game import Advice
from atout.kernel.rng import Rng
from atout.kernel.state import State
from atout.kernel.trick import may_play

LOW_CARDS: Final[i64] = 8 * ZEROS  # the 1, 2 and 3 of every colour lie right above its 0s


@final
class NjetAdvice(Advice):
    """Covers what the hand likes least; wins tricks cheaply and keeps 0s from the others, or the reverse at -2."""

    def __init__(self) -> None:
        super().__init__(spread=12.0, trust=30, exploration=1.1, race=False, race_briefly=True, doubt=7.0)

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        assert isinstance(state, NjetState)
        deal = state.running
        assert deal is not None
        if deal.phase == TOKENS:
            return worst_space(deal, seat)
        if deal.phase == TEAMS:
            return fitting_teams(deal, seat)
        if deal.phase == LAYING:
            return LAY + FACE_OF[index(least_wanted(deal, seat))]
        return PLAY + FACE_OF[index(wanted_card(deal, seat))]

    def deals_to_come(self, state: State) -> float:
        assert isinstance(state, NjetState)
        return float(state.terms.rounds - state.number + 1)


# The board


def worst_space(deal: Deal, seat: i64) -> i64:
    """Return the space whose covering helps the hand most: far below the average of its row, where few are left."""
    best: i64 = -1
    best_gain: i64 = 0
    for number in range(5):
        spaces = deal.coverable & row(number)
        if spaces:
            n = count(spaces)
            total: i64 = 0
            worst: i64 = 0
            worst_liking: i64 = 0
            left = spaces
            while left:
                space = lowest(left)
                left &= left - 1
                liking = _liking(deal, seat, number, space - 5 * number)
                total += liking
                if not worst or liking < worst_liking:
                    worst = space + 1
                    worst_liking = liking
            gain = 100 * (total - n * worst_liking) // (n * (n - 1))
            if best < 0 or gain > best_gain:
                best = worst - 1
                best_gain = gain
    return best


def _liking(deal: Deal, seat: i64, number: i64, place: i64) -> i64:
    """Return how much a seat likes a space, in hundredths of a trick."""
    if number == START:
        return 120 if place == deal.terms.characters[seat] else 0
    return _liking_by(deal, deal.hands[seat], number, place)


def _liking_by(deal: Deal, hand: i64, number: i64, place: i64) -> i64:
    """Return how much a hand likes a space that is not about who starts."""
    if number == TRUMP:
        return 60 + _high_cards(hand) if place == COLOUR_COUNT else _length(hand & suit(place))
    if number == SUPER:
        return 100 if place == COLOUR_COUNT else 140 * count(hand & zeros_of(place))
    if number == POINTS:
        value = place + 1 if place < 4 else -2
        return value * _quality(hand, 38 if deal.seats == 3 else 44) // 2
    return _liking_of_cards(hand, place)


def _liking_of_cards(hand: i64, place: i64) -> i64:
    """Return how much a hand likes what happens to cards before play: many 0s and low cards want to go."""
    zeros = 4 * count(hand & ZEROS) - count(hand) // 5 * 4  # four times how many more than usual; one card in five
    low = 4 * count(hand & LOW_CARDS) - count(hand) // 5 * 4
    if place == 0:
        return zeros + low
    if place == 1:
        return 2 * (zeros + low)
    if place == 2:
        return 2 * low - zeros
    return 2 * zeros - low if place == 3 else -2 * (zeros + low)


def _length(cards: i64) -> i64:
    """Return what the cards of one colour are worth as trumps."""
    worth: i64 = 0
    while cards:
        worth += 50 + 6 * (FACE_OF[index(cards & -cards)] % 10)
        cards &= cards - 1
    return worth


def _high_cards(hand: i64) -> i64:
    """Return what high cards are worth without trumps."""
    worth: i64 = 0
    while hand:
        number = FACE_OF[index(hand & -hand)] % 10
        worth += 70 if number == 9 else 40 if number == 8 else 15 if number == 7 else 0
        hand &= hand - 1
    return worth


def _quality(hand: i64, usual: i64) -> i64:
    """Return how far a hand is above the average, given ten times the mean number on a card of the pack."""
    above: i64 = 0
    while hand:
        above += 10 * (FACE_OF[index(hand & -hand)] % 10) - usual
        hand &= hand - 1
    return above


# Teams


def fitting_teams(deal: Deal, seat: i64) -> i64:
    """Return teams: with a good hand alone or in the team of two with the Monster, else with the many."""
    friend = _closest_seat(deal, seat, -1, True)
    if deal.seats == 4:
        return team(seat, friend)
    good = (expected_tricks(deal, seat) * deal.seats > 115 * deal.length) == (deal.value > 0)
    if deal.seats == 3:
        return (
            team(seat, seat)
            if good
            else team(_closest_seat(deal, seat, -1, False), _closest_seat(deal, seat, -1, False))
        )
    if good:
        return team(seat, friend)
    stranger = _closest_seat(deal, seat, -1, False)
    return team(stranger, _closest_seat(deal, seat, stranger, False))


def _closest_seat(deal: Deal, seat: i64, without: i64, most: bool) -> i64:
    """Return the other seat whose tokens helped this round's trumps and value along most, or least."""
    rows = row(TRUMP) | row(SUPER) | row(POINTS)
    found: i64 = -1
    found_tokens: i64 = 0
    for other in range(deal.seats):
        if other != seat and other != without:
            tokens = count(deal.covered[other] & rows)
            if found < 0 or ((tokens > found_tokens) == most and tokens != found_tokens):
                found = other
                found_tokens = tokens
    return found


def expected_tricks(deal: Deal, seat: i64) -> i64:
    """Return how many tricks a hand should win, in hundredths."""
    total: i64 = 0
    cards = deal.hands[seat]
    while cards:
        total += chance(deal.ranking.strengths[index(cards & -cards)])
        cards &= cards - 1
    return total


def chance(strength: i64) -> i64:
    """Return how likely a card is to win a trick, in percent."""
    if strength == SUPER_STRENGTH:
        return 85
    if strength >= TRUMP_STRENGTH:
        return 25 + 7 * (strength - TRUMP_STRENGTH)
    return 60 if strength == 9 else 38 if strength == 8 else 18 if strength == 7 else 2 * strength


# Cards before play


def least_wanted(deal: Deal, seat: i64) -> i64:
    """Return, as a set, the card to lay next: the lower one of the cards the hand can best do without."""
    hand = deal.hands[seat]
    allowed = laying.may_lay(deal, seat)
    if deal.need - count(deal.chosen[seat]) < 2:
        return _least_useful(deal, seat, allowed)
    cards = hand & ~ZEROS if deal.lay == PUT_AWAY_NO_ZERO and count(hand & ~ZEROS) >= 2 else hand
    first = _least_useful(deal, seat, cards)
    second = _least_useful(deal, seat, cards ^ first)
    lower = first if first < second else second
    return lower if lower & allowed else _least_useful(deal, seat, allowed)


def _least_useful(deal: Deal, seat: i64, cards: i64) -> i64:
    """Return the card with the least use: few tricks to win with it, none of its colour left, a 0 to lose."""
    found: i64 = 0
    found_use: i64 = 0
    left = cards
    while left:
        card = left & -left
        left ^= card
        place = index(card)
        strength = deal.ranking.strengths[place]
        use = 10 * chance(strength) + 10 * count(deal.hands[seat] & deal.ranking.suits[place]) + strength
        if card & ZEROS and strength < SUPER_STRENGTH:
            use -= 250
        if deal.value < 0:
            use = -use
        if not found or use < found_use:
            found = card
            found_use = use
    return found


# Tricks


def wanted_card(deal: Deal, seat: i64) -> i64:
    """Return, as a set, the card to play."""
    cards = FACES.one_of_each(may_play(deal.hands[seat], deal.led))
    if not cards & (cards - 1):
        return cards
    unseen = deal.terms.pack & ~deal.played & ~deal.hands[seat]
    if deal.lay != PASS_ON:
        unseen &= ~deal.chosen[seat]
    best: i64 = 0
    best_use: i64 = 0
    while cards:
        card = cards & -cards
        cards ^= card
        use = _use(deal, seat, card, unseen)
        if not best or use > best_use:
            best = card
            best_use = use
    return best


def _use(deal: Deal, seat: i64, card: i64, unseen: i64) -> i64:
    """Return how well a card serves now."""
    strength = deal.ranking.strengths[index(card)]
    capturable = bool(card & ZEROS) and strength < SUPER_STRENGTH
    if not deal.laid:
        return _use_of_lead(deal, card, unseen, strength, capturable)
    wins = deal.ranking.beats(card, deal.best, deal.led)
    last = deal.laid == deal.seats - 1
    ours = is_in_team(deal.team, deal.winner) == is_in_team(deal.team, seat)
    safe = last or not _count_above(deal, deal.best, unseen)
    if deal.value < 0:
        if wins:
            return -200 + strength if last else -200 - strength
        return strength + (100 if capturable and not ours else 0)
    if ours:
        if wins:
            return -100 - strength
        return 100 if capturable and safe else -strength - (60 if capturable else 0)
    if wins:
        held = last or not _count_above(deal, card, unseen)
        return 200 - strength if held else 100 + strength
    return -strength - (60 if capturable else 0)


def _use_of_lead(deal: Deal, card: i64, unseen: i64, strength: i64, capturable: bool) -> i64:
    above = _count_above(deal, card, unseen)
    if deal.value < 0:
        return 10 * above - strength
    if not above:
        trumped = unseen & deal.ranking.trumps and not card & deal.ranking.trumps
        return 100 + strength - (60 if trumped else 0)
    return -strength - (80 if capturable else 0)


def _count_above(deal: Deal, card: i64, unseen: i64) -> i64:
    """Return how many unseen cards of its suit beat a card: the higher ones, and equal ones, which win if later."""
    ranking = deal.ranking
    place = index(card)
    left = unseen & ranking.suits[place]
    strength = ranking.strengths[place]
    above: i64 = 0
    while left:
        if ranking.strengths[index(left & -left)] >= strength:
            above += 1
        left &= left - 1
    return above
