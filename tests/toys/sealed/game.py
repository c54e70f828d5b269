"""Sealed: two rounds in which all seats put one of their cards face down, in any order; the highest card scores.

Who has put a card down is public, which card is not, until the last one is in (SEA-04).
"""

from librt.vecs import vec
from mypy_extensions import i64

from atout import OVER, Game, Sampler, State
from atout.kernel.cards import Field, Pack
from atout.kernel.clause import Clause
from atout.kernel.dealer import Dealer
from atout.kernel.errors import NotationError
from atout.kernel.log import (
    ACTION,
    DEALT,
    EVERYBODY,
    FIRST_OWN_KIND,
    HIDDEN,
    kind_of,
    observer,
    seat_of,
    value_of,
    with_value,
)
from atout.kernel.options import Options
from atout.kernel.rng import Rng, scramble
from atout.kernel.start import Start
from atout.kernel.state import ScoreLine
from atout.kernel.view import View
from tests.toys.base import ToyState

CARDS = 7
HAND = 2
SHOWN = FIRST_OWN_KIND  # value: the card a seat had put down
NONE = -1

SEATS = Clause("SEA-01", "two-or-three-seats")
CARDS_FIRST = Clause("SEA-02", "cards-first")
ONE_CARD_EACH = Clause("SEA-03", "one-card-each")
NOT_HELD = Clause("SEA-03", "not-held")
MATCH_OVER = Clause("SEA-05", "match-over")
HIGHEST = Clause("SEA-05", "highest")


class SealedState(ToyState):
    def __init__(self, seats: int, options: Options) -> None:
        super().__init__(seats, options)
        self.down = [NONE] * seats  # such a card is no longer in the hand
        self.public = 1

    def clone(self) -> "SealedState":
        new = type(self)(self.seats, self.options)
        self.copy_to(new)
        new.hands = [list(hand) for hand in self.hands]
        new.down = list(self.down)
        new.won = list(self.won)
        new.public = self.public
        return new

    def owes(self, seat: int) -> bool:
        return self.turn >= 0 and self.down[seat] == NONE

    def pack(self) -> Pack:
        return Pack("cards", [str(card) for card in range(CARDS)], [Field("hands", self.starts(), HAND)])

    def starts(self) -> list[int]:
        return [HAND * seat for seat in range(self.seats)]

    def hand_out(self, order: vec[i64]) -> None:
        for seat, start in enumerate(self.starts()):
            self.hands[seat] = sorted(order[start : start + HAND])
            for card in self.hands[seat]:
                self.note(DEALT, seat, 0, card, observer(seat))
        self.turn = 0

    def check(self, seat: int, action: int) -> Clause | None:
        if self.turn < 0:
            return MATCH_OVER if self.turn == OVER else CARDS_FIRST
        if not self.owes(seat):
            return ONE_CARD_EACH
        return None if action in self.hands[seat] else NOT_HELD

    def choices(self, seat: int) -> list[int]:
        return self.hands[seat] if self.owes(seat) else []

    def width(self) -> int:
        return HAND

    def apply(self, seat: int, action: int) -> None:
        self.note(ACTION, seat, 0, action, self.audience(seat))
        self.public = scramble(self.public ^ (seat + 1))
        self.hands[seat].remove(action)
        self.down[seat] = action
        if NONE in self.down:
            self.turn = self.down.index(NONE)
            return
        for other in range(self.seats):
            self.note(SHOWN, other, 0, self.down[other], EVERYBODY)
            self.public = scramble(self.public ^ (self.down[other] + 100))
        self.won[self.down.index(max(self.down))] += 1
        self.down = [NONE] * self.seats
        self.turn = 0 if self.hands[0] else OVER

    def audience(self, seat: int) -> int:
        return observer(seat)

    def view(self, seat: int) -> View:
        return View(self.observe(seat))

    def key(self, seat: int) -> int:
        key = self.public
        for card in [*self.hands[seat], self.down[seat] + 100]:
            key = scramble(key ^ (card + 1000))
        return key

    def score_lines(self) -> list[ScoreLine]:
        return [ScoreLine(seat, self.won[seat], HIGHEST, {}) for seat in range(self.seats) if self.won[seat]]


