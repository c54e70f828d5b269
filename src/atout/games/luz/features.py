"""Luz: what a network is told of a view. The trump colour stands last, the others by what is held of them."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.luz.actions import ACTIONS, BETS, HAND, colour_of, place_of, play
from atout.games.luz.cards import COLOUR_COUNT, TRUMPS, WIDTH, pack_cards, suit
from atout.games.luz.deal import TRICKS
from atout.games.luz.reading import Hand, Reading, read
from atout.games.luz.state import LuzState
from atout.kernel.bits import bit, count, index, lowest
from atout.kernel.features import Features, seat_from, sort_slots
from atout.kernel.log import HIDDEN
from atout.kernel.state import State
from atout.kernel.trick import beats
from atout.kernel.view import View

MOST_SEATS: Final = 5
OTHERS: Final = 4
CARD_COUNT: Final = 60
TRUMP: Final = 1  # yellow
LAST_SLOT: Final = 4
BACKS: Final = 50  # a colour and a place
NEEDS: Final = 14


@final
class LuzFeatures(Features):
    """Reads views of Luz."""

    def __init__(self) -> None:
        super().__init__(ACTIONS, 3, 5)
        self.phase = self.field("phase", 2, "bets, tricks")
        self.number = self.field("number", 4, "which deal it is")
        self.last = self.field("last", 1, "it is the last deal")
        self.starter = self.field("starter", MOST_SEATS, "who bets first")
        self.hands = self.field("hands", OTHERS * CARD_COUNT, "the cards that the others hold, seat by seat")
        self.unseen = self.field(
            "unseen", CARD_COUNT, "cards that nobody has seen: the observer's own, and those left over"
        )
        self.counts = self.field("counts", COLOUR_COUNT * HAND, "how many own cards a colour has")
        self.low = self.field("low", BACKS * WIDTH, "by own back, the lowest value it can have")
        self.high = self.field("high", BACKS * WIDTH, "by own back, the highest value it can have")
        self.wins = self.field("wins", BACKS, "own backs that surely win the trick so far")
        self.loses = self.field("loses", BACKS, "own backs that surely do not")
        self.chance = self.field("chance", BACKS * 3, "own backs whose values win in a quarter, half, three quarters")
        self.bets = self.field("bets", MOST_SEATS * (HAND + 1), "how many beads each seat has bet")
        self.safe = self.field("safe", MOST_SEATS, "who has bet with the safety bead")
        self.silent = self.field("silent", MOST_SEATS, "who has not bet yet")
        self.sum = self.field("sum", 20, "how many beads were bet in all")
        self.won = self.field("won", MOST_SEATS * HAND, "how many tricks each seat has won")
        self.needs = self.field("needs", MOST_SEATS * NEEDS, "how many tricks each seat is short of its bet, from -3")
        self.trick = self.field("trick", OTHERS * CARD_COUNT, "the cards of the trick, by seat")
        self.led = self.field("led", COLOUR_COUNT, "the colour led")
        self.winner = self.field("winner", MOST_SEATS, "whose card is winning the trick")
        self.place = self.field("place", MOST_SEATS, "how many cards lie in the trick")
        self.left = self.field("left", HAND, "how many tricks are to come")
        self.ahead = self.field("ahead", 14, "the observer's total over that of the best other, by steps of 10")
        self.truth = self.secret("own", BACKS * WIDTH, "the observer's cards, back by back")
        self.slots = vec[i64]([0 for _ in range(COLOUR_COUNT)])

    def read(self, view: View) -> None:
        self.begin(view)
        now = read(view)
        deal = now.deal
        me: i64 = view.seat
        seats: i64 = view.seats
        own = now.hands[me]
        unseen = pack_of(seats, deal.size) & ~now.seen_cards()
        self._sort(now, own, me, unseen)
        self.turn_on(self.phase + deal.phase)
        self.turn_on_one(self.number, now.number - 1, 4)
        if now.number == view.options.number("deals"):
            self.turn_on(self.last)
        self.turn_on(self.starter + seat_from(me, now.starter, seats))
        for other in range(seats):
            if other != me:
                start = self.hands + CARD_COUNT * (seat_from(me, other, seats) - 1)
                hand = now.hands[other]
                for k in range(len(hand.cards)):
                    if hand.held[k] and hand.cards[k] != HIDDEN:
                        self.turn_on(start + self._card(hand.cards[k]))
        self._cards(self.unseen, unseen)
        self._backs(now, own, unseen)
        self._seats(now, me, seats)
        for laid in now.trick:
            self.turn_on(self.trick + CARD_COUNT * (seat_from(me, laid.seat, seats) - 1) + self._card(laid.card))
        if deal.laid:
            self.turn_on(self.led + self.slots[index(deal.led & -deal.led) // WIDTH])
            self.turn_on(self.winner + seat_from(me, deal.winner, seats))
        self.turn_on(self.place + deal.laid)
        self.turn_on_first(self.left, deal.size - deal.tricks, HAND)
        self.turn_on_lead(self.ahead, now.totals, me, -65, 10, 14)

    def _sort(self, now: Reading, own: Hand, me: i64, unseen: i64) -> None:
        """Put the colours in their order."""
        keys = vec[i64]([0 for _ in range(COLOUR_COUNT)])
        for colour in range(COLOUR_COUNT):
            key: i64 = 0
            for k in range(len(own.cards)):
                if own.held[k] and own.colours[k] == colour:
                    key += 1
            free = unseen & suit(colour)
            high: i64 = 0
            while free:
                high += 20 + lowest(free) % WIDTH
                free &= free - 1
            key = key * 1000 + high
            for other in range(len(now.hands)):
                if other != me:
                    sum: i64 = 0
                    hand = now.hands[other]
                    for k in range(len(hand.cards)):
                        if hand.held[k] and hand.colours[k] == colour and hand.cards[k] != HIDDEN:
                            sum += 3 + hand.cards[k] % WIDTH
                    key = key * 3 + sum
            keys[colour] = key
        keys[TRUMP] = -1
        sort_slots(keys, self.slots)

    def _card(self, card: i64) -> i64:
        """Return a card with its colour renamed."""
        colour = card // WIDTH
        return WIDTH * self.slots[colour] + card - WIDTH * colour

    def _cards(self, start: i64, cards: i64) -> None:
        while cards:
            self.turn_on(start + self._card(lowest(cards)))
            cards &= cards - 1

    def _backs(self, now: Reading, own: Hand, unseen: i64) -> None:
        """Tell of every own back what it can be: the cards between those around it that nobody has seen."""
        deal = now.deal
        places = vec[i64]([0 for _ in range(COLOUR_COUNT)])
        for k in range(len(own.cards)):
            if not own.held[k]:
                continue
            colour = own.colours[k]
            may = own.bounds(k, own.known_cards()) & unseen
            before: i64 = 0  # unknown backs of the same stretch on either side
            after: i64 = 0
            j = k - 1
            while j >= 0 and own.colours[j] == colour and own.cards[j] == HIDDEN:
                before += 1
                j -= 1
            j = k + 1
            while j < len(own.cards) and own.colours[j] == colour and own.cards[j] == HIDDEN:
                after += 1
                j += 1
            size = count(may)
            back = HAND * self.slots[colour] + places[colour]
            places[colour] += 1
            can: i64 = 0
            won: i64 = 0
            at: i64 = 0
            while may:
                card = lowest(may)
                may &= may - 1
                if before <= at < size - after:
                    value = card % WIDTH
                    if not can:
                        self.turn_on(self.low + WIDTH * back + value)
                    can += 1
                    if at == size - after - 1:
                        self.turn_on(self.high + WIDTH * back + value)
                    if deal.laid and beats(bit(card), deal.best, TRUMPS, deal.led):
                        won += 1
                at += 1
            if deal.laid and can:
                if won == can:
                    self.turn_on(self.wins + back)
                elif won == 0:
                    self.turn_on(self.loses + back)
                else:
                    self.turn_on_first(self.chance + 3 * back, 4 * won // can, 3)
        for colour in range(COLOUR_COUNT):
            self.turn_on_first(self.counts + HAND * self.slots[colour], places[colour], HAND)

    def _seats(self, now: Reading, me: i64, seats: i64) -> None:
        deal = now.deal
        sum: i64 = 0
        for other in range(seats):
            at = seat_from(me, other, seats)
            self.turn_on_first(self.won + HAND * at, deal.won[other], HAND)
            bet = deal.bets[other]
            if bet < 0:
                self.turn_on(self.silent + at)
                continue
            sum += bet // 2
            self.turn_on_one(self.bets + (HAND + 1) * at, bet // 2, HAND + 1)
            if bet % 2:
                self.turn_on(self.safe + at)
            if deal.phase == TRICKS:
                self.turn_on_one(self.needs + NEEDS * at, bet // 2 - deal.won[other] + 3, NEEDS)
        self.turn_on_first(self.sum, sum, 20)

    def reveal(self, state: State, seat: i64) -> None:
        assert isinstance(state, LuzState)
        deal = state.running
        assert deal is not None
        cards = deal.hands[seat]
        for colour in range(COLOUR_COUNT):
            held = cards & suit(colour)
            place: i64 = 0
            while held:
                back = HAND * self.slots[colour] + place
                self.turn_on(self.truth + WIDTH * back + lowest(held) % WIDTH)
                held &= held - 1
                place += 1

    def part(self, action: i64) -> i64:
        if action < BETS:
            return action
        return play(self.slots[colour_of(action)], place_of(action))


def pack_of(seats: i64, size: i64) -> i64:
    """Return the cards in the game as a set."""
    cards: i64 = 0
    for card in pack_cards(seats, size):
        cards |= bit(card)
    return cards
