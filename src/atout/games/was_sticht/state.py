"""Was sticht?: the match. Dispatches to the phase, keeps the contracts, writes the log."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.was_sticht import choice, columns, contracts, discard, reading, scoring, tricks
from atout.games.was_sticht.actions import CHOOSE, DISCARD, KINDS, PICK, PLAY
from atout.games.was_sticht.cards import COLUMN, KIND_OF, TRUMP_NUMBERS, UNKNOWN_TRUMP, copies
from atout.games.was_sticht.deal import (
    CHOOSING,
    COLUMN_DRAFT,
    COUNTED,
    DISCARDING,
    TRICKS,
    Contracts,
    Deal,
    new_contracts,
    new_deal,
)
from atout.games.was_sticht.terms import CARD_PACKS, COLOUR_PACKS, NUMBER_PACKS, SEAT_PACKS, Terms
from atout.games.was_sticht.view import WasStichtView
from atout.kernel.bits import bit, count, index, lowest, members, nth
from atout.kernel.cards import Pack
from atout.kernel.clause import Clause
from atout.kernel.log import ACTION, DEALT, EVERYBODY, TABLE, TRICK, observer
from atout.kernel.options import Options
from atout.kernel.rng import scramble
from atout.kernel.seats import left_of
from atout.kernel.state import CHANCE, OVER, ScoreLine, State, reduce_state
from atout.kernel.transfer import Transfer

NO_COLUMNS: Final = vec[i64]()


def new_state(seats: i64, options: Options) -> "WasStichtState":
    """Return a match before its first chance event."""
    terms = Terms(seats, options)
    return WasStichtState(seats, options, terms, new_contracts(terms))


@final
class WasStichtState(State):
    """A match of Was sticht?."""

    def __init__(self, seats: i64, options: Options, terms: Terms, contracts: Contracts) -> None:
        super().__init__(seats, options)
        self.terms = terms
        self.contracts = contracts
        self.first: i64 = -1  # the first player of the round that is played or comes next; below 0 before the draw
        self.number = 0  # in the contract draft
        self.running: Deal | None = None
        self.shuffled: i64 = 0  # how many of the three decks of the coming round
        self.laid_out = NO_COLUMNS  # the columns of that round
        self.colour: i64 = UNKNOWN_TRUMP  # the trump colour of that round

    def clone(self) -> "WasStichtState":
        new = WasStichtState(self.seats, self.options, self.terms, self.contracts)
        self.copy_to(new)
        new.first = self.first
        if self.shuffled:
            new.shuffled = self.shuffled
            new.laid_out = self.laid_out
            new.colour = self.colour
        new.running = None if self.running is None else self.running.clone()
        return new

    def transfer(self, numbers: Transfer) -> None:
        self.contracts = self.contracts.transfer(numbers)
        self.laid_out = numbers.row(self.laid_out)
        if numbers.starts(self.running):
            self.running = Deal(self.terms, self.first, NO_COLUMNS, vec[i64]([0, 0, 0, 0]))
        numbers.part(self.running)

    def __reduce__(self) -> tuple[object, ...]:
        return reduce_state(self, new_state, "first shuffled colour")

    # Chance

    def pack(self) -> Pack:
        if self.first < 0:
            return SEAT_PACKS[self.seats - 3]
        packs = CARD_PACKS if not self.shuffled else COLOUR_PACKS if self.shuffled == 1 else NUMBER_PACKS
        return packs[self.terms.packs]

    def hand_out(self, order: vec[i64]) -> None:
        if self.first < 0:
            self.first = order[0]
            self.open_chapter()
            self.turn = self.first
            return
        self.shuffled += 1
        if self.shuffled == 1:
            self._lay_out(order)
        elif self.shuffled == 2:
            self.colour = self.terms.kit.colours[order[len(order) - 1]]  # the bottom card (WAS-21)
            self.note(reading.TRUMP_COLOUR, self.first, 0, self.colour, observer(self.first))
        else:
            self._start_round(self.terms.kit.numbers[order[len(order) - 1]])

    def _lay_out(self, order: vec[i64]) -> None:
        """Lay the cards out in columns of four, for everybody to see (WAS-23)."""
        order = self.terms.kit.shuffled_cards(order)
        size = self.terms.size
        cards = vec[i64]([0] * size)
        place: i64 = 0
        for column in range(size):
            for _ in range(COLUMN):
                cards[column] |= bit(order[place])
                place += 1
        self.laid_out = cards
        if not self.silent:
            for column in range(size):
                for card in members(cards[column]):
                    self.note(DEALT, TABLE, column, card, EVERYBODY)

    def _start_round(self, number: i64) -> None:
        """Show the first player the trumps (WAS-21) and open the column draft."""
        deal = new_deal(self.terms, self.contracts, self.number, self.first, self.laid_out)
        deal.set_trumps(self.colour, number)
        self.note(reading.TRUMP_NUMBER, self.first, 0, number, observer(self.first))
        self.shuffled = 0
        self.running = deal
        self.turn = deal.turn

    def open_chapter(self) -> None:
        """Begin a part of the log with what everybody knows at this point."""
        if self.silent:
            return
        self.note(reading.NUMBER, TABLE, self.number, 0, EVERYBODY)
        self.note(reading.FIRST, self.first, 0, 0, EVERYBODY)
        for seat in range(self.seats):
            for card in members(self.contracts.owned[seat]):
                self.note(reading.OWNS, seat, KIND_OF[card], 0, EVERYBODY)
            for card in members(self.contracts.fulfilled[seat]):
                self.note(reading.FULFILLED, seat, KIND_OF[card], 0, EVERYBODY)

    # Decisions

    def owes(self, seat: i64) -> bool:
        deal = self.running
        if deal is not None and deal.phase == CHOOSING:
            return choice.owes(deal, seat)
        return seat == self.turn

    def check(self, seat: i64, action: i64) -> Clause | None:
        deal = self.running
        if self.turn < 0:
            if self.turn == OVER:
                return Clause("WAS-90", "match-over")
            return Clause("WAS-05", "draw-first") if self.first < 0 else Clause("WAS-20", "lay-out-first")
        if deal is None:
            return contracts.check(self.terms, self.contracts, self.turn, seat, action)
        if deal.phase == TRICKS:
            return tricks.check(deal, seat, action)
        if deal.phase == COLUMN_DRAFT:
            return columns.check(deal, seat, action)
        if deal.phase == CHOOSING:
            return choice.check(deal, self.contracts, seat, action)
        return discard.check(deal, self.contracts, seat, action)

    def menu(self, seat: i64, out: vec[i64]) -> i64:
        if seat < 0 or not self.owes(seat):
            return 0
        deal = self.running
        if deal is None:
            return contracts.menu(self.terms, self.contracts, seat, out)
        if deal.phase == TRICKS:
            return tricks.menu(deal, out)
        if deal.phase == COLUMN_DRAFT:
            return columns.menu(deal, out)
        return choice.menu(self.contracts, seat, CHOOSE if deal.phase == CHOOSING else DISCARD, out)

    def width(self) -> i64:
        return KINDS

    def count(self, seat: i64, scratch: vec[i64]) -> i64:
        deal = self.running
        if deal is None or seat != deal.turn or (deal.phase != TRICKS and deal.phase != COLUMN_DRAFT):
            return self.menu(seat, scratch)
        cards = tricks.playable(deal) if deal.phase == TRICKS else deal.left
        scratch[0] = cards
        return count(cards)

    def pick(self, seat: i64, k: i64, scratch: vec[i64]) -> i64:
        deal = self.running
        if deal is None or seat != deal.turn or (deal.phase != TRICKS and deal.phase != COLUMN_DRAFT):
            return scratch[k]
        card = index(nth(scratch[0], k))
        if deal.phase == TRICKS:
            return PLAY + card
        return PICK + card

    def apply(self, seat: i64, action: i64) -> None:
        deal = self.running
        if deal is None:
            self._take(seat, action)
        elif deal.phase == TRICKS:
            self._play(deal, seat, action)
        elif deal.phase == COLUMN_DRAFT:
            self._pick(deal, seat, action)
        elif deal.phase == CHOOSING:
            self._choose(deal, seat, action)
        else:
            self._discard(seat, action)

    def _take(self, seat: i64, action: i64) -> None:
        """Take a contract; after the last one the first round can be laid out."""
        self.note(ACTION, seat, 0, action, EVERYBODY)
        self.contracts = self.contracts.take(seat, action)
        self.turn = contracts.taker(self.terms, self.contracts, self.first)
        if self.turn < 0:
            self._next_round(self.first)

    def _pick(self, deal: Deal, seat: i64, action: i64) -> None:
        if self.silent:
            columns.apply(deal, action - PICK)
            self.turn = deal.turn
            return
        self.note(ACTION, seat, 0, action, EVERYBODY)
        left = deal.left ^ bit(action - PICK)
        columns.apply(deal, action - PICK)
        if not deal.picks:
            if self.seats == 3:
                self.note(reading.LEFT_OVER, TABLE, lowest(left), 0, EVERYBODY)
            self.note(reading.ANNOUNCED, deal.announced, 0, 0, EVERYBODY)
        if deal.phase == CHOOSING:
            self.note(reading.TRUMPS, TABLE, TRUMP_NUMBERS * deal.colour + deal.number, 0, EVERYBODY)
        self.turn = deal.turn

    def _choose(self, deal: Deal, seat: i64, action: i64) -> None:
        """Choose in secret; the last choice shows them all (WAS-40)."""
        self.note(ACTION, seat, 0, action, observer(seat))
        choice.apply(deal, seat, action - CHOOSE)
        if deal.phase == TRICKS and not self.silent:
            for other in range(self.seats):
                if other != deal.first:
                    self.note(reading.CHOSEN, other, deal.choice(other), 0, EVERYBODY)
        self.turn = deal.turn

    def _play(self, deal: Deal, seat: i64, action: i64) -> None:
        if self.silent:
            tricks.apply(deal, action - PLAY)
        else:
            self.note(ACTION, seat, 0, action, EVERYBODY)
            tricks.apply(deal, action - PLAY)
            if not deal.laid:
                self.note(TRICK, deal.winner, 0, 0, EVERYBODY)
        if deal.phase == COUNTED:
            self._count(deal)
        else:
            self.turn = deal.turn

    def _count(self, deal: Deal) -> None:
        """Discard the fulfilled contracts (WAS-80, WAS-81) and ask a first player who succeeded (WAS-82)."""
        result = scoring.outcome(deal)
        for seat in range(self.seats):
            if seat != deal.first:
                kind = deal.choice(seat)
                if result.fulfils(kind, seat):
                    self.contracts = self.contracts.fulfil(seat, kind)
                    self.note(reading.MET, seat, kind, result.tricks(seat), EVERYBODY)
                else:
                    self.note(reading.MISSED, seat, kind, result.tricks(seat), EVERYBODY)
        through = scoring.losers(deal, result)
        if not through:
            self._finish()
            return
        if not self.silent:
            for other in members(through):
                self.note(reading.SUCCEEDS, deal.first, deal.choice(other), other, EVERYBODY)
        deal.phase = DISCARDING
        deal.turn = deal.first
        self.turn = deal.first

    def _discard(self, seat: i64, action: i64) -> None:
        self.note(ACTION, seat, 0, action, EVERYBODY)
        self.contracts = self.contracts.fulfil(seat, action - DISCARD)
        self._finish()

    def _finish(self) -> None:
        """Go on to the next round (WAS-87) or to the end (WAS-90)."""
        self.running = None
        if scoring.is_over(self.contracts, self.terms.contracts, self.number, self.terms.rounds):
            self.close()
            self.turn = OVER
            self.open_chapter()
        else:
            self._next_round(left_of(self.first, self.seats))

    def _next_round(self, first: i64) -> None:
        """Close the present part of the log and wait for the cards of the next round."""
        self.close()
        self.first = first
        self.number += 1
        self.turn = CHANCE
        self.open_chapter()

    def forced_action(self) -> i64:
        """Return an action that the open table leaves no choice about: the last card of a column or a last contract.

        Hands are hidden after the draft, so a card is forced only if it is the last one, or if hands stay open.
        """
        deal = self.running
        if deal is None:
            return -1
        if deal.phase == TRICKS and not self.terms.open_hands and count(deal.hands[self.turn]) > 1:
            return -1
        return self.only_action()

    # What is known

    def view(self, seat: i64) -> WasStichtView:
        return WasStichtView(self.observe(seat))

    def key(self, seat: i64) -> i64:
        deal = self.running
        if deal is None:
            known = scramble(self.number)
            for owned in self.contracts.owned:
                known = scramble(known ^ copies(owned))
            return known
        known = deal.history
        if deal.phase == COLUMN_DRAFT and seat == deal.first:
            known = scramble(known ^ (TRUMP_NUMBERS * deal.colour + deal.number + 1))
        elif deal.phase == CHOOSING:
            known = scramble(known ^ (deal.choice(seat) + 1))
        return known

    def line(self) -> i64:
        """Begin a line with every lap of the contract draft, every column and every trick."""
        deal = self.running
        if deal is None:
            return contracts.taken_count(self.terms, self.contracts) // self.seats
        if deal.phase == COLUMN_DRAFT:
            return 100 + deal.column
        return 200 + deal.phase * 10 + deal.tricks

    def scores(self) -> list[int]:
        return scoring.scores(self.contracts)

    def places(self) -> list[int]:
        return scoring.places(self.scores())

    def score_lines(self) -> list[ScoreLine]:
        return scoring.lines(self.past, self.log)
