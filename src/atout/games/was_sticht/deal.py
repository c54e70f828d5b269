"""Was sticht?: the cards, the contracts of a match, and the data of one round. No rules."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.was_sticht.cards import CONTRACTS, NO_TRUMPS, RANKINGS, TRUMP_NUMBERS, UNKNOWN_TRUMP, copies
from atout.games.was_sticht.terms import Terms
from atout.kernel.bits import bit, count
from atout.kernel.rng import scramble
from atout.kernel.seats import left_of
from atout.kernel.transfer import Part, Transfer

COLUMN_DRAFT: Final = 0  # phases of a round

CHOOSING: Final = 1

TRICKS: Final = 2

COUNTED: Final = 3  # all tricks are played; nobody has to do anything

DISCARDING: Final = 4

VIRTUAL: Final = 15  # the virtual player: at no seat, so TABLE in the log

UNKNOWN_KIND: Final = 14  # of a contract that was chosen in secret


@final
class Contracts:
    """Who owns which contracts. It never changes: a contract that moves makes a new one, so all clones share it."""

    def __init__(self, offer: i64, owned: vec[i64], fulfilled: vec[i64]) -> None:
        self.offer = offer  # on the table; after the contract draft: removed from the match
        self.owned = owned  # by seat, not yet fulfilled
        self.fulfilled = fulfilled  # by seat

    def take(self, seat: i64, kind: i64) -> "Contracts":
        """Return the contracts after a seat has taken one from the offer."""
        card = CONTRACTS.first(self.offer, kind)
        owned = self.owned[:]
        owned[seat] |= card
        return Contracts(self.offer ^ card, owned, self.fulfilled)

    def fulfil(self, seat: i64, kind: i64) -> "Contracts":
        """Return the contracts after a seat has discarded one as fulfilled."""
        card = CONTRACTS.first(self.owned[seat], kind)
        owned = self.owned[:]
        fulfilled = self.fulfilled[:]
        owned[seat] ^= card
        fulfilled[seat] |= card
        return Contracts(self.offer, owned, fulfilled)

    def transfer(self, numbers: Transfer) -> "Contracts":
        """Give the contracts to another process, or return those from there."""
        offer, owned = numbers.number(self.offer), numbers.row(self.owned)
        return Contracts(offer, owned, numbers.row(self.fulfilled))

    def owns(self, seat: i64, kind: i64) -> bool:
        """Say whether a seat has an unfulfilled contract of this kind."""
        return bool(self.owned[seat] & CONTRACTS.cards[kind])

    def kinds(self, seat: i64) -> i64:
        """Return one contract card for every unfulfilled kind of a seat."""
        return CONTRACTS.one_of_each(self.owned[seat])

    def most_fulfilled(self) -> i64:
        """Return the largest number of contracts that a seat has fulfilled."""
        most: i64 = 0
        for cards in self.fulfilled:
            number = count(cards)
            if number > most:
                most = number
        return most


def new_contracts(terms: Terms) -> Contracts:
    """Return all contracts on offer."""
    return Contracts(terms.kit.offer, vec[i64]([0] * terms.seats), vec[i64]([0] * terms.seats))


@final
class Deal(Part):
    """One round: its columns and trumps, the hands that are picked from them, and the tricks."""

    def __init__(self, terms: Terms, first: i64, columns: vec[i64], hands: vec[i64]) -> None:
        self.terms = terms
        self.seats: i64 = terms.seats
        self.first = first  # the first player
        self.phase: i64 = COLUMN_DRAFT
        self.turn: i64 = first
        self.colour: i64 = UNKNOWN_TRUMP
        self.number: i64 = UNKNOWN_TRUMP
        self.ranking = RANKINGS[NO_TRUMPS]
        # the column draft
        self.columns = columns  # sets of cards; never changed, so clones share it
        self.column: i64 = 0  # of these; as many as there are when the draft is over
        self.monster: i64 = first  # who picks first from the column
        self.left: i64 = 0  # cards of the column that are not picked
        self.picks: i64 = 0  # how many were picked from it
        self.row: i64 = 0  # the picked cards in order, eight bits each, the last one lowest
        self.announced: i64 = -1  # who would have won the last column: a seat or VIRTUAL
        # contracts and tricks
        self.hands = hands  # by seat; with three seats the fourth is the virtual player's
        self.chosen: i64 = 0  # by seat, four bits: the kind of the chosen contract plus 1
        self.tricks: i64 = 0  # how many are complete
        self.won: i64 = 0  # tricks by seat, eight bits each
        self.colours: i64 = 0  # printed colours in the won tricks by seat, four bits each
        self.trick: i64 = 0  # the cards of the present trick
        self.laid: i64 = 0  # how many
        self.led: i64 = 0  # the suit led, as a set; empty before the lead
        self.loose: i64 = 0  # further cards that may follow it (option)
        self.top: i64 = 0  # the strength of the winning card so far
        self.winner: i64 = 0  # who played it; after all tricks the winner of the last one
        self.history: i64 = 1  # running hash of everything public in this round, in order

    def clone(self) -> "Deal":
        """Return an independent copy."""
        new = Deal(self.terms, self.first, self.columns, self.hands[:])
        new.phase, new.turn, new.colour, new.number = self.phase, self.turn, self.colour, self.number
        new.ranking, new.column, new.monster, new.left = self.ranking, self.column, self.monster, self.left
        new.picks, new.row, new.announced, new.chosen = self.picks, self.row, self.announced, self.chosen
        new.tricks, new.won, new.colours, new.trick = self.tricks, self.won, self.colours, self.trick
        new.laid, new.led, new.loose, new.top, new.winner = self.laid, self.led, self.loose, self.top, self.winner
        new.history = self.history
        return new

    def transfer(self, numbers: Transfer) -> None:
        numbers.fields(self, "first phase turn colour number column monster left picks row announced chosen tricks")
        numbers.fields(self, "won colours trick laid led loose top winner history")
        self.ranking = numbers.ranking(self.ranking)
        self.columns, self.hands = numbers.rows([self.columns, self.hands])

    def set_trumps(self, colour: i64, number: i64) -> None:
        """Fix the trumps of the round."""
        self.colour = colour
        self.number = number
        self.ranking = RANKINGS[TRUMP_NUMBERS * colour + number]

    def set_choice(self, seat: i64, kind: i64) -> None:
        """Put another kind in the place of what a seat has chosen."""
        self.chosen &= ~(bit(4 * seat + 4) - bit(4 * seat))
        self.chosen |= (kind + 1) << (4 * seat)

    def choice(self, seat: i64) -> i64:
        """Return the kind of contract a seat has chosen, or -1."""
        return ((self.chosen >> (4 * seat)) & 15) - 1

    def tricks_of(self, seat: i64) -> i64:
        """Return how many tricks a seat has won."""
        return (self.won >> (8 * seat)) & 255

    def colours_of(self, seat: i64) -> i64:
        """Return the printed colours in the tricks of a seat, as a set."""
        return (self.colours >> (4 * seat)) & 15


def new_deal(terms: Terms, contracts: Contracts, number: i64, first: i64, columns: vec[i64]) -> Deal:
    """Return a round before the first pick, or without columns; the hash begins with what everybody knows of it."""
    deal = Deal(terms, first, columns, vec[i64]([0, 0, 0, 0]))
    known = scramble(number * 8 + first + 1)
    for seat in range(terms.seats):
        known = scramble(known ^ copies(contracts.owned[seat]))
        known = scramble(known ^ copies(contracts.fulfilled[seat]))
    for cards in columns:
        known = scramble(known ^ cards)
    deal.history = known
    if len(columns):
        deal.left = columns[0]
    deal.monster = left_of(first, terms.seats)  # WAS-25
    deal.turn = deal.monster
    return deal
