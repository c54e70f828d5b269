"""Njet!: what a match is played with: the options as the rules need them, and the packs."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.njet.actions import SPACE_NAMES, SPACES
from atout.games.njet.cards import FACES, PACK_SETS, hand_size, pack_cards
from atout.kernel.bits import bit
from atout.kernel.cards import Field, Pack, seat_packs
from atout.kernel.notation import find_name
from atout.kernel.options import Options

# with the small pack all other spaces below the first row are covered for the whole match
SMALL_BOARD: Final = ["lay-1", "pass-2", "trump-red", "trump-none", "super-black", "points-1"]


def row(number: i64) -> i64:
    """Return the set of the five spaces of a row of the board, counted from 0."""
    return bit(5 * number + 5) - bit(5 * number)


def usual_rounds(seats: i64) -> i64:
    """Return how many rounds a match has (NJET-62)."""
    return 10 if seats == 5 else 9 if seats == 3 else 8


def spaces_at_start(characters: vec[i64], small: bool) -> i64:
    """Return the spaces that are open before the first token (NJET-04)."""
    spaces = bit(SPACES) - bit(5)
    if small:
        spaces = 0
        for name in SMALL_BOARD:
            spaces |= bit(find_name(SPACE_NAMES, name))
    for character in characters:
        spaces |= bit(character)
    return spaces


def unsettled_spaces(spaces: i64) -> i64:
    """Return those of some open spaces that have others in their row."""
    found: i64 = 0
    for number in range(5):
        left = spaces & row(number)
        if left & (left - 1):
            found |= left
    return found


@final
class Terms:
    """What stays the same for a whole match; shared by all clones."""

    def __init__(self, seats: i64, options: Options, characters: vec[i64]) -> None:
        self.seats = seats
        self.small: bool = options.text("pack") == "small"
        self.hand: i64 = hand_size(seats, self.small)
        self.cards: i64 = seats + 2 if self.small else seats - 2  # where the pack stands among all packs
        self.pack: i64 = PACK_SETS[seats + 6 if self.small else seats]
        self.characters = characters  # of each seat, 0 .. 4 (NJET-03)
        self.open: i64 = spaces_at_start(characters, self.small)  # before the first token
        self.coverable: i64 = unsettled_spaces(self.open)
        rounds = options.text("rounds")
        full = usual_rounds(seats)
        self.rounds: i64 = full
        if rounds == "half":
            self.rounds = 3 if seats == 3 else full // 2
        elif rounds != "full":
            self.rounds = int(rounds)
        self.difference: bool = options.text("score") == "difference"
        self.pass_left: bool = options.text("pass_direction") == "left"
        self.zero_stays: bool = options.text("zero_stash") == "no_zero"
        self.keeps_colour: bool = options.text("supertrump_colour") == "stays"
        self.reveal: bool = options.is_on("reveal_stash")


def card_pack(seats: i64, small: bool) -> Pack:
    """Return the pack of cards; with two seats half of it is set aside (NJET-02, NJET-07, NJET-08)."""
    names = FACES.card_names()
    size = hand_size(seats, small)
    starts = [int(seat * size) for seat in range(seats)]
    return Pack("cards", [names[card] for card in pack_cards(seats, small)], [Field("hands", starts, int(size))])


CARD_PACKS: Final = [card_pack(seats, small) for small in (False, True) for seats in range(2, 6)]

SEAT_PACKS: Final = seat_packs(range(2, 6), "dealer")

CARDS: Final = [vec[i64](pack_cards(seats, small)) for small in (False, True) for seats in range(2, 6)]
