"""Mü: what Chief and Partner need for a bid, and what they get for it. Both tables stand here and nowhere else."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.mu.actions import COLOUR_COUNT, NONE
from atout.kernel.options import Options

MOST_CARDS: Final = 15  # the largest bid there can be
FULL: Final = 60  # the card points that the table of targets is for (MU-52)

# Card points that Chief and Partner need (MU-34): for 4, 5 and 6 players a base, and so much more with each bid card.
TARGETS: Final = {
    "classic": ([28, 21, 16], [2, 3, 4]),
    "raised": ([28, 22, 18], [2, 3, 4]),
}

# The bonus is 10 for each bid card, and more by the kind of the Chief's trump (MU-54).
COLOUR: Final = 0
ONE_OR_SEVEN: Final = 1
OTHER_NUMBER: Final = 2
NO_TRUMP: Final = 3
BONUSES: Final = {"classic": [0, 10, 20, 30]}

TARGET_DIGITS: Final = 4  # of an own table: two for the base, two for each card
BONUS_DIGITS: Final = 6  # of an own table: two for each kind of trump but a colour


def targets(seats: i64, options: Options, points: i64) -> vec[i64]:
    """Return the card points needed, by size of the bid; the entry for no card at all is there but means nothing.

    They are in proportion to the card points of the pack, rounded up (option pack).
    """
    name = options.text("targets")
    if name in TARGETS:
        bases, steps = TARGETS[name]
        base, step = bases[seats - 4], steps[seats - 4]
    else:
        base, step = int(name[:2]), int(name[2:])
    return vec[i64]([((base + step * cards) * points + FULL - 1) // FULL for cards in range(MOST_CARDS + 1)])


def bonuses(options: Options) -> vec[i64]:
    """Return what the kind of the Chief's trump adds to the bonus."""
    name = options.text("bonuses")
    if name in BONUSES:
        return vec[i64](BONUSES[name])
    return vec[i64]([0, int(name[:2]), int(name[2:4]), int(name[4:])])


def kind(trump: i64) -> i64:
    """Return the kind of a trump."""
    if trump < COLOUR_COUNT:
        return COLOUR
    if trump == NONE:
        return NO_TRUMP
    number = trump - COLOUR_COUNT
    return ONE_OR_SEVEN if number == 1 or number == 7 else OTHER_NUMBER
