"""Meinz: worlds that fit a view.

Hidden are the discards, the Monster's stack, and what the other hands hold besides the cards taken by exchange. Whoever
followed neither by colour nor by value held no card of the led colour; the discard, laid away before, may be one.
Following by value and leaving a trick as it is prove nothing.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.meinz.actions import DISCARD
from atout.games.meinz.deal import MONSTER, NONE, PLACES, Deal, circle_of, pack_of
from atout.games.meinz.reading import STACKED, UNSEEN, Reading, read
from atout.games.meinz.state import MeinzState, new_state
from atout.kernel.bits import bit, count, members
from atout.kernel.dealer import UnseenCards, open_places
from atout.kernel.game import Sampler
from atout.kernel.log import ACTION, HIDDEN, fill_in, kind_of, seat_of, value_of, with_value
from atout.kernel.log import DEALT as DEALT_CARD
from atout.kernel.rng import Rng
from atout.kernel.view import View

AWAY: Final = PLACES  # where cards can lie: 0 to 3 in a hand or the stack, 4 to 7 in a discard


@final
class MeinzSampler(Sampler):
    """Deals the unseen cards to the other hands, the unseen discards and the stack."""

    def __init__(self, view: View) -> None:
        now = read(view)
        self.base = known_position(view, now)
        self.unseen = UnseenCards([], [], [])
        self.hidden = [_HiddenHand(now, view.log, seat) for seat in range(view.seats)]
        self.stacked: i64 = 0  # where the log tells about the Monster's stack
        while self.stacked < len(view.log) and kind_of(view.log[self.stacked]) != STACKED:
            self.stacked += 1
        if now.dealt and view.turn >= 0:
            self._count(now)

    def _count(self, now: Reading) -> None:
        """Set up the places that have room for unseen cards."""
        deal = now.deal
        rooms = [0 for _ in range(2 * PLACES)]
        located = now.seen
        for seat in range(now.seats):
            located |= deal.hands[seat]
            rooms[seat] = int(now.sizes[seat] - count(deal.hands[seat]))
            if deal.discards[seat] == UNSEEN:
                rooms[AWAY + seat] = 1
            elif deal.discards[seat] != NONE:
                located |= bit(deal.discards[seat])
        if deal.has_monster():
            rooms[MONSTER] = int(now.sizes[MONSTER])
        cards = members(pack_of(deal.length + 1) & ~located)
        allowed = open_places(cards, [~lacks for lacks in now.lacks] + [-1] * PLACES)
        self.unseen = UnseenCards(cards, allowed, rooms)

    def stop_logging(self) -> None:
        self.base.silent = True

    def draw(self, rng: Rng) -> MeinzState:
        world = self.base.clone()
        deal = world.running
        if deal is None:
            return world
        unseen = self.unseen.draw(rng)
        hands = deal.hands
        discards = deal.discards
        for k in range(len(unseen.cards)):
            place = unseen.places[k]
            card = unseen.cards[k]
            if place < AWAY:
                hands[place] |= bit(card)
            else:
                discards[place - AWAY] = card
        if deal.has_monster():
            deal.stack = shuffle_stack(deal.stack, deal.turned, hands[MONSTER], rng)
            hands[MONSTER] = 0
        if not world.silent:
            self._fill(deal, world.log)
        return world

    def _fill(self, deal: Deal, log: vec[i64]) -> None:
        """Write the cards that the observer could not see into the log."""
        for seat in range(len(self.hidden)):
            self.hidden[seat].fill(deal.hands[seat], deal.discards[seat], log)
        for k in range(len(deal.stack)):
            at = self.stacked + k
            log[at] = with_value(log[at], deal.stack[k])


@final
class _HiddenHand:
    """The log entries about one hand and its discard that the observer could not read."""

    def __init__(self, now: Reading, log: vec[i64], seat: i64) -> None:
        self.taken = now.taken[seat]
        self.shown = now.shown[seat]
        self.choice: i64 = NONE
        found: list[i64] = []
        for k in range(len(log)):
            if seat_of(log[k]) == seat and value_of(log[k]) == HIDDEN:
                if kind_of(log[k]) == DEALT_CARD:
                    found.append(k)
                elif kind_of(log[k]) == ACTION:
                    self.choice = k
        self.dealt = vec[i64](found)

    def fill(self, hand: i64, away: i64, log: vec[i64]) -> None:
        """Write the cards of a drawn hand, as it was dealt, and its discard."""
        cards = (hand & ~self.taken) | self.shown
        if away != NONE:
            cards |= bit(away)
        fill_in(log, self.dealt, cards)
        if self.choice >= 0:
            log[self.choice] = with_value(log[self.choice], DISCARD + away)


def shuffle_stack(stack: vec[i64], turned: i64, cards: i64, rng: Rng) -> vec[i64]:
    """Return the Monster's stack: the cards it has turned up, then the others in random order."""
    rest = vec[i64](members(cards))
    rng.shuffle(rest)
    whole = stack[:]
    for k in range(len(rest)):
        whole[turned + k] = rest[k]
    return whole


def known_position(view: View, now: Reading) -> MeinzState:
    """Return the position as far as the observer knows it."""
    world = new_state(view.seats, view.options)
    world.copy_opening(view, now)
    world.drawn = now.drawn
    world.circle = circle_of(now.drawn, now.seats) if now.drawn >= 0 else vec[i64]()
    if now.dealt and view.turn >= 0:
        world.running = now.deal
    return world
