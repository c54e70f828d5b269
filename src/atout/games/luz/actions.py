"""Luz: action numbers and their text. A bet is `3` or `3+S`, a card is `C#k`, counted from the low end (LUZ-31)."""

from typing import Final

from mypy_extensions import i64

from atout.kernel.errors import NotationError
from atout.kernel.notation import whole_number

COLOURS: Final = "RYGBP"
HAND: Final = 10  # cards dealt to each seat from the full pack, and tricks in a deal
BETS: Final = 22  # actions 0 .. 21: 2 * beads + (1 with the safety bead)
ACTIONS: Final = 72  # actions 22 .. 71: colour by colour, place 1 .. 10


def bet(beads: i64, safety: i64) -> i64:
    """Return the action that bets this many beads, with 1 or without 0 the safety bead."""
    return 2 * beads + safety


def play(colour: i64, place: i64) -> i64:
    """Return the action that plays a card by its place in the colour group, counted from 1 at the low end."""
    return BETS + HAND * colour + place - 1


def colour_of(action: i64) -> i64:
    """Return the colour of a card action."""
    return (action - BETS) // HAND


def place_of(action: i64) -> i64:
    """Return the place of a card action, counted from 1."""
    return (action - BETS) % HAND + 1


def text(action: i64) -> str:
    """Return the notation of an action."""
    if action >= BETS:
        return f"{COLOURS[colour_of(action)]}#{place_of(action)}"
    return f"{action // 2}+S" if action % 2 else f"{action // 2}"


def parse(text: str) -> i64:
    """Return the action with this notation."""
    beads = whole_number(text.removesuffix("+S"), HAND)
    if beads >= 0:
        return bet(beads, 1 if text.endswith("+S") else 0)
    place = whole_number(text[2:], HAND)
    if place >= 1 and text[0] in COLOURS and text[1] == "#":
        return play(COLOURS.index(text[0]), place)
    raise NotationError(f"'{text}' is neither a bet like 3 or 3+S nor a card like R#1")
