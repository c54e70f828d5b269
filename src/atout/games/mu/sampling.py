"""Mü: worlds that fit a view.

Only the hands of others are hidden: bid cards and played cards lie open. A hand takes no card of a suit that its seat
failed to follow, as suits are once the trumps are named; before that nothing bars a card from a hand.
"""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.mu.cards import FACE_OF
from atout.games.mu.reading import Reading
from atout.games.mu.state import MuState, new_state
from atout.games.mu.view import MuView
from atout.kernel.bits import bit, count, index, members
from atout.kernel.dealer import Dealer
from atout.kernel.game import Sampler
from atout.kernel.log import DEALT, HIDDEN, kind_of, seat_of, value_of, with_value
from atout.kernel.rng import Rng
from atout.kernel.view import View


@final
class MuSampler(Sampler):
    """Draws which hands the unseen cards lie in."""

    def __init__(self, view: View) -> None:
        assert isinstance(view, MuView)
        now = view.read()
        self.base = world_without_hidden_cards(view, now)
        self.shown = now.shown
        self.holders = vec[i64]()  # of each place
        self.cards = vec[i64]()
        self.out = vec[i64]()
        self.dealer = Dealer([], [])
        self.hidden = [hidden_entries(view.log, seat) for seat in range(view.seats)]
        if self.base.running is not None:
            self._count(view, now)

    def _count(self, view: MuView, now: Reading) -> None:
        """Set up the places: the hands of the others."""
        holders: list[i64] = []
        rooms: list[i64] = []
        for seat in range(view.seats):
            if seat != view.seat:
                holders.append(seat)
                rooms.append(now.sizes[seat] - count(now.shown[seat]))
        cards = members(now.unseen)
        allowed: list[i64] = []
        for card in cards:
            places: i64 = 0
            for k in range(len(holders)):
                if not now.voids[holders[k]] & bit(card):
                    places |= bit(k)
            allowed.append(places)
        self.holders = vec[i64](holders)
        self.cards = vec[i64]([bit(card) for card in cards])
        self.out = vec[i64]([0 for _ in cards])
        self.dealer = Dealer(allowed, rooms)

    def stop_logging(self) -> None:
        self.base.silent = True

    def draw(self, rng: Rng) -> MuState:
        world = self.base.clone()
        deal = world.running
        if deal is None:
            return world
        out = self.out
        hands = deal.hands
        holders = self.holders
        cards = self.cards
        self.dealer.draw(rng, out)
        for k in range(len(out)):
            hands[holders[out[k]]] |= cards[k]
        if not world.silent:
            for seat in range(world.seats):
                fill(self.hidden[seat], hands[seat] | self.shown[seat], world.log)
        return world


def hidden_entries(log: vec[i64], seat: i64) -> vec[i64]:
    """Return where in the log the cards of a hand stand that the observer could not read."""
    found: list[i64] = []
    for k in range(len(log)):
        if kind_of(log[k]) == DEALT and seat_of(log[k]) == seat and value_of(log[k]) == HIDDEN:
            found.append(k)
    return vec[i64](found)


def fill(entries: vec[i64], dealt: i64, log: vec[i64]) -> None:
    """Write the cards that a seat was dealt, in ascending order."""
    for k in entries:
        log[k] = with_value(log[k], FACE_OF[index(dealt & -dealt)])
        dealt &= dealt - 1


def world_without_hidden_cards(view: MuView, now: Reading) -> MuState:
    """Return the position as far as the observer knows it; hands that cannot be seen are empty."""
    world = new_state(view.seats, view.options)
    world.copy_from_view(view)
    world.dealer = now.dealer if now.drawn else -1
    world.number = now.number
    world.totals = now.totals
    if now.dealt and view.turn >= 0:
        world.running = now.deal
    return world
