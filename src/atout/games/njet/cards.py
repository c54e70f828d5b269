"""Njet!: the cards, and sets of cards."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.njet.actions import FACE_NAMES, FACES_OF_COLOUR
from atout.kernel.bits import bit, members
from atout.kernel.faces import Faces
from atout.kernel.ranking import Ranking

# A card is one bit. Within a colour: three 0, one each of 1 to 6, four 7, one 8, one 9; a hand is a set of cards.
WIDTH: Final = 15

COLOUR_COUNT: Final = 4

COPIES: Final = [3, 1, 1, 1, 1, 1, 1, 4, 1, 1]

FACES: Final = Faces(FACE_NAMES, COPIES * COLOUR_COUNT)

CARDS_OF: Final = FACES.cards  # by face

FACE_OF: Final = FACES.of_card  # by card

FIRST_CARD: Final = FACES.first_card  # by face

SMALL_HAND: Final = 3  # cards dealt to each seat from the small pack

SMALL_COLOURS: Final = 2  # red and black

NONE: Final = 4  # in place of a colour: no trump, no supertrump

TRUMP_STRENGTH: Final = 20  # and more, by the number

SUPER_STRENGTH: Final = 30


def suit(colour: i64) -> i64:
    """Return the set of all cards of a colour."""
    return bit(WIDTH * (colour + 1)) - bit(WIDTH * colour)


def zeros_of(colour: i64) -> i64:
    """Return the set of the three 0s of a colour."""
    return bit(WIDTH * colour + 3) - bit(WIDTH * colour)


ZEROS: Final[i64] = zeros_of(0) | zeros_of(1) | zeros_of(2) | zeros_of(3)


def hand_size(seats: i64, small: bool) -> i64:
    """Return how many cards each seat is dealt (NJET-07)."""
    if small:
        return SMALL_HAND
    return 12 if seats == 5 else 16 if seats == 3 else 15


def pack_cards(seats: i64, small: bool) -> list[int]:
    """Return the cards in the game with this many seats: with three, one 7 of each colour (NJET-02)."""
    if small:
        return small_pack_cards(seats)
    return [int(card) for card in range(FACES.size) if seats != 3 or not 10 <= card % WIDTH <= 12]


def small_pack_cards(seats: i64) -> list[int]:
    """Return the 0s of red and black and, once each, their highest numbers: as many as hands of three need."""
    lowest: i64 = 5 if seats == 5 else 11 - seats
    found: list[int] = []
    for colour in range(SMALL_COLOURS):
        for card in members(suit(colour)):
            number = FACE_OF[card] % FACES_OF_COLOUR
            if number == 0 or (number >= lowest and FACE_OF[card - 1] != FACE_OF[card]):
                found.append(card)
    return found


def pack_set(seats: i64, small: bool) -> i64:
    """Return the same as a set."""
    cards: i64 = 0
    for card in pack_cards(seats, small):
        cards |= bit(card)
    return cards


PACK_SETS: Final = vec[i64]([pack_set(seats, small) for small in (False, True) for seats in range(6)])


def ranking(trump: i64, supertrump: i64, keeps_colour: bool) -> Ranking:
    """Return suits and strengths for a trump colour and a supertrump colour, or NONE (NJET-33 to NJET-40)."""
    supers: i64 = 0 if supertrump == NONE else zeros_of(supertrump)
    trumps = supers
    if trump != NONE:
        trumps |= suit(trump)
    suits: list[i64] = []
    strengths: list[i64] = []
    for card in range(FACES.size):
        number: i64 = FACE_OF[card] % FACES_OF_COLOUR
        if bit(card) & trumps:
            suits.append(trumps)
            strengths.append(SUPER_STRENGTH if bit(card) & supers else TRUMP_STRENGTH + number)
        else:
            colour = suit(card // WIDTH)
            suits.append(colour if keeps_colour else colour & ~trumps)
            strengths.append(number)
    return Ranking(vec[i64](suits), vec[i64](strengths), trumps, True)


RANKINGS: Final = [
    ranking(trump, supertrump, keeps_colour)
    for keeps_colour in (False, True)
    for trump in range(5)
    for supertrump in range(5)
]