class SealedSampler(Sampler):
    """Unseen cards lie in a hand, face down before a seat, or were left over; all ways are equally likely."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.base = SealedState(view.seats, view.options)
        self.base.turn = view.turn
        self.base.copy_from_view(view)
        self.shown: list[list[int]] = [[] for _ in range(view.seats)]
        self.read()
        known = {card for hand in [*self.base.hands, *self.shown] for card in hand} | {*self.base.down}
        self.unseen = [card for card in range(CARDS) if card not in known]
        rooms: list[int] = []
        for seat in self.hidden_cards():
            rooms += [HAND - len(self.shown[seat]) - (seat in self.waiting), int(seat in self.waiting)]
        rooms.append(len(self.unseen) - sum(rooms))
        everywhere = 2 ** len(rooms) - 1
        self.dealer = Dealer([everywhere for _ in self.unseen], rooms)

    def read(self) -> None:
        base = self.base
        self.waiting: list[int] = []  # seats with a hidden card face down
        for item in self.view.log:
            kind, seat, value = kind_of(item), seat_of(item), value_of(item)
            if kind == DEALT and value != HIDDEN:
                base.hands[seat].append(value)
            elif kind == ACTION:
                base.public = scramble(base.public ^ (seat + 1))
                if value == HIDDEN:
                    self.waiting.append(seat)
                else:
                    base.hands[seat].remove(value)
                    base.down[seat] = value
            elif kind == SHOWN:
                base.public = scramble(base.public ^ (value + 100))
                self.shown[seat].append(value)
                if seat == base.seats - 1:
                    base.won = self.points()
                    base.down = [NONE] * base.seats
                    self.waiting = []

    def points(self) -> list[int]:
        rounds = list(zip(*self.shown, strict=True))
        return [sum(cards[seat] == max(cards) for cards in rounds) for seat in range(self.base.seats)]

    def hidden_cards(self) -> list[int]:
        return [seat for seat in range(self.view.seats) if seat != self.view.seat and len(self.view.log)]

    def draw(self, rng: Rng) -> SealedState:
        world = self.base.clone()
        placed = list(zip(self.unseen, self.dealer.draw_list(rng), strict=True))
        for k, seat in enumerate(self.hidden_cards()):
            world.hands[seat] = [card for card, place in placed if place == 2 * k]
            world.down[seat] = max([card for card, place in placed if place == 2 * k + 1], default=NONE)
        self.fill(world)
        return world

    def fill(self, world: SealedState) -> None:
        """Write the drawn cards into the log."""
        log = world.log
        for seat in self.hidden_cards():
            down = [world.down[seat]] if world.down[seat] != NONE else []
            dealt = sorted(world.hands[seat] + self.shown[seat] + down)
            chosen = self.shown[seat] + down
            for k, item in enumerate(log):
                if seat_of(item) == seat and kind_of(item) == DEALT:
                    log[k] = with_value(item, dealt.pop(0))
                elif seat_of(item) == seat and kind_of(item) == ACTION:
                    log[k] = with_value(item, chosen.pop(0))
        world.log = log


class Sealed(Game):
    state_type: type[SealedState] = SealedState

    def __init__(self) -> None:
        super().__init__("sealed", "Sealed", 1, (2, 3), CARDS)
        self.prefix = "SEA"
        self.seats_clause = SEATS
        self.max_decisions = 7

    def set_up(self, seats: int, options: Options, start: Start) -> State:
        return self.state_type(seats, options)

    def sampler(self, view: View) -> Sampler:
        return SealedSampler(view)

    def text(self, action: int) -> str:
        if not 0 <= action < CARDS:
            raise NotationError(f"no action {action}")
        return str(action)

    def parse(self, text: str) -> int:
        if text in [str(card) for card in range(CARDS)]:
            return int(text)
        raise NotationError(f"'{text}' is not a card")


GAME = Sealed()
