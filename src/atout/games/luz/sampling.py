"""Luz: worlds that fit a view.

Unseen cards lie in an own group, between its seen neighbours, or were left over. The number of backs of every colour is
public, so each colour is a separate question; seen cards bound their neighbours, which bars cards from places.
"""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.luz.cards import COLOUR_COUNT, pack_cards, suit
from atout.games.luz.reading import Reading
from atout.games.luz.state import LuzState, new_state
from atout.games.luz.view import LuzView
from atout.kernel.bits import bit, count, lowest, members
from atout.kernel.dealer import Dealer
from atout.kernel.game import Sampler
from atout.kernel.log import DEALT, HIDDEN, kind_of, seat_of, value_of, with_value
from atout.kernel.rng import Rng
from atout.kernel.view import View

LEFT_OVER = -1


@final
class LuzSampler(Sampler):
    """Draws, for every back the observer cannot see through, one of the cards it can be."""

    def __init__(self, view: View) -> None:
        assert isinstance(view, LuzView)
        now = view.read()
        self.base = world_without_hidden_cards(view, now)
        self.holders: list[i64] = []  # of each place: a seat, or LEFT_OVER
        self.unseen = vec[i64]()
        self.dealer = Dealer([], [])
        self.out = vec[i64]()
        self.hidden = [_HiddenHand(now, view.log, seat) for seat in range(view.seats)]
        if now.dealt and view.turn >= 0:
            self._count(view, now)

    def _count(self, view: LuzView, now: Reading) -> None:
        """Set up the places: runs of backs with the same bounds, and the left-over cards of each colour."""
        domains: list[i64] = []
        rooms: list[i64] = []
        for seat in range(view.seats):
            hand = now.hands[seat]
            for k in range(len(hand.cards)):
                if hand.cards[k] == HIDDEN:
                    domain = hand.bounds(k, hand.known_cards())
                    if domains and domains[-1] == domain and self.holders[-1] == seat:
                        rooms[-1] += 1
                    else:
                        domains.append(domain)
                        rooms.append(1)
                        self.holders.append(seat)
        pack: i64 = 0
        for card in pack_cards(view.seats, now.deal.size):
            pack |= bit(card)
        unseen = pack & ~now.seen_cards()
        for colour in range(COLOUR_COUNT):
            left = count(unseen & suit(colour))
            for place in range(len(domains)):
                if domains[place] & suit(colour):
                    left -= rooms[place]
            domains.append(suit(colour))
            rooms.append(left)
            self.holders.append(LEFT_OVER)
        cards = members(unseen)
        allowed: list[i64] = []
        for card in cards:
            places: i64 = 0
            for place in range(len(domains)):
                if domains[place] & bit(card):
                    places |= bit(place)
            allowed.append(places)
        self.unseen = vec[i64]([bit(card) for card in cards])
        self.dealer = Dealer(allowed, rooms)
        self.out = vec[i64]([0 for _ in cards])

    def draw(self, rng: Rng) -> LuzState:
        world = self.base.clone()
        deal = world.running
        if deal is None:
            return world
        out = self.out
        self.dealer.draw(rng, out)
        for k in range(len(out)):
            holder = self.holders[out[k]]
            if holder >= 0:
                deal.hands[holder] |= self.unseen[k]
        for seat in range(world.seats):
            self.hidden[seat].fill(deal.hands[seat], world.log)
        return world


@final
class _HiddenHand:
    """The log entries about one hand that the observer could not read."""

    def __init__(self, now: Reading, log: vec[i64], seat: i64) -> None:
        self.entries = vec[i64]()
        self.played: i64 = 0
        hand = now.hands[seat]
        for k in range(len(hand.cards)):
            if not hand.held[k]:
                self.played |= bit(hand.cards[k])
        found: list[i64] = []
        unread = False
        for k in range(len(log)):
            if kind_of(log[k]) == DEALT and seat_of(log[k]) == seat:
                found.append(k)
                unread = unread or value_of(log[k]) == HIDDEN
        if unread:
            self.entries = vec[i64](found)

    def fill(self, held: i64, log: vec[i64]) -> None:
        """Write the cards of a drawn hand; backs lie in ascending order (LUZ-11)."""
        cards = held | self.played
        for k in self.entries:
            log[k] = with_value(log[k], lowest(cards))
            cards &= cards - 1


def world_without_hidden_cards(view: LuzView, now: Reading) -> LuzState:
    """Return the position as far as the observer knows it; hands that cannot be seen are empty."""
    world = new_state(view.seats, view.options)
    world.copy_from_view(view)
    world.drawn = now.drawn
    world.number = now.number
    world.totals = now.totals
    world.last = now.last
    if now.dealt and view.turn >= 0:
        world.running = now.deal
    return world
