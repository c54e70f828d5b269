"""Luz: worlds that fit a view.

Unseen cards lie in an own group, between its seen neighbours, or were left over. The number of backs of every colour is
public, so each colour is a separate question; seen cards bound their neighbours, which bars cards from places.
"""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.luz.cards import COLOUR_COUNT, pack_cards, suit
from atout.games.luz.reading import Reading, read
from atout.games.luz.state import LuzState, new_state
from atout.kernel.bits import bit, count, members
from atout.kernel.dealer import UnseenCards, open_places
from atout.kernel.game import Sampler
from atout.kernel.log import DEALT, HIDDEN, fill_in, kind_of, seat_of, value_of
from atout.kernel.rng import Rng
from atout.kernel.view import View

LEFT_OVER = -1


@final
class LuzSampler(Sampler):
    """Draws, for every back the observer cannot see through, one of the cards it can be."""

    def __init__(self, view: View) -> None:
        now = read(view)
        self.base = world_without_hidden_cards(view, now)
        self.holders: list[i64] = []  # of each place: a seat, or LEFT_OVER
        self.unseen = UnseenCards([], [], [])
        self.hidden = [_HiddenHand(now, view.log, seat) for seat in range(view.seats)]
        if now.dealt and view.turn >= 0:
            self._count(view, now)

    def _count(self, view: View, now: Reading) -> None:
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
        self.unseen = UnseenCards([int(bit(card)) for card in cards], open_places(cards, domains), rooms)

    def draw(self, rng: Rng) -> LuzState:
        world = self.base.clone()
        deal = world.running
        if deal is None:
            return world
        unseen = self.unseen.draw(rng)
        for k in range(len(unseen.cards)):
            holder = self.holders[unseen.places[k]]
            if holder >= 0:
                deal.hands[holder] |= unseen.cards[k]
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
        fill_in(log, self.entries, held | self.played)


def world_without_hidden_cards(view: View, now: Reading) -> LuzState:
    """Return the position as far as the observer knows it; hands that cannot be seen are empty."""
    world = new_state(view.seats, view.options)
    world.copy_opening(view, now)
    world.drawn = now.drawn
    world.last = now.last
    if now.dealt and view.turn >= 0:
        world.running = now.deal
    return world
