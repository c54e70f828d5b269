"""Loop: why cards are set aside, played, or kept."""

from typing import Final

from atout.games.loop.actions import FIRST_FLIP, FIRST_PLAY, PASS, combination_of, combination_text
from atout.kernel.reasons import cards_in, count_phrase
from atout.kernel.view import Display
from atout.kernel.wording import Phrase, Prospect

EIGHT: Final = "8"


def reasons(display: Display, action: int, prospect: Prospect) -> list[Phrase]:
    """Return why an action is advised: what fits together in the hand, and how many cards are left then."""
    held = [card.text for card in cards_in(display, "hand", display.seat)]
    if action == PASS:
        return [("back", {}), count_phrase("left", len(held))]
    if action < FIRST_PLAY:
        return [_aside(held, str(int(action)))]
    played = combination_text(combination_of(action)).split(",")
    left = len(held) - len(played)
    found: list[Phrase] = [("turns", {})] if action >= FIRST_FLIP else []
    if EIGHT in played:
        found.append(("eight", {}))
    found.append(count_phrase("rid", len(played)))
    found.append(count_phrase("left", left) if left else ("out", {}))
    return found


def _aside(held: list[str], value: str) -> Phrase:
    """Return whether a card goes with others of the hand."""
    if value == EIGHT:
        return "hidden_eight", {}
    near = [other for other in held if other != value and abs(int(other) - int(value)) == 1]
    if held.count(value) > 1 or near:
        return "fits", {"value": value, "cards": ",".join(sorted(set([value, *near]), key=int))}
    return "lone", {"value": value}
