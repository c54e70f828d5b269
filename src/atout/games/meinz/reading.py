"""Meinz: what one observer has seen of a round, read into a position."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.meinz import actions, cry, discard, exchange, flow, tricks
from atout.games.meinz.actions import DECLINE, EXCHANGE, KEEP, PLAY
from atout.games.meinz.cards import EQUALS, SUITS
from atout.games.meinz.deal import DISCARDING, MONSTER, NONE, PLACES, circle_of, first_place, hand_size, new_deal, zeros
from atout.kernel.bits import bit
from atout.kernel.log import ACTION, FIRST_OWN_KIND, HIDDEN, kind_of, open_of, seat_of, value_of
from atout.kernel.log import DEALT as DEALT_CARD
from atout.kernel.opening import LaidCard, Opening
from atout.kernel.options import Options
from atout.kernel.view import View

ROUND: Final = FIRST_OWN_KIND  # open: the number of the round
DRAWN: Final = FIRST_OWN_KIND + 1  # the seat that dealt first
MONSTER_TOTAL: Final = FIRST_OWN_KIND + 2  # open: the Monster's point cards when this part of the match began
STACKED: Final = FIRST_OWN_KIND + 3  # value, for nobody: a card of the Monster's stack; open: its place from the top
TURNED: Final = FIRST_OWN_KIND + 4  # open: the card the Monster turned up
MONSTER_TRICK: Final = FIRST_OWN_KIND + 5  # the Monster takes the trick
SCORED: Final = FIRST_OWN_KIND + 6  # for a place, open: points; value: its total
SHOWN: Final = FIRST_OWN_KIND + 7  # open: the seat's discard, shown after the round (an option)
MONSTER_WINS: Final = FIRST_OWN_KIND + 8  # the Monster wins the match or shares the victory (an option)
GONE: Final = FIRST_OWN_KIND + 9  # open: a card in a trick that was won before the record begins
WON: Final = FIRST_OWN_KIND + 10  # for a place, open: tricks won before the record begins; value: what they count
LEADS: Final = FIRST_OWN_KIND + 11  # the place leads where the record begins

UNSEEN: Final = 62  # a discard or a card of the stack that the observer did not see


@final
class FinishedTrick:
    """A complete trick as it lies, and what was exchanged."""

    def __init__(self, cards: list[LaidCard], taker: i64) -> None:
        self.cards = cards
        self.taker = taker
        self.given: i64 = NONE
        self.taken: i64 = NONE


@final
class Reading(Opening):
    """A part of the log read into a position.

    A hand that the observer cannot see holds in the deal just the cards that everybody knows to be there: those taken
    by exchange. Whatever else the hand holds is unseen.
    """

    def __init__(self, seats: i64, options: Options, log: vec[i64]) -> None:
        super().__init__(PLACES, log)  # totals: point cards, the Monster's last
        self.seats = seats
        self.one_cry = options.text("cry_limit") == "one"
        self.earliest = options.text("low_tie") == "earliest"
        self.dealt: bool = False
        self.sizes = zeros()  # cards now in each hand, or in the stack
        self.taken = zeros()  # cards in each hand that came there by exchange
        self.shown = zeros()  # cards from each hand as it was dealt that were played or given
        self.lacks = zeros()  # cards that the unseen part of a hand cannot hold
        self.seen: i64 = 0  # all cards that lay open in this round
        self.trick: list[LaidCard] = []  # by place; NONE for a card that was given in exchange
        self.finished: list[FinishedTrick] = []
        self.results = vec[i64]([NONE, NONE, NONE, NONE])  # totals of the round, once it is over
        self.points = zeros()  # point cards for them
        self.revealed = vec[i64]([NONE, NONE, NONE, NONE])  # discards, if they are shown after the round
        self.monster_wins: bool = False
        self.deal = new_deal(vec[i64](), zeros(), vec[i64](), 1, hand_size(seats, options))
        self._read_facts(log)
        if self.dealt:
            self._read_play(log)

    def _read_facts(self, log: vec[i64]) -> None:
        """Read what does not depend on the course of the play."""
        deal = self.deal
        for item in log:
            kind = kind_of(item)
            place = seat_of(item)
            number = open_of(item)
            if kind == MONSTER_TOTAL:
                self.totals[MONSTER] = number
            elif kind == DEALT_CARD:
                self.dealt = True
                self.sizes[place] += 1
                if value_of(item) != HIDDEN:
                    deal.hands[place] |= bit(value_of(item))
            elif kind == STACKED:
                self.sizes[MONSTER] += 1
            elif kind == GONE:
                self.seen |= bit(number)
            elif kind == WON:
                deal.receive(place, number, value_of(item))
            else:
                self._read_end(kind, place, number, value_of(item))

    def _read_end(self, kind: i64, place: i64, number: i64, value: i64) -> None:
        """Read how the round ended."""
        if kind == SCORED:
            self.points[place] = number
            self.results[place] = value
        elif kind == SHOWN:
            self.revealed[place] = number
        elif kind == MONSTER_WINS:
            self.monster_wins = True

    def _read_play(self, log: vec[i64]) -> None:
        deal = self.deal
        deal.circle = circle_of(self.drawn, self.seats)
        deal.first = first_place(self.number)
        deal.stack = vec[i64]([UNSEEN for _ in range(self.sizes[MONSTER])] if self.seats < PLACES else [])
        for item in log:
            kind = kind_of(item)
            if kind == TURNED:
                deal.stack[deal.turned] = open_of(item)
                deal.turned += 1
                self._read_card(MONSTER, open_of(item))
            elif kind == ACTION:
                self._read_action(seat_of(item), value_of(item))
            elif kind == LEADS:
                deal.first = (deal.first + deal.order_of(seat_of(item))) % PLACES
                deal.turn = seat_of(item)

    def _read_action(self, seat: i64, action: i64) -> None:
        deal = self.deal
        if deal.phase == DISCARDING:
            self.sizes[seat] -= 1
            if action == HIDDEN:
                action = UNSEEN
                deal.hands[seat] = bit(UNSEEN)
            discard.apply(deal, seat, action, self.seats)
        elif PLAY <= action < DECLINE:
            self._read_card(seat, action - PLAY)
        elif action < KEEP:
            cry.apply(deal, action)
            flow.proceed(deal, self.one_cry, self.earliest)
        else:
            self._read_exchange(seat, action)

    def _read_card(self, place: i64, card: i64) -> None:
        deal = self.deal
        if deal.laid and not deal.is_monster(place):
            led = deal.cards[0]
            if not (SUITS[led] | EQUALS[led]) & bit(card):
                self.lacks[place] |= SUITS[led]  # MEINZ-23 lets only a hand without the led colour play such a card
        self._leave_hand(place, card)
        self.sizes[place] -= 1
        self.trick.append(LaidCard(place, card))
        tricks.lay(deal, card)
        taker = flow.proceed(deal, self.one_cry, self.earliest)
        if taker != NONE:
            self.finished.append(FinishedTrick(self.trick, taker))
            self.trick = []

    def _leave_hand(self, place: i64, card: i64) -> None:
        """Remember a card that was shown: it had been taken by exchange, or it was dealt to this hand."""
        self.seen |= bit(card)
        if self.taken[place] & bit(card):
            self.taken[place] ^= bit(card)
        else:
            self.shown[place] |= bit(card)

    def _read_exchange(self, seat: i64, action: i64) -> None:
        deal = self.deal
        if action >= EXCHANGE:
            give = actions.given_card(action)
            take = actions.taken_card(action)
            deal.hands[seat] |= bit(give)
            self._leave_hand(seat, give)
            self.taken[seat] |= bit(take)
            last = self.finished[-1]
            last.given = give
            last.taken = take
            for laid in last.cards:
                if laid.card == take:
                    laid.card = give
                    laid.seat = NONE
        exchange.apply(deal, action)


def read(view: View) -> Reading:
    """Return the present part of the log as a position."""
    return Reading(view.seats, view.options, view.log)
