"""Mü: what one observer has seen of a deal, read into a position."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.mu import auction, naming, tricks
from atout.games.mu.actions import BID, HAND, LAY, NO_MORE
from atout.games.mu.cards import CARDS_OF, FACES
from atout.games.mu.deal import AUCTION, TRICKS, new_deal
from atout.games.mu.terms import Terms
from atout.kernel.log import ACTION, DEALT, FIRST_OWN_KIND, HIDDEN, kind_of, open_of, seat_of, value_of
from atout.kernel.opening import Opening
from atout.kernel.options import Options
from atout.kernel.seats import none_each
from atout.kernel.view import View

NUMBER: Final = FIRST_OWN_KIND  # open: the number of the round
DEALER: Final = FIRST_OWN_KIND + 1  # the seat that deals it
CHIEF: Final = FIRST_OWN_KIND + 2  # the auction made the seat Chief; open: the size of the bid
VICE: Final = FIRST_OWN_KIND + 3  # the auction made the seat Vice; TABLE: nobody
DEADLOCK: Final = FIRST_OWN_KIND + 4  # the auction made the seat the culprit; open: the size; value: the tied seats
ALL_PASSED: Final = FIRST_OWN_KIND + 5  # nobody bid
PLAYED: Final = FIRST_OWN_KIND + 6  # the seat was Chief; open: the Partner; value: see scoring.Outcome.note
SCORED: Final = FIRST_OWN_KIND + 7  # open: points; value: card points
# What was true where a record begins:
LIES: Final = FIRST_OWN_KIND + 8  # value: a face among the bid cards of the seat
BIDS: Final = FIRST_OWN_KIND + 9  # open: how many passes in succession; the seat is on turn in the auction
LATEST: Final = FIRST_OWN_KIND + 10  # the seat bid; in the order of their latest bids
CHIEF_IS: Final = FIRST_OWN_KIND + 11  # open: the size of the bid; value: the trump
VICE_IS: Final = FIRST_OWN_KIND + 12  # value: the trump
PARTNER_IS: Final = FIRST_OWN_KIND + 13
WON: Final = FIRST_OWN_KIND + 14  # open: tricks won; value: card points in them
GONE: Final = FIRST_OWN_KIND + 15  # value: a face that was played
LEADS: Final = FIRST_OWN_KIND + 16  # the seat leads


@final
class LaidCard:
    """A card on the table, who played it, and whether it came from the hand or from the bid cards."""

    def __init__(self, seat: i64, face: i64, from_hand: bool) -> None:
        self.seat = seat
        self.face = face
        self.from_hand = from_hand


@final
class Reading(Opening):
    """A part of the log read into a position. Hands that the observer cannot see are empty in the deal."""

    def __init__(self, seats: i64, options: Options, log: vec[i64]) -> None:
        super().__init__(seats, log)
        self.dealer: i64 = max(0, self.drawn)
        self.terms = Terms(seats, options)
        self.deal = new_deal(self.terms, self.dealer)
        self.dealt: bool = False
        self.unseen = self.terms.pack  # cards that the observer cannot place
        self.sizes = none_each(seats)  # cards dealt to each hand
        self.shown = none_each(seats)  # the cards of each hand that were laid or played since the log began
        self.voids = none_each(seats)  # the cards each hand has shown not to hold any more
        self.finished: list[list[LaidCard]] = []  # complete tricks
        self.winners: list[i64] = []
        self.trick: list[LaidCard] = []
        for item in log:
            self._read(item)

    def _read(self, item: i64) -> None:
        kind = kind_of(item)
        seat = seat_of(item)
        value = value_of(item)
        if kind == ACTION:
            self._read_action(seat, value)
        elif kind == DEALT:
            self.dealt = True
            self.sizes[seat] += 1
            if value != HIDDEN:
                self.deal.hands[seat] |= self._take(value)
        elif kind >= LIES:
            self._read_position(kind, seat, open_of(item), value)

    def _read_position(self, kind: i64, seat: i64, number: i64, value: i64) -> None:
        """Read what was true where the record begins."""
        deal = self.deal
        if kind == LIES:
            deal.bids[seat] |= self._take(value)
        elif kind == GONE:
            self._take(value)
        elif kind == BIDS:
            auction.resume(deal, seat, number)
        elif kind == LATEST:
            auction.note_bid(deal, seat)
        elif kind == CHIEF_IS:
            deal.chief = seat
            deal.size = number
            deal.chief_trump = value
        elif kind == VICE_IS:
            deal.vice = seat
            deal.vice_trump = value
        elif kind == PARTNER_IS:
            deal.partner = seat
            deal.phase = TRICKS
            naming.settle(deal)
        elif kind == WON:
            tricks.note_tricks(deal, seat, number, value)
        elif kind == LEADS:
            deal.turn = seat

    def _read_action(self, seat: i64, action: i64) -> None:
        deal = self.deal
        if deal.phase == TRICKS:
            self._read_card(seat, action)
        elif deal.phase == AUCTION:
            if action != NO_MORE:
                self._show(seat, action - LAY)
            auction.apply(deal, action)
        else:
            naming.apply(deal, action)

    def _read_card(self, seat: i64, action: i64) -> None:
        deal = self.deal
        from_hand = action < BID
        face = action - HAND if from_hand else action - BID
        if deal.laid and not CARDS_OF[face] & deal.led:
            self.voids[seat] |= deal.led
        if from_hand:
            self._show(seat, face)
        self.trick.append(LaidCard(seat, face, from_hand))
        tricks.apply(deal, action)
        if not deal.laid:
            self.finished.append(self.trick)
            self.winners.append(deal.winner)
            self.trick = []

    def _show(self, seat: i64, face: i64) -> None:
        """Let a hand hold a card that it is seen to lay or play now."""
        card = FACES.first(self.deal.hands[seat], face)
        if not card:
            card = self._take(face)
            self.deal.hands[seat] |= card
        self.shown[seat] |= card

    def _take(self, face: i64) -> i64:
        """Return, as a set, one of the cards of a face that could not be placed before."""
        card = FACES.first(self.unseen, face)
        self.unseen ^= card
        return card


def read(view: View) -> Reading:
    """Return the present part of the log as a position."""
    return Reading(view.seats, view.options, view.log)
