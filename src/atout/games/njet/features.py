"""Njet!: what a network is told of a view. Colours stand in the order trump, supertrump, then by one's hand."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.njet.actions import ACTIONS, FACES_OF_COLOUR, LAY, MOST_SEATS, PLAY, SPACES, SUPER, TEAM, TRUMP
from atout.games.njet.cards import CARDS_OF, COLOUR_COUNT, FACE_OF, FACES, NONE, WIDTH, ZEROS, suit
from atout.games.njet.deal import TEAMS, TOKENS, TRICKS, is_in_team
from atout.games.njet.reading import Reading, read
from atout.games.njet.state import NjetState
from atout.games.njet.tokens import place
from atout.kernel.bits import bit, count, index
from atout.kernel.features import Features, seat_from, sort_slots
from atout.kernel.seats import of_seat
from atout.kernel.state import State
from atout.kernel.view import View

OTHERS: Final = MOST_SEATS - 1
FACE_COUNT: Final = 40
CARD_COUNT: Final = 60
SUITS: Final = 5  # the colours, and trumps
TRICKS_MOST: Final = 16
LOOT_MOST: Final = 10


@final
class NjetFeatures(Features):
    """Reads views of Njet!."""

    def __init__(self) -> None:
        super().__init__(ACTIONS, 2, 5)
        self.phase = self.field("phase", 4, "tokens, teams, cards put away, tricks")
        self.hand = self.field("hand", CARD_COUNT, "own cards; of n equal ones the first n")
        self.unseen = self.field("unseen", CARD_COUNT, "cards that the others may hold, likewise")
        self.played = self.field("played", OTHERS * FACE_COUNT, "what the others have played, seat by seat")
        self.trick = self.field("trick", OTHERS * FACE_COUNT, "the cards of the trick, by seat")
        self.laid = self.field("laid", FACE_COUNT, "what the observer put away or passed on")
        self.open = self.field("open", SPACES, "spaces without a token; the first row by seat")
        self.covered = self.field("covered", SPACES * MOST_SEATS, "who covered each space")
        self.terms = self.field("terms", SPACES, "the open space of each row, once all are settled")
        self.start = self.field("start", MOST_SEATS, "the start player")
        self.dealer = self.field("dealer", MOST_SEATS, "the dealer")
        self.mates = self.field("mates", MOST_SEATS, "who is in the observer's team")
        self.monster = self.field("monster", MOST_SEATS, "who holds the Monster")
        self.led = self.field("led", SUITS, "the suit led")
        self.winner = self.field("winner", MOST_SEATS, "whose card is winning the trick")
        self.ours = self.field("ours", 1, "that is somebody in the observer's team")
        self.place = self.field("place", MOST_SEATS, "how many cards lie in the trick")
        self.left = self.field("left", TRICKS_MOST, "how many tricks are to come")
        self.won = self.field("won", 2 * TRICKS_MOST, "tricks of the observer's team, of the others")
        self.loot = self.field("loot", 2 * LOOT_MOST, "0s captured by the observer's team, by the others")
        self.zeros = self.field("zeros", 4, "0s in the trick")
        self.voids = self.field("voids", OTHERS * SUITS, "suits that the others have shown not to hold")
        self.beats = self.field("beats", FACE_COUNT, "own cards that would win the trick so far")
        self.boss = self.field("boss", FACE_COUNT, "own cards that no unseen card of their suit beats")
        self.lengths = self.field("lengths", SUITS * 8, "how many own cards a suit has")
        self.out = self.field("out", SUITS * 10, "how many unseen cards a suit has")
        self.ahead = self.field("ahead", 12, "the observer's total over that of the best other, by steps of 5")
        self.rounds = self.field("rounds", 10, "how many rounds are to come after this one")
        self.truth = self.secret("hands", OTHERS * CARD_COUNT, "the cards of the others, seat by seat")
        self.slots = vec[i64]([0 for _ in range(COLOUR_COUNT)])
        self.owners = vec[i64]([0 for _ in range(MOST_SEATS)])  # by character, who has it, as counted from the seat

    def read(self, view: View) -> None:
        self.begin(view)
        now = read(view)
        deal = now.deal
        me: i64 = view.seat
        seats: i64 = view.seats
        for seat in range(seats):
            self.owners[now.characters[seat]] = seat_from(me, seat, seats)
        self._sort(now)
        self.turn_on(self.phase + deal.phase)
        mine = deal.hands[me]
        for face in range(FACE_COUNT):
            self._cards(self.hand, mine, face)
            self._cards(self.unseen, now.unseen, face)
        for seat in range(seats):
            if seat != me:
                self._faces(self.played + FACE_COUNT * (seat_from(me, seat, seats) - 1), now.played[seat])
        for laid in now.trick:
            self._faces(self.trick + FACE_COUNT * (seat_from(me, laid.seat, seats) - 1), laid.card)
        self._faces(self.laid, deal.chosen[me])
        self._board(now)
        self.turn_on(self.dealer + seat_from(me, now.dealer, seats))
        if deal.phase > TOKENS:
            self.turn_on(self.start + seat_from(me, deal.start, seats))
        if deal.phase > TEAMS:
            self._teams(now)
        if deal.phase == TRICKS:
            self._play(now, mine)
        self._lengths(now, mine)
        self.turn_on_lead(self.ahead, now.totals, me, -30, 5, 12)
        self.turn_on_one(self.rounds, now.terms.rounds - now.number, 10)

    def _sort(self, now: Reading) -> None:
        """Put the colours in their order."""
        deal = now.deal
        keys = vec[i64]([0 for _ in range(COLOUR_COUNT)])
        mine = deal.hands[now.observer]
        for colour in range(COLOUR_COUNT):
            cards = suit(colour)
            key: i64 = 0
            for number in range(FACES_OF_COLOUR):
                held = count(mine & CARDS_OF[FACES_OF_COLOUR * colour + number])
                key += held * (1000 + number * number)
            key = key * 64 + count(now.unseen & cards)
            key = key * 4 + (1 if deal.open & bit(10 + colour) else 0) * 2 + (1 if deal.open & bit(15 + colour) else 0)
            keys[colour] = key
        if deal.phase > TOKENS:
            trump = place(deal, TRUMP)
            supertrump = place(deal, SUPER)
            if trump != NONE:
                keys[trump] += 100000000000
            if supertrump != NONE:
                keys[supertrump] += 10000000000
        sort_slots(keys, self.slots)

    def _cards(self, start: i64, cards: i64, face: i64) -> None:
        held = cards & CARDS_OF[face]
        if held:
            colour = face // FACES_OF_COLOUR
            first = lowest_of(face) - WIDTH * colour
            self.turn_on_first(start + WIDTH * self.slots[colour] + first, count(held), 4)

    def _faces(self, start: i64, cards: i64) -> None:
        """Turn on what some cards show."""
        cards = FACES.one_of_each(cards)
        while cards:
            low = cards & -cards
            cards ^= low
            self.turn_on(start + self._face(FACE_OF[index(low)]))

    def _face(self, face: i64) -> i64:
        """Return a face with its colour renamed."""
        colour = face // FACES_OF_COLOUR
        return FACES_OF_COLOUR * self.slots[colour] + face - FACES_OF_COLOUR * colour

    def _space(self, space: i64) -> i64:
        """Return a space with its colour or its seat renamed."""
        row = space // 5
        at = space - 5 * row
        if row == 0:
            return self.owners[at]
        if TRUMP <= row <= SUPER and at != NONE:
            return 5 * row + self.slots[at]
        return space

    def _board(self, now: Reading) -> None:
        deal = now.deal
        for space in range(SPACES):
            if deal.open & bit(space):
                self.turn_on(self.open + self._space(space))
                if deal.phase > TOKENS:
                    self.turn_on(self.terms + self._space(space))
            for seat in range(self.around):
                if deal.covered[seat] & bit(space):
                    by = seat_from(self.me, seat, self.around)
                    self.turn_on(self.covered + MOST_SEATS * self._space(space) + by)

    def _teams(self, now: Reading) -> None:
        deal = now.deal
        ours = is_in_team(deal.team, self.me)
        won_ours: i64 = 0
        won_theirs: i64 = 0
        loot_ours: i64 = 0
        loot_theirs: i64 = 0
        for seat in range(self.around):
            if is_in_team(deal.team, seat) == ours:
                self.turn_on(self.mates + seat_from(self.me, seat, self.around))
                won_ours += of_seat(deal.won, seat)
                loot_ours += of_seat(deal.loot, seat)
            else:
                won_theirs += of_seat(deal.won, seat)
                loot_theirs += of_seat(deal.loot, seat)
        if deal.monster >= 0:
            self.turn_on(self.monster + seat_from(self.me, deal.monster, self.around))
        self.turn_on_first(self.won, won_ours, TRICKS_MOST)
        self.turn_on_first(self.won + TRICKS_MOST, won_theirs, TRICKS_MOST)
        self.turn_on_first(self.loot, loot_ours, LOOT_MOST)
        self.turn_on_first(self.loot + LOOT_MOST, loot_theirs, LOOT_MOST)

    def _play(self, now: Reading, mine: i64) -> None:
        deal = now.deal
        ranking = deal.ranking
        trumps = ranking.trumps
        self.turn_on(self.place + deal.laid)
        self.turn_on_one(self.left, deal.length - deal.tricks, TRICKS_MOST)
        if deal.laid:
            self.turn_on(self.led + self._suit(deal.led, trumps))
            self.turn_on(self.winner + seat_from(self.me, deal.winner, self.around))
            if is_in_team(deal.team, deal.winner) == is_in_team(deal.team, self.me):
                self.turn_on(self.ours)
            zeros: i64 = 0
            for laid in now.trick:
                if laid.card & ZEROS:
                    zeros += 1
            self.turn_on_first(self.zeros, zeros, 4)
        for seat in range(self.around):
            if seat != self.me:
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
            if self._is_boss(now, low):
                self.turn_on(self.boss + face)

    def _is_boss(self, now: Reading, card: i64) -> bool:
        ranking = now.deal.ranking
        rivals = now.unseen & ranking.suit_of(card)
        strength = ranking.strengths[index(card)]
        while rivals:
            low = rivals & -rivals
            rivals ^= low
            if ranking.strengths[index(low)] > strength:
                return False
        return True

    def _suit(self, cards: i64, trumps: i64) -> i64:
        if cards == trumps:
            return COLOUR_COUNT
        return self.slots[index(cards & -cards) // WIDTH]

    def _lengths(self, now: Reading, mine: i64) -> None:
        trumps = now.deal.ranking.trumps if now.deal.phase == TRICKS else 0
        self.turn_on_first(self.lengths + 8 * COLOUR_COUNT, count(mine & trumps), 8)
        self.turn_on_first(self.out + 10 * COLOUR_COUNT, count(now.unseen & trumps), 10)
        for colour in range(COLOUR_COUNT):
            plain = suit(colour) & ~trumps
            self.turn_on_first(self.lengths + 8 * self.slots[colour], count(mine & plain), 8)
            self.turn_on_first(self.out + 10 * self.slots[colour], count(now.unseen & plain), 10)

    def reveal(self, state: State, seat: i64) -> None:
        assert isinstance(state, NjetState)
        deal = state.running
        assert deal is not None
        for other in range(deal.seats):
            if other != seat:
                start = self.truth + CARD_COUNT * (seat_from(seat, other, deal.seats) - 1)
                for face in range(FACE_COUNT):
                    self._cards(start, deal.hands[other], face)

    def part(self, action: i64) -> i64:
        if action < TEAM:
            return self._space(action)
        if action < LAY:
            pair = action - TEAM
            first = seat_from(self.me, pair // MOST_SEATS, self.around)
            second = seat_from(self.me, pair % MOST_SEATS, self.around)
            return TEAM + MOST_SEATS * first + second
        if action < PLAY:
            return LAY + self._face(action - LAY)
        return PLAY + self._face(action - PLAY)


def lowest_of(face: i64) -> i64:
    """Return the first card that shows a face."""
    return index(CARDS_OF[face] & -CARDS_OF[face])
