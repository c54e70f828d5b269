"""Luz: what one observer has seen of a deal, read into a position."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.luz import bets, tricks
from atout.games.luz.actions import BETS, colour_of, place_of
from atout.games.luz.cards import WIDTH, hand_size
from atout.games.luz.deal import Deal, new_deal
from atout.kernel.bits import bit
from atout.kernel.log import ACTION, DEALT, FIRST_OWN_KIND, HIDDEN, kind_of, open_of, seat_of, value_of
from atout.kernel.opening import LaidCard, Opening
from atout.kernel.options import Options
from atout.kernel.view import View

NUMBER: Final = FIRST_OWN_KIND  # open: the number of the deal

DRAWN: Final = FIRST_OWN_KIND + 1  # the seat that got the marker at the start

LAST: Final = FIRST_OWN_KIND + 2  # open: the seat's score in the deal before

SCORED: Final = FIRST_OWN_KIND + 3  # open: points; value: 22 * tricks + bet

BET: Final = FIRST_OWN_KIND + 4  # value: a bet made before the record begins

WON: Final = FIRST_OWN_KIND + 5  # open: tricks won before the record begins

LEADS: Final = FIRST_OWN_KIND + 6  # the seat leads where the record begins

GONE: Final = FIRST_OWN_KIND + 7  # value: a card played before the record begins


@final
class Hand:
    """One hand as the observer knows it: the backs in order, the cards where they were seen."""

    def __init__(self) -> None:
        self.colours: list[i64] = []
        self.cards: list[i64] = []  # a card, or HIDDEN
        self.held: list[bool] = []

    def add(self, colour: i64, card: i64) -> None:
        """Add the next back, in the order of the hand."""
        self.colours.append(colour)
        self.cards.append(card)
        self.held.append(True)

    def reveal(self, action: i64, card: i64) -> None:
        """Take away the back that an action played and remember its value."""
        left = place_of(action)
        for k in range(len(self.cards)):
            if self.held[k] and self.colours[k] == colour_of(action):
                left -= 1
                if not left:
                    self.cards[k] = card
                    self.held[k] = False
                    return

    def known_cards(self) -> i64:
        """Return the set of all cards of this hand that were seen, held or played."""
        cards: i64 = 0
        for card in self.cards:
            if card != HIDDEN:
                cards |= bit(card)
        return cards

    def bounds(self, k: i64, seen: i64) -> i64:
        """Return the set of cards that an unseen back can be, from its colour and those of its group that are seen."""
        low = WIDTH * self.colours[k]
        high = low + WIDTH
        for j in range(len(self.cards)):
            card = self.cards[j]
            if card != HIDDEN and seen & bit(card) and self.colours[j] == self.colours[k]:
                if j < k:
                    low = card + 1
                elif card < high:
                    high = card
        return bit(high) - bit(low)


@final
class Reading(Opening):
    """A part of the log read into a position. Hands the observer cannot see are empty in the deal."""

    def __init__(self, seats: i64, options: Options, log: vec[i64]) -> None:
        super().__init__(seats, log)
        self.starter: i64 = -1
        self.last = vec[i64]([0 for _ in range(seats)])
        self.hands = [Hand() for _ in range(seats)]
        self.gone: i64 = 0  # cards played before the record begins
        self.dealt: bool = False
        self.finished: list[list[LaidCard]] = []  # complete tricks
        self.trick: list[LaidCard] = []
        self.deal = new_deal(seats, 1, 0, hand_size(options))
        self._read_start(log)
        if self.dealt:
            self._read_play(seats, options, log)

    def _read_start(self, log: vec[i64]) -> None:
        for item in log:
            kind = kind_of(item)
            if kind == LAST:
                self.last[seat_of(item)] = open_of(item)
            elif kind == GONE:
                self.gone |= bit(value_of(item))
            elif kind == DEALT:
                self.dealt = True
                self.hands[seat_of(item)].add(open_of(item), value_of(item))

    def _read_play(self, seats: i64, options: Options, log: vec[i64]) -> None:
        """Play the seen bets and cards on a deal; hidden hands hold just the cards that they will be seen to play."""
        leader_start = options.is_on("three_player_leader_start")
        first = bets.first_player(self.drawn, self.number, seats)
        self.starter = bets.starter(seats, self.number, first, self.totals, leader_start)
        deal = new_deal(seats, self.number, self.starter, self.deal.size)
        if options.is_on("bead_limit"):
            deal.beads = bets.bead_supply(deal.size)
        deal.played = self.gone
        for seat in range(seats):
            deal.hands[seat] = self.hands[seat].known_cards()
        for item in log:
            if kind_of(item) == ACTION and value_of(item) >= BETS:
                deal.hands[seat_of(item)] |= bit(open_of(item))
        for item in log:
            kind = kind_of(item)
            if kind == BET:
                bets.apply(deal, value_of(item))
            elif kind == WON:
                deal.won[seat_of(item)] = open_of(item)
                deal.tricks += open_of(item)
            elif kind == LEADS:
                deal.turn = seat_of(item)
            elif kind == ACTION and value_of(item) < BETS:
                bets.apply(deal, value_of(item))
            elif kind == ACTION:
                self._read_card(deal, value_of(item), open_of(item))
        self.deal = deal

    def _read_card(self, deal: Deal, action: i64, card: i64) -> None:
        self.hands[deal.turn].reveal(action, card)
        self.trick.append(LaidCard(deal.turn, card))
        tricks.lay(deal, action, bit(card))
        if not deal.laid:
            self.finished.append(self.trick)
            self.trick = []

    def seen_cards(self) -> i64:
        """Return the set of all cards whose place the observer knows."""
        cards = self.gone
        for hand in self.hands:
            cards |= hand.known_cards()
        return cards


def read(view: View) -> Reading:
    """Return the present part of the log as a position."""
    return Reading(view.seats, view.options, view.log)
