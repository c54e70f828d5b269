"""Mü: the cards, and sets of cards."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.mu.actions import COLOUR_COUNT, FACE_NAMES, NONE, NUMBERS, TRUMPS
from atout.kernel.bits import below, bit, members
from atout.kernel.faces import Faces
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

# The small pack (option pack), for 4, 5 and 6 players: how many of the colours, and the numbers; two cards each.
SMALL_COLOURS: Final = [2, 2, 3]

SMALL_NUMBERS: Final = [[0, 7, 9], [0, 6, 7, 9], [0, 7, 9]]


def suit(colour: i64) -> i64:
    """Return the set of all cards of a colour."""
    return bit(WIDTH * (colour + 1)) - bit(WIDTH * colour)


def of_number(number: i64) -> i64:
    """Return the set of all cards with a number."""
    cards: i64 = 0
    for colour in range(COLOUR_COUNT):
        cards |= CARDS_OF[NUMBERS * colour + number]
    return cards


def matching_cards(trump: i64) -> i64:
    """Return the set of all cards that match a trump (MU-35)."""
    if trump == NONE:
        return 0
    return suit(trump) if trump < COLOUR_COUNT else of_number(trump - COLOUR_COUNT)


MATCHING: Final = vec[i64]([matching_cards(trump) for trump in range(TRUMPS)])


def ranking(chief: i64, vice: i64) -> Ranking:
    """Return suits and strengths for the Chief's and the Vice's trump (MU-35 to MU-41); equal ones are the Chief's."""
    of_chief = matching_cards(chief)
    of_vice: i64 = 0 if chief == vice else matching_cards(vice)
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
