"""Luz: why a bet or a card is advised."""

from typing import Final

from atout.games.luz.actions import BETS, HAND
from atout.games.luz.view import TRUMP_COLOUR
from atout.kernel.reasons import cards_in, count_phrase, number_of, trick_reason
from atout.kernel.view import Display
from atout.kernel.wording import Phrase, Prospect, fact_value

SAFETY: Final = "+S"
HIGHEST: Final = 3  # trumps of the others that are named


def reasons(display: Display, action: int, prospect: Prospect) -> list[Phrase]:
    """Return why an action is advised: of a bet what the hand holds, of a card what it does and who needs tricks."""
    if action < BETS:
        return [_trumps(display), _right(action)]
    found = [_leader(display)] if cards_in(display, "trick") else []
    found.append(trick_reason(display, prospect, []))
    found.append(_own(display))
    return found


def _trumps(display: Display) -> Phrase:
    """Return how many trumps are held, and the highest that others show."""
    held = [card for card in cards_in(display, "hand", display.seat) if card.text.startswith(TRUMP_COLOUR)]
    if not held:
        return "bet_without_trump", {}
    seen: list[int] = []
    for zone in display.zones:
        if zone.name == "hand" and zone.seat != display.seat:
            trumps = [card.text[1:] for card in zone.cards if card.text.startswith(TRUMP_COLOUR)]
            seen += [int(value) for value in trumps if value.isdigit()]
    highest = sorted(seen, reverse=True)[:HIGHEST]
    if not highest:
        return count_phrase("bet_trumps_alone", len(held))
    key, values = count_phrase("bet_trumps", len(held))
    return key, {**values, "cards": " ".join([f"{TRUMP_COLOUR}{value}" for value in highest])}


def _right(action: int) -> Phrase:
    """Return which numbers of tricks the bet accepts, or what doing without the safety bead brings."""
    beads = action // 2
    if action % 2 and beads < HAND:
        return "bet_either", {"n": str(beads), "more": str(beads + 1)}
    return "bet_double", {}


def _need(display: Display, seat: int) -> int:
    """Return how many tricks a seat still needs; below 0 it has too many."""
    bet = fact_value(display, "bet", seat).removesuffix(SAFETY)
    return (int(bet) if bet.isdigit() else 0) - number_of(display, "tricks", seat)


def _leader(display: Display) -> Phrase:
    """Return who has led what, and how many tricks they still need."""
    led = cards_in(display, "trick")[0]
    need = _need(display, led.seat)
    about = {"name": f"@{led.seat}", "colour": led.text[0]}
    if need <= 0:
        return "led_full", about
    key, values = count_phrase("led", need)
    return key, {**about, **values}


def _own(display: Display) -> Phrase:
    """Return how many tricks the seat itself still needs."""
    need = _need(display, display.seat)
    if need > 0:
        return count_phrase("need", need)
    if need == 0:
        return ("spare" if fact_value(display, "bet", display.seat).endswith(SAFETY) else "enough"), {}
    return "too_many", {}
