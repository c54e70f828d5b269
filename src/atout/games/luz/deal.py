"""Luz: the cards, and the data of one deal. No rules."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.luz.actions import COLOURS, HAND
from atout.kernel.bits import bit
from atout.kernel.options import Options

# A card is colour * 12 + value - 1; a hand is a set of cards.
WIDTH: Final = 12
COLOUR_COUNT: Final = 5
SUIT: Final[i64] = 0xFFF
TRUMPS: Final[i64] = 0xFFF000  # yellow (LUZ-03)
NO_BET: Final = -1
SMALL_HAND: Final = 2  # cards dealt to each seat from the small pack

BETTING: Final = 0
TRICKS: Final = 1
DONE: Final = 2


def suit(colour: i64) -> i64:
    """Return the set of all cards of a colour."""
    cards = SUIT
    cards <<= WIDTH * colour
    return cards


def suit_of(card: i64) -> i64:
    """Return the set of all cards of the colour of a card, which is given as a set."""
    cards = SUIT
    while not card & cards:
        cards <<= WIDTH
    return cards


def hand_size(options: Options) -> i64:
    """Return how many cards a hand has, which tells the full pack from the small one."""
    return SMALL_HAND if options.text("pack") == "small" else HAND


def highest_value(seats: i64, size: i64, colour: i64) -> i64:
    """Return the highest value of a colour in the pack for hands of this size; 0 where it has none (LUZ-02).

    The small pack is red up to one more than there are seats and yellow up to their number: one card is left over.
    """
    if size == HAND:
        return 8 + 2 * (seats - 3)
    return seats + 1 - colour if colour < 2 else 0


def pack_cards(seats: i64, size: i64) -> list[int]:
    """Return the cards that are in the game with so many seats and hands of this size."""
    cards: list[int] = []
    for colour in range(COLOUR_COUNT):
        for value in range(highest_value(seats, size, colour)):
            cards.append(int(colour * WIDTH + value))
    return cards


CARD_NAMES: Final = [f"{colour}{value}" for colour in COLOURS for value in range(1, WIDTH + 1)]


def card_text(card: i64) -> str:
    """Return the name of a card, such as R4."""
    return CARD_NAMES[card]


@final
class Deal:
    """One distribution of the cards and its play."""

    def __init__(self, number: i64, starter: i64, size: i64, hands: vec[i64], bets: vec[i64], won: vec[i64]) -> None:
        self.seats: i64 = len(hands)
        self.size = size  # cards dealt to each seat, and tricks
        self.number = number  # 1 .. 4
        self.phase: i64 = BETTING
        self.turn = starter
        self.hands = hands
        self.bets = bets  # as actions
        self.won = won  # tricks
        self.beads: i64 = -1  # bet beads left in the supply; below 0: no limit (LUZ-05)
        self.betters: i64 = 0  # how many have bet
        self.tricks: i64 = 0  # how many are complete
        self.laid: i64 = 0  # cards in the present trick
        self.led: i64 = 0  # the suit led, as a set; empty before the lead
        self.best: i64 = 0  # the winning card so far, as a set
        self.winner: i64 = 0  # who played it
        self.played: i64 = 0  # the cards that were played
        self.history: i64 = 1  # running hash of bets and cards, in order

    def clone(self) -> "Deal":
        """Return an independent copy."""
        new = Deal(self.number, self.turn, self.size, self.hands[:], self.bets[:], self.won[:])
        new.phase = self.phase
        new.beads = self.beads
        new.betters = self.betters
        new.tricks = self.tricks
        new.laid = self.laid
        new.led = self.led
        new.best = self.best
        new.winner = self.winner
        new.played = self.played
        new.history = self.history
        return new


def new_deal(seats: i64, number: i64, starter: i64, size: i64) -> Deal:
    """Return a deal with empty hands, before the first bet."""
    none = [0 for _ in range(seats)]
    return Deal(number, starter, size, vec[i64](none), vec[i64]([NO_BET for _ in range(seats)]), vec[i64](none))


def cards_of(items: list[int]) -> i64:
    """Return the set of these cards."""
    cards: i64 = 0
    for card in items:
        cards |= bit(card)
    return cards
