"""Was sticht?: what one observer has seen of a round, read from the log into a position."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.was_sticht import choice, columns, tricks
from atout.games.was_sticht.actions import CHOOSE, DISCARD, PICK, PLAY
from atout.games.was_sticht.cards import RANKINGS, TRUMP_NUMBERS, UNKNOWN_TRUMP
from atout.games.was_sticht.deal import DISCARDING, UNKNOWN_KIND, VIRTUAL, Deal, new_contracts, new_deal
from atout.games.was_sticht.terms import Terms
from atout.kernel.bits import bit, count
from atout.kernel.log import ACTION, DEALT, FIRST_OWN_KIND, HIDDEN, kind_of, open_of, seat_of, value_of
from atout.kernel.opening import LaidCard, Opening
from atout.kernel.options import Options
from atout.kernel.ranking import Ranking
from atout.kernel.rng import scramble
from atout.kernel.view import View

NUMBER: Final = FIRST_OWN_KIND  # open: the number of the round; 0 for the contract draft
FIRST: Final = FIRST_OWN_KIND + 1  # the seat is the first player
OWNS: Final = FIRST_OWN_KIND + 2  # open: a kind of contract that the seat has not fulfilled yet
FULFILLED: Final = FIRST_OWN_KIND + 3  # open: a kind of contract that the seat has fulfilled before
TRUMP_COLOUR: Final = FIRST_OWN_KIND + 4  # value: the trump colour, for the first player
TRUMP_NUMBER: Final = FIRST_OWN_KIND + 5  # value: the trump number, for the first player
LEFT_OVER: Final = FIRST_OWN_KIND + 6  # open: the card that goes to the virtual player
ANNOUNCED: Final = FIRST_OWN_KIND + 7  # the seat, or TABLE for the virtual player, would have won the column
TRUMPS: Final = FIRST_OWN_KIND + 8  # open: ten times the trump colour plus the trump number, turned up
CHOSEN: Final = FIRST_OWN_KIND + 9  # open: the kind of contract that the seat has chosen, revealed
MET: Final = FIRST_OWN_KIND + 10  # open: the kind that the seat has fulfilled in this round; value: its tricks
MISSED: Final = FIRST_OWN_KIND + 11  # the same for a contract that it has not fulfilled
SUCCEEDS: Final = FIRST_OWN_KIND + 12  # the first player, through the contract (open) of a seat (value)
HELD: Final = FIRST_OWN_KIND + 13  # value: a card in the hand of the seat where the record begins
WON: Final = FIRST_OWN_KIND + 14  # value: a card in the tricks that the seat has won where the record begins
LEADS: Final = FIRST_OWN_KIND + 15  # the seat leads where the record begins


@final
class Row:
    """A finished column: the cards in picking order, and who was announced."""

    def __init__(self, cards: list[LaidCard], winner: i64) -> None:
        self.cards = cards
        self.winner = winner


@final
class Reading(Opening):
    """A part of the log read into a position; trumps and contracts the observer cannot know are marked as unknown."""

    def __init__(self, seats: i64, options: Options, log: vec[i64]) -> None:
        super().__init__(seats, log)
        self.first: i64 = self.drawn
        if self.first < 0:
            self.number = 0
        self.terms = Terms(seats, options)
        self.contracts = new_contracts(self.terms)
        self.columns = vec[i64]([0] * self.terms.size)
        self.laid_out: bool = False  # the columns are there
        self.colour: i64 = UNKNOWN_TRUMP
        self.trump_number: i64 = UNKNOWN_TRUMP
        self.colour_drawn: bool = False
        self.number_drawn: bool = False
        self.deal: Deal | None = None
        self.row: list[LaidCard] = []  # the picks of the present column; a seat may be VIRTUAL
        self.rows: list[Row] = []  # finished columns
        self.piles: list[list[i64]] = [[] for _ in range(4)]  # the cards before each seat, the last one on top
        self.trick: list[LaidCard] = []
        self.finished: list[list[LaidCard]] = []  # complete tricks
        self.revealed: i64 = 0  # how many chosen contracts are
        self._read_start(log)
        if self.number_drawn or self._begins_inside(log):
            self._read_round(log)
        elif self.number == 0 and self.first >= 0:
            self._read_draft(log)

    def _read_start(self, log: vec[i64]) -> None:
        """Read the public facts that a part begins with, and what was shuffled."""
        fulfilled: list[tuple[i64, i64]] = []
        for item in log:
            kind = kind_of(item)
            if kind in (OWNS, FULFILLED):
                self.contracts = self.contracts.take(seat_of(item), open_of(item))
                if kind == FULFILLED:
                    fulfilled.append((seat_of(item), open_of(item)))
            elif kind == DEALT:
                self.columns[open_of(item)] |= bit(value_of(item))
                self.laid_out = True
            elif kind == TRUMP_COLOUR:
                self.colour = value_of(item)
                self.colour_drawn = True
            elif kind == TRUMP_NUMBER:
                self.trump_number = value_of(item)
                self.number_drawn = True
            elif kind == TRUMPS:
                self.colour = open_of(item) // TRUMP_NUMBERS
                self.trump_number = open_of(item) % TRUMP_NUMBERS
        for seat, contract in fulfilled:
            self.contracts = self.contracts.fulfil(seat, contract)

    def _begins_inside(self, log: vec[i64]) -> bool:
        for item in log:
            if kind_of(item) == HELD:
                return True
        return False

    def _read_draft(self, log: vec[i64]) -> None:
        """Read the contracts that were taken so far."""
        for item in log:
            if kind_of(item) == ACTION:
                self.contracts = self.contracts.take(seat_of(item), value_of(item))

    def _read_round(self, log: vec[i64]) -> None:
        """Play what was seen on a round of its own."""
        laid_out = self.columns if self.laid_out else vec[i64]()
        deal = new_deal(self.terms, self.contracts, self.number, self.first, laid_out)
        if self.colour != UNKNOWN_TRUMP:
            deal.set_trumps(self.colour, self.trump_number)
        won = [0, 0, 0, 0]
        for item in log:
            kind = kind_of(item)
            seat = seat_of(item)
            if kind == ACTION:
                self._read_action(deal, seat, value_of(item))
            elif kind == LEFT_OVER:
                self.row.append(LaidCard(VIRTUAL, open_of(item)))
                self.piles[3].append(open_of(item))
            elif kind == ANNOUNCED:
                columns.announce(deal, seat)
                self.rows.append(Row(self.row, seat))
                self.row = []
            elif kind == CHOSEN:
                self._read_choice(deal, seat, open_of(item))
            elif kind == HELD:
                deal.hands[seat] |= bit(value_of(item))
            elif kind == WON:
                won[seat] |= bit(value_of(item))
            elif kind == TRUMPS and deal.column < deal.terms.size:
                begin_inside(deal)
            elif kind == LEADS:
                go_on_inside(deal, won, seat)
            elif kind == MET:
                self.contracts = self.contracts.fulfil(seat, open_of(item))
            elif kind == SUCCEEDS:
                deal.phase = DISCARDING
                deal.turn = seat
        self.deal = deal

    def _read_action(self, deal: Deal, seat: i64, action: i64) -> None:
        if PICK <= action < CHOOSE:
            self.row.append(LaidCard(seat, action - PICK))
            self.piles[seat].append(action - PICK)
            columns.pick(deal, action - PICK)
        elif action == HIDDEN:
            choice.choose(deal, seat, UNKNOWN_KIND)
        elif CHOOSE <= action < PLAY:
            choice.choose(deal, seat, action - CHOOSE)
        elif PLAY <= action < DISCARD:
            self.trick.append(LaidCard(seat, action - PLAY))
            tricks.apply(deal, action - PLAY)
            if not deal.laid:
                self.finished.append(self.trick)
                self.trick = []

    def _read_choice(self, deal: Deal, seat: i64, kind: i64) -> None:
        """Take over a choice that is revealed."""
        deal.set_choice(seat, kind)
        self.revealed += 1
        if self.revealed == self.terms.seats - 1:
            choice.reveal(deal)

    def possible_trumps(self) -> list[i64]:
        """Return the trumps, as 10 * colour + number, that give the winner of every announcement so far (WAS-29)."""
        found: list[i64] = []
        for pair in self.terms.kit.pairs:
            if self._explains(pair):
                found.append(pair)
        return found

    def _explains(self, pair: i64) -> bool:
        """Say whether these trumps give the announced winner of every finished column."""
        for row in self.rows:
            counted = [laid for laid in row.cards if laid.seat != VIRTUAL or self.terms.virtual]
            if best_of(counted, RANKINGS[pair]).seat != row.winner:
                return False
        return True


def best_of(cards: list[LaidCard], ranking: Ranking) -> LaidCard:
    """Return the card that wins, if the cards were laid in this order."""
    best = cards[0]
    led = ranking.suit_of(bit(best.card))
    for laid in cards:
        if ranking.beats(bit(laid.card), bit(best.card), led):
            best = laid
    return best


def begin_inside(deal: Deal) -> None:
    """Let a round begin where all hands are picked and the trumps turned up."""
    for cards in deal.hands:
        deal.history = scramble(deal.history ^ cards)
    deal.column = deal.terms.size
    deal.left = 0
    choice.begin(deal)


def go_on_inside(deal: Deal, won: list[int], leader: i64) -> None:
    """Let a round begin at the lead to a trick; `won` are the cards in the tricks of each seat."""
    for seat in range(deal.seats):
        cards: i64 = won[seat]
        number = count(cards) // deal.seats
        deal.tricks += number
        deal.won += number << (8 * seat)
        deal.colours |= tricks.colours(cards) << (4 * seat)
        deal.history = scramble(deal.history ^ cards)
    deal.history = scramble(deal.history ^ leader)
    deal.turn = leader


def read(view: View) -> Reading:
    """Return the present part of the log as a position."""
    return Reading(view.seats, view.options, view.log)
