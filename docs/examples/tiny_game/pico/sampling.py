"""Pico: worlds that fit a view, each as likely as any other."""

from atout.authoring import DEALT, HIDDEN, TRICK, Dealer, Rng, Sampler, kind_of, seat_of, with_value
from pico.cards import CARDS, suit
from pico.state import PicoState
from pico.view import DEAL, PicoView


class PicoSampler(Sampler):
    """Puts the unseen cards where they can lie. It is made from a view, so it cannot know more than the view."""

    def __init__(self, view: PicoView) -> None:
        self.view = view
        self.now = view.read()
        self.hidden = [seat for seat in range(view.seats) if HIDDEN in self.now.held_cards(seat)]
        seen = [card for hand in (*self.now.dealt, *self.now.played) for card in hand]
        self.unseen = [card for card in range(CARDS) if card not in seen]
        rooms = [len(self.now.held_cards(seat)) for seat in self.hidden]
        rooms.append(len(self.unseen) - sum(rooms))  # nobody holds these
        self.dealer = Dealer([self.places(card) for card in self.unseen], rooms)

    def places(self, card: int) -> int:
        """Return, as a set of bits, where a card can lie: with nobody, or with a seat that may still have its suit."""
        able = [k for k, seat in enumerate(self.hidden) if suit(card) not in self.now.lacks[seat]]
        return sum(2**k for k in [*able, len(self.hidden)])

    def draw(self, rng: Rng) -> PicoState:
        """Return a world: the state that the view describes, with every hidden card drawn."""
        view, now = self.view, self.now
        world = PicoState(view.seats, view.options)
        world.copy_from_view(view)
        world.number = now.number
        world.trick = list(now.trick)
        world.public = now.public
        world.won = tricks_won(view)
        drawn = self.dealer.draw_list(rng)
        for seat in range(view.seats):
            if seat in self.hidden:
                place = self.hidden.index(seat)
                world.hands[seat] = [card for card, where in zip(self.unseen, drawn, strict=True) if where == place]
            else:
                world.hands[seat] = now.held_cards(seat)
        self.fill(world)
        return world

    def fill(self, world: PicoState) -> None:
        """Write the drawn cards into the log, as if they had been dealt so."""
        log = world.log
        for seat in range(world.seats):
            dealt = sorted(world.hands[seat] + self.now.played[seat])
            for k, item in enumerate(log):
                if kind_of(item) == DEALT and seat_of(item) == seat:
                    log[k] = with_value(item, dealt.pop(0))


def tricks_won(view: PicoView) -> list[tuple[int, int]]:
    """Return the number of the deal and the winner of every trick of the match."""
    found: list[tuple[int, int]] = []
    number = 0
    for seen in view.seen:
        if seen.kind == DEAL:
            number = seen.open
        elif seen.kind == TRICK:
            found.append((number, seen.seat))
    return found
