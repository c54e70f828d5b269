"""Njet!: action numbers and their text.

A token is `cover:trump-red`. Teams are `team:BD`, the pair B and D, of whom B holds the Monster where there is one, or
`alone:C`. A card put away or passed on is `lay:R7`, a card played is `R7`.
"""

from typing import Final

from mypy_extensions import i64

from atout.kernel.notation import Notation

COLOURS: Final = "RKBY"  # red, black, blue, yellow
FACES_OF_COLOUR: Final = 10  # 0 .. 9
MOST_SEATS: Final = 5
SEATS: Final = "ABCDE"

SPACES: Final = 25  # actions 0 .. 24: 5 * row + space
TEAM: Final = 25  # actions 25 .. 49: 5 * seat + seat
LAY: Final = 50  # actions 50 .. 89: a face
PLAY: Final = 90  # actions 90 .. 129: a face
ACTIONS: Final = 130

START: Final = 0  # the rows of the board
CARDS: Final = 1
TRUMP: Final = 2
SUPER: Final = 3
POINTS: Final = 4

SPACE_NAMES: Final = [
    *["start-c1", "start-c2", "start-c3", "start-c4", "start-c5"],
    *["lay-1", "lay-2", "lay-2-no-0", "pass-2", "lay-none"],
    *["trump-red", "trump-black", "trump-blue", "trump-yellow", "trump-none"],
    *["super-red", "super-black", "super-blue", "super-yellow", "super-none"],
    *["points-1", "points-2", "points-3", "points-4", "points-minus-2"],
]


def space(row: i64, place: i64) -> i64:
    """Return the space of a row, both counted from 0; it is also the action that covers it."""
    return MOST_SEATS * row + place


def team(first: i64, second: i64) -> i64:
    """Return the action that makes a team of two seats, or of one; the first holds the Monster, where there is one."""
    return TEAM + MOST_SEATS * first + second


def first_of(action: i64) -> i64:
    """Return the first seat of a team action."""
    return (action - TEAM) // MOST_SEATS


def second_of(action: i64) -> i64:
    """Return the second seat of a team action; the same as the first for a seat alone."""
    return (action - TEAM) % MOST_SEATS


FACE_NAMES: Final = [f"{colour}{number}" for colour in COLOURS for number in range(FACES_OF_COLOUR)]


def face_text(face: i64) -> str:
    """Return the name of a face, such as R7."""
    return FACE_NAMES[face]


def _team_text(first: str, second: str) -> str:
    return f"alone:{first}" if first == second else f"team:{first}{second}"


NOTATION: Final = Notation(
    [f"cover:{name}" for name in SPACE_NAMES]
    + [_team_text(first, second) for first in SEATS for second in SEATS]
    + [f"lay:{face}" for face in FACE_NAMES]
    + FACE_NAMES,
    "cover:trump-red, team:AB, alone:A, lay:R7 or R7",
)


def text(action: i64) -> str:
    """Return the notation of an action."""
    return NOTATION.text(action)


def parse(text: str) -> i64:
    """Return the action with this notation."""
    return NOTATION.parse(text)
