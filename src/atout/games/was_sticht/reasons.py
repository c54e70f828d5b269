"""Was sticht?: why a contract, a pick or a card is advised."""

from typing import Final

from atout.games.was_sticht.actions import CHOOSE, DISCARD, PICK, PLAY, card_text, contract_words
from atout.kernel.reasons import cards_in, count_phrase, number_of, trick_reason
from atout.kernel.view import Display
from atout.kernel.wording import Phrase, Prospect, fact_value

OFTEN: Final = ("last", "most", "no-tricks", "exact-1", "exact-2")  # these come true most
FEW: Final = ("no-tricks", "fewest", "exact-1", "no-red", "no-blue", "no-green", "no-yellow")
SECTION: Final = "contracts:"


def reasons(display: Display, action: int, prospect: Prospect) -> list[Phrase]:
    """Return why an action is advised: of a contract how it fits, of a pick what is there, of a card what it does."""
    if action < PICK:
        return [_often(contract_words(action)), _mix(display)]
    if action < CHOOSE:
        return [_picked(display, card_text(action - PICK))]
    if action < PLAY:
        return [_trumps(display)]
    if action < DISCARD:
        return [trick_reason(display, prospect, []), _goal(display)]
    return [("rare", {}) if contract_words(action - DISCARD).removeprefix(SECTION) not in OFTEN else ("rid", {})]


def _often(contract: str) -> Phrase:
    return ("often" if contract.removeprefix(SECTION) in OFTEN else "rare"), {}


def _mix(display: Display) -> Phrase:
    """Return how many of the player's own contracts want few tricks, and how many want more."""
    own = [card.text for card in cards_in(display, "contracts", display.seat)]
    few = len([kind for kind in own if kind in FEW])
    return "mix", {"few": str(few), "many": str(len(own) - few)}


def _picked(display: Display, card: str) -> Phrase:
    """Return whether a card is a trump, for the one who knows; for others how many of its colour they have."""
    number = fact_value(display, "trump_number")
    if number and (card[1:] == number or card[0] == fact_value(display, "trump_colour")):
        return "is_trump", {}
    held = [other for other in cards_in(display, "hand", display.seat) if other.text[0] == card[0]]
    key, values = count_phrase("held_colour", len(held))
    return key, {**values, "colour": card[0]}


def _trumps(display: Display) -> Phrase:
    return count_phrase(
        "trumps", len([card for card in cards_in(display, "hand", display.seat) if card.mark == "trump"])
    )


def _goal(display: Display) -> Phrase:
    """Return what the seat plays for, and how far it has come."""
    tricks = str(number_of(display, "tricks", display.seat))
    choice = fact_value(display, "choice", display.seat) or fact_value(display, "own_choice", display.seat)
    if not choice:
        return "as_first", {"n": tricks}
    return "goal", {"contract": f"{SECTION}{choice}", "n": tricks}
