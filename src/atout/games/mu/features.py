"""Mü: what a network is told of a view. Colours stand by the trumps, then by the observer's cards."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.mu.actions import ACTIONS, BID, COLOUR_COUNT, HAND, LAY, NO_MORE, NUMBERS, PARTNER, TRUMP, TRUMPS
from atout.games.mu.cards import CARDS_OF, FACE_OF, FACES, WIDTH, of_number, suit
from atout.games.mu.deal import AUCTION, CHIEF_NAMES, NOBODY, TRICKS
from atout.games.mu.reading import Reading, read
from atout.games.mu.state import MuState
from atout.kernel.bits import count, index
from atout.kernel.features import Features, seat_from, sort_slots
from atout.kernel.seats import of_seat
from atout.kernel.state import State
from atout.kernel.view import View

MOST_SEATS: Final = 6
OTHERS: Final = 5
FACE_COUNT: Final = 50
CARD_COUNT: Final = 60
SUITS: Final = 6  # the colours, and trumps
SIZES: Final = 15
POINT_STEPS: Final = 30


@final
class MuFeatures(Features):
    """Reads views of Mü."""

    def __init__(self) -> None:
        super().__init__(ACTIONS, 4, 6)
        self.phase = self.field("phase", 5, "auction, Vice names, Chief names, Chief picks, tricks")
        self.hand = self.field("hand", CARD_COUNT, "own cards; of n equal ones the first n")
        self.may = self.field("may", FACE_COUNT, "cards that may be laid now in the auction")
        self.bids = self.field("bids", MOST_SEATS * CARD_COUNT, "the bid cards before each seat")
        self.unseen = self.field("unseen", CARD_COUNT, "cards in the hands of the others")
        self.shown = self.field("shown", OTHERS * FACE_COUNT, "what the hands of the others have shown")
        self.trick = self.field("trick", OTHERS * FACE_COUNT, "the cards of the trick, by seat")
        self.sizes = self.field("sizes", MOST_SEATS * SIZES, "how many bid cards each seat has laid")
        self.most = self.field("most", SIZES, "the largest bid when the turn began")
        self.passes = self.field("passes", MOST_SEATS, "passes in succession")
        self.latest = self.field("latest", MOST_SEATS, "whose bid of that size is the latest")
        self.laying = self.field("laying", 5, "cards laid in this turn: yes; then room for more")
        self.dealer = self.field("dealer", MOST_SEATS, "the dealer")
        self.chief = self.field("chief", MOST_SEATS, "the Chief")
        self.vice = self.field("vice", MOST_SEATS, "the Vice")
        self.partner = self.field("partner", MOST_SEATS, "the Partner")
        self.side = self.field("side", 1, "the observer is Chief or Partner")
        self.size_of_bid = self.field("size", SIZES, "the size of the Chief's bid")
        self.chief_trump = self.field("chief trump", TRUMPS, "the Chief's trump")
        self.vice_trump = self.field("vice trump", TRUMPS, "the Vice's trump")
        self.led = self.field("led", SUITS, "the suit led")
        self.winner = self.field("winner", MOST_SEATS, "whose card is winning the trick")
        self.ours = self.field("ours", 1, "that is somebody on the observer's side")
        self.place = self.field("place", MOST_SEATS, "how many cards lie in the trick")
        self.left = self.field("left", SIZES, "how many tricks are to come")
        self.pot = self.field("pot", 10, "card points in the trick")
        self.made = self.field("made", POINT_STEPS, "card points of Chief and Partner, by steps of 2")
        self.short = self.field("short", POINT_STEPS, "card points that they are short of their target, by steps of 2")
        self.others = self.field("others", POINT_STEPS, "card points of the others, by steps of 2")
        self.voids = self.field("voids", OTHERS * SUITS, "suits that the hands of the others lack")
        self.beats = self.field("beats", FACE_COUNT, "own cards that would win the trick so far")
        self.boss = self.field("boss", FACE_COUNT, "own cards that no card of the others in their suit beats")
        self.lengths = self.field("lengths", SUITS * 10, "how many own cards a suit has")
        self.out = self.field("out", SUITS * 12, "how many cards of a suit the others have")
        self.numbers = self.field("numbers", NUMBERS * 6, "how many own cards have each number")
        self.total = self.field("total", 12, "the observer's total, by steps of 20")
        self.ahead = self.field("ahead", 12, "the observer's total over that of the best other, by steps of 20")
        self.truth = self.secret("hands", OTHERS * CARD_COUNT, "the hands of the others, seat by seat")
        self.slots = vec[i64]([0 for _ in range(COLOUR_COUNT)])

    def read(self, view: View) -> None:
        self.begin(view)
        now = read(view)
        deal = now.deal
        me: i64 = view.seat
        seats: i64 = view.seats
        mine = deal.hands[me] | deal.bids[me]
        self._sort(now, mine)
        self.turn_on(self.phase + deal.phase)
        for face in range(FACE_COUNT):
            self._cards(self.hand, deal.hands[me], face)
            self._cards(self.unseen, now.unseen, face)
            for seat in range(seats):
                if deal.bids[seat] & CARDS_OF[face]:
                    self._cards(self.bids + CARD_COUNT * seat_from(me, seat, seats), deal.bids[seat], face)
        for seat in range(seats):
            at = seat_from(me, seat, seats)
            self.turn_on_first(self.sizes + SIZES * at, count(deal.bids[seat]), SIZES)
            if at:
                self._faces(self.shown + FACE_COUNT * (at - 1), now.shown[seat])
        for laid in now.trick:
            self.turn_on(self.trick + FACE_COUNT * (seat_from(me, laid.seat, seats) - 1) + self._face(laid.face))
        self.turn_on(self.dealer + seat_from(me, now.dealer, seats))
        if deal.phase == AUCTION:
            self._auction(now, view)
        else:
            self._outcome(now)
        if deal.phase == TRICKS:
            self._play(now, mine)
        self._lengths(now, mine)
        for number in range(NUMBERS):
            self.turn_on_first(self.numbers + 6 * number, count(mine & of_number(number)), 6)
        self.turn_on_steps(self.total, now.totals[me], 20, 20, 12)
        self.turn_on_lead(self.ahead, now.totals, me, -110, 20, 12)

    def _sort(self, now: Reading, mine: i64) -> None:
        """Put the colours in their order."""
        deal = now.deal
        keys = vec[i64]([0 for _ in range(COLOUR_COUNT)])
        for colour in range(COLOUR_COUNT):
            key: i64 = 0
            for number in range(NUMBERS):
                key += count(mine & CARDS_OF[NUMBERS * colour + number]) * (500 + number * number)
            keys[colour] = key * 16 + count(now.unseen & suit(colour))
        if deal.phase > CHIEF_NAMES and deal.chief_trump < COLOUR_COUNT:
            keys[deal.chief_trump] += 100000000
        if deal.phase > AUCTION and deal.vice_trump < COLOUR_COUNT:
            keys[deal.vice_trump] += 10000000
        sort_slots(keys, self.slots)

    def _cards(self, start: i64, cards: i64, face: i64) -> None:
        held = cards & CARDS_OF[face]
        if held:
            colour = face // NUMBERS
            first = index(CARDS_OF[face] & -CARDS_OF[face]) - WIDTH * colour
            self.turn_on_first(start + WIDTH * self.slots[colour] + first, count(held), 2)

    def _faces(self, start: i64, cards: i64) -> None:
        """Turn on what some cards show."""
        cards = FACES.one_of_each(cards)
        while cards:
            low = cards & -cards
            cards ^= low
            self.turn_on(start + self._face(FACE_OF[index(low)]))

    def _face(self, face: i64) -> i64:
        """Return a face with its colour renamed."""
        colour = face // NUMBERS
        return NUMBERS * self.slots[colour] + face - NUMBERS * colour

    def _trump(self, trump: i64) -> i64:
        """Return a trump with its colour renamed."""
        return self.slots[trump] if trump < COLOUR_COUNT else trump

    def _auction(self, now: Reading, view: View) -> None:
        deal = now.deal
        self.turn_on_first(self.most, deal.most, SIZES)
        self.turn_on_first(self.passes, deal.passes, MOST_SEATS)
        last: i64 = NOBODY
        for seat in range(self.around):
            leads = deal.most > 0 and count(deal.bids[seat]) >= deal.most
            if leads and (last == NOBODY or of_seat(deal.latest, seat) > of_seat(deal.latest, last)):
                last = seat
        if last != NOBODY:
            self.turn_on(self.latest + seat_from(self.me, last, self.around))
        for action in view.legal:
            if action != NO_MORE:
                self.turn_on(self.may + self._face(action - LAY))
        if deal.last:
            self.turn_on(self.laying)
        self.turn_on_first(self.laying + 1, deal.most + 1 - count(deal.bids[self.me]), 4)

    def _outcome(self, now: Reading) -> None:
        deal = now.deal
        self.turn_on(self.chief + seat_from(self.me, deal.chief, self.around))
        if deal.vice != NOBODY:
            self.turn_on(self.vice + seat_from(self.me, deal.vice, self.around))
        if deal.partner != NOBODY:
            self.turn_on(self.partner + seat_from(self.me, deal.partner, self.around))
        if self.me == deal.chief or self.me == deal.partner:
            self.turn_on(self.side)
        self.turn_on_first(self.size_of_bid, deal.size, SIZES)
        if deal.phase > CHIEF_NAMES:
            self.turn_on(self.chief_trump + self._trump(deal.chief_trump))
        if deal.vice != NOBODY and deal.phase >= CHIEF_NAMES:
            self.turn_on(self.vice_trump + self._trump(deal.vice_trump))

    def _play(self, now: Reading, mine: i64) -> None:
        deal = now.deal
        ranking = deal.ranking
        trumps = ranking.trumps
        ours = self.me == deal.chief or self.me == deal.partner
        self.turn_on(self.place + deal.laid)
        self.turn_on_first(self.left, now.terms.hand - deal.tricks, SIZES)
        made: i64 = 0
        others: i64 = 0
        for seat in range(self.around):
            if seat == deal.chief or seat == deal.partner:
                made += of_seat(deal.points, seat)
            else:
                others += of_seat(deal.points, seat)
        self.turn_on_first(self.made, (made + 1) // 2, POINT_STEPS)
        self.turn_on_first(self.others, (others + 1) // 2, POINT_STEPS)
        short = now.terms.targets[deal.size] - made
        if short > 0:
            self.turn_on_first(self.short, (short + 1) // 2, POINT_STEPS)
        if deal.laid:
            if deal.led == trumps:
                self.turn_on(self.led + COLOUR_COUNT)
            else:
                self.turn_on(self.led + self.slots[index(deal.led & -deal.led) // WIDTH])
            self.turn_on(self.winner + seat_from(self.me, deal.winner, self.around))
            if (deal.winner == deal.chief or deal.winner == deal.partner) == ours:
                self.turn_on(self.ours)
            self.turn_on_first(self.pot, deal.pot, 10)
        others_cards = now.unseen
        for seat in range(self.around):
            if seat != self.me:
                others_cards |= deal.bids[seat]
                start = self.voids + SUITS * (seat_from(self.me, seat, self.around) - 1)
                lacks = now.voids[seat]
                if trumps and lacks & trumps == trumps:
                    self.turn_on(start + COLOUR_COUNT)
                for colour in range(COLOUR_COUNT):
                    plain = suit(colour) & ~trumps
                    if plain and lacks & plain == plain:
                        self.turn_on(start + self.slots[colour])
        cards = FACES.one_of_each(mine)
        while cards:
            low = cards & -cards
            cards ^= low
            face = self._face(FACE_OF[index(low)])
            if deal.laid and ranking.beats(low, deal.best, deal.led):
                self.turn_on(self.beats + face)
            strength = ranking.strengths[index(low)]
            rivals = others_cards & ranking.suit_of(low)
            while rivals and ranking.strengths[index(rivals & -rivals)] <= strength:
                rivals &= rivals - 1
            if not rivals:
                self.turn_on(self.boss + face)

    def _lengths(self, now: Reading, mine: i64) -> None:
        trumps: i64 = 0
        if now.deal.phase == TRICKS:
            trumps = now.deal.ranking.trumps
        others = now.unseen
        for seat in range(self.around):
            if seat != self.me:
                others |= now.deal.bids[seat]
        self.turn_on_first(self.lengths + 10 * COLOUR_COUNT, count(mine & trumps), 10)
        self.turn_on_first(self.out + 12 * COLOUR_COUNT, count(others & trumps), 12)
        for colour in range(COLOUR_COUNT):
            plain = suit(colour) & ~trumps
            self.turn_on_first(self.lengths + 10 * self.slots[colour], count(mine & plain), 10)
            self.turn_on_first(self.out + 12 * self.slots[colour], count(others & plain), 12)

    def reveal(self, state: State, seat: i64) -> None:
        assert isinstance(state, MuState)
        deal = state.running
        assert deal is not None
        for other in range(deal.seats):
            if other != seat:
                start = self.truth + CARD_COUNT * (seat_from(seat, other, deal.seats) - 1)
                for face in range(FACE_COUNT):
                    self._cards(start, deal.hands[other], face)

    def part(self, action: i64) -> i64:
        if action == NO_MORE:
            return action
        if action < TRUMP:
            return LAY + self._face(action - LAY)
        if action < PARTNER:
            return TRUMP + self._trump(action - TRUMP)
        if action < HAND:
            return PARTNER + seat_from(self.me, action - PARTNER, self.around)
        if action < BID:
            return HAND + self._face(action - HAND)
        return BID + self._face(action - BID)
