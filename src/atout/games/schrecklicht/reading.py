"""Schrecklicht: a part of the log read into a position, as far as the observer could see it."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.schrecklicht import plays
from atout.games.schrecklicht.actions import card_of
from atout.games.schrecklicht.deal import Scale, new_deal, scale_of
from atout.games.schrecklicht.setup import holder_of_rejected
from atout.kernel.bits import bit
from atout.kernel.log import ACTION, DEALT, FIRST_OWN_KIND, HIDDEN, kind_of, open_of, seat_of, value_of
from atout.kernel.opening import Opening
from atout.kernel.seats import left_of
from atout.kernel.view import View

ROUND: Final = FIRST_OWN_KIND  # open: the number of the round
DEALER: Final = FIRST_OWN_KIND + 1  # the seat that deals this round
FIRSTS: Final = FIRST_OWN_KIND + 2  # open: best ranks of the seat so far
USED: Final = FIRST_OWN_KIND + 3  # open: an objective of an earlier round
OBJECTIVE: Final = FIRST_OWN_KIND + 4  # open: an objective of this round; green first, then violet, then blue
PILE: Final = FIRST_OWN_KIND + 5  # value: an objective that still lies in the pile, from the top
TURNED: Final = FIRST_OWN_KIND + 6  # open: a card turned up for the seat
REJECTED: Final = FIRST_OWN_KIND + 7  # open: a card turned up for the seat and put under the deck
SCORED: Final = FIRST_OWN_KIND + 8  # open: points of the seat in this round
LAID: Final = FIRST_OWN_KIND + 9  # open: a card that is visible in the seat's display where the record begins
PAIR: Final = FIRST_OWN_KIND + 10  # open: the covered pair in the seat's display where the record begins
TURN: Final = FIRST_OWN_KIND + 11  # the seat is on turn where the record begins


@final
class Reading(Opening):
    """A part of the log as a position. Hands that the observer cannot see are empty in the round."""

    def __init__(self, scale: Scale, seats: i64, log: vec[i64]) -> None:
        super().__init__(seats, log)
        self.dealer: i64 = self.drawn
        self.firsts = vec[i64]([0] * seats)
        self.used: i64 = 0
        self.objectives: list[i64] = []
        self.rejected: list[i64] = []
        self.dealt: bool = False
        self.sizes = vec[i64]([0] * seats)  # how many cards each hand holds
        self.played = vec[i64]([0] * seats)  # the cards that each hand was seen to play
        self.last: i64 = -1  # the last action
        self.deal = new_deal(scale, seats, left_of(self.dealer, seats))
        self._read_start(log)
        if self.dealt:
            self._read_play(log)

    def _read_start(self, log: vec[i64]) -> None:
        deal = self.deal
        for item in log:
            kind = kind_of(item)
            seat = seat_of(item)
            if kind == DEALT:
                self.dealt = True
                self.sizes[seat] += 1
                if value_of(item) != HIDDEN:
                    deal.hands[seat] |= bit(value_of(item))
            elif kind in (TURNED, LAID):
                deal.visible[seat] |= bit(open_of(item))
            elif kind == REJECTED:
                self.rejected.append(open_of(item))
            elif kind == FIRSTS:
                self.firsts[seat] = open_of(item)
            elif kind == USED:
                self.used |= bit(open_of(item))
            elif kind == OBJECTIVE:
                self.objectives.append(open_of(item))
            elif kind == PAIR:
                deal.pairs[seat] = open_of(item)
            elif kind == TURN:
                deal.turn = seat

    def _read_play(self, log: vec[i64]) -> None:
        """Play the seen actions; a hidden hand holds each card just before it plays it."""
        deal = self.deal
        plays.refresh(deal)
        for item in log:
            if kind_of(item) == ACTION:
                seat = seat_of(item)
                card = bit(card_of(value_of(item)))
                deal.hands[seat] |= card
                self.played[seat] |= card
                self.sizes[seat] -= 1
                self.last = value_of(item)
                plays.apply(deal, value_of(item))

    def is_first_lap(self) -> bool:
        """Say whether somebody has not played a card in this round yet; the dealer comes last."""
        return self.dealt and self.sizes[self.dealer] == self.deal.scale.hand

    def rejected_cards_by_seat(self) -> vec[i64]:
        """Return, by seat, the rejected cards that must have been dealt to it: everybody can count the deck."""
        known = vec[i64]([0] * self.deal.seats)
        for number, card in enumerate(self.rejected):
            holder = holder_of_rejected(self.deal.scale, number, len(self.rejected), self.deal.seats, self.dealer)
            if holder >= 0:
                known[holder] |= bit(card)
        return known


def read(view: View) -> Reading:
    """Return the present part of the log as a position."""
    return Reading(scale_of(view.seats, view.options), view.seats, view.log)
