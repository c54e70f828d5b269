"""Schrecklicht: worlds that fit a view.

Hidden are the other hands, the unused cards, and the order of the objectives to come. A card rejected at set-up lies
where everybody can count it to be: with the seat it was dealt to, or unused.
"""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.schrecklicht.deal import on_table
from atout.games.schrecklicht.reading import PILE, Reading, read
from atout.games.schrecklicht.state import SchrecklichtState, new_state
from atout.kernel.bits import below, bit, count
from atout.kernel.dealer import UnseenCards
from atout.kernel.game import Sampler
from atout.kernel.log import DEALT, TABLE, fill_in, hidden_entries, with_value
from atout.kernel.rng import Rng
from atout.kernel.view import View


@final
class SchrecklichtSampler(Sampler):
    """Deals the unseen cards to the other hands and to the unused cards, and shuffles the objectives to come."""

    def __init__(self, view: View) -> None:
        now = read(view)
        self.base = known_position(view, now)
        self.pile = hidden_entries(view.log, PILE, TABLE)  # the log entries to be filled in
        self.to_come = vec[i64]()  # the objectives that lie there
        if len(self.pile):
            self.to_come = vec[i64](self.base.unused_objectives())
            self.base.pile = vec[i64](now.objectives + [0] * len(self.to_come))
        self.unseen = UnseenCards([], [], [])  # each card as a set
        self.hidden: list[vec[i64]] = []  # by seat, the log entries to be filled in
        self.played = now.played
        if now.dealt:
            self._count(view, now)

    def _count(self, view: View, now: Reading) -> None:
        """Set up the places: what room is left in each hand, and the unused cards."""
        seen = on_table(now.deal)
        for card in now.rejected:
            seen |= bit(card)
        rooms: list[i64] = []
        for seat in range(view.seats):
            hand = now.deal.hands[seat]
            seen |= hand
            rooms.append(now.sizes[seat] - count(hand))
            self.hidden.append(hidden_entries(view.log, DEALT, seat))
        unseen = now.deal.scale.pack & ~seen
        unused = count(unseen)
        for room in rooms:
            unused -= room
        rooms.append(unused)
        cards: list[i64] = []
        while unseen:
            cards.append(unseen & -unseen)
            unseen &= unseen - 1
        anywhere = below(len(rooms))
        self.unseen = UnseenCards(cards, [anywhere] * len(cards), rooms)

    def draw(self, rng: Rng) -> SchrecklichtState:
        world = self.base.clone()
        if len(self.to_come):
            self._shuffle_pile(world, rng)
        deal = world.running
        if deal is None:
            return world
        unseen = self.unseen.draw(rng)
        for k in range(len(unseen.cards)):
            place = unseen.places[k]
            if place < world.seats:
                deal.hands[place] |= unseen.cards[k]
        for seat in range(world.seats):
            fill_in(world.log, self.hidden[seat], deal.hands[seat] | self.played[seat])
        return world

    def _shuffle_pile(self, world: SchrecklichtState, rng: Rng) -> None:
        """Put the objectives to come into random order, under those of this round."""
        to_come = self.to_come[:]
        rng.shuffle(to_come)
        pile = world.pile[:]
        for k in range(len(to_come)):
            pile[world.drawn + k] = to_come[k]
            world.log[self.pile[k]] = with_value(world.log[self.pile[k]], to_come[k])
        world.pile = pile


def known_position(view: View, now: Reading) -> SchrecklichtState:
    """Return the position as far as the observer knows it; hands that cannot be seen hold only what must be there."""
    world = new_state(view.seats, view.options)
    world.copy_opening(view, now)
    world.dealer, world.firsts = now.dealer, now.firsts
    world.used = now.used
    world.pile = vec[i64](now.objectives)
    world.drawn = len(now.objectives)
    if now.dealt:
        dealt = now.rejected_cards_by_seat()
        for seat in range(view.seats):
            now.deal.hands[seat] |= dealt[seat] & ~on_table(now.deal)
        world.running = now.deal
    return world
