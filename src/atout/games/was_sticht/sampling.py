"""Was sticht?: worlds that fit a view.

Hidden are the trumps while hands are picked, from all but the first player, and chosen contracts until they are
revealed. Every trump colour is as likely as any other, and so is every trump number, so all pairs that give the
announced winners are equally likely; a chosen contract is any contract card that its owner has left, two copies of a
kind being two cards.
"""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.was_sticht.actions import CHOOSE
from atout.games.was_sticht.cards import KIND_OF, TRUMP_NUMBERS, UNKNOWN_TRUMP
from atout.games.was_sticht.deal import CHOOSING
from atout.games.was_sticht.reading import TRUMP_COLOUR, TRUMP_NUMBER, Reading, read
from atout.games.was_sticht.state import WasStichtState, new_state
from atout.kernel.bits import count, index, nth
from atout.kernel.game import Sampler
from atout.kernel.log import ACTION, HIDDEN, kind_of, seat_of, value_of, with_value
from atout.kernel.rng import Rng
from atout.kernel.view import View


@final
class WasStichtSampler(Sampler):
    """Draws trumps that explain every announcement, and what others chose in secret."""

    def __init__(self, view: View) -> None:
        now = read(view)
        self.base = world_without_secrets(view, now)
        self.trumps = vec[i64]()  # what the hidden trumps can be; empty if they are known
        self.colour_entry: i64 = -1  # where the log hides the trump colour
        self.number_entry: i64 = -1
        self.choosers = vec[i64]()  # seats whose choice is hidden
        self.choice_entries = vec[i64]()
        self._find_secrets(view, now)

    def _find_secrets(self, view: View, now: Reading) -> None:
        """Find the hidden entries of the log; those that are revealed by now are written at once."""
        choosers: list[i64] = []
        entries: list[i64] = []
        deal = now.deal
        for k in range(len(view.log)):
            item = view.log[k]
            if value_of(item) == HIDDEN:
                kind = kind_of(item)
                if kind == TRUMP_COLOUR:
                    self.colour_entry = k
                elif kind == TRUMP_NUMBER:
                    self.number_entry = k
                elif kind == ACTION and deal is not None:
                    if deal.phase == CHOOSING:
                        choosers.append(seat_of(item))
                        entries.append(k)
                    else:
                        self._write(k, CHOOSE + deal.choice(seat_of(item)))
        self.choosers = vec[i64](choosers)
        self.choice_entries = vec[i64](entries)
        if self.colour_entry < 0:
            return
        if now.colour != UNKNOWN_TRUMP:
            self._write(self.colour_entry, now.colour)
            self._write(self.number_entry, now.trump_number)
        elif self.number_entry >= 0:
            self.trumps = vec[i64](now.possible_trumps())
        else:
            self.trumps = vec[i64]([TRUMP_NUMBERS * colour for colour in now.terms.kit.colours])

    def _write(self, entry: i64, value: i64) -> None:
        """Fill in a value of the world's log."""
        self.base.log[entry] = with_value(self.base.log[entry], value)

    def draw(self, rng: Rng) -> WasStichtState:
        world = self.base.clone()
        if len(self.trumps):
            self._draw_trumps(world, rng)
        for k in range(len(self.choosers)):
            self._draw_choice(world, k, rng)
        return world

    def _draw_trumps(self, world: WasStichtState, rng: Rng) -> None:
        pair = self.trumps[rng.below(len(self.trumps))]
        colour = pair // TRUMP_NUMBERS
        world.log[self.colour_entry] = with_value(world.log[self.colour_entry], colour)
        deal = world.running
        if deal is None:
            world.colour = colour
            return
        number = pair % TRUMP_NUMBERS
        world.log[self.number_entry] = with_value(world.log[self.number_entry], number)
        deal.set_trumps(colour, number)

    def _draw_choice(self, world: WasStichtState, k: i64, rng: Rng) -> None:
        deal = world.running
        assert deal is not None
        seat = self.choosers[k]
        cards = world.contracts.owned[seat]
        kind = KIND_OF[index(nth(cards, rng.below(count(cards))))]
        deal.set_choice(seat, kind)
        entry = self.choice_entries[k]
        world.log[entry] = with_value(world.log[entry], CHOOSE + kind)


def world_without_secrets(view: View, now: Reading) -> WasStichtState:
    """Return the position as far as the observer knows it."""
    world = new_state(view.seats, view.options)
    world.copy_opening(view, now)
    world.first = now.first
    world.contracts = now.contracts
    if view.turn >= 0:
        world.running = now.deal
    elif now.laid_out:
        world.shuffled = 2 if now.colour_drawn else 1
        world.laid_out = now.columns
        world.colour = now.colour
    return world
