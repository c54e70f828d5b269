"""Njet!: why a space, a team or a card is advised."""

from typing import Final

from atout.games.njet.actions import LAY, PLAY, SPACE_NAMES, TEAM, face_text, first_of
from atout.kernel.reasons import MOSTLY, NEARLY_NEVER, cards_in, count_phrase, trick_reason
from atout.kernel.view import Display
from atout.kernel.wording import Phrase, Prospect, fact_value

LETTERS: Final = {"red": "R", "black": "K", "blue": "B", "yellow": "Y"}
HIGH: Final = "789"
MINUS: Final = "points-minus-2"


def reasons(display: Display, action: int, prospect: Prospect) -> list[Phrase]:
    """Return why an action is advised: what the hand holds, who is on which side, and what the card does."""
    if action < TEAM:
        return [_cover(display, SPACE_NAMES[action])]
    if action < LAY:
        doubled: list[Phrase] = [("monster", {"name": f"@{first_of(action)}"})] if display.seats in (3, 5) else []
        return [_strength(display), *doubled]
    if action < PLAY:
        return [_away(display, face_text(action - LAY))]
    own_team = _team(display, display.seat)
    partners = [seat for seat in range(display.seats) if seat != display.seat and _team(display, seat) == own_team]
    found = [trick_reason(display, prospect, partners)]
    if face_text(action - PLAY).endswith("0"):
        own = sum([prospect.taken[seat] for seat in [display.seat, *partners]])
        if own >= MOSTLY or own <= NEARLY_NEVER:
            found.append(("zero_safe" if own >= MOSTLY else "zero_lost", {}))
    found.append(_worth(display))
    return found


def _team(display: Display, seat: int) -> str:
    return fact_value(display, "team", seat)


def _hand(display: Display) -> list[str]:
    return [card.text for card in cards_in(display, "hand", display.seat)]


def _cover(display: Display, space: str) -> Phrase:
    """Return what the hand has to do with a space."""
    row, _, what = space.partition("-")
    held = _hand(display)
    if row == "start":
        return ("start_own" if fact_value(display, "character", display.seat).lower() == what else "start_other"), {}
    if row == "trump" and what in LETTERS:
        key, values = count_phrase("held_colour", len([card for card in held if card[0] == LETTERS[what]]))
        return key, {**values, "colour": LETTERS[what]}
    if row == "super" and what in LETTERS:
        key, values = count_phrase("held_zeros_of", len([card for card in held if card == f"{LETTERS[what]}0"]))
        return key, {**values, "colour": LETTERS[what]}
    if row in ("trump", "super"):
        letters = list(LETTERS.values())
        sizes = [len([card for card in held if card[0] == letter]) for letter in letters]
        return "longest", {"colour": letters[sizes.index(max(sizes))], "n": str(max(sizes))}
    if row == "points":
        return count_phrase("held_high", len([card for card in held if card[-1] in HIGH]))
    return count_phrase("held_zeros", len([card for card in held if card.endswith("0")]))


def _strength(display: Display) -> Phrase:
    """Return how many trumps of either kind the hand has."""
    marks = [card.mark for card in cards_in(display, "hand", display.seat)]
    return count_phrase("held_trumps", len([mark for mark in marks if mark in ("trump", "supertrump")]))


def _away(display: Display, card: str) -> Phrase:
    """Return what is wrong with a card that is put away or passed on."""
    if fact_value(display, "value") == MINUS and card[-1] in HIGH:
        return "high_costs", {}
    if card.endswith("0"):
        return "zero_danger", {}
    key, values = count_phrase("held_colour", len([other for other in _hand(display) if other[0] == card[0]]))
    return key, {**values, "colour": card[0]}


def _worth(display: Display) -> Phrase:
    """Return what a trick counts."""
    value = fact_value(display, "value")
    return ("costs", {}) if value == MINUS else ("worth", {"n": value.removeprefix("points-")})
