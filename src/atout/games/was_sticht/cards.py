"""Was sticht?: the cards and contracts, and sets of cards."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.was_sticht.actions import CARDS, COLOUR_COUNT, KIND_NAMES, KINDS, NUMBERS
from atout.kernel.bits import bit
from atout.kernel.faces import Faces
from atout.kernel.ranking import Ranking

# A card is one bit; a hand is a set of cards. A contract card is one bit of another set: two copies of each kind.
SUIT: Final[i64] = 0x1FF

COLUMNS: Final = 9  # and cards in a hand, and tricks in a round, with the full pack

SMALL_COLUMNS: Final = 2  # with the small pack

COLUMN: Final = 4  # cards in a column

CONTRACTS: Final = Faces(KIND_NAMES, [2] * KINDS)  # WAS-03

KIND_OF: Final = CONTRACTS.of_card  # by contract card

NO_COLOUR: Final = 4  # no trump colour

NO_NUMBER: Final = 9  # no trump number; a trump number n is n - 1

TRUMP_COLOURS: Final = 5

TRUMP_NUMBERS: Final = 10

TRUMP_PAIRS: Final = 50

UNKNOWN_TRUMP: Final = -1

SUPER_STRENGTH: Final = 30

NUMBER_STRENGTH: Final = 20

COLOUR_STRENGTH: Final = 10


def suit(colour: i64) -> i64:
    """Return the set of all cards with this printed colour."""
    cards = SUIT
    cards <<= NUMBERS * colour
    return cards


def of_number(number: i64) -> i64:
    """Return the set of all cards with this trump number; empty for none."""
    cards: i64 = 0
    if number < NO_NUMBER:
        for colour in range(COLOUR_COUNT):
            cards |= bit(NUMBERS * colour + number)
    return cards


def ranking(colour: i64, number: i64) -> Ranking:
    """Return suits and strengths for a trump colour and a trump number (WAS-51 to WAS-65)."""
    of_colour: i64 = 0
    if colour < NO_COLOUR:
        of_colour = suit(colour)
    numbered = of_number(number)
    trumps = of_colour | numbered
    suits: list[i64] = []
    strengths: list[i64] = []
    for card in range(CARDS):
        one = bit(card)
        value: i64 = card % NUMBERS + 1
        if one & trumps:
            suits.append(trumps)
            if one & numbered:
                strengths.append(SUPER_STRENGTH if one & of_colour else NUMBER_STRENGTH)
            else:
                strengths.append(COLOUR_STRENGTH + value)
        else:
            suits.append(suit(card // NUMBERS) & ~trumps)
            strengths.append(value)
    return Ranking(vec[i64](suits), vec[i64](strengths), trumps, False)


RANKINGS: Final = [ranking(colour, number) for colour in range(TRUMP_COLOURS) for number in range(TRUMP_NUMBERS)]

NO_TRUMPS: Final = 49  # the ranking without trumps


def loose_cards(colour: i64, number: i64) -> list[i64]:
    """Return, by card led, the number trumps that may follow it under the option: those of its printed colour."""
    numbered = of_number(number)
    trumps = RANKINGS[TRUMP_NUMBERS * colour + number].trumps
    found: list[i64] = []
    for card in range(CARDS):
        may: i64 = 0
        if not bit(card) & trumps:
            may = suit(card // NUMBERS) & numbered
        found.append(may)
    return found


LOOSE: Final = [
    vec[i64](loose_cards(colour, number)) for colour in range(TRUMP_COLOURS) for number in range(TRUMP_NUMBERS)
]


@final
class Kit:
    """What a match is played with: the three decks and the contracts. There is a full one and a small one."""

    def __init__(self, size: i64, cards: list[int], colours: list[int], numbers: list[int], kinds: list[str]) -> None:
        self.size = size  # columns, and cards in a hand
        self.small: bool = size != COLUMNS
        self.cards = vec[i64](cards)
        self.colours = vec[i64](colours)  # of the trump-colour cards
        self.numbers = vec[i64](numbers)
        self.pack: i64 = 0  # the cards as a set
        for card in cards:
            self.pack |= bit(card)
        self.pairs = vec[i64]([TRUMP_NUMBERS * colour + number for colour in colours for number in numbers])
        self.offer: i64 = 0  # the contracts, as a set
        for kind in kinds:
            self.offer |= CONTRACTS.cards[KIND_NAMES.index(kind)]
        self.most_contracts: i64 = KINDS if not self.small else 2  # that a player can take

    def shuffled_cards(self, order: vec[i64]) -> vec[i64]:
        """Return the cards of a shuffled pack; in the full one they bear the numbers of their places."""
        return vec[i64]([self.cards[item] for item in order]) if self.small else order


SMALL_CARDS: Final = [0, 1, 2, 3, 9, 10, 11, 12]  # red and blue, 1 to 4

SMALL_KINDS: Final = ["no-tricks", "no-red", "no-blue", "exact-1", "last"]

FULL_KIT: Final = Kit(COLUMNS, list(range(CARDS)), list(range(TRUMP_COLOURS)), list(range(TRUMP_NUMBERS)), KIND_NAMES)

SMALL_KIT: Final = Kit(SMALL_COLUMNS, SMALL_CARDS, [0, NO_COLOUR], [0, NO_NUMBER], SMALL_KINDS)


def copies(contracts: i64) -> i64:
    """Return how many contracts of each kind there are, two bits each; which copies they are makes no difference."""
    firsts: i64 = 0x555555
    return (contracts & firsts) + ((contracts >> 1) & firsts)
