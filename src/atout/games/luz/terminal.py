"""Luz in the terminal: which words of the locale fit a position and an action."""

from atout.games.luz.actions import BETS, COLOURS, HAND, colour_of, place_of
from atout.kernel.view import Display


def prompt(display: Display) -> tuple[str, dict[str, str]]:
    """Return the question to the seat whose turn it is."""
    if display.phase == "bets":
        size = max([len(zone.cards) for zone in display.zones if zone.name == "hand"])
        return ("bet", {}) if size == HAND else ("bet_of", {"tricks": str(size)})
    for fact in display.facts:
        if fact.name == "led":
            return "play_follow", {"colour": fact.value}
    return "play_lead", {}


def event(display: Display, action: int) -> tuple[str, dict[str, str]]:
    """Return what an action is: a bet or a card."""
    if action >= BETS:
        return "play", {}
    return "bet_safety" if action % 2 else "bet", {"bet": str(action // 2)}


def action(number: int) -> tuple[str, dict[str, str]]:
    """Return an action in words."""
    if number >= BETS:
        return "play", {"colour": COLOURS[colour_of(number)], "k": str(place_of(number))}
    return "bet_safety" if number % 2 else "bet", {"n": str(number // 2)}
