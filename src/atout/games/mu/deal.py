"""Mü: the cards, the terms of a match, and the data of one deal. No rules."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.mu import tables
from atout.games.mu.actions import COLOUR_COUNT, FACE_NAMES, NONE, NUMBERS, TRUMPS
from atout.games.mu.tables import FULL
from atout.kernel.bits import below, bit, members
from atout.kernel.faces import Faces
from atout.kernel.options import Options
from atout.kernel.ranking import Ranking

# A card is one bit. Within a colour: 0, 1, 1, 2, 3, 4, 5, 6, 7, 7, 8, 9; a hand is a set of cards (MU-02).
WIDTH: Final = 12
COPIES: Final = [1, 2, 1, 1, 1, 1, 1, 2, 1, 1]
FACES: Final = Faces(FACE_NAMES, COPIES * COLOUR_COUNT)
CARDS_OF: Final = FACES.cards  # by face
FACE_OF: Final = FACES.of_card  # by card
FIRST_CARD: Final = FACES.first_card  # by face
CARD_COUNT: Final = 60
PACK: Final[i64] = below(CARD_COUNT)
CARD_POINTS: Final = [1, 0, 1, 1, 1, 1, 2, 2, 1, 0]  # by number (MU-03)
POINTS: Final = vec[i64]([CARD_POINTS[face % NUMBERS] for face in range(len(FACES.names))])  # by face

# The small pack (option pack), for 4, 5 and 6 players: so many of the colours, with these numbers; two cards each.
SMALL_COLOURS: Final = [2, 2, 3]
SMALL_NUMBERS: Final = [[0, 7, 9], [0, 6, 7, 9], [0, 7, 9]]

AUCTION: Final = 0  # phases
VICE_NAMES: Final = 1
CHIEF_NAMES: Final = 2
CHIEF_PICKS: Final = 3
TRICKS: Final = 4
DONE: Final = 5

NOBODY: Final = -1


def suit(colour: i64) -> i64:
    """Return the set of all cards of a colour."""
    return bit(WIDTH * (colour + 1)) - bit(WIDTH * colour)


def of_number(number: i64) -> i64:
    """Return the set of all cards with a number."""
    cards: i64 = 0
    for colour in range(COLOUR_COUNT):
        cards |= CARDS_OF[NUMBERS * colour + number]
    return cards


def matching(trump: i64) -> i64:
    """Return the set of all cards that match a trump (MU-35)."""
    if trump == NONE:
        return 0
    return suit(trump) if trump < COLOUR_COUNT else of_number(trump - COLOUR_COUNT)


MATCHING: Final = vec[i64]([matching(trump) for trump in range(TRUMPS)])


def ranking(chief: i64, vice: i64) -> Ranking:
    """Return suits and strengths for the Chief's and the Vice's trump (MU-35 to MU-41); equal ones are the Chief's."""
    of_chief = matching(chief)
    of_vice: i64 = 0 if chief == vice else matching(vice)
    trumps = of_chief | of_vice
    suits: list[i64] = []
    strengths: list[i64] = []
    for card in range(CARD_COUNT):
        one = bit(card)
        number: i64 = FACE_OF[card] % NUMBERS
        if one & of_chief:
            number += 30 if one & of_vice else 20
        elif one & of_vice:
            number += 10
        suits.append(trumps if one & trumps else suit(card // WIDTH) & ~trumps)
        strengths.append(number)
    return Ranking(vec[i64](suits), vec[i64](strengths), trumps, False)


RANKINGS: Final = [ranking(chief, vice) for chief in range(TRUMPS) for vice in range(TRUMPS)]


def pack_of(seats: i64, small: bool) -> i64:
    """Return the set of all cards in play: all there are, or those of the small pack."""
    if not small:
        return PACK
    cards: i64 = 0
    for number in SMALL_NUMBERS[seats - 4]:
        for colour in range(SMALL_COLOURS[seats - 4]):
            cards |= CARDS_OF[NUMBERS * colour + number]
    return cards


def points_of(cards: vec[i64]) -> i64:
    """Return the card points of some cards."""
    points: i64 = 0
    for card in cards:
        points += POINTS[FACE_OF[card]]
    return points


CARDS: Final = vec[i64](members(PACK))
SMALL_CARDS: Final = [vec[i64](members(pack_of(seats, True))) for seats in range(4, 7)]


@final
class Terms:
    """What stays the same for a whole match; shared by all clones."""

    def __init__(self, seats: i64, options: Options) -> None:
        self.seats = seats
        self.small: bool = options.text("pack") == "small"
        self.pack: i64 = pack_of(seats, self.small)  # all cards in play, as a set
        self.cards = SMALL_CARDS[seats - 4] if self.small else CARDS  # and one by one
        self.hand: i64 = len(self.cards) // seats  # which is also the number of tricks (MU-06, MU-51)
        self.points: i64 = points_of(self.cards) if self.small else FULL
        self.limit: i64 = options.number("limit")
        self.reach: bool = options.text("end_test") == "reach"
        self.rounds: i64 = 0  # of a match with a fixed number; 0: until the limit
        length = options.text("length")
        if length == "single":
            self.rounds = 1
        elif length != "limit":
            self.rounds = seats * (1 if length == "once" else 2 if length == "twice" else 3)
        self.same_trump: bool = options.text("same_trump") == "yes"
        self.shared: bool = options.text("deadlock_payout") == "shared"
        self.targets = tables.targets(seats, options, self.points)
        self.bonuses = tables.bonuses(options)
        self.cap: i64 = 100 if options.text("bonus_cap") == "100" else 1000


@final
class Deal:
    """One distribution of the cards and its play."""

    def __init__(self, terms: Terms, dealer: i64, hands: vec[i64], bids: vec[i64], ranking: Ranking) -> None:
        self.terms = terms
        self.seats: i64 = terms.seats
        self.phase: i64 = AUCTION
        self.turn = dealer
        self.hands = hands
        self.bids = bids  # the bid cards that lie before each seat
        # the auction
        self.most: i64 = 0  # the largest number of bid cards that a seat had when the turn began
        self.last: i64 = 0  # the last card laid in this turn, as a set; empty before the first
        self.full: i64 = NOBODY  # the seat whose bid was ended just now because it may lay no more
        self.passes: i64 = 0  # in direct succession
        self.bid_count: i64 = 0
        self.latest: i64 = 0  # by seat, the number of its latest bid, eight bits each
        # the outcome of the auction
        self.chief: i64 = NOBODY
        self.vice: i64 = NOBODY
        self.partner: i64 = NOBODY
        self.culprit: i64 = NOBODY
        self.tied: i64 = 0  # the seats of a deadlock, as a set
        self.size: i64 = 0  # of the Chief's bid, or of the tied ones
        self.chief_trump: i64 = NONE
        self.vice_trump: i64 = NONE
        # the tricks
        self.ranking = ranking
        self.tricks: i64 = 0  # how many are complete
        self.laid: i64 = 0  # cards in the present trick
        self.led: i64 = 0  # the suit led, as a set; empty before the lead
        self.best: i64 = 0  # the winning card so far, as a set
        self.bar: i64 = 0  # its strength
        self.winner: i64 = 0  # who played it
        self.pot: i64 = 0  # card points in the trick
        self.won: i64 = 0  # tricks by seat, eight bits each
        self.points: i64 = 0  # card points by seat, eight bits each
        self.history: i64 = 1  # running hash of all actions, in order; 0 would swallow passes

    def clone(self) -> "Deal":
        """Return an independent copy."""
        new = Deal(self.terms, self.turn, self.hands[:], self.bids[:], self.ranking)
        new.phase = self.phase
        new.most = self.most
        new.last = self.last
        new.full = self.full
        new.passes = self.passes
        new.bid_count = self.bid_count
        new.latest = self.latest
        new.chief = self.chief
        new.vice = self.vice
        new.partner = self.partner
        new.culprit = self.culprit
        new.tied = self.tied
        new.size = self.size
        new.chief_trump = self.chief_trump
        new.vice_trump = self.vice_trump
        new.tricks = self.tricks
        new.laid = self.laid
        new.led = self.led
        new.best = self.best
        new.bar = self.bar
        new.winner = self.winner
        new.pot = self.pot
        new.won = self.won
        new.points = self.points
        new.history = self.history
        return new


def none_each(seats: i64) -> vec[i64]:
    """Return a zero for every seat."""
    return vec[i64]([0] * seats)


def new_deal(terms: Terms, dealer: i64) -> Deal:
    """Return a deal with empty hands, before the first bid."""
    return Deal(terms, dealer, none_each(terms.seats), none_each(terms.seats), RANKINGS[-1])


def of_seat(packed: i64, seat: i64) -> i64:
    """Return the number of one seat from a number with eight bits for each."""
    return (packed >> (8 * seat)) & 255
