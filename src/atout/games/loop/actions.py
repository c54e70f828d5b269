"""Loop: action numbers and their text: `pass`, `aside:7`, `7`, `7,7`, `3,4,5`, and `flip+3,4,5` with a reveal.

The 85 combinations (LOOP-13) stand kind by kind: single cards, sets of 2, 3 and 4, runs of 2, 3 and 4; within a kind by
their lowest value.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.loop.cards import ONES, VALUES, card
from atout.kernel.errors import NotationError

PASS: Final = 0
FIRST_ASIDE: Final = 0  # plus the value: actions 1 .. 13
FIRST_PLAY: Final = 14  # plus the combination
COMBINATIONS: Final = 85
FIRST_FLIP: Final = 99  # plus the combination, which is played after the reveal
ACTIONS: Final = 184

KINDS: Final = 7
SINGLE: Final = 0
FIRST_RUN: Final = 4  # kinds 0 .. 3: equal cards; 4 .. 6: runs
LEAD: Final = -1  # the kind of a trick nobody has led to yet

ASIDE: Final = "aside:"
FLIP: Final = "flip+"


def first_of(kind: i64) -> i64:
    """Return the first combination of a kind."""
    if kind <= FIRST_RUN:
        return VALUES * kind
    return 11 * kind + 9  # a run of 3 has one lowest value less than a run of 2, and a run of 4 again


def kind_of(combination: i64) -> i64:
    """Return the kind of a combination."""
    if combination < 52:
        return combination // VALUES
    return 4 if combination < 64 else 5 if combination < 75 else 6


def length_of(kind: i64) -> i64:
    """Return how many cards a combination of this kind has."""
    return kind + 1 if kind < FIRST_RUN else kind - 2


def lowest_of(combination: i64) -> i64:
    """Return the lowest value of a combination."""
    return combination - first_of(kind_of(combination)) + 1


def cards_of(combination: i64) -> i64:
    """Return the cards of a combination."""
    kind = kind_of(combination)
    first = card(lowest_of(combination))
    if kind < FIRST_RUN:
        return first * (kind + 1)
    return first * (ONES & (card(length_of(kind) + 1) - 1))


CARDS: Final = vec[i64]([cards_of(combination) for combination in range(COMBINATIONS)])
KIND: Final = vec[i64]([kind_of(combination) for combination in range(COMBINATIONS)])


def combination_of(action: i64) -> i64:
    """Return the combination that an action plays, with a reveal or without."""
    return action - (FIRST_FLIP if action >= FIRST_FLIP else FIRST_PLAY)


def values_of(combination: i64) -> list[int]:
    """Return the values of the cards of a combination, lowest first."""
    kind = kind_of(combination)
    low = lowest_of(combination)
    step: i64 = 0 if kind < FIRST_RUN else 1
    return [int(low + step * place) for place in range(length_of(kind))]


def combination_text(combination: i64) -> str:
    """Return the notation of a combination."""
    return ",".join([str(value) for value in values_of(combination)])


def text(action: i64) -> str:
    """Return the notation of an action."""
    if action == PASS:
        return "pass"
    if action < FIRST_PLAY:
        return f"{ASIDE}{int(action)}"
    played = combination_text(combination_of(action))
    return f"{FLIP}{played}" if action >= FIRST_FLIP else played


def parse(text: str) -> i64:
    """Return the action with this notation."""
    if text == "pass":
        return PASS
    if text.startswith(ASIDE):
        return _value(text.removeprefix(ASIDE), text)
    played = text.removeprefix(FLIP)
    first = FIRST_PLAY if played == text else FIRST_FLIP
    return first + parse_combination(played)


def parse_combination(text: str) -> i64:
    """Return the combination with this notation (LOOP-13, LOOP-14)."""
    found = [_value(part, text) for part in text.split(",")]
    length: i64 = len(found)
    step = 0 if length == 1 else found[1] - found[0]
    fits = length <= 4 and 0 <= step <= 1
    for place in range(length):
        if found[place] != found[0] + step * place:
            fits = False
    if not fits:
        raise NotationError(f"'{text}' is neither 1 to 4 equal cards nor a run of 2 to 4 [LOOP-13]")
    return first_of(length - 1 if step == 0 else length + 2) + found[0] - 1


def _value(part: str, text: str) -> i64:
    if part.isascii() and part.isdigit() and len(part) < 3 and part == str(int(part)) and 1 <= int(part) <= VALUES:
        return int(part)
    raise NotationError(f"'{text}' is not an action like pass, aside:7, 7, 7,7, 3,4,5 or flip+3,4,5")
