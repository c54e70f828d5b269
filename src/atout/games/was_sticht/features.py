"""Was sticht?: what a network is told of a view. Hands are picked openly; trumps and choices may be secret."""

from typing import Final, final

from mypy_extensions import i64

from atout.games.was_sticht.actions import ACTIONS, CARDS, COLOUR_COUNT, KINDS, NUMBERS
from atout.games.was_sticht.cards import CONTRACTS, TRUMP_COLOURS, TRUMP_NUMBERS, UNKNOWN_TRUMP
from atout.games.was_sticht.deal import COLUMN_DRAFT, TRICKS, UNKNOWN_KIND, VIRTUAL, Deal
from atout.games.was_sticht.reading import Reading, read
from atout.games.was_sticht.state import WasStichtState
from atout.kernel.bits import bit, count, index, lowest
from atout.kernel.features import Features, seat_from
from atout.kernel.state import State
from atout.kernel.view import View

SEATS: Final = 4  # with three seats the virtual player is the last
HAND: Final = 9
SUITS: Final = 5  # the colours, and trumps
LEFT: Final = 12  # contracts that a seat may have


@final
class WasStichtFeatures(Features):
    """Reads views of Was sticht?."""

    def __init__(self) -> None:
        super().__init__(ACTIONS, 3, 4)
        self.phase = self.field("phase", 6, "columns, choice, tricks, counted, discard; contracts")
        self.first = self.field("first", SEATS, "the first player")
        self.owned = self.field("owned", SEATS * KINDS * 2, "contracts that each seat still has, by kind")
        self.done = self.field("done", SEATS * LEFT, "how many contracts each seat has fulfilled")
        self.to_do = self.field("to do", SEATS * LEFT, "how many contracts each seat still has")
        self.offer = self.field("offer", KINDS * 2, "contracts on offer")
        self.chosen = self.field("chosen", SEATS * (KINDS + 1), "the kind each seat has chosen; the last: in secret")
        self.hands = self.field("hands", SEATS * CARDS, "the cards of each seat")
        self.column = self.field("column", CARDS, "cards that may be picked now")
        self.later = self.field("later", CARDS, "cards of later columns")
        self.columns = self.field("columns", HAND, "how many columns are to come")
        self.row = self.field("row", SEATS * CARDS, "the picks from this column, by seat")
        self.monster = self.field("monster", SEATS, "who picks first from this column")
        self.picks = self.field("picks", SEATS, "how many have picked")
        self.colour = self.field("colour", TRUMP_COLOURS, "the trump colour, if known; the last: none")
        self.number = self.field("number", TRUMP_NUMBERS, "the trump number, if known; the last: none")
        self.colours = self.field("colours", TRUMP_COLOURS, "trump colours that can be")
        self.numbers = self.field("numbers", TRUMP_NUMBERS, "trump numbers that can be")
        self.won = self.field("won", SEATS * HAND, "how many tricks each seat has won")
        self.taken = self.field("taken", SEATS * COLOUR_COUNT, "colours in the tricks of each seat")
        self.trick = self.field("trick", SEATS * CARDS, "the cards of the trick, by seat")
        self.led = self.field("led", SUITS, "the suit led; the last: trumps")
        self.winner = self.field("winner", SEATS, "whose card is winning the trick")
        self.place = self.field("place", SEATS, "how many cards lie in the trick")
        self.left = self.field("left", HAND, "how many tricks are to come")
        self.beats = self.field("beats", CARDS, "own cards that would win the trick so far")
        self.boss = self.field("boss", SEATS * CARDS, "cards of each seat that nobody else's of their suit beats")
        self.lengths = self.field("lengths", SEATS * SUITS * 6, "how many cards of a suit each seat holds")
        self.truth = self.secret("trumps", TRUMP_COLOURS + TRUMP_NUMBERS, "the trump colour and number")
        self.choices = self.secret("choices", SEATS * KINDS, "what the seats have chosen in secret")

    def read(self, view: View) -> None:
        self.begin(view)
        now = read(view)
        me: i64 = view.seat
        seats: i64 = view.seats
        self.turn_on(self.first + seat_from(me, now.first, seats))
        contracts = now.contracts
        for seat in range(seats):
            at = seat_from(me, seat, seats)
            self._kinds(self.owned + 2 * KINDS * at, contracts.owned[seat])
            self.turn_on_first(self.done + LEFT * at, count(contracts.fulfilled[seat]), LEFT)
            self.turn_on_first(self.to_do + LEFT * at, count(contracts.owned[seat]), LEFT)
        deal = now.deal
        if deal is None:
            self.turn_on(self.phase + 5)
            self._kinds(self.offer, contracts.offer)
            return
        self.turn_on(self.phase + deal.phase)
        for seat in range(SEATS):
            at = seat_from(me, seat, seats) if seat < seats else seat
            self.turn_on_all(self.hands + CARDS * at, deal.hands[seat])
        for seat in range(seats):
            at = seat_from(me, seat, seats)
            kind = deal.choice(seat)
            if kind >= 0:
                self.turn_on(self.chosen + (KINDS + 1) * at + (KINDS if kind == UNKNOWN_KIND else kind))
            self.turn_on_first(self.won + HAND * at, deal.tricks_of(seat), HAND)
            self.turn_on_all(self.taken + COLOUR_COUNT * at, deal.colours_of(seat))
        if deal.phase == COLUMN_DRAFT:
            self._draft(now, deal, me, seats)
        if now.colour != UNKNOWN_TRUMP:
            self.turn_on(self.colour + now.colour)
            self.turn_on(self.number + now.trump_number)
            self._suits(deal, me, seats)
        if deal.phase == TRICKS:
            self._play(now, deal, me, seats)

    def _kinds(self, start: i64, contracts: i64) -> None:
        for kind in range(KINDS):
            self.turn_on_first(start + 2 * kind, count(contracts & CONTRACTS.cards[kind]), 2)

    def _draft(self, now: Reading, deal: Deal, me: i64, seats: i64) -> None:
        self.turn_on_all(self.column, deal.left)
        for column in range(deal.column + 1, len(deal.columns)):
            self.turn_on_all(self.later, deal.columns[column])
        self.turn_on_first(self.columns, len(deal.columns) - deal.column, HAND)
        for laid in now.row:
            at = 3 if laid.seat == VIRTUAL else seat_from(me, laid.seat, seats)
            self.turn_on(self.row + CARDS * at + laid.card)
        if deal.monster < seats:
            self.turn_on(self.monster + seat_from(me, deal.monster, seats))
        self.turn_on_first(self.picks, deal.picks, SEATS)
        if now.colour == UNKNOWN_TRUMP:
            colours: i64 = 0
            numbers: i64 = 0
            for pair in now.possible_trumps():
                colours |= bit(pair // TRUMP_NUMBERS)
                numbers |= bit(pair % TRUMP_NUMBERS)
            self.turn_on_all(self.colours, colours)
            self.turn_on_all(self.numbers, numbers)

    def _suits(self, deal: Deal, me: i64, seats: i64) -> None:
        """Tell what the cards are worth under the trumps."""
        ranking = deal.ranking
        for seat in range(seats):
            at = seat_from(me, seat, seats)
            others: i64 = 0
            for other in range(seats):
                if other != seat:
                    others |= deal.hands[other]
            self.turn_on_first(self.lengths + 6 * (SUITS * at + 4), count(deal.hands[seat] & ranking.trumps), 6)
            cards = deal.hands[seat]
            for colour in range(COLOUR_COUNT):
                plain = (bit(NUMBERS * (colour + 1)) - bit(NUMBERS * colour)) & ~ranking.trumps
                self.turn_on_first(self.lengths + 6 * (SUITS * at + colour), count(cards & plain), 6)
            while cards:
                low = cards & -cards
                cards ^= low
                strength = ranking.strengths[index(low)]
                rivals = others & ranking.suit_of(low)
                while rivals and ranking.strengths[lowest(rivals)] <= strength:
                    rivals &= rivals - 1
                if not rivals:
                    self.turn_on(self.boss + CARDS * at + index(low))

    def _play(self, now: Reading, deal: Deal, me: i64, seats: i64) -> None:
        ranking = deal.ranking
        for laid in now.trick:
            self.turn_on(self.trick + CARDS * seat_from(me, laid.seat, seats) + laid.card)
        self.turn_on(self.place + deal.laid)
        self.turn_on_first(self.left, deal.terms.size - deal.tricks, HAND)
        if not deal.laid:
            return
        self.turn_on(self.led + (4 if deal.led == ranking.trumps else lowest(deal.led) // NUMBERS))
        self.turn_on(self.winner + seat_from(me, deal.winner, seats))
        cards = deal.hands[me]
        while cards:
            low = cards & -cards
            cards ^= low
            if low & (deal.led | ranking.trumps) and ranking.strengths[index(low)] > deal.top:
                self.turn_on(self.beats + index(low))

    def reveal(self, state: State, seat: i64) -> None:
        assert isinstance(state, WasStichtState)
        deal = state.running
        if deal is None:
            return
        if deal.colour != UNKNOWN_TRUMP:
            self.turn_on(self.truth + deal.colour)
            self.turn_on(self.truth + TRUMP_COLOURS + deal.number)
        for other in range(deal.seats):
            kind = deal.choice(other)
            if 0 <= kind < KINDS:
                self.turn_on(self.choices + KINDS * seat_from(seat, other, deal.seats) + kind)

    def part(self, action: i64) -> i64:
        return action
