"""Loop: worlds that fit a view.

A world says where every card lies: in which pair, and there in the hand or set aside. Cards on the table are known.
The observer knows the pairs it has held; the others hold the remaining cards, each at least what it showed in earlier
rounds. Every way in which the unseen cards can lie so is equally likely, copies being distinct cards.
"""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.loop.cards import EIGHT, card, most, nth, size
from atout.games.loop.deal import ASIDE, SETTING, Deal, board_at, of_seat
from atout.games.loop.reading import SET_ASIDE, UNKNOWN, Reading, read
from atout.games.loop.shares import Shares
from atout.games.loop.state import LoopState, new_state
from atout.kernel.game import Sampler
from atout.kernel.log import ACTION, DEALT, HIDDEN, kind_of, seat_of, value_of, with_value
from atout.kernel.rng import Rng
from atout.kernel.view import View


@final
class LoopSampler(Sampler):
    """Draws the cards of the pairs the observer never held, and what everybody else has set aside."""

    def __init__(self, view: View) -> None:
        now = read(view)
        self.base = world_without_hidden_cards(view, now)
        self.hidden: list[_HiddenSeat] = []
        self.shares = Shares(0, vec[i64](), vec[i64]())
        self.out = vec[i64]()
        running = now.running
        if running is not None:
            self._count(now, running, view.log)

    def _count(self, now: Reading, running: Deal, log: vec[i64]) -> None:
        """Find what is hidden, and set up the sharing out of the unseen cards."""
        unseen = self.base.terms.pack
        rooms: list[i64] = []
        least: list[i64] = []
        for seat in range(now.seats):
            board = board_at(seat, now.number, now.seats)
            place: i64 = UNKNOWN
            seen = now.open[seat]
            if now.cards[board] == UNKNOWN:
                place = len(rooms)
                rooms.append(now.hand - size(seen))
                least.append(most(now.shown[board], seen) - seen)
            else:
                seen = now.cards[board]
            unseen -= seen
            if seat != now.observer:
                self.hidden.append(_HiddenSeat(now, running, log, seat, place))
        self.shares = Shares(unseen, vec[i64](rooms), vec[i64](least))
        self.out = vec[i64]([0 for _ in rooms])

    def draw(self, rng: Rng) -> LoopState:
        world = self.base.clone()
        running = world.running
        if running is None:
            return world
        world.cards = world.cards[:]
        self.shares.draw(rng, self.out)
        for hidden in self.hidden:
            hidden.fill(rng, self.out, world, running)
        return world


@final
class _HiddenSeat:
    """A seat whose cards the observer cannot see, and the log entries that would tell them."""

    def __init__(self, now: Reading, running: Deal, log: vec[i64], seat: i64, place: i64) -> None:
        self.seat = seat
        self.board = board_at(seat, now.number, now.seats)
        self.place = place  # where the cards of the pair are drawn, or UNKNOWN if the observer has held it
        self.open = now.open[seat]
        self.cards: i64 = 0 if place != UNKNOWN else now.cards[self.board] - self.open
        self.size: i64 = now.hand - size(self.open)
        self.revealed: i64 = of_seat(running.revealed, seat)
        self.aside: i64 = of_seat(running.chosen, seat) - self.revealed
        self.choosing: bool = running.phase == SETTING and self.aside == 1
        self.dealt: i64 = -1  # the first of its cards in the log
        found: list[i64] = []
        for k in range(len(log)):
            kind = kind_of(log[k])
            if seat_of(log[k]) == seat and value_of(log[k]) == HIDDEN:
                if kind in (ACTION, SET_ASIDE):
                    found.append(k)
                elif kind == DEALT and self.dealt < 0:
                    self.dealt = k
        self.chosen = vec[i64](found)  # its set-aside cards in the log

    def fill(self, rng: Rng, out: vec[i64], world: LoopState, running: Deal) -> None:
        """Give the seat its cards, draw what it has set aside, and write both into the log."""
        cards = self.cards if self.place == UNKNOWN else out[self.place]
        aside = self._draw_aside(rng, cards)
        running.hands[self.seat] = cards - aside
        running.aside[self.seat] = aside
        if self.place != UNKNOWN:
            cards += self.open
            world.cards[self.board] = cards
            _write(world.log, self.dealt, cards)
        if len(self.chosen):
            self._write_choice(world.log, aside + EIGHT * self.revealed)

    def _draw_aside(self, rng: Rng, cards: i64) -> i64:
        """Draw what is set aside and hidden; of an unfinished choice the lower card is there."""
        if not self.aside:
            return 0
        if self.choosing:
            return card(nth(cards, rng.below(self.size - 1)))
        aside = card(nth(cards, rng.below(self.size)))
        if self.aside == ASIDE:
            aside += card(nth(cards - aside, rng.below(self.size - 1)))
        return aside

    def _write_choice(self, log: vec[i64], aside: i64) -> None:
        for place in range(len(self.chosen)):
            k = self.chosen[place]
            log[k] = with_value(log[k], nth(aside, place))


def _write(log: vec[i64], k: i64, cards: i64) -> None:
    """Write the cards of a pair into the log, lowest first."""
    value: i64 = 1
    while cards:
        for _ in range(cards & 15):
            log[k] = with_value(log[k], value)
            k += 1
        cards >>= 4
        value += 1


def world_without_hidden_cards(view: View, now: Reading) -> LoopState:
    """Return the position as far as the observer knows it; hands that cannot be seen are empty."""
    world = new_state(view.seats, view.options)
    world.copy_from_view(view)
    world.golden, world.number, world.cards, world.shown = now.golden, now.number, now.cards, now.shown
    world.boards, world.running = now.boards, now.running
    return world
