"""Njet!: what one observer has seen of a deal, read into a position."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.njet import teams, tokens, tricks
from atout.games.njet.actions import LAY, PLAY
from atout.games.njet.cards import FACE_OF, FACES, ZEROS
from atout.games.njet.deal import LAYING, PASS_ON, TEAMS, TOKENS, TRICKS, is_in_team, new_deal
from atout.games.njet.terms import Terms, row
from atout.kernel.bits import bit, count, index
from atout.kernel.log import ACTION, DEALT, FIRST_OWN_KIND, HIDDEN, kind_of, open_of, seat_of, value_of
from atout.kernel.opening import LaidCard, Opening
from atout.kernel.options import Options
from atout.kernel.rng import number_range
from atout.kernel.seats import none_each
from atout.kernel.view import View

NUMBER: Final = FIRST_OWN_KIND  # open: the number of the round
DEALER: Final = FIRST_OWN_KIND + 1  # the seat that deals it
CHARACTER: Final = FIRST_OWN_KIND + 2  # open: the seat's character
GIVEN: Final = FIRST_OWN_KIND + 3  # value: a face that went from the seat to the seat `open`
SHOWN: Final = FIRST_OWN_KIND + 4  # value: a face that the seat had put away
SCORED: Final = FIRST_OWN_KIND + 5  # open: points; value: see scoring.Outcome.note
SPACE: Final = FIRST_OWN_KIND + 6  # open: a space that is open where the record begins
TEAMED: Final = FIRST_OWN_KIND + 7  # open: the teams formed before the record begins, as an action
LAID: Final = FIRST_OWN_KIND + 8  # value: a face put away before the record begins
WON: Final = FIRST_OWN_KIND + 9  # open: tricks won before the record begins
TAKEN: Final = FIRST_OWN_KIND + 10  # open: a face, a 0 captured before the record begins
GONE: Final = FIRST_OWN_KIND + 11  # open: a face played before the record begins
LEADS: Final = FIRST_OWN_KIND + 12  # the seat leads where the record begins


@final
class Reading(Opening):
    """A part of the log read into a position. Hands that the observer cannot see are empty in the deal."""

    def __init__(self, observer: i64, seats: i64, options: Options, log: vec[i64]) -> None:
        super().__init__(seats, log)
        self.observer = observer
        self.dealer: i64 = self.drawn
        self.characters = number_range(seats)
        for item in log:
            if kind_of(item) == CHARACTER:
                self.characters[seat_of(item)] = open_of(item)
        self.terms = Terms(seats, options, self.characters)
        self.deal = new_deal(self.terms, self.dealer)
        self.dealt: bool = False
        self.unseen = self.terms.pack  # cards that the observer cannot place
        self.sizes = none_each(seats)  # cards dealt to each seat
        self.laid = none_each(seats)  # cards put away or passed on by each seat
        self.played = none_each(seats)  # the cards each seat has played since the log began
        self.voids = none_each(seats)  # the cards each seat has shown not to hold any more
        self.gave: list[i64] = []  # the faces the observer passed on, once they changed hands
        self.got: list[i64] = []  # the faces the observer got
        self.finished: list[list[LaidCard]] = []  # complete tricks
        self.winners: list[i64] = []
        self.trick: list[LaidCard] = []  # its cards as sets
        self.loot: list[list[i64]] = [[] for _ in range(seats)]  # the faces of captured 0s
        self.shown: list[list[i64]] = [[] for _ in range(seats)]  # the faces put away, once revealed
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
        elif kind == GIVEN:
            self._read_given(seat, open_of(item), value)
        elif kind == LAID:
            self._read_laid(seat, value)
        elif kind == SHOWN:
            self.shown[seat].append(value)
        elif kind >= SPACE:
            self._read_position(kind, seat, open_of(item))

    def _read_position(self, kind: i64, seat: i64, number: i64) -> None:
        """Read what was true where the record begins."""
        deal = self.deal
        if kind == SPACE:
            deal.open = deal.open & ~row(number // 5) | bit(number)
            if number >= 20:
                tokens.settle(deal)
        elif kind == TEAMED:
            teams.apply(deal, number)
        elif kind == WON:
            deal.won += number << (8 * seat)
            deal.tricks += number
        elif kind == TAKEN:
            deal.loot += bit(8 * seat)
            deal.played |= self._take(number)
            self.loot[seat].append(number)
        elif kind == GONE:
            deal.played |= self._take(number)
        elif kind == LEADS:
            deal.phase = TRICKS
            deal.turn = seat

    def _read_action(self, seat: i64, action: i64) -> None:
        deal = self.deal
        if deal.phase == TRICKS:
            self._read_card(seat, action - PLAY)
        elif deal.phase == LAYING:
            self._read_laid(seat, HIDDEN if action == HIDDEN else action - LAY)
        elif deal.phase == TEAMS:
            teams.apply(deal, action)
        elif deal.phase == TOKENS:
            tokens.apply(deal, action)

    def _read_laid(self, seat: i64, face: i64) -> None:
        """Read a card put away or passed on; after the last one the tricks begin."""
        deal = self.deal
        self.laid[seat] += 1
        if face != HIDDEN:
            card = FACES.first(deal.hands[seat], face)
            deal.hands[seat] ^= card
            deal.chosen[seat] |= card
        for other in range(deal.seats):
            if self.laid[other] < deal.need:
                return
        deal.phase = TRICKS
        deal.turn = deal.start
        if deal.lay == PASS_ON and self.observer >= 0:
            self.unseen |= deal.chosen[self.observer]  # from now on they may be held or played by the receiver

    def _read_given(self, giver: i64, receiver: i64, face: i64) -> None:
        deal = self.deal
        if receiver == self.observer:
            card = self._take(face)
            deal.hands[receiver] |= card
            deal.chosen[giver] |= card
            self.got.append(face)
        elif giver == self.observer:
            self.gave.append(face)

    def _read_card(self, seat: i64, face: i64) -> None:
        deal = self.deal
        card = FACES.first(deal.hands[seat], face)
        if not card:
            card = self._take(face)
            deal.hands[seat] |= card
        if deal.laid and not card & deal.led:
            self.voids[seat] |= deal.led
        self.played[seat] |= card
        self.trick.append(LaidCard(seat, card))
        tricks.lay(deal, card, face)
        if deal.laid:
            return
        for laid in self.trick:
            if laid.card & ZEROS and is_in_team(deal.team, laid.seat) != is_in_team(deal.team, deal.winner):
                self.loot[deal.winner].append(FACE_OF[index(laid.card)])
        self.finished.append(self.trick)
        self.winners.append(deal.winner)
        self.trick = []

    def _take(self, face: i64) -> i64:
        """Return, as a set, one of the cards of a face that could not be placed before."""
        card = FACES.first(self.unseen, face)
        self.unseen ^= card
        return card

    def held_count(self, seat: i64) -> i64:
        """Return how many cards a seat holds."""
        gone = count(self.played[seat])
        if self.deal.lay != PASS_ON or self.deal.phase == LAYING:
            gone += self.laid[seat]
        return self.sizes[seat] - gone


def read(view: View) -> Reading:
    """Return the present part of the log as a position."""
    return Reading(view.seat, view.seats, view.options, view.log)
