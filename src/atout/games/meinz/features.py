"""Meinz: what a network is told of a view. Places are counted round the circle, colours stand by one's hand."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.meinz.actions import CARDS, COLOUR_COUNT, DECLINE, EXCHANGE, PLAY, VALUES, given_card, taken_card
from atout.games.meinz.cards import SUITS
from atout.games.meinz.deal import EXCHANGING, MONSTER, NONE, PLACES, pack_of
from atout.games.meinz.exchange import trick_cards
from atout.games.meinz.reading import Reading, read
from atout.games.meinz.state import MeinzState
from atout.kernel.bits import bit, count, lowest
from atout.kernel.features import NO_PART, Features, sort_slots
from atout.kernel.state import State
from atout.kernel.view import View

OTHERS: Final = 3
TRICKS: Final = 8
SUM_STEPS: Final = 30
GIVE: Final = 75  # parts from here: a card given
TAKE: Final = 111  # and a card taken
PARTS: Final = 147


@final
class MeinzFeatures(Features):
    """Reads views of Meinz."""

    def __init__(self) -> None:
        super().__init__(PARTS, 3, 4)
        self.phase = self.field("phase", 4, "discards, tricks, cries, exchange")
        self.monster = self.field("monster", PLACES, "where the Monster sits")
        self.hand = self.field("hand", CARDS, "own cards")
        self.discard = self.field("discard", CARDS, "the observer's discard")
        self.unseen = self.field("unseen", CARDS, "cards that nobody has shown")
        self.shown = self.field("shown", OTHERS * CARDS, "what the others have shown of what they were dealt")
        self.has = self.field("has", OTHERS * CARDS, "cards that the others took by exchange and still hold")
        self.lacks = self.field("lacks", OTHERS * COLOUR_COUNT, "colours that the rest of a hand lacks")
        self.trick = self.field("trick", PLACES * CARDS, "the cards of the trick, by place")
        self.lying = self.field("lying", CARDS, "the cards of the trick that may be exchanged")
        self.led = self.field("led", COLOUR_COUNT, "the colour led")
        self.laid = self.field("laid", PLACES, "how many cards lie in the trick")
        self.leader = self.field("leader", PLACES, "who leads the trick")
        self.beats = self.field("beats", CARDS, "own cards higher than all of their colour in the trick")
        self.crier = self.field("crier", PLACES, "who has cried in this trick")
        self.cried = self.field("cried", PLACES, "who has cried in this round")
        self.open = self.field("open", PLACES, "who may still receive a trick")
        self.won = self.field("won", PLACES * 2, "tricks that each place has")
        self.sums = self.field("sums", PLACES * SUM_STEPS, "what they count, by steps of 2")
        self.gap = self.field(
            "gap", OTHERS * 24, "how much more the observer's tricks count than another's, by steps of 3"
        )
        self.pot = self.field("pot", 18, "what the trick counts so far, by steps of 2")
        self.left = self.field("left", TRICKS, "how many tricks are to come")
        self.lengths = self.field("lengths", COLOUR_COUNT * 9, "how many own cards a colour has")
        self.ahead = self.field("ahead", 10, "the observer's total over that of the best other")
        self.round = self.field("round", 4, "which round it is")
        self.hands = self.secret("hands", OTHERS * CARDS, "the cards of the others")
        self.put = self.secret("discards", OTHERS * CARDS, "what the others have discarded")
        self.slots = vec[i64]([0 for _ in range(COLOUR_COUNT)])
        self.at = vec[i64]([0 for _ in range(PLACES)])  # by place, how far around the circle

    def read(self, view: View) -> None:
        self.begin(view)
        now = read(view)
        deal = now.deal
        me: i64 = view.seat
        mine = deal.hands[me]
        own: i64 = 0
        for k in range(PLACES):
            if deal.circle[k] == me:
                own = k
        for k in range(PLACES):
            self.at[deal.circle[k]] = (k - own + PLACES) % PLACES
        unseen = pack_of(deal.length + 1) & ~now.seen & ~mine
        if deal.discards[me] != NONE:
            unseen &= ~bit(deal.discards[me])
        for place in range(PLACES):
            unseen &= ~now.taken[place]
        self._sort(now, mine, unseen)
        self.turn_on(self.phase + deal.phase)
        if deal.has_monster():
            self.turn_on(self.monster + self.at[MONSTER])
        self._cards(self.hand, mine)
        if deal.discards[me] != NONE:
            self.turn_on(self.discard + self._card(deal.discards[me]))
        self._cards(self.unseen, unseen)
        self._others(now, me)
        self._trick(now, mine)
        own_sum = deal.sums[me]
        for place in range(PLACES):
            around = self.at[place]
            if deal.cries & bit(place):
                self.turn_on(self.cried + around)
            if deal.open & bit(place):
                self.turn_on(self.open + around)
            self.turn_on_first(self.won + 2 * around, deal.won[place], 2)
            self.turn_on_first(self.sums + SUM_STEPS * around, (deal.sums[place] + 1) // 2, SUM_STEPS)
            if place != me:
                self.turn_on_steps(self.gap + 24 * (around - 1), own_sum - deal.sums[place], -34, 3, 24)
        if deal.crier != NONE:
            self.turn_on(self.crier + self.at[deal.crier])
        self.turn_on_first(self.left, deal.length - deal.tricks, TRICKS)
        for colour in range(COLOUR_COUNT):
            held = count(mine & SUITS[VALUES * colour])
            self.turn_on_first(self.lengths + 9 * self.slots[colour], held, 9)
        self.turn_on_lead(self.ahead, now.totals, me, -5, 1, 10)
        self.turn_on_one(self.round, now.number - 1, 4)

    def _sort(self, now: Reading, mine: i64, unseen: i64) -> None:
        """Put the colours in their order."""
        keys = vec[i64]([0 for _ in range(COLOUR_COUNT)])
        lying = trick_cards(now.deal) if now.deal.laid or now.deal.phase == EXCHANGING else 0
        for colour in range(COLOUR_COUNT):
            suit = SUITS[VALUES * colour]
            key = sum_of(mine & suit) * 64 + count(mine & suit)
            key = key * 128 + sum_of(unseen & suit)
            keys[colour] = key * 64 + sum_of(lying & suit)
        sort_slots(keys, self.slots)

    def _card(self, card: i64) -> i64:
        """Return a card with its colour renamed."""
        colour = card // VALUES
        return VALUES * self.slots[colour] + card - VALUES * colour

    def _cards(self, start: i64, cards: i64) -> None:
        while cards:
            self.turn_on(start + self._card(lowest(cards)))
            cards &= cards - 1

    def _others(self, now: Reading, me: i64) -> None:
        for place in range(PLACES):
            if place == me:
                continue
            around = self.at[place] - 1
            self._cards(self.shown + CARDS * around, now.shown[place])
            self._cards(self.has + CARDS * around, now.taken[place])
            for colour in range(COLOUR_COUNT):
                if now.lacks[place] & SUITS[VALUES * colour]:
                    self.turn_on(self.lacks + COLOUR_COUNT * around + self.slots[colour])

    def _trick(self, now: Reading, mine: i64) -> None:
        deal = now.deal
        for laid in now.trick:
            self.turn_on(self.trick + CARDS * self.at[laid.seat] + self._card(laid.card))
        if deal.phase == EXCHANGING:
            self._cards(self.lying, trick_cards(deal))
            return
        self.turn_on(self.leader + self.at[deal.player(0)])
        self.turn_on_one(self.laid, deal.laid, PLACES)
        if not now.trick:
            return
        lying: i64 = 0
        for laid in now.trick:
            lying |= bit(laid.card)
        self.turn_on(self.led + self.slots[now.trick[0].card // VALUES])
        self.turn_on_first(self.pot, (sum_of(lying) + 1) // 2, 18)
        while mine:
            card = lowest(mine)
            mine &= mine - 1
            if lying & SUITS[card] < bit(card):
                self.turn_on(self.beats + self._card(card))

    def reveal(self, state: State, seat: i64) -> None:
        assert isinstance(state, MeinzState)
        deal = state.running
        assert deal is not None
        for place in range(PLACES):
            if place != seat:
                around = self.at[place] - 1
                cards = deal.hands[place]
                if deal.is_monster(place):
                    for k in range(deal.turned, len(deal.stack)):
                        cards |= bit(deal.stack[k])
                self._cards(self.hands + CARDS * around, cards)
                if deal.discards[place] != NONE:
                    self.turn_on(self.put + CARDS * around + self._card(deal.discards[place]))

    def part(self, action: i64) -> i64:
        if action < PLAY:
            return self._card(action)
        if action < DECLINE:
            return PLAY + self._card(action - PLAY)
        if action < EXCHANGE:
            return action
        return GIVE + self._card(given_card(action))

    def second(self, action: i64) -> i64:
        if action < EXCHANGE:
            return NO_PART
        return TAKE + self._card(taken_card(action))


def sum_of(cards: i64) -> i64:
    """Return what some cards count."""
    found: i64 = 0
    while cards:
        found += lowest(cards) % VALUES + 1
        cards &= cards - 1
    return found
