"""Mü: worlds that fit a view.

Only the hands of others are hidden: bid cards and played cards lie open. A hand takes no card of a suit that its seat
failed to follow, as suits are once the trumps are named; before that nothing bars a card from a hand.
"""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.mu.cards import FACE_OF
from atout.games.mu.reading import Reading, read
from atout.games.mu.state import MuState, new_state
from atout.kernel.bits import bit, count, members
from atout.kernel.dealer import UnseenCards, open_places
from atout.kernel.game import Sampler
from atout.kernel.log import DEALT, fill_in_faces, hidden_entries
from atout.kernel.rng import Rng
from atout.kernel.view import View


@final
class MuSampler(Sampler):
    """Draws which hands the unseen cards lie in."""

    def __init__(self, view: View) -> None:
        now = read(view)
        self.base = world_without_hidden_cards(view, now)
        self.shown = now.shown
        self.holders = vec[i64]()  # of each place
        self.unseen = UnseenCards([], [], [])
        self.hidden = [hidden_entries(view.log, DEALT, seat) for seat in range(view.seats)]
        if self.base.running is not None:
            self._count(view, now)

    def _count(self, view: View, now: Reading) -> None:
        """Set up the places: the hands of the others."""
        holders: list[i64] = []
        rooms: list[i64] = []
        for seat in range(view.seats):
            if seat != view.seat:
                holders.append(seat)
                rooms.append(now.sizes[seat] - count(now.shown[seat]))
        cards = members(now.unseen)
        allowed = open_places(cards, [~now.voids[seat] for seat in holders])
        self.holders = vec[i64](holders)
        self.unseen = UnseenCards([int(bit(card)) for card in cards], allowed, rooms)

    def stop_logging(self) -> None:
        self.base.silent = True

    def draw(self, rng: Rng) -> MuState:
        world = self.base.clone()
        deal = world.running
        if deal is None:
            return world
        hands = deal.hands
        holders = self.holders
        unseen = self.unseen.draw(rng)
        cards = unseen.cards
        places = unseen.places
        for k in range(len(cards)):
            hands[holders[places[k]]] |= cards[k]
        if not world.silent:
            for seat in range(world.seats):
                fill_in_faces(world.log, self.hidden[seat], hands[seat] | self.shown[seat], FACE_OF)
        return world


def world_without_hidden_cards(view: View, now: Reading) -> MuState:
    """Return the position as far as the observer knows it; hands that cannot be seen are empty."""
    world = new_state(view.seats, view.options)
    world.copy_opening(view, now)
    world.dealer = now.drawn
    if now.dealt and view.turn >= 0:
        world.running = now.deal
    return world
